#include "hrefkit/html/page_outline.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <iterator>

#include "hrefkit/html/names/tag_name.h"
#include "hrefkit/html/syntax/attribute_value.h"
#include "hrefkit/html/syntax/markup_declaration.h"
#include "hrefkit/html/syntax/raw_text.h"
#include "hrefkit/html/syntax/tokenizer.h"
#include "hrefkit/text/ascii.h"
#include "hrefkit/text/byte_set.h"
#include "hrefkit/text/span.h"

namespace hrefkit::html {

namespace {

/// Elements that may be in a head, or around it (HTML Standard 13.2.6.4.4, "in head").
constexpr std::array<std::string_view, 14> tags_of_head{
    "base",     "basefont", "bgsound", "head",  "html", "link",  "meta",
    "noframes", "noscript", "script",  "style", "svg",  "title", "template"};

bool may_be_in_head(std::string_view name) {
  return std::any_of(tags_of_head.begin(), tags_of_head.end(), [&](std::string_view each) {
    return text::equals_ignoring_ascii_case(each, name);
  });
}

/// `raw` decoded, with one space for all white space.
std::string one_line(std::string_view raw) {
  std::string decoded;
  decode_text(raw, decoded, nullptr);
  std::string out;
  for (const char c : decoded) {
    if (!text::ascii_whitespace.contains(c)) {
      out += c;
    } else if (!out.empty() && out.back() != ' ') {
      out += ' ';
    }
  }
  if (out.ends_with(' ')) out.pop_back();
  return out;
}

/// True for text between tags that is white space and comments.
bool is_blank_markup(std::string_view between) {
  std::size_t at = 0;
  while (at < between.size()) {
    if (text::ascii_whitespace.contains(between[at])) {
      ++at;
    } else if (between.substr(at).starts_with("<!")) {
      at = skip_markup_declaration(between, at, Cdata::comment);
    } else if (between.substr(at).starts_with("<?")) {
      at = skip_bogus_comment(between, at + 2);
    } else {
      return false;
    }
  }
  return true;
}

void read_meta(Tag const& tag, std::string_view text, PageHead& head) {
  const std::string name = tag.value(text, "name").value_or("");
  const std::string content = tag.value(text, "content").value_or("");
  const auto is_robots = [&](std::string_view robot) {
    return text::equals_ignoring_ascii_case(text::strip_ascii_whitespace(name), robot);
  };
  if (is_robots("robots") || is_robots("googlebot")) head.is_noindex |= forbids_index(content);
  if (head.card_url) return;
  const std::string property = tag.value(text, "property").value_or("");
  const auto is_card = [](std::string_view value) {
    return text::equals_ignoring_ascii_case(text::strip_ascii_whitespace(value), "og:url");
  };
  if (is_card(property) || is_card(name)) head.card_url = content;
}

}  // namespace

bool forbids_index(std::string_view robots) {
  bool counts = true;  // for all robots, or for the one that is judged
  while (!robots.empty()) {
    const std::size_t comma = std::min(robots.find(','), robots.size());
    std::string_view part = text::strip_ascii_whitespace(robots.substr(0, comma));
    robots.remove_prefix(std::min(comma + 1, robots.size()));
    const std::size_t colon = part.find(':');
    const std::string_view before = part.substr(0, colon);
    constexpr std::array<std::string_view, 4> with_values{"max-image-preview", "max-snippet",
                                                          "max-video-preview", "unavailable_after"};
    const bool has_value =
        std::any_of(with_values.begin(), with_values.end(), [&](std::string_view directive) {
          return text::equals_ignoring_ascii_case(before, directive);
        });
    if (colon != std::string_view::npos && !has_value) {
      counts = text::equals_ignoring_ascii_case(text::strip_ascii_whitespace(before), "googlebot");
      part = text::strip_ascii_whitespace(part.substr(colon + 1));
    }
    if (counts && (text::equals_ignoring_ascii_case(part, "noindex") ||
                   text::equals_ignoring_ascii_case(part, "none"))) {
      return true;
    }
  }
  return false;
}

PageHead read_page_head(std::string_view text) {
  PageHead head;
  TagTokenizer tokenizer(text);
  Tag tag;
  std::size_t noscripts = 0;
  std::size_t templates = 0;
  bool is_raw = false;  // the text before the next tag is the content of an element
  bool is_title = false;
  while (tokenizer.next(tag)) {
    const std::string_view before = tokenizer.preceding_text().in(text);
    if (is_title && !head.title) head.title = one_line(before);
    const bool is_skipped = noscripts != 0 || templates != 0;
    head.end = tag.span.begin;
    if (!is_raw && !is_skipped && !is_blank_markup(before)) return head;
    is_raw = is_title = false;
    const std::string_view name = tag.name.in(text);
    const auto is = [&](std::string_view wanted) {
      return text::equals_ignoring_ascii_case(name, wanted);
    };
    if (tag.is_end) {
      if (is("head") || is("body") || is("html") || is("svg")) return head;
      if (is("noscript") && noscripts != 0) --noscripts;
      if (is("template") && templates != 0) --templates;
      continue;
    }
    if (!is_skipped && !may_be_in_head(name)) return head;
    if (!tag.self_closing || !is("script")) {
      const ContentModel model = content_model_of(tag_name(name), false);
      is_raw = model != ContentModel::data;
      if (is_raw) tokenizer.set_content_model(model, tag_name(name));
    }
    if (is("noscript")) ++noscripts;
    if (is("template")) ++templates;
    if (is_skipped) continue;
    if (is("title")) is_title = true;
    if ((is("html") || is("svg")) && !head.lang) {
      head.lang = tag.value(text, "lang");
      if (!head.lang) head.lang = tag.value(text, "xml:lang");
    }
    if (is("meta")) read_meta(tag, text, head);
  }
  if (is_title && !head.title) head.title = one_line(tokenizer.preceding_text().in(text));
  head.end = static_cast<std::uint32_t>(text.size());
  return head;
}

namespace {

constexpr std::array<std::string_view, 6> page_landmark_names{"",     "nav",    "header",
                                                              "main", "footer", "aside"};

PageLandmark page_landmark_named(std::string_view name) {
  for (std::size_t i = 1; i < page_landmark_names.size(); ++i) {
    if (text::equals_ignoring_ascii_case(page_landmark_names[i], name))
      return static_cast<PageLandmark>(i);
  }
  return PageLandmark::none;
}

/// Deeper ones are not followed: an end tag is looked for among those that are open.
constexpr std::size_t max_open_landmarks = 64;

}  // namespace

std::string_view name(PageLandmark landmark) {
  return page_landmark_names[static_cast<std::size_t>(landmark)];
}

PageLandmarks::PageLandmarks(std::string_view text) {
  TagTokenizer tokenizer(text);
  Tag tag;
  std::vector<PageLandmark> open;
  while (tokenizer.next(tag)) {
    const std::string_view name = tag.name.in(text);
    // FAST: few names begin as one of a landmark, or of an element whose content is text.
    constexpr text::ByteSet first_letters("aAfFhHiImMnNpPsStTxX");
    if (name.size() < 3 || name.size() > 9 || !first_letters.contains(name.front())) continue;
    if (!tag.is_end && !tag.self_closing) {
      const TagName tag_number = tag_name(name);
      const ContentModel model = content_model_of(tag_number, false);
      if (model != ContentModel::data) tokenizer.set_content_model(model, tag_number);
    }
    const PageLandmark landmark = page_landmark_named(name);
    if (landmark == PageLandmark::none) continue;
    if (!tag.is_end) {
      if (open.size() == max_open_landmarks) continue;
      open.push_back(landmark);
    } else {
      const auto found = std::find(open.rbegin(), open.rend(), landmark);
      if (found == open.rend()) continue;
      open.erase(std::prev(found.base()), open.end());
    }
    changes_.push_back({tag.span.end, open.empty() ? PageLandmark::none : open.back()});
  }
}

PageLandmark PageLandmarks::at(std::uint32_t tag) const {
  const auto after =
      std::upper_bound(changes_.begin(), changes_.end(), tag,
                       [](std::uint32_t at, Change const& change) { return at < change.from; });
  return after == changes_.begin() ? PageLandmark::none : std::prev(after)->landmark;
}

}  // namespace hrefkit::html
