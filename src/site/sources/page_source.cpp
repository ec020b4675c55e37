#include "hrefkit/site/sources/page_source.h"

#include <algorithm>
#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "hrefkit/site/sources/front_matter.h"
#include "hrefkit/site/sources/page_name.h"
#include "hrefkit/site/sources/source_match.h"
#include "hrefkit/site/sources/source_text.h"
#include "hrefkit/site/sources/source_tree.h"

namespace hrefkit::site {

namespace {

class PageSourceSearch {
 public:
  PageSourceSearch(SourceIndex& sources, Site const& site, BuiltPage const& page)
      : sources_(sources), site_(site), page_(page) {}

  std::optional<std::uint32_t> copy_of_page();
  std::optional<std::uint32_t> source();

 private:
  enum class Evidence : std::uint8_t { against, none, for_it };

  std::optional<std::uint32_t> by_edit_link() const;
  std::optional<std::uint32_t> by_sphinx_copy() const;
  std::optional<std::uint32_t> by_names();
  std::optional<std::uint32_t> by_title();
  Evidence evidence_for(std::uint32_t source);
  double share_of(std::uint32_t source);

  SourceIndex& sources_;
  Site const& site_;
  BuiltPage const& page_;
  std::optional<PageWords> words_;
};

/// A source that has the bytes of the page: a file that the generator only copies.
std::optional<std::uint32_t> PageSourceSearch::copy_of_page() {
  constexpr std::size_t max_files = 64;
  const auto named = sources_.called(name_part(page_.path));
  if (named.size() > max_files) return std::nullopt;
  std::vector<std::uint32_t> same;
  std::size_t best = 0;
  for (const std::uint32_t source : named) {
    const auto text = sources_.texts().read(source);
    if (!text || *text != page_.bytes) continue;
    // The more names of the path agree, the better.
    const std::string_view name = sources_.file(source).name;
    std::size_t common = 0;
    while (common < std::min(name.size(), page_.path.size()) &&
           name[name.size() - 1 - common] == page_.path[page_.path.size() - 1 - common]) {
      ++common;
    }
    if (common > best) same.clear();
    best = std::max(best, common);
    if (common == best) same.push_back(source);
  }
  return same.size() == 1 ? std::optional(same[0]) : std::nullopt;
}

/// The file of the link "edit this page": Material for MkDocs, Sphinx themes, Docusaurus and others
/// lead to `/edit/BRANCH/FILE` of a code host (docs.github.com, docs.gitlab.com, read 2026-11-30).
std::optional<std::uint32_t> PageSourceSearch::by_edit_link() const {
  std::optional<std::uint32_t> found;
  for (BuiltLink const& link : page_.links) {
    if (link.element != "a" || !link.key.is_absolute) continue;
    std::string_view path = link.key.decoded;
    path = path.substr(0, path.find_first_of("?#"));
    constexpr std::string_view words[] = {"/edit/", "/_edit/"};
    std::size_t begin = path.npos;
    for (std::string_view const word : words) {
      const std::size_t at = path.find(word);
      if (at != path.npos) begin = std::min(begin, at + word.size());
    }
    const bool says_edit = link.letters.starts_with("edit") || link.letters.starts_with("improve");
    if (begin == path.npos && says_edit) {
      const std::size_t blob = path.find("/blob/");
      if (blob != path.npos) begin = blob + 6;
    }
    if (begin == path.npos) continue;
    const auto source = sources_.ending_with(path.substr(begin), true);
    if (!source) continue;
    if (found && *found != *source) return std::nullopt;
    found = source;
  }
  return found;
}

/// The file that Sphinx copied (sphinx-doc.org, html_copy_source, read 2026-11-30):
/// `_sources/guide.rst.txt` of guide.html.
std::optional<std::uint32_t> PageSourceSearch::by_sphinx_copy() const {
  std::string const& path = page_.path;
  const std::size_t dot = path.rfind('.');
  if (dot == path.npos) return std::nullopt;
  const std::string stem = path.substr(0, dot);
  for (std::size_t slash = 0; slash != stem.npos; slash = stem.find('/', slash + 1)) {
    const std::string root = slash == 0 ? "" : stem.substr(0, slash + 1);
    const std::string below_root = stem.substr(root.size());
    for (char const* extension : {".rst", ".md", ".ipynb", ".txt"}) {
      std::string name = "/" + below_root;
      name += extension;
      std::string copy = root + "_sources";
      copy.append(name).append(".txt");
      if (site_.entry(copy) == no_entry) continue;
      if (const auto source = sources_.ending_with(name, false)) return source;
    }
  }
  return std::nullopt;
}

double PageSourceSearch::share_of(std::uint32_t source) {
  if (!words_) words_.emplace(page_.bytes);
  const auto text = sources_.texts().read(source);
  if (!text) return 0;
  return words_->share_of(std::string_view(*text).substr(sources_.front_matter(source).end))
      .value_or(-1);
}

PageSourceSearch::Evidence PageSourceSearch::evidence_for(std::uint32_t source) {
  constexpr double enough = 0.3;
  constexpr double too_little = 0.08;
  const double share = share_of(source);
  if (share >= enough) return Evidence::for_it;
  // Most of a template or a notebook is no prose.
  const SourceKind kind = sources_.file(source).kind;
  const bool is_prose =
      kind == SourceKind::markdown || kind == SourceKind::rst || kind == SourceKind::asciidoc;
  return share >= 0 && share < too_little && is_prose ? Evidence::against : Evidence::none;
}

std::optional<std::uint32_t> PageSourceSearch::by_names() {
  const auto number = sources_.name_number(page_.number);
  if (!number) return std::nullopt;
  std::vector<PageSource> const sources = sources_.names().find(*number);
  constexpr std::size_t max_read = 16;
  if (sources.size() > max_read) return std::nullopt;
  if (sources.size() == 1) {
    const Evidence evidence = evidence_for(sources[0].source);
    const bool is_accepted =
        sources[0].is_sure ? evidence != Evidence::against : evidence == Evidence::for_it;
    return is_accepted ? std::optional(sources[0].source) : std::nullopt;
  }
  // One of several, if its prose alone stands on the page.
  std::optional<std::uint32_t> best;
  double best_share = 0;
  double second_share = 0;
  for (PageSource const& source : sources) {
    const double share = share_of(source.source);
    if (share > best_share) {
      second_share = best_share;
      best_share = share;
      best = source.source;
    } else {
      second_share = std::max(second_share, share);
    }
  }
  const bool is_clear = best && best_share >= 0.3 && second_share * 2 < best_share;
  return is_clear ? best : std::nullopt;
}

std::optional<std::uint32_t> PageSourceSearch::by_title() {
  if (page_.heading.empty()) return std::nullopt;
  const auto titled = sources_.names().titled(page_.heading);
  if (titled.size() != 1 || sources_.names().has_page(titled[0])) return std::nullopt;
  const bool is_accepted = evidence_for(titled[0]) == Evidence::for_it;
  return is_accepted ? std::optional(titled[0]) : std::nullopt;
}

std::optional<std::uint32_t> PageSourceSearch::source() {
  for (const auto source : {by_edit_link(), by_sphinx_copy()}) {
    if (source && evidence_for(*source) != Evidence::against) return source;
  }
  if (const auto source = by_names()) return source;
  return by_title();
}

}  // namespace

PageSourceFile find_source_of_page(SourceIndex& sources, Site const& site, BuiltPage const& page) {
  PageSourceSearch search(sources, site, page);
  if (const auto copied = search.copy_of_page()) return {.copied_from = copied, .made_from = {}};
  return {.copied_from = {}, .made_from = search.source()};
}

}  // namespace hrefkit::site
