/* Where the candidates for keyphrases stand, in dictionaries: loops of keyphrases/gathering.py. */
#include "columns.h"

typedef struct {
    const char *kinds, *breaks;
    Py_ssize_t count;
    PyObject *texts, *lowers, *stems; /* lists, see Words */
    const Id *ids;                    /* of the stems; -1: none */
    PyObject *space;
    Py_ssize_t longest;
} Words;

typedef struct {
    Py_ssize_t start, end, holder; /* the longer phrase, by its number among `keys` */
    uint64_t mark;
} Part;

typedef struct {
    Part *parts;
    PyObject **keys; /* of phrases that have parts */
    Py_ssize_t count, room, held, holders;
} Parts;

/* key_of of located.py */
static PyObject *key_at(const Words *w, Py_ssize_t start, Py_ssize_t end) {
    PyObject *words = PyList_New(end - start), *key;
    for (Py_ssize_t k = start; words && k < end; k++) {
        PyObject *stem = PyList_GetItem(w->stems, k);
        if (!PyUnicode_GetLength(stem)) stem = PyList_GetItem(w->lowers, k);
        Py_INCREF(stem);
        PyList_SetItem(words, k - start, stem);
    }
    key = words ? PyUnicode_Join(w->space, words) : NULL;
    Py_XDECREF(words);
    return key;
}

/* A number that is the same for the same stems. */
static uint64_t mark_of(const Words *w, Py_ssize_t start, Py_ssize_t end) {
    uint64_t mark = 1469598103934665603u;
    for (Py_ssize_t k = start; k < end; k++) {
        uint64_t own = (uint64_t)w->ids[k];
        if (w->ids[k] < 0) own = (uint64_t)PyObject_Hash(PyList_GetItem(w->lowers, k));
        mark = (mark ^ own) * 1099511628211u;
        mark ^= mark >> 29;
    }
    return mark;
}

/* Reads a pair of numbers; 0 with an error set if it is none. */
static int read_span(PyObject *span, Py_ssize_t *start, Py_ssize_t *end) {
    if (!span || !PyTuple_Check(span) || PyTuple_Size(span) != 2) return PyErr_SetString(PyExc_ValueError, "a span has two ends"), 0;
    *start = PyLong_AsSsize_t(PyTuple_GetItem(span, 0)), *end = PyLong_AsSsize_t(PyTuple_GetItem(span, 1));
    return (*start >= 0 && *end >= 0) || !PyErr_Occurred();
}

/* Appends to the list that a dictionary has for a key. */
static int add_to(PyObject *lists, PyObject *key, PyObject *item) {
    PyObject *list = PyDict_GetItemWithError(lists, key);
    if (list) return PyList_Check(list) && !PyList_Append(list, item);
    if (PyErr_Occurred() || !(list = PyList_New(1))) return 0;
    Py_INCREF(item);
    PyList_SetItem(list, 0, item);
    int fine = !PyDict_SetItem(lists, key, list);
    Py_DECREF(list);
    return fine;
}

static Py_ssize_t number_in(PyObject *numbers, PyObject *key) {
    PyObject *number = PyDict_GetItemWithError(numbers, key);
    return number ? PyLong_AsSsize_t(number) : 0;
}

static int count_up(PyObject *numbers, PyObject *key) {
    Py_ssize_t before = number_in(numbers, key);
    PyObject *number = PyErr_Occurred() ? NULL : PyLong_FromSsize_t(before + 1);
    int fine = number && !PyDict_SetItem(numbers, key, number);
    Py_XDECREF(number);
    return fine;
}

static PyObject *span_of(Py_ssize_t start, Py_ssize_t end) {
    PyObject *span = Py_BuildValue("(nn)", start, end);
    if (span) PyObject_GC_UnTrack(span); /* numbers make no cycle */
    return span;
}

/* _parts of gathering.py; `key` is that of the whole, and stays with the parts. */
static int add_parts(const Words *w, Parts *p, PyObject *key, Py_ssize_t start, Py_ssize_t end) {
    Py_ssize_t most = (end - start) * w->longest;
    if (p->count + most > p->room) {
        Py_ssize_t wanted = 2 * p->room + most;
        Part *larger = realloc(p->parts, (size_t)wanted * sizeof(Part));
        if (!larger) return PyErr_NoMemory(), 0;
        p->parts = larger, p->room = wanted;
    }
    if (p->held == p->holders) {
        Py_ssize_t wanted = 2 * p->holders + 64;
        PyObject **larger = realloc(p->keys, (size_t)wanted * sizeof(PyObject *));
        if (!larger) return PyErr_NoMemory(), 0;
        p->keys = larger, p->holders = wanted;
    }
    Py_INCREF(key);
    p->keys[p->held++] = key;
    for (Py_ssize_t first = start; first < end - 1; first++) {
        if (w->kinds[first] == '-') continue;
        for (Py_ssize_t last = first + 2; last <= end && last <= first + w->longest; last++) {
            if (last - first >= end - start || w->kinds[last - 1] != 'N') continue;
            /* Half a name is none: "Museums of San". */
            int cut = last < end ? is_capital(PyList_GetItem(w->texts, last - 1)) : 0;
            if (cut > 0) cut = is_capital(PyList_GetItem(w->texts, last));
            if (cut < 0) return 0;
            if (!cut) p->parts[p->count++] = (Part){first, last, p->held - 1, mark_of(w, first, last)};
        }
    }
    return 1;
}

/* How often each mark occurs: a table of marks and their numbers, at most half full. */
typedef struct {
    uint64_t *marks;
    Py_ssize_t *numbers;
    Py_ssize_t size;
} Marks;

static Py_ssize_t *number_of(const Marks *m, uint64_t mark) {
    Py_ssize_t at = (Py_ssize_t)(mark & (uint64_t)(m->size - 1));
    while (m->numbers[at] && m->marks[at] != mark) at = (at + 1) & (m->size - 1);
    m->marks[at] = mark;
    return &m->numbers[at];
}

/* The parts that are phrases of their own go to `places`. `whole` are the marks of phrases that stand alone; unless `all`,
   a part that occurs once and nowhere alone is not looked at, since it is none. */
static int take_parts(const Words *w, const Parts *p, const uint64_t *whole, Py_ssize_t wholes, int all, double nested,
                      PyObject *places, PyObject *alone) {
    Marks m = {.size = 64};
    while (m.size < 2 * (p->count + wholes + 1)) m.size *= 2;
    m.marks = room(m.size, sizeof(uint64_t)), m.numbers = room(m.size, sizeof(Py_ssize_t));
    Py_ssize_t *around = room(p->count, sizeof(Py_ssize_t)), found = 0;
    PyObject *inner = PyDict_New();
    int fine = m.marks && m.numbers && around && inner;
    for (Py_ssize_t k = 0; fine && k < wholes; k++) *number_of(&m, whole[k]) += 2;
    for (Py_ssize_t k = 0; fine && k < p->count; k++) ++*number_of(&m, p->parts[k].mark);
    /* Key → [its number, its places …]; around[number] says how often the commonest phrase around it stands alone. */
    for (Py_ssize_t k = 0; fine && k < p->count; k++) {
        const Part *part = &p->parts[k];
        if (!all && *number_of(&m, part->mark) < 2) continue;
        PyObject *key = key_at(w, part->start, part->end), *span = span_of(part->start, part->end), *entry = NULL;
        fine = key && span;
        if (fine && !(entry = PyDict_GetItemWithError(inner, key)) && !PyErr_Occurred()) {
            PyObject *made = Py_BuildValue("[n]", found++);
            fine = made && !PyDict_SetItem(inner, key, made);
            entry = made;
            Py_XDECREF(made); /* the dictionary holds it */
        }
        fine = fine && entry && !PyList_Append(entry, span);
        if (fine) {
            Py_ssize_t number = PyLong_AsSsize_t(PyList_GetItem(entry, 0)), times = number_in(alone, p->keys[part->holder]);
            fine = !PyErr_Occurred();
            if (fine && times > around[number]) around[number] = times;
        }
        Py_XDECREF(key);
        Py_XDECREF(span);
    }
    PyObject *key, *entry;
    Py_ssize_t at = 0, number = 0;
    while (fine && PyDict_Next(inner, &at, &key, &entry)) {
        Py_ssize_t times = PyList_Size(entry) - 1;
        int known = PyDict_Contains(alone, key);
        fine = known >= 0;
        if (known || (double)times > nested * (double)around[number] + 1.0)
            for (Py_ssize_t k = 1; fine && k <= times; k++) fine = add_to(places, key, PyList_GetItem(entry, k));
        number++;
    }
    free(m.marks), free(m.numbers), free(around);
    Py_XDECREF(inner);
    return fine;
}

/* One noun phrase: its place, unless it is too long, and its parts. */
static int add_phrase(const Words *w, Parts *p, PyObject *span, Py_ssize_t start, Py_ssize_t end, PyObject *places,
                      PyObject *alone, PyObject *bracketed) {
    Py_ssize_t small = 0, size = end - start;
    for (Py_ssize_t k = start; k < end; k++) small += w->kinds[k] == '-';
    PyObject *key = key_at(w, start, end);
    int fine = key != NULL;
    if (fine && size - small <= w->longest) fine = add_to(places, key, span) && count_up(alone, key);
    if (fine && 2 < size && size <= 2 * w->longest) fine = add_parts(w, p, key, start, end);
    Py_XDECREF(key);
    /* A bracket breaks, and an acronym begins with a capital. */
    if (fine && w->breaks[end]) {
        PyObject *next = PyList_GetItem(w->texts, end);
        Py_UCS4 letter = PyUnicode_GetLength(next) > 1 ? PyUnicode_ReadChar(next, 0) : 0;
        if (letter >= 'A' && letter <= 'Z') fine = !PyList_Append(bracketed, span);
    }
    return fine;
}

/* What is in the lists is checked where it is read: every function for texts sets an error for anything else. */
static int has_size(PyObject *list, Py_ssize_t count) {
    if (PyList_Size(list) == count) return 1;
    PyErr_SetString(PyExc_ValueError, "columns do not fit each other");
    return 0;
}

/* The places of each noun; `lists` has room for a list of each stem, and holds them, whatever else the dictionary does. */
static int add_nouns(const Words *w, PyObject *nouns, PyObject **lists) {
    int fine = 1;
    for (Py_ssize_t k = 0; fine && k < w->count; k++) {
        if (w->kinds[k] != 'N' || w->ids[k] < 0) continue;
        PyObject *place = PyLong_FromSsize_t(k), **list = &lists[w->ids[k]];
        if (place && *list) {
            fine = !PyList_Append(*list, place);
        } else if ((fine = place != NULL && (*list = PyList_New(1)) != NULL)) {
            Py_INCREF(place);
            PyList_SetItem(*list, 0, place);
            fine = !PyDict_SetItem(nouns, PyList_GetItem(w->stems, k), *list);
        }
        Py_XDECREF(place);
    }
    return fine;
}

/* gather(kinds, breaks, texts, lowers, stems, ids, spans, longest, nested, places, nouns, alone) -> the phrases with what may be
   an acronym behind them; fills the three dictionaries. See _gather_tagged of gathering.py. */
static PyObject *gather(PyObject *self, PyObject *args) {
    Words w;
    Parts p = {0};
    Buffers b = {0};
    PyObject *spans, *places, *nouns, *alone, *ids;
    Py_ssize_t breaks;
    double nested;
    if (!PyArg_ParseTuple(args, "s#y#O!O!O!OO!ndO!O!O!", &w.kinds, &w.count, &w.breaks, &breaks, &PyList_Type, &w.texts,
                          &PyList_Type, &w.lowers, &PyList_Type, &w.stems, &ids, &PyList_Type, &spans, &w.longest, &nested,
                          &PyDict_Type, &places, &PyDict_Type, &nouns, &PyDict_Type, &alone) ||
        !has_size(w.texts, w.count) || !has_size(w.lowers, w.count) || !has_size(w.stems, w.count))
        return NULL;
    if (breaks != w.count || w.longest < 1 || w.longest > 100) return PyErr_SetString(PyExc_ValueError, "columns do not fit each other"), NULL;
    if (!(w.ids = array(&b, ids, sizeof(Id), w.count, NULL, 0))) return release(&b), NULL;
    for (Py_ssize_t k = 0; k < w.count; k++)
        if (w.ids[k] < -1 || w.ids[k] >= w.count) return release(&b), PyErr_SetString(PyExc_ValueError, "an index lies outside its array"), NULL;
    Py_ssize_t count = PyList_Size(spans), wholes = 0;
    PyObject *bracketed = PyList_New(0);
    uint64_t *whole = room(count, sizeof(uint64_t));
    PyObject **lists = room(w.count, sizeof(PyObject *));
    w.space = PyUnicode_FromString(" ");
    int fine = bracketed && whole && lists && w.space, all = 0;
    for (Py_ssize_t k = 0; fine && k < count; k++) {
        PyObject *span = PyList_GetItem(spans, k);
        Py_ssize_t start, end;
        fine = read_span(span, &start, &end);
        if (fine && (start < 0 || start >= end || end >= w.count)) {
            PyErr_SetString(PyExc_ValueError, "an index lies outside its array");
            fine = 0;
        }
        if (fine && end - start == 1) {
            PyObject *stem = PyList_GetItem(w.stems, start);
            /* Where a word has a space inside, a phrase may have the key of a word. */
            all |= PyUnicode_FindChar(stem, ' ', 0, PyUnicode_GetLength(stem), 1) >= 0;
            fine = count_up(alone, stem);
        } else if (fine) {
            whole[wholes++] = mark_of(&w, start, end);
            fine = add_phrase(&w, &p, span, start, end, places, alone, bracketed);
        }
    }
    fine = fine && add_nouns(&w, nouns, lists) && take_parts(&w, &p, whole, wholes, all, nested, places, alone);
    for (Py_ssize_t k = 0; k < p.held; k++) Py_DECREF(p.keys[k]);
    for (Py_ssize_t k = 0; lists && k < w.count; k++) Py_XDECREF(lists[k]);
    free(p.parts), free(p.keys), free(whole), free(lists);
    release(&b);
    Py_XDECREF(w.space);
    if (!fine || PyErr_Occurred()) {
        if (!PyErr_Occurred()) PyErr_SetString(PyExc_ValueError, "the candidates are no lists");
        Py_CLEAR(bracketed);
    }
    return bracketed;
}

/* A column that grows. */
typedef struct {
    Id *items;
    Py_ssize_t count, room;
} Column;

static int add_to_column(Column *column, Id item) {
    if (column->count == column->room) {
        Py_ssize_t wanted = 2 * column->room + 256;
        Id *larger = realloc(column->items, (size_t)wanted * sizeof(Id));
        if (!larger) return PyErr_NoMemory(), 0;
        column->items = larger, column->room = wanted;
    }
    column->items[column->count++] = item;
    return 1;
}

/* Adds where the places of a candidate, as spans or as numbers of words, begin and end. */
static int add_places(PyObject *list, Column *starts, Column *ends) {
    Py_ssize_t count = PyList_Check(list) ? PyList_Size(list) : 0, start, end;
    if (!count) return PyErr_SetString(PyExc_ValueError, "a candidate has no place"), 0;
    for (Py_ssize_t k = 0; k < count; k++) {
        PyObject *place = PyList_GetItem(list, k);
        if (PyTuple_Check(place)) {
            if (!read_span(place, &start, &end)) return 0;
        } else {
            start = PyLong_AsSsize_t(place);
            if (start < 0 || start == PY_SSIZE_T_MAX) {
                if (!PyErr_Occurred()) PyErr_SetString(PyExc_ValueError, "an index lies outside its array");
                return 0;
            }
            end = start + 1;
        }
        if (!add_to_column(starts, start) || !add_to_column(ends, end)) return 0;
    }
    return 1;
}

/* rows(places, nouns, alone, stems) -> as bytes the starts and ends of all places, where those of each candidate begin, and how
   many stand alone. See find_candidates of gathering.py. */
static PyObject *rows(PyObject *self, PyObject *args) {
    PyObject *dicts[2], *alone, *stems, *key, *list, *made = NULL;
    if (!PyArg_ParseTuple(args, "O!O!O!O!", &PyDict_Type, &dicts[0], &PyDict_Type, &dicts[1], &PyDict_Type, &alone,
                          &PyDict_Type, &stems))
        return NULL;
    Column starts = {0}, ends = {0}, bounds = {0}, single = {0};
    int fine = add_to_column(&bounds, 0);
    for (int single_words = 0; fine && single_words < 2; single_words++) {
        Py_ssize_t at = 0;
        while (fine && PyDict_Next(dicts[single_words], &at, &key, &list)) {
            /* A word that never stands alone is told by the phrases that it is part of. */
            PyObject *times = PyDict_GetItemWithError(alone, key);
            int known = times || PyErr_Occurred() || single_words ? 0 : PyDict_Contains(stems, key);
            fine = !PyErr_Occurred();
            if (!fine || (!times && (single_words || known))) continue;
            fine = add_places(list, &starts, &ends) && add_to_column(&bounds, starts.count) &&
                   add_to_column(&single, times ? PyLong_AsSsize_t(times) : 0) && !PyErr_Occurred();
        }
    }
    Py_ssize_t item = (Py_ssize_t)sizeof(Id);
    if (fine)
        made = Py_BuildValue("y#y#y#y#", starts.items ? (char *)starts.items : "", starts.count * item,
                             ends.items ? (char *)ends.items : "", ends.count * item, (char *)bounds.items, bounds.count * item,
                             single.items ? (char *)single.items : "", single.count * item);
    free(starts.items), free(ends.items), free(bounds.items), free(single.items);
    return made;
}

PyMethodDef gather_methods[] = {
    {"gather", gather, METH_VARARGS, NULL},
    {"rows", rows, METH_VARARGS, NULL},
    {NULL, NULL, 0, NULL},
};
