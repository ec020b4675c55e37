// What the document tree knows of a page's links and the links themselves do not tell: rel,
// elements that are to be ignored, dropped srcset candidates, image maps.
//
// A tree is built for pages with findings only, and only where the answer can depend on it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "hrefkit/html/context.h"
#include "hrefkit/html/find_links.h"
#include "hrefkit/html/link.h"
#include "hrefkit/site/check.h"
#include "hrefkit/site/check/anchor_store.h"
#include "hrefkit/site/check/link_judge.h"
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
  /// `data-proofer-ignore`.
  bool is_ignored(html::Link const& link) const;

  /// Why the link is not judged, as far as its element tells.
  std::optional<SkipReason> not_judged(html::Link const& link) const;

  /// True when the link stands in a shadow tree, which has ids of its own.
  bool is_in_shadow_tree(html::Link const& link) const;

  /// True when a policy has browsers load the link's target by https where its URL says http.
  bool is_upgraded(html::Link const& link) const;

  /// True when the link's element is within an HTML element of that name.
  bool is_within(html::Link const& link, std::string_view name) const;

  std::vector<BrokenUsemap> broken_usemaps() const;

  /// The ids of the file's own document in source order, once for each element.
  std::vector<IdPlace> ids() const;

 private:
  /// An element and the place of its start tag, or of its text, in the file's text.
  struct Tag {
    text::Span span;
    html::NodeId node;
  };

  html::NodeId element_of(html::Link const& link) const;
  void read_context(std::size_t index);
  static void ignore_within(html::Document const& document, std::vector<bool>& ignored);
  bool is_dropped(html::Link const& link, html::NodeId element) const;
  void read_node(std::size_t index, html::NodeId id, std::vector<bool>& ignored);

  html::Notes notes_;
  bool is_flat_ = false;               // elements are listed, not nested
  mutable std::string_view srcset_;    // whose candidates were asked for last
  mutable std::vector<bool> dropped_;  // and which of them are dropped
  html::ContextTree tree_;
  std::vector<std::vector<Tag>> tags_;      // by context, sorted
  std::vector<std::vector<bool>> ignored_;  // by context and node
  std::vector<std::uint32_t> upgrades_;     // by context: where the first policy to upgrade begins
};

/// True when the page's text has one of the attributes that `is_ignored` looks for.
bool mentions_ignore(std::string_view text);

/// No name of such an attribute is longer.
inline constexpr std::uint32_t max_ignore = 19;

/// True when the source tells that the start tag with the link at `place` has none of them.
bool lacks_ignore_beside(std::string_view text, text::Span place);

/// What the source alone tells of whether a link is judged.
struct SourceAnswer {
  bool is_known = false;  ///< false where the tree must be asked
  std::optional<SkipReason> reason = {};
};
SourceAnswer answer_of_source(html::Link const& link, html::LinkBlock const& block);

// An attribute beside a link, read from the source: building the tree for it would cost ten times
// as much as the rest of the report pass.

/// What the source of a start tag tells of an attribute.
struct SourceAttribute {
  bool is_known = false;                       ///< false where only the tree can tell
  std::optional<std::string_view> value = {};  ///< nothing when the tag does not have it
};

/// The first attribute called `name` (lower case) of the start tag in whose attribute values
/// `place` stands. A value with character references is not known.
SourceAttribute attribute_beside(std::string_view text, text::Span place, std::string_view name);

// Where an element ends, read from the source: for documents whose elements are listed instead of
// nested (NoteKind::nesting_flattened).

/// The offset past the end tag of the element `name` (lower case) whose start tag ends at `from`.
/// Elements of the same name within it have end tags of their own; comments do not count. Without
/// an end tag the element goes to the end of the text.
std::uint32_t end_of_element(std::string_view text, std::string_view name, std::uint32_t from);

// Whether the links that ask for an id are to be ignored. The scan pass does not know: only the
// tree of a page tells what an element around a link says.

/// Reads pages again, and remembers the last: uses are asked for page by page.
class IgnoredUses {
 public:
  IgnoredUses(Site const& site, Redirects const& redirects, AnchorHash const& hash);

  /// True when all links of the page `use.from` that ask for this id are to be ignored.
  bool has(AnchorUse const& use);

 private:
  void read(std::uint32_t number);

  Site const& site_;
  LinkJudge judge_;
  PageFile page_;
  html::LinkFinder finder_;
  std::uint32_t number_ = no_entry;  // the page that was read last
  bool mentions_ignore_ = false;
  std::vector<AnchorKey> wanted_;  // what its links ask for that are not ignored, sorted
};

}  // namespace hrefkit::site
