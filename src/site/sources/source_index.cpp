#include "hrefkit/site/sources/source_index.h"

#include <algorithm>
#include <utility>

#include "hrefkit/text/ascii.h"

namespace hrefkit::site {

SourceIndex::SourceIndex(Site const& site, std::span<std::string const> folders,
                         SourceReport const& report)
    : tree_(SourceTree::read(folders, site.live() != nullptr ? "" : site.options().root, report)),
      fronts_(tree_.files().size()) {
  texts_.emplace(tree_.files(), report, [this](std::string_view path) {
    const auto source = names_ ? named(path) : std::nullopt;
    return source ? names_->address_of(*source) : nullptr;
  });
  read_front_matters(report);
  list_pages(site);
}

void SourceIndex::read_front_matters(SourceReport const& report) {
  std::map<std::string, std::uint32_t> folded;
  for (std::uint32_t i = 0; i < files().size(); ++i) {
    SourceFile const& source = file(i);
    by_file_name_[std::string(name_part(source.name))].push_back(i);
    if (!makes_pages(source.kind)) continue;
    const auto text = texts_->read(i);
    if (!text) continue;
    fronts_[i] = read_front_matter(*text, source.kind);
    if (!fronts_[i].fault.empty()) {
      report(source.path + ':' + std::to_string(fronts_[i].fault_line), fronts_[i].fault);
    }
    const auto [other, is_new] = folded.try_emplace(text::to_ascii_lower(source.path), i);
    if (!is_new) {
      report(source.path, "differs from " + file(other->second).path +
                              " in letter case only: pages of such a name may be of either");
    }
  }
}

void SourceIndex::list_pages(Site const& site) {
  std::vector<std::string> paths;
  for (std::uint32_t page = 0; page < site.pages().size(); ++page) {
    page_numbers_.emplace(site.file_path(site.pages()[page]), page);
    if (!site.is_document(page) || site.is_svg_page(page)) continue;
    name_numbers_.emplace(page, paths.size());
    std::string path = site.path(site.pages()[page]);
    if (path.empty() || path.ends_with('/')) path += "index.html";
    if (name_part(path).find('.') == std::string_view::npos) path += ".html";
    paths.push_back(std::move(path));
  }
  names_.emplace(files(), fronts_, std::move(paths));
}

std::optional<std::uint32_t> SourceIndex::page_at(std::string const& path) const {
  const auto found = page_numbers_.find(path);
  return found == page_numbers_.end() ? std::nullopt : std::optional(found->second);
}

std::optional<std::size_t> SourceIndex::name_number(std::uint32_t page) const {
  const auto found = name_numbers_.find(page);
  return found == name_numbers_.end() ? std::nullopt : std::optional(found->second);
}

std::span<std::uint32_t const> SourceIndex::called(std::string_view file_name) const {
  const auto found = by_file_name_.find(file_name);
  if (found == by_file_name_.end()) return {};
  return found->second;
}

std::optional<std::uint32_t> SourceIndex::ending_with(std::string_view path,
                                                      bool wants_folder) const {
  std::optional<std::uint32_t> best;
  std::size_t best_size = 0;
  bool is_unique = false;
  for (const std::uint32_t source : called(name_part(path))) {
    std::string const& name = file(source).name;
    if (!path.ends_with(name)) continue;
    std::string_view before = path.substr(0, path.size() - name.size());
    if (!before.empty() && !before.ends_with('/')) continue;
    if (wants_folder && !before.empty()) {
      before.remove_suffix(1);
      const bool is_branch = before.find('/') == before.npos;
      const bool is_folder = std::any_of(
          tree_.folders().begin(), tree_.folders().end(),
          [&](std::string const& folder) { return name_part(before) == name_part(folder); });
      if (!is_branch && !is_folder) continue;
    }
    is_unique = name.size() != best_size;
    if (name.size() >= best_size) best = source;
    best_size = std::max(best_size, name.size());
  }
  return is_unique ? best : std::nullopt;
}

std::optional<std::uint32_t> SourceIndex::named(std::string_view path) const {
  constexpr std::size_t max_files = 64;
  const auto files = called(name_part(path));
  if (files.size() > max_files) return std::nullopt;
  std::optional<std::uint32_t> only;
  for (const std::uint32_t source : files) {
    std::string const& name = file(source).name;
    const bool ends_so = name.ends_with(path) &&
                         (name.size() == path.size() || name[name.size() - path.size() - 1] == '/');
    if (!ends_so) continue;
    if (only) return std::nullopt;
    only = source;
  }
  return only;
}

}  // namespace hrefkit::site
