#include "hrefkit/url/well_formed_utf8.h"

#include "hrefkit/text/utf8.h"

namespace hrefkit::url {

std::string_view well_formed_utf8(std::string_view bytes, std::string& storage) {
  std::size_t valid = text::find_invalid_utf8(bytes);
  if (valid == bytes.size()) return bytes;
  storage.clear();
  while (!bytes.empty()) {
    storage += bytes.substr(0, valid);
    bytes.remove_prefix(valid);
    if (bytes.empty()) break;
    text::append_utf8(storage, text::replacement_character);
    bytes.remove_prefix(text::decode_utf8(bytes, 0).length);
    valid = text::find_invalid_utf8(bytes);
  }
  return storage;
}

}  // namespace hrefkit::url
