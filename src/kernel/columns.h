/* The words of a text in columns, which Python holds in a capsule: what is in it was checked when it was made. */
#ifndef SENTENCERANK_COLUMNS_H
#define SENTENCERANK_COLUMNS_H

#include "arrays.h"

typedef struct {
    PyObject *text, *lower; /* as written and in lower case: exact strings, owned by the text */
    Id start;               /* where it begins in its sentence; sums of two never overflow */
    Id stem;                /* number of its stem, in the order in which stems come first; -1: none */
} Token;

typedef struct {               /* see token_columns.py; an empty word stands before, between and behind the sentences */
    Token *words;
    char *breaks;              /* of each word, whether something stands before it */
    const char *kinds;         /* of each word: N, A, V or -; the first and the last are - */
    PyObject **stems;          /* owned; by number */
    Id *firsts;                /* where the words of each sentence begin */
    Id *owners;                /* of each word but the first, which sentence it stands in */
    PyObject **lines;          /* the sentences as exact strings, owned; NULL where nobody needs them */
    char *cased;               /* of each sentence, whether a capital means something; NULL as well */
    Py_ssize_t count, stem_count, line_count;
} Text;

typedef struct {
    Id start, end; /* of words */
} Span;

typedef struct {
    Span *items;
    Py_ssize_t count, room;
} Spans;

typedef struct { /* a string with its number */
    PyObject *text;
    uint32_t hash, number;
} Numbered;

typedef struct { /* strings, which something else holds, with their numbers; at most half full */
    Numbered *slots;
    Py_ssize_t size, count;
} Numbers;

/* columns.c */
Text *new_text(Py_ssize_t words, Py_ssize_t stems, Py_ssize_t lines);
void free_text(Text *text);
PyObject *capsule_of(Text *text);
int parse_text(PyObject *capsule, PyObject *kinds, int lines, Text *text);
Id number_of_string(Numbers *numbers, PyObject *text, int add);
int first_is(PyObject *text, const char *kind, char from, char to);
PyObject *key_of(const Text *text, Id start, Id end);
int pair_at(PyObject *list, Py_ssize_t place, Id *one, Id *other);
int add_span(Spans *found, Id start, Id end);
PyObject *list_of(const Spans *found);

/* phrases.c */
int find_phrases(const Text *text, PyObject *lists, Spans *found);

static inline PyObject *stem_at(const Text *t, Id place) { return t->words[place].stem < 0 ? NULL : t->stems[t->words[place].stem]; }
/* Whether a word is the first of its sentence. */
static inline int opens(const Text *t, Id place) { return !PyUnicode_GetLength(t->words[place - 1].text); }
/* Whether the first letter of a word is a capital, or a small one: 1, 0, or -1 with an error set. */
static inline int is_capital(PyObject *text) { return first_is(text, "isupper", 'A', 'Z'); }
static inline int is_small(PyObject *text) { return first_is(text, "islower", 'a', 'z'); }
static inline int is_noun(char kind) { return kind == 'N' || kind == 'A'; }

/* A number in which every bit depends on every bit of another. */
static inline uint64_t mixed(uint64_t mark) {
    mark = (mark ^ mark >> 30) * 0xBF58476D1CE4E5B9u;
    mark = (mark ^ mark >> 27) * 0x94D049BB133111EBu;
    return mark ^ mark >> 31;
}

#endif
