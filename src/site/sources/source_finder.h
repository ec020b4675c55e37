// Where a finding of a check can be repaired: the line of a source that its author edits.
//
//   SourceFinder finder(site, {"docs"}, report);
//   const FindingSource place = finder.find(finding);
//   if (place.has_line()) std::cout << place.file << ':' << place.line;
//
// The build says what is wrong, and the sources only where to repair it. A place is never guessed:
//
// 1. The source of the page (page_source.h).
// 2. In it, references that may have become the link (source_match.h), with the same text where
//    both have one. As many in the source as on the page: the n-th is the n-th. More on the page:
//    menus do not count, and what stands before the link decides. Else the file alone.
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
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "hrefkit/site/finding.h"
#include "hrefkit/site/site.h"

namespace hrefkit::site {

/// A link of the build.
struct BuiltReference {
  std::string_view file = {};  ///< the page, as Site::file_path names it
  std::size_t offset = 0;      ///< of the URL as written, in bytes of the file
  std::size_t length = 0;
  std::string_view raw = {};
  std::string_view element = {};
};

/// Why the folders of --sources cannot be read: a message for the first one that is not there;
/// empty where all are.
std::string fault_of_source_folders(std::span<std::string const> folders);

class SourceFinder {
 public:
  /// `folders` are those of --sources. What is wrong with a source is reported. All must outlive
  /// this.
  SourceFinder(Site const& site, std::vector<std::string> const& folders,
               std::function<void(std::string const& path, std::string const& why)> report);
  ~SourceFinder();

  /// The place of a finding or of a link; without a file where none is known. Its views live until
  /// the next call. Those of one page are best asked for one after the other.
  FindingSource find(Finding const& finding);
  FindingSource find(BuiltReference const& link);

 private:
  class State;
  std::unique_ptr<State> state_;
};

}  // namespace hrefkit::site
