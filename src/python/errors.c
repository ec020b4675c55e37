/* The exceptions of the module, and the conversion of the library's statuses to them. */
#include "module.h"

typedef struct {
  const char* name;
  const char* code;
  const char* doc;
} ErrorRow;

static const ErrorRow error_rows[error_count] = {
    {"hrefkit.Error", "error",
     "What the library cannot do. `code` says why in one word, such as \"invalid-port\"."},
    {"hrefkit.UrlError", "url",
     "Not a URL, or not an absolute one where that is needed. `code` is the URL parser's reason,\n"
     "such as \"invalid-port\", or \"unchanged\" where a setter ignores the value."},
    {"hrefkit.ContentTypeError", "content-type",
     "A content type that is not HTML, XML, CSS, or a manifest."},
    {"hrefkit.EncodingError", "encoding", "Not the label of an encoding."},
    {"hrefkit.TooLargeError", "too-large",
     "A page past 4 GiB, or past the limits of a rewritten page."},
    {"hrefkit.NotProvedError", "not-proved",
     "The rewritten page would not lead where it should. Nothing was written."},
    {"hrefkit.SelectorError", "selector", "Not a selector, or one that matches no element."},
    {"hrefkit.FormatError", "format", "Not a web archive."},
    {"hrefkit.EmptySiteError", "empty", "The folder has no page to check."},
};

/* The class's name in the module: what follows the dot. */
static const char* short_name(const char* name) {
  const char* dot = name;
  for (; *name != '\0'; ++name) {
    if (*name == '.') dot = name + 1;
  }
  return dot;
}

int add_errors(PyObject* module, State* state) {
  for (int i = 0; i < error_count; ++i) {
    ErrorRow const* const row = error_rows + i;
    PyObject* bases = NULL;
    if (i == error_base) {
      bases = Py_NewRef(PyExc_ValueError);
    } else if (i == error_encoding) {
      bases = PyTuple_Pack(2, state->errors[error_base], PyExc_LookupError);
    } else {
      bases = Py_NewRef(state->errors[error_base]);
    }
    if (bases == NULL) return -1;
    state->errors[i] = PyErr_NewExceptionWithDoc(row->name, row->doc, bases, NULL);
    Py_DECREF(bases);
    if (state->errors[i] == NULL) return -1;
    PyObject* const code = PyUnicode_FromString(row->code);
    if (code == NULL) return -1;
    const int failed = PyObject_SetAttrString(state->errors[i], "code", code);
    Py_DECREF(code);
    if (failed < 0) return -1;
    if (PyModule_AddObjectRef(module, short_name(row->name), state->errors[i]) < 0) return -1;
  }
  return 0;
}

PyObject* raise_error(State* state, ErrorClass type, const char* code, PyObject* message) {
  if (message == NULL) return NULL;
  PyObject* const error = PyObject_CallFunctionObjArgs(state->errors[type], message, NULL);
  Py_DECREF(message);
  if (error == NULL) return NULL;
  PyObject* const text = PyUnicode_FromString(code);
  if (text != NULL && PyObject_SetAttrString(error, "code", text) == 0) {
    PyErr_SetObject(state->errors[type], error);
  }
  Py_XDECREF(text);
  Py_DECREF(error);
  return NULL;
}

/* FileNotFoundError and its like by errno. */
static PyObject* raise_os_error(const hrefkit_error* error, PyObject* message) {
  if (message == NULL) return NULL;
  PyObject* arguments = NULL;
  if (error->detail > 0) {
    arguments = Py_BuildValue("(LO)", (long long)error->detail, message);
  } else {
    arguments = PyTuple_Pack(1, message);
  }
  Py_DECREF(message);
  if (arguments == NULL) return NULL;
  PyObject* const exception = PyObject_Call(PyExc_OSError, arguments, NULL);
  Py_DECREF(arguments);
  if (exception == NULL) return NULL;
  PyErr_SetObject((PyObject*)Py_TYPE(exception), exception);
  Py_DECREF(exception);
  return NULL;
}

static PyObject* raise_plain(PyObject* type, PyObject* message) {
  if (message == NULL) return NULL;
  PyErr_SetObject(type, message);
  Py_DECREF(message);
  return NULL;
}

PyObject* raise_status(State* state, hrefkit_status status, const hrefkit_error* error) {
  if (status == HREFKIT_E_MEMORY) return PyErr_NoMemory();
  const char* const name = hrefkit_status_name(status);
  PyObject* const message =
      text_or_empty(hrefkit_text(error->message[0] != '\0' ? error->message : name));
  switch (status) {
    case HREFKIT_E_URL: {
      const int has_reason = error->detail > 0 && error->detail <= UINT8_MAX;
      return raise_error(
          state, error_url,
          has_reason ? hrefkit_url_error_code((hrefkit_url_error)error->detail) : name, message);
    }
    case HREFKIT_E_CONTENT_TYPE:
      return raise_error(state, error_content_type, name, message);
    case HREFKIT_E_ENCODING:
      return raise_error(state, error_encoding, name, message);
    case HREFKIT_E_TOO_LARGE:
      return raise_error(state, error_too_large, name, message);
    case HREFKIT_E_NOT_PROVED:
      return raise_error(state, error_not_proved, name, message);
    case HREFKIT_E_SELECTOR:
      return raise_error(state, error_selector, name, message);
    case HREFKIT_E_FORMAT:
      return raise_error(state, error_format, name, message);
    case HREFKIT_E_EMPTY:
      return raise_error(state, error_empty_site, name, message);
    case HREFKIT_E_IO:
      return raise_os_error(error, message);
    case HREFKIT_E_ARGUMENT:
      return raise_plain(PyExc_ValueError, message);
    default:
      return raise_plain(PyExc_RuntimeError, message);
  }
}
