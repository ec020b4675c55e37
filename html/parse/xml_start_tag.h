// Where the parts of an XML start tag stand in the source.
//
//   XmlStartTag tag(text, span);
//   while (auto attribute = tag.next()) use(attribute->name, attribute->value);
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

#include "hrefkit/text/span.h"

namespace hrefkit::html {

/// An attribute as written; `value` is what stands between the quotes.
struct XmlAttributeSource {
  text::Span name;
  text::Span value;
};

/// The parts of a start tag or empty-element tag that is known to be well-formed (XML 1.0, section
/// 3.1). On other text the answers mean nothing, but lie within the tag.
class XmlStartTag {
 public:
  /// `tag` runs from `<` to `>`, both included. `text` must outlive this.
  XmlStartTag(std::string_view text, text::Span tag);

  /// The element's name with its prefix, if it has one.
  text::Span name() const { return name_; }

  /// The next attribute in source order; nothing after the last.
  std::optional<XmlAttributeSource> next();

 private:
  text::Span read_name();

  std::string_view text_;  ///< up to the end of the tag
  std::size_t position_;
  text::Span name_;
};

}  // namespace hrefkit::html
