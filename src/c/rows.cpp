#include "hrefkit/c/rows.h"

#include <algorithm>
#include <optional>
#include <span>
#include <tl/expected.hpp>
#include <utility>

#include "hrefkit/url/resolver.h"
#include "hrefkit/url/url.h"

namespace hrefkit::c {

hrefkit_ns ns_of(html::Namespace ns) {
  switch (ns) {
    case html::Namespace::html:
    case html::Namespace::none:
      return HREFKIT_NS_HTML;
    case html::Namespace::svg:
      return HREFKIT_NS_SVG;
    case html::Namespace::mathml:
      return HREFKIT_NS_MATHML;
    default:
      return HREFKIT_NS_OTHER;
  }
}

hrefkit_link& Rows::add() {
  const std::size_t begin = count_ * row_size_;
  const std::size_t room = std::max(row_size_, sizeof(hrefkit_link));
  bytes_.resize(begin);  // what follows is zero then
  bytes_.resize(begin + room);
  ++count_;
  return *reinterpret_cast<hrefkit_link*>(bytes_.data() + begin);
}

void Rows::clear() {
  bytes_.clear();
  count_ = 0;
}

void RowMaker::add(html::LinkBlock const& block, Rows& rows) {
  request_.poll();
  if (!copies_) attributes_.forget();  // the arena was cleared
  for (html::Link const& link : block.links) {
    if (request_.wants(link)) fill(rows.add(), block, link);
  }
}

void AttributeReader::set(hrefkit_link& row, html::Link const& link, html::ElementView element) {
  if (names_.empty()) return;
  const bool is_same =
      key_ != html::Link::no_element && link.element_key == key_ && link.context == context_;
  if (!is_same) {
    std::vector<hrefkit_pair> pairs;
    for (std::string const& name : names_) {
      if (const auto value = element.attribute(name)) {
        pairs.push_back({arena_.keep_view(name), arena_.keep_view(*value)});
      }
    }
    count_ = pairs.size();
    pairs_ = pairs.empty() ? nullptr : arena_.keep_pairs(std::move(pairs));
  }
  key_ = link.element_key;
  context_ = link.context;
  row.attributes = pairs_;
  row.attribute_count = count_;
}

/// Sets `text` and `attributes`, if the caller asks for them.
void RowMaker::set_texts(hrefkit_link& row, html::LinkBlock const& block, html::Link const& link) {
  if (has_texts_) {
    if (const auto found = link_texts_.find(block, link)) row.text = text(*found);
  }
  if (attributes_.has_names()) attributes_.set(row, link, block.element_of(link));
}

void RowMaker::fill(hrefkit_link& row, html::LinkBlock const& block, html::Link const& link) {
  html::LinkBase const& base = block.bases[link.base];
  set_urls(row, block, link);
  row.raw = text(link.raw);
  row.element = repeated(link.element);
  row.attribute = repeated(link.attribute);
  if (row.error != number_of(url::Error::too_long)) row.base = repeated(base.resolver.base());
  row.context = repeated(block.contexts[link.context].path);
  if (const auto rel = block.row_rel_of(link)) row.rel = repeated(*rel);
  places_.set(row, link.span);
  row.index = link.index;
  row.kind = static_cast<hrefkit_kind>(link.kind);
  row.base_source = static_cast<hrefkit_base_source>(base.source);
  row.ns = ns_of(link.ns);
  if (has_texts_ || attributes_.has_names()) set_texts(row, block, link);
}

/// Sets `url`, `loaded`, `error` and `reserved`.
void RowMaker::set_urls(hrefkit_link& row, html::LinkBlock const& block, html::Link const& link) {
  url_.clear();
  auto resolved = block.append_url(url_, link);
  if (link.loaded_base != link.base && !link.empty) {
    loaded_.clear();
    const auto loaded = block.append_loaded(loaded_, link);
    if (!loaded && loaded.error() == url::Error::too_long) {
      resolved = tl::make_unexpected(url::Error::too_long);
    } else if (loaded || resolved) {  // neither loaded nor resolved is one URL, too
      const bool differs = !loaded || !resolved || loaded_ != url_;
      if (differs) row.loaded = arena_.keep_view(loaded_);
    }
  }
  if (!resolved) {
    row.error = number_of(resolved.error());
    return;
  }
  row.url = arena_.keep_view(url_);
  row.reserved = !link.local && url::is_reserved_about_url(url_) ? 1 : 0;
}

/// FAST: mostly the text is one of those that came before.
std::string_view RowMaker::known_copy(std::string_view text) {
  const std::size_t hash = text.size() * 31 +
                           std::size_t{static_cast<unsigned char>(text.front())} * 7 +
                           static_cast<unsigned char>(text.back());
  std::string_view& known = names_[hash % names_.size()];
  if (known != text) known = arena_.keep(text);
  return known;
}

html::Flow RowStream::operator()(html::LinkBlock const& block) {
  rows_.clear();
  arena_.clear();
  maker_.add(block, rows_);
  if (rows_.size() != 0) answer_ = on_rows_(user_, rows_.data(), rows_.size());
  return answer_ == 0 ? html::Flow::go_on : html::Flow::stop;
}

hrefkit_link header_row(archive::HeaderLink const& link, html::LinkBase const& base,
                        html::UrlBudget& budget, TextArena& arena) {
  hrefkit_link row{};
  std::string url;
  auto resolved = base.resolver.append_resolved(url, link.reference);
  if (!budget.count(url.size() + base.resolver.base().size())) {
    resolved = tl::make_unexpected(url::Error::too_long);
  }
  if (resolved) {
    row.url = arena.keep_view(url);
    row.reserved = url::is_reserved_about_url(url) ? 1 : 0;
  } else {
    row.error = number_of(resolved.error());
  }
  row.raw = arena.keep_view(link.raw);
  row.element = view_of({});
  row.attribute = view_of({});
  row.context = view_of({});
  if (row.error != number_of(url::Error::too_long)) {
    row.base = arena.keep_view(base.resolver.base());
  }
  if (!link.rel.empty()) row.rel = arena.keep_view(link.rel);
  row.header = arena.keep_view(link.header);
  row.index = link.index;
  row.kind = static_cast<hrefkit_kind>(link.kind);
  row.base_source = static_cast<hrefkit_base_source>(base.source);
  return row;
}

}  // namespace hrefkit::c
