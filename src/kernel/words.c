/* Words to tokens, tokens to phrases and terms: the loops of english.py, phrases.py and terms.py.

   They work on the same Python objects, so nothing is converted, and call back for what is not remembered yet. */
#include "kernel.h"
#include <string.h>

enum { TEXT, START, STEM, ESSENTIAL, NOUN, BREAKS, ADJECTIVE, FIELDS }; /* of a Token, document.py */

#define REMEMBERED 50000 /* texts in lower case */
static PyObject *empty, *lower_name, *space, *lowers; /* "", "lower", " ", text → text in lower case */

/* The text in lower case, from memory if it was asked for before; a new reference. */
PyObject *lower_of(PyObject *text) {
    PyObject *found = text ? PyDict_GetItemWithError(lowers, text) : NULL;
    Py_XINCREF(found);
    if (found || PyErr_Occurred()) return found;
    if (PyDict_Size(lowers) > REMEMBERED) PyDict_Clear(lowers);
    found = PyObject_CallMethodObjArgs(text, lower_name, NULL);
    if (found && PyDict_SetItem(lowers, text, found)) Py_CLEAR(found);
    return found;
}

static int is_true(PyObject *flag) {
    return flag == Py_True || (flag && flag != Py_False && PyObject_IsTrue(flag) > 0);
}

static int is_token(PyObject *object) {
    if (PyTuple_Check(object) && PyTuple_Size(object) == FIELDS) return 1;
    PyErr_SetString(PyExc_TypeError, "a token is a tuple of seven fields");
    return 0;
}

static int append(PyObject *list, PyObject *made) {
    if (!made) return 0;
    int failed = PyList_Append(list, made);
    Py_DECREF(made);
    return !failed;
}

/* ---- tokens ---- */

static int take(PyObject *token, Py_ssize_t place, PyObject *value) {
    Py_XINCREF(value);
    return value && !PyTuple_SetItem(token, place, value);
}

static PyObject *one_token(PyTypeObject *type, PyObject *word, Py_ssize_t start, int breaks, int part_of_speech) {
    if (!PyTuple_Check(word) || PyTuple_Size(word) != 6) {
        PyErr_SetString(PyExc_TypeError, "a word is a tuple of six fields");
        return NULL;
    }
    PyObject *token = PyType_GenericAlloc(type, FIELDS), *number = PyLong_FromSsize_t(start);
    PyObject *essential = PyTuple_GetItem(word, part_of_speech ? 3 : 2);
    int is_essential = essential ? PyObject_IsTrue(essential) : -1;
    int fine = token && number && is_essential >= 0 && take(token, TEXT, PyTuple_GetItem(word, 0)) && take(token, START, number) &&
               take(token, STEM, is_essential ? PyTuple_GetItem(word, 1) : empty) && take(token, ESSENTIAL, essential) &&
               take(token, NOUN, PyTuple_GetItem(word, 4)) && take(token, BREAKS, breaks ? Py_True : Py_False) &&
               take(token, ADJECTIVE, PyTuple_GetItem(word, 5));
    Py_XDECREF(number);
    if (fine) {
        PyObject_GC_UnTrack(token); /* strings and numbers make no cycle */
        return token;
    }
    Py_XDECREF(token);
    return NULL;
}

enum { COMPLEX, NO_WORD, WORD };

int is_space(unsigned char c) { return c == ' ' || (c >= 9 && c <= 13) || (c >= 28 && c <= 31); }

/* Whether a text in UTF-8 begins with a dash, a quotation mark or dots: U+2010 to U+2027, of three bytes each */
int is_mark(const char *text, Py_ssize_t size) {
    const unsigned char *c = (const unsigned char *)text;
    return size > 2 && c[0] == 0xE2 && c[1] == 0x80 && c[2] >= 0x90 && c[2] <= 0xA7;
}

/* What a chunk is: characters without a letter or digit, one run of ASCII letters or of digits among such, or something
   for WORD of words.py to look at. Sets where the run is, and whether marks stand before and after it. */
static int look_at(PyObject *chunk, Py_ssize_t *from, Py_ssize_t *to, int *before, int *after) {
    Py_ssize_t size, place = 0;
    const unsigned char *text = (const unsigned char *)PyUnicode_AsUTF8AndSize(chunk, &size);
    if (!text) {
        PyErr_Clear(); /* half of a surrogate pair */
        return COMPLEX;
    }
    int kind = NO_WORD, digits = 0, last = 0, lettered = 0;
    *before = *after = 0;
    for (Py_ssize_t k = 0; k < size; k++, place++) {
        unsigned char c = text[k];
        int digit = c >= '0' && c <= '9';
        if (digit || ((c | 32) >= 'a' && (c | 32) <= 'z')) {
            if (kind == WORD && (*to != place || digit != digits)) return COMPLEX;
            if (kind == NO_WORD) *from = place, *before = *after, *after = 0, digits = digit, lettered = last == '.';
            kind = WORD, *to = place + 1;
        } else if (c < 128) {
            *after |= !is_space(c);
            /* A letter between two dots keeps the second one, as in "U.S." */
            if (lettered && !digits && c == '.' && *to == place && *to == *from + 1) return COMPLEX;
        } else if (is_mark((const char *)text + k, size - k)) {
            *after = 1, k += 2;
        } else
            return COMPLEX;
        last = c;
    }
    return kind == WORD && *to - *from > LONGEST ? COMPLEX : kind;
}

/* ---- the table of frequent words, word_table.py ---- */

static uint32_t crc32_of(const char *text, Py_ssize_t length) {
    uint32_t crc = 0xFFFFFFFFu;
    for (Py_ssize_t k = 0; k < length; k++) {
        crc ^= (unsigned char)text[k];
        for (int bit = 0; bit < 8; bit++) crc = crc >> 1 ^ (crc & 1 ? 0xEDB88320u : 0);
    }
    return ~crc;
}

/* The record of a word in small ASCII letters: its length, that of its stem, flags, word, stem; NULL if there is none. */
const unsigned char *record_of(const Table *table, const char *text, Py_ssize_t length) {
    Py_ssize_t slots = table->size > 8 ? four_bytes(table->bytes) : 0;
    /* A damaged file must not lead outside of it. */
    if (slots < 1 || slots & (slots - 1) || 4 + 4 * slots > table->size) return NULL;
    uint32_t slot = crc32_of(text, length) & (uint32_t)(slots - 1);
    for (Py_ssize_t tried = 0; tried < slots; tried++, slot = (slot + 1) & (uint32_t)(slots - 1)) {
        Py_ssize_t place = four_bytes(table->bytes + 4 + 4 * (Py_ssize_t)slot);
        if (!place || place + 3 > table->size) return NULL;
        const unsigned char *record = table->bytes + place;
        if (place + 3 + record[0] + record[1] > table->size) return NULL;
        if (record[0] == length && !memcmp(record + 3, text, (size_t)length)) return record;
    }
    return NULL;
}

/* What the table has about a word in small ASCII letters: a new tuple; NULL, without an error, if it has nothing. */
static PyObject *from_table(const Table *table, PyObject *form) {
    Py_ssize_t length;
    const char *text = table->size > 8 ? PyUnicode_AsUTF8AndSize(form, &length) : NULL;
    if (!text) return NULL;
    for (Py_ssize_t k = 0; k < length; k++)
        if (text[k] < 'a' || text[k] > 'z') return NULL;
    const unsigned char *record = record_of(table, text, length);
    if (!record) return NULL;
    PyObject *flags[4];
    for (int bit = 0; bit < 4; bit++) flags[bit] = record[2] >> bit & 1 ? Py_True : Py_False;
    PyObject *stem = PyUnicode_FromStringAndSize((const char *)record + 3 + length, record[1]);
    PyObject *made = stem ? PyTuple_Pack(6, form, stem, flags[0], flags[1], flags[2], flags[3]) : NULL;
    Py_XDECREF(stem);
    return made;
}

/* ---- other words: LexiconTagger of taggers.py, English._word of english.py ---- */

/* (lexicon, stop words, names like stop words, rules, stem): 1, or 0 with an error set */
int parse_lists(PyObject *given, Lists *lists) {
    if (!PyArg_ParseTuple(given, "O!O!O!y#O", &PyDict_Type, &lists->lexicon, &PyFrozenSet_Type, &lists->stopwords,
                          &PyFrozenSet_Type, &lists->names, &lists->rules, &lists->size, &lists->stem))
        return 0;
    if (lists->size >= 1 && lists->size >= 1 + lists->rules[0]) return 1;
    PyErr_SetString(PyExc_ValueError, "the rules are cut");
    return 0;
}

enum { SUFFIX, PREFIX, CONTAINS };

static int passes(int test, const char *word, Py_ssize_t length, const unsigned char *part, Py_ssize_t size) {
    if (size > length) return 0;
    if (test == SUFFIX) return !memcmp(word + length - size, part, (size_t)size);
    if (test == PREFIX) return !memcmp(word, part, (size_t)size);
    for (Py_ssize_t k = 0; k + size <= length; k++)
        if (!memcmp(word + k, part, (size_t)size)) return 1;
    return 0;
}

/* The class that the form of a word suggests: rules that fit change its tag, one after the other. */
static char guess(const Lists *lists, const char *word, Py_ssize_t length) {
    const unsigned char *end = lists->rules + lists->size, *classes = lists->rules + 1;
    int tags = lists->rules[0], tag = *word >= 'A' && *word <= 'Z';
    const unsigned char *rule = classes + tags;
    while (rule + 4 <= end && rule + 4 + rule[3] <= end) {
        if ((rule[0] == 255 || rule[0] == tag) && passes(rule[1], word, length, rule + 4, rule[3])) tag = rule[2];
        rule += 4 + rule[3];
    }
    return tag < tags ? (char)classes[tag] : 'N';
}

static int class_in(PyObject *lexicon, PyObject *word) {
    PyObject *known = PyDict_GetItemWithError(lexicon, word);
    return known ? (int)PyUnicode_ReadChar(known, 0) : PyErr_Occurred() ? -1 : 0;
}

/* What English._word finds out about a run of ASCII letters or digits: a new tuple. */
PyObject *find_out(const Lists *lists, PyObject *form, int inside, int shouted) {
    Py_ssize_t length;
    const char *text = PyUnicode_AsUTF8AndSize(form, &length);
    PyObject *lower = text ? lower_of(form) : NULL, *stem = NULL, *made = NULL;
    if (!lower) return NULL;
    int capitals = 1, digits = text[0] <= '9';
    for (Py_ssize_t k = 0; k < length; k++) capitals &= text[k] <= 'Z';
    int name = !shouted && capitals ? PySet_Contains(lists->names, form) : 0;
    int stops = name || digits ? 0 : PySet_Contains(lists->stopwords, lower);
    int content = !stops && length > 1 && !digits, kind = name ? 'P' : 0;
    int loose = !inside || (capitals && length > 1); /* capitals may be due to the place or to style */
    if (!kind) kind = class_in(lists->lexicon, form);
    if (!kind && loose) kind = class_in(lists->lexicon, lower);
    if (!kind) kind = guess(lists, loose ? PyUnicode_AsUTF8AndSize(lower, &length) : text, length);
    if (name >= 0 && stops >= 0 && kind >= 0) stem = PyObject_CallFunctionObjArgs(lists->stem, lower, NULL);
#define FLAG(value) (value) ? Py_True : Py_False
    if (stem)
        made = PyTuple_Pack(6, form, stem, FLAG(content), FLAG(content && kind != 'O'),
                            FLAG(content && (kind == 'N' || kind == 'P')), FLAG(content && kind == 'A'));
    Py_DECREF(lower);
    Py_XDECREF(stem);
    return made;
}

/* Where a word ends without the clitics of words.py; `lower` is its `plain` form. */
static Py_ssize_t bare_end(const char *lower, Py_ssize_t end) {
    static const char *const clitics[] = {"n't", "'s", "'d", "'m", "'ll", "'re", "'ve"};
    for (size_t k = 0; k < sizeof clitics / sizeof *clitics; k++) {
        Py_ssize_t size = (Py_ssize_t)strlen(clitics[k]);
        /* There may be another one before it. */
        if (end > size && !memcmp(lower + end - size, clitics[k], (size_t)size)) end -= size, k = (size_t)-1;
    }
    return end;
}

/* What English._word finds out about ASCII letters and digits with joints between them: a new tuple. */
PyObject *find_joined(const Lists *lists, PyObject *form, int inside, int shouted) {
    char written[LONGEST + 2], lower[LONGEST + 2], undotted[LONGEST + 2];
    Py_ssize_t size, count = 0, dots = 0;
    const unsigned char *letters = (const unsigned char *)PyUnicode_AsUTF8AndSize(form, &size);
    if (!letters) return NULL;
    for (Py_ssize_t k = 0; k < size; k++, count++) {
        if (count > LONGEST || (letters[k] > 127 && size - k < 3)) return PyErr_SetString(PyExc_ValueError, "a word is too long"), NULL;
        written[count] = (char)letters[k];
        if (letters[k] > 127) written[count] = letters[k + 2] == 0x99 ? '\'' : '-', k += 2; /* `plain` of words.py */
        lower[count] = written[count] >= 'A' && written[count] <= 'Z' ? (char)(written[count] | 32) : written[count];
    }
    count = bare_end(lower, count);
    int upper = 0, small = 0;
    for (Py_ssize_t k = 0; k < count; k++) {
        upper |= written[k] >= 'A' && written[k] <= 'Z';
        small |= written[k] >= 'a' && written[k] <= 'z';
        if (lower[k] != '.') undotted[dots++] = lower[k];
    }
    PyObject *text = PyUnicode_Substring(form, 0, count), *plain = PyUnicode_FromStringAndSize(written, count), *made = NULL;
    PyObject *low = PyUnicode_FromStringAndSize(lower, count), *bare = PyUnicode_FromStringAndSize(undotted, dots), *stem = NULL;
    if (!text || !plain || !low || !bare) goto end;
    int name = shouted ? 0 : PySet_Contains(lists->names, text);
    int stops = name ? 0 : PySet_Contains(lists->stopwords, low);
    int content = !stops && count > 1 && (upper || small), kind = name ? 'P' : 0;
    int loose = !inside || (upper && !small && count > 1);
    if (name < 0 || stops < 0) goto end;
    if (!kind) kind = class_in(lists->lexicon, plain);
    if (!kind && loose) kind = class_in(lists->lexicon, low);
    if (!kind) kind = upper || small ? guess(lists, loose ? lower : written, count) : 'O';
    if (kind < 0 || !(stem = PyObject_CallFunctionObjArgs(lists->stem, bare, NULL))) goto end;
    int stemmed = PyObject_IsTrue(stem);
    if (stemmed >= 0)
        made = PyTuple_Pack(6, text, stemmed ? stem : low, FLAG(content), FLAG(content && kind != 'O'),
                            FLAG(content && (kind == 'N' || kind == 'P')), FLAG(content && kind == 'A'));
end:
    Py_XDECREF(text);
    Py_XDECREF(plain);
    Py_XDECREF(low);
    Py_XDECREF(bare);
    Py_XDECREF(stem);
    return made;
}

typedef struct {
    PyObject *words, *chunks, *find_chunk, *type, *found; /* memories, who takes chunks apart, and the tokens */
    int part_of_speech, marked, shouted;
} Reading;

/* A word from memory, from the table if it stands inside a sentence, or found out now. */
static PyObject *word_of(Reading *r, const Table *table, const Lists *lists, PyObject *place, PyObject *form) {
    int inside = PyUnicode_GetLength(place) == 0;
    PyObject *key = inside ? form : PyUnicode_Concat(place, form);
    PyObject *known = key ? PyDict_GetItemWithError(r->words, key) : NULL;
    Py_XINCREF(known);
    if (!known && !PyErr_Occurred()) {
        if (inside) known = from_table(table, form);
        if (!known && !PyErr_Occurred()) known = find_out(lists, form, inside, r->shouted);
        if (known && PyDict_SetItem(r->words, key, known)) Py_CLEAR(known);
    }
    if (!inside) Py_XDECREF(key);
    return known;
}

static int add_token(Reading *r, PyObject *word, Py_ssize_t start, int mark) {
    int breaks = (r->marked || mark) && PyList_Size(r->found) > 0;
    r->marked = 0;
    return append(r->found, one_token((PyTypeObject *)r->type, word, start, breaks, r->part_of_speech));
}

/* A chunk with several words, digits or other letters: those who know WORD have taken it apart. */
static int add_chunk(Reading *r, PyObject *chunk, Py_ssize_t start, PyObject **place, PyObject *inside) {
    PyObject *key = PyUnicode_Concat(*place, chunk), *memory = key ? PyDict_GetItemWithError(r->chunks, key) : NULL;
    Py_XINCREF(memory);
    Py_XDECREF(key);
    if (!memory && !PyErr_Occurred()) memory = PyObject_CallFunctionObjArgs(r->find_chunk, chunk, *place, NULL);
    PyObject *words = memory ? PyTuple_GetItem(memory, 0) : NULL, *after = words ? PyTuple_GetItem(memory, 1) : NULL;
    int fine = after && PyTuple_Check(words);
    for (Py_ssize_t i = 0; fine && i < PyTuple_Size(words); i++) {
        PyObject *entry = PyTuple_GetItem(words, i), *offset = PyTuple_GetItem(entry, 0);
        PyObject *mark = offset ? PyTuple_GetItem(entry, 1) : NULL, *word = mark ? PyTuple_GetItem(entry, 2) : NULL;
        fine = word && add_token(r, word, start + PyLong_AsSsize_t(offset), is_true(mark));
        *place = inside;
    }
    r->marked |= fine && is_true(after);
    Py_XDECREF(memory);
    return fine;
}

/* tokens(sentence, words, chunks, place, inside, part_of_speech, Token, find_chunk, table, lists): see English._tokens */
static PyObject *tokens(PyObject *self, PyObject *args) {
    PyObject *sentence, *place, *inside, *known, *given;
    Reading r = {.marked = 0};
    Lists lists;
    Table table = {NULL, 0};
    Py_buffer view = {0};
    if (!PyArg_ParseTuple(args, "UO!O!UUpOOOO!", &sentence, &PyDict_Type, &r.words, &PyDict_Type, &r.chunks, &place, &inside,
                          &r.part_of_speech, &r.type, &r.find_chunk, &known, &PyTuple_Type, &given))
        return NULL;
    if (!PyType_Check(r.type) || !PyType_IsSubtype((PyTypeObject *)r.type, &PyTuple_Type)) {
        PyErr_SetString(PyExc_TypeError, "a token is a tuple");
        return NULL;
    }
    if (!parse_lists(given, &lists)) return NULL;
    if (known != Py_None) {
        if (PyObject_GetBuffer(known, &view, PyBUF_SIMPLE) < 0) return NULL;
        table.bytes = view.buf, table.size = view.len;
    }
    r.shouted = PyUnicode_GetLength(inside) > 0;
    PyObject *chunks = PyUnicode_Split(sentence, space, -1);
    r.found = chunks ? PyList_New(0) : NULL;
    Py_ssize_t start = 0, from = 0, to = 0;
    int fine = r.found != NULL, before = 0, after = 0;
    for (Py_ssize_t k = 0; fine && k < PyList_Size(chunks); k++) {
        PyObject *chunk = PyList_GetItem(chunks, k);
        Py_ssize_t length = PyUnicode_GetLength(chunk);
        switch (look_at(chunk, &from, &to, &before, &after)) {
        case COMPLEX:
            fine = add_chunk(&r, chunk, start, &place, inside);
            break;
        case WORD: {
            PyObject *form = PyUnicode_Substring(chunk, from, to);
            PyObject *word = form ? word_of(&r, &table, &lists, place, form) : NULL;
            fine = word && add_token(&r, word, start + from, before);
            Py_XDECREF(form);
            Py_XDECREF(word);
            place = inside;
        } /* fall through */
        default:
            r.marked |= after;
        }
        start += length + 1;
    }
    Py_XDECREF(chunks);
    if (view.obj) PyBuffer_Release(&view);
    if (fine) return r.found;
    Py_XDECREF(r.found);
    return NULL;
}

/* ---- phrases ---- */

#define MOST 6 /* LONGEST of phrases.py */

/* The quality of what follows a first word, in the phrases of the document or of the lexicon; 0 if there is none. */
static double quality_of(PyObject *own, PyObject *rests, PyObject *key) {
    PyObject *found = own ? PyDict_GetItemWithError(own, key) : NULL;
    if (!found && !PyErr_Occurred() && rests) found = PyDict_GetItemWithError(rests, key);
    return found ? PyFloat_AsDouble(found) : 0.0;
}

static PyObject *stem_of(PyObject *token, PyObject *lower, PyObject *stems, PyObject *stem) {
    PyObject *own = PyTuple_GetItem(token, STEM);
    if (own && PyUnicode_GetLength(own) > 0) {
        Py_INCREF(own);
        return own;
    }
    PyObject *found = PyDict_GetItemWithError(stems, lower);
    Py_XINCREF(found);
    return found || PyErr_Occurred() ? found : PyObject_CallFunctionObjArgs(stem, lower, NULL);
}

/* segment(tokens, entries, own, parsed, stems, after, stem_of) -> [(start, end), …]: see phrases.py */
static PyObject *segment(PyObject *self, PyObject *args) {
    PyObject *sentence, *entries, *own, *parsed, *stems, *after, *stem;
    if (!PyArg_ParseTuple(args, "O!O!O!O!O!OO", &PyList_Type, &sentence, &PyDict_Type, &entries, &PyDict_Type, &own,
                          &PyDict_Type, &parsed, &PyDict_Type, &stems, &after, &stem))
        return NULL;
    Py_ssize_t n = PyList_Size(sentence);
    double *best = PyMem_Calloc((size_t)n + 1, sizeof(double));
    Py_ssize_t *choice = PyMem_Calloc((size_t)n + 1, sizeof(Py_ssize_t));
    PyObject *spans = NULL, *words = NULL, *first = NULL, *lower = NULL;
    if (!best || !choice) {
        PyErr_NoMemory();
        goto end;
    }
    for (Py_ssize_t k = 0; k <= n; k++) choice[k] = k + 1;
    for (Py_ssize_t k = 0; k < n; k++)
        if (!is_token(PyList_GetItem(sentence, k))) goto end;
    for (Py_ssize_t start = n - 2; start >= 0; start--) {
        best[start] = best[start + 1];
        Py_XDECREF(first);
        first = lower_of(PyTuple_GetItem(PyList_GetItem(sentence, start), TEXT));
        if (!first) goto end;
        PyObject *mine = PyDict_GetItemWithError(own, first);
        int listed = PyDict_Contains(entries, first);
        if (listed < 0 || PyErr_Occurred()) goto end;
        if (!listed && !mine) continue;
        PyObject *rests = NULL;
        Py_ssize_t longest = MOST - 1;
        if (listed) {
            PyObject *found = PyDict_GetItemWithError(parsed, first);
            Py_XINCREF(found);
            if (!found && !PyErr_Occurred()) found = PyObject_CallFunctionObjArgs(after, first, NULL);
            if (!found) goto end;
            /* What was parsed stays in `parsed`, so it can be borrowed. */
            rests = PyTuple_GetItem(found, 0);
            if (!mine) longest = PyLong_AsSsize_t(PyTuple_GetItem(found, 1));
            Py_DECREF(found);
            if (PyErr_Occurred() || !PyDict_Check(rests)) goto end;
        }
        Py_ssize_t last = start + (longest + 1 < MOST ? longest + 1 : MOST);
        Py_XDECREF(words);
        words = NULL;
        for (Py_ssize_t end = start + 2; end <= (last < n ? last : n); end++) {
            PyObject *token = PyList_GetItem(sentence, end - 1);
            if (is_true(PyTuple_GetItem(token, BREAKS))) break;
            Py_XDECREF(lower);
            lower = lower_of(PyTuple_GetItem(token, TEXT));
            PyObject *key = lower ? stem_of(token, lower, stems, stem) : NULL;
            if (key && words) {
                PyObject *whole = PyUnicode_Concat(words, key);
                Py_DECREF(key);
                key = whole;
            }
            if (!key) goto end;
            double quality = quality_of(mine, rests, key);
            Py_DECREF(key);
            if (PyErr_Occurred()) goto end;
            if (quality != 0.0) {
                double score = (double)(end - start - 1) * quality + best[end];
                if (score >= best[start]) best[start] = score, choice[start] = end;
            }
            PyObject *longer = words ? PyUnicode_Concat(words, lower) : (Py_INCREF(lower), lower);
            Py_XDECREF(words);
            words = longer ? PyUnicode_Concat(longer, space) : NULL;
            Py_XDECREF(longer);
            if (!words) goto end;
        }
    }
    spans = PyList_New(0);
    for (Py_ssize_t start = 0; spans && start < n; start = choice[start])
        if (choice[start] > start + 1 && !append(spans, Py_BuildValue("(nn)", start, choice[start]))) Py_CLEAR(spans);
end:
    if (!spans && !PyErr_Occurred()) PyErr_SetString(PyExc_TypeError, "the lexicon gave something else than phrases");
    Py_XDECREF(words);
    Py_XDECREF(first);
    Py_XDECREF(lower);
    PyMem_Free(best);
    PyMem_Free(choice);
    return spans;
}

/* ---- terms ---- */

typedef struct {
    PyObject *index, *forms, *is_phrase, *is_noun, *ids; /* name → number; for each its forms, flags; all occurrences */
} Found;

static int add(Found *f, PyObject *name, PyObject *form, PyObject *phrase, PyObject *noun) {
    PyObject *number = PyDict_GetItemWithError(f->index, name);
    if (number) {
        if (is_true(noun)) {
            Py_INCREF(Py_True);
            if (PyList_SetItem(f->is_noun, PyLong_AsSsize_t(number), Py_True)) return 0;
        }
    } else {
        if (PyErr_Occurred()) return 0;
        PyObject *made = PyLong_FromSsize_t(PyList_Size(f->forms));
        if (!made || PyDict_SetItem(f->index, name, made) || !append(f->forms, PyDict_New()) ||
            PyList_Append(f->is_phrase, phrase) || PyList_Append(f->is_noun, noun)) {
            Py_XDECREF(made);
            return 0;
        }
        Py_DECREF(made); /* the index holds it */
        number = made;
    }
    PyObject *forms = PyList_GetItem(f->forms, PyLong_AsSsize_t(number));
    PyObject *before = forms ? PyDict_GetItemWithError(forms, form) : NULL;
    if (!forms || PyErr_Occurred()) return 0;
    PyObject *times = PyLong_FromSsize_t(before ? PyLong_AsSsize_t(before) + 1 : 1);
    int failed = !times || PyDict_SetItem(forms, form, times);
    Py_XDECREF(times);
    return !failed && !PyList_Append(f->ids, number);
}

static int add_words(Found *f, PyObject *sentence, Py_ssize_t from, Py_ssize_t to) {
    for (Py_ssize_t k = from; k < to; k++) {
        PyObject *token = PyList_GetItem(sentence, k);
        if (!token || !is_token(token)) return 0;
        if (!is_true(PyTuple_GetItem(token, ESSENTIAL))) continue;
        PyObject *form = lower_of(PyTuple_GetItem(token, TEXT));
        int fine = form && add(f, PyTuple_GetItem(token, STEM), form, Py_False, PyTuple_GetItem(token, NOUN));
        Py_XDECREF(form);
        if (!fine) return 0;
    }
    return 1;
}

/* add_terms(sentence, spans, index, forms, is_phrase, is_noun, ids, phrase): the terms of one sentence; what
   `phrase(tokens)` returns is the name and the form of one. See find_terms of terms.py. */
static PyObject *add_terms(PyObject *self, PyObject *args) {
    PyObject *sentence, *spans, *phrase;
    Found f;
    Py_ssize_t position = 0;
    if (!PyArg_ParseTuple(args, "O!O!O!O!O!O!O!O", &PyList_Type, &sentence, &PyList_Type, &spans,
                          &PyDict_Type, &f.index, &PyList_Type, &f.forms, &PyList_Type, &f.is_phrase, &PyList_Type, &f.is_noun,
                          &PyList_Type, &f.ids, &phrase))
        return NULL;
    for (Py_ssize_t k = 0; k < PyList_Size(spans); k++) {
        Py_ssize_t start, end;
        if (!PyArg_ParseTuple(PyList_GetItem(spans, k), "nn", &start, &end)) return NULL;
        if (!add_words(&f, sentence, position, start)) return NULL;
        PyObject *words = PyList_GetSlice(sentence, start, end);
        PyObject *made = words ? PyObject_CallFunctionObjArgs(phrase, words, NULL) : NULL;
        Py_XDECREF(words);
        int fine = made && PyTuple_Check(made) && PyTuple_Size(made) == 2 &&
                   add(&f, PyTuple_GetItem(made, 0), PyTuple_GetItem(made, 1), Py_True, Py_True);
        Py_XDECREF(made);
        if (!fine) {
            if (!PyErr_Occurred()) PyErr_SetString(PyExc_TypeError, "a phrase has a name and a form");
            return NULL;
        }
        position = end;
    }
    if (!add_words(&f, sentence, position, PyList_Size(sentence))) return NULL;
    Py_RETURN_NONE;
}

/* ---- vectors ---- */

enum { LONGEST_SPELT = 100, SPELT = 50000 }; /* LONGEST and CACHED of spellers.py */

static PyObject *cut_longest(PyObject *part, PyObject *vocabulary) {
    PyObject *rows = PyList_New(0), *mark = PyUnicode_FromString("##");
    Py_ssize_t size = PyUnicode_GetLength(part), start = 0;
    int fine = rows && mark;
    while (fine && start < size) {
        PyObject *row = NULL;
        Py_ssize_t end = size;
        for (; fine && !row && end > start; end--) {
            PyObject *piece = PyUnicode_Substring(part, start, end);
            if (piece && start) {
                PyObject *marked = PyUnicode_Concat(mark, piece);
                Py_DECREF(piece);
                piece = marked;
            }
            row = piece ? PyDict_GetItemWithError(vocabulary, piece) : NULL;
            fine = piece && !PyErr_Occurred();
            Py_XDECREF(piece);
            if (row) break;
        }
        if (!fine) break;
        if (!row) {
            Py_DECREF(rows);
            rows = PyList_New(0);
            break;
        }
        fine = !PyList_Append(rows, row);
        start = end;
    }
    Py_XDECREF(mark);
    if (fine && rows) return rows;
    Py_XDECREF(rows);
    return NULL;
}

/* longest_matches(part, vocabulary) -> the rows of the longest pieces from the left, [] if that leads nowhere: WordPiece
   of spellers.py. */
static PyObject *longest_matches(PyObject *self, PyObject *args) {
    PyObject *part, *vocabulary;
    if (!PyArg_ParseTuple(args, "UO!", &part, &PyDict_Type, &vocabulary)) return NULL;
    return cut_longest(part, vocabulary);
}

typedef struct {
    const signed char *numbers;
    const float *scales;
    Py_ssize_t rows, width;
} Rows;

FAST static void add_numbers(const signed char *numbers, float scale, Py_ssize_t width, int first, float *restrict sum) {
    if (first)
        for (Py_ssize_t d = 0; d < width; d++) sum[d] = (float)numbers[d] * scale;
    else
        for (Py_ssize_t d = 0; d < width; d++) sum[d] += (float)numbers[d] * scale;
}

FAST static void divide(float *sum, Py_ssize_t width, float count) {
    for (Py_ssize_t d = 0; d < width; d++) sum[d] /= count;
}

/* sum = the mean of the rows that `pieces` name; returns how many they are, or -1 */
static Py_ssize_t mean_of_pieces(const Rows *rows, PyObject *pieces, float *sum) {
    Py_ssize_t count = PyTuple_Size(pieces);
    for (Py_ssize_t k = 0; k < count; k++) {
        Py_ssize_t row = PyLong_AsSsize_t(PyTuple_GetItem(pieces, k));
        if (row < 0 || row >= rows->rows) {
            if (!PyErr_Occurred()) PyErr_SetString(PyExc_ValueError, "a piece has no row");
            return -1;
        }
        add_numbers(rows->numbers + row * rows->width, rows->scales[row], rows->width, !k, sum);
    }
    if (count > 1) divide(sum, rows->width, (float)count);
    return count;
}

/* Whether a word has nothing but small ASCII letters, and not too many. */
static int is_small(PyObject *word) {
    Py_ssize_t length;
    const char *text = PyUnicode_AsUTF8AndSize(word, &length);
    if (!text) return PyErr_Clear(), 0; /* half of a surrogate pair */
    for (Py_ssize_t k = 0; k < length; k++)
        if (text[k] < 'a' || text[k] > 'z') return 0;
    return length > 0 && length <= LONGEST_SPELT;
}

/* The pieces of a word: of a small one, as most are, one piece of the vocabulary or the longest ones from the left. */
static PyObject *pieces_of(PyObject *vocabulary, PyObject *spelt, PyObject *spell, PyObject *word) {
    int small = PyDict_Check(vocabulary) && is_small(word);
    PyObject *row = small ? PyDict_GetItemWithError(vocabulary, word) : NULL;
    if (row) return PyTuple_Pack(1, row);
    PyObject *found = PyErr_Occurred() ? NULL : PyDict_GetItemWithError(spelt, word);
    Py_XINCREF(found);
    if (found || PyErr_Occurred()) return found;
    if (!small || PyDict_Size(spelt) >= SPELT) return PyObject_CallFunctionObjArgs(spell, word, NULL);
    PyObject *rows = cut_longest(word, vocabulary);
    found = rows ? PyList_AsTuple(rows) : NULL;
    if (found && PyDict_SetItem(spelt, word, found)) Py_CLEAR(found);
    Py_XDECREF(rows);
    return found;
}

static int mean_of_words(const Rows *rows, PyObject *words, PyObject *vocabulary, PyObject *spelt, PyObject *spell, float *sum,
                         float *out) {
    Py_ssize_t count = 0;
    for (Py_ssize_t k = 0; k < PyList_Size(words); k++) {
        PyObject *pieces = pieces_of(vocabulary, spelt, spell, PyList_GetItem(words, k));
        Py_ssize_t found = pieces && PyTuple_Check(pieces) ? mean_of_pieces(rows, pieces, count ? sum : out) : -1;
        if (pieces && found < 0 && !PyErr_Occurred()) PyErr_SetString(PyExc_TypeError, "a word is spelt with a tuple of rows");
        Py_XDECREF(pieces);
        if (found < 0) return 0;
        for (Py_ssize_t d = 0; found && count && d < rows->width; d++) out[d] += sum[d];
        count += found > 0;
    }
    if (count > 1) divide(out, rows->width, (float)count);
    return 1;
}

/* A number that is none, or none that is finite, leaves something when it is taken from itself. */
FAST static int all_finite(const float *numbers, Py_ssize_t count) {
    float rest[8] = {0};
    Py_ssize_t k = 0;
    for (; k + 8 <= count; k += 8)
        for (int b = 0; b < 8; b++) rest[b] += numbers[k + b] - numbers[k + b];
    for (; k < count; k++) rest[0] += numbers[k] - numbers[k];
    for (int b = 1; b < 8; b++) rest[0] += rest[b];
    return rest[0] == 0.0f;
}

/* Rows of names that were looked up before, -1 where a name is no piece. A dictionary of all pieces is so large that each look
   into it waits for memory four times; a place here can be fetched long before it is read, and holds all there is to compare. */
enum { KNOWN_LETTERS = 24, KNOWN = 1 << 14 };
typedef struct {
    char letters[KNOWN_LETTERS];
    int32_t length, row;
} Known;
static Known known[KNOWN];
static PyObject *known_from; /* the vocabulary that they are pieces of */

/* Makes sure that what is known comes from this vocabulary. */
static void know_from(PyObject *vocabulary) {
    if (known_from == vocabulary) return;
    memset(known, 0, sizeof known);
    Py_INCREF(vocabulary);
    Py_XDECREF(known_from);
    known_from = vocabulary;
}

/* Where a name of small ASCII letters is known, if it is; NULL for any other. */
static Known *known_place(PyObject *name) {
    Py_ssize_t length;
    uint32_t number = 0;
    const char *text = PyUnicode_Check(name) ? PyUnicode_AsUTF8AndSize(name, &length) : NULL;
    if (!text) return PyErr_Clear(), NULL; /* half of a surrogate pair */
    if (length < 1 || length > KNOWN_LETTERS) return NULL;
    for (Py_ssize_t k = 0; k < length; k++) {
        if (text[k] < 'a' || text[k] > 'z') return NULL;
        number = number * 31 + (unsigned char)text[k];
    }
    return &known[(number * 0x9E3779B1u) >> 18];
}

/* The row of a name that is one piece of the vocabulary, as most are; -1 of any other, -2 for an error. `at` is the known place
   of the name. */
static Py_ssize_t whole_row(const Rows *rows, PyObject *vocabulary, PyObject *name, Known *at) {
    Py_ssize_t length = 0;
    const char *text = at ? PyUnicode_AsUTF8AndSize(name, &length) : NULL;
    if (text && at->length == length && !memcmp(at->letters, text, (size_t)length) && at->row < rows->rows) return at->row;
    if (!PyUnicode_Check(name) || !is_small(name)) return -1;
    PyObject *found = PyDict_GetItemWithError(vocabulary, name);
    Py_ssize_t row = found ? PyLong_AsSsize_t(found) : -1;
    if (PyErr_Occurred()) return -2;
    if (found && (row < 0 || row >= rows->rows)) {
        PyErr_SetString(PyExc_ValueError, "a piece has no row");
        return -2;
    }
    if (text && row < INT32_MAX) {
        memcpy(at->letters, text, (size_t)length);
        at->length = (int32_t)length, at->row = (int32_t)row;
    }
    return row;
}

/* vectors(names, vocabulary, spelt, spell, numbers, scales, out) -> whether all numbers are finite; the means of the pieces
   of words, and of the words of names, are in `out`, which comes full of zeros. See SubwordTable of embeddings.py. */
static PyObject *vectors(PyObject *self, PyObject *args) {
    PyObject *names, *vocabulary, *spelt, *spell;
    Py_buffer numbers, scales, out;
    if (!PyArg_ParseTuple(args, "O!OO!Oy*y*w*", &PyTuple_Type, &names, &vocabulary, &PyDict_Type, &spelt, &spell, &numbers, &scales,
                          &out))
        return NULL;
    Py_ssize_t count = PyTuple_Size(names);
    Rows rows = {numbers.buf, scales.buf, scales.len / (Py_ssize_t)sizeof(float), 0};
    rows.width = rows.rows ? numbers.len / rows.rows : 0;
    float *sum = rows.width ? PyMem_Malloc((size_t)rows.width * sizeof(float)) : NULL;
    int fine = sum && rows.rows * rows.width == numbers.len && out.len == count * rows.width * (Py_ssize_t)sizeof(float);
    if (!fine) PyErr_SetString(PyExc_ValueError, "arrays do not fit each other");
    Id *own = fine ? PyMem_Malloc((size_t)(count + 1) * sizeof(Id)) : NULL;
    Known **at = fine ? PyMem_Calloc((size_t)(count + 1), sizeof(Known *)) : NULL;
    if (fine && (!own || !at)) PyErr_NoMemory(), fine = 0;
    /* Memory is what takes the time, so what all names need is fetched at once: their known places, then their rows. */
    int whole = PyDict_Check(vocabulary);
    if (whole) know_from(vocabulary);
    for (Py_ssize_t k = 0; whole && fine && k < count; k++)
        if ((at[k] = known_place(PyTuple_GetItem(names, k)))) PREFETCH(at[k]);
    for (Py_ssize_t k = 0; fine && k < count; k++) {
        own[k] = whole ? whole_row(&rows, vocabulary, PyTuple_GetItem(names, k), at[k]) : -1;
        if (own[k] >= 0)
            for (Py_ssize_t d = 0; d < rows.width; d += 64) PREFETCH(rows.numbers + own[k] * rows.width + d);
        fine = own[k] >= -1;
    }
    PyMem_Free(at);
    for (Py_ssize_t k = 0; fine && k < count; k++) {
        float *mean = (float *)out.buf + k * rows.width;
        if (own[k] >= 0) {
            add_numbers(rows.numbers + own[k] * rows.width, rows.scales[own[k]], rows.width, 1, mean);
            continue;
        }
        PyObject *words = PyUnicode_Split(PyTuple_GetItem(names, k), NULL, -1);
        fine = words && mean_of_words(&rows, words, vocabulary, spelt, spell, sum, mean);
        Py_XDECREF(words);
    }
    int sound = fine && all_finite(out.buf, count * rows.width);
    PyMem_Free(own);
    PyMem_Free(sum);
    PyBuffer_Release(&numbers);
    PyBuffer_Release(&scales);
    PyBuffer_Release(&out);
    return fine ? PyBool_FromLong(sound) : NULL;
}

PyMethodDef word_methods[] = {
    {"longest_matches", longest_matches, METH_VARARGS, NULL},
    {"tokens", tokens, METH_VARARGS, NULL},
    {"segment", segment, METH_VARARGS, NULL},
    {"add_terms", add_terms, METH_VARARGS, NULL},
    {"vectors", vectors, METH_VARARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef definition = {PyModuleDef_HEAD_INIT, "sentencerank._kernel", NULL, -1, NULL, NULL, NULL, NULL, NULL};

PyMODINIT_FUNC PyInit__kernel(void) {
    PyObject *module = PyModule_Create(&definition);
    empty = PyUnicode_InternFromString("");
    lower_name = PyUnicode_InternFromString("lower");
    space = PyUnicode_InternFromString(" ");
    lowers = PyDict_New();
    if (!module || !empty || !lower_name || !space || !lowers || PyModule_AddFunctions(module, number_methods) ||
        PyModule_AddFunctions(module, sentence_methods) || PyModule_AddFunctions(module, phrase_methods) ||
        PyModule_AddFunctions(module, gather_methods) || PyModule_AddFunctions(module, candidate_methods) ||
        PyModule_AddFunctions(module, keyphrase_methods) || PyModule_AddFunctions(module, form_methods) ||
        PyModule_AddFunctions(module, kind_methods) || PyModule_AddFunctions(module, table_methods) ||
        PyModule_AddFunctions(module, column_methods) || PyModule_AddFunctions(module, term_methods) ||
        PyModule_AddFunctions(module, text_methods) || PyModule_AddFunctions(module, word_methods) ||
        PyModule_AddIntConstant(module, "version", 15)) {
        Py_XDECREF(module);
        return NULL;
    }
    return module;
}
