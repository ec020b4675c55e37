// URLs that a page offers to other programs: social cards, JSON-LD, import maps. They are links
// only on request.
//
//   JsonLdUrls urls(script_text);
//   while (auto url = urls.next()) use(url->value, url->span);
#pragma once

#include <concepts>  // IWYU pragma: keep
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "hrefkit/text/json.h"
#include "hrefkit/text/span.h"

namespace hrefkit::html {

/// The attributes by which a meta element says what its `content` is; empty where it lacks one.
/// Each may list several terms, of which one is enough.
struct MetaNames {
  std::string_view property = {};
  std::string_view name = {};
  std::string_view itemprop = {};
};

/// The URLs in the `content` of a meta element.
enum class MetaUrls : std::uint8_t {
  none,
  one,         ///< it is a URL
  parameters,  ///< it may have URLs in parameters (ParameterUrls)
};

/// Judges a meta element by its names: the URLs of the Open Graph protocol, of Twitter cards and of
/// App Links, of citations (`citation_pdf_url`), of pinned sites and tiles (`msapplication-config`)
/// and of other services; and properties of schema.org whose text is a URL. Terms match without
/// regard to ASCII case, but for those of schema.org. Properties that refer to a profile or to a
/// name as well, such as `article:author`, count only where `content` begins with `http:` or
/// `https:`.
MetaUrls urls_of_meta(MetaNames const& names, std::string_view content);

/// True for `og:url` and `twitter:url`, which name the address of the page itself.
bool is_page_address(MetaNames const& names);

/// A URL in JSON.
struct JsonUrl {
  text::Span span = {};         ///< as written, between its quotes
  std::string_view value = {};  ///< without JSON escapes; valid until the next call of `next`
  /// It is not fetched as it is: the value of `@id`, a template ("/search?q={words}"), or the
  /// beginning of URLs to which an import map leads ("./lib/").
  bool names_only = false;
};

/// The URLs in a script of type `application/ld+json`, in source order: the values, alone or in
/// arrays, of `@id` and of those schema.org properties whose text is a URL. Not in: contexts and
/// types, which name vocabulary; blank nodes (`_:a`); empty strings; anything in a text that is not
/// JSON as a whole, which JSON-LD 1.1 (7.1, "Script elements") does not read either. The URLs are
/// relative to the document's base URL.
class JsonLdUrls {
 public:
  /// `json` is UTF-8 of at most 4 GiB; it must outlive this.
  explicit JsonLdUrls(std::string_view json);
  template <std::same_as<std::string> Temporary>
  explicit JsonLdUrls(Temporary&&) = delete;  // the value would not outlive this

  /// The next URL; nullopt after the last.
  std::optional<JsonUrl> next() &;

 private:
  char role_of_key(text::Span key);
  char value_role() const;

  std::string_view json_;
  text::JsonReader reader_;
  std::string roles_;     ///< of each open object and array, innermost last
  char member_role_ = 0;  ///< of the member whose key was read last
  std::string unescaped_;
};

/// The URLs in a script of type `importmap`, in source order: the addresses in `imports` and
/// `scopes` and the keys of `integrity`, where they are URL-like (HTML Standard, "parse a URL-like
/// import specifier"); module specifiers and scope prefixes only select: they come `with_keys`,
/// where they are URL-like. What the standard's "parse an import map string" drops has no URLs: a
/// text that is not JSON as a whole, a map with a member of another type, keys that a later one
/// overrides, entries that are null, and scopes whose prefix is no URL.
class ImportMapUrls {
 public:
  /// `json` is UTF-8 of at most 4 GiB; it must outlive this.
  explicit ImportMapUrls(std::string_view json, bool with_keys = false);
  template <std::same_as<std::string> Temporary>
  explicit ImportMapUrls(Temporary&&, bool = false) = delete;  // the value would not outlive this

  /// The next URL; nullopt after the last.
  std::optional<JsonUrl> next() &;

 private:
  std::string_view json_;
  std::vector<text::Span> found_;
  std::size_t next_ = 0;
  std::string unescaped_;
};

/// The URLs in a script of type `speculationrules`, in source order: those that the lists of its
/// rules name (HTML Standard 7.6.1.2). All of them are relative to the document base URL. URL
/// patterns do not count. A rule, or a set of rules, that "parse a speculation rule" drops has no
/// URLs, and neither has text that is not valid JSON.
class SpeculationUrls {
 public:
  /// `json` is UTF-8 of at most 4 GiB; it must outlive this.
  explicit SpeculationUrls(std::string_view json);
  template <std::same_as<std::string> Temporary>
  explicit SpeculationUrls(Temporary&&) = delete;

  /// The next URL; nullopt after the last.
  std::optional<JsonUrl> next() &;

 private:
  void read_rules(text::JsonReader reader);
  void read_rule(text::JsonReader const& reader);

  std::string_view json_;
  std::vector<text::Span> found_;
  std::size_t next_ = 0;
  std::string unescaped_;
};

}  // namespace hrefkit::html
