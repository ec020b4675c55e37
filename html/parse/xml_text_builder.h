// The text of one element, put together from the pieces that the XML parser reports.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "hrefkit/html/dom.h"

namespace hrefkit::html {

/// Collects text with its map to the source.
class XmlTextBuilder {
 public:
  bool empty() const { return value_.empty(); }

  /// Appends a piece that stands at `source`, whose text is `written`. A piece that differs from
  /// it is what a reference or newline brings; all pieces of one reference have the same source.
  void append(std::string_view piece, text::Span source, std::string_view written);

  /// Gives the text to the document, and is empty again.
  void give(Document& document, NodeId parent);

 private:
  void add_at(text::Span source, std::uint32_t size, bool copied);
  void flush();

  std::string value_;
  text::SourceMap map_;
  std::uint32_t begin_ = 0;
  std::uint32_t end_ = 0;
  std::uint32_t pending_ = 0;  ///< bytes of the value that stand for `pending_source_` as a whole
  text::Span pending_source_;
};

}  // namespace hrefkit::html
