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

// What to do about a URL where a file is wanted.

/// True for an http or https URL.
bool is_web_url(std::string_view word);

/// "curl -s URL | hrefkit resolve --url URL -", with the URL quoted for a shell where it must be.
std::string fetch_command(std::string_view url);

}  // namespace hrefkit::cli
