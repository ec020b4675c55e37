// "Did you mean": the known word that a mistyped one is closest to.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace hrefkit::cli {

/// The one of `known` that needs the fewest changes of a character to become `word`; the empty
/// string when more than a third of the characters must change.
std::string closest(std::string_view word, std::span<std::string const> known);

/// "; did you mean X?" as the end of a message, or the empty string.
std::string did_you_mean(std::string_view word, std::span<std::string const> known);

// Words of other programs: "links" and "extract" are not typing errors, but names of `resolve` in
// other programs; `--recursive` is the default behaviour here.

/// The command that `word` probably means: by its name in other programs, else by similarity; else
/// the empty string.
std::string meant_command(std::string_view word, std::span<std::string const> commands);

/// An option of other programs, and its equivalent.
struct OtherOption {
  std::string_view word;         ///< "--threads"
  std::string_view option;       ///< "--jobs"; empty if it is the default behaviour
  std::string_view always = {};  ///< a description of that default behaviour
};

/// All rows. If several have the same word, use the first whose option the command has.
std::span<OtherOption const> other_options();

/// Translates another spelling of a value, such as "md" for "markdown"; other words are returned
/// unchanged.
std::string_view usual_value(std::string_view word);

// Hints for inputs that the command does not read.

/// `text` as a word of a shell, in quotes where it needs them.
std::string shell_word(std::string_view text);

/// The command that reads files of that name: "archive" for web archives, else "resolve".
std::string_view reading_command(std::string_view path);

/// True for an http or https URL.
bool is_web_url(std::string_view word);

/// "curl -s URL | hrefkit resolve --url URL -", with the URL quoted for a shell where it must be.
std::string fetch_command(std::string_view url);

/// "; hrefkit does not use the network: curl ..." for an http or https URL, which is no file; else
/// the empty string.
std::string network_hint(std::string_view input);

}  // namespace hrefkit::cli
