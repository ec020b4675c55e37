// The rules of the house as functions of a file's path and text, so that each can be shown to fail.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace hrefkit::test {

/// A file of the repository: its path from the top, with `/` between names, and what is in it.
struct RepositoryFile {
  std::string path;
  std::string text;
  bool has_header = false;  ///< a source file beside which a header of its name stands
};

/// Where a rule is broken, and how.
struct Violation {
  std::string path;
  std::size_t line = 0;  ///< from 1; 0 for the file as a whole
  std::string what;
};

using Violations = std::vector<Violation>;

/// "src/url/url.h:12: includes hrefkit/html/link.h, which is above it"
std::string describe(Violation const& violation);

/// All rules that concern the file. What is no C++ has fewer.
Violations check(RepositoryFile const& file);

// The single rules.
Violations check_floors(RepositoryFile const& file);
Violations check_third_party_headers(RepositoryFile const& file);
Violations check_own_header_first(RepositoryFile const& file);
Violations check_pragma_once(RepositoryFile const& file);
Violations check_length(RepositoryFile const& file);
Violations check_words(RepositoryFile const& file);

/// The files that may be longer than the rule says, sorted.
std::span<std::string_view const> long_files();

/// The names at the top of the repository that have no place there.
Violations check_top_level(std::vector<std::string> const& names);

}  // namespace hrefkit::test
