#include "hrefkit/cli/effects/outline.h"

#include "hrefkit/html/url_list.h"

namespace hrefkit::cli {

namespace {

using html::no_node;
using html::NodeId;

constexpr std::size_t longest_chain = 6;  // elements that one row names

std::uint64_t key(std::uint32_t context, NodeId node) {
  return std::uint64_t{context} << 32 | node;
}

}  // namespace

Outline::Outline(html::LiveContexts const& contexts)
    : contexts_(contexts), parents_(contexts.size()) {
  for (std::size_t i = 0; i < contexts.size(); ++i) {
    html::Document const& document = contexts[i].document.document();
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
  if (html::Attribute const* id = document.find_attribute(place.node, "id")) {
    label += '#' + std::string(id->value);
  }
  if (html::Attribute const* classes = document.find_attribute(place.node, "class")) {
    html::SpaceList list(classes->value);
    if (const auto first = list.next()) label += '.' + std::string(first->in(classes->value));
  }
  return label;
}

/// Builds the tree of the elements that matter, from its leaves up.
class Outline::Builder {
 public:
  explicit Builder(Outline const& outline) : outline_(outline) {
    branches_.push_back({{0, no_node}, {}, {}});
  }

  void add(std::size_t effect, Place place) { branches_[find(place)].effects.push_back(effect); }

  std::vector<OutlineRow> rows() const {
    std::vector<OutlineRow> rows;
    struct Step {
      std::size_t branch;
      std::uint32_t level;
    };
    std::vector<Step> open;
    const auto open_children = [&](std::size_t branch, std::uint32_t level) {
      auto const& children = branches_[branch].children;
      for (auto child = children.rbegin(); child != children.rend(); ++child) {
        open.push_back({*child, level});
      }
    };
    open_children(0, 0);
    while (!open.empty()) {
      auto [branch, level] = open.back();
      open.pop_back();
      OutlineRow row{level, outline_.label(branches_[branch].place), {}};
      for (std::size_t length = 1; length < longest_chain && is_link_of_chain(branch); ++length) {
        branch = branches_[branch].children.front();
        row.label += " > " + outline_.label(branches_[branch].place);
      }
      row.effects = branches_[branch].effects;
      rows.push_back(std::move(row));
      open_children(branch, level + 1);
    }
    return rows;
  }

 private:
  bool is_link_of_chain(std::size_t branch) const {
    return branches_[branch].effects.empty() && branches_[branch].children.size() == 1;
  }

  /// The branch of an element, made where it is missing, with those around it.
  std::size_t find(Place place) {
    std::vector<Place> missing;
    std::size_t found = 0;
    for (; place.node != no_node; place = outline_.around(place)) {
      const auto known = by_place_.find(key(place.context, place.node));
      if (known != by_place_.end()) {
        found = known->second;
        break;
      }
      missing.push_back(place);
    }
    for (auto next = missing.rbegin(); next != missing.rend(); ++next) {
      branches_[found].children.push_back(branches_.size());
      found = branches_.size();
      branches_.push_back({*next, {}, {}});
      by_place_.emplace(key(next->context, next->node), found);
    }
    return found;
  }

  Outline const& outline_;
  std::vector<Branch> branches_;
  std::unordered_map<std::uint64_t, std::size_t> by_place_;
};

std::vector<OutlineRow> Outline::rows(std::vector<html::UrlEffect> const& effects) const {
  Builder builder(*this);
  for (std::size_t i = 0; i < effects.size(); ++i) {
    builder.add(i, {effects[i].context, effects[i].element});
  }
  return builder.rows();
}

}  // namespace hrefkit::cli
