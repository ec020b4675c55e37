// Heads of HTTP messages, and the links in them.
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "fuzz/require.h"
#include "hrefkit/http/computed_type.h"
#include "hrefkit/http/fields.h"

namespace http = hrefkit::http;
using hrefkit::fuzz::require;

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
  const std::string_view bytes(reinterpret_cast<char const*>(data), size);
  const auto length = http::head_length(bytes);
  require(!length || *length <= size, "a head is a part of the bytes");
  http::computed_type({}, bytes);
  // A head ends at the same place whatever follows.
  if (length)
    require(http::head_length(bytes.substr(0, *length)) == length, "a head ends where it ends");
  const auto head = http::parse_response_head(bytes.substr(0, length.value_or(size)));
  if (!head) return 0;
  require(head->status == 0 || (head->status >= 100 && head->status <= 999),
          "a status has three digits");
  std::size_t total = 0;
  for (std::size_t i = 0; i < head->fields.size(); ++i) {
    const http::Field field = head->fields[i];
    total += field.name.size() + field.value.size();
    require(head->fields.first(field.name).has_value(), "a field is found by its name");
    for (http::LinkValue const& link : http::parse_link_header(field.value)) {
      require(link.target.size() <= field.value.size(), "a target is a part of its field");
    }
  }
  require(total <= size + head->fields.size(), "fields are made of the bytes");
  return 0;
}
