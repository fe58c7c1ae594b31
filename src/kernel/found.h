/* A text and the places of the candidates in it. */
#ifndef SENTENCERANK_FOUND_H
#define SENTENCERANK_FOUND_H

#include "columns.h"

typedef struct {
    Text text;
    const Id *starts, *ends, *bounds; /* candidate k has the places bounds[k] to bounds[k + 1] */
    Py_ssize_t places, count;
} Found;

/* table.c */
int parse_found(Buffers *b, PyObject *text, PyObject *kinds, PyObject *starts, PyObject *ends, PyObject *bounds, Found *f);
Py_ssize_t most_places(const Found *f);

#endif
