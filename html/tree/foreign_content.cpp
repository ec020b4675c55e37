// SVG and MathML in HTML: 13.2.6, "Tree construction dispatcher", and 13.2.6.5, "The rules for
// parsing tokens in foreign content".
#include <cstddef>
#include <string_view>

#include "hrefkit/html/names/tag_name.h"
#include "hrefkit/html/namespace.h"
#include "hrefkit/html/tree/open_elements.h"
#include "hrefkit/html/tree/start_tag.h"
#include "hrefkit/html/tree/tree_state.h"

namespace hrefkit::html {

namespace {

using enum TagName;
using namespace tag_groups;

/// End tags whose effect depends only on elements that are kept.
constexpr TagNameSet decided_by_structure =
    table_parts | scope_elements | TagNameSet{table, TagName::select, template_, form, body, html};

HtmlPoint point_of(TagName name, Namespace ns, bool annotates_html) {
  if (ns == Namespace::svg) {
    return svg_html_points.contains(name) ? HtmlPoint::html : HtmlPoint::none;
  }
  if (mathml_text_points.contains(name)) return HtmlPoint::mathml_text;
  if (name == annotation_xml) return annotates_html ? HtmlPoint::html : HtmlPoint::annotation;
  return HtmlPoint::none;
}

}  // namespace

/// "Tree construction dispatcher": true if a start tag is processed by the rules of HTML although
/// the current node is foreign.
bool TreeState::goes_by_html(TagName start_tag) const {
  switch (open_.top().point) {
    case HtmlPoint::html:
      return true;
    case HtmlPoint::mathml_text:
      return start_tag != mglyph && start_tag != malignmark;
    case HtmlPoint::annotation:
      return start_tag == svg;
    case HtmlPoint::none:
      break;
  }
  return false;
}

StartTagOutcome TreeState::foreign_start_tag(StartTag const& tag) {
  if (breaks_out.contains(tag.name) || (tag.name == font && tag.facts.styles_font)) {
    leave_foreign();
    return html_start_tag(tag);
  }
  StartTagOutcome outcome = inserted();
  outcome.ns = open_.top().ns;
  if (tag.facts.self_closing) {
    ++work_.elements;
  } else {
    push(tag.name, outcome.ns, names_.number(tag.name, tag.written)).point =
        point_of(tag.name, outcome.ns, tag.facts.annotates_html);
    mark_top(marks_, outcome.marks_around);
  }
  return outcome;
}

/// Closes foreign elements down to an HTML element or an integration point.
void TreeState::leave_foreign() {
  while (open_.top_is_foreign() && !open_.top().takes_html_text()) close_top();
}

void TreeState::foreign_end_tag(TagName name, std::string_view written) {
  if (name == p || name == br) {
    leave_foreign();
    return html_end_tag(name, written);
  }
  const std::size_t found = open_.find_foreign_above_html(names_.find(name, written));
  if (found != 0) return close(found);
  if (depends_on_unkept(name)) {
    certain_ = false;
  } else {
    html_end_tag(name, written);
  }
}

/// True if an end tag in foreign content may close an HTML element around it that is not kept.
bool TreeState::depends_on_unkept(TagName end_tag) const {
  if (kept_ == Kept::all || decided_by_structure.contains(end_tag)) return false;
  // End tags like </path> are often written twice: <path/></path>.
  if (svg_shapes.contains(end_tag) && !shape_in_html_) return false;
  return open_.boundary(Scope::element) < open_.lowest_foreign_or_template();
}

}  // namespace hrefkit::html
