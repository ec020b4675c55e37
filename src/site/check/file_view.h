// What of a page does not work where it is opened from its file, without a server.
//
// A browser then resolves references against a `file:` URL, so "/x" begins at the root of the disk
// and "//h.example/x" is a file on another machine; it shows a folder as a list of its files, adds
// no extension, follows no redirect, and refuses some files that it takes from servers. The links
// of the page are found a second time, with such an address, and only those with an obstacle are
// kept. That is done only where a check is asked for it.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "hrefkit/html/find_links.h"
#include "hrefkit/html/link.h"
#include "hrefkit/site/check/page_file.h"
#include "hrefkit/site/site.h"

namespace hrefkit::site {

/// True for what a page loads by itself, so that http is mixed content on an https page (Mixed
/// Content, section 3).
bool is_loaded(html::Link const& link);

/// Why a link does not work from a file.
enum class FileObstacle : std::uint8_t {
  none,
  disk_root,        ///< it begins at the root, which is that of the disk
  other_host,       ///< it has no scheme, and names a host
  above_root,       ///< it leads out of the folder, where a server stops at the root
  needs_index,      ///< it leads to a folder, of which a server shows the index
  needs_server,     ///< a server adds an extension, or redirects
  refused,          ///< browsers load it for pages from servers only
  base_leads_away,  ///< a base element leads it to the server
};

/// The links of one page after the other.
class FileView {
 public:
  explicit FileView(Site const& site) : site_(site) {}

  /// Begins a page, which must outlive the questions.
  void begin(PageFile const& page);

  /// What keeps a link of the page from working from a file, apart from what is missing on a
  /// server, too.
  struct Answer {
    FileObstacle obstacle = FileObstacle::none;
    std::string_view requirement = {};  ///< of `refused`: what in the page asks for a server
  };
  Answer ask(html::Link const& link);

 private:
  struct Kept {
    std::uint32_t begin = 0;  // where the reference stands
    FileObstacle obstacle = FileObstacle::none;
    std::string requirement = {};
  };

  void find();
  void look_at(html::LinkBlock const& block);
  FileObstacle obstacle_of(html::Link const& link, std::string_view url) const;

  Site const& site_;
  html::LinkFinder finder_;
  PageFile const* page_ = nullptr;
  bool is_found_ = false;
  std::vector<Kept> kept_;  // sorted by place
};

}  // namespace hrefkit::site
