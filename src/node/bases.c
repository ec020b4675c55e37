/* The base URLs of a page and of its frames. */
#include <string.h>

#include "addon.h"

/* base(data, url, reading): the contexts, with their elements and scopes behind each */
static napi_value base(napi_env env, napi_callback_info info) {
  napi_value arguments[3], value = NULL;
  page_input input;
  hrefkit_error error = HREFKIT_ERROR_INIT;
  hrefkit_base_report* report = NULL;
  if (!read_arguments(env, info, 3, arguments)) return NULL;
  if (read_page_input(env, arguments, false, &input)) {
    if (hrefkit_find_bases(input.data.bytes, input.data.size, input.url, &input.options, &report,
                           &error) < 0) {
      throw_error(env, &error);
    } else {
      sheet rows;
      memset(&rows, 0, sizeof rows);
      for (size_t i = 0; i < hrefkit_base_report_size(report); ++i) {
        sheet_rows(&rows, HREFKIT_ROW_BASE_CONTEXT, hrefkit_base_report_at(report, i), 1);
      }
      value = sheet_value(env, &rows);
      sheet_end(&rows);
      hrefkit_base_report_free(report);
    }
  }
  page_input_end(&input);
  return value;
}

napi_value add_bases(napi_env env, napi_value exports) {
  return add_function(env, exports, "base", base) ? exports : NULL;
}
