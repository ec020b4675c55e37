#include "hrefkit/cli/resolve/rows.h"

#include <algorithm>
#include <array>
#include <catch2/catch.hpp>
#include <string>

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
    writer.write({links, bases, contexts, "u"});
    CHECK(rows.rows.view().find("\"element\":\"" + std::string(element) + '"') !=
          std::string_view::npos);
  }
}
