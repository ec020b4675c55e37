// The loop over a page's tags: HTML standard 13.2.5 at the speed that memory allows.
//
// What stands in the text decides little: a tag's name is hashed from its first eight bytes, the
// end of a name is found among sixteen bytes at once, and an attribute is looked at only when its
// length and first letter may be those of one that the page wants. The states are those of
// tokenizer.cpp, which this must agree with; what is rare is left to the functions there.
#pragma once

#include <cstring>
#include <string_view>

#include "hrefkit/html/markup_declaration.h"
#include "hrefkit/html/raw_text.h"
#include "hrefkit/html/scan/byte_search.h"
#include "hrefkit/html/scan/page.h"
#include "hrefkit/text/byte_set.h"

namespace hrefkit::html::scan {

/// Scans one text for one page.
template <class Lanes>
class TagScanner {
 public:
  TagScanner(std::string_view text, Page& page)
      : begin_(text.data()), end_(text.data() + text.size()), text_(text), page_(page) {}

  /// Hands the page its tags until it gives up; false then. `after_tag` is called after each start
  /// tag that was handed over.
  template <class AfterTag>
  bool scan(AfterTag after_tag);

 private:
  static constexpr text::ByteSet white_space{"\t\n\f\r "};
  static constexpr text::ByteSet name_end = white_space | text::ByteSet("/>");
  static constexpr text::ByteSet attribute_end = white_space | text::ByteSet("/>=");
  static constexpr text::ByteSet value_end = white_space | text::ByteSet(">");

  std::uint32_t offset(char const* at) const { return static_cast<std::uint32_t>(at - begin_); }
  Span span(char const* from, char const* to) const { return {offset(from), offset(to)}; }

  char const* skip_markup(char const* less_than);
  char const* find_name_end(char const* at) const;
  char const* find_attribute_end(char const* at) const;
  char const* skip_white_space(char const* at) const {
    while (at < end_ && white_space.contains(*at)) ++at;
    return at;
  }
  TagName read_name(char const* name, char const* end) const;
  template <bool IsStart>
  char const* read_attributes(char const* at, AttributeMask wanted);
  char const* read_value(char const* at, WrittenValue* value);
  char const* skip_content(char const* after, ContentModel model, TagName name);

  char const* const begin_;
  char const* const end_;
  std::string_view text_;
  Page& page_;
  WrittenTag tag_;
};

template <class Lanes>
template <class AfterTag>
bool TagScanner<Lanes>::scan(AfterTag after_tag) {
  char const* at = begin_;
  while (true) {
    char const* const less_than = find_byte<Lanes>(at, end_, '<');
    if (page_.wants_all_tags()) page_.text(span(at, less_than));
    if (end_ - less_than < 2) break;
    const bool is_end_tag = less_than[1] == '/';
    char const* const name = less_than + (is_end_tag ? 2 : 1);
    if (name == end_) break;
    if (!text::ascii_alpha.contains(*name)) {
      at = skip_markup(less_than);
      continue;
    }
    char const* const after_name = find_name_end(name);
    if (after_name == end_) break;
    const TagName tag = read_name(name, after_name);
    if (is_end_tag) {
      at = *after_name == '>' ? after_name + 1 : read_attributes<false>(after_name, 0);
      if (at == nullptr) break;
      if (page_.wants_all_tags() || Page::counts_always(tag)) {
        page_.end_tag(tag, span(name, after_name));
        if (page_.given_up()) return false;
      }
      continue;
    }
    tag_.present = 0;
    tag_.self_closing = false;
    if (*after_name == '>') {
      at = after_name + 1;
    } else {
      const AttributeMask wanted = page_.wants_all_tags() ? ~AttributeMask{0} : page_.wanted(tag);
      at = read_attributes<true>(after_name, wanted);
      if (at == nullptr) break;
    }
    if (tag_.present == 0 && !page_.wants_all_tags() && !Page::counts_always(tag)) continue;
    tag_.span = span(less_than, at);
    tag_.name = span(name, after_name);
    tag_.tag = tag;
    const ContentModel content = page_.start_tag(tag_);
    if (page_.given_up()) return false;
    if (content != ContentModel::data) at = skip_content(at, content, tag);
    after_tag();
  }
  page_.end();
  return !page_.given_up();
}

/// Past the comment, or the lone character, at a `<` that begins no tag.
template <class Lanes>
char const* TagScanner<Lanes>::skip_markup(char const* less_than) {
  const char c = less_than[1];
  if (c != '!' && c != '?' && c != '/') return less_than + 1;
  page_.markup();
  const std::size_t at = offset(less_than);
  if (c == '!') return begin_ + skip_markup_declaration(text_, at, page_.cdata());
  return begin_ + skip_bogus_comment(text_, at + (c == '/' ? 2 : 1));
}

template <class Lanes>
char const* TagScanner<Lanes>::find_name_end(char const* at) const {
  while (static_cast<std::size_t>(end_ - at) >= Lanes::width) {
    const Lanes lanes(at);
    std::uint32_t stops = lanes.at_most_space() | lanes.equal('/') | lanes.equal('>');
    for (; stops != 0; stops &= stops - 1) {
      char const* const stop = at + first_bit(stops);
      if (name_end.contains(*stop)) return stop;  // else a control character
    }
    at += Lanes::width;
  }
  while (at < end_ && !name_end.contains(*at)) ++at;
  return at;
}

template <class Lanes>
char const* TagScanner<Lanes>::find_attribute_end(char const* at) const {
  while (static_cast<std::size_t>(end_ - at) >= Lanes::width) {
    const Lanes lanes(at);
    std::uint32_t stops =
        lanes.equal('=') | lanes.at_most_space() | lanes.equal('/') | lanes.equal('>');
    for (; stops != 0; stops &= stops - 1) {
      char const* const stop = at + first_bit(stops);
      if (attribute_end.contains(*stop)) return stop;
    }
    at += Lanes::width;
  }
  while (at < end_ && !attribute_end.contains(*at)) ++at;
  return at;
}

template <class Lanes>
TagName TagScanner<Lanes>::read_name(char const* name, char const* end) const {
  return tag_name({name, static_cast<std::size_t>(end - name)});
}

/// Reads on to past the tag's `>`; null where the text ends before. See `read_attributes` in
/// tokenizer.cpp.
template <class Lanes>
template <bool IsStart>
char const* TagScanner<Lanes>::read_attributes(char const* at, AttributeMask wanted) {
  while (true) {
    at = skip_white_space(at);
    if (at == end_) return nullptr;
    if (*at == '>') return at + 1;
    if (*at == '/') {
      ++at;
      tag_.self_closing = at < end_ && *at == '>';
      continue;
    }
    char const* const name = at;
    at = find_attribute_end(at + 1);
    WrittenValue* value = nullptr;
    const auto length = static_cast<std::size_t>(at - name);
    if (IsStart && attribute_filter.may_contain(length, *name)) {
      const AttributeName known = attribute_name({name, length});
      if (known != AttributeName::other) {
        const AttributeMask mask = mask_of(known) & wanted & ~tag_.present;
        if (mask != 0) {
          tag_.present |= mask;
          value = &tag_.values[static_cast<std::size_t>(known)];
          *value = {span(at, at), false};
        }
      }
    }
    if (at < end_ && white_space.contains(*at)) at = skip_white_space(at);
    if (at < end_ && *at == '=') {
      at = read_value(at + 1, value);
      if (at == nullptr) return nullptr;
    }
  }
}

/// Reads a value; null where the text ends before its quote.
template <class Lanes>
char const* TagScanner<Lanes>::read_value(char const* at, WrittenValue* value) {
  if (at < end_ && white_space.contains(*at)) at = skip_white_space(at);
  if (at == end_) return nullptr;
  const char quote = *at;
  if (quote == '"' || quote == '\'') {
    char const* const first = at + 1;
    bool odd = false;
    char const* const last = value == nullptr ? find_byte<Lanes>(first, end_, quote)
                                              : find_value_end<Lanes>(first, end_, quote, odd);
    if (last == end_) return nullptr;
    if (value != nullptr) *value = {span(first, last), odd};
    return last + 1;
  }
  char const* const first = at;
  bool odd = false;
  for (; at < end_ && !value_end.contains(*at); ++at) odd |= *at == '&' || *at == '\0';
  if (value != nullptr) *value = {span(first, at), odd};
  return at;
}

/// The `<` of the end tag that closes a raw text element, or the end.
template <class Lanes>
char const* TagScanner<Lanes>::skip_content(char const* after, ContentModel model, TagName name) {
  if (model == ContentModel::plain_text) return end_;
  const std::size_t from = offset(after);
  const std::size_t to =
      model == ContentModel::script_data
          ? find_script_end_tag(text_, from)
          : find_end_tag(text_, from, tag_names[static_cast<std::size_t>(name) - 1]);
  page_.element_text(span(after, begin_ + to));
  return begin_ + to;
}

}  // namespace hrefkit::html::scan
