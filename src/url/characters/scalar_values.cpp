#include "hrefkit/url/characters/scalar_values.h"

#include "hrefkit/text/utf8.h"

namespace hrefkit::url {

std::string to_scalar_values(std::string bytes) {
  if (text::find_invalid_utf8(bytes) == bytes.size()) return bytes;
  std::string decoded;
  for (std::size_t i = 0; i < bytes.size();) {
    const text::Utf8Step step = text::decode_utf8(bytes, i);
    text::append_utf8(decoded, step.code_point);
    i += step.length;
  }
  return decoded;
}

std::string_view as_scalar_values(std::string_view bytes, std::string& storage) {
  if (text::find_invalid_utf8(bytes) == bytes.size()) return bytes;
  storage = to_scalar_values(std::string(bytes));
  return storage;
}

}  // namespace hrefkit::url
