// End tags "in body": 13.2.6.4.7.
#include <algorithm>
#include <cstddef>
#include <string_view>

#include "hrefkit/html/names/tag_name.h"
#include "hrefkit/html/tree/formatting_elements.h"
#include "hrefkit/html/tree/open_elements.h"
#include "hrefkit/html/tree/tree_state.h"

namespace hrefkit::html {

namespace {

using enum TagName;
using namespace tag_groups;

/// End tags that close an element of their name in scope.
constexpr TagNameSet ends_in_scope =
    blocks | scope_elements | TagNameSet{button, TagName::select, dd, dt};

}  // namespace

void TreeState::body_end_tag(TagName name, std::string_view written) {
  if (name == body || name == html) return;
  if (name == form) return end_form();
  if (name == p) return close_paragraph();
  if (name == li) return close_from_scope(li, Scope::list_item);
  if (name == br) {
    reconstruct();
    frameset_ok_ = false;
    ++work_.elements;
  } else if (ends_in_scope.contains(name)) {
    const bool found = open_.find_in_scope(name, Scope::element) != 0;
    close_from_scope(name, Scope::element);
    if (found && scope_elements.contains(name)) formatting_.clear_to_marker();
  } else if (headings.contains(name)) {
    end_heading();
  } else if (formatting_names.contains(name)) {
    adoption_agency(name, written);
  } else {
    any_other_end_tag(name, written);
  }
}

/// Closes the uppermost heading in scope, whichever it is.
void TreeState::end_heading() {
  std::size_t found = 0;
  for (const TagName heading : {h1, h2, h3, h4, h5, h6}) {
    found = std::max(found, open_.find_in_scope(heading, Scope::element));
  }
  close(found);
}

/// Outside templates a form is removed from the stack, but the elements opened in it stay open.
void TreeState::end_form() {
  if (in_template()) return close_from_scope(form, Scope::element);
  if (!form_open_) return;
  form_open_ = false;
  const std::size_t found = open_.find_in_scope(form, Scope::element);
  if (found == 0) return;
  imply_end_tags();
  open_.remove(found);
}

/// "Any other end tag": the search ends at a special element, unless that has the name itself.
void TreeState::any_other_end_tag(TagName name, std::string_view written) {
  const std::size_t found = open_.find(names_.find(name, written));
  if (found >= open_.boundary(Scope::special)) close(found);
}

}  // namespace hrefkit::html
