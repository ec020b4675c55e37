// Finds the base URL of each link after a change of the page's URL, its base elements or its
// xml:base attributes.
//
// Most pages have one base URL, and the new one follows from the old one: the new URL of the page,
// or of its base element (NewBases). But base elements, xml:base attributes and documents in frames
// depend on each other: if the first base element is dropped, the second one applies; if the base
// of a page changes, the base element of a srcdoc document in it resolves to another URL. To avoid
// a second implementation of these rules, ResultingBases makes the change and runs the link finder:
// it edits the base elements from the outermost document inward, reads the text again after each
// level, and uses the bases of the links in the last text. The cost is two or three passes over the
// page for each level of documents with base elements, and one more if the page moves.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "hrefkit/html/base_url.h"
#include "hrefkit/html/edit/link_plan.h"
#include "hrefkit/html/edit/removal.h"
#include "hrefkit/html/link.h"
#include "hrefkit/html/source_text.h"
#include "hrefkit/text/span.h"
#include "hrefkit/url/resolver.h"

namespace hrefkit::html {

/// The new bases if each one follows from one old base: for pages without embedded documents and
/// xml:base, and for changes that keep all bases.
class NewBases {
 public:
  /// `task` must outlive this; its URLs may be set later.
  explicit NewBases(RewriteTask const& task) : task_(task) {}

  /// Sets whether the change keeps all bases.
  void keep_all(bool keeps) { keeps_all_ = keeps; }

  /// Sets the new URL of a base element that is not dropped.
  void set_declared(std::string url) { declared_ = std::move(url); }

  /// The new base for the base `number` of `block`.
  NewBase const& of(LinkBlock const& block, std::uint32_t number);

 private:
  std::string url_of(LinkBase const& base) const;

  RewriteTask const& task_;
  std::optional<std::string> declared_;
  bool keeps_all_ = false;
  struct Made {
    url::Resolver old;  // kept, so that the address of its URL identifies the base
    BaseSource source;
    NewBase base;
  };
  std::vector<std::optional<Made>> made_;
};

/// Predicate for the base elements that are removed.
using IsDropped = std::function<bool(Link const&)>;

/// The bases of the remaining links, in source order.
class ResultingBases {
 public:
  /// Computes the bases for the page of `task`, with the xml:base attributes `removed` removed
  /// or changed.
  /// Both must outlive this.
  ResultingBases(RewriteTask const& task, std::span<XmlBaseAttribute const> removed,
                 IsDropped is_dropped);

  /// The new base of link `number`, whose old base is `old`. Base elements that are dropped
  /// or neutral are not numbered.
  NewBase of(std::size_t number, LinkBase const& old) const;

  /// True if the changed page would be too large; then the bases are unknown.
  bool is_too_large() const { return is_too_large_; }

  /// The place of the first reference that would lead elsewhere without its base, which goes, and
  /// cannot be written for another: its base is one such as "about:blank", with which references
  /// do not resolve.
  std::optional<text::Span> reference_that_needs_base() const { return needs_base_; }

 private:
  /// Bases, and for each link the index of its base.
  struct Bases {
    std::vector<url::Resolver> bases;
    std::vector<std::uint32_t> base_of;

    url::Resolver const& base(std::size_t number) const { return bases[base_of[number]]; }
  };

  using CountsLink = std::function<bool(LinkBlock const&, Link const&)>;

  void find_bases(std::string_view text);
  Bases bases_at(std::string const& url, SourceText const& source, CountsLink const& counts) const;
  bool needs_base(Link const& link, LinkBase const& base) const;
  bool is_item_link(Link const& link) const;
  bool change_bases(std::optional<std::size_t> depth, std::string& text);

  RewriteTask const& task_;
  std::span<XmlBaseAttribute const> removed_;
  IsDropped is_dropped_;
  Bases new_;                  // of the changed text; until it is read, of the page at its new URL
  Bases again_;                // of the changed text in a second run, if the page is read again
  std::vector<bool> follows_;  // whether the base of a link moves with the page
  bool is_too_large_ = false;
  std::optional<text::Span> needs_base_;
  /// For each depth, whether a document there has a base element that stays.
  std::vector<bool> has_bases_at_;
};

}  // namespace hrefkit::html
