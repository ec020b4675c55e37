#include "hrefkit/site/check/file_view.h"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <span>
#include <tl/expected.hpp>

#include "hrefkit/html/content_type.h"
#include "hrefkit/html/document_options.h"
#include "hrefkit/html/load_limits.h"
#include "hrefkit/html/source_text.h"
#include "hrefkit/site/file_rules.h"
#include "hrefkit/site/snapshot/entry_table.h"
#include "hrefkit/text/span.h"
#include "hrefkit/url/percent_decode.h"
#include "hrefkit/url/scheme_syntax.h"
#include "hrefkit/url/written_reference.h"

namespace hrefkit::site {

namespace {

using html::Link;
using html::LinkKind;

/// The address of the folder in this view. No reference in a page has it.
constexpr std::string_view root = "file:///folder-opened-from-files/";
constexpr std::string_view file_scheme = "file:///";

}  // namespace

bool is_loaded(Link const& link) {
  switch (link.kind) {
    case LinkKind::stylesheet:
    case LinkKind::script:
    case LinkKind::image:
    case LinkKind::media:
    case LinkKind::frame:
    case LinkKind::object:
    case LinkKind::css:
    case LinkKind::resource:
      return true;
    default:
      return false;
  }
}

namespace {

/// True for what a browser loads, or a reader follows. What a link element says of other pages
/// (canonical, next) is neither.
bool matters(Link const& link) {
  switch (link.kind) {
    case LinkKind::hyperlink:
      return link.element != "link";
    case LinkKind::form:
    case LinkKind::refresh:
      return !link.local;
    default:
      return is_loaded(link) && !link.local;
  }
}

/// The names of a path, decoded, with one slash between them.
std::string decoded_path(std::string_view path) {
  std::string names;
  while (!path.empty()) {
    const std::size_t end = std::min(path.find('/'), path.size());
    if (end != 0) {
      if (!names.empty()) names += '/';
      names += url::percent_decode(path.substr(0, end));
    }
    path.remove_prefix(std::min(end + 1, path.size()));
  }
  return names;
}

bool is_shown_as_page(PageFile const& page) {
  return page.list == UrlList::none &&
         (page.has_ids || page.source.content_type == html::ContentType::css);
}

}  // namespace

void FileView::begin(PageFile const& page) {
  page_ = &page;
  is_found_ = false;
  kept_.clear();
}

void FileView::find() {
  is_found_ = true;
  std::string const& address = page_->options.url;
  std::string const& site = site_.options().url;
  if (!is_shown_as_page(*page_) || !address.starts_with(site)) return;
  html::DocumentOptions options = page_->options;
  options.url = std::string(root) + address.substr(site.size());
  const auto found = finder_.find(
      page_->source, options, {.links = [this](html::LinkBlock const& block) { look_at(block); }});
  if (!found) kept_.clear();  // the check itself reports why
  std::stable_sort(kept_.begin(), kept_.end(),
                   [](Kept const& a, Kept const& b) { return a.begin < b.begin; });
}

void FileView::look_at(html::LinkBlock const& block) {
  std::string url;
  for (Link const& link : block.links) {
    if (!matters(link)) continue;
    url.clear();
    if (!block.append_loaded(url, link)) continue;
    if (const FileObstacle obstacle = obstacle_of(link, url); obstacle != FileObstacle::none) {
      kept_.push_back({link.span.begin, obstacle});
      continue;
    }
    if (!url.starts_with(root)) continue;
    const std::string_view requirement = html::server_requirement(link, block.element_of(link));
    if (requirement.empty()) continue;
    kept_.push_back({link.span.begin, FileObstacle::refused, std::string(requirement)});
  }
}

FileObstacle FileView::obstacle_of(Link const& link, std::string_view url) const {
  const bool has_scheme = url::scheme_length(link.raw) != 0;
  if (!url.starts_with("file:")) {
    const bool is_own = site_.own_url(url::without_fragment(url)).has_value();
    return is_own && !has_scheme ? FileObstacle::base_leads_away : FileObstacle::none;
  }
  if (has_scheme) return FileObstacle::none;  // "file:///x" is wrong on a server, too
  if (!url.starts_with(file_scheme)) return FileObstacle::other_host;
  if (!url.starts_with(root)) {
    const bool is_up = link.raw.find("..") != std::string_view::npos;
    return is_up ? FileObstacle::above_root : FileObstacle::disk_root;
  }
  const std::string_view path = url::without_query(url::without_fragment(url)).substr(root.size());
  const EntryId entry = site_.entry(decoded_path(path));
  if (entry == no_entry) return FileObstacle::needs_server;
  return site_.entries()[entry].kind == EntryKind::folder ? FileObstacle::needs_index
                                                          : FileObstacle::none;
}

FileView::Answer FileView::ask(Link const& link) {
  if (!is_found_) find();
  const auto kept =
      std::lower_bound(kept_.begin(), kept_.end(), link.span.begin,
                       [](Kept const& each, std::uint32_t begin) { return each.begin < begin; });
  if (kept == kept_.end() || kept->begin != link.span.begin) return {};
  return {kept->obstacle, kept->requirement};
}

}  // namespace hrefkit::site
