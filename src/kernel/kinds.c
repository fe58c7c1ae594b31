/* Which words may be part of a noun phrase: years of citations, verbs that the tags take for nouns, and nouns for verbs. */
#include "columns.h"

/* ---- years of citations ---- */

/* Whether a year as in citations stands at a byte of a line: four digits, perhaps a letter, and what ends it. 1 or 0; -1 where
   another digit than those of ASCII may stand, so that Python has to look. */
static int is_year(const unsigned char *at, const unsigned char *end) {
    if (end - at < 5 || !((at[0] == '1' && at[1] == '9') || (at[0] == '2' && at[1] == '0'))) return 0;
    for (int k = 2; k < 4; k++)
        if (at[k] < '0' || at[k] > '9') return at[k] > 127 ? -1 : 0;
    at += at[4] >= 'a' && at[4] <= 'z' ? 5 : 4;
    return at < end && (*at == ']' || *at == ')' || *at == ',' || *at == ';');
}

/* years(lines) -> [(number of the line, place of the year in it), …] of the lines with a bracket; None where Python has to look.
   See citations.py. */
static PyObject *years(PyObject *self, PyObject *args) {
    PyObject *lines, *found;
    if (!PyArg_ParseTuple(args, "O!", &PyList_Type, &lines) || !(found = PyList_New(0))) return NULL;
    for (Py_ssize_t k = 0; found && k < PyList_Size(lines); k++) {
        PyObject *line = PyList_GetItem(lines, k);
        if (line && !PyUnicode_Check(line)) PyErr_SetString(PyExc_TypeError, "a line is a string"), line = NULL;
        Py_ssize_t size, place = 0;
        const unsigned char *text = line ? (const unsigned char *)PyUnicode_AsUTF8AndSize(line, &size) : NULL;
        const unsigned char *end = text ? text + size : NULL, *counted = text;
        int year = text || !line ? 0 : -1; /* half of a surrogate pair */
        if (text && memchr(text, ')', (size_t)size))
            for (const unsigned char *at = text + 1; year >= 0 && at + 4 < end; at++) {
                if ((*at != '1' && *at != '2') || (at[-1] != ' ' && at[-1] != '(' && at[-1] != '[')) continue;
                if (!(year = is_year(at, end))) continue;
                for (; counted < at; counted++) place += (*counted & 0xC0) != 0x80;
                PyObject *pair = year > 0 ? Py_BuildValue("(nn)", k, place) : NULL;
                if (year > 0 && (!pair || PyList_Append(found, pair))) year = -1;
                Py_XDECREF(pair);
            }
        if (!line || year < 0) {
            int failed = !line || (text && PyErr_Occurred());
            Py_CLEAR(found);
            if (failed) return NULL;
            PyErr_Clear();
            Py_RETURN_NONE;
        }
    }
    return found;
}

/* ---- kinds ---- */

static int ends_in(PyObject *text, const char *const *endings) {
    Py_ssize_t size;
    const char *letters = PyUnicode_AsUTF8AndSize(text, &size);
    if (!letters) return PyErr_Clear(), 0;
    for (; *endings; endings++) {
        Py_ssize_t length = (Py_ssize_t)strlen(*endings);
        if (size >= length && !memcmp(letters + size - length, *endings, (size_t)length)) return 1;
    }
    return 0;
}

/* A word that opens a sentence before another noun, and ends in -ed. */
static PyObject *opening_at(const Text *t, Py_ssize_t sentence) {
    static const char *const past[] = {"ed", NULL};
    Id place = t->firsts[sentence];
    if (t->kinds[place] == '-' || place + 1 >= t->count || !is_noun(t->kinds[place + 1])) return NULL;
    return ends_in(t->words[place].text, past) ? t->words[place].text : NULL;
}

/* Takes out the participles that open several sentences: they say what was done. 1, or 0 with an error set. */
static int drop_participles(const Text *t, Py_ssize_t changes, char *kinds) {
    Py_ssize_t opening = 0;
    for (Py_ssize_t k = 0; k < t->line_count; k++) opening += opening_at(t, k) != NULL;
    /* Few texts say of several things what was done. */
    if (opening < changes) return 1;
    Numbers numbers = {0};
    Py_ssize_t *times = room(opening, sizeof(Py_ssize_t));
    int fine = times != NULL;
    for (int again = 0; fine && again < 2; again++)
        for (Py_ssize_t k = 0; fine && k < t->line_count; k++) {
            PyObject *text = opening_at(t, k);
            Id number = text ? number_of_string(&numbers, text, 1) : -1;
            fine = number != -2;
            if (number >= 0 && !again) times[number]++;
            if (number >= 0 && again && times[number] >= changes) kinds[t->firsts[k]] = '-';
        }
    free(numbers.slots), free(times);
    return fine;
}

/* Takes the English words that are verbs out of phrases: without_verbs of noun_kinds.py. 1, or 0 with an error set. */
static int drop_verbs(const Text *t, PyObject *singular, Py_ssize_t changes, char *kinds) {
    static const char *const plural[] = {"s", NULL}, *const nouns[] = {"ss", "us", "is", "ics", "ies", "news", "means", NULL};
    if (!drop_participles(t, changes, kinds)) return 0;
    for (Id place = 1; place + 1 < t->count; place++) {
        if (t->kinds[place] != 'N' || t->kinds[place - 1] != '-' || !is_noun(t->kinds[place + 1]) || t->breaks[place]) continue;
        PyObject *text = t->words[place].text;
        int known = ends_in(text, plural) && !ends_in(text, nouns) ? PySet_Contains(singular, t->words[place - 1].lower) : 0;
        if (known < 0) return 0;
        if (known) kinds[place] = '-';
    }
    return 1;
}

typedef struct {
    uint64_t pair;
    Py_ssize_t times;
    int used;
} Pair;

/* The entry of the stems of a word and of the one before it. */
static Pair *pair_at_place(const Text *t, Pair *pairs, Py_ssize_t size, Id place) {
    uint64_t pair = (uint64_t)(t->words[place - 1].stem + 1) << 32 ^ (uint64_t)(t->words[place].stem + 1);
    Py_ssize_t at = (Py_ssize_t)(mixed(pair) & (uint64_t)(size - 1));
    while (pairs[at].used && pairs[at].pair != pair) at = (at + 1) & (size - 1);
    pairs[at].pair = pair;
    return &pairs[at];
}

/* Takes verbs for nouns where the pair with the word before is a known phrase, or a noun elsewhere: _with_nouns of
   noun_kinds.py. */
static int add_nouns(const Text *t, PyObject *known, char *kinds) {
    Py_ssize_t verbs = 0, size = 64;
    for (Py_ssize_t k = 1; k < t->count; k++) verbs += kinds[k] == 'V' && is_noun(kinds[k - 1]);
    if (!verbs) return 1;
    while (size < 2 * verbs) size *= 2;
    Pair *pairs = room(size, sizeof(Pair));
    if (!pairs) return 0;
    for (Py_ssize_t k = 1; k < t->count; k++)
        if (kinds[k] == 'V' && is_noun(kinds[k - 1])) pair_at_place(t, pairs, size, k)->used = 1;
    for (Py_ssize_t k = 1; k < t->count; k++)
        if (kinds[k] == 'N' && is_noun(kinds[k - 1]) && !t->breaks[k]) {
            Pair *pair = pair_at_place(t, pairs, size, k);
            if (pair->used) pair->times++;
        }
    int fine = 1, is_known = PySet_Size(known) > 0;
    /* A word before may be taken for a noun itself, which changes nothing here. */
    char last = kinds[0];
    for (Py_ssize_t k = 1; fine && k < t->count; k++) {
        char kind = kinds[k];
        if (kind == 'V' && is_noun(last)) {
            int noun = pair_at_place(t, pairs, size, k)->times > 1;
            PyObject *before = stem_at(t, k - 1), *stem = stem_at(t, k);
            if (!noun && is_known && before && stem) {
                PyObject *both = PyUnicode_FromFormat("%U %U", before, stem);
                noun = both ? PySet_Contains(known, both) : -1;
                Py_XDECREF(both);
            }
            fine = noun >= 0;
            if (noun > 0) kinds[k] = 'N';
        }
        last = kind;
    }
    free(pairs);
    return fine;
}

/* verb_pairs(text, entries) -> [(word before in lower case, its stem, stem), …] of the verbs with a noun or an adjective before
   them, where the entry of the word before has the stem somewhere. See verb_pairs of token_columns.py. */
static PyObject *verb_pairs(PyObject *self, PyObject *args) {
    PyObject *text, *entries, *found;
    Text t;
    if (!PyArg_ParseTuple(args, "OO!", &text, &PyDict_Type, &entries) || !parse_text(text, NULL, 0, &t) || !(found = PyList_New(0)))
        return NULL;
    int fine = 1;
    for (Id k = 1; fine && k < t.count; k++) {
        if (t.kinds[k] != 'V' || !is_noun(t.kinds[k - 1]) || t.breaks[k]) continue;
        PyObject *first = t.words[k - 1].lower, *before = stem_at(&t, k - 1), *stem = stem_at(&t, k);
        PyObject *entry = before && stem ? PyDict_GetItemWithError(entries, first) : NULL;
        int known = entry ? PyUnicode_Contains(entry, stem) : 0;
        PyObject *pair = known > 0 ? PyTuple_Pack(3, first, before, stem) : NULL;
        fine = !PyErr_Occurred() && (!pair || !PyList_Append(found, pair));
        Py_XDECREF(pair);
    }
    if (!fine) Py_CLEAR(found);
    return found;
}

/* noun_kinds(text, kinds, known, singular, changes) -> the kinds of the words, without what the tags take for a noun although it
   is a verb, and with nouns that they take for verbs. `singular` is None for a language in which nothing tells that a noun is
   a verb. */
static PyObject *noun_kinds(PyObject *self, PyObject *args) {
    PyObject *text, *given, *known, *singular, *made = NULL;
    Py_ssize_t changes;
    Text t;
    if (!PyArg_ParseTuple(args, "OOO!On", &text, &given, &PyFrozenSet_Type, &known, &singular, &changes) || !parse_text(text, given, 0, &t))
        return NULL;
    if (singular != Py_None && !PyFrozenSet_Check(singular)) return PyErr_SetString(PyExc_TypeError, "words are a set"), NULL;
    char *kinds = malloc((size_t)t.count + 1);
    if (!kinds) return PyErr_NoMemory();
    memcpy(kinds, t.kinds, (size_t)t.count);
    if ((singular == Py_None || drop_verbs(&t, singular, changes, kinds)) && add_nouns(&t, known, kinds))
        made = PyUnicode_FromStringAndSize(kinds, t.count);
    free(kinds);
    return made;
}

PyMethodDef kind_methods[] = {
    {"years", years, METH_VARARGS, NULL},
    {"verb_pairs", verb_pairs, METH_VARARGS, NULL},
    {"noun_kinds", noun_kinds, METH_VARARGS, NULL},
    {NULL, NULL, 0, NULL},
};
