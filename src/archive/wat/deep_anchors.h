// The anchors that stand open inside so many others that no text goes to them.
//
// A page may have very many, most of which nobody closes. So only the place of each tag is kept, in
// one or two bytes as a rule; the tag is read again when its end tag comes.
#pragma once

#include <cstddef>
#include <deque>
#include <optional>

namespace hrefkit::archive {

/// A stack of anchors, by the places of their tags in the page.
class DeepAnchors {
 public:
  /// Begins a page.
  void start();

  /// Adds an anchor behind the last one.
  void add(std::size_t place);

  /// Reads an end tag: removes the last anchor and returns its place. Nullopt without one.
  std::optional<std::size_t> close();

 private:
  /// Distances from one place to the next, in groups of 7 bits. The highest group comes first and
  /// has bit 7 set, so that a distance is read from its end.
  std::deque<unsigned char> distances_;
  std::size_t last_ = 0;
};

}  // namespace hrefkit::archive
