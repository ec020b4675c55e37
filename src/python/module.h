/* What the sources of the module `hrefkit._hrefkit` share. The module knows the library by
 * hrefkit/c.h alone.
 *
 * Python objects hold handles of the library: a Links holds a list of rows, a Link points at a row
 * and keeps its Links alive. Text becomes a str on demand.
 *
 * While the library works, the GIL is released (call_begin, call_end). A callback takes it again
 * (run_callback); what it raises is kept in the Call and raised when the library has returned. */
#pragma once
#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <stddef.h>
#include <stdint.h>
#include <structmember.h>

#include "hrefkit/c.h"

enum { kind_count = HREFKIT_KIND_SOURCEMAP + 1 };
/* A HREFKIT_ROW_ of c.h. */
typedef uint32_t RowKind;
enum { row_count = HREFKIT_ROW_CAPTURE + 1, max_fields = 32 };
/* The enumerations in rows, and how many names of each are kept. */
enum { name_types = HREFKIT_FIELD_SEVERITY - HREFKIT_FIELD_KIND + 1, name_count = kind_count };

/* The exceptions; error_base is the class of all others. */
typedef enum {
  error_base,
  error_url,
  error_content_type,
  error_encoding,
  error_too_large,
  error_not_proved,
  error_selector,
  error_format,
  error_empty_site,
  error_count
} ErrorClass;

/* The state of the module, one for each interpreter. */
typedef struct {
  PyObject* errors[error_count];
  PyTypeObject* row_types[row_count]; /* null for rows that are no objects */
  PyTypeObject *links_type, *url_type, *rewritten_type, *rewriter_type, *report_type, *archive_type,
      *capture_type;
  PyObject* names[name_types][name_count];
  PyObject* restore; /* the function of the module */
} State;

State* state_of(PyObject* self); /* of an object of one of our types, or of a subclass */
PyTypeObject* add_type(PyObject* module, PyType_Spec* spec);
PyObject* no_pickle(PyObject* self, PyObject* ignored); /* TypeError: what a handle holds stays */

/* ---- pickles (module.c) ---- */

/* What __reduce__ answers: the class's name and a dict, from which `restore` makes an object again,
 * here or in a later version. Steals the dict; fails where it is null. */
PyObject* reduce_as(State* state, const char* name, PyObject* values);
PyObject* return_self(PyObject* self, PyObject* ignored); /* the copy of what cannot be changed */
/* The value of a key, borrowed; TypeError where it is not there, or no instance of `type`. */
PyObject* restored_value(PyObject* values, const char* key, PyTypeObject* type);

/* ---- text (text.c) ---- */

/* A view as str; None, or an empty one, where it is absent. Ill-formed bytes become U+FFFD. */
PyObject* text_or_none(hrefkit_view view);
PyObject* text_or_empty(hrefkit_view view);
/* The name of a file, as os.fsdecode gives it. */
PyObject* path_text(hrefkit_view view);

/* Objects that hold the text of views during a call. */
typedef struct {
  PyObject* objects; /* a list, or null */
} Keep;
int keep(Keep* keep,
         PyObject* object); /* steals the reference; -1 with an exception, also for null */
void keep_end(Keep* keep);

/* The UTF-8 of a str, with U+FFFD for lone surrogates; TypeError, with `what`, for another type. */
int view_of(PyObject* text, const char* what, Keep* kept, hrefkit_view* view);
/* The same; None gives an absent view. */
int view_or_absent(PyObject* text, const char* what, Keep* kept, hrefkit_view* view);
/* A str or a URL; None gives an absent view. */
int url_view(State* state, PyObject* url, const char* what, Keep* kept, hrefkit_view* view);
/* Each str of an iterable that is not itself a str. null and None give no view. PyMem_Free. */
int views_of(PyObject* texts, const char* what, Keep* kept, hrefkit_view** views, size_t* count);
/* The pairs of a mapping, or of an iterable of pairs where `mapping_only` is 0. PyMem_Free. */
int pairs_of(PyObject* pairs, const char* what, int mapping_only, Keep* kept, hrefkit_pair** views,
             size_t* count);
/* The index of a str in a null-terminated array; ValueError, with all names, for another one. */
int choice_of(PyObject* name, const char* what, const char* const* names);
/* A bit for each name of an iterable: 1 << its place. */
int choices_of(PyObject* chosen, const char* what, const char* const* names, uint64_t* bits);

/* ---- errors (errors.c) ---- */

int add_errors(PyObject* module, State* state);
/* Raises what `status` and `error` say; returns null. */
PyObject* raise_status(State* state, hrefkit_status status, const hrefkit_error* error);
PyObject* raise_error(State* state, ErrorClass type, const char* code, PyObject* message);

/* ---- calls of the library (calls.c) ---- */

typedef struct Call {
  State* state;
  PyThreadState* saved;
  struct Call* outer; /* the call of this thread whose callback began this one, or null */
  unsigned long thread;
  int64_t polled;                     /* when signals were handled last, in milliseconds */
  PyObject* path;                     /* of the file or folder that is read, for OSError; or null */
  PyObject *type, *value, *traceback; /* the exception of a callback */
} Call;
void call_begin(Call* call, State* state); /* releases the GIL */
void call_end(Call* call);                 /* takes it */
/* What a callback does with the GIL. `user` is that of the callback; `first` and `second` are its
 * arguments. */
typedef int64_t (*CallbackWork)(void* user, const void* first, void* second);
/* Runs a callback of the library with the GIL: its result, or -1 if Python has an exception, which
 * the call stores. Only this function may enter Python from the library: it keeps a thread that
 * Python ends from unwinding the library. */
int64_t run_callback(Call* call, CallbackWork work, void* user, const void* first, void* second);
/* A hrefkit_poll: lets the handlers of signals run, in the main thread. */
int poll_signals(void* user);
/* After call_end: raises the exception of a callback, else that of the status. 0: success. */
int call_failed(Call* call, hrefkit_status status, const hrefkit_error* error);

/* How a page is read: the keyword arguments that functions share. */
enum { reading_count = 18, decoding_count = 3 }; /* the first three say how bytes are decoded */
typedef struct {
  PyObject* given[reading_count]; /* borrowed; null where not given */
  hrefkit_find_options options;
  hrefkit_view *csp, *elements, *attributes, *element_attributes;
  Keep kept;
} Reading;
void reading_end(Reading* reading);
/* Sets the options from the arguments. */
int reading_apply(Reading* reading);

/* Sorts arguments into `values`, by `names`, which ends with null; those that are not given are
 * null. The first `positional` may come without a name, the first `required` must come. Names that
 * are unknown go to `reading`, which may be null. */
int sort_arguments(const char* function, const char* const* names, Py_ssize_t positional,
                   Py_ssize_t required, PyObject** values, Reading* reading, PyObject* const* args,
                   Py_ssize_t count, PyObject* keywords);

/* The same for the arguments of a type, a tuple and a dict or null. */
int sort_keywords(const char* function, const char* const* names, Py_ssize_t positional,
                  PyObject** values, Reading* reading, PyObject* args, PyObject* keywords);
/* The keyword arguments of a Reading, as help() shows them. */
#define READING_SIGNATURE                                                                      \
  "content_type=None, encoding=None, encoding_fallback=None, standard=\"whatwg\", "            \
  "xml_base=None, feed_base=\"feed\", scripting=False, templates=False, also=(), kinds=None, " \
  "elements=None, attributes=(), creator=None, container=None, csp=(), engine=\"auto\", "      \
  "text=False, element_attributes=()"

/* The name of Python's codec for the bytes of a page, by the first arguments of a Reading. */
PyObject* codec_of(State* state, PyObject* bytes, PyObject* const* decoding);

/* A page as bytes in memory. */
typedef struct {
  const void* bytes;
  size_t size;
  hrefkit_view url;
  int is_text; /* the page is a str */
  int has_buffer;
  Py_buffer buffer;
  void* copy;
} Page;
/* Exports the buffer of `data`, or reads its file, until page_end. Sets reading->options. */
int page_begin(State* state, Page* page, PyObject* data, PyObject* url, Reading* reading);
/* The same with options that were applied before, here or elsewhere. */
int page_read(State* state, Page* page, PyObject* data, PyObject* url, Reading* reading);
void page_end(Page* page);

/* ---- types ---- */

int add_rows(PyObject* module, State* state);
/* The last text of a column: many rows have the same base, element and attribute. */
typedef struct {
  PyObject* text;
  hrefkit_view view;
} Memo;
/* The fields that Python has, in their order; null ends them. */
const hrefkit_field* const* row_fields(RowKind kind);
const void* row_at(RowKind kind, const void* rows, size_t index);
int is_none(const hrefkit_field* field, const void* row);
/* True for a field that only options fill: dicts have it where it is not none. */
int field_requested(const hrefkit_field* field);
int equal_rows(RowKind kind, const void* a, const void* b);
/* The value of a field. `owner` keeps rows in the row alive; `memo` may be null. */
PyObject* field_value(State* state, const hrefkit_field* field, const void* row, PyObject* owner,
                      Memo* memo);
/* All of them by name. */
PyObject* row_dict(State* state, RowKind kind, const void* row, PyObject* owner);
/* Adds a value under a name; steals the value, and fails where it is null. */
int add_item(PyObject* dict, const char* name, PyObject* value);
/* Adds a getter for each field. */
void add_getters(RowKind kind, getter get, PyGetSetDef* to);
/* Objects of rows that their owner keeps alive; of a row that is copied; of a row of a callback. */
PyObject* row_new(State* state, RowKind kind, PyObject* owner, const void* row);
PyObject* rows_list(State* state, RowKind kind, PyObject* owner, const void* rows, size_t count);
PyObject* row_copy(State* state, RowKind kind, const void* row);
PyObject* link_of_callback(State* state, const hrefkit_link* row);
/* Ends a Link of a callback: one with other references gets a row of its own. */
void link_callback_end(PyObject* link);
const void* row_of(PyObject* self);
/* A row by the name of its class and the values of its attributes. */
PyObject* restore_row(State* state, PyObject* name, PyObject* values);
/* Sets a field of a row; null and None leave it as it is. Its text lives in `kept`. */
int restore_field(const hrefkit_field* field, PyObject* value, Keep* kept, void* row);

int add_links(PyObject* module, State* state);
PyObject* links_new(State* state, hrefkit_link_list* list); /* owns the list, on failure too */
PyObject* links_restore(State* state, PyObject* values);
PyObject* find_links(PyObject* module, PyObject* const* args, Py_ssize_t count, PyObject* keywords);

int add_url(PyObject* module, State* state);
int is_url(State* state, PyObject* object);
hrefkit_view url_href(PyObject* url);

PyObject* find_bases(PyObject* module, PyObject* const* args, Py_ssize_t count, PyObject* keywords);
PyObject* find_effects(PyObject* module, PyObject* const* args, Py_ssize_t count,
                       PyObject* keywords);

int add_rewrite(PyObject* module, State* state);
PyObject* rewritten_restore(State* state, PyObject* values);
PyObject* rewrite_page(PyObject* module, PyObject* const* args, Py_ssize_t count,
                       PyObject* keywords);

int add_check(PyObject* module, State* state);
PyObject* report_restore(State* state, PyObject* values);
PyObject* check_folder(PyObject* module, PyObject* const* args, Py_ssize_t count,
                       PyObject* keywords);

int add_archive(PyObject* module, State* state);
PyObject* open_archive(PyObject* module, PyObject* const* args, Py_ssize_t count,
                       PyObject* keywords);
