#include "hrefkit/http/computed_type.h"

#include <algorithm>
#include <array>

#include "hrefkit/http/fields.h"
#include "hrefkit/text/ascii.h"
#include "hrefkit/text/byte_set.h"
#include "hrefkit/text/encoding.h"

namespace hrefkit::http {

namespace {

using namespace std::string_view_literals;

/// The starts of HTML (7.1, step 1): in any case, and followed by a byte that ends a tag.
constexpr std::array html_starts{
    "<!DOCTYPE HTML"sv,
    "<HTML"sv,
    "<HEAD"sv,
    "<SCRIPT"sv,
    "<IFRAME"sv,
    "<H1"sv,
    "<DIV"sv,
    "<FONT"sv,
    "<TABLE"sv,
    "<A"sv,
    "<STYLE"sv,
    "<TITLE"sv,
    "<B"sv,
    "<BODY"sv,
    "<BR"sv,
    "<P"sv,
    "<!--"sv,
};

constexpr text::ByteSet tag_terminating{" >"};

/// 5.1, "binary data byte".
constexpr text::ByteSet binary_data = text::ByteSet::range(0x00, 0x08) | text::ByteSet("\x0B") |
                                      text::ByteSet::range(0x0E, 0x1A) |
                                      text::ByteSet::range(0x1C, 0x1F);

bool begins_as_html(std::string_view bytes) {
  return std::any_of(html_starts.begin(), html_starts.end(), [&](std::string_view start) {
    return bytes.size() > start.size() && tag_terminating.contains(bytes[start.size()]) &&
           text::equals_ignoring_ascii_case(bytes.substr(0, start.size()), start);
  });
}

// 7.1, "identifying a resource with an unknown MIME type".
std::string_view type_of_unknown(std::string_view bytes, Sniffing sniffing) {
  std::string_view text = bytes;
  text::skip(text, text::ascii_whitespace);
  if (sniffing == Sniffing::allowed) {
    if (begins_as_html(text)) return "text/html";
    if (text.starts_with("<?xml")) return "text/xml";
    if (bytes.starts_with("%PDF-")) return "application/pdf";
  }
  if (bytes.starts_with("%!PS-Adobe-")) return "application/postscript";
  if (bytes.size() > 3 && text::find_byte_order_mark(bytes)) return "text/plain";
  const bool binary =
      std::any_of(bytes.begin(), bytes.end(), [](char c) { return binary_data.contains(c); });
  return binary ? "application/octet-stream" : "text/plain";
}

}  // namespace

Sniffing sniffing_of(Fields const& fields) {
  const auto options = fields.joined("X-Content-Type-Options");
  const bool is_refused =
      options &&
      text::equals_ignoring_ascii_case(
          text::strip_ascii_whitespace(std::string_view(*options).substr(0, options->find(','))),
          "nosniff");
  return is_refused ? Sniffing::refused : Sniffing::allowed;
}

bool is_sniffed(std::optional<std::string_view> supplied) {
  return !supplied || *supplied == "unknown/unknown" || *supplied == "application/unknown" ||
         *supplied == "*/*";
}

// 7. The steps for images, audio, video and for text that may be binary never make a document.
std::string_view computed_type(std::optional<std::string_view> supplied, std::string_view bytes,
                               Sniffing sniffing) {
  if (!is_sniffed(supplied)) return *supplied;
  return type_of_unknown(bytes.substr(0, sniffed_bytes), sniffing);
}

}  // namespace hrefkit::http
