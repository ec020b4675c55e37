// Joins moved addresses to redirects of whole folders: "/old/a.html" to "/new/a.html" and others
// like it are "/old/*" to "/new/*".
//
// A folder is joined if that is right for every address that OLD had below it: pages that went
// elsewhere get rules of their own, which come first; a page or file that is nowhere now, and a
// file of NEW below the folder, prevent it.
//
// Costs a look at each address for each folder that it is in.
#pragma once

#include <cstddef>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace hrefkit::site {

/// A rule of redirects, from one path to one path or URL, both percent-encoded.
struct MoveRule {
  std::string from;
  std::string to;
  bool is_folder = false;  ///< of all that is below: both end in '/'
};

/// So many addresses make a rule for their folder.
inline constexpr std::size_t min_folded = 3;

/// What OLD and NEW have, as paths of URLs, percent-encoded.
struct FoldedPaths {
  std::span<std::string const> left;  ///< of OLD, without a rule; sorted
  std::span<std::string const> now;   ///< of NEW, on the same host; sorted
  /// True for a path or URL that NEW has.
  std::function<bool(std::string_view path)> has_new;
};

/// The rules for `moves`, which are sorted by `from`, each of one page: first those of pages, then
/// those of folders, the longest first. Sets `joined`, a place for each move, to whether the rule
/// of a folder leads it.
std::vector<MoveRule> fold_moves(std::span<MoveRule const> moves, FoldedPaths const& paths,
                                 std::vector<bool>& joined);

}  // namespace hrefkit::site
