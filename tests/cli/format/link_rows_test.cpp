#include "hrefkit/cli/format/link_rows.h"

#include <algorithm>
#include <array>
#include <catch2/catch.hpp>
#include <string>
#include <vector>

using namespace hrefkit;

TEST_CASE("names of elements are those of their block, wherever they stood") {
  // What is handed over with a block may lie where something else lay in the block before.
  std::string name = "x-a";
  const auto resolver = url::Resolver::with_base("https://example.org/", {});
  REQUIRE(resolver);
  const std::array bases{html::LinkBase{*resolver, html::BaseSource::document, {}}};
  const std::array contexts{html::LinkContext{}};
  cli::RowOptions options;
  options.style.format = cli::Format::jsonl;
  cli::RowWriter writer(options, false);
  cli::FileRows rows;
  writer.begin("file", rows);
  for (const std::string_view element : {"x-a", "y-b"}) {
    std::copy(element.begin(), element.end(), name.begin());
    html::Link link;
    link.element = name;
    link.attribute = "style";
    link.raw = "u";
    const std::array links{link};
    writer.write({links, bases, contexts, "u"}, [] { return true; });
    CHECK(rows.rows.view().find("\"element\":\"" + std::string(element) + '"') !=
          std::string_view::npos);
  }
}

TEST_CASE(
    "a reference into its own srcdoc document leads somewhere; about:srcdoc as a target does not") {
  const auto resolver = url::Resolver::with_base("about:srcdoc", {});
  REQUIRE(resolver);
  const std::array bases{html::LinkBase{*resolver, html::BaseSource::document, {}}};
  const std::array contexts{html::LinkContext{}};
  for (const bool local : {true, false}) {
    html::Link link;
    link.element = "use";
    link.attribute = "href";
    link.raw = "#x";
    link.local = local;
    cli::RowOptions options;
    options.style.format = cli::Format::jsonl;
    cli::RowWriter writer(options, false);
    cli::FileRows rows;
    writer.begin("file", rows);
    const std::array links{link};
    writer.write({links, bases, contexts, "#x"}, [] { return true; });
    CHECK(rows.unresolvable == (local ? 0 : 1));
    const bool is_reserved = rows.rows.view().find("\"reserved\"") != std::string_view::npos;
    CHECK(is_reserved == !local);
  }
}

TEST_CASE("rows with long URLs are given before their block ends") {
  const auto resolver =
      url::Resolver::with_base("https://example.org/" + std::string(20'000, 'a') + '/', {});
  REQUIRE(resolver);
  const std::array bases{html::LinkBase{*resolver, html::BaseSource::base, {}}};
  const std::array contexts{html::LinkContext{}};
  html::Link link;
  link.element = "a";
  link.attribute = "href";
  link.raw = "u";
  const std::vector<html::Link> links(500, link);
  cli::RowOptions options;
  options.style.format = cli::Format::jsonl;
  cli::RowWriter writer(options, false);
  cli::FileRows rows;
  writer.begin("file", rows);
  std::size_t count = 0;
  std::size_t largest = 0;
  const auto emit = [&] {
    count += rows.count;
    largest = std::max(largest, rows.bytes());
    rows.clear();
    return count < 400;
  };
  CHECK(!writer.write({links, bases, contexts, "u"}, emit));
  CHECK(count >= 400);
  CHECK(count < 500);
  CHECK(largest < std::size_t{2} << 20);
}
