/* Declarations that the sources of the addon share. The addon is the boundary between JavaScript
 * and hrefkit/c.h, and nothing else: checks of types and names of options, and the objects that
 * users see, are made in index.cjs.
 *
 * A function that returns bool, or a value that may be null, has thrown in JavaScript where that is
 * false or null. */
#pragma once

#define NAPI_VERSION 8
#include <node_api.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "hrefkit/c.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))

/* ---- the data of one environment: the main thread, or a worker (addon.c) ---- */

typedef struct environment {
  napi_ref make_error;
  void* scratch; /* see environment_scratch */
  size_t scratch_size;
  size_t running; /* jobs in the pool */
  struct job *first_waiting, *last_waiting;
  struct job_thread* threads; /* of jobs that are not in the pool */
} environment;
environment* environment_of(napi_env env);
/* Memory of this size until the next call, which is not freed after it; null without memory. */
void* environment_scratch(environment* own, size_t size);
enum { max_scratch = 4 << 20 };

/* ---- errors (addon.c) ---- */

/* False, after throwing, where a call of Node-API failed. */
bool succeeded(napi_env env, napi_status status);
/* The error that JavaScript gets for a failed call of the library. */
napi_value error_value(napi_env env, hrefkit_error const* error);
/* Throws it, or the exception of a callback if there is one. Returns null. */
napi_value throw_error(napi_env env, hrefkit_error const* error);
napi_value throw_memory(napi_env env);
/* Throws a TypeError with Node's code ERR_INVALID_ARG_TYPE. Returns false. */
bool throw_type(napi_env env, char const* message);

/* ---- arguments (arguments.c) ---- */

/* Memory for the arguments of one call, which ends as a whole. */
typedef struct arena {
  struct arena_block* blocks;
  size_t used;
  _Alignas(max_align_t) char first[1024];
} arena;
void arena_begin(arena* memory);
void* arena_alloc(arena* memory, size_t size); /* null without memory */
void arena_end(arena* memory);

/* The arguments of a call, of which there are `count`. Those that were not given are undefined. */
bool read_arguments(napi_env env, napi_callback_info info, size_t count, napi_value* values);
/* A string as UTF-8; undefined and null are absent. */
bool read_text(napi_env env, napi_value value, arena* memory, hrefkit_view* out);
/* An array of strings; undefined is an empty one. */
bool read_texts(napi_env env, napi_value value, arena* memory, hrefkit_view const** out,
                size_t* count);
/* An array of strings, two for each pair. */
bool read_pairs(napi_env env, napi_value value, arena* memory, hrefkit_pair const** out,
                size_t* count);
/* Element `index` of an array as a number that is not negative. */
bool read_number(napi_env env, napi_value array, uint32_t index, uint64_t* out);
bool read_element_text(napi_env env, napi_value array, uint32_t index, arena* memory,
                       hrefkit_view* out);
bool element(napi_env env, napi_value array, uint32_t index, napi_value* out);

/* The bytes of a page. */
typedef struct page {
  void const* bytes;
  size_t size;
  bool decoded; /* it was a string */
  void* owned;  /* to be freed */
} page;
/* Bytes are borrowed, unless they could change or move while the library reads: `copy` says that
 * JavaScript runs meanwhile. */
bool read_page(napi_env env, napi_value value, bool copy, page* out);
void page_end(page* given);

/* How a page is read: the options as index.cjs packs them, or undefined. */
bool read_reading(napi_env env, napi_value value, arena* memory, bool decoded,
                  hrefkit_find_options* out);

/* The first arguments of functions of a page: (data, url, reading). */
typedef struct page_input {
  arena memory;
  page data;
  hrefkit_view url;
  hrefkit_find_options options;
} page_input;
/* Reads the three `values`. `page_input_end` is due whether or not that succeeds. */
bool read_page_input(napi_env env, napi_value const* values, bool copy, page_input* out);
void page_input_end(page_input* given);

/* ---- results (sheet.c) ---- */

/* Rows on their way to JavaScript: numbers in one flat array, texts that differ from row to row in
 * one string, and texts that many rows have, each once, in a list of names. It crosses the boundary
 * in a few calls, and index.cjs makes objects of its rows on demand. It may be filled
 * in any thread. */
typedef struct sheet {
  uint32_t* cells;
  size_t size, capacity;
  char* text; /* ASCII */
  size_t text_size, text_capacity;
  struct sheet_entry* names;
  size_t name_count, name_capacity;
  char* name_bytes;
  size_t name_size, name_bytes_capacity;
  uint32_t* slots; /* a hash table of names: 0, or a name's number from 1 */
  size_t slot_count;
  uint32_t recent[64];
  char* joined; /* pairs as one text */
  size_t joined_capacity;
  bool failed; /* there was no memory */
} sheet;
/* The number of a name, from 1; a new name has the next one. 0 for an absent text. */
uint32_t sheet_number(sheet* to, hrefkit_view name);
/* One cell: 0 for an absent text, else the number of the name, from 1. */
void sheet_name(sheet* to, hrefkit_view name);
/* Rows of a kind, a HREFKIT_ROW_: the fields that have a key, as the library's table has them. */
void sheet_rows(sheet* to, uint32_t row, void const* rows, size_t count);
/* [cells, text, names] */
napi_value sheet_value(napi_env env, sheet const* from);
void sheet_end(sheet* given);

/* A string; null for an absent one. */
napi_value text_value(napi_env env, hrefkit_view text);
napi_value number_value(napi_env env, double number);
bool set_element(napi_env env, napi_value array, uint32_t index, napi_value value);
/* The same fields of one row as values in the order of their keys: strings, null and numbers. */
bool row_values(napi_env env, uint32_t row, void const* from, napi_value* out);
size_t row_value_count(uint32_t row);
enum { max_row_values = 32 };

/* A list of links as JavaScript gets it; the list can be freed then. */
typedef struct links_result {
  sheet rows, notes;
  hrefkit_link_list* list;
} links_result;
void links_result_fill(links_result* to, hrefkit_link_list* list);
napi_value links_result_value(napi_env env, links_result const* from);
void links_result_end(links_result* given);
/* Makes the value of a list, and frees the list. */
napi_value links_value(napi_env env, hrefkit_link_list* list);

/* ---- work in other threads (job.c) ---- */

/* Work that another thread does, and its promise. Other structs begin with it. */
typedef struct job job;
struct job {
  void (*run)(job*);                    /* in the other thread: sets status and error */
  napi_value (*finish)(napi_env, job*); /* in JavaScript's thread: the value of the promise */
  void (*end)(napi_env, job*);          /* frees all, the job itself too */
  hrefkit_status status;
  hrefkit_error error;
  int32_t const* stop; /* null, or a number that JavaScript sets to stop the job */
  napi_ref stop_holder;
  napi_deferred deferred;
  environment* own;
  napi_async_work work; /* in the pool */
  job* next;            /* of those that wait for it */
  struct job_thread* thread;
};
/* `stop` is an Int32Array of one element, or undefined. */
bool job_read_stop(napi_env env, napi_value stop, job* given);
/* True where JavaScript does not wait for the job any more. */
bool job_is_stopped(job const* given);
/* The same for the library. `user` is a job, or null. */
int job_poll(void* user);
/* Starts the work in a thread of the pool and returns the promise. The job is ended where that
 * fails. */
napi_value job_start(napi_env env, job* given, char const* name);
/* The same in a thread of its own, which may take long and may wait for JavaScript. `function` may
 * be undefined. */
napi_value job_start_thread(napi_env env, job* given, char const* name, napi_value function);
/* In a thread of its own: has `ask` called in JavaScript's thread, with the function, and waits
 * until job_answered is called. False where no answer comes, since Node ends. */
typedef void (*job_question)(napi_env env, napi_value function, job* given);
bool job_ask(job* given, job_question ask);
void job_answered(job* given);

/* ---- functions of a page (pages.c) ---- */

/* A call of a function (data, url, reading, more). */
typedef struct page_call {
  page_input input;
  hrefkit_change const* changes; /* of effects() */
  size_t change_count;
  links_result links; /* what was found: of links() */
  sheet rows;         /* of others */
} page_call;
typedef struct page_function {
  char const* name;
  /* Reads the fourth argument; null: there is none. */
  bool (*read)(napi_env env, napi_value value, page_call* call);
  /* In any thread: fills `links` or `rows`. */
  hrefkit_status (*find)(page_call* call, hrefkit_error* error);
  napi_value (*value)(napi_env env, page_call const* call);
} page_function;
/* exports.NAME(data, url, reading, more) answers at once, exports.NAMEAsync(..., stop) a promise.
 */
bool add_page_function(napi_env env, napi_value exports, page_function const* function);
napi_value page_rows_value(napi_env env, page_call const* call);

/* ---- functions (one source each) ---- */

napi_value add_rows(napi_env env, napi_value exports);
napi_value add_jobs(napi_env env, napi_value exports);
napi_value add_links(napi_env env, napi_value exports);
napi_value add_bases(napi_env env, napi_value exports);
napi_value add_rewrite(napi_env env, napi_value exports);
napi_value add_effects(napi_env env, napi_value exports);
napi_value add_check(napi_env env, napi_value exports);
napi_value add_archive(napi_env env, napi_value exports);
napi_value add_urls(napi_env env, napi_value exports);
bool add_function(napi_env env, napi_value exports, char const* name, napi_callback function);
