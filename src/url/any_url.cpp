#include "hrefkit/url/any_url.h"

#include <array>
#include <cstddef>
#include <utility>
#include <variant>

#include "hrefkit/url/host/host.h"
#include "hrefkit/url/html5/decomposition.h"
#include "hrefkit/url/resolver_base.h"
#include "hrefkit/url/url.h"
#include "hrefkit/url/whatwg_2012/parser.h"
#include "hrefkit/url/whatwg_2012/url_utils.h"

namespace hrefkit::url {

namespace {

/// A URL of whatwg_2012 with its serialisation.
struct Url2012 {
  explicit Url2012(whatwg_2012::Url parsed) : url(std::move(parsed)) { serialize(); }

  void serialize() {
    href.clear();
    whatwg_2012::append_serialized(href, url);
  }

  whatwg_2012::Url url;
  std::string href;
};

/// A URL of html5 or web_address: these standards have no record for it.
struct UrlString {
  std::string href;
};

void append_attribute(std::string& out, Url const& url, UrlAttribute attribute) {
  std::string origin;
  out += attribute_values(url, origin)[attribute];
}

void append_attribute(std::string& out, Url2012 const& parsed, UrlAttribute attribute) {
  whatwg_2012::append_attribute(out, parsed.url, attribute);
}

/// An href that does not resolve again, such as "x://:a" from "x:.///:a", has only the attribute
/// href.
std::string attribute_of(UrlString const& url, html5::Decomposition const& parts,
                         UrlAttribute attribute) {
  return attribute == UrlAttribute::href ? url.href : parts.get(attribute);
}

void append_attribute(std::string& out, UrlString const& url, UrlAttribute attribute) {
  out += attribute_of(url, html5::Decomposition(url.href), attribute);
}

/// Has `append(out, attribute)` write all attributes into `storage`.
template <typename Append>
UrlAttributeValues write_values(std::string& storage, Append append) {
  storage.clear();
  std::array<std::size_t, url_attribute_names.size()> ends;
  for (std::size_t i = 0; i < ends.size(); ++i) {
    append(storage, static_cast<UrlAttribute>(i));
    ends[i] = storage.size();
  }
  UrlAttributeValues values;
  for (std::size_t i = 0; i < ends.size(); ++i) {
    const std::size_t begin = i == 0 ? 0 : ends[i - 1];
    values[static_cast<UrlAttribute>(i)] = std::string_view(storage).substr(begin, ends[i] - begin);
  }
  return values;
}

UrlAttributeValues values_of(Url const& url, std::string& storage) {
  return attribute_values(url, storage);
}

UrlAttributeValues values_of(Url2012 const& url, std::string& storage) {
  return write_values(storage, [&url](std::string& out, UrlAttribute attribute) {
    append_attribute(out, url, attribute);
  });
}

UrlAttributeValues values_of(UrlString const& url, std::string& storage) {
  const html5::Decomposition decomposition(url.href);
  return write_values(storage, [&](std::string& out, UrlAttribute attribute) {
    out += attribute_of(url, decomposition, attribute);
  });
}

}  // namespace

struct AnyUrl::Record {
  Resolver resolver;
  std::variant<Url, Url2012, UrlString> url;

  static tl::expected<Record, Error> parse(std::string_view input, Resolver resolver,
                                           ValidationNotes* notes);

  tl::expected<void, Error> parse_again(std::string_view input) {
    auto parsed = parse(input, resolver, nullptr);
    if (!parsed) return tl::make_unexpected(parsed.error());
    url = std::move(parsed->url);
    return {};
  }

  tl::expected<void, Error> set(Url& living, UrlAttribute attribute, std::string_view value) {
    if (attribute == UrlAttribute::href) return living.set_href(value);
    set_attribute(living, attribute, value, resolver.options().encoding);
    return {};
  }

  tl::expected<void, Error> set(Url2012& parsed, UrlAttribute attribute, std::string_view value) {
    if (attribute == UrlAttribute::href) return parse_again(value);
    whatwg_2012::set_attribute(parsed.url, attribute, value, resolver.options().encoding);
    parsed.serialize();
    return {};
  }

  /// HTML5 (W3C draft), 2.6.6: the element's attribute takes the setter's output; getting resolves
  /// that again.
  tl::expected<void, Error> set(UrlString& string, UrlAttribute attribute, std::string_view value) {
    if (attribute == UrlAttribute::href) return parse_again(value);
    return parse_again(html5::Decomposition(string.href).set(attribute, value));
  }
};

tl::expected<AnyUrl::Record, Error> AnyUrl::Record::parse(std::string_view input, Resolver resolver,
                                                          ValidationNotes* notes) {
  const auto wrap = [&resolver](auto parsed) {
    return Record{std::move(resolver), std::move(parsed)};
  };
  switch (resolver.options().standard) {
    case Standard::whatwg:
      return resolver.resolve_url(input, notes).map(wrap);
    case Standard::whatwg_2012: {
      auto const* base =
          resolver.has_base() ? std::get_if<whatwg_2012::Base>(&resolver.base_->url) : nullptr;
      return whatwg_2012::parse(input, base == nullptr ? nullptr : &base->url(),
                                resolver.options().encoding)
          .map([&wrap](whatwg_2012::Url&& parsed) { return wrap(Url2012(std::move(parsed))); });
    }
    case Standard::html5:
    case Standard::web_address:
      break;
  }
  return resolver.resolve(input).map(
      [&wrap](std::string&& href) { return wrap(UrlString{std::move(href)}); });
}

Result<AnyUrl> AnyUrl::parse(std::string_view input, Resolver resolver, ValidationNotes* notes) {
  auto record = Record::parse(input, std::move(resolver), notes);
  if (!record) return tl::make_unexpected(record.error());
  return AnyUrl(std::make_unique<Record>(*std::move(record)));
}

AnyUrl::AnyUrl(std::unique_ptr<Record> record) : record_(std::move(record)) {}
AnyUrl::AnyUrl(AnyUrl const& other) : record_(std::make_unique<Record>(*other.record_)) {}
AnyUrl::AnyUrl(AnyUrl&& other) noexcept = default;
AnyUrl& AnyUrl::operator=(AnyUrl const& other) {
  record_ = std::make_unique<Record>(*other.record_);
  return *this;
}
AnyUrl& AnyUrl::operator=(AnyUrl&& other) noexcept = default;
AnyUrl::~AnyUrl() = default;

Standard AnyUrl::standard() const {
  return record_->resolver.options().standard;
}

std::string_view AnyUrl::href() const& {
  if (auto const* living = std::get_if<Url>(&record_->url)) return living->href();
  if (auto const* parsed = std::get_if<Url2012>(&record_->url)) return parsed->href;
  return std::get<UrlString>(record_->url).href;
}

std::string AnyUrl::get(UrlAttribute attribute) const {
  std::string value;
  std::visit([&](auto const& url) { append_attribute(value, url, attribute); }, record_->url);
  return value;
}

UrlAttributeValues AnyUrl::values(std::string& storage) const& {
  return std::visit([&storage](auto const& url) { return values_of(url, storage); }, record_->url);
}

std::string AnyUrl::unicode_hostname() const {
  if (auto const* living = std::get_if<Url>(&record_->url)) return living->unicode_hostname();
  return domain_to_unicode(get(UrlAttribute::hostname));
}

tl::expected<void, Error> AnyUrl::set(UrlAttribute attribute, std::string_view value) {
  if (!has_setter(standard(), attribute)) return {};
  return std::visit([&](auto& url) { return record_->set(url, attribute, value); }, record_->url);
}

std::optional<std::string> AnyUrl::href_after_set(UrlAttribute attribute,
                                                  std::string_view value) const {
  if (attribute == UrlAttribute::href || !has_setter(standard(), attribute)) return std::nullopt;
  if (auto const* string = std::get_if<UrlString>(&record_->url)) {
    return html5::Decomposition(string->href).set(attribute, value);
  }
  auto const* living = std::get_if<Url>(&record_->url);
  const bool settable =
      living != nullptr ? is_settable(*living, attribute)
                        : whatwg_2012::is_settable(std::get<Url2012>(record_->url).url, attribute);
  if (!settable) return std::nullopt;
  AnyUrl changed = *this;
  if (!changed.set(attribute, value)) return std::nullopt;
  return std::string(changed.href());
}

}  // namespace hrefkit::url
