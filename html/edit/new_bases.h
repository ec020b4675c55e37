// The base URLs that will be in force after a change.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "hrefkit/html/link.h"
#include "hrefkit/url/resolver.h"

namespace hrefkit::html {

/// A base URL after the change.
struct NewBase {
  url::Resolver resolver;
  bool same = true;  ///< it is what it was before
  /// What a second run finds, which reads the page at its old address; nothing where the page does
  /// not move, or its file moves with it.
  std::optional<url::Resolver> again = std::nullopt;
};

/// The new bases of a page whose bases follow from the old ones one by one: a page without
/// documents in it and without xml:base, or one whose bases all stay.
class NewBases {
 public:
  /// `new_fallback` is the fallback base URL of the page at its new address, `page` that address,
  /// and the others the same before, all serialised.
  NewBases(std::string old_page, std::string old_fallback, std::string page,
           std::string new_fallback);

  /// The page moves, and its file stays (RewriteOptions::file_stays).
  void read_again() { reads_again_ = true; }

  /// Says whether all bases stay.
  void keep_all(bool keeps) { keeps_all_ = keeps; }

  /// The URL that a base element that stays will declare.
  void set_declared(std::string url) { declared_ = std::move(url); }

  /// The new base for the base `number` of `block`.
  NewBase const& of(LinkBlock const& block, std::uint32_t number);

 private:
  std::string url_of(LinkBase const& base) const;

  std::string old_page_;
  std::string old_fallback_;
  std::string page_;
  std::string new_fallback_;
  std::optional<std::string> declared_;
  bool keeps_all_ = false;
  bool reads_again_ = false;
  struct Made {
    url::Resolver old;  // kept, so that its address tells the base
    BaseSource source;
    NewBase base;
  };
  std::vector<std::optional<Made>> made_;
};

}  // namespace hrefkit::html
