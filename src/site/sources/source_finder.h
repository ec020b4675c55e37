// Where a finding of a check can be repaired: the line of a source that its author edits.
//
//   SourceFinder finder(site, {"docs"}, report);
//   if (const FoundSource* place = finder.find(finding)) std::cout << place->file << place->line;
//
// The build says what is wrong, and the sources only where to repair it. A place is never guessed:
//
// 1. The source of the page: the file of its link "edit this page", of Sphinx's `_sources/`, of
//    front matter, of the path, of the title (page_name.h). Its prose must stand on the page where
//    there is enough of it.
// 2. In it, references that may have become the link (source_match.h), with the same text where
// both
//    have one. As many in the source as on the page: the n-th is the n-th. More on the page: menus
//    do not count, and what stands before the link decides. Else the file alone.
// 3. What is not in it: in the files that it includes, then in templates, configuration and parts
//    that make no page of their own, where it must be the only one. Links of menus, which are
//    outside of the main content or on most pages, are looked for there alone.
//
// Nothing is read before the first finding. The sources' beginnings are then read once, templates
// and configuration once where they are asked for, and a page's source with its findings.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "hrefkit/site/finding.h"
#include "hrefkit/site/site.h"

namespace hrefkit::site {

/// A place in a source.
struct FoundSource {
  std::string file = {};   ///< from the working folder
  std::size_t line = 0;    ///< from 1; 0: only the file is known
  std::size_t column = 0;  ///< from 1, in code points
  std::size_t offset = 0;  ///< bytes
  std::size_t length = 0;
  std::string excerpt = {};  ///< the line, at most a few hundred bytes of it
  std::size_t begin = 0;     ///< of the reference in `excerpt`, in bytes
  std::size_t end = 0;
  FindingPosition place_begin = {};  ///< the same place as `offset` and `length`
  FindingPosition place_end = {};
  std::string written = {};  ///< what stands there
  bool is_of_page = false;   ///< the file made this page and no other: no template, no menu
};

class SourceFinder {
 public:
  /// `folders` are those of --sources. What is wrong with a source is reported. All must outlive
  /// this.
  SourceFinder(Site const& site, std::vector<std::string> const& folders,
               std::function<void(std::string const& path, std::string const& why)> report);
  ~SourceFinder();

  /// The place of a finding; null for none. It lives until the next call. Findings of one page are
  /// best asked for one after the other.
  FoundSource const* find(Finding const& finding);

 private:
  class State;
  std::unique_ptr<State> state_;
};

}  // namespace hrefkit::site
