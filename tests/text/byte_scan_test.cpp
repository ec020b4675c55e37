// Each scan is compared with its definition, in all forms of lanes that this machine has.
#include "hrefkit/text/byte_scan.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <random>
#include <string>

#include "hrefkit/text/byte_set.h"
#include "support/exact_copy.h"

using hrefkit::test::ExactCopy;

namespace hrefkit::text {

namespace {

constexpr ByteSet json_marks = c0_control | ByteSet("\"\\");

/// Texts of `filler` with one byte, or none, of another value: each value at each place, of each
/// length below 16 and some above.
template <class Visit>
void for_each_odd_byte(char filler, Visit visit) {
  for (std::size_t size = 0; size < 70; size += size < 35 ? 1 : 7) {
    visit(std::string(size, filler));
    for (std::size_t place = 0; place < size; ++place) {
      for (int byte = 0; byte < 256; byte += size < 20 ? 1 : 31) {
        std::string text(size, filler);
        text[place] = static_cast<char>(byte);
        visit(text);
      }
    }
  }
}

template <class L>
void check_runs(std::string const& text) {
  const ExactCopy copy(text);
  const std::size_t ascii = length_until(text, non_ascii);
  if (ascii_run_length<L>(copy.text()) != ascii) FAIL("ASCII in " << text);
  const std::size_t plain = length_until(text, json_marks);
  if (json_run_length<L>(copy.text()) != plain) FAIL("JSON of " << text);
}

template <class L>
void check_near() {
  for (std::size_t size = 0; size < 70; ++size) {
    const ExactCopy bytes(std::string(size, '.'));
    for (std::size_t place = 0; place <= size; ++place) {
      if (place < size) bytes.begin()[place] = '<';
      for (std::size_t at = 0; at <= size; ++at) {
        const std::size_t found = find_near<L>(bytes.text(), '<', at);
        if (found != (at <= place ? place : size)) FAIL(size << ' ' << place << ' ' << at);
      }
      if (place < size) bytes.begin()[place] = '.';
    }
  }
  const std::string text(40, '>');
  for (std::size_t at = 0; at < text.size(); ++at) CHECK(find_near<L>(text, '>', at) == at);
}

template <class L>
void check_plain_names() {
  for (int byte = 0; byte < 256; ++byte) {
    const bool ends = byte <= ' ' || byte == '<' || byte == '=' || byte == '>' || byte >= 0x80;
    for (std::size_t place = 0; place <= plain_name_window; ++place) {
      std::string text(plain_name_window + 1, 'x');
      text[place] = static_cast<char>(byte);
      const std::size_t expected = ends ? place : plain_name_window;
      const ExactCopy copy(text.substr(0, plain_name_window));
      if (plain_name_length<L>(copy.begin()) != expected) FAIL(byte << " at " << place);
    }
  }
}

/// Line ends that end from `begin` up to `end`, by the definition.
LineEndCount line_ends(std::string_view text, std::size_t begin, std::size_t end) {
  LineEndCount result;
  for (std::size_t i = begin; i < end; ++i) {
    const bool is_lone_cr = text[i] == '\r' && text.substr(i, 2) != "\r\n";
    if (text[i] == '\n' || is_lone_cr) result = {result.count + 1, i + 1};
  }
  return result;
}

template <class L>
void check_counts(std::string const& text, std::size_t begin, std::size_t end) {
  const ExactCopy copy(text);
  const LineEndCount expected = line_ends(text, begin, end);
  const LineEndCount counted = count_line_ends<L>(copy.text(), begin, end);
  CHECK(counted.count == expected.count);
  CHECK(counted.last_line == expected.last_line);
  const std::size_t in_lanes = first_in_lanes<L>(begin, end);
  CHECK(in_lanes - begin < L::width);
  const auto characters = count_bytes_that<L>(copy.text(), in_lanes, end,
                                              [](L lanes) { return lanes.begin_characters(); });
  const std::string part = text.substr(in_lanes, end - in_lanes);
  CHECK(static_cast<std::ptrdiff_t>(characters) ==
        std::count_if(part.begin(), part.end(), [](char c) { return (c & 0xC0) != 0x80; }));
}

}  // namespace

TEST_CASE("a run ends at the first byte outside of ASCII, or that JSON escapes") {
  for_each_odd_byte('x', [](std::string const& text) {
    check_runs<PortableLanes>(text);
    check_runs<Lanes>(text);
  });
}

TEST_CASE("a run ends at the first of several bytes") {
  std::mt19937 random(8);
  for (int round = 0; round < 5000; ++round) {
    std::string text(random() % 200, 'x');
    for (auto changes = random() % 4; changes > 0 && !text.empty(); --changes) {
      text[random() % text.size()] = "\"\\\n\x80\xFF"[random() % 5];
    }
    check_runs<PortableLanes>(text);
    check_runs<Lanes>(text);
  }
}

TEST_CASE("a byte is found wherever it stands, and the end of the text without it") {
  check_near<PortableLanes>();
  check_near<Lanes>();
}

TEST_CASE("a plain name ends at white space, a mark of a tag or a byte outside of ASCII") {
  check_plain_names<PortableLanes>();
  check_plain_names<Lanes>();
}

TEST_CASE("line ends and characters are counted in any part of a text") {
  std::mt19937 random(9);
  for (int round = 0; round < 3000; ++round) {
    // Some texts have no CR, some are longer than what is counted before the counts are added up.
    const std::size_t kinds = random() % 2 == 0 ? 3 : 5;
    std::string text(random() % (round % 300 == 0 ? 20'000 : 300), 'x');
    for (char& c : text) {
      if (random() % 4 == 0) c = "\n\xC3\x80\r\r"[random() % kinds];
    }
    const std::size_t end = random() % (text.size() + 1);
    const std::size_t begin = random() % (end + 1);
    check_counts<PortableLanes>(text, begin, end);
    check_counts<Lanes>(text, begin, end);
  }
  const std::string lines(20'000, '\n');
  check_counts<PortableLanes>(lines, 0, lines.size());
  check_counts<Lanes>(lines, 0, lines.size());
}

}  // namespace hrefkit::text
