// What a check finds: rules, how much they matter, and rows.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace hrefkit::site {

/// What can be wrong with a link or a page.
enum class Rule : std::uint8_t {
  missing_file,         ///< nothing has that path
  missing_index,        ///< a folder without an index file
  missing_fragment,     ///< no element has that id or name
  case_mismatch,        ///< a path that differs from an existing one in letter case only
  unresolvable_url,     ///< a reference that is not a URL
  outside_site,         ///< on the own host, outside of the site's path: a forgotten prefix
  redirect_broken,      ///< a redirect whose target does not exist
  redirect_loop,        ///< redirects that lead back to themselves
  base_moves_fragment,  ///< "#x" is in this page, but the base URL leads elsewhere
  insecure_own_url,     ///< an http URL of the site's own, which is https
  base_ignored,         ///< a second or unusable base element
  duplicate_id,         ///< a checked link leads to an id that two elements have
  empty_link,           ///< an empty URL where HTML wants one
  mixed_content,        ///< an https page loads something by http
  undeclared_encoding,  ///< a link depends on an encoding that nobody declared
  loaded_before_base,   ///< loaded from one file before the base element, read as another later
  orphan_page,          ///< no page leads there; only where asked for
  external,             ///< not a fault: a link to another site, where a list is asked for
};
inline constexpr std::size_t rule_count = static_cast<std::size_t>(Rule::external) + 1;

/// How much a finding matters.
enum class Severity : std::uint8_t { off, note, warning, error };

/// The name used in output, such as "missing-file".
std::string_view name(Rule rule);
std::string_view name(Severity severity);

/// The rule of that name, if there is one.
std::optional<Rule> rule_from_name(std::string_view name);
std::optional<Severity> severity_from_name(std::string_view name);

/// The severity that a rule has unless it is told otherwise.
Severity default_severity(Rule rule);

/// A sentence that explains the rule.
std::string_view description(Rule rule);

/// The severity of each rule.
class Severities {
 public:
  Severities();
  Severity operator[](Rule rule) const { return of_[static_cast<std::size_t>(rule)]; }
  void set(Rule rule, Severity severity) { of_[static_cast<std::size_t>(rule)] = severity; }

 private:
  std::array<Severity, rule_count> of_;
};

/// One finding. All text but `file` is valid UTF-8; views are valid during the call that hands it
/// over.
struct Finding {
  Rule rule = Rule::missing_file;
  Severity severity = Severity::error;
  std::string_view file;  ///< the root as given, and the path below it: the bytes of the names
  std::size_t line = 1;   ///< both from 1; columns in code points
  std::size_t column = 1;
  std::size_t offset = 0;    ///< bytes of the file
  std::size_t length = 0;    ///< of the URL as written
  std::string_view element;  ///< empty where no element is concerned
  std::string_view attribute;
  std::uint32_t index = 0;
  std::string_view raw;
  std::optional<std::string_view> url = {};  ///< resolved; nothing when it does not resolve
  std::string_view base;
  std::string_view base_source;
  std::optional<std::string_view> target = {};      ///< the path below the root that was looked for
  std::optional<std::string_view> suggestion = {};  ///< the nearest existing path or id
  std::string_view message;                         ///< a sentence
  std::string_view context;                         ///< index path of the frames, "0.3"
  std::string_view source_line;  ///< the line of the file, at most a few hundred bytes of it
  std::size_t source_begin = 0;  ///< where the URL stands in `source_line`, in bytes
  std::size_t source_end = 0;
};

}  // namespace hrefkit::site
