/* Functions that read one page: each at once, and as a job in the pool. */
#include <stdlib.h>
#include <string.h>

#include "addon.h"

/* (data, url, reading, more) */
static bool begin(napi_env env, napi_value const* values, bool copy, page_function const* function,
                  page_call* call) {
  call->changes = NULL;
  call->change_count = 0;
  memset(&call->links, 0, sizeof call->links);
  memset(&call->rows, 0, sizeof call->rows);
  return read_page_input(env, values, copy, &call->input) &&
         (!function->read || function->read(env, values[3], call));
}

static void end_call(page_call* call) {
  links_result_end(&call->links);
  sheet_end(&call->rows);
  page_input_end(&call->input);
}

static napi_value call_now(napi_env env, napi_callback_info info) {
  napi_value arguments[4], value = NULL;
  size_t count = COUNT(arguments);
  void* function = NULL;
  page_call call;
  hrefkit_error error = HREFKIT_ERROR_INIT;
  if (!succeeded(env, napi_get_cb_info(env, info, &count, arguments, NULL, &function))) return NULL;
  page_function const* const own = function;
  if (begin(env, arguments, false, own, &call)) {
    value = own->find(&call, &error) < 0 ? throw_error(env, &error) : own->value(env, &call);
  }
  end_call(&call);
  return value;
}

typedef struct page_job {
  job base;
  page_function const* function;
  page_call call;
} page_job;

static void run(job* given) {
  page_job* const own = (page_job*)given;
  own->call.input.options.poll = job_poll;
  own->call.input.options.poll_user = given;
  given->status = own->function->find(&own->call, &given->error);
}

static napi_value finish(napi_env env, job* given) {
  page_job const* const own = (page_job const*)given;
  return own->function->value(env, &own->call);
}

static void end(napi_env env, job* given) {
  (void)env;
  end_call(&((page_job*)given)->call);
  free(given);
}

static napi_value call_later(napi_env env, napi_callback_info info) {
  napi_value arguments[5];
  size_t count = COUNT(arguments);
  void* function = NULL;
  if (!succeeded(env, napi_get_cb_info(env, info, &count, arguments, NULL, &function))) return NULL;
  page_job* const own = calloc(1, sizeof *own);
  if (!own) return throw_memory(env);
  own->base = (job){.run = run, .finish = finish, .end = end};
  own->function = function;
  if (begin(env, arguments, true, function, &own->call) &&
      job_read_stop(env, arguments[4], &own->base)) {
    return job_start(env, &own->base, own->function->name);
  }
  end(env, &own->base);
  return NULL;
}

static bool add(napi_env env, napi_value exports, char const* name, napi_callback call,
                page_function const* function) {
  napi_value value;
  return succeeded(env, napi_create_function(env, name, NAPI_AUTO_LENGTH, call, (void*)function,
                                             &value)) &&
         succeeded(env, napi_set_named_property(env, exports, name, value));
}

bool add_page_function(napi_env env, napi_value exports, page_function const* function) {
  char later[32];
  size_t const size = strlen(function->name);
  if (size + sizeof "Async" > sizeof later) return false;
  memcpy(later, function->name, size);
  memcpy(later + size, "Async", sizeof "Async");
  return add(env, exports, function->name, call_now, function) &&
         add(env, exports, later, call_later, function);
}

napi_value page_rows_value(napi_env env, page_call const* call) {
  return sheet_value(env, &call->rows);
}
