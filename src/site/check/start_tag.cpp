#include "hrefkit/site/check/start_tag.h"

#include <algorithm>

#include "hrefkit/text/ascii.h"

namespace hrefkit::site {

namespace {

constexpr int most_tags = 16;  // a value before the place may hold some '<'
constexpr std::size_t longest_tag = 4096;
constexpr text::ByteSet before_name = text::ascii_whitespace | text::ByteSet("/");
constexpr text::ByteSet after_name = text::ascii_whitespace | text::ByteSet("/>=");
constexpr text::ByteSet after_value = text::ascii_whitespace | text::ByteSet(">");

/// Reads the attributes of one start tag: HTML Standard 13.2.5.32 to 13.2.5.39.
class TagReader {
 public:
  TagReader(std::string_view text, std::size_t begin) : text_(text), at_(begin) {
    while (at_ < text_.size() && !after_name.contains(text_[at_])) ++at_;
  }

  /// Goes to the next attribute; false at the end of the tag.
  bool next() {
    skip(before_name);
    if (at_ >= text_.size() || text_[at_] == '>') return false;
    const std::size_t begin = at_++;
    while (at_ < text_.size() && !after_name.contains(text_[at_])) ++at_;
    name_ = text_.substr(begin, at_ - begin);
    skip(text::ascii_whitespace);
    value_begin_ = at_;
    value_ = {};
    if (at_ < text_.size() && text_[at_] == '=') read_value();
    return at_ <= text_.size();
  }

  std::string_view name() const { return name_; }
  std::string_view value() const { return value_; }
  bool holds(text::Span place) const {
    return value_begin_ <= place.begin && place.end <= value_begin_ + value_.size();
  }

 private:
  void skip(text::ByteSet const& set) {
    while (at_ < text_.size() && set.contains(text_[at_])) ++at_;
  }

  void read_value() {
    ++at_;
    skip(text::ascii_whitespace);
    if (at_ == text_.size()) return;
    const char quote = text_[at_];
    std::size_t end = 0;
    if (quote == '"' || quote == '\'') {
      ++at_;
      end = std::min(text_.find(quote, at_), text_.size());
    } else {
      end = at_;
      while (end < text_.size() && !after_value.contains(text_[end])) ++end;
    }
    value_begin_ = at_;
    value_ = text_.substr(at_, end - at_);
    at_ = quote == '"' || quote == '\'' ? end + 1 : end;
  }

  std::string_view text_;
  std::size_t at_;
  std::string_view name_;
  std::string_view value_;
  std::size_t value_begin_ = 0;
};

/// What a tag that begins at `tag` tells, if `place` stands in one of its values.
std::optional<SourceAttribute> attribute_in_tag(std::string_view text, std::size_t tag,
                                                text::Span place, std::string_view name) {
  SourceAttribute found{true, std::nullopt};
  bool holds_place = false;
  TagReader reader(text, tag + 1);
  while (reader.next()) {
    holds_place |= reader.holds(place);
    if (found.value || !text::equals_ignoring_ascii_case(reader.name(), name)) continue;
    found.value = reader.value();
    found.is_known = reader.value().find('&') == std::string_view::npos;
  }
  if (!holds_place) return std::nullopt;
  return found;
}

}  // namespace

SourceAttribute attribute_beside(std::string_view text, text::Span place, std::string_view name) {
  // Only a part of the text is looked at: a value may be as long as the text.
  const std::size_t first = place.begin - std::min<std::size_t>(place.begin, longest_tag);
  text = text.substr(first, place.end + longest_tag - first);
  place = {static_cast<std::uint32_t>(place.begin - first),
           static_cast<std::uint32_t>(place.end - first)};
  std::optional<SourceAttribute> found;
  std::size_t tag = place.begin;
  for (int tries = 0; tries < most_tags && tag != 0; ++tries) {
    tag = text.rfind('<', tag - 1);
    if (tag == std::string_view::npos) break;
    const auto read = attribute_in_tag(text, tag, place, name);
    if (!read) continue;
    if (found) return {};  // a '<' in a value: the text alone does not tell where the tag begins
    found = read;
  }
  return found.value_or(SourceAttribute());
}

}  // namespace hrefkit::site
