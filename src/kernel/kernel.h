/* What the files of the kernel share. See docs/kernel.md. */
#ifndef SENTENCERANK_KERNEL_H
#define SENTENCERANK_KERNEL_H

#define PY_SSIZE_T_CLEAN
#define Py_LIMITED_API 0x030B0000 /* Python 3.11 and every later one */
#include <Python.h>
#include <stdint.h>

typedef Py_ssize_t Id;

/* Compiled twice, and the processor decides which one runs; the results are the same. */
#if defined(__x86_64__) && defined(__GLIBC__) && defined(__has_attribute)
#if __has_attribute(target_clones)
#define FAST __attribute__((target_clones("avx2", "default")))
#endif
#endif
#ifndef FAST
#define FAST
#endif

#if defined(__GNUC__)
#define PREFETCH(address) __builtin_prefetch(address)
#else
#define PREFETCH(address) ((void)(address))
#endif

static inline uint32_t four_bytes(const unsigned char *b) {
    return b[0] | (uint32_t)b[1] << 8 | (uint32_t)b[2] << 16 | (uint32_t)b[3] << 24;
}

typedef struct { /* of frequent words, word_table.py */
    const unsigned char *bytes;
    Py_ssize_t size;
} Table;

typedef struct {
    PyObject *lexicon, *stopwords, *names, *stem; /* word → class, words, names like stop words, word → stem */
    const unsigned char *rules;                   /* see RuleIndex.packed */
    Py_ssize_t size;
} Lists;

#define LONGEST 60 /* of words.py */
enum { CONTENT = 1, ESSENTIAL_FLAG = 2, NOUN_FLAG = 4, ADJECTIVE_FLAG = 8 }; /* of a word, in this order also in the table */

/* words.c */
int is_space(unsigned char c);
int is_mark(const char *text, Py_ssize_t size);
PyObject *lower_of(PyObject *text);
const unsigned char *record_of(const Table *table, const char *text, Py_ssize_t length);
int parse_lists(PyObject *given, Lists *lists);
PyObject *find_out(const Lists *lists, PyObject *form, int inside, int shouted);
PyObject *find_joined(const Lists *lists, PyObject *form, int inside, int shouted);

extern PyMethodDef candidate_methods[]; /* candidates.c */
extern PyMethodDef column_methods[]; /* columns.c */
extern PyMethodDef form_methods[]; /* forms.c */
extern PyMethodDef gather_methods[]; /* gather.c */
extern PyMethodDef keyphrase_methods[]; /* keyphrases.c */
extern PyMethodDef kind_methods[]; /* kinds.c */
extern PyMethodDef number_methods[]; /* numbers.c */
extern PyMethodDef phrase_methods[]; /* phrases.c */
extern PyMethodDef sentence_methods[]; /* sentences.c */
extern PyMethodDef table_methods[]; /* table.c */
extern PyMethodDef term_methods[];   /* terms.c */
extern PyMethodDef text_methods[];   /* texts.c */
extern PyMethodDef word_methods[];   /* words.c */

#endif
