// The name-value pairs of a query: URLSearchParams (URL standard 6.2), URLQuery in 2012.
//
//   SearchParams params(url->search());
//   params.set("page", "2");
//   update_search(*url, params);
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "hrefkit/url/form_urlencoded.h"
#include "hrefkit/url/url.h"

namespace hrefkit::url {

/// A list of name-value pairs in UTF-8. Names and values that are passed in are UTF-8 too;
/// ill-formed bytes count as U+FFFD. Views and iterators live until the next change.
class SearchParams {
 public:
  SearchParams() = default;

  /// Parses a query, with or without its leading "?".
  explicit SearchParams(std::string_view query);

  explicit SearchParams(std::vector<FormEntry> entries);

  std::size_t size() const { return entries_.size(); }
  auto begin() const& { return entries_.begin(); }
  auto end() const& { return entries_.end(); }
  // Deleted for temporaries: the iterators would dangle. (A range-based for holds the list.)
  auto begin() const&& = delete;
  auto end() const&& = delete;

  void append(std::string_view name, std::string_view value);

  /// Removes every pair of that name, or of that name and value (the API's `delete`).
  void remove(std::string_view name, std::optional<std::string_view> value = std::nullopt);

  /// The first value of that name.
  std::optional<std::string_view> get(std::string_view name) const&;
  std::optional<std::string_view> get(std::string_view name) const&& = delete;
  std::vector<std::string_view> get_all(std::string_view name) const&;
  std::vector<std::string_view> get_all(std::string_view name) const&& = delete;
  bool has(std::string_view name, std::optional<std::string_view> value = std::nullopt) const;

  /// Gives the first pair of that name the value and removes the others, or appends a pair.
  void set(std::string_view name, std::string_view value);

  /// Sorts by name, in the order of UTF-16 code units; pairs of one name keep their order.
  void sort();

  /// application/x-www-form-urlencoded, without "?".
  std::string to_string() const;

 private:
  std::vector<FormEntry> entries_;
};

/// The API's "update" step: makes `params` the query of `url`; a list without pairs removes the
/// query.
void update_search(Url& url, SearchParams const& params);

}  // namespace hrefkit::url
