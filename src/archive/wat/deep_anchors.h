// A stack of open anchors that are nested too deep to collect text.
//
// A page may nest millions of anchors and close few of them. This stack stores only the offset of
// each tag, usually in one or two bytes. The tag is read again at its end tag.
#pragma once

#include <cstddef>
#include <deque>
#include <optional>

namespace hrefkit::archive {

/// A stack of anchors, by the places of their tags in the page.
class DeepAnchors {
 public:
  /// Starts a new page.
  void start();

  /// Pushes an anchor whose tag is at `place`.
  void add(std::size_t place);

  /// Pops the last anchor and returns its place; nullopt without one.
  std::optional<std::size_t> close();

 private:
  /// Distances from one place to the next, in groups of 7 bits. The highest group comes first and
  /// has bit 7 set, so that a distance is read from its end.
  std::deque<unsigned char> distances_;
  std::size_t last_ = 0;
};

}  // namespace hrefkit::archive
