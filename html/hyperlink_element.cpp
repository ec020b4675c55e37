#include "hrefkit/html/hyperlink_element.h"

#include <array>

#include "hrefkit/url/decomposition.h"
#include "hrefkit/url/url.h"
#include "hrefkit/url/whatwg_2012.h"
#include "hrefkit/url/whatwg_2012_url_utils.h"

namespace hrefkit::html {

namespace {

using url::Standard;

constexpr std::array<std::string_view, 11> names{"href",     "origin", "protocol", "username",
                                                 "password", "host",   "hostname", "port",
                                                 "pathname", "search", "hash"};

/// HTML5's attribute of that name, if it has it.
std::optional<url::html5::Attribute> html5_attribute(UrlPart part) {
  using A = url::html5::Attribute;
  switch (part) {
    case UrlPart::protocol:
      return A::protocol;
    case UrlPart::host:
      return A::host;
    case UrlPart::hostname:
      return A::hostname;
    case UrlPart::port:
      return A::port;
    case UrlPart::pathname:
      return A::pathname;
    case UrlPart::search:
      return A::search;
    case UrlPart::hash:
      return A::hash;
    case UrlPart::href:
    case UrlPart::origin:
    case UrlPart::username:
    case UrlPart::password:
      break;
  }
  return std::nullopt;
}

/// URL Standard 4.1: a URL cannot have a username/password/port if its host is null or the empty
/// string, or its scheme is "file".
bool can_have_credentials_or_port(url::Url const& url) {
  return !url.hostname().empty() && url.scheme_kind() != url::SchemeKind::file;
}

/// The condition under which a setter of HTML 4.6.3 goes on to its last step, "update href".
bool is_settable(url::Url const& url, UrlPart part) {
  switch (part) {
    case UrlPart::username:
    case UrlPart::password:
    case UrlPart::port:
      return can_have_credentials_or_port(url);
    case UrlPart::host:
    case UrlPart::hostname:
    case UrlPart::pathname:
      return !url.has_opaque_path();
    case UrlPart::protocol:
    case UrlPart::search:
    case UrlPart::hash:
      return true;
    case UrlPart::href:
    case UrlPart::origin:
      break;
  }
  return false;
}

/// Calls the setter of `part`.
void set_part(url::Url& url, UrlPart part, std::string_view value, text::Encoding encoding) {
  using Setter = bool (url::Url::*)(std::string_view);
  using U = url::Url;
  // By UrlPart; search takes the document's encoding, too.
  constexpr std::array<Setter, 11> setters{nullptr,          nullptr,          &U::set_protocol,
                                           &U::set_username, &U::set_password, &U::set_host,
                                           &U::set_hostname, &U::set_port,     &U::set_pathname,
                                           nullptr,          &U::set_hash};
  const Setter setter = setters[static_cast<std::size_t>(part)];
  if (setter != nullptr) (url.*setter)(value);
  if (part == UrlPart::search) url.set_search(value, encoding);
}

/// The condition under which a setter of seed 003 7.2 runs the update steps.
bool is_settable(url::whatwg_2012::Url const& url, UrlPart part) {
  switch (part) {
    case UrlPart::protocol:
      return true;
    case UrlPart::port:
      return url.relative && url.scheme != "file";
    case UrlPart::username:
    case UrlPart::password:
    case UrlPart::host:
    case UrlPart::hostname:
    case UrlPart::pathname:
    case UrlPart::search:
      return url.relative;
    case UrlPart::hash:
      return url.scheme != "javascript";
    case UrlPart::href:
    case UrlPart::origin:
      break;
  }
  return false;
}

void set_part(url::whatwg_2012::Url& url, UrlPart part, std::string_view value,
              text::Encoding encoding) {
  namespace old = url::whatwg_2012;
  using Setter = void (*)(old::Url&, std::string_view);
  constexpr std::array<Setter, 11> setters{nullptr,           nullptr,           old::set_protocol,
                                           old::set_username, old::set_password, old::set_host,
                                           old::set_hostname, old::set_port,     old::set_pathname,
                                           nullptr,           old::set_hash};
  const Setter setter = setters[static_cast<std::size_t>(part)];
  if (setter != nullptr) setter(url, value);
  if (part == UrlPart::search) old::set_search(url, value, encoding);
}

url::Components components(url::Url const& url) {
  const auto string = [](std::string_view part) { return std::string(part); };
  return {string(url.href()),     url.origin(),           string(url.protocol()),
          string(url.username()), string(url.password()), string(url.host()),
          string(url.hostname()), string(url.port()),     string(url.pathname()),
          string(url.search()),   string(url.hash())};
}

std::string const& part_of(url::Components const& components, UrlPart part) {
  using C = url::Components;
  constexpr std::array<std::string C::*, 11> members{
      &C::href,     &C::origin, &C::protocol, &C::username, &C::password, &C::host,
      &C::hostname, &C::port,   &C::pathname, &C::search,   &C::hash};
  return components.*members[static_cast<std::size_t>(part)];
}

/// What a getter gives when the url is null: both URLUtils and the living standard have the value
/// of href for href, ":" for protocol, and nothing for the rest.
std::string part_of_null(UrlPart part, std::optional<std::string_view> content) {
  if (part == UrlPart::href) return std::string(content.value_or(std::string_view()));
  return part == UrlPart::protocol ? ":" : "";
}

}  // namespace

std::string_view name(UrlPart part) {
  return names[static_cast<std::size_t>(part)];
}

std::optional<UrlPart> url_part_from_name(std::string_view wanted) {
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (names[i] == wanted) return static_cast<UrlPart>(i);
  }
  return std::nullopt;
}

std::optional<std::string_view> HyperlinkElement::content() const {
  Attribute const* href = document_.document().find_attribute(element_, "href");
  if (href == nullptr) return std::nullopt;
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

std::string HyperlinkElement::get(UrlPart part) const {
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

void HyperlinkElement::set(UrlPart part, std::string_view value) {
  if (part == UrlPart::href) {
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
// which serves objects that are revoked later; parsing anew gives the same strings.

std::string HyperlinkElement::get_living(UrlPart part) const {
  const auto url = url::Url::parse(resolved().value_or(""));
  return url ? part_of(components(*url), part) : part_of_null(part, content());
}

void HyperlinkElement::set_living(UrlPart part, std::string_view value) {
  auto url = url::Url::parse(resolved().value_or(""));
  if (!url || !is_settable(*url, part)) return;
  set_part(*url, part, value, document_.options().resolve.encoding);
  update(url->href());
}

// Seed 003 7.2, URLUtils: the input is the value of href, and the update steps write it.

std::string HyperlinkElement::get_2012(UrlPart part) const {
  const auto parsed = url::whatwg_2012::Base::parse(resolved().value_or(""));
  if (!parsed) return part_of_null(part, content());
  return part_of(url::whatwg_2012::components(parsed->url()), part);
}

void HyperlinkElement::set_2012(UrlPart part, std::string_view value) {
  const auto parsed = url::whatwg_2012::Base::parse(resolved().value_or(""));
  if (!parsed || !is_settable(parsed->url(), part)) return;
  url::whatwg_2012::Url url = parsed->url();
  set_part(url, part, value, document_.options().resolve.encoding);
  update(url::whatwg_2012::href(url));
}

// Seed 001 2.6.6. HTML5's a and area elements: the input is what href resolves to, or the empty
// string where there is none or it does not resolve; the common setter action sets href.

std::string HyperlinkElement::get_html5(UrlPart part) const {
  std::string input = resolved().value_or("");
  if (part == UrlPart::href) return input;
  const auto attribute = html5_attribute(part);
  return attribute ? url::html5::Decomposition(input).get(*attribute) : "";
}

void HyperlinkElement::set_html5(UrlPart part, std::string_view value) {
  const auto attribute = html5_attribute(part);
  if (!attribute) return;
  update(url::html5::Decomposition(resolved().value_or("")).set(*attribute, value));
}

}  // namespace hrefkit::html
