/* The broken links of a folder. */
#include <stdlib.h>
#include <string.h>

#include "addon.h"

typedef struct check_job {
  job base;
  arena memory;
  hrefkit_view folder;
  hrefkit_check_options options;
  hrefkit_check_summary summary;
  sheet findings, trouble;
  napi_ref stop_holder;
  int32_t const* stop; /* JavaScript sets it */
} check_job;

static int take_finding(void* user, hrefkit_finding const* finding) {
  sheet* const to = &((check_job*)user)->findings;
  sheet_name(to, finding->rule);
  sheet_name(to, finding->severity);
  sheet_name(to, finding->file);
  sheet_name(to, finding->element);
  sheet_name(to, finding->attribute);
  sheet_name(to, finding->base);
  sheet_name(to, finding->base_source);
  sheet_name(to, finding->context);
  sheet_text(to, finding->raw);
  sheet_text(to, finding->url);
  sheet_text(to, finding->target);
  sheet_text(to, finding->suggestion);
  sheet_text(to, finding->message);
  sheet_number(to, finding->line);
  sheet_number(to, finding->column);
  sheet_number(to, finding->offset);
  sheet_number(to, finding->length);
  sheet_number(to, finding->index);
  return to->failed;
}

static int take_trouble(void* user, hrefkit_view path, hrefkit_view why) {
  sheet* const to = &((check_job*)user)->trouble;
  sheet_name(to, path);
  sheet_name(to, why);
  return to->failed;
}

static int poll_stop(void* user) {
  return __atomic_load_n(((check_job*)user)->stop, __ATOMIC_RELAXED) != 0;
}

static void run(job* given) {
  check_job* const own = (check_job*)given;
  given->status = hrefkit_check(own->folder, &own->options, &own->summary, &given->error);
}

/* [findings, trouble, summary, has a page failed, was it stopped] */
static napi_value finish(napi_env env, job* given) {
  check_job const* const own = (check_job const*)given;
  hrefkit_check_summary const* const sum = &own->summary;
  uint64_t const counts[] = {sum->pages,  sum->other_files, sum->links,   sum->fine,
                             sum->found,  sum->external,    sum->ignored, sum->not_judged,
                             sum->errors, sum->warnings};
  napi_value values[5], result;
  if (!(values[0] = sheet_value(env, &own->findings)) ||
      !(values[1] = sheet_value(env, &own->trouble)) ||
      !succeeded(env, napi_create_array_with_length(env, COUNT(counts), &values[2])) ||
      !succeeded(env, napi_get_boolean(env, sum->failed != 0, &values[3])) ||
      !succeeded(env, napi_get_boolean(env, given->status == HREFKIT_STOPPED, &values[4]))) {
    return NULL;
  }
  for (uint32_t i = 0; i < COUNT(counts); ++i) {
    napi_value const number = number_value(env, (double)counts[i]);
    if (!number || !set_element(env, values[2], i, number)) return NULL;
  }
  if (!succeeded(env, napi_create_array_with_length(env, COUNT(values), &result))) return NULL;
  for (uint32_t i = 0; i < COUNT(values); ++i) {
    if (!set_element(env, result, i, values[i])) return NULL;
  }
  return result;
}

static void end(napi_env env, job* given) {
  check_job* const own = (check_job*)given;
  if (own->stop_holder) napi_delete_reference(env, own->stop_holder);
  sheet_end(&own->findings);
  sheet_end(&own->trouble);
  arena_end(&own->memory);
  free(own);
}

/* `stop` is an Int32Array of one element. */
static bool read_stop(napi_env env, napi_value value, check_job* own) {
  void* bytes = NULL;
  size_t length = 0;
  if (!succeeded(env, napi_get_typedarray_info(env, value, NULL, &length, &bytes, NULL, NULL)))
    return false;
  if (length == 0) return throw_type(env, "stop is empty");
  own->stop = bytes;
  return succeeded(env, napi_create_reference(env, value, 1, &own->stop_holder));
}

/* The options: [site URL, index, extensions, rules, flags, threads, settings] */
static bool read_options(napi_env env, napi_value value, check_job* own) {
  hrefkit_check_options* const out = &own->options;
  napi_value index, extensions, rules, settings;
  uint64_t flags, threads;
  *out = (hrefkit_check_options)HREFKIT_CHECK_OPTIONS_INIT;
  if (!read_element_text(env, value, 0, &own->memory, &out->site_url) ||
      !element(env, value, 1, &index) ||
      !read_texts(env, index, &own->memory, &out->index, &out->index_count) ||
      !element(env, value, 2, &extensions) ||
      !read_texts(env, extensions, &own->memory, &out->extensions, &out->extension_count) ||
      !element(env, value, 3, &rules) ||
      !read_pairs(env, rules, &own->memory, &out->rules, &out->rule_count) ||
      !read_number(env, value, 4, &flags) || !read_number(env, value, 5, &threads) ||
      !element(env, value, 6, &settings) ||
      !read_pairs(env, settings, &own->memory, &out->settings, &out->setting_count)) {
    return false;
  }
  out->flags = (uint32_t)flags;
  out->threads = (uint32_t)threads;
  out->finding = take_finding;
  out->trouble = take_trouble;
  out->poll = poll_stop;
  out->user = own;
  return true;
}

/* check(folder, options, stop) */
static napi_value check(napi_env env, napi_callback_info info) {
  napi_value arguments[3];
  check_job* const own = calloc(1, sizeof *own);
  if (!own) return throw_memory(env);
  own->base = (job){.run = run, .finish = finish, .end = end};
  own->summary = (hrefkit_check_summary)HREFKIT_CHECK_SUMMARY_INIT;
  arena_begin(&own->memory);
  if (read_arguments(env, info, 3, arguments) &&
      read_text(env, arguments[0], &own->memory, &own->folder) &&
      read_options(env, arguments[1], own) && read_stop(env, arguments[2], own)) {
    return job_start(env, &own->base, "hrefkit.check");
  }
  end(env, &own->base);
  return NULL;
}

napi_value add_check(napi_env env, napi_value exports) {
  return add_function(env, exports, "check", check) ? exports : NULL;
}
