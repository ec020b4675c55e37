// RFC 3492 states its procedures as nested loops over the label, which take quadratic time, and the
// URL standard does not limit labels. Here a Fenwick tree counts the code points between two
// positions, so that both directions take n log n:
//
// The encoder handles the code points in ascending order and, of equal ones, from left to right.
// Between two of them the delta grows by one for each smaller code point in between.
//
// Each insertion of the decoder has an index into the label so far. From the last insertion to the
// first, that index counts the positions that no later insertion takes.
#include "hrefkit/url/host/punycode.h"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "hrefkit/text/byte_set.h"
#include "hrefkit/text/utf8.h"

namespace hrefkit::url {

namespace {

// A Fenwick tree: counts over positions with prefix sums in logarithmic time.

/// A set of marked positions: counts those before a position, and finds the n-th.
class FenwickTree {
 public:
  /// `size` positions without marks.
  explicit FenwickTree(std::size_t size) : sums_(size + 1) {}

  /// Marks a position that is not marked, or clears one that is.
  void mark(std::size_t position) { add(position, 1); }
  void clear(std::size_t position) { add(position, ~std::uint32_t{0}); }

  /// The number of marked positions before `end`.
  std::size_t count_before(std::size_t end) const {
    std::uint32_t count = 0;
    for (std::size_t i = end; i > 0; i &= i - 1) count += sums_[i];
    return count;
  }

  /// The marked position that has `rank` marked ones before it; there must be one.
  std::size_t find(std::size_t rank) const {
    std::size_t position = 0;
    for (std::size_t step = std::bit_floor(sums_.size() - 1); step > 0; step >>= 1) {
      const std::size_t next = position + step;
      if (next >= sums_.size() || sums_[next] > rank) continue;
      position = next;
      rank -= sums_[next];
    }
    return position;
  }

 private:
  void add(std::size_t position, std::uint32_t change) {
    for (std::size_t i = position + 1; i < sums_.size(); i += i & (0 - i)) sums_[i] += change;
  }

  std::vector<std::uint32_t> sums_;  // modulo 2^32, so that a cleared mark subtracts one
};

// Section 5, "Parameter values for Punycode".
constexpr std::uint64_t base = 36;
constexpr std::uint64_t t_min = 1;
constexpr std::uint64_t t_max = 26;
constexpr std::uint64_t skew = 38;
constexpr std::uint64_t damp = 700;
constexpr std::uint64_t initial_bias = 72;
constexpr char32_t initial_n = 0x80;
constexpr std::uint64_t last_code_point = 0x10FFFF;

enum class Delta { first, later };

/// Section 6.1, "Bias adaptation function".
std::uint64_t adapt(std::uint64_t delta, std::uint64_t code_points, Delta which) {
  delta = which == Delta::first ? delta / damp : delta / 2;
  delta += delta / code_points;
  std::uint64_t k = 0;
  for (; delta > (base - t_min) * t_max / 2; k += base) delta /= base - t_min;
  return k + (base - t_min + 1) * delta / (delta + skew);
}

std::uint64_t threshold(std::uint64_t k, std::uint64_t bias) {
  return k <= bias ? t_min : std::min(k - bias, t_max);
}

/// Appends a delta as a generalized variable-length integer.
void append_delta(std::string& out, std::uint64_t delta, std::uint64_t bias) {
  constexpr std::string_view digits = "abcdefghijklmnopqrstuvwxyz0123456789";
  for (std::uint64_t k = base;; k += base) {
    const std::uint64_t t = threshold(k, bias);
    if (delta < t) break;
    out += digits[static_cast<std::size_t>(t + (delta - t) % (base - t))];
    delta = (delta - t) / (base - t);
  }
  out += digits[static_cast<std::size_t>(delta)];
}

/// The value of a digit, or `base`.
std::uint64_t digit_value(char c) {
  if (text::ascii_lower.contains(c)) return static_cast<std::uint64_t>(c - 'a');
  if (text::ascii_upper.contains(c)) return static_cast<std::uint64_t>(c - 'A');
  if (text::ascii_digit.contains(c)) return static_cast<std::uint64_t>(c - '0') + 26;
  return base;
}

/// One code point that the decoder inserts.
struct Insertion {
  std::size_t index;
  char32_t code_point;
};

/// The main loop of section 6.2 on the digits after the basic code points.
std::optional<std::vector<Insertion>> read_insertions(std::string_view digits,
                                                      std::size_t basic_count) {
  std::vector<Insertion> insertions;
  std::uint64_t n = initial_n;
  std::uint64_t i = 0;
  std::uint64_t bias = initial_bias;
  for (std::size_t at = 0; at < digits.size();) {
    const std::uint64_t length = basic_count + insertions.size() + 1;
    const std::uint64_t limit = (last_code_point + 1) * length;
    const std::uint64_t old_i = i;
    std::uint64_t weight = 1;
    for (std::uint64_t k = base;; k += base) {
      if (at == digits.size()) return std::nullopt;
      const std::uint64_t digit = digit_value(digits[at++]);
      if (digit == base) return std::nullopt;
      i += digit * weight;
      if (i >= limit) return std::nullopt;
      const std::uint64_t t = threshold(k, bias);
      if (digit < t) break;
      weight = std::min(weight * (base - t), limit);
    }
    bias = adapt(i - old_i, length, old_i == 0 ? Delta::first : Delta::later);
    n += i / length;
    i %= length;
    const auto code_point = static_cast<char32_t>(n);
    if (n > last_code_point || text::is_surrogate(code_point)) return std::nullopt;
    insertions.push_back({static_cast<std::size_t>(i), code_point});
    ++i;
  }
  return insertions;
}

constexpr char32_t not_set = 0xFFFF'FFFF;

/// Places the inserted code points, then the basic ones, at their final positions.
std::u32string arrange(std::string_view basic, std::vector<Insertion> const& insertions) {
  std::u32string label(basic.size() + insertions.size(), not_set);
  FenwickTree open(label.size());
  for (std::size_t i = 0; i < label.size(); ++i) open.mark(i);
  for (auto insertion = insertions.rbegin(); insertion != insertions.rend(); ++insertion) {
    const std::size_t place = open.find(insertion->index);
    label[place] = insertion->code_point;
    open.clear(place);
  }
  auto next = basic.begin();
  for (char32_t& c : label) {
    if (c == not_set) c = static_cast<unsigned char>(*next++);
  }
  return label;
}

/// The places of the code points past ASCII, by code point and place.
std::vector<std::size_t> sorted_places(std::u32string_view label) {
  std::vector<std::size_t> places;
  for (std::size_t i = 0; i < label.size(); ++i) {
    if (label[i] >= initial_n) places.push_back(i);
  }
  std::sort(places.begin(), places.end(), [label](std::size_t a, std::size_t b) {
    return label[a] != label[b] ? label[a] < label[b] : a < b;
  });
  return places;
}

}  // namespace

std::string punycode_encode(std::u32string_view label) {
  std::string out;
  FenwickTree smaller(label.size());
  for (std::size_t i = 0; i < label.size(); ++i) {
    if (label[i] >= initial_n) continue;
    out += static_cast<char>(label[i]);
    smaller.mark(i);
  }
  const std::size_t basic_count = out.size();
  std::uint64_t handled = basic_count;
  if (basic_count > 0) out += '-';
  const std::vector<std::size_t> places = sorted_places(label);
  char32_t n = initial_n;
  std::uint64_t delta = 0;
  std::uint64_t bias = initial_bias;
  std::size_t passed = 0;  // how many of `smaller` this pass over the label has passed
  std::size_t group = 0;   // the first of `places` with the code point `n`
  for (std::size_t k = 0; k < places.size(); ++k) {
    const std::size_t place = places[k];
    if (label[place] > n) {
      // Finish the pass for `n`, whose code points now count as smaller, and skip to the next.
      delta += smaller.count_before(label.size()) - passed;
      for (; group < k; ++group) smaller.mark(places[group]);
      delta += 1 + (label[place] - n - 1) * (handled + 1);
      n = label[place];
      passed = 0;
    }
    const std::size_t before = smaller.count_before(place);
    delta += before - passed;
    passed = before;
    append_delta(out, delta, bias);
    bias = adapt(delta, handled + 1, handled == basic_count ? Delta::first : Delta::later);
    delta = 0;
    ++handled;
  }
  return out;
}

std::optional<std::u32string> punycode_decode(std::string_view text) {
  const std::size_t delimiter = text.rfind('-');
  const bool has_basic = delimiter != std::string_view::npos && delimiter > 0;
  const std::string_view basic = has_basic ? text.substr(0, delimiter) : std::string_view();
  const auto insertions = read_insertions(text.substr(has_basic ? delimiter + 1 : 0), basic.size());
  if (!insertions) return std::nullopt;
  return arrange(basic, *insertions);
}

}  // namespace hrefkit::url
