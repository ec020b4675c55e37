#include "hrefkit/url/fragment_escape.h"

#include "hrefkit/text/byte_set.h"
#include "hrefkit/url/percent_encode.h"

namespace hrefkit::url {

namespace {

constexpr text::ByteSet escaped = text::c0_control | text::ByteSet(" \"#%<>[\\]^{|}");

}  // namespace

std::string fragment_escape(std::string_view text) {
  std::string out;
  append_percent_encoded(out, text, escaped);
  return out;
}

}  // namespace hrefkit::url
