// Resolving many references against one base URL, which is prepared once.
//
//   auto resolver = hrefkit::url::Resolver::with_base("https://a.example/dir/", {});
//   std::string out;
//   if (resolver && resolver->append_resolved(out, "../x?q")) puts(out.c_str());
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <tl/expected.hpp>

#include "hrefkit/text/encoding.h"
#include "hrefkit/url/error.h"
#include "hrefkit/url/fast_path.h"
#include "hrefkit/url/standard.h"
#include "hrefkit/url/url.h"

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
  std::string_view base() const { return base_ ? base_->href() : std::string_view(); }

  ResolveOptions const& options() const { return options_; }

  /// Resolves `reference` (UTF-8; ill-formed bytes count as U+FFFD) and appends the serialised
  /// absolute URL to `out`. On failure `out` is as before. Allocates nothing for common references
  /// when `out` has room.
  tl::expected<void, Error> append_resolved(std::string& out, std::string_view reference) const;

  /// The same as a new string.
  tl::expected<std::string, Error> resolve(std::string_view reference) const;

 private:
  ResolveOptions options_;
  std::optional<Url> base_;
  FastBase fast_;
};

}  // namespace hrefkit::url
