/* rewrite(): replaces URLs in the links of a page. */
#include <string.h>

#include "addon.h"

typedef struct change {
  napi_env env;
  napi_value function, receiver;
  hrefkit_error refused; /* an answer that is not a URL */
} change;

enum { callback_threw = -1, answer_refused = -2 };

/* Reads the answer of the function: a string, or null. */
static int take_answer(change* own, napi_value value, hrefkit_answer* answer) {
  arena memory;
  hrefkit_view url;
  hrefkit_status status = HREFKIT_OK;
  arena_begin(&memory);
  bool const is_read = read_text(own->env, value, &memory, &url);
  if (is_read && url.data) status = hrefkit_answer_set(answer, url);
  if (status < 0) {
    own->refused.status = status;
    strcpy(own->refused.message, "the answer of the function is not a URL");
  }
  arena_end(&memory);
  if (!is_read) return callback_threw;
  return status < 0 ? answer_refused : 0;
}

static int map_url(void* user, hrefkit_link const* row, hrefkit_answer* answer) {
  change* const own = user;
  napi_env const env = own->env;
  napi_value values[max_row_values], value;
  napi_handle_scope scope;
  if (!succeeded(env, napi_open_handle_scope(env, &scope))) return callback_threw;
  int result = callback_threw;
  if (row_values(env, HREFKIT_ROW_LINK, row, values) &&
      napi_call_function(env, own->receiver, own->function, row_value_count(HREFKIT_ROW_LINK),
                         values, &value) == napi_ok) {
    result = take_answer(own, value, answer);
  }
  napi_close_handle_scope(env, scope);
  return result;
}

/* The options: [form, drop base, drop xml:base, do not verify, keep, new URL, rebase] */
static bool read_options(napi_env env, napi_value value, arena* memory,
                         hrefkit_rewrite_options* out) {
  uint64_t numbers[5];
  napi_value rebase;
  for (uint32_t i = 0; i < COUNT(numbers); ++i) {
    if (!read_number(env, value, i, &numbers[i])) return false;
  }
  out->form = (uint8_t)numbers[0];
  out->drop_base = (uint8_t)numbers[1];
  out->drop_xml_base = (uint8_t)numbers[2];
  out->no_verify = (uint8_t)numbers[3];
  out->keep = (uint32_t)numbers[4];
  return read_element_text(env, value, 5, memory, &out->new_url) &&
         element(env, value, 6, &rebase) &&
         read_pairs(env, rebase, memory, &out->rebase, &out->rebase_count);
}

static napi_value page_value(napi_env env, hrefkit_view bytes, bool decoded) {
  napi_value value;
  if (decoded) return text_value(env, (hrefkit_view){bytes.data ? bytes.data : "", bytes.size});
  return succeeded(env, napi_create_buffer_copy(env, bytes.size, bytes.data, NULL, &value)) ? value
                                                                                            : NULL;
}

/* [page, is it changed, edits, notes] */
static napi_value result_value(napi_env env, hrefkit_rewritten const* from, bool decoded) {
  napi_value values[4], result = NULL;
  size_t edit_count = 0, note_count = 0;
  sheet edits, notes;
  memset(&edits, 0, sizeof edits);
  memset(&notes, 0, sizeof notes);
  hrefkit_edit const* const found = hrefkit_rewritten_edits(from, &edit_count);
  sheet_rows(&edits, HREFKIT_ROW_EDIT, found, edit_count);
  hrefkit_note const* const noted = hrefkit_rewritten_notes(from, &note_count);
  sheet_rows(&notes, HREFKIT_ROW_NOTE, noted, note_count);
  bool is_made =
      (values[0] = page_value(env, hrefkit_rewritten_bytes(from), decoded)) &&
      succeeded(env, napi_get_boolean(env, hrefkit_rewritten_changed(from) != 0, &values[1])) &&
      (values[2] = sheet_value(env, &edits)) && (values[3] = sheet_value(env, &notes)) &&
      succeeded(env, napi_create_array_with_length(env, COUNT(values), &result));
  for (uint32_t i = 0; is_made && i < COUNT(values); ++i)
    is_made = set_element(env, result, i, values[i]);
  sheet_end(&edits);
  sheet_end(&notes);
  return is_made ? result : NULL;
}

/* rewrite(data, url, reading, options, pairs, function) */
static napi_value rewrite(napi_env env, napi_callback_info info) {
  napi_value arguments[6], value = NULL;
  napi_valuetype function_type;
  page_input input;
  hrefkit_rewrite_options options = HREFKIT_REWRITE_OPTIONS_INIT;
  hrefkit_error error = HREFKIT_ERROR_INIT;
  hrefkit_rewritten* rewritten = NULL;
  change own = {.env = env};
  own.refused = (hrefkit_error)HREFKIT_ERROR_INIT;
  if (!read_arguments(env, info, 6, arguments) ||
      !succeeded(env, napi_typeof(env, arguments[5], &function_type)) ||
      !succeeded(env, napi_get_undefined(env, &own.receiver))) {
    return NULL;
  }
  /* The function could detach the buffer of the page. */
  if (read_page_input(env, arguments, function_type == napi_function, &input) &&
      read_options(env, arguments[3], &input.memory, &options) &&
      read_pairs(env, arguments[4], &input.memory, &options.map, &options.map_count)) {
    options.find = &input.options;
    if (function_type == napi_function) {
      own.function = arguments[5];
      options.map_url = map_url;
      options.user = &own;
    }
    hrefkit_status const status =
        hrefkit_rewrite(input.data.bytes, input.data.size, input.url, &options, &rewritten, &error);
    if (status == HREFKIT_E_CALLBACK && error.detail == answer_refused) {
      throw_error(env, &own.refused);
    } else if (status < 0) {
      throw_error(env, &error);
    } else {
      value = result_value(env, rewritten, input.data.decoded);
      hrefkit_rewritten_free(rewritten);
    }
  }
  page_input_end(&input);
  return value;
}

napi_value add_rewrite(napi_env env, napi_value exports) {
  return add_function(env, exports, "rewrite", rewrite) ? exports : NULL;
}
