#include "hrefkit/html/parse/tag_patcher.h"

#include <algorithm>
#include <cassert>
#include <iterator>

#include "hrefkit/html/syntax/markup_declaration.h"
#include "hrefkit/html/syntax/text_kinds.h"

namespace hrefkit::html {

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

void TagPatcher::insert_before(Tag const& tag, std::string text) {
  begin_change();
  insertions_.push_back({tag.span.begin, std::move(text)});
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

void TagPatcher::set_attributes(Tag const& tag, std::string_view attributes) {
  const text::Span all{tag.name.end, tag.span.end - 1};
  assert(attributes.size() <= all.length());
  blank(all);
  put(all.begin, attributes);
  if (tag.self_closing) put(all.end - 1, "/");
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

void TagPatcher::replace_cdata(text::Span span, ReplacedCdata which) {
  const std::string_view text = text_.substr(0, span.end);
  std::size_t at = span.begin;
  while ((at = text.find('<', at)) != text.npos) {
    const std::string_view rest = text.substr(at);
    if (rest.starts_with("<!")) {
      const std::size_t end = skip_markup_declaration(text, at, Cdata::section);
      if (rest.starts_with(cdata_start)) replace_section(at, end, which);
      at = end;
    } else {
      at = rest.starts_with("</") || rest.starts_with("<?") ? skip_bogus_comment(text, at + 1)
                                                            : at + 1;
    }
  }
}

void TagPatcher::replace_nuls(text::Span span) {
  constexpr char substitute = '\x1A';
  if (span.in(text_).find('\0') == std::string_view::npos) return;
  begin_change();
  const auto begin = buffer_.begin() + span.begin;
  std::replace(begin, begin + span.length(), '\0', substitute);
}

void TagPatcher::replace_section(std::size_t begin, std::size_t end, ReplacedCdata which) {
  std::string_view content = text_.substr(begin, end - begin);
  content.remove_prefix(cdata_start.size());
  if (content.ends_with(cdata_end)) content.remove_suffix(cdata_end.size());
  const bool is_visible = text_kinds(text_.substr(begin, end - begin), Cdata::section).visible;
  if (is_visible && which == ReplacedCdata::invisible) return;
  blank({static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(end)});
  if (content.empty()) {
    put(static_cast<std::uint32_t>(begin), "<!--");
    put(static_cast<std::uint32_t>(end - cdata_end.size()), "-->");
  } else if (is_visible) {
    buffer_[begin] = 'x';
  }
}

void TagPatcher::begin_change() {
  if (!changed_) buffer_ = text_;
  changed_ = true;
}

void TagPatcher::put(std::uint32_t at, std::string_view bytes) {
  std::copy(bytes.begin(), bytes.end(), buffer_.begin() + at);
}

}  // namespace hrefkit::html
