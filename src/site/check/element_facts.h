// What the document tree knows of a page's links and the links themselves do not have: elements
// that are to be ignored, shadow trees, parents, ids, image maps.
//
// A tree is built for pages with findings only, and only where the answer can depend on it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "hrefkit/html/anchor.h"
#include "hrefkit/html/context.h"
#include "hrefkit/html/dom.h"
#include "hrefkit/html/link.h"
#include "hrefkit/html/note.h"
#include "hrefkit/html/page_parts.h"
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

/// The image maps of one page and what asks for them, as the links' pass finds them: no tree is
/// built.
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

/// An element of the file's own document that has an id.
struct IdPlace {
  std::string_view id;
  std::string_view element;
  text::Span span;  ///< of the value, in the file's text
  bool ignored = false;
};

/// The elements of one page. Views live as long as this.
class ElementFacts {
 public:
  explicit ElementFacts(PageFile const& page);

  /// True when the link's element, or one around it, has `data-hrefkit-ignore` or
  /// `data-proofer-ignore`, or is the first one behind a comment `hrefkit-ignore`; and between the
  /// comments `hrefkit-ignore-start` and `hrefkit-ignore-end`.
  bool is_ignored(html::Link const& link) const;

  /// Whether browsers use the link of a source element (HTML Standard 4.8.2), for which the links
  /// alone do not show: html::LinkUse::unknown.
  bool is_used(html::Link const& link) const;

  /// True when the link stands in a shadow tree, which has ids of its own.
  bool is_in_shadow_tree(html::Link const& link) const;

  /// True when a policy has browsers load the link's target by https where its URL says http.
  bool is_upgraded(html::Link const& link) const;

  /// True when the link's element is within an HTML element of that name.
  bool is_within(html::Link const& link, std::string_view name) const;

  /// True when the form owner of a button has the method POST. `id` is the button's `form`
  /// attribute. For a button outside of forms, any POST form of its document counts: the tree does
  /// not show which form owns it.
  bool is_in_post_form(html::Link const& link, std::optional<std::string> const& id) const;

  /// Where the file's text has a comment `hrefkit-ignore-start` that no `hrefkit-ignore-end` ends.
  std::optional<std::uint32_t> open_ignore() const { return open_ignore_; }

  std::vector<BrokenUsemap> broken_usemaps() const;

  /// The ids of the file's own document in source order, once for each element.
  std::vector<IdPlace> ids() const;

 private:
  /// An element and the place of its start tag, or of its text, in the file's text.
  struct Tag {
    text::Span span;
    html::NodeId node;
  };

  /// The forms of one document.
  struct Forms {
    bool any_posts = false;
    std::unordered_map<std::string_view, bool> posts_by_id = {};
  };

  /// The elements that may have attributes of several tags.
  struct Roots {
    html::NodeId html = html::no_node;
    html::NodeId body = html::no_node;
  };

  html::NodeId element_of(html::Link const& link) const;
  void read_context(std::size_t index);
  std::vector<text::Span> read_comments(std::size_t index, std::vector<bool>& ignored);
  static void ignore_within(html::Document const& document, std::vector<bool>& ignored);
  void read_node(std::size_t index, html::NodeId id, std::vector<bool>& ignored);

  html::Notes notes_;
  bool is_xml_ = false;
  bool is_flat_ = false;  // elements are listed, not nested
  html::ContextTree tree_;
  std::vector<std::vector<Tag>> tags_;          // by context, sorted
  std::vector<std::vector<bool>> ignored_;      // by context and node
  std::vector<std::vector<text::Span>> parts_;  // by context: those between comments, in the file
  std::optional<std::uint32_t> open_ignore_;
  std::vector<Roots> roots_;             // by context
  std::vector<Forms> forms_;             // the same
  std::vector<std::uint32_t> upgrades_;  // by context: where in the file the first policy begins
};

/// Why a link is not judged, by what stands beside it; nothing where it is, or where that takes the
/// tree.
std::optional<SkipReason> skip_reason(html::LinkUse use);

/// The elements of one page after the other, read when they are asked for.
///
/// FAST: building the tree costs twenty times as much as finding the links. What is ignored, and
/// where shadow trees are, a second pass over the text is enough for nearly all pages.
class PageElements {
 public:
  explicit PageElements(PageFile const& page) : page_(page) {}

  /// Begins another page.
  void reset() {
    facts_.reset();
    parts_.reset();
    mentions_ignore_.reset();
  }

  /// False where nothing in the page asks to ignore links.
  bool may_be_ignored();

  // As ElementFacts.
  bool is_ignored(html::Link const& link) {
    if (!may_be_ignored()) return false;
    return has_parts() ? is_ignored_at(link.span.begin) : facts().is_ignored(link);
  }
  bool is_in_shadow_tree(html::Link const& link) {
    return has_parts() ? is_in(parts_->value().shadow_trees, link.span.begin)
                       : facts().is_in_shadow_tree(link);
  }
  std::optional<std::uint32_t> open_ignore() {
    return has_parts() ? parts_->value().open_ignore : facts().open_ignore();
  }

  bool is_upgraded(html::Link const& link) {
    return has_parts() ? is_in(parts_->value().upgraded, link.span.begin)
                       : facts().is_upgraded(link);
  }
  /// True when the link's element is within a noscript element.
  bool is_in_noscript(html::Link const& link) {
    return has_parts() ? is_in(parts_->value().noscripts, link.span.begin)
                       : facts().is_within(link, "noscript");
  }

  /// True for the target of a form that sends data, or of its button: who asks for it sends a form
  /// without data.
  bool sends_data(html::Link const& link, html::LinkBlock const& block);

  /// True where the parts of the page are known without its tree.
  bool has_parts() {
    if (!parts_) parts_ = html::find_page_parts(page_.source, page_.options);
    return parts_->has_value();
  }

  /// True for a place of the text in what is to be ignored, where `has_parts`.
  bool is_ignored_at(std::uint32_t place) { return is_in(parts_->value().ignored, place); }

  ElementFacts const& facts() {
    if (!facts_) facts_.emplace(page_);
    return *facts_;
  }

  /// As ElementFacts.
  bool is_used(html::Link const& link);

  /// Why a link of a block is not judged, as far as its element shows.
  std::optional<SkipReason> not_judged(html::Link const& link, html::LinkBlock const& block);

 private:
  static bool is_in(std::vector<text::Span> const& parts, std::uint32_t place);

  PageFile const& page_;
  std::optional<ElementFacts> facts_;
  std::optional<std::optional<html::PageParts>> parts_;  // empty: not asked for yet
  std::optional<bool> mentions_ignore_;                  // the same
};

/// True when the page's text has one of the attributes or comments that `is_ignored` looks for.
bool mentions_ignore(PageFile const& page);

// Where an element ends, read from the source: for documents whose elements are listed instead of
// nested (NoteKind::nesting_flattened).

/// The offset past the end tag of the element `name` (lower case) whose start tag ends at `from`.
/// Elements of the same name within it have end tags of their own; comments do not count. Without
/// an end tag the element goes to the end of the text.
std::uint32_t end_of_element(std::string_view text, std::string_view name, std::uint32_t from);

}  // namespace hrefkit::site
