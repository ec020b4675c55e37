#include "hrefkit/html/live_contexts.h"

#include <catch2/catch.hpp>

#include "support/links_of.h"

using namespace hrefkit;
using namespace hrefkit::html;
using test::page;
using url::Standard;

namespace {

/// The live documents of a text, with a list of the elements that were told of: "context:element".
struct ObservedPage {
  explicit ObservedPage(std::string markup, Standard standard = Standard::html5)
      : text(std::move(markup)), contexts(read(text, standard), options(standard)) {
    for (std::size_t i = 0; i < contexts.size(); ++i) {
      contexts[i].document.observe([this, i](BaseChange const& change) {
        told.push_back(std::to_string(i) + ":" +
                       std::string(change.document.document()[change.element].name));
      });
    }
  }

  static DocumentOptions options(Standard standard) {
    DocumentOptions options;
    options.url = page;
    options.standard = standard;
    options.blank_frames = true;
    return options;
  }

  static ContextTree read(std::string_view text, Standard standard) {
    Notes notes;
    return ContextTree(source_from_text(text), options(standard), notes);
  }

  NodeId find(std::size_t context, std::string_view name) {
    Document const& document = contexts[context].document.document();
    for (NodeId id = 0; id < document.size(); ++id) {
      if (document[id].name == name) return id;
    }
    FAIL("no " << name);
    return no_node;
  }

  std::string base(std::size_t context) {
    return std::string(contexts[context].document.base().url());
  }

  std::string text;
  LiveContexts contexts;
  std::vector<std::string> told;
};

using Lines = std::vector<std::string>;

// Frames in a frame: 0 holds 1 (srcdoc), which holds 2 (srcdoc) and 3 (about:blank).
constexpr std::string_view nested =
    "<base href=/a/><iframe srcdoc=\"<base href=in/><iframe srcdoc='<a href=x></a>'></iframe>"
    "<iframe></iframe>\"></iframe>";

}  // namespace

// HTML5 (W3C draft) 2.6.3: "let fallback base url be the document base URL of the Document's
// browsing context's browsing context container's Document instead": computed each time.
TEST_CASE("older standards: a base URL reaches the documents in frames, however deep") {
  for (Standard standard : {Standard::html5, Standard::web_address, Standard::whatwg_2012}) {
    CAPTURE(url::name(standard));
    ObservedPage file{std::string(nested), standard};
    REQUIRE(file.contexts.size() == 4);
    CHECK(file.base(2) == "https://example.com/a/in/");
    file.contexts.main().set_attribute(file.contexts.main().base_element(), "href", "/b/");
    CHECK(file.base(1) == "https://example.com/b/in/");
    CHECK(file.base(2) == "https://example.com/b/in/");
    CHECK(file.base(3) == "https://example.com/b/in/");
    CHECK(file.told == Lines{"0:html", "0:head", "0:base", "0:body", "0:iframe",  //
                             "1:html", "1:head", "1:base", "1:body", "1:iframe", "1:iframe",
                             "2:html", "2:head", "2:body", "2:a"});
  }
}

// HTML Standard 7.3.1: the about base URL is set when the document is made.
TEST_CASE("whatwg: a document in a frame keeps the base URL that it was given") {
  ObservedPage file(std::string(nested), Standard::whatwg);
  file.contexts.main().set_attribute(file.contexts.main().base_element(), "href", "/b/");
  CHECK(file.base(0) == "https://example.com/b/");
  CHECK(file.base(1) == "https://example.com/a/in/");
  CHECK(file.told == Lines{"0:html", "0:head", "0:base", "0:body", "0:iframe"});
}

TEST_CASE("older standards: xml:base around a frame is not part of it") {
  ObservedPage file("<div xml:base=/x/><iframe srcdoc='<a href=x>'></iframe></div>");
  CHECK(file.base(1) == page);
  file.contexts.main().set_attribute(file.find(0, "div"), "xml:base", "/y/");
  CHECK(file.base(1) == page);
  CHECK(file.told == Lines{"0:div", "0:iframe"});
}

TEST_CASE("a base of its own keeps a frame's document from its container's") {
  ObservedPage file(
      "<base href=/a/><iframe srcdoc='<base href=https://other.example/><a>'></iframe>");
  file.contexts.main().set_attribute(file.contexts.main().base_element(), "href", "/b/");
  CHECK(file.base(1) == "https://other.example/");
  CHECK(file.told == Lines{"0:html", "0:head", "0:base", "0:body", "0:iframe"});
  CHECK(file.contexts[1].document.fallback().url == "https://example.com/b/");
}

TEST_CASE("a frame that leaves its document hears nothing more") {
  ObservedPage file("<base href=/a/><div><iframe srcdoc='<a href=x>'></iframe></div>");
  file.contexts.main().remove(file.find(0, "div"));
  CHECK_FALSE(file.contexts.is_shown(1));
  CHECK(file.contexts.is_shown(0));
  file.contexts.main().set_attribute(file.contexts.main().base_element(), "href", "/b/");
  CHECK(file.base(1) == "https://example.com/a/");
}

TEST_CASE("places in frames are found in the file, though attributes moved") {
  ObservedPage file("<iframe srcdoc='<a href=&quot;x&quot;>'></iframe>");
  for (int i = 0; i < 50; ++i) {
    file.contexts.main().set_attribute(file.find(0, "iframe"), "a" + std::to_string(i), "v");
  }
  Document const& inner = file.contexts[1].document.document();
  const hrefkit::text::Span span = inner.find_attribute(file.find(1, "a"), "href")->span;
  CHECK(file.contexts.to_file(1, span.begin) == file.text.find('x'));
}
