/* What may be a keyphrase: the loops of keyphrases/gathering.py, over numbers of stems. */
#include "columns.h"

/* ---- runs of stems as keys ---- */

typedef struct { /* a run of stems; its words are those of its first place */
    uint64_t mark;
    Id first, size;
    Id places, inside, alone, around; /* how often it is taken, is part of another, stands alone, and the one around it does */
    int part, tied;                   /* taken as a part; has an acronym */
} Entry;

typedef struct {
    const Id *keys; /* number of what each word is in a key; -1 for none */
    uint64_t seed;  /* of this process, so that nobody can make marks fall together */
    Entry *entries;
    Id *slots; /* number + 1 */
    Py_ssize_t count, room, size;
} Entries;

static uint64_t mark_of(const Entries *e, Id start, Id size) {
    uint64_t mark = e->seed;
    for (Id k = 0; k < size; k++) mark = mixed(mark + (uint64_t)e->keys[start + k] + 0x9E3779B97F4A7C15u);
    return mark;
}

static int more_entries(Entries *e) {
    if (e->count < e->room) return 1;
    Py_ssize_t wanted = e->room ? 2 * e->room : 256;
    Entry *larger = realloc(e->entries, (size_t)wanted * sizeof(Entry));
    if (!larger) return PyErr_NoMemory(), 0;
    e->entries = larger, e->room = wanted, e->size = 2 * wanted;
    free(e->slots);
    if (!(e->slots = room(e->size, sizeof(Id)))) return 0;
    for (Py_ssize_t k = 0; k < e->count; k++) {
        Py_ssize_t at = (Py_ssize_t)(e->entries[k].mark & (uint64_t)(e->size - 1));
        while (e->slots[at]) at = (at + 1) & (e->size - 1);
        e->slots[at] = k + 1;
    }
    return 1;
}

/* The entry of some words, a new one if it has none and `add` says so; -1 for none, -2 with an error set. */
static Py_ssize_t entry_of(Entries *e, Id start, Id size, int add) {
    if (add && !more_entries(e)) return -2;
    if (!e->size) return -1;
    uint64_t mark = mark_of(e, start, size);
    Py_ssize_t at = (Py_ssize_t)(mark & (uint64_t)(e->size - 1));
    for (; e->slots[at]; at = (at + 1) & (e->size - 1)) {
        const Entry *one = &e->entries[e->slots[at] - 1];
        if (one->mark == mark && one->size == size && !memcmp(e->keys + one->first, e->keys + start, (size_t)size * sizeof(Id)))
            return e->slots[at] - 1;
    }
    if (!add) return -1;
    e->entries[e->count] = (Entry){.mark = mark, .first = start, .size = size};
    e->slots[at] = ++e->count;
    return e->count - 1;
}

typedef struct {
    Id start, end;
    Py_ssize_t entry;
} Place;

typedef struct {
    Place *items;
    Py_ssize_t count, room;
} Places;

static int add_place(Places *places, Id start, Id end, Py_ssize_t entry) {
    if (places->count == places->room) {
        Py_ssize_t wanted = 2 * places->room + 256;
        Place *larger = realloc(places->items, (size_t)wanted * sizeof(Place));
        if (!larger) return PyErr_NoMemory(), 0;
        places->items = larger, places->room = wanted;
    }
    places->items[places->count++] = (Place){start, end, entry};
    return 1;
}

/* ---- candidates ---- */

typedef struct { /* what may be the acronym of the words from `start` to `end` */
    Id start, end;
    Py_ssize_t entry; /* of these words; -1: none */
    char letters[12]; /* as a string */
} Acronym;

typedef struct {
    Text text;
    Id *keys; /* of each word, see Entries */
    Numbers numbers;
    Entries entries;
    Places taken, parts;
    Spans spans;
    Py_ssize_t longest;
    double nested;
    int merged; /* whether stems may belong together although they differ */
    Acronym *acronyms;
    Py_ssize_t acronym_count, acronym_room;
    Id *tied; /* of each stem the entry + 1 of the phrase that it is an acronym of */
} Finder;

static Id stem_of(const Finder *f, Id place) { return f->text.words[place].stem; }

/* The numbers of stems by their text, opened when they are needed. */
static Numbers *numbers_of(Finder *f) {
    for (Id k = f->numbers.count; k < f->text.stem_count; k++)
        if (number_of_string(&f->numbers, f->text.stems[k], 1) == -2) return NULL;
    return &f->numbers;
}

/* What a word is in a key: its stem, or itself in lower case; -1 for what is in no key yet, -2 with an error set. */
static Id key_at(Finder *f, Id place, int add) {
    if (f->keys[place] >= 0) return f->keys[place];
    PyObject *lower = f->text.words[place].lower;
    if (!PyUnicode_GetLength(lower)) return -1;
    Numbers *numbers = numbers_of(f);
    return numbers ? (f->keys[place] = number_of_string(numbers, lower, add)) : -2;
}

/* Shorter phrases inside a phrase: _parts of gathering.py. */
static int add_parts(Finder *f, Span span, Py_ssize_t holder) {
    const Text *t = &f->text;
    for (Id first = span.start; first < span.end - 1; first++) {
        if (t->kinds[first] == '-') continue;
        for (Id last = first + 2; last <= span.end && last <= first + f->longest; last++) {
            if (last - first >= span.end - span.start || t->kinds[last - 1] != 'N') continue;
            /* Half a name is none: "Museums of San". */
            int cut = last < span.end ? is_capital(t->words[last - 1].text) : 0;
            if (cut > 0) cut = is_capital(t->words[last].text);
            if (cut < 0) return 0;
            if (cut) continue;
            Py_ssize_t entry = entry_of(&f->entries, first, last - first, 1);
            if (entry < 0 || !add_place(&f->parts, first, last, entry)) return 0;
            Entry *part = &f->entries.entries[entry];
            Id around = f->entries.entries[holder].alone;
            part->inside++;
            if (around > part->around) part->around = around;
        }
    }
    return 1;
}

/* Notes an acronym of the words from `start` to `end`: 1, or 0 with an error set. */
static int add_acronym(Finder *f, Id start, Id end, const char *letters) {
    if (f->acronym_count == f->acronym_room) {
        Py_ssize_t wanted = 2 * f->acronym_room + 16;
        Acronym *larger = realloc(f->acronyms, (size_t)wanted * sizeof(Acronym));
        if (!larger) return PyErr_NoMemory(), 0;
        f->acronyms = larger, f->acronym_room = wanted;
    }
    Acronym *made = &f->acronyms[f->acronym_count++];
    *made = (Acronym){.start = start, .end = end, .entry = -1};
    memcpy(made->letters, letters, sizeof made->letters);
    return 1;
}

/* Whether a character is a space: 1, 0, or -1 with an error set. */
static int is_blank_at(PyObject *line, Id place) {
    Py_UCS4 letter = PyUnicode_ReadChar(line, place);
    if (letter < 128) return letter == ' ' || (letter >= '\t' && letter <= '\r') || (letter >= 28 && letter <= 31);
    PyObject *one = PyUnicode_Substring(line, place, place + 1), *told = one ? PyObject_CallMethod(one, "isspace", NULL) : NULL;
    int blank = told ? PyObject_IsTrue(told) : -1;
    Py_XDECREF(one);
    Py_XDECREF(told);
    return blank;
}

/* Reads what stands in brackets at a place of a line, a capital and from one to nine letters, digits or "&": _ACRONYM of
   acronyms.py. 1, 0 for none, or -1 with an error set. */
static int read_acronym(PyObject *line, Id place, char *letters) {
    Py_ssize_t length = PyUnicode_GetLength(line), size = 0;
    if (place < length && PyUnicode_ReadChar(line, place) != '(') {
        int blank = is_blank_at(line, place);
        if (blank <= 0) return blank;
        place++;
    }
    if (place >= length || PyUnicode_ReadChar(line, place) != '(') return 0;
    for (place++; place < length && size < 11; place++) {
        Py_UCS4 letter = PyUnicode_ReadChar(line, place);
        int capital = letter >= 'A' && letter <= 'Z';
        if (letter == ')') break;
        if (!capital && (!size || !((letter >= 'a' && letter <= 'z') || (letter >= '0' && letter <= '9') || letter == '&'))) return 0;
        letters[size++] = (char)letter;
    }
    if (size < 2 || size > 10 || place >= length) return 0;
    /* The plural is the same acronym. */
    letters[letters[size - 1] == 's' ? size - 1 : size] = 0;
    return 1;
}

/* Whether words begin with some letters, in this order; those behind a hyphen and a space too. */
static int have_initials(const Text *t, Id start, Id end, const char *initials) {
    for (Id k = start; k < end; k++) {
        PyObject *lower = t->words[k].lower;
        Py_ssize_t length = PyUnicode_GetLength(lower);
        int begins = 1;
        for (Py_ssize_t at = 0; at < length; at++) {
            Py_UCS4 letter = PyUnicode_ReadChar(lower, at);
            int blank = letter == '-' || letter == ' ';
            if (begins && !blank && (!*initials || (Py_UCS4)(unsigned char)*initials++ != letter)) return 0;
            begins = blank;
        }
    }
    return !*initials;
}

/* Notes the acronyms of the words of a phrase, which stand in brackets behind it: _acronyms of acronyms.py. 1, or 0 with an error
   set. */
static int add_acronyms(Finder *f, Span span) {
    const Text *t = &f->text;
    PyObject *next = t->words[span.end].text;
    Py_UCS4 letter = t->breaks[span.end] && PyUnicode_GetLength(next) > 1 ? PyUnicode_ReadChar(next, 0) : 0;
    if (letter < 'A' || letter > 'Z') return 1;
    char letters[12] = {0}, initials[12] = {0};
    const Token *last = &t->words[span.end - 1];
    int found = read_acronym(t->lines[t->owners[span.start]], last->start + PyUnicode_GetLength(last->text), letters), count = 0;
    for (const char *at = letters; found > 0 && *at; at++)
        if (*at >= 'A' && *at <= 'Z') initials[count++] = (char)(*at | 32);
    for (Id start = span.start; found > 0 && count > 1 && start < span.end; start++)
        if (have_initials(t, start, span.end, initials) && !add_acronym(f, start, span.end, letters)) return 0;
    return found >= 0;
}

/* Phrases of several words and their parts, to `taken`; 1, 0 with an error set. */
static int take_phrases(Finder *f) {
    Py_ssize_t *holders = room(f->spans.count, sizeof(Py_ssize_t));
    int fine = holders != NULL;
    for (Py_ssize_t k = 0; fine && k < f->spans.count; k++) {
        Span span = f->spans.items[k];
        Id size = span.end - span.start, small = 0;
        if (size < 2) continue;
        for (Id place = span.start; fine && place < span.end; place++) {
            small += f->text.kinds[place] == '-';
            fine = key_at(f, place, 1) != -2;
        }
        if (!fine) break;
        Py_ssize_t entry = holders[k] = entry_of(&f->entries, span.start, size, 1);
        if ((fine = entry >= 0) && size - small <= f->longest) {
            f->entries.entries[entry].places++, f->entries.entries[entry].alone++;
            fine = add_place(&f->taken, span.start, span.end, entry);
        }
        fine = fine && add_acronyms(f, span);
    }
    for (Py_ssize_t k = 0; fine && k < f->spans.count; k++) {
        Span span = f->spans.items[k];
        if (2 < span.end - span.start && span.end - span.start <= 2 * f->longest) fine = add_parts(f, span, holders[k]);
    }
    free(holders);
    /* A part that hardly ever stands outside one longer phrase is no phrase of its own. */
    for (Py_ssize_t k = 0; fine && k < f->parts.count; k++) {
        Place part = f->parts.items[k];
        Entry *entry = &f->entries.entries[part.entry];
        if (!entry->alone && (double)entry->inside <= f->nested * (double)entry->around + 1.0) continue;
        entry->places++, entry->part = 1;
        fine = add_place(&f->taken, part.start, part.end, part.entry);
    }
    return fine;
}

/* Ties acronyms to their phrases: 1, 0 with an error set, -1 where Python has to look. */
static int note_acronyms(Finder *f) {
    if (f->acronym_count && !(f->tied = room(f->text.stem_count, sizeof(Id)))) return 0;
    for (Py_ssize_t k = 0; k < f->acronym_count; k++) {
        Acronym *one = &f->acronyms[k];
        Py_ssize_t entry = entry_of(&f->entries, one->start, one->end - one->start, 0);
        one->entry = entry >= 0 && f->entries.entries[entry].places ? entry : -1;
        if (one->entry < 0) continue;
        Id stem = stem_of(f, one->end);
        if (stem >= 0 && f->tied[stem]) continue; /* the first counts */
        /* A phrase with two acronyms, or one that is a small word, is rare. */
        if (stem < 0 || f->entries.entries[entry].tied) return -1;
        f->tied[stem] = entry + 1, f->entries.entries[entry].tied = 1;
    }
    return 1;
}

/* The entry of the phrase that a word is the acronym of; -1 for none. */
static Py_ssize_t tied_to(const Finder *f, Id place) {
    return f->tied && stem_of(f, place) >= 0 ? f->tied[stem_of(f, place)] - 1 : -1;
}

/* Counts acronyms as their phrases, which parts may have taken away: 1, 0 with an error set, -1 where Python has to look. */
static int tie_acronyms(Finder *f) {
    for (Py_ssize_t k = 0; k < f->acronym_count; k++)
        if (f->acronyms[k].entry >= 0 && !f->entries.entries[f->acronyms[k].entry].places) return -1;
    for (Id k = 0; f->tied && k < f->text.count; k++) {
        Py_ssize_t entry = f->text.kinds[k] == 'N' ? tied_to(f, k) : -1;
        if (entry < 0) continue;
        f->entries.entries[entry].places++;
        if (!add_place(&f->taken, k, k + 1, entry)) return 0;
    }
    for (Py_ssize_t k = 0; f->tied && k < f->spans.count; k++) {
        Span span = f->spans.items[k];
        Py_ssize_t entry = span.end - span.start == 1 ? tied_to(f, span.start) : -1;
        if (entry >= 0) f->entries.entries[entry].alone++;
    }
    return 1;
}

/* The candidates of phrases with their acronyms, and with the stems of these. */
static PyObject *ties_of(const Finder *f, const Id *entry_rows) {
    PyObject *shorts = PyList_New(0), *stems = PyList_New(0), *made = NULL;
    int fine = shorts && stems;
    for (Py_ssize_t k = 0; fine && k < f->acronym_count; k++) {
        if (f->acronyms[k].entry < 0) continue;
        PyObject *pair = Py_BuildValue("(ns)", entry_rows[f->acronyms[k].entry] - 1, f->acronyms[k].letters);
        fine = pair && !PyList_Append(shorts, pair);
        Py_XDECREF(pair);
    }
    for (Id k = 0; fine && f->tied && k < f->text.stem_count; k++) {
        if (!f->tied[k]) continue;
        PyObject *pair = Py_BuildValue("(nn)", entry_rows[f->tied[k] - 1] - 1, k);
        fine = pair && !PyList_Append(stems, pair);
        Py_XDECREF(pair);
    }
    fine = fine && !PyList_Sort(stems);
    if (fine) made = Py_BuildValue("(OO)", shorts, stems);
    Py_XDECREF(shorts);
    Py_XDECREF(stems);
    return made;
}

/* How often the words of an entry stand somewhere with a word more; -1 with an error set. */
static Id places_with(Finder *f, Id start, Id end) {
    for (Id k = start; k < end; k++) {
        Id key = key_at(f, k, 0);
        if (key < 0) return key < -1 ? -1 : 0;
    }
    Py_ssize_t entry = entry_of(&f->entries, start, end - start, 0);
    return entry < 0 ? 0 : f->entries.entries[entry].places;
}

/* _fold_parts of gathering.py: parts come after the phrases that stand alone, in the order in which they are taken. */
static int fold_parts(Finder *f) {
    for (Py_ssize_t k = 0; k < f->taken.count; k++) {
        Entry *entry = &f->entries.entries[f->taken.items[k].entry];
        if (entry->alone || !entry->part) continue;
        Id start = f->taken.items[k].start, end = f->taken.items[k].end, count = entry->places;
        entry->part = 0; /* looked at */
        Id before = places_with(f, start - 1, end), behind = before < 0 || before >= count ? before : places_with(f, start, end + 1);
        if (behind < 0) return 0;
        if (behind >= count) entry->places = 0;
    }
    return 1;
}

/* Whether the beginning of a text is the stem of a noun: 1, 0, or -1 with an error set. */
static int begins_with_noun(Finder *f, PyObject *text, Py_ssize_t size, const Id *nouns) {
    Numbers *numbers = numbers_of(f);
    PyObject *other = numbers ? PyUnicode_Substring(text, 0, size) : NULL;
    Id number = other ? number_of_string(numbers, other, 0) : -2;
    Py_XDECREF(other);
    return number == -2 ? -1 : number >= 0 && number < f->text.stem_count && nouns[number];
}

/* Whether a word is a noun whose stem may be another's, cut short or with an ending too much: then Python looks at all of them. */
static int is_mergeable(Finder *f, const Id *nouns, Id place) {
    PyObject *stem = stem_at(&f->text, place), *form = f->text.words[place].lower;
    Py_ssize_t length = PyUnicode_GetLength(stem), most = f->merged ? PyUnicode_GetLength(form) : 0;
    int found = 0;
    /* _cut_short of merging.py */
    for (Py_ssize_t size = length < 3 ? 4 : length + 1; !found && size <= most && size <= length + 2; size++)
        found = begins_with_noun(f, form, size, nouns);
    if (f->merged || length < 3 || PyUnicode_ReadChar(stem, length - 1) != 's' || PyUnicode_ReadChar(stem, length - 2) != 'u') return found;
    /* "menus" beside "menu" */
    return begins_with_noun(f, stem, length - 1, nouns);
}

/* The candidates as columns: starts and ends of all places, where those of each begin, and how many of each stand alone. */
static PyObject *columns_of(Finder *f) {
    Py_ssize_t words = f->text.count, nouns = 0, found = 0, total = f->taken.count;
    for (Py_ssize_t k = 0; k < words; k++) nouns += f->text.kinds[k] == 'N';
    total += nouns;
    /* Of each stem: how often it is a noun, how often a phrase of its own, and its candidate. */
    Id *times = room(f->text.stem_count, sizeof(Id)), *alone = room(f->text.stem_count, sizeof(Id)), *rows = room(f->text.stem_count, sizeof(Id));
    Id *entry_rows = room(f->entries.count, sizeof(Id));
    Id *columns = room(2 * total, sizeof(Id)), *counts = room(2 * total, sizeof(Id)), *next = room(total, sizeof(Id));
    Id *starts = columns, *ends = columns + total, *single = counts + total;
    PyObject *made = NULL;
    int fine = times && alone && rows && entry_rows && columns && counts && next, special = 0;
    for (Py_ssize_t k = 0; fine && k < words; k++)
        if (f->text.kinds[k] == 'N') {
            if (stem_of(f, k) < 0)
                special = 1;
            else
                times[stem_of(f, k)]++;
        }
    for (Py_ssize_t k = 0; fine && k < f->spans.count; k++) {
        Span span = f->spans.items[k];
        if (span.end - span.start > 1) continue;
        if (stem_of(f, span.start) < 0)
            special = 1;
        else
            alone[stem_of(f, span.start)]++;
    }
    for (Py_ssize_t k = 0; fine && k < f->taken.count; k++) {
        Py_ssize_t entry = f->taken.items[k].entry;
        if (entry_rows[entry] || !f->entries.entries[entry].places) continue;
        counts[found] = f->entries.entries[entry].places, single[found] = f->entries.entries[entry].alone;
        entry_rows[entry] = ++found;
    }
    for (Py_ssize_t k = 0; fine && !special && k < words; k++) {
        if (f->text.kinds[k] != 'N' || rows[stem_of(f, k)]) continue;
        Id stem = stem_of(f, k);
        int mergeable = is_mergeable(f, times, k);
        if (mergeable < 0) fine = 0;
        special |= mergeable > 0;
        rows[stem] = -1;
        if (!alone[stem] || (f->tied && f->tied[stem])) continue;
        /* A word that never stands alone is told by the phrases that it is part of. */
        counts[found] = times[stem], single[found] = alone[stem];
        rows[stem] = ++found;
    }
    Id at = 0;
    for (Py_ssize_t k = 0; fine && k < found; k++) next[k] = at, at += counts[k];
    for (Py_ssize_t k = 0; fine && !special && k < f->taken.count; k++) {
        Id row = entry_rows[f->taken.items[k].entry] - 1;
        if (row >= 0) starts[next[row]] = f->taken.items[k].start, ends[next[row]++] = f->taken.items[k].end;
    }
    for (Py_ssize_t k = 0; fine && !special && k < words; k++) {
        Id row = f->text.kinds[k] == 'N' ? rows[stem_of(f, k)] - 1 : -1;
        if (row >= 0) starts[next[row]] = k, ends[next[row]++] = k + 1;
    }
    Py_ssize_t item = (Py_ssize_t)sizeof(Id);
    /* Now each says where the next begins. */
    if (fine) memmove(next + 1, next, (size_t)found * sizeof(Id)), next[0] = 0;
    PyObject *ties = fine && !special ? ties_of(f, entry_rows) : NULL;
    if (fine && special)
        Py_INCREF(made = Py_None);
    else if (ties)
        made = Py_BuildValue("y#y#y#y#O", (char *)starts, at * item, (char *)ends, at * item, (char *)next,
                             (found + 1) * item, (char *)single, found * item, ties);
    Py_XDECREF(ties);
    free(times), free(alone), free(rows), free(entry_rows), free(columns), free(counts), free(next);
    return made;
}

/* Whether a stem has a space inside, so that a phrase may have the key of a word. English has none. */
static int has_space(const Finder *f) {
    int found = 0;
    for (Id k = 0; f->merged && !found && k < f->text.stem_count; k++)
        found = PyUnicode_FindChar(f->text.stems[k], ' ', 0, PyUnicode_GetLength(f->text.stems[k]), 1) >= 0;
    return found;
}

/* candidates(text, kinds, lists, merged, longest, nested) -> starts and ends of the places of all candidates, where those of each
   begin, how many of these stand alone, and of phrases with an acronym this and its stem; or, where stems may belong together that
   differ, all noun phrases. See gather of gathering.py. */
static PyObject *candidates(PyObject *self, PyObject *args) {
    PyObject *text, *kinds, *lists, *made = NULL;
    Finder f = {0};
    if (!PyArg_ParseTuple(args, "OOOpnd", &text, &kinds, &lists, &f.merged, &f.longest, &f.nested) || !parse_text(text, kinds, 1, &f.text))
        return NULL;
    if (f.longest < 1 || f.longest > 100) return PyErr_SetString(PyExc_ValueError, "a phrase has from 1 to 100 words"), NULL;
    PyObject *seed = PyUnicode_FromString("seed");
    f.keys = room(f.text.count, sizeof(Id));
    int fine = seed && f.keys;
    if (fine) {
        for (Id k = 0; k < f.text.count; k++) f.keys[k] = stem_of(&f, k);
        f.entries.keys = f.keys, f.entries.seed = (uint64_t)PyObject_Hash(seed);
        fine = find_phrases(&f.text, lists, &f.spans);
    }
    if (fine && !has_space(&f)) {
        int told = take_phrases(&f) ? note_acronyms(&f) : 0;
        if (told > 0) told = fold_parts(&f);
        if (told > 0) told = tie_acronyms(&f);
        if (told > 0) told = (made = columns_of(&f)) != NULL;
        fine = told != 0;
    }
    if (fine && (!made || made == Py_None)) {
        Py_XDECREF(made);
        made = list_of(&f.spans);
    }
    free(f.acronyms), free(f.tied), free(f.numbers.slots), free(f.keys), free(f.entries.entries), free(f.entries.slots);
    free(f.taken.items), free(f.parts.items), free(f.spans.items);
    Py_XDECREF(seed);
    return made;
}

PyMethodDef candidate_methods[] = {
    {"candidates", candidates, METH_VARARGS, NULL},
    {NULL, NULL, 0, NULL},
};
