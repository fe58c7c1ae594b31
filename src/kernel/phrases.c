/* Noun phrases in the columns of a document: the loops of noun_phrases.py. */
#include "kernel.h"

typedef struct {
    PyObject *texts, *lowers, *starts, *firsts, *sentences; /* lists, see Words */
    PyObject *breaking, *before, *titles, *split, *found;   /* words that cut, and who cuts a run at them */
    Py_ssize_t count;
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

/* Whether the words of a run stand in their sentence with a space between them: 1, 0, or -1 with an error set. */
static int is_written(const Phrases *p, PyObject *space, Py_ssize_t sentence, Py_ssize_t start, Py_ssize_t end) {
    PyObject *text = PyList_GetItem(p->sentences, sentence), *some = PyList_GetSlice(p->texts, start, end);
    PyObject *joined = some ? PyUnicode_Join(space, some) : NULL;
    Py_ssize_t from = PyLong_AsSsize_t(PyList_GetItem(p->starts, start));
    int written = -1;
    if (text && joined && !PyErr_Occurred()) written = (int)PyUnicode_Tailmatch(text, joined, from, PY_SSIZE_T_MAX, -1);
    Py_XDECREF(some);
    Py_XDECREF(joined);
    return written;
}

/* A run that something may cut: Python says where. */
static int add_parts(const Phrases *p, Py_ssize_t start, Py_ssize_t end) {
    PyObject *parts = PyObject_CallFunction(p->split, "nn", start, end);
    int fine = parts && PyList_Check(parts);
    for (Py_ssize_t k = 0; fine && k < PyList_Size(parts); k++) {
        Py_ssize_t from, to;
        PyObject *part = PyList_GetItem(parts, k);
        fine = PyTuple_Check(part) && PyArg_ParseTuple(part, "nn", &from, &to) && start <= from && from < to && to <= end &&
               add_phrase(p, from, to);
    }
    if (!fine && !PyErr_Occurred()) PyErr_SetString(PyExc_ValueError, "a run has no such parts");
    Py_XDECREF(parts);
    return fine;
}

/* noun_runs(kinds, texts, lowers, starts, firsts, sentences, breaking, before, titles, participles, one_head, split) ->
   [(start, end), …]: see noun_phrases of noun_phrases.py */
static PyObject *noun_runs(PyObject *self, PyObject *args) {
    Phrases p;
    const char *kinds;
    int participles, one_head, fine = 1;
    if (!PyArg_ParseTuple(args, "s#O!O!O!O!O!O!O!O!ppO", &kinds, &p.count, &PyList_Type, &p.texts, &PyList_Type, &p.lowers,
                          &PyList_Type, &p.starts, &PyList_Type, &p.firsts, &PyList_Type, &p.sentences, &PyFrozenSet_Type,
                          &p.breaking, &PyFrozenSet_Type, &p.before, &PyFrozenSet_Type, &p.titles, &participles, &one_head,
                          &p.split))
        return NULL;
    Py_ssize_t sentences = PyList_Size(p.sentences), sentence = 0, next = 0;
    if (PyList_Size(p.texts) != p.count || PyList_Size(p.lowers) != p.count || PyList_Size(p.starts) != p.count ||
        PyList_Size(p.firsts) != sentences) {
        PyErr_SetString(PyExc_ValueError, "columns have different lengths");
        return NULL;
    }
    PyObject *space = PyUnicode_FromString(" ");
    p.found = space ? PyList_New(0) : NULL;
    fine = p.found != NULL;
    for (Py_ssize_t start = 0; fine && start < p.count; start++) {
        Py_ssize_t stop = start, end = start;
        int verb = 0, turned = 0;
        for (; stop < p.count; stop++) {
            char kind = kinds[stop], after = stop + 1 < p.count ? kinds[stop + 1] : '-';
            if (kind == 'V' && participles && (after == 'N' || after == 'A'))
                verb = 1;
            else if (kind != 'N' && kind != 'A')
                break;
            if (kind == 'N') end = stop + 1;
        }
        for (Py_ssize_t k = start; k + 1 < end; k++) turned |= kinds[k] == 'N' && kinds[k + 1] == 'A';
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
            int simple = fine && !verb && sentence < sentences && !(one_head && turned);
            if (simple) simple = is_written(&p, space, sentence, start, end);
            int cut = simple > 0 ? is_cut(&p, start, end) : 0;
            if (fine) fine = simple >= 0 && cut >= 0 && (simple && !cut ? add_phrase(&p, start, end) : add_parts(&p, start, end));
        }
        if (stop > start) start = stop - 1;
    }
    Py_XDECREF(space);
    if (fine) return p.found;
    Py_XDECREF(p.found);
    return NULL;
}

PyMethodDef phrase_methods[] = {
    {"noun_runs", noun_runs, METH_VARARGS, NULL},
    {NULL, NULL, 0, NULL},
};
