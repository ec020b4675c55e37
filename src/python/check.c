/* check(): finds the broken links of a folder that is to be a site. */
#include <string.h>

#include "module.h"

/* ---- Report ---- */

typedef struct {
  PyObject_HEAD PyObject* findings; /* a tuple */
  PyObject* summary;
  PyObject* trouble;
  int ok;
} Report;

static PyObject* findings_of(PyObject* self) {
  return ((Report*)self)->findings;
}

static void report_dealloc(PyObject* self) {
  PyTypeObject* const type = Py_TYPE(self);
  Py_XDECREF(findings_of(self));
  Py_XDECREF(((Report*)self)->summary);
  Py_XDECREF(((Report*)self)->trouble);
  PyObject_Free(self);
  Py_DECREF(type);
}

static Py_ssize_t report_length(PyObject* self) {
  return PyTuple_Size(findings_of(self));
}

static PyObject* report_item(PyObject* self, Py_ssize_t index) {
  return PySequence_GetItem(findings_of(self), index);
}

static PyObject* report_subscript(PyObject* self, PyObject* key) {
  PyObject* const found = PyObject_GetItem(findings_of(self), key);
  if (found == NULL || !PySlice_Check(key)) return found;
  PyObject* const list = PySequence_List(found);
  Py_DECREF(found);
  return list;
}

static int report_contains(PyObject* self, PyObject* value) {
  return PySequence_Contains(findings_of(self), value);
}

static PyObject* report_count(PyObject* self, PyObject* args, PyObject* keywords) {
  static char* names[] = {"value", NULL};
  PyObject* value = NULL;
  if (!PyArg_ParseTupleAndKeywords(args, keywords, "O:count", names, &value)) return NULL;
  const Py_ssize_t count = PySequence_Count(findings_of(self), value);
  return count < 0 ? NULL : PyLong_FromSsize_t(count);
}

static PyObject* report_index(PyObject* self, PyObject* args, PyObject* keywords) {
  static char* names[] = {"value", "start", "stop", NULL};
  PyObject* value = NULL;
  Py_ssize_t start = 0, stop = PTRDIFF_MAX;
  if (!PyArg_ParseTupleAndKeywords(args, keywords, "O|nn:index", names, &value, &start, &stop)) {
    return NULL;
  }
  return PyObject_CallMethod(findings_of(self), "index", "Onn", value, start, stop);
}

static PyObject* report_ok(PyObject* self, void* ignored) {
  (void)ignored;
  return PyBool_FromLong(((Report*)self)->ok);
}

static PyObject* report_summary(PyObject* self, void* ignored) {
  (void)ignored;
  return Py_NewRef(((Report*)self)->summary);
}

static PyObject* report_trouble(PyObject* self, void* ignored) {
  (void)ignored;
  return Py_NewRef(((Report*)self)->trouble);
}

static PyObject* report_repr(PyObject* self) {
  return PyUnicode_FromFormat("<hrefkit.Report: %s, %zd findings>",
                              ((Report*)self)->ok ? "ok" : "not ok", report_length(self));
}

static PyObject* report_compare(PyObject* self, PyObject* other, int operation) {
  if (Py_TYPE(self) != Py_TYPE(other) || (operation != Py_EQ && operation != Py_NE)) {
    Py_RETURN_NOTIMPLEMENTED;
  }
  Report const* const a = (Report*)self;
  Report const* const b = (Report*)other;
  int equal = PyObject_RichCompareBool(a->findings, b->findings, Py_EQ);
  if (equal > 0) equal = PyObject_RichCompareBool(a->summary, b->summary, Py_EQ);
  if (equal > 0) equal = PyObject_RichCompareBool(a->trouble, b->trouble, Py_EQ);
  return equal < 0 ? NULL : PyBool_FromLong(equal == (operation == Py_EQ));
}

static Py_hash_t report_hash(PyObject* self) {
  return PyObject_Hash(findings_of(self));
}

static PyObject* report_reduce(PyObject* self, PyObject* ignored) {
  (void)ignored;
  Report const* const report = (Report*)self;
  PyObject* const values =
      Py_BuildValue("{sOsOsOsO}", "findings", report->findings, "summary", report->summary,
                    "trouble", report->trouble, "ok", report->ok ? Py_True : Py_False);
  return reduce_as(state_of(self), "Report", values);
}

PyObject* report_restore(State* state, PyObject* values) {
  PyObject* const findings = restored_value(values, "findings", &PyTuple_Type);
  PyObject* const summary = restored_value(values, "summary", &PyDict_Type);
  PyObject* const trouble = restored_value(values, "trouble", &PyList_Type);
  PyObject* const ok = restored_value(values, "ok", &PyBool_Type);
  if (findings == NULL || summary == NULL || trouble == NULL || ok == NULL) return NULL;
  PyObject* const self = PyType_GenericAlloc(state->report_type, 0);
  if (self == NULL) return NULL;
  Report* const report = (Report*)self;
  report->findings = Py_NewRef(findings);
  report->summary = Py_NewRef(summary);
  report->trouble = Py_NewRef(trouble);
  report->ok = ok == Py_True;
  return self;
}

static PyGetSetDef report_fields[] = {
    {"ok", report_ok, NULL, "True where there is no finding with the severity \"error\".", NULL},
    {"summary", report_summary, NULL,
     "Counts by name: pages, other_files, links, fine, found, external, ignored, not_judged,\n"
     "errors, warnings.",
     NULL},
    {"trouble", report_trouble, NULL,
     "Files that could not be read, or only in part: pairs of path and reason.", NULL},
    {NULL, NULL, NULL, NULL, NULL}};

static PyMethodDef report_methods[] = {
    {"count", (PyCFunction)(void (*)(void))report_count, METH_VARARGS | METH_KEYWORDS,
     "count($self, /, value)\n--\n\nHow many findings equal the value."},
    {"index", (PyCFunction)(void (*)(void))report_index, METH_VARARGS | METH_KEYWORDS,
     "index($self, /, value, start=0, stop=sys.maxsize)\n--\n\n"
     "The index of the first finding that equals the value. ValueError where there is none."},
    {"__reduce__", report_reduce, METH_NOARGS, NULL},
    {"__copy__", return_self, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL}};

static PyType_Slot report_slots[] = {
    {Py_tp_doc, "The findings of a check: a sequence of Finding, by file and place."},
    {Py_tp_dealloc, report_dealloc},
    {Py_tp_getset, report_fields},
    {Py_tp_methods, report_methods},
    {Py_tp_richcompare, report_compare},
    {Py_tp_hash, report_hash},
    {Py_tp_repr, report_repr},
    {Py_sq_length, report_length},
    {Py_sq_item, report_item},
    {Py_sq_contains, report_contains},
    {Py_mp_length, report_length},
    {Py_mp_subscript, report_subscript},
    {0, NULL}};
static PyType_Spec report_spec = {"hrefkit.Report", sizeof(Report), 0,
                                  Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION,
                                  report_slots};

int add_check(PyObject* module, State* state) {
  state->report_type = add_type(module, &report_spec);
  return state->report_type == NULL ? -1 : 0;
}

static PyObject* report_new(State* state, PyObject* findings, PyObject* trouble,
                            const hrefkit_check_summary* summary) {
  PyObject* const self = PyType_GenericAlloc(state->report_type, 0);
  if (self == NULL) return NULL;
  Report* const report = (Report*)self;
  report->ok = summary->errors == 0;
  report->findings = PyList_AsTuple(findings);
  report->summary = row_dict(state, HREFKIT_ROW_CHECK_SUMMARY, summary, NULL);
  report->trouble = Py_NewRef(trouble);
  if (report->findings != NULL && report->summary != NULL) return self;
  Py_DECREF(self);
  return NULL;
}

/* ---- the check ---- */

typedef struct {
  Call call;
  PyObject *findings, *trouble;           /* lists */
  PyObject *on_finding, *exclude, *fetch; /* null: none */
} Checker;

/* Runs a callback of the check: a status of the library. */
static int call_back(void* user, CallbackWork work, const void* first, void* second) {
  return (int)run_callback(&((Checker*)user)->call, work, user, first, second);
}

/* Nonzero ends the check. */
static int64_t append_finding(void* user, const void* row, void* ignored) {
  (void)ignored;
  Checker* const checker = user;
  int stops = 0;
  PyObject* const finding = row_copy(checker->call.state, HREFKIT_ROW_FINDING, row);
  if (finding != NULL && PyList_Append(checker->findings, finding) == 0 &&
      checker->on_finding != NULL) {
    PyObject* const answer = PyObject_CallFunctionObjArgs(checker->on_finding, finding, NULL);
    stops = answer == Py_False;
    Py_XDECREF(answer);
  }
  Py_XDECREF(finding);
  return stops;
}

static int take_finding(void* user, const hrefkit_finding* row) {
  return call_back(user, append_finding, row, NULL);
}

static int64_t append_trouble(void* user, const void* path, void* why) {
  Checker* const checker = user;
  PyObject* const name = path_text(*(const hrefkit_view*)path);
  PyObject* const reason = name == NULL ? NULL : text_or_empty(*(hrefkit_view*)why);
  PyObject* const pair = reason == NULL ? NULL : PyTuple_Pack(2, name, reason);
  if (pair != NULL) PyList_Append(checker->trouble, pair);
  Py_XDECREF(pair);
  Py_XDECREF(reason);
  Py_XDECREF(name);
  return 0;
}

static int take_trouble(void* user, hrefkit_view path, hrefkit_view why) {
  return call_back(user, append_trouble, &path, &why);
}

static int64_t ask_exclude(void* user, const void* url, void* ignored) {
  (void)ignored;
  Checker* const checker = user;
  int excludes = 0;
  PyObject* const text = text_or_empty(*(const hrefkit_view*)url);
  if (text != NULL) {
    PyObject* const answer = PyObject_CallFunctionObjArgs(checker->exclude, text, NULL);
    if (answer != NULL) excludes = PyObject_IsTrue(answer);
    Py_XDECREF(answer);
    Py_DECREF(text);
  }
  return excludes > 0;
}

static int exclude_url(void* user, hrefkit_view url) {
  return call_back(user, ask_exclude, &url, NULL);
}

/* ---- a fetcher ---- */

/* The bytes of a field, as HTTP libraries give them: a str has a code point for each byte. */
static PyObject* field_bytes(PyObject* value) {
  if (PyBytes_Check(value)) return Py_NewRef(value);
  if (!PyUnicode_Check(value)) {
    PyErr_Format(PyExc_TypeError, "a header must be str or bytes, not %R",
                 (PyObject*)Py_TYPE(value));
    return NULL;
  }
  PyObject* const bytes = PyUnicode_AsLatin1String(value);
  if (bytes != NULL || !PyErr_ExceptionMatches(PyExc_UnicodeEncodeError)) return bytes;
  PyErr_Clear();
  return PyUnicode_AsUTF8String(value);
}

/* Adds the fields of the answer: 1 where its body is wanted, -1 on an error. */
static int give_head(hrefkit_answer* answer, long status, PyObject* headers) {
  PyObject* const items = PyDict_Check(headers) || PyObject_HasAttrString(headers, "items")
                              ? PyObject_CallMethod(headers, "items", NULL)
                              : Py_NewRef(headers);
  PyObject* const list = items == NULL ? NULL : PySequence_List(items);
  Py_XDECREF(items);
  if (list == NULL) return -1;
  const Py_ssize_t count = PyList_Size(list);
  PyObject* const kept = PyList_New(0);
  hrefkit_pair* const pairs = PyMem_Calloc((size_t)count + 1, sizeof *pairs);
  int wants = pairs == NULL || kept == NULL ? -1 : 0;
  if (pairs == NULL) PyErr_NoMemory();
  for (Py_ssize_t i = 0; i < count && wants == 0; ++i) {
    PyObject *name = NULL, *value = NULL;
    PyObject* const pair = PySequence_Tuple(PyList_GetItem(list, i));
    if (pair != NULL && PyArg_ParseTuple(pair, "OO:headers", &name, &value)) {
      PyObject* const texts[] = {field_bytes(name), field_bytes(value)};
      hrefkit_view* const views[] = {&pairs[i].from, &pairs[i].to};
      for (int part = 0; part < 2; ++part) {
        if (texts[part] == NULL || PyList_Append(kept, texts[part]) < 0) {
          wants = -1;
        } else {
          views[part]->data = PyBytes_AsString(texts[part]);
          views[part]->size = (size_t)PyBytes_Size(texts[part]);
        }
        Py_XDECREF(texts[part]);
      }
    } else {
      wants = -1;
    }
    Py_XDECREF(pair);
  }
  if (wants == 0) wants = hrefkit_answer_head(answer, (int32_t)status, pairs, (size_t)count);
  PyMem_Free(pairs);
  Py_XDECREF(kept);
  Py_DECREF(list);
  return wants;
}

/* Passes the bytes of one object to the library: 1 if more are wanted, -1 on an error. */
static int give_bytes(hrefkit_answer* answer, PyObject* body) {
  PyObject* const bytes = PyBytes_FromObject(body);
  if (bytes == NULL) return -1;
  const int wants =
      hrefkit_answer_body(answer, PyBytes_AsString(bytes), (size_t)PyBytes_Size(bytes));
  Py_DECREF(bytes);
  return wants;
}

/* The body is bytes, None, or an iterable of bytes, which is read only as far as needed. */
static int give_body(hrefkit_answer* answer, PyObject* body) {
  if (body == Py_None) return 0;
  if (PyUnicode_Check(body)) {
    PyErr_SetString(PyExc_TypeError, "the body must be bytes, not str");
    return -1;
  }
  if (PyBytes_Check(body) || PyByteArray_Check(body)) return give_bytes(answer, body);
  PyObject* const pieces = PyObject_GetIter(body);
  if (pieces == NULL) return -1;
  int wants = 1;
  for (PyObject* piece; wants > 0 && (piece = PyIter_Next(pieces)) != NULL;) {
    if (PyLong_Check(piece) || PyUnicode_Check(piece)) {
      PyErr_SetString(PyExc_TypeError, "the pieces of the body must be bytes");
      wants = -1;
    } else {
      wants = give_bytes(answer, piece);
    }
    Py_DECREF(piece);
  }
  Py_DECREF(pieces);
  return PyErr_Occurred() ? -1 : wants;
}

/* The answer of the function: a word for a failure, or status, headers and body. */
static void give_answer(hrefkit_answer* answer, PyObject* given) {
  if (PyUnicode_Check(given)) {
    Py_ssize_t size = 0;
    const char* const word = PyUnicode_AsUTF8AndSize(given, &size);
    const hrefkit_view reason = {word, (size_t)size};
    if (word != NULL) hrefkit_answer_fail(answer, reason);
    return;
  }
  long status = 0;
  PyObject *headers = NULL, *body = NULL;
  if (!PyTuple_Check(given)) {
    PyErr_Format(PyExc_TypeError, "fetch must return a tuple or a str, not %R",
                 (PyObject*)Py_TYPE(given));
    return;
  }
  if (!PyArg_ParseTuple(given, "lOO:fetch", &status, &headers, &body)) return;
  if (status < 0 || status > 999) status = 0; /* no status, as the library says */
  if (give_head(answer, status, headers) > 0) give_body(answer, body);
}

static int64_t ask_fetch(void* user, const void* asked, void* answer) {
  Checker* const checker = user;
  const hrefkit_request* const request = asked;
  PyObject* const method = text_or_empty(request->method);
  PyObject* const url = text_or_empty(request->url);
  PyObject* const headers = PyDict_New();
  int failed = method == NULL || url == NULL || headers == NULL;
  for (size_t i = 0; i < request->header_count && !failed; ++i) {
    PyObject* const name = text_or_empty(request->headers[i].from);
    PyObject* const value = text_or_empty(request->headers[i].to);
    failed = name == NULL || value == NULL || PyDict_SetItem(headers, name, value) < 0;
    Py_XDECREF(name);
    Py_XDECREF(value);
  }
  if (!failed) {
    PyObject* const given = PyObject_CallFunctionObjArgs(
        checker->fetch, method, url, headers, request->wants_body ? Py_True : Py_False, NULL);
    if (given != NULL) give_answer(answer, given);
    Py_XDECREF(given);
  }
  Py_XDECREF(headers);
  Py_XDECREF(url);
  Py_XDECREF(method);
  return 0;
}

static int fetch_page(void* user, const hrefkit_request* request, hrefkit_answer* answer) {
  return call_back(user, ask_fetch, request, answer);
}

static int64_t check_signals(void* user, const void* ignored, void* ignored_too) {
  (void)user;
  (void)ignored;
  (void)ignored_too;
  return PyErr_CheckSignals();
}

/* Lets Ctrl-C end a check. */
static int poll_check(void* user) {
  return call_back(user, check_signals, NULL, NULL);
}

enum {
  check_folder_name,
  check_site_url,
  check_index,
  check_extensions,
  check_rules,
  check_exclude,
  check_hidden,
  check_orphans,
  check_external,
  check_threads,
  check_on_finding,
  check_settings,
  check_fetch,
  check_count
};

static int read_flag(PyObject* value, uint32_t flag, uint32_t* flags) {
  const int is_true = value == NULL ? 0 : PyObject_IsTrue(value);
  if (is_true > 0) *flags |= flag;
  return is_true < 0 ? -1 : 0;
}

static int read_function(PyObject* value, const char* what, PyObject** function) {
  if (value == NULL || value == Py_None) return 0;
  if (!PyCallable_Check(value)) {
    PyErr_Format(PyExc_TypeError, "%s must be a function, not %R", what, (PyObject*)Py_TYPE(value));
    return -1;
  }
  *function = value;
  return 0;
}

static int read_threads(PyObject* value, uint32_t* threads) {
  const unsigned long max_threads = 1024;
  if (value == NULL) return 0;
  if (!PyLong_Check(value)) {
    PyErr_Format(PyExc_TypeError, "threads must be int, not %R", (PyObject*)Py_TYPE(value));
    return -1;
  }
  const unsigned long count = PyLong_AsUnsignedLong(value);
  const int is_out = count == (unsigned long)-1 && PyErr_Occurred();
  if (is_out && !PyErr_ExceptionMatches(PyExc_OverflowError)) return -1;
  if (is_out || count == 0 || count > max_threads) {
    PyErr_Clear();
    PyErr_Format(PyExc_ValueError, "threads must be from 1 to %lu, not %R", max_threads, value);
    return -1;
  }
  *threads = (uint32_t)count;
  return 0;
}

/* The settings as pairs of str: True is "true", False is left out, a list is a pair for each item.
 */
static int read_settings(PyObject* settings, Keep* kept, hrefkit_pair** pairs, size_t* count) {
  if (settings == NULL || settings == Py_None) return 0;
  if (!PyDict_Check(settings) && !PyObject_HasAttrString(settings, "items")) {
    PyErr_Format(PyExc_TypeError, "settings must be a mapping, not %R",
                 (PyObject*)Py_TYPE(settings));
    return -1;
  }
  PyObject* const items = PyMapping_Items(settings);
  if (keep(kept, items) < 0) return -1;
  PyObject* const list = PyList_New(0);
  if (keep(kept, list) < 0) return -1;
  for (Py_ssize_t i = 0; i < PyList_Size(items); ++i) {
    PyObject *name, *value;
    if (!PyArg_ParseTuple(PyList_GetItem(items, i), "OO:settings", &name, &value)) return -1;
    if (value == Py_False) continue;
    PyObject* values = NULL;
    if (value == Py_True) {
      values = Py_BuildValue("(s)", "true");
    } else if (PyUnicode_Check(value)) {
      values = PyTuple_Pack(1, value);
    } else {
      values = PySequence_Tuple(value);
    }
    for (Py_ssize_t j = 0; values != NULL && j < PyTuple_Size(values); ++j) {
      PyObject* const pair = PyTuple_Pack(2, name, PyTuple_GetItem(values, j));
      if (pair == NULL || PyList_Append(list, pair) < 0) Py_CLEAR(values);
      Py_XDECREF(pair);
    }
    if (values == NULL) return -1;
    Py_DECREF(values);
  }
  return pairs_of(list, "settings", 0, kept, pairs, count);
}

PyObject* check_folder(PyObject* module, PyObject* const* args, Py_ssize_t count,
                       PyObject* keywords) {
  static const char* const names[] = {"folder",     "site_url", "index",   "extensions", "rules",
                                      "exclude",    "hidden",   "orphans", "external",   "threads",
                                      "on_finding", "settings", "fetch",   NULL};
  State* const state = PyModule_GetState(module);
  PyObject* values[check_count];
  if (sort_arguments("check", names, 1, 1, values, NULL, args, count, keywords) < 0) return NULL;
  if (PyBytes_Check(values[check_folder_name])) {
    PyErr_SetString(PyExc_TypeError, "folder must be str or a path object, not bytes");
    return NULL;
  }
  PyObject* folder = NULL;
  if (!PyUnicode_FSConverter(values[check_folder_name], &folder)) return NULL;
  Keep kept = {NULL};
  hrefkit_check_options options = HREFKIT_CHECK_OPTIONS_INIT;
  hrefkit_view *index = NULL, *extensions = NULL;
  hrefkit_pair *rules = NULL, *settings = NULL;
  Checker checker;
  memset(&checker, 0, sizeof checker);
  checker.findings = PyList_New(0);
  checker.trouble = PyList_New(0);
  PyObject* report = NULL;
  if (checker.findings != NULL && checker.trouble != NULL &&
      url_view(state, values[check_site_url], "site_url", &kept, &options.site_url) == 0 &&
      views_of(values[check_index], "index", &kept, &index, &options.index_count) == 0 &&
      views_of(values[check_extensions], "extensions", &kept, &extensions,
               &options.extension_count) == 0 &&
      pairs_of(values[check_rules], "rules", 1, &kept, &rules, &options.rule_count) == 0 &&
      read_settings(values[check_settings], &kept, &settings, &options.setting_count) == 0 &&
      read_function(values[check_exclude], "exclude", &checker.exclude) == 0 &&
      read_function(values[check_on_finding], "on_finding", &checker.on_finding) == 0 &&
      read_function(values[check_fetch], "fetch", &checker.fetch) == 0 &&
      read_flag(values[check_hidden], HREFKIT_CHECK_HIDDEN, &options.flags) == 0 &&
      read_flag(values[check_orphans], HREFKIT_CHECK_ORPHANS, &options.flags) == 0 &&
      read_flag(values[check_external], HREFKIT_CHECK_LIST_EXTERNAL, &options.flags) == 0 &&
      read_threads(values[check_threads], &options.threads) == 0) {
    const hrefkit_view path = {PyBytes_AsString(folder), (size_t)PyBytes_Size(folder)};
    hrefkit_check_summary summary = HREFKIT_CHECK_SUMMARY_INIT;
    hrefkit_error error = HREFKIT_ERROR_INIT;
    options.index = index;
    options.extensions = extensions;
    options.rules = rules;
    options.settings = settings;
    options.finding = take_finding;
    options.finding_size = (uint32_t)hrefkit_row_fields(HREFKIT_ROW_FINDING)->size;
    options.trouble = take_trouble;
    options.poll = poll_check;
    if (checker.exclude != NULL) options.exclude = exclude_url;
    if (checker.fetch != NULL) options.fetch = fetch_page;
    options.user = &checker;
    call_begin(&checker.call, state);
    const hrefkit_status status = hrefkit_check(path, &options, &summary, &error);
    call_end(&checker.call);
    checker.call.path = values[check_folder_name];
    if (call_failed(&checker.call, status, &error) == 0) {
      report = report_new(state, checker.findings, checker.trouble, &summary);
    }
  }
  Py_XDECREF(checker.findings);
  Py_XDECREF(checker.trouble);
  PyMem_Free(index);
  PyMem_Free(extensions);
  PyMem_Free(rules);
  PyMem_Free(settings);
  keep_end(&kept);
  Py_DECREF(folder);
  return report;
}
