// Sources include what they use of the standard library. Builds with precompiled headers do not
// notice when an include is missing, and no build notices one that is idle.
#pragma once

#include <map>
#include <set>
#include <span>
#include <string>
#include <string_view>

#include "architecture/rules.h"

namespace hrefkit::test {

/// The text with spaces in place of comments and strings on one line.
std::string code_of(std::string_view text);

/// The headers that declare a name of namespace std; empty for names that are not in the table.
std::set<std::string_view> headers_of(std::string_view name);

/// The names of namespace std in C++ text, with the line of their first use. Comments and strings
/// do not count.
std::map<std::string, std::size_t> standard_names(std::string_view text);

/// The includes of our own sources (headers aside) of which no name is used.
Violations check_idle_includes(std::span<RepositoryFile const> files);

/// The names in our own code that neither the file includes nor the headers of ours that it
/// includes.
Violations check_standard_names(std::span<RepositoryFile const> files);

}  // namespace hrefkit::test
