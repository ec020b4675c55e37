/* effects(): the effects of changes of base URLs on a page. */
#include <string.h>

#include "addon.h"

/* The changes are an array of three values each: what (a HREFKIT_CHANGE_), selector, value. */
static bool read_changes(napi_env env, napi_value value, arena* memory, hrefkit_change const** out,
                         size_t* count) {
  uint32_t length = 0;
  if (!succeeded(env, napi_get_array_length(env, value, &length))) return false;
  *count = length / 3;
  *out = NULL;
  if (*count == 0) return true;
  hrefkit_change* const changes = arena_alloc(memory, *count * sizeof *changes);
  if (!changes) return throw_memory(env) != NULL;
  for (uint32_t i = 0; i < *count; ++i) {
    uint64_t what;
    memset(&changes[i], 0, sizeof changes[i]);
    if (!read_number(env, value, 3 * i, &what) ||
        !read_element_text(env, value, 3 * i + 1, memory, &changes[i].selector) ||
        !read_element_text(env, value, 3 * i + 2, memory, &changes[i].value)) {
      return false;
    }
    changes[i].what = (uint32_t)what;
  }
  *out = changes;
  return true;
}

/* effects(data, url, reading, changes) */
static napi_value effects(napi_env env, napi_callback_info info) {
  napi_value arguments[4], value = NULL;
  page_input input;
  hrefkit_change const* changes;
  size_t count;
  hrefkit_error error = HREFKIT_ERROR_INIT;
  hrefkit_effect_list* list = NULL;
  if (!read_arguments(env, info, 4, arguments)) return NULL;
  if (read_page_input(env, arguments, false, &input) &&
      read_changes(env, arguments[3], &input.memory, &changes, &count)) {
    if (hrefkit_find_effects(input.data.bytes, input.data.size, input.url, &input.options, changes,
                             count, &list, &error) < 0) {
      throw_error(env, &error);
    } else {
      sheet rows;
      memset(&rows, 0, sizeof rows);
      size_t row_count = 0;
      hrefkit_effect const* const found = hrefkit_effect_list_rows(list, &row_count);
      sheet_rows(&rows, HREFKIT_ROW_EFFECT, found, row_count);
      value = sheet_value(env, &rows);
      sheet_end(&rows);
      hrefkit_effect_list_free(list);
    }
  }
  page_input_end(&input);
  return value;
}

napi_value add_effects(napi_env env, napi_value exports) {
  return add_function(env, exports, "effects", effects) ? exports : NULL;
}
