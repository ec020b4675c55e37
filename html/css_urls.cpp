// CSS is read as tokens; a url token is a URL by itself. Four things need more than the token:
//
// - a string after `@import` counts only where `@import` begins a rule of a style sheet, so rules
//   are followed at the top level: an at-rule ends with `;` or its block, any other with its block;
// - a string counts after `url(` and directly in `image-set(`, so open brackets are kept on a stack
// (a string with one byte for each); a closing bracket without an open one is skipped;
// - a declaration with a name that is none, or with a priority that is not `!important`, is dropped
//   with its URLs, so the parts of a declaration are followed;
// - the URLs of `@namespace` and `@document` are not links, up to the end of the prelude; nor are
// those in the conditions of `@supports`, `supports()` and `style()`, which no browser fetches.
#include "hrefkit/html/css_urls.h"

#include <algorithm>
#include <array>
#include <utility>

#include "hrefkit/html/syntax/css_tokenizer.h"
#include "hrefkit/html/syntax/source_map_comment.h"
#include "hrefkit/text/ascii.h"
#include "hrefkit/text/byte_set.h"

namespace hrefkit::html {

namespace {

/// On the stack, the `)` of an `image-set(`.
constexpr char image_set_end = 'i';

char closing_of(char opening) {
  if (opening == '[') return ']';
  return opening == '{' ? '}' : ')';
}

bool is_image_set(std::string_view name) {
  return css_name_is(name, "image-set") || css_name_is(name, "-webkit-image-set");
}

bool has_prelude_without_links(std::string_view at_rule) {
  return css_name_is(at_rule, "namespace") || css_name_is(at_rule, "document") ||
         css_name_is(at_rule, "-moz-document") || css_name_is(at_rule, "supports");
}

/// True for at-rules that browsers know, and that have a block.
bool is_known_block(std::string_view at_rule) {
  constexpr std::array<std::string_view, 16> names{"layer",
                                                   "media",
                                                   "font-face",
                                                   "supports",
                                                   "keyframes",
                                                   "page",
                                                   "container",
                                                   "counter-style",
                                                   "-webkit-keyframes",
                                                   "scope",
                                                   "function",
                                                   "starting-style",
                                                   "position-try",
                                                   "view-transition",
                                                   "font-feature-values",
                                                   "font-palette-values"};
  return std::any_of(names.begin(), names.end(),
                     [&](std::string_view name) { return css_name_is(at_rule, name); });
}

/// True if the at-rule whose name ends at `position` has a block: a `{` comes before its `;`. An
/// `@import` with a block is not valid.
bool has_block(std::string_view css, std::size_t position) {
  CssTokenizer tokenizer(css, position);
  std::string brackets;
  for (CssToken token = tokenizer.next(); token.type != CssTokenType::end;
       token = tokenizer.next()) {
    if (token.type == CssTokenType::function) {
      brackets += ')';
    } else if (token.type == CssTokenType::open) {
      const char opening = token.text.in(css)[0];
      if (brackets.empty() && opening == '{') return true;
      brackets += closing_of(opening);
    } else if (token.type == CssTokenType::close) {
      if (!brackets.empty() && brackets.back() == token.text.in(css)[0]) brackets.pop_back();
    } else if (token.type == CssTokenType::semicolon && brackets.empty()) {
      return false;
    }
  }
  return false;
}

/// True for the functions of CSS Conditional Rules 5 that ask whether a declaration is known
/// (in `@import` and `if()`, too) or holds.
bool is_query(std::string_view function) {
  return css_name_is(function, "supports") || css_name_is(function, "style");
}

}  // namespace

// FAST: URLs occur in `url(` or `image-set(`, or after `@import`; any of their letters may be
// escaped.
bool may_hold_urls(std::string_view css) {
  if (css.find('\\') != css.npos) return true;
  for (std::size_t at = css.find('('); at != css.npos; at = css.find('(', at + 1)) {
    const char before = at == 0 ? ' ' : text::to_ascii_lower(css[at - 1]);
    if (before == 'l' || before == 't') return true;
  }
  for (std::size_t at = css.find('@'); at != css.npos; at = css.find('@', at + 1)) {
    if (at + 1 < css.size() && text::to_ascii_lower(css[at + 1]) == 'i') return true;
  }
  return false;
}

bool may_hold_source_map(std::string_view css) {
  return may_name_source_maps(css);
}

namespace {

/// Which source map is the last one, is known when all comments are read.
std::optional<text::Span> find_source_map(std::string_view css) {
  if (!may_hold_source_map(css)) return std::nullopt;
  CssTokenizer tokenizer(css);
  while (tokenizer.next().type != CssTokenType::end) {
  }
  return tokenizer.source_map();
}

}  // namespace

CssUrls::CssUrls(std::string_view css, CssPlace place, EmptyUrls empty, SourceMaps maps)
    : css_(css),
      place_(place),
      empty_(empty),
      position_(may_hold_urls(css) ? 0 : css.size()),
      rule_(place == CssPlace::style_sheet ? Rule::none : Rule::other),
      part_(place == CssPlace::value ? Part::value : Part::start),
      source_map_(maps == SourceMaps::found ? find_source_map(css) : std::nullopt) {}

std::optional<CssUrl> CssUrls::next() & {
  CssTokenizer tokenizer(css_, position_);
  for (CssToken token = tokenizer.next(); token.type != CssTokenType::end;
       token = tokenizer.next()) {
    // The comment stands before this token, which is read again.
    if (source_map_ && source_map_->begin < token.text.begin) return release_source_map();
    position_ = tokenizer.position();
    const Expected expected = std::exchange(expected_, Expected::anything);
    begin_rule(token);
    follow_declaration(token);
    const std::optional<CssUse> use = use_of(token, expected);
    follow(token, expected);
    if (!use || part_ == Part::dropped) continue;
    if (*use == CssUse::value && is_dropped_by_its_end()) {
      part_ = Part::dropped;
      continue;
    }
    const CssUrl url = make_url(token.text, *use);
    if (!url.value.empty() || empty_ == EmptyUrls::found) return url;
  }
  position_ = css_.size();
  return source_map_ ? std::optional(release_source_map()) : std::nullopt;
}

CssUrl CssUrls::release_source_map() {
  const text::Span span = *std::exchange(source_map_, std::nullopt);
  return {span, span.in(css_), CssUse::source_map};
}

/// True where declarations may stand, and not within the value of one.
bool CssUrls::in_declarations() const {
  return brackets_.empty() ? place_ != CssPlace::style_sheet : brackets_.back() == '}';
}

// CSS Syntax 5.5.6, "Consume a declaration". No property begins with an underscore.
void CssUrls::follow_declaration(CssToken const& token) {
  if (!in_declarations() || token.type == CssTokenType::markup) return;
  const std::string_view text = token.text.in(css_);
  const char first = text.empty() ? '\0' : text[0];
  switch (part_) {
    case Part::start: {
      const bool begins_name = text::ascii_alpha.contains(first) || first == '-' || first == '\\' ||
                               static_cast<unsigned char>(first) >= 0x80;
      if (token.type == CssTokenType::at_keyword) {
        part_ = Part::at_rule;
      } else if (token.type != CssTokenType::semicolon && token.type != CssTokenType::close) {
        const bool is_name = token.type == CssTokenType::other && begins_name;
        part_ = is_name ? Part::name : Part::dropped;
        takes_names_ = text.starts_with("--") || css_name_is(text, "list-style");
      }
      break;
    }
    case Part::name:
      part_ = token.type == CssTokenType::other && text == ":" ? Part::value : Part::dropped;
      break;
    case Part::value:
    case Part::at_rule:
    case Part::dropped:
      break;
  }
}

/// True if what follows in the declaration around the last token makes it void: a priority that is
/// not `!important`, or `\\9` and `\\0`, by which pages wrote declarations for old browsers alone.
/// Each declaration is read twice at most.
bool CssUrls::is_dropped_by_its_end() {
  const auto block = brackets_.rfind('}');
  const bool in_block = block != std::string::npos;
  if ((!in_block && place_ == CssPlace::style_sheet) || position_ < judged_end_) return false;
  std::string brackets = brackets_.substr(in_block ? block + 1 : 0);
  CssTokenizer tokenizer(css_, position_);
  bool is_behind = false;  // a "!" without brackets around it
  bool is_void = false;
  for (CssToken token = tokenizer.next(); token.type != CssTokenType::end;
       token = tokenizer.next()) {
    const std::string_view text = token.text.in(css_);
    if (brackets.empty()) {
      if (token.type == CssTokenType::semicolon || text == "}") break;
      if (is_behind) is_void |= !css_name_is(text, "important");
      is_void |= !takes_names_ && (text == "\\9" || text == "\\0");
      is_behind |= token.type == CssTokenType::other && text == "!";
    }
    if (token.type == CssTokenType::function) {
      brackets += ')';
    } else if (token.type == CssTokenType::open) {
      brackets += closing_of(text[0]);
    } else if (token.type == CssTokenType::close && !brackets.empty()) {
      const char innermost = brackets.back() == image_set_end ? ')' : brackets.back();
      if (innermost == text[0]) brackets.pop_back();
    }
  }
  judged_end_ = tokenizer.position();
  return is_void;
}

// CSS Syntax 5.4.1, "Consume a list of rules", at the top level.
void CssUrls::begin_rule(CssToken const& token) {
  if (rule_ != Rule::none || token.type == CssTokenType::markup) return;
  if (token.type == CssTokenType::at_keyword) return begin_at_rule(token.text.in(css_));
  const bool has_selector =
      token.type != CssTokenType::open || token.text.in(css_) != std::string_view("{");
  rule_ = has_selector ? Rule::other : Rule::invalid;
}

// CSS Cascade 5, 2, "Importing Style Sheets": before an `@import` only `@charset` and statements of
// `@layer` may stand, between two of them nothing. Rules that are not valid do not count.
void CssUrls::begin_at_rule(std::string_view name) {
  rule_ = is_known_block(name) ? Rule::known_at_rule : Rule::at_rule;
  const bool is_layer = css_name_is(name, "layer");
  if (css_name_is(name, "namespace") || (is_layer && before_ == Before::imports)) {
    before_ = Before::others;
  }
  if (!css_name_is(name, "import")) return;
  // The rule ends where `has_block` stops reading, so all rules together are read twice at most.
  if (before_ == Before::others || has_block(css_, position_)) {
    ignored_depth_ = brackets_.size();
  } else {
    expected_ = Expected::import;
    before_ = Before::imports;
  }
}

/// A selector has no at-keyword, and no semicolon or bracket alone. The rest of it is not parsed.
void CssUrls::spoil_selector() {
  if (rule_ == Rule::other && brackets_.empty()) rule_ = Rule::invalid;
}

std::optional<CssUse> CssUrls::use_of(CssToken const& token, Expected expected) const {
  using enum Expected;
  if (in_ignored_prelude()) return std::nullopt;
  if (token.type == CssTokenType::url) {
    return expected == import ? CssUse::import : CssUse::value;
  }
  if (token.type != CssTokenType::string) return std::nullopt;
  if (expected == import || expected == import_url_string) return CssUse::import;
  const bool in_image_set = !brackets_.empty() && brackets_.back() == image_set_end;
  if (expected == url_string || in_image_set) return CssUse::value;
  return std::nullopt;
}

void CssUrls::follow(CssToken const& token, Expected expected) {
  const std::string_view text = token.text.in(css_);
  switch (token.type) {
    case CssTokenType::function:
      if (css_name_is(text, "url")) {
        expected_ =
            expected == Expected::import ? Expected::import_url_string : Expected::url_string;
      }
      open(is_image_set(text) ? image_set_end : ')');
      if (!in_ignored_prelude() && is_query(text)) ignored_depth_ = brackets_.size();
      break;
    case CssTokenType::open:
      open(closing_of(text[0]));
      break;
    case CssTokenType::close:
      close(text[0]);
      break;
    case CssTokenType::semicolon:
      end_statement();
      break;
    case CssTokenType::at_keyword:
      spoil_selector();
      if (!in_ignored_prelude() && has_prelude_without_links(text)) {
        ignored_depth_ = brackets_.size();
      }
      break;
    default:
      break;
  }
}

void CssUrls::open(char closing) {
  const bool is_valid = rule_ == Rule::other || rule_ == Rule::known_at_rule;
  if (closing == '}' && brackets_.empty() && is_valid) before_ = Before::others;
  if (closing == '}' && brackets_.size() == ignored_depth_) ignored_depth_ = no_depth;
  brackets_ += closing;
  if (closing == '}') part_ = Part::start;
}

void CssUrls::close(char closing) {
  if (brackets_.empty()) return spoil_selector();
  const char innermost = brackets_.back() == image_set_end ? ')' : brackets_.back();
  if (innermost != closing) return;
  brackets_.pop_back();
  if (in_ignored_prelude() && brackets_.size() < ignored_depth_) ignored_depth_ = no_depth;
  if (closing == '}') part_ = Part::start;
  const bool ends_rule = closing == '}' && brackets_.empty();
  if (ends_rule && place_ == CssPlace::style_sheet) rule_ = Rule::none;
}

void CssUrls::end_statement() {
  if (brackets_.size() == ignored_depth_) ignored_depth_ = no_depth;
  if (in_declarations()) part_ = Part::start;
  spoil_selector();
  const bool ends_with_it = rule_ == Rule::at_rule || rule_ == Rule::known_at_rule;
  if (brackets_.empty() && ends_with_it) rule_ = Rule::none;
}

CssUrl CssUrls::make_url(text::Span span, CssUse use) {
  static constexpr std::string_view replaced("\\\0", 2);
  const std::string_view written = span.in(css_);
  if (written.find_first_of(replaced) == std::string_view::npos) return {span, written, use};
  unescape_css(written, unescaped_);
  return {span, unescaped_, use};
}

}  // namespace hrefkit::html
