/* Graphs, PageRank, distances and selection on arrays: the same sums in the same order as the numpy code has them.

   Arrays come as buffers of float, double, Py_ssize_t or bool; callers have fixed the types, this file checks every size
   and every index. What it returns of unknown length are bytes. */
#include "kernel.h"
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define MAX_BUFFERS 8
typedef struct {
    Py_buffer view[MAX_BUFFERS];
    int count;
} Buffers;

static void release(Buffers *b) {
    while (b->count) PyBuffer_Release(&b->view[--b->count]);
}

/* The next argument as an array; its length in items goes to *length unless `wanted` says what it must be (else -1). */
static void *array(Buffers *b, PyObject *object, size_t item, Py_ssize_t wanted, Py_ssize_t *length, int writable) {
    Py_buffer *view = &b->view[b->count];
    if (PyObject_GetBuffer(object, view, writable ? PyBUF_WRITABLE : PyBUF_SIMPLE) < 0) return NULL;
    b->count++;
    if (view->len % (Py_ssize_t)item || (wanted >= 0 && view->len / (Py_ssize_t)item != wanted)) {
        PyErr_SetString(PyExc_ValueError, "an array has another length than the others say");
        return NULL;
    }
    if (length) *length = view->len / (Py_ssize_t)item;
    return view->buf;
}

static int inside(const Id *ids, Py_ssize_t count, Py_ssize_t below) {
    for (Py_ssize_t k = 0; k < count; k++)
        if (ids[k] < 0 || ids[k] >= below) {
            PyErr_SetString(PyExc_ValueError, "an index lies outside its array");
            return 0;
        }
    return 1;
}

/* Offsets that begin at 0, never fall and end at `end`. */
static int rising(const Id *starts, Py_ssize_t count, Py_ssize_t end) {
    int fine = count > 0 && starts[0] == 0 && starts[count - 1] == end;
    for (Py_ssize_t k = 1; fine && k < count; k++) fine = starts[k - 1] <= starts[k];
    if (!fine) PyErr_SetString(PyExc_ValueError, "offsets do not rise from 0 to the end");
    return fine;
}

static int square(Py_ssize_t side) {
    if (side < (Py_ssize_t)1 << 30) return 1;
    PyErr_SetString(PyExc_ValueError, "a matrix is too large");
    return 0;
}

static void *room(Py_ssize_t count, size_t item) {
    void *got = calloc((size_t)count + 1, item);
    if (!got) PyErr_NoMemory();
    return got;
}

/* numpy's pairwise sum: with eight numbers or more it adds eight sums at once. */
static float pairwise(const float *a, Py_ssize_t n) {
    if (n < 8) {
        float sum = 0.0f;
        for (Py_ssize_t k = 0; k < n; k++) sum += a[k];
        return sum;
    }
    if (n > 128) {
        Py_ssize_t half = n / 2;
        half -= half % 8;
        return pairwise(a, half) + pairwise(a + half, n - half);
    }
    float r[8];
    Py_ssize_t k;
    memcpy(r, a, sizeof r);
    for (k = 8; k < n - n % 8; k += 8)
        for (int i = 0; i < 8; i++) r[i] += a[k + i];
    float sum = ((r[0] + r[1]) + (r[2] + r[3])) + ((r[4] + r[5]) + (r[6] + r[7]));
    for (; k < n; k++) sum += a[k];
    return sum;
}

/* ---- the term graph ---- */

static int sort_keys(Id **keys, Py_ssize_t count, Id largest) {
    Id *from = *keys, *to = room(count, sizeof(Id));
    if (!to) return 0;
    for (int shift = 0; shift < 62 && (largest >> shift) > 0; shift += 11) {
        Py_ssize_t places[2049] = {0};
        for (Py_ssize_t k = 0; k < count; k++) places[((from[k] >> shift) & 2047) + 1]++;
        for (int k = 0; k < 2048; k++) places[k + 1] += places[k];
        for (Py_ssize_t k = 0; k < count; k++) to[places[(from[k] >> shift) & 2047]++] = from[k];
        Id *other = from;
        from = to, to = other;
    }
    free(to);
    *keys = from;
    return 1;
}

/* cooccurrence(ids, owners, terms, window, across) -> keys u * terms + v of the pairs, sorted, and how often each is. */
static PyObject *cooccurrence(PyObject *self, PyObject *args) {
    PyObject *a, *b, *result = NULL;
    Py_ssize_t size, window, tokens;
    int across;
    Buffers held = {.count = 0};
    if (!PyArg_ParseTuple(args, "OOnnp", &a, &b, &size, &window, &across)) return NULL;
    Id *keys = NULL;
    const Id *ids = array(&held, a, sizeof(Id), -1, &tokens, 0);
    const Id *owners = ids ? array(&held, b, sizeof(Id), tokens, NULL, 0) : NULL;
    if (!owners || !inside(ids, tokens, size) || !square(size) || window < 1 || window > 1000) {
        if (!PyErr_Occurred()) PyErr_SetString(PyExc_ValueError, "a window has 1 to 1000 terms");
        goto end;
    }
    keys = room(tokens * (window - 1), sizeof(Id));
    if (!keys) goto end;
    Py_ssize_t count = 0;
    for (Py_ssize_t far = 1; far < window; far++)
        for (Py_ssize_t k = 0; k + far < tokens; k++) {
            Id u = ids[k], v = ids[k + far];
            if (u == v || (!across && owners[k] != owners[k + far])) continue;
            keys[count++] = u < v ? u * size + v : v * size + u;
        }
    if (!sort_keys(&keys, count, size * size)) goto end;
    Py_ssize_t distinct = 0;
    for (Py_ssize_t k = 0; k < count; k++) distinct += !k || keys[k] != keys[k - 1];
    PyObject *found = PyBytes_FromStringAndSize(NULL, distinct * (Py_ssize_t)sizeof(Id));
    PyObject *times = PyBytes_FromStringAndSize(NULL, distinct * (Py_ssize_t)sizeof(Id));
    if (found && times) {
        Id *f = (Id *)PyBytes_AsString(found), *t = (Id *)PyBytes_AsString(times);
        Py_ssize_t last = -1;
        for (Py_ssize_t k = 0; k < count; k++) {
            if (!k || keys[k] != keys[k - 1]) f[++last] = keys[k], t[last] = 0;
            t[last]++;
        }
        result = PyTuple_Pack(2, found, times);
    }
    Py_XDECREF(found);
    Py_XDECREF(times);
end:
    free(keys);
    release(&held);
    return result;
}

/* semantic(rows, first, is_phrase, threshold, phrase_threshold) -> keys and cosines of the pairs u < v above them, where
   `rows` are those of some terms from `first` on, with all terms from there on. */
static PyObject *semantic(PyObject *self, PyObject *args) {
    PyObject *a, *b, *result = NULL;
    Py_ssize_t first, size, numbers;
    double threshold, phrase_threshold;
    Buffers held = {.count = 0};
    if (!PyArg_ParseTuple(args, "OnOdd", &a, &first, &b, &threshold, &phrase_threshold)) return NULL;
    const float *rows = array(&held, a, sizeof(float), -1, &numbers, 0);
    const char *phrase = rows ? array(&held, b, 1, -1, &size, 0) : NULL;
    if (!phrase) goto end;
    Py_ssize_t width = size - first, count = width > 0 ? numbers / width : 0;
    if (!square(size) || first < 0 || width < 0 || count * width != numbers || count > width) {
        if (!PyErr_Occurred()) PyErr_SetString(PyExc_ValueError, "rows do not fit the terms");
        goto end;
    }
    /* As numpy compares: first with the lower one in single precision. */
    float lowest = (float)(threshold < phrase_threshold ? threshold : phrase_threshold);
    PyObject *found = NULL, *cosines = NULL;
    Id *f = NULL;
    double *c = NULL;
    for (int fill = 0; fill < 2; fill++) {
        Py_ssize_t n = 0;
        for (Py_ssize_t u = first; u < first + count; u++) {
            const float *row = rows + (u - first) * width - first;
            for (Py_ssize_t v = u + 1; v < size; v++) {
                if (!(row[v] > lowest)) continue;
                if (!((double)row[v] > (phrase[u] || phrase[v] ? phrase_threshold : threshold))) continue;
                if (fill) f[n] = u * size + v, c[n] = row[v];
                n++;
            }
        }
        if (fill) break;
        found = PyBytes_FromStringAndSize(NULL, n * (Py_ssize_t)sizeof(Id));
        cosines = PyBytes_FromStringAndSize(NULL, n * (Py_ssize_t)sizeof(double));
        if (!found || !cosines) break;
        f = (Id *)PyBytes_AsString(found), c = (double *)PyBytes_AsString(cosines);
    }
    if (found && cosines) result = PyTuple_Pack(2, found, cosines);
    Py_XDECREF(found);
    Py_XDECREF(cosines);
end:
    release(&held);
    return result;
}

/* ---- PageRank ---- */

typedef struct {
    Py_ssize_t size, edges;
    const Id *source, *target; /* of a sparse graph */
    const double *weight;
    const float *dense; /* or all of a dense one */
} Graph;

/* out = the graph times x; for a dense one the sums of a row are those of a column, since graphs are symmetric. */
static void times(const Graph *g, const double *x, double *out) {
    if (!g->dense) {
        memset(out, 0, (size_t)g->size * sizeof(double));
        for (Py_ssize_t k = 0; k < g->edges; k++) out[g->target[k]] += g->weight[k] * x[g->source[k]];
        return;
    }
    for (Py_ssize_t i = 0; i < g->size; i++) {
        const float *row = g->dense + i * g->size;
        double s[4] = {0, 0, 0, 0};
        Py_ssize_t j = 0;
        for (; j + 4 <= g->size; j += 4)
            for (int k = 0; k < 4; k++) s[k] += row[j + k] * x[j + k];
        for (; j < g->size; j++) s[0] += row[j] * x[j];
        out[i] = (s[0] + s[1]) + (s[2] + s[3]);
    }
}

/* Walks until the change is below the tolerance; scores are in `scores`. Returns 1, 0 where it does not settle, or -1. */
static int walk(const Graph *g, const double *bias, double *scores, double damping, int leak, double tolerance, int most) {
    Py_ssize_t n = g->size;
    double *passes = room(4 * n, sizeof(double));
    if (!passes) return -1;
    double *x = passes + n, *next = x + n, *spread = next + n;
    int idle = 0, settled = 0;
    for (Py_ssize_t k = 0; k < n; k++) x[k] = 1.0;
    times(g, x, passes);
    for (Py_ssize_t k = 0; k < n; k++) {
        idle |= !(passes[k] > 0);
        spread[k] = passes[k] > 0 ? 0.0 : damping;
        passes[k] = passes[k] > 0 ? damping / passes[k] : 0.0;
        scores[k] = bias[k];
    }
    for (int step = 0; step < most && !settled; step++) {
        double lost = 0.0, change = 0.0;
        for (Py_ssize_t k = 0; k < n; k++) x[k] = passes[k] * scores[k];
        times(g, x, next);
        if (idle && !leak)
            for (Py_ssize_t k = 0; k < n; k++) lost += spread[k] * scores[k];
        for (Py_ssize_t k = 0; k < n; k++) {
            next[k] += (1.0 - damping) * bias[k] + lost * bias[k];
            change += fabs(next[k] - scores[k]);
            scores[k] = next[k];
        }
        settled = step % 4 == 0 && change < tolerance; /* CHECK of pagerank.py */
    }
    free(passes);
    return settled;
}

/* pagerank(source, target, weight, bias, scores, damping, leak, tolerance, steps) -> whether it settled */
static PyObject *pagerank(PyObject *self, PyObject *args) {
    PyObject *a[5];
    double damping, tolerance;
    int leak, most, done = -1;
    Buffers held = {.count = 0};
    Graph g = {0};
    if (!PyArg_ParseTuple(args, "OOOOOdpdi", &a[0], &a[1], &a[2], &a[3], &a[4], &damping, &leak, &tolerance, &most))
        return NULL;
    const double *bias = array(&held, a[3], sizeof(double), -1, &g.size, 0);
    double *scores = bias ? array(&held, a[4], sizeof(double), g.size, NULL, 1) : NULL;
    if (scores && (g.source = array(&held, a[0], sizeof(Id), -1, &g.edges, 0)) &&
        (g.target = array(&held, a[1], sizeof(Id), g.edges, NULL, 0)) &&
        (g.weight = array(&held, a[2], sizeof(double), g.edges, NULL, 0)) && inside(g.source, g.edges, g.size) &&
        inside(g.target, g.edges, g.size))
        done = walk(&g, bias, scores, damping, leak, tolerance, most);
    release(&held);
    return done < 0 ? NULL : PyBool_FromLong(done);
}

/* pagerank_dense(weights, bias, scores, damping, leak, tolerance, steps) -> whether it settled */
static PyObject *pagerank_dense(PyObject *self, PyObject *args) {
    PyObject *a[3];
    double damping, tolerance;
    int leak, most, done = -1;
    Buffers held = {.count = 0};
    Graph g = {0};
    if (!PyArg_ParseTuple(args, "OOOdpdi", &a[0], &a[1], &a[2], &damping, &leak, &tolerance, &most)) return NULL;
    const double *bias = array(&held, a[1], sizeof(double), -1, &g.size, 0);
    double *scores = bias ? array(&held, a[2], sizeof(double), g.size, NULL, 1) : NULL;
    if (scores && square(g.size) && (g.dense = array(&held, a[0], sizeof(float), g.size * g.size, NULL, 0)))
        done = walk(&g, bias, scores, damping, leak, tolerance, most);
    release(&held);
    return done < 0 ? NULL : PyBool_FromLong(done);
}

/* ---- sentences that are compared with each other ---- */

/* sentences of each term: `starts` has terms + 1 places; both arrays are made here */
static int by_term(const Id *sentence, const Id *term, Py_ssize_t count, Py_ssize_t terms, Id **starts, Id **list) {
    *starts = room(terms + 1, sizeof(Id));
    *list = room(count, sizeof(Id));
    if (!*starts || !*list) return 0;
    for (Py_ssize_t k = 0; k < count; k++) (*starts)[term[k] + 1]++;
    for (Py_ssize_t k = 0; k < terms; k++) (*starts)[k + 1] += (*starts)[k];
    for (Py_ssize_t k = 0; k < count; k++) (*list)[(*starts)[term[k]]++] = sentence[k];
    for (Py_ssize_t k = terms; k > 0; k--) (*starts)[k] = (*starts)[k - 1];
    (*starts)[0] = 0;
    return 1;
}

/* shared_terms(sentence, term, terms, out): adds to out[i, j] the terms that both have; the diagonal stays */
static PyObject *shared_terms(PyObject *self, PyObject *args) {
    PyObject *a, *b, *c;
    Py_ssize_t terms, count, numbers;
    Id *starts = NULL, *list = NULL;
    Buffers held = {.count = 0};
    int fine = 0;
    if (!PyArg_ParseTuple(args, "OOnO", &a, &b, &terms, &c)) return NULL;
    const Id *sentence = array(&held, a, sizeof(Id), -1, &count, 0);
    const Id *term = sentence ? array(&held, b, sizeof(Id), count, NULL, 0) : NULL;
    float *out = term ? array(&held, c, sizeof(float), -1, &numbers, 1) : NULL;
    Py_ssize_t n = out ? (Py_ssize_t)(sqrt((double)numbers) + 0.5) : 0;
    if (out && terms >= 0 && n * n == numbers && inside(sentence, count, n) && inside(term, count, terms)) {
        fine = by_term(sentence, term, count, terms, &starts, &list);
        for (Py_ssize_t t = 0; fine && t < terms; t++)
            for (Id i = starts[t]; i < starts[t + 1]; i++)
                for (Id j = i + 1; j < starts[t + 1]; j++) {
                    out[list[i] * n + list[j]] += 1.0f;
                    out[list[j] * n + list[i]] += 1.0f;
                }
    } else if (!PyErr_Occurred())
        PyErr_SetString(PyExc_ValueError, "the matrix is not square");
    free(starts);
    free(list);
    release(&held);
    if (!fine) return NULL;
    Py_RETURN_NONE;
}

/* For one word: its terms, those which are phrases, and the sentences of each. */
static void count_word(const Id *holders, Py_ssize_t count, const char *phrase, const Id *starts, const Id *list, Py_ssize_t n,
                       Id *place, Id *here, Id *have, Id *inner, int *common, float *out) {
    Py_ssize_t h = 0;
    for (Py_ssize_t k = 0; k < count; k++)
        for (Id i = starts[holders[k]]; i < starts[holders[k] + 1]; i++) {
            Id s = list[i];
            if (place[s] < 0) place[s] = h, here[h] = s, have[h] = inner[h] = 0, h++;
            have[place[s]]++;
            inner[place[s]] += phrase[holders[k]] != 0;
        }
    memset(common, 0, (size_t)(h * h) * sizeof(int));
    for (Py_ssize_t k = 0; k < count; k++) {
        if (!phrase[holders[k]]) continue;
        for (Id i = starts[holders[k]]; i < starts[holders[k] + 1]; i++)
            for (Id j = starts[holders[k]]; j < starts[holders[k] + 1]; j++) common[place[list[i]] * h + place[list[j]]]++;
    }
    for (Py_ssize_t i = 0; i < h; i++)
        for (Py_ssize_t j = 0; j < h; j++) {
            int both = common[i * h + j];
            int own = inner[i] < have[i] && inner[j] < have[j];
            if (i != j && have[i] > both && have[j] > both && !own) out[here[i] * n + here[j]] += 1.0f;
        }
    for (Py_ssize_t i = 0; i < h; i++) place[here[i]] = -1;
}

/* words_in_phrases(sentence, term, holder, word, used, is_phrase, out): see graphs.py */
static PyObject *words_in_phrases(PyObject *self, PyObject *args) {
    PyObject *a[7];
    Py_ssize_t count, pairs, terms, numbers, words = 0;
    Buffers held = {.count = 0};
    Id *starts = NULL, *list = NULL, *first = NULL, *holders = NULL, *scratch = NULL;
    int *common = NULL, fine = 0;
    if (!PyArg_ParseTuple(args, "OOOOOOO", &a[0], &a[1], &a[2], &a[3], &a[4], &a[5], &a[6])) return NULL;
    const Id *sentence, *term, *holder, *word;
    const char *used, *phrase;
    float *out;
    if (!(sentence = array(&held, a[0], sizeof(Id), -1, &count, 0)) || !(term = array(&held, a[1], sizeof(Id), count, NULL, 0)) ||
        !(holder = array(&held, a[2], sizeof(Id), -1, &pairs, 0)) || !(word = array(&held, a[3], sizeof(Id), pairs, NULL, 0)) ||
        !(used = array(&held, a[4], 1, -1, &terms, 0)) || !(phrase = array(&held, a[5], 1, terms, NULL, 0)) ||
        !(out = array(&held, a[6], sizeof(float), -1, &numbers, 1)))
        goto end;
    Py_ssize_t n = (Py_ssize_t)(sqrt((double)numbers) + 0.5);
    /* Words are numbered as they come, so there are at most as many as pairs. */
    if (n * n != numbers || !inside(sentence, count, n) || !inside(term, count, terms) || !inside(holder, pairs, terms)) goto end;
    for (Py_ssize_t k = 0; k < pairs; k++) words = word[k] >= words ? word[k] + 1 : words;
    if (words > ((Py_ssize_t)1 << 40) || !inside(word, pairs, words)) goto end;
    if (!by_term(sentence, term, count, terms, &starts, &list)) goto end;
    first = room(words + 1, sizeof(Id));
    holders = room(pairs, sizeof(Id));
    scratch = room(4 * n, sizeof(Id));
    common = room(n * n, sizeof(int));
    if (!first || !holders || !scratch || !common) goto end;
    for (Py_ssize_t k = 0; k < pairs; k++) first[word[k] + 1] += used[holder[k]] != 0;
    for (Py_ssize_t k = 0; k < words; k++) first[k + 1] += first[k];
    for (Py_ssize_t k = 0; k < pairs; k++)
        if (used[holder[k]]) holders[first[word[k]]++] = holder[k];
    for (Py_ssize_t k = 0; k < n; k++) scratch[k] = -1;
    for (Py_ssize_t w = 0, begin = 0; w < words; begin = first[w++])
        if (first[w] - begin > 1)
            count_word(holders + begin, first[w] - begin, phrase, starts, list, n, scratch, scratch + n, scratch + 2 * n,
                       scratch + 3 * n, common, out);
    fine = 1;
end:
    if (!fine && !PyErr_Occurred()) PyErr_SetString(PyExc_ValueError, "arrays do not fit each other");
    free(starts), free(list), free(first), free(holders), free(scratch), free(common);
    release(&held);
    if (!fine) return NULL;
    Py_RETURN_NONE;
}

/* relaxed(rows, width, tokens, bounds, ids, starts, first, out): one-sided distances from all sentences to those of a
   block. `tokens` are rows, `bounds` those of the block's sentences; `ids` are columns, `starts` those of all sentences. */
static PyObject *relaxed(PyObject *self, PyObject *args) {
    PyObject *a[6];
    Py_ssize_t width, numbers, tokens, total, block, all, first, longest = 0;
    Buffers held = {.count = 0};
    float *near = NULL, *sum = NULL;
    int fine = 0;
    if (!PyArg_ParseTuple(args, "OnOOOOnO", &a[0], &width, &a[1], &a[2], &a[3], &a[4], &first, &a[5])) return NULL;
    const float *rows;
    const Id *token, *bounds, *ids, *starts;
    float *out;
    if (!(rows = array(&held, a[0], sizeof(float), -1, &numbers, 0)) || !(token = array(&held, a[1], sizeof(Id), -1, &tokens, 0)) ||
        !(bounds = array(&held, a[2], sizeof(Id), -1, &block, 0)) || !(ids = array(&held, a[3], sizeof(Id), -1, &total, 0)) ||
        !(starts = array(&held, a[4], sizeof(Id), -1, &all, 0)) || !square(all) ||
        !(out = array(&held, a[5], sizeof(float), (all - 1) * (all - 1), NULL, 1)))
        goto end;
    Py_ssize_t n = all - 1;
    if (width < 1 || numbers % width || !inside(token, tokens, numbers / width) || !inside(ids, total, width) ||
        !rising(bounds, block, tokens) || !rising(starts, all, total) || first < 0 || first + block - 1 > n)
        goto end;
    for (Py_ssize_t i = 0; i < n; i++) longest = starts[i + 1] - starts[i] > longest ? starts[i + 1] - starts[i] : longest;
    near = room(width, sizeof(float));
    sum = room(longest, sizeof(float));
    if (!near || !sum) goto end;
    for (Py_ssize_t s = 0; s + 1 < block; s++) {
        if (bounds[s] == bounds[s + 1]) goto end;
        memcpy(near, rows + token[bounds[s]] * width, (size_t)width * sizeof(float));
        for (Id k = bounds[s] + 1; k < bounds[s + 1]; k++) {
            const float *row = rows + token[k] * width;
            for (Py_ssize_t t = 0; t < width; t++) near[t] = row[t] > near[t] ? row[t] : near[t];
        }
        for (Py_ssize_t t = 0; t < width; t++) {
            float squared = 2.0f - 2.0f * near[t];
            near[t] = squared < 1e-5f ? 0.0f : sqrtf(squared); /* SAME of wmd.py */
        }
        for (Py_ssize_t i = 0; i < n; i++) {
            Py_ssize_t count = starts[i + 1] - starts[i];
            float share = (float)(1.0 / (double)count);
            if (!count) goto end;
            for (Py_ssize_t k = 0; k < count; k++) sum[k] = near[ids[starts[i] + k]] * share;
            out[i * n + first + s] = count > 1 ? sum[0] + pairwise(sum + 1, count - 1) : sum[0];
        }
    }
    fine = 1;
end:
    if (!fine && !PyErr_Occurred()) PyErr_SetString(PyExc_ValueError, "arrays do not fit each other");
    free(near), free(sum);
    release(&held);
    if (!fine) return NULL;
    Py_RETURN_NONE;
}

/* ---- the order, and what is told about it ---- */

/* marginal_relevance(relevance, similarity, trade, order, lost): `order` is as long as sentences are wanted */
static PyObject *marginal_relevance(PyObject *self, PyObject *args) {
    PyObject *a[4];
    double trade;
    Py_ssize_t n, wanted;
    Buffers held = {.count = 0};
    double *gain = NULL;
    int fine = 0;
    if (!PyArg_ParseTuple(args, "OOdOO", &a[0], &a[1], &trade, &a[2], &a[3])) return NULL;
    const double *relevance = array(&held, a[0], sizeof(double), -1, &n, 0);
    const float *similarity = relevance && square(n) ? array(&held, a[1], sizeof(float), n * n, NULL, 0) : NULL;
    Id *order = similarity ? array(&held, a[2], sizeof(Id), -1, &wanted, 1) : NULL;
    double *lost = order ? array(&held, a[3], sizeof(double), n, NULL, 1) : NULL;
    if (!lost || wanted > n || !(gain = room(2 * n, sizeof(double)))) goto end;
    double *nearest = gain + n;
    for (Py_ssize_t k = 0; k < n; k++) gain[k] = trade * relevance[k];
    for (Py_ssize_t k = 0; k < wanted; k++) {
        Py_ssize_t best = 0;
        double most = -INFINITY;
        for (Py_ssize_t i = 0; i < n; i++) {
            double value = rint((gain[i] - (1.0 - trade) * nearest[i]) * 1e9) / 1e9; /* DIGITS of chunks.py */
            if (value > most) most = value, best = i;
        }
        order[k] = best;
        lost[best] = (1.0 - trade) * nearest[best];
        gain[best] = -INFINITY;
        for (Py_ssize_t i = 0; i < n; i++) {
            double near = similarity[best * n + i];
            nearest[i] = near > nearest[i] ? near : nearest[i];
        }
    }
    fine = 1;
end:
    if (!fine && !PyErr_Occurred()) PyErr_SetString(PyExc_ValueError, "arrays do not fit each other");
    free(gain);
    release(&held);
    if (!fine) return NULL;
    Py_RETURN_NONE;
}

/* voters(graph, passes_on, votes a sentence, voters, shares) */
static PyObject *voters(PyObject *self, PyObject *args) {
    PyObject *a[4];
    Py_ssize_t n, each;
    Buffers held = {.count = 0};
    float *flow = NULL;
    int fine = 0;
    if (!PyArg_ParseTuple(args, "OOnOO", &a[0], &a[1], &each, &a[2], &a[3])) return NULL;
    const float *passes = array(&held, a[1], sizeof(float), -1, &n, 0);
    const float *graph = passes && square(n) ? array(&held, a[0], sizeof(float), n * n, NULL, 0) : NULL;
    if (!graph || each < 0 || each > 100) goto end;
    Id *who = array(&held, a[2], sizeof(Id), n * each, NULL, 1);
    double *shares = who ? array(&held, a[3], sizeof(double), n * each, NULL, 1) : NULL;
    if (!shares || !(flow = room(n, sizeof(float)))) goto end;
    for (Py_ssize_t i = 0; i < n; i++) {
        for (Py_ssize_t j = 0; j < n; j++) flow[j] = graph[i * n + j] * passes[j];
        float total = pairwise(flow, n);
        total = total > 1e-30f ? total : 1e-30f;
        for (Py_ssize_t k = 0; k < each && k < n; k++) {
            Py_ssize_t best = 0;
            for (Py_ssize_t j = 1; j < n; j++) best = flow[j] > flow[best] ? j : best;
            float share = flow[best] / total;
            who[i * each + k] = share > 0 ? best : -1;
            shares[i * each + k] = share;
            flow[best] = 0.0f;
        }
    }
    fine = 1;
end:
    if (!fine && !PyErr_Occurred()) PyErr_SetString(PyExc_ValueError, "arrays do not fit each other");
    free(flow);
    release(&held);
    if (!fine) return NULL;
    Py_RETURN_NONE;
}

/* most_alike(similarity, rank, alike): for each sentence the better-ranked one that is most like it, or -1 */
static PyObject *most_alike(PyObject *self, PyObject *args) {
    PyObject *a[3];
    Py_ssize_t n;
    Buffers held = {.count = 0};
    if (!PyArg_ParseTuple(args, "OOO", &a[0], &a[1], &a[2])) return NULL;
    const Id *rank = array(&held, a[1], sizeof(Id), -1, &n, 0);
    const float *similarity = rank && square(n) ? array(&held, a[0], sizeof(float), n * n, NULL, 0) : NULL;
    Id *alike = similarity ? array(&held, a[2], sizeof(Id), n, NULL, 1) : NULL;
    for (Py_ssize_t i = 0; alike && i < n; i++) {
        float most = 0.0f;
        alike[i] = -1;
        for (Py_ssize_t j = 0; j < n; j++)
            if (rank[j] < rank[i] && similarity[i * n + j] > most) most = similarity[i * n + j], alike[i] = j;
    }
    release(&held);
    if (!alike) return NULL;
    Py_RETURN_NONE;
}

/* letter_runs(points, rows, longest, bits, whole, sums) -> how many words, each counted `whole` times, and runs of 2 to
   `longest` letters there are; sums[d] gets those of their rows. See ngrams.py of the languages. */
static const signed char *row_of(const signed char *rows, uint32_t hash, int order, int bits, Py_ssize_t width) {
    return rows + (Py_ssize_t)(((hash + (uint32_t)order) * 0x9E3779B1u) >> (32 - bits)) * width;
}

static PyObject *letter_runs(PyObject *self, PyObject *args) {
    PyObject *a[3];
    Py_ssize_t count, size, width, runs = 0;
    int longest, bits, whole;
    Buffers held = {.count = 0};
    if (!PyArg_ParseTuple(args, "OOiiiO", &a[0], &a[1], &longest, &bits, &whole, &a[2])) return NULL;
    const uint32_t *points = array(&held, a[0], sizeof(uint32_t), -1, &count, 0);
    const signed char *rows = points ? array(&held, a[1], 1, -1, &size, 0) : NULL;
    int64_t *sums = rows ? array(&held, a[2], sizeof(int64_t), -1, &width, 1) : NULL;
    if (!sums || bits < 1 || bits > 24 || longest > 32 || whole < 0 || whole > 64 || width << bits != size) {
        if (!PyErr_Occurred()) PyErr_SetString(PyExc_ValueError, "rows do not fit the buckets");
        release(&held);
        return NULL;
    }
    uint32_t word = 0, power = 0; /* the hash of the word so far; 0 as the power: no space has come yet */
    for (Py_ssize_t k = 0; k < count; k++) {
        uint32_t run = points[k] * 0x01000193u;
        for (int order = 2; order <= longest && k + order <= count; order++, runs++) {
            run = (run ^ points[k + order - 1]) * 0x01000193u;
            const signed char *row = row_of(rows, run, order, bits, width);
            for (Py_ssize_t d = 0; d < width; d++) sums[d] += row[d];
        }
        word += points[k] * power;
        power *= 0x01000193u;
        if (points[k] == ' ') {
            if (power) {
                const signed char *row = row_of(rows, word, 0, bits, width);
                for (Py_ssize_t d = 0; d < width; d++) sums[d] += (int64_t)whole * row[d];
                runs += whole;
            }
            word = 0;
            power = 0x01000193u; /* of the next letter */
        }
    }
    release(&held);
    return PyLong_FromSsize_t(runs);
}

PyMethodDef number_methods[] = {
    {"letter_runs", letter_runs, METH_VARARGS, NULL},
    {"cooccurrence", cooccurrence, METH_VARARGS, NULL},
    {"semantic", semantic, METH_VARARGS, NULL},
    {"pagerank", pagerank, METH_VARARGS, NULL},
    {"pagerank_dense", pagerank_dense, METH_VARARGS, NULL},
    {"shared_terms", shared_terms, METH_VARARGS, NULL},
    {"words_in_phrases", words_in_phrases, METH_VARARGS, NULL},
    {"relaxed", relaxed, METH_VARARGS, NULL},
    {"marginal_relevance", marginal_relevance, METH_VARARGS, NULL},
    {"voters", voters, METH_VARARGS, NULL},
    {"most_alike", most_alike, METH_VARARGS, NULL},
    {NULL, NULL, 0, NULL},
};
