#include "hrefkit/html/edit/reference.h"

#include <cstddef>
#include <optional>
#include <tl/expected.hpp>
#include <utility>
#include <vector>

#include "hrefkit/html/syntax/import_map_text.h"
#include "hrefkit/text/ascii.h"
#include "hrefkit/text/byte_set.h"
#include "hrefkit/url/scheme_kind.h"
#include "hrefkit/url/scheme_syntax.h"
#include "hrefkit/url/url_offsets.h"
#include "hrefkit/url/written_reference.h"

namespace hrefkit::html {

namespace {

using text::ByteSet;
using url::ReferenceShape;

constexpr ByteSet slashes{"/\\"};

constexpr ByteSet scheme_part = url::scheme_characters | url::ascii_tab_or_newline;

/// The length of the scheme with its colon; 0 without one. The URL parser skips tabs and newlines
/// everywhere.
std::size_t scheme_length(std::string_view reference) {
  if (reference.empty() || !text::ascii_alpha.contains(reference[0])) return 0;
  std::size_t end = 0;
  while (end < reference.size() && scheme_part.contains(reference[end])) ++end;
  return end < reference.size() && reference[end] == ':' ? end + 1 : 0;
}

bool is_special_scheme(std::string_view written) {
  std::string scheme;
  for (const char c : written) {
    if (!url::ascii_tab_or_newline.contains(c)) scheme += text::to_ascii_lower(c);
  }
  return url::is_special(url::scheme_kind(scheme));
}

/// The number of slashes at the start, at most two; tabs and newlines are skipped.
std::size_t count_slashes(std::string_view text) {
  std::size_t count = 0;
  for (const char c : text) {
    if (slashes.contains(c)) {
      if (++count == 2) return count;
    } else if (!url::ascii_tab_or_newline.contains(c)) {
      return count;
    }
  }
  return count;
}

/// The shape of a reference in that form; `written` is the shape of the old one.
std::optional<ReferenceShape> shape_for(UrlForm form, std::optional<ReferenceShape> written) {
  switch (form) {
    case UrlForm::as_written:
      return written;
    case UrlForm::absolute:
      break;
    case UrlForm::relative:
      return ReferenceShape::path;
    case UrlForm::root_relative:
      return ReferenceShape::root;
  }
  return std::nullopt;
}

bool leads_to(std::string_view reference, std::string_view url, url::Resolver const& base) {
  const auto resolved = base.resolve(reference);
  return resolved && *resolved == url;
}

/// A reference from the same folder: the last segment of the path, with query and fragment.
std::string by_name(std::string_view url) {
  const url::UrlOffsets at = url::find_offsets(url);
  const std::string_view path = url.substr(at.path_begin, at.query_begin - at.path_begin);
  const std::size_t name = path.rfind('/') + 1;
  const bool needs_dot = name == path.size() || path.find(':', name) != std::string_view::npos;
  std::string reference(needs_dot ? "./" : "");
  return reference.append(url.substr(at.path_begin + name));
}

/// The candidates of that shape, the best first. Keeps a "./" of the old reference, which is `raw`.
std::vector<std::string> references_of(std::string_view url, url::Resolver const& base,
                                       ReferenceShape shape, std::string_view raw,
                                       ReferenceText text) {
  std::vector<std::string> references;
  auto reference = url::find_reference(url, base, shape);
  if (!reference) return references;
  const char first = (*reference)[0];
  if (shape == ReferenceShape::path) {
    if (text == ReferenceText::specifier) {
      const bool is_name = first == '#' || first == '?';
      const std::string path = is_name ? by_name(url) : *std::move(reference);
      return {begins_with_dots(path) ? path : "./" + path};
    }
    const bool had_dot = text::strip(raw, url::c0_control_or_space).starts_with("./");
    if (had_dot && first != '.' && first != '#') references.push_back("./" + *reference);
  }
  references.push_back(*std::move(reference));
  if (shape == ReferenceShape::path && first == '#') references.push_back(by_name(url));
  return references;
}

}  // namespace

std::optional<ReferenceShape> shape_of(std::string_view raw) {
  std::string_view reference = raw;
  text::skip(reference, url::c0_control_or_space);
  if (const std::size_t scheme = scheme_length(reference)) {
    const bool is_whole = count_slashes(reference.substr(scheme)) >= 2 ||
                          !is_special_scheme(reference.substr(0, scheme - 1));
    return is_whole ? std::nullopt : std::optional(ReferenceShape::scheme);
  }
  switch (count_slashes(reference)) {
    case 0:
      return ReferenceShape::path;
    case 1:
      return ReferenceShape::root;
    default:
      return ReferenceShape::scheme;
  }
}

bool has_form(std::string_view raw, UrlForm form, bool keeps_document) {
  const auto written = shape_of(raw);
  return written == shape_for(form, written) ||
         (form == UrlForm::root_relative && keeps_document && url::is_fragment_only(raw));
}

void write_reference(std::string& out, std::string_view url, url::Resolver const& base,
                     UrlForm form, std::string_view raw, MayWrite const& may_write,
                     ReferenceText text) {
  auto shape = shape_for(form, shape_of(raw));
  while (shape) {
    for (std::string& reference : references_of(url, base, *shape, raw, text)) {
      if (!leads_to(reference, url, base) || !may_write(reference)) continue;
      out = std::move(reference);
      return;
    }
    const bool is_path = *shape == ReferenceShape::path;
    shape = is_path ? std::optional(ReferenceShape::root) : std::nullopt;
  }
  out = url;
}

}  // namespace hrefkit::html
