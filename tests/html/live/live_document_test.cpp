// The HTML5 drafts have the same three sentences that say when elements are affected by a
// base URL change (2.6.5); HTML Standard 4.2.3 says when a base URL is frozen.
#include "hrefkit/html/live_document.h"

#include <catch2/catch.hpp>
#include <map>
#include <random>

#include "hrefkit/html/base/document_base.h"
#include "hrefkit/html/parse/gumbo_adapter.h"
#include "hrefkit/html/parse/xml_adapter.h"
#include "support/links_of.h"
#include "support/sanitized.h"

using namespace hrefkit;
using namespace hrefkit::html;
using test::page;
using url::Standard;

namespace {

FallbackBase fallback_at(std::string const& address) {
  return {address, BaseSource::document, address};
}

/// A live document that shares its base URLs with no other.
struct Alone {
  Alone(Document read, std::string const& address, LiveOptions const& options = {})
      : store(options.resolve.standard, read.text().size()),
        document(std::move(read), address,
                 store_fallback(store, fallback_at(address), options.resolve.encoding), options,
                 store, 0) {}

  BaseStore store;
  LiveDocument document;
};

/// A live document with a list of what it told.
struct Live {
  explicit Live(std::string_view markup, LiveOptions options = {},
                std::string const& address = page)
      : text(markup), alone(parse_html(text, false, notes), address, options) {
    document.observe([this](BaseChange const& change) {
      told.push_back(label(change.document, change.element) + " " +
                     std::string(name(change.trigger)) + " " + std::string(change.before.url()) +
                     " -> " + std::string(change.after.url()));
      elements.push_back(label(change.document, change.element));
    });
  }

  static std::string label(LiveDocument const& live, NodeId id) {
    const auto identity = live.document().find_attribute(id, "id");
    return identity ? "#" + std::string(identity->value) : std::string(live.document()[id].name);
  }

  NodeId find(std::string_view wanted) const {
    Document const& tree = document.document();
    for (NodeId id = 0; id < tree.size(); ++id) {
      if (tree[id].type == NodeType::element && label(document, id) == wanted) return id;
    }
    FAIL("no " << wanted);
    return no_node;
  }

  std::string base_of(std::string_view wanted) const {
    return std::string(document.base_of(find(wanted)).url());
  }

  std::vector<std::string> take_told() {
    elements.clear();
    return std::exchange(told, {});
  }

  std::string text;
  Notes notes;
  Alone alone;
  LiveDocument& document = alone.document;
  std::vector<std::string> told;
  std::vector<std::string> elements;
};

using Lines = std::vector<std::string>;

}  // namespace

TEST_CASE("when an xml:base attribute changes, its element and all descendants are affected") {
  for (Standard standard : url::all_standards) {
    CAPTURE(url::name(standard));
    Live live("<body><div id=outer><p id=p><a id=a></a></p></div><i id=after></i>",
              {{standard, {}}});
    live.document.set_attribute(live.find("#outer"), "base", "/x/", Namespace::xml);
    CHECK(live.take_told() ==
          Lines{"#outer xml-base https://example.com/dir/page.html -> https://example.com/x/",
                "#p xml-base https://example.com/dir/page.html -> https://example.com/x/",
                "#a xml-base https://example.com/dir/page.html -> https://example.com/x/"});
    // A scope in a scope is relative to it.
    live.document.set_attribute(live.find("#p"), "base", "y/", Namespace::xml);
    CHECK(live.take_told() ==
          Lines{"#p xml-base https://example.com/x/ -> https://example.com/x/y/",
                "#a xml-base https://example.com/x/ -> https://example.com/x/y/"});
    live.document.set_attribute(live.find("#outer"), "base", "/z/", Namespace::xml);
    CHECK(live.base_of("#a") == "https://example.com/z/y/");
    live.take_told();
    // An equal value changes nothing.
    live.document.set_attribute(live.find("#outer"), "base", "/z/", Namespace::xml);
    CHECK(live.told.empty());
    live.document.remove_attribute(live.find("#outer"), "base", Namespace::xml);
    CHECK(live.elements == Lines{"#outer", "#p", "#a"});
    CHECK(live.base_of("#a") == "https://example.com/dir/y/");
    CHECK(live.base_of("#after") == page);
  }
}

TEST_CASE("many xml:base attributes change at once, and each element is told of once") {
  Live live("<body><div id=d><p id=p xml:base=p/><a id=a></a></p><i id=i></i></div><b id=b></b>");
  const std::vector<NodeId> changed{live.find("#d"), live.find("#a"), live.find("#b")};
  live.document.set_xml_base(changed, "x/");
  CHECK(live.take_told() ==
        Lines{"#d xml-base https://example.com/dir/page.html -> https://example.com/dir/x/",
              "#p xml-base https://example.com/dir/p/ -> https://example.com/dir/x/p/",
              "#a xml-base https://example.com/dir/p/ -> https://example.com/dir/x/p/x/",
              "#i xml-base https://example.com/dir/page.html -> https://example.com/dir/x/",
              "#b xml-base https://example.com/dir/page.html -> https://example.com/dir/x/"});
  live.document.set_xml_base(changed, "x/");
  CHECK(live.told.empty());
  live.document.remove_xml_base(changed);
  CHECK(live.elements == Lines{"#d", "#p", "#a", "#i", "#b"});
  CHECK(live.base_of("#a") == "https://example.com/dir/p/");
  live.document.remove_xml_base(std::vector{live.find("#p")});
  CHECK(live.base_of("#a") == page);
}

TEST_CASE("an xml:base for each of many nested elements costs linear time") {
  constexpr std::size_t depth = 100'000;
  std::string markup;
  for (std::size_t i = 0; i < depth; ++i) markup += "<a>";
  for (std::size_t i = 0; i < depth; ++i) markup += "</a>";
  Notes notes;
  Alone alone(parse_xml(markup, notes), page);
  LiveDocument& live = alone.document;
  std::size_t told = 0;
  live.observe([&](BaseChange const&) { ++told; });
  std::vector<NodeId> all;
  for (NodeId id = 1; id < live.document().size(); ++id) all.push_back(id);
  live.set_xml_base(all, "/x/");
  CHECK(told == depth);
  CHECK(live.base_of(all.back()).url() == "https://example.com/x/");
}

TEST_CASE("when a document's document base URL changes, all its elements are affected") {
  for (Standard standard : url::all_standards) {
    CAPTURE(url::name(standard));
    Live live("<base id=base href=/a/><p id=p xml:base=x/><a id=a></a>", {{standard, {}}});
    const Lines all{"html", "head", "#base", "body", "#p", "#a"};
    live.document.set_attribute(live.find("#base"), "href", "/b/");
    CHECK(live.elements == all);
    CHECK(live.told[0] == "html document-base https://example.com/a/ -> https://example.com/b/");
    CHECK(live.told[5] == "#a document-base https://example.com/a/x/ -> https://example.com/b/x/");
    live.take_told();
    // Another href of the same URL changes no base URL.
    live.document.set_attribute(live.find("#base"), "href", "../b/");
    CHECK(live.told.empty());
    live.document.remove_attribute(live.find("#base"), "href");
    CHECK(live.elements == all);
    CHECK(live.document.base().url() == page);
    CHECK(live.document.base_source() == BaseSource::document);
    live.take_told();
    // A new base element that comes before it.
    live.document.set_attribute(live.find("#base"), "href", "/c/");
    live.take_told();
    const NodeId first = live.document.create_element(Namespace::html, "base");
    live.document.set_attribute(first, "href", "/first/");
    CHECK(live.told.empty());
    REQUIRE(live.document.insert(first, live.find("head"), live.find("#base")));
    CHECK(live.elements == Lines{"html", "head", "base", "#base", "body", "#p", "#a"});
    CHECK(live.base_of("#a") == "https://example.com/first/x/");
    live.take_told();
    live.document.remove(first);
    CHECK(live.elements == all);
    CHECK(live.document.base().url() == "https://example.com/c/");
  }
}

TEST_CASE(
    "an element that moves between documents with different base URLs is affected, with its "
    "descendants") {
  for (Standard standard : url::all_standards) {
    CAPTURE(url::name(standard));
    const LiveOptions options{{standard, {}}};
    Live from("<body><p id=p xml:base=x/><a id=a>text</a><i id=i></i></p>", options);
    Live to("<body><div id=div></div>", options, "https://other.example/");
    const auto moved = to.document.adopt(from.document, from.find("#p"), to.find("#div"));
    REQUIRE(moved);
    CHECK(to.take_told() ==
          Lines{"#p document-move https://example.com/dir/x/ -> https://other.example/x/",
                "#a document-move https://example.com/dir/x/ -> https://other.example/x/",
                "#i document-move https://example.com/dir/x/ -> https://other.example/x/"});
    CHECK(from.told.empty());
    CHECK(from.document.document()[from.find("#p")].detached);
    // The same base URLs: not affected, whatever the addresses.
    Live same("<base href=https://other.example/><body id=body>", options);
    REQUIRE(same.document.adopt(to.document, *moved, same.find("#body")));
    CHECK(same.told.empty());
    CHECK(same.base_of("#a") == "https://other.example/x/");
  }
}

TEST_CASE("a move that takes the base element along changes both documents' base URLs") {
  Live from("<div id=div><base href=/b/><a id=a></a></div><i id=i></i>");
  Live to("<body id=body><q id=q></q>", {}, "https://other.example/");
  REQUIRE(to.document.adopt(from.document, from.find("#div"), to.find("#body")));
  CHECK(from.elements == Lines{"html", "head", "body", "#i"});
  CHECK(from.document.base().url() == page);
  CHECK(to.document.base().url() == "https://other.example/b/");
  CHECK(std::count(to.told.begin(), to.told.end(),
                   "#a document-move https://example.com/b/ -> https://other.example/b/") == 1);
  CHECK(std::count(to.told.begin(), to.told.end(),
                   "#q document-base https://other.example/ -> https://other.example/b/") == 1);
}

TEST_CASE("a move within a document keeps bases right and affects nobody") {
  Live live("<body><div id=scope xml:base=/x/></div><p id=p xml:base=y/><a id=a></a>");
  REQUIRE(live.document.insert(live.find("#p"), live.find("#scope")));
  CHECK(live.told.empty());
  CHECK(live.base_of("#a") == "https://example.com/x/y/");
  live.document.remove(live.find("#p"));
  CHECK(live.told.empty());
  CHECK(live.base_of("#a") == "https://example.com/dir/y/");
}

TEST_CASE("a move that cannot be changes nothing") {
  Live from("<base href=/b/><a id=a></a>");
  Live to("<body><q id=q></q>");
  const NodeId text = to.document.create_text("x");
  CHECK(to.document.adopt(from.document, from.find("#a"), text).error() == InsertError::hierarchy);
  CHECK(to.document.insert(to.find("body"), to.find("#q")).error() == InsertError::hierarchy);
  CHECK(from.told.empty());
  CHECK(to.told.empty());
  CHECK_FALSE(from.document.document()[from.find("#a")].detached);
}

// HTML5 (W3C draft) 2.6.3: "Resolve url relative to fallback base url (thus, the base href
// attribute isn't affected by xml:base attributes)".
TEST_CASE("a base element's href is not affected by xml:base") {
  Live live("<body id=body><base href=b/><a id=a></a>");
  live.document.set_attribute(live.find("#body"), "base", "/x/", Namespace::xml);
  CHECK(live.document.base().url() == "https://example.com/dir/b/");
  CHECK(live.base_of("#a") == "https://example.com/x/");
  CHECK(live.elements == Lines{"#body", "base", "#a"});
}

// HTML5 (W3C draft) 2.6.3: "The document base URL is the result of the previous step if it was
// successful; otherwise it is fallback base url".
TEST_CASE("a base element whose href does not resolve leaves the fallback") {
  for (Standard standard : url::all_standards) {
    CAPTURE(url::name(standard));
    Live live("<base id=base href=/b/><base href=/second/><a id=a></a>", {{standard, {}}});
    live.document.set_attribute(live.find("#base"), "href", "http://[");
    CHECK(live.document.base().url() == page);
    CHECK(live.document.base_status() == BaseElementStatus::unresolvable);
    CHECK(live.document.base_source() == BaseSource::document);
    CHECK(live.elements.size() == 6);
  }
}

// XML Base, second edition, 4.2 and 5: what cannot be a base leaves the base around it.
TEST_CASE("an xml:base that does not resolve leaves the base around it") {
  Live live("<div id=outer xml:base=/x/><p id=p xml:base='http://['><a id=a></a></p></div>");
  CHECK(live.base_of("#a") == "https://example.com/x/");
  live.document.set_attribute(live.find("#outer"), "xml:base", "/y/");
  CHECK(live.base_of("#a") == "https://example.com/y/");
}

// HTML Standard 4.2.3, "set the frozen base URL": when the element becomes the first, and when its
// href changes; HTML5 (W3C draft) 2.6.3 resolves it each time.
TEST_CASE("a frozen base URL stands when only the address changes; the older standards follow") {
  const std::string elsewhere = "https://example.com/elsewhere/";
  for (Standard standard : url::all_standards) {
    CAPTURE(url::name(standard));
    const bool frozen = standard == Standard::whatwg;
    Live live("<base id=base href=b/><a id=a></a>", {{standard, {}}});
    live.document.set_address(elsewhere, fallback_at(elsewhere));
    CHECK(live.document.address() == elsewhere);
    CHECK(live.document.base().url() ==
          (frozen ? "https://example.com/dir/b/" : "https://example.com/elsewhere/b/"));
    CHECK(live.elements.empty() == frozen);
    // Setting href again freezes it again.
    live.document.set_attribute(live.find("#base"), "href", "b/");
    CHECK(live.document.base().url() == "https://example.com/elsewhere/b/");
    // Without a base element all standards follow the address.
    live.document.remove(live.find("#base"));
    CHECK(live.document.base().url() == elsewhere);
    live.take_told();
    live.document.set_address(page, fallback_at(page));
    CHECK(live.document.base().url() == page);
    CHECK(live.elements == Lines{"html", "head", "body", "#a"});
  }
}

TEST_CASE("an unusable href is frozen as the fallback of that time") {
  const std::string elsewhere = "https://example.com/elsewhere/";
  Live live("<base id=base href='data:,x'><a id=a></a>");
  live.document.set_address(elsewhere, fallback_at(elsewhere));
  CHECK(live.document.base().url() == page);
  CHECK(live.document.base_status() == BaseElementStatus::unusable_scheme);
}

TEST_CASE("a base element that is moved becomes the first again") {
  const std::string elsewhere = "https://example.com/elsewhere/";
  Live live("<base id=one href=1/><base id=two href=2/>");
  live.document.set_address(elsewhere, fallback_at(elsewhere));
  REQUIRE(live.document.insert(live.find("#one"), live.find("head"), live.find("#two")));
  CHECK(live.document.base().url() == "https://example.com/elsewhere/1/");
  REQUIRE(live.document.insert(live.find("#one"), live.find("body")));
  CHECK(live.document.base().url() == "https://example.com/elsewhere/2/");
  CHECK(live.document.base_element() == live.find("#two"));
}

// CSP Level 3, 6.3.1.1; HTML Standard 4.2.5.3: a policy counts from the meta element's insertion.
TEST_CASE("a policy that comes later forbids only later base URLs") {
  Live live("<base id=base href=/a/>");
  const NodeId meta = live.document.create_element(Namespace::html, "meta");
  live.document.set_attribute(meta, "http-equiv", "Content-Security-Policy");
  live.document.set_attribute(meta, "content", "base-uri 'none'");
  REQUIRE(live.document.insert(meta, live.find("head")));
  CHECK(live.document.base().url() == "https://example.com/a/");
  live.document.set_attribute(live.find("#base"), "href", "/b/");
  CHECK(live.document.base().url() == page);
  CHECK(live.document.base_status() == BaseElementStatus::blocked);
  // It stays in force without its element.
  live.document.remove(meta);
  live.document.set_attribute(live.find("#base"), "href", "/c/");
  CHECK(live.document.base().url() == page);
}

TEST_CASE("policies and base elements that are inserted together count in tree order") {
  const auto insert = [](bool meta_first) {
    Live live("<head id=head>");
    LiveDocument& document = live.document;
    const NodeId head = document.create_element(Namespace::html, "head");
    const NodeId meta = document.create_element(Namespace::html, "meta");
    const NodeId base = document.create_element(Namespace::html, "base");
    document.set_attribute(meta, "http-equiv", "content-security-policy");
    document.set_attribute(meta, "content", "base-uri 'none'");
    document.set_attribute(base, "href", "/b/");
    REQUIRE(document.insert(meta_first ? meta : base, head));
    REQUIRE(document.insert(meta_first ? base : meta, head));
    REQUIRE(document.insert(head, live.find("html")));
    return std::string(document.base().url());
  };
  CHECK(insert(false) == "https://example.com/b/");
  CHECK(insert(true) == page);
}

// Web addresses in HTML 5, section 3: "no base element that is both a child of the head element and
// has an href".
TEST_CASE("web-address: a base element counts as long as it is a child of head") {
  Live live("<base id=base href=/b/><a id=a></a>", {{Standard::web_address, {}}});
  CHECK(live.document.base().url() == "https://example.com/b/");
  REQUIRE(live.document.insert(live.find("#base"), live.find("body")));
  CHECK(live.document.base().url() == page);
  REQUIRE(live.document.insert(live.find("#base"), live.find("head")));
  CHECK(live.document.base().url() == "https://example.com/b/");
}

// HTML Standard 4.12.3: template content has a document of its own.
TEST_CASE("elements in template content are told of only when asked for") {
  const std::string_view markup =
      "<base id=base href=/a/><template id=t><a id=a></a><base href=/t/></template>";
  Live live(markup);
  live.document.set_attribute(live.find("#base"), "href", "/b/");
  CHECK(live.elements == Lines{"html", "head", "#base", "#t", "body"});
  Live with_templates(markup, {{}, XmlBase::on, true});
  with_templates.document.set_attribute(with_templates.find("#base"), "href", "/b/");
  CHECK(with_templates.elements == Lines{"html", "head", "#base", "#t", "#a", "base", "body"});
  // A base element that leaves the template counts.
  REQUIRE(live.document.insert(live.find("#a"), live.find("body")));
  const NodeId inner = live.find("base");
  live.document.remove(live.find("#base"));
  REQUIRE(live.document.insert(inner, live.find("head")));
  CHECK(live.document.base().url() == "https://example.com/t/");
  REQUIRE(live.document.insert(inner, live.find("#t")));
  CHECK(live.document.base().url() == page);
}

TEST_CASE("--xml-base decides which attributes count") {
  const auto base = [](XmlBase which, Namespace ns, std::string_view attribute) {
    Live live("<p id=p><a id=a></a>", {{}, which});
    live.document.set_attribute(live.find("#p"), attribute, "/x/", ns);
    return std::pair(live.base_of("#a") == "https://example.com/x/", live.told.size());
  };
  CHECK(base(XmlBase::on, Namespace::xml, "base") == std::pair(true, std::size_t{2}));
  CHECK(base(XmlBase::on, Namespace::none, "xml:base") == std::pair(true, std::size_t{2}));
  CHECK(base(XmlBase::namespaced, Namespace::xml, "base") == std::pair(true, std::size_t{2}));
  CHECK(base(XmlBase::namespaced, Namespace::none, "xml:base") == std::pair(false, std::size_t{0}));
  CHECK(base(XmlBase::off, Namespace::xml, "base") == std::pair(false, std::size_t{0}));
}

TEST_CASE("deep and wide documents change in time that grows as they do") {
  std::string markup = "<base id=base href=/a/>";
  for (int i = 0; i < 50'000; ++i) markup += "<p xml:base=x/><a href=y></a></p>";
  Live live(markup);
  std::size_t told = 0;
  live.document.observe([&](BaseChange const&) { ++told; });
  live.document.set_attribute(live.find("#base"), "href", "/b/");
  CHECK(told == 100'004);
  Alone alone(Document({}), page);
  LiveDocument& deep = alone.document;
  NodeId parent = deep.document().root();
  for (int i = 0; i < 100'000; ++i) {
    const NodeId id = deep.create_element(Namespace::html, "div");
    REQUIRE(deep.insert(id, parent));
    parent = id;
  }
  deep.observe([&](BaseChange const&) { ++told; });
  told = 0;
  deep.set_attribute(1, "base", "/x/", Namespace::xml);
  CHECK(told == 100'000);
  CHECK(deep.base_of(parent).url() == "https://example.com/x/");
}

// The law: whatever happened, every base is what a computation from scratch gives, and who is told
// of is who the three sentences name.
namespace {

class Scratch {
 public:
  Scratch(LiveDocument const& live, BaseUrl const& document_base)
      : live_(live), document_base_(document_base) {}

  std::string base_of(NodeId node) const {
    std::vector<std::string> declared;
    for (; node != no_node; node = live_.document()[node].parent) {
      if (const auto own = live_.document().find_attribute(node, "base", Namespace::xml)) {
        declared.emplace_back(own->value);
      }
    }
    url::ResolveOptions const options = live_.options().resolve;
    url::Resolver resolver = document_base_.resolver;
    std::string base(document_base_.url());
    for (auto value = declared.rbegin(); value != declared.rend(); ++value) {
      const auto resolved = resolver.resolve(*value);
      if (!resolved) continue;
      base = *resolved;
      resolver = *url::Resolver::with_base(base, options);
    }
    return base;
  }

 private:
  LiveDocument const& live_;
  BaseUrl const& document_base_;
};

/// Changes a document at random and checks it after each step.
class RandomChanges {
 public:
  RandomChanges(Standard standard, unsigned seed)
      : random_(seed),
        alone_(Document({}), page, {{standard, {}}}),
        other_alone_(Document({}), "https://other.example/o/", {{standard, {}}}) {
    live_.observe([this](BaseChange const& change) { told_[change.element] = change.trigger; });
    const NodeId html = live_.create_element(Namespace::html, "html");
    REQUIRE(live_.insert(html, live_.document().root()));
    REQUIRE(live_.insert(live_.create_element(Namespace::html, "head"), html));
    const NodeId other_html = other_.create_element(Namespace::html, "html");
    REQUIRE(other_.insert(other_html, other_.document().root()));
  }

  void run(int steps) {
    for (int i = 0; i < steps; ++i) {
      step();
      check();
    }
  }

 private:
  bool takes_once() const { return takes_bases_once(live_.options().resolve.standard); }

  NodeId any_node() { return static_cast<NodeId>(1 + random_() % (live_.document().size() - 1)); }

  std::string any_href() {
    static char const* const hrefs[] = {"a/",        "../b/", "/c/", "https://x.example/d/",
                                        "http://[x", "",      "?q",  "data:,x"};
    return hrefs[random_() % std::size(hrefs)];
  }

  NodeId first_base() const {
    Document const& tree = live_.document();
    for (NodeId id = 0; id != no_node; id = tree.next_in_tree(id)) {
      if (tree.is_html(id, "base") && !tree[id].inert && tree.find_attribute(id, "href") &&
          (live_.options().resolve.standard != Standard::web_address ||
           tree.is_html(tree[id].parent, "head"))) {
        return id;
      }
    }
    return no_node;
  }

  void step() {
    told_.clear();
    Document const& tree = live_.document();
    const NodeId node = any_node();
    set_again_ = false;
    changed_scope_ = no_node;
    moves_ = false;
    switch (random_() % 9) {
      case 0:
      case 1: {
        static char const* const names[] = {"p", "a", "base", "base", "template", "head"};
        const NodeId made =
            live_.create_element(Namespace::html, names[random_() % std::size(names)]);
        if (random_() % 2 == 0) live_.set_attribute(made, "href", any_href());
        if (random_() % 3 == 0) live_.set_attribute(made, "base", any_href(), Namespace::xml);
        told_.clear();
        moves_ = true;
        REQUIRE(live_.insert(made, node, tree[node].first_child));
        set_again_ = made == first_base();
        break;
      }
      case 2:
        moves_ = true;
        set_again_ = true;
        if (const NodeId parent = any_node(); live_.insert(node, parent)) {
          set_again_ = first_base() != no_node && tree.is_within(first_base(), node);
        } else {
          set_again_ = false;
        }
        break;
      case 3:
        if (node == 1) break;
        live_.remove(node);
        break;
      case 4:
      case 5: {
        const std::string value = any_href();
        const auto old = tree.find_attribute(node, "base", Namespace::xml);
        if (!old || old->value != value) changed_scope_ = node;
        live_.set_attribute(node, "base", value, Namespace::xml);
        break;
      }
      case 6:
        if (live_.remove_attribute(node, "base", Namespace::xml)) changed_scope_ = node;
        break;
      case 7:
        live_.set_attribute(node, "href", any_href());
        set_again_ = node == first_base();
        break;
      case 8:
        if (random_() % 2 == 0) {
          const std::string address = "https://example.com/" + std::to_string(random_() % 5) + "/";
          live_.set_address(address, fallback_at(address));
        } else if (tree.size() < 400) {
          move_in();
        }
        break;
    }
  }

  void move_in() {
    const NodeId p = other_.create_element(Namespace::html, "p");
    const NodeId base = other_.create_element(Namespace::html, random_() % 3 == 0 ? "base" : "i");
    other_.set_attribute(base, "href", any_href());
    other_.set_attribute(p, "base", any_href(), Namespace::xml);
    REQUIRE(other_.insert(base, p));
    REQUIRE(other_.insert(p, 1));
    moves_ = true;
    const bool differ = other_.base().url() != live_.base().url();
    const auto moved = live_.adopt(other_, p, any_node());
    REQUIRE(moved);
    if (differ) CHECK(told_.count(*moved) == 1);
    set_again_ = first_base() != no_node && live_.document().is_within(first_base(), *moved);
  }

  /// The model of the document base URL: what is frozen is remembered, the rest computed.
  void update_model() {
    const NodeId first = first_base();
    const bool stands = takes_once() && first != no_node && first == first_ && !set_again_;
    first_ = first;
    if (stands) return;
    base_ = live_.fallback().url;
    if (first == no_node) return;
    const auto resolver = url::Resolver::with_base(base_, live_.options().resolve);
    const auto url = resolver->resolve(live_.document().find_attribute(first, "href")->value);
    if (url && !(takes_once() && url->starts_with("data:"))) base_ = *url;
  }

  void check() {
    const std::string old_base = base_;
    update_model();
    Document const& tree = live_.document();
    REQUIRE(live_.base().url() == base_);
    CHECK(live_.base_element() == first_);
    const Scratch scratch(live_, live_.base());
    for (NodeId id = 0; id < tree.size(); ++id) {
      REQUIRE(live_.base_of(id).url() == scratch.base_of(id));
    }
    live_.visit_bases([&](NodeId id, BaseId base) {
      REQUIRE(live_.base_url(base).url() == live_.base_of(id).url());
    });
    if (moves_) return;
    for (NodeId id = 1; id < tree.size(); ++id) {
      const bool in_scope = changed_scope_ != no_node && tree.is_within(id, changed_scope_) &&
                            (!tree[id].inert || tree[changed_scope_].inert);
      const bool in_document = base_ != old_base && !tree[id].detached && !tree[id].inert;
      REQUIRE(told_.count(id) == (in_scope || in_document ? 1 : 0));
    }
  }

  std::mt19937 random_;
  Alone alone_;
  Alone other_alone_;
  LiveDocument& live_ = alone_.document;
  LiveDocument& other_ = other_alone_.document;
  std::map<NodeId, BaseTrigger> told_;
  std::string base_ = page;
  NodeId first_ = no_node;
  NodeId changed_scope_ = no_node;
  bool set_again_ = false;
  bool moves_ = false;
};

}  // namespace

TEST_CASE("after random changes every base is as computed from scratch") {
  for (Standard standard : url::all_standards) {
    CAPTURE(url::name(standard));
    for (unsigned seed = 0; seed < (test::is_sanitized ? 5 : 20); ++seed) {
      CAPTURE(seed);
      RandomChanges(standard, seed).run(250);
    }
  }
}
