/* Questions about a whole text: which strings it has, how many words, how many that are known, which words of wording.

   Each answers for what is quickly read, and leaves the rest to Python. */
#include "kernel.h"
#include <string.h>

/* word_counts(texts, count, counts): how many words stand between white space in each; of a text with other characters than
   ASCII `count` says it. */
static PyObject *word_counts(PyObject *self, PyObject *args) {
    PyObject *texts, *count;
    Py_buffer out;
    if (!PyArg_ParseTuple(args, "O!Ow*", &PyList_Type, &texts, &count, &out)) return NULL;
    Py_ssize_t size = 0, all = PyList_Size(texts);
    int fine = out.len == all * (Py_ssize_t)sizeof(Id);
    if (!fine) PyErr_SetString(PyExc_ValueError, "there is not a number for each text");
    for (Py_ssize_t k = 0; fine && k < all && k < PyList_Size(texts); k++) {
        PyObject *text = PyList_GetItem(texts, k);
        Py_ssize_t words = 0, at = 0;
        const char *letters = PyUnicode_Check(text) ? PyUnicode_AsUTF8AndSize(text, &size) : NULL;
        PyErr_Clear(); /* half of a surrogate pair */
        for (int before = 1; letters && at < size && !(letters[at] & 0x80); at++) {
            int blank = is_space((unsigned char)letters[at]);
            words += before && !blank;
            before = blank;
        }
        if (!letters || at < size) {
            Py_INCREF(text);
            PyObject *told = PyObject_CallFunctionObjArgs(count, text, NULL);
            Py_DECREF(text);
            words = told ? PyLong_AsSsize_t(told) : -1;
            Py_XDECREF(told);
            fine = !PyErr_Occurred();
        }
        ((Id *)out.buf)[k] = words;
    }
    PyBuffer_Release(&out);
    if (!fine) return NULL;
    Py_RETURN_NONE;
}

/* is_even(text): whether a text of ASCII has nothing but single spaces between its words, and none around them */
static PyObject *is_even(PyObject *self, PyObject *text) {
    Py_ssize_t size = 0;
    const char *letters = PyUnicode_Check(text) ? PyUnicode_AsUTF8AndSize(text, &size) : NULL;
    int even = letters != NULL, before = 1;
    PyErr_Clear(); /* half of a surrogate pair */
    for (Py_ssize_t k = 0; even && k < size; k++) {
        unsigned char c = (unsigned char)letters[k];
        int blank = is_space(c);
        even = c < 128 && !(blank && (before || c != ' '));
        before = blank;
    }
    return PyBool_FromLong(even && (!size || !before));
}

enum { KNOWN = 24 }; /* bytes of a slot: a word, with zeros behind it */

/* Whether a table has a word, padded with zeros, whose hash is a number. */
static int has_word(const unsigned char *slots, uint32_t last, uint32_t number, const char word[KNOWN]) {
    static const char none[KNOWN];
    for (uint32_t tried = 0, slot = number; tried <= last; tried++, slot++) {
        const unsigned char *at = slots + KNOWN * (size_t)(slot & last);
        if (!memcmp(at, word, KNOWN)) return 1;
        if (!memcmp(at, none, KNOWN)) return 0;
    }
    return 0;
}

/* known_words(text, table) -> how many of the words between white space, in small letters, a table has, and how many words
   there are; None for a text with more than ASCII and typographic marks: see function_words.py */
static PyObject *known_words(PyObject *self, PyObject *args) {
    PyObject *text;
    Py_buffer table;
    if (!PyArg_ParseTuple(args, "Uy*", &text, &table)) return NULL;
    Py_ssize_t size = 0, known = 0, all = 0, length = 0;
    uint32_t number = 0, last = (uint32_t)(table.len / KNOWN) - 1;
    int fine = table.len >= KNOWN && !(table.len % KNOWN) && !((last + 1) & last);
    if (!fine) PyErr_SetString(PyExc_ValueError, "the number of slots is no power of two");
    const char *letters = fine ? PyUnicode_AsUTF8AndSize(text, &size) : NULL;
    if (fine && !letters) PyErr_Clear(); /* half of a surrogate pair */
    char word[KNOWN] = {0};
    for (Py_ssize_t k = 0; letters && k <= size; k++) {
        unsigned char c = k < size ? (unsigned char)letters[k] : ' ';
        if (!is_space(c)) {
            int mark = c >= 128 ? is_mark(letters + k, size - k) : 0;
            if (c >= 128 && !mark) {
                letters = NULL;
                break;
            }
            if (c >= 'A' && c <= 'Z') c |= 32;
            for (int more = mark ? 2 : 0;; c = (unsigned char)letters[++k]) {
                if (length < KNOWN) word[length] = (char)c;
                number = number * 31 + c, length++;
                if (!more--) break;
            }
        } else if (length) {
            all++;
            known += length <= KNOWN && has_word(table.buf, last, number, word);
            memset(word, 0, sizeof word), number = 0, length = 0;
        }
    }
    PyBuffer_Release(&table);
    if (!fine) return NULL;
    if (!letters) Py_RETURN_NONE;
    return Py_BuildValue("nn", known, all);
}

enum { SLOT = 12 }; /* bytes of a slot: a hash and its bits */

/* The bits of a hash in a table of so many slots, less one; they are a power of two. */
static uint64_t bits_of(const unsigned char *slots, uint32_t last, uint32_t number) {
    for (uint32_t tried = 0, slot = number; tried <= last; tried++, slot++) {
        const unsigned char *at = slots + SLOT * (size_t)(slot & last);
        uint64_t bits = four_bytes(at + 4) | (uint64_t)four_bytes(at + 8) << 32;
        if (!bits || four_bytes(at) == number) return bits;
    }
    return 0;
}

/* hints(text, table, pairs) -> the bits of all words of small ASCII letters, from a table of hashes and bits, those of the
   first word with "^" before it, and the highest bit for double quotation marks and what is not ASCII; a bit of `pairs`
   and the one above it count only together: see hints.py */
static PyObject *hints(PyObject *self, PyObject *args) {
    PyObject *text;
    Py_buffer table;
    Py_ssize_t size = 0;
    unsigned long long pairs;
    if (!PyArg_ParseTuple(args, "Uy*K", &text, &table, &pairs)) return NULL;
    const unsigned char *slots = table.buf;
    uint64_t bits = 0;
    uint32_t number = 0, first = '^', last = (uint32_t)(table.len / SLOT) - 1;
    int inside = 0, begun = 0, marked = 0, fine = table.len >= SLOT && !(table.len % SLOT) && !((last + 1) & last);
    if (!fine) PyErr_SetString(PyExc_ValueError, "the number of slots is no power of two");
    const char *letters = fine ? PyUnicode_AsUTF8AndSize(text, &size) : NULL;
    if (fine && !letters) {
        PyErr_Clear(); /* half of a surrogate pair: every word may be there */
        bits = ~(uint64_t)0;
    }
    for (Py_ssize_t k = 0; letters && k <= size; k++) {
        unsigned char c = k < size ? (unsigned char)letters[k] : ' ';
        if (c >= 'a' && c <= 'z') {
            number = number * 31 + c, inside = 1;
            if (!begun) first = first * 31 + c;
            continue;
        }
        marked |= c == '"' || c == '`' || c >= 128;
        if (!inside) continue;
        bits |= bits_of(slots, last, number);
        if (!begun) bits |= bits_of(slots, last, first);
        number = 0, inside = 0, begun = 1;
    }
    PyBuffer_Release(&table);
    uint64_t both = bits & bits >> 1 & pairs;
    bits = (bits & ~(pairs | pairs << 1)) | both | both << 1 | (uint64_t)marked << 63;
    return fine ? PyLong_FromUnsignedLongLong(bits) : NULL;
}

typedef struct {
    const char *letters;
    Py_ssize_t length;
    int found, next; /* the next string with the same first letter, -1 after the last */
} Sought;

/* Marks which of some strings a text has: one look at each place, unless two letters are those of a string. */
static void seek(const char *text, Py_ssize_t size, Sought *sought, Py_ssize_t count) {
    int first[256];
    uint64_t second[256] = {0}; /* by the low bits of the second letter */
    for (int k = 0; k < 256; k++) first[k] = -1;
    for (Py_ssize_t k = 0; k < count; k++) {
        unsigned char letter = (unsigned char)sought[k].letters[0];
        sought[k].next = first[letter], first[letter] = (int)k;
        second[letter] |= sought[k].length > 1 ? (uint64_t)1 << (sought[k].letters[1] & 63) : ~(uint64_t)0;
    }
    for (Py_ssize_t at = 0; at < size; at++) {
        unsigned char letter = (unsigned char)text[at];
        /* A string of Python ends with a NUL, so there is always a next letter. */
        if (!(second[letter] >> (text[at + 1] & 63) & 1)) continue;
        for (int k = first[letter]; k >= 0; k = sought[k].next) {
            Sought *one = &sought[k];
            if (!one->found && one->length <= size - at && !memcmp(one->letters, text + at, (size_t)one->length)) one->found = 1;
        }
    }
}

/* present(text, strings) -> those of the strings that a text has, in their order; None where it cannot tell */
static PyObject *present(PyObject *self, PyObject *args) {
    PyObject *text, *strings, *result = NULL;
    if (!PyArg_ParseTuple(args, "UO!", &text, &PyTuple_Type, &strings)) return NULL;
    Py_ssize_t size, count = PyTuple_Size(strings);
    const char *letters = PyUnicode_AsUTF8AndSize(text, &size);
    if (!letters) {
        PyErr_Clear(); /* half of a surrogate pair */
        Py_RETURN_NONE;
    }
    Sought *sought = PyMem_Calloc((size_t)count + 1, sizeof(Sought));
    if (!sought) return PyErr_NoMemory();
    int fine = count < 10000;
    for (Py_ssize_t k = 0; fine && k < count; k++) {
        PyObject *one = PyTuple_GetItem(strings, k);
        sought[k].letters = PyUnicode_Check(one) ? PyUnicode_AsUTF8AndSize(one, &sought[k].length) : NULL;
        fine = sought[k].letters && sought[k].length > 0;
    }
    if (fine) {
        seek(letters, size, sought, count);
        result = PyList_New(0);
        for (Py_ssize_t k = 0; result && k < count; k++)
            if (sought[k].found && PyList_Append(result, PyTuple_GetItem(strings, k))) Py_CLEAR(result);
    } else if (!PyErr_Occurred())
        PyErr_SetString(PyExc_TypeError, "what is looked for are strings that are not empty");
    PyMem_Free(sought);
    return result;
}

PyMethodDef text_methods[] = {
    {"present", present, METH_VARARGS, NULL},
    {"hints", hints, METH_VARARGS, NULL},
    {"is_even", is_even, METH_O, NULL},
    {"known_words", known_words, METH_VARARGS, NULL},
    {"word_counts", word_counts, METH_VARARGS, NULL},
    {NULL, NULL, 0, NULL},
};
