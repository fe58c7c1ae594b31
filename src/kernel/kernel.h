/* What the two halves of the kernel share. See docs/kernel.md. */
#ifndef SENTENCERANK_KERNEL_H
#define SENTENCERANK_KERNEL_H

#define PY_SSIZE_T_CLEAN
#define Py_LIMITED_API 0x030B0000 /* Python 3.11 and every later one */
#include <Python.h>

typedef Py_ssize_t Id;

extern PyMethodDef number_methods[]; /* numbers.c */
extern PyMethodDef word_methods[];   /* words.c */

#endif
