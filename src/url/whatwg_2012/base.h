// Resolving URLs as the URL Standard 2012-12-28 does.
//
//   auto base = hrefkit::url::whatwg_2012::Base::parse("http://a.example/dir/page");
//   std::string out;
//   if (base) hrefkit::url::whatwg_2012::append_resolved(out, "../x", &*base,
//   text::Encoding::utf_8);
#pragma once

#include <string>
#include <string_view>
#include <tl/expected.hpp>
#include <utility>

#include "hrefkit/text/encoding.h"
#include "hrefkit/url/error.h"
#include "hrefkit/url/whatwg_2012/parser.h"

namespace hrefkit::url::whatwg_2012 {

/// A parsed URL prepared as a base. A value.
class Base {
 public:
  /// Parses `base` (UTF-8; ill-formed bytes count as U+FFFD) without another base. Fails as
  /// append_resolved does.
  static tl::expected<Base, Error> parse(std::string_view base);

  /// The base as a parsed URL.
  explicit Base(Url url);

  /// The serialised base, with its fragment. Valid while this object lives unchanged.
  std::string_view href() const& { return href_; }
  std::string_view href() const&& = delete;

  Url const& url() const& { return url_; }
  Url const& url() const&& = delete;

 private:
  Url url_;
  std::string href_;
};

/// "URL parser" (5.2) and "URL serializer" (5.3): appends the absolute URL of `reference` (UTF-8;
/// ill-formed bytes count as U+FFFD) relative to `base` (may be null) to `out`. `encoding` is the
/// encoding override. Errors: relative_without_base, invalid_host, invalid_domain, invalid_ipv6,
/// invalid_port, too_long; then `out` is as before.
tl::expected<void, Error> append_resolved(std::string& out, std::string_view reference,
                                          Base const* base, text::Encoding encoding);

}  // namespace hrefkit::url::whatwg_2012
