// The files from which a generator makes a site: all that lies below the folders of --sources.
//
//   SourceTree tree = SourceTree::read(folders, "public", report);
//   for (SourceFile const& file : tree.files()) std::cout << file.path << '\n';
//
// Names only are read. What lies below the build is no source, nor what generators and package
// managers keep for themselves. Links to folders are not followed.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace hrefkit::site {

/// How a source is read.
enum class SourceKind : std::uint8_t {
  none,      ///< it holds no references that authors write
  markdown,  ///< Markdown, MDX and their relatives
  rst,       ///< reStructuredText
  asciidoc,
  notebook,  ///< of Jupyter: JSON with Markdown in it
  markup,    ///< HTML, and templates that make HTML
  data,      ///< configuration and data: YAML, TOML, JSON
  script,    ///< configuration that is a program, and components that are no markup
  sheet,     ///< style sheets
};

/// The kind of a file by its name.
SourceKind source_kind_of(std::string_view name);

/// True for the kinds of which a generator makes pages.
bool makes_pages(SourceKind kind);

/// One source.
struct SourceFile {
  std::string path;  ///< from the working folder if it is below it, else as the folder was given
  std::string name;  ///< below its folder: "guide/setup.md"
  SourceKind kind = SourceKind::none;
};

/// Called with a path and a sentence about it.
using SourceReport = std::function<void(std::string const& path, std::string const& why)>;

class SourceTree {
 public:
  /// Lists the folders, sorted by the bytes of the names; a file in two of them is one source.
  /// `build` is the folder that is checked, empty for a live site. What cannot be listed, and a
  /// folder of which no file can be a source, is reported.
  static SourceTree read(std::span<std::string const> folders, std::string const& build,
                         SourceReport const& report);

  std::span<SourceFile const> files() const { return files_; }

  /// The absolute path of each folder, links followed.
  std::span<std::string const> folders() const { return folders_; }

 private:
  std::vector<SourceFile> files_;
  std::vector<std::string> folders_;
};

}  // namespace hrefkit::site
