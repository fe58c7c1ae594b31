/* What candidates for keyphrases are worth, which are chosen, and which set topics apart: the loops of method/keyphrases.py and
   method/topics.py, over numbers alone. */
#include "arrays.h"

static double rounded(double value) { return rint(value * 1e9) / 1e9; } /* to nine digits */

typedef struct {
    const Id *words, *bounds; /* candidate k has the words words[bounds[k]] to words[bounds[k + 1]] */
    Py_ssize_t count, used;
} Candidates;

/* 1, or 0 with an error set; every candidate has a word. */
static int parse_table(Buffers *b, PyObject *words, PyObject *bounds, Py_ssize_t stems, Candidates *t) {
    if (!(t->words = array(b, words, sizeof(Id), -1, &t->used, 0)) || !(t->bounds = array(b, bounds, sizeof(Id), -1, &t->count, 0)) ||
        !rising(t->bounds, t->count, t->used) || !inside(t->words, t->used, stems))
        return 0;
    t->count--;
    for (Py_ssize_t k = 0; k < t->count; k++)
        if (t->bounds[k] == t->bounds[k + 1]) return PyErr_SetString(PyExc_ValueError, "a candidate has no word"), 0;
    return 1;
}

/* shares_of_words(words, bounds, values, totals, counts, first, power, further, shrunk, sentences, found): what the words of
   each candidate give it. See method/keyphrases.py. */
static PyObject *shares_of_words(PyObject *self, PyObject *args) {
    PyObject *given[7];
    Buffers b = {0};
    Candidates t;
    double power, more, shrunk, sentences;
    Py_ssize_t stems;
    if (!PyArg_ParseTuple(args, "OOOOOOddddO", &given[0], &given[1], &given[2], &given[3], &given[4], &given[5], &power, &more,
                          &shrunk, &sentences, &given[6]))
        return NULL;
    const double *values = array(&b, given[2], sizeof(double), -1, &stems, 0);
    const Id *totals = values ? array(&b, given[3], sizeof(Id), stems, NULL, 0) : NULL;
    if (!totals || !parse_table(&b, given[0], given[1], stems, &t)) return release(&b), NULL;
    const Id *counts = array(&b, given[4], sizeof(Id), t.count, NULL, 0);
    const Id *first = counts ? array(&b, given[5], sizeof(Id), t.count, NULL, 0) : NULL;
    double *found = first ? array(&b, given[6], sizeof(double), t.count, NULL, 1) : NULL;
    for (Py_ssize_t k = 0; found && k < t.count; k++) {
        double one = 0.0, rest = 0.0, count = (double)counts[k];
        Id most = 0;
        for (Id at = t.bounds[k]; at < t.bounds[k + 1]; at++) {
            Id word = t.words[at], total = totals[word];
            double share = count / (double)total;
            share = share < 1.0 ? pow(share, power) : 1.0;
            /* Numpy adds what comes behind the first to it. */
            if (at == t.bounds[k])
                one = values[word] * share;
            else
                rest += values[word] * share;
            if (at == t.bounds[k] || total > most) most = total;
        }
        double times = count + more * (double)(most > counts[k] ? most - counts[k] : 0);
        found[k] = (one + rest) * (times / (times + shrunk) * (2.0 - (double)first[k] / sentences));
    }
    release(&b);
    if (!found) return NULL;
    Py_RETURN_NONE;
}

/* fitted(shares, counts, alone, sizes, several, once, single, least, found): what each candidate is worth. `several` multiplies
   phrases, `once` those that occur once, `single` single words; of these, those that stand alone less often than `least` times
   and than they occur are worth nothing. */
static PyObject *fitted(PyObject *self, PyObject *args) {
    PyObject *given[5];
    Buffers b = {0};
    double once, single, several;
    Py_ssize_t count, least;
    if (!PyArg_ParseTuple(args, "OOOOdddnO", &given[0], &given[1], &given[2], &given[3], &several, &once, &single, &least, &given[4]))
        return NULL;
    const double *shares = array(&b, given[0], sizeof(double), -1, &count, 0);
    const Id *counts = shares ? array(&b, given[1], sizeof(Id), count, NULL, 0) : NULL;
    const Id *alone = counts ? array(&b, given[2], sizeof(Id), count, NULL, 0) : NULL;
    const Id *sizes = alone ? array(&b, given[3], sizeof(Id), count, NULL, 0) : NULL;
    double *found = sizes ? array(&b, given[4], sizeof(double), count, NULL, 1) : NULL;
    for (Py_ssize_t k = 0; found && k < count; k++) {
        found[k] = shares[k];
        if (sizes[k] == 1)
            found[k] = alone[k] < counts[k] && alone[k] < least ? 0.0 : found[k] * single;
        else
            found[k] = (counts[k] == 1 ? found[k] * once : found[k]) * several;
    }
    release(&b);
    if (!found) return NULL;
    Py_RETURN_NONE;
}

/* ---- the best ---- */

typedef struct {
    double worth;
    Id place;
} Waiting;

static int comes_first(Waiting a, Waiting b) { return a.worth > b.worth || (a.worth == b.worth && a.place < b.place); }

static void sift(Waiting *heap, Py_ssize_t count, Py_ssize_t at) {
    Waiting one = heap[at];
    for (Py_ssize_t next; (next = 2 * at + 1) < count; at = next) {
        if (next + 1 < count && comes_first(heap[next + 1], heap[next])) next++;
        if (!comes_first(heap[next], one)) break;
        heap[at] = heap[next];
    }
    heap[at] = one;
}

/* choose(words, bounds, scores, values, diversity, wanted, weight, plain) -> [(candidate, what it is worth), …], at most
   `wanted`. `weight` gives a number, and is asked only for those that come near the top, unless `plain`, of which nothing may
   be known, has a 1 for them. See choose_phrases of method/keyphrases.py. */
static PyObject *choose(PyObject *self, PyObject *args) {
    PyObject *given[4], *weight, *made = NULL;
    Buffers b = {0};
    Candidates t;
    double diversity;
    const char *plain;
    Py_ssize_t stems, wanted, sure, waiting = 0;
    if (!PyArg_ParseTuple(args, "OOOOdnOy#", &given[0], &given[1], &given[2], &given[3], &diversity, &wanted, &weight, &plain, &sure))
        return NULL;
    const double *values = array(&b, given[3], sizeof(double), -1, &stems, 0), *scores = NULL;
    if (values && parse_table(&b, given[0], given[1], stems, &t)) scores = array(&b, given[2], sizeof(double), t.count, NULL, 0);
    if (!scores) return release(&b), NULL;
    if (sure && sure != t.count) return release(&b), PyErr_SetString(PyExc_ValueError, "an array has another length than the others say"), NULL;
    Waiting *heap = room(t.count, sizeof(Waiting));
    double *known = room(t.count, sizeof(double)); /* what each is worth with its weight, or less than 0 */
    char *said = room(stems, 1);
    if (heap && known && said) made = PyList_New(0);
    for (Py_ssize_t k = 0; made && k < t.count; k++)
        if (scores[k] > 0) heap[waiting++] = (Waiting){rounded(scores[k]), k}, known[k] = sure && plain[k] ? scores[k] : -1.0;
    for (Py_ssize_t k = waiting / 2; k-- > 0;) sift(heap, waiting, k);
    /* What a candidate is worth only falls, so one that is still best when it is looked at again is the best of all. */
    while (made && waiting && PyList_Size(made) < wanted) {
        Waiting best = heap[0];
        if (known[best.place] < 0.0) {
            PyObject *told = PyObject_CallFunction(weight, "n", best.place);
            double share = told ? PyFloat_AsDouble(told) : 0.0;
            Py_XDECREF(told);
            if (PyErr_Occurred()) {
                Py_CLEAR(made);
                break;
            }
            known[best.place] = scores[best.place] * (share > 0.0 ? share : 0.0);
        }
        double now = known[best.place], covered = 0.0, sum = 0.0;
        int some = 0;
        for (Id at = t.bounds[best.place]; at < t.bounds[best.place + 1]; at++) {
            double value = values[t.words[at]];
            sum += value;
            if (said[t.words[at]]) covered += value, some = 1;
        }
        if (some) now *= 1.0 - diversity * covered / (sum > 1e-30 ? sum : 1e-30);
        Waiting again = {rounded(now), best.place};
        if (again.worth != best.worth) {
            heap[0] = again;
            sift(heap, waiting, 0);
            if (heap[0].place != best.place) continue;
        }
        heap[0] = heap[--waiting];
        if (waiting) sift(heap, waiting, 0);
        if (!(again.worth > 0.0)) continue;
        for (Id at = t.bounds[best.place]; at < t.bounds[best.place + 1]; at++) said[t.words[at]] = 1;
        PyObject *pair = Py_BuildValue("(nd)", best.place, again.worth);
        if (!pair || PyList_Append(made, pair)) Py_CLEAR(made);
        Py_XDECREF(pair);
    }
    release(&b);
    free(heap), free(known), free(said);
    return made;
}

/* ---- topics ---- */

typedef struct {
    double weight;
    Id phrase, inside;
} Best;

/* contrast(phrases, sentences, labels, scores, topics, mostly, few, most) -> for each topic its best phrases, at most `most`, as
   (phrase, weight, in how many of its sentences). Phrases come in order. See method/topics.py. */
static PyObject *contrast(PyObject *self, PyObject *args) {
    PyObject *given[5], *made = NULL;
    Buffers b = {0};
    double mostly, few;
    Py_ssize_t places, lines, count, topics, most;
    if (!PyArg_ParseTuple(args, "OOOOOddn", &given[0], &given[1], &given[2], &given[3], &given[4], &mostly, &few, &most)) return NULL;
    if (most < 1 || most > 1000) return PyErr_SetString(PyExc_ValueError, "a topic has from 1 to 1,000 phrases"), NULL;
    const Id *phrases = array(&b, given[0], sizeof(Id), -1, &places, 0);
    const Id *sentences = phrases ? array(&b, given[1], sizeof(Id), places, NULL, 0) : NULL;
    const Id *labels = sentences ? array(&b, given[2], sizeof(Id), -1, &lines, 0) : NULL;
    const double *scores = labels ? array(&b, given[3], sizeof(double), -1, &count, 0) : NULL;
    const Id *numbers = scores ? array(&b, given[4], sizeof(Id), -1, &topics, 0) : NULL;
    if (!numbers || !inside(phrases, places, count) || !inside(sentences, places, lines)) return release(&b), NULL;
    Id highest = 0;
    for (Py_ssize_t k = 0; k < lines; k++) highest = labels[k] > highest ? labels[k] : highest;
    for (Py_ssize_t k = 0; k < topics; k++)
        if (numbers[k] < 0 || numbers[k] > highest || (k && numbers[k] <= numbers[k - 1])) highest = -1;
    /* Labels are numbers of topics, and there are hardly more of these than sentences. */
    if (highest < 0 || highest > PY_SSIZE_T_MAX / 32 - 1) return release(&b), PyErr_SetString(PyExc_ValueError, "an index lies outside its array"), NULL;
    Id *rows = room(highest + 1, sizeof(Id)), *seen = room(lines, sizeof(Id)), *times = room(topics, sizeof(Id));
    Id *touched = room(topics, sizeof(Id)), *filled = room(topics, sizeof(Id));
    Best *best = topics <= (1 << 20) ? room(topics * most, sizeof(Best)) : PyErr_NoMemory();
    int fine = rows && seen && times && touched && filled && best;
    for (Py_ssize_t k = 0; fine && k < topics; k++) rows[numbers[k]] = k + 1;
    for (Py_ssize_t from = 0, to; fine && from < places; from = to) {
        Id phrase = phrases[from], total = 0, found = 0;
        for (to = from; to < places && phrases[to] == phrase; to++) {
            Id sentence = sentences[to], row = labels[sentence] < 0 ? 0 : rows[labels[sentence]];
            /* A sentence that has the phrase twice has it once. */
            if (!row || seen[sentence] == phrase + 1) continue;
            seen[sentence] = phrase + 1, total++;
            if (!times[row - 1]++) touched[found++] = row - 1;
        }
        if (to < places && phrases[to] < phrase) {
            PyErr_SetString(PyExc_ValueError, "phrases come in order");
            fine = 0;
        }
        for (Id k = 0; k < found; k++) {
            Id row = touched[k], inside = times[row];
            times[row] = 0;
            double share = (double)inside / (double)total;
            double weight = share < mostly ? 0.0 : rounded(scores[phrase] * (share * share) * (double)inside / ((double)inside + few));
            if (!(weight > 0.0)) continue;
            /* The lowest of the best gives way; of equals the first stays. */
            Best *own = best + row * most;
            Id at = filled[row] < most ? filled[row]++ : most - 1;
            if (at == most - 1 && filled[row] == most && own[at].weight >= weight) continue;
            for (; at > 0 && own[at - 1].weight < weight; at--) own[at] = own[at - 1];
            own[at] = (Best){weight, phrase, inside};
        }
    }
    if (fine) made = PyList_New(topics);
    for (Py_ssize_t k = 0; made && k < topics; k++) {
        PyObject *list = PyList_New(filled[k]);
        for (Id at = 0; list && at < filled[k]; at++) {
            const Best *one = &best[k * most + at];
            PyObject *item = Py_BuildValue("(ndn)", one->phrase, one->weight, one->inside);
            if (item)
                PyList_SetItem(list, at, item);
            else
                Py_CLEAR(list);
        }
        if (list)
            PyList_SetItem(made, k, list);
        else
            Py_CLEAR(made);
    }
    release(&b);
    free(rows), free(seen), free(times), free(touched), free(filled), free(best);
    return made;
}

/* ---- words ---- */

/* word_values(names, scores, words, power, found): what the term of each word is worth, to a power; 0 for a word without one. */
static PyObject *word_values(PyObject *self, PyObject *args) {
    PyObject *names, *words, *given[2];
    Buffers b = {0};
    double power;
    if (!PyArg_ParseTuple(args, "O!OO!dO", &PyTuple_Type, &names, &given[0], &PyTuple_Type, &words, &power, &given[1])) return NULL;
    Py_ssize_t terms = PyTuple_Size(names), count = PyTuple_Size(words), size = 64;
    const double *scores = array(&b, given[0], sizeof(double), terms, NULL, 0);
    double *found = scores ? array(&b, given[1], sizeof(double), count, NULL, 1) : NULL;
    while (size < 2 * terms) size *= 2;
    Id *slots = found ? room(size, sizeof(Id)) : NULL;
    Py_hash_t *hashes = found ? room(terms, sizeof(Py_hash_t)) : NULL;
    int fine = slots && hashes;
    for (Py_ssize_t k = 0; fine && k < terms + count; k++) {
        PyObject *word = k < terms ? PyTuple_GetItem(names, k) : PyTuple_GetItem(words, k - terms);
        if (!PyUnicode_CheckExact(word)) {
            PyErr_SetString(PyExc_TypeError, "a word is a string");
            fine = 0;
            break;
        }
        Py_hash_t hash = PyObject_Hash(word);
        Py_ssize_t at = (Py_ssize_t)((size_t)hash & (size_t)(size - 1));
        for (; slots[at]; at = (at + 1) & (size - 1)) {
            PyObject *other = PyTuple_GetItem(names, slots[at] - 1);
            if (other == word || (hashes[slots[at] - 1] == hash && !PyUnicode_Compare(other, word))) break;
        }
        if (k < terms)
            slots[at] = k + 1, hashes[k] = hash; /* of two the last counts */
        else {
            double value = slots[at] ? scores[slots[at] - 1] : 0.0;
            found[k - terms] = value > 0.0 ? pow(value, power) : 0.0;
        }
    }
    release(&b);
    free(slots), free(hashes);
    if (!fine) return NULL;
    Py_RETURN_NONE;
}

PyMethodDef keyphrase_methods[] = {
    {"shares_of_words", shares_of_words, METH_VARARGS, NULL},
    {"fitted", fitted, METH_VARARGS, NULL},
    {"choose", choose, METH_VARARGS, NULL},
    {"contrast", contrast, METH_VARARGS, NULL},
    {"word_values", word_values, METH_VARARGS, NULL},
    {NULL, NULL, 0, NULL},
};
