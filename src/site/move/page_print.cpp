#include "hrefkit/site/move/page_print.h"

#include <algorithm>
#include <optional>
#include <span>
#include <tl/expected.hpp>
#include <utility>
#include <vector>

#include "hrefkit/html/page_regions.h"
#include "hrefkit/html/url_list.h"
#include "hrefkit/text/span.h"
#include "hrefkit/url/written_reference.h"

namespace hrefkit::site {

namespace {

using text::Span;

/// A page with fewer visible letters may be a stub like many others: all of its bytes count.
constexpr std::size_t min_letters = 40;

/// Main content with fewer letters does not tell a page from others.
constexpr std::size_t min_content_letters = 160;

/// The letters of one passage_letters.
constexpr std::size_t passage_letters = 32;

/// Shorter paths may stand in a text by chance.
constexpr std::size_t min_own_path = 6;

/// Stands for what is left out.
constexpr char omitted_part = '\0';

/// Sorts, and joins what overlaps: the links of a frame's document lie in an attribute.
void merge_spans(std::vector<Span>& spans) {
  std::sort(spans.begin(), spans.end(),
            [](Span const& a, Span const& b) { return a.begin < b.begin; });
  std::size_t count = 0;
  for (Span const& span : spans) {
    if (count != 0 && span.begin <= spans[count - 1].end) {
      spans[count - 1].end = std::max(spans[count - 1].end, span.end);
    } else {
      spans[count++] = span;
    }
  }
  spans.resize(count);
}

/// Appends `text` without the page's own addresses.
void append_without(std::string& out, std::string_view text, std::string_view own_url,
                    std::string_view own_path) {
  while (!text.empty()) {
    const std::size_t found = own_path.size() < min_own_path ? text.npos : text.find(own_path);
    if (found == text.npos) {
      out += text;
      return;
    }
    std::string_view before = text.substr(0, found);
    const std::string_view origin = own_url.substr(0, own_url.size() - own_path.size());
    if (before.ends_with(origin)) before.remove_suffix(origin.size());
    out += before;
    out += omitted_part;
    text.remove_prefix(found + own_path.size());
  }
}

/// Sets the sketch of a text of letters by a rolling hash of its passages.
void set_sketch(std::string_view letters, PagePrint& print) {
  auto& sketch = print.sketch;
  sketch.fill(UINT32_MAX);
  if (letters.size() < passage_letters) return;
  constexpr std::uint64_t factor = 0x100000001B3U;
  std::uint64_t leaving = 1;  // the weight of the first letter of a passage_letters
  for (std::size_t i = 1; i < passage_letters; ++i) leaving *= factor;
  const std::uint64_t seed = text::process_hash_key()[1];
  std::uint64_t hash = 0;
  for (std::size_t i = 0; i < letters.size(); ++i) {
    if (i >= passage_letters)
      hash -= leaving * static_cast<unsigned char>(letters[i - passage_letters]);
    hash = hash * factor + static_cast<unsigned char>(letters[i]);
    if (i + 1 < passage_letters) continue;
    const auto value = static_cast<std::uint32_t>(text::mix64(hash ^ seed) >> 32);
    if (value >= sketch.back()) continue;
    const auto place = std::lower_bound(sketch.begin(), sketch.end(), value);
    if (*place == value) continue;
    std::move_backward(place, sketch.end() - 1, sketch.end());
    *place = value;
  }
}

}  // namespace

std::uint64_t address_hash(std::string_view url) {
  return text::hash64(url::without_fragment(url), text::process_hash_key()[0]) | 1;
}

PagePrint PagePrinter::print(html::SourceText const& source, std::string const& url) {
  PagePrint print;
  text::Hash128 const& key = text::process_hash_key();
  print.file = text::hash128(source.bytes, key);
  named_address_.clear();
  std::vector<Span> links;
  std::string card;
  html::DocumentOptions options;
  options.url = url;
  options.xml_base = html::XmlBase::automatic;
  options.also.meta = true;
  options.also.json_ld = true;
  const auto collect = [&](html::LinkBlock const& block) {
    for (html::Link const& link : block.links) {
      links.push_back(link.span);
      if (link.element == "link" && html::has_item(link.rel.value_or(""), "canonical")) {
        if (auto named = block.resolve(link)) named_address_ = *std::move(named);
      } else if (link.element == "meta" && link.kind == html::LinkKind::metadata) {
        const std::string property = block.element_of(link).attribute("property").value_or("");
        if (property != "og:url") continue;
        if (auto named = block.resolve(link)) card = *std::move(named);
      }
    }
  };
  const auto found = finder_.find(source, options, {.links = collect, .with_rels = true});
  if (!found) return print;
  if (!named_address_.empty()) print.canonical = address_hash(named_address_);
  if (!card.empty()) print.card = address_hash(card);
  if (named_address_.empty()) named_address_ = card;
  if (print.canonical == address_hash(url)) print.canonical = 0;
  if (print.card == address_hash(url)) print.card = 0;
  merge_spans(links);
  const std::size_t host = url.find("://");
  const std::size_t path = host == url.npos ? url.npos : url.find('/', host + 3);
  const std::string_view path_of_url = std::string_view(url).substr(std::min(path, url.size()));
  const html::PageRegions regions(source.text, false);
  const auto rest_of = [&](Span part) {
    rest_.clear();
    std::uint32_t at = part.begin;
    for (Span const& link : links) {
      if (link.end <= at) continue;
      if (link.begin >= part.end) break;
      const std::uint32_t begin = std::max(link.begin, at);
      append_without(rest_, source.text.substr(at, begin - at), url, path_of_url);
      rest_ += omitted_part;
      at = std::min(link.end, part.end);
    }
    append_without(rest_, source.text.substr(at, part.end - at), url, path_of_url);
    return std::string_view(rest_);
  };
  set_sketch(regions.letters(), print);
  if (regions.letters().empty()) return print;  // it says nothing
  const auto whole = text::make_span(0, source.text.size());
  print.bytes =
      regions.letters().size() < min_letters ? print.file : text::hash128(rest_of(whole), key);
  const Span content = regions.content();
  if (regions.content_letters().size() >= min_content_letters) {
    print.content = text::hash128(rest_of(content), key);
  }
  return print;
}

}  // namespace hrefkit::site
