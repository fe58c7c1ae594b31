/* What is known of candidates for keyphrases and of their words: known_of of keyphrases/table.py. */
#include "found.h"

/* starts, ends, bounds as buffers: 1, or 0 with an error set. */
int parse_found(Buffers *b, PyObject *text, PyObject *kinds, PyObject *starts, PyObject *ends, PyObject *bounds, Found *f) {
    if (!parse_text(text, kinds, 1, &f->text) || !(f->starts = array(b, starts, sizeof(Id), -1, &f->places, 0)) ||
        !(f->ends = array(b, ends, sizeof(Id), f->places, NULL, 0)) || !(f->bounds = array(b, bounds, sizeof(Id), -1, &f->count, 0)) ||
        !rising(f->bounds, f->count, f->places))
        return 0;
    f->count--;
    int fine = 1;
    for (Py_ssize_t k = 0; fine && k < f->places; k++) fine = 0 < f->starts[k] && f->starts[k] < f->ends[k] && f->ends[k] < f->text.count;
    for (Py_ssize_t k = 0; fine && k < f->count; k++) fine = f->bounds[k] < f->bounds[k + 1];
    if (!fine) PyErr_SetString(PyExc_ValueError, "an index lies outside its array");
    return fine;
}

/* How many places the commonest candidate has. */
Py_ssize_t most_places(const Found *f) {
    Py_ssize_t most = 0;
    for (Py_ssize_t k = 0; k < f->count; k++) most = f->bounds[k + 1] - f->bounds[k] > most ? f->bounds[k + 1] - f->bounds[k] : most;
    return most;
}

/* How many words stand in repeated phrases of several words without a name; -1 with an error set. `sizes` counts stems. */
static Py_ssize_t words_in_terms(const Found *f, const Id *alone, const Id *own) {
    Py_ssize_t found = 0;
    for (Py_ssize_t k = 0; k < f->count; k++) {
        if (alone[k] > f->places) return PyErr_SetString(PyExc_ValueError, "a candidate stands alone more often than it stands"), -1;
        Id size = own[k + 1] - own[k], start = f->starts[f->bounds[k]], end = f->ends[f->bounds[k]];
        if (alone[k] < 2 || size < 2) continue;
        /* The first word of a sentence has a capital in any case. */
        int small = 1;
        for (start += opens(&f->text, start); small > 0 && start < end; start++) small = is_small(f->text.words[start].text);
        if (small < 0) return -1;
        if (small) found += alone[k] * size;
    }
    return found;
}

typedef struct { /* words that tell nobody what a text is about, see vague_words.py */
    PyObject *any, *alone, *before, *breaking, *titles, *particles, *hollow;
    double vague;
} Vague;

static int parse_vague(PyObject *given, Vague *v) {
    if (!PyTuple_Check(given)) return PyErr_SetString(PyExc_TypeError, "the lists are a tuple"), 0;
    return PyArg_ParseTuple(given, "O!O!O!O!O!O!O!d", &PyFrozenSet_Type, &v->any, &PyFrozenSet_Type, &v->alone, &PyFrozenSet_Type,
                            &v->before, &PyFrozenSet_Type, &v->breaking, &PyFrozenSet_Type, &v->titles, &PyFrozenSet_Type,
                            &v->particles, &PyFrozenSet_Type, &v->hollow, &v->vague);
}

/* Whether every word is in one of two sets: 1, 0, or -1 with an error set. */
static int are_in(const Text *t, Id start, Id end, PyObject *one, PyObject *other) {
    int found = 1;
    for (Id k = start; found > 0 && k < end; k++) {
        PyObject *lower = t->words[k].lower;
        found = PySet_Contains(one, lower);
        if (!found && other) found = PySet_Contains(other, lower);
    }
    return found;
}

/* What is left of a word that is one of those that count less: 0 for nothing, 1, or -1 with an error set. */
static int is_word(const Vague *v, PyObject *lower) {
    Py_ssize_t length = PyUnicode_GetLength(lower), end = length;
    int breaking = PySet_Contains(v->breaking, lower);
    if (breaking || (length == 1 && PyUnicode_ReadChar(lower, 0) < 128)) return breaking < 0 ? -1 : 0;
    while (end > 0 && PyUnicode_ReadChar(lower, end - 1) == '.') end--;
    PyObject *bare = PyUnicode_Substring(lower, 0, end);
    int title = bare ? PySet_Contains(v->titles, bare) : -1;
    Py_XDECREF(bare);
    return title < 0 ? -1 : !title;
}

/* weigh of weights.py where parts of speech are known; less than 0 with an error set. */
static double weight_of(const Text *t, const Vague *v, Id start, Id end) {
    int found = 0;
    for (Id k = start; !found && k < end; k++)
        found = (end - start == 1 && PyUnicode_GetLength(t->words[k].lower) < 2) ? 1 : PySet_Contains(v->any, t->words[k].lower);
    /* Most phrases have no such word. */
    if (!found) return 1.0;
    PyObject *first = t->words[start].lower, *last = t->words[end - 1].lower;
    if (found < 0) return -1.0;
    int word = end - start > 1 ? 1 : is_word(v, first);
    if (word > 0) word = (found = are_in(t, start, end, v->particles, NULL)) < 0 ? -1 : !found;
    if (word <= 0) return word;
    found = PySet_Contains(v->hollow, last);
    if (!found) found = are_in(t, start, end, v->alone, v->before);
    if (found) return found < 0 ? -1.0 : v->vague;
    /* "One morning Marta went out" has no phrase "morning Marta". */
    found = end - start > 1 ? PySet_Contains(v->alone, first) : 0;
    if (found > 0) {
        PyObject *small = PyObject_CallMethod(t->words[start].text, "islower", NULL);
        found = small ? PyObject_IsTrue(small) : -1;
        Py_XDECREF(small);
    }
    for (Id k = start + 1; found > 0 && k < end; k++) found = is_capital(t->words[k].text);
    return found < 0 ? -1.0 : found ? pow(v->vague, 3.0) : 1.0;
}

/* Of each stem how often it is a noun inside a sentence, with a capital that means something, and without: 1, or 0 with an error
   set. */
static int count_names(const Text *t, Id *upper, Id *lower) {
    for (Py_ssize_t k = 0; k < t->line_count; k++) {
        Id end = k + 1 < t->line_count ? t->firsts[k + 1] : t->count;
        for (Id place = t->firsts[k] + 1; t->cased[k] && place < end; place++) {
            const Token *word = &t->words[place];
            int capital = t->kinds[place] == 'N' && word->stem >= 0 ? is_capital(word->text) : 0;
            if (capital < 0) return 0;
            if (t->kinds[place] == 'N' && word->stem >= 0) ++*(capital ? &upper[word->stem] : &lower[word->stem]);
        }
    }
    return 1;
}

/* Adds the numbers of the stems of a candidate: those of its first place, and those in `ties`, pairs of a candidate and a further
   stem in the order of candidates, from number *tie on. How many there are then, or -1 with an error set. */
static Py_ssize_t add_stems(const Found *f, Py_ssize_t candidate, PyObject *ties, Py_ssize_t *tie, Id *own, Py_ssize_t used) {
    for (Id place = f->starts[f->bounds[candidate]]; place < f->ends[f->bounds[candidate]]; place++)
        if (f->text.words[place].stem >= 0) own[used++] = f->text.words[place].stem;
    for (; *tie < PyList_Size(ties); ++*tie) {
        Id row, stem;
        if (!pair_at(ties, *tie, &row, &stem)) return -1;
        if (stem < 0 || stem >= f->text.stem_count) return PyErr_SetString(PyExc_ValueError, "an index lies outside its array"), -1;
        if (row != candidate) break;
        own[used++] = stem;
    }
    return used;
}

/* phrase_table(text, kinds, starts, ends, bounds, alone, indices, ties, vague) -> one after the other as bytes: the sentence of each
   place; of each candidate the first sentence, its length, the number of its places, and behind them where its stems begin; how
   often each stem occurs, and how often it is a noun inside a sentence with a capital, and without; the stems of all candidates.
   Then what each candidate weighs, nothing if `vague` is None; how many words stand in terms; how many nouns have a capital and how
   many have none; and how long the longest candidate is. `indices` are the numbers of the sentences in their document, for `ties` see add_stems. */
static PyObject *phrase_table(PyObject *self, PyObject *args) {
    PyObject *text, *kinds, *starts, *ends, *bounds, *singles, *numbers, *ties, *weighed, *made = NULL;
    Buffers b = {0};
    Found f;
    Vague v;
    Py_ssize_t used = 0, tie = 0, terms = -1, longest = 0;
    if (!PyArg_ParseTuple(args, "OOOOOOOO!O", &text, &kinds, &starts, &ends, &bounds, &singles, &numbers, &PyList_Type, &ties, &weighed) ||
        (weighed != Py_None && !parse_vague(weighed, &v)))
        return NULL;
    if (!parse_found(&b, text, kinds, starts, ends, bounds, &f)) return release(&b), NULL;
    const Text *t = &f.text;
    const Id *alone = array(&b, singles, sizeof(Id), f.count, NULL, 0);
    const Id *indices = alone ? array(&b, numbers, sizeof(Id), t->line_count, NULL, 0) : NULL;
    Py_ssize_t stems = t->stem_count, total = f.places + 4 * f.count + 1 + 3 * stems + PyList_Size(ties);
    for (Py_ssize_t k = 0; k < f.count; k++) total += f.ends[f.bounds[k]] - f.starts[f.bounds[k]];
    Id *columns = indices ? room(total, sizeof(Id)) : NULL;
    double *weights = columns ? room(f.count, sizeof(double)) : NULL;
    int fine = weights != NULL;
    Id *owners = columns, *first = owners + f.places, *sizes = first + f.count, *counts = sizes + f.count, *own_bounds = counts + f.count;
    Id *totals = own_bounds + f.count + 1, *upper = totals + stems, *lower = upper + stems, *own = lower + stems;
    for (Id k = 0; fine && k < t->count; k++)
        if (t->words[k].stem >= 0) totals[t->words[k].stem]++;
    for (Py_ssize_t k = 0; fine && k < f.places; k++) owners[k] = indices[t->owners[f.starts[k]]];
    for (Py_ssize_t k = 0; fine && k < f.count; k++) {
        Id start = f.starts[f.bounds[k]], end = f.ends[f.bounds[k]];
        used = own_bounds[k + 1] = add_stems(&f, k, ties, &tie, own, used);
        first[k] = owners[f.bounds[k]], sizes[k] = end - start, counts[k] = f.bounds[k + 1] - f.bounds[k];
        weights[k] = weighed == Py_None ? 0.0 : weight_of(t, &v, start, end);
        longest = end - start > longest ? end - start : longest;
        fine = used >= 0 && weights[k] >= 0.0;
    }
    if (fine) terms = words_in_terms(&f, alone, own_bounds);
    if (terms >= 0 && count_names(t, upper, lower)) {
        Py_ssize_t capitals = 0, others = 0, item = (Py_ssize_t)sizeof(Id);
        for (Id k = 0; k < stems; k++) capitals += upper[k], others += lower[k];
        /* An acronym counts as its phrase. */
        for (Py_ssize_t k = 0; k < tie; k++) {
            Id row, stem;
            if (pair_at(ties, k, &row, &stem)) upper[stem] = lower[stem] = 0;
        }
        made = Py_BuildValue("y#y#nnnn", (char *)columns, (own + used - columns) * item, (char *)weights,
                             weighed == Py_None ? 0 : f.count * (Py_ssize_t)sizeof(double), terms, capitals, others, longest);
    }
    release(&b);
    free(columns), free(weights);
    return made;
}

PyMethodDef table_methods[] = {
    {"phrase_table", phrase_table, METH_VARARGS, NULL},
    {NULL, NULL, 0, NULL},
};
