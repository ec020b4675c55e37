#include "hrefkit/html/edit/reference.h"

#include <optional>

#include "hrefkit/text/ascii.h"
#include "hrefkit/text/byte_set.h"
#include "hrefkit/url/relativize.h"

namespace hrefkit::html {

namespace {

using text::ByteSet;
using url::ReferenceShape;

constexpr ByteSet scheme_bytes = text::ascii_alphanumeric | ByteSet("+-.");
constexpr ByteSet stripped = text::c0_control | ByteSet(" ");
constexpr ByteSet removed{"\t\n\r"};
constexpr ByteSet slashes{"/\\"};

constexpr ByteSet scheme_part = scheme_bytes | removed;

/// The length of the scheme with its colon; 0 without one. The URL parser steps over tabs and
/// newlines everywhere.
std::size_t scheme_length(std::string_view reference) {
  if (reference.empty() || !text::ascii_alpha.contains(reference[0])) return 0;
  std::size_t end = 0;
  while (end < reference.size() && scheme_part.contains(reference[end])) ++end;
  return end < reference.size() && reference[end] == ':' ? end + 1 : 0;
}

bool is_special_scheme(std::string_view written) {
  std::string scheme;
  for (const char c : written) {
    if (!removed.contains(c)) scheme += c;
  }
  for (const std::string_view special : {"https", "http", "file", "ftp", "wss", "ws"}) {
    if (text::equals_ignoring_ascii_case(scheme, special)) return true;
  }
  return false;
}

/// Slashes at the start, counted up to two.
std::size_t count_slashes(std::string_view text) {
  std::size_t count = 0;
  for (const char c : text) {
    if (slashes.contains(c)) {
      if (++count == 2) return count;
    } else if (!removed.contains(c)) {
      return count;
    }
  }
  return count;
}

std::optional<ReferenceShape> shape_of(UrlForm form, ReferenceStyle style) {
  switch (form) {
    case UrlForm::absolute:
      return std::nullopt;
    case UrlForm::relative:
      return ReferenceShape::path;
    case UrlForm::root_relative:
      return ReferenceShape::root;
    case UrlForm::as_written:
      break;
  }
  switch (style) {
    case ReferenceStyle::absolute:
      break;
    case ReferenceStyle::scheme_relative:
      return ReferenceShape::scheme;
    case ReferenceStyle::root_relative:
      return ReferenceShape::root;
    case ReferenceStyle::relative:
      return ReferenceShape::path;
  }
  return std::nullopt;
}

bool leads_to(std::string_view reference, std::string_view url, url::Resolver const& base) {
  const auto resolved = base.resolve(reference);
  return resolved && *resolved == url;
}

}  // namespace

ReferenceStyle style_of(std::string_view raw) {
  std::size_t begin = 0;
  while (begin < raw.size() && stripped.contains(raw[begin])) ++begin;
  const std::string_view reference = raw.substr(begin);
  if (const std::size_t scheme = scheme_length(reference)) {
    const bool is_whole = count_slashes(reference.substr(scheme)) >= 2 ||
                          !is_special_scheme(reference.substr(0, scheme - 1));
    return is_whole ? ReferenceStyle::absolute : ReferenceStyle::scheme_relative;
  }
  switch (count_slashes(reference)) {
    case 0:
      return ReferenceStyle::relative;
    case 1:
      return ReferenceStyle::root_relative;
    default:
      return ReferenceStyle::scheme_relative;
  }
}

bool is_fragment_only(std::string_view raw) {
  raw = text::strip(raw, stripped);
  return raw.empty() || raw[0] == '#';
}

bool has_form(std::string_view raw, UrlForm form, bool keeps_document) {
  const ReferenceStyle style = style_of(raw);
  switch (form) {
    case UrlForm::as_written:
      return true;
    case UrlForm::absolute:
      return style == ReferenceStyle::absolute;
    case UrlForm::relative:
      return style == ReferenceStyle::relative;
    case UrlForm::root_relative:
      return style == ReferenceStyle::root_relative || (keeps_document && is_fragment_only(raw));
  }
  return true;
}

void write_reference(std::string& out, std::string_view url, url::Resolver const& base,
                     UrlForm form, std::string_view raw) {
  const auto shape = form == UrlForm::absolute ? std::nullopt : shape_of(form, style_of(raw));
  auto reference = shape ? url::find_reference(url, base, *shape) : std::nullopt;
  if (!reference) {
    out = url;
    return;
  }
  out = *std::move(reference);
  // A "./" that was there stays.
  const bool had_dot = text::strip(raw, stripped).starts_with("./");
  if (had_dot && *shape == ReferenceShape::path && out[0] != '.' && out[0] != '#') {
    std::string dotted = "./" + out;
    if (leads_to(dotted, url, base)) out = std::move(dotted);
  }
}

}  // namespace hrefkit::html
