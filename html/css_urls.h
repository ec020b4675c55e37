// The URLs in a style sheet or in the declarations of a style attribute.
//
//   CssUrls urls(style_text, CssPlace::style_sheet);
//   while (auto url = urls.next()) use(url->value, url->span);
#pragma once

#include <concepts>  // IWYU pragma: keep
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "hrefkit/text/span.h"

namespace hrefkit::html {

struct CssToken;

/// The context of CSS text.
enum class CssPlace : std::uint8_t {
  style_sheet,   ///< a style element or a CSS file: rules, which may import
  declarations,  ///< a style attribute
  value,         ///< an attribute of SVG that is the value of a property, such as fill
};

/// Whether empty URLs, which CSS never resolves, are reported.
enum class EmptyUrls : std::uint8_t { left_out, found };

/// Whether the source map that a comment names is reported.
enum class SourceMaps : std::uint8_t { left_out, found };

/// What a URL in CSS is for.
enum class CssUse : std::uint8_t {
  import,      ///< the style sheet of an `@import` rule
  source_map,  ///< `/*# sourceMappingURL=u */` (ECMA-426, 11.1); of several comments the last
  value,       ///< anything else: images, fonts, ...
};

/// One URL.
struct CssUrl {
  text::Span span = {};         ///< as written, without quotes, parentheses and white space
  std::string_view value = {};  ///< without CSS escapes; valid until the next call of `next`
  CssUse use = CssUse::value;
};

/// False only if CSS text has no URLs, source maps aside. Most style sheets and attributes have
/// none; this test is many times faster than reading them.
bool may_hold_urls(std::string_view css);

/// False only if CSS text names no source map.
bool may_hold_source_map(std::string_view css);

/// Finds the URLs of CSS text in source order (CSS Syntax 3): `url(...)` quoted or not, anywhere,
/// also in custom properties; the string of an `@import` rule; strings directly in `image-set()`
/// (CSS Images 4). Left out, unless asked for: empty URLs, which CSS never resolves (CSS Values 4,
/// "Empty URLs"). Left out: bad url and bad string tokens; the names in `@namespace` and the
/// patterns of `@document`; the declarations that `@supports`, `supports()` and `style()` only ask
/// about; an `@import` rule that is invalid (CSS Cascade 5, 2): behind another rule, or with a
/// block; declarations that the syntax drops (CSS Syntax 3, 5.5.6): `*a: url(x)`, `_a: url(x)`,
/// `a url(x)`, `a: url(x)!ie`. Takes time linear in the text's length.
class CssUrls {
 public:
  /// `css` is UTF-8 of at most 4 GiB; it must outlive this.
  CssUrls(std::string_view css, CssPlace place, EmptyUrls empty = EmptyUrls::left_out,
          SourceMaps maps = SourceMaps::left_out);
  template <std::same_as<std::string> Temporary>
  CssUrls(Temporary&&, CssPlace, EmptyUrls = {}, SourceMaps = {}) = delete;  // it would not live

  /// The next URL; nullopt after the last.
  std::optional<CssUrl> next() &;

 private:
  /// The kind of rule around a token.
  enum class Rule : std::uint8_t { none, at_rule, known_at_rule, other, invalid };
  /// Which rules came before: behind `others`, no `@import` is valid.
  enum class Before : std::uint8_t { layers, imports, others };
  /// The part of a declaration around a token. An at-rule and what is dropped end as it does.
  enum class Part : std::uint8_t { start, name, value, at_rule, dropped };
  /// What the last token says about the next one.
  enum class Expected : std::uint8_t { anything, import, url_string, import_url_string };

  void begin_rule(CssToken const& token);
  void begin_at_rule(std::string_view name);
  void spoil_selector();
  bool in_declarations() const;
  void follow_declaration(CssToken const& token);
  bool is_dropped_by_its_end();
  std::optional<CssUse> use_of(CssToken const& token, Expected expected) const;
  void follow(CssToken const& token, Expected expected);
  void open(char closing);
  void close(char closing);
  void end_statement();
  bool in_ignored_prelude() const { return ignored_depth_ != no_depth; }
  CssUrl make_url(text::Span span, CssUse use);
  CssUrl release_source_map();

  static constexpr std::size_t no_depth = static_cast<std::size_t>(-1);

  std::string_view css_;
  CssPlace place_;
  EmptyUrls empty_;
  std::size_t position_ = 0;  ///< where the next token begins
  std::string brackets_;      ///< what closes each open bracket, innermost last
  std::string unescaped_;
  std::size_t ignored_depth_ = no_depth;  ///< the brackets around a prelude without links
  Rule rule_;
  Before before_ = Before::layers;
  Part part_ = Part::start;
  bool takes_names_ = false;              ///< the property takes any identifier
  std::size_t judged_end_ = 0;            ///< up to here the priority of the declaration is known
  std::optional<text::Span> source_map_;  ///< if it is wanted and not yet reported
  Expected expected_ = Expected::anything;
};

}  // namespace hrefkit::html
