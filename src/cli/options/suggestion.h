// "Did you mean": the known word that a mistyped one is closest to.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace hrefkit::cli {

/// The one of `known` that takes the fewest changes of a character to become `word`, or nothing
/// (the empty string) when that is more than a third of them.
std::string closest(std::string_view word, std::span<std::string const> known);

}  // namespace hrefkit::cli
