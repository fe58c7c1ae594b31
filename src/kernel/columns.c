/* The words of a text in columns: made of lists or of a part of another text, and given back as lists. */
#include "columns.h"

#define CAPSULE "sentencerank.text"

/* ---- strings with numbers ---- */

/* Room for one string more: 1, or 0 with an error set. */
static int more_numbers(Numbers *n) {
    if (2 * (n->count + 1) <= n->size) return 1;
    Numbers larger = {.size = n->size ? 2 * n->size : 512, .count = n->count};
    if (n->count >= 1 << 30 || !(larger.slots = room(larger.size, sizeof(Numbered)))) return PyErr_NoMemory(), 0;
    size_t mask = (size_t)(larger.size - 1);
    for (Py_ssize_t k = 0; k < n->size; k++) {
        size_t at = n->slots[k].hash & mask;
        if (!n->slots[k].text) continue;
        while (larger.slots[at].text) at = (at + 1) & mask;
        larger.slots[at] = n->slots[k];
    }
    free(n->slots);
    *n = larger;
    return 1;
}

/* The number of a string, a new one if it has none and `add` says so; -1 for none, -2 with an error set. */
Id number_of_string(Numbers *n, PyObject *text, int add) {
    Py_hash_t hash = text ? PyObject_Hash(text) : -1;
    if (hash == -1 || !more_numbers(n)) return -2;
    size_t mask = (size_t)(n->size - 1), at = (uint32_t)hash & mask;
    for (; n->slots[at].text; at = (at + 1) & mask)
        if (n->slots[at].text == text || (n->slots[at].hash == (uint32_t)hash && !PyUnicode_Compare(n->slots[at].text, text)))
            return n->slots[at].number;
    if (!add) return -1;
    n->slots[at] = (Numbered){text, (uint32_t)hash, (uint32_t)n->count};
    return n->count++;
}

/* ---- letters ---- */

/* Whether the first letter of a word is of a kind: 1, 0, or -1 with an error set. */
int first_is(PyObject *text, const char *kind, char from, char to) {
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

/* Whether a line has letters and all of them are capitals: 1, 0, or -1 with an error set. */
static int is_shouted(PyObject *line) {
    Py_ssize_t length = PyUnicode_GetLength(line);
    for (Py_ssize_t k = 0; k < length; k++) {
        Py_UCS4 letter = PyUnicode_ReadChar(line, k);
        if (letter >= 'a' && letter <= 'z') return 0;
    }
    PyObject *upper = PyObject_CallMethod(line, "isupper", NULL);
    int shouted = upper ? PyObject_IsTrue(upper) : -1;
    Py_XDECREF(upper);
    return shouted;
}

/* ---- texts ---- */

void free_text(Text *t) {
    if (!t) return;
    for (Py_ssize_t k = 0; t->words && k < t->count; k++) {
        Py_XDECREF(t->words[k].text);
        Py_XDECREF(t->words[k].lower);
    }
    for (Py_ssize_t k = 0; t->stems && k < t->stem_count; k++) Py_XDECREF(t->stems[k]);
    for (Py_ssize_t k = 0; t->lines && k < t->line_count; k++) Py_XDECREF(t->lines[k]);
    free(t->words), free(t->breaks), free((char *)t->kinds), free(t->stems), free(t->firsts), free(t->owners), free(t->lines), free(t->cased);
    free(t);
}

static void free_capsule(PyObject *capsule) { free_text(PyCapsule_GetPointer(capsule, CAPSULE)); }

/* An empty text with room for words, stems and sentences; NULL with an error set. Whoever fills it must set every string, and
   give it to capsule_of. */
Text *new_text(Py_ssize_t words, Py_ssize_t stems, Py_ssize_t lines) {
    Text *t = room(1, sizeof(Text));
    if (!t) return NULL;
    t->count = words, t->stem_count = stems, t->line_count = lines;
    t->words = room(words, sizeof(Token)), t->breaks = room(words, 1), t->kinds = room(words, 1);
    t->stems = room(stems, sizeof(PyObject *)), t->firsts = room(lines, sizeof(Id)), t->owners = room(words, sizeof(Id));
    if (t->words && t->breaks && t->kinds && t->stems && t->firsts && t->owners) return t;
    free_text(t);
    return NULL;
}

/* Gives a text to Python; NULL with an error set, which may have been before. */
PyObject *capsule_of(Text *t) {
    PyObject *made = !t || PyErr_Occurred() ? NULL : PyCapsule_New(t, CAPSULE, free_capsule);
    if (!made) return free_text(t), NULL;
    for (Py_ssize_t k = 0; k < t->line_count; k++)
        for (Id place = t->firsts[k]; place < (k + 1 < t->line_count ? t->firsts[k + 1] : t->count); place++) t->owners[place] = k;
    return made;
}

/* What a capsule has, as borrowed, with other kinds unless these are NULL: 1, or 0 with an error set. `lines` asks for the
   sentences too. */
int parse_text(PyObject *capsule, PyObject *kinds, int lines, Text *found) {
    const Text *t = PyCapsule_GetPointer(capsule, CAPSULE);
    if (!t) return 0;
    *found = *t;
    Py_ssize_t size = t->count;
    if (kinds && !(found->kinds = PyUnicode_AsUTF8AndSize(kinds, &size))) return 0;
    if (size == t->count && size > 0 && found->kinds[0] == '-' && found->kinds[size - 1] == '-' && (t->lines || !lines)) return 1;
    return PyErr_SetString(PyExc_ValueError, "columns do not fit each other"), 0;
}

static PyObject *held(PyObject *object) {
    Py_INCREF(object);
    return object;
}

static int add_string(PyObject **place, PyObject *list, Py_ssize_t k) {
    PyObject *text = PyList_GetItem(list, k);
    /* A subclass may have code of its own. */
    if (text && !PyUnicode_CheckExact(text)) PyErr_SetString(PyExc_TypeError, "a word is a string");
    if (PyErr_Occurred()) return 0;
    *place = held(text);
    return 1;
}

static Id number_in(PyObject *list, Py_ssize_t k) {
    PyObject *item = PyList_GetItem(list, k);
    Py_ssize_t number = item ? PyLong_AsSsize_t(item) : -1;
    if (number >= 0 && number <= PY_SSIZE_T_MAX / 2) return number;
    if (!PyErr_Occurred()) PyErr_SetString(PyExc_ValueError, "a word begins outside its text");
    return -1;
}

/* text_of_lists(texts, lowers, starts, stems, breaks, kinds, firsts) -> the text of these columns. See token_columns.py. */
static PyObject *text_of_lists(PyObject *self, PyObject *args) {
    PyObject *texts, *lowers, *starts, *stems, *firsts;
    const char *breaks, *kinds;
    Py_ssize_t count, also;
    if (!PyArg_ParseTuple(args, "O!O!O!O!y#s#O!", &PyList_Type, &texts, &PyList_Type, &lowers, &PyList_Type, &starts, &PyList_Type,
                          &stems, &breaks, &also, &kinds, &count, &PyList_Type, &firsts))
        return NULL;
    Py_ssize_t lines = PyList_Size(firsts);
    if (also != count || PyList_Size(texts) != count || PyList_Size(lowers) != count || PyList_Size(starts) != count ||
        PyList_Size(stems) != count || count < 1 || count > 1 << 30)
        return PyErr_SetString(PyExc_ValueError, "columns do not fit each other"), NULL;
    Text *t = new_text(count, count, lines);
    Numbers numbers = {0};
    int fine = t != NULL;
    for (Py_ssize_t k = 0; fine && k < count; k++) {
        Token *word = &t->words[k];
        PyObject *stem = NULL;
        fine = add_string(&word->text, texts, k) && add_string(&word->lower, lowers, k) && add_string(&stem, stems, k) &&
               (word->start = number_in(starts, k)) >= 0;
        word->stem = fine && PyUnicode_GetLength(stem) ? number_of_string(&numbers, stem, 1) : -1;
        fine = fine && word->stem != -2;
        if (fine && word->stem >= 0 && !t->stems[word->stem])
            t->stems[word->stem] = stem;
        else
            Py_XDECREF(stem);
    }
    free(numbers.slots);
    if (!fine) return capsule_of(t);
    t->stem_count = numbers.count;
    memcpy(t->breaks, breaks, (size_t)count), memcpy((char *)t->kinds, kinds, (size_t)count);
    for (Py_ssize_t k = 0; fine && k < lines; k++) {
        t->firsts[k] = number_in(firsts, k);
        fine = t->firsts[k] < count && t->firsts[k] >= (k ? t->firsts[k - 1] : 1);
    }
    /* Every word but the first stands in a sentence. */
    if ((!fine || (lines ? t->firsts[0] != 1 : count > 1)) && !PyErr_Occurred())
        PyErr_SetString(PyExc_ValueError, "columns do not fit each other");
    return capsule_of(t);
}

/* Whether a capital means something in a line: has_case of text_words.py for the words from `start` to `end`. */
static int has_case(const Text *t, PyObject *line, Id start, Id end) {
    Py_ssize_t capitals = 0, words = 0;
    int shouted = is_shouted(line);
    for (Id k = start; shouted == 0 && k < end; k++) {
        if (t->kinds[k] == '-') continue;
        int capital = is_capital(t->words[k].text);
        if (capital < 0) return -1;
        capitals += capital, words++;
    }
    return shouted < 0 ? -1 : !shouted && (words < 3 || (double)capitals <= 0.7 * (double)words);
}

/* Adds the sentences to a text, which has none: 1, or 0 with an error set. Only one of `longest` words may be a title. */
static int add_lines(Text *t, PyObject *given, Py_ssize_t longest) {
    if (PyList_Size(given) != t->line_count) return PyErr_SetString(PyExc_ValueError, "columns do not fit each other"), 0;
    PyObject **lines = room(t->line_count, sizeof(PyObject *));
    char *cased = room(t->line_count, 1);
    int fine = lines && cased;
    for (Py_ssize_t k = 0; fine && k < t->line_count; k++) {
        Id first = t->firsts[k], next = k + 1 < t->line_count ? t->firsts[k + 1] : t->count;
        fine = add_string(&lines[k], given, k);
        int is_cased = fine ? has_case(t, lines[k], first + 1, next - first - 1 <= longest ? next - 1 : first) : -1;
        fine = is_cased >= 0;
        cased[k] = is_cased > 0;
    }
    /* While Python looked at letters another thread may have come. */
    if (fine && !t->lines) return t->lines = lines, t->cased = cased, 1;
    for (Py_ssize_t k = 0; lines && k < t->line_count; k++) Py_XDECREF(lines[k]);
    free(lines), free(cased);
    return fine;
}

/* The words of some sentences of a text, or of all. */
static Text *part_of(const Text *t, const Id *some, Py_ssize_t lines) {
    Py_ssize_t count = 1, known = 0;
    for (Py_ssize_t k = 0; k < lines; k++) count += (some[k] + 1 < t->line_count ? t->firsts[some[k] + 1] : t->count) - t->firsts[some[k]];
    if (count > 1 << 30) return PyErr_SetString(PyExc_ValueError, "a text is too long"), NULL;
    Text *made = new_text(count, t->stem_count, lines);
    Id *numbers = room(t->stem_count, sizeof(Id)); /* number + 1 there */
    if (!made || !numbers) return free(numbers), free_text(made), NULL;
    Id at = 0;
    for (Py_ssize_t k = -1; k < lines; k++) {
        /* The empty word at the beginning belongs to none. */
        Id start = k < 0 ? 0 : t->firsts[some[k]], end = k < 0 ? 1 : some[k] + 1 < t->line_count ? t->firsts[some[k] + 1] : t->count;
        if (k >= 0) made->firsts[k] = at;
        memcpy(made->breaks + at, t->breaks + start, (size_t)(end - start));
        memcpy((char *)made->kinds + at, t->kinds + start, (size_t)(end - start));
        for (Id place = start; place < end; place++, at++) {
            Token word = t->words[place];
            Py_INCREF(word.text);
            Py_INCREF(word.lower);
            if (word.stem >= 0) {
                if (!numbers[word.stem]) made->stems[known] = held(t->stems[word.stem]), numbers[word.stem] = ++known;
                word.stem = numbers[word.stem] - 1;
            }
            made->words[at] = word;
        }
    }
    made->stem_count = known;
    free(numbers);
    return made;
}

/* Whether these are all sentences of a text, of which nobody has asked any yet. */
static int are_all(const Text *t, const Id *some, Py_ssize_t lines) {
    int all = lines == t->line_count && !t->lines;
    for (Py_ssize_t k = 0; all && k < lines; k++) all = some[k] == k;
    return all;
}

/* The kinds of the words; where parts of speech are not known each may be a noun. */
static PyObject *kinds_of(const Text *t) {
    int tagged = 0;
    for (Id k = 0; !tagged && k < t->count; k++) tagged = is_noun(t->kinds[k]);
    if (tagged) return PyUnicode_FromStringAndSize(t->kinds, t->count);
    char *kinds = room(t->count, 1);
    for (Id k = 0; kinds && k < t->count; k++) kinds[k] = t->kinds[k] == 'V' ? 'N' : t->kinds[k];
    PyObject *made = kinds ? PyUnicode_FromStringAndSize(kinds, t->count) : NULL;
    free(kinds);
    return made;
}

/* text_part(text, sentences, lines, longest) -> the words of some sentences of a text, given by their numbers, with what these are;
   the kinds of these words; each stem once. All sentences of a text are the text itself. */
static PyObject *text_part(PyObject *self, PyObject *args) {
    PyObject *capsule, *sentences, *lines, *made = NULL;
    Py_ssize_t longest, count;
    Buffers b = {0};
    if (!PyArg_ParseTuple(args, "OOO!n", &capsule, &sentences, &PyList_Type, &lines, &longest)) return NULL;
    Text *t = PyCapsule_GetPointer(capsule, CAPSULE), *own = NULL;
    const Id *some = t ? array(&b, sentences, sizeof(Id), -1, &count, 0) : NULL;
    PyObject *text = NULL;
    if (some && inside(some, count, t->line_count)) {
        if (are_all(t, some, count))
            own = t, text = add_lines(t, lines, longest) ? held(capsule) : NULL;
        else if ((own = part_of(t, some, count)))
            add_lines(own, lines, longest), text = capsule_of(own);
    }
    release(&b);
    PyObject *kinds = text ? kinds_of(own) : NULL, *stems = kinds ? PyTuple_New(own->stem_count) : NULL;
    for (Py_ssize_t k = 0; stems && k < own->stem_count; k++) PyTuple_SetItem(stems, k, held(own->stems[k]));
    if (stems) made = Py_BuildValue("(OOO)", text, kinds, stems);
    Py_XDECREF(stems);
    Py_XDECREF(kinds);
    Py_XDECREF(text);
    return made;
}

/* text_lists(text) -> texts, texts in lower case, starts, stems, breaks, kinds, where the words of each sentence begin, and whether a
   capital means something in each, nothing where that was not asked. */
static PyObject *text_lists(PyObject *self, PyObject *capsule) {
    Text t;
    if (!parse_text(capsule, NULL, 0, &t)) return NULL;
    PyObject *none = PyUnicode_FromStringAndSize("", 0), *columns[6] = {NULL}, *made = NULL;
    int fine = none != NULL;
    for (int k = 0; k < 6; k++) fine &= (columns[k] = PyList_New(k < 4 ? t.count : k < 5 || t.cased ? t.line_count : 0)) != NULL;
    for (Id k = 0; fine && k < t.count; k++) {
        const Token *word = &t.words[k];
        PyObject *start = PyLong_FromSsize_t(word->start), *stem = stem_at(&t, k);
        fine = start != NULL;
        PyList_SetItem(columns[0], k, held(word->text));
        PyList_SetItem(columns[1], k, held(word->lower));
        PyList_SetItem(columns[2], k, start);
        PyList_SetItem(columns[3], k, held(stem ? stem : none));
    }
    for (Id k = 0; fine && k < t.line_count; k++) {
        PyObject *first = PyLong_FromSsize_t(t.firsts[k]);
        fine = first != NULL;
        PyList_SetItem(columns[4], k, first);
        if (t.cased) PyList_SetItem(columns[5], k, PyBool_FromLong(t.cased[k]));
    }
    if (fine)
        made = Py_BuildValue("(OOOOy#s#OO)", columns[0], columns[1], columns[2], columns[3], t.breaks, t.count, t.kinds, t.count, columns[4],
                             columns[5]);
    for (int k = 0; k < 6; k++) Py_XDECREF(columns[k]);
    Py_XDECREF(none);
    return made;
}

/* ---- what is asked of a text ---- */

/* key_of of located.py */
PyObject *key_of(const Text *t, Id start, Id end) {
    PyObject *stem = stem_at(t, start);
    if (end - start == 1) return held(stem ? stem : t->words[start].lower);
    PyObject *words = PyList_New(end - start), *space = PyUnicode_FromStringAndSize(" ", 1);
    for (Id k = start; words && k < end; k++) {
        stem = stem_at(t, k);
        PyList_SetItem(words, k - start, held(stem ? stem : t->words[k].lower));
    }
    PyObject *key = words && space ? PyUnicode_Join(space, words) : NULL;
    Py_XDECREF(words);
    Py_XDECREF(space);
    return key;
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

PyMethodDef column_methods[] = {
    {"text_of_lists", text_of_lists, METH_VARARGS, NULL},
    {"text_part", text_part, METH_VARARGS, NULL},
    {"text_lists", text_lists, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};
