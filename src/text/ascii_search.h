// Searches for words of ASCII in any letter case.
#pragma once

#include <bit>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "hrefkit/text/ascii.h"
#include "hrefkit/text/lanes.h"

namespace hrefkit::text {

/// One search.
///
/// FAST: the first and the last byte of the word are compared first, at their distance: few of 64
/// positions match both, and comparing the second byte rules out most of these.
template <class L>
class AsciiSearch {
 public:
  AsciiSearch(std::string_view text, std::string_view lower_word)
      : text_(text), word_(lower_word), reach_(lower_word.size() - 1) {}

  std::size_t find(std::size_t from) const {
    constexpr std::size_t w = L::width;
    std::size_t at = from;
    for (; left(at) >= 4 * w; at += 4 * w) {
      const auto a = ends_at(at);
      const auto b = ends_at(at + w);
      const auto c = ends_at(at + 2 * w);
      const auto d = ends_at(at + 3 * w);
      if (!((a | b) | (c | d)).any()) continue;
      auto bits = L::Marks::bits_of_64(a & has(1, at), b & has(1, at + w), c & has(1, at + 2 * w),
                                       d & has(1, at + 3 * w));
      for (; bits != 0; bits &= bits - 1) {
        const std::size_t place = at + static_cast<std::size_t>(std::countr_zero(bits));
        if (is_at(place)) return place;
      }
    }
    for (std::size_t rest = left(at); rest > 0; ++at, --rest) {
      if (is_at(at)) return at;
    }
    return std::string_view::npos;
  }

 private:
  /// The lower case of a letter. It maps some other bytes to equal ones, too; `is_at` compares the
  /// match again.
  static constexpr char lower(char byte) { return static_cast<char>(byte | case_bit); }

  /// The number of positions from `at` on that have room for the word.
  std::size_t left(std::size_t at) const {
    return text_.size() - at > reach_ ? text_.size() - at - reach_ : 0;
  }

  /// The positions from `at` on where byte `i` of the word matches.
  typename L::Marks has(std::size_t i, std::size_t at) const {
    return (L(text_.data() + at + i) | case_bit).equal(lower(word_[i]));
  }

  typename L::Marks ends_at(std::size_t at) const { return has(0, at) & has(reach_, at); }

  bool is_at(std::size_t at) const {
    return lower(text_[at]) == lower(word_.front()) &&
           equals_ignoring_ascii_case(text_.substr(at, word_.size()), word_);
  }

  static constexpr char case_bit = 0x20;

  std::string_view text_;
  std::string_view word_;
  std::size_t reach_;  // from the first byte of the word to the last
};

/// The first offset at or after `from` where `text` has `lower_word` in any ASCII letter case, or
/// npos. The word is in lower case and has at least two bytes.
template <class L = Lanes>
std::size_t find_ignoring_ascii_case(std::string_view text, std::string_view lower_word,
                                     std::size_t from = 0) {
  assert(lower_word.size() >= 2);
  return from > text.size() ? text.npos : AsciiSearch<L>(text, lower_word).find(from);
}

}  // namespace hrefkit::text
