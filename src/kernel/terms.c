/* Texts to terms in one call: the words of English.tokens and the terms of find_terms, without an object for each word.
   Or texts to columns: the same words, with all that a token has. Which words were read to find terms is kept, so that they are
   not read again for the columns.

   A memory keeps what was found out about words from one text to the next. What it does not know comes from the table
   of frequent words or from the lists, once for each word. */
#include "columns.h"
#include <limits.h>

#define REMEMBERED 20000 /* words; a memory with more begins anew before the next text */
#define CAPSULE "sentencerank.word_memory"
#define KEPT "sentencerank.read_words"

enum { INSIDE, OPENING, SHOUTED }; /* where a word stands */

typedef struct { /* a stem, a written form in lower case, or both */
    PyObject *text;
    const char *letters; /* of `text` */
    Py_ssize_t length;
    uint32_t hash;
    uint32_t as_stem, as_form;  /* the last text in which it was one */
    Id term, first;             /* as a stem: its term there, and the first of its forms */
    Id times, next;             /* as a form: how often it occurs there, and the next form of the same term */
} String;

typedef struct {
    uint32_t hash, letters; /* where its letters begin among those of all words */
    unsigned char length, place, flags;
    Id stem, form;  /* numbers of strings; -1 for a word that is no content */
    Id text, lower; /* the same without a clitic, as written and in lower case; -1 where nobody has asked yet */
} Word;

typedef struct {
    int busy;
    uint32_t text, life;                               /* counts the texts, and how often all was forgotten */
    Word *words;                                       /* by number, as all that follow */
    String *strings;
    char *letters;
    uint32_t *word_slots, *string_slots;               /* number + 1 from the slot of the hash on; 0 for an empty one */
    Py_ssize_t word_count, word_room, string_count, string_room, letter_count, letter_room;
} Memory;

typedef struct {
    Id *ids, *stems;   /* the terms of all tokens; the stem of each term */
    char *nouns;       /* whether each term was a noun somewhere */
    Py_ssize_t tokens, token_room, terms, term_room;
} Result;

typedef struct { /* a word that was read; number BETWEEN stands between sentences */
    uint32_t number; /* of a word, those of the memory and others counted apart */
    uint32_t start;  /* character of the sentence */
    unsigned char breaks, other;
} Row;
#define BETWEEN UINT32_MAX

typedef struct { /* the words of some texts, as long as the memory that knows them forgets nothing */
    PyObject *owner; /* of the memory; owned */
    uint32_t life;
    Row *rows;
    Word *others;  /* words that are not remembered: numbers, and those with other letters than ASCII */
    char *letters; /* of the others */
    Py_ssize_t count, room, other_count, other_room, letter_count, letter_room, texts;
} Kept;

typedef struct {
    Memory *memory;
    Result result;
    Kept *kept;
    const unsigned char *counted; /* up to where the characters of a sentence are counted, */
    Py_ssize_t characters;        /* and how many these are */
    int wide;                     /* whether some of them have several bytes */
    int marked, begun;            /* whether a mark stands behind the last word, and whether there is one */
    int with_terms;
    Table table;
    Lists lists;
    PyObject *chunks, *find_chunk;
    int part_of_speech, place, inside; /* where the next word stands, and all that follow */
} Reader;

static const char *const PLACES[] = {"", "\0", "\1"}; /* of english.py */

/* ---- the memory ---- */

static uint32_t hash_of(const char *text, Py_ssize_t length, uint32_t hash) {
    for (Py_ssize_t k = 0; k < length; k++) hash = (hash ^ (unsigned char)text[k]) * 0x01000193u;
    return hash ^ hash >> 15;
}

static void forget(Memory *m) {
    for (Py_ssize_t k = 0; k < m->string_count; k++) Py_DECREF(m->strings[k].text);
    free(m->words), free(m->strings), free(m->letters), free(m->word_slots), free(m->string_slots);
    *m = (Memory){.life = m->life + 1};
}

/* Room for one item more, and slots at least twice as many as items: 1, or 0 with an error set. */
static int grow(void **items, size_t size, Py_ssize_t count, Py_ssize_t *room) {
    if (count < *room) return 1;
    Py_ssize_t wanted = *room ? 2 * *room : 512;
    void *made = realloc(*items, (size_t)wanted * size);
    if (!made) {
        PyErr_NoMemory();
        return 0;
    }
    *items = made, *room = wanted;
    return 1;
}

static int more_words(Memory *m) {
    Py_ssize_t before = m->word_room;
    if (!grow((void **)&m->words, sizeof(Word), m->word_count, &m->word_room)) return 0;
    if (m->word_room == before) return 1;
    free(m->word_slots);
    m->word_slots = calloc((size_t)(2 * m->word_room), sizeof(uint32_t));
    if (!m->word_slots) return PyErr_NoMemory(), 0;
    for (Py_ssize_t k = 0; k < m->word_count; k++) {
        uint32_t mask = (uint32_t)(2 * m->word_room - 1), slot = m->words[k].hash & mask;
        while (m->word_slots[slot]) slot = (slot + 1) & mask;
        m->word_slots[slot] = (uint32_t)k + 1;
    }
    return 1;
}

static int more_strings(Memory *m) {
    Py_ssize_t before = m->string_room;
    if (!grow((void **)&m->strings, sizeof(String), m->string_count, &m->string_room)) return 0;
    if (m->string_room == before) return 1;
    free(m->string_slots);
    m->string_slots = calloc((size_t)(2 * m->string_room), sizeof(uint32_t));
    if (!m->string_slots) return PyErr_NoMemory(), 0;
    for (Py_ssize_t k = 0; k < m->string_count; k++) {
        uint32_t mask = (uint32_t)(2 * m->string_room - 1), slot = m->strings[k].hash & mask;
        while (m->string_slots[slot]) slot = (slot + 1) & mask;
        m->string_slots[slot] = (uint32_t)k + 1;
    }
    return 1;
}

/* The number of a string, which is new or known; -1 with an error set. */
static Id number_of(Memory *m, const char *text, Py_ssize_t length) {
    uint32_t hash = hash_of(text, length, 0);
    if (!more_strings(m)) return -1;
    uint32_t mask = (uint32_t)(2 * m->string_room - 1), slot = hash & mask;
    for (; m->string_slots[slot]; slot = (slot + 1) & mask) {
        String *s = &m->strings[m->string_slots[slot] - 1];
        if (s->hash == hash && s->length == length && !memcmp(s->letters, text, (size_t)length))
            return (Id)m->string_slots[slot] - 1;
    }
    String made = {.hash = hash, .text = PyUnicode_DecodeUTF8(text, length, NULL)};
    made.letters = made.text ? PyUnicode_AsUTF8AndSize(made.text, &made.length) : NULL;
    if (!made.letters) {
        Py_XDECREF(made.text);
        return -1;
    }
    m->strings[m->string_count] = made;
    m->string_slots[slot] = (uint32_t)++m->string_count;
    return m->string_count - 1;
}

static Word *known_word(const Memory *m, const char *text, Py_ssize_t length, int place, uint32_t hash) {
    if (!m->word_room) return NULL;
    uint32_t mask = (uint32_t)(2 * m->word_room - 1);
    for (uint32_t slot = hash & mask; m->word_slots[slot]; slot = (slot + 1) & mask) {
        Word *w = &m->words[m->word_slots[slot] - 1];
        if (w->hash == hash && w->length == length && w->place == place && !memcmp(m->letters + w->letters, text, (size_t)length))
            return w;
    }
    return NULL;
}

static Word *remember(Memory *m, const char *text, Py_ssize_t length, Word word) {
    while (m->letter_count + length > m->letter_room)
        if (!grow((void **)&m->letters, 1, m->letter_room, &m->letter_room)) return NULL;
    if (!more_words(m)) return NULL;
    memcpy(m->letters + m->letter_count, text, (size_t)length);
    word.letters = (uint32_t)m->letter_count;
    m->letter_count += length;
    uint32_t mask = (uint32_t)(2 * m->word_room - 1), slot = word.hash & mask;
    while (m->word_slots[slot]) slot = (slot + 1) & mask;
    m->words[m->word_count] = word;
    m->word_slots[slot] = (uint32_t)++m->word_count;
    return &m->words[m->word_count - 1];
}

/* ---- words ---- */

static Id number_of_object(Memory *m, PyObject *text) {
    Py_ssize_t length;
    const char *letters = text ? PyUnicode_AsUTF8AndSize(text, &length) : NULL;
    return letters ? number_of(m, letters, length) : -1;
}

/* What Python or find_out tell of a word: (text, stem, content, essential, noun, adjective). */
static int take_word(Memory *m, PyObject *found, Word *word) {
    if (!PyTuple_Check(found) || PyTuple_Size(found) != 6) {
        PyErr_SetString(PyExc_TypeError, "a word is a tuple of six fields");
        return 0;
    }
    word->flags = 0, word->stem = word->form = word->text = word->lower = -1;
    for (int bit = 0; bit < 4; bit++) word->flags |= (unsigned char)((PyTuple_GetItem(found, 2 + bit) == Py_True) << bit);
    if (!(word->flags & CONTENT)) return word->flags = 0, 1;
    PyObject *lower = lower_of(PyTuple_GetItem(found, 0));
    word->form = number_of_object(m, lower);
    Py_XDECREF(lower);
    word->stem = word->form >= 0 ? number_of_object(m, PyTuple_GetItem(found, 1)) : -1;
    return word->stem >= 0;
}

static int take_record(Memory *m, const unsigned char *record, Word *word) {
    const char *letters = (const char *)record + 3;
    word->flags = record[2], word->stem = word->form = word->text = word->lower = -1;
    if (!(word->flags & CONTENT)) return word->flags = 0, 1;
    word->form = number_of(m, letters, record[0]);
    word->stem = word->form >= 0 ? number_of(m, letters + record[0], record[1]) : -1;
    return word->stem >= 0;
}

/* A word that is not remembered; `simple` says that it has nothing but ASCII letters. */
static Word *new_word(Reader *r, const char *text, Py_ssize_t length, int simple, uint32_t hash) {
    Word word = {.hash = hash, .length = (unsigned char)length, .place = (unsigned char)r->place};
    int capitals = 0;
    for (Py_ssize_t k = 0; k < length; k++) capitals += text[k] >= 'A' && text[k] <= 'Z';
    PyObject *form = PyUnicode_DecodeUTF8(text, length, NULL), *found = NULL;
    if (!form) return NULL;
    const unsigned char *record = NULL;
    if (simple && r->place == INSIDE && !capitals) record = record_of(&r->table, text, length);
    /* A capital at the beginning means nothing, unless the lexicon knows the word with it. */
    if (simple && r->place == OPENING && capitals == 1 && text[0] <= 'Z' && length < 64 &&
        PyDict_Contains(r->lists.lexicon, form) == 0) {
        char small[64];
        memcpy(small, text, (size_t)length);
        small[0] |= 32;
        record = record_of(&r->table, small, length);
    }
    int fine = 0;
    if (record) {
        fine = take_record(r->memory, record, &word);
    } else if (!PyErr_Occurred()) {
        found = (simple ? find_out : find_joined)(&r->lists, form, r->place == INSIDE, r->place == SHOUTED);
        fine = found && take_word(r->memory, found, &word);
        /* The text of a simple word are its letters. */
        if (fine && !simple) fine = (word.text = number_of_object(r->memory, PyTuple_GetItem(found, 0))) >= 0;
    }
    Py_DECREF(form);
    Py_XDECREF(found);
    return fine ? remember(r->memory, text, length, word) : NULL;
}

/* ---- terms ---- */

static int add_term(Reader *r, const Word *word) {
    Memory *m = r->memory;
    Result *f = &r->result;
    if (!(word->flags & (r->part_of_speech ? ESSENTIAL_FLAG : CONTENT))) return 1;
    String *stem = &m->strings[word->stem], *form = &m->strings[word->form];
    if (stem->as_stem != m->text) {
        Py_ssize_t room = f->term_room;
        if (!grow((void **)&f->stems, sizeof(Id), f->terms, &f->term_room)) return 0;
        if (!grow((void **)&f->nouns, 1, f->terms, &room)) return 0;
        stem->as_stem = m->text, stem->term = f->terms, stem->first = -1;
        f->stems[f->terms] = word->stem, f->nouns[f->terms++] = 0;
    }
    f->nouns[stem->term] |= (word->flags & NOUN_FLAG) != 0;
    if (form->as_form != m->text) form->as_form = m->text, form->times = 0, form->next = stem->first, stem->first = word->form;
    form->times++;
    if (!grow((void **)&f->ids, sizeof(Id), f->tokens, &f->token_room)) return 0;
    f->ids[f->tokens++] = stem->term;
    return 1;
}

/* ---- words that were read ---- */

static void free_kept(Kept *k) {
    if (!k) return;
    Py_XDECREF(k->owner);
    free(k->rows), free(k->others), free(k->letters), free(k);
}

static void free_kept_capsule(PyObject *capsule) { free_kept(PyCapsule_GetPointer(capsule, KEPT)); }

/* The character at which a place of the sentence stands: places are asked for from left to right. */
static Py_ssize_t character_at(Reader *r, const unsigned char *place) {
    if (!r->wide) return place - r->counted;
    for (; r->counted < place; r->counted++) r->characters += (*r->counted & 0xC0) != 0x80;
    return r->characters;
}

static int add_row(Reader *r, uint32_t number, int other, Py_ssize_t start, int mark) {
    Kept *k = r->kept;
    if (!grow((void **)&k->rows, sizeof(Row), k->count, &k->room)) return 0;
    k->rows[k->count++] = (Row){number, (uint32_t)start, (unsigned char)(mark && r->begun), (unsigned char)other};
    r->begun = number != BETWEEN, r->marked = 0;
    return 1;
}

/* A word that is not remembered, with its letters: 1, or 0 with an error set. */
static int add_other(Reader *r, Word word, const char *letters, Py_ssize_t length, Py_ssize_t start, int mark) {
    Kept *k = r->kept;
    if (length > UCHAR_MAX) return PyErr_SetString(PyExc_ValueError, "a word is too long"), 0;
    while (k->letter_count + length > k->letter_room)
        if (!grow((void **)&k->letters, 1, k->letter_room, &k->letter_room)) return 0;
    if (!grow((void **)&k->others, sizeof(Word), k->other_count, &k->other_room)) return 0;
    memcpy(k->letters + k->letter_count, letters, (size_t)length);
    word.letters = (uint32_t)k->letter_count, word.length = (unsigned char)length;
    k->letter_count += length;
    k->others[k->other_count++] = word;
    return add_row(r, (uint32_t)(k->other_count - 1), 1, start, mark) && (!r->with_terms || add_term(r, &word));
}

/* ---- columns ---- */

/* The number of a text in lower case; -1 with an error set. */
static Id number_in_lower_case(Memory *m, Id text) {
    const String *string = &m->strings[text];
    char small[UCHAR_MAX];
    int capitals = 0, plain = string->length <= UCHAR_MAX;
    for (Py_ssize_t k = 0; plain && k < string->length; k++) {
        char letter = string->letters[k];
        int capital = letter >= 'A' && letter <= 'Z';
        plain = (unsigned char)letter < 128;
        small[k] = capital ? (char)(letter | 32) : letter;
        capitals |= capital;
    }
    if (plain) return capitals ? number_of(m, small, string->length) : text;
    PyObject *lower = lower_of(string->text);
    Id number = number_of_object(m, lower);
    Py_XDECREF(lower);
    return number;
}

/* The strings of a word that are missing: 1, or 0 with an error set. */
static int complete(Memory *m, Word *word, const char *letters) {
    if (word->text < 0) {
        /* Most words are written as in lower case. */
        const String *form = word->form < 0 ? NULL : &m->strings[word->form];
        int same = form && form->length == word->length && !memcmp(form->letters, letters, word->length);
        word->text = same ? word->form : number_of(m, letters, word->length);
    }
    if (word->text >= 0 && word->lower < 0) word->lower = word->form >= 0 ? word->form : number_in_lower_case(m, word->text);
    return word->text >= 0 && word->lower >= 0;
}

static PyObject *string_of(const Memory *m, Id number) {
    Py_INCREF(m->strings[number].text);
    return m->strings[number].text;
}

/* The text of the words that were read; NULL with an error set. */
static Text *text_of(Memory *m, const Kept *kept, int part_of_speech) {
    Text *t = new_text(kept->count, kept->count, kept->texts);
    PyObject *none = PyUnicode_FromStringAndSize("", 0);
    int fine = t && none;
    Py_ssize_t line = 0, stems = 0;
    m->text++; /* in which no stem has a number yet */
    for (Py_ssize_t k = 0; fine && k < kept->count; k++) {
        Row row = kept->rows[k];
        Token *made = &t->words[k];
        t->breaks[k] = (char)row.breaks;
        if (row.number == BETWEEN) {
            Py_INCREF(none);
            Py_INCREF(none);
            *made = (Token){none, none, 0, -1};
            t->breaks[k] = 1, ((char *)t->kinds)[k] = '-';
            if (line < kept->texts) t->firsts[line++] = k + 1;
            continue;
        }
        Word *word = row.other ? &kept->others[row.number] : &m->words[row.number];
        fine = complete(m, word, (row.other ? kept->letters : m->letters) + word->letters);
        if (!fine) break;
        int essential = word->flags & (part_of_speech ? ESSENTIAL_FLAG : CONTENT);
        *made = (Token){string_of(m, word->text), string_of(m, word->lower), row.start, -1};
        ((char *)t->kinds)[k] = !essential ? '-' : word->flags & NOUN_FLAG ? 'N' : word->flags & ADJECTIVE_FLAG ? 'A' : 'V';
        if (!essential || !m->strings[word->stem].length) continue;
        String *stem = &m->strings[word->stem];
        if (stem->as_stem != m->text) stem->as_stem = m->text, stem->term = stems, t->stems[stems++] = string_of(m, word->stem);
        made->stem = stem->term;
    }
    Py_XDECREF(none);
    if (t) t->stem_count = stems;
    if (fine || !t) return t;
    free_text(t);
    return NULL;
}

static int add_word(Reader *r, const Word *word, const unsigned char *letters) {
    uint32_t number = (uint32_t)(word - r->memory->words);
    return add_row(r, number, 0, character_at(r, letters), r->marked) && (!r->with_terms || add_term(r, word));
}

/* A chunk with other letters than ASCII: those who know WORD have taken it apart, or do now. */
static int add_foreign(Reader *r, const char *text, Py_ssize_t length) {
    PyObject *chunk = PyUnicode_DecodeUTF8(text, length, NULL);
    PyObject *place = PyUnicode_FromStringAndSize(PLACES[r->place], r->place != INSIDE);
    PyObject *key = chunk && place ? PyUnicode_Concat(place, chunk) : NULL;
    PyObject *found = key ? PyDict_GetItemWithError(r->chunks, key) : NULL;
    Py_XINCREF(found);
    if (key && !found && !PyErr_Occurred()) found = PyObject_CallFunctionObjArgs(r->find_chunk, chunk, place, NULL);
    PyObject *words = found && PyTuple_Check(found) ? PyTuple_GetItem(found, 0) : NULL;
    int fine = words && PyTuple_Check(words);
    if (found && !fine && !PyErr_Occurred()) PyErr_SetString(PyExc_TypeError, "a chunk has a tuple of words");
    for (Py_ssize_t k = 0; fine && k < PyTuple_Size(words); k++) {
        PyObject *entry = PyTuple_GetItem(words, k), *told = PyTuple_Check(entry) ? PyTuple_GetItem(entry, 2) : NULL;
        Word word;
        fine = told && take_word(r->memory, told, &word);
        Py_ssize_t length;
        const char *letters = fine ? PyUnicode_AsUTF8AndSize(PyTuple_GetItem(told, 0), &length) : NULL;
        Py_ssize_t offset = letters ? PyLong_AsSsize_t(PyTuple_GetItem(entry, 0)) : -1;
        fine = letters && !PyErr_Occurred() &&
               add_other(r, word, letters, length, character_at(r, (const unsigned char *)text) + offset,
                         r->marked || PyTuple_GetItem(entry, 1) == Py_True);
        r->place = r->inside;
    }
    if (fine && PyTuple_Size(found) > 1) r->marked |= PyTuple_GetItem(found, 1) == Py_True;
    Py_XDECREF(chunk);
    Py_XDECREF(place);
    Py_XDECREF(key);
    Py_XDECREF(found);
    return fine;
}

static int is_letter(unsigned char c) { return (c | 32) >= 'a' && (c | 32) <= 'z'; }
static int is_digit(unsigned char c) { return c >= '0' && c <= '9'; }
static int is_either(unsigned char c) { return is_letter(c) || is_digit(c); }

/* The bytes of a joint at `text`, if a letter or digit follows it; 0 if there is none. See WORD of words.py. */
static int joint_at(const unsigned char *text, const unsigned char *end, int after_digit) {
    int bytes = 0;
    if (*text == '\'' || *text == '.' || *text == '-') bytes = 1;
    if (*text == ',' && after_digit) return end - text > 1 && is_digit(text[1]);
    if (end - text > 3 && text[0] == 0xE2 && text[1] == 0x80 && (text[2] == 0x90 || text[2] == 0x91 || text[2] == 0x99)) bytes = 3;
    return bytes && end - text > bytes && is_either(text[bytes]) ? bytes : 0;
}

/* The words of a chunk of ASCII characters, dashes and quotation marks. */
static int add_words(Reader *r, const unsigned char *text, const unsigned char *end) {
    const unsigned char *begin = text;
    while (text < end) {
        if (!is_either(*text)) {
            text++, r->marked = 1;
            continue;
        }
        const unsigned char *start = text;
        Py_ssize_t joints = 0, hidden = 0; /* characters are fewer than bytes where joints have three */
        int letters = 0, digits = 0, dotted = 0, bytes;
        for (;;) {
            for (; text < end && is_either(*text); text++) is_letter(*text) ? (letters = 1) : (digits = 1);
            if (text == end || !(bytes = joint_at(text, end, is_digit(text[-1])))) break;
            joints++, hidden += bytes - 1, text += bytes;
        }
        /* A letter between two dots keeps the second one, as in "U.S." */
        if (text < end && *text == '.' && text - begin > 1 && is_letter(text[-1]) && text[-2] == '.') dotted = 1, text++;
        Py_ssize_t length = text - start;
        if (length - hidden > LONGEST) {
            r->marked = 1;
            continue;
        }
        if (letters) {
            uint32_t hash = hash_of((const char *)start, length, (uint32_t)r->place);
            Word *word = known_word(r->memory, (const char *)start, length, r->place, hash);
            if (!word) word = new_word(r, (const char *)start, length, !joints && !digits && !dotted, hash);
            if (!word || !add_word(r, word, start)) return 0;
        } else {
            Word number = {.stem = -1, .form = -1, .text = -1, .lower = -1};
            if (!add_other(r, number, (const char *)start, length, character_at(r, start), r->marked)) return 0;
        }
        r->place = r->inside;
    }
    return 1;
}

/* ---- sentences ---- */

static int is_plain_mark(const unsigned char *text, const unsigned char *end) { /* U+2010 to U+2027 */
    return end - text > 2 && text[0] == 0xE2 && text[1] == 0x80 && text[2] >= 0x90 && text[2] <= 0xA7;
}

/* Whether all letters are capitals, as str.isupper says; -1 with an error set. */
static int is_shouted(PyObject *sentence, const unsigned char *text, Py_ssize_t size) {
    int upper = 0, foreign = 0;
    for (Py_ssize_t k = 0; k < size; k++) {
        if (text[k] >= 'a' && text[k] <= 'z') return 0;
        upper |= text[k] >= 'A' && text[k] <= 'Z';
        foreign |= text[k] > 127;
    }
    if (!foreign) return upper;
    PyObject *found = PyObject_CallMethod(sentence, "isupper", NULL);
    int shouted = found ? PyObject_IsTrue(found) : -1;
    Py_XDECREF(found);
    return shouted;
}

static int has_address(const char *text, Py_ssize_t size) {
    for (Py_ssize_t k = 0; k < size; k++)
        if (text[k] == '@' || (text[k] == ':' && size - k > 2 && !memcmp(text + k, "://", 3)) ||
            (text[k] == 'w' && size - k > 3 && !memcmp(text + k, "www.", 4)))
            return 1;
    return 0;
}

/* 1, 0 with an error set, or -1 for a sentence that is no UTF-8 */
static int read_sentence(Reader *r, PyObject *sentence, PyObject *without_addresses) {
    Py_ssize_t size;
    const char *letters = PyUnicode_AsUTF8AndSize(sentence, &size);
    if (!letters) return PyErr_Clear(), -1;
    int shouted = is_shouted(sentence, (const unsigned char *)letters, size), fine = 1;
    if (shouted < 0) return 0;
    r->inside = shouted ? SHOUTED : INSIDE, r->place = shouted ? SHOUTED : OPENING;
    PyObject *other = NULL;
    if (has_address(letters, size)) {
        other = PyObject_CallFunctionObjArgs(without_addresses, sentence, NULL);
        letters = other ? PyUnicode_AsUTF8AndSize(other, &size) : NULL;
        fine = letters != NULL;
    }
    const unsigned char *text = (const unsigned char *)letters, *end = fine ? text + size : text;
    if (fine && size > INT32_MAX) return Py_XDECREF(other), -1;
    r->wide = fine && PyUnicode_GetLength(other ? other : sentence) != size;
    r->counted = text, r->characters = 0, r->marked = r->begun = 0;
    while (fine && text < end) {
        const unsigned char *start = text;
        int foreign = 0;
        for (; text < end && !is_space(*text); text++) {
            if (*text < 128) continue;
            if (is_plain_mark(text, end))
                text += 2;
            else
                foreign = 1;
        }
        if (text > start) fine = foreign ? add_foreign(r, (const char *)start, text - start) : add_words(r, start, text);
        text++;
    }
    Py_XDECREF(other);
    return fine;
}

/* The form that a term has most often; of equals the first in the alphabet. */
static PyObject *surface_of(const Memory *m, Id stem) {
    const String *best = NULL;
    for (Id k = m->strings[stem].first; k >= 0; k = m->strings[k].next) {
        const String *form = &m->strings[k];
        if (!best || form->times > best->times || (form->times == best->times && strcmp(form->letters, best->letters) < 0)) best = form;
    }
    return best->text;
}

static PyObject *made_of(const Memory *m, const Result *f, const Id *bounds, Py_ssize_t texts) {
    PyObject *names = PyTuple_New(f->terms), *surfaces = PyTuple_New(f->terms), *made = NULL;
    for (Py_ssize_t k = 0; names && surfaces && k < f->terms; k++) {
        PyObject *name = m->strings[f->stems[k]].text, *surface = surface_of(m, f->stems[k]);
        Py_INCREF(name);
        Py_INCREF(surface);
        PyTuple_SetItem(names, k, name);
        PyTuple_SetItem(surfaces, k, surface);
    }
    if (names && surfaces)
        made = Py_BuildValue("(OOy#y#y#)", names, surfaces, f->nouns ? f->nouns : "", f->terms, f->ids ? (const char *)f->ids : "",
                             f->tokens * (Py_ssize_t)sizeof(Id), (const char *)bounds, (texts + 1) * (Py_ssize_t)sizeof(Id));
    Py_XDECREF(names);
    Py_XDECREF(surfaces);
    return made;
}

static void free_memory(PyObject *capsule) {
    Memory *m = PyCapsule_GetPointer(capsule, CAPSULE);
    if (m) forget(m);
    free(m);
}

/* word_memory() -> an empty memory */
static PyObject *word_memory(PyObject *self, PyObject *args) {
    Memory *m = calloc(1, sizeof *m);
    PyObject *made = m ? PyCapsule_New(m, CAPSULE, free_memory) : PyErr_NoMemory();
    if (!made) free(m);
    return made;
}

/* Reads texts with a memory, which is busy: 1, 0 with an error set, or -1 where a text is no UTF-8. */
static int read_all(Reader *r, PyObject *texts, PyObject *without_addresses, Id *bounds) {
    int fine = add_row(r, BETWEEN, 0, 0, 0);
    for (Py_ssize_t k = 0; fine > 0 && k < r->kept->texts; k++) {
        PyObject *sentence = k < PyList_Size(texts) ? PyList_GetItem(texts, k) : NULL;
        if (!sentence || !PyUnicode_Check(sentence)) return PyErr_SetString(PyExc_TypeError, "a text is a string"), 0;
        Py_INCREF(sentence);
        fine = read_sentence(r, sentence, without_addresses);
        Py_DECREF(sentence);
        bounds[k + 1] = r->result.tokens;
        if (fine > 0) fine = add_row(r, BETWEEN, 0, 0, 0);
    }
    return fine;
}

/* What was read, for Python; None if the memory that knows the words is gone. Takes it. */
static PyObject *capsule_of_kept(Kept *kept, PyObject *owner, const Memory *m) {
    if (PyCapsule_GetPointer(owner, CAPSULE) != m) {
        free_kept(kept);
        Py_RETURN_NONE;
    }
    Py_INCREF(owner);
    kept->owner = owner, kept->life = m->life;
    Row *smaller = realloc(kept->rows, (size_t)kept->count * sizeof(Row)); /* many are kept for long */
    if (smaller) kept->rows = smaller, kept->room = kept->count;
    PyObject *made = PyCapsule_New(kept, KEPT, free_kept_capsule);
    if (!made) free_kept(kept);
    return made;
}

/* What was read before; NULL where it must be read again, or with an error set. */
static Kept *still_kept(PyObject *given, PyObject *owner, const Memory *m) {
    Kept *kept = given == Py_None ? NULL : PyCapsule_GetPointer(given, KEPT);
    return kept && kept->owner == owner && kept->life == m->life && !m->busy ? kept : NULL;
}

static PyObject *read_texts(PyObject *args, int with_terms) {
    PyObject *owner, *texts, *without_addresses, *known, *lists, *before = Py_None, *made = NULL;
    Reader r = {.with_terms = with_terms};
    Memory own = {0};
    Py_buffer view = {0};
    if (!PyArg_ParseTuple(args, "OO!pO!OOOO!|O", &owner, &PyList_Type, &texts, &r.part_of_speech, &PyDict_Type, &r.chunks,
                          &r.find_chunk, &without_addresses, &known, &PyTuple_Type, &lists, &before) ||
        !parse_lists(lists, &r.lists))
        return NULL;
    Memory *shared = PyCapsule_GetPointer(owner, CAPSULE);
    Kept *kept = shared && !with_terms ? still_kept(before, owner, shared) : NULL;
    if (!shared || PyErr_Occurred()) return NULL;
    if (known != Py_None) {
        if (PyObject_GetBuffer(known, &view, PyBUF_SIMPLE) < 0) return NULL;
        r.table.bytes = view.buf, r.table.size = view.len;
    }
    /* Python runs in between, where another thread may come: it gets a memory of its own. */
    r.memory = shared->busy ? &own : shared;
    if (!kept && (r.memory->word_count > REMEMBERED || r.memory->string_count > 2 * REMEMBERED)) forget(r.memory);
    r.memory->busy = 1;
    r.memory->text++;
    Kept *new_one = r.kept = kept ? NULL : room(1, sizeof(Kept));
    Py_ssize_t count = PyList_Size(texts);
    Id *bounds = room(count, sizeof(Id));
    int fine = bounds && (kept || new_one);
    if (new_one) new_one->texts = count;
    if (fine && !kept) fine = read_all(&r, texts, without_addresses, bounds);
    if (fine > 0) made = with_terms ? made_of(r.memory, &r.result, bounds, count) : capsule_of(text_of(r.memory, kept ? kept : new_one, r.part_of_speech));
    if (fine < 0) Py_INCREF(made = Py_None);
    if (made && made != Py_None && with_terms) {
        PyObject *words = capsule_of_kept(new_one, owner, r.memory), *both = words ? Py_BuildValue("(OO)", made, words) : NULL;
        new_one = NULL;
        Py_DECREF(made);
        Py_XDECREF(words);
        made = both;
    }
    r.memory->busy = 0;
    free_kept(new_one);
    forget(&own);
    free(bounds), free(r.result.ids), free(r.result.stems), free(r.result.nouns);
    if (view.obj) PyBuffer_Release(&view);
    return made;
}

/* terms(memory, texts, part_of_speech, chunks, find_chunk, without_addresses, table, lists) -> (names, surfaces, and as bytes
   whether each was a noun, the terms of all texts, and where those of each begin), and which words were read; None where a text
   is no UTF-8. See English.terms. */
static PyObject *terms(PyObject *self, PyObject *args) { return read_texts(args, 1); }

/* text(the same, and which words were read) -> these words, see columns.c; None where a text is no UTF-8. */
static PyObject *text(PyObject *self, PyObject *args) { return read_texts(args, 0); }

PyMethodDef term_methods[] = {
    {"word_memory", word_memory, METH_NOARGS, NULL},
    {"terms", terms, METH_VARARGS, NULL},
    {"text", text, METH_VARARGS, NULL},
    {NULL, NULL, 0, NULL},
};
