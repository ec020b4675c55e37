// Which files of a folder are read, and as what: the table of file types, and what the user says.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "hrefkit/html/content_type.h"
#include "hrefkit/site/path_glob.h"

namespace hrefkit::site {

/// What becomes of a file or folder that a walk meets.
enum class FileFate : std::uint8_t {
  read,       ///< a page
  no_links,   ///< a picture, a script, or another file that holds no links of its own
  unknown,    ///< nobody says what its type is
  hidden,     ///< its name begins with a dot
  excluded,   ///< the user does not want it
  lock_file,  ///< an editor's mark that somebody works on a page
};

/// Rules for the files below a folder.
class FileRules {
 public:
  /// Files with that extension (in any letter case, without its dot) are pages of that type. The
  /// empty extension is that of names without a dot.
  void add_extension(std::string extension, html::ContentType type);

  /// Only pages that match one of these, or lie in a folder that does.
  void add_include(std::string_view pattern) { include_.add(pattern); }
  /// No file or folder that matches one of these; they win over the others.
  void add_exclude(std::string_view pattern) { exclude_.add(pattern); }
  /// Files and folders whose names begin with a dot, too.
  void read_hidden() { hidden_ = true; }

  /// The type of a file by its name: what the user says, else the table's; nothing for unknown.
  std::optional<html::ContentType> type_of(std::string_view path) const;

  /// What becomes of the entry at `path` below the folder, whose own folder is read. The letter
  /// case of extensions does not count.
  FileFate fate(std::string_view path, PathKind kind) const;

  /// True when the file at `path` is read: it is a page, and no folder on the way is passed over.
  bool is_read(std::string_view path) const;

  /// True when the folder at `path` is entered, with all on the way to it.
  bool is_entered(std::string_view path) const;

 private:
  struct Extension {
    std::string text;
    html::ContentType type;
  };

  Extension const* find_extension(std::string_view path) const;
  bool is_page(std::string_view path) const;
  bool is_included(std::string_view path) const;

  std::vector<Extension> extensions_;
  PathGlobs include_;
  PathGlobs exclude_;
  bool hidden_ = false;
};

}  // namespace hrefkit::site
