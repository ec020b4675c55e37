// Resolving many references against one base URL, which is prepared once.
//
//   auto resolver = hrefkit::url::Resolver::with_base("https://a.example/dir/", {});
//   std::string out;
//   if (resolver && resolver->append_resolved(out, "../x?q")) puts(out.c_str());
#pragma once

#include <string>
#include <string_view>
#include <tl/expected.hpp>
#include <utility>
#include <variant>

#include "hrefkit/text/encoding.h"
#include "hrefkit/url/error.h"
#include "hrefkit/url/html5/base.h"
#include "hrefkit/url/html5/web_address.h"
#include "hrefkit/url/living/fast_path.h"
#include "hrefkit/url/standard.h"
#include "hrefkit/url/url.h"
#include "hrefkit/url/whatwg_2012/base.h"

namespace hrefkit::url {

/// How references are resolved.
struct ResolveOptions {
  Standard standard = Standard::whatwg;
  /// The encoding of the document that holds the reference; it serves queries only. UTF-16 and
  /// replacement count as UTF-8.
  text::Encoding encoding = text::Encoding::utf_8;
};

/// A base URL prepared for resolving references under one standard. A value: copies are
/// independent. Const members may be called from several threads at once.
class Resolver {
 public:
  /// A resolver without a base: relative references fail.
  explicit Resolver(ResolveOptions options);

  /// A resolver for the absolute URL `base` (UTF-8), which is parsed under `options.standard`.
  static tl::expected<Resolver, Error> with_base(std::string_view base, ResolveOptions options);

  /// The base URL, serialised; empty when there is none. Valid while this object lives unchanged.
  std::string_view base() const;

  ResolveOptions const& options() const { return options_; }

  /// Resolves `reference` (UTF-8; ill-formed bytes count as U+FFFD) and appends the serialised
  /// absolute URL to `out`. On failure `out` is as before. Allocates nothing for common references
  /// when `out` has room.
  tl::expected<void, Error> append_resolved(std::string& out, std::string_view reference) const;

  /// The same as a new string.
  tl::expected<std::string, Error> resolve(std::string_view reference) const;

 private:
  /// A base of the living standard with what the fast path needs of it.
  struct PreparedUrl {
    explicit PreparedUrl(Url parsed) : url(std::move(parsed)), fast(url) {}
    std::string_view href() const { return url.href(); }

    Url url;
    FastBase fast;
  };

  tl::expected<void, Error> set_base(std::string_view base);
  tl::expected<void, Error> append_living(std::string& out, std::string_view reference) const;

  ResolveOptions options_;
  std::variant<std::monostate, PreparedUrl, whatwg_2012::Base, html5::Base, web_address::Base>
      base_;
};

}  // namespace hrefkit::url
