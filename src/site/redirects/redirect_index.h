// Finds the rule that fits a path without asking them all.
//
// The rules are a tree. An edge stands for one name of their paths: for its text; or, where the
// name has placeholders, for the texts at its beginning and its end, and further ones for the texts
// between. The names behind a splat follow from the last one on, then the parameters of the query.
// The tree proposes, the patterns decide: two texts of one hash cost time, and change no answer.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "hrefkit/site/redirects.h"
#include "hrefkit/site/redirects/path_expression.h"
#include "hrefkit/text/byte_set.h"
#include "hrefkit/url/form_urlencoded.h"

namespace hrefkit::site {

// The path of a rule as a pattern: text, placeholders and the splat.
//
// Names are compared percent-encoded, all in one way: each is decoded once, and what is not an RFC
// 3986 `pchar` is encoded again. So what a placeholder takes can stand in a URL as it is, and "%2F"
// is never a separator.

/// A function or a service of the host answers, whatever the files are.
inline constexpr std::string_view host_service = "/__/";

/// The names between the slashes, as the patterns compare them. Empty names do not count.
std::vector<std::string> path_names(std::string_view path);

/// A name, or a part of one, as the patterns compare it.
std::string normal_name(std::string_view raw);

/// A URL's path and query, split once for all rules.
class PatternSubject {
 public:
  /// The names are in lower case where the rules take them so.
  PatternSubject(std::string_view path, std::string_view query, bool ignores_case = false);

  /// The path as the patterns compare it, with its letter case.
  std::string const& path() const { return path_; }
  /// The same, in lower case where the rules take it so.
  std::string const& folded_path() const { return folded_path_; }
  std::span<std::string const> names() const { return names_; }
  /// Sorted by name. Of several with one name the first counts.
  std::span<url::FormEntry const> parameters() const { return parameters_; }
  bool has_slash() const { return has_slash_; }  ///< at the end of the path

 private:
  std::string path_;
  std::string folded_path_;
  std::vector<std::string> names_;
  std::vector<url::FormEntry> parameters_;
  bool has_slash_;
};

/// A part of a pattern's name.
struct PatternPiece {
  enum class Kind : std::uint8_t {
    text,
    placeholder,  ///< takes one byte or more of one name
    splat,        ///< takes anything, slashes too
  };
  Kind kind = Kind::text;
  std::string text;  ///< percent-encoded; or the placeholder's name
};

/// The path of one rule. `:` with a letter begins a placeholder, anywhere in a name; the first `*`
/// is the splat. A splat that is the last name takes the end of the path, too: `/a/*` fits `/a`.
/// The first placeholder of a name takes as much as it can, as regular expressions do.
class PathPattern {
 public:
  using Name = std::vector<PatternPiece>;

  /// Reads a path as it is written in the rule.
  explicit PathPattern(std::string_view path);

  std::span<Name const> names() const { return names_; }
  /// The number of the name with the splat, or that of all names.
  std::size_t splat() const { return splat_; }

  /// Whether the pattern fits the names of a path. Adds to `captures` even where it does not.
  bool fit(std::span<std::string const> names, Captures& captures) const;

 private:
  bool fit_rest(std::span<std::string const> names, Captures& captures) const;

  std::vector<Name> names_;
  std::size_t splat_ = 0;
};

/// The text that a name begins with, and the one that it ends with after a placeholder.
std::string_view head_of(PathPattern::Name const& name);
std::string_view tail_of(PathPattern::Name const& name);

/// True for a name without placeholder and splat.
bool is_text(PathPattern::Name const& name);

/// The rule's target with the placeholders filled in, when the rule fits. `pattern` is its path.
std::optional<std::string> apply_pattern(Redirect const& rule, PathPattern const& pattern,
                                         PatternSubject const& subject);

class RedirectIndex {
 public:
  /// Rules whose paths do not begin with a slash are left out. Where letter case does not count,
  /// the names of subjects are in lower case.
  explicit RedirectIndex(std::span<Redirect const> rules, bool ignores_case = false);

  /// The first of the rules that fits. `rules` are those of the constructor.
  std::optional<Redirected> find(std::span<Redirect const> rules, PatternSubject const& subject,
                                 RedirectTurn turn) const;

 private:
  enum class Edge : std::uint8_t {
    name,       ///< a name without placeholders
    ends,       ///< the texts at both ends of a name with placeholders
    middle,     ///< a text between two placeholders of the name before
    splat,      ///< the text before a splat; the names behind it follow, from the last one on
    rest,       ///< the text behind a splat
    parameter,  ///< of the query, with its value
    any_value,  ///< of the query
  };
  /// The texts at both ends of what a placeholder or a splat stands in.
  struct Ends {
    std::string_view head;
    std::string_view tail;
  };
  static constexpr std::uint32_t none = UINT32_MAX;
  /// A node has few bytes: a rule may have one for each two bytes of its path.
  struct Node {
    std::uint32_t first = none;       ///< the first rule from here on
    std::uint32_t first_rule = none;  ///< of those that end here
    std::uint32_t last_rule = none;
    std::uint32_t lengths = none;  ///< the first of `lengths_`
  };
  /// The lengths of the texts of some edges from a node.
  struct Lengths {
    std::uint32_t head;
    std::uint32_t tail;
    std::uint32_t next;  ///< those of other edges from that node
    Edge edge;
  };
  class Search;
  class Way;

  static std::uint64_t key(std::uint32_t from, Edge edge, std::string_view text);
  static std::uint64_t key(std::uint32_t from, Edge edge, Ends const& ends);
  std::uint32_t child(std::uint64_t key) const;

  void insert(std::uint32_t number, Redirect const& rule);
  std::uint32_t make_child(std::uint64_t key);
  std::uint32_t make_child(std::uint32_t from, Edge edge, Ends const& ends);

  std::vector<PathPattern> patterns_;     // by rule
  std::vector<std::uint32_t> next_rule_;  // by rule: the next one that ends at the same node
  std::vector<Node> nodes_;
  std::vector<Lengths> lengths_;
  std::unordered_map<std::uint64_t, std::uint32_t> edges_;
  std::unordered_set<std::uint64_t> known_lengths_;
};

// How a placeholder is written: `:` and a letter, then letters, digits and `_`.

/// The end of the placeholder that begins at `at`; `at` when there is no placeholder.
inline std::size_t end_of_placeholder(std::string_view text, std::size_t at) {
  constexpr text::ByteSet more = text::ascii_alphanumeric | text::ByteSet("_");
  if (text[at] != ':' || at + 1 == text.size() || !text::ascii_alpha.contains(text[at + 1])) {
    return at;
  }
  std::size_t end = at + 2;
  while (end < text.size() && more.contains(text[end])) ++end;
  return end;
}

}  // namespace hrefkit::site
