// What a real browser resolves: HREFKIT_SHARED_DATA/browser/cases.jsonl.
#include <rapidjson/document.h>

#include <catch2/catch.hpp>
#include <iostream>
#include <map>
#include <set>
#include <sstream>
#include <tuple>

#include "hrefkit/html/find_links.h"
#include "hrefkit/html/link_table.h"
#include "hrefkit/html/media_type.h"
#include "hrefkit/html/source_text.h"
#include "support/outside_data.h"

using namespace hrefkit;

namespace {

using Row = std::tuple<std::string, std::string, std::string, std::string>;  // url "" is null
using Pair = std::pair<std::string, std::string>;

/// Cases in which the standard and the browser, or the way its rows were gathered, differ.
const std::map<std::string, std::string> expected_failures{
    {"url/punycode",
     "URL Standard, domain to ASCII: an ASCII domain is lowercased and its xn-- labels are not "
     "validated; this browser still does"},
    {"srcdoc/sandbox",
     "HTML Standard 4.8.5: sandboxing changes a document's origin, not its base URL; the rows were "
     "gathered by a script that cannot look into a frame of another origin"},
};

std::string string_of(rapidjson::Value const& value) {
  return value.IsString() ? std::string(value.GetString(), value.GetStringLength()) : "";
}

std::string from_base64(std::string_view text) {
  std::string bytes;
  unsigned buffer = 0;
  int bits = 0;
  for (const char c : text) {
    constexpr std::string_view alphabet =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    const std::size_t digit = alphabet.find(c);
    if (digit == std::string_view::npos) continue;
    buffer = buffer << 6 | static_cast<unsigned>(digit);
    bits += 6;
    if (bits < 8) continue;
    bits -= 8;
    bytes += static_cast<char>(buffer >> bits & 0xFF);
  }
  return bytes;
}

/// The rows that we find in a case's document.
std::set<Row> rows_of(rapidjson::Value const& test, std::set<Pair> const& pairs) {
  const std::string bytes = from_base64(string_of(test["body"]));
  const auto type = html::parse_media_type(string_of(test["contentType"]));
  REQUIRE(type);
  html::EncodingOptions encoding;
  encoding.content_type = html::content_type_of(type->essence).value();
  const std::string charset = type->charset.value_or("");
  encoding.transport_charset = charset;
  html::Notes notes;
  std::string buffer;
  const auto source = html::decode_source(bytes, encoding, buffer, notes);
  REQUIRE(source);
  html::DocumentOptions options;
  options.url = string_of(test["url"]);
  options.xml_base = html::XmlBase::off;
  options.scripting = true;
  std::set<Row> rows;
  const auto take = [&](html::LinkBlock const& block) {
    for (html::Link const& link : block.links) {
      if (!pairs.contains({std::string(link.element), std::string(link.attribute)})) continue;
      rows.emplace(link.element, link.attribute, link.raw, block.resolve(link).value_or(""));
    }
  };
  REQUIRE(html::find_links(*source, options, {.links = take}));
  return rows;
}

/// The browser's rows tell what its DOM answers for an attribute, which is a URL for an empty value
/// that HTML does not fetch, too. We say that it has none: the count of these rows is told.
std::set<Row> wanted_rows(rapidjson::Value const& test, int& unfetched) {
  std::set<Row> rows;
  for (auto const& link : test["links"].GetArray()) {
    const std::string element = string_of(link[0]);
    const std::string attribute = string_of(link[1]);
    const std::string raw = string_of(link[2]);
    html::LinkRow const* const row =
        html::find_link_row(html::Namespace::html, element, attribute, html::Namespace::none);
    const bool is_unfetched = row != nullptr && html::is_unfetched_empty(*row, raw);
    unfetched += is_unfetched;
    rows.emplace(element, attribute, raw, is_unfetched ? "" : string_of(link[3]));
  }
  return rows;
}

std::string text_of(std::set<Row> const& rows) {
  std::string text;
  for (auto const& [element, attribute, raw, url] : rows) {
    text += "  " + element + "[" + attribute + "] " + raw + " -> " + url + "\n";
  }
  return text;
}

}  // namespace

TEST_CASE("a browser's rows: every case agrees, but for the listed ones") {
  const auto file = test::outside_file("browser/cases.jsonl");
  if (!file) return;
  std::vector<rapidjson::Document> cases;
  std::istringstream lines(*file);
  for (std::string line; std::getline(lines, line);) cases.emplace_back().Parse(line.c_str());
  std::set<Pair> pairs;
  int unfetched = 0;
  for (auto const& test : cases) {
    for (Row const& row : wanted_rows(test, unfetched))
      pairs.emplace(std::get<0>(row), std::get<1>(row));
  }
  std::map<std::string, std::pair<int, int>> groups;  // agreeing, all
  for (auto const& test : cases) {
    const std::string id = string_of(test["id"]);
    const std::string group = id.substr(0, id.find('/'));
    int ignored = 0;
    const std::set<Row> wanted = wanted_rows(test, ignored);
    const std::set<Row> found = rows_of(test, pairs);
    auto& [agreeing, all] = groups[group];
    ++all;
    agreeing += wanted == found;
    INFO(id << "\nwanted\n" << text_of(wanted) << "found\n" << text_of(found));
    if (const auto listed = expected_failures.find(id); listed != expected_failures.end()) {
      INFO("listed as a failure, yet it agrees now: " << listed->second);
      CHECK(wanted != found);
    } else {
      CHECK(wanted == found);
    }
  }
  std::cerr << "browser cases: " << unfetched << " rows have an empty value that is not fetched\n";
  for (auto const& [group, count] : groups) {
    std::cerr << "browser cases, " << group << ": " << count.first << " of " << count.second
              << " agree\n";
  }
}
