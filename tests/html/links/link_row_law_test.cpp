// The law of the link table: both engines, and the XML parser, find what each row says.
#include <catch2/catch.hpp>
#include <string>

#include "hrefkit/html/link_table.h"
#include "html/links/element_of_row.h"
#include "support/links_of.h"

using namespace hrefkit;
using namespace hrefkit::html;

namespace {

/// A value of the row with the one URL "x"; empty where the row holds no URLs.
std::string value_of(LinkRow const& row) {
  switch (row.grammar) {
    case LinkGrammar::url:
    case LinkGrammar::trimmed_url:
    case LinkGrammar::space_list:
    case LinkGrammar::comma_list:
    case LinkGrammar::srcset:
      return "x";
    case LinkGrammar::refresh:
      return "0;url=x";
    case LinkGrammar::css:
      return row.attribute.empty() ? "a{b:url(x)}" : "a:url(x)";
    case LinkGrammar::json_ld:
    case LinkGrammar::import_map:
    case LinkGrammar::speculation_rules:
    case LinkGrammar::classic_script:
    case LinkGrammar::module_script:
    case LinkGrammar::json_string:
    case LinkGrammar::markdown:
    case LinkGrammar::url_template:
    case LinkGrammar::parameters:
    case LinkGrammar::document:
      break;
  }
  return {};
}

/// The element with its attribute or its text; `more` are other attributes.
std::string markup_of(LinkRow const& row, std::string const& more) {
  const std::string name = test::element_of(row);
  const std::string pragma =
      row.rule == LinkRule::http_equiv_refresh ? " http-equiv='refresh'" : "";
  const std::string open = "<" + name + more + pragma;
  const std::string close = "</" + name + ">";
  if (row.attribute.empty()) return open + ">" + value_of(row) + close;
  return open + " " + std::string(attribute_name(row)) + "='" + value_of(row) + "'>" + close;
}

/// The tags that the HTML parser wants around an element.
std::string tags_around(LinkRow const& row) {
  if (row.element_ns == Namespace::svg) return "<svg>";
  if (row.element_ns == Namespace::mathml) return "<math>";
  if (row.element == "frame") return "<frameset>";
  if (row.element == "td" || row.element == "th") return "<table><tr>";
  const bool is_table_part = row.element == "tr" || row.element == "tbody" ||
                             row.element == "thead" || row.element == "tfoot";
  return is_table_part ? "<table>" : "";
}

void check_found(LinkRow const& row, SourceText const& source, Engine engine) {
  INFO(source.text);
  const auto links = test::links_of(source, test::at("https://a.example/"), nullptr, engine);
  REQUIRE(links.size() == 1);
  CHECK(links[0].element == test::element_of(row));
  CHECK(links[0].attribute == attribute_name(row));
  CHECK(links[0].raw == "x");
  CHECK(links[0].span.in(source.text) == "x");
  CHECK(name(links[0].kind) == name(row.kind));
}

}  // namespace

TEST_CASE("every row of the link table is found by both engines, and in XML") {
  for (LinkRow const& row : link_rows()) {
    if (value_of(row).empty()) continue;
    const std::string html = tags_around(row) + markup_of(row, "");
    check_found(row, source_from_text(html), Engine::dom);
    check_found(row, source_from_text(html), Engine::automatic);
    const std::string xml = markup_of(row, " xmlns='" + std::string(namespace_uri(row.element_ns)) +
                                               "' xmlns:xlink='http://www.w3.org/1999/xlink'");
    check_found(row, source_from_text(xml, ContentType::xml), Engine::dom);
  }
}
