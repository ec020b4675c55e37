#include "hrefkit/html/parse/selected_content.h"

#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

#include "hrefkit/text/ascii.h"

namespace hrefkit::html {

namespace {

bool has(Document const& document, NodeId id, std::string_view attribute) {
  return document.find_attribute(id, attribute).has_value();
}

/// True if the "display size" (4.10.7) is 1: no size attribute has another value.
bool shows_one_option(Document const& document, NodeId select) {
  const auto size = document.find_attribute(select, "size");
  if (!size) return true;
  const std::string_view digits = text::strip_ascii_whitespace(size->value);
  const std::size_t end = digits.find_first_not_of("0123456789");
  const std::string_view number = digits.substr(0, end);
  const std::size_t significant = number.find_first_not_of('0');
  return significant == number.npos || number.substr(significant) == "1";
}

/// The select that a selectedcontent element belongs to, or `no_node` where the element is
/// disabled: in an option, in another selectedcontent, or in nested selects.
NodeId select_of(Document const& document, NodeId selected_content) {
  NodeId select = no_node;
  for (NodeId id = document[selected_content].parent; id != no_node; id = document[id].parent) {
    if (document.is_html(id, "option") || document.is_html(id, "selectedcontent")) return no_node;
    if (!document.is_html(id, "select")) continue;
    if (select != no_node) return no_node;
    select = id;
  }
  return select == no_node || has(document, select, "multiple") ? no_node : select;
}

/// "An option element's nearest ancestor select".
NodeId select_of_option(Document const& document, NodeId option) {
  bool in_group = false;
  for (NodeId id = document[option].parent; id != no_node; id = document[id].parent) {
    if (document.is_html(id, "select")) return id;
    const bool is_group = document.is_html(id, "optgroup");
    if (document.is_html(id, "datalist") || document.is_html(id, "hr") ||
        document.is_html(id, "option") || (is_group && in_group)) {
      return no_node;
    }
    in_group |= is_group;
  }
  return no_node;
}

bool is_disabled(Document const& document, NodeId option) {
  const NodeId parent = document[option].parent;
  return has(document, option, "disabled") ||
         (document.is_html(parent, "optgroup") && has(document, parent, "disabled"));
}

/// The option of `select` that is chosen at the end of the parse, or `no_node`: the last one that
/// is marked as selected, or the first one that can be chosen if none is.
NodeId last_choice(Document const& document, NodeId select) {
  const bool chooses_first = shows_one_option(document, select);
  NodeId choice = no_node;
  for (NodeId id = select; id != no_node; id = document.next_in_tree(id, select)) {
    if (!document.is_html(id, "option") || select_of_option(document, id) != select) continue;
    const bool is_chosen = has(document, id, "selected") ||
                           (chooses_first && choice == no_node && !is_disabled(document, id));
    if (is_chosen) choice = id;
  }
  return choice;
}

}  // namespace

void replace_selected_content(Document& document) {
  std::vector<NodeId> replaced;
  NodeId last_select = no_node;
  NodeId choice = no_node;
  for (NodeId id = document.root(); id != no_node; id = document.next_in_tree(id)) {
    if (!document.is_html(id, "selectedcontent")) continue;
    const NodeId select = select_of(document, id);
    if (select == no_node) continue;
    if (select != last_select) choice = last_choice(document, select);
    last_select = select;
    // A chosen option is cloned at its end, into all selectedcontent elements that exist then. Ids
    // are in tree order.
    if (choice != no_node && choice > id) replaced.push_back(id);
  }
  for (const NodeId id : replaced) {
    while (document[id].first_child != no_node) document.remove(document[id].first_child);
  }
}

}  // namespace hrefkit::html
