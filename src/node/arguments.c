/* Converts arguments of JavaScript to those of the library. */
#include <stdlib.h>
#include <string.h>
#include <uchar.h>

#include "addon.h"
#ifdef __SSE2__
#include <emmintrin.h>
#endif

/* The arena. */

struct arena_block {
  struct arena_block* next;
  max_align_t bytes[];
};

void arena_begin(arena* memory) {
  memory->blocks = NULL;
  memory->used = 0;
}

void* arena_alloc(arena* memory, size_t size) {
  size_t const align = sizeof(max_align_t);
  size_t const at = (memory->used + align - 1) / align * align;
  if (at <= sizeof memory->first && size <= sizeof memory->first - at) {
    memory->used = at + size;
    return memory->first + at;
  }
  if (size > SIZE_MAX - sizeof(struct arena_block)) return NULL;
  struct arena_block* block = malloc(sizeof *block + size);
  if (!block) return NULL;
  block->next = memory->blocks;
  memory->blocks = block;
  return block->bytes;
}

void arena_end(arena* memory) {
  while (memory->blocks) {
    struct arena_block* next = memory->blocks->next;
    free(memory->blocks);
    memory->blocks = next;
  }
}

/* Values. */

bool read_arguments(napi_env env, napi_callback_info info, size_t count, napi_value* values) {
  size_t given = count;
  return succeeded(env, napi_get_cb_info(env, info, &given, values, NULL, NULL));
}

bool element(napi_env env, napi_value array, uint32_t index, napi_value* out) {
  return succeeded(env, napi_get_element(env, array, index, out));
}

/* Lone surrogates become U+FFFD. */
bool read_text(napi_env env, napi_value value, arena* memory, hrefkit_view* out) {
  napi_valuetype type;
  *out = (hrefkit_view){NULL, 0};
  if (!succeeded(env, napi_typeof(env, value, &type))) return false;
  if (type == napi_undefined || type == napi_null) return true;
  if (type != napi_string) return throw_type(env, "a text is not a string");
  size_t size;
  if (!succeeded(env, napi_get_value_string_utf8(env, value, NULL, 0, &size))) return false;
  char* text = arena_alloc(memory, size + 1);
  if (!text) return throw_memory(env) != NULL;
  if (!succeeded(env, napi_get_value_string_utf8(env, value, text, size + 1, &size))) return false;
  *out = (hrefkit_view){text, size};
  return true;
}

bool read_element_text(napi_env env, napi_value array, uint32_t index, arena* memory,
                       hrefkit_view* out) {
  napi_value value;
  return element(env, array, index, &value) && read_text(env, value, memory, out);
}

bool read_number(napi_env env, napi_value array, uint32_t index, uint64_t* out) {
  napi_value value;
  double number;
  if (!element(env, array, index, &value) ||
      !succeeded(env, napi_get_value_double(env, value, &number))) {
    return false;
  }
  *out = number > 0 && number < 9007199254740992.0 ? (uint64_t)number : 0;
  return true;
}

bool read_texts(napi_env env, napi_value value, arena* memory, hrefkit_view const** out,
                size_t* count) {
  napi_valuetype type;
  uint32_t length = 0;
  *out = NULL;
  *count = 0;
  if (!succeeded(env, napi_typeof(env, value, &type))) return false;
  if (type == napi_undefined || type == napi_null) return true;
  if (!succeeded(env, napi_get_array_length(env, value, &length))) return false;
  if (length == 0) return true;
  hrefkit_view* texts = arena_alloc(memory, length * sizeof *texts);
  if (!texts) return throw_memory(env) != NULL;
  for (uint32_t i = 0; i < length; ++i) {
    napi_handle_scope scope;
    if (!succeeded(env, napi_open_handle_scope(env, &scope))) return false;
    bool const is_read = read_element_text(env, value, i, memory, &texts[i]);
    napi_close_handle_scope(env, scope);
    if (!is_read) return false;
  }
  *out = texts;
  *count = length;
  return true;
}

bool read_pairs(napi_env env, napi_value value, arena* memory, hrefkit_pair const** out,
                size_t* count) {
  hrefkit_view const* texts;
  if (!read_texts(env, value, memory, &texts, count)) return false;
  *count /= 2;
  *out = (hrefkit_pair const*)(void const*)texts; /* two views each */
  return true;
}
_Static_assert(sizeof(hrefkit_pair) == 2 * sizeof(hrefkit_view), "a pair is two views");

/* Pages. */

/* The number of units from `from` on that are ASCII; they are written to `to`. */
static size_t copy_ascii(char16_t const* from, size_t size, char* to) {
  size_t i = 0;
#ifdef __SSE2__
  __m128i const beyond_ascii = _mm_set1_epi16((short)0xFF80);
  for (; i + 16 <= size; i += 16) {
    __m128i const low = _mm_loadu_si128((__m128i const*)(void const*)(from + i));
    __m128i const high = _mm_loadu_si128((__m128i const*)(void const*)(from + i + 8));
    __m128i const beyond = _mm_and_si128(_mm_or_si128(low, high), beyond_ascii);
    if (_mm_movemask_epi8(_mm_cmpeq_epi16(beyond, _mm_setzero_si128())) != 0xFFFF) break;
    _mm_storeu_si128((__m128i*)(void*)(to + i), _mm_packus_epi16(low, high));
  }
#endif
  for (; i < size && from[i] < 0x80; ++i) to[i] = (char)from[i];
  return i;
}

/* UTF-16 as UTF-8, of at most three bytes for each unit. Lone surrogates become U+FFFD. */
static size_t convert_utf16(char16_t const* from, size_t size, char* to) {
  char* const begin = to;
  for (size_t i = 0; i < size;) {
    size_t const ascii = copy_ascii(from + i, size - i, to);
    i += ascii;
    to += ascii;
    if (i == size) break;
    uint32_t code = from[i++];
    if ((code & 0xFC00) == 0xD800 && i < size && (from[i] & 0xFC00) == 0xDC00) {
      code = 0x10000 + ((code & 0x3FF) << 10) + (from[i++] & 0x3FFu);
    } else if ((code & 0xF800) == 0xD800) {
      code = 0xFFFD;
    }
    if (code < 0x800) {
      *to++ = (char)(0xC0 | code >> 6);
    } else if (code < 0x10000) {
      *to++ = (char)(0xE0 | code >> 12);
      *to++ = (char)(0x80 | (code >> 6 & 0x3F));
    } else {
      *to++ = (char)(0xF0 | code >> 18);
      *to++ = (char)(0x80 | (code >> 12 & 0x3F));
      *to++ = (char)(0x80 | (code >> 6 & 0x3F));
    }
    *to++ = (char)(0x80 | (code & 0x3F));
  }
  return (size_t)(to - begin);
}

/* FAST: V8's own conversion to UTF-8 takes three times as long, for strings with units of two
 * bytes; and memory that is there already is not cleared again by the system. */
static bool read_string_page(napi_env env, napi_value value, bool copy, page* out) {
  size_t length;
  environment* const own = environment_of(env);
  if (!own || !succeeded(env, napi_get_value_string_utf16(env, value, NULL, 0, &length)))
    return false;
  size_t const unit_bytes = (length + 1) * sizeof(char16_t), text_bytes = 3 * length + 1;
  bool const is_scratch = !copy && unit_bytes + text_bytes <= max_scratch;
  char16_t* const units =
      is_scratch ? environment_scratch(own, unit_bytes + text_bytes) : malloc(unit_bytes);
  char* const text = !units ? NULL : is_scratch ? (char*)units + unit_bytes : malloc(text_bytes);
  if (!text) {
    throw_memory(env);
  } else if (succeeded(env, napi_get_value_string_utf16(env, value, units, length + 1, &length))) {
    *out = (page){text, convert_utf16(units, length, text), true, is_scratch ? NULL : text};
    if (!is_scratch) free(units);
    return true;
  }
  if (!is_scratch) {
    free(units);
    free(text);
  }
  return false;
}

/* The bytes of an ArrayBuffer, a Uint8Array or a DataView. `is_shared`: other threads may write
 * there meanwhile. */
static bool find_bytes(napi_env env, napi_value value, void** bytes, size_t* size,
                       bool* is_shared) {
  bool is_array = false, is_buffer = false, is_detached = false, is_dataview = false;
  napi_value buffer = value;
  *is_shared = false;
  if (!succeeded(env, napi_is_typedarray(env, value, &is_array)) ||
      !succeeded(env, napi_is_dataview(env, value, &is_dataview))) {
    return false;
  }
  if (is_array) {
    napi_typedarray_type type;
    size_t offset;
    if (!succeeded(env, napi_get_typedarray_info(env, value, &type, size, bytes, &buffer, &offset)))
      return false;
    if (type != napi_uint8_array)
      return throw_type(env, "data is an array of another type than Uint8Array");
  } else if (is_dataview) {
    size_t offset;
    if (!succeeded(env, napi_get_dataview_info(env, value, size, bytes, &buffer, &offset)))
      return false;
  }
  if (!succeeded(env, napi_is_arraybuffer(env, buffer, &is_buffer))) return false;
  bool const is_view = is_array || is_dataview;
  *is_shared = is_view && !is_buffer;
  if (!is_view) {
    if (!is_buffer)
      return throw_type(env,
                        "data is neither a string nor bytes (a Uint8Array, an ArrayBuffer or a "
                        "DataView); of a Blob or a Response, give await x.arrayBuffer()");
    if (!succeeded(env, napi_get_arraybuffer_info(env, buffer, bytes, size))) return false;
  }
  if (is_buffer && !succeeded(env, napi_is_detached_arraybuffer(env, buffer, &is_detached)))
    return false;
  return !is_detached || throw_type(env, "the ArrayBuffer of data is detached");
}

bool read_page(napi_env env, napi_value value, bool copy, page* out) {
  napi_valuetype type;
  void* bytes = NULL;
  size_t size = 0;
  bool is_shared;
  *out = (page){NULL, 0, false, NULL};
  if (!succeeded(env, napi_typeof(env, value, &type))) return false;
  if (type == napi_string) return read_string_page(env, value, copy, out);
  if (!find_bytes(env, value, &bytes, &size, &is_shared)) return false;
  if (size == 0) return true;
  if (!copy && !is_shared) {
    *out = (page){bytes, size, false, NULL};
    return true;
  }
  void* own = malloc(size);
  if (!own) return throw_memory(env) != NULL;
  memcpy(own, bytes, size);
  *out = (page){own, size, false, own};
  return true;
}

void page_end(page* given) {
  free(given->owned);
}

/* The indexes of the options in the array of index.cjs. */
enum {
  at_flags,
  at_standard,
  at_xml_base,
  at_kinds,
  at_content_type,
  at_encoding,
  at_fallback,
  at_creator,
  at_container,
  at_csp,
  at_elements,
  at_attributes,
  at_element_attributes
};

bool read_reading(napi_env env, napi_value value, arena* memory, bool decoded,
                  hrefkit_find_options* out) {
  napi_valuetype type;
  napi_value csp, elements, attributes, element_attributes;
  uint64_t flags, standard, xml_base;
  *out = (hrefkit_find_options)HREFKIT_FIND_OPTIONS_INIT;
  out->row_size = (uint32_t)hrefkit_row_fields(HREFKIT_ROW_LINK)->size;
  if (decoded) {
    out->flags = HREFKIT_DECODED;
    out->offsets = HREFKIT_OFFSETS_UTF16;
  }
  if (!succeeded(env, napi_typeof(env, value, &type))) return false;
  if (type == napi_undefined || type == napi_null) return true;
  if (!read_number(env, value, at_flags, &flags) ||
      !read_number(env, value, at_standard, &standard) ||
      !read_number(env, value, at_xml_base, &xml_base) ||
      !read_number(env, value, at_kinds, &out->kinds) ||
      !read_element_text(env, value, at_content_type, memory, &out->content_type) ||
      !read_element_text(env, value, at_encoding, memory, &out->encoding) ||
      !read_element_text(env, value, at_fallback, memory, &out->encoding_fallback) ||
      !read_element_text(env, value, at_creator, memory, &out->creator) ||
      !read_element_text(env, value, at_container, memory, &out->container) ||
      !element(env, value, at_csp, &csp) ||
      !read_texts(env, csp, memory, &out->csp, &out->csp_count) ||
      !element(env, value, at_elements, &elements) ||
      !read_texts(env, elements, memory, &out->elements, &out->element_count) ||
      !element(env, value, at_attributes, &attributes) ||
      !read_texts(env, attributes, memory, &out->attributes, &out->attribute_count) ||
      !element(env, value, at_element_attributes, &element_attributes) ||
      !read_texts(env, element_attributes, memory, &out->element_attributes,
                  &out->element_attribute_count)) {
    return false;
  }
  out->flags |= (uint32_t)flags;
  out->standard = (uint8_t)standard;
  out->xml_base = (uint8_t)xml_base;
  return true;
}

bool read_page_input(napi_env env, napi_value const* values, bool copy, page_input* out) {
  arena_begin(&out->memory);
  out->data = (page){NULL, 0, false, NULL};
  return read_page(env, values[0], copy, &out->data) &&
         read_text(env, values[1], &out->memory, &out->url) &&
         read_reading(env, values[2], &out->memory, out->data.decoded, &out->options);
}

void page_input_end(page_input* given) {
  page_end(&given->data);
  arena_end(&given->memory);
}
