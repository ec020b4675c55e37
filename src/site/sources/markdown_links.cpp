#include "hrefkit/site/sources/markdown_links.h"

#include <md4c.h>

#include <algorithm>
#include <cstddef>
#include <functional>
#include <optional>
#include <utility>

#include "hrefkit/html/character_reference.h"
#include "hrefkit/text/byte_set.h"
#include "hrefkit/text/utf8.h"

namespace hrefkit::site {

namespace {

/// Appends `text` with its character references decoded.
void append_decoded(std::string& out, std::string_view text) {
  while (!text.empty()) {
    const std::size_t plain = std::min(text.find('&'), text.size());
    out += text.substr(0, plain);
    text.remove_prefix(plain);
    if (text.empty()) return;
    const auto reference = html::match_character_reference(text, html::ReferencePlace::text);
    if (!reference) {
      out += '&';
      text.remove_prefix(1);
      continue;
    }
    text::append_utf8(out, reference->first);
    if (reference->second != 0) text::append_utf8(out, reference->second);
    text.remove_prefix(reference->length);
  }
}

constexpr text::ByteSet punctuation("!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~");

/// A destination as written, decoded: backslashes before punctuation, and character references.
std::string decoded_destination(std::string_view raw) {
  std::string unescaped;
  std::string out;
  for (std::size_t i = 0; i < raw.size(); ++i) {
    const bool is_escape = raw[i] == '\\' && i + 1 < raw.size() && punctuation.contains(raw[i + 1]);
    if (!is_escape) {
      unescaped += raw[i];
      continue;
    }
    append_decoded(out, unescaped);
    unescaped.clear();
    out += raw[++i];
  }
  append_decoded(out, unescaped);
  return out;
}

/// Collects what md4c tells.
class MarkdownReader {
 public:
  explicit MarkdownReader(std::string_view text) : text_(text) {}

  FoundMarkdown read() {
    const MD_PARSER parser{
        .abi_version = 0,
        .flags =
            MD_FLAG_PERMISSIVEURLAUTOLINKS | MD_FLAG_STRIKETHROUGH | MD_FLAG_NOINDENTEDCODEBLOCKS,
        .enter_block = [](MD_BLOCKTYPE, void*, void*) { return 0; },
        .leave_block = [](MD_BLOCKTYPE, void*, void*) { return 0; },
        .enter_span = [](MD_SPANTYPE type, void* detail,
                         void* reader) { return self(reader).enter(type, detail); },
        .leave_span = [](MD_SPANTYPE type, void*,
                         void* reader) { return self(reader).leave(type); },
        .text =
            [](MD_TEXTTYPE type, MD_CHAR const* text, MD_SIZE size, void* reader) {
              return self(reader).add_text(type, {text, size});
            },
        .debug_log = nullptr,
        .syntax = nullptr,
    };
    md_parse(text_.data(), static_cast<MD_SIZE>(text_.size()), &parser, this);
    find_decoded();
    return std::move(found_);
  }

 private:
  static MarkdownReader& self(void* reader) { return *static_cast<MarkdownReader*>(reader); }

  /// The offset of a part of the text; nullopt for text that md4c made.
  std::optional<std::uint32_t> offset_of(std::string_view part) const {
    const std::less<char const*> before;
    const bool is_outside = part.data() == nullptr || before(part.data(), text_.data()) ||
                            before(text_.data() + text_.size(), part.data() + part.size());
    if (is_outside) return std::nullopt;
    return static_cast<std::uint32_t>(part.data() - text_.data());
  }

  int enter(MD_SPANTYPE type, void* detail) {
    if (type == MD_SPAN_A) {
      open(static_cast<MD_SPAN_A_DETAIL const*>(detail)->href, false);
    } else if (type == MD_SPAN_IMG) {
      open(static_cast<MD_SPAN_IMG_DETAIL const*>(detail)->src, true);
    }
    return 0;
  }

  void open(MD_ATTRIBUTE const& destination, bool is_image) {
    MarkdownLink link;
    link.is_image = is_image;
    link.begin = at_;
    const std::string_view written(destination.text, destination.size);
    const auto place = offset_of(written);
    for (std::size_t i = 0;
         destination.size != 0 && destination.substr_offsets[i] < destination.size; ++i) {
      const std::size_t begin = destination.substr_offsets[i];
      const std::string_view part =
          written.substr(begin, destination.substr_offsets[i + 1] - begin);
      if (destination.substr_types[i] == MD_TEXT_ENTITY) {
        append_decoded(link.value, part);
      } else {
        link.value += part;
      }
    }
    if (place) {
      link.destination = {*place, *place + static_cast<std::uint32_t>(written.size())};
    }
    open_.push_back(found_.links.size());
    found_.links.push_back(std::move(link));
  }

  int leave(MD_SPANTYPE type) {
    const bool is_link = type == MD_SPAN_A || type == MD_SPAN_IMG;
    if (is_link && !open_.empty()) open_.pop_back();
    return 0;
  }

  int add_text(MD_TEXTTYPE type, std::string_view part) {
    const auto place = offset_of(part);
    const auto size = static_cast<std::uint32_t>(part.size());
    if (place) {
      at_ = *place + size;
      if (!open_.empty() && found_.links[open_.back()].text.empty()) {
        found_.links[open_.back()].begin = *place;
      }
    }
    const bool is_code = type == MD_TEXT_CODE || type == MD_TEXT_LATEXMATH;
    if (place && is_code) found_.code.push_back({*place, *place + size});
    std::string shown;
    if (type == MD_TEXT_ENTITY) {
      append_decoded(shown, part);
    } else if (type == MD_TEXT_BR || type == MD_TEXT_SOFTBR) {
      shown = " ";
    } else if (type != MD_TEXT_HTML) {
      shown = part;
    }
    for (std::size_t i = open_.size() - std::min(open_.size(), max_nested); i < open_.size(); ++i) {
      std::string& text = found_.links[open_[i]].text;
      if (text.size() < max_text) text += shown;
    }
    return 0;
  }

  /// Finds the bytes of the destinations that md4c decoded.
  void find_decoded() {
    std::uint32_t at = 0;
    for (MarkdownLink& link : found_.links) {
      if (link.destination.end == 0) {
        find_decoded(link, std::max(at, link.begin));
      } else if (link.destination.begin >= at) {
        at = std::max(at, link.begin);
      }
    }
    std::erase_if(found_.links, [](MarkdownLink const& link) {
      return link.destination.end == 0;  // it has no bytes: `[a]()`
    });
  }

  /// Looks in the paragraph of the link, then in all definitions.
  void find_decoded(MarkdownLink& link, std::uint32_t from) {
    if (from < paragraph_.begin || from >= paragraph_.end) {
      const std::size_t blank = std::min(text_.find("\n\n", from), text_.size());
      paragraph_ = {from, static_cast<std::uint32_t>(blank)};
    }
    const std::size_t end = paragraph_.end;
    std::size_t tries = 0;
    for (std::size_t at = from; at < end && ++tries <= max_tries; ++at) {
      at = text_.find("](", at);
      if (at == text_.npos || at >= end) break;
      if (take(link, at + 2)) return;
    }
    index_definitions();
    const auto known = std::lower_bound(
        definitions_.begin(), definitions_.end(), link.value,
        [](auto const& definition, std::string const& value) { return definition.first < value; });
    if (known != definitions_.end() && known->first == link.value) {
      link.destination = known->second;
    }
  }

  bool take(MarkdownLink& link, std::size_t begin) const {
    const text::Span raw = destination_at(begin);
    if (decoded_destination(raw.in(text_)) != link.value) return false;
    link.destination = raw;
    return true;
  }

  /// The destination that begins at a place (CommonMark 0.31, "link destination").
  text::Span destination_at(std::size_t begin) const {
    while (begin < text_.size() && text::ascii_whitespace.contains(text_[begin])) ++begin;
    const bool is_bracketed = begin < text_.size() && text_[begin] == '<';
    std::size_t depth = 0;
    if (is_bracketed) ++begin;
    std::size_t end = begin;
    for (; end < text_.size() && text_[end] != '\n'; ++end) {
      const char c = text_[end];
      if (c == '\\') {
        ++end;
      } else if (is_bracketed) {
        if (c == '>') break;
      } else if (c == '(') {
        ++depth;
      } else if (text::ascii_whitespace.contains(c) || (c == ')' && depth-- == 0)) {
        break;
      }
    }
    end = std::min(end, text_.size());
    return {static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(end)};
  }

  void index_definitions() {
    if (has_definitions_) return;
    has_definitions_ = true;
    for (std::size_t at = text_.find("]:"); at != text_.npos; at = text_.find("]:", at + 2)) {
      const text::Span raw = destination_at(at + 2);
      definitions_.emplace_back(decoded_destination(raw.in(text_)), raw);
    }
    std::stable_sort(definitions_.begin(), definitions_.end(),
                     [](auto const& a, auto const& b) { return a.first < b.first; });
  }

  static constexpr std::size_t max_text = 1024;
  static constexpr std::size_t max_tries = 50;
  static constexpr std::size_t max_nested = 4;  // links whose text another one is part of

  std::string_view text_;
  FoundMarkdown found_;
  std::vector<std::size_t> open_;  // links that are open
  std::uint32_t at_ = 0;           // the end of the text told last
  text::Span paragraph_ = {};      // of the destination that was looked for last
  std::vector<std::pair<std::string, text::Span>> definitions_;
  bool has_definitions_ = false;
};

}  // namespace

FoundMarkdown find_markdown_links(std::string_view text) {
  return MarkdownReader(text).read();
}

}  // namespace hrefkit::site
