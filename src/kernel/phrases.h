/* What phrases.c and candidates.c share: words in columns, and runs of them. */
#ifndef SENTENCERANK_PHRASES_H
#define SENTENCERANK_PHRASES_H

#include "arrays.h"

typedef struct {
    Id start, end; /* of words */
} Span;

typedef struct {
    Span *items;
    Py_ssize_t count, room;
} Spans;

typedef struct {                                            /* see Words of noun_phrases.py */
    PyObject *texts, *lowers, *starts, *firsts, *sentences; /* lists that fit each other */
    const char *kinds, *breaks;
    Py_ssize_t count, lines;
} Row;

/* phrases.c */
int parse_columns(PyObject *given, Row *row);
PyObject *word_at(PyObject *list, Py_ssize_t place);
Py_ssize_t number_at(PyObject *list, Py_ssize_t place);
int pair_at(PyObject *list, Py_ssize_t place, Id *one, Id *other);
int is_capital(PyObject *text);
int is_small(PyObject *text);
int add_span(Spans *found, Id start, Id end);
PyObject *list_of(const Spans *found);
int find_phrases(const Row *row, PyObject *lists, Spans *found);

#endif
