// The URLs in one value: the reader that both engines use.
//
//   if (row_counts(row, element)) {
//     ValueUrls urls(row, value);
//     while (const auto url = urls.next()) use(url->value, relative_to(row, url->value));
//   }
#pragma once

#include <concepts>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>

#include "hrefkit/html/css_urls.h"
#include "hrefkit/html/link_table.h"
#include "hrefkit/html/links/attribute_name.h"
#include "hrefkit/html/metadata_urls.h"
#include "hrefkit/html/srcset.h"
#include "hrefkit/html/url_list.h"
#include "hrefkit/text/span.h"

namespace hrefkit::html {

/// What a row may ask about the element on which it stands.
class LinkElement {
 public:
  /// The value of an attribute in no namespace, or nothing where the element does not have it. A
  /// view that lives until the next call.
  virtual std::optional<std::string_view> value_of(AttributeName attribute) const = 0;

  /// The local name, as the DOM has it.
  virtual std::string_view local_name() const = 0;

  /// True below a shadow root.
  virtual bool is_in_shadow_tree() const = 0;

 protected:
  ~LinkElement() = default;
};

/// The row that finds a link in an empty value, where `row` does not (AlsoFind::empty_values);
/// else `row` itself.
LinkRow const& with_empty_values(LinkRow const& row);

/// True when the values of `row` on `element` hold links.
bool row_counts(LinkRow const& row, LinkElement const& element);

/// What the links of `row` on `element` are for.
LinkKind kind_of(LinkRow const& row, LinkElement const& element);

/// True when a browser fetches the links of `row` on `element`, which are of that kind, as the
/// parser reaches them.
bool fetches_at_once(LinkRow const& row, LinkKind kind, LinkElement const& element);

/// One URL of a value.
struct ValueUrl {
  text::Span span;         ///< as written, in the value
  std::string_view value;  ///< without the escapes of the grammar; lives until the next one is read
};

/// Reads the URLs of one value, in source order. Takes time linear in the value's length.
class ValueUrls {
 public:
  /// `value` is the value as the DOM has it, at most 4 GiB; it must outlive this.
  ValueUrls(LinkRow const& row, std::string_view value);
  template <std::same_as<std::string> Temporary>
  ValueUrls(LinkRow const& row, Temporary&& value) = delete;

  /// The next URL; nothing after the last.
  std::optional<ValueUrl> next() &;

 private:
  /// A value that is one URL, or a refresh.
  struct Single {
    std::optional<text::Span> url;
    std::optional<text::Span> next() { return std::exchange(url, std::nullopt); }
  };
  using Reader =
      std::variant<Single, SpaceList, CommaList, Srcset, CssUrls, JsonLdUrls, ImportMapUrls>;

  static Reader reader_of(LinkRow const& row, std::string_view value);

  std::string_view value_;
  Reader reader_;
};

}  // namespace hrefkit::html
