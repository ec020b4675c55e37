// The base URLs that will be in force after a change.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "hrefkit/html/rewrite.h"
#include "hrefkit/url/resolver.h"

namespace hrefkit::html {

/// A page, what is done with it, and its addresses, serialised.
struct RewriteTask {
  SourceText const& source;
  RewriteOptions const& options;
  MapUrl const& map_url;
  LinkFinder& finder;
  std::string old_page = {};
  std::string page = {};
  std::string old_fallback = {};     ///< the fallback base URL at the old address
  std::string fallback = {};         ///< the same at the new address
  Namespace root = Namespace::none;  ///< of the root element of an XML file

  bool moves() const { return page != old_page; }

  /// The number of the base whose URL a link keeps.
  std::uint32_t kept_base(LinkBlock const& block, Link const& link) const {
    return options.drop_base && options.keep_loaded ? block.loaded_base(link) : link.base;
  }

  /// True when the page moves and its file stays (RewriteOptions::file_stays), so that a second run
  /// reads it at its old address.
  bool is_read_again() const { return moves() && options.file_stays; }
};

/// A base URL after the change.
struct NewBase {
  url::Resolver resolver;
  bool same = true;      ///< it is what it was before
  bool follows = false;  ///< what it was before is relative to the address of the page, which moves
  /// What a second run finds; nothing where the page is not read again.
  std::optional<url::Resolver> again = std::nullopt;
};

/// The new bases of a page whose bases follow from the old ones one by one: a page without
/// documents in it and without xml:base, or one whose bases all stay.
class NewBases {
 public:
  /// `task` must outlive this; its addresses may still be found.
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
    url::Resolver old;  // kept, so that its address tells the base
    BaseSource source;
    NewBase base;
  };
  std::vector<std::optional<Made>> made_;
};

}  // namespace hrefkit::html
