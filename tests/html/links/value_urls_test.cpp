#include "hrefkit/html/links/link_values.h"

#include <catch2/catch.hpp>
#include <map>
#include <string>
#include <type_traits>
#include <vector>

using namespace hrefkit::html;

static_assert(!std::is_constructible_v<ValueUrls, LinkRow const&, std::string>);
static_assert(std::is_constructible_v<ValueUrls, LinkRow const&, std::string const&>);

namespace {

using Strings = std::vector<std::string>;

LinkRow const& row_of(Namespace ns, std::string_view element, std::string_view attribute) {
  LinkRow const* row = find_link_row(ns, element, attribute, Namespace::none);
  REQUIRE(row != nullptr);
  return *row;
}

LinkRow const& html_row(std::string_view element, std::string_view attribute) {
  return row_of(Namespace::html, element, attribute);
}

/// "value@begin-end" of each URL.
Strings read(LinkRow const& row, std::string_view value) {
  Strings found;
  ValueUrls urls(row, value);
  while (const auto url = urls.next()) {
    found.push_back(std::string(url->value) + "@" + std::to_string(url->span.begin) + "-" +
                    std::to_string(url->span.end));
  }
  CHECK_FALSE(urls.next());
  return found;
}

/// An element that is made of a few attributes.
class TestElement final : public LinkElement {
 public:
  TestElement(std::string_view name, std::map<std::string_view, std::string_view> attributes,
              bool in_shadow_tree = false, std::optional<bool> in_picture = {})
      : name_(name),
        attributes_(std::move(attributes)),
        in_shadow_tree_(in_shadow_tree),
        in_picture_(in_picture) {}

  std::optional<std::string_view> value_of(AttributeName attribute) const override {
    const auto found = attributes_.find(hrefkit::html::name(attribute));
    if (found == attributes_.end()) return std::nullopt;
    return found->second;
  }
  std::string_view local_name() const override { return name_; }
  bool is_in_shadow_tree() const override { return in_shadow_tree_; }
  std::optional<bool> is_in_picture() const override { return in_picture_; }

 private:
  std::string_view name_;
  std::map<std::string_view, std::string_view> attributes_;
  bool in_shadow_tree_;
  std::optional<bool> in_picture_;
};

}  // namespace

TEST_CASE("an empty action is a link where that is asked for") {
  WantedValues wanted;
  wanted.empty = true;
  for (LinkRow const* row : {&html_row("form", "action"), &html_row("button", "formaction"),
                             &html_row("input", "formaction")}) {
    LinkRow const& counted = wanted_row(*row, wanted);
    CHECK(read(*row, "") == Strings{});
    CHECK(read(*row, " \n") == Strings{});
    CHECK(read(counted, "") == Strings{"@0-0"});
    CHECK(read(counted, " \n") == Strings{" \n@0-2"});
    CHECK(read(counted, "x") == Strings{"x@0-1"});
    CHECK(relative_to(counted, " ") == RelativeTo::document);
    CHECK(relative_to(counted, "x") == RelativeTo::element);
  }
  LinkRow const& plain = html_row("a", "href");
  CHECK(&wanted_row(plain, wanted) == &plain);
  wanted.source_maps = true;
  LinkRow const& sheet = html_row("style", "");
  CHECK(requires_non_empty(wanted_row(sheet, wanted)));
  CHECK(wanted_row(sheet, wanted).finds_source_map);
  wanted.empty = false;
  CHECK_FALSE(requires_non_empty(wanted_row(sheet, wanted)));
  CHECK(wanted_row(sheet, wanted).finds_source_map);
  CHECK(&wanted_row(html_row("p", "style"), wanted) == &html_row("p", "style"));
}

TEST_CASE("each grammar gives its URLs with their places") {
  CHECK(read(html_row("a", "href"), " x ") == Strings{" x @0-3"});
  CHECK(read(html_row("a", "href"), "") == Strings{"@0-0"});
  CHECK(read(html_row("a", "ping"), " a  b ") == Strings{"a@1-2", "b@4-5"});
  CHECK(read(html_row("applet", "archive"), "a, b") == Strings{"a@0-1", "b@3-4"});
  CHECK(read(html_row("img", "srcset"), "a 1x, b 2x") == Strings{"a@0-1", "b@6-7"});
  CHECK(read(html_row("meta", "content"), "1; url='x'") == Strings{"x@8-9"});
  CHECK(read(html_row("meta", "content"), "1").empty());
  CHECK(read(html_row("p", "style"), "a:url(b\\63)") == Strings{"bc@6-10"});
  CHECK(read(html_row("style", ""), "@import 'a';") == Strings{"a@9-10"});
  CHECK(read(html_row("p", "style"), "@import 'a';").empty());
  CHECK(read(html_row("iframe", "srcdoc"), "<a href=x>").empty());
  CHECK(read({.grammar = LinkGrammar::json_ld}, "{\"@id\":\"\\/x\"}") == Strings{"/x@8-11"});
  CHECK(read({.grammar = LinkGrammar::import_map}, "{\"imports\":{\"a\":\"./b\"}}") ==
        Strings{"./b@17-20"});
}

TEST_CASE("an action of white space is not a URL") {
  CHECK(read(html_row("form", "action"), " \n").empty());
  CHECK(read(html_row("form", "action"), " x") == Strings{" x@0-2"});
}

TEST_CASE("rows that depend on their element ask it") {
  LinkRow const& refresh = html_row("meta", "content");
  CHECK(row_counts(refresh, TestElement("meta", {{"http-equiv", "Refresh"}})));
  CHECK_FALSE(row_counts(refresh, TestElement("meta", {{"http-equiv", "refres"}})));
  CHECK_FALSE(row_counts(refresh, TestElement("meta", {})));
  CHECK_FALSE(row_counts(refresh, TestElement("meta", {{"http-equiv", "refresh"}}, true)));
  LinkRow const& style = html_row("style", "");
  CHECK(row_counts(style, TestElement("style", {})));
  CHECK(row_counts(style, TestElement("style", {{"type", ""}}, true)));
  CHECK(row_counts(style, TestElement("style", {{"type", "TEXT/CSS"}})));
  CHECK_FALSE(row_counts(style, TestElement("style", {{"type", " text/css"}})));
  LinkRow const& fill = row_of(Namespace::svg, "g", "fill");
  CHECK(row_counts(fill, TestElement("g", {})));
  for (std::string_view name :
       {"animate", "animateColor", "animateMotion", "animateTransform", "set"}) {
    CHECK_FALSE(row_counts(fill, TestElement(name, {})));
  }
  LinkRow const& link = html_row("link", "href");
  CHECK(kind_of(link, TestElement("link", {{"rel", "icon"}})) == LinkKind::resource);
  CHECK(kind_of(link, TestElement("link", {})) == LinkKind::hyperlink);
}

TEST_CASE("whether browsers use a URL") {
  using Attributes = std::map<std::string_view, std::string_view>;
  struct UseCase {
    std::string_view element;
    std::string_view attribute;
    Attributes attributes;
    LinkUse use;
  };
  constexpr LinkUse used = LinkUse::used;
  constexpr LinkUse not_used = LinkUse::not_used;
  const UseCase cases[] = {
      {"a", "href", {}, used},
      {"a", "ping", {}, not_used},
      {"img", "longdesc", {}, not_used},
      {"p", "itemtype", {}, not_used},
      {"link", "href", {}, LinkUse::no_rel},
      {"link", "href", {{"rel", " "}}, LinkUse::no_rel},
      {"link", "href", {{"rel", "icon"}}, used},
      {"link", "href", {{"rel", "dns-prefetch"}}, LinkUse::host_alone},
      {"link", "imagesrcset", {{"rel", "preload"}}, used},
      {"link", "imagesrcset", {{"rel", "icon"}}, not_used},
      {"form", "action", {}, used},
      {"form", "action", {{"method", "DIALOG"}}, not_used},
      {"button", "formaction", {}, used},
      {"button", "formaction", {{"type", "Reset"}}, not_used},
      {"button", "formaction", {{"type", "button"}}, not_used},
      {"input", "formaction", {{"type", "submit"}}, used},
      {"input", "formaction", {{"type", "image"}}, used},
      {"input", "formaction", {}, not_used},
      {"input", "src", {{"type", "IMAGE"}}, used},
      {"input", "src", {{"type", "submit"}}, not_used},
      {"iframe", "src", {}, used},
      {"iframe", "src", {{"srcdoc", ""}}, not_used},
      {"script", "src", {}, used},
      {"script", "src", {{"type", "module"}, {"language", "x"}}, used},
      {"script", "src", {{"type", "text/template"}}, not_used},
      {"script", "src", {{"language", "vbscript"}}, not_used},
      {"source", "src", {}, LinkUse::unknown},
      {"source", "srcset", {}, LinkUse::unknown},
  };
  for (UseCase const& tried : cases) {
    CAPTURE(tried.element, tried.attribute, tried.attributes);
    LinkRow const& row = html_row(tried.element, tried.attribute);
    CHECK(use_of(row, TestElement(tried.element, tried.attributes)) == tried.use);
  }
  for (const bool in_picture : {false, true}) {
    const TestElement source("source", {}, false, in_picture);
    CHECK(use_of(html_row("source", "srcset"), source) == (in_picture ? used : not_used));
    CHECK(use_of(html_row("source", "src"), source) == (in_picture ? not_used : used));
  }
  LinkRow const& xlink = *find_link_row(Namespace::svg, "script", "href", Namespace::xlink);
  CHECK(use_of(xlink, TestElement("script", {{"language", "vbscript"}})) == used);
  CHECK(use_of(xlink, TestElement("script", {{"type", "text/plain"}})) == not_used);
  CHECK(use_of(xlink, TestElement("script", {{"href", ""}})) == not_used);
}

TEST_CASE("a candidate that the parser of srcset drops is not used") {
  ValueUrls urls(html_row("img", "srcset"), "a 1x, b 1x 2x, c");
  std::vector<bool> dropped;
  while (const auto url = urls.next())
    dropped.push_back(url->own_use == LinkUse::dropped_candidate);
  CHECK(dropped == std::vector<bool>{false, true, false});
}

TEST_CASE("what a URL is relative to") {
  CHECK(relative_to(html_row("base", "href"), "#x") == RelativeTo::fallback);
  CHECK(relative_to(html_row("a", "href"), "#x") == RelativeTo::element);
  CHECK(relative_to(row_of(Namespace::svg, "a", "href"), "#x") == RelativeTo::element);
  CHECK(relative_to(row_of(Namespace::svg, "image", "href"), "#x") == RelativeTo::element);
  LinkRow const& use = row_of(Namespace::svg, "use", "href");
  CHECK(relative_to(use, "#x") == RelativeTo::document);
  CHECK(relative_to(use, " #x") == RelativeTo::element);
  CHECK(relative_to(use, "") == RelativeTo::element);
  for (LinkRow const* css :
       {&html_row("p", "style"), &html_row("style", ""), &row_of(Namespace::svg, "g", "fill")}) {
    CHECK(relative_to(*css, "#x") == RelativeTo::document);
    CHECK(relative_to(*css, "x#y") == RelativeTo::element_in_utf_8);
  }
}
