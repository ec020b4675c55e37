/* links() and linksAsync(): the links of a page. */
#include <stdlib.h>
#include <string.h>

#include "addon.h"

void links_result_fill(links_result* to, hrefkit_link_list* list) {
  size_t count = 0;
  memset(to, 0, sizeof *to);
  to->list = list;
  sheet_rows(&to->rows, HREFKIT_ROW_LINK, hrefkit_link_list_rows(list),
             hrefkit_link_list_size(list));
  hrefkit_note const* const notes = hrefkit_link_list_notes(list, &count);
  sheet_rows(&to->notes, HREFKIT_ROW_NOTE, notes, count);
}

/* [rows, base, base source, encoding, its source, notes] */
napi_value links_result_value(napi_env env, links_result const* from) {
  napi_value result, values[6];
  if (!(values[0] = sheet_value(env, &from->rows)) ||
      !(values[1] = text_value(env, hrefkit_link_list_base(from->list))) ||
      !(values[2] = number_value(env, hrefkit_link_list_base_source(from->list))) ||
      !(values[3] = text_value(env, hrefkit_link_list_encoding(from->list))) ||
      !(values[4] = text_value(env, hrefkit_link_list_encoding_source(from->list)))) {
    return NULL;
  }
  if (from->notes.size == 0 && !from->notes.failed) {
    if (!succeeded(env, napi_get_null(env, &values[5]))) return NULL;
  } else if (!(values[5] = sheet_value(env, &from->notes))) {
    return NULL;
  }
  if (!succeeded(env, napi_create_array_with_length(env, COUNT(values), &result))) return NULL;
  for (uint32_t i = 0; i < COUNT(values); ++i) {
    if (!set_element(env, result, i, values[i])) return NULL;
  }
  return result;
}

void links_result_end(links_result* given) {
  sheet_end(&given->rows);
  sheet_end(&given->notes);
  hrefkit_link_list_free(given->list);
}

napi_value links_value(napi_env env, hrefkit_link_list* list) {
  links_result result;
  links_result_fill(&result, list);
  napi_value const value = links_result_value(env, &result);
  links_result_end(&result);
  return value;
}

/* links(data, url, reading) */
static napi_value links(napi_env env, napi_callback_info info) {
  napi_value arguments[3], value = NULL;
  page_input input;
  hrefkit_error error = HREFKIT_ERROR_INIT;
  hrefkit_link_list* list = NULL;
  if (!read_arguments(env, info, 3, arguments)) return NULL;
  if (read_page_input(env, arguments, false, &input)) {
    if (hrefkit_find_links(input.data.bytes, input.data.size, input.url, &input.options, &list,
                           &error) < 0) {
      throw_error(env, &error);
    } else {
      value = links_value(env, list);
    }
  }
  page_input_end(&input);
  return value;
}

typedef struct links_job {
  job base;
  page_input input;
  links_result result;
} links_job;

static void run(job* given) {
  links_job* const own = (links_job*)given;
  hrefkit_link_list* list = NULL;
  page_input const* const input = &own->input;
  given->status = hrefkit_find_links(input->data.bytes, input->data.size, input->url,
                                     &input->options, &list, &given->error);
  if (given->status >= 0) links_result_fill(&own->result, list);
}

static napi_value finish(napi_env env, job* given) {
  return links_result_value(env, &((links_job*)given)->result);
}

static void end(napi_env env, job* given) {
  (void)env;
  links_job* const own = (links_job*)given;
  links_result_end(&own->result);
  page_input_end(&own->input);
  free(own);
}

/* linksAsync(data, url, reading): a promise of the same */
static napi_value links_async(napi_env env, napi_callback_info info) {
  napi_value arguments[3];
  if (!read_arguments(env, info, 3, arguments)) return NULL;
  links_job* const own = calloc(1, sizeof *own);
  if (!own) return throw_memory(env);
  own->base = (job){.run = run, .finish = finish, .end = end};
  if (read_page_input(env, arguments, true, &own->input)) {
    return job_start(env, &own->base, "hrefkit.links");
  }
  end(env, &own->base);
  return NULL;
}

napi_value add_links(napi_env env, napi_value exports) {
  return add_function(env, exports, "links", links) &&
                 add_function(env, exports, "linksAsync", links_async)
             ? exports
             : NULL;
}
