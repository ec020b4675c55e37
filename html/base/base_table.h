// The base URLs that one document has had, each prepared once.
#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>

#include "hrefkit/url/resolver.h"

namespace hrefkit::html {

/// The number of a base URL in its table. Equal numbers are equal URLs.
using BaseId = std::uint32_t;

/// A base URL, ready to resolve references.
struct BaseUrl {
  std::string url;         ///< serialised
  url::Resolver resolver;  ///< without a base where `url` cannot be one
};

/// Base URLs by number. They stay where they are, and as they are, as long as the table lives.
class BaseTable {
 public:
  explicit BaseTable(url::ResolveOptions options) : options_(options) {}

  /// The number of `url`, which is added if it is new.
  BaseId add(std::string_view url);

  /// The base URL that `reference` gives relative to `outer`, or nothing where it does not resolve
  /// or cannot be a base.
  std::optional<BaseId> add_relative(std::string_view reference, BaseId outer);

  BaseUrl const& operator[](BaseId id) const { return bases_[id]; }
  url::ResolveOptions const& options() const { return options_; }

 private:
  url::ResolveOptions options_;
  std::deque<BaseUrl> bases_;
  std::unordered_map<std::string_view, BaseId> by_url_;  // views of `bases_`
};

}  // namespace hrefkit::html
