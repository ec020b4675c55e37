#include <catch2/catch.hpp>
#include <map>
#include <random>

#include "hrefkit/html/dom.h"
#include "hrefkit/html/parse/gumbo_adapter.h"

using namespace hrefkit;
using namespace hrefkit::html;

namespace {

/// The tree as "name(a=1 b=2)[children]", flags as "~" (inert) and "!" (detached).
std::string written(Document const& document, NodeId top) {
  std::string out;
  NodeId previous = no_node;
  const auto open = [&](NodeId id) {
    Node const& node = document[id];
    if (node.type == NodeType::text) {
      out += '"' + std::string(document.text_of(id).value) + '"';
    } else {
      out += node.type == NodeType::document ? "#" : std::string(node.name);
    }
    if (node.inert) out += '~';
    if (node.detached) out += '!';
    for (Attribute const& attribute : document.attributes(id)) {
      out += ' ' + std::string(attribute.name) + '=' + std::string(attribute.value);
    }
  };
  std::vector<NodeId> stack;
  for (NodeId id = top; id != no_node; previous = id, id = document.next_in_tree(id, top)) {
    if (previous != no_node && document[id].parent == previous) {
      out += '[';
      stack.push_back(previous);
    } else if (previous != no_node) {
      for (; stack.back() != document[id].parent; stack.pop_back()) out += ']';
      out += ',';
    }
    open(id);
  }
  out.append(stack.size(), ']');
  return out;
}

std::string written(Document const& document) {
  return written(document, document.root());
}

/// True when every link between nodes has its counterpart.
bool is_consistent(Document const& document) {
  for (NodeId id = 0; id < document.size(); ++id) {
    Node const& node = document[id];
    if (node.first_child != no_node && document[node.first_child].parent != id) return false;
    if (node.last_child != no_node && document[node.last_child].next != no_node) return false;
    if (node.next != no_node && document[node.next].previous != id) return false;
    if (node.previous != no_node && document[node.previous].next != id) return false;
    if (node.next != no_node && document[node.next].parent != node.parent) return false;
  }
  return true;
}

}  // namespace

TEST_CASE("attributes are set, replaced, added and removed") {
  Notes notes;
  Document document = parse_html("<p a=1 b=2><i c=3>", false, notes);
  const NodeId p = document[document[document[0].first_child].last_child].first_child;
  const NodeId i = document[p].first_child;
  const std::uint32_t place = document.find_attribute(p, "a")->span.begin;
  document.set_attribute(p, "b", "new");
  document.set_attribute(p, "x", "10");  // not at the array's end: moves
  document.set_attribute(i, "y", "20");
  document.set_attribute(p, "z", "30");
  CHECK(written(document, p) == "p a=1 b=new x=10 z=30[i c=3 y=20]");
  CHECK(document.find_attribute(p, "a")->span.begin == place);
  CHECK(document.find_attribute(p, "b")->span == hrefkit::text::Span());
  CHECK(document.remove_attribute(p, "a"));
  CHECK_FALSE(document.remove_attribute(p, "a"));
  CHECK(document.remove_attribute(p, "z"));
  CHECK(written(document, p) == "p b=new x=10[i c=3 y=20]");
  // The namespace is part of the name.
  document.set_attribute(p, "b", "in xml", Namespace::xml);
  CHECK(document.find_attribute(p, "b")->value == "new");
  CHECK(document.find_attribute(p, "b", Namespace::xml)->value == "in xml");
  CHECK_FALSE(document.remove_attribute(p, "b", Namespace::xlink));
}

TEST_CASE("attributes of many elements, in turns, against a model") {
  Document document({});
  std::vector<NodeId> elements;
  std::vector<std::vector<std::pair<std::string, std::string>>> model(5);
  for (std::size_t i = 0; i < model.size(); ++i) {
    elements.push_back(document.create_element(Namespace::html, "p"));
  }
  std::mt19937 random(1);
  for (int step = 0; step < 5000; ++step) {
    const std::size_t e = random() % model.size();
    const std::string name = "a" + std::to_string(random() % 20);
    auto& expected = model[e];
    const auto found = std::find_if(expected.begin(), expected.end(),
                                    [&](auto const& attribute) { return attribute.first == name; });
    if (random() % 3 == 0) {
      CHECK(document.remove_attribute(elements[e], name) == (found != expected.end()));
      if (found != expected.end()) expected.erase(found);
      continue;
    }
    const std::string value = std::to_string(step);
    document.set_attribute(elements[e], name, value);
    if (found == expected.end()) {
      expected.emplace_back(name, value);
    } else {
      found->second = value;
    }
  }
  for (std::size_t e = 0; e < model.size(); ++e) {
    std::vector<std::pair<std::string, std::string>> actual;
    for (Attribute const& attribute : document.attributes(elements[e])) {
      actual.emplace_back(attribute.name, attribute.value);
    }
    CHECK(actual == model[e]);
  }
}

TEST_CASE("elements are inserted, moved and removed") {
  Notes notes;
  Document document = parse_html("<body><p></p><q></q>", false, notes);
  const NodeId body = document[document[0].first_child].last_child;
  const NodeId p = document[body].first_child;
  const NodeId q = document[p].next;
  const NodeId made = document.create_element(Namespace::html, "ins");
  CHECK(written(document, made) == "ins!");
  REQUIRE(document.insert(made, body, q));
  CHECK(written(document, body) == "body[p,ins,q]");
  REQUIRE(document.insert(p, made));
  CHECK(written(document, body) == "body[ins[p],q]");
  REQUIRE(document.insert(q, body, made));
  CHECK(written(document, body) == "body[q,ins[p]]");
  REQUIRE(document.insert(q, body, q));  // before itself: stays
  CHECK(written(document, body) == "body[q,ins[p]]");
  const NodeId text = document.create_text("hello");
  REQUIRE(document.insert(text, p));
  document.remove(made);
  CHECK(written(document, body) == "body[q]");
  CHECK(written(document, made) == "ins![p![\"hello\"!]]");
  document.remove(document.root());
  CHECK(written(document) == "#[html[head,body[q]]]");
  CHECK(is_consistent(document));
}

// DOM Standard 4.2.3 "ensure pre-insert validity".
TEST_CASE("what would make no tree is refused") {
  Notes notes;
  Document document = parse_html("<body><p><i></i></p>", false, notes);
  const NodeId body = document[document[0].first_child].last_child;
  const NodeId p = document[body].first_child;
  const NodeId i = document[p].first_child;
  const NodeId text = document.create_text("x");
  CHECK(document.insert(p, p).error() == InsertError::hierarchy);
  CHECK(document.insert(p, i).error() == InsertError::hierarchy);
  CHECK(document.insert(document.root(), p).error() == InsertError::hierarchy);
  CHECK(document.insert(i, text).error() == InsertError::hierarchy);
  CHECK(document.insert(text, body, i).error() == InsertError::not_found);
  CHECK_FALSE(message(InsertError::hierarchy).empty());
  CHECK(written(document, body) == "body[p[i]]");
}

TEST_CASE("what is moved into template content and out of it is marked") {
  Notes notes;
  Document document = parse_html("<body><template></template><p><i></i></p>", false, notes);
  const NodeId body = document[document[0].first_child].last_child;
  const NodeId tmpl = document[body].first_child;
  const NodeId p = document[tmpl].next;
  REQUIRE(document.insert(p, tmpl));
  CHECK(written(document, body) == "body[template[p~[i~]]]");
  document.remove(p);
  CHECK(written(document, p) == "p![i!]");
  REQUIRE(document.insert(p, body));
  CHECK(written(document, p) == "p[i]");
}

TEST_CASE("a subtree of another document is copied, strings and all") {
  Document target({});
  NodeId copy = no_node;
  {
    const std::string text = "<svg><a xlink:href='x&amp;y'><style>a{}</style></a></svg>";
    Notes notes;
    const Document source = parse_html(text, false, notes);
    const NodeId body = source[source[0].first_child].last_child;
    copy = target.import_subtree(source, source[body].first_child);
  }
  CHECK(written(target, copy) == "svg![a! href=x&y[style![\"a{}\"!]]]");
  CHECK(target.find_attribute(copy + 1, "href", Namespace::xlink)->span == hrefkit::text::Span());
  REQUIRE(target.insert(copy, target.root()));
  CHECK(written(target) == "#[svg[a href=x&y[style[\"a{}\"]]]]");
  CHECK(is_consistent(target));
}

TEST_CASE("deep trees are built, moved and copied without recursion") {
  constexpr int depth = 200'000;
  Document top_down({});
  NodeId parent = top_down.root();
  for (int i = 0; i < depth; ++i) {
    const NodeId id = top_down.create_element(Namespace::html, "div");
    REQUIRE(top_down.insert(id, parent));
    parent = id;
  }
  Document bottom_up({});
  NodeId top = bottom_up.create_element(Namespace::html, "div");
  for (int i = 1; i < depth; ++i) {
    const NodeId id = bottom_up.create_element(Namespace::html, "div");
    REQUIRE(bottom_up.insert(top, id));
    top = id;
  }
  REQUIRE(bottom_up.insert(top, bottom_up.root()));
  CHECK_FALSE(bottom_up[0].detached);
  const NodeId copy = bottom_up.import_subtree(top_down, top_down[0].first_child);
  CHECK(bottom_up.size() == 2 * depth + 1);
  CHECK(bottom_up[copy + depth - 1].first_child == no_node);
}
