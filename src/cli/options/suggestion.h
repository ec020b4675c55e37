// "Did you mean" for the words of other programs, and hints for inputs that the command does not
// read.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace hrefkit::cli {

/// True where `list`, which has spaces between its words, has that word.
bool has_word(std::string_view list, std::string_view word);

// Words of other programs: "links" and "extract" are not typing errors, but names of `resolve` in
// other programs; `--recursive` is the default behaviour here.

/// The command that `word` probably means: by its name in other programs, else by similarity; else
/// the empty string.
std::string meant_command(std::string_view word, std::span<std::string const> commands);

/// Options of other programs that mean the same, and the equivalent.
struct OtherOption {
  std::string_view words;   ///< "--threads --parallel"
  std::string_view option;  ///< "--jobs", also with a value: "--external check"; empty: `answer`
  std::string_view answer = {};    ///< what to do where no option does the same: a clause
  std::string_view commands = {};  ///< the commands that the row is for; empty: all
};

/// All rows. If several have the same word, use the first whose option the command has.
std::span<OtherOption const> other_options();

// Hints for inputs.

/// `text` as a word of a shell, in quotes where it needs them.
std::string shell_word(std::string_view text);

/// The command that reads files of that name: "archive" for web archives, else "resolve".
std::string_view reading_command(std::string_view path);

/// "hrefkit archive reads it" of a web archive that `command` cannot read, and by which option that
/// does the like.
std::string web_archive_reader(std::string_view command);

/// True for an http or https URL.
bool is_web_url(std::string_view word);

/// "https://h.example/docs" for "h.example/docs", "//h.example/docs" and "h.example:8080", which
/// lack the scheme; the empty string for other values: those that do not begin with a host with a
/// dot, and names of pages. "localhost" and addresses such as 127.0.0.1 have no https.
std::string url_with_scheme(std::string_view value);

/// The same for a word that is a path elsewhere: empty unless it is hardly one, and no such file
/// exists.
std::string meant_url(std::string const& path);

/// "; hrefkit check URL crawls it; for its links: curl ..." for an http or https URL, and for a
/// host without its scheme that is no file; else the empty string.
std::string network_hint(std::string const& input);

}  // namespace hrefkit::cli
