/* Jobs in the thread pool of Node, and their promises. */
#include <stdlib.h>

#include "addon.h"

static void execute(napi_env env, void* data) {
  (void)env;
  job* const given = data;
  given->run(given);
}

static void complete(napi_env env, napi_status status, void* data) {
  job* const given = data;
  napi_value value = NULL;
  bool is_pending = false;
  if (status != napi_ok) { /* the environment ends */
    given->status = HREFKIT_E_INTERNAL;
    given->error.status = HREFKIT_E_INTERNAL;
  }
  if (given->status < 0) {
    value = error_value(env, &given->error);
    if (value) napi_reject_deferred(env, given->deferred, value);
  } else {
    value = given->finish(env, given);
    if (value) napi_resolve_deferred(env, given->deferred, value);
  }
  if (!value && napi_is_exception_pending(env, &is_pending) == napi_ok && is_pending &&
      napi_get_and_clear_last_exception(env, &value) == napi_ok) {
    napi_reject_deferred(env, given->deferred, value);
  }
  napi_delete_async_work(env, given->work);
  given->end(env, given);
}

napi_value job_start(napi_env env, job* given, char const* name) {
  napi_value promise, resource_name;
  given->error = (hrefkit_error)HREFKIT_ERROR_INIT;
  if (succeeded(env, napi_create_string_utf8(env, name, NAPI_AUTO_LENGTH, &resource_name)) &&
      succeeded(env, napi_create_async_work(env, NULL, resource_name, execute, complete, given,
                                            &given->work))) {
    if (succeeded(env, napi_create_promise(env, &given->deferred, &promise)) &&
        succeeded(env, napi_queue_async_work(env, given->work))) {
      return promise;
    }
    napi_delete_async_work(env, given->work);
  }
  given->end(env, given);
  return NULL;
}
