#include "hrefkit/cli/url/table.h"

#include "hrefkit/url/display.h"

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

/// The form of an attribute's value that people read; the value itself for most.
std::string readable(url::AnyUrl const& url, url::UrlAttributeValues const& values,
                     url::UrlAttribute attribute) {
  const std::string_view value = values[attribute];
  if (attribute == url::UrlAttribute::pathname) return url::display_component(value);
  if (attribute != url::UrlAttribute::host && attribute != url::UrlAttribute::hostname) {
    return std::string(value);
  }
  std::string host = url.unicode_hostname();
  return host += value.substr(values[url::UrlAttribute::hostname].size());
}

}  // namespace

void append_table(std::string& out, std::string_view input, url::AnyUrl const& url,
                  Display display) {
  std::string storage;
  const url::UrlAttributeValues values = url.values(storage);
  append_row(out, "input", input, input, display);
  for (std::size_t i = 0; i < url::url_attribute_names.size(); ++i) {
    const auto attribute = static_cast<url::UrlAttribute>(i);
    append_row(out, name(attribute), values[attribute], readable(url, values, attribute), display);
  }
}

}  // namespace hrefkit::cli
