/* The functions of one page: base() and effects(). */
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
