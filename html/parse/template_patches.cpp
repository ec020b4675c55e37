// The tree is complete when the patches are applied. Nodes are visited in the order in which the
// parser made them, which is that of their numbers, so that each template sees the tree as it was
// at its start tag. A node has a greater number than its parent:
//
// - At a template the marker is searched, and the nodes that it replaces are removed.
// - Each child of such a template is moved before the marker.
// - After the last of them the marker and the template are removed.
#include "hrefkit/html/parse/template_patches.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "hrefkit/html/syntax/instruction_attributes.h"
#include "hrefkit/html/syntax/xml_syntax.h"
#include "hrefkit/text/byte_set.h"
#include "hrefkit/text/span.h"

namespace hrefkit::html {

namespace {

/// The maximum number of nodes that are visited to find markers: a fixed part, and a part for each
/// node of the document.
constexpr std::size_t free_steps = 50'000'000;
constexpr std::size_t steps_per_node = 64;

constexpr text::ByteSet target_end = xml_whitespace | text::ByteSet("?>");

/// An instruction as written.
struct Instruction {
  std::string_view target = {};
  std::string_view data = {};  ///< up to the `>` or `?>` that ends the instruction
};

/// Reads `<?target data>` (13.2.5.73 on). One without an end has no target.
Instruction read_instruction(std::string_view written) {
  if (!written.starts_with("<?")) return {};
  written.remove_prefix(2);
  const std::size_t end = written.find('>');
  if (end == written.npos) return {};
  written = written.substr(0, end);
  Instruction instruction;
  instruction.target = text::read_until(written, target_end);
  if (written.ends_with('?')) written.remove_suffix(1);
  instruction.data = written;
  return instruction;
}

/// The name of a marker (DOM Standard 4.13); empty where it has none.
std::string name_of(Instruction const& instruction) {
  std::string data(instruction.data);
  const auto is_other_space = [](char c) { return c == '\t' || c == '\n' || c == '\r'; };
  std::replace_if(data.begin(), data.end(), is_other_space, ' ');  // XML 1.0, 3.3.3
  const auto attributes = read_instruction_attributes(data);
  if (!attributes) return {};
  for (InstructionAttribute const& attribute : *attributes) {
    if (attribute.name == "name") return attribute.value;
  }
  return {};
}

class Patcher {
 public:
  Patcher(Document& document, std::span<NodeId const> markers)
      : document_(document),
        markers_(markers),
        max_steps_(free_steps + steps_per_node * document.size()) {}

  bool run() {
    find_names();
    find_last_nodes();
    const auto end = static_cast<NodeId>(document_.size());
    for (NodeId id = 1; id < end && steps_ <= max_steps_; ++id) {
      while (!open_.empty() && id > open_.back().last) close();
      visit(id);
    }
    while (!open_.empty()) close();
    for (const NodeId marker : markers_) document_.remove(marker);
    return steps_ <= max_steps_;
  }

 private:
  /// A template whose content is moved, while its content is visited.
  struct Patch {
    NodeId element;
    NodeId last;    ///< the last node in it
    NodeId parent;  ///< of the moved content
    NodeId marker;  ///< the instruction that it names
    NodeId end;     ///< the content is moved before this instruction; `no_node`: to the end
    std::uint32_t number;
  };

  /// The instructions of one name.
  struct Markers {
    std::vector<NodeId> all;     ///< in source order
    std::size_t next = 0;        ///< the first of these that no template has passed
    std::vector<NodeId> passed;  ///< those before it that may still be in the tree
  };

  Instruction instruction_of(NodeId id) const {
    return read_instruction(document_.text().substr(document_[id].source.begin));
  }

  void find_names() {
    for (const NodeId id : markers_) {
      const Instruction instruction = instruction_of(id);
      if (instruction.target == "end") continue;
      std::string name = name_of(instruction);
      if (!name.empty()) by_name_[std::move(name)].all.push_back(id);
    }
    for (auto& [name, markers] : by_name_) {
      std::sort(markers.all.begin(), markers.all.end(), [&](NodeId a, NodeId b) {
        return document_[a].source.begin < document_[b].source.begin;
      });
    }
  }

  /// Finds the greatest number in each subtree: a node before a table may have been read after it.
  void find_last_nodes() {
    last_.resize(document_.size());
    std::iota(last_.begin(), last_.end(), NodeId{0});
    for (auto id = static_cast<NodeId>(last_.size() - 1); id > 0; --id) {
      const NodeId parent = document_[id].parent;
      if (parent != no_node) last_[parent] = std::max(last_[parent], last_[id]);
    }
  }

  void visit(NodeId id) {
    if (open(id)) return;
    if (open_.empty() || document_[id].parent != open_.back().element) return;
    Patch const& patch = open_.back();
    put(id, patch);
  }

  /// Moves a node to the place of the template's content.
  void put(NodeId id, Patch const& patch) {
    const bool has_end = patch.end != no_node && document_[patch.end].parent == patch.parent;
    static_cast<void>(
        document_.insert(id, patch.parent, has_end ? patch.end : end_of(patch.parent)));
  }

  /// The end of the children that `parent` has so far: an open template, or `no_node`.
  NodeId end_of(NodeId parent) const {
    for (Patch const& patch : open_) {
      if (document_[patch.element].parent == parent) return patch.element;
    }
    return no_node;
  }

  /// Begins a template if there is a marker for it.
  bool open(NodeId id) {
    const auto name = named_marker(document_, id);
    if (!name) return false;
    const NodeId marker = find_marker(id, *name);
    if (marker == no_node) return false;
    const NodeId last = last_[id];
    const NodeId parent = document_[marker].parent;
    const std::uint32_t outer = open_.empty() ? UINT32_MAX : open_.back().number;
    const auto number = static_cast<std::uint32_t>(document_.patches().size());
    open_.push_back({id, last, parent, marker, marker, number});
    document_.note_patch({id, last, document_[marker].source, outer});
    if (instruction_of(marker).target == "start") open_.back().end = remove_old(id, marker);
    return true;
  }

  /// Removes the nodes from the instruction `start` up to the instruction that ends it, and returns
  /// the latter; `no_node` if all to the end of the parent are removed. Ranges nest.
  NodeId remove_old(NodeId element, NodeId start) {
    const NodeId parent = document_[start].parent;
    const NodeId behind = end_of(parent);
    NodeId id = document_[start].next;
    std::size_t inner = 0;  // ranges that are open
    while (id != no_node && id != behind && id != element) {
      const Node node = document_[id];
      if (node.type == NodeType::instruction) {
        const std::string_view target = instruction_of(id).target;
        if (target == "end" && inner == 0) return id;
        if (target == "start") ++inner;
        if (target == "end") --inner;
      }
      if (!node.is_shadow_root) {  // that is no child
        note_bases(id, document_[element].source.begin);
        document_.remove(id);
      }
      id = node.next;
    }
    return no_node;
  }

  /// Base elements count until they are removed.
  void note_bases(NodeId subtree, std::uint32_t at) {
    for (NodeId id = subtree; id != no_node; id = document_.next_in_tree(id, subtree)) {
      if (document_.is_html(id, "base") && !document_[id].is_apart()) {
        document_.note_removed_base(id, at);
      }
    }
  }

  /// The node in which a template looks for its marker.
  NodeId scope_of(NodeId element) const {
    const NodeId parent = document_[element].parent;
    const bool is_in_patch = !open_.empty() && parent == open_.back().element;
    const NodeId scope = is_in_patch ? open_.back().parent : parent;
    const bool is_body = document_.is_html(scope, "body") && document_[scope].parent != no_node;
    return is_body ? document_[scope].parent : scope;
  }

  /// The first instruction in tree order that has the name and is below the scope.
  NodeId find_marker(NodeId element, std::string_view name) {
    const auto named = by_name_.find(std::string(name));
    if (named == by_name_.end()) return no_node;
    Markers& markers = named->second;
    while (markers.next < markers.all.size() && is_before(markers.all[markers.next], element)) {
      markers.passed.push_back(markers.all[markers.next++]);
    }
    const NodeId scope = scope_of(element);
    NodeId found = no_node;
    std::size_t count = 0;
    const auto is_gone = [&](NodeId id) {
      if (++steps_ > max_steps_) return false;
      if (document_[id].detached) return true;
      if (is_before(id, element) && is_below(id, scope)) {
        ++count;
        if (found == no_node) found = id;
      }
      return false;
    };
    std::erase_if(markers.passed, is_gone);
    return count < 2 ? found : first_of(markers.passed, scope, element);
  }

  /// True for an instruction that was read before the template.
  bool is_before(NodeId instruction, NodeId element) const {
    return document_[instruction].source.begin < document_[element].source.begin;
  }

  /// True where the node and the scope are in one tree, and one is below the other.
  bool is_below(NodeId id, NodeId scope) {
    while (true) {
      ++steps_;
      id = document_[id].parent;
      if (id == scope) return true;
      if (id == no_node || document_.is_html(id, "template")) return false;
    }
  }

  /// The first of several instructions below the scope. Moved instructions are not in the order of
  /// their numbers.
  NodeId first_of(std::vector<NodeId> const& named, NodeId scope, NodeId element) {
    NodeId id = scope;
    while (true) {
      const bool is_other_tree = id != scope && document_.is_html(id, "template");
      id = is_other_tree ? next_behind(id, scope) : document_.next_in_tree(id, scope);
      if (id == no_node || ++steps_ > max_steps_) return no_node;
      if (document_[id].type != NodeType::instruction || !is_before(id, element)) continue;
      steps_ += named.size();
      if (std::find(named.begin(), named.end(), id) != named.end()) return id;
    }
  }

  /// The node after a subtree.
  NodeId next_behind(NodeId id, NodeId within) const {
    while (document_[id].next == no_node) {
      id = document_[id].parent;
      if (id == within) return no_node;
    }
    return document_[id].next;
  }

  void close() {
    const Patch patch = open_.back();
    open_.pop_back();
    document_.remove(patch.marker);
    if (patch.end != no_node) document_.remove(patch.end);
    document_.remove(patch.element);
  }

  Document& document_;
  std::span<NodeId const> markers_;
  std::unordered_map<std::string, Markers> by_name_;
  std::vector<Patch> open_;  // each inside the one before it
  std::vector<NodeId> last_;
  std::size_t steps_ = 0;
  std::size_t max_steps_;
};

}  // namespace

bool is_patch_marker(std::string_view written) {
  const std::string_view target = read_instruction(written).target;
  return target == "marker" || target == "start" || target == "end";
}

std::optional<std::string_view> named_marker(Document const& document, NodeId id) {
  if (!document.is_html(id, "template") || document[id].is_shadow_root) return std::nullopt;
  const auto name = document.find_attribute(id, "for");
  if (!name || name->value.empty()) return std::nullopt;
  return name->value;
}

bool apply_template_patches(Document& document, std::span<NodeId const> markers) {
  return Patcher(document, markers).run();
}

}  // namespace hrefkit::html
