// The loop over a page's tags: HTML standard 13.2.5 at the speed that memory allows.
//
// What stands in the text decides little: a tag's name is hashed from its first eight bytes, the
// end of a name is found among sixteen bytes at once, and an attribute is looked at only when its
// length and first letter may be those of one that the page wants. The states are those of
// tokenizer.cpp, which this must agree with; what is rare is left to the functions there.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstring>
#include <string_view>

#include "hrefkit/html/names/tag_name.h"
#include "hrefkit/html/scan/link_collector.h"
#include "hrefkit/html/scan/tag_filter.h"
#include "hrefkit/html/syntax/attribute_value.h"
#include "hrefkit/html/syntax/markup_declaration.h"
#include "hrefkit/html/syntax/raw_text.h"
#include "hrefkit/text/byte_scan.h"
#include "hrefkit/text/lanes.h"
#include "hrefkit/text/little_endian.h"

namespace hrefkit::html::scan {

// Searches in the text of a page, many bytes at a time.

/// What may end a tag's name: white space, `/` and `>`, and with them all other bytes up to the
/// space, `.` and `?`. These are rare in names, and the set takes a third of the instructions.
template <class Lanes>
typename Lanes::Marks may_end_name(Lanes lanes) {
  return lanes.up_to(' ') | (lanes | '\x11').equal('?');  // . / > ? all become ?
}

/// What may end an attribute's name: these and `=`.
template <class Lanes>
typename Lanes::Marks may_end_attribute(Lanes lanes) {
  return may_end_name(lanes) | lanes.equal('=');
}

/// The first `c` from `at` on, or `end`; sets `coded` where a byte before it is `&`, CR or NUL, so
/// that the text needs decoding.
template <class Lanes>
inline char const* find_value_end(char const* at, char const* end, char c, bool& coded) {
  coded = false;
  while (static_cast<std::size_t>(end - at) >= Lanes::width) {
    const Lanes lanes(at);
    const auto found = lanes.equal(c).bits();
    coded |= (coded_bytes(lanes).bits() & text::bits_before(found)) != 0;
    if (found != 0) return at + text::first_byte<Lanes>(found);
    at += Lanes::width;
  }
  for (; at < end && *at != c; ++at) coded |= *at == '&' || *at == '\r' || *at == '\0';
  return at;
}

/// Finds one `<` after the other.
///
/// FAST: the marks of 64 bytes are found at once, wherever the last search ended. So the processor
/// need not know where a tag ends to look for the next one: it works on several tags at a time. The
/// rows of an archive take 5 % less time, finding the links of a manual 9 %.
/// To find all marks of 4 KB ahead of the walk (`<`, quotes and `>` as a list of places) made
/// finding 12 to 17 % slower, and so did a list of the next 32 tags that count.
template <class Lanes>
class LessThanSearch {
 public:
  LessThanSearch(char const* begin, char const* end) : block_(begin), end_(end) { look(); }

  /// The first `<` from `at` on, or the end; `at` is behind what was found before.
  [[gnu::always_inline]] char const* find(char const* at) {
    while (true) {
      while (marks_ != 0) {
        char const* const found = block_ + std::countr_zero(marks_);
        marks_ &= marks_ - 1;
        if (found >= at) return found;
      }
      if (static_cast<std::size_t>(end_ - block_) <= width) return end_;
      block_ += width;
      if (at >= block_ + width) [[unlikely]]
        go_to(at);
      look();
    }
  }

 private:
  static constexpr std::size_t width = 64;

  /// Goes on at `at`, or at a `<` far behind it: the C library has code for each processor.
  void go_to(char const* at) {
    auto const* const found =
        static_cast<char const*>(std::memchr(at, '<', static_cast<std::size_t>(end_ - at)));
    block_ = found == nullptr ? end_ : found;
  }

  void look() {
    if (static_cast<std::size_t>(end_ - block_) >= width) {
      const auto marks = [this](std::size_t from) { return Lanes(block_ + from).equal('<'); };
      marks_ = Lanes::Marks::bits_of_64(marks(0), marks(16), marks(32), marks(48));
      return;
    }
    marks_ = 0;
    for (char const* at = block_; at < end_; ++at) {
      marks_ |= std::uint64_t{*at == '<'} << (at - block_);
    }
  }

  char const* block_;
  char const* const end_;
  std::uint64_t marks_ = 0;
};

/// Scans one text for one page: a `Page`, or what else has its functions for the scanner.
template <class Lanes, class Page>
class TagScanner {
 public:
  TagScanner(std::string_view text, Page& page)
      : begin_(text.data()), end_(text.data() + text.size()), text_(text), page_(page) {}

  /// Passes the tags from an offset on to the page until it gives up; false then. `after_tag` is
  /// called after each start tag that the page got.
  template <class AfterTag>
  bool scan(AfterTag after_tag, std::uint32_t from = 0);

 private:
  /// This far from the end, the fast ways look at bytes without asking whether they are there.
  static constexpr std::size_t margin = 4 * Lanes::width;

  /// ` class="`
  static constexpr std::uint64_t class_start = text::pack_name(" class=\"");
  static constexpr std::size_t class_start_size = sizeof class_start;
  static_assert(std::find(attribute_names.begin(), attribute_names.end(), "class") ==
                attribute_names.end());

  /// ` title="`, which no link table has either.
  static constexpr std::uint64_t title_start = text::pack_name(" title=\"");

  /// ` href="`
  static constexpr std::uint64_t href_start = text::pack_name(" href=\"");
  static constexpr std::size_t href_start_size = 7;
  static constexpr std::uint64_t href_start_bytes = ~std::uint64_t{0} >> 8;
  static constexpr AttributeName href_attribute = attribute_named("href");

  static bool is_alpha(char c) { return static_cast<unsigned char>((c | 0x20) - 'a') < 26; }
  bool has_margin(char const* at) const { return static_cast<std::size_t>(end_ - at) >= margin; }

  std::uint32_t offset(char const* at) const { return static_cast<std::uint32_t>(at - begin_); }
  text::Span span(char const* from, char const* to) const { return {offset(from), offset(to)}; }

  char const* pass_quick_tag(char const* less_than, TagFilter const& filter,
                             char const*& text_from);
  char const* find_quick_end(char const* at, bool has_class) const;
  char const* read_rest(char const* after_name, bool is_end_tag);
  char const* emit_start_tag(TagName tag, char const* less_than, char const* end);
  char const* skip_markup(char const* less_than);
  static TagName read_short_name(char const*& at);
  char const* find_name_end(char const* at) const;
  std::uint64_t pack(char const* name, std::size_t length) const;
  TagName read_rare_name(std::string_view name, TagFilter const& filter) const;
  template <bool IsStart>
  char const* read_attributes(char const* at);
  char const* read_common_attributes(char const* at);
  WrittenValue* known_value(char const* name, std::size_t length);
  WrittenValue* new_value(AttributeName attribute);
  char const* read_value(char const* at, WrittenValue* value);
  char const* skip_white_space(char const* at) const;
  char const* skip_content(char const* after, ContentModel model, TagName name);

  char const* const begin_;
  char const* const end_;
  std::string_view text_;
  Page& page_;
  WrittenTag tag_;
};

template <class Lanes, class Page>
template <class AfterTag>
bool TagScanner<Lanes, Page>::scan(AfterTag after_tag, std::uint32_t from) {
  char const* at = begin_ + from;
  LessThanSearch<Lanes> less_thans(at, end_);
  char const* text_from = at;  // where the text before the next tag begins
  TagFilter const* filter = &page_.filter();
  while (true) {
    char const* const less_than = less_thans.find(at);
    if (has_margin(less_than)) {
      if (char const* const end = pass_quick_tag(less_than, *filter, text_from)) {
        at = end;
        continue;
      }
    }
    if (end_ - less_than < 3) break;
    const bool is_end_tag = less_than[1] == '/';
    char const* const name = less_than + (is_end_tag ? 2 : 1);
    char const* after_name = name;
    if (!is_alpha(*name)) {
      const char c = less_than[1];
      if (c != '!' && c != '?' && c != '/') {  // a lone character
        at = less_than + 1;
        continue;
      }
      at = skip_markup(less_than);
      filter = &page_.filter();  // a comment may ask for the element behind it
      continue;
    }
    // FAST: finding links takes 7 % less time than with a search for the end of each name.
    TagName tag = has_margin(less_than) ? read_short_name(after_name) : TagName::unknown;
    if (tag == TagName::unknown) [[unlikely]] {
      after_name = find_name_end(name);
      if (after_name == end_) break;
      tag = read_rare_name({name, static_cast<std::size_t>(after_name - name)}, *filter);
    }
    const AttributeMask wanted = filter->attributes[static_cast<std::size_t>(tag)];
    at = read_rest(after_name, is_end_tag);
    if (at == nullptr) break;
    tag_.present &= wanted;
    if (tag_.present == 0) {
      if ((wanted & TagFilter::whole_tag) == 0) continue;
      if (page_.plain_tag(tag, is_end_tag, span(less_than, at))) {
        text_from = at;
        continue;
      }
    }
    page_.text(span(text_from, less_than));
    if (is_end_tag) {
      page_.end_tag(tag, span(name, after_name));
    } else {
      tag_.name = span(name, after_name);
      at = emit_start_tag(tag, less_than, at);
      after_tag();
    }
    if (page_.given_up()) return false;
    filter = &page_.filter();
    text_from = at;
  }
  page_.end();
  return !page_.given_up();
}

/// Passes a tag of `filter.quick`, and returns its end; null for all others.
template <class Lanes, class Page>
[[gnu::always_inline]] inline char const* TagScanner<Lanes, Page>::pass_quick_tag(
    char const* less_than, TagFilter const& filter, char const*& text_from) {
  QuickTag const* const tag =
      filter.quick->find(text::load_little_endian<std::uint64_t>(less_than + 1));
  if (tag == nullptr) return nullptr;
  char const* const end = find_quick_end(less_than + tag->size, tag->has_class);
  if (end == nullptr || tag->counts_as == TagName::unknown) return end;
  if (!page_.plain_tag(tag->counts_as, tag->is_end, span(less_than, end))) return nullptr;
  text_from = end;
  return end;
}

/// The end of a quick tag: `at`, or behind the class attribute at `at`. Null if the tag has more
/// attributes, or another one.
template <class Lanes, class Page>
[[gnu::always_inline]] inline char const* TagScanner<Lanes, Page>::find_quick_end(
    char const* at, bool has_class) const {
  if (!has_class) return at;
  if (text::load_little_endian<std::uint64_t>(at) != class_start) return nullptr;
  at = text::find_near<Lanes>(at + class_start_size, end_, '"');
  if (static_cast<std::size_t>(end_ - at) < 2 || at[1] != '>') return nullptr;
  return at + 2;
}

/// Reads from the end of a tag's name to past its `>`; null where the text ends before.
template <class Lanes, class Page>
[[gnu::always_inline]] inline char const* TagScanner<Lanes, Page>::read_rest(char const* after_name,
                                                                             bool is_end_tag) {
  tag_.present = 0;
  tag_.self_closing = false;
  if (*after_name == '>') return after_name + 1;
  return is_end_tag ? read_attributes<false>(after_name) : read_common_attributes(after_name);
}

/// Passes on the start tag from `less_than` to `end`; returns where the next tag may begin.
template <class Lanes, class Page>
inline char const* TagScanner<Lanes, Page>::emit_start_tag(TagName tag, char const* less_than,
                                                           char const* end) {
  tag_.span = span(less_than, end);
  tag_.tag = tag;
  const ContentModel content = page_.start_tag(tag_);
  return content == ContentModel::data ? end : skip_content(end, content, tag);
}

/// Past the comment, or what is read as one, at a `<` that does not begin a tag.
template <class Lanes, class Page>
char const* TagScanner<Lanes, Page>::skip_markup(char const* less_than) {
  const char c = less_than[1];
  const std::uint32_t at = offset(less_than);
  if (c != '!') return begin_ + skip_bogus_comment(text_, at + (c == '/' ? 2 : 1));
  page_.markup(at);
  return begin_ + skip_markup_declaration(text_, at, page_.cdata());
}

/// Reads a known name in lower case that ends within eight bytes with a space or `>`, and moves
/// `at` past it; `unknown` for all others.
template <class Lanes, class Page>
[[gnu::always_inline]] inline TagName TagScanner<Lanes, Page>::read_short_name(char const*& at) {
  const auto text = text::load_little_endian<std::uint64_t>(at);
  const std::uint64_t ends = text::mark_equal(text, ' ') | text::mark_equal(text, '>');
  if (ends == 0) return TagName::unknown;
  const auto length = static_cast<std::size_t>(std::countr_zero(ends)) / 8;
  at += length;
  const std::uint64_t before_end = ((ends & (0 - ends)) >> 7) - 1;
  return static_cast<TagName>(tag_name_table.find_short(text & before_end, length));
}

template <class Lanes, class Page>
inline char const* TagScanner<Lanes, Page>::find_name_end(char const* at) const {
  if (has_margin(at)) {
    at += may_end_name(Lanes(at)).first_or_width();
    if (*at == '>' || *at == ' ') return at;  // FAST: mostly
  }
  while (at < end_ && !tag_syntax::tag_name_end.contains(*at)) ++at;
  return at;
}

/// A name's first bytes; most can be read all at once.
template <class Lanes, class Page>
inline std::uint64_t TagScanner<Lanes, Page>::pack(char const* name, std::size_t length) const {
  return has_margin(name) ? text::pack_readable_name({name, length})
                          : text::pack_name({name, length});
}

/// Any name, or `unknown` where the name does not count and the tag has no attributes. Not inline:
/// such names are rare.
template <class Lanes, class Page>
[[gnu::noinline]] TagName TagScanner<Lanes, Page>::read_rare_name(std::string_view name,
                                                                  TagFilter const& filter) const {
  if (name.data()[name.size()] == '>' && !filter.names.may_contain(name)) return TagName::unknown;
  return static_cast<TagName>(tag_name_table.find(pack(name.data(), name.size()), name));
}

template <class Lanes, class Page>
char const* TagScanner<Lanes, Page>::skip_white_space(char const* at) const {
  while (at < end_ && tag_syntax::white_space.contains(*at)) ++at;
  return at;
}

/// Where the value of an attribute goes, if it is one of `attribute_names` and the first of its
/// name.
template <class Lanes, class Page>
inline WrittenValue* TagScanner<Lanes, Page>::known_value(char const* name, std::size_t length) {
  if (!Page::attribute_filter().may_contain({name, length})) return nullptr;
  const AttributeName known = read_attribute_name(pack(name, length), {name, length});
  return known == other_attribute ? nullptr : new_value(known);
}

/// Where the value of that attribute goes, if it is the first of its name.
template <class Lanes, class Page>
inline WrittenValue* TagScanner<Lanes, Page>::new_value(AttributeName attribute) {
  const AttributeMask mask = mask_of(attribute);
  if ((tag_.present & mask) != 0) return nullptr;
  tag_.present |= mask;
  return &tag_.values[static_cast<std::size_t>(attribute)];
}

/// FAST: attributes as nearly all are written, ` name="value"`. Whatever else comes is left to
/// `read_attributes`.
template <class Lanes, class Page>
[[gnu::always_inline]] inline char const* TagScanner<Lanes, Page>::read_common_attributes(
    char const* at) {
  while (has_margin(at)) {
    if (*at == '>') return at + 1;
    char const* first = at + class_start_size;
    WrittenValue* value = nullptr;
    // FAST: half of the attributes that are read in three manuals are href and title. To compare
    // their first eight bytes, and those of class, takes 3 % fewer instructions.
    const auto start = text::load_little_endian<std::uint64_t>(at);
    if ((start & href_start_bytes) == href_start) {
      first = at + href_start_size;
      value = new_value(href_attribute);
    } else if (start != class_start && start != title_start) {
      if (*at != ' ') break;
      char const* const name = at + 1;
      if (!is_alpha(*name)) break;
      const auto stops = may_end_attribute(Lanes(name)).bits();
      if (stops == 0) break;
      const std::size_t length = text::first_byte<Lanes>(stops);
      if (name[length] != '=' || name[length + 1] != '"') break;
      first = name + length + 2;
      value = known_value(name, length);
    }
    if (value == nullptr) {
      at = text::find_near<Lanes>(first, end_, '"');
      if (at == end_) return nullptr;
    } else {
      at = find_value_end<Lanes>(first, end_, '"', value->coded);
      if (at == end_) return nullptr;
      value->span = span(first, at);
    }
    ++at;
  }
  return read_attributes<true>(at);
}

/// Reads on to past the tag's `>`; null where the text ends before. See `read_attributes` in
/// tokenizer.cpp.
template <class Lanes, class Page>
template <bool IsStart>
char const* TagScanner<Lanes, Page>::read_attributes(char const* at) {
  while (true) {
    at = skip_white_space(at);
    if (at == end_) return nullptr;
    if (*at == '>') return at + 1;
    if (*at == '/') {
      ++at;
      tag_.self_closing = at < end_ && *at == '>';
      continue;
    }
    char const* const name = at++;
    while (at < end_ && !tag_syntax::attribute_name_end.contains(*at)) ++at;
    WrittenValue* value = nullptr;
    if (IsStart) value = known_value(name, static_cast<std::size_t>(at - name));
    if (value != nullptr) *value = {span(at, at), false};
    at = skip_white_space(at);
    if (at < end_ && *at == '=') {
      at = read_value(at + 1, value);
      if (at == nullptr) return nullptr;
    }
  }
}

/// Reads a value; null where the text ends before its quote.
template <class Lanes, class Page>
char const* TagScanner<Lanes, Page>::read_value(char const* at, WrittenValue* value) {
  at = skip_white_space(at);
  if (at == end_) return nullptr;
  bool coded = false;
  char const* first = at;
  const char quote = *at;
  if (quote == '"' || quote == '\'') {
    ++first;
    at = value == nullptr ? text::find_near<Lanes>(first, end_, quote)
                          : find_value_end<Lanes>(first, end_, quote, coded);
    if (at == end_) return nullptr;
    if (value != nullptr) *value = {span(first, at), coded};
    return at + 1;
  }
  for (; at < end_ && !tag_syntax::unquoted_value_end.contains(*at); ++at) {
    coded |= *at == '&' || *at == '\0';
  }
  if (value != nullptr) *value = {span(first, at), coded};
  return at;
}

/// The `<` of the end tag that closes a raw text element, or the end.
template <class Lanes, class Page>
char const* TagScanner<Lanes, Page>::skip_content(char const* after, ContentModel model,
                                                  TagName name) {
  if (model == ContentModel::plain_text) return end_;
  const std::size_t from = offset(after);
  const std::size_t to = find_content_end(text_, from, model, name);
  page_.element_text(span(after, begin_ + to));
  return begin_ + to;
}

}  // namespace hrefkit::html::scan
