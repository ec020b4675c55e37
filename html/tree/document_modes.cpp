// The insertion modes before and after the body: 13.2.6.4.2 to 13.2.6.4.6, 13.2.6.4.20 and
// 13.2.6.4.21.
#include <algorithm>
#include <cstddef>
#include <string_view>
#include <vector>

#include "hrefkit/html/names/tag_name.h"
#include "hrefkit/html/syntax/raw_text.h"
#include "hrefkit/html/tree/formatting_elements.h"
#include "hrefkit/html/tree/open_elements.h"
#include "hrefkit/html/tree/start_tag.h"
#include "hrefkit/html/tree/tree_state.h"

namespace hrefkit::html {

namespace {

using enum TagName;
using namespace tag_groups;

constexpr TagNameSet noscript_elements{basefont, bgsound, link, meta, noframes, style};

/// End tags that the modes before the body do not ignore.
constexpr TagNameSet early_end_tags{head, body, html, br};

}  // namespace

// 13.2.6.4.2
StartTagOutcome TreeState::before_html(StartTag const& tag) {
  set_document_mode(Mode::before_head);
  return tag.name == html ? insert_leaf() : before_head(tag);
}

// 13.2.6.4.3
StartTagOutcome TreeState::before_head(StartTag const& tag) {
  if (tag.name == html) return merged(tag.name);
  set_document_mode(Mode::in_head);
  return tag.name == head ? insert_leaf() : in_head(tag);
}

// 13.2.6.4.4
StartTagOutcome TreeState::in_head(StartTag const& tag) {
  if (tag.name == html) return merged(tag.name);
  if (tag.name == head) return ignored();
  if (head_elements.contains(tag.name)) return in_head_element(tag);
  if (tag.name == noscript) {
    if (!scripting_) set_document_mode(Mode::in_head_noscript);
    return insert_leaf(content_model_of(noscript, scripting_));
  }
  set_document_mode(Mode::after_head);
  return after_head(tag);
}

/// The elements that "in head" inserts, also for the modes that use its rules.
StartTagOutcome TreeState::in_head_element(StartTag const& tag) {
  if (tag.name == template_) return open_template(tag);
  return insert_leaf(content_model_of(tag.name, scripting_));
}

// 13.2.6.4.5
StartTagOutcome TreeState::in_head_noscript(StartTag const& tag) {
  if (tag.name == html) return merged(tag.name);
  if (tag.name == head || tag.name == noscript) return ignored();
  if (noscript_elements.contains(tag.name)) return in_head_element(tag);
  set_document_mode(Mode::in_head);
  return in_head(tag);
}

// 13.2.6.4.6
StartTagOutcome TreeState::after_head(StartTag const& tag) {
  if (tag.name == html) return merged(tag.name);
  if (tag.name == head) return ignored();
  if (head_elements.contains(tag.name)) return in_head_element(tag);
  if (tag.name == frameset) {
    set_document_mode(Mode::in_frameset);
    return insert(tag);
  }
  set_document_mode(Mode::in_body);
  if (tag.name != body) return in_body(tag);
  body_tag_seen_ = true;
  frameset_ok_ = false;
  return insert_leaf();
}

void TreeState::early_end_tag(TagName name, std::string_view) {
  if (mode_ == Mode::in_head_noscript) {
    if (name != noscript && name != br) return;
    set_document_mode(Mode::in_head);
  }
  if (!early_end_tags.contains(name)) return;
  if (name == head) return set_document_mode(Mode::after_head);
  set_document_mode(Mode::in_body);
  if (name == br) body_end_tag(br, "br");
}

/// A second html or body tag (13.2.6.4.7): in templates it is ignored.
StartTagOutcome TreeState::merged(TagName name) const {
  if (in_template()) return ignored();
  const unsigned marks = root_marks_.html | (name == body ? root_marks_.body : 0U);
  return {.result = TagResult::merged, .marks_around = static_cast<ElementMarks>(marks)};
}

// ---- Templates

// 13.2.6.4.4, 'A start tag whose tag name is "template"'
StartTagOutcome TreeState::open_template(StartTag const& tag) {
  StartTagOutcome outcome = inserted();
  const bool is_shadow_root = attaches_shadow_root(tag);
  if (is_shadow_root) outcome.result = TagResult::shadow_root;
  templates_.push_back({Mode::in_template, formatting_.size()});
  push(template_, Namespace::html, names_.number(template_, tag.written)).is_shadow_root =
      is_shadow_root;
  mark_top(marks_, outcome.marks_around);
  ++(is_shadow_root ? shadow_roots_ : inert_templates_);
  formatting_.add_marker();
  frameset_ok_ = false;
  mode_ = Mode::in_template;
  return outcome;
}

/// True if the template becomes the shadow root of the current node.
bool TreeState::attaches_shadow_root(StartTag const& tag) {
  if (!tag.facts.names_shadow_root) return false;
  if (!knows_current_node()) return tag.facts.stands_in_host;
  if (open_.empty()) {
    if (document_mode_ != Mode::in_body || body_is_shadow_host_) return false;
    return body_is_shadow_host_ = true;
  }
  OpenElement const& host = open_.top();
  if (!host.is_html() || host.is_shadow_host || !is_shadow_host_name(names_.name(host.number))) {
    return false;
  }
  open_.set_top_is_shadow_host();
  return true;
}

/// 'An end tag whose tag name is "template"'. If an element in the template left a marker,
/// formatting elements of the template stay on the list.
void TreeState::end_template() {
  const std::size_t position = open_.find(template_);
  if (position == 0) return;
  formatting_.clear_to_marker();
  if (formatting_.has_element_from(templates_.back().formatting_elements)) certain_ = false;
  close(position);
  templates_.pop_back();
  reset_mode();
}

// ---- Framesets

/// 13.2.6.4.7, 'A start tag whose tag name is "frameset"'
StartTagOutcome TreeState::late_frameset(StartTag const& tag) {
  if (in_template() || body_tag_seen_) return ignored();
  if (kept_ == Kept::all && !frameset_ok_) return ignored();
  certain_ = false;
  if (kept_ != Kept::all) return ignored();
  close(open_.empty() ? 0 : 1);
  set_document_mode(Mode::in_frameset);
  return insert(tag);
}

// 13.2.6.4.20, 13.2.6.4.21 and 13.2.6.4.23
StartTagOutcome TreeState::in_frameset(StartTag const& tag) {
  if (tag.name == html) return merged(tag.name);
  if (tag.name == noframes) return in_head_element(tag);
  if (mode_ != Mode::in_frameset) return ignored();
  if (tag.name == frameset) return insert(tag);
  return tag.name == frame ? insert_leaf() : ignored();
}

void TreeState::in_frameset_end(TagName name, std::string_view) {
  if (name != frameset) return;
  if (!open_.empty()) close_top();
  if (open_.empty()) set_document_mode(Mode::after_frameset);
}

void TreeState::after_frameset_end(TagName name, std::string_view) {
  if (name == html) set_document_mode(Mode::after_after_frameset);
}

}  // namespace hrefkit::html
