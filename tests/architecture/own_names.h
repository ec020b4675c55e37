// Our own code includes only headers of ours whose names it uses. No build notices one that is
// idle, and each costs time and ties one room to another.
#pragma once

#include <set>
#include <span>
#include <string>
#include <string_view>

#include "architecture/rules.h"

namespace hrefkit::test {

/// What a header gives to those who include it.
struct DeclaredNames {
  std::set<std::string> names;    ///< types, functions, constants and macros outside of types
  std::set<std::string> forward;  ///< types that are only named: "class Dom;"
  bool has_operator = false;      ///< an operator, which is used without its name
};

/// The declarations of C++ text in our layout: one outside of types begins at a line's start.
DeclaredNames declared_names(std::string_view text);

/// The includes of our own headers of which the file uses no name. A source may include the
/// definition of a type that a header only names.
Violations check_idle_own_includes(std::span<RepositoryFile const> files);

}  // namespace hrefkit::test
