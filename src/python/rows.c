/* Rows of the library as Python objects: Link, Note, Finding and others. A row stays in the
 * library: its object keeps the owner of the row alive, and an attribute is made when it is asked
 * for. What attributes there are, the library's table of fields says. */
#include <string.h>

#include "module.h"

typedef struct {
  PyObject_HEAD PyObject* owner; /* keeps the row alive; null for rows of callbacks */
  const void* row; /* of the owner, in `copy`, or, during a callback, in the library */
  void* copy;      /* PyMem_Free */
} Row;

/* The fields that Python has, in their order. Null names: rows that are no objects. */
static const char* const type_names[row_count] = {
    "hrefkit.Link",    "hrefkit.Note", "hrefkit.BaseElement", "hrefkit.BaseScope",
    "hrefkit.Context", "hrefkit.Edit", "hrefkit.Effect",      "hrefkit.Finding"};
static const hrefkit_field* ordered[row_count][max_fields];
static PyGetSetDef getters[row_count][max_fields + 1];

const hrefkit_field* const* row_fields(RowKind kind) {
  return ordered[kind];
}

const void* row_at(RowKind kind, const void* rows, size_t index) {
  return (const char*)rows + index * hrefkit_row_fields(kind)->size;
}

/* ---- values ---- */

static const void* place_of(const hrefkit_field* field, const void* row) {
  return (const char*)row + field->offset;
}

static int is_text(const hrefkit_field* field) {
  return field->type <= HREFKIT_FIELD_BYTES;
}

static uint64_t number_of(const hrefkit_field* field, const void* row) {
  const void* const place = place_of(field, row);
  if (field->size == 1) return *(const uint8_t*)place;
  return field->size == 4 ? *(const uint32_t*)place : *(const uint64_t*)place;
}

static hrefkit_view text_of(const hrefkit_field* field, const void* row) {
  return *(const hrefkit_view*)place_of(field, row);
}

/* The rows of a field that holds some. */
static const void* rows_of(const hrefkit_field* field, const void* row, size_t* count) {
  const void* const* const place = place_of(field, row);
  memcpy(count, place + 1, sizeof *count);
  return *place;
}

/* The pairs of a field that holds some. */
static const hrefkit_pair* pairs_in(const hrefkit_field* field, const void* row, size_t* count) {
  return rows_of(field, row, count);
}

int is_none(const hrefkit_field* field, const void* row) {
  if (field->type == HREFKIT_FIELD_PAIRS) {
    size_t count = 0;
    pairs_in(field, row, &count);
    return count == 0;
  }
  if (!is_text(field)) return number_of(field, row) == 0;
  const hrefkit_view text = text_of(field, row);
  const int needs_text =
      !(field->flags & HREFKIT_FIELD_OPTIONAL) || field->flags & HREFKIT_FIELD_FILLED;
  return text.data == NULL || (needs_text && text.size == 0);
}

static const char* severity_name(uint8_t severity) {
  static const char* const names[] = {"fault", "warning", "remark"};
  return severity < 3 ? names[severity] : "unknown";
}

static const char* (*const name_functions[name_types])(uint8_t) = {
    hrefkit_kind_name, hrefkit_base_source_name, hrefkit_ns_name, hrefkit_url_error_code,
    severity_name};

static int add_names(State* state) {
  for (int i = 0; i < name_types * name_count; ++i) {
    const int type = i / name_count, value = i % name_count;
    state->names[type][value] = PyUnicode_InternFromString(name_functions[type]((uint8_t)value));
    if (state->names[type][value] == NULL) return -1;
  }
  return 0;
}

static PyObject* name_of(State* state, int type, uint8_t value) {
  if (value < name_count) return Py_NewRef(state->names[type][value]);
  return PyUnicode_InternFromString(name_functions[type](value));
}

static PyObject* memo_text(Memo* memo, hrefkit_view view) {
  if (memo == NULL) return text_or_empty(view);
  if (memo->text == NULL || memo->view.size != view.size ||
      (memo->view.data != view.data && memcmp(memo->view.data, view.data, view.size) != 0)) {
    PyObject* const text = text_or_empty(view);
    if (text == NULL || view.data == NULL) return text;
    Py_XDECREF(memo->text);
    memo->text = text;
    memo->view = view;
  }
  return Py_NewRef(memo->text);
}

static PyObject* words_of(hrefkit_view text) {
  PyObject* const joined = text_or_empty(text);
  if (joined == NULL) return NULL;
  PyObject* const words = PyUnicode_Split(joined, NULL, -1);
  Py_DECREF(joined);
  return words;
}

/* A dict of texts by name. */
static PyObject* pairs_dict(const hrefkit_field* field, const void* row) {
  size_t count = 0;
  const hrefkit_pair* const pairs = pairs_in(field, row, &count);
  PyObject* dict = PyDict_New();
  for (size_t i = 0; dict != NULL && i < count; ++i) {
    PyObject* const name = text_or_empty(pairs[i].from);
    PyObject* const value = name == NULL ? NULL : text_or_empty(pairs[i].to);
    if (value == NULL || PyDict_SetItem(dict, name, value) < 0) Py_CLEAR(dict);
    Py_XDECREF(name);
    Py_XDECREF(value);
  }
  return dict;
}

PyObject* field_value(State* state, const hrefkit_field* field, const void* row, PyObject* owner,
                      Memo* memo) {
  if (field->type == HREFKIT_FIELD_ROWS) {
    size_t count = 0;
    const void* const rows = rows_of(field, row, &count);
    return rows_list(state, field->flags, owner, rows, count);
  }
  if (field->type == HREFKIT_FIELD_PAIRS) return pairs_dict(field, row);
  if (field->flags & HREFKIT_FIELD_OPTIONAL && is_none(field, row)) Py_RETURN_NONE;
  switch (field->type) {
    case HREFKIT_FIELD_TEXT:
      return text_or_empty(text_of(field, row));
    case HREFKIT_FIELD_NAME:
      return memo_text(memo, text_of(field, row));
    case HREFKIT_FIELD_NAMES:
      return words_of(text_of(field, row));
    case HREFKIT_FIELD_PATH:
      return path_text(text_of(field, row));
    case HREFKIT_FIELD_BYTES:
      return PyBytes_FromStringAndSize(text_of(field, row).data,
                                       (Py_ssize_t)text_of(field, row).size);
    case HREFKIT_FIELD_FLAG:
      return PyBool_FromLong(number_of(field, row) != 0);
    case HREFKIT_FIELD_I32:
      return PyLong_FromLong((int32_t)number_of(field, row));
    case HREFKIT_FIELD_U32:
    case HREFKIT_FIELD_U64:
      return PyLong_FromUnsignedLongLong(number_of(field, row));
    default:
      return name_of(state, field->type - HREFKIT_FIELD_KIND, (uint8_t)number_of(field, row));
  }
}

int add_item(PyObject* dict, const char* name, PyObject* value) {
  if (value == NULL) return -1;
  const int failed = PyDict_SetItemString(dict, name, value);
  Py_DECREF(value);
  return failed;
}

int field_requested(const hrefkit_field* field) {
  return field->type != HREFKIT_FIELD_ROWS && field->flags & HREFKIT_FIELD_REQUESTED;
}

PyObject* row_dict(State* state, RowKind kind, const void* row, PyObject* owner) {
  PyObject* dict = PyDict_New();
  for (const hrefkit_field* const* field = ordered[kind]; dict != NULL && *field != NULL; ++field) {
    if (field_requested(*field) && is_none(*field, row)) continue;
    if (add_item(dict, (*field)->name, field_value(state, *field, row, owner, NULL)) < 0) {
      Py_CLEAR(dict);
    }
  }
  return dict;
}

static int equal_views(hrefkit_view a, hrefkit_view b) {
  return a.size == b.size && (a.size == 0 || memcmp(a.data, b.data, a.size) == 0);
}

static int equal_pairs(const hrefkit_field* field, const void* a, const void* b) {
  size_t count = 0, other_count = 0;
  const hrefkit_pair* const pairs = pairs_in(field, a, &count);
  const hrefkit_pair* const others = pairs_in(field, b, &other_count);
  int equal = count == other_count;
  for (size_t i = 0; equal && i < count; ++i) {
    equal = equal_views(pairs[i].from, others[i].from) && equal_views(pairs[i].to, others[i].to);
  }
  return equal;
}

static int equal_fields(const hrefkit_field* field, const void* a, const void* b) {
  if (field->type == HREFKIT_FIELD_PAIRS) return equal_pairs(field, a, b);
  if (field->type != HREFKIT_FIELD_ROWS) {
    if (!is_text(field)) return number_of(field, a) == number_of(field, b);
    if (!equal_views(text_of(field, a), text_of(field, b))) return 0;
    return !(field->flags & HREFKIT_FIELD_OPTIONAL) || is_none(field, a) == is_none(field, b);
  }
  size_t count = 0, other_count = 0;
  const void* const rows = rows_of(field, a, &count);
  const void* const others = rows_of(field, b, &other_count);
  int equal = count == other_count;
  for (size_t i = 0; equal && i < count; ++i) {
    equal =
        equal_rows(field->flags, row_at(field->flags, rows, i), row_at(field->flags, others, i));
  }
  return equal;
}

int equal_rows(RowKind kind, const void* a, const void* b) {
  if (a == b) return 1;
  for (const hrefkit_field* const* field = ordered[kind]; *field != NULL; ++field) {
    if (!equal_fields(*field, a, b)) return 0;
  }
  return 1;
}

/* ---- objects ---- */

const void* row_of(PyObject* self) {
  return ((Row*)self)->row;
}

static RowKind kind_of(PyObject* self) {
  State const* const state = state_of(self);
  RowKind kind = 0;
  while (state->row_types[kind] != Py_TYPE(self)) ++kind;
  return kind;
}

PyObject* row_new(State* state, RowKind kind, PyObject* owner, const void* row) {
  PyObject* const self = PyType_GenericAlloc(state->row_types[kind], 0);
  if (self == NULL) return NULL;
  ((Row*)self)->owner = Py_XNewRef(owner);
  ((Row*)self)->row = row;
  return self;
}

PyObject* rows_list(State* state, RowKind kind, PyObject* owner, const void* rows, size_t count) {
  PyObject* list = PyList_New((Py_ssize_t)count);
  for (size_t i = 0; list != NULL && i < count; ++i) {
    PyObject* const row = row_new(state, kind, owner, row_at(kind, rows, i));
    if (row == NULL) {
      Py_CLEAR(list);
    } else {
      PyList_SetItem(list, (Py_ssize_t)i, row);
    }
  }
  return list;
}

static void row_dealloc(PyObject* self) {
  PyTypeObject* const type = Py_TYPE(self);
  Py_XDECREF(((Row*)self)->owner);
  PyMem_Free(((Row*)self)->copy);
  PyObject_Free(self);
  Py_DECREF(type);
}

/* Copies a text behind the row, and lets a view of the row be one of the copy. */
static char* copy_text(char* out, hrefkit_view* text) {
  if (text->data == NULL) return out;
  memcpy(out, text->data, text->size);
  text->data = out;
  return out + text->size;
}

static size_t pairs_size(const hrefkit_field* field, const void* row) {
  size_t count = 0;
  const hrefkit_pair* const pairs = pairs_in(field, row, &count);
  size_t size = count * sizeof *pairs;
  for (size_t i = 0; i < count; ++i) size += pairs[i].from.size + pairs[i].to.size;
  return size;
}

/* The row, its pairs and its texts in one block of memory. */
static void* copy_of(RowKind kind, const void* row) {
  hrefkit_row_type const* const type = hrefkit_row_fields(kind);
  size_t size = type->size;
  for (size_t i = 0; i < type->field_count; ++i) {
    if (is_text(type->fields + i)) size += text_of(type->fields + i, row).size;
    if (type->fields[i].type == HREFKIT_FIELD_PAIRS) size += pairs_size(type->fields + i, row);
  }
  char* const block = PyMem_Malloc(size);
  if (block == NULL) return NULL;
  memcpy(block, row, type->size);
  char* out = block + type->size;
  for (size_t i = 0; i < type->field_count; ++i) { /* first what must be aligned */
    if (type->fields[i].type != HREFKIT_FIELD_PAIRS) continue;
    size_t count = 0;
    const hrefkit_pair* const pairs = pairs_in(type->fields + i, row, &count);
    hrefkit_pair* const copies = (void*)out;
    if (count == 0) continue;
    memcpy(copies, pairs, count * sizeof *pairs);
    memcpy(block + type->fields[i].offset, &copies, sizeof copies);
    out += count * sizeof *pairs;
  }
  for (size_t i = 0; i < type->field_count; ++i) {
    if (type->fields[i].type == HREFKIT_FIELD_PAIRS) {
      size_t count = 0;
      hrefkit_pair* const pairs = (void*)pairs_in(type->fields + i, block, &count);
      for (size_t j = 0; j < count; ++j) {
        out = copy_text(out, &pairs[j].from);
        out = copy_text(out, &pairs[j].to);
      }
    } else if (is_text(type->fields + i)) {
      hrefkit_view text = text_of(type->fields + i, row);
      out = copy_text(out, &text);
      memcpy(block + type->fields[i].offset, &text, sizeof text);
    }
  }
  return block;
}

PyObject* row_copy(State* state, RowKind kind, const void* row) {
  PyObject* const self = row_new(state, kind, NULL, NULL);
  if (self == NULL) return NULL;
  ((Row*)self)->copy = copy_of(kind, row);
  ((Row*)self)->row = ((Row*)self)->copy;
  if (row_of(self) != NULL) return self;
  Py_DECREF(self);
  return PyErr_NoMemory();
}

PyObject* link_of_callback(State* state, const hrefkit_link* row) {
#ifdef Py_GIL_DISABLED /* another thread may read the row when the callback ends */
  return row_copy(state, HREFKIT_ROW_LINK, row);
#else
  return row_new(state, HREFKIT_ROW_LINK, NULL, row);
#endif
}

void link_callback_end(PyObject* link) {
  static const hrefkit_link empty;
  Row* const self = (Row*)link;
  if (Py_REFCNT(link) > 1 && self->copy == NULL) {
    self->copy = copy_of(HREFKIT_ROW_LINK, self->row);
    self->row = self->copy != NULL ? self->copy : &empty;
    if (self->copy == NULL && !PyErr_Occurred()) PyErr_NoMemory();
  }
  Py_DECREF(link);
}

static PyObject* row_get(PyObject* self, void* field) {
  return field_value(state_of(self), field, row_of(self), ((Row*)self)->owner, NULL);
}

static PyObject* row_as_dict(PyObject* self, PyObject* ignored) {
  (void)ignored;
  return row_dict(state_of(self), kind_of(self), row_of(self), ((Row*)self)->owner);
}

static PyObject* row_compare(PyObject* self, PyObject* other, int operation) {
  if (Py_TYPE(self) != Py_TYPE(other) || (operation != Py_EQ && operation != Py_NE)) {
    Py_RETURN_NOTIMPLEMENTED;
  }
  const int equal = equal_rows(kind_of(self), row_of(self), row_of(other));
  return PyBool_FromLong(equal == (operation == Py_EQ));
}

/* By the numbers, and the first text that rows do not share. */
static Py_hash_t row_hash(PyObject* self) {
  const void* const row = row_of(self);
  Py_uhash_t hash = 0;
  int has_text = 0;
  for (const hrefkit_field* const* each = ordered[kind_of(self)]; *each != NULL; ++each) {
    const uint8_t type = (*each)->type;
    if (type == HREFKIT_FIELD_TEXT || type == HREFKIT_FIELD_PATH) {
      if (has_text || text_of(*each, row).size == 0) continue;
      PyObject* const text = text_or_empty(text_of(*each, row));
      if (text == NULL) return -1;
      hash ^= (Py_uhash_t)PyObject_Hash(text);
      has_text = 1;
      Py_DECREF(text);
    } else if (!is_text(*each) && type < HREFKIT_FIELD_ROWS) {
      hash = (hash ^ (Py_uhash_t)number_of(*each, row)) * 1000003u;
    }
  }
  return hash == (Py_uhash_t)-1 ? -2 : (Py_hash_t)hash;
}

static PyObject* link_repr(const hrefkit_link* row) {
  PyObject* const raw = text_or_empty(row->raw);
  PyObject* const url = text_or_none(row->url);
  PyObject* const element = text_or_empty(row->header.data != NULL ? row->header : row->element);
  PyObject* const attribute = text_or_empty(row->attribute);
  PyObject* text = NULL;
  if (raw != NULL && url != NULL && element != NULL && attribute != NULL) {
    text =
        PyUnicode_FromFormat("<hrefkit.Link %U[%U] %R -> %R at %llu:%llu>", element, attribute, raw,
                             url, (unsigned long long)row->line, (unsigned long long)row->column);
  }
  Py_XDECREF(raw);
  Py_XDECREF(url);
  Py_XDECREF(element);
  Py_XDECREF(attribute);
  return text;
}

static PyObject* row_repr(PyObject* self) {
  const RowKind kind = kind_of(self);
  if (kind == HREFKIT_ROW_LINK) return link_repr(row_of(self));
  PyObject* text = PyUnicode_FromFormat("%s(", type_names[kind]);
  for (const hrefkit_field* const* field = ordered[kind]; text != NULL && *field != NULL; ++field) {
    PyObject* const value = row_get(self, (void*)*field);
    PyObject* const longer =
        value == NULL ? NULL
                      : PyUnicode_FromFormat("%U%s%s=%R", text, field == ordered[kind] ? "" : ", ",
                                             (*field)->name, value);
    Py_XDECREF(value);
    Py_DECREF(text);
    text = longer;
  }
  PyObject* const whole = text == NULL ? NULL : PyUnicode_FromFormat("%U)", text);
  Py_XDECREF(text);
  return whole;
}

/* ---- rows that travel: pickle, copy ---- */

PyObject* return_self(PyObject* self, PyObject* ignored) {
  (void)ignored;
  return Py_NewRef(self);
}

/* The class's name without its module. */
static const char* class_name(RowKind kind) {
  return strchr(type_names[kind], '.') + 1;
}

static PyObject* row_reduce(PyObject* self, PyObject* ignored) {
  (void)ignored;
  State* const state = state_of(self);
  const RowKind kind = kind_of(self);
  PyObject* const values = row_dict(state, kind, row_of(self), ((Row*)self)->owner);
  return reduce_as(state, class_name(kind), values);
}

/* The text of a value, kept in `kept`. */
static int restore_text(const hrefkit_field* field, PyObject* value, Keep* kept,
                        hrefkit_view* text) {
  if (field->type == HREFKIT_FIELD_PATH) {
    PyObject* const path = PyUnicode_EncodeFSDefault(value);
    if (keep(kept, path) < 0) return -1;
    text->data = PyBytes_AsString(path);
    text->size = (size_t)PyBytes_Size(path);
    return 0;
  }
  if (field->type == HREFKIT_FIELD_NAMES) {
    PyObject* const space = PyUnicode_FromString(" ");
    if (keep(kept, space) < 0) return -1;
    value = PyUnicode_Join(space, value);
    if (keep(kept, value) < 0) return -1;
  } else if (keep(kept, Py_NewRef(value)) < 0) {
    return -1;
  }
  return view_of(value, field->name, kept, text);
}

static int restore_rows(const hrefkit_field* field, PyObject* value, Keep* kept, void* place) {
  if (!PyList_Check(value)) {
    PyErr_Format(PyExc_TypeError, "%s must be a list", field->name);
    return -1;
  }
  const size_t count = (size_t)PyList_Size(value);
  const size_t size = hrefkit_row_fields(field->flags)->size;
  PyObject* const rows = PyBytes_FromStringAndSize(NULL, (Py_ssize_t)(count * size));
  if (keep(kept, rows) < 0 || keep(kept, Py_NewRef(value)) < 0) return -1;
  char* const bytes = PyBytes_AsString(rows);
  for (size_t i = 0; i < count; ++i) {
    PyObject* const row = PyList_GetItem(value, (Py_ssize_t)i);
    PyObject* const type = (PyObject*)Py_TYPE(row);
    if (PyType_GetSlot((PyTypeObject*)type, Py_tp_dealloc) != (void*)row_dealloc ||
        kind_of(row) != field->flags) {
      PyErr_Format(PyExc_TypeError, "%s has a row of another type", field->name);
      return -1;
    }
    memcpy(bytes + i * size, row_of(row), size);
  }
  const void* const begin = bytes;
  memcpy(place, &begin, sizeof begin);
  memcpy((char*)place + sizeof begin, &count, sizeof count);
  return 0;
}

static int restore_pairs(const hrefkit_field* field, PyObject* value, Keep* kept, void* place) {
  hrefkit_pair* pairs = NULL;
  size_t count = 0;
  if (pairs_of(value, field->name, 1, kept, &pairs, &count) < 0 || count == 0) {
    PyMem_Free(pairs);
    return PyErr_Occurred() ? -1 : 0;
  }
  PyObject* const bytes =
      PyBytes_FromStringAndSize((const char*)pairs, (Py_ssize_t)(count * sizeof *pairs));
  PyMem_Free(pairs);
  if (keep(kept, bytes) < 0) return -1;
  const void* const begin = PyBytes_AsString(bytes);
  memcpy(place, &begin, sizeof begin);
  memcpy((char*)place + sizeof begin, &count, sizeof count);
  return 0;
}

/* The number of a name of an enumeration. */
static int restore_name(const hrefkit_field* field, PyObject* value, uint64_t* number) {
  const int type = field->type - HREFKIT_FIELD_KIND;
  for (int i = 0; i <= UINT8_MAX && PyUnicode_Check(value); ++i) {
    if (PyUnicode_CompareWithASCIIString(value, name_functions[type]((uint8_t)i)) == 0) {
      *number = (uint64_t)i;
      return 0;
    }
  }
  PyErr_Format(PyExc_ValueError, "%s: %R is unknown", field->name, value);
  return -1;
}

static int restore_number(const hrefkit_field* field, PyObject* value, void* place) {
  uint64_t number = 0;
  if (field->type == HREFKIT_FIELD_FLAG) {
    number = value == Py_True;
  } else if (field->type >= HREFKIT_FIELD_KIND && field->type < HREFKIT_FIELD_FLAG) {
    if (restore_name(field, value, &number) < 0) return -1;
  } else {
    number = PyLong_AsUnsignedLongLongMask(value);
    if (PyErr_Occurred()) return -1;
  }
  const uint8_t byte = (uint8_t)number;
  const uint32_t half = (uint32_t)number;
  memcpy(place,
         field->size == 1   ? &byte
         : field->size == 4 ? (const void*)&half
                            : &number,
         field->size);
  return 0;
}

int restore_field(const hrefkit_field* field, PyObject* value, Keep* kept, void* row) {
  char* const place = (char*)row + field->offset;
  if (value == NULL || value == Py_None) return 0; /* an older version has written it */
  if (field->type == HREFKIT_FIELD_ROWS) return restore_rows(field, value, kept, place);
  if (field->type == HREFKIT_FIELD_PAIRS) return restore_pairs(field, value, kept, place);
  if (!is_text(field)) return restore_number(field, value, place);
  hrefkit_view text;
  if (restore_text(field, value, kept, &text) < 0) return -1;
  memcpy(place, &text, sizeof text);
  return 0;
}

/* A row from the values of its attributes; fields that are not there are none. */
static PyObject* row_restore(State* state, RowKind kind, PyObject* values) {
  PyObject* const self = row_new(state, kind, NULL, NULL);
  if (self == NULL) return NULL;
  Row* const row = (Row*)self;
  Keep kept = {NULL};
  row->copy = PyMem_Calloc(1, hrefkit_row_fields(kind)->size);
  row->row = row->copy;
  int failed = row->copy == NULL;
  if (failed) PyErr_NoMemory();
  for (const hrefkit_field* const* field = ordered[kind]; !failed && *field != NULL; ++field) {
    failed =
        restore_field(*field, PyDict_GetItemString(values, (*field)->name), &kept, row->copy) < 0;
  }
  row->owner = kept.objects;
  if (!failed) return self;
  Py_DECREF(self);
  return NULL;
}

PyObject* restore_row(State* state, PyObject* name, PyObject* values) {
  for (RowKind kind = 0; kind < row_count; ++kind) {
    if (type_names[kind] == NULL) continue;
    if (PyUnicode_CompareWithASCIIString(name, class_name(kind)) == 0) {
      return row_restore(state, kind, values);
    }
  }
  PyErr_Format(PyExc_ValueError, "there is no class %R", name);
  return NULL;
}

static PyMethodDef row_methods[] = {
    {"as_dict", row_as_dict, METH_NOARGS,
     "as_dict($self, /)\n--\n\nThe attributes as a dict, by their names here."},
    {"__reduce__", row_reduce, METH_NOARGS, NULL},
    {"__copy__", return_self, METH_NOARGS, NULL},
    {"__deepcopy__", return_self, METH_O, NULL},
    {NULL, NULL, 0, NULL}};

void add_getters(RowKind kind, getter get, PyGetSetDef* to) {
  for (const hrefkit_field* const* field = ordered[kind]; *field != NULL; ++field) {
    const PyGetSetDef made = {(*field)->name, get, NULL, (*field)->doc, (void*)*field};
    *to++ = made;
  }
}

/* Patterns without names have the attributes in their order: case Link(url). */
static int add_match_args(State* state, RowKind kind) {
  Py_ssize_t count = 0;
  while (ordered[kind][count] != NULL) ++count;
  PyObject* const names = PyTuple_New(count);
  int failed = names == NULL;
  for (Py_ssize_t i = 0; !failed && i < count; ++i) {
    PyObject* const name = PyUnicode_InternFromString(ordered[kind][i]->name);
    failed = name == NULL || PyTuple_SetItem(names, i, name) < 0;
  }
  PyObject* const type = (PyObject*)state->row_types[kind];
  failed = failed || PyObject_SetAttrString(type, "__match_args__", names) < 0;
  Py_XDECREF(names);
  return failed ? -1 : 0;
}

int add_rows(PyObject* module, State* state) {
  for (RowKind kind = 0; kind < row_count; ++kind) {
    hrefkit_row_type const* const type = hrefkit_row_fields(kind);
    for (size_t i = 0; i < type->field_count; ++i) {
      const uint8_t order = type->fields[i].order;
      if (order != 0 && order < max_fields) ordered[kind][order - 1] = type->fields + i;
    }
    if (type_names[kind] == NULL) continue;
    add_getters(kind, row_get, getters[kind]);
    PyType_Slot slots[] = {{Py_tp_doc, (void*)type->doc},    {Py_tp_getset, getters[kind]},
                           {Py_tp_methods, row_methods},     {Py_tp_dealloc, row_dealloc},
                           {Py_tp_richcompare, row_compare}, {Py_tp_hash, row_hash},
                           {Py_tp_repr, row_repr},           {0, NULL}};
    PyType_Spec spec = {type_names[kind], sizeof(Row), 0,
                        Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION, slots};
    state->row_types[kind] = add_type(module, &spec);
    if (state->row_types[kind] == NULL || add_match_args(state, kind) < 0) return -1;
  }
  return add_names(state);
}
