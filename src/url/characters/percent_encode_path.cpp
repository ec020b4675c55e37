#include "hrefkit/url/percent_encode_path.h"

#include "hrefkit/text/byte_set.h"
#include "hrefkit/url/percent_encode.h"

namespace hrefkit::url {

namespace {

constexpr text::ByteSet kept = text::ascii_alphanumeric | text::ByteSet("-._~!$&'()*+,;=:@/");

}  // namespace

std::string percent_encode_path(std::string_view path) {
  std::string encoded;
  append_percent_encoded(encoded, path, ~kept);
  return encoded;
}

}  // namespace hrefkit::url
