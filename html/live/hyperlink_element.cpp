#include "hrefkit/html/live/hyperlink_element.h"

#include "hrefkit/url/decomposition.h"
#include "hrefkit/url/url.h"
#include "hrefkit/url/whatwg_2012/base.h"
#include "hrefkit/url/whatwg_2012/url_utils.h"

namespace hrefkit::html {

namespace {

using url::Standard;

/// URL Standard 4.1: a URL cannot have a username/password/port if its host is null or the empty
/// string, or its scheme is "file".
bool can_have_credentials_or_port(url::Url const& url) {
  return !url.hostname().empty() && url.scheme_kind() != url::SchemeKind::file;
}

/// The condition under which a setter of HTML 4.6.3 goes on to its last step, "update href".
bool is_settable(url::Url const& url, UrlAttribute part) {
  switch (part) {
    case UrlAttribute::username:
    case UrlAttribute::password:
    case UrlAttribute::port:
      return can_have_credentials_or_port(url);
    case UrlAttribute::host:
    case UrlAttribute::hostname:
    case UrlAttribute::pathname:
      return !url.has_opaque_path();
    case UrlAttribute::protocol:
    case UrlAttribute::search:
    case UrlAttribute::hash:
      return true;
    case UrlAttribute::href:
    case UrlAttribute::origin:
      break;
  }
  return false;
}

/// The condition under which a setter of seed 003 7.2 runs the update steps.
bool is_settable(url::whatwg_2012::Url const& url, UrlAttribute part) {
  switch (part) {
    case UrlAttribute::protocol:
      return true;
    case UrlAttribute::port:
      return url.relative && url.scheme != "file";
    case UrlAttribute::username:
    case UrlAttribute::password:
    case UrlAttribute::host:
    case UrlAttribute::hostname:
    case UrlAttribute::pathname:
    case UrlAttribute::search:
      return url.relative;
    case UrlAttribute::hash:
      return url.scheme != "javascript";
    case UrlAttribute::href:
    case UrlAttribute::origin:
      break;
  }
  return false;
}

/// What a getter gives when the url is null: both URLUtils and the living standard have the value
/// of href for href, ":" for protocol, and nothing for the rest.
std::string part_of_null(UrlAttribute part, std::optional<std::string_view> content) {
  if (part == UrlAttribute::href) return std::string(content.value_or(std::string_view()));
  return part == UrlAttribute::protocol ? ":" : "";
}

}  // namespace

std::optional<std::string_view> HyperlinkElement::content() const {
  const auto href = document_.document().find_attribute(element_, "href");
  if (!href) return std::nullopt;
  return href->value;
}

/// What href resolves to, relative to the element. It is absolute: parsing it needs no base, and
/// the empty string, which stands for nothing, does not parse.
std::optional<std::string> HyperlinkElement::resolved() const {
  const auto href = content();
  if (!href) return std::nullopt;
  auto url = document_.base_of(element_).resolver.resolve(*href);
  if (!url) return std::nullopt;
  return std::move(*url);
}

void HyperlinkElement::update(std::string_view href) {
  document_.set_attribute(element_, "href", href);
}

std::string HyperlinkElement::get(UrlAttribute part) const {
  switch (document_.options().resolve.standard) {
    case Standard::whatwg:
      return get_living(part);
    case Standard::whatwg_2012:
      return get_2012(part);
    case Standard::html5:
    case Standard::web_address:
      return get_html5(part);
  }
  return {};
}

void HyperlinkElement::set(UrlAttribute part, std::string_view value) {
  if (part == UrlAttribute::href) {
    update(value);
    return;
  }
  switch (document_.options().resolve.standard) {
    case Standard::whatwg:
      set_living(part, value);
      break;
    case Standard::whatwg_2012:
      set_2012(part, value);
      break;
    case Standard::html5:
    case Standard::web_address:
      set_html5(part, value);
      break;
  }
}

// HTML Standard 4.6.3. OMITTED: "reinitialize url" keeps the URL of a blob: with an opaque path,
// which serves objects that are revoked later; parsing again gives the same strings.

std::string HyperlinkElement::get_living(UrlAttribute part) const {
  const auto url = url::Url::parse(resolved().value_or(""));
  if (!url) return part_of_null(part, content());
  std::string origin;
  return std::string(url::attribute_values(*url, origin)[part]);
}

void HyperlinkElement::set_living(UrlAttribute part, std::string_view value) {
  auto url = url::Url::parse(resolved().value_or(""));
  if (!url || !is_settable(*url, part)) return;
  url::set_attribute(*url, part, value, document_.options().resolve.encoding);
  update(url->href());
}

// Seed 003 7.2, URLUtils: the input is the value of href, and the update steps write it.

std::string HyperlinkElement::get_2012(UrlAttribute part) const {
  const auto parsed = url::whatwg_2012::Base::parse(resolved().value_or(""));
  if (!parsed) return part_of_null(part, content());
  const url::Components components = url::whatwg_2012::components(parsed->url());
  return std::string(url::attribute_values(components)[part]);
}

void HyperlinkElement::set_2012(UrlAttribute part, std::string_view value) {
  const auto parsed = url::whatwg_2012::Base::parse(resolved().value_or(""));
  if (!parsed || !is_settable(parsed->url(), part)) return;
  url::whatwg_2012::Url url = parsed->url();
  url::set_attribute(url, part, value, document_.options().resolve.encoding);
  update(url::whatwg_2012::href(url));
}

// Seed 001 2.6.6. HTML5's a and area elements: the input is what href resolves to, or the empty
// string where it is absent or does not resolve; the common setter action sets href.

std::string HyperlinkElement::get_html5(UrlAttribute part) const {
  std::string input = resolved().value_or("");
  if (part == UrlAttribute::href) return input;
  const auto attribute = url::html5_attribute(part);
  return attribute ? url::html5::Decomposition(input).get(*attribute) : "";
}

void HyperlinkElement::set_html5(UrlAttribute part, std::string_view value) {
  const auto attribute = url::html5_attribute(part);
  if (!attribute) return;
  update(url::html5::Decomposition(resolved().value_or("")).set(*attribute, value));
}

}  // namespace hrefkit::html
