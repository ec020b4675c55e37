// The addresses by which links name pages: "/a/index.html" is "/a/" as well, and "/b.html" is "/b"
// where a server adds the extension.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace hrefkit::site {

class Site;

/// Calls `visit` with each address of the page at `url`, a URL without query and fragment: itself
/// first. For an index page that is the folder with and without its slash, else the address without
/// the extension.
void for_each_address(std::string_view url,
                      std::function<void(std::string_view address)> const& visit);

/// The address at which a site shows the file at `url`: "/a/" for its index page, and where the
/// host leads to, such as "/b" for "/b.html".
std::string served_address(Site const& site, std::string const& url);

/// True for the name of an index page: "index.html".
bool names_index_page(std::string_view name);

/// Finds pages by their addresses. Addresses are kept as hashes of 64 bits.
class PageAddresses {
 public:
  /// Adds the address of a page.
  void add(std::string_view url, std::uint32_t page);

  /// The page to which a URL leads, whose query and fragment do not count. An address as it was
  /// added wins.
  std::optional<std::uint32_t> find(std::string_view url) const;

  bool empty() const { return whole_.empty(); }

 private:
  using Numbers = std::unordered_map<std::uint64_t, std::uint32_t>;

  Numbers whole_;
  Numbers short_;  // without an index name or extension
};

/// The new addresses of pages that have moved without a plan that says so.
class MovedAddresses {
 public:
  /// Adds a page: the address that it would have by the plan, and the one that it has. With
  /// `is_redirected` its old address leads there, too.
  void add(std::string_view planned, std::string_view now, bool is_redirected);

  bool empty() const { return now_.empty(); }

  /// Where a link leads that would lead to `planned` by the plan.
  struct Found {
    std::string url;
    bool is_redirected = false;
  };
  std::optional<Found> find(std::string_view planned) const;

  /// `url` with the whole address of the page, if it leads to a page that has moved.
  std::string spelled_out(std::string_view url) const;

 private:
  PageAddresses planned_;
  PageAddresses new_;
  std::vector<std::string> now_;
  std::vector<bool> is_redirected_;
};

}  // namespace hrefkit::site
