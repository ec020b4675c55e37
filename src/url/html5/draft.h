// Parsing and resolving as HTML5 (W3C draft), 2.6.2 and 2.6.3, and Web addresses in HTML 5, 2 and
// 3, do: the same steps over two grammars.
//
//   Draft const& html5 = Draft::of(Standard::html5);
//   auto base = html5.prepare_base("http://a.example/dir/page");
//   std::string out;
//   if (base) html5.append_resolved(out, "../x?q", &*base, text::Encoding::utf_8);
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <tl/expected.hpp>

#include "hrefkit/text/byte_set.h"
#include "hrefkit/text/encoding.h"
#include "hrefkit/url/error.h"
#include "hrefkit/url/rfc3986/grammar.h"
#include "hrefkit/url/rfc3986/resolution.h"
#include "hrefkit/url/standard.h"

namespace hrefkit::url::html5 {

/// One of the two drafts.
class Draft {
 public:
  /// The draft of Standard::html5 or Standard::web_address.
  static Draft const& of(Standard standard);

  /// "Parse a URL" and "parse a Web address". `url` is UTF-8; each other byte counts as a character
  /// of its own. The components are views into it. nullopt when it does not match the grammar.
  std::optional<rfc3986::Reference> parse(std::string_view url) const;

  /// "Resolve a URL" and "resolve a Web address": appends the absolute URL of `reference` (UTF-8;
  /// ill-formed bytes count as U+FFFD) relative to `base` (may be null) to `out`, which must not
  /// hold the bytes of `reference`. `encoding` is the document's and serves the query. Errors:
  /// no_grammar_match, invalid_host, invalid_domain, relative_without_base, scheme_restriction,
  /// too_long; then `out` is as before.
  tl::expected<void, Error> append_resolved(std::string& out, std::string_view reference,
                                            rfc3986::PreparedBase const* base,
                                            text::Encoding encoding) const;

  /// Resolves `base` (UTF-8) without a base and splits it once. Fails as append_resolved does, with
  /// relative_without_base when it is not an absolute URL.
  tl::expected<rfc3986::PreparedBase, Error> prepare_base(std::string_view base) const;

  /// "Absolute URL" (HTML5 (W3C draft), 2.6.3): it resolves, to the same result relative to any
  /// base. "Absolute Web address" (Web addresses in HTML 5, 3): it resolves to itself.
  bool is_absolute(std::string_view url) const;

 private:
  enum class Absolute : std::uint8_t { resolves_alone, resolves_to_itself };

  constexpr Draft(rfc3986::Grammar const& grammar, Absolute absolute)
      : grammar_(grammar), absolute_(absolute) {}

  rfc3986::Grammar const& grammar_;
  Absolute absolute_;
};

// The <hostport> component, which HTML5 (W3C draft), 2.6.2 step 3, derives from those of RFC 3986.

/// HTML's space characters, which are stripped from both ends.
inline constexpr text::ByteSet space_characters = text::ascii_whitespace;

/// The <hostport> component: host ":" port when there is a scheme and a port other than the
/// scheme's default port (as a number), else the host. nullopt without an authority. A view into
/// the text that was parsed.
std::optional<std::string_view> hostport(rfc3986::Reference const& reference);

}  // namespace hrefkit::url::html5
