/* Rows for JavaScript. No memory is kept that the collector of JavaScript does not see: the
 * rows of a page become a Uint32Array, a string and a few names, and the library's list is freed. A
 * finalizer would run only when the event loop turns, so that a loop of calls would gather all
 * lists. */
#include <stdlib.h>
#include <string.h>

#include "addon.h"

/* Grows an array for `size` elements in all. */
static bool grow(sheet* own, void** array, size_t* capacity, size_t size, size_t element_size) {
  if (size <= *capacity) return true;
  size_t larger = *capacity < 64 ? 64 : *capacity;
  while (larger < size) larger += larger / 2;
  void* grown = own->failed || larger > SIZE_MAX / element_size
                    ? NULL
                    : realloc(*array, larger * element_size);
  if (!grown) {
    own->failed = true;
    return false;
  }
  *array = grown;
  *capacity = larger;
  return true;
}

static uint32_t* take_cells(sheet* to, size_t count) {
  if (!grow(to, (void**)&to->cells, &to->capacity, to->size + count, sizeof *to->cells))
    return NULL;
  uint32_t* const cells = to->cells + to->size;
  to->size += count;
  return cells;
}

void sheet_number(sheet* to, uint64_t number) {
  uint32_t* const cell = take_cells(to, 1);
  if (cell) *cell = number < UINT32_MAX ? (uint32_t)number : UINT32_MAX;
}

/* ---- names ---- */

typedef struct sheet_entry {
  size_t begin;
  uint32_t size, hash;
} sheet_entry;

static bool is_name(sheet const* in, uint32_t number, hrefkit_view text) {
  sheet_entry const* const name = &in->names[number - 1];
  return name->size == text.size && memcmp(in->name_bytes + name->begin, text.data, text.size) == 0;
}

static uint32_t hash_of(hrefkit_view text) {
  uint32_t hash = 2166136261u;
  for (size_t i = 0; i < text.size; ++i) hash = (hash ^ (unsigned char)text.data[i]) * 16777619u;
  return hash;
}

/* The hash table has at least twice as many slots as names. */
static bool rehash(sheet* in) {
  size_t const count = in->slot_count ? in->slot_count * 2 : 128;
  uint32_t* const slots = calloc(count, sizeof *slots);
  if (!slots) {
    in->failed = true;
    return false;
  }
  for (uint32_t number = 1; number <= in->name_count; ++number) {
    size_t slot = in->names[number - 1].hash & (count - 1);
    while (slots[slot]) slot = (slot + 1) & (count - 1);
    slots[slot] = number;
  }
  free(in->slots);
  in->slots = slots;
  in->slot_count = count;
  return true;
}

static uint32_t add_name(sheet* to, hrefkit_view text, uint32_t hash) {
  if (text.size >= UINT32_MAX || to->name_count >= UINT32_MAX / 2) to->failed = true;
  if (!grow(to, (void**)&to->names, &to->name_capacity, to->name_count + 1, sizeof *to->names) ||
      !grow(to, (void**)&to->name_bytes, &to->name_bytes_capacity, to->name_size + text.size, 1)) {
    return 0;
  }
  to->names[to->name_count++] = (sheet_entry){to->name_size, (uint32_t)text.size, hash};
  if (text.size) memcpy(to->name_bytes + to->name_size, text.data, text.size);
  to->name_size += text.size;
  return (uint32_t)to->name_count;
}

static uint32_t name_number(sheet* to, hrefkit_view text) {
  if (!text.data || to->failed) return 0;
  if (text.size == 0) text.data = ""; /* for memcmp */
  /* Most names are those of the rows before. */
  size_t const quick = text.size == 0 ? 0
                                      : (text.size * 31 + (unsigned char)text.data[0] * 7u +
                                         (unsigned char)text.data[text.size - 1]) %
                                            COUNT(to->recent);
  uint32_t const last = to->recent[quick];
  if (last && is_name(to, last, text)) return last;
  if (to->name_count * 2 >= to->slot_count && !rehash(to)) return 0;
  uint32_t const hash = hash_of(text);
  size_t slot = hash & (to->slot_count - 1);
  while (to->slots[slot] &&
         !(to->names[to->slots[slot] - 1].hash == hash && is_name(to, to->slots[slot], text))) {
    slot = (slot + 1) & (to->slot_count - 1);
  }
  if (!to->slots[slot]) to->slots[slot] = add_name(to, text, hash);
  to->recent[quick] = to->slots[slot];
  return to->slots[slot];
}

void sheet_name(sheet* to, hrefkit_view name) {
  uint32_t const number = name_number(to, name);
  uint32_t* const cell = take_cells(to, 1);
  if (cell) *cell = number;
}

/* ---- texts ---- */

/* In place of the offset of a text. */
static uint32_t const absent_text = UINT32_MAX;
static uint32_t const named_text = UINT32_MAX - 1;

static bool is_ascii(char const* text, size_t size) {
  uint64_t all = 0;
  size_t i = 0;
  for (; i + 8 <= size; i += 8) {
    uint64_t word;
    memcpy(&word, text + i, 8);
    all |= word;
  }
  for (; i < size; ++i) all |= (uint64_t)(unsigned char)text[i];
  return (all & 0x8080808080808080u) == 0;
}

/* Sets two cells. A text that is not ASCII is a name: so the string stays one of bytes, whose units
 * are known. */
static void put_text(sheet* to, hrefkit_view text, uint32_t* cells) {
  if (!text.data) {
    cells[0] = absent_text;
    cells[1] = 0;
    return;
  }
  if (!is_ascii(text.data, text.size) || text.size > (1u << 29) - 32 - to->text_size) {
    cells[0] = named_text;
    cells[1] = name_number(to, text);
    return;
  }
  if (text.size && grow(to, (void**)&to->text, &to->text_capacity, to->text_size + text.size, 1)) {
    memcpy(to->text + to->text_size, text.data, text.size);
    cells[0] = (uint32_t)to->text_size;
    to->text_size += text.size;
    cells[1] = (uint32_t)to->text_size;
  } else {
    cells[0] = cells[1] = 0;
  }
}

void sheet_text(sheet* to, hrefkit_view text) {
  uint32_t cells[2];
  put_text(to, text, cells);
  uint32_t* const taken = take_cells(to, 2);
  if (taken) memcpy(taken, cells, sizeof cells);
}

/* ---- rows of a page ---- */

/* The cells of a link: index.cjs has the same list. */
enum {
  link_url,
  link_url_end,
  link_raw,
  link_raw_end,
  link_offset,
  link_length,
  link_line,
  link_column,
  link_index,
  link_element,
  link_attribute,
  link_base,
  link_context,
  link_rel,
  link_header,
  link_loaded,
  link_codes,
  link_cells
};

/* True where `raw` is the end of the URL, as relative references mostly are: then it takes no more
 * space. */
static bool put_end_of_url(hrefkit_link const* row, uint32_t* cells) {
  if (!row->url.data || !row->raw.data || row->raw.size == 0 || row->raw.size > row->url.size)
    return false;
  if (cells[link_url] >= named_text) return false;
  if (memcmp(row->url.data + row->url.size - row->raw.size, row->raw.data, row->raw.size) != 0)
    return false;
  cells[link_raw_end] = cells[link_url_end];
  cells[link_raw] = cells[link_url_end] - (uint32_t)row->raw.size;
  return true;
}

static uint32_t cell_of(uint64_t number) {
  return number < UINT32_MAX ? (uint32_t)number : UINT32_MAX;
}

/* Names by where their texts are. FAST: the library gives rows that share a name one text, mostly.
 * It holds for rows that live at the same time. */
typedef struct known_names {
  struct {
    hrefkit_view text;
    uint32_t number;
  } slots[64];
} known_names;

static uint32_t known_number(known_names* known, sheet* to, hrefkit_view text) {
  if (!text.data) return 0;
  size_t const slot = ((uintptr_t)text.data / 8 + text.size) % COUNT(known->slots);
  if (known->slots[slot].text.data != text.data || known->slots[slot].text.size != text.size) {
    known->slots[slot].number = name_number(to, text);
    known->slots[slot].text = text;
  }
  return known->slots[slot].number;
}

void sheet_links(sheet* to, hrefkit_link const* rows, size_t count) {
  known_names known;
  memset(&known, 0, sizeof known);
  grow(to, (void**)&to->cells, &to->capacity, to->size + count * link_cells, sizeof *to->cells);
  for (size_t i = 0; i < count && !to->failed; ++i) {
    hrefkit_link const* const row = &rows[i];
    uint32_t* const cells = take_cells(to, link_cells);
    if (!cells) return;
    put_text(to, row->url, cells + link_url);
    if (!put_end_of_url(row, cells)) put_text(to, row->raw, cells + link_raw);
    cells[link_offset] = cell_of(row->offset);
    cells[link_length] = cell_of(row->length);
    cells[link_line] = cell_of(row->line);
    cells[link_column] = cell_of(row->column);
    cells[link_index] = row->index;
    cells[link_element] = known_number(&known, to, row->element);
    cells[link_attribute] = known_number(&known, to, row->attribute);
    cells[link_base] = known_number(&known, to, row->base);
    cells[link_context] = known_number(&known, to, row->context);
    cells[link_rel] = known_number(&known, to, row->rel);
    cells[link_header] = known_number(&known, to, row->header);
    cells[link_loaded] = known_number(&known, to, row->loaded);
    cells[link_codes] = (uint32_t)row->kind | (uint32_t)row->base_source << 8 |
                        (uint32_t)row->ns << 16 | (uint32_t)(row->reserved != 0) << 23 |
                        (uint32_t)row->error << 24;
  }
}

void sheet_notes(sheet* to, hrefkit_note const* notes, size_t count) {
  for (size_t i = 0; i < count; ++i) {
    sheet_name(to, notes[i].code);
    sheet_name(to, notes[i].message);
    sheet_number(to, notes[i].severity);
    sheet_number(to, notes[i].line);
    sheet_number(to, notes[i].column);
    sheet_number(to, notes[i].offset);
  }
}

/* ---- values ---- */

napi_value text_value(napi_env env, hrefkit_view text) {
  napi_value value;
  napi_status status;
  if (!text.data) {
    status = napi_get_null(env, &value);
  } else if (is_ascii(text.data, text.size)) {
    status = napi_create_string_latin1(env, text.data, text.size, &value);
  } else {
    status = napi_create_string_utf8(env, text.data, text.size, &value);
  }
  return succeeded(env, status) ? value : NULL;
}

napi_value number_value(napi_env env, double number) {
  napi_value value;
  return succeeded(env, napi_create_double(env, number, &value)) ? value : NULL;
}

bool set_element(napi_env env, napi_value array, uint32_t index, napi_value value) {
  return succeeded(env, napi_set_element(env, array, index, value));
}

static napi_value names_value(napi_env env, sheet const* from) {
  napi_value list;
  if (!succeeded(env, napi_create_array_with_length(env, from->name_count, &list))) return NULL;
  for (uint32_t i = 0; i < from->name_count; ++i) {
    napi_handle_scope scope;
    if (!succeeded(env, napi_open_handle_scope(env, &scope))) return NULL;
    hrefkit_view const text = {from->name_bytes + from->names[i].begin, from->names[i].size};
    napi_value const value = text_value(env, text);
    bool const is_set = value && set_element(env, list, i, value);
    napi_close_handle_scope(env, scope);
    if (!is_set) return NULL;
  }
  return list;
}

napi_value sheet_value(napi_env env, sheet const* from) {
  napi_value result, buffer, cells, text, names;
  void* memory = NULL;
  if (from->failed) return throw_memory(env);
  if (!succeeded(
          env, napi_create_arraybuffer(env, from->size * sizeof *from->cells, &memory, &buffer)) ||
      !succeeded(env,
                 napi_create_typedarray(env, napi_uint32_array, from->size, buffer, 0, &cells)) ||
      !succeeded(env, napi_create_string_latin1(env, from->text ? from->text : "", from->text_size,
                                                &text)) ||
      !(names = names_value(env, from)) ||
      !succeeded(env, napi_create_array_with_length(env, 3, &result)) ||
      !set_element(env, result, 0, cells) || !set_element(env, result, 1, text) ||
      !set_element(env, result, 2, names)) {
    return NULL;
  }
  if (from->size) memcpy(memory, from->cells, from->size * sizeof *from->cells);
  return result;
}

void sheet_end(sheet* given) {
  free(given->cells);
  free(given->text);
  free(given->names);
  free(given->name_bytes);
  free(given->slots);
}
