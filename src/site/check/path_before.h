// The path for which a site was made, told from its links.
//
//   path_before(site, "/docs/guide/a.html")   // "/docs/" where the site has guide/a.html, but no
//   docs
//
// Generators write the path of the future address into links. Where a check does not know that
// path, all of these links lead to nothing, but what follows the path is there.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "hrefkit/site/site.h"

namespace hrefkit::site {

/// The first names of `path` (of an own URL, which leads to nothing) with slashes around them,
/// where the site has what follows them. Empty where it has not, where nothing follows, and where
/// the root has the first name.
std::string_view path_before(Site const& site, std::string_view path);

/// Boyer and Moore's majority vote: one text and one number are enough.
class MajorityVote {
 public:
  /// Counts `votes` for `text`.
  void add(std::string_view text, std::size_t votes = 1);

  /// Counts what another vote has come to.
  void add(MajorityVote const& other) { add(other.text_, other.votes_); }

  /// The text that more than half of the votes were for, if there is one; empty where the votes are
  /// balanced.
  std::string const& winner() const { return text_; }

  /// How many votes for the winner no vote for another text has balanced.
  std::size_t lead() const { return votes_; }

 private:
  std::string text_;
  std::size_t votes_ = 0;
};

}  // namespace hrefkit::site
