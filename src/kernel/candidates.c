/* What may be a keyphrase: the loops of keyphrases/gathering.py and keyphrases/candidates.py, over numbers of stems. */
#include "phrases.h"

/* ---- numbers of stems ---- */

typedef struct {
    PyObject *text; /* borrowed: lists hold it */
    uint32_t hash, number;
} Numbered;

typedef struct { /* strings with their numbers; at most half full */
    Numbered *slots;
    Py_ssize_t size, count;
} Numbers;

static Numbered *slot_of(const Numbers *n, PyObject *text, uint32_t hash) {
    size_t mask = (size_t)(n->size - 1), at = hash & mask;
    for (; n->slots[at].text; at = (at + 1) & mask)
        if (n->slots[at].text == text || (n->slots[at].hash == hash && !PyUnicode_Compare(n->slots[at].text, text))) break;
    return &n->slots[at];
}

/* Room for one string more: 1, or 0 with an error set. */
static int more_numbers(Numbers *n) {
    if (2 * (n->count + 1) <= n->size) return 1;
    Numbers larger = {.size = n->size ? 2 * n->size : 512, .count = n->count};
    if (n->count >= 1 << 30 || !(larger.slots = room(larger.size, sizeof(Numbered)))) return PyErr_NoMemory(), 0;
    size_t mask = (size_t)(larger.size - 1);
    for (Py_ssize_t k = 0; k < n->size; k++) {
        size_t at = n->slots[k].hash & mask;
        if (!n->slots[k].text) continue;
        while (larger.slots[at].text) at = (at + 1) & mask;
        larger.slots[at] = n->slots[k];
    }
    free(n->slots);
    *n = larger;
    return 1;
}

/* The number of a string, a new one if it has none and `add` says so; -1 for none, -2 with an error set. */
static Id number_of(Numbers *n, PyObject *text, int add) {
    Py_hash_t hash = text ? PyObject_Hash(text) : -1;
    if (hash == -1 || !more_numbers(n)) return -2;
    Numbered *slot = slot_of(n, text, (uint32_t)hash);
    if (slot->text) return slot->number;
    if (!add) return -1;
    *slot = (Numbered){text, (uint32_t)hash, (uint32_t)n->count};
    return n->count++;
}

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

static uint64_t mixed(uint64_t mark) {
    mark = (mark ^ mark >> 30) * 0xBF58476D1CE4E5B9u;
    mark = (mark ^ mark >> 27) * 0x94D049BB133111EBu;
    return mark ^ mark >> 31;
}

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

typedef struct {
    Row row;
    PyObject *stems;
    const Id *ids; /* of the stems; -1: none */
    Id *keys;
    Py_ssize_t count; /* stems */
    Numbers numbers;
    Entries entries;
    Places taken, parts;
    Spans spans;
    Py_ssize_t longest;
    double nested;
    int merged;       /* whether stems may belong together although they differ */
    Py_ssize_t *ties; /* of each acronym the entry of its phrase, then its candidate; -1: none */
    Py_ssize_t acronyms;
    Id *tied; /* of each stem the entry + 1 of the phrase that it is an acronym of */
} Finder;

/* The numbers of stems by their text, opened when they are needed. */
static Numbers *numbers_of(Finder *f) {
    if (f->numbers.size) return &f->numbers;
    for (Py_ssize_t k = 0; k < f->row.count; k++) {
        if (f->ids[k] < f->numbers.count) continue;
        PyObject *stem = word_at(f->stems, k);
        if (!stem || number_of(&f->numbers, stem, 1) == -2) return NULL;
    }
    return &f->numbers;
}

/* What a word is in a key: its stem, or itself in lower case; -1 for what is in no key yet, -2 with an error set. */
static Id key_at(Finder *f, Id place, int add) {
    if (f->keys[place] >= 0) return f->keys[place];
    PyObject *lower = word_at(f->row.lowers, place);
    Py_ssize_t length = lower ? PyUnicode_GetLength(lower) : -1;
    if (length <= 0) return length < 0 ? -2 : -1;
    Numbers *numbers = numbers_of(f);
    return numbers ? (f->keys[place] = number_of(numbers, lower, add)) : -2;
}

/* Shorter phrases inside a phrase: _parts of gathering.py. */
static int add_parts(Finder *f, Span span, Py_ssize_t holder) {
    const Row *row = &f->row;
    for (Id first = span.start; first < span.end - 1; first++) {
        if (row->kinds[first] == '-') continue;
        for (Id last = first + 2; last <= span.end && last <= first + f->longest; last++) {
            if (last - first >= span.end - span.start || row->kinds[last - 1] != 'N') continue;
            /* Half a name is none: "Museums of San". */
            int cut = last < span.end ? is_capital(word_at(row->texts, last - 1)) : 0;
            if (cut > 0) cut = is_capital(word_at(row->texts, last));
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

/* Whether a word stands behind a phrase that may be its acronym, in brackets: 1, 0, or -1 with an error set. */
static int has_acronym(const Row *row, Id end) {
    PyObject *next = row->breaks[end] ? word_at(row->texts, end) : NULL;
    if (!row->breaks[end]) return 0;
    Py_ssize_t length = next ? PyUnicode_GetLength(next) : -1;
    Py_UCS4 letter = length > 1 ? PyUnicode_ReadChar(next, 0) : 0;
    return length < 0 ? -1 : letter >= 'A' && letter <= 'Z';
}

/* Phrases of several words and their parts, to `taken`; 1, 0 with an error set. */
static int take_phrases(Finder *f, PyObject *bracketed) {
    Py_ssize_t *holders = room(f->spans.count, sizeof(Py_ssize_t));
    int fine = holders != NULL;
    for (Py_ssize_t k = 0; fine && k < f->spans.count; k++) {
        Span span = f->spans.items[k];
        Id size = span.end - span.start, small = 0;
        if (size < 2) continue;
        for (Id place = span.start; fine && place < span.end; place++) {
            small += f->row.kinds[place] == '-';
            fine = key_at(f, place, 1) != -2;
        }
        if (!fine) break;
        Py_ssize_t entry = holders[k] = entry_of(&f->entries, span.start, size, 1);
        if ((fine = entry >= 0) && size - small <= f->longest) {
            f->entries.entries[entry].places++, f->entries.entries[entry].alone++;
            fine = add_place(&f->taken, span.start, span.end, entry);
        }
        int acronym = fine ? has_acronym(&f->row, span.end) : 0;
        if (acronym > 0) {
            PyObject *pair = Py_BuildValue("(nn)", span.start, span.end);
            fine = pair && !PyList_Append(bracketed, pair);
            Py_XDECREF(pair);
        }
        fine = fine && acronym >= 0;
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

/* Notes the phrases that acronyms stand behind, given as (start, end): 1, 0 with an error set, -1 where Python has to look. */
static int note_acronyms(Finder *f, PyObject *given) {
    f->acronyms = PyList_Size(given);
    f->ties = room(f->acronyms, sizeof(Py_ssize_t)), f->tied = room(f->count, sizeof(Id));
    if (!f->ties || !f->tied) return 0;
    for (Py_ssize_t k = 0; k < f->acronyms; k++) {
        Id start, end;
        if (!pair_at(given, k, &start, &end)) return 0;
        if (start < 1 || start >= end || end >= f->row.count) return PyErr_SetString(PyExc_ValueError, "an index lies outside its array"), 0;
        int known = 1;
        for (Id place = start; place < end; place++) known &= f->keys[place] >= 0;
        Py_ssize_t entry = known ? entry_of(&f->entries, start, end - start, 0) : -1;
        f->ties[k] = entry >= 0 && f->entries.entries[entry].places ? entry : -1;
        if (f->ties[k] < 0) continue;
        Id stem = f->ids[end];
        if (stem >= 0 && f->tied[stem]) continue; /* the first counts */
        /* A phrase with two acronyms, or one that is a small word, is rare. */
        if (stem < 0 || f->entries.entries[entry].tied) return -1;
        f->tied[stem] = entry + 1, f->entries.entries[entry].tied = 1;
    }
    return 1;
}

/* Counts acronyms as their phrases, which parts may have taken away: 1, 0 with an error set, -1 where Python has to look. */
static int tie_acronyms(Finder *f) {
    for (Py_ssize_t k = 0; k < f->acronyms; k++)
        if (f->ties[k] >= 0 && !f->entries.entries[f->ties[k]].places) return -1;
    for (Py_ssize_t k = 0; f->acronyms && k < f->row.count; k++) {
        if (f->row.kinds[k] != 'N' || f->ids[k] < 0 || !f->tied[f->ids[k]]) continue;
        Py_ssize_t entry = f->tied[f->ids[k]] - 1;
        f->entries.entries[entry].places++;
        if (!add_place(&f->taken, k, k + 1, entry)) return 0;
    }
    for (Py_ssize_t k = 0; f->acronyms && k < f->spans.count; k++) {
        Span span = f->spans.items[k];
        if (span.end - span.start > 1 || f->ids[span.start] < 0 || !f->tied[f->ids[span.start]]) continue;
        f->entries.entries[f->tied[f->ids[span.start]] - 1].alone++;
    }
    return 1;
}

/* The candidate of the phrase of each acronym, and of each stem that is one, with the stem. */
static PyObject *ties_of(const Finder *f, const Id *entry_rows) {
    PyObject *rows = PyList_New(f->acronyms), *words = PyList_New(0), *made = NULL;
    int fine = rows && words;
    for (Py_ssize_t k = 0; fine && k < f->acronyms; k++) {
        PyObject *row = PyLong_FromSsize_t(f->ties[k] < 0 ? -1 : entry_rows[f->ties[k]] - 1);
        fine = row && !PyList_SetItem(rows, k, row);
    }
    for (Py_ssize_t k = 0; fine && f->acronyms && k < f->count; k++) {
        PyObject *pair = f->tied[k] ? Py_BuildValue("(nn)", entry_rows[f->tied[k] - 1] - 1, k) : NULL;
        fine = f->tied[k] ? pair && !PyList_Append(words, pair) : 1;
        Py_XDECREF(pair);
    }
    if (fine) made = Py_BuildValue("(OO)", rows, words);
    Py_XDECREF(rows);
    Py_XDECREF(words);
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

/* Whether a word is a noun whose stem may be another's, cut short or with an ending too much: then Python looks at all of them. */
static int is_mergeable(Finder *f, const Id *nouns, Id place) {
    PyObject *stem = word_at(f->stems, place), *form = word_at(f->row.lowers, place), *other = NULL;
    if (!stem || !form) return -1;
    Py_ssize_t length = PyUnicode_GetLength(stem), most = PyUnicode_GetLength(form);
    int found = 0, plural = length > 2 && PyUnicode_ReadChar(stem, length - 1) == 's' && PyUnicode_ReadChar(stem, length - 2) == 'u';
    Numbers *numbers = f->merged || plural ? numbers_of(f) : NULL;
    if (!numbers) return f->merged || plural ? -1 : 0;
    if (f->merged) { /* _cut_short of gathering.py */
        for (Py_ssize_t size = length + 1; !found && size <= most && size <= length + 2; size++) {
            if (size < 4) continue;
            other = PyUnicode_Substring(form, 0, size);
            Id number = number_of(numbers, other, 0);
            Py_XDECREF(other);
            if (number == -2) return -1;
            found = number >= 0 && number < f->count && nouns[number];
        }
    } else {
        /* "menus" beside "menu" */
        other = PyUnicode_Substring(stem, 0, length - 1);
        Id number = number_of(numbers, other, 0);
        Py_XDECREF(other);
        if (number == -2) return -1;
        found = number >= 0 && number < f->count && nouns[number];
    }
    return found;
}

/* The candidates as columns: starts and ends of all places, where those of each begin, and how many of each stand alone. */
static PyObject *columns_of(Finder *f) {
    Py_ssize_t words = f->row.count, nouns = 0, found = 0, total = f->taken.count;
    for (Py_ssize_t k = 0; k < words; k++) nouns += f->row.kinds[k] == 'N';
    total += nouns;
    /* Of each stem: how often it is a noun, how often a phrase of its own, and its candidate. */
    Id *times = room(f->count, sizeof(Id)), *alone = room(f->count, sizeof(Id)), *rows = room(f->count, sizeof(Id));
    Id *entry_rows = room(f->entries.count, sizeof(Id));
    Id *columns = room(2 * total, sizeof(Id)), *counts = room(2 * total, sizeof(Id)), *next = room(total, sizeof(Id));
    Id *starts = columns, *ends = columns + total, *single = counts + total;
    PyObject *made = NULL;
    int fine = times && alone && rows && entry_rows && columns && counts && next, special = 0;
    for (Py_ssize_t k = 0; fine && k < words; k++)
        if (f->row.kinds[k] == 'N') {
            if (f->ids[k] < 0)
                special = 1;
            else
                times[f->ids[k]]++;
        }
    for (Py_ssize_t k = 0; fine && k < f->spans.count; k++) {
        Span span = f->spans.items[k];
        if (span.end - span.start > 1) continue;
        if (f->ids[span.start] < 0)
            special = 1;
        else
            alone[f->ids[span.start]]++;
    }
    for (Py_ssize_t k = 0; fine && k < f->taken.count; k++) {
        Py_ssize_t entry = f->taken.items[k].entry;
        if (entry_rows[entry] || !f->entries.entries[entry].places) continue;
        counts[found] = f->entries.entries[entry].places, single[found] = f->entries.entries[entry].alone;
        entry_rows[entry] = ++found;
    }
    for (Py_ssize_t k = 0; fine && !special && k < words; k++) {
        if (f->row.kinds[k] != 'N' || rows[f->ids[k]]) continue;
        Id stem = f->ids[k];
        int mergeable = is_mergeable(f, times, k);
        if (mergeable < 0) fine = 0;
        special |= mergeable > 0;
        rows[stem] = -1;
        if (!alone[stem] || (f->acronyms && f->tied[stem])) continue;
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
        Id row = f->row.kinds[k] == 'N' ? rows[f->ids[k]] - 1 : -1;
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

/* Whether a stem has a space inside, so that a phrase may have the key of a word: 1, 0, or -1 with an error set. */
static int has_space(const Finder *f) {
    Id seen = 0;
    if (!f->merged) return 0; /* English has none */
    for (Py_ssize_t k = 0; k < f->row.count; k++) {
        if (f->ids[k] < seen) continue;
        PyObject *stem = word_at(f->stems, k);
        if (!stem) return -1;
        if (PyUnicode_FindChar(stem, ' ', 0, PyUnicode_GetLength(stem), 1) >= 0) return 1;
        seen = f->ids[k] + 1;
    }
    return 0;
}

/* Numbers of stems in the order in which they come first, each at most one more than those before it. */
static int are_numbers(const Id *ids, Py_ssize_t words, Py_ssize_t *count) {
    *count = 0;
    for (Py_ssize_t k = 0; k < words; k++) {
        if (ids[k] < -1 || ids[k] > *count) return PyErr_SetString(PyExc_ValueError, "an index lies outside its array"), 0;
        *count += ids[k] == *count;
    }
    return 1;
}

/* candidates(columns, lists, stems, ids, merged, longest, nested, acronyms) -> starts and ends of the places of all candidates, where
   those of each begin, how many of these stand alone, of the acronyms the candidates that they are tied to, and the pairs of
   a candidate and its acronym's stem; or, where stems may belong together that differ, all noun phrases. `acronyms` tells the phrases
   that acronyms stand behind, when it is given those behind which something may be one. See gather of gathering.py. */
static PyObject *candidates(PyObject *self, PyObject *args) {
    PyObject *columns, *lists, *ids, *acronyms, *made = NULL;
    Buffers b = {0};
    Finder f = {0};
    if (!PyArg_ParseTuple(args, "OOO!OpndO", &columns, &lists, &PyList_Type, &f.stems, &ids, &f.merged, &f.longest, &f.nested,
                          &acronyms) ||
        !parse_columns(columns, &f.row))
        return NULL;
    if (PyList_Size(f.stems) != f.row.count || f.longest < 1 || f.longest > 100)
        return PyErr_SetString(PyExc_ValueError, "columns do not fit each other"), NULL;
    PyObject *seed = PyUnicode_FromString("seed"), *bracketed = PyList_New(0);
    f.ids = array(&b, ids, sizeof(Id), f.row.count, NULL, 0);
    f.keys = room(f.row.count, sizeof(Id));
    int fine = seed && bracketed && f.ids && f.keys && are_numbers(f.ids, f.row.count, &f.count);
    if (fine) {
        memcpy(f.keys, f.ids, (size_t)f.row.count * sizeof(Id));
        f.entries.keys = f.keys, f.entries.seed = (uint64_t)PyObject_Hash(seed);
        fine = find_phrases(&f.row, lists, &f.spans);
    }
    int spaced = fine ? has_space(&f) : -1;
    if (fine && spaced == 0) {
        int told = take_phrases(&f, bracketed);
        if (told > 0 && PyList_Size(bracketed)) {
            PyObject *found = PyObject_CallFunctionObjArgs(acronyms, bracketed, NULL);
            if (found && !PyList_Check(found)) PyErr_SetString(PyExc_TypeError, "acronyms are a list");
            told = PyErr_Occurred() ? 0 : PyList_Size(found) ? note_acronyms(&f, found) : 1;
            Py_XDECREF(found);
        }
        if (told > 0) told = fold_parts(&f);
        if (told > 0) told = tie_acronyms(&f);
        if (told > 0) told = (made = columns_of(&f)) != NULL;
        fine = told != 0;
    }
    if (fine && spaced >= 0 && (!made || made == Py_None)) {
        Py_XDECREF(made);
        made = list_of(&f.spans);
    }
    release(&b);
    free(f.ties), free(f.tied), free(f.numbers.slots), free(f.keys), free(f.entries.entries), free(f.entries.slots), free(f.taken.items), free(f.parts.items), free(f.spans.items);
    Py_XDECREF(seed);
    Py_XDECREF(bracketed);
    return made;
}

/* ---- what is known of candidates ---- */

typedef struct { /* columns that fit each other, and the places of the candidates in them */
    Row row;
    const Id *starts, *ends, *bounds; /* candidate k has the places bounds[k] to bounds[k + 1] */
    Py_ssize_t places, count;
} Found;

/* starts, ends, bounds as buffers: 1, or 0 with an error set. */
static int parse_found(Buffers *b, PyObject *columns, PyObject *starts, PyObject *ends, PyObject *bounds, Found *f) {
    if (!parse_columns(columns, &f->row) || !(f->starts = array(b, starts, sizeof(Id), -1, &f->places, 0)) ||
        !(f->ends = array(b, ends, sizeof(Id), f->places, NULL, 0)) || !(f->bounds = array(b, bounds, sizeof(Id), -1, &f->count, 0)) ||
        !rising(f->bounds, f->count, f->places))
        return 0;
    f->count--;
    int fine = 1;
    for (Py_ssize_t k = 0; fine && k < f->places; k++) fine = 0 < f->starts[k] && f->starts[k] < f->ends[k] && f->ends[k] < f->row.count;
    for (Py_ssize_t k = 0; fine && k < f->count; k++) fine = f->bounds[k] < f->bounds[k + 1];
    if (!fine) PyErr_SetString(PyExc_ValueError, "an index lies outside its array");
    return fine;
}

/* Where the words of each sentence begin, as numbers; NULL with an error set if they do not rise. */
static Id *firsts_of(const Row *row) {
    Id *firsts = room(row->lines, sizeof(Id));
    for (Py_ssize_t k = 0; firsts && k < row->lines; k++) {
        firsts[k] = number_at(row->firsts, k);
        if (firsts[k] >= 0 && firsts[k] <= row->count && (!k || firsts[k] >= firsts[k - 1])) continue;
        if (!PyErr_Occurred()) PyErr_SetString(PyExc_ValueError, "an index lies outside its array");
        free(firsts);
        return NULL;
    }
    return firsts;
}

/* The number of the sentence that a word stands in; -1 for none. */
static Py_ssize_t owner_of(const Id *firsts, Py_ssize_t lines, Id place) {
    Py_ssize_t low = 0, high = lines;
    while (low < high) {
        Py_ssize_t middle = low + (high - low) / 2;
        if (firsts[middle] <= place)
            low = middle + 1;
        else
            high = middle;
    }
    return low - 1;
}

/* Whether a word is the first of its sentence: 1, 0, or -1 with an error set. */
static int opens(const Row *row, Id place) {
    PyObject *before = word_at(row->texts, place - 1);
    return before ? !PyUnicode_GetLength(before) : -1;
}

/* How many words stand in repeated phrases of several words without a name; -1 with an error set. `sizes` counts stems. */
static Py_ssize_t words_in_terms(const Found *f, const Id *alone, const Id *own) {
    Py_ssize_t found = 0;
    for (Py_ssize_t k = 0; k < f->count; k++) {
        if (alone[k] > f->places) return PyErr_SetString(PyExc_ValueError, "a candidate stands alone more often than it stands"), -1;
        Id size = own[k + 1] - own[k], start = f->starts[f->bounds[k]], end = f->ends[f->bounds[k]];
        if (alone[k] < 2 || size < 2) continue;
        /* The first word of a sentence has a capital in any case. */
        int small = opens(&f->row, start);
        if (small < 0) return -1;
        start += small, small = 1;
        for (; small > 0 && start < end; start++) small = is_small(word_at(f->row.texts, start));
        if (small < 0) return -1;
        if (small) found += alone[k] * size;
    }
    return found;
}

typedef struct { /* words that tell nobody what a text is about, see vague_words.py */
    PyObject *any, *alone, *before, *breaking, *titles, *particles, *hollow;
    double vague;
} Vague;

static int parse_vague(PyObject *given, Vague *v) {
    if (!PyTuple_Check(given)) return PyErr_SetString(PyExc_TypeError, "the lists are a tuple"), 0;
    return PyArg_ParseTuple(given, "O!O!O!O!O!O!O!d", &PyFrozenSet_Type, &v->any, &PyFrozenSet_Type, &v->alone, &PyFrozenSet_Type,
                            &v->before, &PyFrozenSet_Type, &v->breaking, &PyFrozenSet_Type, &v->titles, &PyFrozenSet_Type,
                            &v->particles, &PyFrozenSet_Type, &v->hollow, &v->vague);
}

/* Whether every word is in one of two sets: 1, 0, or -1 with an error set. */
static int are_in(const Row *row, Id start, Id end, PyObject *one, PyObject *other) {
    int found = 1;
    for (Id k = start; found > 0 && k < end; k++) {
        PyObject *lower = word_at(row->lowers, k);
        found = lower ? PySet_Contains(one, lower) : -1;
        if (!found && other) found = PySet_Contains(other, lower);
    }
    return found;
}

/* What is left of a word that is one of those that count less: 0 for nothing, 1, or -1 with an error set. */
static int is_word(const Vague *v, PyObject *lower) {
    Py_ssize_t length = PyUnicode_GetLength(lower), end = length;
    int breaking = PySet_Contains(v->breaking, lower);
    if (breaking || (length == 1 && PyUnicode_ReadChar(lower, 0) < 128)) return breaking < 0 ? -1 : 0;
    while (end > 0 && PyUnicode_ReadChar(lower, end - 1) == '.') end--;
    PyObject *bare = PyUnicode_Substring(lower, 0, end);
    int title = bare ? PySet_Contains(v->titles, bare) : -1;
    Py_XDECREF(bare);
    return title < 0 ? -1 : !title;
}

/* PhraseCandidates._weigh of candidates.py where parts of speech are known; less than 0 with an error set. */
static double weight_of(const Row *row, const Vague *v, Id start, Id end) {
    int found = 0;
    for (Id k = start; !found && k < end; k++) {
        PyObject *lower = word_at(row->lowers, k);
        if (!lower) return -1.0;
        found = end - start == 1 && PyUnicode_GetLength(lower) < 2 ? 1 : PySet_Contains(v->any, lower);
    }
    /* Most phrases have no such word. */
    if (!found) return 1.0;
    PyObject *first = word_at(row->lowers, start), *last = word_at(row->lowers, end - 1);
    if (found < 0 || !first || !last) return -1.0;
    int word = end - start > 1 ? 1 : is_word(v, first);
    if (word > 0) word = (found = are_in(row, start, end, v->particles, NULL)) < 0 ? -1 : !found;
    if (word <= 0) return word;
    found = PySet_Contains(v->hollow, last);
    if (!found) found = are_in(row, start, end, v->alone, v->before);
    if (found) return found < 0 ? -1.0 : v->vague;
    /* "One morning Marta went out" has no phrase "morning Marta". */
    found = end - start > 1 ? PySet_Contains(v->alone, first) : 0;
    if (found > 0) {
        PyObject *text = word_at(row->texts, start), *small = text ? PyObject_CallMethod(text, "islower", NULL) : NULL;
        found = small ? PyObject_IsTrue(small) : -1;
        Py_XDECREF(small);
    }
    for (Id k = start + 1; found > 0 && k < end; k++) found = is_capital(word_at(row->texts, k));
    return found < 0 ? -1.0 : found ? pow(v->vague, 3.0) : 1.0;
}

/* Of each stem how often it is a noun inside a sentence, with a capital that means something, and without: 1, or 0 with an error
   set. */
static int count_names(const Row *row, const Id *firsts, PyObject *cased, const Id *ids, Id *upper, Id *lower) {
    for (Py_ssize_t k = 0; k < row->lines; k++) {
        Id end = k + 1 < row->lines ? firsts[k + 1] : row->count;
        if (PyList_GetItem(cased, k) != Py_True) continue;
        for (Id place = firsts[k] + 1; place < end; place++) {
            if (row->kinds[place] != 'N' || ids[place] < 0) continue;
            int capital = is_capital(word_at(row->texts, place));
            if (capital < 0) return 0;
            ++*(capital ? &upper[ids[place]] : &lower[ids[place]]);
        }
    }
    return 1;
}

/* phrase_table(columns, starts, ends, bounds, ids, alone, indices, cased, ties, vague) -> the numbers of the words of each candidate,
   where those of each begin, how often each word occurs, the sentences of all places, the first of each candidate, its length
   and the number of its places; what each weighs, nothing if `vague` is None; how many words stand in terms; of each stem how often
   it is a noun inside a sentence with a capital, and without. `ties` are pairs of a candidate and a further word, in the order of candidates. See find_phrases of candidates.py. */
static PyObject *phrase_table(PyObject *self, PyObject *args) {
    PyObject *columns, *starts, *ends, *bounds, *ids, *singles, *numbers, *cased, *ties, *weighed, *made = NULL;
    Buffers b = {0};
    Found f;
    Py_ssize_t stems, lines, total = 0, used = 0, tie = 0;
    if (!PyArg_ParseTuple(args, "OOOOOOOO!O!O", &columns, &starts, &ends, &bounds, &ids, &singles, &numbers, &PyList_Type, &cased,
                          &PyList_Type, &ties, &weighed))
        return NULL;
    Vague v;
    if (weighed != Py_None && !parse_vague(weighed, &v)) return NULL;
    if (!parse_found(&b, columns, starts, ends, bounds, &f)) return release(&b), NULL;
    const Id *words = array(&b, ids, sizeof(Id), f.row.count, NULL, 0), *alone = array(&b, singles, sizeof(Id), f.count, NULL, 0);
    const Id *indices = words && alone ? array(&b, numbers, sizeof(Id), -1, &lines, 0) : NULL;
    if (!indices || !are_numbers(words, f.row.count, &stems)) return release(&b), NULL;
    if (lines != f.row.lines || PyList_Size(cased) != lines || (!lines && f.count))
        return release(&b), PyErr_SetString(PyExc_ValueError, "columns do not fit each other"), NULL;
    Id *firsts = firsts_of(&f.row);
    total = PyList_Size(ties);
    for (Py_ssize_t k = 0; k < f.count; k++) total += f.ends[f.bounds[k]] - f.starts[f.bounds[k]];
    Id *own = room(total, sizeof(Id)), *own_bounds = room(f.count, sizeof(Id)), *totals = room(stems, sizeof(Id));
    Id *counts = room(f.count, sizeof(Id)), *owners = room(f.places, sizeof(Id)), *first = room(f.count, sizeof(Id)), *sizes = room(f.count, sizeof(Id));
    Id *upper = room(stems, sizeof(Id)), *lower = room(stems, sizeof(Id));
    double *weights = room(f.count, sizeof(double));
    int fine = firsts && own && own_bounds && totals && owners && first && sizes && counts && upper && lower && weights;
    for (Py_ssize_t k = 0; fine && k < f.row.count; k++)
        if (words[k] >= 0) totals[words[k]]++;
    for (Py_ssize_t k = 0; fine && k < f.places; k++) {
        Py_ssize_t owner = owner_of(firsts, lines, f.starts[k]);
        if (owner < 0) {
            PyErr_SetString(PyExc_ValueError, "an index lies outside its array");
            fine = 0;
        } else
            owners[k] = indices[owner];
    }
    for (Py_ssize_t k = 0; fine && k < f.count; k++) {
        Id start = f.starts[f.bounds[k]], end = f.ends[f.bounds[k]];
        for (Id place = start; place < end; place++)
            if (words[place] >= 0) own[used++] = words[place];
        for (; fine && tie < PyList_Size(ties); tie++) {
            Id row, stem;
            fine = pair_at(ties, tie, &row, &stem);
            if (fine && (stem < 0 || stem >= stems)) {
                PyErr_SetString(PyExc_ValueError, "an index lies outside its array");
                fine = 0;
            }
            if (!fine || row != k) break;
            own[used++] = stem;
        }
        if (!fine) break;
        first[k] = owners[f.bounds[k]], sizes[k] = end - start, own_bounds[k + 1] = used;
        counts[k] = f.bounds[k + 1] - f.bounds[k];
        weights[k] = weighed == Py_None ? 0.0 : weight_of(&f.row, &v, start, end);
        fine = weights[k] >= 0.0;
    }
    Py_ssize_t item = (Py_ssize_t)sizeof(Id), terms = fine ? words_in_terms(&f, alone, own_bounds) : -1;
    if (terms >= 0 && count_names(&f.row, firsts, cased, words, upper, lower))
        made = Py_BuildValue("y#y#y#y#y#y#y#y#ny#y#", (char *)own, used * item, (char *)own_bounds, (f.count + 1) * item, (char *)totals,
                             stems * item, (char *)owners, f.places * item, (char *)first, f.count * item, (char *)sizes,
                             f.count * item, (char *)counts, f.count * item, (char *)weights,
                             weighed == Py_None ? 0 : f.count * (Py_ssize_t)sizeof(double), terms, (char *)upper,
                             stems * item, (char *)lower, stems * item);
    release(&b);
    free(firsts), free(own), free(own_bounds), free(totals), free(owners), free(first), free(sizes), free(counts), free(upper), free(lower), free(weights);
    return made;
}

/* ---- places and written forms ---- */

/* Whether a letter or a digit stands at a place of a text: 1, 0, or -1 with an error set. */
static int is_alnum_at(PyObject *text, Py_ssize_t place) {
    Py_UCS4 letter = PyUnicode_ReadChar(text, place);
    if (letter < 128)
        return (letter >= 'a' && letter <= 'z') || (letter >= 'A' && letter <= 'Z') || (letter >= '0' && letter <= '9');
    PyObject *one = PyUnicode_Substring(text, place, place + 1), *told = one ? PyObject_CallMethod(one, "isalnum", NULL) : NULL;
    int found = told ? PyObject_IsTrue(told) : -1;
    Py_XDECREF(one);
    Py_XDECREF(told);
    return found;
}

/* Words.locate: where the words of a span begin and end in the text of their sentence. 1, 0 if Python has to look for words
   that moved or are not whole, -1 with an error set. */
static int locate(const Row *row, PyObject *text, Id start, Id end, Py_ssize_t *begin, Py_ssize_t *stop) {
    PyObject *first = word_at(row->texts, start), *last = word_at(row->texts, end - 1);
    Py_ssize_t length = text && first && last ? PyUnicode_GetLength(text) : -1, wide = length < 0 ? -1 : PyUnicode_GetLength(last);
    if (wide < 0 || (*begin = number_at(row->starts, start)) < 0 || (*stop = number_at(row->starts, end - 1)) < 0) return -1;
    if (*stop < *begin || *begin >= length || wide > length - *stop) return 0;
    int same = (int)PyUnicode_Tailmatch(text, first, *begin, length, -1);
    if (same > 0 && end - start > 1) same = (int)PyUnicode_Tailmatch(text, last, *stop, length, -1);
    if (same <= 0) return same;
    *stop += wide;
    /* Beside most words stands a space or a comma. */
    int beside = *stop < length ? is_alnum_at(text, *stop) : 0;
    if (!beside && *begin) beside = is_alnum_at(text, *begin - 1);
    return beside < 0 ? -1 : !beside;
}

/* Whether a form is written in one line, with a space between words, in a script that has spaces. */
static int is_even(PyObject *text) {
    Py_ssize_t size;
    const char *letters = PyUnicode_AsUTF8AndSize(text, &size);
    if (!letters) return PyErr_Clear(), 0;
    for (Py_ssize_t k = 0; k < size; k++) {
        unsigned char c = (unsigned char)letters[k];
        if (c == ' ' ? !k || k + 1 == size || letters[k + 1] == ' ' : c < ' ') return 0;
        /* U+0080 to U+00BF has other spaces, and what is beyond U+0DFF may be written without any. */
        if (c == 0xC2 || c >= 0xE0) return 0;
    }
    return size > 0;
}

/* Whether words stand somewhere in the same form as elsewhere, or are in lower case: 1, 0, or -1 with an error set. */
static int are_equal(PyObject *texts, Id start, PyObject *others, Id other, Id size) {
    for (Id k = 0; k < size; k++) {
        PyObject *text = word_at(texts, start + k), *beside = word_at(others, other + k);
        if (!text || !beside) return -1;
        if (text != beside && PyUnicode_Compare(text, beside)) return PyErr_Occurred() ? -1 : 0;
    }
    return 1;
}

/* How words stand in their sentence; None where Python has to look for them. */
static PyObject *slice_of(const Row *row, const Id *firsts, Id start, Id end) {
    Py_ssize_t owner = owner_of(firsts, row->lines, start), begin, stop;
    PyObject *text = word_at(row->sentences, owner), *form;
    int whole = locate(row, text, start, end, &begin, &stop);
    if (whole < 0 || (whole && !(form = PyUnicode_Substring(text, begin, stop)))) return NULL;
    if (whole && is_even(form)) return form;
    if (whole) Py_DECREF(form);
    Py_RETURN_NONE;
}

typedef struct { /* what tells which of several forms is shown */
    const Found *f;
    const Id *firsts, *ids;   /* of the stems */
    const Id *upper, *lower;  /* of each stem, how often it has a capital as a noun inside a sentence, or none */
    char *cased;              /* of each sentence, whether a capital means something */
    Py_ssize_t stems;
    int capital_nouns;
} Forms;

/* Whether the text has a word without its capital elsewhere, or only its place explains it: _owes_capital of candidates.py. */
static int owes_capital(Forms *g, PyObject *text, Id place, int by_place) {
    Id stem = g->ids[place], known = stem >= 0 && stem < g->stems;
    Id upper = known ? g->upper[stem] : 0, lower = known ? g->lower[stem] : 0;
    if (!lower) {
        Py_ssize_t length = PyUnicode_GetLength(text);
        PyObject *rest = PyUnicode_Substring(text, length > 0, length), *told = rest ? PyObject_CallMethod(rest, "isupper", NULL) : NULL;
        int shouted = told ? PyObject_IsTrue(told) : -1;
        Py_XDECREF(rest);
        Py_XDECREF(told);
        if (shouted) return shouted < 0 ? -1 : 0;
    }
    return lower > upper || (by_place && !upper);
}

/* A form without the capitals that its words owe to their place. Takes the form, and gives a new one. */
static PyObject *without_capitals(Forms *g, PyObject *form, Id start, Id end) {
    const Row *row = &g->f->row;
    Py_ssize_t length = PyUnicode_GetLength(form);
    int by_place = PyUnicode_FindChar(form, ' ', 0, length, 1) < 0;
    /* "Old quarry" begins a sentence; "Old Town" may be a name. */
    for (Py_ssize_t k = 0; !by_place && k < length; k++)
        if (!k || PyUnicode_ReadChar(form, k - 1) == ' ') {
            PyObject *rest = PyUnicode_Substring(form, k, k + 1);
            by_place = is_small(rest);
            Py_XDECREF(rest);
        }
    for (Id k = start; form && k < end; k++) {
        PyObject *text = word_at(row->texts, k), *lower = word_at(row->lowers, k);
        int owes = text && lower && by_place >= 0 ? PyUnicode_Contains(form, text) : -1;
        if (owes > 0) owes = owes_capital(g, text, k, by_place);
        PyObject *made = owes > 0 ? PyUnicode_Replace(form, text, lower, 1) : NULL;
        if (!owes) continue;
        Py_DECREF(form);
        form = made;
    }
    return form;
}

typedef struct {
    PyObject *text; /* owned */
    Id times, sure; /* how often it is written, and where a capital means something */
    Id first;       /* its first place */
} Form;

/* The forms of a candidate: how many, 0 where Python has to look, -1 with an error set. */
static Py_ssize_t forms_of(const Forms *g, Py_ssize_t candidate, Form *forms) {
    const Found *f = g->f;
    PyObject *numbers = PyDict_New(), *known = PyDict_New();
    Py_ssize_t found = 0;
    int fine = numbers && known;
    for (Id k = f->bounds[candidate]; fine && k < f->bounds[candidate + 1]; k++) {
        Id start = f->starts[k], size = f->ends[k] - start;
        Py_ssize_t owner = owner_of(g->firsts, f->row.lines, start);
        int first = opens(&f->row, start);
        /* The same words are the same form, unless a capital means something only there. */
        PyObject *words = PyList_GetSlice(f->row.texts, start, start + size), *key = words ? PyList_AsTuple(words) : NULL;
        PyObject *number = key && first >= 0 ? PyDict_GetItemWithError(known, key) : NULL;
        fine = key && first >= 0 && !PyErr_Occurred();
        if (fine && !number) {
            PyObject *form = slice_of(&f->row, g->firsts, start, start + size);
            if (form == Py_None) { /* given up */
                Py_DECREF(form);
                Py_DECREF(words);
                Py_DECREF(key);
                for (Py_ssize_t one = 0; one < found; one++) Py_CLEAR(forms[one].text);
                found = 0;
                break;
            }
            number = form ? PyDict_GetItemWithError(numbers, form) : NULL;
            fine = form && !PyErr_Occurred();
            if (fine && !number) {
                PyObject *made = PyLong_FromSsize_t(found);
                fine = made && !PyDict_SetItem(numbers, form, made);
                number = made;
                Py_XDECREF(made); /* the dictionary holds it */
                if (fine) {
                    Py_INCREF(form);
                    forms[found++] = (Form){.text = form, .first = k};
                }
            }
            fine = fine && !PyDict_SetItem(known, key, number);
            Py_XDECREF(form);
        }
        if (fine) {
            Form *one = &forms[PyLong_AsSsize_t(number)];
            one->times++;
            one->sure += !first && g->cased[owner];
        }
        Py_XDECREF(words);
        Py_XDECREF(key);
    }
    Py_XDECREF(numbers);
    Py_XDECREF(known);
    if (fine) return found;
    for (Py_ssize_t one = 0; one < found; one++) Py_CLEAR(forms[one].text);
    return -1;
}

/* The commonest form of a candidate: _write of candidates.py. `forms` has room for as many as it has places. */
static PyObject *choose_form(Forms *g, Py_ssize_t candidate, Form *forms) {
    Py_ssize_t count = forms_of(g, candidate, forms), best = 0;
    int sure = 0;
    if (count < 0) return NULL;
    if (!count) Py_RETURN_NONE;
    for (Py_ssize_t k = 0; k < count; k++) sure |= forms[k].sure > 0;
    for (Py_ssize_t k = 1; k < count; k++) {
        Id more = sure ? forms[k].sure - forms[best].sure : forms[k].times - forms[best].times;
        /* Of equals the first in the alphabet. */
        if (more > 0 || (!more && PyUnicode_Compare(forms[k].text, forms[best].text) < 0)) best = k;
    }
    PyObject *form = forms[best].text;
    Py_INCREF(form);
    for (Py_ssize_t k = 0; k < count; k++) Py_CLEAR(forms[k].text);
    if (sure || g->capital_nouns) return form;
    return without_capitals(g, form, g->f->starts[forms[best].first], g->f->ends[forms[best].first]);
}

/* How a candidate is written. Most have one form, without capitals or with those of a name. None where Python has to look. */
static PyObject *form_of(Forms *g, Py_ssize_t candidate, int choosing, Form *forms) {
    const Found *f = g->f;
    Id from = f->bounds[candidate], to = f->bounds[candidate + 1], start = f->starts[from], end = f->ends[from];
    PyObject *texts = f->row.texts;
    int same = 1;
    for (Id k = from + 1; same > 0 && k < to; k++)
        same = f->ends[k] - f->starts[k] == end - start ? are_equal(texts, start, texts, f->starts[k], end - start) : 0;
    if (same > 0) {
        int small = are_equal(texts, start, f->row.lowers, start, end - start), first = opens(&f->row, start);
        if (small < 0 || first < 0) return NULL;
        same = small || (to - from == 1 && !first && g->cased[owner_of(g->firsts, f->row.lines, start)]);
    }
    if (same < 0) return NULL;
    if (same) return slice_of(&f->row, g->firsts, start, end);
    if (choosing) return choose_form(g, candidate, forms);
    Py_RETURN_NONE;
}

/* forms(columns, starts, ends, bounds, cased, ids, upper, lower, capital_nouns, choosing, candidates) -> how each of these is written; None
   where Python has to look for it, and unless `choosing`, where it has to choose. See PhraseCandidates of candidates.py. */
static PyObject *forms(PyObject *self, PyObject *args) {
    PyObject *columns, *starts, *ends, *bounds, *cased, *ids, *upper, *lower, *wanted, *made = NULL;
    Buffers b = {0};
    Found f;
    Forms g = {.f = &f};
    int choosing;
    if (!PyArg_ParseTuple(args, "OOOOO!OOOppO!", &columns, &starts, &ends, &bounds, &PyList_Type, &cased, &ids, &upper, &lower,
                          &g.capital_nouns, &choosing, &PyList_Type, &wanted))
        return NULL;
    Id *firsts = parse_found(&b, columns, starts, ends, bounds, &f) ? firsts_of(&f.row) : NULL;
    g.firsts = firsts;
    g.ids = firsts ? array(&b, ids, sizeof(Id), f.row.count, NULL, 0) : NULL;
    g.upper = g.ids ? array(&b, upper, sizeof(Id), -1, &g.stems, 0) : NULL;
    g.lower = g.upper ? array(&b, lower, sizeof(Id), g.stems, NULL, 0) : NULL;
    int fine = g.lower != NULL;
    /* Every word stands in a sentence, so that every place has an owner. */
    if (fine && (PyList_Size(cased) != f.row.lines || (f.count && (!f.row.lines || firsts[0] > 1)))) {
        PyErr_SetString(PyExc_ValueError, "columns do not fit each other");
        fine = 0;
    }
    Py_ssize_t most = 0;
    for (Py_ssize_t k = 0; fine && k < f.count; k++) most = f.bounds[k + 1] - f.bounds[k] > most ? f.bounds[k + 1] - f.bounds[k] : most;
    Form *one = fine ? room(most, sizeof(Form)) : NULL;
    g.cased = one ? room(f.row.lines, 1) : NULL;
    for (Py_ssize_t k = 0; g.cased && k < f.row.lines; k++) g.cased[k] = PyList_GetItem(cased, k) == Py_True;
    Py_ssize_t count = PyList_Size(wanted);
    if (g.cased) made = PyList_New(count);
    for (Py_ssize_t k = 0; made && k < count; k++) {
        Py_ssize_t candidate = number_at(wanted, k);
        if (candidate >= f.count) PyErr_SetString(PyExc_ValueError, "an index lies outside its array");
        PyObject *form = candidate < 0 || candidate >= f.count ? NULL : form_of(&g, candidate, choosing, one);
        if (form)
            PyList_SetItem(made, k, form);
        else
            Py_CLEAR(made);
    }
    release(&b);
    free(firsts), free(one), free(g.cased);
    return made;
}

static int by_start(const void *left, const void *right) {
    const Span *a = left, *b = right;
    return a->start != b->start ? (a->start > b->start) - (a->start < b->start) : (a->end > b->end) - (a->end < b->end);
}

/* key_of of gathering.py */
static PyObject *key_of(const Row *row, PyObject *stems, PyObject *space, Id start, Id end) {
    PyObject *words = PyList_New(end - start), *key;
    for (Id k = start; words && k < end; k++) {
        PyObject *stem = word_at(stems, k);
        if (stem && !PyUnicode_GetLength(stem)) stem = word_at(row->lowers, k);
        if (stem) {
            Py_INCREF(stem);
            PyList_SetItem(words, k - start, stem);
        } else
            Py_CLEAR(words);
    }
    key = words ? PyUnicode_Join(space, words) : NULL;
    Py_XDECREF(words);
    return key;
}

typedef struct {
    const Found *f;
    const Id *firsts;
    PyObject *stems, *offsets, *indices, *space; /* lists, but for the space */
    Span *spans;                                 /* room for all places */
} Locator;

/* The key, the sentences and the places of one candidate; NULL with an error set. */
static PyObject *places_of(const Locator *l, Py_ssize_t candidate) {
    const Found *f = l->f;
    Span *spans = l->spans;
    Id from = f->bounds[candidate];
    Py_ssize_t count = f->bounds[candidate + 1] - from, kept = 0, before = -1;
    for (Py_ssize_t k = 0; k < count; k++) spans[k] = (Span){f->starts[from + k], f->ends[from + k]};
    PyObject *key = key_of(&f->row, l->stems, l->space, spans[0].start, spans[0].end), *made = NULL;
    for (Py_ssize_t k = 1; k < count; k++)
        if (by_start(&spans[k - 1], &spans[k]) > 0) {
            qsort(spans, (size_t)count, sizeof(Span), by_start);
            break;
        }
    for (Py_ssize_t k = 0; k < count; k++)
        if (!kept || by_start(&spans[kept - 1], &spans[k])) spans[kept++] = spans[k];
    PyObject *sentences = PyList_New(0), *located = PyTuple_New(kept);
    int fine = key && sentences && located, whole = 1;
    for (Py_ssize_t k = 0; fine && whole && k < kept; k++) {
        Py_ssize_t owner = owner_of(l->firsts, f->row.lines, spans[k].start), begin, stop;
        Py_ssize_t offset = number_at(l->offsets, owner);
        whole = offset < 0 ? -1 : locate(&f->row, word_at(f->row.sentences, owner), spans[k].start, spans[k].end, &begin, &stop);
        PyObject *pair = whole > 0 ? Py_BuildValue("(nn)", offset + begin, offset + stop) : NULL;
        if (pair) PyTuple_SetItem(located, k, pair);
        fine = pair || !whole;
        if (pair && owner != before) {
            PyObject *index = PyList_GetItem(l->indices, owner);
            fine = index && !PyList_Append(sentences, index);
            before = owner;
        }
    }
    PyObject *tuple = fine && whole ? PyList_AsTuple(sentences) : NULL;
    if (fine && !whole)
        made = Py_BuildValue("OOO", key, Py_None, Py_None);
    else if (tuple)
        made = Py_BuildValue("OOO", key, tuple, located);
    Py_XDECREF(tuple);
    Py_XDECREF(key);
    Py_XDECREF(sentences);
    Py_XDECREF(located);
    return made;
}

/* places(columns, starts, ends, bounds, stems, offsets, indices, candidates) -> of each of these its key, its sentences, and
   where it begins and ends in the document; None for both where Python has to look for words that moved. `offsets` says where
   each sentence begins there. */
static PyObject *places(PyObject *self, PyObject *args) {
    PyObject *columns, *starts, *ends, *bounds, *wanted, *made = NULL;
    Buffers b = {0};
    Found f;
    Locator l = {.f = &f};
    if (!PyArg_ParseTuple(args, "OOOOO!O!O!O!", &columns, &starts, &ends, &bounds, &PyList_Type, &l.stems, &PyList_Type, &l.offsets,
                          &PyList_Type, &l.indices, &PyList_Type, &wanted))
        return NULL;
    Id *firsts = parse_found(&b, columns, starts, ends, bounds, &f) ? firsts_of(&f.row) : NULL;
    if (firsts && (PyList_Size(l.stems) != f.row.count || PyList_Size(l.offsets) != f.row.lines || PyList_Size(l.indices) != f.row.lines))
        PyErr_SetString(PyExc_ValueError, "columns do not fit each other");
    l.firsts = firsts;
    l.space = PyErr_Occurred() ? NULL : PyUnicode_FromString(" ");
    Py_ssize_t most = 0;
    for (Py_ssize_t k = 0; l.space && k < f.count; k++) most = f.bounds[k + 1] - f.bounds[k] > most ? f.bounds[k + 1] - f.bounds[k] : most;
    l.spans = l.space ? room(most, sizeof(Span)) : NULL;
    Py_ssize_t count = PyList_Size(wanted);
    if (l.spans) made = PyList_New(count);
    for (Py_ssize_t k = 0; made && k < count; k++) {
        Py_ssize_t candidate = number_at(wanted, k);
        if (candidate >= f.count) PyErr_SetString(PyExc_ValueError, "an index lies outside its array");
        PyObject *one = candidate < 0 || candidate >= f.count ? NULL : places_of(&l, candidate);
        if (one)
            PyList_SetItem(made, k, one);
        else
            Py_CLEAR(made);
    }
    release(&b);
    free(firsts), free(l.spans);
    Py_XDECREF(l.space);
    return made;
}

/* ---- years of citations ---- */

/* Whether a year as in citations stands at a byte of a line: four digits, perhaps a letter, and what ends it. 1 or 0; -1 where
   another digit than those of ASCII may stand, so that Python has to look. */
static int is_year(const unsigned char *at, const unsigned char *end) {
    if (end - at < 5 || !((at[0] == '1' && at[1] == '9') || (at[0] == '2' && at[1] == '0'))) return 0;
    for (int k = 2; k < 4; k++)
        if (at[k] < '0' || at[k] > '9') return at[k] > 127 ? -1 : 0;
    at += at[4] >= 'a' && at[4] <= 'z' ? 5 : 4;
    return at < end && (*at == ']' || *at == ')' || *at == ',' || *at == ';');
}

/* years(lines) -> [(number of the line, place of the year in it), …] of the lines with a bracket; None where Python has to look.
   See citations.py. */
static PyObject *years(PyObject *self, PyObject *args) {
    PyObject *lines, *found;
    if (!PyArg_ParseTuple(args, "O!", &PyList_Type, &lines) || !(found = PyList_New(0))) return NULL;
    for (Py_ssize_t k = 0; found && k < PyList_Size(lines); k++) {
        PyObject *line = word_at(lines, k);
        Py_ssize_t size, place = 0;
        const unsigned char *text = line ? (const unsigned char *)PyUnicode_AsUTF8AndSize(line, &size) : NULL;
        const unsigned char *end = text ? text + size : NULL, *counted = text;
        int year = text || !line ? 0 : -1; /* half of a surrogate pair */
        if (text && memchr(text, ')', (size_t)size))
            for (const unsigned char *at = text + 1; year >= 0 && at + 4 < end; at++) {
                if ((*at != '1' && *at != '2') || (at[-1] != ' ' && at[-1] != '(' && at[-1] != '[')) continue;
                if (!(year = is_year(at, end))) continue;
                for (; counted < at; counted++) place += (*counted & 0xC0) != 0x80;
                PyObject *pair = year > 0 ? Py_BuildValue("(nn)", k, place) : NULL;
                if (year > 0 && (!pair || PyList_Append(found, pair))) year = -1;
                Py_XDECREF(pair);
            }
        if (!line || year < 0) {
            int failed = !line || (text && PyErr_Occurred());
            Py_CLEAR(found);
            if (failed) return NULL;
            PyErr_Clear();
            Py_RETURN_NONE;
        }
    }
    return found;
}

/* ---- kinds ---- */

static int ends_in(PyObject *text, const char *const *endings) {
    Py_ssize_t size;
    const char *letters = PyUnicode_AsUTF8AndSize(text, &size);
    if (!letters) return PyErr_Clear(), 0;
    for (; *endings; endings++) {
        Py_ssize_t length = (Py_ssize_t)strlen(*endings);
        if (size >= length && !memcmp(letters + size - length, *endings, (size_t)length)) return 1;
    }
    return 0;
}

static int is_noun(char kind) { return kind == 'N' || kind == 'A'; }

/* Takes the English words that are verbs out of phrases: without_verbs of noun_phrases.py. */
static int drop_verbs(const Row *row, const Id *ids, PyObject *singular, Py_ssize_t changes, char *kinds) {
    static const char *const past[] = {"ed", NULL}, *const plural[] = {"s", NULL};
    static const char *const nouns[] = {"ss", "us", "is", "ics", "ies", "news", "means", NULL};
    Py_ssize_t opening = 0;
    PyObject *times = NULL;
    int fine = 1;
    for (int again = 0; fine && again < 2; again++) {
        for (Py_ssize_t k = 0; fine && k < row->lines; k++) {
            Py_ssize_t place = number_at(row->firsts, k);
            if (place < 0 || place >= row->count) {
                if (!PyErr_Occurred()) PyErr_SetString(PyExc_ValueError, "an index lies outside its array");
                fine = 0;
            } else if (row->kinds[place] != '-' && place + 1 < row->count && is_noun(row->kinds[place + 1])) {
                PyObject *text = word_at(row->texts, place);
                if (!text)
                    fine = 0;
                else if (!ends_in(text, past))
                    continue;
                else if (!again)
                    opening++;
                else {
                    PyObject *known = PyDict_GetItemWithError(times, text);
                    PyObject *number = PyErr_Occurred() ? NULL : PyLong_FromSsize_t(known ? PyLong_AsSsize_t(known) + 1 : 1);
                    fine = number && !PyDict_SetItem(times, text, number);
                    Py_XDECREF(number);
                }
            }
        }
        /* Few texts say of several things what was done. */
        if (opening < changes) break;
        if (!again) fine = fine && (times = PyDict_New()) != NULL;
    }
    for (Py_ssize_t k = 0; fine && times && k < row->lines; k++) {
        Py_ssize_t place = number_at(row->firsts, k);
        if (row->kinds[place] == '-' || place + 1 >= row->count || !is_noun(row->kinds[place + 1])) continue;
        PyObject *known = PyDict_GetItemWithError(times, word_at(row->texts, place));
        if (known && PyLong_AsSsize_t(known) >= changes) kinds[place] = '-';
        fine = !PyErr_Occurred();
    }
    Py_XDECREF(times);
    for (Py_ssize_t place = 1; fine && place + 1 < row->count; place++) {
        if (row->kinds[place] != 'N' || row->kinds[place - 1] != '-' || !is_noun(row->kinds[place + 1]) || row->breaks[place]) continue;
        PyObject *text = word_at(row->texts, place), *before = word_at(row->lowers, place - 1);
        if (!text || !before) return 0;
        int known = ends_in(text, plural) && !ends_in(text, nouns) ? PySet_Contains(singular, before) : 0;
        if (known > 0) kinds[place] = '-';
        fine = known >= 0;
    }
    return fine;
}

typedef struct {
    uint64_t pair;
    Py_ssize_t times;
    int used;
} Pair;

static Pair *pair_of(Pair *pairs, Py_ssize_t size, Id before, Id stem) {
    uint64_t pair = (uint64_t)(before + 1) << 32 ^ (uint64_t)(stem + 1);
    Py_ssize_t at = (Py_ssize_t)(mixed(pair) & (uint64_t)(size - 1));
    while (pairs[at].used && pairs[at].pair != pair) at = (at + 1) & (size - 1);
    pairs[at].pair = pair;
    return &pairs[at];
}

/* Takes verbs for nouns where the pair with the word before is a known phrase, or a noun elsewhere: _with_nouns of
   candidates.py. */
static int add_nouns(const Row *row, PyObject *stems, const Id *ids, PyObject *known, char *kinds) {
    Py_ssize_t verbs = 0, size = 64;
    for (Py_ssize_t k = 1; k < row->count; k++) verbs += kinds[k] == 'V' && is_noun(kinds[k - 1]);
    if (!verbs) return 1;
    while (size < 2 * verbs) size *= 2;
    Pair *pairs = room(size, sizeof(Pair));
    if (!pairs) return 0;
    for (Py_ssize_t k = 1; k < row->count; k++)
        if (kinds[k] == 'V' && is_noun(kinds[k - 1])) pair_of(pairs, size, ids[k - 1], ids[k])->used = 1;
    for (Py_ssize_t k = 1; k < row->count; k++)
        if (kinds[k] == 'N' && is_noun(kinds[k - 1]) && !row->breaks[k]) {
            Pair *pair = pair_of(pairs, size, ids[k - 1], ids[k]);
            if (pair->used) pair->times++;
        }
    int fine = 1, is_known = PySet_Size(known) > 0;
    /* A word before may be taken for a noun itself, which changes nothing here. */
    char last = kinds[0];
    for (Py_ssize_t k = 1; fine && k < row->count; k++) {
        char kind = kinds[k];
        if (kind == 'V' && is_noun(last)) {
            int noun = pair_of(pairs, size, ids[k - 1], ids[k])->times > 1;
            if (!noun && is_known) {
                PyObject *before = word_at(stems, k - 1), *stem = word_at(stems, k);
                PyObject *both = before && stem ? PyUnicode_FromFormat("%U %U", before, stem) : NULL;
                noun = both ? PySet_Contains(known, both) : -1;
                Py_XDECREF(both);
            }
            fine = noun >= 0;
            if (noun > 0) kinds[k] = 'N';
        }
        last = kind;
    }
    free(pairs);
    return fine;
}

/* verb_pairs(kinds, breaks, lowers, stems, entries) -> [(word before in lower case, its stem, stem), …] of the verbs with a noun or
   an adjective before them, where the entry of the word before has the stem somewhere. See verb_pairs of token_columns.py. */
static PyObject *verb_pairs(PyObject *self, PyObject *args) {
    const char *kinds, *breaks;
    Py_ssize_t count, also;
    PyObject *lowers, *stems, *entries, *found = NULL;
    if (!PyArg_ParseTuple(args, "s#y#O!O!O!", &kinds, &count, &breaks, &also, &PyList_Type, &lowers, &PyList_Type, &stems,
                          &PyDict_Type, &entries))
        return NULL;
    if (also != count || PyList_Size(lowers) != count || PyList_Size(stems) != count)
        return PyErr_SetString(PyExc_ValueError, "columns do not fit each other"), NULL;
    int fine = (found = PyList_New(0)) != NULL;
    for (Py_ssize_t k = 1; fine && k < count; k++) {
        if (kinds[k] != 'V' || !is_noun(kinds[k - 1]) || breaks[k]) continue;
        PyObject *first = word_at(lowers, k - 1), *stem = word_at(stems, k), *before = word_at(stems, k - 1);
        PyObject *entry = first && stem && before ? PyDict_GetItemWithError(entries, first) : NULL;
        int known = entry ? PyUnicode_Contains(entry, stem) : 0;
        PyObject *pair = known > 0 ? PyTuple_Pack(3, first, before, stem) : NULL;
        fine = !PyErr_Occurred() && (!pair || !PyList_Append(found, pair));
        Py_XDECREF(pair);
    }
    if (!fine) Py_CLEAR(found);
    return found;
}

/* noun_kinds(columns, stems, known, singular, changes) -> the kinds of the words, without what the tags take for a noun
   although it is a verb, and with nouns that they take for verbs; each stem once, and the number of each word's. `singular` is
   None for a language in which nothing tells that a noun is a verb. */
static PyObject *noun_kinds(PyObject *self, PyObject *args) {
    PyObject *columns, *stems, *known, *singular, *made = NULL, *each = NULL;
    Py_ssize_t changes;
    Row row;
    if (!PyArg_ParseTuple(args, "OO!O!On", &columns, &PyList_Type, &stems, &PyFrozenSet_Type, &known, &singular, &changes) ||
        !parse_columns(columns, &row))
        return NULL;
    if (PyList_Size(stems) != row.count || (singular != Py_None && !PyFrozenSet_Check(singular)) || row.count > 1 << 30)
        return PyErr_SetString(PyExc_ValueError, "columns do not fit each other"), NULL;
    Numbers numbers = {0};
    Id *ids = room(row.count, sizeof(Id));
    PyObject **found = room(row.count, sizeof(PyObject *));
    char *kinds = malloc((size_t)row.count + 1);
    int fine = ids && found && (kinds || PyErr_NoMemory());
    for (Py_ssize_t k = 0; fine && k < row.count; k++) {
        PyObject *stem = word_at(stems, k);
        Py_ssize_t length = stem ? PyUnicode_GetLength(stem) : -1;
        ids[k] = length > 0 ? number_of(&numbers, stem, 1) : -1;
        fine = length >= 0 && ids[k] != -2;
        if (ids[k] >= 0) found[ids[k]] = stem;
    }
    if (fine) {
        memcpy(kinds, row.kinds, (size_t)row.count);
        fine = (singular == Py_None || drop_verbs(&row, ids, singular, changes, kinds)) && add_nouns(&row, stems, ids, known, kinds);
    }
    if (fine) each = PyTuple_New(numbers.count);
    for (Py_ssize_t k = 0; each && k < numbers.count; k++) {
        Py_INCREF(found[k]);
        PyTuple_SetItem(each, k, found[k]);
    }
    if (each)
        made = Py_BuildValue("s#Oy#", kinds, row.count, each, (char *)ids, row.count * (Py_ssize_t)sizeof(Id));
    Py_XDECREF(each);
    free(numbers.slots), free(ids), free(found), free(kinds);
    return made;
}

PyMethodDef candidate_methods[] = {
    {"years", years, METH_VARARGS, NULL},
    {"verb_pairs", verb_pairs, METH_VARARGS, NULL},
    {"noun_kinds", noun_kinds, METH_VARARGS, NULL},
    {"candidates", candidates, METH_VARARGS, NULL},
    {"phrase_table", phrase_table, METH_VARARGS, NULL},
    {"forms", forms, METH_VARARGS, NULL},
    {"places", places, METH_VARARGS, NULL},
    {NULL, NULL, 0, NULL},
};
