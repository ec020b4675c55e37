// Any bytes in any encoding: decoding agrees with the standard's state machines, positions rise and
// stay within the bytes, what decodes encodes again, and a document always becomes valid text.
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "fuzz/require.h"
#include "hrefkit/html/media_type.h"
#include "hrefkit/html/source_text.h"
#include "hrefkit/text/encoding.h"
#include "hrefkit/text/utf8.h"
#include "text/standard_decoder.h"

using namespace hrefkit;
using fuzz::require;

namespace {

constexpr unsigned encodings = static_cast<unsigned>(text::Encoding::x_user_defined) + 1;

void decode_as_the_standard(std::string_view bytes, text::Encoding encoding) {
  const text::DecodedText decoded = text::decode(bytes, encoding);
  std::string wanted;
  bool errors = false;
  for (test::DecodedPiece const& piece : test::decode_by_the_standard(bytes, encoding)) {
    require(decoded.map.to_source(static_cast<std::uint32_t>(wanted.size())) == piece.begin,
            "every character's position");
    for (const char32_t c : piece.code_points) text::append_utf8(wanted, c);
    errors |= piece.error;
  }
  require(decoded.text == wanted, "text as the standard decodes it");
  require(decoded.malformed_at.has_value() == errors, "errors are told");
}

void keep_positions_in_order(std::string_view text, text::SourceMap const& map,
                             std::size_t source_size) {
  std::uint32_t last = 0;
  for (std::uint32_t i = 0; i <= text.size(); ++i) {
    const std::uint32_t source = map.to_source(i);
    require(source >= last && source <= source_size, "positions rise and stay within the bytes");
    last = source;
  }
}

/// Encoding and decoding once more settles: what the encoder wrote is no error to the decoder.
void encode_again(std::string_view text, text::Encoding encoding) {
  std::string bytes;
  text::append_encoded(bytes, text, encoding, [](char32_t, std::string& out) { out += '?'; });
  require(!text::decode(bytes, encoding).malformed_at, "encoders write no errors");
}

void read_document(std::string_view bytes, html::EncodingOptions const& options) {
  std::string buffer;
  html::Notes notes;
  const auto source = html::decode_source(bytes, options, buffer, notes);
  require(source.has_value(), "small files are read");
  require(text::find_invalid_utf8(source->text) == source->text.size(), "text is UTF-8");
  keep_positions_in_order(source->text, source->map, bytes.size());
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
  if (size == 0) return 0;
  const auto encoding = static_cast<text::Encoding>(data[0] % encodings);
  const std::string_view bytes(reinterpret_cast<char const*>(data) + 1, size - 1);
  decode_as_the_standard(bytes, encoding);
  const text::DecodedText decoded = text::decode(bytes, encoding);
  keep_positions_in_order(decoded.text, decoded.map, bytes.size());
  encode_again(decoded.text, text::output_encoding(encoding));
  const auto type = html::parse_media_type(bytes);
  const std::string charset = type ? type->charset.value_or("") : "";
  read_document(bytes, {});
  read_document(bytes, {.content_type = html::ContentType::xml});
  read_document(bytes, {.transport_charset = charset});
  return 0;
}
