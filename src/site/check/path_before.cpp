#include "hrefkit/site/check/path_before.h"

#include "hrefkit/site/snapshot/path_names.h"

namespace hrefkit::site {

namespace {

/// Sites are so many folders below the root of their host at most: "/user/project/docs/en/".
constexpr int most_names = 4;

/// And their paths are no longer than that.
constexpr std::size_t longest_path = 256;

bool is_here(Site const& site, std::string_view path) {
  const LookupStatus status = site.find_below_root(path).status;
  return status == LookupStatus::found || status == LookupStatus::folder;
}

}  // namespace

std::string_view path_before(Site const& site, std::string_view path) {
  PathNames names(path);
  for (int count = 0; count < most_names && names.next(); ++count) {
    if (count == 0 && site.entry(names.name()) != no_entry) return {};
    const std::string_view rest = names.rest();
    if (rest.find_first_not_of('/') == std::string_view::npos) return {};
    const std::string_view before = path.substr(0, path.size() - rest.size() + 1);
    if (before.size() > longest_path) return {};
    if (is_here(site, rest)) return before;
  }
  return {};
}

void MajorityVote::add(std::string_view text, std::size_t votes) {
  if (text == text_) {
    votes_ += votes;
  } else if (votes <= votes_) {
    votes_ -= votes;
    if (votes_ == 0) text_.clear();
  } else {
    votes_ = votes - votes_;
    text_ = text;
  }
}

}  // namespace hrefkit::site
