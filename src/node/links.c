/* links() and linksAsync(): the links of a page. */
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

static hrefkit_status find(page_call* call, hrefkit_error* error) {
  page_input const* const input = &call->input;
  hrefkit_link_list* list = NULL;
  hrefkit_status const status = hrefkit_find_links(input->data.bytes, input->data.size, input->url,
                                                   &input->options, &list, error);
  if (status >= 0) links_result_fill(&call->links, list);
  return status;
}

static napi_value value(napi_env env, page_call const* call) {
  return links_result_value(env, &call->links);
}

/* links(data, url, reading), linksAsync */
napi_value add_links(napi_env env, napi_value exports) {
  static page_function const function = {.name = "links", .find = find, .value = value};
  return add_page_function(env, exports, &function) ? exports : NULL;
}
