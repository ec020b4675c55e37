// Start tags "in body": 13.2.6.4.7.
#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "hrefkit/html/names/tag_name.h"
#include "hrefkit/html/namespace.h"
#include "hrefkit/html/syntax/raw_text.h"
#include "hrefkit/html/tree/formatting_elements.h"
#include "hrefkit/html/tree/open_elements.h"
#include "hrefkit/html/tree/start_tag.h"
#include "hrefkit/html/tree/tree_state.h"

namespace hrefkit::html {

namespace {

using enum TagName;
using namespace tag_groups;

/// Start tags that are ignored: "Parse error. Ignore the token."
constexpr TagNameSet ignored_in_body = table_parts | TagNameSet{frame, head};

}  // namespace

StartTagOutcome TreeState::in_body(StartTag const& tag) {
  switch (tag.name) {
    case html:
      return merged(tag.name);
    case body:
      if (in_template()) return ignored();
      body_tag_seen_ = true;
      frameset_ok_ = false;
      return merged(tag.name);
    case frameset:
      return late_frameset(tag);
    case form:
      return open_form(tag);
    case li:
    case dd:
    case dt:
      return open_list_item(tag);
    case button:
      return open_button(tag);
    case table:
      return open_table(tag);
    case input:
      return open_input(tag);
    case hr:
      return open_rule();
    case TagName::select:
      return open_select(tag);
    case option:
    case optgroup:
      return open_option(tag);
    case svg:
    case math:
      return open_foreign(tag);
    default:
      return in_body_group(tag);
  }
}

/// Start tags of the groups of elements.
StartTagOutcome TreeState::in_body_group(StartTag const& tag) {
  if (ordinary.contains(tag.name)) {  // FAST: the last step below
    reconstruct();
    return insert(tag);
  }
  if (ignored_in_body.contains(tag.name)) return ignored();
  if (head_elements.contains(tag.name)) return in_head_element(tag);
  if (blocks.contains(tag.name) || headings.contains(tag.name) || tag.name == p) {
    return open_block(tag);
  }
  if (formatting_names.contains(tag.name)) return open_formatting(tag);
  if (ruby_parts.contains(tag.name)) return open_ruby_part(tag);
  if (quiet_empty.contains(tag.name)) return insert_leaf();
  if (const ContentModel content = content_model_of(tag.name, scripting_);
      content != ContentModel::data) {
    return open_text_element(tag, content);
  }
  reconstruct();
  if (visible_empty.contains(tag.name)) {
    frameset_ok_ = false;
    return insert_leaf();
  }
  const StartTagOutcome outcome = insert(tag);
  if (scope_elements.contains(tag.name)) {
    add_marker();
    frameset_ok_ = false;
  }
  shape_in_html_ |= svg_shapes.contains(tag.name);
  if (tag.name == selectedcontent && has_select()) certain_ = false;
  return outcome;
}

StartTagOutcome TreeState::open_text_element(StartTag const& tag, ContentModel content) {
  if (tag.name == xmp || tag.name == plaintext) close_paragraph();
  if (tag.name == xmp) reconstruct();
  if (tag.name == xmp || tag.name == iframe || tag.name == textarea) frameset_ok_ = false;
  return insert_leaf(content);
}

StartTagOutcome TreeState::open_block(StartTag const& tag) {
  close_paragraph();
  if (headings.contains(tag.name) && open_.top_is(headings)) close_top();
  if (tag.name == pre || tag.name == listing) {
    frameset_ok_ = false;
    skips_line_feed_ = true;
  }
  return insert(tag);
}

StartTagOutcome TreeState::open_form(StartTag const& tag) {
  if (form_open_ && !in_template()) return ignored();
  close_paragraph();
  if (!in_template()) form_open_ = true;
  return insert(tag);
}

/// A list item closes the one before, up to the nearest special element.
StartTagOutcome TreeState::open_list_item(StartTag const& tag) {
  frameset_ok_ = false;
  const std::size_t boundary = open_.boundary(Scope::item);
  const std::size_t item =
      tag.name == li ? open_.find(li) : std::max(open_.find(dd), open_.find(dt));
  if (item == boundary) close(item);
  close_paragraph();
  return insert(tag);
}

StartTagOutcome TreeState::open_button(StartTag const& tag) {
  close_from_scope(button, Scope::element);
  reconstruct();
  frameset_ok_ = false;
  return insert(tag);
}

StartTagOutcome TreeState::open_formatting(StartTag const& tag) {
  if (tag.name == a && formatting_.find(a) != nullptr) {
    const std::uint32_t number = formatting_.find(a)->number;
    adoption_agency(a, tag.written);
    strike_out(number);
  }
  reconstruct();
  if (tag.name == nobr && open_.find_in_scope(nobr, Scope::element) != 0) {
    adoption_agency(nobr, tag.written);
    reconstruct();
  }
  const StartTagOutcome outcome = insert(tag);
  add_formatting(tag);
  return outcome;
}

// A paragraph stays open under a table in quirks mode; quirks_mode.h.
StartTagOutcome TreeState::open_table(StartTag const& tag) {
  if (!quirks_) close_paragraph();
  frameset_ok_ = false;
  const StartTagOutcome outcome = insert(tag);
  mode_ = Mode::in_table;
  return outcome;
}

/// An input closes the select element around it.
StartTagOutcome TreeState::open_input(StartTag const& tag) {
  close_from_scope(TagName::select, Scope::element);
  reconstruct();
  if (!tag.facts.is_hidden_input) frameset_ok_ = false;
  return insert_leaf();
}

StartTagOutcome TreeState::open_rule() {
  close_paragraph();
  if (in_select()) imply_end_tags();
  frameset_ok_ = false;
  return insert_leaf();
}

/// A select in a select closes that one, and makes no element itself.
StartTagOutcome TreeState::open_select(StartTag const& tag) {
  if (in_select()) {
    close_from_scope(TagName::select, Scope::element);
    return ignored();
  }
  reconstruct();
  frameset_ok_ = false;
  return insert(tag);
}

StartTagOutcome TreeState::open_option(StartTag const& tag) {
  if (in_select()) {
    imply_end_tags(tag.name == option ? optgroup : unknown);
  } else if (open_.top_is(option)) {
    close_top();
  }
  reconstruct();
  return insert(tag);
}

StartTagOutcome TreeState::open_ruby_part(StartTag const& tag) {
  if (open_.find_in_scope(ruby, Scope::element) != 0) {
    imply_end_tags(tag.name == rp || tag.name == rt ? rtc : unknown);
  }
  return insert(tag);
}

StartTagOutcome TreeState::open_foreign(StartTag const& tag) {
  reconstruct();
  StartTagOutcome outcome = inserted();
  outcome.ns = tag.name == svg ? Namespace::svg : Namespace::mathml;
  if (tag.facts.self_closing) {
    ++work_.elements;
  } else {
    push(tag.name, outcome.ns, names_.number(tag.name, tag.written));
    mark_top(marks_, outcome.marks_around);
  }
  return outcome;
}

}  // namespace hrefkit::html
