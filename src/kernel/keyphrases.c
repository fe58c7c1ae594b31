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

/* What the term of each word is worth, to a power; 0 for a word without one. 1, or 0 with an error set. */
static int add_values(PyObject *names, const double *scores, PyObject *words, double power, double *found) {
    Py_ssize_t terms = PyTuple_Size(names), count = PyTuple_Size(words), size = 64;
    while (size < 2 * terms) size *= 2;
    Id *slots = room(size, sizeof(Id));
    Py_hash_t *hashes = room(terms, sizeof(Py_hash_t));
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
    free(slots), free(hashes);
    return fine;
}

typedef struct { /* see method/keyphrases.py */
    double power, further, shrunk, sentences;
} Sharing;

/* What the words of each candidate give it: shares_of_words of method/keyphrases.py. */
static void add_shares(const Candidates *t, const Sharing *s, const double *values, const Id *totals, const Id *counts,
                       const Id *first, double *found) {
    for (Py_ssize_t k = 0; k < t->count; k++) {
        double one = 0.0, rest = 0.0, count = (double)counts[k];
        Id most = 0;
        for (Id at = t->bounds[k]; at < t->bounds[k + 1]; at++) {
            Id word = t->words[at], total = totals[word];
            double share = count / (double)total;
            share = share < 1.0 ? pow(share, s->power) : 1.0;
            /* Numpy adds what comes behind the first to it. */
            if (at == t->bounds[k])
                one = values[word] * share;
            else
                rest += values[word] * share;
            if (at == t->bounds[k] || total > most) most = total;
        }
        double times = count + s->further * (most > counts[k] ? (double)most - (double)counts[k] : 0.0);
        found[k] = (one + rest) * (times / (times + s->shrunk) * (2.0 - (double)first[k] / s->sentences));
    }
}

typedef struct { /* see method/keyphrases.py */
    double several, once, single;
    Py_ssize_t least;
} Fit;

/* What each candidate is worth: fitted of method/keyphrases.py. */
static void fit(const Fit *f, Py_ssize_t count, const double *shares, const Id *counts, const Id *alone, const Id *sizes, double *found) {
    for (Py_ssize_t k = 0; k < count; k++) {
        found[k] = shares[k];
        if (sizes[k] == 1)
            found[k] = alone[k] < counts[k] && alone[k] < f->least ? 0.0 : found[k] * f->single;
        else
            found[k] = (counts[k] == 1 ? found[k] * f->once : found[k]) * f->several;
    }
}

/* worth(names, scores, stems, words, bounds, counts, first, alone, sizes, totals, (softened, power, further, shrunk, sentences),
   (several, once, single, least), found): what each stem is worth, what the words of each candidate give it, and what it is
   worth, one after the other. See method/keyphrases.py. */
static PyObject *worth(PyObject *self, PyObject *args) {
    PyObject *names, *stems, *given[9];
    Buffers b = {0};
    Candidates t;
    Sharing s;
    Fit f;
    double softened;
    if (!PyArg_ParseTuple(args, "O!OO!OOOOOOO(ddddd)(dddn)O", &PyTuple_Type, &names, &given[0], &PyTuple_Type, &stems, &given[1],
                          &given[2], &given[3], &given[4], &given[5], &given[6], &given[7], &softened, &s.power, &s.further, &s.shrunk,
                          &s.sentences, &f.several, &f.once, &f.single, &f.least, &given[8]))
        return NULL;
    Py_ssize_t count = PyTuple_Size(stems);
    const double *scores = array(&b, given[0], sizeof(double), PyTuple_Size(names), NULL, 0);
    if (!scores || !parse_table(&b, given[1], given[2], count, &t)) return release(&b), NULL;
    const Id *counts = array(&b, given[3], sizeof(Id), t.count, NULL, 0);
    const Id *first = counts ? array(&b, given[4], sizeof(Id), t.count, NULL, 0) : NULL;
    const Id *alone = first ? array(&b, given[5], sizeof(Id), t.count, NULL, 0) : NULL;
    const Id *sizes = alone ? array(&b, given[6], sizeof(Id), t.count, NULL, 0) : NULL;
    const Id *totals = sizes ? array(&b, given[7], sizeof(Id), count, NULL, 0) : NULL;
    double *found = totals ? array(&b, given[8], sizeof(double), count + 2 * t.count, NULL, 1) : NULL;
    int fine = found && add_values(names, scores, stems, softened, found);
    if (fine) {
        add_shares(&t, &s, found, totals, counts, first, found + count);
        fit(&f, t.count, found + count, counts, alone, sizes, found + count + t.count);
    }
    release(&b);
    if (!fine) return NULL;
    Py_RETURN_NONE;
}

/* fitted(shares, counts, alone, sizes, (several, once, single, least), found): what each candidate is worth. */
static PyObject *fitted(PyObject *self, PyObject *args) {
    PyObject *given[5];
    Buffers b = {0};
    Fit f;
    Py_ssize_t count;
    if (!PyArg_ParseTuple(args, "OOOO(dddn)O", &given[0], &given[1], &given[2], &given[3], &f.several, &f.once, &f.single, &f.least,
                          &given[4]))
        return NULL;
    const double *shares = array(&b, given[0], sizeof(double), -1, &count, 0);
    const Id *counts = shares ? array(&b, given[1], sizeof(Id), count, NULL, 0) : NULL;
    const Id *alone = counts ? array(&b, given[2], sizeof(Id), count, NULL, 0) : NULL;
    const Id *sizes = alone ? array(&b, given[3], sizeof(Id), count, NULL, 0) : NULL;
    double *found = sizes ? array(&b, given[4], sizeof(double), count, NULL, 1) : NULL;
    if (found) fit(&f, count, shares, counts, alone, sizes, found);
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

static double clipped(double weight) { return weight > 0.0 ? weight < 1.0 ? weight : 1.0 : 0.0; }

/* What a candidate weighs; an error may be set. */
static double asked(PyObject *weight, Id candidate) {
    PyObject *told = PyObject_CallFunction(weight, "n", candidate);
    double share = told ? PyFloat_AsDouble(told) : 0.0;
    Py_XDECREF(told);
    return clipped(share);
}

/* choose(words, bounds, scores, values, diversity, wanted, weight, plain) -> [(candidate, what it is worth), …], at most
   `wanted`. `weight` is an array, or gives a number and is asked only for those that come near the top. See choose_phrases of
   method/keyphrases.py. */
static PyObject *choose(PyObject *self, PyObject *args) {
    PyObject *given[4], *weight, *made = NULL;
    Buffers b = {0};
    Candidates t;
    double diversity;
    Py_ssize_t stems, wanted, waiting = 0;
    if (!PyArg_ParseTuple(args, "OOOOdnO", &given[0], &given[1], &given[2], &given[3], &diversity, &wanted, &weight)) return NULL;
    const double *values = array(&b, given[3], sizeof(double), -1, &stems, 0), *scores = NULL;
    if (values && parse_table(&b, given[0], given[1], stems, &t)) scores = array(&b, given[2], sizeof(double), t.count, NULL, 0);
    if (!scores) return release(&b), NULL;
    const double *weights = PyCallable_Check(weight) ? NULL : array(&b, weight, sizeof(double), t.count, NULL, 0);
    if (PyErr_Occurred()) return release(&b), NULL;
    Waiting *heap = room(t.count, sizeof(Waiting));
    double *known = room(t.count, sizeof(double)); /* what each is worth with its weight, or less than 0 */
    char *said = room(stems, 1);
    if (heap && known && said) made = PyList_New(0);
    for (Py_ssize_t k = 0; made && k < t.count; k++)
        if (scores[k] > 0) heap[waiting++] = (Waiting){rounded(scores[k]), k}, known[k] = weights ? scores[k] * clipped(weights[k]) : -1.0;
    for (Py_ssize_t k = waiting / 2; k-- > 0;) sift(heap, waiting, k);
    /* What a candidate is worth only falls, so one that is still best when it is looked at again is the best of all. */
    while (made && waiting && PyList_Size(made) < wanted) {
        Waiting best = heap[0];
        if (known[best.place] < 0.0) {
            double share = asked(weight, best.place);
            if (PyErr_Occurred()) {
                Py_CLEAR(made);
                break;
            }
            known[best.place] = scores[best.place] * share;
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
    double value;
    Id row, phrase, inside;
    int hardly, carried;
} Best;

static int by_worth(const void *left, const void *right) {
    const Best *a = left, *b = right;
    if (a->hardly != b->hardly) return a->hardly - b->hardly;
    if (a->value != b->value) return a->value > b->value ? -1 : 1;
    if (a->row != b->row) return a->row < b->row ? -1 : 1;
    return (a->phrase > b->phrase) - (a->phrase < b->phrase);
}

/* contrast(bounds, sentences, labels, scores, sizes, topics, carriers, mostly, few, most, weight, least) -> the phrases that set topics
   apart, best first, `most` of each: [(less than `least` weighs, less than 0 by its value, topic, phrase, whether several sentences of the topic
   have it, whether one that carries the topic does, whether it has several words), …]. `carriers` has the topic that each sentence carries; -1: none. Topics
   are numbered by their place among `topics`. `weight` is an array, or gives a number. See method/topics.py. */
static PyObject *contrast(PyObject *self, PyObject *args) {
    PyObject *given[7], *weight, *made = NULL;
    Buffers b = {0};
    double mostly, few, least;
    Py_ssize_t places, lines, count, topics, most;
    if (!PyArg_ParseTuple(args, "OOOOOOOddnOd", &given[0], &given[1], &given[2], &given[3], &given[6], &given[4], &given[5], &mostly, &few, &most,
                          &weight, &least))
        return NULL;
    if (most < 1 || most > 1000) return PyErr_SetString(PyExc_ValueError, "a topic has from 1 to 1,000 phrases"), NULL;
    const double *scores = array(&b, given[3], sizeof(double), -1, &count, 0);
    const Id *sizes = scores ? array(&b, given[6], sizeof(Id), count, NULL, 0) : NULL;
    const Id *bounds = sizes ? array(&b, given[0], sizeof(Id), count + 1, NULL, 0) : NULL;
    const Id *sentences = bounds ? array(&b, given[1], sizeof(Id), -1, &places, 0) : NULL;
    const Id *labels = sentences ? array(&b, given[2], sizeof(Id), -1, &lines, 0) : NULL;
    const Id *numbers = labels ? array(&b, given[4], sizeof(Id), -1, &topics, 0) : NULL;
    const Id *carriers = numbers ? array(&b, given[5], sizeof(Id), lines, NULL, 0) : NULL;
    if (!carriers || !rising(bounds, count + 1, places) || !inside(sentences, places, lines)) return release(&b), NULL;
    const double *weights = PyCallable_Check(weight) ? NULL : array(&b, weight, sizeof(double), count, NULL, 0);
    if (PyErr_Occurred()) return release(&b), NULL;
    Id highest = 0;
    for (Py_ssize_t k = 0; k < lines; k++) highest = labels[k] > highest ? labels[k] : highest;
    for (Py_ssize_t k = 0; k < topics; k++)
        if (numbers[k] < 0 || numbers[k] > highest || (k && numbers[k] <= numbers[k - 1])) highest = -1;
    if (highest < 0 || highest > lines + (1 << 20) || topics > lines)
        return release(&b), PyErr_SetString(PyExc_ValueError, "an index lies outside its array"), NULL;
    Id *rows = room(highest + 1, sizeof(Id)), *seen = room(lines, sizeof(Id)), *times = room(topics, sizeof(Id));
    Id *touched = room(topics, sizeof(Id)), *filled = room(topics, sizeof(Id)), used = 0;
    Best *best = topics * most < (Py_ssize_t)1 << 40 ? room(topics * most, sizeof(Best)) : PyErr_NoMemory();
    int fine = rows && seen && times && touched && filled && best;
    for (Py_ssize_t k = 0; fine && k < topics; k++) rows[numbers[k]] = k + 1;
    for (Id phrase = 0; fine && phrase < count; phrase++) {
        Id total = 0, found = 0;
        for (Id k = bounds[phrase]; k < bounds[phrase + 1]; k++) {
            Id sentence = sentences[k], row = labels[sentence] < 0 ? 0 : rows[labels[sentence]];
            /* A sentence that has the phrase twice has it once. */
            if (!row || seen[sentence] == phrase + 1) continue;
            seen[sentence] = phrase + 1, total++;
            if (!times[row - 1]++) touched[found++] = row - 1;
        }
        for (Id k = 0; k < found; k++) {
            Id row = touched[k], inside = times[row];
            times[row] = 0;
            double share = (double)inside / (double)total;
            double value = share < mostly ? 0.0 : rounded(scores[phrase] * (share * share) * (double)inside / ((double)inside + few));
            if (!(value > 0.0)) continue;
            /* The lowest of the best gives way; of equals the first stays. */
            Best *own = best + row * most;
            if (filled[row] == most && own[most - 1].value >= value) continue;
            Id at = filled[row] < most ? filled[row]++ : most - 1;
            for (; at > 0 && own[at - 1].value < value; at--) own[at] = own[at - 1];
            own[at] = (Best){.value = value, .row = row, .phrase = phrase, .inside = inside};
        }
    }
    for (Id row = 0; fine && row < topics; row++)
        for (Id at = 0; fine && at < filled[row]; at++) {
            Best one = best[row * most + at];
            double share = weights ? clipped(weights[one.phrase]) : asked(weight, one.phrase);
            fine = !PyErr_Occurred();
            if (!(share > 0.0)) continue;
            /* A vague word tells even less apart than it says of the whole. */
            one.value *= share * share, one.hardly = share < least;
            for (Id k = bounds[one.phrase]; k < bounds[one.phrase + 1]; k++) one.carried |= carriers[sentences[k]] == row;
            best[used++] = one; /* never behind the place that it comes from */
        }
    if (fine) qsort(best, (size_t)used, sizeof(Best), by_worth);
    if (fine) made = PyList_New(used);
    for (Id k = 0; made && k < used; k++) {
        const Best *one = &best[k];
        PyObject *item = Py_BuildValue("(OdnnOOO)", one->hardly ? Py_True : Py_False, -one->value, one->row, one->phrase,
                                       one->inside > 1 ? Py_True : Py_False, one->carried ? Py_True : Py_False, sizes[one->phrase] > 1 ? Py_True : Py_False);
        if (item)
            PyList_SetItem(made, k, item);
        else
            Py_CLEAR(made);
    }
    release(&b);
    free(rows), free(seen), free(times), free(touched), free(filled), free(best);
    return made;
}

typedef struct { /* a phrase for comparison as a part of another: _folded of topic_names.py */
    char *letters;
    size_t size;
    uint64_t mark; /* of the letters in it */
} Folded;

/* 1, or 0 with an error set. */
static int fold(PyObject *text, Folded *made) {
    PyObject *other = NULL, *bytes = NULL;
    Py_ssize_t size, length = PyUnicode_Check(text) ? PyUnicode_GetLength(text) : -1;
    if (length < 0) return PyErr_SetString(PyExc_TypeError, "a phrase is a string"), 0;
    const char *letters = PyUnicode_AsUTF8AndSize(text, &size);
    int ascii = letters && size == length, spaced = ascii || PyUnicode_FindChar(text, ' ', 0, length, 1) >= 0;
    PyErr_Clear(); /* half of a surrogate pair */
    if (!ascii) {
        char *start;
        other = PyObject_CallMethod(text, "casefold", NULL);
        bytes = other ? PyUnicode_AsEncodedString(other, "utf-8", "surrogatepass") : NULL;
        letters = bytes && !PyBytes_AsStringAndSize(bytes, &start, &size) ? start : NULL;
    }
    made->letters = letters ? room(size + 2, 1) : NULL;
    made->size = (size_t)size + 2 * (size_t)spaced, made->mark = 0;
    if (made->letters) {
        memset(made->letters, ' ', made->size);
        for (Py_ssize_t k = 0; k < size; k++) {
            char letter = letters[k];
            made->letters[k + spaced] = ascii && letter >= 'A' && letter <= 'Z' ? (char)(letter | 32) : letter;
        }
        for (size_t k = 0; k < made->size; k++) made->mark |= (uint64_t)1 << (made->letters[k] & 63);
    }
    Py_XDECREF(other);
    Py_XDECREF(bytes);
    return made->letters != NULL;
}

/* Whether a phrase is a part of another one. */
static int is_in(const Folded *part, const Folded *whole) {
    if (part->size > whole->size || part->mark & ~whole->mark) return 0;
    if (!part->size) return 1;
    const char *at = whole->letters, *last = at + (whole->size - part->size);
    while (at <= last && (at = memchr(at, part->letters[0], (size_t)(last - at) + 1))) {
        if (!memcmp(at, part->letters, part->size)) return 1;
        at++;
    }
    return 0;
}

/* Whether a phrase is a part of one that is taken, or the other way round. */
static int overlaps(const Folded *taken, Py_ssize_t count, const Folded *one) {
    for (Py_ssize_t k = 0; k < count; k++)
        if (is_in(one, &taken[k]) || is_in(&taken[k], one)) return 1;
    return 0;
}

/* name_apart(pairs, texts, write, main, topics, most) -> of each topic the phrases that it takes, at most `most`: [(text,
   its value, whether it has several words, and whether several sentences and one that carries the topic have it), …]. `pairs` are what contrast gives, and `write` tells the text of a phrase that is None. See name_topics of
   topic_names.py. */
static PyObject *name_apart(PyObject *self, PyObject *args) {
    PyObject *pairs, *texts, *write, *main, *made;
    Py_ssize_t topics, most, used = 0;
    if (!PyArg_ParseTuple(args, "O!O!OOnn", &PyList_Type, &pairs, &PyList_Type, &texts, &write, &main, &topics, &most)) return NULL;
    Py_ssize_t count = PyList_Size(pairs);
    if (PyList_Size(texts) != count || topics < 0 || topics > 1 << 24)
        return PyErr_SetString(PyExc_ValueError, "columns do not fit each other"), NULL;
    Folded *taken = room(count + 1, sizeof(Folded));
    made = taken ? PyList_New(topics) : NULL;
    for (Py_ssize_t k = 0; made && k < topics; k++) {
        PyObject *own = PyList_New(0);
        if (own)
            PyList_SetItem(made, k, own);
        else
            Py_CLEAR(made);
    }
    int fine = made != NULL;
    if (fine && main != Py_None) fine = fold(main, &taken[used++]);
    for (Py_ssize_t k = 0; fine && k < count; k++) {
        PyObject *pair = PyList_GetItem(pairs, k), *text = PyList_GetItem(texts, k);
        if (!pair || !text || !PyTuple_Check(pair) || PyTuple_Size(pair) != 7) {
            PyErr_SetString(PyExc_ValueError, "a pair has seven parts");
            fine = 0;
            break;
        }
        int hardly = PyTuple_GetItem(pair, 0) == Py_True;
        Py_ssize_t row = PyLong_AsSsize_t(PyTuple_GetItem(pair, 2));
        PyObject *own = PyErr_Occurred() || row < 0 || row >= topics ? NULL : PyList_GetItem(made, row);
        if (!own) {
            if (!PyErr_Occurred()) PyErr_SetString(PyExc_ValueError, "an index lies outside its array");
            fine = 0;
            break;
        }
        Py_ssize_t have = PyList_Size(own);
        if (have >= most || (hardly && have)) continue;
        if (text == Py_None)
            text = PyObject_CallFunctionObjArgs(write, PyTuple_GetItem(pair, 3), NULL);
        else
            Py_INCREF(text);
        fine = text && fold(text, &taken[used]);
        if (fine && overlaps(taken, used, &taken[used])) {
            free(taken[used].letters);
            taken[used].letters = NULL;
        } else if (fine) {
            PyObject *item = Py_BuildValue("(OdOOO)", text, -PyFloat_AsDouble(PyTuple_GetItem(pair, 1)), PyTuple_GetItem(pair, 6),
                                           PyTuple_GetItem(pair, 4), PyTuple_GetItem(pair, 5));
            fine = item && !PyErr_Occurred() && !PyList_Append(own, item);
            Py_XDECREF(item);
            used++;
        }
        Py_XDECREF(text);
    }
    for (Py_ssize_t k = 0; taken && k <= count; k++) free(taken[k].letters);
    free(taken);
    if (!fine) Py_CLEAR(made);
    return made;
}

PyMethodDef keyphrase_methods[] = {
    {"worth", worth, METH_VARARGS, NULL},
    {"fitted", fitted, METH_VARARGS, NULL},
    {"choose", choose, METH_VARARGS, NULL},
    {"contrast", contrast, METH_VARARGS, NULL},
    {"name_apart", name_apart, METH_VARARGS, NULL},
    {NULL, NULL, 0, NULL},
};
