#include "hrefkit/html/link_text.h"

#include <algorithm>
#include <iterator>
#include <span>

#include "hrefkit/html/element_view.h"
#include "hrefkit/html/syntax/attribute_value.h"
#include "hrefkit/html/syntax/markup_declaration.h"
#include "hrefkit/html/syntax/raw_text.h"
#include "hrefkit/html/syntax/tokenizer.h"
#include "hrefkit/html/tree/start_tag.h"
#include "hrefkit/html/tree/tag_stream.h"
#include "hrefkit/html/tree/tree_state.h"
#include "hrefkit/text/byte_set.h"
#include "hrefkit/text/utf8.h"

namespace hrefkit::html {

namespace {

/// Appends the text between two tags without the comments in it.
void append_text(std::string& out, std::string_view between, Cdata cdata) {
  std::string decoded;
  const auto append = [&](std::string_view raw) {
    decoded.clear();
    decode_text(raw, decoded, nullptr);
    out += decoded;
  };
  std::size_t begin = 0;
  for (std::size_t at = between.find('<'); at != between.npos; at = between.find('<', at)) {
    const char next = at + 1 < between.size() ? between[at + 1] : 0;
    std::size_t end = at + 1;
    if (next == '!') end = skip_markup_declaration(between, at, cdata);
    if (next == '?' || next == '/') end = skip_bogus_comment(between, at + 2);
    if (end == at + 1) {  // a character
      ++at;
      continue;
    }
    append(between.substr(begin, at - begin));
    const bool is_section = cdata == Cdata::section && between.substr(at).starts_with(cdata_start);
    if (is_section) {
      std::string_view content =
          between.substr(at + cdata_start.size(), end - at - cdata_start.size());
      if (content.ends_with(cdata_end)) content.remove_suffix(cdata_end.size());
      out += content;
    }
    begin = at = end;
  }
  append(between.substr(begin));
}

/// True for a hyperlink of `a` and `area`, and an image of `img` and `input`.
bool has_text(Link const& link) {
  return link.kind == LinkKind::hyperlink
             ? link.element == "a" || link.element == "area"
             : link.kind == LinkKind::image && (link.element == "img" || link.element == "input");
}

/// `text` with one space for all white space, and none at its ends, cut at `max` bytes.
std::string collapsed(std::string_view text, std::size_t max) {
  std::string out;
  for (const char c : text) {
    if (!text::ascii_whitespace.contains(c)) {
      out += c;
    } else if (!out.empty() && out.back() != ' ') {
      out += ' ';
    }
    if (out.size() > max) break;
  }
  if (out.size() > max) {
    std::size_t end = max;
    while (end > 0 && text::is_continuation_byte(out[end])) --end;
    out.resize(end);
  }
  if (out.ends_with(' ')) out.pop_back();
  return out;
}

}  // namespace

LinkTexts::LinkTexts(std::string_view text, bool scripting, TextParts parts) {
  TagStream stream(text, scripting);
  constexpr std::uint32_t none = UINT32_MAX;
  std::uint32_t open = none;  // where the tag of the open link begins
  std::string written;        // its text
  bool is_raw = false;        // the text before the next tag is that of a script or the like
  Cdata cdata = Cdata::comment;
  const auto close = [&] {
    if (open != none) add(open, written);
    open = none;
    written.clear();
  };
  const auto append_link_text = [&] {
    if (open != none && !is_raw) append_text(written, stream.preceding_text().in(text), cdata);
  };
  while (stream.read()) {
    append_link_text();
    stream.apply();
    Tag const& tag = stream.tag();
    is_raw = !tag.is_end && stream.outcome().content != ContentModel::data;
    cdata = stream.state().in_foreign_content() ? Cdata::section : Cdata::comment;
    if (tag.is(text, "a")) {
      close();
      if (!tag.is_end) open = tag.span.begin;
    } else if (tag.is_end) {
      continue;
    } else if (tag.is(text, "br")) {
      if (open != none) written += ' ';
    } else if (tag.is(text, "img") || tag.is(text, "area") || tag.is(text, "input")) {
      const bool has_alt = parts == TextParts::visible;
      const std::string alt = has_alt ? tag.value(text, "alt").value_or("") : "";
      if (open != none) written += alt;
      add(tag.span.begin, alt);
    }
  }
  append_link_text();
  close();
  const auto by_tag = [](Entry const& a, Entry const& b) { return a.tag < b.tag; };
  std::sort(entries_.begin(), entries_.end(), by_tag);
}

void LinkTexts::add(std::uint32_t tag, std::string_view text) {
  const auto begin = static_cast<std::uint32_t>(texts_.size());
  texts_ += collapsed(text, max_bytes);
  entries_.push_back({tag, {begin, static_cast<std::uint32_t>(texts_.size())}});
}

std::optional<std::string_view> LinkTexts::find(std::uint32_t tag) const {
  const auto found =
      std::lower_bound(entries_.begin(), entries_.end(), tag,
                       [](Entry const& entry, std::uint32_t at) { return entry.tag < at; });
  if (found == entries_.end() || found->tag != tag) return std::nullopt;
  return found->span.in(texts_);
}

std::optional<std::string_view> PageTexts::find(LinkBlock const& block, Link const& link) {
  if (!has_text(link)) return std::nullopt;
  auto found = texts_.find(link.context);
  if (found == texts_.end()) {
    const std::string_view text =
        link.context == 0 ? block.text : block.contexts[link.context].text;
    found = texts_.try_emplace(link.context, text, scripting_, parts_).first;
  }
  const auto number = static_cast<std::size_t>(&link - block.links.data());
  return found->second.find(block.places[number].tag.begin);
}

std::optional<std::string_view> LinkTexts::find_before(std::uint32_t place) const {
  const auto after =
      std::upper_bound(entries_.begin(), entries_.end(), place,
                       [](std::uint32_t at, Entry const& entry) { return at < entry.tag; });
  if (after == entries_.begin()) return std::nullopt;
  return std::prev(after)->span.in(texts_);
}

std::optional<std::string> text_of_link(LinkTexts const& texts, Link const& link,
                                        LinkBlock const& block) {
  // The places of links in frames are those in the file.
  if (has_text(link) && link.context == 0) {
    const auto text = texts.find_before(link.span.begin);
    if (text && !text->empty()) return collapsed(*text, max_row_text);
  }
  if (link.attribute.empty()) return std::nullopt;
  const ElementView element = block.element_of(link);
  for (const std::string_view name : {"aria-label", "title"}) {
    const auto value = element.attribute(name);
    std::string text = value ? collapsed(*value, max_row_text) : std::string();
    if (!text.empty()) return text;
  }
  return std::nullopt;
}

}  // namespace hrefkit::html
