/* Types of plain read-only fields: Note, Edit, Finding and others. An object holds its fields as
 * Python objects; two are equal where their fields are. */
#include <string.h>

#include "module.h"

enum { max_fields = 24 };

typedef struct {
  PyObject_HEAD Py_ssize_t count;
  PyObject* fields[];
} Record;

typedef struct {
  const char* name;
  const char* doc;
  const char* fields[2 * max_fields]; /* name, doc, name, doc */
} RecordRow;

static const RecordRow record_rows[record_count] = {
    [record_note] = {"hrefkit.Note",
                     "Something that was noticed about a page.",
                     {"code", "a word, such as \"undeclared-encoding\"", "message", "a sentence",
                      "severity",
                      "\"fault\": only a part of the page is reported; \"warning\"; \"remark\"",
                      "line", "from 1", "column", "from 1, in code points", "offset",
                      "in bytes, or code points of a str"}},
    [record_base_element] = {"hrefkit.BaseElement",
                             "A base element, and what became of it.",
                             {"href", "the value; None where it has none", "fate",
                              "\"used\", \"second\", \"in-template\", ...", "offset",
                              "in bytes, or code points of a str", "line", "from 1", "column",
                              "from 1, in code points"}},
    [record_base_scope] = {"hrefkit.BaseScope",
                           "An element with an xml:base that counts.",
                           {"element", "its name", "value", "of xml:base", "base",
                            "the base URL of what is in it; empty where the value does not resolve",
                            "offset", "in bytes, or code points of a str", "line", "from 1",
                            "column", "from 1, in code points"}},
    [record_context] = {"hrefkit.Context",
                        "The document of the page, or of a frame in it, with its base URL.",
                        {"path", "the frames' indexes, \"0.3\"; empty for the page itself",
                         "address", "the document's URL", "base", "its base URL", "source",
                         "where that is from: \"document\", \"base\", \"creator\", \"container\"",
                         "fallback", "the base URL that it has without base elements",
                         "fallback_source", "where that is from", "elements",
                         "the base elements, a list of BaseElement", "scopes",
                         "the elements with xml:base, a list of BaseScope"}},
    [record_edit] = {"hrefkit.Edit",
                     "One change of a page.",
                     {"offset",    "of what is replaced, in bytes, or code points of a str",
                      "length",    "the same unit",
                      "line",      "from 1",
                      "column",    "from 1, in code points",
                      "index",     "counts the URLs of one value, from 0",
                      "element",   "its local name",
                      "attribute", "its name; empty for the element's text",
                      "kind",      "what the link is for",
                      "context",   "the frames' indexes; empty for the page itself",
                      "raw",       "what was written there",
                      "value",     "what is written there now",
                      "before",    "where the link led",
                      "after",     "where it leads now; empty where a base element is dropped",
                      "reason",    "why: \"map\", \"rebase\", ..."}},
    [record_effect] =
        {"hrefkit.Effect",
         "What a change of base URLs does to one URL.",
         {"element",   "its local name",
          "attribute", "its name",
          "raw",       "as the DOM has it",
          "effect",    "\"hyperlink\", \"cite\" or \"none\"",
          "before",    "the URL; None where it does not resolve",
          "after",     "the URL; None where it does not resolve",
          "changed",   "after is not before",
          "stale",     "an open page keeps `before` until it is reloaded",
          "hazards",   "names such as \"fragment-leaves-page\", a list",
          "index",     "counts the URLs of one value, from 0",
          "kind",      "what the link is for",
          "offset",    "in bytes, or code points of a str",
          "length",    "the same unit",
          "line",      "from 1",
          "column",    "from 1, in code points",
          "context",   "the frames' indexes, \"0.3\"; empty for the page itself"}},
    [record_finding] = {"hrefkit.Finding",
                        "A broken link, or what else is wrong with a page.",
                        {"rule",        "its name, such as \"missing-file\"",
                         "severity",    "\"error\", \"warning\" or \"note\"",
                         "file",        "the folder as given, and the path below it",
                         "line",        "from 1",
                         "column",      "from 1, in code points",
                         "offset",      "in bytes",
                         "length",      "in bytes",
                         "element",     "its local name",
                         "attribute",   "its name",
                         "index",       "counts the URLs of one value, from 0",
                         "raw",         "as the DOM has it",
                         "url",         "the URL; None where it does not resolve",
                         "base",        "what it is relative to",
                         "base_source", "where that is from",
                         "target",      "the path below the folder that was looked for, or None",
                         "suggestion",  "the nearest path or id that exists, or None",
                         "message",     "a sentence",
                         "context",     "the frames' indexes; empty for the page itself",
                         "source_line", "the line, or some hundred bytes of it",
                         "status",      "of HTTP, where the link was asked for, or None",
                         "reason",      "a word such as \"dns\" where it was asked for, or None",
                         "final_url",   "where redirects lead, or None"}},
};

static Py_ssize_t field_count(const RecordRow* row) {
  Py_ssize_t count = 0;
  while (2 * count < 2 * max_fields && row->fields[2 * count] != NULL) ++count;
  return count;
}

/* The row of an object's type. */
static const RecordRow* row_of(PyObject* self) {
  State const* const state = state_of(self);
  for (int i = 0; i < record_count; ++i) {
    if (state->record_types[i] == Py_TYPE(self)) return record_rows + i;
  }
  return NULL;
}

static void record_dealloc(PyObject* self) {
  PyTypeObject* const type = Py_TYPE(self);
  Record* const record = (Record*)self;
  for (Py_ssize_t i = 0; i < record->count; ++i) Py_XDECREF(record->fields[i]);
  PyObject_Free(self);
  Py_DECREF(type);
}

/* The fields as a new tuple. */
static PyObject* fields_tuple(PyObject* self) {
  Record const* const record = (Record*)self;
  PyObject* const tuple = PyTuple_New(record->count);
  for (Py_ssize_t i = 0; tuple != NULL && i < record->count; ++i) {
    PyTuple_SetItem(tuple, i, Py_NewRef(record->fields[i]));
  }
  return tuple;
}

static PyObject* record_compare(PyObject* self, PyObject* other, int operation) {
  if (Py_TYPE(self) != Py_TYPE(other) || (operation != Py_EQ && operation != Py_NE)) {
    Py_RETURN_NOTIMPLEMENTED;
  }
  PyObject* const left = fields_tuple(self);
  PyObject* const right = left == NULL ? NULL : fields_tuple(other);
  PyObject* const answer = right == NULL ? NULL : PyObject_RichCompare(left, right, operation);
  Py_XDECREF(left);
  Py_XDECREF(right);
  return answer;
}

static Py_hash_t record_hash(PyObject* self) {
  PyObject* const tuple = fields_tuple(self);
  if (tuple == NULL) return -1;
  for (Py_ssize_t i = 0; i < PyTuple_Size(tuple); ++i) { /* a list counts by its members */
    PyObject* const field = PyTuple_GetItem(tuple, i);
    if (!PyList_Check(field)) continue;
    PyObject* const members = PyList_AsTuple(field);
    if (members == NULL || PyTuple_SetItem(tuple, i, members) < 0) {
      Py_DECREF(tuple);
      return -1;
    }
  }
  const Py_hash_t hash = PyObject_Hash(tuple);
  Py_DECREF(tuple);
  return hash;
}

static PyObject* record_repr(PyObject* self) {
  RecordRow const* const row = row_of(self);
  Record const* const record = (Record*)self;
  PyObject* text = PyUnicode_FromFormat("%s(", row->name);
  for (Py_ssize_t i = 0; text != NULL && i < record->count; ++i) {
    PyObject* const longer = PyUnicode_FromFormat("%U%s%s=%R", text, i == 0 ? "" : ", ",
                                                  row->fields[2 * i], record->fields[i]);
    Py_DECREF(text);
    text = longer;
  }
  PyObject* const whole = text == NULL ? NULL : PyUnicode_FromFormat("%U)", text);
  Py_XDECREF(text);
  return whole;
}

int add_records(PyObject* module, State* state) {
  static PyMemberDef members[record_count][max_fields + 1];
  for (int kind = 0; kind < record_count; ++kind) {
    RecordRow const* const row = record_rows + kind;
    const Py_ssize_t count = field_count(row);
    for (Py_ssize_t i = 0; i < count; ++i) {
      PyMemberDef* const member = &members[kind][i];
      member->name = (char*)row->fields[2 * i];
      member->doc = (char*)row->fields[2 * i + 1];
      member->type = T_OBJECT_EX;
      member->flags = READONLY;
      member->offset = (Py_ssize_t)(offsetof(Record, fields) + (size_t)i * sizeof(PyObject*));
    }
    PyType_Slot slots[] = {{Py_tp_doc, (void*)row->doc},
                           {Py_tp_members, members[kind]},
                           {Py_tp_dealloc, record_dealloc},
                           {Py_tp_richcompare, record_compare},
                           {Py_tp_hash, record_hash},
                           {Py_tp_repr, record_repr},
                           {0, NULL}};
    PyType_Spec spec = {row->name, (int)(sizeof(Record) + (size_t)count * sizeof(PyObject*)), 0,
                        Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION, slots};
    state->record_types[kind] = add_type(module, &spec);
    if (state->record_types[kind] == NULL) return -1;
  }
  return 0;
}

int record_begin(State* state, RecordKind kind, RecordBuilder* builder) {
  builder->next = 0;
  builder->record = PyType_GenericAlloc(state->record_types[kind], 0);
  if (builder->record == NULL) return -1;
  ((Record*)builder->record)->count = field_count(record_rows + kind);
  return 0;
}

void record_add(RecordBuilder* builder, PyObject* value) {
  Record* const record = (Record*)builder->record;
  if (value == NULL) {
    Py_CLEAR(builder->record);
  } else if (record == NULL) {
    Py_DECREF(value);
  } else {
    record->fields[builder->next++] = value;
  }
}

void record_add_number(RecordBuilder* builder, uint64_t value) {
  if (builder->record != NULL) record_add(builder, PyLong_FromUnsignedLongLong(value));
}

PyObject* record_end(RecordBuilder* builder) {
  if (builder->record != NULL && builder->next != ((Record*)builder->record)->count) {
    Py_CLEAR(builder->record);
    PyErr_SetString(PyExc_SystemError, "hrefkit: a record has too few fields");
  }
  return builder->record;
}

static PyObject* note_new(State* state, const hrefkit_note* note) {
  static const char* const severities[] = {"fault", "warning", "remark"};
  RecordBuilder builder;
  if (record_begin(state, record_note, &builder) < 0) return NULL;
  record_add(&builder, text_or_empty(note->code));
  record_add(&builder, text_or_empty(note->message));
  record_add(&builder, PyUnicode_InternFromString(note->severity < 3 ? severities[note->severity]
                                                                     : "remark"));
  record_add_number(&builder, note->line);
  record_add_number(&builder, note->column);
  record_add_number(&builder, note->offset);
  return record_end(&builder);
}

PyObject* notes_list(State* state, const hrefkit_note* notes, size_t count) {
  PyObject* const list = PyList_New((Py_ssize_t)count);
  for (size_t i = 0; list != NULL && i < count; ++i) {
    PyObject* const note = note_new(state, notes + i);
    if (note == NULL) {
      Py_DECREF(list);
      return NULL;
    }
    PyList_SetItem(list, (Py_ssize_t)i, note);
  }
  return list;
}
