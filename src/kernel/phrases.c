/* Noun phrases in the columns of a document: the loops of noun_phrases.py. */
#include "phrases.h"

typedef struct {
    const Row *row;
    PyObject *breaking, *before, *titles, *determiners, *small; /* words that cut a run, or tell what is in it */
    PyObject *measured, *degrees, *particles;                   /* words that bind what stands beside them */
    Spans *found;
    int participles, one_head, joined;
} Phrases;

/* ---- words ---- */

/* A word of a list, borrowed; NULL with an error set for what is none, such as a string that may have code of its own. */
PyObject *word_at(PyObject *list, Py_ssize_t place) {
    PyObject *text = PyList_GetItem(list, place);
    if (text && !PyUnicode_CheckExact(text)) return PyErr_SetString(PyExc_TypeError, "a word is a string"), NULL;
    return text;
}

/* A number from 0 on that sums never overflow with; -1 with an error set for anything else. */
Py_ssize_t number_at(PyObject *list, Py_ssize_t place) {
    PyObject *item = PyList_GetItem(list, place);
    Py_ssize_t number = item ? PyLong_AsSsize_t(item) : -1;
    if (number >= 0 && number <= PY_SSIZE_T_MAX / 2) return number;
    if (!PyErr_Occurred()) PyErr_SetString(PyExc_ValueError, "a word begins outside its text");
    return -1;
}

/* A pair of numbers in a list: 1, or 0 with an error set. */
int pair_at(PyObject *list, Py_ssize_t place, Id *one, Id *other) {
    PyObject *pair = PyList_GetItem(list, place);
    if (!pair || !PyTuple_Check(pair) || PyTuple_Size(pair) != 2) {
        if (!PyErr_Occurred()) PyErr_SetString(PyExc_TypeError, "a pair is a tuple of two numbers");
        return 0;
    }
    *one = PyLong_AsSsize_t(PyTuple_GetItem(pair, 0)), *other = PyLong_AsSsize_t(PyTuple_GetItem(pair, 1));
    return !PyErr_Occurred();
}

/* Whether the first letter of a word is of a kind: 1, 0, or -1 with an error set. */
static int first_is(PyObject *text, const char *kind, char from, char to) {
    Py_ssize_t length = text ? PyUnicode_GetLength(text) : -1;
    Py_UCS4 letter = length > 0 ? PyUnicode_ReadChar(text, 0) : 0;
    if (length < 0) return -1;
    if (letter < 128) return letter >= (Py_UCS4)from && letter <= (Py_UCS4)to;
    PyObject *first = PyUnicode_Substring(text, 0, 1), *told = first ? PyObject_CallMethod(first, kind, NULL) : NULL;
    int is_so = told ? PyObject_IsTrue(told) : -1;
    Py_XDECREF(first);
    Py_XDECREF(told);
    return is_so;
}

int is_capital(PyObject *text) { return first_is(text, "isupper", 'A', 'Z'); }
int is_small(PyObject *text) { return first_is(text, "islower", 'a', 'z'); }

/* Columns as a tuple: kinds, breaks, texts, lowers, starts, firsts, sentences. What stands in the lists is checked where it
   is read; before the first word and behind the last stands an empty one. */
int parse_columns(PyObject *given, Row *row) {
    Py_ssize_t breaks;
    if (!PyTuple_Check(given)) return PyErr_SetString(PyExc_TypeError, "columns are a tuple"), 0;
    if (!PyArg_ParseTuple(given, "s#y#O!O!O!O!O!", &row->kinds, &row->count, &row->breaks, &breaks, &PyList_Type, &row->texts,
                          &PyList_Type, &row->lowers, &PyList_Type, &row->starts, &PyList_Type, &row->firsts, &PyList_Type,
                          &row->sentences))
        return 0;
    row->lines = PyList_Size(row->sentences);
    if (PyList_Size(row->texts) == row->count && PyList_Size(row->lowers) == row->count &&
        PyList_Size(row->starts) == row->count && PyList_Size(row->firsts) == row->lines && breaks == row->count &&
        row->count > 0 && row->kinds[0] == '-' && row->kinds[row->count - 1] == '-')
        return 1;
    return PyErr_SetString(PyExc_ValueError, "columns do not fit each other"), 0;
}

/* ---- spans ---- */

int add_span(Spans *found, Id start, Id end) {
    if (found->count == found->room) {
        Py_ssize_t wanted = 2 * found->room + 256;
        Span *larger = realloc(found->items, (size_t)wanted * sizeof(Span));
        if (!larger) return PyErr_NoMemory(), 0;
        found->items = larger, found->room = wanted;
    }
    found->items[found->count++] = (Span){start, end};
    return 1;
}

PyObject *list_of(const Spans *found) {
    PyObject *list = PyList_New(found->count);
    for (Py_ssize_t k = 0; list && k < found->count; k++) {
        PyObject *span = Py_BuildValue("(nn)", found->items[k].start, found->items[k].end);
        if (!span) {
            Py_CLEAR(list);
            break;
        }
        PyObject_GC_UnTrack(span); /* numbers make no cycle */
        PyList_SetItem(list, k, span);
    }
    return list;
}

/* ---- noun phrases ---- */

static int has(PyObject *set, PyObject *word) { return word ? PySet_Contains(set, word) : -1; }

/* Whether a word says nothing in front of a phrase: 1, 0, or -1 with an error set. */
static int is_before(const Phrases *p, PyObject *lower) {
    int known = has(p->before, lower);
    Py_ssize_t length = known ? 0 : PyUnicode_GetLength(lower), end = length;
    while (end > 0 && PyUnicode_ReadChar(lower, end - 1) == '.') end--;
    if (known || end == length) return known;
    PyObject *bare = PyUnicode_Substring(lower, 0, end);
    known = has(p->titles, bare);
    Py_XDECREF(bare);
    return known;
}

/* Adds a phrase without "new" and "Mr" in front of it. */
static int add_phrase(const Phrases *p, Py_ssize_t start, Py_ssize_t end) {
    int vague = 1;
    while (start < end - 1 && (vague = is_before(p, word_at(p->row->lowers, start))) > 0) start++;
    return vague >= 0 && add_span(p->found, start, end);
}

/* Whether a word of a run cuts it: 1, 0, or -1 with an error set. */
static int is_cut(const Phrases *p, Py_ssize_t start, Py_ssize_t end) {
    int cut = 0;
    for (Py_ssize_t k = start; !cut && k < end; k++) cut = has(p->breaking, word_at(p->row->lowers, k));
    return cut;
}

/* Where the word before a place ends in its sentence; -1 with an error set. */
static Py_ssize_t end_before(const Row *row, Py_ssize_t place) {
    PyObject *before = word_at(row->texts, place - 1);
    Py_ssize_t start = before ? number_at(row->starts, place - 1) : -1;
    return start < 0 ? -1 : start + PyUnicode_GetLength(before);
}

/* Whether the words of a run stand in their sentence with a space between them: 1, 0, or -1 with an error set. */
static int is_written(const Row *row, Py_ssize_t sentence, Py_ssize_t start, Py_ssize_t end) {
    PyObject *text = word_at(row->sentences, sentence);
    Py_ssize_t length = text ? PyUnicode_GetLength(text) : -1;
    if (length < 0) return -1;
    for (Py_ssize_t k = start + 1; k < end; k++) {
        if (row->breaks[k]) return 0;
        Py_ssize_t place = end_before(row, k), next = number_at(row->starts, k);
        if (place < 0 || next < 0) return -1;
        if (next != place + 1 || place >= length || PyUnicode_ReadChar(text, place) != ' ') return 0;
    }
    return 1;
}

/* The sentence of a word, from the one of a word before it on; -1 with an error set. */
static Py_ssize_t sentence_of(const Row *row, Py_ssize_t sentence, Py_ssize_t place) {
    while (sentence + 1 < row->lines) {
        Py_ssize_t next = number_at(row->firsts, sentence + 1);
        if (next < 0) return -1;
        if (next > place) break;
        sentence++;
    }
    return sentence;
}

/* Words.adjacent of a place that is not the first: 1, 0, or -1 with an error set. */
static int is_adjacent(const Row *row, Py_ssize_t sentence, Py_ssize_t place) {
    if (row->breaks[place]) return 0;
    Py_ssize_t start = number_at(row->starts, place), end = end_before(row, place);
    if (start < 0 || end < 0) return -1;
    if (start - end < 2) return 1;
    PyObject *text = word_at(row->sentences, sentence), *gap = text ? PyUnicode_Substring(text, end, start) : NULL;
    PyObject *blank = gap && PyUnicode_GetLength(gap) > 0 ? PyObject_CallMethod(gap, "isspace", NULL) : NULL;
    int adjacent = !gap ? -1 : blank ? PyObject_IsTrue(blank) : PyErr_Occurred() ? -1 : 1;
    Py_XDECREF(gap);
    Py_XDECREF(blank);
    return adjacent;
}

static int ends_with(PyObject *text, const char *ending) {
    Py_ssize_t size, length = (Py_ssize_t)strlen(ending);
    const char *letters = PyUnicode_AsUTF8AndSize(text, &size);
    if (!letters) return PyErr_Clear(), 0; /* half of a surrogate pair */
    return size >= length && !memcmp(letters + size - length, ending, (size_t)length);
}

/* _is_no_verb of noun_phrases.py: 1, 0, or -1 with an error set. A run is never the first or the last word. */
static int is_no_verb(const Phrases *p, Py_ssize_t place) {
    const Row *row = p->row;
    char kind = row->kinds[place + 1];
    if (row->breaks[place + 1] || (kind != 'N' && kind != 'A')) return 0;
    PyObject *text = word_at(row->texts, place), *before = row->breaks[place] ? NULL : word_at(row->lowers, place - 1);
    if (!text || (!before && !row->breaks[place])) return -1;
    int going = ends_with(text, "ing");
    if (!going && !ends_with(text, "ed") && !ends_with(text, "en")) return kind == 'N' && before ? has(p->determiners, before) : 0;
    if (row->kinds[place - 1] == 'A') return 1;
    if (going) return before ? has(p->determiners, before) : 0;
    return before && PyUnicode_GetLength(before) ? has(p->small, before) : 1;
}

static int add_part(const Phrases *p, Py_ssize_t start, Py_ssize_t end) {
    while (end > start && p->row->kinds[end - 1] != 'N') end--;
    return end == start || add_phrase(p, start, end);
}

/* _split of noun_phrases.py */
static int add_parts(const Phrases *p, Py_ssize_t sentence, Py_ssize_t start, Py_ssize_t end) {
    const Row *row = p->row;
    Py_ssize_t last = start;
    int fine = 1;
    for (Py_ssize_t place = start; fine && place < end; place++) {
        char kind = row->kinds[place];
        int cut = has(p->breaking, word_at(row->lowers, place));
        if (!cut && kind == 'V') cut = (cut = is_no_verb(p, place)) < 0 ? cut : !cut;
        if (cut > 0) {
            fine = add_part(p, last, place) && add_part(p, place, place + 1);
            last = place + 1;
        } else if (!cut && place > last) {
            int joined = p->one_head && kind == 'A' && row->kinds[place - 1] == 'N' ? 0 : is_adjacent(row, sentence, place);
            if (joined < 0) return 0;
            if (!joined) fine = add_part(p, last, place), last = place;
        }
        if (cut < 0) return 0;
    }
    return fine && add_part(p, last, end);
}

/* _runs of noun_phrases.py */
static int add_runs(const Phrases *p) {
    const Row *row = p->row;
    Py_ssize_t sentence = 0;
    int fine = 1;
    for (Py_ssize_t start = 0; fine && start < row->count; start++) {
        Py_ssize_t stop = start, end = start;
        int verb = 0, turned = 0;
        for (; stop < row->count; stop++) {
            char kind = row->kinds[stop], after = stop + 1 < row->count ? row->kinds[stop + 1] : '-';
            if (kind == 'V' && p->participles && (after == 'N' || after == 'A'))
                verb = 1;
            else if (kind != 'N' && kind != 'A')
                break;
            if (kind == 'N') end = stop + 1;
        }
        for (Py_ssize_t k = start; k + 1 < end; k++) turned |= row->kinds[k] == 'N' && row->kinds[k + 1] == 'A';
        if (end - start == 1) {
            int cut = is_cut(p, start, end);
            fine = cut > 0 || (!cut && add_span(p->found, start, end));
        } else if (end > start) {
            /* Runs come from left to right, and so do their sentences. */
            sentence = sentence_of(row, sentence, start);
            fine = sentence >= 0;
            /* Most runs are words with a space between them, and nothing to cut them at. */
            int simple = fine && !verb && sentence < row->lines && !(p->one_head && turned);
            if (simple) simple = is_written(row, sentence, start, end);
            int cut = simple > 0 ? is_cut(p, start, end) : 0;
            if (fine) fine = simple >= 0 && cut >= 0 && (simple && !cut ? add_phrase(p, start, end) : add_parts(p, sentence, start, end));
        }
        if (stop > start) start = stop - 1;
    }
    return fine;
}

/* _with_degrees of noun_phrases.py */
static int add_degrees(const Phrases *p) {
    const Row *row = p->row;
    Py_ssize_t sentence = 0;
    for (Py_ssize_t k = 0; k < p->found->count; k++) {
        Span *span = &p->found->items[k];
        /* Before the first word stands an empty one. */
        if (span->end - span->start < 2 || span->start < 2) continue;
        int degree = has(p->measured, word_at(row->lowers, span->start));
        if (degree > 0) degree = has(p->degrees, word_at(row->lowers, span->start - 1));
        if (degree > 0) {
            sentence = sentence_of(row, sentence, span->start);
            degree = sentence < 0 ? -1 : is_adjacent(row, sentence, span->start);
        }
        if (degree < 0) return 0;
        span->start -= degree;
    }
    return 1;
}

/* Whether every word of a span begins with a capital: 1, 0, or -1 with an error set. */
static int is_name(const Row *row, Py_ssize_t start, Py_ssize_t end) {
    int name = 1;
    for (Py_ssize_t k = start; name > 0 && k < end; k++) name = is_capital(word_at(row->texts, k));
    return name;
}

/* Whether two spans with a particle between them are one name: 1, 0, or -1 with an error set. */
static int is_joint(const Phrases *p, Py_ssize_t *sentence, Span left, Span right) {
    const Row *row = p->row;
    int fine = is_capital(word_at(row->texts, right.start));
    for (Py_ssize_t k = left.end; fine > 0 && k < right.start; k++) {
        PyObject *text = word_at(row->texts, k), *small = text ? PyObject_CallMethod(text, "islower", NULL) : NULL;
        fine = row->kinds[k] != '-' && small ? 0 : small ? PyObject_IsTrue(small) : -1;
        Py_XDECREF(small);
    }
    if (fine > 0) fine = is_name(row, left.start, left.end);
    if (fine > 0) fine = is_name(row, right.start, right.end);
    if (fine > 0 && (*sentence = sentence_of(row, *sentence, left.end)) < 0) return -1;
    for (Py_ssize_t k = left.end; fine > 0 && k <= right.start; k++) fine = is_adjacent(row, *sentence, k);
    return fine;
}

/* _joined of noun_phrases.py; the spans are written over in place, which needs no more of them. */
static int join_names(const Phrases *p, Py_ssize_t gap) {
    Span *spans = p->found->items;
    Py_ssize_t made = 0, sentence = 0;
    Span before = {0, 0};
    for (Py_ssize_t k = 0; k < p->found->count; k++) {
        Span span = spans[k];
        int joint = 0;
        if (k && span.start > before.end && span.start - before.end <= gap) {
            joint = has(p->particles, word_at(p->row->texts, before.end));
            if (joint > 0) joint = is_joint(p, &sentence, before, span);
            if (joint < 0) return 0;
        }
        if (joint)
            spans[made - 1].end = span.end;
        else
            spans[made++] = span;
        before = span;
    }
    p->found->count = made;
    return 1;
}

/* noun_phrases of noun_phrases.py. `lists` has the words that decide, and whether a participle may stand in a phrase, whether
   an adjective behind a noun begins another, whether names are joined, and over how many words. */
int find_phrases(const Row *row, PyObject *lists, Spans *found) {
    Phrases p = {.row = row, .found = found};
    Py_ssize_t gap;
    if (!PyTuple_Check(lists)) return PyErr_SetString(PyExc_TypeError, "the lists are a tuple"), 0;
    if (!PyArg_ParseTuple(lists, "O!O!O!O!O!O!O!O!pppn", &PyFrozenSet_Type, &p.breaking, &PyFrozenSet_Type, &p.before,
                          &PyFrozenSet_Type, &p.titles, &PyFrozenSet_Type, &p.determiners, &PyFrozenSet_Type, &p.small,
                          &PyFrozenSet_Type, &p.measured, &PyFrozenSet_Type, &p.degrees, &PyFrozenSet_Type, &p.particles,
                          &p.participles, &p.one_head, &p.joined, &gap))
        return 0;
    return add_runs(&p) && (!p.participles || add_degrees(&p)) && (!p.joined || join_names(&p, gap));
}

/* noun_phrases(columns, lists) -> [(start, end), …] */
static PyObject *noun_phrases(PyObject *self, PyObject *args) {
    PyObject *columns, *lists;
    Row row;
    if (!PyArg_ParseTuple(args, "OO", &columns, &lists) || !parse_columns(columns, &row)) return NULL;
    Spans found = {0};
    PyObject *made = find_phrases(&row, lists, &found) ? list_of(&found) : NULL;
    free(found.items);
    return made;
}

PyMethodDef phrase_methods[] = {
    {"noun_phrases", noun_phrases, METH_VARARGS, NULL},
    {NULL, NULL, 0, NULL},
};
