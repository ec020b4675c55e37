#include "hrefkit/html/edit/text_edits.h"

#include <algorithm>
#include <tuple>
#include <utility>

#include "hrefkit/html/encoding.h"
#include "hrefkit/html/encoding/declared_encoding.h"
#include "hrefkit/text/source_map.h"
#include "hrefkit/text/utf8.h"
#include "hrefkit/url/percent_encode.h"

namespace hrefkit::html {

namespace {

using text::Encoding;

constexpr std::string_view to_ascii = "\x1B(B";

/// Encoding Standard 12.2.1: the escape sequence at the start of `bytes`, or empty.
std::string_view escape_sequence(std::string_view bytes) {
  for (const std::string_view known : {"\x1B(B", "\x1B(J", "\x1B(I", "\x1B$@", "\x1B$B"}) {
    if (bytes.starts_with(known)) return bytes.substr(0, known.size());
  }
  return {};
}

/// Appends a character that the encoding lacks, percent-encoded.
void percent_encode(char32_t code_point, std::string& out) {
  std::string utf8;
  text::append_utf8(utf8, code_point);
  for (const char c : utf8) url::append_percent_encoded_byte(out, c);
}

}  // namespace

void EncodedWriter::copy_to(std::uint32_t end) {
  out_ += bytes_.substr(at_, end - at_);
  at_ = end;
}

void EncodedWriter::replace(text::Span place, std::string_view value) {
  copy_to(place.begin);
  at_ = place.end;
  switch (encoding_) {
    case Encoding::utf_16le:
      return append_utf_16(value, false);
    case Encoding::utf_16be:
      return append_utf_16(value, true);
    case Encoding::iso_2022_jp:
      return append_stateful(place, value);
    default:
      append(value);
  }
}

std::string EncodedWriter::finish() && {
  copy_to(static_cast<std::uint32_t>(bytes_.size()));
  return std::move(out_);
}

void EncodedWriter::append(std::string_view value) {
  if (text::is_ascii(value) && has_plain_ascii(encoding_)) {
    out_ += value;
  } else {
    append_encoded(out_, value, output_encoding(encoding_), percent_encode);
  }
}

void EncodedWriter::append_utf_16(std::string_view value, bool big_endian) {
  const auto unit = [&](char32_t bits) {
    const char high = static_cast<char>(bits >> 8 & 0xFF);
    const char low = static_cast<char>(bits & 0xFF);
    out_ += big_endian ? high : low;
    out_ += big_endian ? low : high;
  };
  for (std::size_t i = 0; i < value.size();) {
    const text::Utf8Step step = text::decode_utf8(value, i);
    i += step.length;
    text::for_each_utf16_unit(step.code_point, unit);
  }
}

/// Writes the text so that it begins and ends in the ASCII state. If an escape sequence follows
/// directly, it sets the state for the text after it, and no sequence may precede it: two in a row
/// are an error (Encoding Standard 12.2.1, "escape").
void EncodedWriter::append_stateful(text::Span place, std::string_view value) {
  const bool was_ascii = sequence_before(place.begin).empty();
  const std::string_view after = sequence_before(place.end);
  const bool is_renewed = !escape_sequence(bytes_.substr(place.end)).empty();
  if (value.empty() && was_ascii == after.empty()) return;
  if (!was_ascii) out_ += to_ascii;
  append(value);
  if (is_renewed && out_.ends_with(to_ascii)) out_.resize(out_.size() - to_ascii.size());
  if (!after.empty() && !is_renewed) out_ += after;
}

/// The escape sequence that is in force before byte `end`; empty for ASCII.
std::string_view EncodedWriter::sequence_before(std::uint32_t end) {
  while (searched_ < end) {
    const std::size_t next = bytes_.find('\x1B', searched_);
    if (next == std::string_view::npos || next >= end) break;
    const std::string_view found = escape_sequence(bytes_.substr(next));
    if (!found.empty()) sequence_ = found == to_ascii ? std::string_view() : found;
    searched_ = static_cast<std::uint32_t>(next + 1);
  }
  if (searched_ < end) searched_ = end;
  return sequence_;
}

bool percent_encode_unencodable(std::string& url, text::Encoding encoding) {
  encoding = output_encoding(encoding);
  if (encoding == Encoding::utf_8 || text::is_ascii(url)) return false;
  std::string written;
  std::string bytes;
  for (std::size_t i = 0; i < url.size();) {
    const text::Utf8Step step = text::decode_utf8(url, i);
    const std::string_view character = std::string_view(url).substr(i, step.length);
    i += step.length;
    bytes.clear();
    append_encoded(bytes, character, encoding, percent_encode);
    // Shift_JIS encodes U+00A5 and U+203E as bytes that it decodes as ASCII.
    const bool is_lost = !text::is_ascii(character) && text::is_ascii(bytes) && bytes[0] != '\x1B';
    if (is_lost) {
      percent_encode(step.code_point, written);
    } else {
      written += character;
    }
  }
  const bool changes = written != url;
  url = std::move(written);
  return changes;
}

TextEdits::Edit const& TextEdits::replace(text::Span place, std::string_view value) {
  new_bytes_ += value.size();
  return edits_.emplace_back(Edit{place, values_.keep(value)});
}

TextEdits::Edit const& TextEdits::replace(text::Span place, std::string&& value) {
  constexpr std::size_t long_value = std::size_t{1} << 20;
  if (value.size() < long_value) return replace(place, std::string_view(value));
  new_bytes_ += value.size();
  return edits_.emplace_back(Edit{place, long_values_.emplace_back(std::move(value))});
}

bool TextEdits::sort() {
  const auto before = [](Edit const& a, Edit const& b) {
    return std::tuple(a.place.begin, a.place.end) < std::tuple(b.place.begin, b.place.end);
  };
  if (!std::is_sorted(edits_.begin(), edits_.end(), before)) {
    std::stable_sort(edits_.begin(), edits_.end(), before);
  }
  for (std::size_t i = 1; i < edits_.size(); ++i) {
    if (edits_[i].place.begin < edits_[i - 1].place.end) return false;
  }
  return true;
}

std::string TextEdits::apply(SourceText const& source) const {
  EncodedWriter writer(source.bytes,
                       source.is_decoded ? text::Encoding::utf_8 : source.encoding.encoding);
  writer.reserve(source.bytes.size() + new_bytes_);
  for (Edit const& edit : edits_) {
    writer.replace({source.map.to_source(edit.place.begin), source.map.to_source(edit.place.end)},
                   edit.value);
  }
  return std::move(writer).finish();
}

}  // namespace hrefkit::html
