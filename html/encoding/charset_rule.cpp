#include "hrefkit/html/encoding/charset_rule.h"

#include "hrefkit/html/encoding/plain_ascii.h"

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
  return encoding_from_ascii_label(rest.substr(0, quote));
}

}  // namespace hrefkit::html
