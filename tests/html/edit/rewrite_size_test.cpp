// Pages that would become too large, and what refusing them costs.
#include <catch2/catch.hpp>
#include <cstddef>
#include <cstdlib>
#include <string>
#include <string_view>

#include "html/edit/rewrite_laws.h"
#include "support/run_cost.h"

using namespace hrefkit;
using namespace hrefkit::html;
using test::in_form;

namespace {

RewriteOptions options_of_page() {
  RewriteOptions options;
  options.document.url = "https://h.example/a/p.html";
  return options;
}

std::string base_of(std::size_t length) {
  return "<!doctype html><base href=\"/" + std::string(length, 'b') + "/\">";
}

std::string times(std::size_t count, std::string_view text) {
  std::string all;
  for (std::size_t i = 0; i < count; ++i) all += text;
  return all;
}

void check_refused(std::string const& page, RewriteOptions const& options, MapUrl const& map = {}) {
  const test::RunCost cost = test::cost_of([&] {
    const auto result = html::rewrite(page, options, map);
    std::_Exit(!result && result.error().error == RewriteError::too_large ? 0 : 1);
  });
  CHECK(cost.succeeded());
  if (!test::can_measure_cost()) return;
  CHECK(cost.peak_bytes < test::allowed_bytes(page.size()) + max_new_bytes(page.size()));
  CHECK(cost.seconds < test::allowed_seconds(page.size()));
}

}  // namespace

TEST_CASE("a page that a long base would make very large is refused") {
  const std::string page = base_of(300'000) + times(1000, "<a href=x>y</a>");
  check_refused(page, options_of_page(), in_form(UrlForm::absolute));
  RewriteOptions dropped = options_of_page();
  dropped.drop_base = true;
  check_refused(page, dropped);
}

TEST_CASE("a page whose URLs are longer together than is read is refused") {
  check_refused(base_of(4'000'000) + times(400, "<a href=x>y</a>"), options_of_page(),
                in_form(UrlForm::relative));
}

TEST_CASE("documents in frames whose bases would become very large are refused") {
  const std::string page =
      base_of(100'000) + times(1000, "<iframe srcdoc='<base href=q/><a href=x>'></iframe>");
  RewriteOptions options = options_of_page();
  options.drop_xml_base = true;
  options.new_url = "https://n.example/";
  check_refused(page, options, in_form(UrlForm::absolute));
}

TEST_CASE("new values are there once while they are collected") {
  if (!test::can_measure_cost()) return;
  const std::string page = base_of(33'000) + times(1500, "<a href=x>y</a>");
  const test::RunCost cost = test::cost_of([&] {
    const auto result = html::rewrite(page, options_of_page(), in_form(UrlForm::absolute));
    std::_Exit(!result && result.error().error == RewriteError::too_large ? 0 : 1);
  });
  CHECK(cost.succeeded());
  CHECK(cost.peak_bytes < max_new_bytes(page.size()) + (std::size_t{24} << 20));
}

TEST_CASE("a page that grows to many times its size is written") {
  const std::string page = base_of(30'000) + times(300, "<a href=x>y</a>");
  const auto result = html::rewrite(page, options_of_page(), in_form(UrlForm::absolute));
  REQUIRE(result);
  CHECK(result->bytes.size() > 9'000'000);
}
