/* Text between Python and the library: str is UTF-8 with a length there. */
#include <string.h>

#include "module.h"

PyObject* text_or_none(hrefkit_view view) {
  if (view.data == NULL) Py_RETURN_NONE;
  return PyUnicode_DecodeUTF8(view.data, (Py_ssize_t)view.size, "replace");
}

PyObject* text_or_empty(hrefkit_view view) {
  return PyUnicode_DecodeUTF8(view.data == NULL ? "" : view.data, (Py_ssize_t)view.size, "replace");
}

PyObject* path_text(hrefkit_view view) {
  return PyUnicode_DecodeFSDefaultAndSize(view.data == NULL ? "" : view.data,
                                          (Py_ssize_t)view.size);
}

int keep(Keep* keep, PyObject* object) {
  if (object == NULL) return -1;
  if (keep->objects == NULL) keep->objects = PyList_New(0);
  const int failed = keep->objects == NULL || PyList_Append(keep->objects, object) < 0;
  Py_DECREF(object);
  return failed ? -1 : 0;
}

void keep_end(Keep* keep) {
  Py_CLEAR(keep->objects);
}

/* In UTF-8 a surrogate has three bytes, as U+FFFD has: they are replaced in place, and offsets
 * stay.
 */
static void replace_surrogates(unsigned char* text, Py_ssize_t size) {
  static const unsigned char replacement[] = {0xEF, 0xBF, 0xBD};
  for (Py_ssize_t i = 0; i + 2 < size; ++i) {
    if (text[i] == 0xED && text[i + 1] >= 0xA0) memcpy(text + i, replacement, sizeof replacement);
  }
}

int view_of(PyObject* text, const char* what, Keep* kept, hrefkit_view* view) {
  Py_ssize_t size = 0;
  if (!PyUnicode_Check(text)) {
    PyErr_Format(PyExc_TypeError, "%s must be str, not %R", what, (PyObject*)Py_TYPE(text));
    return -1;
  }
  const char* data = PyUnicode_AsUTF8AndSize(text, &size);
  if (data == NULL) {
    if (!PyErr_ExceptionMatches(PyExc_UnicodeEncodeError)) return -1;
    PyErr_Clear();
    PyObject* const bytes = PyUnicode_AsEncodedString(text, "utf-8", "surrogatepass");
    if (keep(kept, bytes) < 0) return -1;
    data = PyBytes_AsString(bytes);
    size = PyBytes_Size(bytes);
    replace_surrogates((unsigned char*)data, size); /* the only reference to these bytes */
  }
  view->data = data;
  view->size = (size_t)size;
  return 0;
}

int view_or_absent(PyObject* text, const char* what, Keep* kept, hrefkit_view* view) {
  view->data = NULL;
  view->size = 0;
  if (text == NULL || text == Py_None) return 0;
  return view_of(text, what, kept, view);
}

int url_view(State* state, PyObject* url, const char* what, Keep* kept, hrefkit_view* view) {
  if (url != NULL && is_url(state, url)) {
    *view = url_href(url);
    return 0;
  }
  if (url != NULL && url != Py_None && !PyUnicode_Check(url)) {
    PyErr_Format(PyExc_TypeError, "%s must be str or URL, not %R", what, (PyObject*)Py_TYPE(url));
    return -1;
  }
  return view_or_absent(url, what, kept, view);
}

/* The iterable as a list that is kept. A str is an iterable of letters, and refused. */
static PyObject* list_of(PyObject* iterable, const char* what, Keep* kept) {
  if (PyUnicode_Check(iterable) || PyBytes_Check(iterable)) {
    PyErr_Format(PyExc_TypeError, "%s must be an iterable of str, not one %R", what,
                 (PyObject*)Py_TYPE(iterable));
    return NULL;
  }
  PyObject* const list = PySequence_List(iterable);
  return keep(kept, list) < 0 ? NULL : list;
}

int views_of(PyObject* texts, const char* what, Keep* kept, hrefkit_view** views, size_t* count) {
  *views = NULL;
  *count = 0;
  if (texts == NULL || texts == Py_None) return 0;
  PyObject* const list = list_of(texts, what, kept);
  if (list == NULL) return -1;
  const Py_ssize_t size = PyList_Size(list);
  if (size == 0) return 0;
  *views = PyMem_Calloc((size_t)size, sizeof **views);
  if (*views == NULL) {
    PyErr_NoMemory();
    return -1;
  }
  *count = (size_t)size;
  for (Py_ssize_t i = 0; i < size; ++i) {
    if (view_of(PyList_GetItem(list, i), what, kept, *views + i) < 0) return -1;
  }
  return 0;
}

int pairs_of(PyObject* pairs, const char* what, int mapping_only, Keep* kept, hrefkit_pair** views,
             size_t* count) {
  *views = NULL;
  *count = 0;
  if (pairs == NULL || pairs == Py_None) return 0;
  const int is_mapping = PyDict_Check(pairs) || PyObject_HasAttrString(pairs, "items");
  if (!is_mapping && mapping_only) {
    PyErr_Format(PyExc_TypeError, "%s must be a mapping, not %R", what, (PyObject*)Py_TYPE(pairs));
    return -1;
  }
  PyObject* list = NULL;
  if (is_mapping) {
    list = PyMapping_Items(pairs);
    if (keep(kept, list) < 0) return -1;
  } else {
    list = list_of(pairs, what, kept);
    if (list == NULL) return -1;
  }
  const Py_ssize_t size = PyList_Size(list);
  if (size == 0) return 0;
  *views = PyMem_Calloc((size_t)size, sizeof **views);
  if (*views == NULL) {
    PyErr_NoMemory();
    return -1;
  }
  *count = (size_t)size;
  for (Py_ssize_t i = 0; i < size; ++i) {
    PyObject* const pair = PyList_GetItem(list, i);
    if (!PyTuple_Check(pair) || PyTuple_Size(pair) != 2) {
      PyErr_Format(PyExc_TypeError, "%s must have pairs of str, not %R", what, pair);
      return -1;
    }
    if (view_of(PyTuple_GetItem(pair, 0), what, kept, &(*views)[i].from) < 0) return -1;
    if (view_of(PyTuple_GetItem(pair, 1), what, kept, &(*views)[i].to) < 0) return -1;
  }
  return 0;
}

static PyObject* joined(const char* const* names) {
  PyObject* list = PyUnicode_FromString(names[0]);
  for (size_t i = 1; list != NULL && names[i] != NULL; ++i) {
    PyObject* const longer = PyUnicode_FromFormat("%U, %s", list, names[i]);
    Py_DECREF(list);
    list = longer;
  }
  return list;
}

int choice_of(PyObject* name, const char* what, const char* const* names) {
  if (!PyUnicode_Check(name)) {
    PyErr_Format(PyExc_TypeError, "%s must be str, not %R", what, (PyObject*)Py_TYPE(name));
    return -1;
  }
  for (int i = 0; names[i] != NULL; ++i) {
    if (PyUnicode_CompareWithASCIIString(name, names[i]) == 0) return i;
  }
  PyObject* const list = joined(names);
  if (list != NULL) {
    PyErr_Format(PyExc_ValueError, "%s: %R is unknown; there are: %U", what, name, list);
    Py_DECREF(list);
  }
  return -1;
}

int choices_of(PyObject* chosen, const char* what, const char* const* names, uint64_t* bits) {
  Keep kept = {NULL};
  *bits = 0;
  if (chosen == NULL || chosen == Py_None) return 0;
  PyObject* const list = list_of(chosen, what, &kept);
  int place = list == NULL ? -1 : 0;
  for (Py_ssize_t i = 0; place >= 0 && i < PyList_Size(list); ++i) {
    place = choice_of(PyList_GetItem(list, i), what, names);
    if (place >= 0) *bits |= (uint64_t)1 << place;
  }
  keep_end(&kept);
  return place < 0 ? -1 : 0;
}
