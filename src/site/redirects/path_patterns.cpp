#include "hrefkit/site/redirects/path_patterns.h"

#include <algorithm>
#include <cstdint>
#include <set>
#include <utility>
#include <vector>

#include "hrefkit/site/redirects/redirect_index.h"
#include "hrefkit/text/ascii.h"
#include "hrefkit/text/byte_set.h"
#include "hrefkit/url/percent_encode.h"

namespace hrefkit::site {

namespace {

/// A file has so many compiled expressions at most, which is what Vercel takes of rules.
constexpr std::size_t max_expressions = 2'048;

/// And none of more bytes. RE2 takes some 20 for each.
constexpr std::size_t max_expression = 4'096;

/// Groups of globs nest so deep.
constexpr int max_glob_depth = 16;

constexpr text::ByteSet part_name_bytes = text::ascii_alphanumeric | text::ByteSet("_");

/// The end of the name that follows a `:` or `$` at `at`; `at + 1` if none does.
std::size_t end_of_name(std::string_view text, std::size_t at) {
  std::size_t end = at + 1;
  while (end < text.size() && part_name_bytes.contains(text[end])) ++end;
  return end;
}

/// The end of the group that opens at `at`, behind its closing bracket; std::string_view::npos
/// where it has none.
std::size_t end_of_group(std::string_view text, std::size_t at) {
  int depth = 0;
  for (std::size_t i = at; i < text.size(); ++i) {
    if (text[i] == '\\') {
      ++i;
    } else if (text[i] == '(') {
      ++depth;
    } else if (text[i] == ')' && --depth == 0) {
      return i + 1;
    }
  }
  return std::string_view::npos;
}

/// A path of a `_redirects` file that fits whatever the parts that are added fit.
class IndexPath {
 public:
  void add_text(std::string_view text) {
    for (const char c : text) add_character(c);
  }

  /// A part of one byte or more, without a slash.
  void add_name() {
    path_ += ":p";
    ends_with_name_ = true;
    is_behind_splat_ = false;
  }

  /// A part that may be anything, or nothing: then the slashes at both ends of it are one, or none.
  /// All from the first such part to the last is the splat.
  void add_any() {
    if (splat_end_ == 0) {
      while (path_.size() > 1 && path_.ends_with('/')) path_.pop_back();
      if (path_.empty()) path_ = "/";
      path_ += '*';
      splat_end_ = path_.size();
    }
    path_.resize(splat_end_);
    is_behind_splat_ = true;
    ends_with_name_ = false;
  }

  std::string const& path() const { return path_; }

 private:
  void add_character(char c) {
    if (is_behind_splat_ && c == '/') return;
    is_behind_splat_ = false;
    // What means something in `_redirects` is percent-encoded, which patterns undo once they know
    // their parts. A letter behind a placeholder is no part of its name.
    const text::ByteSet encoded =
        text::ByteSet(":*") | (ends_with_name_ ? part_name_bytes : text::ByteSet());
    url::append_percent_encoded(path_, std::string_view(&c, 1), encoded);
    ends_with_name_ = false;
  }

  std::string path_;
  std::size_t splat_end_ = 0;  // 0: there is no splat
  bool is_behind_splat_ = false;
  bool ends_with_name_ = false;
};

/// What a part of an expression may take.
enum class Takes : std::uint8_t { name, anything };

/// What an expression may take: a name where it has at least one byte and no slash. Others than the
/// plain ones may take anything.
Takes taken_by(std::string_view expression) {
  constexpr text::ByteSet plain = text::ascii_alphanumeric | text::ByteSet("_|-[]{},+");
  bool is_empty = true;  // the alternative is
  for (std::size_t i = 0; i < expression.size(); ++i) {
    const char c = expression[i];
    if (c == '\\' && i + 1 < expression.size() && text::ByteSet("dw").contains(expression[i + 1])) {
      ++i;
    } else if (!plain.contains(c) || (c == '{' && expression.substr(i + 1).starts_with('0'))) {
      return Takes::anything;
    }
    if (c == '|' && is_empty) return Takes::anything;
    is_empty = c == '|';
  }
  return is_empty || expression.find("+-") != std::string_view::npos ? Takes::anything
                                                                     : Takes::name;
}

/// Both readings of a pattern, as its parts come.
class PatternBuilder {
 public:
  void add_text(std::string_view text) {
    text_ += text;
    index_.add_text(text);
  }

  /// `expression` has no group that captures.
  void add_expression(std::string_view expression, Takes takes) {
    flush_text();
    parts_.expression += expression;
    has_expression_ = true;
    takes == Takes::name ? index_.add_name() : index_.add_any();
  }

  /// A part of path-to-regexp: `prefix` belongs to it where it repeats or is left out.
  struct Part {
    std::string name;
    std::string_view expression;  ///< empty for the usual one
    std::string prefix = {};
    std::string suffix = {};
    char modifier = 0;
  };

  void add_part(Part const& part) {
    flush_text();
    has_expression_ = true;
    const bool is_optional = part.modifier == '?' || part.modifier == '*';
    const bool repeats = part.modifier == '*' || part.modifier == '+';
    const std::string taken = captured_expression(part.expression);
    const std::string prefix = quoted_expression(part.prefix);
    const std::string suffix = quoted_expression(part.suffix);
    std::string group = "(" + taken;
    if (repeats) group += "(?:" + suffix + prefix + taken + ")*";
    group = prefix + group + ")" + suffix;
    parts_.expression += "(?:" + group + ")" + (is_optional ? "?" : "");
    parts_.names.push_back(part.name);
    const bool is_name = part.expression.empty() || taken_by(part.expression) == Takes::name;
    if (is_optional || repeats || !is_name) {
      index_.add_any();
    } else {
      index_.add_text(part.prefix);
      index_.add_name();
    }
    if (!is_optional) index_.add_text(part.suffix);
  }

  /// A text that may be left out, or repeat: `{/}?`.
  void add_text_with(std::string_view text, char modifier) {
    if (modifier == 0) return add_text(text);
    add_expression("(?:" + quoted_expression(normal_path(text)) + ")" + modifier, Takes::anything);
  }

  /// A name, or a part of one, which is not what `expression` takes.
  void add_name_but(std::string const& expression, bool is_whole) {
    flush_text();
    has_expression_ = true;
    parts_.expression += is_whole ? "([^/]+)" : "([^/]*)";
    parts_.names.emplace_back();
    parts_.exclusions.push_back({parts_.names.size(), expression});
    index_.add_any();
  }

  /// The parts. `end` is what may follow.
  PatternParts take(std::string_view end = {}) {
    flush_text();
    parts_.expression += end;
    PatternParts pattern{index_.path()};
    if (has_expression_ || !end.empty()) pattern.exact = std::move(parts_);
    return pattern;
  }

  /// Text as it stands in paths that are compared.
  static std::string normal_path(std::string_view text) {
    std::string path;
    while (true) {
      const std::size_t slash = std::min(text.find('/'), text.size());
      path += normal_name(text.substr(0, slash));
      if (slash == text.size()) return path;
      path += '/';
      text.remove_prefix(slash + 1);
    }
  }

 private:
  void flush_text() {
    std::string text = normal_path(text_);
    text_.clear();
    parts_.expression += quoted_expression(text);
    if (text.size() > parts_.needle.size()) parts_.needle = std::move(text);
  }

  /// The expression of a part, in which a negative look-ahead at its beginning is an exclusion.
  std::string captured_expression(std::string_view expression) {
    if (expression.empty()) return "[^/]+?";
    const std::size_t group = parts_.names.size() + 1;
    while (expression.starts_with("(?!")) {
      const std::size_t end = end_of_group(expression, 0);
      if (end == std::string_view::npos) break;
      parts_.exclusions.push_back(
          {group, "(?:" + std::string(expression.substr(3, end - 4)) + ")"});
      expression.remove_prefix(end);
    }
    return "(?:" + std::string(expression) + ")";
  }

  std::string text_;  // not in the expression yet
  ExpressionParts parts_;
  bool has_expression_ = false;
  IndexPath index_;
};

bool is_modifier(std::string_view text, std::size_t at) {
  return at < text.size() && text::ByteSet("*+?").contains(text[at]);
}

// path-to-regexp.

/// Reads the parts that Vercel and, in globs, Firebase know.
class PartReader {
 public:
  explicit PartReader(std::string_view source) : source_(source) {}

  /// Nothing if a group has no end.
  std::optional<PatternParts> read() {
    while (at_ < source_.size()) {
      if (!read_next()) return std::nullopt;
    }
    return builder_.take();
  }

 private:
  bool read_next() {
    const char c = source_[at_];
    if (c == '\\' && at_ + 1 < source_.size()) {
      builder_.add_text(source_.substr(at_ + 1, 1));
      at_ += 2;
      return true;
    }
    if (c == '{') return read_braces();
    const bool is_prefix = c == '/' || c == '.';
    if (is_part(at_)) return read_part({});
    if (is_prefix && is_part(at_ + 1)) {
      ++at_;
      return read_part(std::string(1, c));
    }
    const std::string_view text = source_.substr(at_++, 1);
    // path-to-regexp refuses `*` and `?` behind text. People write them all the same, and mean
    // those of globs and of regular expressions.
    if (c == '*') {
      builder_.add_expression(".*", Takes::anything);
    } else {
      builder_.add_text_with(text, read_text_modifier());
    }
    return true;
  }

  bool is_part(std::size_t at) const {
    if (at >= source_.size()) return false;
    return source_[at] == '(' || (source_[at] == ':' && end_of_name(source_, at) > at + 1);
  }

  char read_text_modifier() {
    const bool is_optional = at_ < source_.size() && source_[at_] == '?';
    return is_optional ? source_[at_++] : '\0';
  }

  char read_modifier() { return is_modifier(source_, at_) ? source_[at_++] : '\0'; }

  /// Reads `:name`, `(expression)` or both.
  bool read_name_and_group(PatternBuilder::Part& part) {
    if (at_ < source_.size() && source_[at_] == ':') {
      const std::size_t end = end_of_name(source_, at_);
      part.name = source_.substr(at_ + 1, end - at_ - 1);
      at_ = end;
    }
    if (at_ == source_.size() || source_[at_] != '(') return true;
    const std::size_t end = end_of_group(source_, at_);
    if (end == std::string_view::npos) return false;
    part.expression = source_.substr(at_ + 1, end - at_ - 2);
    at_ = end;
    return true;
  }

  bool read_part(std::string prefix) {
    PatternBuilder::Part part{.prefix = std::move(prefix)};
    if (!read_name_and_group(part)) return false;
    part.modifier = read_modifier();
    builder_.add_part(part);
    return true;
  }

  std::string read_text_in_braces() {
    std::string text;
    while (at_ < source_.size() && source_[at_] != '}' && !is_part(at_)) {
      if (source_[at_] == '\\' && at_ + 1 < source_.size()) ++at_;
      text += source_[at_++];
    }
    return text;
  }

  /// `{prefix:name(expression)suffix}?`
  bool read_braces() {
    ++at_;
    PatternBuilder::Part part;
    part.prefix = read_text_in_braces();
    const bool has_part = is_part(at_);
    if (has_part && !read_name_and_group(part)) return false;
    part.suffix = read_text_in_braces();
    if (at_ == source_.size() || source_[at_] != '}') return false;
    ++at_;
    part.modifier = read_modifier();
    if (has_part) {
      builder_.add_part(part);
    } else {
      builder_.add_text_with(part.prefix, part.modifier);
    }
    return true;
  }

  std::string_view source_;
  std::size_t at_ = 0;
  PatternBuilder builder_;
};

// Globs.

class GlobReader {
 public:
  /// A negated glob has no parts of path-to-regexp.
  GlobReader(std::string_view glob, bool is_negated)
      : glob_(glob), has_parts_(!is_negated), closers_(glob.size(), 0) {
    find_closers();
  }

  /// Nothing if a group has no end.
  std::optional<PatternParts> read() {
    if (!glob_.starts_with('/')) builder_.add_text("/");
    while (at_ < glob_.size()) {
      if (!read_next()) return std::nullopt;
    }
    return builder_.take(glob_.ends_with('/') ? "" : "/?");
  }

 private:
  /// Finds the bracket that closes each `(` and `{`, so that none is looked for twice.
  void find_closers() {
    std::vector<std::uint32_t> open;
    for (std::size_t at = 0; at < glob_.size(); ++at) {
      const char c = glob_[at];
      if (c == '\\') ++at;
      if (c == '(' || c == '{') open.push_back(static_cast<std::uint32_t>(at));
      const bool is_closer = c == ')' || c == '}';
      if (!is_closer || open.empty() || (glob_[open.back()] == '(') != (c == ')')) continue;
      closers_[open.back()] = static_cast<std::uint32_t>(at);
      open.pop_back();
    }
  }

  bool is(std::size_t at, text::ByteSet const& set) const {
    return at < glob_.size() && set.contains(glob_[at]);
  }
  bool is_name_end(std::size_t at) const { return at >= glob_.size() || glob_[at] == '/'; }
  bool is_name_begin(std::size_t at) const { return at == 0 || glob_[at - 1] == '/'; }

  bool is_part(std::size_t at) const {
    if (!has_parts_) return false;
    return is(at, text::ByteSet("(")) ||
           (is(at, text::ByteSet(":")) && end_of_name(glob_, at) > at + 1);
  }

  bool read_next() {
    if (is_part(at_)) return read_part({});
    if (glob_[at_] == '/' && is_part(at_ + 1)) {
      ++at_;
      return read_part("/");
    }
    if (glob_[at_] == '*' && !is(at_ + 1, text::ByteSet("("))) {
      read_stars();
      return true;
    }
    const bool is_but = glob_[at_] == '!' && is(at_ + 1, text::ByteSet("("));
    if (is_but) return read_name_but();
    const char c = glob_[at_];
    const bool is_text = !text::ByteSet("?[{\\").contains(c) &&
                         !(text::ByteSet("@+*").contains(c) && is(at_ + 1, text::ByteSet("(")));
    if (is_text) {
      builder_.add_text(glob_.substr(at_++, 1));
      return true;
    }
    const std::size_t begin = at_;
    const auto expression = read_item(0);
    if (!expression) return false;
    const bool is_one = c == '[' || (c == '?' && at_ == begin + 1);
    const bool is_choice =
        c == '@' && taken_by(glob_.substr(begin + 2, at_ - begin - 3)) == Takes::name;
    builder_.add_expression(*expression, is_one || is_choice ? Takes::name : Takes::anything);
    return true;
  }

  bool read_part(std::string prefix) {
    PatternBuilder::Part part{.prefix = std::move(prefix)};
    if (glob_[at_] == ':') {
      const std::size_t end = end_of_name(glob_, at_);
      part.name = glob_.substr(at_ + 1, end - at_ - 1);
      at_ = end;
    }
    if (is(at_, text::ByteSet("("))) {
      const std::size_t end = end_of_group(glob_, at_);
      if (end == std::string_view::npos) return false;
      part.expression = glob_.substr(at_ + 1, end - at_ - 2);
      at_ = end;
    }
    if (is_modifier(glob_, at_)) part.modifier = glob_[at_++];
    builder_.add_part(part);
    return true;
  }

  void read_stars() {
    const std::size_t begin = at_;
    while (is(at_, text::ByteSet("*"))) ++at_;
    const bool is_name = is_name_begin(begin) && is_name_end(at_);
    if (!is_name) return builder_.add_expression("[^/]*", Takes::anything);
    if (at_ == begin + 1) return builder_.add_expression("[^/]+", Takes::name);
    if (at_ == glob_.size()) return builder_.add_expression(".*", Takes::anything);
    ++at_;
    builder_.add_expression("(?:.*/)?", Takes::anything);
  }

  /// `!(a|b)`: any text of a name that is not one of these with what follows in the name.
  bool read_name_but() {
    const bool is_begin = is_name_begin(at_++);
    const auto group = read_choice(0);
    if (!group) return false;
    const std::size_t after = at_;
    const bool is_whole = is_begin && is_name_end(after);
    std::string rest;
    for (int items = 0; !is_name_end(at_) && items < max_glob_depth; ++items) {
      const auto item = read_item(0);
      if (!item) return false;
      rest += *item;
    }
    const bool is_known = is_name_end(at_);
    at_ = after;
    if (is_known) {
      builder_.add_name_but(*group + rest + "(?:/|$)", is_whole);
    } else {
      builder_.add_expression("[^/]*", Takes::anything);
    }
    return true;
  }

  /// One character, or a group, as an expression. Nothing if a group has no end.
  std::optional<std::string> read_item(int depth) {
    const char c = glob_[at_];
    const bool is_group = is(at_ + 1, text::ByteSet("(")) && text::ByteSet("@?*+!").contains(c);
    if (is_group && depth < max_glob_depth) {
      ++at_;
      const auto choice = read_choice(depth + 1);
      if (!choice) return std::nullopt;
      if (c == '!') return "[^/]*";  // in another group
      return *choice + (c == '@' ? std::string() : std::string(1, c));
    }
    if (c == '{' && depth < max_glob_depth) return read_braces(depth + 1);
    if (c == '[') return read_set();
    ++at_;
    if (c == '?') return "[^/]";
    if (c == '*') {
      const bool crosses = is(at_, text::ByteSet("*"));
      while (is(at_, text::ByteSet("*"))) ++at_;
      return crosses ? ".*" : "[^/]*";
    }
    if (c == '\\' && at_ < glob_.size()) return quoted(at_++);
    return quoted(at_ - 1);
  }

  std::string quoted(std::size_t at) const {
    return quoted_expression(PatternBuilder::normal_path(glob_.substr(at, 1)));
  }

  /// `(a|b)`
  std::optional<std::string> read_choice(int depth) { return read_list('|', depth); }

  std::optional<std::string> read_list(char separator, int depth) {
    const std::size_t end = closers_[at_];
    if (end == 0) return std::nullopt;
    std::string list = "(?:";
    ++at_;
    while (at_ < end) {
      if (glob_[at_] == separator) {
        list += '|';
        ++at_;
        continue;
      }
      const auto item = read_item(depth);
      if (!item) return std::nullopt;
      list += *item;
    }
    at_ = std::max(at_, end + 1);
    return list + ")";
  }

  /// `{a,b}`; `{a}` is text.
  std::optional<std::string> read_braces(int depth) {
    const std::size_t begin = at_;
    const std::string_view list =
        glob_.substr(begin, std::max<std::size_t>(closers_[begin], begin) - begin);
    if (list.find(',') != std::string_view::npos) return read_list(',', depth);
    if (list.find("..") != std::string_view::npos) {  // {1..9}
      at_ = closers_[begin] + 1;
      return "[^/]*";
    }
    ++at_;
    return quoted(begin);
  }

  std::string read_set() {
    const std::size_t end = glob_.find(']', at_ + 2);
    if (end == std::string_view::npos || end - at_ > 64) return quoted(at_++);
    std::string_view members = glob_.substr(at_ + 1, end - at_ - 1);
    at_ = end + 1;
    const bool is_but = members.starts_with('!') || members.starts_with('^');
    if (is_but) members.remove_prefix(1);
    std::string set = is_but ? "[^/" : "[";
    for (const char c : members) {
      if (text::ByteSet("[]\\^").contains(c)) set += '\\';
      set += c;
    }
    return set + "]";
  }

  std::string_view glob_;
  bool has_parts_;
  std::vector<std::uint32_t> closers_;  // by the place of the opening bracket; 0: there is none
  std::size_t at_ = 0;
  PatternBuilder builder_;
};

/// The text at the beginning of a regular expression that each path has that it fits.
std::string literal_beginning(std::string_view expression) {
  if (expression.find('|') != std::string_view::npos || expression.starts_with("(?")) return {};
  std::string text;
  std::size_t at = 0;
  while (at < expression.size()) {
    const bool is_escaped = expression[at] == '\\' && at + 1 < expression.size() &&
                            !text::ascii_alphanumeric.contains(expression[at + 1]);
    if (is_escaped) ++at;
    if (!is_escaped && text::ByteSet("([.*+?{\\^$)").contains(expression[at])) break;
    text += expression[at++];
  }
  const bool is_optional = at < expression.size() && text::ByteSet("*?{").contains(expression[at]);
  if (is_optional && !text.empty()) text.pop_back();
  return text;
}

/// An expression in which named groups are written as RE2 always knew them: `(?P<name>x)`.
std::string with_named_groups(std::string_view expression) {
  std::string text;
  for (std::size_t at = 0; at < expression.size(); ++at) {
    text += expression[at];
    if (expression[at] == '\\' && at + 1 < expression.size()) {
      text += expression[++at];
      continue;
    }
    const std::string_view rest = expression.substr(at);
    const bool is_named =
        rest.starts_with("(?<") && rest.size() > 3 && part_name_bytes.contains(rest[3]);
    if (!is_named) continue;
    text += "?P<";
    at += 2;
  }
  return text;
}

}  // namespace

std::optional<PatternParts> read_path_pattern(std::string_view source) {
  return PartReader(source).read();
}

std::optional<PatternParts> read_glob(std::string_view source) {
  bool is_negated = false;
  while (source.starts_with('!')) {
    is_negated = !is_negated;
    source.remove_prefix(1);
  }
  auto glob = GlobReader(source, is_negated).read();
  if (!glob || !is_negated) return glob;
  return PatternParts{
      "/*", {.expression = ".*", .exclusions = {{0, "(?:" + glob->exact.expression + ")$"}}}};
}

PatternParts read_regular_expression(std::string_view source, bool fits_anywhere) {
  PatternParts pattern;
  pattern.exact.expression = with_named_groups(source);
  pattern.exact.fits_anywhere = fits_anywhere;
  const bool is_anchored = source.starts_with('^');
  if (is_anchored) source.remove_prefix(1);
  IndexPath index;
  if (is_anchored || !fits_anywhere) index.add_text(literal_beginning(source));
  index.add_any();
  pattern.from = index.path();
  return pattern;
}

// gitlab-org/gitlab-pages, internal/redirects/matching.go: empty names do not count, and a splat
// may begin within a name.
PatternParts read_gitlab_path(std::string_view source) {
  PatternParts pattern;
  pattern.exact.ignores_case = true;
  IndexPath index;
  while (!source.empty()) {
    const std::size_t end = std::min(source.find('/'), source.size());
    const std::string_view name = source.substr(0, end);
    source.remove_prefix(std::min(end + 1, source.size()));
    if (name.empty()) continue;
    const bool is_placeholder = name.size() > 1 && name.starts_with(':') &&
                                text::is_made_of(name.substr(1), text::ascii_alpha);
    if (name == "*") {
      pattern.exact.expression += "/*(.*)/*";
      pattern.exact.names.emplace_back("splat");
      index.add_any();
      continue;
    }
    pattern.exact.expression += "/+";
    index.add_text("/");
    if (is_placeholder) {
      pattern.exact.expression += "([^/]+)";
      pattern.exact.names.emplace_back(name.substr(1));
      index.add_name();
    } else {
      const std::string text = normal_name(name);
      pattern.exact.expression += quoted_expression(text);
      if (text.size() > pattern.exact.needle.size()) pattern.exact.needle = text;
      index.add_text(name);
    }
  }
  pattern.exact.expression += "/*";
  pattern.from = index.path().empty() ? "/" : index.path();
  return pattern;
}

// Microsoft Learn, "Configure Azure Static Web Apps", and Azure/static-web-apps-cli,
// src/core/utils/glob.ts and src/msha/routes-engine: a path is asked for with index.html at its
// end, too.
std::optional<PatternParts> read_azure_route(std::string_view source) {
  std::string path(source);
  if (!path.starts_with('/')) path.insert(0, "/");
  const std::size_t star = path.find('*');
  PatternParts pattern;
  IndexPath index;
  if (star == std::string_view::npos) {
    const std::string_view index_name = "/index.html";
    if (!path.ends_with(index_name)) {
      pattern.exact.expression = quoted_expression(PatternBuilder::normal_path(path));
      index.add_text(path);
      pattern.from = index.path();
      return pattern;
    }
    path.resize(path.size() - index_name.size());
    pattern.exact.expression =
        quoted_expression(PatternBuilder::normal_path(path)) + "(?:/(?:index\\.html)?)?";
    index.add_text(path);
    index.add_any();
    pattern.from = index.path();
    return pattern;
  }
  const std::string_view after = std::string_view(path).substr(star + 1);
  const std::string before = path.substr(0, star);
  index.add_text(before);
  index.add_any();
  pattern.from = index.path();
  pattern.exact.expression = quoted_expression(PatternBuilder::normal_path(before));
  if (after.empty()) {
    // "/a" is asked for as "/a/index.html", too.
    if (before.ends_with('/') && before.size() > 1) {
      const std::string_view folder = std::string_view(before).substr(0, before.size() - 1);
      pattern.exact.expression =
          quoted_expression(PatternBuilder::normal_path(folder)) + "(?:/.*)?";
    } else {
      pattern.exact.expression += ".*";
    }
    return pattern;
  }
  std::string_view extensions = after.substr(1);
  const bool is_list = extensions.starts_with('{') && extensions.ends_with('}');
  if (is_list) extensions = extensions.substr(1, extensions.size() - 2);
  const bool is_known = after.starts_with('.') && taken_by(extensions) == Takes::name &&
                        text::is_made_of(extensions, part_name_bytes | text::ByteSet(","));
  if (!is_known || (!is_list && extensions.find(',') != std::string_view::npos))
    return std::nullopt;
  std::string list(extensions);
  std::replace(list.begin(), list.end(), ',', '|');
  pattern.exact.expression += ".*\\.(?:" + list + ")";
  return pattern;
}

void PatternCompiler::set(Redirect& rule, PatternParts pattern, std::string_view destination) {
  ExpressionParts& exact = pattern.exact;
  rule.from = std::move(pattern.from);
  std::size_t size = exact.expression.size();
  for (auto const& exclusion : exact.exclusions) size += exclusion.expression.size();
  if (!exact.expression.empty() && expressions_ < max_expressions && size <= max_expression) {
    expressions_ += 1 + exact.exclusions.size();
    rule.expression = PathExpression::compile(exact);
  }
  const bool is_known = exact.expression.empty() || rule.expression != nullptr;
  const std::set<std::string_view> names(exact.names.begin(), exact.names.end());
  for (std::size_t at = 0; at < destination.size();) {
    const bool is_mark = destination[at] == ':' || destination[at] == '$';
    std::size_t end = is_mark ? end_of_name(destination, at) : at + 1;
    const std::string name = "p_" + std::string(destination.substr(at + 1, end - at - 1));
    const bool is_named = is_mark && end > at + 1;
    if (!is_known && is_named &&
        (destination[at] == '$' || names.count(std::string_view(name).substr(2)) != 0)) {
      rule.to = host_service;
      return;
    }
    const bool is_part =
        is_named && rule.expression != nullptr && rule.expression->captures_as(name);
    if (!is_part) {
      rule.to += destination[at++];
      continue;
    }
    if (is_modifier(destination, end) && destination[end] != '?') ++end;
    rule.to += ":" + name;
    at = end;
  }
}

}  // namespace hrefkit::site
