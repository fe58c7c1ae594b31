/* Arrays that come as buffers, checked before use; and numpy's sums. */
#ifndef SENTENCERANK_ARRAYS_H
#define SENTENCERANK_ARRAYS_H

#include "kernel.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define MAX_BUFFERS 12
typedef struct {
    Py_buffer view[MAX_BUFFERS];
    int count;
} Buffers;

static inline void release(Buffers *b) {
    while (b->count) PyBuffer_Release(&b->view[--b->count]);
}

/* The next argument as an array; its length in items goes to *length unless `wanted` says what it must be (else -1). */
static inline void *array(Buffers *b, PyObject *object, size_t item, Py_ssize_t wanted, Py_ssize_t *length, int writable) {
    Py_buffer *view = &b->view[b->count];
    if (b->count == MAX_BUFFERS) return PyErr_SetString(PyExc_SystemError, "too many arrays"), NULL;
    if (PyObject_GetBuffer(object, view, writable ? PyBUF_WRITABLE : PyBUF_SIMPLE) < 0) return NULL;
    b->count++;
    if (view->len % (Py_ssize_t)item || (wanted >= 0 && view->len / (Py_ssize_t)item != wanted)) {
        PyErr_SetString(PyExc_ValueError, "an array has another length than the others say");
        return NULL;
    }
    if (length) *length = view->len / (Py_ssize_t)item;
    return view->buf;
}

static inline int inside(const Id *ids, Py_ssize_t count, Py_ssize_t below) {
    for (Py_ssize_t k = 0; k < count; k++)
        if (ids[k] < 0 || ids[k] >= below) {
            PyErr_SetString(PyExc_ValueError, "an index lies outside its array");
            return 0;
        }
    return 1;
}

/* Offsets that begin at 0, never fall and end at `end`. */
static inline int rising(const Id *starts, Py_ssize_t count, Py_ssize_t end) {
    int fine = count > 0 && starts[0] == 0 && starts[count - 1] == end;
    for (Py_ssize_t k = 1; fine && k < count; k++) fine = starts[k - 1] <= starts[k];
    if (!fine) PyErr_SetString(PyExc_ValueError, "offsets do not rise from 0 to the end");
    return fine;
}

static inline int square(Py_ssize_t side) {
    if (side < (Py_ssize_t)1 << 30) return 1;
    PyErr_SetString(PyExc_ValueError, "a matrix is too large");
    return 0;
}

static inline void *room(Py_ssize_t count, size_t item) {
    void *got = calloc((size_t)count + 1, item);
    if (!got) PyErr_NoMemory();
    return got;
}

/* numpy's pairwise sum: with eight numbers or more it adds eight sums at once. */
static inline float pairwise(const float *a, Py_ssize_t n) {
    if (n < 8) {
        float sum = 0.0f;
        for (Py_ssize_t k = 0; k < n; k++) sum += a[k];
        return sum;
    }
    if (n > 128) {
        Py_ssize_t half = n / 2;
        half -= half % 8;
        return pairwise(a, half) + pairwise(a + half, n - half);
    }
    float r[8];
    Py_ssize_t k;
    memcpy(r, a, sizeof r);
    for (k = 8; k < n - n % 8; k += 8)
        for (int i = 0; i < 8; i++) r[i] += a[k + i];
    float sum = ((r[0] + r[1]) + (r[2] + r[3])) + ((r[4] + r[5]) + (r[6] + r[7]));
    for (; k < n; k++) sum += a[k];
    return sum;
}

/* The same of double numbers. */
static inline double sum_of(const double *a, Py_ssize_t n) {
    if (n < 8) {
        double sum = 0.0;
        for (Py_ssize_t k = 0; k < n; k++) sum += a[k];
        return sum;
    }
    if (n > 128) {
        Py_ssize_t half = n / 2;
        half -= half % 8;
        return sum_of(a, half) + sum_of(a + half, n - half);
    }
    double r[8];
    Py_ssize_t k;
    memcpy(r, a, sizeof r);
    for (k = 8; k < n - n % 8; k += 8)
        for (int i = 0; i < 8; i++) r[i] += a[k + i];
    double sum = ((r[0] + r[1]) + (r[2] + r[3])) + ((r[4] + r[5]) + (r[6] + r[7]));
    for (; k < n; k++) sum += a[k];
    return sum;
}

#endif
