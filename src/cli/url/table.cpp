#include "hrefkit/cli/url/table.h"

#include "hrefkit/text/utf8.h"
#include "hrefkit/url/characters/percent_encode.h"
#include "hrefkit/url/host/idna.h"

namespace hrefkit::cli {

namespace {

constexpr std::size_t name_width = 10;

void append_row(std::string& out, std::string_view name, std::string_view value,
                std::string_view readable, Display display) {
  out += name;
  if (!value.empty()) {
    out.append(name_width - name.size(), ' ');
    append_printable(out, value, display);
    if (readable != value) {
      out += "  (";
      append_printable(out, readable, display);
      out += ')';
    }
  }
  out += '\n';
}

/// An opaque host is no domain, whatever it looks like.
bool has_domain(AnyUrl const& url) {
  auto const* living = std::get_if<url::Url>(&url);
  return living == nullptr || living->is_special();
}

}  // namespace

std::string readable_path(std::string_view path) {
  std::string readable;
  std::size_t i = 0;
  while (i < path.size()) {
    std::size_t end = i;
    while (url::is_percent_encoded_byte(path, end)) end += 3;
    if (end == i) {
      readable += path[i++];
      continue;
    }
    const std::string bytes = url::percent_decode(path.substr(i, end - i));
    for (std::size_t b = 0; b < bytes.size();) {
      const text::Utf8Step step = text::decode_utf8(bytes, b);
      const bool shown = step.valid && step.code_point >= 0x80 && !is_unsafe(step.code_point);
      readable += shown ? std::string_view(bytes).substr(b, step.length)
                        : path.substr(i + b * 3, step.length * 3);
      b += step.length;
    }
    i = end;
  }
  return readable;
}

std::string readable_domain(std::string_view domain) {
  return url::unicode_to_unicode(domain).value_or(std::string(domain));
}

void append_table(std::string& out, std::string_view input, AnyUrl const& url, Display display) {
  const url::Components parts = components(url);
  const url::UrlAttributeValues values = url::attribute_values(parts);
  append_row(out, "input", input, input, display);
  for (std::size_t i = 0; i < url::url_attribute_names.size(); ++i) {
    const auto part = static_cast<url::UrlAttribute>(i);
    const std::string_view value = values[part];
    std::string readable(value);
    if (part == url::UrlAttribute::pathname) readable = readable_path(value);
    if ((part == url::UrlAttribute::host || part == url::UrlAttribute::hostname) &&
        has_domain(url)) {
      readable = readable_domain(parts.hostname);
      readable += value.substr(parts.hostname.size());
    }
    append_row(out, name(part), value, readable, display);
  }
}

}  // namespace hrefkit::cli
