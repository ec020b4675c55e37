// The base URL of each link after a change: of the page's address, its base elements or its
// xml:base attributes.
//
// Most pages have one base URL, and the new one follows from the old one: the new address, or what
// the base element will declare (NewBases). But base elements, xml:base attributes and documents in
// frames depend on each other: with its first base element dropped, the second one counts; with the
// base of a page changed, the base element of a srcdoc document in it resolves to another URL. Such
// rules are not written down a second time here. ResultingBases makes the change and asks the
// finder of links: it edits the base elements from the outermost document inward, reads the text
// again after each level, and takes the bases of the links in the last text. It costs a pass over
// the page for each level of documents with base elements.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "hrefkit/html/edit/link_plan.h"
#include "hrefkit/html/edit/removal.h"
#include "hrefkit/url/resolver.h"

namespace hrefkit::html {

/// The new bases of a page whose bases follow from the old ones one by one: a page without
/// documents in it and without xml:base, or one whose bases all stay.
class NewBases {
 public:
  /// `task` must outlive this; its addresses may be set later.
  explicit NewBases(RewriteTask const& task) : task_(task) {}

  /// Says whether all bases stay.
  void keep_all(bool keeps) { keeps_all_ = keeps; }

  /// The URL that a base element that stays will declare.
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

/// True for the base elements that are removed.
using IsDropped = std::function<bool(Link const&)>;

/// The bases of the links that stay, by their order.
class ResultingBases {
 public:
  /// Finds them for the page of `task`, whose xml:base attributes `removed` go. Both must outlive
  /// this.
  ResultingBases(RewriteTask const& task, std::span<XmlBaseAttribute const> removed,
                 IsDropped is_dropped);

  /// The base of link `number` (base elements that were dropped do not count), which was `old`.
  NewBase of(std::size_t number, LinkBase const& old) const;

  /// True when the page would become too large, so that the bases are not known.
  bool is_too_large() const { return is_too_large_; }

 private:
  /// Bases, and which of them each link has.
  struct Bases {
    std::vector<url::Resolver> bases;
    std::vector<std::uint32_t> base_of;
  };

  using CountsLink = std::function<bool(LinkBlock const&, Link const&)>;

  void read(std::string_view text);
  Bases bases_at(std::string const& url, SourceText const& source, CountsLink const& counts) const;
  bool change_bases(std::size_t depth, std::string& text);

  RewriteTask const& task_;
  std::span<XmlBaseAttribute const> removed_;
  IsDropped is_dropped_;
  Bases moved_;  // of the text as it is, at the new address; empty where the page does not move
  Bases new_;
  Bases again_;  // of a second run; empty where the page is not read again
  bool is_too_large_ = false;
  std::size_t deepest_ = 0;  // depth of the documents that have base elements
};

}  // namespace hrefkit::html
