// Sources include what they use of the standard library. Builds with precompiled headers do not
// notice when an include is missing.
#pragma once

#include <map>
#include <set>
#include <span>
#include <string>
#include <string_view>

#include "architecture/rules.h"

namespace hrefkit::test {

/// The headers that declare a name of namespace std; empty for names that are not in the table.
std::set<std::string_view> headers_of(std::string_view name);

/// The names of namespace std in C++ text, with the line of their first use. Comments and strings
/// do not count.
std::map<std::string, std::size_t> standard_names(std::string_view text);

/// The names in our own code that neither the file includes nor the headers of ours that it
/// includes.
Violations check_standard_names(std::span<RepositoryFile const> files);

}  // namespace hrefkit::test
