/* Links: the rows of a page, which stay in the library. */
#include <string.h>

#include "module.h"

/* The views are in the list, or, in an object of a pickle, in `kept`. */
typedef struct {
  PyObject_HEAD PyObject* weak_references;
  hrefkit_link_list* list; /* null in an object of a pickle */
  void* copies;            /* PyMem_Free: the rows of such an object */
  PyObject* notes;         /* the notes of such an object: a list */
  PyObject* kept;
  const hrefkit_link* rows;
  size_t size;
  hrefkit_view base, encoding, encoding_source;
  hrefkit_base_source base_source;
} Links;

static Links* links_of(PyObject* self) {
  return (Links*)self;
}

PyObject* links_new(State* state, hrefkit_link_list* list) {
  PyObject* const self = PyType_GenericAlloc(state->links_type, 0);
  if (self == NULL) {
    hrefkit_link_list_free(list);
    return NULL;
  }
  Links* const links = links_of(self);
  links->list = list;
  links->rows = hrefkit_link_list_rows(list);
  links->size = hrefkit_link_list_size(list);
  links->base = hrefkit_link_list_base(list);
  links->base_source = hrefkit_link_list_base_source(list);
  links->encoding = hrefkit_link_list_encoding(list);
  links->encoding_source = hrefkit_link_list_encoding_source(list);
  return self;
}

static void links_dealloc(PyObject* self) {
  PyTypeObject* const type = Py_TYPE(self);
  Links* const links = links_of(self);
  if (links->weak_references != NULL) PyObject_ClearWeakRefs(self);
  hrefkit_link_list_free(links->list);
  PyMem_Free(links->copies);
  Py_XDECREF(links->notes);
  Py_XDECREF(links->kept);
  PyObject_Free(self);
  Py_DECREF(type);
}

static Py_ssize_t links_length(PyObject* self) {
  return (Py_ssize_t)links_of(self)->size;
}

static const void* link_at(PyObject* self, Py_ssize_t index) {
  return row_at(HREFKIT_ROW_LINK, links_of(self)->rows, (size_t)index);
}

static PyObject* links_item(PyObject* self, Py_ssize_t index) {
  if (index < 0 || index >= links_length(self)) {
    PyErr_SetString(PyExc_IndexError, "there is no link with this index");
    return NULL;
  }
  return row_new(state_of(self), HREFKIT_ROW_LINK, self, link_at(self, index));
}

static PyObject* links_slice(PyObject* self, PyObject* slice) {
  Py_ssize_t start, stop, step;
  if (PySlice_Unpack(slice, &start, &stop, &step) < 0) return NULL;
  const Py_ssize_t count = PySlice_AdjustIndices(links_length(self), &start, &stop, step);
  PyObject* const list = PyList_New(count);
  for (Py_ssize_t i = 0; list != NULL && i < count; ++i) {
    PyObject* const link = links_item(self, start + i * step);
    if (link == NULL) {
      Py_DECREF(list);
      return NULL;
    }
    PyList_SetItem(list, i, link);
  }
  return list;
}

static PyObject* links_subscript(PyObject* self, PyObject* key) {
  if (PySlice_Check(key)) return links_slice(self, key);
  if (!PyIndex_Check(key)) {
    PyErr_Format(PyExc_TypeError, "an index must be an int or a slice, not %R",
                 (PyObject*)Py_TYPE(key));
    return NULL;
  }
  const Py_ssize_t index = PyNumber_AsSsize_t(key, PyExc_IndexError);
  if (index == -1 && PyErr_Occurred()) return NULL;
  return links_item(self, index < 0 ? index + links_length(self) : index);
}

/* The index of a link from `index` on that equals `value`, or -1. */
static Py_ssize_t find_equal(PyObject* self, PyObject* value, Py_ssize_t index, Py_ssize_t stop) {
  if (Py_TYPE(value) != state_of(self)->row_types[HREFKIT_ROW_LINK]) return -1;
  for (; index < stop; ++index) {
    if (equal_rows(HREFKIT_ROW_LINK, link_at(self, index), row_of(value))) return index;
  }
  return -1;
}

static int links_contains(PyObject* self, PyObject* value) {
  return find_equal(self, value, 0, links_length(self)) >= 0;
}

static PyObject* links_count(PyObject* self, PyObject* args, PyObject* keywords) {
  static char* names[] = {"value", NULL};
  PyObject* value = NULL;
  if (!PyArg_ParseTupleAndKeywords(args, keywords, "O:count", names, &value)) return NULL;
  const Py_ssize_t size = links_length(self);
  Py_ssize_t count = 0;
  for (Py_ssize_t i = 0; (i = find_equal(self, value, i, size)) >= 0; ++i) ++count;
  return PyLong_FromSsize_t(count);
}

static PyObject* links_index(PyObject* self, PyObject* args, PyObject* keywords) {
  static char* names[] = {"value", "start", "stop", NULL};
  PyObject* value = NULL;
  const Py_ssize_t size = links_length(self);
  Py_ssize_t start = 0, stop = size, step = 1;
  if (!PyArg_ParseTupleAndKeywords(args, keywords, "O|nn:index", names, &value, &start, &stop)) {
    return NULL;
  }
  PySlice_AdjustIndices(size, &start, &stop, step);
  const Py_ssize_t index = find_equal(self, value, start, stop);
  if (index >= 0) return PyLong_FromSsize_t(index);
  PyErr_SetString(PyExc_ValueError, "the link is not among these");
  return NULL;
}

static PyObject* column_list(PyObject* self, const hrefkit_field* field) {
  State* const state = state_of(self);
  const Py_ssize_t size = links_length(self);
  const size_t row_size = hrefkit_row_fields(HREFKIT_ROW_LINK)->size;
  const char* row = link_at(self, 0);
  PyObject* list = PyList_New(size);
  Memo memo = {NULL, {NULL, 0}};
  for (Py_ssize_t i = 0; list != NULL && i < size; ++i, row += row_size) {
    PyObject* const value = field_value(state, field, row, NULL, &memo);
    if (value == NULL) {
      Py_CLEAR(list);
    } else {
      PyList_SetItem(list, i, value);
    }
  }
  Py_XDECREF(memo.text);
  return list;
}

static const hrefkit_field* find_field(const char* name) {
  const hrefkit_field* const* field = row_fields(HREFKIT_ROW_LINK);
  while (*field != NULL && strcmp((*field)->name, name) != 0) ++field;
  return *field;
}

static PyObject* links_column(PyObject* self, PyObject* name) {
  const hrefkit_field* const* field = row_fields(HREFKIT_ROW_LINK);
  for (; PyUnicode_Check(name) && *field != NULL; ++field) {
    if (PyUnicode_CompareWithASCIIString(name, (*field)->name) == 0) {
      return column_list(self, *field);
    }
  }
  PyErr_SetObject(PyUnicode_Check(name) ? PyExc_KeyError : PyExc_TypeError, name);
  return NULL;
}

/* True where a row has a value of a field that only options fill. */
static int some_row_has(PyObject* self, const hrefkit_field* field) {
  const Py_ssize_t size = links_length(self);
  Py_ssize_t i = 0;
  while (i < size && is_none(field, link_at(self, i))) ++i;
  return i < size;
}

static PyObject* links_columns(PyObject* self, PyObject* names) {
  const Py_ssize_t count = PyTuple_Size(names);
  PyObject* dict = PyDict_New();
  for (Py_ssize_t i = 0; dict != NULL && i < count; ++i) {
    PyObject* const name = PyTuple_GetItem(names, i);
    PyObject* const list = links_column(self, name);
    if (list == NULL || PyDict_SetItem(dict, name, list) < 0) Py_CLEAR(dict);
    Py_XDECREF(list);
  }
  const hrefkit_field* const* const fields = row_fields(HREFKIT_ROW_LINK);
  for (int i = 0; count == 0 && dict != NULL && fields[i] != NULL; ++i) {
    if (field_requested(fields[i]) && !some_row_has(self, fields[i])) continue;
    if (add_item(dict, fields[i]->name, column_list(self, fields[i])) < 0) Py_CLEAR(dict);
  }
  return dict;
}

/* The fields in the order of `hrefkit resolve --format jsonl`. The first ones are not in rows of
 * HTTP fields. */
static const char* const json_names[] = {
    "line",   "column",   "offset", "length",  "element", "attribute",   "ns",
    "header", "index",    "raw",    "kind",    "base",    "base_source", "url",
    "error",  "reserved", "rel",    "context", "loaded",  "text",        "attributes"};
enum { json_count = sizeof json_names / sizeof *json_names, json_document_count = 7 };
static const hrefkit_field* json_fields[json_count];

static int has_key(const hrefkit_link* row, int key) {
  const hrefkit_field* const field = json_fields[key];
  if (row->header.data != NULL && key < json_document_count) return 0;
  if (field->type == HREFKIT_FIELD_NS && row->ns == HREFKIT_NS_OTHER) return 0;
  const int is_sparse = field->flags & HREFKIT_FIELD_SPARSE || field_requested(field);
  return !is_sparse || !is_none(field, row);
}

static PyObject* json_value(State* state, const hrefkit_link* row, int key, Memo* memo) {
  const hrefkit_field* const field = json_fields[key];
  const int is_null = (field->offset == offsetof(hrefkit_link, base) && row->base.data == NULL) ||
                      (field->offset == offsetof(hrefkit_link, loaded) && row->loaded.size == 0);
  return is_null ? Py_NewRef(Py_None) : field_value(state, field, row, NULL, memo);
}

static PyObject* json_row(State* state, const hrefkit_link* row, Memo* memos) {
  PyObject* dict = PyDict_New();
  for (int i = 0; dict != NULL && i < json_count; ++i) {
    if (!has_key(row, i)) continue;
    if (add_item(dict, json_names[i], json_value(state, row, i, memos + i)) < 0) {
      Py_CLEAR(dict);
    }
  }
  return dict;
}

static PyObject* links_to_dicts(PyObject* self, PyObject* ignored) {
  (void)ignored;
  State* const state = state_of(self);
  const Py_ssize_t size = links_length(self);
  PyObject* list = PyList_New(size);
  Memo memos[json_count];
  memset(memos, 0, sizeof memos);
  for (Py_ssize_t i = 0; list != NULL && i < size; ++i) {
    PyObject* const dict = json_row(state, link_at(self, i), memos);
    if (dict == NULL) {
      Py_CLEAR(list);
    } else {
      PyList_SetItem(list, i, dict);
    }
  }
  for (int i = 0; i < json_count; ++i) Py_XDECREF(memos[i].text);
  return list;
}

static PyObject* links_base(PyObject* self, void* ignored) {
  (void)ignored;
  return text_or_empty(links_of(self)->base);
}

static PyObject* links_base_source(PyObject* self, void* ignored) {
  (void)ignored;
  return PyUnicode_InternFromString(hrefkit_base_source_name(links_of(self)->base_source));
}

static PyObject* links_encoding(PyObject* self, void* ignored) {
  (void)ignored;
  return text_or_empty(links_of(self)->encoding);
}

static PyObject* links_encoding_source(PyObject* self, void* ignored) {
  (void)ignored;
  return text_or_empty(links_of(self)->encoding_source);
}

static PyObject* links_notes(PyObject* self, void* ignored) {
  (void)ignored;
  size_t count = 0;
  Links const* const links = links_of(self);
  if (links->notes != NULL) return PySequence_List(links->notes);
  const hrefkit_note* const notes = hrefkit_link_list_notes(links->list, &count);
  return rows_list(state_of(self), HREFKIT_ROW_NOTE, self, notes, count);
}

static PyObject* links_urls(PyObject* self, void* ignored) {
  (void)ignored;
  return column_list(self, find_field("url"));
}

static PyObject* links_repr(PyObject* self) {
  PyObject* const base = links_base(self, NULL);
  if (base == NULL) return NULL;
  PyObject* const text =
      PyUnicode_FromFormat("<hrefkit.Links: %zd links, base %R>", links_length(self), base);
  Py_DECREF(base);
  return text;
}

static int equal_text(hrefkit_view a, hrefkit_view b) {
  return a.size == b.size && (a.size == 0 || memcmp(a.data, b.data, a.size) == 0);
}

static int equal_links(PyObject* self, PyObject* other) {
  Links const* const a = links_of(self);
  Links const* const b = links_of(other);
  int equal = a->size == b->size && a->base_source == b->base_source &&
              equal_text(a->base, b->base) && equal_text(a->encoding, b->encoding) &&
              equal_text(a->encoding_source, b->encoding_source);
  for (size_t i = 0; equal && a != b && i < a->size; ++i) {
    const Py_ssize_t index = (Py_ssize_t)i;
    equal = equal_rows(HREFKIT_ROW_LINK, link_at(self, index), link_at(other, index));
  }
  return equal;
}

static PyObject* links_compare(PyObject* self, PyObject* other, int operation) {
  if (Py_TYPE(self) != Py_TYPE(other) || (operation != Py_EQ && operation != Py_NE)) {
    Py_RETURN_NOTIMPLEMENTED;
  }
  return PyBool_FromLong(equal_links(self, other) == (operation == Py_EQ));
}

/* By the base URL, the number of rows, and the first and the last of them. */
static Py_hash_t links_hash(PyObject* self) {
  const Py_ssize_t size = links_length(self);
  PyObject* const base = links_base(self, NULL);
  PyObject* const first = size == 0 ? Py_NewRef(Py_None) : links_item(self, 0);
  PyObject* const last = size == 0 ? Py_NewRef(Py_None) : links_item(self, size - 1);
  PyObject* const key = base == NULL || first == NULL || last == NULL
                            ? NULL
                            : Py_BuildValue("OnOO", base, size, first, last);
  const Py_hash_t hash = key == NULL ? -1 : PyObject_Hash(key);
  Py_XDECREF(key);
  Py_XDECREF(last);
  Py_XDECREF(first);
  Py_XDECREF(base);
  return hash;
}

/* Columns take less than rows: the same texts are stored once. */
static PyObject* links_reduce(PyObject* self, PyObject* ignored) {
  (void)ignored;
  PyObject* const none = PyTuple_New(0);
  PyObject* values = none == NULL ? NULL : PyDict_New();
  if (values != NULL &&
      (add_item(values, "columns", links_columns(self, none)) < 0 ||
       add_item(values, "base", links_base(self, NULL)) < 0 ||
       add_item(values, "base_source", links_base_source(self, NULL)) < 0 ||
       add_item(values, "encoding", links_encoding(self, NULL)) < 0 ||
       add_item(values, "encoding_source", links_encoding_source(self, NULL)) < 0 ||
       add_item(values, "notes", links_notes(self, NULL)) < 0)) {
    Py_CLEAR(values);
  }
  Py_XDECREF(none);
  return reduce_as(state_of(self), "Links", values);
}

static int restore_columns(Links* links, PyObject* columns, Keep* kept) {
  const size_t row_size = hrefkit_row_fields(HREFKIT_ROW_LINK)->size;
  PyObject* const lines = restored_value(columns, "line", &PyList_Type);
  if (lines == NULL) return -1;
  links->size = (size_t)PyList_Size(lines);
  links->copies = PyMem_Calloc(links->size + 1, row_size);
  links->rows = links->copies;
  if (links->copies == NULL) {
    PyErr_NoMemory();
    return -1;
  }
  for (const hrefkit_field* const* field = row_fields(HREFKIT_ROW_LINK); *field != NULL; ++field) {
    PyObject* const column = PyDict_GetItemString(columns, (*field)->name);
    if (column == NULL) continue;
    if (!PyList_Check(column) || (size_t)PyList_Size(column) != links->size) {
      PyErr_SetString(PyExc_TypeError, "a column of the pickle is not as long as the others");
      return -1;
    }
    for (size_t i = 0; i < links->size; ++i) {
      PyObject* const value = PyList_GetItem(column, (Py_ssize_t)i);
      if (restore_field(*field, value, kept, (char*)links->copies + i * row_size) < 0) return -1;
    }
  }
  return 0;
}

PyObject* links_restore(State* state, PyObject* values) {
  PyObject* const columns = restored_value(values, "columns", &PyDict_Type);
  PyObject* const base = restored_value(values, "base", &PyUnicode_Type);
  PyObject* const source = restored_value(values, "base_source", &PyUnicode_Type);
  PyObject* const encoding = restored_value(values, "encoding", &PyUnicode_Type);
  PyObject* const found = restored_value(values, "encoding_source", &PyUnicode_Type);
  PyObject* const notes = restored_value(values, "notes", &PyList_Type);
  if (columns == NULL || base == NULL || source == NULL || encoding == NULL || found == NULL ||
      notes == NULL) {
    return NULL;
  }
  PyObject* const self = PyType_GenericAlloc(state->links_type, 0);
  if (self == NULL) return NULL;
  Links* const links = links_of(self);
  Keep kept = {NULL};
  links->notes = Py_NewRef(notes);
  while (links->base_source < UINT8_MAX &&
         PyUnicode_CompareWithASCIIString(source, hrefkit_base_source_name(links->base_source)) !=
             0) {
    ++links->base_source;
  }
  PyObject* const texts[] = {base, encoding, found};
  hrefkit_view* const views[] = {&links->base, &links->encoding, &links->encoding_source};
  int failed = restore_columns(links, columns, &kept) < 0;
  for (int i = 0; i < 3 && !failed; ++i) {
    failed = keep(&kept, Py_NewRef(texts[i])) < 0 ||
             view_of(texts[i], "a text of the pickle", &kept, views[i]) < 0;
  }
  links->kept = kept.objects;
  if (!failed) return self;
  Py_DECREF(self);
  return NULL;
}

static PyGetSetDef links_fields[] = {
    {"base", links_base, NULL, "The document base URL of the page itself.", NULL},
    {"base_source", links_base_source, NULL, "Where the base is from: \"document\", \"base\", ...",
     NULL},
    {"encoding", links_encoding, NULL, "The page's encoding, such as \"Shift_JIS\".", NULL},
    {"encoding_source", links_encoding_source, NULL,
     "Where the encoding was found, such as \"meta\".", NULL},
    {"notes", links_notes, NULL, "What was noticed about the page: a new list of Note.", NULL},
    {"urls", links_urls, NULL, "The URL of each row, None where it does not resolve: a new list.",
     NULL},
    {NULL, NULL, NULL, NULL, NULL}};

static PyMethodDef links_methods[] = {
    {"column", links_column, METH_O,
     "column($self, name, /)\n--\n\n"
     "One attribute of all rows, as a list. KeyError for an unknown name."},
    {"columns", links_columns, METH_VARARGS,
     "columns($self, /, *names)\n--\n\n"
     "The attributes named, or all, as lists by name: pandas.DataFrame(links.columns()).\n"
     "KeyError for an unknown name."},
    {"to_dicts", links_to_dicts, METH_NOARGS,
     "to_dicts($self, /)\n--\n\n"
     "A dict for each row, with the names of attributes, in the order of `hrefkit resolve "
     "--format\n"
     "jsonl`. As there, attributes that most rows lack are left out where they say nothing."},
    {"count", (PyCFunction)(void (*)(void))links_count, METH_VARARGS | METH_KEYWORDS,
     "count($self, /, value)\n--\n\nHow many rows equal the link."},
    {"index", (PyCFunction)(void (*)(void))links_index, METH_VARARGS | METH_KEYWORDS,
     "index($self, /, value, start=0, stop=sys.maxsize)\n--\n\n"
     "The index of the first row that equals the link. ValueError where there is none."},
    {"__reduce__", links_reduce, METH_NOARGS, NULL},
    {"__copy__", return_self, METH_NOARGS, NULL},
    {"__deepcopy__", return_self, METH_O, NULL},
    {NULL, NULL, 0, NULL}};

static PyMemberDef links_members[] = {
    {"__weaklistoffset__", T_PYSSIZET, offsetof(Links, weak_references), READONLY, NULL},
    {NULL, 0, 0, 0, NULL}};

static PyType_Slot links_slots[] = {
    {Py_tp_doc,
     "The rows of one page, in source order: a sequence of Link. They are held compactly by the\n"
     "library for as long as the Links, or a Link of it, lives. Threads may share it."},
    {Py_tp_dealloc, links_dealloc},
    {Py_tp_getset, links_fields},
    {Py_tp_methods, links_methods},
    {Py_tp_members, links_members},
    {Py_tp_richcompare, links_compare},
    {Py_tp_hash, links_hash},
    {Py_tp_repr, links_repr},
    {Py_sq_length, links_length},
    {Py_sq_item, links_item},
    {Py_sq_contains, links_contains},
    {Py_mp_length, links_length},
    {Py_mp_subscript, links_subscript},
    {0, NULL}};
static PyType_Spec links_spec = {"hrefkit.Links", sizeof(Links), 0,
                                 Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION,
                                 links_slots};

int add_links(PyObject* module, State* state) {
  for (int i = 0; i < json_count; ++i) json_fields[i] = find_field(json_names[i]);
  state->links_type = add_type(module, &links_spec);
  return state->links_type == NULL ? -1 : 0;
}

PyObject* find_links(PyObject* module, PyObject* const* args, Py_ssize_t count,
                     PyObject* keywords) {
  static const char* const names[] = {"data", "url", NULL};
  State* const state = PyModule_GetState(module);
  PyObject* values[2];
  Reading reading;
  Page page;
  if (sort_arguments("links", names, 2, 1, values, &reading, args, count, keywords) < 0) {
    return NULL;
  }
  PyObject* links = NULL;
  if (page_begin(state, &page, values[0], values[1], &reading) == 0) {
    Call call;
    hrefkit_link_list* list = NULL;
    hrefkit_error error = HREFKIT_ERROR_INIT;
    call_begin(&call, state);
    const hrefkit_status status =
        hrefkit_find_links(page.bytes, page.size, page.url, &reading.options, &list, &error);
    call_end(&call);
    if (call_failed(&call, status, &error) == 0) links = links_new(state, list);
  }
  page_end(&page);
  reading_end(&reading);
  return links;
}
