/* resolve() and relativize(): references and URLs. */
#include "addon.h"

typedef hrefkit_status (*resolver_call)(hrefkit_resolver const*, hrefkit_view, hrefkit_buffer*,
                                        hrefkit_error*);

/* A call of a resolver for `base`, whose answer is a string. */
static napi_value answer(napi_env env, napi_value base_value, napi_value value,
                         napi_value encoding_value, uint8_t standard, resolver_call call) {
  napi_value result = NULL;
  arena memory;
  hrefkit_view base, text, encoding;
  hrefkit_error error = HREFKIT_ERROR_INIT;
  hrefkit_resolver* resolver = NULL;
  hrefkit_buffer buffer = {NULL, 0, 0};
  arena_begin(&memory);
  if (read_text(env, base_value, &memory, &base) && read_text(env, value, &memory, &text) &&
      read_text(env, encoding_value, &memory, &encoding)) {
    if (hrefkit_resolver_new(base, encoding, standard, &resolver, &error) < 0 ||
        call(resolver, text, &buffer, &error) < 0) {
      throw_error(env, &error);
    } else {
      result = text_value(env, (hrefkit_view){buffer.data ? buffer.data : "", buffer.size});
    }
  }
  hrefkit_buffer_free(&buffer);
  hrefkit_resolver_free(resolver);
  arena_end(&memory);
  return result;
}

/* resolve(reference, base, encoding, standard) */
static napi_value resolve(napi_env env, napi_callback_info info) {
  napi_value arguments[4];
  uint32_t standard;
  if (!read_arguments(env, info, 4, arguments) ||
      !succeeded(env, napi_get_value_uint32(env, arguments[3], &standard))) {
    return NULL;
  }
  return answer(env, arguments[1], arguments[0], arguments[2], (uint8_t)standard,
                hrefkit_resolver_resolve);
}

/* relativize(base, url) */
static napi_value relativize(napi_env env, napi_callback_info info) {
  napi_value arguments[2], nothing;
  if (!read_arguments(env, info, 2, arguments) ||
      !succeeded(env, napi_get_undefined(env, &nothing)))
    return NULL;
  return answer(env, arguments[0], arguments[1], nothing, HREFKIT_STANDARD_WHATWG,
                hrefkit_resolver_relativize);
}

napi_value add_urls(napi_env env, napi_value exports) {
  return add_function(env, exports, "resolve", resolve) &&
                 add_function(env, exports, "relativize", relativize)
             ? exports
             : NULL;
}
