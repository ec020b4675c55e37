// The URLs and module specifiers that a script (ECMAScript 2026) names statically.
//
//   ScriptUrls urls(script, ScriptGoal::unknown);
//   while (auto url = urls.next()) use(url->value, url->span, url->form);
#pragma once

#include <concepts>  // IWYU pragma: keep
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "hrefkit/text/span.h"

namespace hrefkit::html {

/// What a text is parsed as (ECMA-262, 16, "Scripts and Modules").
enum class ScriptGoal : std::uint8_t {
  classic,  ///< a script: `import` and `export` declarations and `import.meta` are faults
  module,
  unknown,  ///< a module if it has one of these, else a script
};

/// How a script names a URL.
enum class ScriptForm : std::uint8_t {
  static_import,    ///< `import "s"`, `import x from "s"`, `export * from "s"`, ...
  dynamic_import,   ///< `import("s")`
  meta_url,         ///< `new URL("u", import.meta.url)`
  meta_resolve,     ///< `import.meta.resolve("s")`
  worker_meta_url,  ///< one of these two anywhere in the first argument of a new worker
  worker,           ///< `new Worker("u")`, `new SharedWorker("u")`
  service_worker,   ///< `navigator.serviceWorker.register("u")`
  import_scripts,   ///< an argument of `importScripts("u", ...)`
  source_map,       ///< `//# sourceMappingURL=u`; of several comments the last
  vite_dep,         ///< an entry of the list in `__vite__mapDeps`, which Vite writes
};

/// The literal `type` beside a URL: in import attributes (`with { type: "json" }`), or in the
/// options of a worker (`{ type: "module" }`).
enum class ScriptUrlType : std::uint8_t { none, json, css, module, other };

/// One URL or specifier.
struct ScriptUrl {
  text::Span span = {};         ///< what is between the quotes; of a comment the URL itself
  std::string_view value = {};  ///< without escapes; valid until the next call of `next`
  ScriptForm form = ScriptForm::static_import;
  ScriptUrlType type = ScriptUrlType::none;
  char quote = '\0';  ///< `"`, `'` or a backtick; NUL in comments
};

/// Why the search ended before the end of the text. Each is a SyntaxError in browsers, which then
/// run nothing of the script.
enum class ScriptFaultKind : std::uint8_t {
  unterminated_string,
  unterminated_template,
  unterminated_regular_expression,
  unterminated_comment,
  malformed_escape,      ///< such as `"\xZ"`
  unexpected_character,  ///< one that begins no token
  unexpected_token,      ///< one that cannot stand where it does
  unclosed_bracket,      ///< the text ends before it is closed
  module_syntax,         ///< an import or export declaration, or `import.meta`, in a classic script
};

/// A sentence such as "the string does not end on its line".
std::string_view message(ScriptFaultKind kind);

/// A fault, and where in the text it is.
struct ScriptFault {
  ScriptFaultKind kind = ScriptFaultKind::unexpected_token;
  std::uint32_t offset = 0;
};

/// False only if a script names no URL and has no module syntax. This test is several times faster
/// than reading a script.
bool may_name_urls(std::string_view script);

/// Finds what a script names, in source order. Left out are arguments that are computed (of
/// `import()` they are counted), and strings that only look like URLs. A literal is a string, or a
/// template without substitutions, perhaps in parentheses. `Worker`, `URL` and the others are known
/// by their names, alone or behind `window.`, `self.` or `globalThis.`; whether a script declares
/// such a name itself is not asked. Names written with escapes do not count.
///
/// The text is read when this is made, in linear time and without recursion: it takes 12 bytes
/// of memory for each URL and 8 for each open bracket. A script for which `may_name_urls`
/// is false is not read, so that no fault of it is found.
class ScriptUrls {
 public:
  /// `script` is UTF-8 of at most 4 GiB; it must outlive this.
  explicit ScriptUrls(std::string_view script, ScriptGoal goal = ScriptGoal::unknown);
  template <std::same_as<std::string> Temporary>
  explicit ScriptUrls(Temporary&&, ScriptGoal = {}) = delete;  // the value would not outlive this

  /// The next URL; nullopt after the last. What stands before a fault is found.
  std::optional<ScriptUrl> next() &;

  /// True if the goal was a module, or the script has module syntax.
  bool is_module() const { return is_module_; }

  /// Where the first import or export declaration or `import.meta` is, whatever the goal: as a
  /// classic script the text has a fault there.
  std::optional<std::uint32_t> const& module_syntax() const { return module_syntax_; }

  /// The number of `import()` calls with a computed argument.
  std::size_t computed_imports() const { return computed_imports_; }

  /// Why and where the search ended early.
  std::optional<ScriptFault> const& fault() const { return fault_; }

  /// The literal that Vite's preload helper puts before each entry of a list
  /// (`function(e) { return "/site/" + e }`), where the helper is in this script.
  std::optional<std::string> const& vite_base() const { return vite_base_; }

 private:
  friend class ScriptReader;

  /// A URL without its value.
  struct Found {
    text::Span span;
    ScriptForm form;
    ScriptUrlType type;
    char quote;
  };

  std::string_view script_;
  std::vector<Found> found_;
  std::size_t next_ = 0;
  std::string value_;
  std::optional<std::uint32_t> module_syntax_;
  std::optional<ScriptFault> fault_;
  std::optional<std::string> vite_base_;
  std::size_t computed_imports_ = 0;
  bool is_module_ = false;
};

}  // namespace hrefkit::html
