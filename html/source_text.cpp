#include "hrefkit/html/source_text.h"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <utility>

#include "hrefkit/html/encoding/declared_encoding.h"
#include "hrefkit/html/syntax/xml_syntax.h"
#include "hrefkit/text/span.h"
#include "hrefkit/text/utf8.h"

namespace hrefkit::html {

namespace {

using text::Encoding;

constexpr std::string_view replacement_character = "\xEF\xBF\xBD";

/// A byte becomes at most three bytes of UTF-8.
constexpr std::size_t growth = 3;

/// True if decoding would return the same bytes.
bool is_its_own_text(std::string_view bytes, Encoding encoding) {
  if (encoding == Encoding::utf_8) return text::find_invalid_utf8(bytes) == bytes.size();
  return has_plain_ascii(encoding) && text::is_ascii(bytes);
}

void note_fallback(SourceText const& source, Notes& notes) {
  if (source.encoding.source != EncodingSource::fallback) return;
  if (source.encoding.encoding == Encoding::utf_8) return;
  std::string message = "no encoding is declared; read as ";
  message += text::name(source.encoding.encoding);
  if (text::find_invalid_utf8(source.bytes) == source.bytes.size()) {
    message += ", as browsers do, though the bytes are valid UTF-8";
  }
  notes.push_back({NoteKind::undeclared_encoding, std::move(message), {}});
}

/// How often `part` occurs in `text`, at offsets that are multiples of `step`.
std::size_t count_parts(std::string_view text, std::string_view part, std::size_t step = 1) {
  std::size_t count = 0;
  for (std::size_t at = text.find(part); at != text.npos; at = text.find(part, at + 1)) {
    count += at % step == 0 ? 1 : 0;
  }
  return count;
}

/// The number of U+FFFD in `text` that stand for malformed bytes: those that are not written as
/// such in `coded`.
std::size_t count_malformed(std::string_view text, std::string_view coded, Encoding encoding) {
  const std::size_t all = count_parts(text, replacement_character);
  switch (encoding) {
    case Encoding::utf_8:
      return all - count_parts(coded, replacement_character);
    case Encoding::utf_16be:
      return all - count_parts(coded, "\xFF\xFD", 2);
    case Encoding::utf_16le:
      return all - count_parts(coded, "\xFD\xFF", 2);
    case Encoding::gbk:
    case Encoding::gb18030:
      return std::max<std::size_t>(1, all - count_parts(coded, "\x84\x31\xA4\x37"));
    default:
      return all;  // the others cannot write it
  }
}

void note_malformed(SourceText const& source, text::Span place, std::size_t count, Notes& notes) {
  if (source.encoding.encoding == Encoding::replacement) {
    notes.push_back({NoteKind::refused_encoding,
                     "the encoding is one that browsers refuse: nothing in the file is read",
                     {}});
    return;
  }
  std::string message = "some bytes are not ";
  message += text::name(source.encoding.encoding);
  message += source.content_type == ContentType::xml ? "; XML is not read past the first of them"
                                                     : " and were read as U+FFFD";
  notes.push_back({NoteKind::malformed_bytes, std::move(message), place, count});
}

}  // namespace

std::string_view message(SourceTextError error) {
  switch (error) {
    case SourceTextError::too_large:
      return "the file or its text is larger than 4 GiB";
  }
  return {};
}

SourceText source_from_text(std::string_view text, ContentType content_type,
                            text::Encoding encoding) {
  const bool has_mark = text.starts_with(text::utf8_byte_order_mark);
  const std::size_t mark_length = has_mark ? text::utf8_byte_order_mark.size() : 0;
  SourceText source;
  source.bytes = text;
  source.text = text.substr(mark_length);
  source.map = text::SourceMap::starting_at(static_cast<std::uint32_t>(mark_length));
  source.encoding = {encoding, EncodingSource::option, mark_length};
  source.content_type = content_type;
  return source;
}

tl::expected<SourceText, SourceTextError> source_from_decoded(std::string_view text,
                                                              EncodingOptions const& options,
                                                              std::string& buffer) {
  if (text.size() > text::max_text_bytes) return tl::unexpected(SourceTextError::too_large);
  const EncodingChoice choice = choose_encoding(text, options);
  const bool is_declared = choice.source != EncodingSource::fallback;
  SourceText source =
      source_from_text(text, options.content_type, is_declared ? choice.encoding : Encoding::utf_8);
  source.encoding.source = choice.source;
  source.is_decoded = true;
  if (is_its_own_text(source.text, Encoding::utf_8)) return source;
  if (source.text.size() > text::max_text_bytes / growth) {
    return tl::unexpected(SourceTextError::too_large);
  }
  buffer.clear();
  source.malformed =
      text::decode_append(buffer, source.map, source.text, Encoding::utf_8).has_value();
  source.text = buffer;
  return source;
}

tl::expected<SourceText, SourceTextError> decode_source(std::string_view bytes,
                                                        EncodingOptions const& options,
                                                        std::string& buffer, Notes& notes) {
  if (bytes.size() > text::max_text_bytes) return tl::unexpected(SourceTextError::too_large);
  SourceText source;
  source.bytes = bytes;
  source.encoding = choose_encoding(bytes, options);
  source.content_type = options.content_type;
  const std::size_t mark = source.encoding.mark_length;
  source.map = text::SourceMap::starting_at(static_cast<std::uint32_t>(mark));
  const std::string_view coded = bytes.substr(mark);
  if (is_its_own_text(coded, source.encoding.encoding)) {
    source.text = coded;
    return source;
  }
  if (coded.size() > text::max_text_bytes / growth)
    return tl::unexpected(SourceTextError::too_large);
  note_fallback(source, notes);
  buffer.clear();
  text::SourceMap ignored = text::SourceMap::ignored();
  text::SourceMap& map = options.with_map ? source.map : ignored;
  const auto malformed_at = text::decode_append(buffer, map, coded, source.encoding.encoding);
  source.malformed = malformed_at.has_value();
  if (source.malformed) {
    const bool is_xml = options.content_type == ContentType::xml;
    const std::size_t count = is_xml ? 1 : count_malformed(buffer, coded, source.encoding.encoding);
    const text::Span place =
        text::make_span(*malformed_at, *malformed_at + replacement_character.size());
    note_malformed(source, place, count, notes);
    const bool is_refused = source.encoding.encoding == Encoding::replacement;
    if (is_xml && !is_refused) {
      buffer.replace(*malformed_at, malformed_xml_mark.size(), malformed_xml_mark);
    }
  }
  source.text = buffer;
  return source;
}

}  // namespace hrefkit::html
