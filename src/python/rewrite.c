/* rewrite() and Rewriter: the links of a page, changed. */
#include <string.h>

#include "module.h"

/* ---- Rewritten ---- */

typedef struct {
  PyObject_HEAD hrefkit_rewritten* page; /* for the edits and notes, which are made on demand */
  PyObject *edits, *notes;               /* lists in an object of a pickle, which has no page */
  PyObject* data;                        /* bytes or str */
  PyObject* decoding[decoding_count];    /* arguments that say how bytes are decoded, or null */
  size_t uncovered;
  int changed;
} Rewritten;

static void rewritten_dealloc(PyObject* self) {
  PyTypeObject* const type = Py_TYPE(self);
  Rewritten* const rewritten = (Rewritten*)self;
  hrefkit_rewritten_free(rewritten->page);
  Py_XDECREF(rewritten->edits);
  Py_XDECREF(rewritten->notes);
  Py_XDECREF(rewritten->data);
  for (int i = 0; i < decoding_count; ++i) Py_XDECREF(rewritten->decoding[i]);
  PyObject_Free(self);
  Py_DECREF(type);
}

static PyObject* rewritten_edits(PyObject* self, void* ignored) {
  (void)ignored;
  size_t count = 0;
  if (((Rewritten*)self)->edits != NULL) return PySequence_List(((Rewritten*)self)->edits);
  const hrefkit_edit* const edits = hrefkit_rewritten_edits(((Rewritten*)self)->page, &count);
  return rows_list(state_of(self), HREFKIT_ROW_EDIT, self, edits, count);
}

static PyObject* rewritten_bytes(PyObject* self, PyObject* ignored) {
  (void)ignored;
  PyObject* const data = ((Rewritten*)self)->data;
  return PyUnicode_Check(data) ? PyUnicode_AsUTF8String(data) : Py_NewRef(data);
}

static PyObject* rewritten_str(PyObject* self) {
  Rewritten const* const rewritten = (Rewritten*)self;
  if (PyUnicode_Check(rewritten->data)) return Py_NewRef(rewritten->data);
  PyObject* const name = codec_of(state_of(self), rewritten->data, rewritten->decoding);
  if (name == NULL) return NULL;
  const char* const codec = PyUnicode_AsUTF8AndSize(name, NULL);
  PyObject* const text =
      codec == NULL ? NULL : PyUnicode_FromEncodedObject(rewritten->data, codec, "replace");
  Py_DECREF(name);
  return text;
}

static PyObject* rewritten_repr(PyObject* self) {
  Rewritten const* const rewritten = (Rewritten*)self;
  size_t count = 0;
  hrefkit_rewritten_edits(rewritten->page, &count);
  if (rewritten->edits != NULL) count = (size_t)PyList_Size(rewritten->edits);
  return PyUnicode_FromFormat("<hrefkit.Rewritten: %s, %zu edits>",
                              rewritten->changed ? "changed" : "not changed", count);
}

static PyObject* rewritten_data(PyObject* self, void* ignored) {
  (void)ignored;
  return Py_NewRef(((Rewritten*)self)->data);
}

static PyObject* rewritten_notes(PyObject* self, void* ignored) {
  (void)ignored;
  size_t count = 0;
  if (((Rewritten*)self)->notes != NULL) return PySequence_List(((Rewritten*)self)->notes);
  const hrefkit_note* const notes = hrefkit_rewritten_notes(((Rewritten*)self)->page, &count);
  return rows_list(state_of(self), HREFKIT_ROW_NOTE, self, notes, count);
}

static PyObject* rewritten_uncovered(PyObject* self, void* ignored) {
  (void)ignored;
  return PyLong_FromSize_t(((Rewritten*)self)->uncovered);
}

static PyObject* rewritten_changed(PyObject* self, void* ignored) {
  (void)ignored;
  return PyBool_FromLong(((Rewritten*)self)->changed);
}

static PyObject* rewritten_compare(PyObject* self, PyObject* other, int operation) {
  if (Py_TYPE(self) != Py_TYPE(other) || (operation != Py_EQ && operation != Py_NE)) {
    Py_RETURN_NOTIMPLEMENTED;
  }
  Rewritten const* const a = (Rewritten*)self;
  Rewritten const* const b = (Rewritten*)other;
  int equal = a->changed != b->changed || a->uncovered != b->uncovered
                  ? 0
                  : PyObject_RichCompareBool(a->data, b->data, Py_EQ);
  PyObject* (*const lists[])(PyObject*, void*) = {rewritten_edits, rewritten_notes};
  for (int i = 0; i < 2 && equal > 0; ++i) {
    PyObject* const ours = lists[i](self, NULL);
    PyObject* const theirs = ours == NULL ? NULL : lists[i](other, NULL);
    equal = theirs == NULL ? -1 : PyObject_RichCompareBool(ours, theirs, Py_EQ);
    Py_XDECREF(ours);
    Py_XDECREF(theirs);
  }
  return equal < 0 ? NULL : PyBool_FromLong(equal == (operation == Py_EQ));
}

static Py_hash_t rewritten_hash(PyObject* self) {
  return PyObject_Hash(((Rewritten*)self)->data);
}

static PyObject* rewritten_reduce(PyObject* self, PyObject* ignored) {
  (void)ignored;
  Rewritten const* const rewritten = (Rewritten*)self;
  PyObject* const decoding = PyTuple_New(decoding_count);
  PyObject* values = decoding == NULL ? NULL : PyDict_New();
  for (int i = 0; decoding != NULL && i < decoding_count; ++i) {
    PyObject* const value = rewritten->decoding[i];
    PyTuple_SetItem(decoding, i, Py_NewRef(value != NULL ? value : Py_None));
  }
  if (values != NULL && (add_item(values, "data", Py_NewRef(rewritten->data)) < 0 ||
                         add_item(values, "changed", rewritten_changed(self, NULL)) < 0 ||
                         add_item(values, "uncovered", rewritten_uncovered(self, NULL)) < 0 ||
                         add_item(values, "edits", rewritten_edits(self, NULL)) < 0 ||
                         add_item(values, "notes", rewritten_notes(self, NULL)) < 0 ||
                         add_item(values, "decoding", Py_NewRef(decoding)) < 0)) {
    Py_CLEAR(values);
  }
  Py_XDECREF(decoding);
  return reduce_as(state_of(self), "Rewritten", values);
}

PyObject* rewritten_restore(State* state, PyObject* values) {
  PyObject* const data = PyDict_GetItemString(values, "data");
  PyObject* const changed = restored_value(values, "changed", &PyBool_Type);
  PyObject* const uncovered = restored_value(values, "uncovered", &PyLong_Type);
  PyObject* const edits = restored_value(values, "edits", &PyList_Type);
  PyObject* const notes = restored_value(values, "notes", &PyList_Type);
  PyObject* const decoding = restored_value(values, "decoding", &PyTuple_Type);
  if (changed == NULL || uncovered == NULL || edits == NULL || notes == NULL || decoding == NULL) {
    return NULL;
  }
  if (data == NULL || !(PyUnicode_Check(data) || PyBytes_Check(data))) {
    PyErr_SetString(PyExc_TypeError, "the pickle has no str or bytes for data");
    return NULL;
  }
  const size_t count = PyLong_AsSize_t(uncovered);
  if (PyErr_Occurred()) return NULL;
  PyObject* const self = PyType_GenericAlloc(state->rewritten_type, 0);
  if (self == NULL) return NULL;
  Rewritten* const rewritten = (Rewritten*)self;
  rewritten->data = Py_NewRef(data);
  rewritten->changed = changed == Py_True;
  rewritten->uncovered = count;
  rewritten->edits = Py_NewRef(edits);
  rewritten->notes = Py_NewRef(notes);
  for (int i = 0; i < decoding_count && i < PyTuple_Size(decoding); ++i) {
    PyObject* const value = PyTuple_GetItem(decoding, i);
    if (value != Py_None) rewritten->decoding[i] = Py_NewRef(value);
  }
  return self;
}

static PyGetSetDef rewritten_fields[] = {
    {"data", rewritten_data, NULL, "The new page: a str where a str went in, else bytes.", NULL},
    {"changed", rewritten_changed, NULL, "False where the page is as it was.", NULL},
    {"edits", rewritten_edits, NULL,
     "The changes in source order: a new list of Edit; empty with edits=False.", NULL},
    {"uncovered", rewritten_uncovered, NULL,
     "How many links lie below no prefix of rebase; 0 without rebase.", NULL},
    {"notes", rewritten_notes, NULL, "What was noticed about the page: a new list of Note.", NULL},
    {NULL, NULL, NULL, NULL, NULL}};

static PyMethodDef rewritten_methods[] = {
    {"__bytes__", rewritten_bytes, METH_NOARGS,
     "__bytes__($self, /)\n--\n\nThe new page; in UTF-8 where a str went in."},
    {"__class_getitem__", Py_GenericAlias, METH_O | METH_CLASS,
     "Rewritten[str] and Rewritten[bytes], for annotations."},
    {"__reduce__", rewritten_reduce, METH_NOARGS, NULL},
    {"__copy__", return_self, METH_NOARGS, NULL},
    {"__deepcopy__", return_self, METH_O, NULL},
    {NULL, NULL, 0, NULL}};

static PyType_Slot rewritten_slots[] = {
    {Py_tp_doc,
     "A page whose links were changed. `data`, bytes() and str() give it; str() decodes bytes by\n"
     "the page's encoding."},
    {Py_tp_dealloc, rewritten_dealloc},
    {Py_tp_getset, rewritten_fields},
    {Py_tp_methods, rewritten_methods},
    {Py_tp_richcompare, rewritten_compare},
    {Py_tp_hash, rewritten_hash},
    {Py_tp_str, rewritten_str},
    {Py_tp_repr, rewritten_repr},
    {0, NULL}};
static PyType_Spec rewritten_spec = {"hrefkit.Rewritten", sizeof(Rewritten), 0,
                                     Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION,
                                     rewritten_slots};

/* ---- the function that answers URLs ---- */

/* One run of a rewriter, in the thread that asked for it. */
typedef struct Changer {
  Call call;
  PyObject* change;
  hrefkit_view page_url; /* the base of answers */
  struct Changer* outer; /* the run whose function began this one, or null */
} Changer;

/* The run of this thread. A prepared rewriter has one callback for all its runs, and the library
 * calls it from the thread of the run. */
static _Thread_local Changer* current;

/* UrlError with the reason why the answer is not a URL. */
static void raise_answer(const Changer* changer, PyObject* answer, hrefkit_view text) {
  const hrefkit_view utf_8 = {NULL, 0};
  hrefkit_url *base = NULL, *url = NULL;
  hrefkit_error error = HREFKIT_ERROR_INIT;
  hrefkit_url_parse(changer->page_url, NULL, utf_8, &base, &error);
  const hrefkit_status status = hrefkit_url_parse(text, base, utf_8, &url, &error);
  const char* const code = status == HREFKIT_E_URL && error.detail > 0
                               ? hrefkit_url_error_code((hrefkit_url_error)error.detail)
                               : "url";
  raise_error(changer->call.state, error_url, code,
              PyUnicode_FromFormat("change() answered %R, which is not a URL", answer));
  hrefkit_url_free(url);
  hrefkit_url_free(base);
}

static void give_answer(const Changer* changer, PyObject* value, hrefkit_answer* answer) {
  Keep kept = {NULL};
  hrefkit_view text;
  if (url_view(changer->call.state, value, "the answer of change()", &kept, &text) == 0 &&
      text.data != NULL) {
    const hrefkit_status status = hrefkit_answer_set(answer, text);
    if (status == HREFKIT_E_MEMORY) {
      PyErr_NoMemory();
    } else if (status != HREFKIT_OK) {
      raise_answer(changer, value, text);
    }
  }
  keep_end(&kept);
}

static int64_t answer_link(void* user, const void* row, void* answer) {
  Changer* const changer = user;
  PyObject* const link = link_of_callback(changer->call.state, row);
  if (link == NULL) return -1;
  PyObject* const value = PyObject_CallFunctionObjArgs(changer->change, link, NULL);
  if (value != NULL) {
    give_answer(changer, value, answer);
    Py_DECREF(value);
  }
  link_callback_end(link);
  return 0;
}

static int change_url(void* user, const hrefkit_link* row, hrefkit_answer* answer) {
  (void)user;
  Changer* const changer = current;
  const int result = (int)run_callback(&changer->call, answer_link, changer, row, answer);
  current = changer;
  return result;
}

/* ---- options ---- */

enum {
  option_change,
  option_map,
  option_rebase,
  option_form,
  option_new_url,
  option_drop_base,
  option_drop_xml_base,
  option_keep,
  option_verify,
  option_edits,
  option_count
};
#define OPTION_NAMES                                                                            \
  "change", "map", "rebase", "form", "new_url", "drop_base", "drop_xml_base", "keep", "verify", \
      "edits"

/* The options of a rewriter as the library takes them, and what they view. */
typedef struct {
  Reading reading;
  hrefkit_rewrite_options options;
  hrefkit_pair *map, *rebase;
  PyObject* change; /* a function, borrowed; or null */
} Rules;

static void rules_end(Rules* rules) {
  PyMem_Free(rules->map);
  PyMem_Free(rules->rebase);
  reading_end(&rules->reading);
}

/* Sets a flag of the options where the argument is true. */
static int read_truth(PyObject* value, int none, uint8_t* flag) {
  const int is_true = value == NULL ? none : PyObject_IsTrue(value);
  if (is_true < 0) return -1;
  *flag = (uint8_t)is_true;
  return 0;
}

static int read_keep(PyObject* value, uint32_t* flags) {
  static const char* const names[] = {"canonical", "alternate", "og", "fragments", "guid", NULL};
  uint64_t bits = HREFKIT_KEEP_DEFAULT;
  if (value != NULL && choices_of(value, "keep", names, &bits) < 0) return -1;
  *flags = (uint32_t)bits;
  return 0;
}

/* `change` is a function, which the options call, or a mapping of URLs, as `map` is. */
static int read_change(PyObject* value, PyObject* map, Rules* rules) {
  hrefkit_rewrite_options* const options = &rules->options;
  const char* name = "map";
  if (value != NULL && value != Py_None) {
    if (PyCallable_Check(value)) {
      rules->change = value;
      options->map_url = change_url;
    } else if (!PyDict_Check(value) && !PyObject_HasAttrString(value, "items")) {
      PyErr_Format(PyExc_TypeError, "change must be a mapping or a function, not %R",
                   (PyObject*)Py_TYPE(value));
      return -1;
    } else if (map != NULL && map != Py_None) {
      PyErr_SetString(PyExc_TypeError, "change and map are two mappings: give one");
      return -1;
    } else {
      map = value;
      name = "change";
    }
  }
  if (pairs_of(map, name, 1, &rules->reading.kept, &rules->map, &options->map_count) < 0) return -1;
  options->map = rules->map;
  return 0;
}

/* Reads the arguments but for the page. `rules->reading.given` is set. */
static int read_rules(State* state, PyObject** values, Rules* rules) {
  static const char* const forms[] = {"as-written", "absolute", "relative", "root-relative", NULL};
  static const hrefkit_rewrite_options defaults = HREFKIT_REWRITE_OPTIONS_INIT;
  hrefkit_rewrite_options* const options = &rules->options;
  Keep* const kept = &rules->reading.kept;
  uint8_t verify = 1, edits = 1;
  int form = 0;
  *options = defaults;
  if (reading_apply(&rules->reading) < 0) return -1;
  if (values[option_form] != NULL) form = choice_of(values[option_form], "form", forms);
  if (form < 0 || read_change(values[option_change], values[option_map], rules) < 0 ||
      pairs_of(values[option_rebase], "rebase", 0, kept, &rules->rebase, &options->rebase_count) <
          0 ||
      url_view(state, values[option_new_url], "new_url", kept, &options->new_url) < 0 ||
      read_truth(values[option_drop_base], 0, &options->drop_base) < 0 ||
      read_truth(values[option_drop_xml_base], 0, &options->drop_xml_base) < 0 ||
      read_truth(values[option_verify], 1, &verify) < 0 ||
      read_truth(values[option_edits], 1, &edits) < 0 ||
      read_keep(values[option_keep], &options->keep) < 0) {
    return -1;
  }
  options->form = (uint8_t)form;
  options->no_verify = !verify;
  options->no_edits = !edits;
  options->rebase = rules->rebase;
  options->find = &rules->reading.options;
  return 0;
}

static PyObject* rewritten_new(State* state, hrefkit_rewritten* page, const Page* source,
                               const Reading* reading) {
  PyObject* const self = PyType_GenericAlloc(state->rewritten_type, 0);
  if (self == NULL) {
    hrefkit_rewritten_free(page);
    return NULL;
  }
  Rewritten* const rewritten = (Rewritten*)self;
  rewritten->page = page;
  rewritten->changed = hrefkit_rewritten_changed(page) != 0;
  rewritten->uncovered = hrefkit_rewritten_uncovered(page);
  const hrefkit_view text = hrefkit_rewritten_bytes(page);
  if (source->is_text) {
    rewritten->data = text_or_empty(text);
  } else {
    rewritten->data = PyBytes_FromStringAndSize(text.data, (Py_ssize_t)text.size);
    for (int i = 0; i < decoding_count; ++i) rewritten->decoding[i] = Py_XNewRef(reading->given[i]);
  }
  if (rewritten->data != NULL) return self;
  Py_DECREF(self);
  return NULL;
}

/* The page by a rewriter; by its rules where that is null. */
static PyObject* run_rules(State* state, const Rules* rules, const hrefkit_rewriter* rewriter,
                           const Page* page) {
  hrefkit_rewritten* rewritten = NULL;
  hrefkit_error error = HREFKIT_ERROR_INIT;
  Changer changer;
  memset(&changer, 0, sizeof changer);
  changer.change = rules->change;
  changer.page_url = rules->options.new_url.data != NULL ? rules->options.new_url : page->url;
  changer.outer = current;
  call_begin(&changer.call, state);
  current = &changer;
  const hrefkit_status status =
      rewriter != NULL
          ? hrefkit_rewriter_run(rewriter, page->bytes, page->size, page->url, &rewritten, &error)
          : hrefkit_rewrite(page->bytes, page->size, page->url, &rules->options, &rewritten,
                            &error);
  current = changer.outer;
  call_end(&changer.call);
  if (call_failed(&changer.call, status, &error) == 0) {
    return rewritten_new(state, rewritten, page, &rules->reading);
  }
  hrefkit_rewritten_free(rewritten);
  return NULL;
}

PyObject* rewrite_page(PyObject* module, PyObject* const* args, Py_ssize_t count,
                       PyObject* keywords) {
  static const char* const names[] = {"data", "url", OPTION_NAMES, NULL};
  State* const state = PyModule_GetState(module);
  PyObject* values[2 + option_count];
  Rules rules;
  Page page;
  memset(&rules, 0, sizeof rules);
  memset(&page, 0, sizeof page);
  if (sort_arguments("rewrite", names, 3, 1, values, &rules.reading, args, count, keywords) < 0) {
    return NULL;
  }
  PyObject* result = NULL;
  if (read_rules(state, values + 2, &rules) == 0 &&
      page_read(state, &page, values[0], values[1], &rules.reading) == 0) {
    result = run_rules(state, &rules, NULL, &page);
  }
  page_end(&page);
  rules_end(&rules);
  return result;
}

/* ---- Rewriter ---- */

/* The options and what they view stay: text needs a handle of its own, which is made when the first
 * str comes. */
typedef struct {
  PyObject_HEAD Rules rules;
  hrefkit_rewriter* bytes;
  hrefkit_rewriter* text; /* null until it is needed; set once, atomically */
} Rewriter;

static int rewriter_traverse(PyObject* self, visitproc visit, void* arg) {
  Py_VISIT(Py_TYPE(self));
  Py_VISIT(((Rewriter*)self)->rules.change);
  return 0;
}

static int rewriter_clear(PyObject* self) {
  Py_CLEAR(((Rewriter*)self)->rules.change);
  return 0;
}

static void rewriter_dealloc(PyObject* self) {
  PyTypeObject* const type = Py_TYPE(self);
  Rewriter* const rewriter = (Rewriter*)self;
  PyObject_GC_UnTrack(self);
  rewriter_clear(self);
  hrefkit_rewriter_free(rewriter->bytes);
  hrefkit_rewriter_free(rewriter->text);
  for (int i = 0; i < reading_count; ++i) Py_XDECREF(rewriter->rules.reading.given[i]);
  rules_end(&rewriter->rules);
  PyObject_GC_Del(self);
  Py_DECREF(type);
}

static hrefkit_rewriter* make_rewriter(State* state, const hrefkit_rewrite_options* options) {
  Call call;
  hrefkit_rewriter* rewriter = NULL;
  hrefkit_error error = HREFKIT_ERROR_INIT;
  call_begin(&call, state);
  const hrefkit_status status = hrefkit_rewriter_new(options, &rewriter, &error);
  call_end(&call);
  return call_failed(&call, status, &error) == 0 ? rewriter : NULL;
}

/* The handle for pages that are a str. */
static const hrefkit_rewriter* text_rewriter(State* state, Rewriter* self) {
  hrefkit_rewriter* known = __atomic_load_n(&self->text, __ATOMIC_ACQUIRE);
  if (known != NULL) return known;
  hrefkit_rewrite_options options = self->rules.options;
  hrefkit_find_options find = self->rules.reading.options;
  find.flags |= HREFKIT_DECODED;
  find.offsets = HREFKIT_OFFSETS_CODE_POINTS;
  options.find = &find;
  hrefkit_rewriter* const made = make_rewriter(state, &options);
  if (made == NULL) return NULL;
  if (__atomic_compare_exchange_n(&self->text, &known, made, 0, __ATOMIC_ACQ_REL,
                                  __ATOMIC_ACQUIRE)) {
    return made;
  }
  hrefkit_rewriter_free(made); /* another thread was faster */
  return known;
}

/* The arguments of tp_new as a vector with the names of keywords. */
static PyObject* rewriter_new(PyTypeObject* type, PyObject* args, PyObject* keywords) {
  static const char* const names[] = {OPTION_NAMES, NULL};
  State* const state = PyType_GetModuleState(type);
  PyObject* const self = PyType_GenericAlloc(type, 0);
  if (self == NULL) return NULL;
  Rewriter* const rewriter = (Rewriter*)self;
  Reading* const reading = &rewriter->rules.reading;
  PyObject* values[option_count];
  int failed = sort_keywords("Rewriter", names, 1, values, reading, args, keywords) < 0;
  for (int i = 0; i < reading_count; ++i) Py_XINCREF(reading->given[i]);
  failed = failed || read_rules(state, values, &rewriter->rules) < 0;
  Py_XINCREF(rewriter->rules.change);
  if (!failed) rewriter->bytes = make_rewriter(state, &rewriter->rules.options);
  if (rewriter->bytes != NULL) return self;
  Py_DECREF(self);
  return NULL;
}

static PyObject* rewriter_rewrite(PyObject* self, PyTypeObject* type, PyObject* const* args,
                                  Py_ssize_t count, PyObject* keywords) {
  static const char* const names[] = {"data", "url", NULL};
  State* const state = PyType_GetModuleState(type);
  Rewriter* const rewriter = (Rewriter*)self;
  PyObject* values[2];
  Page page;
  Reading reading;
  memset(&page, 0, sizeof page);
  memset(&reading, 0, sizeof reading);
  if (sort_arguments("rewrite", names, 2, 1, values, NULL, args, count, keywords) < 0) return NULL;
  PyObject* result = NULL;
  if (page_read(state, &page, values[0], values[1], &reading) == 0) {
    const hrefkit_rewriter* const handle =
        page.is_text ? text_rewriter(state, rewriter) : rewriter->bytes;
    if (handle != NULL) result = run_rules(state, &rewriter->rules, handle, &page);
  }
  page_end(&page);
  reading_end(&reading);
  return result;
}

static PyObject* rewriter_unused(PyObject* self, void* ignored) {
  (void)ignored;
  Rewriter* const rewriter = (Rewriter*)self;
  const hrefkit_rewriter* const handles[] = {rewriter->bytes,
                                             __atomic_load_n(&rewriter->text, __ATOMIC_ACQUIRE)};
  PyObject* unused = NULL;
  for (int i = 0; i < 2 && (i == 0 || unused != NULL); ++i) {
    if (handles[i] == NULL) continue;
    const size_t capacity = rewriter->rules.options.rebase_count;
    hrefkit_view* const views = PyMem_Calloc(capacity + 1, sizeof *views);
    PyObject* const list = views == NULL ? PyErr_NoMemory() : PyList_New(0);
    size_t size = views == NULL ? 0 : hrefkit_rewriter_unused(handles[i], views, capacity);
    int failed = list == NULL;
    PyObject* const known = unused == NULL ? NULL : PyFrozenSet_New(unused);
    failed = failed || (unused != NULL && known == NULL);
    for (size_t j = 0; !failed && j < size && j < capacity; ++j) {
      PyObject* const prefix = text_or_empty(views[j]);
      const int is_unused = prefix == NULL ? -1 : known == NULL ? 1 : PySet_Contains(known, prefix);
      failed = is_unused < 0 || (is_unused && PyList_Append(list, prefix) < 0);
      Py_XDECREF(prefix);
    }
    PyMem_Free(views);
    Py_XDECREF(known);
    Py_XDECREF(unused);
    unused = failed ? NULL : list;
    if (failed) Py_XDECREF(list);
    if (failed) return NULL;
  }
  return unused;
}

static PyGetSetDef rewriter_fields[] = {{"unused_rebases", rewriter_unused, NULL,
                                         "The prefixes of rebase below which neither a page nor a "
                                         "link of the pages so far lies: a new\n"
                                         "list. They may be misspelt.",
                                         NULL},
                                        {NULL, NULL, NULL, NULL, NULL}};

static PyMethodDef rewriter_methods[] = {{"rewrite", (PyCFunction)(void (*)(void))rewriter_rewrite,
                                          METH_METHOD | METH_FASTCALL | METH_KEYWORDS,
                                          "rewrite($self, data, url=None)\n--\n\n"
                                          "The page with other URLs, and all other bytes as they "
                                          "were: a Rewritten. Arguments and errors\n"
                                          "as for hrefkit.rewrite()."},
                                         {NULL, NULL, 0, NULL}};

static PyType_Slot rewriter_slots[] = {
    {Py_tp_doc,
     "Rewriter(change=None, *, map=None, rebase=(), form=\"as-written\", new_url=None, "
     "drop_base=False, drop_xml_base=False, keep=(\"canonical\", \"alternate\", \"og\", \"guid\"), "
     "verify=True, edits=True, " READING_SIGNATURE ")\n--\n\n"
     "What is to be done with the links of many pages: the arguments of rewrite(), which are read "
     "once.\n"
     "A mapping is parsed here, and a change of it later does not count. Threads may share it; a\n"
     "function is then called by several at once."},
    {Py_tp_new, rewriter_new},
    {Py_tp_dealloc, rewriter_dealloc},
    {Py_tp_traverse, rewriter_traverse},
    {Py_tp_clear, rewriter_clear},
    {Py_tp_getset, rewriter_fields},
    {Py_tp_methods, rewriter_methods},
    {0, NULL}};
static PyType_Spec rewriter_spec = {"hrefkit.Rewriter", sizeof(Rewriter), 0,
                                    Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC, rewriter_slots};

int add_rewrite(PyObject* module, State* state) {
  state->rewritten_type = add_type(module, &rewritten_spec);
  state->rewriter_type = state->rewritten_type == NULL ? NULL : add_type(module, &rewriter_spec);
  return state->rewriter_type == NULL ? -1 : 0;
}
