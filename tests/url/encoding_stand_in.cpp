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

[[gnu::weak]] DecodedText decode(std::string_view bytes, Encoding) {
  return {std::string(bytes), {}, false};
}

[[gnu::weak]] std::optional<Encoding> encoding_from_label(std::string_view) {
  return std::nullopt;
}

}  // namespace hrefkit::text
