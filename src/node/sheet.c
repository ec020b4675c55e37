/* Rows for JavaScript. No memory is kept that the collector of JavaScript does not see: the
 * rows of a page become a Uint32Array, a string and a few names, and the library's list is freed. A
 * finalizer would run only when the event loop turns, so that a loop of calls would gather all
 * lists. */
#include <pthread.h>
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

uint32_t sheet_number(sheet* to, hrefkit_view text) {
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
  uint32_t const number = sheet_number(to, name);
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
    cells[1] = sheet_number(to, text);
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

/* True where a text is the end of another one in the string, as relative references mostly are of
 * their URLs: then it takes no more space. */
static bool put_end_of(hrefkit_view whole, uint32_t const* whole_cells, hrefkit_view text,
                       uint32_t* cells) {
  if (!whole.data || !text.data || text.size == 0 || text.size > whole.size) return false;
  if (whole_cells[0] >= named_text) return false;
  char const* const end = whole.data + whole.size - text.size;
  if (*end != *text.data || memcmp(end, text.data, text.size) != 0) return false;
  cells[1] = whole_cells[1];
  cells[0] = whole_cells[1] - (uint32_t)text.size;
  return true;
}

/* ---- rows ---- */

/* Where the values of a row's fields are among its cells; index.cjs is told (add_rows). Fields of
 * one byte share a cell. */
enum { row_count = HREFKIT_ROW_CAPTURE + 1, max_fields = 32 };
typedef enum { as_text, as_names, as_bytes, as_small, as_large, as_pairs } manner;
typedef struct place {
  hrefkit_field const* field;
  uint32_t cell, shift, offset;
  uint32_t key; /* its place among the values of a row, from 1 */
  uint32_t run; /* so many fields from this one on are side by side, and of one manner */
  manner how;
  struct place const* text_before; /* the last text before this one, or null */
} place;
typedef struct layout {
  place places[max_fields];
  size_t count, cells, row_size;
  bool has_rows;
} layout;
static layout layouts[row_count];

static manner manner_of(hrefkit_field const* field) {
  if (field->type == HREFKIT_FIELD_TEXT) return as_text;
  if (field->type <= HREFKIT_FIELD_BYTES) return as_names;
  if (field->type == HREFKIT_FIELD_PAIRS) return as_pairs;
  return field->size == 1 ? as_bytes : field->size == sizeof(uint32_t) ? as_small : as_large;
}

static void make_layout(layout* to, hrefkit_row_type const* type) {
  static uint32_t const sizes[] = {sizeof(hrefkit_view), sizeof(hrefkit_view), 1,
                                   sizeof(uint32_t),     sizeof(uint64_t),     sizeof(uint64_t)};
  uint32_t keys = 0; /* those on request come behind the keys of the command's rows */
  for (size_t i = 0; i < type->field_count; ++i) keys += type->fields[i].key != 0;
  place const* text = NULL;
  place* first = NULL; /* of a run */
  to->row_size = type->size;
  for (size_t i = 0; i < type->field_count && to->count < max_fields; ++i) {
    hrefkit_field const* const field = &type->fields[i];
    if (!field->key && !(field->flags & HREFKIT_FIELD_REQUESTED)) continue;
    place* const added = &to->places[to->count++];
    *added = (place){.field = field, .offset = field->offset, .run = 1, .how = manner_of(field)};
    added->key = field->key ? field->key : ++keys;
    added->text_before = text;
    if (field->type == HREFKIT_FIELD_TEXT) text = added;
    if (field->type == HREFKIT_FIELD_ROWS) { /* their number counts: it is behind the pointer */
      added->offset += (uint32_t)sizeof(void*);
      to->has_rows = true;
    }
    bool const continues = first && first->how == added->how && added->how != as_text &&
                           added->how != as_pairs &&
                           added->offset == first->offset + first->run * sizes[added->how] &&
                           !(added->how == as_bytes && first->run == sizeof(uint32_t));
    if (!continues) first = added;
    if (continues && added->how == as_bytes) {
      added->cell = first->cell;
      added->shift = first->run * 8;
    } else {
      added->cell = (uint32_t)to->cells;
      to->cells += added->how == as_text ? 2 : 1;
    }
    if (continues) ++first->run;
  }
}

static void make_layouts(void) {
  for (uint32_t row = 0; row < row_count; ++row)
    make_layout(&layouts[row], hrefkit_row_fields(row));
}

/* Names by where their texts are. FAST: the library gives rows that share a name one text, mostly.
 * It holds for rows that live at the same time. */
typedef struct known_names {
  struct {
    hrefkit_view text;
    uint32_t number;
  } slots[64];
  hrefkit_pair const* pairs; /* of the last row that has some: rows of one element share them */
  uint32_t pairs_number;
} known_names;

static uint32_t known_number(known_names* known, sheet* to, hrefkit_view text) {
  if (!text.data) return 0;
  size_t const slot = ((uintptr_t)text.data / 8 + text.size) % COUNT(known->slots);
  if (known->slots[slot].text.data != text.data || known->slots[slot].text.size != text.size) {
    known->slots[slot].number = sheet_number(to, text);
    known->slots[slot].text = text;
  }
  return known->slots[slot].number;
}

static hrefkit_view text_at(char const* from) {
  hrefkit_view text;
  memcpy(&text, from, sizeof text);
  return text;
}

static uint32_t small_at(char const* from) {
  uint32_t number;
  memcpy(&number, from, sizeof number);
  return number;
}

static uint32_t cell_of(uint64_t number) {
  return number < UINT32_MAX ? (uint32_t)number : UINT32_MAX;
}

static uint64_t large_at(char const* from) {
  uint64_t number;
  memcpy(&number, from, sizeof number);
  return number;
}

/* The size of pairs as one text, in which each name and each value ends with a zero byte: the DOM
 * has none in them. */
static size_t joined_size(hrefkit_pair const* pairs, size_t count) {
  size_t size = 0;
  for (size_t i = 0; i < count; ++i) size += pairs[i].from.size + pairs[i].to.size + 2;
  return size;
}

static void join_pairs(hrefkit_pair const* pairs, size_t count, char* to) {
  for (size_t i = 0; i < 2 * count; ++i) {
    hrefkit_view const part = i % 2 ? pairs[i / 2].to : pairs[i / 2].from;
    if (part.size) memcpy(to, part.data, part.size);
    to += part.size;
    *to++ = 0;
  }
}

/* The number of pairs as a name; 0: there are none. */
static uint32_t pairs_number(sheet* to, hrefkit_pair const* pairs, size_t count,
                             known_names* known) {
  if (count == 0) return 0;
  if (known->pairs == pairs) return known->pairs_number;
  size_t const size = joined_size(pairs, count);
  if (!grow(to, (void**)&to->joined, &to->joined_capacity, size, 1)) return 0;
  join_pairs(pairs, count, to->joined);
  known->pairs = pairs;
  return known->pairs_number = sheet_number(to, (hrefkit_view){to->joined, size});
}

static hrefkit_pair const* pairs_at(char const* from, size_t* count) {
  hrefkit_pair const* pairs;
  memcpy(&pairs, from, sizeof pairs);
  memcpy(count, from + sizeof pairs, sizeof *count);
  return pairs;
}

/* Fills the cells of a run of fields. */
static void put_run(sheet* to, place const* at, char const* row, uint32_t* cells,
                    known_names* known) {
  char const* const from = row + at->offset;
  uint32_t* const cell = cells + at->cell;
  place const* const before = at->text_before;
  switch (at->how) {
    case as_text:
      if (!before ||
          !put_end_of(text_at(row + before->offset), cells + before->cell, text_at(from), cell)) {
        put_text(to, text_at(from), cell);
      }
      return;
    case as_names:
      for (uint32_t i = 0; i < at->run; ++i) {
        cell[i] = known_number(known, to, text_at(from + i * sizeof(hrefkit_view)));
      }
      return;
    case as_bytes:
      *cell = 0;
      for (uint32_t i = 0; i < at->run; ++i) *cell |= (uint32_t)(unsigned char)from[i] << 8 * i;
      return;
    case as_small:
      for (uint32_t i = 0; i < at->run; ++i) cell[i] = small_at(from + i * sizeof(uint32_t));
      return;
    case as_large:
      for (uint32_t i = 0; i < at->run; ++i) {
        cell[i] = cell_of(large_at(from + i * sizeof(uint64_t)));
      }
      return;
    case as_pairs: {
      size_t count;
      hrefkit_pair const* const pairs = pairs_at(from, &count);
      *cell = pairs_number(to, pairs, count, known);
    }
  }
}

/* FAST: all cells of a link, as long as c.h has the fields of today: a call of links() takes 0.93
 * of the time. */
enum { link_fields = 21, link_cells = 21 };
static void put_link(sheet* to, hrefkit_link const* row, uint32_t* cells, known_names* known) {
  put_text(to, row->url, cells);
  if (!put_end_of(row->url, cells, row->raw, cells + 2)) put_text(to, row->raw, cells + 2);
  cells[4] = known_number(known, to, row->element);
  cells[5] = known_number(known, to, row->attribute);
  cells[6] = known_number(known, to, row->base);
  cells[7] = known_number(known, to, row->context);
  cells[8] = known_number(known, to, row->rel);
  cells[9] = known_number(known, to, row->header);
  cells[10] = cell_of(row->offset);
  cells[11] = cell_of(row->length);
  cells[12] = cell_of(row->line);
  cells[13] = cell_of(row->column);
  cells[14] = row->index;
  cells[15] = (uint32_t)row->kind | (uint32_t)row->base_source << 8 | (uint32_t)row->ns << 16 |
              (uint32_t)row->error << 24;
  cells[16] = row->reserved;
  cells[17] = known_number(known, to, row->loaded);
  put_text(to, row->text, cells + 18);
  cells[20] = pairs_number(to, row->attributes, row->attribute_count, known);
}

void sheet_rows(sheet* to, uint32_t row, void const* rows, size_t count) {
  layout const* const in = &layouts[row];
  char const* next = rows;
  bool const is_link =
      row == HREFKIT_ROW_LINK && in->count == link_fields && in->cells == link_cells;
  known_names known;
  memset(&known, 0, sizeof known);
  uint32_t* cells = in->has_rows ? NULL : take_cells(to, count * in->cells);
  for (; count != 0 && !to->failed; --count, next += in->row_size) {
    if (in->has_rows) cells = take_cells(to, in->cells);
    if (!cells) return;
    if (is_link) put_link(to, (hrefkit_link const*)(void const*)next, cells, &known);
    for (place const *at = in->places, *end = is_link ? at : at + in->count; at != end;
         at += at->run) {
      put_run(to, at, next, cells, &known);
    }
    cells += in->cells;
    for (size_t i = 0; in->has_rows && i < in->count; ++i) { /* rows in a row come behind it */
      place const* const at = &in->places[i];
      void const* inner;
      if (at->field->type != HREFKIT_FIELD_ROWS) continue;
      memcpy(&inner, next + at->field->offset, sizeof inner);
      sheet_rows(to, at->field->flags, inner, (size_t)large_at(next + at->offset));
    }
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

static napi_value pairs_value(napi_env env, char const* from) {
  size_t count;
  hrefkit_pair const* const pairs = pairs_at(from, &count);
  if (count == 0) return text_value(env, (hrefkit_view){NULL, 0});
  size_t const size = joined_size(pairs, count);
  char* const joined = malloc(size);
  if (!joined) return throw_memory(env);
  join_pairs(pairs, count, joined);
  napi_value const value = text_value(env, (hrefkit_view){joined, size});
  free(joined);
  return value;
}

bool row_values(napi_env env, uint32_t row, void const* from, napi_value* out) {
  layout const* const in = &layouts[row];
  for (size_t i = 0; i < in->count; ++i) {
    place const* const at = &in->places[i];
    char const* const begin = (char const*)from + at->offset;
    napi_value value;
    switch (at->how) {
      case as_text:
      case as_names:
        value = text_value(env, text_at(begin));
        break;
      case as_bytes:
        value = number_value(env, (unsigned char)*begin);
        break;
      case as_small:
        value = number_value(env, small_at(begin));
        break;
      case as_pairs:
        value = pairs_value(env, begin);
        break;
      default:
        value = number_value(env, (double)large_at(begin));
    }
    if (!value) return false;
    out[at->key - 1] = value;
  }
  return true;
}

size_t row_value_count(uint32_t row) {
  return layouts[row].count;
}

/* exports.rows: for each row [fields by their keys, number of cells]; for each field [name, type,
 * flags, cell, shift]. */
napi_value add_rows(napi_env env, napi_value exports) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, make_layouts);
  napi_value all;
  if (!succeeded(env, napi_create_array(env, &all))) return NULL;
  for (uint32_t row = 0; row < row_count; ++row) {
    layout const* const in = &layouts[row];
    napi_value type, fields, cells = number_value(env, (double)in->cells);
    if (!cells || !succeeded(env, napi_create_array(env, &type)) ||
        !succeeded(env, napi_create_array(env, &fields)) || !set_element(env, type, 0, fields) ||
        !set_element(env, type, 1, cells) || !set_element(env, all, row, type)) {
      return NULL;
    }
    for (size_t i = 0; i < in->count; ++i) {
      place const* const at = &in->places[i];
      uint32_t const numbers[] = {at->field->type, at->field->flags, at->cell, at->shift};
      napi_value field, value = text_value(env, hrefkit_text(at->field->name));
      if (!value || !succeeded(env, napi_create_array(env, &field)) ||
          !set_element(env, field, 0, value) || !set_element(env, fields, at->key - 1u, field)) {
        return NULL;
      }
      for (uint32_t j = 0; j < COUNT(numbers); ++j) {
        if (!(value = number_value(env, numbers[j])) || !set_element(env, field, j + 1, value)) {
          return NULL;
        }
      }
    }
  }
  return succeeded(env, napi_set_named_property(env, exports, "rows", all)) ? exports : NULL;
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
  free(given->joined);
}
