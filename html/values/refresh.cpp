#include "hrefkit/html/refresh.h"

#include <cstddef>

#include "hrefkit/text/byte_set.h"

namespace hrefkit::html {

namespace {

using text::ascii_digit;
using text::ascii_whitespace;
using text::ByteSet;
using text::make_span;

/// Reads a value from the left.
class Reader {
 public:
  explicit Reader(std::string_view text) : text_(text) {}

  std::size_t position() const { return position_; }
  bool at_end() const { return position_ == text_.size(); }
  bool at(ByteSet const& set) const { return !at_end() && set.contains(text_[position_]); }

  /// Steps over all bytes of `set` that come next; true when there was one.
  bool skip_all(ByteSet const& set) {
    const std::size_t before = position_;
    while (at(set)) ++position_;
    return position_ != before;
  }

  /// Steps over the next byte if it is in `set`.
  bool skip_one(ByteSet const& set) {
    const bool found = at(set);
    if (found) ++position_;
    return found;
  }

 private:
  std::string_view text_;
  std::size_t position_ = 0;
};

/// Steps over the time and its separator (steps 3 to 10); false when this is not a refresh.
bool skip_time(Reader& reader) {
  reader.skip_all(ascii_whitespace);
  if (!reader.skip_all(ascii_digit) && !reader.at(ByteSet("."))) return false;
  reader.skip_all(ascii_digit | ByteSet("."));
  if (reader.at_end()) return true;
  if (!reader.at(ascii_whitespace | ByteSet(";,"))) return false;
  reader.skip_all(ascii_whitespace);
  reader.skip_one(ByteSet(";,"));
  reader.skip_all(ascii_whitespace);
  return true;
}

/// Steps over `url =` and the white space after it (steps 11.2 to 11.7). False when only a part of
/// it is there, so that the URL begins with that part. Without a `u` nothing is read.
bool skip_url_prefix(Reader& reader) {
  if (!reader.skip_one(ByteSet("uU"))) return true;
  if (!reader.skip_one(ByteSet("rR")) || !reader.skip_one(ByteSet("lL"))) return false;
  reader.skip_all(ascii_whitespace);
  if (!reader.skip_one(ByteSet("="))) return false;
  reader.skip_all(ascii_whitespace);
  return true;
}

}  // namespace

std::optional<text::Span> find_refresh_url(std::string_view content) {
  Reader reader(content);
  if (!skip_time(reader) || reader.at_end()) return std::nullopt;
  const std::size_t whole = reader.position();  // 11.1
  if (!skip_url_prefix(reader)) return make_span(whole, content.size());
  // 11.8 to 11.10: quotes.
  const std::size_t quote = reader.position();
  if (!reader.skip_one(ByteSet("'\""))) return make_span(quote, content.size());
  const std::size_t begin = reader.position();
  const std::size_t closing = content.find(content[quote], begin);
  return make_span(begin, closing == std::string_view::npos ? content.size() : closing);
}

}  // namespace hrefkit::html
