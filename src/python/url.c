/* URL: an immutable URL of the URL Standard. */
#include <string.h>

#include "module.h"

typedef struct {
  PyObject_HEAD hrefkit_url* url;
  PyObject* href; /* a str */
} Url;

static hrefkit_url* handle_of(PyObject* self) {
  return ((Url*)self)->url;
}

int is_url(State* state, PyObject* object) {
  return Py_TYPE(object) == state->url_type || PyType_IsSubtype(Py_TYPE(object), state->url_type);
}

hrefkit_view url_href(PyObject* url) {
  return hrefkit_url_get(handle_of(url), HREFKIT_HREF);
}

/* An object that owns the handle, on failure too. */
static PyObject* url_wrap(PyTypeObject* type, hrefkit_url* handle) {
  allocfunc const allocate = (allocfunc)PyType_GetSlot(type, Py_tp_alloc);
  PyObject* const self = allocate(type, 0);
  if (self == NULL) {
    hrefkit_url_free(handle);
    return NULL;
  }
  ((Url*)self)->url = handle;
  ((Url*)self)->href = text_or_empty(hrefkit_url_get(handle, HREFKIT_HREF));
  if (((Url*)self)->href != NULL) return self;
  Py_DECREF(self);
  return NULL;
}

static void url_dealloc(PyObject* self) {
  PyTypeObject* const type = Py_TYPE(self);
  hrefkit_url_free(handle_of(self));
  Py_XDECREF(((Url*)self)->href);
  ((freefunc)PyType_GetSlot(type, Py_tp_free))(self);
  Py_DECREF(type);
}

/* Parses `input` against `base`. 0: `out` is set; 1: not a URL, for the reason in `error`; -1: an
 * exception. */
static int parse_url(State* state, PyObject* input, PyObject* base, PyObject* encoding,
                     hrefkit_url** out, hrefkit_status* status, hrefkit_error* error) {
  Keep kept = {NULL};
  hrefkit_view text, base_text, label;
  hrefkit_url* parsed_base = NULL;
  const hrefkit_url* base_handle = NULL;
  int result = -1;
  *out = NULL;
  *status = HREFKIT_OK;
  if (input == Py_None) {
    PyErr_SetString(PyExc_TypeError, "input must be str or URL, not None");
  } else if (url_view(state, input, "input", &kept, &text) == 0 &&
             url_view(state, base, "base", &kept, &base_text) == 0 &&
             view_or_absent(encoding, "encoding", &kept, &label) == 0) {
    const hrefkit_view utf_8 = {NULL, 0};
    if (base != NULL && is_url(state, base)) {
      base_handle = handle_of(base);
    } else if (base_text.data != NULL) {
      *status = hrefkit_url_parse(base_text, NULL, utf_8, &parsed_base, error);
      base_handle = parsed_base;
    }
    if (*status == HREFKIT_OK) *status = hrefkit_url_parse(text, base_handle, label, out, error);
    result = *status == HREFKIT_OK ? 0 : 1;
  }
  hrefkit_url_free(parsed_base);
  keep_end(&kept);
  return result;
}

static PyObject* url_from(State* state, PyTypeObject* type, PyObject* input, PyObject* base,
                          PyObject* encoding) {
  hrefkit_url* handle = NULL;
  hrefkit_status status = HREFKIT_OK;
  hrefkit_error error = HREFKIT_ERROR_INIT;
  const int failed = parse_url(state, input, base, encoding, &handle, &status, &error);
  if (failed < 0) return NULL;
  return failed > 0 ? raise_status(state, status, &error) : url_wrap(type, handle);
}

/* The state of our type, or of the one of ours that a subclass is from. */
static State* state_of_type(PyTypeObject* type) {
  for (; type != NULL; type = PyType_GetSlot(type, Py_tp_base)) {
    State* const state = PyType_GetModuleState(type);
    if (state != NULL) return state;
    PyErr_Clear();
  }
  return NULL;
}

State* state_of(PyObject* self) {
  return state_of_type(Py_TYPE(self));
}

static PyObject* url_new(PyTypeObject* type, PyObject* args, PyObject* keywords) {
  static char* names[] = {"input", "base", "encoding", NULL};
  PyObject *input = NULL, *base = NULL, *encoding = NULL;
  if (!PyArg_ParseTupleAndKeywords(args, keywords, "O|O$O:URL", names, &input, &base, &encoding)) {
    return NULL;
  }
  return url_from(state_of_type(type), type, input, base, encoding);
}

/* url_new does all: calling __init__ again changes nothing. */
static int url_init(PyObject* self, PyObject* args, PyObject* keywords) {
  (void)self;
  (void)args;
  (void)keywords;
  return 0;
}

static PyObject* url_parse(PyObject* type, PyObject* args, PyObject* keywords) {
  static char* names[] = {"input", "base", NULL};
  PyObject *input = NULL, *base = NULL;
  if (!PyArg_ParseTupleAndKeywords(args, keywords, "O|O:parse", names, &input, &base)) return NULL;
  State* const state = state_of_type((PyTypeObject*)type);
  hrefkit_url* handle = NULL;
  hrefkit_status status = HREFKIT_OK;
  hrefkit_error error = HREFKIT_ERROR_INIT;
  const int failed = parse_url(state, input, base, NULL, &handle, &status, &error);
  if (failed < 0) return NULL;
  if (failed > 0 && status == HREFKIT_E_URL) Py_RETURN_NONE;
  return failed > 0 ? raise_status(state, status, &error) : url_wrap((PyTypeObject*)type, handle);
}

static PyObject* url_join(PyObject* self, PyObject* reference) {
  State* const state = state_of(self);
  return url_from(state, state->url_type, reference, self, NULL);
}

/* `url / reference`; also called for `other / url`, where other may be of any type. */
static PyObject* url_divide(PyObject* left, PyObject* right) {
  PyTypeObject* type = Py_TYPE(left);
  while (type != NULL && PyType_GetSlot(type, Py_tp_new) != (void*)url_new) {
    type = PyType_GetSlot(type, Py_tp_base);
  }
  if (type == NULL || !PyUnicode_Check(right)) Py_RETURN_NOTIMPLEMENTED;
  return url_join(left, right);
}

static const struct {
  const char* name;
  hrefkit_part part;
  int has_setter;
  const char* doc;
} parts[] = {
    {"href", HREFKIT_HREF, 1, "The whole URL."},
    {"origin", HREFKIT_ORIGIN, 0, "Scheme, host and port, or \"null\"."},
    {"protocol", HREFKIT_PROTOCOL, 1, "The scheme with its colon: \"https:\"."},
    {"username", HREFKIT_USERNAME, 1, "Percent-encoded; may be empty."},
    {"password", HREFKIT_PASSWORD, 1, "Percent-encoded; may be empty."},
    {"host", HREFKIT_HOST, 1, "The host, and the port unless it is the scheme's own."},
    {"hostname", HREFKIT_HOSTNAME, 1, "The host in ASCII: \"xn--bcher-kva.example\"."},
    {"port", HREFKIT_PORT, 1, "The port as text; empty where it is the scheme's own."},
    {"pathname", HREFKIT_PATHNAME, 1, "The path: \"/a/b\"."},
    {"search", HREFKIT_SEARCH, 1, "The query with its question mark, or empty."},
    {"hash", HREFKIT_HASH, 1, "The fragment with its number sign, or empty."},
    {"unicode_hostname", HREFKIT_UNICODE_HOSTNAME, 0, "The host as people read it."},
};
enum { part_count = sizeof parts / sizeof *parts };

static PyObject* url_part(PyObject* self, void* part) {
  const hrefkit_part number = (hrefkit_part)(intptr_t)part;
  if (number == HREFKIT_HREF) return Py_NewRef(((Url*)self)->href);
  return text_or_empty(hrefkit_url_get(handle_of(self), number));
}

/* Sets a part by its setter. */
static int set_part(State* state, hrefkit_url* handle, PyObject* name, PyObject* value) {
  Keep kept = {NULL};
  hrefkit_view text;
  int place = 0;
  while (place < part_count && PyUnicode_CompareWithASCIIString(name, parts[place].name) != 0) {
    ++place;
  }
  if (place == part_count || !parts[place].has_setter) {
    PyErr_Format(PyExc_TypeError, "replace() got an unexpected keyword argument '%U'", name);
    return -1;
  }
  int failed = view_of(value, parts[place].name, &kept, &text);
  if (failed == 0) {
    hrefkit_error error = HREFKIT_ERROR_INIT;
    const hrefkit_status status = hrefkit_url_set(handle, parts[place].part, text, &error);
    if (status == HREFKIT_UNCHANGED) {
      raise_error(state, error_url, "unchanged",
                  PyUnicode_FromFormat("%U cannot be %R here: the URL Standard leaves it as it is",
                                       name, value));
    } else if (status != HREFKIT_OK) {
      raise_status(state, status, &error);
    }
    failed = status == HREFKIT_OK ? 0 : -1;
  }
  keep_end(&kept);
  return failed;
}

static PyObject* url_replace(PyObject* self, PyObject* args, PyObject* keywords) {
  State* const state = state_of(self);
  if (PyTuple_Size(args) != 0) {
    PyErr_SetString(PyExc_TypeError, "replace() takes keyword arguments only");
    return NULL;
  }
  hrefkit_url* handle = NULL;
  hrefkit_error error = HREFKIT_ERROR_INIT;
  const hrefkit_status status = hrefkit_url_copy(handle_of(self), &handle, &error);
  if (status != HREFKIT_OK) return raise_status(state, status, &error);
  PyObject *name, *value;
  Py_ssize_t place = 0;
  while (keywords != NULL && PyDict_Next(keywords, &place, &name, &value)) {
    if (set_part(state, handle, name, value) < 0) {
      hrefkit_url_free(handle);
      return NULL;
    }
  }
  return url_wrap(state->url_type, handle);
}

static PyObject* url_relative_to(PyObject* self, PyObject* base) {
  State* const state = state_of(self);
  Keep kept = {NULL};
  hrefkit_view text;
  const hrefkit_view utf_8 = {NULL, 0};
  hrefkit_resolver* resolver = NULL;
  hrefkit_buffer buffer = {NULL, 0, 0};
  hrefkit_error error = HREFKIT_ERROR_INIT;
  PyObject* reference = NULL;
  if (base == Py_None) {
    PyErr_SetString(PyExc_TypeError, "base must be str or URL, not None");
  } else if (url_view(state, base, "base", &kept, &text) == 0) {
    hrefkit_status status =
        hrefkit_resolver_new(text, utf_8, HREFKIT_STANDARD_WHATWG, &resolver, &error);
    if (status == HREFKIT_OK) {
      status = hrefkit_resolver_relativize(resolver, url_href(self), &buffer, &error);
    }
    if (status == HREFKIT_OK) {
      const hrefkit_view found = {buffer.data, buffer.size};
      reference = text_or_empty(found);
    } else {
      raise_status(state, status, &error);
    }
  }
  hrefkit_buffer_free(&buffer);
  hrefkit_resolver_free(resolver);
  keep_end(&kept);
  return reference;
}

static PyObject* url_compare(PyObject* self, PyObject* other, int operation) {
  State* const state = state_of(self);
  if (!is_url(state, other)) Py_RETURN_NOTIMPLEMENTED;
  return PyObject_RichCompare(((Url*)self)->href, ((Url*)other)->href, operation);
}

static Py_hash_t url_hash(PyObject* self) {
  return PyObject_Hash(((Url*)self)->href);
}

static PyObject* url_str(PyObject* self) {
  return Py_NewRef(((Url*)self)->href);
}

static PyObject* url_repr(PyObject* self) {
  return PyUnicode_FromFormat("URL(%R)", ((Url*)self)->href);
}

static PyObject* url_reduce(PyObject* self, PyObject* ignored) {
  (void)ignored;
  return Py_BuildValue("(O(O))", (PyObject*)Py_TYPE(self), ((Url*)self)->href);
}

static PyGetSetDef url_fields[part_count + 1];

static PyMethodDef url_methods[] = {
    {"parse", (PyCFunction)(void (*)(void))url_parse, METH_VARARGS | METH_KEYWORDS | METH_CLASS,
     "parse($type, /, input, base=None)\n--\n\nThe URL, or None where the input is not one."},
    {"replace", (PyCFunction)(void (*)(void))url_replace, METH_VARARGS | METH_KEYWORDS,
     "replace($self, /, **parts)\n--\n\n"
     "A copy with other parts, set by the setters of the URL Standard in the order given:\n"
     "url.replace(protocol=\"http:\", port=\"8080\").\n\n"
     "UrlError with the code \"unchanged\" where the standard ignores the value."},
    {"join", url_join, METH_O,
     "join($self, reference, /)\n--\n\nThe reference, resolved against this URL. UrlError."},
    {"relative_to", url_relative_to, METH_O,
     "relative_to($self, base, /)\n--\n\n"
     "The shortest reference that leads from `base` to this URL. UrlError for the base."},
    {"__reduce__", url_reduce, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL}};

static PyType_Slot url_slots[] = {
    {Py_tp_doc,
     "URL(input, base=None, *, encoding=None)\n--\n\n"
     "A URL of the URL Standard. Immutable, hashable, ordered by href, picklable; str(url) is its\n"
     "href, and url / reference resolves a reference.\n\n"
     "`base` is for relative input. `encoding` is the label of the encoding of the query, UTF-8\n"
     "unless given. Lone surrogates count as U+FFFD. UrlError, whose code is the reason."},
    {Py_tp_new, url_new},
    {Py_tp_init, url_init},
    {Py_tp_dealloc, url_dealloc},
    {Py_tp_getset, url_fields},
    {Py_tp_methods, url_methods},
    {Py_tp_richcompare, url_compare},
    {Py_tp_hash, url_hash},
    {Py_tp_str, url_str},
    {Py_tp_repr, url_repr},
    {Py_nb_true_divide, url_divide},
    {0, NULL}};
static PyType_Spec url_spec = {"hrefkit.URL", sizeof(Url), 0,
                               Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE, url_slots};

int add_url(PyObject* module, State* state) {
  for (int i = 0; i < part_count; ++i) {
    const PyGetSetDef field = {parts[i].name, url_part, NULL, parts[i].doc,
                               (void*)(intptr_t)parts[i].part};
    url_fields[i] = field;
  }
  state->url_type = add_type(module, &url_spec);
  return state->url_type == NULL ? -1 : 0;
}
