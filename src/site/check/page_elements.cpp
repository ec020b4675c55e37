#include "hrefkit/site/check/page_elements.h"

#include <algorithm>
#include <compare>
#include <tuple>

#include "hrefkit/html/element_view.h"
#include "hrefkit/html/find_links.h"
#include "hrefkit/site/file_rules.h"

namespace hrefkit::site {

void ImageMaps::clear() {
  maps_.clear();
  usemaps_.clear();
}

void ImageMaps::add(std::span<html::ImageMapName const> names) {
  for (html::ImageMapName const& name : names) {
    if (name.asks) {
      usemaps_.push_back(
          {name.context, std::string(name.element), std::string(name.value), name.span});
    } else {
      maps_.emplace_back(name.context, name.value);
    }
  }
}

bool ImageMaps::has_broken() {
  std::sort(maps_.begin(), maps_.end());
  return std::any_of(usemaps_.begin(), usemaps_.end(),
                     [this](Usemap const& usemap) { return is_broken(usemap); });
}

std::vector<BrokenUsemap> ImageMaps::broken() {
  std::sort(maps_.begin(), maps_.end());
  std::vector<BrokenUsemap> found;
  for (Usemap const& usemap : usemaps_) {
    if (!is_broken(usemap)) continue;
    found.push_back({usemap.context, usemap.element, usemap.value, usemap.span});
  }
  return found;
}

bool ImageMaps::is_broken(Usemap const& usemap) const {
  const auto name = html::image_map_name(usemap.value);
  return !name || !std::binary_search(maps_.begin(), maps_.end(),
                                      std::pair(usemap.context, std::string(*name)));
}

std::optional<SkipReason> skip_reason(html::LinkUse use) {
  switch (use) {
    case html::LinkUse::not_used:
    case html::LinkUse::names_only:
      return SkipReason::not_fetched;
    case html::LinkUse::no_rel:
      return SkipReason::no_rel;
    case html::LinkUse::host_alone:
      return SkipReason::hint;
    case html::LinkUse::dropped_candidate:
      return SkipReason::dropped_candidate;
    case html::LinkUse::used:
    case html::LinkUse::unknown:
      break;
  }
  return std::nullopt;
}

bool PageElements::may_be_ignored() {
  if (!mentions_ignore_) {
    mentions_ignore_ = page_.list == UrlList::none && html::mentions_ignore(page_.source.text);
  }
  return *mentions_ignore_;
}

bool PageElements::is_ignored(text::Span span, std::uint32_t context) {
  return may_be_ignored() && place_of(span, context).around.has(html::Around::ignored);
}

bool PageElements::sends_data(html::Link const& link, html::LinkBlock const& block) {
  if (link.kind != html::LinkKind::form) return false;
  const bool is_button = link.attribute == "formaction";
  const auto method = block.element_of(link).attribute(is_button ? "formmethod" : "method");
  if (method || !is_button) return method && html::sends_data(*method);
  return has(html::Around::post_form, link);
}

std::optional<SkipReason> PageElements::not_judged(html::Link const& link) {
  const html::LinkUse use = link.use;
  return skip_reason(use == html::LinkUse::unknown ? place_of(link.span, link.context).use : use);
}

/// If the links cannot be found, the pass over them reports it.
void PageElements::find() {
  if (places_) return;
  places_.emplace();
  open_ignore_.reset();
  if (page_.list != UrlList::none) return;
  const auto add = [this](std::uint32_t context, text::Span span, html::Surroundings around) {
    places_->push_back({context, span.begin, around});
  };
  const auto surroundings = [](bool is_ignored) {
    html::Surroundings around;
    around.add(html::Around::ignored, is_ignored);
    return around;
  };
  static_cast<void>(
      html::find_links(page_.source, page_.options,
                       {.links =
                            [&](html::LinkBlock const& block) {
                              for (html::Link const& link : block.links) {
                                add(link.context, link.span, link.around);
                                places_->back().use = link.use;
                              }
                            },
                        .anchors =
                            [&](std::span<html::Anchor const> anchors) {
                              for (html::Anchor const& anchor : anchors) {
                                add(0, anchor.span, surroundings(anchor.ignored));
                              }
                            },
                        .image_maps =
                            [&](std::span<html::ImageMapName const> names) {
                              for (html::ImageMapName const& name : names) {
                                add(name.context, name.span, surroundings(name.ignored));
                              }
                            },
                        .open_ignore = [&](std::uint32_t place) { open_ignore_ = place; },
                        .with_uses = true,
                        .with_surroundings = true}));
  std::stable_sort(places_->begin(), places_->end(), [](Place const& a, Place const& b) {
    return std::tie(a.context, a.begin) < std::tie(b.context, b.begin);
  });
}

PageElements::Place PageElements::place_of(text::Span span, std::uint32_t context) {
  find();
  const auto found =
      std::lower_bound(places_->begin(), places_->end(), std::pair(context, span.begin),
                       [](Place const& place, auto sought) {
                         return std::pair(place.context, place.begin) < sought;
                       });
  const bool is_known =
      found != places_->end() && found->context == context && found->begin == span.begin;
  return is_known ? *found : Place{.context = context, .begin = span.begin};
}

}  // namespace hrefkit::site
