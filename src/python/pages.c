/* The functions of one page: base(), effects() and rewrite(). */
#include <string.h>

#include "module.h"

/* ---- base ---- */

/* Appends and steals; -1 with an exception, also for null. */
static int append(PyObject* list, PyObject* value) {
  if (value == NULL) return -1;
  const int failed = PyList_Append(list, value);
  Py_DECREF(value);
  return failed;
}

static void free_bases(PyObject* owner) {
  hrefkit_base_report_free(PyCapsule_GetPointer(owner, NULL));
}

/* The contexts own the report, together. */
static PyObject* contexts_list(State* state, hrefkit_base_report* report) {
  PyObject* const owner = PyCapsule_New(report, NULL, free_bases);
  if (owner == NULL) {
    hrefkit_base_report_free(report);
    return NULL;
  }
  PyObject* list = PyList_New(0);
  for (size_t i = 0; list != NULL && i < hrefkit_base_report_size(report); ++i) {
    const hrefkit_base_context* const context = hrefkit_base_report_at(report, i);
    if (append(list, row_new(state, HREFKIT_ROW_BASE_CONTEXT, owner, context)) < 0) Py_CLEAR(list);
  }
  Py_DECREF(owner);
  return list;
}

PyObject* find_bases(PyObject* module, PyObject* const* args, Py_ssize_t count,
                     PyObject* keywords) {
  static const char* const names[] = {"data", "url", NULL};
  State* const state = PyModule_GetState(module);
  PyObject* values[2];
  Reading reading;
  Page page;
  if (sort_arguments("base", names, 2, 1, values, &reading, args, count, keywords) < 0) {
    return NULL;
  }
  PyObject* list = NULL;
  if (page_begin(state, &page, values[0], values[1], &reading) == 0) {
    Call call;
    hrefkit_base_report* report = NULL;
    hrefkit_error error = HREFKIT_ERROR_INIT;
    call_begin(&call, state);
    const hrefkit_status status =
        hrefkit_find_bases(page.bytes, page.size, page.url, &reading.options, &report, &error);
    call_end(&call);
    if (call_failed(&call, status, &error) == 0) list = contexts_list(state, report);
  }
  page_end(&page);
  reading_end(&reading);
  return list;
}

/* ---- effects ---- */

static void free_effects(PyObject* owner) {
  hrefkit_effect_list_free(PyCapsule_GetPointer(owner, NULL));
}

static PyObject* effects_list(State* state, hrefkit_effect_list* effects) {
  PyObject* const owner = PyCapsule_New(effects, NULL, free_effects);
  if (owner == NULL) {
    hrefkit_effect_list_free(effects);
    return NULL;
  }
  size_t count = 0;
  const hrefkit_effect* const rows = hrefkit_effect_list_rows(effects, &count);
  PyObject* const list = rows_list(state, HREFKIT_ROW_EFFECT, owner, rows, count);
  Py_DECREF(owner);
  return list;
}

enum {
  effects_data,
  effects_url,
  effects_set_base,
  effects_remove_base,
  effects_new_url,
  effects_set_xml_base,
  effects_remove_xml_base,
  effects_count
};

/* The changes, in an array of PyMem_Free. */
static int read_changes(State* state, PyObject** values, Keep* kept, hrefkit_change** changes,
                        size_t* count) {
  hrefkit_view set_base, new_url;
  hrefkit_pair* set_scopes = NULL;
  hrefkit_view* removed_scopes = NULL;
  size_t set_count = 0, removed_count = 0;
  int failed = view_or_absent(values[effects_set_base], "set_base", kept, &set_base) < 0 ||
               url_view(state, values[effects_new_url], "new_url", kept, &new_url) < 0 ||
               pairs_of(values[effects_set_xml_base], "set_xml_base", 1, kept, &set_scopes,
                        &set_count) < 0 ||
               views_of(values[effects_remove_xml_base], "remove_xml_base", kept, &removed_scopes,
                        &removed_count) < 0;
  const int removes_base = failed || values[effects_remove_base] == NULL
                               ? 0
                               : PyObject_IsTrue(values[effects_remove_base]);
  failed = failed || removes_base < 0;
  if (!failed) {
    *changes = PyMem_Calloc(3 + set_count + removed_count, sizeof **changes);
    failed = *changes == NULL;
    if (failed) PyErr_NoMemory();
  }
  if (!failed) {
    hrefkit_change* next = *changes;
    if (set_base.data != NULL) {
      next->what = HREFKIT_CHANGE_SET_BASE;
      next++->value = set_base;
    }
    if (removes_base) next++->what = HREFKIT_CHANGE_REMOVE_BASE;
    if (new_url.data != NULL) {
      next->what = HREFKIT_CHANGE_NEW_URL;
      next++->value = new_url;
    }
    for (size_t i = 0; i < set_count; ++i) {
      next->what = HREFKIT_CHANGE_SET_XML_BASE;
      next->selector = set_scopes[i].from;
      next++->value = set_scopes[i].to;
    }
    for (size_t i = 0; i < removed_count; ++i) {
      next->what = HREFKIT_CHANGE_REMOVE_XML_BASE;
      next++->selector = removed_scopes[i];
    }
    *count = (size_t)(next - *changes);
  }
  PyMem_Free(set_scopes);
  PyMem_Free(removed_scopes);
  return failed ? -1 : 0;
}

PyObject* find_effects(PyObject* module, PyObject* const* args, Py_ssize_t count,
                       PyObject* keywords) {
  static const char* const names[] = {"data",    "url",          "set_base",        "remove_base",
                                      "new_url", "set_xml_base", "remove_xml_base", NULL};
  State* const state = PyModule_GetState(module);
  PyObject* values[effects_count];
  Reading reading;
  Page page;
  if (sort_arguments("effects", names, 2, 1, values, &reading, args, count, keywords) < 0) {
    return NULL;
  }
  PyObject* list = NULL;
  hrefkit_change* changes = NULL;
  size_t change_count = 0;
  if (page_begin(state, &page, values[effects_data], values[effects_url], &reading) == 0 &&
      read_changes(state, values, &reading.kept, &changes, &change_count) == 0) {
    Call call;
    hrefkit_effect_list* effects = NULL;
    hrefkit_error error = HREFKIT_ERROR_INIT;
    call_begin(&call, state);
    const hrefkit_status status = hrefkit_find_effects(
        page.bytes, page.size, page.url, &reading.options, changes, change_count, &effects, &error);
    call_end(&call);
    if (call_failed(&call, status, &error) == 0) list = effects_list(state, effects);
  }
  PyMem_Free(changes);
  page_end(&page);
  reading_end(&reading);
  return list;
}

/* ---- rewrite ---- */

typedef struct {
  PyObject_HEAD hrefkit_rewritten* page; /* for the edits and notes, which are made on demand */
  PyObject* data;                        /* bytes or str */
  PyObject* decoding[decoding_count];    /* arguments that say how bytes are decoded, or null */
  int changed;
} Rewritten;

static void rewritten_dealloc(PyObject* self) {
  PyTypeObject* const type = Py_TYPE(self);
  Rewritten* const rewritten = (Rewritten*)self;
  hrefkit_rewritten_free(rewritten->page);
  Py_XDECREF(rewritten->data);
  for (int i = 0; i < decoding_count; ++i) Py_XDECREF(rewritten->decoding[i]);
  PyObject_Free(self);
  Py_DECREF(type);
}

static PyObject* rewritten_edits(PyObject* self, void* ignored) {
  (void)ignored;
  size_t count = 0;
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
  const hrefkit_note* const notes = hrefkit_rewritten_notes(((Rewritten*)self)->page, &count);
  return rows_list(state_of(self), HREFKIT_ROW_NOTE, self, notes, count);
}

static PyObject* rewritten_changed(PyObject* self, void* ignored) {
  (void)ignored;
  return PyBool_FromLong(((Rewritten*)self)->changed);
}

static PyGetSetDef rewritten_fields[] = {
    {"data", rewritten_data, NULL, "The new page: a str where a str went in, else bytes.", NULL},
    {"changed", rewritten_changed, NULL, "False where the page is as it was.", NULL},
    {"edits", rewritten_edits, NULL, "The changes in source order: a new list of Edit.", NULL},
    {"notes", rewritten_notes, NULL, "What was noticed about the page: a new list of Note.", NULL},
    {NULL, NULL, NULL, NULL, NULL}};

static PyMethodDef rewritten_methods[] = {
    {"__bytes__", rewritten_bytes, METH_NOARGS,
     "__bytes__($self, /)\n--\n\nThe new page; in UTF-8 where a str went in."},
    {"__reduce__", no_pickle, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL}};

static PyType_Slot rewritten_slots[] = {
    {Py_tp_doc,
     "A page whose links were changed. `data`, bytes() and str() give it; str() decodes bytes by\n"
     "the page's encoding."},
    {Py_tp_dealloc, rewritten_dealloc},
    {Py_tp_getset, rewritten_fields},
    {Py_tp_methods, rewritten_methods},
    {Py_tp_str, rewritten_str},
    {Py_tp_repr, rewritten_repr},
    {0, NULL}};
static PyType_Spec rewritten_spec = {"hrefkit.Rewritten", sizeof(Rewritten), 0,
                                     Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION,
                                     rewritten_slots};

int add_pages(PyObject* module, State* state) {
  state->rewritten_type = add_type(module, &rewritten_spec);
  return state->rewritten_type == NULL ? -1 : 0;
}

enum {
  rewrite_data,
  rewrite_url,
  rewrite_change,
  rewrite_rebase,
  rewrite_form,
  rewrite_new_url,
  rewrite_drop_base,
  rewrite_drop_xml_base,
  rewrite_keep,
  rewrite_verify,
  rewrite_count
};

/* A function that answers URLs. */
typedef struct {
  Call call;
  PyObject* change;
  hrefkit_view page_url; /* the base of answers */
} Changer;

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
  return (int)run_callback(&((Changer*)user)->call, answer_link, user, row, answer);
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

/* `change` is a function, which the options call, or a mapping of URLs. */
static int read_change(PyObject* value, Changer* changer, Keep* kept,
                       hrefkit_rewrite_options* options, hrefkit_pair** map) {
  if (value == NULL || value == Py_None) return 0;
  if (PyCallable_Check(value)) {
    changer->change = value;
    options->map_url = change_url;
    options->user = changer;
    return 0;
  }
  if (!PyDict_Check(value) && !PyObject_HasAttrString(value, "items")) {
    PyErr_Format(PyExc_TypeError, "change must be a mapping or a function, not %R",
                 (PyObject*)Py_TYPE(value));
    return -1;
  }
  if (pairs_of(value, "change", 1, kept, map, &options->map_count) < 0) return -1;
  options->map = *map;
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

static int read_rewrite(State* state, PyObject** values, Reading* reading, Changer* changer,
                        hrefkit_rewrite_options* options, hrefkit_pair** map,
                        hrefkit_pair** rebase) {
  static const char* const forms[] = {"as-written", "absolute", "relative", "root-relative", NULL};
  uint8_t verify = 1;
  int form = 0;
  if (values[rewrite_form] != NULL) form = choice_of(values[rewrite_form], "form", forms);
  if (form < 0 || read_change(values[rewrite_change], changer, &reading->kept, options, map) < 0 ||
      pairs_of(values[rewrite_rebase], "rebase", 0, &reading->kept, rebase,
               &options->rebase_count) < 0 ||
      url_view(state, values[rewrite_new_url], "new_url", &reading->kept, &options->new_url) < 0 ||
      read_truth(values[rewrite_drop_base], 0, &options->drop_base) < 0 ||
      read_truth(values[rewrite_drop_xml_base], 0, &options->drop_xml_base) < 0 ||
      read_truth(values[rewrite_verify], 1, &verify) < 0 ||
      read_keep(values[rewrite_keep], &options->keep) < 0) {
    return -1;
  }
  options->form = (uint8_t)form;
  options->no_verify = !verify;
  options->rebase = *rebase;
  options->find = &reading->options;
  return 0;
}

PyObject* rewrite_page(PyObject* module, PyObject* const* args, Py_ssize_t count,
                       PyObject* keywords) {
  static const char* const names[] = {"data", "url",     "change",    "rebase",
                                      "form", "new_url", "drop_base", "drop_xml_base",
                                      "keep", "verify",  NULL};
  State* const state = PyModule_GetState(module);
  PyObject* values[rewrite_count];
  Reading reading;
  Page page;
  if (sort_arguments("rewrite", names, 3, 1, values, &reading, args, count, keywords) < 0) {
    return NULL;
  }
  PyObject* result = NULL;
  hrefkit_pair *map = NULL, *rebase = NULL;
  hrefkit_rewrite_options options = HREFKIT_REWRITE_OPTIONS_INIT;
  Changer changer;
  memset(&changer, 0, sizeof changer);
  if (page_begin(state, &page, values[rewrite_data], values[rewrite_url], &reading) == 0 &&
      read_rewrite(state, values, &reading, &changer, &options, &map, &rebase) == 0) {
    hrefkit_rewritten* rewritten = NULL;
    hrefkit_error error = HREFKIT_ERROR_INIT;
    changer.page_url = options.new_url.data != NULL ? options.new_url : page.url;
    call_begin(&changer.call, state);
    const hrefkit_status status =
        hrefkit_rewrite(page.bytes, page.size, page.url, &options, &rewritten, &error);
    call_end(&changer.call);
    if (call_failed(&changer.call, status, &error) == 0) {
      result = rewritten_new(state, rewritten, &page, &reading);
    } else {
      hrefkit_rewritten_free(rewritten);
    }
  }
  PyMem_Free(map);
  PyMem_Free(rebase);
  page_end(&page);
  reading_end(&reading);
  return result;
}
