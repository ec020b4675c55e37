#include "hrefkit/html/live/hyperlink_element.h"

#include "hrefkit/url/standard.h"

namespace hrefkit::html {

namespace {

/// What a getter returns when href does not resolve: under the standards with a URL record, the
/// value of href for href and ":" for protocol; the empty string otherwise.
std::string part_of_null(url::Standard standard, UrlAttribute part,
                         std::optional<std::string_view> content) {
  if (!url::has_url_record(standard)) return {};
  if (part == UrlAttribute::href) return std::string(content.value_or(""));
  return part == UrlAttribute::protocol ? ":" : "";
}

}  // namespace

std::optional<std::string_view> HyperlinkElement::content() const {
  const auto href = document_.document().find_attribute(element_, "href");
  if (!href) return std::nullopt;
  return href->value;
}

/// The URL that href resolves to, relative to the element. OMITTED: "reinitialize url" (HTML Living
/// Standard 4.6.3) keeps the URL of a blob: with an opaque path, which serves objects that are
/// revoked later; a new parse gives the same strings.
tl::expected<url::AnyUrl, url::Error> HyperlinkElement::parsed() const {
  const auto href = content();
  if (!href) return tl::make_unexpected(url::Error::relative_without_base);
  return url::AnyUrl::parse(*href, document_.base_of(element_).resolver);
}

void HyperlinkElement::update(std::string_view href) {
  document_.set_attribute(element_, "href", href);
}

std::string HyperlinkElement::get(UrlAttribute part) const {
  const url::Standard standard = document_.options().resolve.standard;
  const auto url = parsed();
  if (!url) return part_of_null(standard, part, content());
  return url::has_attribute(standard, part) ? url->get(part) : "";
}

void HyperlinkElement::set(UrlAttribute part, std::string_view value) {
  if (part == UrlAttribute::href) return update(value);
  const url::Standard standard = document_.options().resolve.standard;
  if (const auto url = parsed()) {
    if (const auto href = url->href_after_set(part, value)) update(*href);
  } else if (!url::has_url_record(standard) && url::has_setter(standard, part)) {
    // HTML5 (W3C draft), 2.6.6: the input is the empty string, which the setter gives back.
    update("");
  }
}

}  // namespace hrefkit::html
