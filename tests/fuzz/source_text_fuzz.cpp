// Any bytes with any label: the label is the first line. A file's text is what its encoding's
// decoder gives for the bytes behind the byte order mark, and its map is that decoder's map.
#include <optional>
#include <string>
#include <vector>

#include "fuzz/require.h"
#include "hrefkit/html/source_text.h"
#include "hrefkit/html/syntax/xml_syntax.h"
#include "hrefkit/text/utf8.h"

using namespace hrefkit;
using namespace hrefkit::html;
using fuzz::require;

namespace {

void check_as_decoded(SourceText const& source, std::string_view bytes, ContentType type) {
  const std::size_t mark = source.encoding.mark_length;
  require(mark <= bytes.size(), "the byte order mark stands in the bytes");
  text::DecodedText decoded = text::decode(bytes.substr(mark), source.encoding.encoding);
  const bool is_refused = source.encoding.encoding == text::Encoding::replacement;
  if (decoded.malformed_at && type == ContentType::xml && !is_refused) {
    decoded.text.replace(*decoded.malformed_at, malformed_xml_mark.size(), malformed_xml_mark);
  }
  require(source.text == decoded.text, "the text is what the decoder gives");
  require(source.malformed == decoded.malformed_at.has_value(), "malformed bytes are told");
  std::uint32_t last = 0;
  for (std::uint32_t i = 0; i <= source.text.size(); ++i) {
    const std::uint32_t place = source.map.to_source(i);
    require(place == decoded.map.to_source(i) + mark, "places are those that the decoder gives");
    require(place >= last && place <= bytes.size(), "places rise and stay in the bytes");
    last = place;
  }
}

/// HTML Standard 13.2.3.2 and RFC 7303 section 3: what comes before what.
void check_choice(EncodingChoice const& choice, std::string_view bytes,
                  EncodingOptions const& options) {
  const auto mark = text::find_byte_order_mark(bytes);
  require((choice.source == EncodingSource::byte_order_mark) == mark.has_value(),
          "a byte order mark counts before all else");
  if (mark) {
    require(choice.encoding == mark->encoding && choice.mark_length == mark->length,
            "a byte order mark tells the encoding");
  } else if (options.encoding) {
    require(choice.encoding == *options.encoding && choice.source == EncodingSource::option,
            "what the caller says counts next");
  } else if (const auto encoding = text::encoding_from_label(options.transport_charset)) {
    require(choice.encoding == *encoding && choice.source == EncodingSource::transport,
            "what the header says counts next");
  }
  require(!name(choice.source).empty(), "sources have names");
}

void check_document(std::string_view bytes, EncodingOptions const& options, std::string& buffer) {
  Notes notes;
  const auto source = decode_source(bytes, options, buffer, notes);
  require(source.has_value(), "small files are read");
  require(text::find_invalid_utf8(source->text) == source->text.size(), "text is UTF-8");
  check_as_decoded(*source, bytes, options.content_type);
  check_choice(source->encoding, bytes, options);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
  const std::string_view input(reinterpret_cast<char const*>(data), size);
  const std::string label(input.substr(0, input.find('\n')));
  const std::string_view rest = input.substr(std::min(label.size() + 1, size));
  const std::vector<char> exact(rest.begin(), rest.end());
  const std::string_view bytes(exact.data(), exact.size());
  std::string buffer = "of the file before";
  for (const ContentType type : {ContentType::html, ContentType::xml}) {
    check_document(bytes, {.content_type = type}, buffer);
    check_document(bytes, {.content_type = type, .transport_charset = label}, buffer);
    const auto encoding = text::encoding_from_label(label);
    if (!encoding) continue;
    check_document(bytes, {.content_type = type, .encoding = encoding}, buffer);
    check_document(bytes, {.content_type = type, .fallback = {.encoding = *encoding}}, buffer);
  }
  check_document(bytes, {.fallback = {.utf_8_if_valid = true}}, buffer);
  return 0;
}
