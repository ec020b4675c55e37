// Markup made of tricky pieces, at random or picked by bytes, for laws that must hold on every
// document.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace hrefkit::test {

/// A generator of documents; the same seed gives the same ones.
class TagSoup {
 public:
  explicit TagSoup(std::uint64_t seed) : state_(seed * 0x9E3779B97F4A7C15 + 1) {}

  /// A document of up to `pieces` tags, texts, comments and the like.
  std::string document(std::size_t pieces);

  /// The document that the bytes of `choices` pick: the same prefix gives the same beginning.
  static std::string document(std::string_view choices);

 private:
  std::size_t below(std::size_t limit);
  template <class List>
  auto const& any_of(List const& list) {
    return list[below(list.size())];
  }
  void append_piece();
  void append_start_tag();
  void append_frame();
  void append_attribute();
  void append_text();

  std::uint64_t state_;
  std::string_view choices_;  ///< the bytes left that pick; without any left, random numbers do
  std::string out_;
  int depth_ = 0;  ///< of the document in a frame that is made
};

}  // namespace hrefkit::test
