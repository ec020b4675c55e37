// A URL of any standard: parsing, getting and setting its parts, and its origin.
//
//   Resolver resolver({.standard = Standard::html5});
//   auto url = hrefkit::url::AnyUrl::parse("http://a.example/x?y", resolver);
//   if (url && url->set(UrlAttribute::port, "81")) puts(url->get(UrlAttribute::host).c_str());
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <tl/expected.hpp>

#include "hrefkit/url/error.h"
#include "hrefkit/url/resolver.h"
#include "hrefkit/url/result.h"
#include "hrefkit/url/standard.h"
#include "hrefkit/url/url_attribute.h"
#include "hrefkit/url/validation_error.h"

namespace hrefkit::url {

/// An absolute URL of one of the four standards, with the base URL and the encoding that it was
/// parsed with. A value. An object that was moved from may only be assigned to or destroyed. For
/// the URL Living Standard alone, Url is faster.
class AnyUrl {
 public:
  /// Parses `input` (UTF-8; ill-formed bytes count as U+FFFD) as `resolver` resolves it: under its
  /// standard, relative to its base, with its encoding. The parser of the URL Living Standard
  /// appends its validation errors to `notes`, which may be null.
  static Result<AnyUrl> parse(std::string_view input, Resolver resolver,
                              ValidationNotes* notes = nullptr);

  AnyUrl(AnyUrl const& other);
  AnyUrl(AnyUrl&& other) noexcept;
  AnyUrl& operator=(AnyUrl const& other);
  AnyUrl& operator=(AnyUrl&& other) noexcept;
  ~AnyUrl();

  Standard standard() const;

  /// The serialised URL. Valid while this object lives unchanged.
  std::string_view href() const&;
  std::string_view href() const&& = delete;

  /// The attribute on getting. EXTENSION: html5 and web-address have no origin, username and
  /// password; here their values follow from the URL's authority.
  std::string get(UrlAttribute attribute) const;

  /// All attributes at once. The views are of this object and of `storage`.
  UrlAttributeValues values(std::string& storage) const&;
  UrlAttributeValues values(std::string& storage) const&& = delete;

  /// The serialised origin, "null" for an opaque one.
  std::string origin() const { return get(UrlAttribute::origin); }

  /// The hostname for display: the labels of a domain in their own scripts, any other host as it
  /// is.
  std::string unicode_hostname() const;

  /// Sets an attribute as the standard's setter does. `value` is UTF-8. A value that the setter
  /// ignores leaves the URL as it is, and so does an attribute without a setter. Fails, and leaves
  /// the URL as it is, where the result is not a URL: an href that does not parse, and a new value
  /// with which html5 and web-address do not resolve.
  tl::expected<void, Error> set(UrlAttribute attribute, std::string_view value);

  /// What the setter of a hyperlink element's attribute writes to the element's href: "update href"
  /// (HTML Standard 4.6.3), the update steps (URL Standard 2012-12-28, 7.2), the output for
  /// the common setter action (HTML5 (W3C draft), 2.6.6), which may not be a URL. nullopt where the
  /// setter writes nothing, and for href, whose setter writes the value itself.
  std::optional<std::string> href_after_set(UrlAttribute attribute, std::string_view value) const;

 private:
  struct Record;

  explicit AnyUrl(std::unique_ptr<Record> record);

  std::unique_ptr<Record> record_;
};

}  // namespace hrefkit::url
