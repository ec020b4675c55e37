#include "hrefkit/html/context.h"

#include <catch2/catch.hpp>

#include "hrefkit/html/base/base_table.h"
#include "support/links_of.h"

using namespace hrefkit;
using namespace hrefkit::html;
using test::at;
using test::links_of;
using test::page;

TEST_CASE("srcdoc in srcdoc: bases, index paths, and positions in the file") {
  const std::string text =
      "<iframe></iframe><iframe srcdoc=\"<base href=/in/><a href=1></a>"
      "<iframe srcdoc='&lt;a href=&amp;quot;x&amp;amp;y&amp;quot;>'></iframe>\"></iframe><a "
      "href=2>";
  const auto links = links_of(text, at(page));
  REQUIRE(links.size() == 4);
  CHECK(links[0].raw == "/in/");
  CHECK(links[1].url == "https://example.com/in/1");
  CHECK(links[1].context == "1");
  CHECK(links[1].span.in(text) == "1");
  CHECK(links[2].url == "https://example.com/in/x&y");
  CHECK(links[2].context == "1.0");
  CHECK(links[2].span.in(text) == "x&amp;amp;y");
  CHECK(links[3].context.empty());
}

// HTML Standard 7.3.1 (about base URL) against HTML5 (W3C draft) 2.6.3 ("the document base
// URL of the ... container's Document").
TEST_CASE("a srcdoc document's base: a snapshot by whatwg, the final base by the older standards") {
  const std::string_view text = "<iframe srcdoc='<a href=x>'></iframe><base href=/late/><a href=y>";
  DocumentOptions options = at(page);
  CHECK(links_of(text, options)[0].url == "https://example.com/dir/x");
  options.standard = url::Standard::html5;
  CHECK(links_of(text, options)[0].url == "https://example.com/late/x");
}

TEST_CASE("a document taken alone: creator of about:blank, container of about:srcdoc") {
  DocumentOptions blank = at("about:blank");
  blank.creator = "https://creator.example/c/";
  CHECK(links_of("<a href=x>", blank)[0].url == "https://creator.example/c/x");
  CHECK(name(links_of("<a href=x>", blank)[0].base_source) == "creator");
  DocumentOptions srcdoc = at("about:srcdoc");
  srcdoc.container = "https://container.example/c/";
  CHECK(links_of("<a href=x>", srcdoc)[0].url == "https://container.example/c/x");
  CHECK(links_of("<a href=x>", at("about:blank"))[0].url == "!relative-without-base");
}

TEST_CASE("about:blank may have a query and a fragment, about:srcdoc a fragment") {
  const auto url_in = [](std::string_view address) {
    DocumentOptions options = at(std::string(address));
    options.creator = "https://creator.example/c/";
    options.container = "https://container.example/c/";
    return links_of("<a href=x>", options)[0].url;
  };
  CHECK(url_in("about:blank?q#f") == "https://creator.example/c/x");
  CHECK(url_in("about:srcdoc#f") == "https://container.example/c/x");
  CHECK(url_in("ABOUT:srcdoc") == "https://container.example/c/x");
  for (std::string_view other : {"about:", "about:srcdoc?q", "about:srcdocs", "about:Blank",
                                 "about:blanks", "about:blank/"}) {
    CAPTURE(other);
    CHECK(url_in(other) == "!relative-without-base");
  }
}

TEST_CASE("blank frames are listed when asked for, with this document as creator") {
  DocumentOptions options = at(page);
  options.blank_frames = true;
  Notes notes;
  const std::string_view text =
      "<iframe></iframe><iframe src=ABOUT:blank></iframe><iframe src=x></iframe><iframe src=''>";
  const ContextTree tree(source_from_text(text), options, notes);
  REQUIRE(tree.contexts().size() == 4);
  CHECK(tree.contexts()[1].address == "about:blank");
  CHECK(tree.base_url(tree.contexts()[1].base.base).url() == page);
  CHECK(name(tree.contexts()[1].base.source) == "creator");
  CHECK(tree.path(3) == "3");
}

TEST_CASE("srcdoc documents that hold the file again and again end at a limit that is reported") {
  std::string text = "<a href=x>" + std::string(3'000'000, 'x');
  for (int i = 0; i < 6; ++i) {
    std::string value;
    for (const char c : text) {
      if (c == '&') {
        value += "&amp;";
      } else if (c == '"') {
        value += "&quot;";
      } else {
        value += c;
      }
    }
    text = "<iframe srcdoc=\"" + value + "\">";
  }
  Notes notes;
  const DocumentOptions options = at(page);
  // 3 MB a level: three fit into twice the file and 4 MiB.
  const ContextTree tree(source_from_text(text), options, notes);
  CHECK(tree.contexts().size() == 4);
  REQUIRE(notes.size() == 1);
  CHECK(notes[0].kind == NoteKind::frame_depth_limit);
}

TEST_CASE("nesting of srcdoc documents ends at a limit that is reported") {
  const auto escaped = [](std::string const& value) {
    std::string out;
    for (const char c : value) {
      if (c == '&') {
        out += "&amp;";
      } else if (c == '"') {
        out += "&quot;";
      } else {
        out += c;
      }
    }
    return out;
  };
  std::string text = "<a href=x>";
  for (int i = 0; i < 100; ++i) text = "<iframe srcdoc=\"" + escaped(text) + "\"></iframe>";
  Notes notes;
  DocumentOptions options = at(page);
  const ContextTree tree(source_from_text(text), options, notes);
  CHECK(tree.contexts().size() == ContextTree::depth_limit + 1);
  REQUIRE(notes.size() == 1);
  CHECK(notes[0].kind == NoteKind::frame_depth_limit);
}

TEST_CASE("frames share a long base URL") {
  const auto bytes_with = [](std::size_t frames) {
    std::string text = "<base href='/" + std::string(60'000, 'x') + "/'>";
    for (std::size_t i = 0; i < frames; ++i)
      text += "<iframe srcdoc='<p>'></iframe><iframe></iframe>";
    DocumentOptions options = at(page);
    options.blank_frames = true;
    Notes notes;
    ContextTree tree(source_from_text(text), options, notes);
    REQUIRE(tree.contexts().size() == 1 + 2 * frames);
    return tree.store().bases.kept_bytes();
  };
  CHECK(bytes_with(1) == bytes_with(1'000));
  CHECK(bytes_with(1'000) < 70'000);
}

TEST_CASE("the base URLs of frames keep to a budget") {
  const auto tree_of = [](std::size_t n, Notes& notes) {
    std::string text = "<base href='/" + std::string(40 * n, 'x') + "/'>";
    for (std::size_t i = 0; i < n; ++i) {
      text += "<iframe srcdoc='<base href=" + std::to_string(i) + "/>'></iframe>";
    }
    DocumentOptions options = at(page);
    ContextTree tree(source_from_text(text), options, notes);
    const BaseElementStatus status = tree.contexts().back().base.elements.at(0).status;
    CHECK(tree.store().bases.kept_bytes() < (std::size_t{1} << 20) + 6 * text.size());
    return status;
  };
  Notes notes;
  CHECK(tree_of(100, notes) == BaseElementStatus::used);
  for (const std::size_t n : {1'000U, 2'000U, 4'000U}) {
    CHECK(tree_of(n, notes) == BaseElementStatus::over_budget);
  }
}
