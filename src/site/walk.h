// The pages of a folder, one at a time, in a stable order.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace hrefkit::site {

/// True for the names that are walked for: .html .htm .xhtml .xht .svg, in any case.
bool is_page_name(std::string const& name);

/// True when a walk of `folder` comes upon `file`, which need not be there yet, without following
/// links. False when `folder` is none.
bool is_walked(std::string const& file, std::string const& folder);

/// Walks a folder for pages, depth first, the entries of each folder sorted by the bytes of their
/// names. Links are followed, except where one leads back into a folder that is being walked. Holds
/// the names of the open folders only.
class Walk {
 public:
  /// Hears of what could not be read, is a loop, or holds no pages: a path and the reason.
  enum class Trouble : std::uint8_t { unreadable, loop, empty };
  using Report = std::function<void(Trouble, std::string const& path, std::string const& why)>;

  /// Starts at `root`. A folder that cannot be read is reported and passed over.
  Walk(std::string root, Report report);

  /// The next page as a path relative to the root, with `/` between names; nothing at the end.
  std::optional<std::string> next();

 private:
  struct Entry {
    std::string name;
    bool is_folder = false;
  };
  struct Level {
    std::string prefix;  // relative path of the folder, ending in '/' unless empty
    std::pair<std::uintmax_t, std::uintmax_t> identity;  // device and inode
    std::vector<Entry> entries;                          // sorted, last first
  };
  void open(std::string const& prefix);
  std::string path_of(std::string const& relative) const;

  std::string root_;
  Report report_;
  std::vector<Level> levels_;
};

}  // namespace hrefkit::site
