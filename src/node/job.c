/* Jobs in other threads, and their promises.
 *
 * Jobs that read one page run in the thread pool of Node, in at most half of its threads: the
 * others stay free for files, names of hosts and compression. Further jobs wait here in their
 * order.
 *
 * A job that takes long (a check), or that waits for JavaScript (a fetcher, a stream), has a thread
 * of its own. In the pool it would wait for answers that need a thread of the pool themselves. */
#include <pthread.h>
#include <stdlib.h>

#include "addon.h"

bool job_read_stop(napi_env env, napi_value stop, job* given) {
  napi_valuetype type;
  void* bytes = NULL;
  size_t length = 0;
  if (!succeeded(env, napi_typeof(env, stop, &type))) return false;
  if (type == napi_undefined) return true;
  if (!succeeded(env, napi_get_typedarray_info(env, stop, NULL, &length, &bytes, NULL, NULL)))
    return false;
  if (length == 0) return throw_type(env, "stop is empty");
  given->stop = bytes;
  return succeeded(env, napi_create_reference(env, stop, 1, &given->stop_holder));
}

int job_poll(void* user) {
  return user && job_is_stopped(user);
}

/* The error of a job whose promise nobody waits for. */
static void set_stopped(job* given) {
  given->status = HREFKIT_E_INTERNAL;
  given->error.status = HREFKIT_E_INTERNAL;
}

static void end_job(napi_env env, job* given) {
  if (given->stop_holder) napi_delete_reference(env, given->stop_holder);
  given->end(env, given);
}

/* Resolves or rejects the promise. False where that is not possible, since Node ends. */
static bool settle(napi_env env, job* given) {
  napi_value value = NULL;
  bool is_pending = false;
  if (given->status < 0) {
    value = error_value(env, &given->error);
    if (value) return napi_reject_deferred(env, given->deferred, value) == napi_ok;
  } else {
    value = given->finish(env, given);
    if (value) return napi_resolve_deferred(env, given->deferred, value) == napi_ok;
  }
  return napi_is_exception_pending(env, &is_pending) == napi_ok && is_pending &&
         napi_get_and_clear_last_exception(env, &value) == napi_ok &&
         napi_reject_deferred(env, given->deferred, value) == napi_ok;
}

static bool make_promise(napi_env env, job* given, napi_value* promise) {
  given->error = (hrefkit_error)HREFKIT_ERROR_INIT;
  given->own = environment_of(env);
  return given->own && succeeded(env, napi_create_promise(env, &given->deferred, promise));
}

/* ---- in the pool ---- */

/* Half of the threads of the pool, as libuv counts them. */
static size_t max_running(void) {
  char const* const given = getenv("UV_THREADPOOL_SIZE");
  long threads = given ? strtol(given, NULL, 10) : 4;
  if (threads < 1) threads = 1;
  if (threads > 1024) threads = 1024;
  return (size_t)(threads + 1) / 2;
}

static void execute(napi_env env, void* data) {
  (void)env;
  job* const given = data;
  if (job_is_stopped(given)) {
    set_stopped(given);
  } else {
    given->run(given);
    if (given->status == HREFKIT_STOPPED) set_stopped(given);
  }
}

static void start_waiting(napi_env env, environment* own) {
  while (own->first_waiting && own->running < max_running()) {
    job* const next = own->first_waiting;
    own->first_waiting = next->next;
    ++own->running;
    if (napi_queue_async_work(env, next->work) == napi_ok) continue;
    --own->running;
    set_stopped(next);
    settle(env, next);
    napi_delete_async_work(env, next->work);
    end_job(env, next);
  }
}

/* Ends the jobs that wait. */
static void drop_waiting(napi_env env, environment* own) {
  while (own->first_waiting) {
    job* const next = own->first_waiting;
    own->first_waiting = next->next;
    napi_delete_async_work(env, next->work);
    end_job(env, next);
  }
}

static void complete(napi_env env, napi_status status, void* data) {
  job* const given = data;
  environment* const own = given->own;
  if (status != napi_ok) set_stopped(given); /* the environment ends */
  bool const is_settled = settle(env, given);
  napi_delete_async_work(env, given->work);
  end_job(env, given);
  --own->running;
  if (is_settled) {
    start_waiting(env, own);
  } else {
    drop_waiting(env, own);
  }
}

napi_value job_start(napi_env env, job* given, char const* name) {
  napi_value promise, resource_name;
  if (make_promise(env, given, &promise) &&
      succeeded(env, napi_create_string_utf8(env, name, NAPI_AUTO_LENGTH, &resource_name)) &&
      succeeded(env, napi_create_async_work(env, NULL, resource_name, execute, complete, given,
                                            &given->work))) {
    environment* const own = given->own;
    if (own->first_waiting) {
      own->last_waiting->next = given;
    } else {
      own->first_waiting = given;
    }
    own->last_waiting = given;
    start_waiting(env, own);
    return promise;
  }
  end_job(env, given);
  return NULL;
}

/* ---- in threads of their own ---- */

/* It ends with the threadsafe function, which ends after the thread's last call. */
typedef struct job_thread {
  job* given; /* null: its promise is settled */
  pthread_t id;
  bool has_thread;
  napi_threadsafe_function call;
  pthread_mutex_t lock; /* of what follows */
  pthread_cond_t changed;
  job_question ask;
  bool has_answer;
  bool is_done;
  bool is_closed; /* Node takes no calls any more */
  environment* in;
  struct job_thread *previous, *next; /* of its threads */
} job_thread;

static void close_thread(job_thread* own) {
  pthread_mutex_lock(&own->lock);
  own->is_closed = true;
  pthread_cond_signal(&own->changed);
  pthread_mutex_unlock(&own->lock);
  if (own->has_thread) pthread_join(own->id, NULL);
  own->has_thread = false;
}

/* closeThreads(): index.cjs calls it when the process ends, perhaps by process.exit(). No thread
 * may use the library while its static data end. */
static napi_value close_threads(napi_env env, napi_callback_info info) {
  (void)info;
  environment* const own = environment_of(env);
  for (job_thread* each = own ? own->threads : NULL; each; each = each->next) close_thread(each);
  return NULL;
}

napi_value add_jobs(napi_env env, napi_value exports) {
  return add_function(env, exports, "closeThreads", close_threads) ? exports : NULL;
}

static void list_thread(job_thread* own) {
  environment* const in = own->in;
  own->next = in->threads;
  if (in->threads) in->threads->previous = own;
  in->threads = own;
}

static void unlist_thread(job_thread* own) {
  if (own->next) own->next->previous = own->previous;
  if (own->previous) own->previous->next = own->next;
  if (own->in->threads == own) own->in->threads = own->next;
}

static void free_thread(job_thread* own) {
  pthread_cond_destroy(&own->changed);
  pthread_mutex_destroy(&own->lock);
  free(own);
}

bool job_is_stopped(job const* given) {
  if (given->stop && __atomic_load_n(given->stop, __ATOMIC_RELAXED) != 0) return true;
  if (!given->thread) return false;
  pthread_mutex_lock(&given->thread->lock);
  bool const is_closed = given->thread->is_closed;
  pthread_mutex_unlock(&given->thread->lock);
  return is_closed;
}

/* In the thread: has call_javascript called. */
static bool call(job_thread* own) {
  pthread_mutex_lock(&own->lock);
  bool const is_closed = own->is_closed;
  pthread_mutex_unlock(&own->lock);
  if (is_closed) return false;
  if (napi_call_threadsafe_function(own->call, own, napi_tsfn_blocking) == napi_ok) return true;
  pthread_mutex_lock(&own->lock);
  own->is_closed = true;
  pthread_mutex_unlock(&own->lock);
  return false;
}

static void* run_thread(void* data) {
  job_thread* const own = data;
  own->given->run(own->given);
  pthread_mutex_lock(&own->lock);
  own->is_done = true;
  pthread_mutex_unlock(&own->lock);
  if (call(own)) napi_release_threadsafe_function(own->call, napi_tsfn_release);
  return NULL;
}

/* In JavaScript's thread: asks the question, or settles the promise. */
static void call_javascript(napi_env env, napi_value function, void* context, void* data) {
  (void)data;
  if (!env) return; /* end_thread frees all */
  job_thread* const own = context;
  pthread_mutex_lock(&own->lock);
  bool const is_done = own->is_done;
  pthread_mutex_unlock(&own->lock);
  if (!is_done) {
    own->ask(env, function, own->given);
  } else {
    settle(env, own->given);
    end_job(env, own->given);
    own->given = NULL;
  }
}

static void end_thread(napi_env env, void* data, void* hint) {
  (void)hint;
  job_thread* const own = data;
  if (own->in) unlist_thread(own);
  close_thread(own);
  if (own->given) end_job(env, own->given);
  free_thread(own);
}

bool job_ask(job* given, job_question ask) {
  job_thread* const own = given->thread;
  pthread_mutex_lock(&own->lock);
  own->ask = ask;
  own->has_answer = false;
  pthread_mutex_unlock(&own->lock);
  if (!call(own)) return false;
  pthread_mutex_lock(&own->lock);
  while (!own->has_answer && !own->is_closed) pthread_cond_wait(&own->changed, &own->lock);
  bool const has_answer = own->has_answer;
  pthread_mutex_unlock(&own->lock);
  return has_answer;
}

void job_answered(job* given) {
  job_thread* const own = given->thread;
  pthread_mutex_lock(&own->lock);
  own->has_answer = true;
  pthread_cond_signal(&own->changed);
  pthread_mutex_unlock(&own->lock);
}

napi_value job_start_thread(napi_env env, job* given, char const* name, napi_value function) {
  napi_value promise, resource_name;
  napi_valuetype type;
  job_thread* const own = calloc(1, sizeof *own);
  if (!own) {
    end_job(env, given);
    return throw_memory(env);
  }
  own->given = given;
  pthread_mutex_init(&own->lock, NULL);
  pthread_cond_init(&own->changed, NULL);
  given->thread = own;
  if (!make_promise(env, given, &promise) || !succeeded(env, napi_typeof(env, function, &type)) ||
      !succeeded(env, napi_create_string_utf8(env, name, NAPI_AUTO_LENGTH, &resource_name)) ||
      !succeeded(env, napi_create_threadsafe_function(env, type == napi_function ? function : NULL,
                                                      NULL, resource_name, 0, 1, own, end_thread,
                                                      own, call_javascript, &own->call))) {
    end_job(env, given);
    free_thread(own);
    return NULL;
  }
  if (pthread_create(&own->id, NULL, run_thread, own) != 0) {
    napi_release_threadsafe_function(own->call, napi_tsfn_abort); /* end_thread frees all */
    napi_throw_error(env, "HREFKIT_MEMORY", "no thread can be started");
    return NULL;
  }
  own->has_thread = true;
  own->in = given->own;
  list_thread(own);
  return promise;
}
