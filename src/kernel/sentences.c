/* Sentences that are compared with each other, and the order that comes of it: the same sums in the same order as the
   numpy code has them. */
#include "arrays.h"

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

/* Sorts few numbers by insertion and many by qsort. */
static int by_number(const void *a, const void *b) {
    Id x = *(const Id *)a, y = *(const Id *)b;
    return (x > y) - (x < y);
}

static void sort_ids(Id *ids, Py_ssize_t count) {
    if (count > 48) {
        qsort(ids, (size_t)count, sizeof(Id), by_number);
        return;
    }
    for (Py_ssize_t k = 1; k < count; k++) {
        Id own = ids[k];
        Py_ssize_t at = k;
        for (; at && ids[at - 1] > own; at--) ids[at] = ids[at - 1];
        ids[at] = own;
    }
}

/* pairs(ids, bounds) -> sentences, their terms, each once and ordered, and how often each is there: Terms.pairs */
static PyObject *pairs(PyObject *self, PyObject *args) {
    PyObject *a, *b, *result = NULL, *made[3] = {NULL};
    Py_ssize_t count, size, have = 0;
    Buffers held = {.count = 0};
    if (!PyArg_ParseTuple(args, "OO", &a, &b)) return NULL;
    const Id *ids = array(&held, a, sizeof(Id), -1, &count, 0);
    const Id *bounds = ids ? array(&held, b, sizeof(Id), -1, &size, 0) : NULL;
    Id *own = bounds && rising(bounds, size, count) ? room(4 * count, sizeof(Id)) : NULL;
    if (own) {
        Id *sentence = own + count, *term = sentence + count, *times = term + count;
        memcpy(own, ids, (size_t)count * sizeof(Id));
        for (Py_ssize_t s = 0; s + 1 < size; s++) {
            sort_ids(own + bounds[s], bounds[s + 1] - bounds[s]);
            for (Id k = bounds[s]; k < bounds[s + 1]; k++)
                if (k > bounds[s] && own[k] == own[k - 1]) times[have - 1]++;
                else sentence[have] = s, term[have] = own[k], times[have++] = 1;
        }
        int fine = 1;
        for (int k = 0; k < 3; k++) {
            made[k] = PyBytes_FromStringAndSize((const char *)(own + (k + 1) * count), have * (Py_ssize_t)sizeof(Id));
            fine &= made[k] != NULL;
        }
        if (fine) result = PyTuple_Pack(3, made[0], made[1], made[2]);
        for (int k = 0; k < 3; k++) Py_XDECREF(made[k]);
    }
    free(own);
    release(&held);
    return result;
}

/* of_sentences(ids, bounds, sentences) -> the ids of some sentences, and their bounds: Terms.of_sentences */
static PyObject *of_sentences(PyObject *self, PyObject *args) {
    PyObject *a, *b, *c, *result = NULL;
    Py_ssize_t count, size, some, all = 0;
    Buffers held = {.count = 0};
    if (!PyArg_ParseTuple(args, "OOO", &a, &b, &c)) return NULL;
    const Id *ids = array(&held, a, sizeof(Id), -1, &count, 0);
    const Id *bounds = ids ? array(&held, b, sizeof(Id), -1, &size, 0) : NULL;
    const Id *sentences = bounds ? array(&held, c, sizeof(Id), -1, &some, 0) : NULL;
    if (!sentences || !rising(bounds, size, count) || !inside(sentences, some, size - 1)) goto end;
    for (Py_ssize_t k = 0; k < some; k++) {
        Id more = bounds[sentences[k] + 1] - bounds[sentences[k]];
        if (more > PY_SSIZE_T_MAX / 16 - all) {
            PyErr_NoMemory();
            goto end;
        }
        all += more;
    }
    PyObject *found = PyBytes_FromStringAndSize(NULL, all * (Py_ssize_t)sizeof(Id));
    PyObject *starts = PyBytes_FromStringAndSize(NULL, (some + 1) * (Py_ssize_t)sizeof(Id));
    if (found && starts) {
        Id *to = (Id *)PyBytes_AsString(found), *at = (Id *)PyBytes_AsString(starts);
        at[0] = 0;
        for (Py_ssize_t k = 0; k < some; k++) {
            Id start = bounds[sentences[k]], more = bounds[sentences[k] + 1] - start;
            if (more) memcpy(to + at[k], ids + start, (size_t)more * sizeof(Id));
            at[k + 1] = at[k] + more;
        }
        result = PyTuple_Pack(2, found, starts);
    }
    Py_XDECREF(found);
    Py_XDECREF(starts);
end:
    release(&held);
    return result;
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
    if (out && terms >= 0 && terms < PY_SSIZE_T_MAX / 16 && n * n == numbers && inside(sentence, count, n) && inside(term, count, terms)) {
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

#define LANES 16 /* sentences whose distances are summed at once */
typedef float Lanes __attribute__((vector_size(LANES * sizeof(float))));

/* What separates every term from the nearest of some terms: `near` gets one number a column. */
FAST static void to_nearest(const float *rows, Py_ssize_t width, const Id *token, Py_ssize_t count, float *restrict near) {
    memcpy(near, rows + token[0] * width, (size_t)width * sizeof(float));
    Py_ssize_t k = 1;
    for (; k + 2 < count; k += 3) {
        const float *x = rows + token[k] * width, *y = rows + token[k + 1] * width, *z = rows + token[k + 2] * width;
        for (Py_ssize_t t = 0; t < width; t++) {
            float a = x[t] > near[t] ? x[t] : near[t], b = y[t] > z[t] ? y[t] : z[t];
            near[t] = a > b ? a : b;
        }
    }
    for (; k < count; k++) {
        const float *row = rows + token[k] * width;
        for (Py_ssize_t t = 0; t < width; t++) near[t] = row[t] > near[t] ? row[t] : near[t];
    }
    for (Py_ssize_t t = 0; t < width; t++) {
        float squared = 2.0f - 2.0f * near[t], distance = sqrtf(squared);
        near[t] = squared < 1e-5f ? 0.0f : distance; /* SAME of wmd.py */
    }
}

/* The sums of `pairwise` over shares of some terms, for all lanes at once: term t has its lanes in turned[t]. */
FAST static void sum_lanes(const float *turned, const Id *ids, Py_ssize_t n, float share, float *sums) {
    Lanes total = {0}, r[8], x;
    if (n > 128) {
        float left[LANES], right[LANES];
        Py_ssize_t half = n / 2;
        half -= half % 8;
        sum_lanes(turned, ids, half, share, left);
        sum_lanes(turned, ids + half, n - half, share, right);
        for (int b = 0; b < LANES; b++) sums[b] = left[b] + right[b];
        return;
    }
    Py_ssize_t k = 0;
    if (n >= 8) {
        for (; k < 8; k++) memcpy(&x, turned + ids[k] * LANES, sizeof x), r[k] = x * share;
        for (; k < n - n % 8; k += 8)
            for (int i = 0; i < 8; i++) memcpy(&x, turned + ids[k + i] * LANES, sizeof x), r[i] += x * share;
        total = ((r[0] + r[1]) + (r[2] + r[3])) + ((r[4] + r[5]) + (r[6] + r[7]));
    }
    for (; k < n; k++) memcpy(&x, turned + ids[k] * LANES, sizeof x), total += x * share;
    memcpy(sums, &total, sizeof total);
}

/* Rows of LANES sentences, one below the other, as one row of LANES numbers a term. */
FAST static void turn(const float *near, Py_ssize_t width, float *restrict turned) {
    for (Py_ssize_t t = 0; t < width; t++)
        for (int b = 0; b < LANES; b++) turned[t * LANES + b] = near[b * width + t];
}

/* One-sided distances from `n` sentences to those of a block, whose first one is number `first`: a column of `out` for each
   of these. `token` has rows, `bounds` those of the block's sentences; `ids` has columns, `starts` those of all sentences. No
   sentence is empty. Returns 0 without memory. */
static int one_sided(const float *rows, Py_ssize_t width, const Id *token, const Id *bounds, Py_ssize_t block, const Id *ids,
                     const Id *starts, Py_ssize_t n, Py_ssize_t first, float *out) {
    float *near = room(2 * LANES * width, sizeof(float)), *turned = near + LANES * width, sums[LANES];
    if (!near) return 0;
    for (Py_ssize_t s = 0; s < block; s += LANES) {
        Py_ssize_t some = block - s < LANES ? block - s : LANES;
        for (Py_ssize_t b = 0; b < some; b++)
            to_nearest(rows, width, token + bounds[s + b], bounds[s + b + 1] - bounds[s + b], near + b * width);
        turn(near, width, turned);
        for (Py_ssize_t i = 0; i < n; i++) {
            const Id *own = ids + starts[i];
            Py_ssize_t count = starts[i + 1] - starts[i];
            float share = (float)(1.0 / (double)count), *to = out + i * n + first + s;
            sum_lanes(turned, own + 1, count - 1, share, sums);
            for (Py_ssize_t b = 0; b < some; b++) to[b] = turned[own[0] * LANES + b] * share + sums[b];
        }
    }
    free(near);
    return 1;
}

static int none_empty(const Id *bounds, Py_ssize_t count) {
    for (Py_ssize_t k = 0; k + 1 < count; k++)
        if (bounds[k] == bounds[k + 1]) return 0;
    return 1;
}

/* relaxed(rows, width, tokens, bounds, ids, starts, first, out): see `one_sided`; for a text whose cosines come in blocks */
static PyObject *relaxed(PyObject *self, PyObject *args) {
    PyObject *a[6];
    Py_ssize_t width, numbers, tokens, total, block, all, first;
    Buffers held = {.count = 0};
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
    if (width < 1 || numbers % width || !square(width) || !inside(token, tokens, numbers / width) || !inside(ids, total, width) ||
        !rising(bounds, block, tokens) || !rising(starts, all, total) || first < 0 || first > n - (block - 1))
        goto end;
    if (!none_empty(starts, all) || !none_empty(bounds, block)) goto end;
    fine = one_sided(rows, width, token, bounds, block - 1, ids, starts, n, first, out);
end:
    if (!fine && !PyErr_Occurred()) PyErr_SetString(PyExc_ValueError, "arrays do not fit each other");
    release(&held);
    if (!fine) return NULL;
    Py_RETURN_NONE;
}

/* A square matrix, whose length is that of its side times itself. */
static float *matrix(Buffers *held, PyObject *object, Py_ssize_t *side, int writable) {
    Py_ssize_t numbers;
    float *found = array(held, object, sizeof(float), -1, &numbers, writable);
    if (!found) return NULL;
    *side = (Py_ssize_t)(sqrt((double)numbers) + 0.5);
    if (*side * *side == numbers && square(*side)) return found;
    if (!PyErr_Occurred()) PyErr_SetString(PyExc_ValueError, "the matrix is not square");
    return NULL;
}

#define TILE 32 /* rows and columns of a part of a matrix that stays in the cache */

/* The larger of two numbers that face each other across the diagonal takes the place of both. */
static void take_larger(float *m, Py_ssize_t n) {
    for (Py_ssize_t top = 0; top < n; top += TILE)
        for (Py_ssize_t left = top; left < n; left += TILE)
            for (Py_ssize_t i = top; i < top + TILE && i < n; i++)
                for (Py_ssize_t j = left > i ? left : i + 1; j < left + TILE && j < n; j++) {
                    float x = m[i * n + j], y = m[j * n + i];
                    m[i * n + j] = m[j * n + i] = x > y ? x : y;
                }
}

/* larger(matrix): see `take_larger` */
static PyObject *larger(PyObject *self, PyObject *given) {
    Py_ssize_t n;
    Buffers held = {.count = 0};
    float *m = matrix(&held, given, &n, 1);
    if (m) take_larger(m, n);
    release(&held);
    if (!m) return NULL;
    Py_RETURN_NONE;
}

/* distances(cosines, ids, bounds, out): the relaxed WMD of all pairs of sentences, from the cosines of all pairs of terms.
   A term without a vector has no cosine with itself; a sentence without vectors is infinitely far from all others. */
static PyObject *distances(PyObject *self, PyObject *args) {
    PyObject *a[4];
    Py_ssize_t width, total, all;
    Buffers held = {.count = 0};
    Id *kept = NULL;
    float *some = NULL;
    int fine = 0;
    if (!PyArg_ParseTuple(args, "OOOO", &a[0], &a[1], &a[2], &a[3])) return NULL;
    const float *cosines = matrix(&held, a[0], &width, 0);
    const Id *ids = cosines ? array(&held, a[1], sizeof(Id), -1, &total, 0) : NULL;
    const Id *bounds = ids ? array(&held, a[2], sizeof(Id), -1, &all, 0) : NULL;
    if (!bounds || !square(all) || !inside(ids, total, width) || !rising(bounds, all, total)) goto end;
    Py_ssize_t n = all - 1, known = 0, have = 0;
    float *out = array(&held, a[3], sizeof(float), n * n, NULL, 1);
    if (!out || !(kept = room(total + 2 * all, sizeof(Id)))) goto end;
    Id *starts = kept + total, *number = starts + all; /* of the sentences that have vectors */
    for (Py_ssize_t s = 0; s < n; s++) {
        for (Id k = bounds[s]; k < bounds[s + 1]; k++)
            if (cosines[ids[k] * width + ids[k]] > 0.0f) kept[have++] = ids[k];
        if (have > starts[known]) number[known++] = s, starts[known] = have;
    }
    if (!(some = room(known < n ? known * known : 0, sizeof(float)))) goto end;
    float *to = known < n ? some : out;
    if (known && !one_sided(cosines, width, kept, starts, known, kept, starts, known, 0, to)) goto end;
    take_larger(to, known);
    if (known < n) {
        for (Py_ssize_t k = 0; k < n * n; k++) out[k] = INFINITY;
        for (Py_ssize_t i = 0; i < known; i++)
            for (Py_ssize_t j = 0; j < known; j++) out[number[i] * n + number[j]] = some[i * known + j];
    }
    for (Py_ssize_t i = 0; i < n; i++) out[i * n + i] = 0.0f;
    fine = 1;
end:
    if (!fine && !PyErr_Occurred()) PyErr_SetString(PyExc_ValueError, "arrays do not fit each other");
    free(kept), free(some);
    release(&held);
    if (!fine) return NULL;
    Py_RETURN_NONE;
}

/* ---- copies, and the graph of sentences ---- */

/* Whether a row may hold a copy: in single precision, and rather too often than too seldom. */
FAST static int may_copy(const float *row, const float *sizes, Py_ssize_t n, float own, float share) {
    int found = 0;
    for (Py_ssize_t j = 0; j < n; j++) found |= (row[j] > 0.0f) & (row[j] * (1.0f + share) * 1.0001f >= share * (own + sizes[j]));
    return found;
}

static inline int comes_before(const char *half, Py_ssize_t j, Py_ssize_t i) {
    return half[j] == half[i] ? j < i : half[j] < half[i];
}

/* copies(shared, sizes, half, share, found): the first with which a later sentence shares its terms, or -1; those that are
   half a sentence come after all others */
static PyObject *copies(PyObject *self, PyObject *args) {
    PyObject *a[4];
    double share;
    Py_ssize_t n;
    Buffers held = {.count = 0};
    float *sizes = NULL;
    int fine = 0;
    if (!PyArg_ParseTuple(args, "OOOdO", &a[0], &a[1], &a[2], &share, &a[3])) return NULL;
    const float *shared = matrix(&held, a[0], &n, 0);
    const Id *size = shared ? array(&held, a[1], sizeof(Id), n, NULL, 0) : NULL;
    const char *half = size ? array(&held, a[2], 1, n, NULL, 0) : NULL;
    Id *found = half ? array(&held, a[3], sizeof(Id), n, NULL, 1) : NULL;
    if (!found || !(sizes = room(n, sizeof(float)))) goto end;
    for (Py_ssize_t j = 0; j < n; j++) sizes[j] = (float)size[j];
    for (Py_ssize_t i = 0; i < n; i++) {
        const float *row = shared + i * n;
        found[i] = -1;
        if (!may_copy(row, sizes, n, sizes[i], (float)share)) continue;
        for (Py_ssize_t j = 0; j < n; j++) {
            if (!comes_before(half, j, i) || (found[i] >= 0 && !comes_before(half, j, found[i]))) continue;
            if (row[j] > 0.0f && row[j] >= share * ((double)(size[i] + size[j]) - row[j])) found[i] = j;
        }
    }
    fine = 1;
end:
    free(sizes);
    release(&held);
    if (!fine) return NULL;
    Py_RETURN_NONE;
}

#define BUFFER 8192 /* numbers that numpy converts at once */

FAST static double pairwise_double(const float *a, Py_ssize_t n) {
    if (n < 8) {
        double sum = 0.0;
        for (Py_ssize_t k = 0; k < n; k++) sum += a[k];
        return sum;
    }
    if (n > 128) {
        Py_ssize_t half = n / 2;
        half -= half % 8;
        return pairwise_double(a, half) + pairwise_double(a + half, n - half);
    }
    double r[8];
    Py_ssize_t k;
    for (int i = 0; i < 8; i++) r[i] = a[i];
    for (k = 8; k < n - n % 8; k += 8)
        for (int i = 0; i < 8; i++) r[i] += a[k + i];
    double sum = ((r[0] + r[1]) + (r[2] + r[3])) + ((r[4] + r[5]) + (r[6] + r[7]));
    for (; k < n; k++) sum += a[k];
    return sum;
}

/* The similarities from `least` on, of the numbers from `from` on of a matrix; 0 elsewhere and on the diagonal. */
FAST static void keep(const float *similarity, Py_ssize_t n, Py_ssize_t from, Py_ssize_t count, float least, float *restrict kept) {
    for (Py_ssize_t k = 0; k < count; k++) {
        float near = similarity[from + k];
        kept[k] = (near >= least) & (near > 0.0f) ? near : 0.0f;
    }
    for (Py_ssize_t i = (from + n) / (n + 1); i < n && i * (n + 1) < from + count; i++)
        if (i * (n + 1) >= from) kept[i * (n + 1) - from] = 0.0f;
}

/* Into which of some drawers, a power of two, a similarity belongs: larger ones never into a lower drawer. */
static inline unsigned drawer(float value, unsigned drawers) {
    return value > 0.0f ? value < 1.0f ? (unsigned)(value * (float)drawers) : drawers - 1 : 0u;
}

/* qsort may leave its array if what it compares has no order, and what is not a number has none. */
static inline float number_or_lowest(float value) { return isnan(value) ? -INFINITY : value; }

static int by_size(const void *left, const void *right) {
    float x = *(const float *)left, y = *(const float *)right;
    return (x > y) - (x < y);
}

/* The least of the `wanted` greatest similarities above the diagonal. Returns 0 without memory. */
static int least_of(const float *similarity, Py_ssize_t n, Py_ssize_t wanted, float *least) {
    /* Many drawers take half a megabyte, which pushes everything else out of the processor's memory. */
    unsigned drawers = n > 256 ? 65536 : 1024;
    Py_ssize_t *counts = room(drawers, sizeof(Py_ssize_t)), some = 0;
    if (!counts) return 0;
    for (Py_ssize_t i = 0; i < n; i++)
        for (Py_ssize_t j = i + 1; j < n; j++) counts[drawer(similarity[i * n + j], drawers)]++;
    unsigned at = drawers - 1;
    for (; at > 0 && counts[at] < wanted; at--) wanted -= counts[at];
    float *inside_it = room(counts[at], sizeof(float));
    if (inside_it) {
        for (Py_ssize_t i = 0; i < n; i++)
            for (Py_ssize_t j = i + 1; j < n; j++)
                if (drawer(similarity[i * n + j], drawers) == at) inside_it[some++] = number_or_lowest(similarity[i * n + j]);
        qsort(inside_it, (size_t)some, sizeof(float), by_size);
        *least = inside_it[some - wanted];
    }
    free(counts), free(inside_it);
    return inside_it != NULL;
}

FAST static void divide_row(const float *shared, const float *logs, Py_ssize_t n, float own, float least, float *restrict out) {
    for (Py_ssize_t j = 0; j < n; j++) {
        float below = own + logs[j];
        out[j] = shared[j] / (below > least ? below : least);
    }
}

FAST static void add_edges(const float *kept, Py_ssize_t count, float total, float more, float *restrict out) {
    for (Py_ssize_t k = 0; k < count; k++) out[k] = out[k] / total + kept[k] / more;
}

/* sentence_graph(shared, logs, least, similarity, wanted, out): w_ij of graphs.py; without edges of similarity where
   `wanted` is 0 */
static PyObject *sentence_graph(PyObject *self, PyObject *args) {
    PyObject *a[4];
    float least_log, least = INFINITY, kept[BUFFER];
    Py_ssize_t n, wanted;
    Buffers held = {.count = 0};
    int fine = 0;
    if (!PyArg_ParseTuple(args, "OOfOnO", &a[0], &a[1], &least_log, &a[2], &wanted, &a[3])) return NULL;
    const float *shared = matrix(&held, a[0], &n, 0);
    const float *logs = shared ? array(&held, a[1], sizeof(float), n, NULL, 0) : NULL;
    const float *similarity = logs ? array(&held, a[2], sizeof(float), n * n, NULL, 0) : NULL;
    float *out = similarity ? array(&held, a[3], sizeof(float), n * n, NULL, 1) : NULL;
    if (!out || wanted < 0 || wanted > n * (n - 1) / 2) goto end;
    if (wanted && !least_of(similarity, n, wanted, &least)) goto end;
    double total = 0.0, more = 0.0;
    for (Py_ssize_t i = 0; i < n; i++) divide_row(shared + i * n, logs, n, logs[i], least_log, out + i * n);
    for (Py_ssize_t from = 0; from < n * n; from += BUFFER) {
        Py_ssize_t count = n * n - from < BUFFER ? n * n - from : BUFFER;
        total += pairwise_double(out + from, count);
        if (!wanted) continue;
        keep(similarity, n, from, count, least, kept);
        more += pairwise_double(kept, count);
    }
    total = total > 0 ? total / 2.0 : 1.0, more = more > 0 ? more / 2.0 : 1.0;
    for (Py_ssize_t from = 0; from < n * n; from += BUFFER) {
        Py_ssize_t count = n * n - from < BUFFER ? n * n - from : BUFFER;
        if (wanted) keep(similarity, n, from, count, least, kept);
        else memset(kept, 0, sizeof kept);
        add_edges(kept, count, (float)total, (float)more, out + from);
    }
    fine = 1;
end:
    if (!fine && !PyErr_Occurred()) PyErr_SetString(PyExc_ValueError, "arrays do not fit each other");
    release(&held);
    if (!fine) return NULL;
    Py_RETURN_NONE;
}

/* ---- subtopics ---- */

/* nearest_exemplar(similarity, exemplars, labels): the exemplar that each sentence is most like, itself for an exemplar, by
   numbers in the order in which they first appear */
static PyObject *nearest_exemplar(PyObject *self, PyObject *args) {
    PyObject *a[3];
    Py_ssize_t n, some;
    Buffers held = {.count = 0};
    Id *number = NULL, next = 0;
    int fine = 0;
    if (!PyArg_ParseTuple(args, "OOO", &a[0], &a[1], &a[2])) return NULL;
    const float *similarity = matrix(&held, a[0], &n, 0);
    const Id *exemplars = similarity ? array(&held, a[1], sizeof(Id), -1, &some, 0) : NULL;
    Id *labels = exemplars ? array(&held, a[2], sizeof(Id), n, NULL, 1) : NULL;
    if (!labels || !inside(exemplars, some, n) || (n && !some) || !(number = room(some, sizeof(Id)))) goto end;
    for (Py_ssize_t i = 0; i < n; i++) {
        const float *row = similarity + i * n;
        labels[i] = 0;
        for (Py_ssize_t k = 1; k < some; k++)
            if (row[exemplars[k]] > row[exemplars[labels[i]]]) labels[i] = k;
    }
    for (Py_ssize_t k = 0; k < some; k++) labels[exemplars[k]] = k, number[k] = -1;
    for (Py_ssize_t i = 0; i < n; i++) {
        if (number[labels[i]] < 0) number[labels[i]] = next++;
        labels[i] = number[labels[i]];
    }
    fine = 1;
end:
    if (!fine && !PyErr_Occurred()) PyErr_SetString(PyExc_ValueError, "arrays do not fit each other");
    free(number);
    release(&held);
    if (!fine) return NULL;
    Py_RETURN_NONE;
}

/* The least and the greatest of some numbers and those found before. */
FAST static void widen(const float *numbers, Py_ssize_t count, float *least, float *most) {
    float low[16], high[16];
    Py_ssize_t k = 0;
    for (int b = 0; b < 16; b++) low[b] = *least, high[b] = *most;
    for (; k + 16 <= count; k += 16)
        for (int b = 0; b < 16; b++) {
            low[b] = numbers[k + b] < low[b] ? numbers[k + b] : low[b];
            high[b] = numbers[k + b] > high[b] ? numbers[k + b] : high[b];
        }
    for (; k < count; k++) low[0] = numbers[k] < low[0] ? numbers[k] : low[0], high[0] = numbers[k] > high[0] ? numbers[k] : high[0];
    for (int b = 0; b < 16; b++) *least = low[b] < *least ? low[b] : *least, *most = high[b] > *most ? high[b] : *most;
}

/* range_of(similarity) -> how much the greatest number beside the diagonal exceeds the least one */
static PyObject *range_of(PyObject *self, PyObject *given) {
    Py_ssize_t n;
    float least = INFINITY, most = -INFINITY;
    Buffers held = {.count = 0};
    const float *similarity = matrix(&held, given, &n, 0);
    /* Between two numbers of the diagonal stand n others. */
    for (Py_ssize_t i = 0; similarity && i + 1 < n; i++) widen(similarity + i * (n + 1) + 1, n, &least, &most);
    release(&held);
    return similarity ? PyFloat_FromDouble(n > 1 ? (double)(most - least) : 0.0) : NULL;
}

/* ---- the order, and what is told about it ---- */

FAST static void values_of(const double *gain, const double *nearest, double novelty, Py_ssize_t n, double *restrict value) {
    for (Py_ssize_t i = 0; i < n; i++) value[i] = rint((gain[i] - novelty * nearest[i]) * 1e9) / 1e9; /* DIGITS of chunks.py */
}

FAST static void nearer(const float *row, Py_ssize_t n, double *restrict nearest) {
    for (Py_ssize_t i = 0; i < n; i++) nearest[i] = row[i] > nearest[i] ? row[i] : nearest[i];
}

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
    if (!lost || wanted > n || !(gain = room(3 * n, sizeof(double)))) goto end;
    double *nearest = gain + n, *value = nearest + n;
    for (Py_ssize_t k = 0; k < n; k++) gain[k] = trade * relevance[k];
    for (Py_ssize_t k = 0; k < wanted; k++) {
        values_of(gain, nearest, 1.0 - trade, n, value);
        Py_ssize_t best = 0;
        double most = -INFINITY;
        for (Py_ssize_t i = 0; i < n; i++)
            if (value[i] > most) most = value[i], best = i;
        order[k] = best;
        lost[best] = (1.0 - trade) * nearest[best];
        gain[best] = -INFINITY;
        nearer(similarity + best * n, n, nearest);
    }
    fine = 1;
end:
    if (!fine && !PyErr_Occurred()) PyErr_SetString(PyExc_ValueError, "arrays do not fit each other");
    free(gain);
    release(&held);
    if (!fine) return NULL;
    Py_RETURN_NONE;
}

FAST static float flows(const float *row, const float *passes, Py_ssize_t n, float *restrict flow) {
    for (Py_ssize_t j = 0; j < n; j++) flow[j] = row[j] * passes[j];
    return pairwise(flow, n);
}

/* voters(graph, passes_on, votes a sentence, voters, shares): where there are fewer, what stands there stays */
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
        float total = flows(graph + i * n, passes, n, flow);
        total = total > 1e-30f ? total : 1e-30f;
        Id *best = who + i * each;
        Py_ssize_t have = 0;
        float last = 0.0f; /* what a further one must exceed */
        for (Py_ssize_t j = 0; j < n; j++) {
            if (!(flow[j] > last) || !each) continue;
            Py_ssize_t k = have < each ? have++ : each - 1;
            for (; k > 0 && flow[best[k - 1]] < flow[j]; k--) best[k] = best[k - 1];
            best[k] = j;
            if (have == each) last = flow[best[each - 1]];
        }
        for (Py_ssize_t k = 0; k < have; k++) {
            shares[i * each + k] = flow[best[k]] / total;
            if (!(shares[i * each + k] > 0)) best[k] = -1;
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
            if (similarity[i * n + j] > most && rank[j] < rank[i]) most = similarity[i * n + j], alike[i] = j;
    }
    release(&held);
    if (!alike) return NULL;
    Py_RETURN_NONE;
}

PyMethodDef sentence_methods[] = {
    {"pairs", pairs, METH_VARARGS, NULL},
    {"of_sentences", of_sentences, METH_VARARGS, NULL},
    {"shared_terms", shared_terms, METH_VARARGS, NULL},
    {"words_in_phrases", words_in_phrases, METH_VARARGS, NULL},
    {"relaxed", relaxed, METH_VARARGS, NULL},
    {"larger", larger, METH_O, NULL},
    {"distances", distances, METH_VARARGS, NULL},
    {"copies", copies, METH_VARARGS, NULL},
    {"sentence_graph", sentence_graph, METH_VARARGS, NULL},
    {"nearest_exemplar", nearest_exemplar, METH_VARARGS, NULL},
    {"range_of", range_of, METH_O, NULL},
    {"marginal_relevance", marginal_relevance, METH_VARARGS, NULL},
    {"voters", voters, METH_VARARGS, NULL},
    {"most_alike", most_alike, METH_VARARGS, NULL},
    {NULL, NULL, 0, NULL},
};
