#include "hrefkit/html/page_parts.h"

#include <algorithm>
#include <cstddef>
#include <utility>

#include "hrefkit/html/content_type.h"
#include "hrefkit/html/context.h"
#include "hrefkit/html/insecure_requests.h"
#include "hrefkit/html/link.h"
#include "hrefkit/html/links/link_row_table.h"
#include "hrefkit/html/names/tag_name.h"
#include "hrefkit/html/namespace.h"
#include "hrefkit/html/scan/link_collector.h"
#include "hrefkit/html/scan/tag_filter.h"
#include "hrefkit/html/scan/tag_scanner.h"
#include "hrefkit/html/syntax/attribute_value.h"
#include "hrefkit/html/syntax/markup_declaration.h"
#include "hrefkit/html/syntax/raw_text.h"
#include "hrefkit/html/tree/open_elements.h"
#include "hrefkit/html/tree/start_tag.h"
#include "hrefkit/html/tree/tree_state.h"
#include "hrefkit/html/tree/waiting_tags.h"
#include "hrefkit/text/ascii.h"
#include "hrefkit/text/byte_set.h"
#include "hrefkit/text/lanes.h"
#include "hrefkit/text/span.h"

namespace hrefkit::html {

bool is_directive(std::string_view rest) {
  constexpr std::string_view comment = "<!--";
  // FAST: std::equal compares four bytes at once, where GCC has starts_with call memcmp.
  if (rest.size() < comment.size() || !std::equal(comment.begin(), comment.end(), rest.begin())) {
    return false;
  }
  std::size_t word = comment.size();
  while (word < rest.size() && text::ascii_whitespace.contains(rest[word])) ++word;
  // Most comments begin with another letter.
  if (word == rest.size() || rest[word] != directive_prefix.front()) return false;
  return rest.substr(word).starts_with(directive_prefix);
}

IgnoreComment read_ignore_comment(std::string_view text, std::uint32_t begin) {
  const std::size_t end = skip_markup_declaration(text, begin, Cdata::comment);
  std::string_view content = text.substr(begin, end - begin);
  content.remove_prefix(std::string_view("<!--").size());
  for (const std::string_view close : {"-->", "--!>"}) {
    if (content.ends_with(close)) content.remove_suffix(close.size());
  }
  content = text::strip_ascii_whitespace(content);
  IgnoreComment comment{.end = static_cast<std::uint32_t>(end)};
  if (content == "hrefkit-ignore") comment.word = IgnoreWord::element;
  if (content == "hrefkit-ignore-start") comment.word = IgnoreWord::part_start;
  if (content == "hrefkit-ignore-end") comment.word = IgnoreWord::part_end;
  return comment;
}

bool sends_data(std::string_view method) {
  return text::equals_ignoring_ascii_case(method, "post");
}

namespace {

using scan::WrittenTag;
using scan::WrittenValue;

// All elements are followed as a tree builder would, so that what is known of an element is what
// the document tree has of it. The documents in frames are read as the page is. The few pages whose
// tree is not what was followed are given up.

constexpr ElementMarks mark_ignored = 1;
constexpr ElementMarks mark_noscript = 2;
constexpr ElementMarks mark_post_form = 4;

constexpr AttributeMask ignore_mask =
    mask_of(attribute_named(ignore_attributes[0])) | mask_of(attribute_named(ignore_attributes[1]));

/// Sorts spans and joins those that meet.
void join(std::vector<text::Span>& spans) {
  std::sort(spans.begin(), spans.end(),
            [](text::Span a, text::Span b) { return a.begin < b.begin; });
  std::size_t kept = 0;
  for (const text::Span span : spans) {
    if (kept != 0 && span.begin <= spans[kept - 1].end) {
      spans[kept - 1].end = std::max(spans[kept - 1].end, span.end);
    } else {
      spans[kept++] = span;
    }
  }
  spans.resize(kept);
}

/// Reads the tags of one page from its scanner.
class PartCollector {
 public:
  /// A document `depth` documents deep. `text` and `limit` must outlive this.
  PartCollector(std::string_view text, bool scripting, FrameLimit& limit, std::size_t depth = 0)
      : text_(text),
        scripting_(scripting),
        limit_(limit),
        depth_(depth),
        state_(Kept::all, scripting) {
    strings_.begin(text);
    waiting_.begin(text);
  }

  /// Reads the document; false if it is given up.
  bool read();

  // As those of Page.

  static scan::TagFilter const& filter() { return scan::every_tag_filter; }
  static constexpr NameFilter const& attribute_filter() { return wanted_attributes; }
  void text(text::Span before) {
    if (!state_.wants_text()) return;
    if (state_.is_before_body()) body_begin_ = before.end;
    state_.text(before.in(text_));
    marks_are_old_ = true;
  }
  ContentModel start_tag(WrittenTag const& tag);
  void end_tag(TagName tag, text::Span name);
  bool plain_tag(TagName tag, bool is_end, text::Span span) {
    if (!is_end && awaits_element_) return false;
    if (!waiting_.pass(tag, is_end, span)) return false;
    if (!is_end) follow_marks_here(span.begin);
    return true;
  }
  void element_text(text::Span) {}
  Cdata cdata() const { return state_.in_foreign_content() ? Cdata::section : Cdata::comment; }
  void markup(std::uint32_t begin);
  void end();
  bool given_up() const { return given_up_; }

  /// What was found.
  PageParts const& parts() const { return parts_; }

 private:
  /// Stretches of the text in which something is so.
  class Stretches {
   public:
    explicit Stretches(std::vector<text::Span>& spans) : spans_(spans) {}
    /// Notes whether it is so from `place` on.
    void follow(bool is_so, std::uint32_t place);

   private:
    std::vector<text::Span>& spans_;
    std::optional<std::uint32_t> open_;
  };

  static constexpr NameFilter wanted_attributes = [] {
    NameFilter filter;
    for (const std::string_view name : ignore_attributes) filter.add(name);
    for (const std::string_view name : {"srcdoc", "http-equiv", "content", "method"})
      filter.add(name);
    return filter;
  }();

  ContentModel open(WrittenTag const& tag);
  void follow_marks(ElementMarks marks, std::uint32_t place);
  void follow_marks_here(std::uint32_t place);
  void ignore_from(std::uint32_t begin);
  bool is_in_picture(TagName tag) const;
  bool upgrades_requests(WrittenTag const& tag);
  bool is_post_form(WrittenTag const& tag);
  void read_frame(WrittenValue const& srcdoc, ElementMarks marks);

  std::string_view text_;
  bool scripting_;
  FrameLimit& limit_;
  std::size_t depth_;
  TreeState state_;
  WaitingTags waiting_{state_};
  scan::PageStrings strings_;
  PageParts parts_;
  Stretches ignored_{parts_.ignored};
  Stretches noscripts_{parts_.noscripts};
  Stretches shadow_trees_{parts_.shadow_trees};
  Stretches post_forms_{parts_.post_forms};
  bool awaits_element_ = false;  ///< the next element is to be ignored
  bool given_up_ = false;
  bool form_posts_ = false;                     ///< the form of the form element pointer sends data
  bool marks_are_old_ = false;                  ///< they are not those that were followed last
  std::uint32_t body_begin_ = 0;                ///< up to there the body has not begun
  std::optional<std::uint32_t> ignored_from_;   ///< html or body, by an attribute of a second tag
  std::optional<std::uint32_t> upgrades_from_;  ///< by a policy
  std::optional<std::uint32_t> open_part_;      ///< where the part to ignore began that is open
};

bool PartCollector::read() {
  return scan::TagScanner<text::Lanes, PartCollector>(text_, *this).scan([] {});
}

void PartCollector::Stretches::follow(bool is_so, std::uint32_t place) {
  if (is_so == open_.has_value()) return;
  if (is_so) {
    open_ = place;
  } else {
    spans_.push_back({*open_, place});
    open_.reset();
  }
}

void PartCollector::markup(std::uint32_t begin) {
  if (!is_directive(text_.substr(begin))) return;
  const IgnoreWord word = read_ignore_comment(text_, begin).word;
  if (word == IgnoreWord::part_start && !open_part_) open_part_ = begin;
  if (word == IgnoreWord::part_end && open_part_) {
    parts_.ignored.push_back({*std::exchange(open_part_, std::nullopt), begin});
  }
  awaits_element_ |= word == IgnoreWord::element;
}

ContentModel PartCollector::start_tag(WrittenTag const& tag) {
  const bool is_marked =
      awaits_element_ || (tag.present & ignore_mask) != 0 || tag.tag == TagName::form;
  if (is_marked || !waiting_.add(tag.tag, tag.name, tag.span)) {
    waiting_.open();
    return open(tag);
  }
  follow_marks_here(tag.span.begin);
  return ContentModel::data;
}

/// Follows the marks of what stands at `place`, where no tag has any that waits.
void PartCollector::follow_marks_here(std::uint32_t place) {
  if (marks_are_old_) follow_marks(state_.marks_here(), place);
  marks_are_old_ = false;
}

void PartCollector::follow_marks(ElementMarks marks, std::uint32_t place) {
  ignored_.follow((marks & mark_ignored) != 0, place);
  noscripts_.follow((marks & mark_noscript) != 0, place);
  // HTML Standard 13.2.6.1, "create an element for a token": the owner is the form of the pointer,
  // though a table may have closed it. Without one it is the form around the element.
  const bool is_by_pointer = state_.has_form() && !state_.in_shadow_tree();
  post_forms_.follow(is_by_pointer ? form_posts_ : (marks & mark_post_form) != 0, place);
}

ContentModel PartCollector::open(WrittenTag const& tag) {
  marks_are_old_ = true;
  StartTagFacts facts = waiting_.facts_of(tag.tag, tag.span);
  facts.self_closing = tag.self_closing;
  const bool has_attribute = (tag.present & ignore_mask) != 0;
  const bool is_noscript = tag.tag == TagName::noscript &&
                           (!state_.in_foreign_content() || state_.in_integration_point());
  if (has_attribute || awaits_element_) facts.marks |= mark_ignored;
  if (is_noscript) facts.marks |= mark_noscript;
  const bool posts = is_post_form(tag);
  if (posts) facts.marks |= mark_post_form;
  const bool had_form = state_.has_form();
  // Elements that are made again have the attributes, and no comment before them.
  facts.formatting.marks = has_attribute ? mark_ignored : 0;
  const bool is_picture_source = tag.tag == TagName::source && is_in_picture(tag.tag);
  const StartTagOutcome outcome = state_.start_tag(tag.tag, tag.name.in(text_), facts);
  if (!had_form && state_.has_form()) form_posts_ = posts;
  shadow_trees_.follow(state_.in_shadow_tree(), tag.span.end);
  given_up_ |= !state_.is_certain() || !state_.knows_marks() ||
               (facts.names_marker && outcome.ns == Namespace::html);
  if (outcome.result == TagResult::merged) {
    follow_marks(outcome.marks_around, tag.span.begin);
    if (has_attribute) ignore_from(tag.tag == TagName::html ? 0 : body_begin_);
  }
  if (outcome.result != TagResult::inserted && outcome.result != TagResult::shadow_root) {
    return outcome.content;
  }
  awaits_element_ = false;
  const ElementMarks marks = facts.marks | outcome.marks_around;
  follow_marks(marks, tag.span.begin);
  if (is_picture_source && outcome.ns == Namespace::html) {
    parts_.picture_sources.push_back(tag.span);
  }
  constexpr AttributeName srcdoc = attribute_named("srcdoc");
  const bool is_frame = tag.tag == TagName::iframe && outcome.ns == Namespace::html &&
                        (tag.present & mask_of(srcdoc)) != 0;
  if (is_frame && !outcome.inert) read_frame(tag.value(srcdoc), marks);
  const bool is_in_head =
      state_.is_before_body() && state_.open_elements().empty() && (marks & mark_noscript) == 0;
  if (tag.tag == TagName::meta && is_in_head && !upgrades_from_ && upgrades_requests(tag)) {
    upgrades_from_ = tag.span.end;
  }
  return outcome.content;
}

/// Ignores html or body by the attribute of a second tag: what stands before that, too.
void PartCollector::ignore_from(std::uint32_t begin) {
  ignored_from_ = std::min(ignored_from_.value_or(begin), begin);
}

/// True for a meta element, in the head, with a policy that upgrades requests.
bool PartCollector::upgrades_requests(WrittenTag const& tag) {
  constexpr AttributeName pragma = attribute_named("http-equiv");
  constexpr AttributeName content = attribute_named("content");
  const auto has = [&](AttributeName name) { return (tag.present & mask_of(name)) != 0; };
  return has(pragma) && has(content) &&
         text::equals_ignoring_ascii_case(strings_.peek(tag.value(pragma)),
                                          "content-security-policy") &&
         html::upgrades_requests(strings_.peek(tag.value(content)));
}

bool PartCollector::is_post_form(WrittenTag const& tag) {
  constexpr AttributeName method = attribute_named("method");
  return tag.tag == TagName::form && (tag.present & mask_of(method)) != 0 &&
         sends_data(strings_.peek(tag.value(method)));
}

/// True where the parent is a picture element.
bool PartCollector::is_in_picture(TagName tag) const {
  const std::size_t parent = state_.place_of_leaf(tag);
  if (parent == 0) return false;
  OpenElement const& element = state_.open_elements().at(parent);
  return element.is_html() && element.name == TagName::picture;
}

/// Reads the document of a frame. Calls itself through the scanner, at most FrameLimit::max_depth
/// deep.
void PartCollector::read_frame(WrittenValue const& srcdoc, ElementMarks marks) {
  const scan::DecodedValue document = strings_.decode(srcdoc, decode_attribute_value);
  if (!limit_.opens(depth_ + 1, document.value.size())) return;
  PartCollector inner(document.value, scripting_, limit_, depth_ + 1);
  PageParts const& found = inner.parts_;
  given_up_ |= !inner.read();
  const auto append = [&](std::vector<text::Span>& to, std::vector<text::Span> const& parts) {
    for (const text::Span part : parts) to.push_back(document.written(part));
  };
  // What is around a frame makes its document one to be ignored, and no more.
  shadow_trees_.follow(false, srcdoc.span.begin);
  noscripts_.follow(false, srcdoc.span.begin);
  post_forms_.follow(false, srcdoc.span.begin);
  append(parts_.ignored, found.ignored);
  append(parts_.shadow_trees, found.shadow_trees);
  append(parts_.noscripts, found.noscripts);
  append(parts_.post_forms, found.post_forms);
  append(parts_.picture_sources, found.picture_sources);
  append(parts_.upgraded, found.upgraded);
  shadow_trees_.follow(state_.in_shadow_tree(), srcdoc.span.end);
  follow_marks(marks, srcdoc.span.end);
  if (found.open_ignore && !parts_.open_ignore) {
    parts_.open_ignore = document.written({*found.open_ignore, *found.open_ignore}).begin;
  }
}

void PartCollector::end_tag(TagName tag, text::Span name) {
  if (waiting_.close(tag, name)) return;
  state_.close_by_tag(tag, name.in(text_));
  marks_are_old_ = true;
  shadow_trees_.follow(state_.in_shadow_tree(), name.begin - 2);
  given_up_ |= !state_.is_certain() || !state_.knows_marks();
}

void PartCollector::end() {
  const auto size = static_cast<std::uint32_t>(text_.size());
  for (Stretches* const stretches : {&ignored_, &noscripts_, &shadow_trees_, &post_forms_}) {
    stretches->follow(false, size);
  }
  if (open_part_) {
    parts_.ignored.push_back({*open_part_, size});
    parts_.open_ignore = open_part_;
  }
  if (ignored_from_) parts_.ignored.push_back({*ignored_from_, size});
  if (upgrades_from_) parts_.upgraded.push_back({*upgrades_from_, size});
  join(parts_.ignored);
  join(parts_.upgraded);
}

}  // namespace

std::optional<PageParts> find_page_parts(SourceText const& source, DocumentOptions const& options) {
  const bool is_readable =
      source.content_type == ContentType::html && source.text.size() <= text::max_text_bytes;
  if (!is_readable || options.templates) return std::nullopt;
  FrameLimit limit(source.text.size());
  PartCollector parts(source.text, options.scripting, limit);
  if (!parts.read()) return std::nullopt;
  return parts.parts();
}

}  // namespace hrefkit::html
