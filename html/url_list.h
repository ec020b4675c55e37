// Attribute values that list URLs: `ping="/a /b"`, `archive="a.jar, b.jar"`.
//
//   SpaceList urls(value);
//   while (auto url = urls.next()) use(url->in(value));
#pragma once

#include <concepts>  // IWYU pragma: keep
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "hrefkit/text/span.h"

namespace hrefkit::html {

/// The items of a list with ASCII white space between them, one after the other. Infra Standard,
/// "split a string on ASCII whitespace".
class SpaceList {
 public:
  /// `value` must outlive the list.
  explicit SpaceList(std::string_view value) : value_(value) {}
  template <std::same_as<std::string> Temporary>
  explicit SpaceList(Temporary&&) = delete;  // the value would not outlive this

  /// The next item's place in the value; it is not empty. nullopt after the last.
  std::optional<text::Span> next();

 private:
  std::string_view value_;
  std::size_t offset_ = 0;
};

/// True when `list`, with ASCII white space between its items, has an item that equals `wanted`.
/// ASCII case does not count.
bool has_item(std::string_view list, std::string_view wanted);

/// The items of a list with commas between them, without the ASCII white space around them; empty
/// items are left out. HTML 4.01 13.4, the `archive` attribute of `applet`.
class CommaList {
 public:
  /// `value` must outlive the list.
  explicit CommaList(std::string_view value) : value_(value) {}
  template <std::same_as<std::string> Temporary>
  explicit CommaList(Temporary&&) = delete;  // the value would not outlive this

  /// The next item's place in the value; it is not empty. nullopt after the last.
  std::optional<text::Span> next();

 private:
  std::string_view value_;
  std::size_t offset_ = 0;
};

/// The URLs in the parameters of a pinned site: the values of `action-uri`, `icon-uri` and
/// `polling-uri` (`polling-uri2` and so on) in "name=News;action-uri=./news;icon-uri=./n.ico".
/// Microsoft, "Pinned sites metadata".
class ParameterUrls {
 public:
  /// `value` must outlive this.
  explicit ParameterUrls(std::string_view value) : value_(value) {}
  template <std::same_as<std::string> Temporary>
  explicit ParameterUrls(Temporary&&) = delete;  // the value would not outlive this

  /// The next URL's place in the value, without white space around it; it is not empty. nullopt
  /// after the last.
  std::optional<text::Span> next();

 private:
  std::string_view value_;
  std::size_t offset_ = 0;
};

}  // namespace hrefkit::html
