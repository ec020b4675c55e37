// The platform tests of dynamic changes to base URLs and of document base URLs, as data: every
// element and attribute that they set, in a document whose base element changes and in one whose
// xml:base attributes do.
#include <catch2/catch.hpp>
#include <optional>

#include "hrefkit/html/links/link_values.h"
#include "hrefkit/html/live_contexts.h"

using namespace hrefkit;
using namespace hrefkit::html;
using url::Standard;

namespace {

constexpr char const* address = "https://tests.example/urls/dynamic/page";

/// An element and the attribute of it that names a URL.
struct UrlAttribute {
  char const* element;
  char const* attribute;
  bool in_xhtml_test;  ///< the XHTML form leaves some out
};

constexpr UrlAttribute url_attributes[] = {
    {"a", "href", true},
    {"link", "href", true},
    {"area", "href", true},
    {"q", "cite", true},
    {"blockquote", "cite", true},
    {"ins", "cite", true},
    {"del", "cite", true},
    {"audio", "src", false},
    {"input", "src", false},
    {"img", "src", true},
    {"embed", "src", true},
    {"video", "src", true},
    {"iframe", "src", true},
    {"script", "src", true},
    {"source", "src", true},
    {"track", "src", true},
    {"form", "action", true},
    {"object", "data", true},
    {"button", "formaction", true},
};

/// A document read by the HTML or the XML parser.
class Page {
 public:
  Page(std::string_view markup, ContentType type, Standard standard) : text_(markup) {
    DocumentOptions options;
    options.url = address;
    options.standard = standard;
    options.blank_frames = true;
    Notes notes;
    contexts_.emplace(ContextTree(source_from_text(text_, type), options, notes), options);
  }

  LiveContexts& contexts() { return *contexts_; }
  LiveDocument& document() { return contexts_->main(); }

  NodeId find(std::string_view id) { return find(document(), id); }

  static NodeId find(LiveDocument const& live, std::string_view id) {
    Document const& document = live.document();
    for (NodeId node = 0; node < document.size(); ++node) {
      const auto attribute = document.find_attribute(node, "id");
      if (attribute && attribute->value == id) return node;
    }
    FAIL("no #" << id);
    return no_node;
  }

  /// What the only URL of an element resolves to.
  static std::string url_of(LiveDocument const& live, NodeId element) {
    ElementUrls urls(live.document(), {});
    const auto found = urls.of(element);
    REQUIRE(found.size() == 1);
    return live.base_of(element).resolver.resolve(found[0].raw).value_or("(unresolvable)");
  }

  std::string url_of(NodeId element) { return url_of(document(), element); }

  /// A new element in `parent`, with "test.txt" for its URL.
  NodeId append(UrlAttribute const& what, NodeId parent) {
    const NodeId element = document().create_element(Namespace::html, what.element);
    document().set_attribute(element, what.attribute, "test.txt");
    REQUIRE(document().insert(element, parent));
    return element;
  }

 private:
  std::string text_;
  std::optional<LiveContexts> contexts_;
};

}  // namespace

TEST_CASE("dynamic base URLs, HTML: a base element's href changes") {
  for (Standard standard : url::all_standards) {
    for (UrlAttribute const& what : url_attributes) {
      CAPTURE(url::name(standard), what.element, what.attribute);
      Page page("<base href='' id=base><div id=div></div>", ContentType::html, standard);
      const NodeId element = page.append(what, page.find("div"));
      page.document().set_attribute(page.find("base"), "href", "");
      CHECK(page.url_of(element) == "https://tests.example/urls/dynamic/test.txt");
      page.document().set_attribute(page.find("base"), "href", "http://www.example:81");
      CHECK(page.url_of(element) == "http://www.example:81/test.txt");
    }
  }
}

TEST_CASE("dynamic base URLs, XHTML: an xml:base around the element changes") {
  constexpr std::string_view markup =
      "<html xmlns='http://www.w3.org/1999/xhtml' id='h' xml:base=''><head>"
      "<script src='test.js' id='outer'></script></head>"
      "<body><div id='div' xml:base=''></div></body></html>";
  for (Standard standard : url::all_standards) {
    for (UrlAttribute const& what : url_attributes) {
      if (!what.in_xhtml_test) continue;
      CAPTURE(url::name(standard), what.element, what.attribute);
      Page page(markup, ContentType::xml, standard);
      LiveDocument& document = page.document();
      const NodeId element = page.append(what, page.find("div"));
      document.set_attribute(page.find("h"), "base", "", Namespace::xml);
      CHECK(page.url_of(element) == "https://tests.example/urls/dynamic/test.txt");
      document.set_attribute(page.find("h"), "base", "http://www.example.org/", Namespace::xml);
      CHECK(page.url_of(element) == "http://www.example.org/test.txt");
      // "The outer element must not be effected."
      document.set_attribute(page.find("div"), "base", "http://www.example2.org/", Namespace::xml);
      CHECK(page.url_of(page.find("outer")) == "http://www.example.org/test.js");
      CHECK(page.url_of(element) == "http://www.example2.org/test.txt");
    }
  }
}

TEST_CASE("document base URL: of the first base element with an href") {
  for (Standard standard : url::all_standards) {
    CAPTURE(url::name(standard));
    Page page("<head id=head></head><img id=img src=foo>", ContentType::html, standard);
    CHECK(page.document().base().url() == address);
    const NodeId base = page.document().create_element(Namespace::html, "base");
    page.document().set_attribute(base, "href", "/foo/bar");
    REQUIRE(page.document().insert(base, page.find("head")));
    CHECK(page.url_of(page.find("img")) == "https://tests.example/foo/foo");
    CHECK(page.document().base().url() == "https://tests.example/foo/bar");
    page.document().remove(base);
    CHECK(page.document().base().url() == address);
    // One with a target only does not count, nor do the later ones.
    Page several(
        "<base target=_blank><base id=b href=http://one.example/><base href=http://two.example/>"
        "<base href=http://three.example/>",
        ContentType::html, standard);
    CHECK(several.document().base().url() == "http://one.example/");
    CHECK(several.document().base_element() == several.find("b"));
  }
}

// HTML5 (W3C draft) 2.6.3: about:blank has the creator's, an iframe srcdoc document the container's
// document base URL for its fallback.
TEST_CASE("document base URL: about:blank and srcdoc") {
  for (Standard standard : url::all_standards) {
    CAPTURE(url::name(standard));
    Page page("<iframe src=about:blank></iframe><iframe srcdoc='<img id=img src=foo>'></iframe>",
              ContentType::html, standard);
    REQUIRE(page.contexts().size() == 3);
    LiveDocument& blank = page.contexts()[1].document;
    CHECK(blank.base().url() == address);
    CHECK(blank.base_source() == BaseSource::creator);
    LiveDocument& srcdoc = page.contexts()[2].document;
    CHECK(srcdoc.base().url() == address);
    CHECK(Page::url_of(srcdoc, Page::find(srcdoc, "img")) ==
          "https://tests.example/urls/dynamic/foo");
    // About:blank with a base element of its own.
    const NodeId head = blank.create_element(Namespace::html, "head");
    const NodeId base = blank.create_element(Namespace::html, "base");
    blank.set_attribute(base, "href", "sub/");
    REQUIRE(blank.insert(head, blank.document().root()));
    REQUIRE(blank.insert(base, head));
    CHECK(blank.base().url() == "https://tests.example/urls/dynamic/sub/");
  }
}
