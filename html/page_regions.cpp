#include "hrefkit/html/page_regions.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <span>

#include "hrefkit/html/syntax/attribute_value.h"
#include "hrefkit/html/syntax/raw_text.h"
#include "hrefkit/html/syntax/tokenizer.h"
#include "hrefkit/html/tree/start_tag.h"
#include "hrefkit/html/tree/tag_stream.h"
#include "hrefkit/text/ascii.h"
#include "hrefkit/text/byte_set.h"

namespace hrefkit::html {

namespace {

/// What an element is for its page.
enum class Landmark : std::uint8_t { none, main, article, navigation, aside };

struct LandmarkRow {
  std::string_view name;
  Landmark landmark;
};

/// Elements (HTML Standard 4.3, read 2026-11-30).
constexpr std::array<LandmarkRow, 6> landmark_elements{{
    {"article", Landmark::article},
    {"aside", Landmark::aside},
    {"footer", Landmark::navigation},
    {"header", Landmark::navigation},
    {"main", Landmark::main},
    {"nav", Landmark::navigation},
}};

/// Values of the attribute role (WAI-ARIA 1.2, section 5.3.4, read 2026-11-30).
constexpr std::array<LandmarkRow, 7> landmark_roles{{
    {"article", Landmark::article},
    {"banner", Landmark::navigation},
    {"complementary", Landmark::aside},
    {"contentinfo", Landmark::navigation},
    {"main", Landmark::main},
    {"navigation", Landmark::navigation},
    {"search", Landmark::navigation},
}};

template <std::size_t size>
Landmark landmark_named(std::array<LandmarkRow, size> const& rows, std::string_view name) {
  for (LandmarkRow const& row : rows) {
    if (text::equals_ignoring_ascii_case(row.name, name)) return row.landmark;
  }
  return Landmark::none;
}

Landmark landmark_of(Tag const& tag, std::string_view text) {
  if (const auto role = tag.value(text, "role")) {
    const Landmark landmark = landmark_named(landmark_roles, text::strip_ascii_whitespace(*role));
    if (landmark != Landmark::none) return landmark;
  }
  return landmark_named(landmark_elements, tag.name.in(text));
}

/// A landmark that is open, and how many elements of its name are open in it, itself among them.
struct OpenLandmark {
  std::string name;
  Landmark landmark;
  std::size_t nested = 1;
};

/// The open landmarks, by end tags alone: a page that a program made closes what it opens.
class Landmarks {
 public:
  void open(std::string_view name, Landmark landmark) {
    if (landmark != Landmark::none) {
      // FAST: nobody nests so deeply, and the count of a name would take time for each.
      if (open_.size() < max_open) open_.push_back({text::to_ascii_lower(name), landmark});
      return;
    }
    if (!open_.empty() && text::equals_ignoring_ascii_case(open_.back().name, name)) {
      ++open_.back().nested;
    }
  }

  void close(std::string_view name) {
    if (open_.empty() || !text::equals_ignoring_ascii_case(open_.back().name, name)) return;
    if (--open_.back().nested == 0) open_.pop_back();
  }

  bool has(Landmark landmark) const {
    return std::any_of(open_.begin(), open_.end(),
                       [landmark](OpenLandmark const& open) { return open.landmark == landmark; });
  }

 private:
  static constexpr std::size_t max_open = 32;

  std::vector<OpenLandmark> open_;
};

}  // namespace

void append_letters(std::string& out, std::string_view text) {
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (text::ascii_alphanumeric.contains(c)) {
      out += text::to_ascii_lower(c);
    } else if (static_cast<unsigned char>(c) >= 0x80) {
      const bool is_mark =
          i + 2 < text.size() && c == '\xE2' && (text[i + 1] == '\x80' || text[i + 1] == '\x81');
      if (is_mark) {
        i += 2;
      } else if (c == '\xC2' && i + 1 < text.size() && text[i + 1] == '\xA0') {
        ++i;  // a space that does not break
      } else {
        out += c;
      }
    }
  }
}

PageRegions::PageRegions(std::string_view text, bool scripting) {
  TagStream stream(text, scripting);
  Landmarks landmarks;
  bool is_raw = false;  // the text before the next tag is that of a script or the like
  std::string decoded;
  std::uint32_t content_begin = 0;  // of the main content that is open
  std::size_t first_letter = 0;
  std::size_t end = 0;  // of the last tag
  while (stream.read()) {
    if (!is_raw) {
      decoded.clear();
      decode_text(stream.preceding_text().in(text), decoded, nullptr);
      append_letters(letters_, decoded);
    }
    stream.apply();
    Tag const& tag = stream.tag();
    end = tag.span.end;
    is_raw = !tag.is_end && stream.outcome().content != ContentModel::data;
    const std::string_view name = tag.name.in(text);
    if (tag.is_end) {
      const bool was_main = landmarks.has(Landmark::main);
      landmarks.close(name);
      if (was_main && !landmarks.has(Landmark::main) && content_.end == 0) {
        content_ = {content_begin, tag.span.begin};
        content_letters_ = text::make_span(first_letter, letters_.size());
      }
      continue;
    }
    Entry entry{.tag = tag.span.begin};
    entry.in_main = landmarks.has(Landmark::main);
    entry.in_article = landmarks.has(Landmark::article);
    const bool in_content = entry.in_main || entry.in_article;
    const bool in_navigation =
        landmarks.has(Landmark::navigation) || (!in_content && landmarks.has(Landmark::aside));
    if (in_navigation) entry.region = Region::navigation;
    const std::size_t begin = letters_.size() - std::min(letters_.size(), max_letters);
    entry.letters = {static_cast<std::uint32_t>(begin),
                     static_cast<std::uint32_t>(letters_.size())};
    if (tag.attributes.empty()) {
      // No link: it needs no entry.
    } else {
      entries_.push_back(entry);
    }
    const Landmark landmark = landmark_of(tag, text);
    has_main_ |= landmark == Landmark::main;
    has_article_ |= landmark == Landmark::article && landmarks.has(Landmark::main);
    if (landmark == Landmark::main && !entry.in_main) {
      content_begin = tag.span.end;
      first_letter = letters_.size();
    }
    if (!tag.self_closing) landmarks.open(name, landmark);
  }
  if (!is_raw) {
    decoded.clear();
    decode_text(text.substr(end), decoded, nullptr);
    append_letters(letters_, decoded);
  }
  for (Entry& entry : entries_) {
    if (entry.region == Region::navigation) continue;
    if (has_article_) {
      entry.region = entry.in_article ? Region::content : Region::navigation;
    } else if (has_main_) {
      entry.region = entry.in_main ? Region::content : Region::navigation;
    } else if (entry.in_article) {
      entry.region = Region::content;
    }
  }
}

PageRegions::Entry const* PageRegions::find(std::uint32_t tag) const {
  const auto found =
      std::lower_bound(entries_.begin(), entries_.end(), tag,
                       [](Entry const& entry, std::uint32_t at) { return entry.tag < at; });
  return found == entries_.end() || found->tag != tag ? nullptr : &*found;
}

Region PageRegions::region_of(std::uint32_t tag) const {
  Entry const* const entry = find(tag);
  return entry == nullptr ? Region::unknown : entry->region;
}

std::string_view PageRegions::letters_before(std::uint32_t tag) const {
  Entry const* const entry = find(tag);
  return entry == nullptr ? std::string_view() : entry->letters.in(letters_);
}

}  // namespace hrefkit::html
