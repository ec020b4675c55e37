/* archive(): web archives, record by record. */
#include <string.h>

#include "module.h"

/* ---- Capture ---- */

typedef struct {
  PyObject_HEAD hrefkit_record* record;
} Capture;

static hrefkit_capture fields_of(PyObject* self) {
  hrefkit_capture fields = HREFKIT_CAPTURE_INIT;
  hrefkit_record_capture(((Capture*)self)->record, &fields, NULL);
  return fields;
}

static void capture_dealloc(PyObject* self) {
  PyTypeObject* const type = Py_TYPE(self);
  hrefkit_record_free(((Capture*)self)->record);
  PyObject_Free(self);
  Py_DECREF(type);
}

static PyObject* capture_get(PyObject* self, void* field) {
  const hrefkit_capture fields = fields_of(self);
  return field_value(state_of(self), field, &fields, NULL, NULL);
}

static PyObject* capture_links(PyObject* self, PyObject* const* args, Py_ssize_t count,
                               PyObject* keywords) {
  static const char* const names[] = {NULL};
  State* const state = state_of(self);
  PyObject* values[1];
  Reading reading;
  if (sort_arguments("links", names, 0, 0, values, &reading, args, count, keywords) < 0) {
    return NULL;
  }
  PyObject* links = NULL;
  if (reading_apply(&reading) == 0) {
    Call call;
    hrefkit_link_list* list = NULL;
    hrefkit_error error = HREFKIT_ERROR_INIT;
    call_begin(&call, state);
    const hrefkit_status status =
        hrefkit_record_links(((Capture*)self)->record, &reading.options, &list, &error);
    call_end(&call);
    if (call_failed(&call, status, &error) == 0) links = links_new(state, list);
  }
  reading_end(&reading);
  return links;
}

static PyObject* capture_repr(PyObject* self) {
  const hrefkit_capture fields = fields_of(self);
  PyObject* const uri = text_or_empty(fields.uri);
  PyObject* const type = text_or_empty(fields.record_type);
  PyObject* text = NULL;
  if (uri != NULL && type != NULL) {
    text =
        PyUnicode_FromFormat("<hrefkit.Capture: %U %R, status %d>", type, uri, (int)fields.status);
  }
  Py_XDECREF(uri);
  Py_XDECREF(type);
  return text;
}

static PyGetSetDef capture_fields[max_fields + 1];

static PyMethodDef capture_methods[] = {
    {"links", (PyCFunction)(void (*)(void))capture_links, METH_FASTCALL | METH_KEYWORDS,
     "links($self, /, **reading)\n--\n\n"
     "The links of the record, those of its HTTP fields first. Takes what hrefkit.links takes but\n"
     "for data and url; the record has a type of its own. A record without links gives none."},
    {"__reduce__", no_pickle, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL}};

static PyType_Slot capture_slots[] = {
    {Py_tp_doc,
     "One record of a web archive. It stays valid when the next one is read, and when the archive\n"
     "is closed."},
    {Py_tp_dealloc, capture_dealloc},
    {Py_tp_getset, capture_fields},
    {Py_tp_methods, capture_methods},
    {Py_tp_repr, capture_repr},
    {0, NULL}};
static PyType_Spec capture_spec = {"hrefkit.Capture", sizeof(Capture), 0,
                                   Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION,
                                   capture_slots};

static PyObject* capture_new(State* state, hrefkit_record* record) {
  PyObject* const self = PyType_GenericAlloc(state->capture_type, 0);
  if (self == NULL) {
    hrefkit_record_free(record);
    return NULL;
  }
  ((Capture*)self)->record = record;
  return self;
}

/* ---- Archive ---- */

typedef struct {
  PyObject_HEAD hrefkit_archive* archive; /* null: closed */
  PyObject* source;                       /* the source: an object with read(), or null */
  PyObject* notes;                        /* a list */
  Call* call;                             /* the current call; null: none */
  Py_buffer buffer;                       /* bytes that are read */
  size_t position;                        /* in the buffer */
  int has_buffer, is_open, is_at_end;
} Archive;

/* Copies bytes from the buffer, without Python. */
static int64_t read_buffer(void* user, char* buffer, size_t capacity) {
  Archive* const self = user;
  const size_t left = (size_t)self->buffer.len - self->position;
  const size_t size = left < capacity ? left : capacity;
  memcpy(buffer, (const char*)self->buffer.buf + self->position, size);
  self->position += size;
  return (int64_t)size;
}

static int64_t copy_read(PyObject* bytes, char* buffer, size_t capacity) {
  Py_buffer view;
  if (bytes == Py_None) {
    PyErr_SetString(PyExc_BlockingIOError, "the archive's file has no data yet");
    return -1;
  }
  if (PyUnicode_Check(bytes)) {
    PyErr_SetString(PyExc_TypeError,
                    "read() must answer bytes: open the archive's file with \"rb\"");
    return -1;
  }
  if (PyObject_GetBuffer(bytes, &view, PyBUF_SIMPLE) < 0) return -1;
  int64_t size = (int64_t)view.len;
  if ((size_t)view.len > capacity) {
    PyErr_Format(PyExc_ValueError, "read(%zu) answered %zd bytes", capacity, view.len);
    size = -1;
  } else {
    memcpy(buffer, view.buf, (size_t)view.len);
  }
  PyBuffer_Release(&view);
  return size;
}

static int64_t call_read(void* user, const void* capacity, void* buffer) {
  Archive* const self = user;
  const size_t size = *(const size_t*)capacity;
  PyObject* const bytes = PyObject_CallMethod(self->source, "read", "n", (Py_ssize_t)size);
  if (bytes == NULL) return -1;
  const int64_t read = copy_read(bytes, buffer, size);
  Py_DECREF(bytes);
  return read;
}

static int64_t read_object(void* user, char* buffer, size_t capacity) {
  return run_callback(((Archive*)user)->call, call_read, user, &capacity, buffer);
}

static int64_t append_damage(void* user, const void* offset, void* why) {
  Archive* const self = user;
  PyObject* const text = text_or_empty(*(hrefkit_view*)why);
  PyObject* const note =
      text == NULL ? NULL
                   : Py_BuildValue("(KO)", (unsigned long long)*(const uint64_t*)offset, text);
  if (note != NULL) PyList_Append(self->notes, note);
  Py_XDECREF(note);
  Py_XDECREF(text);
  return 0;
}

static int take_damage(void* user, uint64_t offset, hrefkit_view why) {
  return (int)run_callback(((Archive*)user)->call, append_damage, user, &offset, &why);
}

/* A handle works for one thread at a time, and not for its own callbacks. */
static int archive_begin(Archive* self, Call* call, State* state) {
  Call* none = NULL;
  if (!__atomic_compare_exchange_n(&self->call, &none, call, 0, __ATOMIC_ACQUIRE,
                                   __ATOMIC_RELAXED)) {
    PyErr_SetString(PyExc_RuntimeError, "the archive is being read already");
    return -1;
  }
  call_begin(call, state);
  return 0;
}

static void archive_end(Archive* self, Call* call) {
  call_end(call);
  __atomic_store_n(&self->call, NULL, __ATOMIC_RELEASE);
}

static int archive_shut(PyObject* object) {
  Archive* const self = (Archive*)object;
  if (self->call != NULL) {
    PyErr_SetString(PyExc_RuntimeError, "the archive is being read");
    return -1;
  }
  hrefkit_archive* const archive = self->archive;
  self->archive = NULL;
  self->is_open = 0;
  hrefkit_archive_free(archive);
  if (self->has_buffer) PyBuffer_Release(&self->buffer);
  self->has_buffer = 0;
  Py_CLEAR(self->source);
  return 0;
}

static int archive_traverse(PyObject* object, visitproc visit, void* arg) {
  Archive* const self = (Archive*)object;
  Py_VISIT(Py_TYPE(object));
  Py_VISIT(self->source);
  Py_VISIT(self->notes);
  return 0;
}

static int archive_clear(PyObject* object) {
  if (((Archive*)object)->call == NULL) archive_shut(object);
  Py_CLEAR(((Archive*)object)->notes);
  return 0;
}

static void archive_dealloc(PyObject* self) {
  PyTypeObject* const type = Py_TYPE(self);
  PyObject_GC_UnTrack(self);
  archive_clear(self);
  PyObject_GC_Del(self);
  Py_DECREF(type);
}

static PyObject* archive_close(PyObject* self, PyObject* ignored) {
  (void)ignored;
  if (archive_shut(self) < 0) return NULL;
  Py_RETURN_NONE;
}

static PyObject* archive_enter(PyObject* self, PyObject* ignored) {
  (void)ignored;
  if (((Archive*)self)->is_open) return Py_NewRef(self);
  PyErr_SetString(PyExc_ValueError, "the archive is closed");
  return NULL;
}

static PyObject* archive_exit(PyObject* self, PyObject* error) {
  return archive_close(self, error);
}

static PyObject* archive_iter(PyObject* self) {
  return Py_NewRef(self);
}

static PyObject* archive_next(PyObject* object) {
  Archive* const self = (Archive*)object;
  State* const state = state_of(object);
  Call call;
  hrefkit_record* record = NULL;
  hrefkit_error error = HREFKIT_ERROR_INIT;
  if (!self->is_open) {
    PyErr_SetString(PyExc_ValueError, "the archive is closed");
    return NULL;
  }
  if (self->is_at_end) return NULL;
  if (archive_begin(self, &call, state) < 0) return NULL;
  hrefkit_status status = hrefkit_archive_next(self->archive, NULL, &error);
  const int is_end = status == HREFKIT_END;
  if (status == HREFKIT_OK) status = hrefkit_archive_take(self->archive, &record, &error);
  archive_end(self, &call);
  if (call_failed(&call, status, &error) < 0) {
    hrefkit_record_free(record);
    return NULL;
  }
  self->is_at_end = is_end;
  return is_end ? NULL : capture_new(state, record);
}

static PyObject* archive_notes(PyObject* self, void* ignored) {
  (void)ignored;
  return Py_NewRef(((Archive*)self)->notes);
}

static PyGetSetDef archive_fields[] = {{"notes", archive_notes, NULL,
                                        "What is damaged, as far as the archive was read: pairs of "
                                        "the record's offset and the reason.",
                                        NULL},
                                       {NULL, NULL, NULL, NULL, NULL}};

static PyMethodDef archive_methods[] = {
    {"close", archive_close, METH_NOARGS,
     "close($self, /)\n--\n\n"
     "Ends the reading; may be called twice. A file object that was given stays open."},
    {"__enter__", archive_enter, METH_NOARGS, NULL},
    {"__exit__", archive_exit, METH_VARARGS, NULL},
    {"__reduce__", no_pickle, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL}};

static PyType_Slot archive_slots[] = {
    {Py_tp_doc,
     "A web archive that is read record by record: an iterator of Capture, and a context manager.\n"
     "One thread at a time may use it: RuntimeError."},
    {Py_tp_dealloc, archive_dealloc},
    {Py_tp_traverse, archive_traverse},
    {Py_tp_clear, archive_clear},
    {Py_tp_getset, archive_fields},
    {Py_tp_methods, archive_methods},
    {Py_tp_iter, archive_iter},
    {Py_tp_iternext, archive_next},
    {0, NULL}};
static PyType_Spec archive_spec = {
    "hrefkit.Archive", sizeof(Archive), 0,
    Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION | Py_TPFLAGS_HAVE_GC, archive_slots};

int add_archive(PyObject* module, State* state) {
  add_getters(HREFKIT_ROW_CAPTURE, capture_get, capture_fields);
  state->capture_type = add_type(module, &capture_spec);
  state->archive_type = state->capture_type == NULL ? NULL : add_type(module, &archive_spec);
  return state->archive_type == NULL ? -1 : 0;
}

static int read_max_body(PyObject* value, uint64_t* max_body) {
  if (value == NULL) return 0;
  if (!PyLong_Check(value)) {
    PyErr_Format(PyExc_TypeError, "max_body must be int, not %R", (PyObject*)Py_TYPE(value));
    return -1;
  }
  const unsigned long long size = PyLong_AsUnsignedLongLong(value);
  if (size == (unsigned long long)-1 && PyErr_Occurred()) {
    if (!PyErr_ExceptionMatches(PyExc_OverflowError)) return -1;
    PyErr_Clear();
    PyErr_Format(PyExc_ValueError, "max_body must be a number of bytes, not %R", value);
    return -1;
  }
  if (size == 0) {
    PyErr_SetString(PyExc_ValueError, "max_body must be at least 1");
    return -1;
  }
  *max_body = size;
  return 0;
}

/* How the source is read: by its path, from memory, or by its method read(). */
static int read_source(Archive* self, PyObject* source, Keep* kept, hrefkit_view* path,
                       hrefkit_archive_options* options) {
  if (PyBytes_Check(source) || PyByteArray_Check(source) || PyMemoryView_Check(source)) {
    if (PyObject_GetBuffer(source, &self->buffer, PyBUF_SIMPLE) < 0) {
      if (PyErr_ExceptionMatches(PyExc_BufferError)) {
        PyErr_SetString(PyExc_TypeError, "a memoryview must be C-contiguous");
      }
      return -1;
    }
    self->has_buffer = 1;
    options->read = read_buffer;
    return 0;
  }
  if (PyUnicode_Check(source) || PyObject_HasAttrString((PyObject*)Py_TYPE(source), "__fspath__")) {
    PyObject* bytes = NULL;
    if (!PyUnicode_FSConverter(source, &bytes)) return -1;
    if (keep(kept, bytes) < 0) return -1;
    path->data = PyBytes_AsString(bytes);
    path->size = (size_t)PyBytes_Size(bytes);
    return 0;
  }
  if (PyObject_HasAttrString(source, "read")) {
    self->source = Py_NewRef(source);
    options->read = read_object;
    return 0;
  }
  PyErr_Format(PyExc_TypeError,
               "source must be a path, a binary file, bytes or a memoryview, not %R",
               (PyObject*)Py_TYPE(source));
  return -1;
}

PyObject* open_archive(PyObject* module, PyObject* const* args, Py_ssize_t count,
                       PyObject* keywords) {
  static const char* const names[] = {"source", "records", "max_body", NULL};
  static const char* const types[] = {"warcinfo",   "request",      "response",
                                      "revisit",    "resource",     "metadata",
                                      "conversion", "continuation", NULL};
  State* const state = PyModule_GetState(module);
  PyObject* values[3];
  if (sort_arguments("archive", names, 1, 1, values, NULL, args, count, keywords) < 0) return NULL;
  hrefkit_archive_options options = HREFKIT_ARCHIVE_OPTIONS_INIT;
  uint64_t record_types = 0;
  if (choices_of(values[1], "records", types, &record_types) < 0 ||
      read_max_body(values[2], &options.max_body) < 0) {
    return NULL;
  }
  options.record_types = (uint32_t)record_types;
  allocfunc const allocate = (allocfunc)PyType_GetSlot(state->archive_type, Py_tp_alloc);
  PyObject* const object = allocate(state->archive_type, 0);
  if (object == NULL) return NULL;
  Archive* const self = (Archive*)object;
  Keep kept = {NULL};
  hrefkit_view path = {NULL, 0};
  Call call;
  hrefkit_error error = HREFKIT_ERROR_INIT;
  options.user = self;
  options.damage = take_damage;
  self->notes = PyList_New(0);
  int failed = self->notes == NULL || read_source(self, values[0], &kept, &path, &options) < 0 ||
               archive_begin(self, &call, state) < 0;
  if (!failed) {
    const hrefkit_status status = hrefkit_archive_open(path, &options, &self->archive, &error);
    archive_end(self, &call);
    if (path.data != NULL) call.path = values[0];
    failed = call_failed(&call, status, &error) < 0;
    self->is_open = !failed;
  }
  keep_end(&kept);
  if (!failed) return object;
  Py_DECREF(object);
  return NULL;
}
