#include "hrefkit/cli/io/line_reader.h"

#include <catch2/catch.hpp>
#include <iomanip>
#include <istream>
#include <sstream>
#include <streambuf>
#include <string>
#include <vector>

namespace hrefkit::cli {

namespace {

std::vector<std::string> lines_of(std::istream& stream) {
  LineReader reader(stream);
  std::vector<std::string> lines;
  while (const auto line = reader.next()) lines.emplace_back(*line);
  CHECK_FALSE(reader.error());
  return lines;
}

/// Gives its text in pieces of a size, as a pipe does.
class Pipe : public std::streambuf {
 public:
  Pipe(std::string text, std::size_t piece) : text_(std::move(text)), piece_(piece) {}
  std::size_t given() const { return at_; }

 protected:
  int_type underflow() override {
    if (at_ == text_.size()) return traits_type::eof();
    const std::size_t size = std::min(piece_, text_.size() - at_);
    setg(&text_[at_], &text_[at_], &text_[at_] + size);
    at_ += size;
    return traits_type::to_int_type(*gptr());
  }

 private:
  std::string text_;
  std::size_t piece_;
  std::size_t at_ = 0;
};

struct LinesCase {
  std::string text;
  std::vector<std::string> lines;
};

TEST_CASE("lines end at LF, the last one also at the end", "[lines]") {
  const std::string long_line(100'000, 'x');
  const std::vector<LinesCase> cases = {
      {"", {}},
      {"a", {"a"}},
      {"a\n", {"a"}},
      {"a\nb", {"a", "b"}},
      {"\n", {""}},
      {"\n\na\r\n", {"", "", "a\r"}},
      {std::string("a\0b\nc", 5), {std::string("a\0b", 3), "c"}},
      {long_line + "\ny", {long_line, "y"}},
  };
  for (auto const& [text, lines] : cases) {
    std::istringstream whole(text);
    CHECK(lines_of(whole) == lines);
    for (const std::size_t piece : {1UL, 2UL, 3UL, 4096UL}) {
      Pipe pipe(text, piece);
      std::istream stream(&pipe);
      CHECK(lines_of(stream) == lines);
    }
  }
}

TEST_CASE("a line is given before what follows it has come", "[lines]") {
  Pipe pipe("abc\ndef\nghi\n", 4);
  std::istream stream(&pipe);
  LineReader reader(stream);
  CHECK_FALSE(reader.has_line());
  CHECK(reader.next() == "abc");
  CHECK(pipe.given() == 4);
  CHECK_FALSE(reader.has_line());
  CHECK(reader.next() == "def");
  CHECK(pipe.given() == 8);
}

TEST_CASE("lines past the limit are cut, and told", "[line reader]") {
  std::ostringstream lines;
  lines << "abc\nabcd\n" << std::setfill('x') << std::setw(1000) << "\nz\n";
  lines << std::setw(50) << 'y';
  const std::string text = lines.str();
  std::istringstream stream(text);
  LineReader reader(stream, 3);
  std::vector<bool> too_long;
  std::vector<std::string> fine;
  while (const auto line = reader.next()) {
    too_long.push_back(reader.is_too_long());
    if (!reader.is_too_long()) fine.emplace_back(*line);
  }
  CHECK(too_long == std::vector<bool>{false, true, true, false, true});
  CHECK(fine == std::vector<std::string>{"abc", "z"});
}

}  // namespace

}  // namespace hrefkit::cli
