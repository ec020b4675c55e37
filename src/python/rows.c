/* Links and Link: the rows of a page stay in the library. A Link points at its row and keeps the
 * list alive; text becomes a str on demand. */
#include <string.h>

#include "module.h"

typedef struct {
  PyObject_HEAD hrefkit_link_list* list;
} Links;

typedef struct {
  PyObject_HEAD PyObject* links; /* the list of the row; null for rows of callbacks */
  const hrefkit_link* row;       /* in the list, in `copy`, or, during a callback, in the library */
  void* copy;                    /* PyMem_Free */
} Link;

/* ---- the columns ---- */

/* The last text of a column: many rows have the same base, element and attribute. */
typedef struct {
  PyObject* text;
  hrefkit_view view;
} Memo;

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

static PyObject* memo_text_or_none(Memo* memo, hrefkit_view view) {
  if (view.data == NULL) Py_RETURN_NONE;
  return memo_text(memo, view);
}

typedef PyObject* (*MakeField)(State* state, const hrefkit_link* row, Memo* memo);

#define FIELD(name, expression)                                                     \
  static PyObject* make_##name(State* state, const hrefkit_link* row, Memo* memo) { \
    (void)state;                                                                    \
    (void)memo;                                                                     \
    return expression;                                                              \
  }
FIELD(url, text_or_none(row->url))
FIELD(raw, text_or_empty(row->raw))
FIELD(element, memo_text(memo, row->element))
FIELD(attribute, memo_text(memo, row->attribute))
FIELD(rel, memo_text_or_none(memo, row->rel))
FIELD(base, memo_text(memo, row->base))
FIELD(context, memo_text(memo, row->context))
FIELD(header, memo_text_or_none(memo, row->header))
FIELD(loaded, text_or_none(row->loaded))
FIELD(index, PyLong_FromUnsignedLong(row->index))
FIELD(line, PyLong_FromUnsignedLongLong(row->line))
FIELD(column, PyLong_FromUnsignedLongLong(row->column))
FIELD(offset, PyLong_FromUnsignedLongLong(row->offset))
FIELD(length, PyLong_FromUnsignedLongLong(row->length))
FIELD(reserved, PyBool_FromLong(row->reserved))
FIELD(kind, Py_NewRef(state->kinds[row->kind < kind_count ? row->kind : 0]))
FIELD(ns, Py_NewRef(state->ns[row->ns < ns_count ? row->ns : HREFKIT_NS_OTHER]))
FIELD(base_source,
      Py_NewRef(state->sources[row->base_source < source_count ? row->base_source : 0]))
FIELD(error, row->error == 0 ? Py_NewRef(Py_None)
                             : PyUnicode_InternFromString(hrefkit_url_error_code(row->error)))
/* In rows of the command the base is null if it is too long, or has no name. */
FIELD(json_base, memo_text_or_none(memo, row->base))

typedef struct {
  const char* name;
  MakeField make;
  const char* doc;
} Column;

static const Column columns[] = {
    {"url", make_url, "The absolute URL, ASCII; None where it does not resolve."},
    {"error", make_error, "Why there is no URL, such as \"invalid-port\"; else None."},
    {"raw", make_raw, "The value as the DOM has it, or one URL of it."},
    {"element", make_element, "The element's local name; empty in style sheets."},
    {"attribute", make_attribute,
     "The attribute's name, such as \"xlink:href\"; empty for the element's text."},
    {"ns", make_ns, "The element's namespace: \"html\", \"svg\", \"mathml\" or \"other\"."},
    {"kind", make_kind, "What the link is for: \"hyperlink\", \"image\", ..."},
    {"rel", make_rel, "The rel attribute of an a, area, link or form element, or None."},
    {"base", make_base, "The URL that it is relative to; empty with the error \"too-long\"."},
    {"base_source", make_base_source,
     "Where the base is from: \"document\", \"base\", \"xml-base\", \"creator\", \"container\"."},
    {"context", make_context, "The frames' indexes, \"0.3\"; empty for the page itself."},
    {"index", make_index, "Counts the URLs of one value, from 0."},
    {"line", make_line, "From 1."},
    {"column", make_column, "From 1, in code points."},
    {"offset", make_offset,
     "Where the URL is written: data[offset:offset + length], in bytes, or code points of a str."},
    {"length", make_length, "The length of the URL as written, in the unit of offset."},
    {"reserved", make_reserved,
     "True for about:legacy-compat and about:srcdoc, which lead nowhere."},
    {"header", make_header,
     "For rows of archives that are from the HTTP head: \"location\", \"link\", ...; else None."},
    {"loaded", make_loaded,
     "What a browser loads, where that is another URL: the link comes before the base element.\n"
     "Empty where it loads nothing; None where it loads `url`."},
};
enum { column_count = sizeof columns / sizeof *columns };

static const Column* find_column(PyObject* name) {
  for (int i = 0; PyUnicode_Check(name) && i < column_count; ++i) {
    if (PyUnicode_CompareWithASCIIString(name, columns[i].name) == 0) return columns + i;
  }
  PyErr_SetObject(PyUnicode_Check(name) ? PyExc_KeyError : PyExc_TypeError, name);
  return NULL;
}

/* ---- Link ---- */

static const hrefkit_link* row_of(PyObject* link) {
  return ((Link*)link)->row;
}

static PyObject* link_new(State* state, PyObject* links, const hrefkit_link* row) {
  PyObject* const self = PyType_GenericAlloc(state->link_type, 0);
  if (self == NULL) return NULL;
  ((Link*)self)->links = Py_XNewRef(links);
  ((Link*)self)->row = row;
  return self;
}

static void link_dealloc(PyObject* self) {
  PyTypeObject* const type = Py_TYPE(self);
  Py_XDECREF(((Link*)self)->links);
  PyMem_Free(((Link*)self)->copy);
  PyObject_Free(self);
  Py_DECREF(type);
}

enum { view_count = 9 };

/* The views of a row, in an order of ours. */
static void row_views(hrefkit_link* row, hrefkit_view** views) {
  hrefkit_view* const all[view_count] = {&row->url,       &row->raw,    &row->element,
                                         &row->attribute, &row->base,   &row->context,
                                         &row->rel,       &row->header, &row->loaded};
  memcpy(views, all, sizeof all);
}

/* A row with its text in one block of memory. */
static void* copy_row(const hrefkit_link* row) {
  hrefkit_link copied = *row;
  hrefkit_view* views[view_count];
  row_views(&copied, views);
  size_t size = sizeof copied;
  for (int i = 0; i < view_count; ++i) size += views[i]->size;
  char* const block = PyMem_Malloc(size);
  if (block == NULL) return NULL;
  char* out = block + sizeof copied;
  for (int i = 0; i < view_count; ++i) {
    if (views[i]->data == NULL) continue;
    memcpy(out, views[i]->data, views[i]->size);
    views[i]->data = out;
    out += views[i]->size;
  }
  memcpy(block, &copied, sizeof copied);
  return block;
}

PyObject* link_of_callback(State* state, const hrefkit_link* row) {
#ifdef Py_GIL_DISABLED /* another thread may read the row when the callback ends */
  PyObject* const link = link_new(state, NULL, NULL);
  if (link == NULL) return NULL;
  ((Link*)link)->copy = copy_row(row);
  ((Link*)link)->row = ((Link*)link)->copy;
  if (row_of(link) != NULL) return link;
  Py_DECREF(link);
  return PyErr_NoMemory();
#else
  return link_new(state, NULL, row);
#endif
}

void link_callback_end(PyObject* link) {
  static const hrefkit_link empty;
  Link* const self = (Link*)link;
  if (Py_REFCNT(link) > 1 && self->copy == NULL) {
    self->copy = copy_row(self->row);
    self->row = self->copy != NULL ? self->copy : &empty;
    if (self->copy == NULL && !PyErr_Occurred()) PyErr_NoMemory();
  }
  Py_DECREF(link);
}

static PyObject* link_field(PyObject* self, void* column) {
  return ((const Column*)column)->make(state_of(self), row_of(self), NULL);
}

/* Adds a value under a name; steals the value. */
static int add_item(PyObject* dict, const char* name, PyObject* value) {
  if (value == NULL) return -1;
  const int failed = PyDict_SetItemString(dict, name, value);
  Py_DECREF(value);
  return failed;
}

static PyObject* link_as_dict(PyObject* self, PyObject* ignored) {
  (void)ignored;
  PyObject* const dict = PyDict_New();
  for (int i = 0; dict != NULL && i < column_count; ++i) {
    if (add_item(dict, columns[i].name, link_field(self, (void*)(columns + i))) < 0) {
      Py_DECREF(dict);
      return NULL;
    }
  }
  return dict;
}

static int equal_views(hrefkit_view a, hrefkit_view b) {
  if ((a.data == NULL) != (b.data == NULL) || a.size != b.size) return 0;
  return a.size == 0 || memcmp(a.data, b.data, a.size) == 0;
}

static int equal_rows(const hrefkit_link* a, const hrefkit_link* b) {
  if (a == b) return 1;
  hrefkit_view *left[view_count], *right[view_count];
  hrefkit_link x = *a, y = *b;
  row_views(&x, left);
  row_views(&y, right);
  for (int i = 0; i < view_count; ++i) {
    if (!equal_views(*left[i], *right[i])) return 0;
  }
  return a->offset == b->offset && a->length == b->length && a->line == b->line &&
         a->column == b->column && a->index == b->index && a->kind == b->kind &&
         a->base_source == b->base_source && a->ns == b->ns && a->error == b->error &&
         a->reserved == b->reserved;
}

static PyObject* link_compare(PyObject* self, PyObject* other, int operation) {
  if (Py_TYPE(self) != Py_TYPE(other) || (operation != Py_EQ && operation != Py_NE)) {
    Py_RETURN_NOTIMPLEMENTED;
  }
  return PyBool_FromLong(equal_rows(row_of(self), row_of(other)) == (operation == Py_EQ));
}

static Py_hash_t link_hash(PyObject* self) {
  hrefkit_link const* const row = row_of(self);
  PyObject* const text = text_or_empty(row->url.data != NULL ? row->url : row->raw);
  if (text == NULL) return -1;
  const Py_hash_t hash = PyObject_Hash(text);
  Py_DECREF(text);
  const Py_uhash_t mixed = (Py_uhash_t)hash ^ (Py_uhash_t)(row->offset * 1000003u + row->index);
  return mixed == (Py_uhash_t)-1 ? -2 : (Py_hash_t)mixed;
}

static PyObject* link_repr(PyObject* self) {
  hrefkit_link const* const row = row_of(self);
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

static PyGetSetDef link_fields[column_count + 1];

static PyMethodDef link_methods[] = {
    {"as_dict", link_as_dict, METH_NOARGS,
     "as_dict($self, /)\n--\n\nThe attributes as a dict, by their names here."},
    {"__reduce__", no_pickle, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL}};

static PyType_Slot link_slots[] = {
    {Py_tp_doc,
     "One place that names a URL. Read-only, equal and hashable by value. A link keeps the Links\n"
     "that it is from alive; its attributes are made when they are asked for."},
    {Py_tp_dealloc, link_dealloc},
    {Py_tp_getset, link_fields},
    {Py_tp_methods, link_methods},
    {Py_tp_richcompare, link_compare},
    {Py_tp_hash, link_hash},
    {Py_tp_repr, link_repr},
    {0, NULL}};
static PyType_Spec link_spec = {"hrefkit.Link", sizeof(Link), 0,
                                Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION, link_slots};

/* ---- Links ---- */

static hrefkit_link_list* list_of(PyObject* links) {
  return ((Links*)links)->list;
}

PyObject* links_new(State* state, hrefkit_link_list* list) {
  PyObject* const self = PyType_GenericAlloc(state->links_type, 0);
  if (self == NULL) {
    hrefkit_link_list_free(list);
    return NULL;
  }
  ((Links*)self)->list = list;
  return self;
}

static void links_dealloc(PyObject* self) {
  PyTypeObject* const type = Py_TYPE(self);
  hrefkit_link_list_free(list_of(self));
  PyObject_Free(self);
  Py_DECREF(type);
}

static Py_ssize_t links_length(PyObject* self) {
  return (Py_ssize_t)hrefkit_link_list_size(list_of(self));
}

static PyObject* links_item(PyObject* self, Py_ssize_t index) {
  if (index < 0 || index >= links_length(self)) {
    PyErr_SetString(PyExc_IndexError, "there is no link with this index");
    return NULL;
  }
  return link_new(state_of(self), self, hrefkit_link_list_rows(list_of(self)) + index);
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
  hrefkit_link const* const rows = hrefkit_link_list_rows(list_of(self));
  if (Py_TYPE(value) != state_of(self)->link_type) return -1;
  for (; index < stop; ++index) {
    if (equal_rows(rows + index, row_of(value))) return index;
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

static PyObject* column_list(PyObject* self, MakeField make) {
  State* const state = state_of(self);
  hrefkit_link const* const rows = hrefkit_link_list_rows(list_of(self));
  const Py_ssize_t size = links_length(self);
  PyObject* list = PyList_New(size);
  Memo memo = {NULL, {NULL, 0}};
  for (Py_ssize_t i = 0; list != NULL && i < size; ++i) {
    PyObject* const value = make(state, rows + i, &memo);
    if (value == NULL) {
      Py_CLEAR(list);
    } else {
      PyList_SetItem(list, i, value);
    }
  }
  Py_XDECREF(memo.text);
  return list;
}

static PyObject* links_column(PyObject* self, PyObject* name) {
  Column const* const column = find_column(name);
  return column == NULL ? NULL : column_list(self, column->make);
}

static PyObject* links_columns(PyObject* self, PyObject* names) {
  const Py_ssize_t count = PyTuple_Size(names);
  PyObject* const dict = PyDict_New();
  int failed = dict == NULL;
  for (Py_ssize_t i = 0; !failed && i < (count == 0 ? column_count : count); ++i) {
    Column const* const column = count == 0 ? columns + i : find_column(PyTuple_GetItem(names, i));
    failed = column == NULL || add_item(dict, column->name, column_list(self, column->make)) < 0;
  }
  if (!failed) return dict;
  Py_XDECREF(dict);
  return NULL;
}

/* The condition for a key in a row of the command. */
typedef enum {
  key_always,
  key_document, /* not in rows of HTTP fields */
  key_header,
  key_foreign,
  key_failed,
  key_reserved,
  key_rel,
  key_context,
  key_loaded
} KeyPresence;

typedef struct {
  const char* key;
  MakeField make;
  KeyPresence presence;
} JsonKey;

/* In the order of `hrefkit resolve --format jsonl`. */
static const JsonKey json_keys[] = {
    {"line", make_line, key_document},
    {"column", make_column, key_document},
    {"offset", make_offset, key_document},
    {"length", make_length, key_document},
    {"element", make_element, key_document},
    {"attribute", make_attribute, key_document},
    {"ns", make_ns, key_foreign},
    {"header", make_header, key_header},
    {"index", make_index, key_always},
    {"raw", make_raw, key_always},
    {"kind", make_kind, key_always},
    {"base", make_json_base, key_always},
    {"baseSource", make_base_source, key_always},
    {"url", make_url, key_always},
    {"error", make_error, key_failed},
    {"reserved", make_reserved, key_reserved},
    {"rel", make_rel, key_rel},
    {"context", make_context, key_context},
    {"loaded", make_loaded, key_loaded},
};
enum { json_key_count = sizeof json_keys / sizeof *json_keys };

static int has_key(const hrefkit_link* row, KeyPresence presence) {
  const int is_header = row->header.data != NULL;
  switch (presence) {
    case key_always:
      return 1;
    case key_document:
      return !is_header;
    case key_header:
      return is_header;
    case key_foreign:
      return !is_header && (row->ns == HREFKIT_NS_SVG || row->ns == HREFKIT_NS_MATHML);
    case key_failed:
      return row->error != 0;
    case key_reserved:
      return row->reserved != 0;
    case key_rel:
      return row->rel.data != NULL;
    case key_context:
      return row->context.size != 0;
    case key_loaded:
      return row->loaded.data != NULL;
  }
  return 0;
}

static PyObject* json_row(State* state, const hrefkit_link* row, Memo* memos) {
  PyObject* const dict = PyDict_New();
  for (int i = 0; dict != NULL && i < json_key_count; ++i) {
    JsonKey const* const key = json_keys + i;
    if (!has_key(row, key->presence)) continue;
    const int is_null = key->presence == key_loaded && row->loaded.size == 0;
    PyObject* const value = is_null ? Py_NewRef(Py_None) : key->make(state, row, memos + i);
    if (add_item(dict, key->key, value) < 0) {
      Py_DECREF(dict);
      return NULL;
    }
  }
  return dict;
}

static PyObject* links_to_dicts(PyObject* self, PyObject* ignored) {
  (void)ignored;
  State* const state = state_of(self);
  hrefkit_link const* const rows = hrefkit_link_list_rows(list_of(self));
  const Py_ssize_t size = links_length(self);
  PyObject* list = PyList_New(size);
  Memo memos[json_key_count];
  memset(memos, 0, sizeof memos);
  for (Py_ssize_t i = 0; list != NULL && i < size; ++i) {
    PyObject* const dict = json_row(state, rows + i, memos);
    if (dict == NULL) {
      Py_CLEAR(list);
    } else {
      PyList_SetItem(list, i, dict);
    }
  }
  for (int i = 0; i < json_key_count; ++i) Py_XDECREF(memos[i].text);
  return list;
}

static PyObject* links_base(PyObject* self, void* ignored) {
  (void)ignored;
  return text_or_empty(hrefkit_link_list_base(list_of(self)));
}

static PyObject* links_base_source(PyObject* self, void* ignored) {
  (void)ignored;
  const char* const name = hrefkit_base_source_name(hrefkit_link_list_base_source(list_of(self)));
  return PyUnicode_InternFromString(name);
}

static PyObject* links_encoding(PyObject* self, void* ignored) {
  (void)ignored;
  return text_or_empty(hrefkit_link_list_encoding(list_of(self)));
}

static PyObject* links_encoding_source(PyObject* self, void* ignored) {
  (void)ignored;
  return text_or_empty(hrefkit_link_list_encoding_source(list_of(self)));
}

static PyObject* links_notes(PyObject* self, void* ignored) {
  (void)ignored;
  size_t count = 0;
  const hrefkit_note* const notes = hrefkit_link_list_notes(list_of(self), &count);
  return notes_list(state_of(self), notes, count);
}

static PyObject* links_urls(PyObject* self, void* ignored) {
  (void)ignored;
  return column_list(self, make_url);
}

static PyObject* links_repr(PyObject* self) {
  PyObject* const base = links_base(self, NULL);
  if (base == NULL) return NULL;
  PyObject* const text =
      PyUnicode_FromFormat("<hrefkit.Links: %zd links, base %R>", links_length(self), base);
  Py_DECREF(base);
  return text;
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
     "A dict for each row, with the keys of `hrefkit resolve --format jsonl`, but for the file."},
    {"count", (PyCFunction)(void (*)(void))links_count, METH_VARARGS | METH_KEYWORDS,
     "count($self, /, value)\n--\n\nHow many rows equal the link."},
    {"index", (PyCFunction)(void (*)(void))links_index, METH_VARARGS | METH_KEYWORDS,
     "index($self, /, value, start=0, stop=sys.maxsize)\n--\n\n"
     "The index of the first row that equals the link. ValueError where there is none."},
    {"__reduce__", no_pickle, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL}};

static PyType_Slot links_slots[] = {
    {Py_tp_doc,
     "The rows of one page, in source order: a sequence of Link. They are held compactly by the\n"
     "library for as long as the Links, or a Link of it, lives. Threads may share it."},
    {Py_tp_dealloc, links_dealloc},
    {Py_tp_getset, links_fields},
    {Py_tp_methods, links_methods},
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

int add_rows(PyObject* module, State* state) {
  for (int i = 0; i < column_count; ++i) {
    const PyGetSetDef field = {columns[i].name, link_field, NULL, columns[i].doc,
                               (void*)(columns + i)};
    link_fields[i] = field;
  }
  state->link_type = add_type(module, &link_spec);
  state->links_type = state->link_type == NULL ? NULL : add_type(module, &links_spec);
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
