// Resolves many references against one base URL, which is prepared once.
//
//   auto resolver = hrefkit::url::Resolver::with_base("https://a.example/dir/", {});
//   std::string out;
//   if (resolver && resolver->append_resolved(out, "../x?q")) puts(out.c_str());
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <tl/expected.hpp>

#include "hrefkit/text/encoding.h"
#include "hrefkit/url/error.h"
#include "hrefkit/url/result.h"
#include "hrefkit/url/standard.h"
#include "hrefkit/url/url.h"
#include "hrefkit/url/validation_error.h"
#include "hrefkit/url/written_reference.h"  // IWYU pragma: export

namespace hrefkit::url {

struct ResolverBase;

/// How references are resolved.
struct ResolveOptions {
  Standard standard = Standard::whatwg;
  /// The encoding of the document that holds the reference; it serves queries only. UTF-16 and
  /// replacement count as UTF-8.
  text::Encoding encoding = text::Encoding::utf_8;
};

/// A base URL prepared for resolving references under one standard. A small value: copies share the
/// prepared base, which never changes, so that a document can hold a resolver for each of its
/// contexts and scopes. Const members may be called from several threads at once.
class Resolver {
 public:
  /// A resolver without a base: relative references fail.
  explicit Resolver(ResolveOptions options) : options_(options) {}

  /// A resolver for the absolute URL `base` (UTF-8), which is parsed under `options.standard`.
  /// Fails when `base` does not parse, with relative_without_base when it is relative.
  static Result<Resolver> with_base(std::string_view base, ResolveOptions options);

  /// The same for a base that the caller may not have.
  static Result<Resolver> with_optional_base(std::optional<std::string_view> base,
                                             ResolveOptions options);

  /// The base URL, serialised; empty without a base. Valid while this object or a copy lives.
  std::string_view base() const&;
  std::string_view base() const&& = delete;

  bool has_base() const { return base_ != nullptr; }
  ResolveOptions const& options() const& { return options_; }
  ResolveOptions options() const&& { return options_; }

  /// Resolves `reference` (UTF-8; ill-formed bytes count as U+FFFD) and appends the serialised
  /// absolute URL to `out`. `reference` may be a view of `out`. On failure `out` is as before.
  /// Allocates nothing for common references when `out` has room.
  tl::expected<void, Error> append_resolved(std::string& out, std::string_view reference) const;

  /// The same as a new string.
  tl::expected<std::string, Error> resolve(std::string_view reference) const;

  /// The resolved URL as a parsed one, without a second parse. Only for Standard::whatwg; AnyUrl
  /// serves all standards. The parser appends its validation errors to `notes`, which may be null.
  Result<Url> resolve_url(std::string_view reference, ValidationNotes* notes = nullptr) const;

 private:
  friend class AnyUrl;

  tl::expected<void, Error> append_living(std::string& out, std::string_view reference) const;

  ResolveOptions options_;
  std::shared_ptr<ResolverBase const> base_;
};

}  // namespace hrefkit::url
