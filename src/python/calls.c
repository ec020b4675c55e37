/* A call of the library: its arguments, the page that it reads, and the GIL. */
#include <errno.h>
#include <string.h>
#include <time.h>
#ifndef _WIN32
#include <pthread.h>
#include <unistd.h>
#endif

#include "module.h"

/* ---- the GIL ---- */

static int64_t now_milliseconds(void) {
#ifdef _WIN32
  return (int64_t)clock() * 1000 / CLOCKS_PER_SEC;
#else
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
#endif
}

/* The innermost call of this thread. */
static _Thread_local Call* current_call;

void call_begin(Call* call, State* state) {
  memset(call, 0, sizeof *call);
  call->state = state;
  call->thread = PyThread_get_thread_ident();
  call->outer = current_call;
  call->polled = now_milliseconds();
  current_call = call;
  call->saved = PyEval_SaveThread();
}

void call_end(Call* call) {
  PyEval_RestoreThread(call->saved);
  current_call = call->outer;
}

/* The library may call back from a thread of its own, which is new to Python. */
static int is_own_thread(const Call* call) {
  return PyThread_get_thread_ident() == call->thread;
}

#ifdef _WIN32 /* a thread ends there without unwinding */
#define GUARD_THREAD
#define UNGUARD_THREAD
#else
#define GUARD_THREAD pthread_cleanup_push(hang, NULL)
#define UNGUARD_THREAD pthread_cleanup_pop(0)

/* Python before 3.14 ends a thread that asks for the GIL while the interpreter ends, with
 * pthread_exit. That would unwind the library, which is not made for it: a C++ frame that cannot be
 * left this way ends the process. So the thread stops here until the process ends, as it does in
 * Python 3.14. */
static void hang(void* ignored) {
  (void)ignored;
  for (;;) pause();
}
#endif

int64_t run_callback(Call* call, CallbackWork work, void* user, const void* first, void* second) {
  const int own_thread = is_own_thread(call);
  /* The interpreter has ended, or is about to: a thread that it does not know cannot enter. */
  if (!own_thread && !Py_IsInitialized()) return -1;
  PyGILState_STATE gil = PyGILState_UNLOCKED;
  int64_t result = -1;
  GUARD_THREAD;
  if (own_thread) {
    PyEval_RestoreThread(call->saved);
  } else {
    gil = PyGILState_Ensure();
  }
  result = work(user, first, second);
  if (PyErr_Occurred() != NULL) {
    result = -1;
    if (call->type == NULL) {
      PyErr_Fetch(&call->type, &call->value, &call->traceback);
    } else {
      PyErr_Clear();
    }
  }
  if (own_thread) {
    current_call = call; /* the callback may have switched to another greenlet */
    call->saved = PyEval_SaveThread();
  } else {
    PyGILState_Release(gil);
  }
  UNGUARD_THREAD;
  return result;
}

/* An exception here is that of a signal's handler, such as KeyboardInterrupt. */
static int64_t handle_signals(void* user, const void* first, void* second) {
  (void)user, (void)first, (void)second;
  PyErr_CheckSignals();
  return 0;
}

int poll_signals(void* user) {
  enum { interval = 50 }; /* milliseconds: another thread may keep the GIL for 5 */
  (void)user;
  Call* const call = current_call;
  if (call == NULL || now_milliseconds() - call->polled < interval) return 0;
  const int result = (int)run_callback(call, handle_signals, NULL, NULL, NULL);
  call->polled = now_milliseconds();
  return result;
}

int call_failed(Call* call, hrefkit_status status, const hrefkit_error* error) {
  if (call->type != NULL) {
    PyErr_Restore(call->type, call->value, call->traceback);
    return -1;
  }
  if (status >= 0) return 0;
  if (status == HREFKIT_E_IO && error->detail > 0 && call->path != NULL) {
    errno = (int)error->detail;
    PyErr_SetFromErrnoWithFilenameObject(PyExc_OSError, call->path);
  } else {
    raise_status(call->state, status, error);
  }
  return -1;
}

/* ---- arguments ---- */

enum {
  reading_content_type,
  reading_encoding,
  reading_encoding_fallback,
  reading_standard,
  reading_xml_base,
  reading_feed_base,
  reading_scripting,
  reading_templates,
  reading_also,
  reading_kinds,
  reading_elements,
  reading_attributes,
  reading_creator,
  reading_container,
  reading_csp,
  reading_engine,
  reading_text,
  reading_element_attributes
};
static const char* const reading_names[reading_count + 1] = {"content_type",
                                                             "encoding",
                                                             "encoding_fallback",
                                                             "standard",
                                                             "xml_base",
                                                             "feed_base",
                                                             "scripting",
                                                             "templates",
                                                             "also",
                                                             "kinds",
                                                             "elements",
                                                             "attributes",
                                                             "creator",
                                                             "container",
                                                             "csp",
                                                             "engine",
                                                             "text",
                                                             "element_attributes",
                                                             NULL};

static const char* const standard_names[] = {"whatwg", "whatwg-2012", "html5", "web-address", NULL};
static const char* const xml_base_names[] = {"on", "namespaced", "off", "auto", NULL};
static const char* const feed_base_names[] = {"feed", "item", NULL};
static const char* const engine_names[] = {"auto", "scan", "dom", NULL};
static const char* const also_names[] = {"meta",          "jsonld",           "importmap",
                                         "empty-actions", "speculationrules", NULL};
static const uint32_t also_flags[] = {HREFKIT_ALSO_META, HREFKIT_ALSO_JSON_LD,
                                      HREFKIT_ALSO_IMPORT_MAP, HREFKIT_ALSO_EMPTY_ACTIONS,
                                      HREFKIT_ALSO_SPECULATION_RULES};

/* The place of a keyword in `names`, or -1. */
static int place_of(PyObject* keyword, const char* const* names) {
  for (int i = 0; names[i] != NULL; ++i) {
    if (PyUnicode_CompareWithASCIIString(keyword, names[i]) == 0) return i;
  }
  return -1;
}

int sort_arguments(const char* function, const char* const* names, Py_ssize_t positional,
                   Py_ssize_t required, PyObject** values, Reading* reading, PyObject* const* args,
                   Py_ssize_t count, PyObject* keywords) {
  if (reading != NULL) memset(reading, 0, sizeof *reading);
  for (int i = 0; names[i] != NULL; ++i) values[i] = NULL;
  if (count > positional) {
    PyErr_Format(PyExc_TypeError, "%s() takes at most %zd positional arguments (%zd given)",
                 function, positional, count);
    return -1;
  }
  for (Py_ssize_t i = 0; i < count; ++i) values[i] = args[i];
  const Py_ssize_t keyword_count = keywords == NULL ? 0 : PyTuple_Size(keywords);
  for (Py_ssize_t i = 0; i < keyword_count; ++i) {
    PyObject* const keyword = PyTuple_GetItem(keywords, i);
    int place = place_of(keyword, names);
    if (place >= 0 && values[place] == NULL) {
      values[place] = args[count + i];
      continue;
    }
    if (place >= 0) {
      PyErr_Format(PyExc_TypeError, "%s() got multiple values for argument '%U'", function,
                   keyword);
      return -1;
    }
    place = reading == NULL ? -1 : place_of(keyword, reading_names);
    if (place < 0) {
      PyErr_Format(PyExc_TypeError, "%s() got an unexpected keyword argument '%U'", function,
                   keyword);
      return -1;
    }
    reading->given[place] = args[count + i];
  }
  for (Py_ssize_t i = 0; i < required; ++i) {
    if (values[i] == NULL) {
      PyErr_Format(PyExc_TypeError, "%s() missing required argument: '%s'", function, names[i]);
      return -1;
    }
  }
  return 0;
}

int sort_keywords(const char* function, const char* const* names, Py_ssize_t positional,
                  PyObject** values, Reading* reading, PyObject* args, PyObject* keywords) {
  const Py_ssize_t count = PyTuple_Size(args);
  const Py_ssize_t keyword_count = keywords == NULL ? 0 : PyDict_Size(keywords);
  PyObject* const given = PyTuple_New(keyword_count);
  PyObject** const all = PyMem_Calloc((size_t)(count + keyword_count) + 1, sizeof *all);
  int result = given == NULL || all == NULL ? -1 : 0;
  if (all == NULL) PyErr_NoMemory();
  if (result == 0) {
    PyObject *key, *value;
    Py_ssize_t next = 0, place = 0;
    for (Py_ssize_t i = 0; i < count; ++i) all[i] = PyTuple_GetItem(args, i);
    while (keyword_count > 0 && PyDict_Next(keywords, &next, &key, &value)) {
      PyTuple_SetItem(given, place, Py_NewRef(key));
      all[count + place++] = value;
    }
    result = sort_arguments(function, names, positional, 0, values, reading, all, count, given);
  }
  PyMem_Free(all);
  Py_XDECREF(given);
  return result;
}

/* The flag where the argument is true. */
static int flag_of(PyObject* value, uint32_t flag, uint32_t* flags) {
  const int is_true = value == NULL ? 0 : PyObject_IsTrue(value);
  if (is_true > 0) *flags |= flag;
  return is_true < 0 ? -1 : 0;
}

static int name_of(PyObject* value, const char* what, const char* const* names, uint8_t* choice) {
  if (value == NULL) return 0;
  const int place = choice_of(value, what, names);
  if (place < 0) return -1;
  *choice = (uint8_t)place;
  return 0;
}

static int read_also(PyObject* value, uint32_t* flags) {
  uint64_t bits = 0;
  if (choices_of(value, "also", also_names, &bits) < 0) return -1;
  for (int i = 0; also_names[i] != NULL; ++i) {
    if ((bits >> i & 1) != 0) *flags |= also_flags[i];
  }
  return 0;
}

static int read_kinds(PyObject* value, uint64_t* kinds) {
  const char* names[kind_count + 1] = {NULL};
  for (int i = 0; i < kind_count; ++i) names[i] = hrefkit_kind_name((hrefkit_kind)i);
  return choices_of(value, "kinds", names, kinds);
}

/* True for an iterable that was given, and is empty: nothing is wanted then. */
static int is_empty(PyObject* given, size_t count) {
  return given != NULL && given != Py_None && count == 0;
}

/* A flag, or "content". */
static int read_text(PyObject* value, uint32_t* flags) {
  static const char* const names[] = {"content", NULL};
  if (value == NULL || !PyUnicode_Check(value)) return flag_of(value, HREFKIT_TEXT, flags);
  *flags |= HREFKIT_TEXT_CONTENT;
  return choice_of(value, "text", names);
}

static int read_fallback(PyObject* value, Reading* reading) {
  if (value != NULL && PyUnicode_Check(value) &&
      PyUnicode_CompareWithASCIIString(value, "auto") == 0) {
    reading->options.flags |= HREFKIT_FALLBACK_AUTO;
    return 0;
  }
  return view_or_absent(value, "encoding_fallback", &reading->kept,
                        &reading->options.encoding_fallback);
}

int reading_apply(Reading* reading) {
  static const hrefkit_find_options defaults = HREFKIT_FIND_OPTIONS_INIT;
  hrefkit_find_options* const options = &reading->options;
  PyObject* const* const given = reading->given;
  Keep* const kept = &reading->kept;
  uint8_t feed_base = 0;
  *options = defaults;
  options->row_size = (uint32_t)hrefkit_row_fields(HREFKIT_ROW_LINK)->size;
  if (view_or_absent(given[reading_content_type], "content_type", kept, &options->content_type) <
          0 ||
      view_or_absent(given[reading_encoding], "encoding", kept, &options->encoding) < 0 ||
      read_fallback(given[reading_encoding_fallback], reading) < 0 ||
      name_of(given[reading_standard], "standard", standard_names, &options->standard) < 0 ||
      (given[reading_xml_base] != Py_None &&
       name_of(given[reading_xml_base], "xml_base", xml_base_names, &options->xml_base) < 0) ||
      name_of(given[reading_engine], "engine", engine_names, &options->engine) < 0 ||
      name_of(given[reading_feed_base], "feed_base", feed_base_names, &feed_base) < 0 ||
      flag_of(given[reading_scripting], HREFKIT_SCRIPTING, &options->flags) < 0 ||
      flag_of(given[reading_templates], HREFKIT_TEMPLATES, &options->flags) < 0 ||
      read_also(given[reading_also], &options->flags) < 0 ||
      read_kinds(given[reading_kinds], &options->kinds) < 0 ||
      views_of(given[reading_elements], "elements", kept, &reading->elements,
               &options->element_count) < 0 ||
      views_of(given[reading_attributes], "attributes", kept, &reading->attributes,
               &options->attribute_count) < 0 ||
      view_or_absent(given[reading_creator], "creator", kept, &options->creator) < 0 ||
      view_or_absent(given[reading_container], "container", kept, &options->container) < 0 ||
      views_of(given[reading_csp], "csp", kept, &reading->csp, &options->csp_count) < 0 ||
      read_text(given[reading_text], &options->flags) < 0 ||
      views_of(given[reading_element_attributes], "element_attributes", kept,
               &reading->element_attributes, &options->element_attribute_count) < 0) {
    return -1;
  }
  if (is_empty(given[reading_kinds], options->kinds != 0) ||
      is_empty(given[reading_elements], options->element_count)) {
    options->flags |= HREFKIT_NO_LINKS;
  }
  options->element_attributes = reading->element_attributes;
  options->poll = poll_signals;
  if (feed_base != 0) options->flags |= HREFKIT_FEED_BASE_ITEM;
  options->elements = reading->elements;
  options->attributes = reading->attributes;
  options->csp = reading->csp;
  return 0;
}

void reading_end(Reading* reading) {
  PyMem_Free(reading->csp);
  PyMem_Free(reading->elements);
  PyMem_Free(reading->attributes);
  PyMem_Free(reading->element_attributes);
  keep_end(&reading->kept);
}

/* ---- pages ---- */

/* The file: URL of a path, as in the command. */
static int file_url(PyObject* path, Keep* kept, hrefkit_view* url) {
  static const char hex[] = "0123456789ABCDEF";
  static const char plain[] = "-._~!$&'()*+,;=:@/";
  PyObject* const os_path = PyImport_ImportModule("os.path");
  if (keep(kept, os_path) < 0) return -1;
  PyObject* const absolute = PyObject_CallMethod(os_path, "abspath", "O", path);
  if (keep(kept, absolute) < 0) return -1;
  PyObject* bytes = NULL;
  if (!PyUnicode_FSConverter(absolute, &bytes)) return -1;
  if (keep(kept, bytes) < 0) return -1;
  const char* const text = PyBytes_AsString(bytes);
  const size_t size = (size_t)PyBytes_Size(bytes);
  static const char prefix[] = "file://";
  PyObject* const encoded = PyBytes_FromStringAndSize(NULL, (Py_ssize_t)(sizeof prefix + 3 * size));
  if (keep(kept, encoded) < 0) return -1;
  char* const begin = PyBytes_AsString(encoded);
  char* out = begin + sizeof prefix - 1;
  memcpy(begin, prefix, sizeof prefix - 1);
  for (size_t i = 0; i < size; ++i) {
    const unsigned char byte = (unsigned char)text[i];
    const int is_letter = (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z');
    if (is_letter || (byte >= '0' && byte <= '9') || (byte != 0 && strchr(plain, byte) != NULL)) {
      *out++ = (char)byte;
    } else {
      *out++ = '%';
      *out++ = hex[byte >> 4];
      *out++ = hex[byte & 15];
    }
  }
  url->data = begin;
  url->size = (size_t)(out - begin);
  return 0;
}

/* Reads the bytes of a file, with the errors of Python, and the GIL released. */
static int read_file(Page* page, PyObject* path, Keep* kept) {
  PyObject* const io = PyImport_ImportModule("io");
  if (keep(kept, io) < 0) return -1;
  PyObject* const file = PyObject_CallMethod(io, "open", "Os", path, "rb");
  if (keep(kept, file) < 0) return -1;
  PyObject* const bytes = PyObject_CallMethod(file, "read", NULL);
  PyObject* const closed = PyObject_CallMethod(file, "close", NULL);
  Py_XDECREF(closed);
  if (keep(kept, bytes) < 0 || closed == NULL) return -1;
  char* data = NULL;
  Py_ssize_t size = 0;
  if (PyBytes_AsStringAndSize(bytes, &data, &size) < 0) return -1;
  page->bytes = data;
  page->size = (size_t)size;
  return 0;
}

/* The buffer is exported until page_end. Bytes that others may change are copied: the library reads
 * a page more than once, without the GIL. */
static int export_buffer(Page* page, PyObject* data) {
  if (PyObject_GetBuffer(data, &page->buffer, PyBUF_SIMPLE) < 0) {
    if (PyErr_ExceptionMatches(PyExc_BufferError)) {
      PyErr_SetString(PyExc_TypeError, "a memoryview must be C-contiguous");
    }
    return -1;
  }
  page->has_buffer = 1;
  page->bytes = page->buffer.buf;
  page->size = (size_t)page->buffer.len;
  if (page->buffer.readonly || page->size == 0) return 0;
  page->copy = PyMem_Malloc(page->size);
  if (page->copy == NULL) {
    PyErr_NoMemory();
    return -1;
  }
  memcpy(page->copy, page->buffer.buf, page->size);
  page->bytes = page->copy;
  return 0;
}

/* TypeError, with what to write in place of the data. */
static int refuse_data(PyObject* data) {
  const char* advice = "";
  if (PyObject_HasAttrString(data, "read") && PyObject_HasAttrString(data, "fileno") &&
      !PyObject_CheckBuffer(data)) {
    advice = "; of a file object give what read() returns";
  } else if (PyObject_CheckBuffer(data)) {
    advice = "; memoryview(data) makes it one";
  } else if (PyObject_HasAttrString(data, "read")) {
    advice = "; give what read() returns";
  }
  PyErr_Format(PyExc_TypeError,
               "data must be bytes, bytearray, memoryview, str or a path object, not %R%s",
               (PyObject*)Py_TYPE(data), advice);
  return -1;
}

static int read_data(Page* page, PyObject* data, Reading* reading) {
  if (PyUnicode_Check(data)) {
    hrefkit_view text;
    if (view_of(data, "data", &reading->kept, &text) < 0) return -1;
    page->bytes = text.data;
    page->size = text.size;
    page->is_text = 1;
    reading->options.flags |= HREFKIT_DECODED;
    reading->options.offsets = HREFKIT_OFFSETS_CODE_POINTS;
    return 0;
  }
  if (PyBytes_Check(data) || PyByteArray_Check(data) || PyMemoryView_Check(data)) {
    return export_buffer(page, data);
  }
  if (!PyObject_HasAttrString((PyObject*)Py_TYPE(data), "__fspath__")) {
    return refuse_data(data);
  }
  PyObject* const path = PyOS_FSPath(data);
  if (keep(&reading->kept, path) < 0 || read_file(page, path, &reading->kept) < 0) return -1;
  return page->url.data != NULL ? 0 : file_url(path, &reading->kept, &page->url);
}

/* True for "https://h.example/x", also with other case and with white space around it. */
static int is_url_text(const char* text) {
  static const char space[] = " \t\r\n";
  text += strspn(text, space);
  const size_t length = strcspn(text, space);
  const int is_one_word = text[length + strspn(text + length, space)] == '\0';
  return is_one_word &&
         (PyOS_strnicmp(text, "http://", 7) == 0 || PyOS_strnicmp(text, "https://", 8) == 0 ||
          PyOS_strnicmp(text, "file://", 7) == 0);
}

/* 1 where a str is the name of a file or folder, -1 for an error. */
static int is_path_text(PyObject* data, Keep* kept) {
  PyObject* const os_path = PyImport_ImportModule("os.path");
  if (keep(kept, os_path) < 0) return -1;
  PyObject* const name = PyObject_CallMethod(data, "strip", NULL);
  if (keep(kept, name) < 0) return -1;
  PyObject* path = NULL;
  if (!PyUnicode_FSConverter(name, &path)) { /* no file can have this name */
    PyErr_Clear();
    return 0;
  }
  if (keep(kept, path) < 0) return -1;
  PyObject* const exists = PyObject_CallMethod(os_path, "exists", "O", path);
  return keep(kept, exists) < 0 ? -1 : PyObject_IsTrue(exists);
}

/* Warns where a str seems to name a page: it is read as the page itself, which has no links then.
 */
static int warn_of_name(const Page* page, PyObject* data, Keep* kept) {
  enum { max_name = 4096 };
  const int can_be_name = page->is_text && page->size > 0 && page->size <= max_name &&
                          memchr(page->bytes, '<', page->size) == NULL;
  if (!can_be_name) return 0;
  if (is_url_text(page->bytes)) { /* it ends with a zero */
    return PyErr_WarnEx(PyExc_UserWarning,
                        "data looks like a URL, but a str is the page itself: fetch the page, and "
                        "give its bytes",
                        1);
  }
  const int is_path = is_path_text(data, kept);
  if (is_path <= 0) return is_path;
  return PyErr_WarnEx(PyExc_UserWarning,
                      "data is the name of a file or folder, but a str is the page itself: "
                      "pathlib.Path(name) names a file",
                      1);
}

int page_begin(State* state, Page* page, PyObject* data, PyObject* url, Reading* reading) {
  memset(page, 0, sizeof *page);
  return reading_apply(reading) < 0 ? -1 : page_read(state, page, data, url, reading);
}

int page_read(State* state, Page* page, PyObject* data, PyObject* url, Reading* reading) {
  memset(page, 0, sizeof *page);
  if (url_view(state, url, "url", &reading->kept, &page->url) < 0 ||
      read_data(page, data, reading) < 0) {
    return -1;
  }
  if (page->url.data != NULL) return warn_of_name(page, data, &reading->kept);
  char const* const why =
      page->is_text
          ? "a page needs its url; a str is the page itself: pathlib.Path(name) names a file"
          : "a page that is not a file needs its url";
  raise_error(state, error_url, "relative-without-base", PyUnicode_FromString(why));
  return -1;
}

void page_end(Page* page) {
  PyMem_Free(page->copy);
  if (page->has_buffer) PyBuffer_Release(&page->buffer);
}

/* ---- decoding ---- */

/* Encodings of the Encoding Standard that have another name in Python, or only a near relation. */
static const struct {
  const char *standard, *python;
} codecs[] = {
    {"windows-874", "cp874"},
    {"x-mac-cyrillic", "mac_cyrillic"},
    {"ISO-8859-8-I", "iso-8859-8"},
    {"x-user-defined", "latin-1"},
    {"replacement", "utf-8"},
    {"Shift_JIS", "cp932"},
    {"EUC-KR", "cp949"},
    {"Big5", "big5hkscs"},
    {"GBK", "gb18030"},
    {"macintosh", "mac_roman"},
};

PyObject* codec_of(State* state, PyObject* bytes, PyObject* const* decoding) {
  Reading reading;
  memset(&reading, 0, sizeof reading);
  for (int i = 0; i < decoding_count; ++i) reading.given[i] = decoding[i];
  PyObject* name = NULL;
  if (reading_apply(&reading) == 0) {
    Call call;
    hrefkit_link_list* list = NULL;
    hrefkit_error error = HREFKIT_ERROR_INIT;
    reading.options.kinds = (uint64_t)1 << HREFKIT_KIND_BASE; /* rows are not wanted */
    const char* const data = PyBytes_AsString(bytes);
    const size_t size = (size_t)PyBytes_Size(bytes);
    call_begin(&call, state);
    const hrefkit_status status = hrefkit_find_links(
        data, size, hrefkit_text("https://site.invalid/"), &reading.options, &list, &error);
    call_end(&call);
    if (call_failed(&call, status, &error) == 0) {
      name = text_or_empty(hrefkit_link_list_encoding(list));
    }
    hrefkit_link_list_free(list);
  }
  reading_end(&reading);
  for (size_t i = 0; name != NULL && i < sizeof codecs / sizeof *codecs; ++i) {
    if (PyUnicode_CompareWithASCIIString(name, codecs[i].standard) != 0) continue;
    Py_DECREF(name);
    return PyUnicode_FromString(codecs[i].python);
  }
  return name;
}
