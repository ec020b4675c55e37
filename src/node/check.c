/* check(): finds the broken links of a folder. */
#include <stdlib.h>
#include <string.h>

#include "addon.h"

/* What a fetcher in JavaScript answers. */
typedef struct web {
  bool fails; /* it has thrown */
  hrefkit_request const* request;
  arena memory; /* of the answer */
  hrefkit_view word;
  int32_t status;
  hrefkit_pair const* fields;
  size_t field_count;
  page body;
} web;

typedef struct check_job {
  job base;
  arena memory;
  hrefkit_view folder;
  hrefkit_check_options options;
  hrefkit_check_summary summary;
  sheet findings, trouble;
  web web;
} check_job;

static int take_finding(void* user, hrefkit_finding const* finding) {
  sheet* const to = &((check_job*)user)->findings;
  sheet_rows(to, HREFKIT_ROW_FINDING, finding, 1);
  return to->failed;
}

static int take_trouble(void* user, hrefkit_view path, hrefkit_view why) {
  sheet* const to = &((check_job*)user)->trouble;
  sheet_name(to, path);
  sheet_name(to, why);
  return to->failed;
}

/* ---- the fetcher ---- */

/* In JavaScript's thread: calls the function with the request. */
static void ask_javascript(napi_env env, napi_value function, job* given) {
  check_job* const own = (check_job*)given;
  napi_value arguments[5], receiver;
  hrefkit_request const* const request = own->web.request;
  bool is_ready =
      napi_create_external(env, own, NULL, NULL, &arguments[0]) == napi_ok &&
      (arguments[1] = text_value(env, request->method)) != NULL &&
      (arguments[2] = text_value(env, request->url)) != NULL &&
      napi_create_array_with_length(env, 2 * request->header_count, &arguments[3]) == napi_ok &&
      napi_get_boolean(env, request->wants_body != 0, &arguments[4]) == napi_ok &&
      napi_get_undefined(env, &receiver) == napi_ok;
  for (size_t i = 0; is_ready && i < request->header_count; ++i) {
    napi_value const name = text_value(env, request->headers[i].from);
    napi_value const value = text_value(env, request->headers[i].to);
    is_ready = name && value && set_element(env, arguments[3], (uint32_t)(2 * i), name) &&
               set_element(env, arguments[3], (uint32_t)(2 * i + 1), value);
  }
  if (is_ready &&
      napi_call_function(env, receiver, function, COUNT(arguments), arguments, NULL) == napi_ok) {
    return;
  }
  own->web.fails = true;
  job_answered(given);
}

/* In the thread of the check. */
static int fetch_page(void* user, hrefkit_request const* request, hrefkit_answer* answer) {
  web* const own = &((check_job*)user)->web;
  own->request = request;
  own->fails = false;
  if (!job_ask((job*)user, ask_javascript)) return -1;
  int const result = own->fails ? -1 : 0;
  if (!own->fails && own->word.data) {
    hrefkit_answer_fail(answer, own->word);
  } else if (!own->fails &&
             hrefkit_answer_head(answer, own->status, own->fields, own->field_count) > 0) {
    hrefkit_answer_body(answer, own->body.bytes, own->body.size);
  }
  page_end(&own->body);
  arena_end(&own->memory);
  own->body = (page){0};
  return result;
}

/* answer(exchange), where the fetcher has thrown; answer(exchange, word);
 * answer(exchange, status, [name, value, ...], body): to be called once for each request. */
static napi_value answer(napi_env env, napi_callback_info info) {
  napi_value arguments[4], result = NULL;
  napi_valuetype type = napi_undefined, body_type = napi_undefined;
  void* data = NULL;
  if (!read_arguments(env, info, 4, arguments) ||
      !succeeded(env, napi_get_value_external(env, arguments[0], &data))) {
    return NULL;
  }
  web* const own = &((check_job*)data)->web;
  arena_begin(&own->memory);
  own->word = (hrefkit_view){NULL, 0};
  own->fields = NULL;
  own->field_count = 0;
  own->body = (page){0};
  bool is_read = succeeded(env, napi_typeof(env, arguments[1], &type)) &&
                 succeeded(env, napi_typeof(env, arguments[3], &body_type));
  if (is_read && type == napi_string) {
    is_read = read_text(env, arguments[1], &own->memory, &own->word);
  } else if (is_read && type == napi_number) {
    is_read = succeeded(env, napi_get_value_int32(env, arguments[1], &own->status)) &&
              read_pairs(env, arguments[2], &own->memory, &own->fields, &own->field_count) &&
              (body_type != napi_object || read_page(env, arguments[3], true, &own->body));
  } else {
    is_read = false;
  }
  own->fails = !is_read;
  job_answered(data);
  napi_get_undefined(env, &result);
  return result;
}

static void run(job* given) {
  check_job* const own = (check_job*)given;
  given->status = hrefkit_check(own->folder, &own->options, &own->summary, &given->error);
}

/* [findings, trouble, summary, has a page failed, was it stopped] */
static napi_value finish(napi_env env, job* given) {
  check_job const* const own = (check_job const*)given;
  napi_value values[5], counts[max_row_values], result;
  if (!(values[0] = sheet_value(env, &own->findings)) ||
      !(values[1] = sheet_value(env, &own->trouble)) ||
      !row_values(env, HREFKIT_ROW_CHECK_SUMMARY, &own->summary, counts) ||
      !succeeded(env, napi_create_array(env, &values[2])) ||
      !succeeded(env, napi_get_boolean(env, own->summary.failed != 0, &values[3])) ||
      !succeeded(env, napi_get_boolean(env, given->status == HREFKIT_STOPPED, &values[4]))) {
    return NULL;
  }
  for (uint32_t i = 0; i < row_value_count(HREFKIT_ROW_CHECK_SUMMARY); ++i) {
    if (!set_element(env, values[2], i, counts[i])) return NULL;
  }
  if (!succeeded(env, napi_create_array_with_length(env, COUNT(values), &result))) return NULL;
  for (uint32_t i = 0; i < COUNT(values); ++i) {
    if (!set_element(env, result, i, values[i])) return NULL;
  }
  return result;
}

static void end(napi_env env, job* given) {
  (void)env;
  check_job* const own = (check_job*)given;
  sheet_end(&own->findings);
  sheet_end(&own->trouble);
  arena_end(&own->memory);
  free(own);
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
  out->finding_size = (uint32_t)hrefkit_row_fields(HREFKIT_ROW_FINDING)->size;
  out->trouble = take_trouble;
  out->poll = job_poll;
  out->user = own;
  return true;
}

/* check(folder, options, stop, fetcher) */
static napi_value check(napi_env env, napi_callback_info info) {
  napi_value arguments[4];
  check_job* const own = calloc(1, sizeof *own);
  if (!own) return throw_memory(env);
  own->base = (job){.run = run, .finish = finish, .end = end};
  own->summary = (hrefkit_check_summary)HREFKIT_CHECK_SUMMARY_INIT;
  arena_begin(&own->memory);
  napi_valuetype fetcher;
  if (read_arguments(env, info, 4, arguments) &&
      read_text(env, arguments[0], &own->memory, &own->folder) &&
      read_options(env, arguments[1], own) && job_read_stop(env, arguments[2], &own->base) &&
      succeeded(env, napi_typeof(env, arguments[3], &fetcher))) {
    if (fetcher == napi_function) own->options.fetch = fetch_page;
    return job_start_thread(env, &own->base, "hrefkit.check", arguments[3]);
  }
  end(env, &own->base);
  return NULL;
}

napi_value add_check(napi_env env, napi_value exports) {
  return add_function(env, exports, "check", check) && add_function(env, exports, "answer", answer)
             ? exports
             : NULL;
}
