/* The graph of terms, PageRank, and runs of letters: the same sums in the same order as the numpy code has them.

   Arrays come as buffers of float, double, Py_ssize_t or bool; callers have fixed the types, the C code checks every size
   and every index. What it returns of unknown length are bytes. */
#include "arrays.h"
#include <stdint.h>

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

typedef struct {
    Id key; /* u * terms + v, u < v */
    double weight;
} Pair;

typedef struct {
    Pair *pairs;
    Py_ssize_t count;
} Pairs;

/* The pairs inside a window, sorted, and how often each is there. Returns 0 with an error set. */
static int in_window(const Id *ids, const Id *owners, Py_ssize_t tokens, Py_ssize_t size, Py_ssize_t window, int across, Pairs *found) {
    if (!inside(ids, tokens, size) || !square(size)) return 0;
    if (window < 1 || window > 1000) return PyErr_SetString(PyExc_ValueError, "a window has 1 to 1000 terms"), 0;
    Id *keys = room(tokens * (window - 1), sizeof(Id));
    if (!keys) return 0;
    Py_ssize_t count = 0;
    for (Py_ssize_t far = 1; far < window; far++)
        for (Py_ssize_t k = 0; k + far < tokens; k++) {
            Id u = ids[k], v = ids[k + far];
            if (u == v || (!across && owners[k] != owners[k + far])) continue;
            keys[count++] = u < v ? u * size + v : v * size + u;
        }
    if (sort_keys(&keys, count, size * size) && (found->pairs = room(count, sizeof(Pair))))
        for (Py_ssize_t k = 0; k < count; k++) {
            if (!k || keys[k] != keys[k - 1]) found->pairs[found->count++].key = keys[k];
            found->pairs[found->count - 1].weight++;
        }
    free(keys);
    return found->pairs != NULL;
}

/* The first place from `v` on, below `end`, whose number exceeds `lowest`. */
FAST static Py_ssize_t next_above(const float *row, Py_ssize_t v, Py_ssize_t end, float lowest) {
    for (; v + 32 <= end; v += 32) {
        int any = 0;
        for (int k = 0; k < 32; k++) any |= row[v + k] > lowest;
        if (any) break;
    }
    while (v < end && !(row[v] > lowest)) v++;
    return v;
}

/* The pairs whose cosine is above its threshold, with it, up to one more than `enough`: `rows` are those of `count` terms from
   `first` on, with all terms from there on. Returns 0 with an error set. */
static int alike(const float *rows, Py_ssize_t first, Py_ssize_t count, Py_ssize_t size, const char *phrase, double threshold,
                 double phrase_threshold, Py_ssize_t enough, Pairs *found) {
    Py_ssize_t width = size - first, most = 0;
    /* As numpy compares: first with the lower one in single precision. */
    float lowest = (float)(threshold < phrase_threshold ? threshold : phrase_threshold);
    for (Py_ssize_t u = first; u < first + count; u++) {
        const float *row = rows + (u - first) * width - first;
        /* Few cosines are high, so those before the next high one are passed over by many at once. */
        for (Py_ssize_t v = u + 1; (v = next_above(row, v, size, lowest)) < size; v++) {
            if (!((double)row[v] > (phrase[u] || phrase[v] ? phrase_threshold : threshold))) continue;
            if (found->count == most) {
                Pair *more = realloc(found->pairs, (size_t)(most = 2 * most + 1024) * sizeof(Pair));
                if (!more) return PyErr_NoMemory(), 0;
                found->pairs = more;
            }
            found->pairs[found->count++] = (Pair){u * size + v, row[v]};
            if (found->count > enough) return 1;
        }
    }
    return 1;
}

static PyObject *bytes_of(Py_ssize_t count, size_t item, void **place) {
    PyObject *made = PyBytes_FromStringAndSize(NULL, count * (Py_ssize_t)item);
    if (made) *place = PyBytes_AsString(made);
    return made;
}

/* cooccurrence(ids, owners, terms, window, across) -> keys u * terms + v of the pairs, sorted, and how often each is. */
static PyObject *cooccurrence(PyObject *self, PyObject *args) {
    PyObject *a, *b, *result = NULL, *keys = NULL, *times = NULL;
    Py_ssize_t size, window, tokens;
    int across;
    Buffers held = {.count = 0};
    Pairs found = {0};
    Id *f, *t;
    if (!PyArg_ParseTuple(args, "OOnnp", &a, &b, &size, &window, &across)) return NULL;
    const Id *ids = array(&held, a, sizeof(Id), -1, &tokens, 0);
    const Id *owners = ids ? array(&held, b, sizeof(Id), tokens, NULL, 0) : NULL;
    if (owners && in_window(ids, owners, tokens, size, window, across, &found) &&
        (keys = bytes_of(found.count, sizeof(Id), (void **)&f)) && (times = bytes_of(found.count, sizeof(Id), (void **)&t))) {
        for (Py_ssize_t k = 0; k < found.count; k++) f[k] = found.pairs[k].key, t[k] = (Id)found.pairs[k].weight;
        result = PyTuple_Pack(2, keys, times);
    }
    Py_XDECREF(keys);
    Py_XDECREF(times);
    free(found.pairs);
    release(&held);
    return result;
}

/* semantic(rows, first, is_phrase, threshold, phrase_threshold) -> keys and cosines of the pairs above them: see `alike` */
static PyObject *semantic(PyObject *self, PyObject *args) {
    PyObject *a, *b, *result = NULL, *keys = NULL, *cosines = NULL;
    Py_ssize_t first, size, numbers;
    double threshold, phrase_threshold, *c;
    Buffers held = {.count = 0};
    Pairs found = {0};
    Id *f;
    if (!PyArg_ParseTuple(args, "OnOdd", &a, &first, &b, &threshold, &phrase_threshold)) return NULL;
    const float *rows = array(&held, a, sizeof(float), -1, &numbers, 0);
    const char *phrase = rows ? array(&held, b, 1, -1, &size, 0) : NULL;
    if (!phrase) goto end;
    Py_ssize_t width = first >= 0 ? size - first : -1, count = width > 0 ? numbers / width : 0;
    if (!square(size) || width < 0 || count * width != numbers || count > width) {
        if (!PyErr_Occurred()) PyErr_SetString(PyExc_ValueError, "rows do not fit the terms");
        goto end;
    }
    if (alike(rows, first, count, size, phrase, threshold, phrase_threshold, PY_SSIZE_T_MAX, &found) &&
        (keys = bytes_of(found.count, sizeof(Id), (void **)&f)) &&
        (cosines = bytes_of(found.count, sizeof(double), (void **)&c))) {
        for (Py_ssize_t k = 0; k < found.count; k++) f[k] = found.pairs[k].key, c[k] = found.pairs[k].weight;
        result = PyTuple_Pack(2, keys, cosines);
    }
    Py_XDECREF(keys);
    Py_XDECREF(cosines);
end:
    free(found.pairs);
    release(&held);
    return result;
}

/* Puts pairs into the arrays of a graph from place `at` on, and `half` places further the other way round; the weights as
   shares of `total`. */
static void put_edges(const Pairs *found, Py_ssize_t size, double total, Py_ssize_t at, Py_ssize_t half, Id *source, Id *target,
                      double *weight) {
    for (Py_ssize_t k = 0, u = 0; k < found->count; k++, at++) {
        /* Keys rise, so that nothing needs to be divided. */
        while (found->pairs[k].key >= (u + 1) * size) u++;
        source[at] = target[at + half] = u;
        target[at] = source[at + half] = found->pairs[k].key - u * size;
        weight[at] = weight[at + half] = found->pairs[k].weight / total;
    }
}

/* term_graph(ids, owners, is_phrase, cosines, window, across, threshold, phrase_threshold, enough) -> sources, targets and
   weights of the edges: `term_graph` of graphs.py for the cosines of all pairs, or for none; None if more than `enough` pairs
   are alike. */
static PyObject *term_graph(PyObject *self, PyObject *args) {
    PyObject *a[4], *result = NULL, *made[3] = {NULL};
    Py_ssize_t window, tokens, size, half, enough;
    int across;
    double threshold, phrase_threshold, times = 0.0, total = 1.0, *weight;
    Buffers held = {.count = 0};
    Pairs near = {0}, like = {0};
    Id *source, *target;
    if (!PyArg_ParseTuple(args, "OOOOnpddn", &a[0], &a[1], &a[2], &a[3], &window, &across, &threshold, &phrase_threshold,
                          &enough))
        return NULL;
    const Id *ids = array(&held, a[0], sizeof(Id), -1, &tokens, 0);
    const Id *owners = ids ? array(&held, a[1], sizeof(Id), tokens, NULL, 0) : NULL;
    const char *phrase = owners ? array(&held, a[2], 1, -1, &size, 0) : NULL;
    if (!phrase || !in_window(ids, owners, tokens, size, window, across, &near)) goto end;
    if (a[3] != Py_None) {
        const float *cosines = array(&held, a[3], sizeof(float), size * size, NULL, 0);
        if (!cosines || !alike(cosines, 0, size, size, phrase, threshold, phrase_threshold, enough, &like)) goto end;
        if (like.count > enough) {
            Py_INCREF(Py_None);
            result = Py_None;
            goto end;
        }
    }
    half = near.count + like.count;
    if ((made[0] = bytes_of(2 * half, sizeof(Id), (void **)&source)) && (made[1] = bytes_of(2 * half, sizeof(Id), (void **)&target)) &&
        (made[2] = bytes_of(2 * half, sizeof(double), (void **)&weight))) {
        for (Py_ssize_t k = 0; k < near.count; k++) times += near.pairs[k].weight;
        put_edges(&near, size, times > 1.0 ? times : 1.0, 0, half, source, target, weight);
        for (Py_ssize_t k = 0; k < like.count; k++) weight[near.count + k] = like.pairs[k].weight;
        if (like.count) total = sum_of(weight + near.count, like.count);
        put_edges(&like, size, total, near.count, half, source, target, weight);
        result = PyTuple_Pack(3, made[0], made[1], made[2]);
    }
    for (int k = 0; k < 3; k++) Py_XDECREF(made[k]);
end:
    free(near.pairs), free(like.pairs);
    release(&held);
    return result;
}

/* ---- PageRank ---- */

typedef struct {
    Py_ssize_t size;
    const Id *starts, *source; /* of a sparse graph: the edges to node k are those from starts[k] to starts[k + 1] */
    const double *weight;
    const float *dense; /* or all of a dense one */
} Graph;

/* Puts the edges of a sparse graph in the order of their targets, and those of a target as they come. Returns what is to be
   freed, or NULL without memory. */
static void *sorted_edges(Graph *g, const Id *source, const Id *target, const double *weight, Py_ssize_t edges) {
    double *own = room(2 * edges + g->size + 1, sizeof(double)); /* a number of a node takes no more */
    Id *from = (Id *)(own + edges), *starts = from + edges;
    if (!own) return NULL;
    for (Py_ssize_t k = 0; k < edges; k++) starts[target[k] + 1]++;
    for (Py_ssize_t k = 0; k < g->size; k++) starts[k + 1] += starts[k];
    for (Py_ssize_t k = 0; k < edges; k++) {
        Id at = starts[target[k]]++;
        from[at] = source[k], own[at] = weight[k];
    }
    /* Each start has moved to that of the next node. */
    memmove(starts + 1, starts, (size_t)g->size * sizeof(Id));
    starts[0] = 0;
    g->starts = starts, g->source = from, g->weight = own;
    return own;
}

/* out = the graph times x; of a dense one only what stands from the diagonal on is read, since graphs are symmetric. */
FAST static void times(const Graph *g, const double *restrict x, double *restrict out) {
    if (!g->dense) {
        for (Py_ssize_t i = 0; i < g->size; i++) {
            double sum = 0.0;
            for (Id k = g->starts[i]; k < g->starts[i + 1]; k++) sum += g->weight[k] * x[g->source[k]];
            out[i] = sum;
        }
        return;
    }
    memset(out, 0, (size_t)g->size * sizeof(double));
    for (Py_ssize_t i = 0; i < g->size; i++) {
        const float *row = g->dense + i * g->size;
        double s[4] = {row[i] * x[i], 0, 0, 0}, own = x[i];
        Py_ssize_t j = i + 1;
        for (; j + 4 <= g->size; j += 4)
            for (int k = 0; k < 4; k++) {
                double weight = row[j + k];
                s[k] += weight * x[j + k];
                out[j + k] += weight * own;
            }
        for (; j < g->size; j++) s[0] += row[j] * x[j], out[j] += row[j] * own;
        out[i] += (s[0] + s[1]) + (s[2] + s[3]);
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
        for (Py_ssize_t k = 0; k < n; k++) next[k] += (1.0 - damping) * bias[k] + lost * bias[k];
        if (step % 4 == 0) { /* CHECK of pagerank.py */
            for (Py_ssize_t k = 0; k < n; k++) change += fabs(next[k] - scores[k]);
            settled = change < tolerance;
        }
        memcpy(scores, next, (size_t)n * sizeof(double));
    }
    free(passes);
    return settled;
}

/* pagerank(source, target, weight, bias, scores, damping, leak, tolerance, steps) -> whether it settled */
static PyObject *pagerank(PyObject *self, PyObject *args) {
    PyObject *a[5];
    double damping, tolerance;
    int leak, most, done = -1;
    void *sorted = NULL;
    Buffers held = {.count = 0};
    Graph g = {0};
    if (!PyArg_ParseTuple(args, "OOOOOdpdi", &a[0], &a[1], &a[2], &a[3], &a[4], &damping, &leak, &tolerance, &most))
        return NULL;
    Py_ssize_t edges;
    const Id *source, *target;
    const double *weight, *bias = array(&held, a[3], sizeof(double), -1, &g.size, 0);
    double *scores = bias ? array(&held, a[4], sizeof(double), g.size, NULL, 1) : NULL;
    if (scores && square(g.size) && (source = array(&held, a[0], sizeof(Id), -1, &edges, 0)) &&
        (target = array(&held, a[1], sizeof(Id), edges, NULL, 0)) &&
        (weight = array(&held, a[2], sizeof(double), edges, NULL, 0)) && inside(source, edges, g.size) &&
        inside(target, edges, g.size) && (sorted = sorted_edges(&g, source, target, weight, edges)))
        done = walk(&g, bias, scores, damping, leak, tolerance, most);
    free(sorted);
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

/* ---- plain signs of sentences, fusion.py and likeness.py of the method ---- */

/* number_columns(rows, out): the numbers of some tuples, column by column */
static PyObject *number_columns(PyObject *self, PyObject *args) {
    PyObject *rows, *given;
    Py_ssize_t numbers;
    Buffers held = {.count = 0};
    if (!PyArg_ParseTuple(args, "O!O", &PyList_Type, &rows, &given)) return NULL;
    double *out = array(&held, given, sizeof(double), -1, &numbers, 1);
    Py_ssize_t n = PyList_Size(rows), width = n ? numbers / n : 0;
    int fine = out && width * n == numbers;
    for (Py_ssize_t k = 0; fine && k < n && k < PyList_Size(rows); k++) {
        PyObject *row = PyList_GetItem(rows, k);
        Py_INCREF(row);
        fine = PyTuple_Check(row) && PyTuple_Size(row) == width;
        for (Py_ssize_t c = 0; fine && c < width; c++) {
            PyObject *one = PyTuple_GetItem(row, c);
            out[c * n + k] = one == Py_False ? 0.0 : one == Py_True ? 1.0 : PyFloat_AsDouble(one);
            fine = !PyErr_Occurred();
        }
        Py_DECREF(row);
    }
    if (!fine && !PyErr_Occurred()) PyErr_SetString(PyExc_ValueError, "rows do not fit their columns");
    release(&held);
    if (!fine) return NULL;
    Py_RETURN_NONE;
}

/* centred(values, weight, out): out = weight * (values - their mean) */
static PyObject *centred(PyObject *self, PyObject *args) {
    PyObject *a[2];
    Py_ssize_t n;
    double weight;
    Buffers held = {.count = 0};
    if (!PyArg_ParseTuple(args, "OdO", &a[0], &weight, &a[1])) return NULL;
    const double *values = array(&held, a[0], sizeof(double), -1, &n, 0);
    double *out = values ? array(&held, a[1], sizeof(double), n, NULL, 1) : NULL;
    double mean = out && n ? sum_of(values, n) / (double)n : 0.0;
    for (Py_ssize_t k = 0; out && k < n; k++) out[k] = weight * (values[k] - mean);
    release(&held);
    if (!out) return NULL;
    Py_RETURN_NONE;
}

/* standardised(values, farthest, weight, out): out = weight * z, where z lies at most so many standard deviations from the
   mean, and is 0 where nothing varies */
static PyObject *standardised(PyObject *self, PyObject *args) {
    PyObject *a[2];
    Py_ssize_t n;
    double farthest, weight, *squares = NULL;
    Buffers held = {.count = 0};
    if (!PyArg_ParseTuple(args, "OddO", &a[0], &farthest, &weight, &a[1])) return NULL;
    const double *values = array(&held, a[0], sizeof(double), -1, &n, 0);
    double *out = values ? array(&held, a[1], sizeof(double), n, NULL, 1) : NULL;
    int fine = out && (squares = room(n, sizeof(double)));
    if (fine && n) {
        double mean = sum_of(values, n) / (double)n;
        for (Py_ssize_t k = 0; k < n; k++) out[k] = values[k] - mean, squares[k] = out[k] * out[k];
        double deviation = sqrt(sum_of(squares, n) / (double)n);
        for (Py_ssize_t k = 0; k < n; k++) {
            double z = deviation <= 1e-12 ? 0.0 : out[k] / deviation;
            z = z < -farthest ? -farthest : z;
            out[k] = weight * (z > farthest ? farthest : z);
        }
    }
    free(squares);
    release(&held);
    if (!fine) return NULL;
    Py_RETURN_NONE;
}

/* What numpy.quantile gives for sorted values: `quantile` of selection.py */
static double quantile(const double *ordered, Py_ssize_t n, double share) {
    double place = share * (double)(n - 1), below = floor(place), rest = place - below;
    Py_ssize_t at = (Py_ssize_t)below;
    double left = ordered[at], right = ordered[at + 1 < n ? at + 1 : n - 1];
    return rest < 0.5 ? left + (right - left) * rest : right - (right - left) * (1.0 - rest);
}

/* relevance(values, ordered, outside, out): values on a scale on which such a share lies below 0 and above 1, and what does
   so is drawn in by half; `ordered` are the same, sorted */
static PyObject *relevance(PyObject *self, PyObject *args) {
    PyObject *a[3];
    Py_ssize_t n;
    double outside;
    Buffers held = {.count = 0};
    if (!PyArg_ParseTuple(args, "OOdO", &a[0], &a[1], &outside, &a[2])) return NULL;
    const double *values = array(&held, a[0], sizeof(double), -1, &n, 0);
    const double *ordered = values ? array(&held, a[1], sizeof(double), n, NULL, 0) : NULL;
    double *out = ordered ? array(&held, a[2], sizeof(double), n, NULL, 1) : NULL;
    int fine = out && outside >= 0.0 && outside <= 1.0;
    if (fine && n) {
        double low = quantile(ordered, n, outside), width = quantile(ordered, n, 1.0 - outside) - low;
        for (Py_ssize_t k = 0; k < n; k++) {
            double value = width <= 1e-12 ? 0.0 : (values[k] - low) / width, within = value < 0.0 ? 0.0 : value > 1.0 ? 1.0 : value;
            out[k] = within + (value - within) / 2.0;
        }
    }
    if (!fine && !PyErr_Occurred()) PyErr_SetString(PyExc_ValueError, "a share lies between 0 and 1");
    release(&held);
    if (!fine) return NULL;
    Py_RETURN_NONE;
}

/* openings(sentence, term, terms, far, few, opening, reach): the mean over the different terms of each sentence, or over
   `few`, of what it opens and how far that reaches. The pairs are those of Terms.pairs, by their sentences. */
static PyObject *openings(PyObject *self, PyObject *args) {
    PyObject *a[4];
    Py_ssize_t count, terms, far, few, n;
    Id *first = NULL;
    Buffers held = {.count = 0};
    int fine = 0;
    if (!PyArg_ParseTuple(args, "OOnnnOO", &a[0], &a[1], &terms, &far, &few, &a[2], &a[3])) return NULL;
    const Id *sentence = array(&held, a[0], sizeof(Id), -1, &count, 0);
    const Id *term = sentence ? array(&held, a[1], sizeof(Id), count, NULL, 0) : NULL;
    double *opening = term ? array(&held, a[2], sizeof(double), -1, &n, 1) : NULL;
    double *reach = opening ? array(&held, a[3], sizeof(double), n, NULL, 1) : NULL;
    if (!reach || !square(terms) || terms < 0 || far < 1 || few < 1 || !inside(sentence, count, n) || !inside(term, count, terms))
        goto end;
    if (!(first = room(2 * terms + n, sizeof(Id)))) goto end;
    Id *last = first + terms, *sizes = last + terms;
    for (Py_ssize_t k = count; k-- > 0;) first[term[k]] = sentence[k];
    for (Py_ssize_t k = 0; k < count; k++) last[term[k]] = sentence[k], sizes[sentence[k]]++;
    for (Py_ssize_t k = 0; k < n; k++) opening[k] = reach[k] = 0.0;
    for (Py_ssize_t k = 0; k < count; k++) {
        Id span = last[term[k]] - first[term[k]];
        opening[sentence[k]] += first[term[k]] == sentence[k] && span > 0;
        reach[sentence[k]] += (double)(span < far ? span : far) / (double)far;
    }
    for (Py_ssize_t k = 0; k < n; k++) {
        double size = (double)(sizes[k] < few ? few : sizes[k]);
        opening[k] /= size, reach[k] /= size;
    }
    fine = 1;
end:
    if (!fine && !PyErr_Occurred()) PyErr_SetString(PyExc_ValueError, "arrays do not fit each other");
    free(first);
    release(&held);
    if (!fine) return NULL;
    Py_RETURN_NONE;
}

/* likeness(sentence, term, times, idf, centre, products, lengths): of the sentences by tf-idf their sum, the product of each
   with that, and their lengths. `idf` has a number for each number of sentences that a term may stand in. */
static PyObject *likeness(PyObject *self, PyObject *args) {
    PyObject *a[7];
    Py_ssize_t count, known, terms, n;
    Id *among = NULL;
    Buffers held = {.count = 0};
    int fine = 0;
    if (!PyArg_ParseTuple(args, "OOOOOOO", &a[0], &a[1], &a[2], &a[3], &a[4], &a[5], &a[6])) return NULL;
    const Id *sentence, *term, *times;
    const double *idf;
    double *centre, *products, *lengths, *weight = NULL;
    if (!(sentence = array(&held, a[0], sizeof(Id), -1, &count, 0)) || !(term = array(&held, a[1], sizeof(Id), count, NULL, 0)) ||
        !(times = array(&held, a[2], sizeof(Id), count, NULL, 0)) || !(idf = array(&held, a[3], sizeof(double), -1, &known, 0)) ||
        !(centre = array(&held, a[4], sizeof(double), -1, &terms, 1)) ||
        !(products = array(&held, a[5], sizeof(double), -1, &n, 1)) || !(lengths = array(&held, a[6], sizeof(double), n, NULL, 1)) ||
        !inside(sentence, count, n) || !inside(term, count, terms))
        goto end;
    if (!(among = room(terms, sizeof(Id))) || !(weight = room(count, sizeof(double)))) goto end;
    for (Py_ssize_t k = 0; k < count; k++) among[term[k]]++;
    if (!inside(among, terms, known)) goto end;
    for (Py_ssize_t k = 0; k < terms; k++) centre[k] = 0.0;
    for (Py_ssize_t k = 0; k < n; k++) products[k] = lengths[k] = 0.0;
    for (Py_ssize_t k = 0; k < count; k++) {
        weight[k] = (double)times[k] * idf[among[term[k]]];
        centre[term[k]] += weight[k];
    }
    for (Py_ssize_t k = 0; k < count; k++) {
        products[sentence[k]] += weight[k] * centre[term[k]];
        lengths[sentence[k]] += weight[k] * weight[k];
    }
    for (Py_ssize_t k = 0; k < n; k++) lengths[k] = sqrt(lengths[k]);
    fine = 1;
end:
    if (!fine && !PyErr_Occurred()) PyErr_SetString(PyExc_ValueError, "arrays do not fit each other");
    free(among), free(weight);
    release(&held);
    if (!fine) return NULL;
    Py_RETURN_NONE;
}

/* ---- runs of letters, ngrams.py of the languages ---- */

typedef struct {
    const signed char *rows;
    Py_ssize_t width;
    int longest, bits, whole;
} Letters;

static inline const signed char *row_of(const Letters *l, uint32_t hash, int order) {
    return l->rows + (Py_ssize_t)(((hash + (uint32_t)order) * 0x9E3779B1u) >> (32 - l->bits)) * l->width;
}

#define USUAL 16             /* numbers of a row: their sums stay in registers */
#define FLUSHED (1 << 16)    /* letters after which these go to the larger ones: 2^16 * (whole + 32) * 127 < 2^31 */

/* Adds the rows of all words and runs of letters; returns how many these are. The first space begins the first word. */
FAST static Py_ssize_t add_usual(const Letters *l, const uint32_t *points, Py_ssize_t count, int64_t *sums) {
    uint32_t word = 0, power = 0; /* the hash of the word so far; 0 as the power: no space has come yet */
    Py_ssize_t runs = 0;
    for (Py_ssize_t from = 0; from < count; from += FLUSHED) {
        Py_ssize_t to = count - from > FLUSHED ? from + FLUSHED : count;
        int32_t own[USUAL] = {0};
        for (Py_ssize_t k = from; k < to; k++) {
            uint32_t run = points[k] * 0x01000193u;
            for (int order = 2; order <= l->longest && k + order <= count; order++, runs++) {
                run = (run ^ points[k + order - 1]) * 0x01000193u;
                const signed char *row = row_of(l, run, order);
                for (int d = 0; d < USUAL; d++) own[d] += row[d];
            }
            word += points[k] * power;
            power *= 0x01000193u;
            if (points[k] != ' ') continue;
            if (power) {
                const signed char *row = row_of(l, word, 0);
                for (int d = 0; d < USUAL; d++) own[d] += l->whole * row[d];
                runs += l->whole;
            }
            word = 0;
            power = 0x01000193u; /* of the next letter */
        }
        for (int d = 0; d < USUAL; d++) sums[d] += own[d];
    }
    return runs;
}

/* The same for rows of any width. */
static Py_ssize_t add_runs(const Letters *l, const uint32_t *points, Py_ssize_t count, int64_t *sums) {
    if (l->width == USUAL) return add_usual(l, points, count, sums);
    uint32_t word = 0, power = 0;
    Py_ssize_t runs = 0;
    for (Py_ssize_t k = 0; k < count; k++) {
        uint32_t run = points[k] * 0x01000193u;
        for (int order = 2; order <= l->longest && k + order <= count; order++, runs++) {
            run = (run ^ points[k + order - 1]) * 0x01000193u;
            const signed char *row = row_of(l, run, order);
            for (Py_ssize_t d = 0; d < l->width; d++) sums[d] += row[d];
        }
        word += points[k] * power;
        power *= 0x01000193u;
        if (points[k] != ' ') continue;
        if (power) {
            const signed char *row = row_of(l, word, 0);
            for (Py_ssize_t d = 0; d < l->width; d++) sums[d] += (int64_t)l->whole * row[d];
            runs += l->whole;
        }
        word = 0;
        power = 0x01000193u;
    }
    return runs;
}

static int is_small_letter(char c) { return c >= 'a' && c <= 'z'; }

static int is_word_sign(char c) { return is_small_letter(c) || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_'; }

/* telling_words of an ASCII text as numbers between single spaces: its words in small letters, and if these are fewer than
   `least` the letters of all words. `points` has room for two more than the text is long. */
static Py_ssize_t telling_points(const char *text, Py_ssize_t length, Py_ssize_t least, uint32_t *points) {
    Py_ssize_t count = 0, words = 0;
    points[count++] = ' ';
    for (Py_ssize_t k = 0, end; k < length; k = end) {
        end = k + 1;
        if (!is_small_letter(text[k])) continue;
        while (end < length && is_small_letter(text[end])) end++;
        char before = k ? text[k - 1] : ' ', behind = end < length ? text[end] : ' ';
        if (is_word_sign(before) || before == '.' || before == '@' || before == '/') continue;
        if (is_word_sign(behind) || behind == '@' || behind == '/') continue;
        for (Py_ssize_t at = k; at < end; at++) points[count++] = (uint32_t)text[at];
        points[count++] = ' ';
        words++;
    }
    if (words >= least) return count;
    for (Py_ssize_t k = count = 0; k < length; k++) {
        char letter = text[k] >= 'A' && text[k] <= 'Z' ? (char)(text[k] + 'a' - 'A') : text[k];
        int blank = !is_small_letter(letter);
        if (!k) points[count++] = ' ';
        if (!blank) points[count++] = (uint32_t)letter;
        else if (points[count - 1] != ' ') points[count++] = ' ';
    }
    if (!count) points[count++] = ' ';
    /* Of no letters at all there are two spaces, as numpy has them. */
    if (count == 1 || points[count - 1] != ' ') points[count++] = ' ';
    return count;
}

/* letter_runs(text, least, rows, longest, bits, whole, sums) -> how many words, each counted `whole` times, and runs of 2 to
   `longest` letters there are; sums[d] gets those of their rows. `text` is a string in ASCII, or its points. */
static PyObject *letter_runs(PyObject *self, PyObject *args) {
    PyObject *a[3];
    Py_ssize_t count, size = 0, least;
    Letters l;
    uint32_t *own = NULL;
    const uint32_t *points = NULL;
    Buffers held = {.count = 0};
    if (!PyArg_ParseTuple(args, "OnOiiiO", &a[0], &least, &a[1], &l.longest, &l.bits, &l.whole, &a[2])) return NULL;
    l.rows = array(&held, a[1], 1, -1, &size, 0);
    int64_t *sums = l.rows ? array(&held, a[2], sizeof(int64_t), -1, &l.width, 1) : NULL;
    if (!sums || l.bits < 1 || l.bits > 24 || l.longest > 32 || l.whole < 0 || l.whole > 64 || l.width << l.bits != size) {
        if (!PyErr_Occurred()) PyErr_SetString(PyExc_ValueError, "rows do not fit the buckets");
        goto end;
    }
    if (PyUnicode_Check(a[0])) {
        const char *text = PyUnicode_AsUTF8AndSize(a[0], &count);
        for (Py_ssize_t k = 0; text && k < count; k++)
            if (text[k] & 0x80) {
                PyErr_SetString(PyExc_ValueError, "a text beyond ASCII comes as its points");
                goto end;
            }
        if (text && (own = room(count + 2, sizeof(uint32_t)))) {
            count = telling_points(text, count, least, own);
            points = own;
        }
    } else
        points = array(&held, a[0], sizeof(uint32_t), -1, &count, 0);
    size = points ? add_runs(&l, points, count, sums) : 0;
end:
    free(own);
    release(&held);
    return PyErr_Occurred() ? NULL : PyLong_FromSsize_t(size);
}

PyMethodDef number_methods[] = {
    {"letter_runs", letter_runs, METH_VARARGS, NULL},
    {"cooccurrence", cooccurrence, METH_VARARGS, NULL},
    {"semantic", semantic, METH_VARARGS, NULL},
    {"term_graph", term_graph, METH_VARARGS, NULL},
    {"pagerank", pagerank, METH_VARARGS, NULL},
    {"number_columns", number_columns, METH_VARARGS, NULL},
    {"centred", centred, METH_VARARGS, NULL},
    {"relevance", relevance, METH_VARARGS, NULL},
    {"standardised", standardised, METH_VARARGS, NULL},
    {"openings", openings, METH_VARARGS, NULL},
    {"likeness", likeness, METH_VARARGS, NULL},
    {"pagerank_dense", pagerank_dense, METH_VARARGS, NULL},
    {NULL, NULL, 0, NULL},
};
