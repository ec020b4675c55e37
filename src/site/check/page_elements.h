// What the elements of a page say besides its links: what is around these, and its image maps.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "hrefkit/html/anchor.h"
#include "hrefkit/html/around.h"
#include "hrefkit/html/link.h"
#include "hrefkit/site/check.h"
#include "hrefkit/site/check/page_file.h"
#include "hrefkit/text/span.h"

namespace hrefkit::site {

/// A `usemap` that names no map of its document.
struct BrokenUsemap {
  std::uint32_t context = 0;
  std::string_view element;
  std::string_view value;
  text::Span span;  ///< in the file's text
};

/// The image maps of one page and what asks for them.
class ImageMaps {
 public:
  /// Begins another page.
  void clear();

  void add(std::span<html::ImageMapName const> names);

  /// True when some `usemap` names no map of its document.
  bool has_broken();

  /// Each `usemap` that names none. Views live until the next call of `add` or `clear`.
  std::vector<BrokenUsemap> broken();

 private:
  struct Usemap {
    std::uint32_t context;
    std::string element;
    std::string value;
    text::Span span;
  };

  bool is_broken(Usemap const& usemap) const;

  std::vector<std::pair<std::uint32_t, std::string>> maps_;  // by context and name
  std::vector<Usemap> usemaps_;
};

/// Why a link is skipped, as far as its element decides; nullopt if it is judged, or if more than
/// the element decides.
std::optional<SkipReason> skip_reason(html::LinkUse use);

/// What is around the links, ids and image maps of one page after the other.
///
/// FAST: to find that takes five times as long as the links. So it is found when it is asked for,
/// which few pages need.
class PageElements {
 public:
  explicit PageElements(PageFile const& page) : page_(page) {}

  /// Begins another page.
  void reset() {
    places_.reset();
    mentions_ignore_.reset();
  }

  /// False where nothing in the page asks to ignore links.
  bool may_be_ignored();

  bool is_ignored(html::Link const& link) { return is_ignored(link.span, link.context); }
  /// The same for an id, or a name of an image map.
  bool is_ignored(text::Span span, std::uint32_t context = 0);

  /// As html::Around says.
  bool has(html::Around what, html::Link const& link) {
    return place_of(link.span, link.context).around.has(what);
  }

  /// Where a comment `hrefkit-ignore-start` begins that no `hrefkit-ignore-end` ends.
  std::optional<std::uint32_t> open_ignore() {
    find();
    return open_ignore_;
  }

  /// True for the target of a form that sends data, or of its button: who asks for it sends a form
  /// without data.
  bool sends_data(html::Link const& link, html::LinkBlock const& block);

  /// Why a link is not judged, as far as its element shows.
  std::optional<SkipReason> not_judged(html::Link const& link);

 private:
  struct Place {
    std::uint32_t context = 0;
    std::uint32_t begin = 0;
    html::Surroundings around = {};
    html::LinkUse use = html::LinkUse::used;
  };

  void find();
  Place place_of(text::Span span, std::uint32_t context);

  PageFile const& page_;
  std::optional<std::vector<Place>> places_;  // sorted; empty: not asked for yet
  std::optional<std::uint32_t> open_ignore_;
  std::optional<bool> mentions_ignore_;  // empty: not asked for yet
};

}  // namespace hrefkit::site
