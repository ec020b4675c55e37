#include "hrefkit/html/parse/tag_patcher.h"

#include <algorithm>
#include <cassert>
#include <iterator>
#include <unordered_set>

#include "hrefkit/html/syntax/markup_declaration.h"
#include "hrefkit/text/ascii.h"
#include "hrefkit/text/byte_set.h"

namespace hrefkit::html {

namespace {

/// True for names that may have a character that Gumbo takes for U+FFFD, or that one itself. Lead
/// bytes stand for all of their characters.
bool is_odd(std::string_view name) {
  constexpr text::ByteSet bytes = text::ByteSet::range(0x00, 0x1F) | text::ByteSet("\x7F\xC2") |
                                  text::ByteSet::range(0xEF, 0xF4);
  return std::any_of(name.begin(), name.end(), [&](char c) { return bytes.contains(c); });
}

/// The number with as many digits: digits and lower case letters, and of a longer number the last.
std::string numbered_name(std::size_t number, std::size_t length) {
  constexpr std::string_view digits = "0123456789abcdefghijklmnopqrstuvwxyz";
  std::string name(length, '0');
  for (std::size_t i = length; i > 0 && number > 0; --i, number /= digits.size()) {
    name[i - 1] = digits[number % digits.size()];
  }
  return name;
}

}  // namespace

std::optional<std::uint32_t> PatchedText::to_original(std::size_t offset) const {
  const auto next =
      std::partition_point(insertions.begin(), insertions.end(),
                           [&](Insertion const& insertion) { return insertion.end <= offset; });
  const std::size_t inserted = next == insertions.begin() ? 0 : std::prev(next)->total;
  const bool is_in_next =
      next != insertions.end() && offset >= next->end - (next->total - inserted);
  if (is_in_next) return std::nullopt;
  return static_cast<std::uint32_t>(offset - inserted);
}

PatchedText TagPatcher::result(std::size_t end) {
  if (insertions_.empty()) {
    return {.text = (changed_ ? std::string_view(buffer_) : text_).substr(0, end)};
  }
  PatchedText patched;
  std::string spread;
  std::size_t from = 0;
  for (auto const& [at, text] : insertions_) {
    spread.append(buffer_, from, at - from);
    spread += text;
    from = at;
    const std::size_t before = patched.insertions.empty() ? 0 : patched.insertions.back().total;
    patched.insertions.push_back({spread.size(), before + text.size()});
  }
  spread.append(buffer_, from, end - from);
  buffer_ = std::move(spread);
  patched.text = buffer_;
  return patched;
}

void TagPatcher::insert_before(Tag const& tag, std::string_view text) {
  begin_change();
  insertions_.push_back({tag.span.begin, text});
}

void TagPatcher::rename(Tag const& tag, std::string_view name) {
  assert(name.size() <= tag.name.length());
  blank(tag.name);
  put(tag.name.begin, name);
}

void TagPatcher::replace(Tag const& tag, std::string_view opening) {
  assert(tag.span.length() > opening.size());
  blank(tag.span);
  put(tag.span.begin, opening);
  put(tag.span.end - 1, ">");
}

void TagPatcher::shorten(Tag const& tag) {
  constexpr std::uint32_t shortest_comment = 3;
  begin_change();
  put(tag.name.end, ">");
  const text::Span rest{tag.name.end + 1, tag.span.end};
  if (rest.length() < shortest_comment) {
    blank(rest);
  } else {
    comment_out(rest);
  }
}

void TagPatcher::comment_out(text::Span span) {
  blank(span);
  put(span.begin, "<!");
  put(span.end - 1, ">");
}

void TagPatcher::blank_duplicates(Tag const& tag) {
  std::uint32_t from = tag.name.end;
  for (TagAttribute const& attribute : tag.attributes) {
    separate({from, attribute.name.begin});
    from = attribute.value.end + (attribute.quote == 0 ? 0 : 1);
  }
  blank({from, tag.span.end - 1});
  if (tag.self_closing) put(tag.span.end - 2, "/");
}

void TagPatcher::blank(text::Span span) {
  begin_change();
  std::fill_n(buffer_.begin() + span.begin, span.length(), ' ');
}

void TagPatcher::replace_empty_end_tags(text::Span span) {
  constexpr std::string_view empty_end_tag = "</>";
  const std::string_view text = span.in(text_);
  for (std::size_t i = 0; (i = text.find(empty_end_tag, i)) != std::string_view::npos;
       i += empty_end_tag.size()) {
    begin_change();
    buffer_[span.begin + i + 1] = '!';
  }
}

void TagPatcher::replace_cdata(text::Span span) {
  const std::string_view text = text_.substr(0, span.end);
  std::size_t at = span.begin;
  while ((at = text.find('<', at)) != text.npos) {
    const std::string_view rest = text.substr(at);
    if (rest.starts_with("<!")) {
      const std::size_t end = skip_markup_declaration(text, at, Cdata::section);
      if (rest.starts_with(cdata_start)) replace_section(at, end);
      at = end;
    } else {
      at = rest.starts_with("</") || rest.starts_with("<?") ? skip_bogus_comment(text, at + 1)
                                                            : at + 1;
    }
  }
}

void TagPatcher::spoil_cdata(text::Span span) {
  const std::string_view text = span.in(text_);
  for (std::size_t i = 0; (i = text.find(cdata_start, i)) != std::string_view::npos; ++i) {
    begin_change();
    buffer_[span.begin + i + 2] = 'x';
  }
}

void TagPatcher::rename_odd_attributes(Tag const& tag) {
  const auto is_odd_here = [&](TagAttribute const& attribute) {
    return is_odd(attribute.name.in(text_));
  };
  if (std::count_if(tag.attributes.begin(), tag.attributes.end(), is_odd_here) < 2) return;
  begin_change();
  std::unordered_set<std::string> taken;
  for (TagAttribute const& attribute : tag.attributes) {
    if (!is_odd_here(attribute)) taken.insert(text::to_ascii_lower(attribute.name.in(text_)));
  }
  std::size_t count = 0;
  for (TagAttribute const& attribute : tag.attributes) {
    if (!is_odd_here(attribute)) continue;
    std::string name;
    constexpr int most_tries = 100;  // short names may all be taken
    for (int i = 0; i < most_tries; ++i) {
      name = numbered_name(count++, attribute.name.length());
      if (taken.insert(name).second) break;
    }
    put(attribute.name.begin, name);
  }
}

void TagPatcher::replace_nuls(Tag const& tag) {
  constexpr char substitute = '\x1A';
  if (tag.span.in(text_).find('\0') == std::string_view::npos) return;
  begin_change();
  const auto begin = buffer_.begin() + tag.span.begin;
  std::replace(begin, begin + tag.span.length(), '\0', substitute);
}

void TagPatcher::replace_section(std::size_t begin, std::size_t end) {
  std::string_view content = text_.substr(begin, end - begin);
  content.remove_prefix(cdata_start.size());
  if (content.ends_with(cdata_end)) content.remove_suffix(cdata_end.size());
  blank({static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(end)});
  if (content.empty()) {
    put(static_cast<std::uint32_t>(begin), "<!--");
    put(static_cast<std::uint32_t>(end - cdata_end.size()), "-->");
  } else if (!text::strip_ascii_whitespace(content).empty()) {
    buffer_[begin] = 'x';
  }
}

void TagPatcher::separate(text::Span span) {
  if (span.length() < 2) return;
  begin_change();
  buffer_[span.begin] = ' ';
  std::fill_n(buffer_.begin() + span.begin + 1, span.length() - 1, '/');
}

void TagPatcher::begin_change() {
  if (!changed_) buffer_ = text_;
  changed_ = true;
}

void TagPatcher::put(std::uint32_t at, std::string_view bytes) {
  std::copy(bytes.begin(), bytes.end(), buffer_.begin() + at);
}

}  // namespace hrefkit::html
