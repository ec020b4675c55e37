#include "hrefkit/url/characters/scalar_values.h"

#include "hrefkit/text/utf8.h"

namespace hrefkit::url {

std::string to_scalar_values(std::string bytes) {
  if (text::find_invalid_utf8(bytes) == bytes.size()) return bytes;
  return text::to_valid_utf8(bytes);
}

std::string_view as_scalar_values(std::string_view bytes, std::string& storage) {
  if (text::find_invalid_utf8(bytes) == bytes.size()) return bytes;
  storage = text::to_valid_utf8(bytes);
  return storage;
}

}  // namespace hrefkit::url
