// The sources of a site, each by its path and by what its front matter says.
//
//   SourceIndex sources(site, {"docs"}, report);
//   if (const auto source = sources.ending_with("docs/guide.md", false)) sources.file(*source);
//
// The beginning of each source is read once, when the index is made.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "hrefkit/site/site.h"
#include "hrefkit/site/sources/front_matter.h"
#include "hrefkit/site/sources/page_name.h"
#include "hrefkit/site/sources/source_text.h"
#include "hrefkit/site/sources/source_tree.h"

namespace hrefkit::site {

class SourceIndex {
 public:
  /// `folders` are those of --sources. What is wrong with a source is reported. All must outlive
  /// this.
  SourceIndex(Site const& site, std::span<std::string const> folders, SourceReport const& report);
  SourceIndex(SourceIndex const&) = delete;
  SourceIndex& operator=(SourceIndex const&) = delete;

  std::span<SourceFile const> files() const { return tree_.files(); }
  SourceFile const& file(std::uint32_t source) const { return tree_.files()[source]; }
  FrontMatter const& front_matter(std::uint32_t source) const { return fronts_[source]; }
  SourceTexts& texts() { return *texts_; }
  PageSources const& names() const { return *names_; }

  /// The number of the page that is at this path, as Site::file_path names it.
  std::optional<std::uint32_t> page_at(std::string const& path) const;

  /// The number of a page in `names`; nullopt for what is no document.
  std::optional<std::size_t> name_number(std::uint32_t page) const;

  /// The sources whose file has that name.
  std::span<std::uint32_t const> called(std::string_view file_name) const;

  /// The source whose path ends `path`, the longest one. With `wants_folder`, what stands before it
  /// must be the folder of sources, or one name (that of a branch).
  std::optional<std::uint32_t> ending_with(std::string_view path, bool wants_folder) const;

  /// The only source whose path ends with `path`.
  std::optional<std::uint32_t> named(std::string_view path) const;

 private:
  void read_front_matters(SourceReport const& report);
  void list_pages(Site const& site);

  SourceTree tree_;
  std::vector<FrontMatter> fronts_;
  std::optional<SourceTexts> texts_;
  std::optional<PageSources> names_;
  std::map<std::string, std::vector<std::uint32_t>, std::less<>> by_file_name_;
  std::unordered_map<std::string, std::uint32_t> page_numbers_;  // by Site::file_path
  std::unordered_map<std::uint32_t, std::size_t> name_numbers_;  // by page number
};

}  // namespace hrefkit::site
