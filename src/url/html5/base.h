// Resolving URLs as the W3C HTML5 drafts do (seeds/001 2.6.3; 000 and 002 are other states of it).
//
//   auto base = hrefkit::url::html5::Base::parse("http://a.example/dir/page");
//   std::string out;
//   if (base) hrefkit::url::html5::append_resolved(out, "../x?q", &*base, text::Encoding::utf_8);
#pragma once

#include <string>
#include <string_view>
#include <tl/expected.hpp>
#include <utility>

#include "hrefkit/text/encoding.h"
#include "hrefkit/url/error.h"
#include "hrefkit/url/rfc3986/resolution.h"

namespace hrefkit::url::html5 {

/// An absolute URL prepared as a base: resolved by itself, split once. A value.
class Base {
 public:
  /// Resolves `base` (UTF-8; ill-formed bytes count as U+FFFD) without a base. Fails as
  /// append_resolved does, with relative_without_base when it is no absolute URL.
  static tl::expected<Base, Error> parse(std::string_view base);

  /// The serialised base, with its fragment. Valid while this object lives unchanged.
  std::string_view href() const { return prepared_.href(); }

  /// For the resolving algorithm.
  rfc3986::PreparedBase const& prepared() const { return prepared_; }

 private:
  explicit Base(std::string href) : prepared_(std::move(href)) {}

  rfc3986::PreparedBase prepared_;
};

/// "Resolve a URL": appends the absolute URL of `reference` (UTF-8; ill-formed bytes count as
/// U+FFFD) relative to `base` (may be null) to `out`. `encoding` is the document's and serves the
/// query. Errors: no_grammar_match, invalid_host, invalid_domain, relative_without_base, too_long;
/// then `out` is as before.
tl::expected<void, Error> append_resolved(std::string& out, std::string_view reference,
                                          Base const* base, text::Encoding encoding);

}  // namespace hrefkit::url::html5
