#include <catch2/catch.hpp>
#include <string>

#include "c/c_support.h"

namespace hrefkit::test {

namespace {

BaseReport find_bases(std::string_view page, std::string_view url,
                      hrefkit_find_options const* options = nullptr,
                      hrefkit_error* error = nullptr) {
  hrefkit_base_report* report = nullptr;
  hrefkit_find_bases(page.data(), page.size(), view(url), options, &report, error);
  return BaseReport(report);
}

TEST_CASE("C: the base URLs of a page, and why") {
  const std::string page =
      "<!doctype html>\n<base href=/d/ target=t><base href=/e/><template><base href=/f/></template>"
      "<p xml:base=sub/><p xml:base='http://['><iframe "
      "srcdoc='&lt;base&gt;'></iframe><iframe></iframe>";
  const BaseReport report = find_bases(page, "https://a.example/p");
  REQUIRE(hrefkit_base_report_size(report.get()) == 3);
  hrefkit_base_context const* own = hrefkit_base_report_at(report.get(), 0);
  CHECK(own->path.size == 0);
  CHECK(text(own->address) == "https://a.example/p");
  CHECK(text(own->base) == "https://a.example/d/");
  CHECK(own->source == HREFKIT_BASE_ELEMENT);
  CHECK(text(own->fallback) == "https://a.example/p");
  CHECK(own->fallback_source == HREFKIT_BASE_DOCUMENT);
  REQUIRE(own->element_count == 3);
  CHECK(text(own->elements[0].href) == "/d/");
  CHECK(text(own->elements[0].fate) == "used");
  CHECK(own->elements[0].offset == 16);
  CHECK((own->elements[0].line == 2 && own->elements[0].column == 1));
  CHECK(text(own->elements[1].fate) == "second");
  CHECK(text(own->elements[2].fate) == "in-template");
  REQUIRE(own->scope_count == 2);
  CHECK(text(own->scopes[0].element) == "p");
  CHECK(text(own->scopes[0].value) == "sub/");
  CHECK(text(own->scopes[0].base) == "https://a.example/d/sub/");
  CHECK(own->scopes[1].base.data == nullptr);
  hrefkit_base_context const* frame = hrefkit_base_report_at(report.get(), 1);
  CHECK(text(frame->path) == "0");
  CHECK(text(frame->address) == "about:srcdoc");
  CHECK(text(frame->base) == "https://a.example/d/");
  CHECK(frame->source == HREFKIT_BASE_CONTAINER);
  REQUIRE(frame->element_count == 1);
  CHECK(frame->elements[0].href.data == nullptr);
  CHECK(text(hrefkit_base_report_at(report.get(), 2)->address) == "about:blank");
  CHECK(hrefkit_base_report_at(report.get(), 3) == nullptr);
  CHECK(hrefkit_base_report_at(nullptr, 0) == nullptr);
  CHECK(hrefkit_base_report_size(nullptr) == 0);
  hrefkit_base_report_free(nullptr);
}

TEST_CASE("C: base URLs by the options, and misuse") {
  hrefkit_find_options options = find_options();
  options.xml_base = HREFKIT_XML_BASE_OFF;
  options.creator = view("https://c.example/x");
  const hrefkit_view csp = hrefkit_text("base-uri 'none'");
  options.csp = &csp;
  options.csp_count = 1;
  const BaseReport report = find_bases("<base href=/d/><p xml:base=/e/>", "about:blank", &options);
  REQUIRE(report);
  hrefkit_base_context const* own = hrefkit_base_report_at(report.get(), 0);
  CHECK(text(own->base) == "https://c.example/x");
  CHECK(own->source == HREFKIT_BASE_CREATOR);
  CHECK(text(own->elements[0].fate) == "blocked");
  CHECK(own->scope_count == 0);
  hrefkit_error error = HREFKIT_ERROR_INIT;
  CHECK(!find_bases("", "x", nullptr, &error));
  CHECK(error.status == HREFKIT_E_URL);
  options.creator = view("x");
  CHECK(!find_bases("", "about:blank", &options, &error));
  CHECK(error.status == HREFKIT_E_URL);
  options.flags = 1U << 30;
  CHECK(!find_bases("", "https://a/", &options, &error));
  CHECK(error.status == HREFKIT_E_ARGUMENT);
  CHECK(hrefkit_find_bases("", 0, view("https://a/"), nullptr, nullptr, &error) ==
        HREFKIT_E_ARGUMENT);
}

}  // namespace

}  // namespace hrefkit::test
