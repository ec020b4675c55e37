/* base() and baseAsync(): the base URLs of a page and of its frames. */
#include "addon.h"

static hrefkit_status find(page_call* call, hrefkit_error* error) {
  page_input const* const input = &call->input;
  hrefkit_base_report* report = NULL;
  hrefkit_status const status = hrefkit_find_bases(input->data.bytes, input->data.size, input->url,
                                                   &input->options, &report, error);
  for (size_t i = 0; i < hrefkit_base_report_size(report); ++i) {
    sheet_rows(&call->rows, HREFKIT_ROW_BASE_CONTEXT, hrefkit_base_report_at(report, i), 1);
  }
  hrefkit_base_report_free(report);
  return status;
}

/* base(data, url, reading), baseAsync: the contexts, with their elements and scopes behind each */
napi_value add_bases(napi_env env, napi_value exports) {
  static page_function const function = {.name = "base", .find = find, .value = page_rows_value};
  return add_page_function(env, exports, &function) ? exports : NULL;
}
