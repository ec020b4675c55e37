#include "hrefkit/cli/effects/outline.h"

#include "hrefkit/html/url_list.h"

namespace hrefkit::cli {

namespace {

using html::no_node;
using html::NodeId;

constexpr std::size_t longest_chain = 6;  // elements that one row names

}  // namespace

Outline::Outline(html::LiveContexts const& contexts)
    : contexts_(contexts), parents_(contexts.size()), marks_(contexts.size()) {
  for (std::size_t i = 0; i < contexts.size(); ++i) {
    html::Document const& document = contexts[i].document.document();
    parents_[i].reserve(document.size());
    marks_[i].resize(document.size());
    for (NodeId id = 0; id < document.size(); ++id) parents_[i].push_back(document[id].parent);
  }
}

/// The element around another; the frame around a document; {0, no_node} at the top.
Outline::Place Outline::around(Place place) const {
  const NodeId parent = parents_[place.context][place.node];
  if (parent != contexts_[place.context].document.document().root()) return {place.context, parent};
  if (place.context == 0) return {0, no_node};
  return {contexts_[place.context].parent, contexts_[place.context].frame};
}

/// The element as "div#main.note".
std::string Outline::label(Place place) const {
  html::Document const& document = contexts_[place.context].document.document();
  std::string label(document[place.node].name);
  if (const auto id = document.find_attribute(place.node, "id")) {
    label += '#' + std::string(id->value);
  }
  if (const auto classes = document.find_attribute(place.node, "class")) {
    html::SpaceList list(classes->value);
    if (const auto first = list.next()) label += '.' + std::string(first->in(classes->value));
  }
  return label;
}

void Outline::note(html::UrlEffect const& effect) {
  Place place{effect.context, effect.element};
  mark(place).has_effects = true;
  while (!mark(place).noted) {
    mark(place).noted = true;
    place = around(place);
    if (place.node == no_node) return;
    Mark& outer = mark(place);
    outer.has_children = outer.has_child;
    outer.has_child = true;
  }
}

/// True for an element that matters only for one element in it.
bool Outline::is_link_of_chain(Place place) {
  return !mark(place).has_effects && !mark(place).has_children;
}

/// Forgets the open elements that are not around `place`, which is open itself, or around them all.
void Outline::close_until(Place place) {
  while (!open_.empty() && !(open_.back().place == place)) {
    mark(open_.back().place).open = false;
    open_.pop_back();
  }
}

OutlineRow const& Outline::row_of(html::UrlEffect const& effect,
                                  std::function<void(OutlineRow const&)> const& branches) {
  const Place wanted{effect.context, effect.element};
  if (!open_.empty() && open_.back().place == wanted) return row_;
  std::vector<Place> missing;  // from the inside out
  Place place = wanted;
  for (; place.node != no_node && !mark(place).open; place = around(place)) {
    missing.push_back(place);
  }
  close_until(place);
  std::uint32_t level = open_.empty() ? 0 : open_.back().level + 1;
  if (missing.empty()) row_ = {open_.back().level, label(wanted)};
  while (!missing.empty()) {
    row_ = {level, {}};
    for (std::size_t length = 1; !missing.empty(); ++length) {
      const Place next = missing.back();
      missing.pop_back();
      row_.label += (length == 1 ? "" : " > ") + label(next);
      mark(next).open = true;
      open_.push_back({next, level});
      if (length == longest_chain || !is_link_of_chain(next)) break;
    }
    ++level;
    if (!missing.empty()) branches(row_);
  }
  return row_;
}

}  // namespace hrefkit::cli
