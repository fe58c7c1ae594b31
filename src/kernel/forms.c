/* How candidates are written, and where they stand in the document: loops of keyphrases/forms.py. */
#include "found.h"

/* A number from 0 on that sums never overflow with; -1 with an error set for anything else. */
static Py_ssize_t number_at(PyObject *list, Py_ssize_t place) {
    PyObject *item = PyList_GetItem(list, place);
    Py_ssize_t number = item ? PyLong_AsSsize_t(item) : -1;
    if (number >= 0 && number <= PY_SSIZE_T_MAX / 2) return number;
    if (!PyErr_Occurred()) PyErr_SetString(PyExc_ValueError, "a number is less than 0 or too large");
    return -1;
}

/* The same of a candidate. */
static Py_ssize_t candidate_at(PyObject *list, Py_ssize_t place, const Found *f) {
    Py_ssize_t candidate = number_at(list, place);
    if (candidate < f->count) return candidate;
    return PyErr_SetString(PyExc_ValueError, "an index lies outside its array"), -1;
}

/* Whether a letter or a digit stands at a place of a text: 1, 0, or -1 with an error set. */
static int is_alnum_at(PyObject *text, Py_ssize_t place) {
    Py_UCS4 letter = PyUnicode_ReadChar(text, place);
    if (letter < 128)
        return (letter >= 'a' && letter <= 'z') || (letter >= 'A' && letter <= 'Z') || (letter >= '0' && letter <= '9');
    PyObject *one = PyUnicode_Substring(text, place, place + 1), *told = one ? PyObject_CallMethod(one, "isalnum", NULL) : NULL;
    int found = told ? PyObject_IsTrue(told) : -1;
    Py_XDECREF(one);
    Py_XDECREF(told);
    return found;
}

/* Words.locate: where the words of a span begin and end in the text of their sentence. 1, 0 if Python has to look for words
   that moved or are not whole, -1 with an error set. */
static int locate(const Text *t, PyObject *text, Id start, Id end, Py_ssize_t *begin, Py_ssize_t *stop) {
    PyObject *first = t->words[start].text, *last = t->words[end - 1].text;
    Py_ssize_t length = PyUnicode_GetLength(text), wide = PyUnicode_GetLength(last);
    *begin = t->words[start].start, *stop = t->words[end - 1].start;
    if (*stop < *begin || *begin >= length || wide > length - *stop) return 0;
    int same = (int)PyUnicode_Tailmatch(text, first, *begin, length, -1);
    if (same > 0 && end - start > 1) same = (int)PyUnicode_Tailmatch(text, last, *stop, length, -1);
    if (same <= 0) return same;
    *stop += wide;
    /* Beside most words stands a space or a comma. */
    int beside = *stop < length ? is_alnum_at(text, *stop) : 0;
    if (!beside && *begin) beside = is_alnum_at(text, *begin - 1);
    return beside < 0 ? -1 : !beside;
}

/* Whether a form is written in one line, with a space between words, in a script that has spaces. */
static int is_even(PyObject *text) {
    Py_ssize_t size;
    const char *letters = PyUnicode_AsUTF8AndSize(text, &size);
    if (!letters) return PyErr_Clear(), 0;
    for (Py_ssize_t k = 0; k < size; k++) {
        unsigned char c = (unsigned char)letters[k];
        if (c == ' ' ? !k || k + 1 == size || letters[k + 1] == ' ' : c < ' ') return 0;
        /* U+0080 to U+00BF has other spaces, and what is beyond U+0DFF may be written without any. */
        if (c == 0xC2 || c >= 0xE0) return 0;
    }
    return size > 0;
}

/* Whether a word at one place is the same as at another, or as in lower case: 1, 0, or -1 with an error set. */
static int is_equal(PyObject *text, PyObject *other) {
    int order = text == other ? 0 : PyUnicode_Compare(text, other);
    return order == -1 && PyErr_Occurred() ? -1 : !order;
}

/* Whether words stand at two places in the same form: 1, 0, or -1 with an error set. */
static int are_equal(const Text *t, Id start, Id other, Id size) {
    int same = 1;
    for (Id k = 0; same > 0 && k < size; k++) same = is_equal(t->words[start + k].text, t->words[other + k].text);
    return same;
}

/* Whether words are in lower case: 1, 0, or -1 with an error set. */
static int are_small(const Text *t, Id start, Id end) {
    int small = 1;
    for (Id k = start; small > 0 && k < end; k++) small = is_equal(t->words[k].text, t->words[k].lower);
    return small;
}

/* How words stand in their sentence; None where Python has to look for them. */
static PyObject *slice_of(const Text *t, Id start, Id end) {
    Py_ssize_t begin, stop;
    PyObject *text = t->lines[t->owners[start]], *form;
    int whole = locate(t, text, start, end, &begin, &stop);
    if (whole < 0 || (whole && !(form = PyUnicode_Substring(text, begin, stop)))) return NULL;
    if (whole && is_even(form)) return form;
    if (whole) Py_DECREF(form);
    Py_RETURN_NONE;
}

typedef struct { /* what tells which of several forms is shown */
    const Found *f;
    const Id *upper, *lower; /* of each stem, how often it has a capital as a noun inside a sentence, or none */
    int capital_nouns;
} Forms;

/* Whether the text has a word without its capital elsewhere, or only its place explains it: _owes_capital of forms.py. */
static int owes_capital(const Forms *g, PyObject *text, Id place, int by_place) {
    Id stem = g->f->text.words[place].stem, upper = stem < 0 ? 0 : g->upper[stem], lower = stem < 0 ? 0 : g->lower[stem];
    if (!lower) {
        Py_ssize_t length = PyUnicode_GetLength(text);
        PyObject *rest = PyUnicode_Substring(text, length > 0, length), *told = rest ? PyObject_CallMethod(rest, "isupper", NULL) : NULL;
        int shouted = told ? PyObject_IsTrue(told) : -1;
        Py_XDECREF(rest);
        Py_XDECREF(told);
        if (shouted) return shouted < 0 ? -1 : 0;
    }
    return lower > upper || (by_place && !upper);
}

/* A form without the capitals that its words owe to their place. Takes the form, and gives a new one. */
static PyObject *without_capitals(const Forms *g, PyObject *form, Id start, Id end) {
    const Text *t = &g->f->text;
    Py_ssize_t length = PyUnicode_GetLength(form);
    int by_place = PyUnicode_FindChar(form, ' ', 0, length, 1) < 0;
    /* "Old quarry" begins a sentence; "Old Town" may be a name. */
    for (Py_ssize_t k = 0; !by_place && k < length; k++)
        if (!k || PyUnicode_ReadChar(form, k - 1) == ' ') {
            PyObject *rest = PyUnicode_Substring(form, k, k + 1);
            by_place = is_small(rest);
            Py_XDECREF(rest);
        }
    for (Id k = start; form && k < end; k++) {
        PyObject *text = t->words[k].text, *lower = t->words[k].lower;
        int owes = by_place >= 0 ? PyUnicode_Contains(form, text) : -1;
        if (owes > 0) owes = owes_capital(g, text, k, by_place);
        PyObject *made = owes > 0 ? PyUnicode_Replace(form, text, lower, 1) : NULL;
        if (!owes) continue;
        Py_DECREF(form);
        form = made;
    }
    return form;
}

#define MOST_FORMS 64 /* of a candidate; where there are more Python looks */

typedef struct {
    PyObject *text; /* owned */
    Id times, sure; /* how often it is written, and where a capital means something */
    Id first;       /* its first place */
} Form;

/* The form of the words at a place, which is new or known: its number, MOST_FORMS where Python has to look, -1 with an error set. */
static Py_ssize_t form_at(const Found *f, Id place, Form *forms, Py_ssize_t *found) {
    PyObject *text = slice_of(&f->text, f->starts[place], f->ends[place]);
    if (!text) return -1;
    Py_ssize_t known = 0;
    while (text != Py_None && known < *found && PyUnicode_Compare(forms[known].text, text)) known++;
    if (text == Py_None || known == MOST_FORMS || known < *found)
        known = text == Py_None ? MOST_FORMS : known, Py_DECREF(text);
    else
        forms[(*found)++] = (Form){.text = text, .first = place};
    return known;
}

/* The forms of a candidate: how many, 0 where Python has to look, -1 with an error set. */
static Py_ssize_t forms_of(const Found *f, Py_ssize_t candidate, Form *forms) {
    const Text *t = &f->text;
    Id places[MOST_FORMS]; /* the same words are the same form */
    Py_ssize_t numbers[MOST_FORMS], known = 0, found = 0, number = 0;
    for (Id k = f->bounds[candidate]; k < f->bounds[candidate + 1]; k++) {
        Id start = f->starts[k], size = f->ends[k] - start, same = 0, at = 0;
        for (; at < known; at++) {
            same = f->ends[places[at]] - f->starts[places[at]] == size ? are_equal(t, f->starts[places[at]], start, size) : 0;
            if (same) break;
        }
        number = same < 0 ? -1 : same ? numbers[at] : known < MOST_FORMS ? form_at(f, k, forms, &found) : MOST_FORMS;
        if (number < 0 || number == MOST_FORMS) break;
        if (!same) places[known] = k, numbers[known++] = number;
        forms[number].times++;
        /* A word that opens its sentence has a capital in any case. */
        forms[number].sure += !opens(t, start) && t->cased[t->owners[start]];
    }
    if (number >= 0 && number < MOST_FORMS) return found;
    for (Py_ssize_t one = 0; one < found; one++) Py_DECREF(forms[one].text);
    return number < 0 ? -1 : 0;
}

/* Whether a form is an acronym, perhaps in the plural, in capitals or small letters: 1, 0, or -1 where Python has to look. */
static int is_short(PyObject *form, PyObject *given) {
    Py_ssize_t size, length;
    const char *letters = PyUnicode_AsUTF8AndSize(form, &size), *small = letters ? PyUnicode_AsUTF8AndSize(given, &length) : NULL;
    if (!small) return PyErr_Clear(), -1;
    int same = size == length || (size == length + 1 && (letters[length] | 32) == 's');
    for (Py_ssize_t k = 0; k < size; k++) {
        if ((unsigned char)letters[k] > 127) return -1;
        char one = letters[k], other = k < length ? small[k] : one;
        if (one >= 'A' && one <= 'Z') one = (char)(one | 32);
        if (other >= 'A' && other <= 'Z') other = (char)(other | 32);
        same &= one == other;
    }
    return same;
}

/* Leaves an acronym out of the forms of its phrase: how many are left, or -1 where Python has to look. */
static Py_ssize_t without_short(Form *forms, Py_ssize_t count, PyObject *given) {
    Py_ssize_t left = 0;
    int sure = 1;
    for (Py_ssize_t k = 0; k < count; k++) {
        int same = is_short(forms[k].text, given);
        sure &= same >= 0;
        if (same > 0)
            Py_DECREF(forms[k].text);
        else
            forms[left++] = forms[k];
    }
    for (Py_ssize_t k = 0; !sure && k < left; k++) Py_DECREF(forms[k].text);
    return sure ? left : -1;
}

/* The commonest form of a candidate: _write of forms.py. `given` is its acronym; NULL for none. */
static PyObject *choose_form(const Forms *g, Py_ssize_t candidate, PyObject *given) {
    Form forms[MOST_FORMS];
    Py_ssize_t count = forms_of(g->f, candidate, forms), best = 0;
    int sure = 0;
    if (count < 0) return NULL;
    if (count && given) {
        Id first = g->f->bounds[candidate];
        if (!(count = without_short(forms, count, given))) return key_of(&g->f->text, g->f->starts[first], g->f->ends[first]);
    }
    if (count <= 0) Py_RETURN_NONE;
    for (Py_ssize_t k = 0; k < count; k++) sure |= forms[k].sure > 0;
    for (Py_ssize_t k = 1; k < count; k++) {
        Id more = sure ? forms[k].sure - forms[best].sure : forms[k].times - forms[best].times;
        /* Of equals the first in the alphabet. */
        if (more > 0 || (!more && PyUnicode_Compare(forms[k].text, forms[best].text) < 0)) best = k;
    }
    PyObject *form = forms[best].text;
    Py_INCREF(form);
    for (Py_ssize_t k = 0; k < count; k++) Py_DECREF(forms[k].text);
    if (sure || g->capital_nouns) return form;
    return without_capitals(g, form, g->f->starts[forms[best].first], g->f->ends[forms[best].first]);
}

/* How a candidate is written. Most have one form, without capitals or with those of a name. None where Python has to look. */
static PyObject *form_of(const Forms *g, Py_ssize_t candidate, int choosing, PyObject *given) {
    const Found *f = g->f;
    Id from = f->bounds[candidate], to = f->bounds[candidate + 1], start = f->starts[from], end = f->ends[from];
    const Text *t = &f->text;
    int same = !given;
    for (Id k = from + 1; same > 0 && k < to; k++)
        same = f->ends[k] - f->starts[k] == end - start ? are_equal(t, start, f->starts[k], end - start) : 0;
    if (same > 0) {
        same = are_small(t, start, end);
        if (!same) same = to - from == 1 && !opens(t, start) && t->cased[t->owners[start]];
    }
    if (same < 0) return NULL;
    if (same) return slice_of(t, start, end);
    if (choosing) return choose_form(g, candidate, given);
    Py_RETURN_NONE;
}

/* forms(text, starts, ends, bounds, upper, lower, capital_nouns, choosing, shorts, candidates) -> how each of these is written; None where
   Python has to look for it, and unless `choosing`, where it has to choose. `shorts` has
   the acronyms of candidates. See texts of keyphrases/forms.py. */
static PyObject *forms(PyObject *self, PyObject *args) {
    PyObject *text, *starts, *ends, *bounds, *upper, *lower, *shorts, *wanted, *made = NULL;
    Buffers b = {0};
    Found f;
    Forms g = {.f = &f};
    int choosing;
    if (!PyArg_ParseTuple(args, "OOOOOOppO!O!", &text, &starts, &ends, &bounds, &upper, &lower, &g.capital_nouns, &choosing, &PyDict_Type,
                          &shorts, &PyList_Type, &wanted))
        return NULL;
    int fine = parse_found(&b, text, NULL, starts, ends, bounds, &f) && (g.upper = array(&b, upper, sizeof(Id), f.text.stem_count, NULL, 0)) &&
               (g.lower = array(&b, lower, sizeof(Id), f.text.stem_count, NULL, 0));
    Py_ssize_t count = PyList_Size(wanted);
    if (fine) made = PyList_New(count);
    for (Py_ssize_t k = 0; made && k < count; k++) {
        Py_ssize_t candidate = candidate_at(wanted, k, &f);
        PyObject *given = candidate < 0 ? NULL : PyDict_GetItemWithError(shorts, PyList_GetItem(wanted, k));
        if (given && !PyUnicode_Check(given)) PyErr_SetString(PyExc_TypeError, "an acronym is a string");
        PyObject *form = candidate < 0 || PyErr_Occurred() ? NULL : form_of(&g, candidate, choosing, given);
        if (form)
            PyList_SetItem(made, k, form);
        else
            Py_CLEAR(made);
    }
    release(&b);
    return made;
}

/* ---- places ---- */

static int by_start(const void *left, const void *right) {
    const Span *a = left, *b = right;
    return a->start != b->start ? (a->start > b->start) - (a->start < b->start) : (a->end > b->end) - (a->end < b->end);
}

typedef struct {
    const Found *f;
    PyObject *offsets, *indices; /* lists: where each sentence begins in the document, and its number there */
    Span *spans;                 /* room for all places of a candidate */
} Locator;

/* The key, the sentences and the places of one candidate; NULL with an error set. */
static PyObject *places_of(const Locator *l, Py_ssize_t candidate) {
    const Found *f = l->f;
    Span *spans = l->spans;
    Id from = f->bounds[candidate];
    Py_ssize_t count = f->bounds[candidate + 1] - from, kept = 0, before = -1;
    for (Py_ssize_t k = 0; k < count; k++) spans[k] = (Span){f->starts[from + k], f->ends[from + k]};
    PyObject *key = key_of(&f->text, spans[0].start, spans[0].end), *made = NULL;
    for (Py_ssize_t k = 1; k < count; k++)
        if (by_start(&spans[k - 1], &spans[k]) > 0) {
            qsort(spans, (size_t)count, sizeof(Span), by_start);
            break;
        }
    for (Py_ssize_t k = 0; k < count; k++)
        if (!kept || by_start(&spans[kept - 1], &spans[k])) spans[kept++] = spans[k];
    PyObject *sentences = PyList_New(0), *located = PyTuple_New(kept);
    int fine = key && sentences && located, whole = 1;
    for (Py_ssize_t k = 0; fine && whole && k < kept; k++) {
        Py_ssize_t owner = f->text.owners[spans[k].start], begin, stop;
        Py_ssize_t offset = number_at(l->offsets, owner);
        whole = offset < 0 ? -1 : locate(&f->text, f->text.lines[owner], spans[k].start, spans[k].end, &begin, &stop);
        PyObject *pair = whole > 0 ? Py_BuildValue("(nn)", offset + begin, offset + stop) : NULL;
        if (pair) PyTuple_SetItem(located, k, pair);
        fine = pair || !whole;
        if (pair && owner != before) {
            PyObject *index = PyList_GetItem(l->indices, owner);
            fine = index && !PyList_Append(sentences, index);
            before = owner;
        }
    }
    PyObject *tuple = fine && whole ? PyList_AsTuple(sentences) : NULL;
    if (fine && !whole)
        made = Py_BuildValue("OOO", key, Py_None, Py_None);
    else if (tuple)
        made = Py_BuildValue("OOO", key, tuple, located);
    Py_XDECREF(tuple);
    Py_XDECREF(key);
    Py_XDECREF(sentences);
    Py_XDECREF(located);
    return made;
}

/* places(text, starts, ends, bounds, offsets, indices, candidates) -> of each of these its key, its sentences, and where it begins
   and ends in the document; None for both where Python has to look for words that moved. See Locator. */
static PyObject *places(PyObject *self, PyObject *args) {
    PyObject *text, *starts, *ends, *bounds, *wanted, *made = NULL;
    Buffers b = {0};
    Found f;
    Locator l = {.f = &f};
    if (!PyArg_ParseTuple(args, "OOOOO!O!O!", &text, &starts, &ends, &bounds, &PyList_Type, &l.offsets, &PyList_Type, &l.indices,
                          &PyList_Type, &wanted))
        return NULL;
    int fine = parse_found(&b, text, NULL, starts, ends, bounds, &f);
    if (fine && (PyList_Size(l.offsets) != f.text.line_count || PyList_Size(l.indices) != f.text.line_count)) {
        PyErr_SetString(PyExc_ValueError, "columns do not fit each other");
        fine = 0;
    }
    l.spans = fine ? room(most_places(&f), sizeof(Span)) : NULL;
    Py_ssize_t count = PyList_Size(wanted);
    if (l.spans) made = PyList_New(count);
    for (Py_ssize_t k = 0; made && k < count; k++) {
        Py_ssize_t candidate = candidate_at(wanted, k, &f);
        PyObject *one = candidate < 0 ? NULL : places_of(&l, candidate);
        if (one)
            PyList_SetItem(made, k, one);
        else
            Py_CLEAR(made);
    }
    release(&b);
    free(l.spans);
    return made;
}

PyMethodDef form_methods[] = {
    {"forms", forms, METH_VARARGS, NULL},
    {"places", places, METH_VARARGS, NULL},
    {NULL, NULL, 0, NULL},
};
