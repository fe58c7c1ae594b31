/* Noun phrases in the columns of a document: the loops of noun_phrases.py. */
#include "kernel.h"
#include <string.h>

typedef struct {
    PyObject *texts, *lowers, *starts, *firsts, *sentences; /* lists, see Words */
    PyObject *breaking, *before, *titles, *determiners, *small, *found; /* words that cut a run, or tell what is in it */
    const char *kinds, *breaks;
    Py_ssize_t count;
    int one_head;
} Phrases;

/* Whether something stands in a set: 1, 0, or -1 with an error set. */
static int is_before(const Phrases *p, PyObject *lower) {
    int known = PySet_Contains(p->before, lower);
    Py_ssize_t length = PyUnicode_GetLength(lower), end = length;
    while (end > 0 && PyUnicode_ReadChar(lower, end - 1) == '.') end--;
    if (known || end == length) return known;
    PyObject *bare = PyUnicode_Substring(lower, 0, end);
    known = bare ? PySet_Contains(p->titles, bare) : -1;
    Py_XDECREF(bare);
    return known;
}

static int add_span(PyObject *found, Py_ssize_t start, Py_ssize_t end) {
    PyObject *span = Py_BuildValue("(nn)", start, end);
    if (span) PyObject_GC_UnTrack(span); /* numbers make no cycle */
    int fine = span && !PyList_Append(found, span);
    Py_XDECREF(span);
    return fine;
}

/* Adds a phrase without "new" and "Mr" in front of it. */
static int add_phrase(const Phrases *p, Py_ssize_t start, Py_ssize_t end) {
    int vague = 1;
    while (start < end - 1 && (vague = is_before(p, PyList_GetItem(p->lowers, start))) > 0) start++;
    return vague >= 0 && add_span(p->found, start, end);
}

/* Whether a word of a run cuts it: 1, 0, or -1 with an error set. */
static int is_cut(const Phrases *p, Py_ssize_t start, Py_ssize_t end) {
    int cut = 0;
    for (Py_ssize_t k = start; !cut && k < end; k++) cut = PySet_Contains(p->breaking, PyList_GetItem(p->lowers, k));
    return cut;
}

/* Where a word begins; -1 with an error set for what is no such number, so that sums of places never overflow. */
static Py_ssize_t start_of(const Phrases *p, Py_ssize_t place) {
    Py_ssize_t start = PyLong_AsSsize_t(PyList_GetItem(p->starts, place));
    if (start >= 0 && start <= PY_SSIZE_T_MAX / 2) return start;
    if (!PyErr_Occurred()) PyErr_SetString(PyExc_ValueError, "a word begins outside its text");
    return -1;
}

/* Whether the words of a run stand in their sentence with a space between them: 1, 0, or -1 with an error set. */
static int is_written(const Phrases *p, Py_ssize_t sentence, Py_ssize_t start, Py_ssize_t end) {
    PyObject *text = PyList_GetItem(p->sentences, sentence);
    Py_ssize_t length = PyUnicode_GetLength(text), next = start_of(p, start);
    for (Py_ssize_t k = start + 1; k < end; k++) {
        next += PyUnicode_GetLength(PyList_GetItem(p->texts, k - 1));
        if (p->breaks[k] || start_of(p, k) != next + 1 || next < 0 || next >= length || PyUnicode_ReadChar(text, next) != ' ')
            return PyErr_Occurred() ? -1 : 0;
        next++;
    }
    return PyErr_Occurred() ? -1 : 1;
}

/* Words.adjacent of a place that is not the first: 1, 0, or -1 with an error set. */
static int is_adjacent(const Phrases *p, Py_ssize_t sentence, Py_ssize_t place) {
    if (p->breaks[place]) return 0;
    Py_ssize_t start = start_of(p, place), end = start_of(p, place - 1) + PyUnicode_GetLength(PyList_GetItem(p->texts, place - 1));
    if (PyErr_Occurred()) return -1;
    if (start - end < 2) return 1;
    PyObject *text = PyList_GetItem(p->sentences, sentence), *gap = text && end >= 0 ? PyUnicode_Substring(text, end, start) : NULL;
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
    char kind = p->kinds[place + 1];
    if (p->breaks[place + 1] || (kind != 'N' && kind != 'A')) return 0;
    PyObject *text = PyList_GetItem(p->texts, place), *before = p->breaks[place] ? NULL : PyList_GetItem(p->lowers, place - 1);
    int going = ends_with(text, "ing");
    if (!going && !ends_with(text, "ed") && !ends_with(text, "en"))
        return kind == 'N' && before ? PySet_Contains(p->determiners, before) : 0;
    if (p->kinds[place - 1] == 'A') return 1;
    if (going) return before ? PySet_Contains(p->determiners, before) : 0;
    return before && PyUnicode_GetLength(before) ? PySet_Contains(p->small, before) : 1;
}

static int add_part(const Phrases *p, Py_ssize_t start, Py_ssize_t end) {
    while (end > start && p->kinds[end - 1] != 'N') end--;
    return end == start || add_phrase(p, start, end);
}

/* _split of noun_phrases.py */
static int add_parts(const Phrases *p, Py_ssize_t sentence, Py_ssize_t start, Py_ssize_t end) {
    Py_ssize_t last = start;
    int fine = 1;
    for (Py_ssize_t place = start; fine && place < end; place++) {
        char kind = p->kinds[place];
        int cut = PySet_Contains(p->breaking, PyList_GetItem(p->lowers, place));
        if (!cut && kind == 'V') cut = (cut = is_no_verb(p, place)) < 0 ? cut : !cut;
        if (cut > 0) {
            fine = add_part(p, last, place) && add_part(p, place, place + 1);
            last = place + 1;
        } else if (!cut && place > last) {
            int joined = p->one_head && kind == 'A' && p->kinds[place - 1] == 'N' ? 0 : is_adjacent(p, sentence, place);
            if (joined < 0) return 0;
            if (!joined) fine = add_part(p, last, place), last = place;
        }
        if (cut < 0) return 0;
    }
    return fine && add_part(p, last, end);
}

/* noun_runs(kinds, breaks, texts, lowers, starts, firsts, sentences, breaking, before, titles, determiners, small,
   participles, one_head) -> [(start, end), …]: see _runs of noun_phrases.py */
static PyObject *noun_runs(PyObject *self, PyObject *args) {
    Phrases p;
    int participles, fine = 1;
    Py_ssize_t breaks;
    if (!PyArg_ParseTuple(args, "s#y#O!O!O!O!O!O!O!O!O!O!pp", &p.kinds, &p.count, &p.breaks, &breaks, &PyList_Type, &p.texts,
                          &PyList_Type, &p.lowers, &PyList_Type, &p.starts, &PyList_Type, &p.firsts, &PyList_Type, &p.sentences,
                          &PyFrozenSet_Type, &p.breaking, &PyFrozenSet_Type, &p.before, &PyFrozenSet_Type, &p.titles,
                          &PyFrozenSet_Type, &p.determiners, &PyFrozenSet_Type, &p.small, &participles, &p.one_head))
        return NULL;
    Py_ssize_t sentences = PyList_Size(p.sentences), sentence = 0, next = 0;
    if (PyList_Size(p.texts) != p.count || PyList_Size(p.lowers) != p.count || PyList_Size(p.starts) != p.count ||
        PyList_Size(p.firsts) != sentences || breaks != p.count || p.count < 1 || p.kinds[0] != '-' || p.kinds[p.count - 1] != '-') {
        PyErr_SetString(PyExc_ValueError, "columns do not fit each other");
        return NULL;
    }
    p.found = PyList_New(0);
    fine = p.found != NULL;
    for (Py_ssize_t start = 0; fine && start < p.count; start++) {
        Py_ssize_t stop = start, end = start;
        int verb = 0, turned = 0;
        for (; stop < p.count; stop++) {
            char kind = p.kinds[stop], after = stop + 1 < p.count ? p.kinds[stop + 1] : '-';
            if (kind == 'V' && participles && (after == 'N' || after == 'A'))
                verb = 1;
            else if (kind != 'N' && kind != 'A')
                break;
            if (kind == 'N') end = stop + 1;
        }
        for (Py_ssize_t k = start; k + 1 < end; k++) turned |= p.kinds[k] == 'N' && p.kinds[k + 1] == 'A';
        if (end - start == 1) {
            int cut = is_cut(&p, start, end);
            fine = cut > 0 || (!cut && add_span(p.found, start, end));
        } else if (end > start) {
            /* Runs come from left to right, and so do their sentences. */
            while (fine && sentence + 1 < sentences) {
                next = PyLong_AsSsize_t(PyList_GetItem(p.firsts, sentence + 1));
                if (PyErr_Occurred()) fine = 0;
                if (next > start) break;
                sentence++;
            }
            /* Most runs are words with a space between them, and nothing to cut them at. */
            int simple = fine && !verb && sentence < sentences && !(p.one_head && turned);
            if (simple) simple = is_written(&p, sentence, start, end);
            int cut = simple > 0 ? is_cut(&p, start, end) : 0;
            if (fine) fine = simple >= 0 && cut >= 0 && (simple && !cut ? add_phrase(&p, start, end) : add_parts(&p, sentence, start, end));
        }
        if (stop > start) start = stop - 1;
    }
    if (fine) return p.found;
    Py_XDECREF(p.found);
    return NULL;
}

PyMethodDef phrase_methods[] = {
    {"noun_runs", noun_runs, METH_VARARGS, NULL},
    {NULL, NULL, 0, NULL},
};
