/* effects() and effectsAsync(): the effects of changes of base URLs on a page. */
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

static bool read(napi_env env, napi_value value, page_call* call) {
  return read_changes(env, value, &call->input.memory, &call->changes, &call->change_count);
}

static hrefkit_status find(page_call* call, hrefkit_error* error) {
  page_input const* const input = &call->input;
  hrefkit_effect_list* list = NULL;
  size_t count = 0;
  hrefkit_status const status =
      hrefkit_find_effects(input->data.bytes, input->data.size, input->url, &input->options,
                           call->changes, call->change_count, &list, error);
  hrefkit_effect const* const found = hrefkit_effect_list_rows(list, &count);
  sheet_rows(&call->rows, HREFKIT_ROW_EFFECT, found, count);
  hrefkit_effect_list_free(list);
  return status;
}

/* effects(data, url, reading, changes), effectsAsync */
napi_value add_effects(napi_env env, napi_value exports) {
  static page_function const function = {
      .name = "effects", .read = read, .find = find, .value = page_rows_value};
  return add_page_function(env, exports, &function) ? exports : NULL;
}
