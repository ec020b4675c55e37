#include "hrefkit/html/script_type.h"

#include <algorithm>
#include <array>
#include <cstddef>

#include "hrefkit/text/ascii.h"

namespace hrefkit::html {

namespace {

/// The subtypes behind "text/" or "application/" in a JavaScript MIME type (MIME Sniffing 4.6).
constexpr std::array<std::string_view, 4> of_both{"ecmascript", "javascript", "x-ecmascript",
                                                  "x-javascript"};
/// More subtypes, behind "text/" alone.
constexpr std::array<std::string_view, 8> of_text{"javascript1.0", "javascript1.1", "javascript1.2",
                                                  "javascript1.3", "javascript1.4", "javascript1.5",
                                                  "jscript",       "livescript"};

bool is_one_of(auto const& names, std::string_view name) {
  return std::any_of(names.begin(), names.end(), [&](std::string_view known) {
    return text::equals_ignoring_ascii_case(known, name);
  });
}

}  // namespace

bool is_javascript_type(std::string_view type) {
  const std::size_t slash = type.find('/');
  if (slash == std::string_view::npos) return false;
  const std::string_view kind = type.substr(0, slash);
  const std::string_view name = type.substr(slash + 1);
  const bool is_text = text::equals_ignoring_ascii_case(kind, "text");
  if (!is_text && !text::equals_ignoring_ascii_case(kind, "application")) return false;
  return is_one_of(of_both, name) || (is_text && is_one_of(of_text, name));
}

bool fetches_script(std::optional<std::string_view> type,
                    std::optional<std::string_view> language) {
  if (type) {
    const std::string_view written = text::strip_ascii_whitespace(*type);
    if (written.empty()) return type->empty();
    return is_javascript_type(written) || is_module_script(written);
  }
  if (!language || language->empty()) return true;
  return is_one_of(of_both, *language) || is_one_of(of_text, *language);
}

bool is_module_script(std::optional<std::string_view> type) {
  return type && text::equals_ignoring_ascii_case(text::strip_ascii_whitespace(*type), "module");
}

}  // namespace hrefkit::html
