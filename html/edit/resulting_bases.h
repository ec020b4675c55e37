// The base URL of each link after a change of bases, found by making that change.
//
// The base elements, xml:base attributes and documents in frames of a page depend on each other. So
// the base elements are changed first, from the outermost document inward, each time the text is
// read again, and the links of the last text have the bases that are asked for.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "hrefkit/html/edit/new_bases.h"
#include "hrefkit/html/edit/removal.h"

namespace hrefkit::html {

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
