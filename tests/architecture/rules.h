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
  /// For a source file: its own header as it is included, "hrefkit/html/srcset.h"; empty when no
  /// header has its name.
  std::string own_header = {};
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

/// An include directive: its line, the name between the quotes or brackets, and which they are.
struct Include {
  std::size_t line = 0;
  std::string_view name;
  bool quoted = false;
};
std::vector<Include> includes(std::string_view text);

/// The folder of the floor that a file stands on, such as "src/url/"; empty for other files.
std::string_view floor_folder(std::string_view path);

/// The path of the file that is included as `header` ("hrefkit/url/url.h"); empty for a header that
/// is not ours.
std::string path_of_header(std::string_view header);

/// All rules that concern the file. What is no C++ has fewer.
Violations check(RepositoryFile const& file);

// The single rules.
Violations check_floors(RepositoryFile const& file);
Violations check_faces(RepositoryFile const& file);
Violations check_third_party_headers(RepositoryFile const& file);
Violations check_real_paths(RepositoryFile const& file);
Violations check_own_header_first(RepositoryFile const& file);
Violations check_pragma_once(RepositoryFile const& file);
Violations check_functions(RepositoryFile const& file);
Violations check_words(RepositoryFile const& file);
Violations check_plain_words(RepositoryFile const& file);

/// The header of a source file's name: beside it, or at the root of its floor. Empty when there is
/// no such header. `headers` are all headers of the repository, by path.
std::string find_own_header(std::string_view source, std::span<std::string const> headers);

/// The names at the top of the repository that have no place there.
Violations check_top_level(std::vector<std::string> const& names);

}  // namespace hrefkit::test
