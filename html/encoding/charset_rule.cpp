#include "hrefkit/html/encoding/charset_rule.h"

namespace hrefkit::html {

namespace {

using text::Encoding;

constexpr std::string_view opening = "@charset \"";
constexpr std::string_view closing = "\";";
/// The declaration stands in the first bytes of the style sheet.
constexpr std::size_t longest = 1024;

}  // namespace

std::optional<Encoding> encoding_in_charset_rule(std::string_view bytes) {
  if (!bytes.starts_with(opening)) return std::nullopt;
  const std::string_view rest = bytes.substr(0, longest).substr(opening.size());
  const std::size_t quote = rest.find('"');
  if (quote == rest.npos || rest.substr(quote, closing.size()) != closing) return std::nullopt;
  const auto encoding = text::encoding_from_label(rest.substr(0, quote));
  const bool is_utf_16 = encoding == Encoding::utf_16be || encoding == Encoding::utf_16le;
  return is_utf_16 ? Encoding::utf_8 : encoding;
}

}  // namespace hrefkit::html
