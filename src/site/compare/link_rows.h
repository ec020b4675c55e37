// Rows that `resolve --format jsonl` has written, read back as pages with links: the state of a
// site that is gone, or that was read on another machine.
//
// The file stays in memory as text, with the places of each page's rows; a row is parsed when its
// page is compared. A page without links has no row, so it is not known here.
#pragma once

#include <cstddef>
#include <functional>
#include <iosfwd>
#include <string>
#include <tl/expected.hpp>
#include <utility>
#include <vector>

#include "hrefkit/html/link.h"
#include "hrefkit/text/line_index.h"

namespace hrefkit::site {

/// One row. `link` views the other members, and has no row of the link table.
struct LinkRow {
  std::string file;
  std::string element;
  std::string attribute;
  std::string raw;
  std::string url;     ///< empty where the link does not resolve
  std::string loaded;  ///< empty if it is the same
  std::string rel;
  std::string context;
  std::string base;
  std::string base_source;
  text::LineColumn place;
  html::Link link;
};

/// A page that has rows.
struct RowPage {
  std::string file;      ///< as shown
  std::string relative;  ///< relative to the folder that was read
  std::string address;
  std::vector<std::pair<std::size_t, std::size_t>> rows = {};  ///< begin and length of each
};

/// The pages of a file of rows.
class LinkRows {
 public:
  /// Reports an error in a file, or in a line of it: "rows.jsonl:7".
  using Report = std::function<void(std::string const& place, std::string const& why)>;

  /// Reads the file at `path`; "-" is `standard_input`. Lines that are not rows are reported and
  /// skipped. Fails with a message if the file cannot be read, or has no row.
  static tl::expected<LinkRows, std::string> read(std::string const& path,
                                                  std::istream& standard_input,
                                                  Report const& report);

  /// True if some line was not a row.
  bool has_faults() const { return faults_ != 0; }

  /// Finds the folder that was read, and its address, which ends in '/'. An empty `site_url` is
  /// read from the rows. Sets `relative` and `address` of each page. Fails with a message if the
  /// pages have other addresses.
  tl::expected<void, std::string> place_at(std::string const& site_url);

  /// The address of the folder, after `place_at`.
  std::string const& site_url() const { return site_url_; }

  /// In the order of their first rows.
  std::vector<RowPage> const& pages() const { return pages_; }

  /// Calls `visit` for each row of a page, in order.
  void each(RowPage const& page, std::function<void(LinkRow const&)> const& visit) const;

 private:
  std::string text_;
  std::string site_url_;
  std::vector<RowPage> pages_;
  std::size_t faults_ = 0;
};

}  // namespace hrefkit::site
