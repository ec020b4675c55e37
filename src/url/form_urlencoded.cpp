#include "hrefkit/url/form_urlencoded.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>

#include "hrefkit/text/byte_set.h"
#include "hrefkit/url/characters/percent_encode_set.h"
#include "hrefkit/url/characters/url_code_point.h"
#include "hrefkit/url/percent_decode.h"
#include "hrefkit/url/percent_encode.h"

namespace hrefkit::url {

namespace {

void append_character_reference(char32_t code_point, std::string& out) {
  out += "&#";
  out += std::to_string(static_cast<std::uint32_t>(code_point));
  out += ';';
}

std::string decode(std::string bytes, text::Encoding encoding) {
  if (encoding == text::Encoding::utf_8) return to_scalar_values(std::move(bytes));
  return text::decode(bytes, encoding).text;
}

/// What an entry without "=" is.
enum class Lone { name, value };

/// One string between "&" as a pair: "+" is replaced, percent-encoded bytes are not yet decoded.
FormEntry split_entry(std::string_view text, Lone lone) {
  const std::size_t equals = text.find('=');
  FormEntry entry;
  if (equals == std::string_view::npos) {
    (lone == Lone::name ? entry.name : entry.value) = text;
  } else {
    entry.name = text.substr(0, equals);
    entry.value = text.substr(equals + 1);
  }
  std::replace(entry.name.begin(), entry.name.end(), '+', ' ');
  std::replace(entry.value.begin(), entry.value.end(), '+', ' ');
  return entry;
}

void append_serialized(std::string& out, std::string_view text, text::Encoding encoding) {
  std::string encoded;
  if (encoding != text::Encoding::utf_8) {
    text::append_encoded(encoded, text, encoding, append_character_reference);
    text = encoded;
  }
  // The set's own exception: a space becomes "+".
  constexpr text::ByteSet set = form_urlencoded_percent_encode_set - text::ByteSet(" ");
  const std::size_t begin = out.size();
  append_percent_encoded(out, text, set);
  std::replace(out.begin() + static_cast<std::ptrdiff_t>(begin), out.end(), ' ', '+');
}

}  // namespace

std::vector<FormEntry> parse_form_urlencoded(std::string_view input,
                                             FormParseOptions const& options) {
  std::vector<FormEntry> entries;
  text::Encoding encoding = options.encoding;
  bool use_charset = options.use_charset;
  bool first = true;
  // Steps 1 to 5.
  for (std::size_t begin = 0; begin <= input.size();) {
    const std::size_t end = std::min(input.find('&', begin), input.size());
    const std::string_view text = input.substr(begin, end - begin);
    begin = end + 1;
    const Lone lone = first && options.isindex ? Lone::value : Lone::name;
    first = false;
    if (text.empty() && lone == Lone::name) continue;
    entries.push_back(split_entry(text, lone));
    // ERRATUM: The text tests that the label "does not return value"; failure is meant.
    if (!use_charset || entries.back().name != "_charset_") continue;
    if (const auto named = text::encoding_from_label(entries.back().value)) {
      use_charset = false;
      encoding = *named;
    }
  }
  // Step 6.
  for (FormEntry& entry : entries) {
    entry.name = decode(percent_decode(entry.name), encoding);
    entry.value = decode(percent_decode(entry.value), encoding);
  }
  return entries;
}

std::string serialize_form_urlencoded(std::span<FormEntry const> entries, text::Encoding encoding) {
  if (encoding != text::Encoding::utf_8) encoding = text::output_encoding(encoding);
  std::string out;
  for (FormEntry const& entry : entries) {
    if (&entry != entries.data()) out += '&';
    append_serialized(out, entry.name, encoding);
    out += '=';
    append_serialized(out, entry.value, encoding);
  }
  return out;
}

}  // namespace hrefkit::url
