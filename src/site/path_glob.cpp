#include "hrefkit/site/path_glob.h"

#include <re2/re2.h>
#include <re2/set.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdint>
#include <deque>
#include <mutex>
#include <utility>

#include "hrefkit/text/utf8.h"

namespace hrefkit::site {

namespace {

constexpr std::size_t npos = std::string_view::npos;

/// RE2 takes UTF-8 alone. A byte of what is no UTF-8 is a code point from this one on.
constexpr char32_t first_byte = 0x10FF00;

/// What no character matches.
constexpr std::string_view nothing = "[^\\x{0}-\\x{10FFFF}]";

/// Cuts one character off `text`, or a byte that begins none.
char32_t read_character(std::string_view& text) {
  const auto [code_point, length, valid] = text::decode_utf8(text, 0);
  const bool is_character = valid && code_point < first_byte;
  const char32_t byte = static_cast<unsigned char>(text[0]);
  text.remove_prefix(is_character ? length : 1);
  return is_character ? code_point : first_byte + byte;
}

void append_characters(std::string& out, std::string_view text) {
  while (!text.empty()) text::append_utf8(out, read_character(text));
}

/// A class of characters in a set, and its members but for the slash.
struct CharacterClass {
  std::string_view name;
  std::string_view members;
};
constexpr std::array classes{
    CharacterClass{"[:alnum:]", "0-9A-Za-z"}, CharacterClass{"[:alpha:]", "A-Za-z"},
    CharacterClass{"[:blank:]", " \\t"},      CharacterClass{"[:digit:]", "0-9"},
    CharacterClass{"[:graph:]", "!-.0-~"},    CharacterClass{"[:lower:]", "a-z"},
    CharacterClass{"[:print:]", " -.0-~"},    CharacterClass{"[:punct:]", "!-.:-@\\[-`{-~"},
    CharacterClass{"[:space:]", "\\t-\\r "},  CharacterClass{"[:upper:]", "A-Z"},
    CharacterClass{"[:xdigit:]", "0-9A-Fa-f"}};

void append_quoted(std::string& expression, char32_t character) {
  std::string text;
  text::append_utf8(text, character);
  expression += re2::RE2::QuoteMeta(text);
}

/// Appends the characters from `low` to `high` to a set.
void append_range(std::string& members, char32_t low, char32_t high) {
  if (low > high) return;
  append_quoted(members, low);
  members += '-';
  append_quoted(members, high);
}

/// Reads one character, without the backslash before it.
char32_t read_member(std::string_view& pattern) {
  if (pattern[0] == '\\' && pattern.size() > 1) pattern.remove_prefix(1);
  return read_character(pattern);
}

/// Cuts the set off the beginning of a pattern; false where no `]` ends it.
bool read_set(std::string_view& pattern, std::string& expression) {
  std::string_view rest = pattern.substr(1);
  const bool is_negated = rest.starts_with('!') || rest.starts_with('^');
  if (is_negated) rest.remove_prefix(1);
  std::string members;
  for (bool is_first = true; !rest.empty(); is_first = false) {
    if (rest[0] == ']' && !is_first) {  // a `]` that comes first is a member
      pattern = rest.substr(1);
      if (is_negated) members.insert(0, "^/");
      expression += members.empty() ? std::string(nothing) : '[' + members + ']';
      return true;
    }
    const auto known = std::find_if(classes.begin(), classes.end(),
                                    [&](auto const& c) { return rest.starts_with(c.name); });
    if (known != classes.end()) {
      members += known->members;
      rest.remove_prefix(known->name.size());
      continue;
    }
    char32_t low = read_member(rest);
    char32_t high = low;
    if (rest.size() > 1 && rest[0] == '-' && rest[1] != ']') {
      rest.remove_prefix(1);
      high = read_member(rest);
    }
    if (low <= U'/' && high >= U'/') {  // which is in no name
      append_range(members, low, U'/' - 1);
      low = U'/' + 1;
    }
    append_range(members, low, high);
  }
  return false;
}

void append_name(std::string& expression, std::string_view pattern) {
  while (!pattern.empty()) {
    if (pattern[0] == '[' && read_set(pattern, expression)) continue;
    if (pattern[0] == '*' || pattern[0] == '?') {
      expression += pattern[0] == '*' ? "[^/]*" : "[^/]";
      pattern.remove_prefix(1);
    } else {
      append_quoted(expression, read_member(pattern));
    }
  }
}

/// The expression of a pattern, for what `text_of` makes of paths.
std::string expression_of(std::string_view pattern) {
  if (pattern.size() > max_glob_bytes) return std::string(nothing);
  const bool is_for_folders = pattern.ends_with('/');
  if (is_for_folders) pattern.remove_suffix(1);
  std::string expression = pattern.find('/') == npos ? "(?:[^/]*/)*" : "";
  if (pattern.starts_with('/')) pattern.remove_prefix(1);
  for (bool is_last = false; !is_last;) {
    const std::size_t slash = pattern.find('/');
    is_last = slash == npos;
    const std::string_view name = pattern.substr(0, slash);
    if (name != "**") {
      append_name(expression, name);
      expression += '/';
    } else {  // at the end it is what lies in the folder, not the folder itself
      expression += is_last ? "(?:[^/]*/)+" : "(?:[^/]*/)*";
    }
    if (!is_last) pattern.remove_prefix(slash + 1);
  }
  return expression + (is_for_folders ? "d" : "d?");
}

/// A path with a slash behind each name, and with `d` behind that of a folder.
std::string text_of(std::string_view path, PathKind kind) {
  std::string text;
  text.reserve(path.size() + 2);
  if (text::is_ascii(path)) {
    text += path;
  } else {
    append_characters(text, path);
  }
  text += kind == PathKind::folder ? "/d" : "/";
  return text;
}

re2::RE2::Options options() {
  re2::RE2::Options options;
  options.set_log_errors(false);
  // RE2 keeps at least 20 states, of 4 bytes an instruction; there are at most 2 for a byte.
  options.set_max_mem(std::int64_t{16} << 20);
  return options;
}

}  // namespace

/// The patterns, and sets of them for RE2, which are compiled when the first path is asked for. One
/// set of many patterns would have more states than RE2 keeps.
struct PathGlobs::Compiled {
  static constexpr std::size_t max_patterns = 25;   // of a set
  static constexpr std::size_t max_bytes = 20'000;  // before its last expression

  struct Pattern {
    explicit Pattern(std::string_view pattern) : expression(expression_of(pattern)) {}

    std::string expression;
    std::atomic<bool> used = false;
  };

  struct Set {
    std::size_t first;  // number of a pattern
    re2::RE2::Set set;
  };

  std::deque<Pattern> patterns;
  std::atomic<std::size_t> unused = 0;
  std::once_flag once;
  std::vector<Set> sets;

  void compile() {
    std::size_t bytes = 0;
    for (std::size_t i = 0; i < patterns.size(); ++i) {
      if (i == 0 || i - sets.back().first == max_patterns || bytes > max_bytes) {
        sets.push_back({i, re2::RE2::Set(options(), re2::RE2::ANCHOR_BOTH)});
        bytes = 0;
      }
      sets.back().set.Add(patterns[i].expression, nullptr);
      bytes += patterns[i].expression.size();
    }
    for (Set& one : sets) one.set.Compile();
  }

  bool match(std::string_view text) {
    std::call_once(once, [this] { compile(); });
    const re2::StringPiece piece(text.data(), text.size());
    const bool found = std::any_of(sets.begin(), sets.end(), [&piece](Set const& one) {
      return one.set.Match(piece, nullptr);
    });
    if (found && unused.load(std::memory_order_relaxed) != 0) note_uses(piece);
    return found;
  }

  /// Several patterns may match.
  void note_uses(re2::StringPiece const& text) {
    std::vector<int> matching;
    for (Set const& one : sets) {
      if (!one.set.Match(text, &matching)) continue;
      for (const int number : matching) {
        std::atomic<bool>& used = patterns[one.first + static_cast<std::size_t>(number)].used;
        if (!used.load(std::memory_order_relaxed) && !used.exchange(true)) --unused;
      }
    }
  }
};

PathGlobs::PathGlobs(std::vector<std::string> const& patterns)
    : compiled_(std::make_shared<Compiled>()) {
  for (std::string const& pattern : patterns) add(pattern);
}

void PathGlobs::add(std::string_view pattern) {
  compiled_->patterns.emplace_back(pattern);
  ++compiled_->unused;
}

bool PathGlobs::empty() const {
  return compiled_->patterns.empty();
}

std::vector<std::size_t> PathGlobs::unused() const {
  std::vector<std::size_t> numbers;
  for (std::size_t i = 0; i < compiled_->patterns.size(); ++i) {
    if (!compiled_->patterns[i].used) numbers.push_back(i);
  }
  return numbers;
}

bool PathGlobs::match(std::string_view path, PathKind kind) const {
  return !empty() && compiled_->match(text_of(path, kind));
}

bool PathGlobs::match_within(std::string_view path, PathKind kind) const {
  if (empty()) return false;
  std::string text = text_of(path, kind);
  if (compiled_->match(text)) return true;
  std::size_t slash = text.rfind('/');
  while (slash != 0 && (slash = text.rfind('/', slash - 1)) != npos) {
    text[slash + 1] = 'd';
    if (compiled_->match(std::string_view(text).substr(0, slash + 2))) return true;
  }
  return false;
}

}  // namespace hrefkit::site
