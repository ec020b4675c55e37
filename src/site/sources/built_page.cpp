#include "hrefkit/site/sources/built_page.h"

#include <algorithm>
#include <span>
#include <string_view>
#include <tl/expected.hpp>
#include <utility>

#include "hrefkit/html/find_elements.h"
#include "hrefkit/html/find_links.h"
#include "hrefkit/html/link_text.h"
#include "hrefkit/html/source_text.h"
#include "hrefkit/text/hash.h"
#include "hrefkit/text/span.h"

namespace hrefkit::site {

std::optional<BuiltPage> BuiltPages::read(std::uint32_t number) {
  if (!open_page(site_, number, file_) || !file_.binary.empty()) return std::nullopt;
  BuiltPage page{.number = number};
  page.path = site_.path(site_.pages()[number]);
  page.bytes = file_.bytes;
  page.names = names_of_page(page.path);
  const bool is_html = file_.source.content_type == html::ContentType::html && file_.has_ids;
  std::optional<html::LinkTexts> texts;
  std::optional<html::PageRegions> regions;
  if (is_html) {
    texts.emplace(file_.source.text, true);
    regions.emplace(file_.source.text, true);
    const auto headings = html::find_elements(file_.source.text, "h1", true);
    if (!headings.empty()) page.heading = headings.front().content;
  }
  std::string url;
  const auto add = [&](html::LinkBlock const& block) {
    for (std::size_t i = 0; i < block.links.size(); ++i) {
      html::Link const& link = block.links[i];
      BuiltLink built{.offset = block.bytes_of(link).begin,
                      .raw = std::string(link.raw),
                      .element = std::string(link.element),
                      .key = key_of_link(link.raw)};
      const bool has_place = is_html && link.context == 0 && i < block.places.size();
      if (has_place) {
        const std::uint32_t tag = block.places[i].tag.begin;
        if (const auto shown = texts->find(tag)) html::append_letters(built.letters, *shown);
        built.region = regions->region_of(tag);
        built.before = regions->letters_before(tag);
      }
      url.clear();
      if (!block.append_url(url, link)) url = built.raw;
      built.identity =
          text::hash64(url + '\n' + built.letters + '\n' + std::to_string(int(built.region)),
                       text::process_hash_key()[0]);
      page.links.push_back(std::move(built));
    }
    return html::Flow::go_on;
  };
  const auto found = find_page_links(finder_, file_, {.links = add, .with_places = true});
  if (!found) return std::nullopt;
  for (std::uint32_t i = 0; i < page.links.size(); ++i) {
    BuiltLink const& link = page.links[i];
    page.by_offset.emplace(link.offset, i);
    auto& same = page.by_raw[link.raw];
    same.push_back(i);
    if (same.size() > 1) continue;
    for (const std::uint64_t hash : hashes_of_link(link.key)) page.by_hash[hash].push_back(i);
  }
  return page;
}

void BuiltPages::read_sample() {
  sample_.emplace();
  std::vector<std::uint32_t> documents;
  for (std::uint32_t i = 0; i < site_.pages().size(); ++i) {
    if (site_.is_document(i) && !site_.is_svg_page(i)) documents.push_back(i);
  }
  const std::size_t count = std::min(documents.size(), max_sample);
  for (std::size_t i = 0; i < count; ++i) {
    const std::uint32_t number = documents[i * documents.size() / count];
    const auto page = read(number);
    if (!page) continue;
    sample_->push_back(number);
    for (BuiltLink const& link : page->links) {
      auto& pages = seen_[link.identity];
      if (pages.empty() || pages.back() != number) pages.push_back(number);
    }
  }
}

bool BuiltPages::is_on_most_pages(BuiltPage const& page, BuiltLink const& link) {
  constexpr std::size_t min_others = 3;
  if (!sample_) read_sample();
  const auto has_page = [&page](std::vector<std::uint32_t> const& pages) {
    return std::find(pages.begin(), pages.end(), page.number) != pages.end();
  };
  const std::size_t others = sample_->size() - (has_page(*sample_) ? 1 : 0);
  const auto seen = seen_.find(link.identity);
  if (others < min_others || seen == seen_.end()) return false;
  const std::size_t with = seen->second.size() - (has_page(seen->second) ? 1 : 0);
  return with * 2 > others;
}

}  // namespace hrefkit::site
