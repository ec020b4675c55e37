// URLs read and changed under any of the standards.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <tl/expected.hpp>
#include <variant>

#include "hrefkit/url/components.h"
#include "hrefkit/url/error.h"
#include "hrefkit/url/html5/base.h"
#include "hrefkit/url/html5/web_address.h"
#include "hrefkit/url/resolver.h"
#include "hrefkit/url/url.h"
#include "hrefkit/url/url_attribute.h"
#include "hrefkit/url/whatwg_2012/base.h"

namespace hrefkit::cli {

/// An absolute URL of html5 or web-address: these standards have no record for it.
struct UrlString {
  std::string href;
};

/// A URL of one of the standards.
using AnyUrl = std::variant<url::Url, url::whatwg_2012::Url, UrlString>;

/// Its parts. Those that the older standards do not have (html5: username, password, origin) are
/// given in their sense.
url::Components components(AnyUrl const& url);

/// True when the standard has a setter for the part: none has one for origin, and html5 and
/// web-address have HTML5's seven and href.
bool has_setter(url::Standard standard, url::UrlAttribute part);

/// Reads URLs under one standard, with one base and encoding, which are prepared once. A value.
class UrlReader {
 public:
  /// `base` is an absolute URL in UTF-8, if there is one. Fails as parsing it does.
  static tl::expected<UrlReader, url::Error> make(std::optional<std::string_view> base,
                                                  url::ResolveOptions options);

  url::Standard standard() const { return options_.standard; }

  /// Parses `input` (UTF-8). `notes` gets the living standard's validation errors; may be null.
  tl::expected<AnyUrl, url::Error> read(std::string_view input,
                                        url::ValidationNotes* notes = nullptr) const;

  /// The same for the living standard only, which needs no variant.
  tl::expected<url::Url, url::Error> read_living(std::string_view input,
                                                 url::ValidationNotes* notes = nullptr) const;

  /// Sets a part as the standard's setter of that name does; the standard must have it. A value
  /// that the setter ignores leaves the URL as it is. Fails where the result would be no URL:
  /// an href that does not parse, and what html5 and web-address then cannot resolve.
  tl::expected<void, url::Error> set(AnyUrl& url, url::UrlAttribute part,
                                     std::string_view value) const;

 private:
  explicit UrlReader(url::ResolveOptions options) : options_(options) {}

  tl::expected<void, url::Error> set_base(std::string_view base);
  tl::expected<AnyUrl, url::Error> read_string(std::string_view input) const;
  tl::expected<void, url::Error> set_living(url::Url& url, url::UrlAttribute part,
                                            std::string_view value) const;
  tl::expected<void, url::Error> set_2012(url::whatwg_2012::Url& url, url::UrlAttribute part,
                                          std::string_view value) const;
  tl::expected<void, url::Error> set_string(UrlString& url, url::UrlAttribute part,
                                            std::string_view value) const;

  url::ResolveOptions options_;
  std::variant<std::monostate, url::Url, url::whatwg_2012::Base, url::html5::Base,
               url::web_address::Base>
      base_;
};

}  // namespace hrefkit::cli
