/* The base URLs of a page and of its frames. */
#include <string.h>

#include "addon.h"

static void put_context(sheet* to, hrefkit_base_context const* context) {
  sheet_name(to, context->path);
  sheet_name(to, context->address);
  sheet_name(to, context->base);
  sheet_number(to, context->source);
  sheet_name(to, context->fallback);
  sheet_number(to, context->fallback_source);
  sheet_number(to, context->element_count);
  sheet_number(to, context->scope_count);
  for (size_t i = 0; i < context->element_count; ++i) {
    hrefkit_base_element const* const element = &context->elements[i];
    sheet_name(to, element->href);
    sheet_name(to, element->fate);
    sheet_number(to, element->line);
    sheet_number(to, element->column);
    sheet_number(to, element->offset);
  }
  for (size_t i = 0; i < context->scope_count; ++i) {
    hrefkit_base_scope const* const scope = &context->scopes[i];
    sheet_name(to, scope->element);
    sheet_name(to, scope->value);
    sheet_name(to, scope->base);
    sheet_number(to, scope->line);
    sheet_number(to, scope->column);
    sheet_number(to, scope->offset);
  }
}

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
        put_context(&rows, hrefkit_base_report_at(report, i));
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
