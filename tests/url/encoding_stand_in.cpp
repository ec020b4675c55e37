// Stands in for the encoders until they land; weak, so that theirs win.
#include "hrefkit/text/encoding.h"

namespace hrefkit::text {

[[gnu::weak]] Encoding output_encoding(Encoding encoding) {
  return encoding;
}

[[gnu::weak]] void append_encoded(std::string& out, std::string_view text, Encoding,
                                  UnencodableHandler) {
  out += text;
}

}  // namespace hrefkit::text
