/* Noun phrases in the columns of a document: the loops of noun_phrases.py. */
#include "columns.h"

typedef struct {
    const Text *text;
    PyObject *breaking, *before, *titles, *determiners, *small; /* words that cut a run, or tell what is in it */
    PyObject *measured, *degrees, *particles;                   /* words that bind what stands beside them */
    Spans *found;
    int participles, one_head, joined;
} Phrases;

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
    while (start < end - 1 && (vague = is_before(p, p->text->words[start].lower)) > 0) start++;
    return vague >= 0 && add_span(p->found, start, end);
}

/* Whether a word of a run cuts it: 1, 0, or -1 with an error set. */
static int is_cut(const Phrases *p, Py_ssize_t start, Py_ssize_t end) {
    int cut = 0;
    for (Py_ssize_t k = start; !cut && k < end; k++) cut = has(p->breaking, p->text->words[k].lower);
    return cut;
}

/* Where the word before a place ends in its sentence. */
static Id end_before(const Text *t, Id place) { return t->words[place - 1].start + PyUnicode_GetLength(t->words[place - 1].text); }

/* Whether the words of a run stand in their sentence with a space between them. */
static int is_written(const Text *t, Id start, Id end) {
    PyObject *line = t->lines[t->owners[start]];
    Py_ssize_t length = PyUnicode_GetLength(line);
    for (Id k = start + 1; k < end; k++) {
        Id place = end_before(t, k);
        if (t->breaks[k] || t->words[k].start != place + 1 || place >= length || PyUnicode_ReadChar(line, place) != ' ') return 0;
    }
    return 1;
}

/* Words.adjacent of a place that is not the first: 1, 0, or -1 with an error set. */
static int is_adjacent(const Text *t, Id place) {
    if (t->breaks[place]) return 0;
    Id start = t->words[place].start, end = end_before(t, place);
    if (start - end < 2) return 1;
    PyObject *gap = PyUnicode_Substring(t->lines[t->owners[place]], end, start);
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
    const Text *t = p->text;
    char kind = t->kinds[place + 1];
    if (t->breaks[place + 1] || (kind != 'N' && kind != 'A')) return 0;
    PyObject *text = t->words[place].text, *before = t->breaks[place] ? NULL : t->words[place - 1].lower;
    int going = ends_with(text, "ing");
    if (!going && !ends_with(text, "ed") && !ends_with(text, "en")) return kind == 'N' && before ? has(p->determiners, before) : 0;
    if (t->kinds[place - 1] == 'A') return 1;
    if (going) return before ? has(p->determiners, before) : 0;
    return before && PyUnicode_GetLength(before) ? has(p->small, before) : 1;
}

static int add_part(const Phrases *p, Py_ssize_t start, Py_ssize_t end) {
    while (end > start && p->text->kinds[end - 1] != 'N') end--;
    return end == start || add_phrase(p, start, end);
}

/* _split of noun_phrases.py */
static int add_parts(const Phrases *p, Py_ssize_t start, Py_ssize_t end) {
    const Text *t = p->text;
    Py_ssize_t last = start;
    int fine = 1;
    for (Py_ssize_t place = start; fine && place < end; place++) {
        char kind = t->kinds[place];
        int cut = has(p->breaking, t->words[place].lower);
        if (!cut && kind == 'V') cut = (cut = is_no_verb(p, place)) < 0 ? cut : !cut;
        if (cut > 0) {
            fine = add_part(p, last, place) && add_part(p, place, place + 1);
            last = place + 1;
        } else if (!cut && place > last) {
            int joined = p->one_head && kind == 'A' && t->kinds[place - 1] == 'N' ? 0 : is_adjacent(t, place);
            if (joined < 0) return 0;
            if (!joined) fine = add_part(p, last, place), last = place;
        }
        if (cut < 0) return 0;
    }
    return fine && add_part(p, last, end);
}

/* _runs of noun_phrases.py */
static int add_runs(const Phrases *p) {
    const Text *t = p->text;
    int fine = 1;
    for (Py_ssize_t start = 0; fine && start < t->count; start++) {
        Py_ssize_t stop = start, end = start;
        int verb = 0, turned = 0;
        for (; stop < t->count; stop++) {
            char kind = t->kinds[stop], after = stop + 1 < t->count ? t->kinds[stop + 1] : '-';
            if (kind == 'V' && p->participles && (after == 'N' || after == 'A'))
                verb = 1;
            else if (kind != 'N' && kind != 'A')
                break;
            if (kind == 'N') end = stop + 1;
        }
        for (Py_ssize_t k = start; k + 1 < end; k++) turned |= t->kinds[k] == 'N' && t->kinds[k + 1] == 'A';
        if (end - start == 1) {
            int cut = is_cut(p, start, end);
            fine = cut > 0 || (!cut && add_span(p->found, start, end));
        } else if (end > start) {
            /* Most runs are words with a space between them, and nothing to cut them at. */
            int simple = !verb && !(p->one_head && turned) && is_written(t, start, end);
            int cut = simple ? is_cut(p, start, end) : 0;
            fine = cut >= 0 && (simple && !cut ? add_phrase(p, start, end) : add_parts(p, start, end));
        }
        if (stop > start) start = stop - 1;
    }
    return fine;
}

/* _with_degrees of noun_phrases.py */
static int add_degrees(const Phrases *p) {
    const Text *t = p->text;
    for (Py_ssize_t k = 0; k < p->found->count; k++) {
        Span *span = &p->found->items[k];
        /* Before the first word stands an empty one. */
        if (span->end - span->start < 2 || span->start < 2) continue;
        int degree = has(p->measured, t->words[span->start].lower);
        if (degree > 0) degree = has(p->degrees, t->words[span->start - 1].lower);
        if (degree > 0) degree = is_adjacent(t, span->start);
        if (degree < 0) return 0;
        span->start -= degree;
    }
    return 1;
}

/* Whether every word of a span begins with a capital: 1, 0, or -1 with an error set. */
static int is_name(const Text *t, Py_ssize_t start, Py_ssize_t end) {
    int name = 1;
    for (Py_ssize_t k = start; name > 0 && k < end; k++) name = is_capital(t->words[k].text);
    return name;
}

/* Whether two spans with a particle between them are one name: 1, 0, or -1 with an error set. */
static int is_joint(const Phrases *p, Span left, Span right) {
    const Text *t = p->text;
    int fine = is_capital(t->words[right.start].text);
    for (Py_ssize_t k = left.end; fine > 0 && k < right.start; k++) {
        PyObject *small = t->kinds[k] == '-' ? PyObject_CallMethod(t->words[k].text, "islower", NULL) : NULL;
        fine = t->kinds[k] != '-' ? 0 : small ? PyObject_IsTrue(small) : -1;
        Py_XDECREF(small);
    }
    if (fine > 0) fine = is_name(t, left.start, left.end);
    if (fine > 0) fine = is_name(t, right.start, right.end);
    for (Py_ssize_t k = left.end; fine > 0 && k <= right.start; k++) fine = is_adjacent(t, k);
    return fine;
}

/* _joined of noun_phrases.py; the spans are written over in place, which needs no more of them. */
static int join_names(const Phrases *p, Py_ssize_t gap) {
    Span *spans = p->found->items;
    Py_ssize_t made = 0;
    Span before = {0, 0};
    for (Py_ssize_t k = 0; k < p->found->count; k++) {
        Span span = spans[k];
        int joint = 0;
        if (k && span.start > before.end && span.start - before.end <= gap) {
            joint = has(p->particles, p->text->words[before.end].text);
            if (joint > 0) joint = is_joint(p, before, span);
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
int find_phrases(const Text *t, PyObject *lists, Spans *found) {
    Phrases p = {.text = t, .found = found};
    Py_ssize_t gap;
    if (!PyTuple_Check(lists)) return PyErr_SetString(PyExc_TypeError, "the lists are a tuple"), 0;
    if (!PyArg_ParseTuple(lists, "O!O!O!O!O!O!O!O!pppn", &PyFrozenSet_Type, &p.breaking, &PyFrozenSet_Type, &p.before,
                          &PyFrozenSet_Type, &p.titles, &PyFrozenSet_Type, &p.determiners, &PyFrozenSet_Type, &p.small,
                          &PyFrozenSet_Type, &p.measured, &PyFrozenSet_Type, &p.degrees, &PyFrozenSet_Type, &p.particles,
                          &p.participles, &p.one_head, &p.joined, &gap))
        return 0;
    return add_runs(&p) && (!p.participles || add_degrees(&p)) && (!p.joined || join_names(&p, gap));
}

/* noun_phrases(text, kinds, lists) -> [(start, end), …] */
static PyObject *noun_phrases(PyObject *self, PyObject *args) {
    PyObject *text, *kinds, *lists;
    Text t;
    if (!PyArg_ParseTuple(args, "OOO", &text, &kinds, &lists) || !parse_text(text, kinds, 1, &t)) return NULL;
    Spans found = {0};
    PyObject *made = find_phrases(&t, lists, &found) ? list_of(&found) : NULL;
    free(found.items);
    return made;
}

PyMethodDef phrase_methods[] = {
    {"noun_phrases", noun_phrases, METH_VARARGS, NULL},
    {NULL, NULL, 0, NULL},
};
