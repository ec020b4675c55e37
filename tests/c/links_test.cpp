#include <rapidjson/document.h>

#include <algorithm>
#include <catch2/catch.hpp>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <functional>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "c/c_support.h"
#include "hrefkit/html/extra_attributes.h"
#include "hrefkit/html/hrefkit.h"
#include "hrefkit/text/base64.h"
#include "support/outside_data.h"

namespace hrefkit::test {

namespace {

constexpr std::string_view page =
    "<!doctype html><script src=early.js></script><base href=/d/><a href='x?\xE9' rel='next "
    "nofollow'>t</a>\n"
    "<img srcset='a.png 1x, b.png 2x'><img src=''><svg><image xlink:href='i.svg'/></svg>"
    "<iframe srcdoc='&lt;a href=in&gt;'></iframe><a href='about:srcdoc'><a href='http://['>"
    "<style>@import 's.css'</style>";

/// All fields of a row as text.
std::string all_of(hrefkit_link const& row) {
  std::ostringstream out;
  out << row_text(row) << " base " << text(row.base) << ' ' << int(row.base_source) << " context "
      << text(row.context) << " at " << row.offset << '+' << row.length << ' ' << row.line << ':'
      << row.column << " index " << row.index << " kind " << int(row.kind) << " ns " << int(row.ns)
      << " error " << int(row.error) << " loaded " << text(row.loaded);
  return out.str();
}

/// The same of a row of C++.
std::string all_of(PageLink const& link) {
  hrefkit_link row{};
  if (link.error) {
    row.error = static_cast<hrefkit_url_error>(static_cast<int>(*link.error) + 1);
    if (link.error == url::Error::empty) row.error = 200;
    if (link.error == url::Error::too_long) row.error = 201;
  } else {
    row.url = view(link.url);
  }
  row.raw = view(link.raw);
  row.element = view(link.element);
  row.attribute = view(link.attribute);
  row.base = view(link.base);
  row.base_source = static_cast<hrefkit_base_source>(link.base_source);
  row.context = view(link.context);
  row.offset = link.offset;
  row.length = link.length;
  row.line = link.line;
  row.column = link.column;
  row.index = static_cast<uint32_t>(link.index);
  row.kind = static_cast<hrefkit_kind>(link.kind);
  switch (link.ns) {
    case html::Namespace::none:
    case html::Namespace::html:
      row.ns = HREFKIT_NS_HTML;
      break;
    case html::Namespace::svg:
      row.ns = HREFKIT_NS_SVG;
      break;
    case html::Namespace::mathml:
      row.ns = HREFKIT_NS_MATHML;
      break;
    default:
      row.ns = HREFKIT_NS_OTHER;
  }
  if (link.loaded) row.loaded = view(*link.loaded);
  return all_of(row);
}

std::vector<std::string> rows_of(hrefkit_link_list const* list) {
  std::vector<std::string> rows;
  hrefkit_link const* const first = hrefkit_link_list_rows(list);
  for (std::size_t i = 0; i < hrefkit_link_list_size(list); ++i) rows.push_back(all_of(first[i]));
  return rows;
}

std::vector<std::string> rows_of(Links const& links) {
  std::vector<std::string> rows;
  for (PageLink const& link : links) rows.push_back(all_of(link));
  return rows;
}

/// What a finder finds, block by block.
std::vector<std::string> rows_of_finder(std::string_view bytes, std::string_view url,
                                        hrefkit_find_options const* options) {
  static const Finder finder = [] {
    hrefkit_finder* made = nullptr;
    REQUIRE(hrefkit_finder_new(&made, nullptr) == HREFKIT_OK);
    return Finder(made);
  }();
  std::vector<std::string> rows;
  const auto take = [](void* user, hrefkit_link const* block, std::size_t count) {
    REQUIRE(count > 0);
    REQUIRE(count <= 1024);
    auto& all = *static_cast<std::vector<std::string>*>(user);
    for (std::size_t i = 0; i < count; ++i) all.push_back(all_of(block[i]));
    return 0;
  };
  REQUIRE(hrefkit_finder_run(finder.get(), bytes.data(), bytes.size(), view(url), options, take,
                             &rows, nullptr) == HREFKIT_OK);
  return rows;
}

/// All three give the same rows.
std::size_t check_page(std::string_view bytes, std::string_view url, PageOptions const& wanted,
                       hrefkit_find_options const& options) {
  const Links links = hrefkit::links(bytes, url, wanted);
  const LinkList list = find_links(bytes, url, &options);
  REQUIRE(links.ok());
  REQUIRE(list);
  const std::vector<std::string> rows = rows_of(links);
  CHECK(rows_of(list.get()) == rows);
  CHECK(rows_of_finder(bytes, url, &options) == rows);
  std::size_t notes = 0;
  hrefkit_note const* const first = hrefkit_link_list_notes(list.get(), &notes);
  REQUIRE(notes == links.notes().size());
  for (std::size_t i = 0; i < notes; ++i) {
    CHECK(text(first[i].code) == name(links.notes()[i].kind));
    CHECK(text(first[i].message) == links.notes()[i].message);
    CHECK(first[i].severity == static_cast<int>(severity(links.notes()[i].kind)));
  }
  return rows.size();
}

TEST_CASE("C: the rows of the browser's documents are those of C++") {
  const auto file = outside_file("browser/cases.jsonl");
  if (!file) return;
  std::istringstream lines(*file);
  std::size_t documents = 0;
  std::size_t rows = 0;
  for (std::string line; std::getline(lines, line); ++documents) {
    rapidjson::Document test;
    test.Parse(line.c_str());
    const auto member = [&](char const* name) {
      return std::string(test[name].GetString(), test[name].GetStringLength());
    };
    std::string bytes;
    REQUIRE(text::decode_base64(member("body"), bytes));
    const std::string type = member("contentType");
    const std::string url = member("url");
    CAPTURE(member("id"));
    hrefkit_find_options options = find_options();
    options.content_type = view(type);
    options.flags = HREFKIT_SCRIPTING | HREFKIT_ALSO_META;
    options.xml_base = HREFKIT_XML_BASE_OFF;
    rows += check_page(bytes, url,
                       {.content_type = type,
                        .xml_base = html::XmlBase::off,
                        .scripting = true,
                        .also = {.meta = true}},
                       options);
  }
  CHECK(documents > 100);
  CHECK(rows > documents);
}

TEST_CASE("C: the rows of odd pages are those of C++") {
  const hrefkit_find_options options = find_options();
  check_page(page, "https://a.example/", {}, options);
  check_page("", "https://a.example/", {}, options);
  for (char const* encoding : {"utf-8", "utf-16le", "shift_jis", "iso-2022-jp"}) {
    hrefkit_find_options encoded = find_options();
    encoded.encoding = hrefkit_text(encoding);
    encoded.engine = HREFKIT_ENGINE_DOM;
    check_page(page, "https://a.example/", {.encoding = encoding}, encoded);
  }
}

TEST_CASE("C: attributes that are added, and speculation rules, are those of C++") {
  const std::string_view text =
      "<base href=/b/><img data-src=a src=b data-bg='url(c)'><iframe srcdoc='<p data-bg=url(x)>'>"
      "</iframe><script type=speculationrules>{\"prefetch\":[{\"urls\":[\"d\"]}]}</script>";
  html::ExtraAttributes extra;
  const hrefkit_view attributes[] = {view("img[data-src]=url"), view("*[data-bg]=css")};
  for (hrefkit_view const& attribute : attributes) {
    REQUIRE(extra.add({attribute.data, attribute.size}));
  }
  hrefkit_find_options options = find_options();
  options.attributes = attributes;
  options.attribute_count = 2;
  options.flags = HREFKIT_ALSO_SPECULATION_RULES;
  PageOptions same;
  same.also.attributes = &extra;
  same.also.speculation_rules = true;
  CHECK(check_page(text, "https://a.example/", same, options) == 6);
}

TEST_CASE("C: the rows of real pages are those of C++") {
  const hrefkit_find_options options = find_options();
  for (CorpusPage const& found : corpus_pages(40)) {
    CAPTURE(found.path);
    check_page(file_bytes(found.path), "https://a.example/d/p.html", {}, options);
  }
}

TEST_CASE("C: what a list tells of its page") {
  const LinkList list = find_links(page, "https://a.example/p");
  REQUIRE(list);
  REQUIRE(hrefkit_link_list_size(list.get()) == 11);
  hrefkit_link const* const rows = hrefkit_link_list_rows(list.get());
  CHECK(text(rows[0].loaded) == "https://a.example/early.js");
  CHECK(text(rows[0].url) == "https://a.example/d/early.js");
  CHECK(text(rows[2].rel) == "next nofollow");
  CHECK(rows[3].rel.data == nullptr);
  CHECK(rows[2].header.data == nullptr);
  CHECK(rows[2].context.size == 0);
  CHECK(rows[5].error == 200);
  CHECK(rows[5].url.data == nullptr);
  CHECK(rows[6].ns == HREFKIT_NS_SVG);
  CHECK(text(rows[7].context) == "0");
  CHECK(rows[8].reserved == 1);
  CHECK(std::string(hrefkit_url_error_code(rows[9].error)) == "invalid-ipv6");
  CHECK(text(hrefkit_link_list_base(list.get())) == "https://a.example/d/");
  CHECK(hrefkit_link_list_base_source(list.get()) == HREFKIT_BASE_ELEMENT);
  CHECK(text(hrefkit_link_list_encoding(list.get())) == "windows-1252");
  CHECK(text(hrefkit_link_list_encoding_source(list.get())) == "fallback");
  CHECK(hrefkit_link_list_size(nullptr) == 0);
  CHECK(hrefkit_link_list_rows(nullptr) == nullptr);
  CHECK(hrefkit_link_list_notes(nullptr, nullptr) == nullptr);
  hrefkit_link_list_free(nullptr);
}

TEST_CASE("C: the base of a page without links of its own") {
  const auto base = [](std::string_view bytes, std::string_view type = "text/html") {
    hrefkit_find_options options = find_options();
    options.content_type = view(type);
    const LinkList list = find_links(bytes, "https://a.example/p", &options);
    return text(hrefkit_link_list_base(list.get())) + ' ' +
           hrefkit_base_source_name(hrefkit_link_list_base_source(list.get()));
  };
  CHECK(base("") == "https://a.example/p document");
  CHECK(base("<BASE href=/d/>") == "https://a.example/d/ base");
  CHECK(base("<base href=/d/><div xml:base=/e/><a href=x>") == "https://a.example/d/ base");
  CHECK(base("<template><base href=/d/></template>") == "https://a.example/p document");
  CHECK(base("a{b:url(x)}", "text/css") == "https://a.example/p document");
}

TEST_CASE("C: only links of some kinds and elements") {
  hrefkit_find_options options = find_options();
  options.kinds = 1U << HREFKIT_KIND_IMAGE | 1U << HREFKIT_KIND_CSS;
  CHECK(hrefkit_link_list_size(find_links(page, "https://a.example/", &options).get()) == 5);
  const hrefkit_view elements[] = {hrefkit_text("IMG"), hrefkit_text("style")};
  options.elements = elements;
  options.element_count = 2;
  CHECK(hrefkit_link_list_size(find_links(page, "https://a.example/", &options).get()) == 4);
  options.kinds = 0;
  options.element_count = 1;
  CHECK(hrefkit_link_list_size(find_links(page, "https://a.example/", &options).get()) == 3);
}

TEST_CASE("C: text that is decoded already") {
  const std::string text_page =
      "\xEF\xBB\xBF<meta charset=koi8-r>\xF0\x9F\x98\x80\xC3\xA9<a href='?\xD1\x8F'>";
  hrefkit_find_options options = find_options();
  options.flags = HREFKIT_DECODED;
  const auto row = [&](std::string_view bytes) {
    static LinkList list;
    list = find_links(bytes, "https://a.example/", &options);
    REQUIRE(hrefkit_link_list_size(list.get()) == 1);
    return hrefkit_link_list_rows(list.get())[0];
  };
  CHECK(text(row(text_page).url) == "https://a.example/?%D1%8F");  // the mark says UTF-8
  CHECK(text(row(text_page.substr(3)).url) ==
        "https://a.example/?%D1");  // what is declared: queries
  CHECK(row(text_page).offset == 39);
  CHECK(row(text_page).length == 3);
  CHECK(row(text_page).column == 33);
  options.offsets = HREFKIT_OFFSETS_CODE_POINTS;
  CHECK(row(text_page).offset == 33);
  CHECK(row(text_page).length == 2);
  options.offsets = HREFKIT_OFFSETS_UTF16;
  CHECK(row(text_page).offset == 34);
  options.offsets = HREFKIT_OFFSETS_BYTES;
  CHECK(text(row("<a href='?\xD1\x8F'>").url) == "https://a.example/?%D1%8F");  // none: UTF-8
  // Ill-formed bytes count as U+FFFD, one for each maximal part.
  const std::string broken = "\xFF\xFE\xE2\x82<a href='\xFFx'>";
  CHECK(text(row(broken).raw) == "\xEF\xBF\xBDx");
  CHECK(row(broken).offset == 13);
  CHECK(row(broken).length == 2);
  options.offsets = HREFKIT_OFFSETS_CODE_POINTS;
  CHECK(row(broken).offset == 12);
  CHECK(row(broken).length == 2);
}

TEST_CASE("C: rows and options of other sizes") {
  // A caller of a later version has larger rows, and options with more in them.
  struct LaterRow {
    hrefkit_link row;
    uint64_t more[3];
  };
  struct LaterOptions {
    hrefkit_find_options options;
    uint64_t more[2];
  };
  LaterOptions later{find_options(), {}};
  later.options.struct_size = sizeof later;
  later.options.row_size = sizeof(LaterRow);
  const LinkList list = find_links(page, "https://a.example/", &later.options);
  REQUIRE(list);
  auto const* const rows = reinterpret_cast<LaterRow const*>(hrefkit_link_list_rows(list.get()));
  CHECK(text(rows[2].row.raw) == "x?\xC3\xA9");
  for (std::size_t i = 0; i < hrefkit_link_list_size(list.get()); ++i) {
    CHECK((rows[i].more[0] == 0 && rows[i].more[1] == 0 && rows[i].more[2] == 0));
  }
  hrefkit_error error = HREFKIT_ERROR_INIT;
  later.more[1] = 1;
  CHECK(!find_links(page, "https://a.example/", &later.options, &error));
  CHECK(error.status == HREFKIT_E_ARGUMENT);
  // One of an earlier version has fewer options.
  hrefkit_find_options earlier = find_options();
  earlier.struct_size = 32;
  earlier.kinds = 1;  // behind what counts
  CHECK(hrefkit_link_list_size(find_links(page, "https://a.example/", &earlier).get()) == 11);
  earlier.struct_size = 31;
  CHECK(!find_links(page, "https://a.example/", &earlier, &error));
  CHECK(error.status == HREFKIT_E_ARGUMENT);
}

TEST_CASE("C: options and arguments that are refused") {
  using Change = std::function<void(hrefkit_find_options&)>;
  hrefkit_view attribute{};
  const auto add_attribute = [&](hrefkit_find_options& options, char const* text) {
    attribute = hrefkit_text(text);
    options.attributes = &attribute;
    options.attribute_count = 1;
  };
  const hrefkit_view null_with_size{nullptr, 1};
  const std::vector<std::pair<hrefkit_status, Change>> cases{
      {HREFKIT_E_ARGUMENT, [](auto& options) { options.flags = 1U << 20; }},
      {HREFKIT_E_ARGUMENT, [&](auto& options) { add_attribute(options, "img[src]=url"); }},
      {HREFKIT_E_ARGUMENT, [&](auto& options) { add_attribute(options, "img[data-src]=no"); }},
      {HREFKIT_E_ARGUMENT, [&](auto& options) { add_attribute(options, "data-src"); }},
      {HREFKIT_E_ARGUMENT, [](auto& options) { options.standard = 4; }},
      {HREFKIT_E_ARGUMENT, [](auto& options) { options.xml_base = 5; }},
      {HREFKIT_E_ARGUMENT, [](auto& options) { options.offsets = 3; }},
      {HREFKIT_E_ARGUMENT, [](auto& options) { options.offsets = HREFKIT_OFFSETS_UTF16; }},
      {HREFKIT_E_ARGUMENT, [](auto& options) { options.engine = 3; }},
      {HREFKIT_E_ARGUMENT, [](auto& options) { options.kinds = 1U << 18; }},
      {HREFKIT_E_ARGUMENT, [](auto& options) { options.row_size = 8; }},
      {HREFKIT_E_ARGUMENT, [](auto& options) { options.row_size = sizeof(hrefkit_link) - 8; }},
      {HREFKIT_E_ARGUMENT, [](auto& options) { options.row_size = sizeof(hrefkit_link) + 1; }},
      {HREFKIT_E_ARGUMENT, [](auto& options) { options.row_size = UINT32_MAX; }},
      {HREFKIT_E_ARGUMENT, [](auto& options) { options.struct_size = 0; }},
      {HREFKIT_E_ARGUMENT, [](auto& options) { options.struct_size = UINT32_MAX; }},
      {HREFKIT_E_ARGUMENT, [&](auto& options) { options.content_type = null_with_size; }},
      {HREFKIT_E_ARGUMENT, [](auto& options) { options.csp_count = 1; }},
      {HREFKIT_E_ARGUMENT, [](auto& options) { options.element_count = 1; }},
      {HREFKIT_E_ARGUMENT, [](auto& options) { options.attribute_count = 1; }},
      {HREFKIT_E_CONTENT_TYPE, [](auto& options) { options.content_type = view("image/png"); }},
      {HREFKIT_E_CONTENT_TYPE, [](auto& options) { options.content_type = view(""); }},
      {HREFKIT_E_ENCODING, [](auto& options) { options.encoding = view("no-such"); }},
      {HREFKIT_E_ENCODING, [](auto& options) { options.encoding_fallback = view("no-such"); }},
      {HREFKIT_E_URL, [](auto& options) { options.creator = view("x"); }},
  };
  for (std::size_t i = 0; i < cases.size(); ++i) {
    CAPTURE(i);
    hrefkit_find_options options = find_options();
    cases[i].second(options);
    hrefkit_error error = HREFKIT_ERROR_INIT;
    const bool is_url = cases[i].first == HREFKIT_E_URL;
    CHECK(!find_links(page, is_url ? "about:blank" : "https://a.example/", &options, &error));
    CHECK(error.status == cases[i].first);
    CHECK(error.message[0] != 0);
  }
  hrefkit_error error = HREFKIT_ERROR_INIT;
  CHECK(!find_links(page, "not absolute", nullptr, &error));
  CHECK(error.status == HREFKIT_E_URL);
  hrefkit_link_list* list = reinterpret_cast<hrefkit_link_list*>(1);
  CHECK(hrefkit_find_links(nullptr, 5, view("https://a/"), nullptr, &list, &error) ==
        HREFKIT_E_ARGUMENT);
  CHECK(list == nullptr);
  CHECK(hrefkit_find_links("", 0, absent, nullptr, &list, &error) == HREFKIT_E_ARGUMENT);
  CHECK(hrefkit_find_links("", 0, view("https://a/"), nullptr, nullptr, &error) ==
        HREFKIT_E_ARGUMENT);
  REQUIRE(hrefkit_find_links(nullptr, 0, view("https://a/"), nullptr, &list, &error) == HREFKIT_OK);
  hrefkit_link_list_free(list);
}

/// What a callback does at its next call.
struct Taker {
  hrefkit_finder* finder = nullptr;
  int answer = 0;
  int calls = 0;
  std::vector<hrefkit_status> nested = {};
};

int take(void* user, hrefkit_link const*, std::size_t) {
  Taker& taker = *static_cast<Taker*>(user);
  ++taker.calls;
  taker.nested.push_back(
      hrefkit_finder_run(taker.finder, "", 0, view("https://a/"), nullptr, take, user, nullptr));
  const LinkList other = find_links(page, "https://b.example/");  // another handle is free
  taker.nested.push_back(other ? HREFKIT_OK : HREFKIT_E_INTERNAL);
  return taker.answer;
}

TEST_CASE("C: a callback stops, fails and calls back") {
  hrefkit_finder* made = nullptr;
  REQUIRE(hrefkit_finder_new(&made, nullptr) == HREFKIT_OK);
  const Finder finder(made);
  std::string large;
  for (int i = 0; i < 2000; ++i) large += "<a href=x>";
  hrefkit_error error = HREFKIT_ERROR_INIT;
  for (const int answer : {0, 5, -7, 0}) {
    Taker taker{.finder = made, .answer = answer};
    const hrefkit_status status =
        hrefkit_finder_run(made, large.data(), large.size(), view("https://a.example/"), nullptr,
                           take, &taker, &error);
    if (answer == 0) CHECK(status == HREFKIT_OK);
    if (answer > 0) CHECK(status == HREFKIT_STOPPED);
    if (answer < 0) CHECK(status == HREFKIT_E_CALLBACK);
    CHECK(error.detail == (answer < 0 ? answer : 0));
    CHECK((answer == 0 ? taker.calls > 1 : taker.calls == 1));
    CHECK(taker.nested[0] == HREFKIT_E_BUSY);
    CHECK(taker.nested[1] == HREFKIT_OK);
  }
  CHECK(hrefkit_finder_run(made, "", 0, view("https://a/"), nullptr, nullptr, nullptr, &error) ==
        HREFKIT_E_ARGUMENT);
  CHECK(hrefkit_finder_run(nullptr, "", 0, view("https://a/"), nullptr, take, nullptr, &error) ==
        HREFKIT_E_ARGUMENT);
  CHECK(hrefkit_finder_new(nullptr, &error) == HREFKIT_E_ARGUMENT);
}

TEST_CASE("C: a finder that its callback frees lives until the run ends") {
  hrefkit_finder* finder = nullptr;
  REQUIRE(hrefkit_finder_new(&finder, nullptr) == HREFKIT_OK);
  const auto free_it = [](void* user, hrefkit_link const*, std::size_t) {
    hrefkit_finder_free(static_cast<hrefkit_finder*>(user));
    return 0;
  };
  CHECK(hrefkit_finder_run(finder, page.data(), page.size(), view("https://a/"), nullptr, free_it,
                           finder, nullptr) == HREFKIT_OK);
}

TEST_CASE("C: the fields of each row have places from 1 on, in attributes and in keys") {
  for (std::uint32_t row = HREFKIT_ROW_LINK; row <= HREFKIT_ROW_CAPTURE; ++row) {
    const hrefkit_row_type* const type = hrefkit_row_fields(row);
    REQUIRE(type != nullptr);
    std::vector<int> orders(type->field_count + 1), keys(type->field_count + 1);
    for (std::size_t i = 0; i < type->field_count; ++i) {
      ++orders.at(type->fields[i].order);
      ++keys.at(type->fields[i].key);
    }
    for (std::vector<int> const& places : {orders, keys}) {
      const auto used = type->field_count - static_cast<std::size_t>(places[0]);
      CHECK(std::count(places.begin() + 1, places.end(), 1) == static_cast<std::ptrdiff_t>(used));
      CHECK(std::all_of(places.begin() + 1, places.begin() + 1 + static_cast<std::ptrdiff_t>(used),
                        [](int count) { return count == 1; }));
    }
  }
  CHECK(hrefkit_row_fields(HREFKIT_ROW_CAPTURE + 1) == nullptr);
}

TEST_CASE("C: rows of a caller whose rows are shorter") {
  const std::string page = "<a href=x>one</a><a href=y>two</a><img src=z alt=three>";
  hrefkit_find_options options = find_options();
  options.flags = HREFKIT_TEXT;
  options.row_size = offsetof(hrefkit_link, text);
  const LinkList list = find_links(page, "https://a.example/", &options);
  REQUIRE(hrefkit_link_list_size(list.get()) == 3);
  auto const* const bytes = reinterpret_cast<char const*>(hrefkit_link_list_rows(list.get()));
  std::string raws;
  for (std::size_t i = 0; i < 3; ++i) {
    hrefkit_link row{};
    std::memcpy(&row, bytes + i * options.row_size, options.row_size);
    raws += text(row.raw);
    CHECK(row.loaded.data == nullptr);
  }
  CHECK(raws == "xyz");
}

TEST_CASE("C: the texts of links, and attributes of their elements") {
  const std::string page =
      "<a href=x class='b c' ID=i>One <b>two</b></a><img src=y alt='a  cat'><a href=z>"
      "<link rel=icon href=w class=d><iframe srcdoc='<a href=v title=t>in</a>'></iframe>";
  const hrefkit_view names[]{view("CLASS"), view("id"), view("title"), view("alt")};
  hrefkit_find_options options = find_options();
  options.element_attributes = names;
  options.element_attribute_count = 4;
  options.flags = HREFKIT_TEXT;
  const auto told = [](hrefkit_link const& row) {
    std::string out = text(row.raw) + " " + text(row.text);
    for (std::size_t i = 0; i < row.attribute_count; ++i) {
      out += " " + text(row.attributes[i].from) + "=" + text(row.attributes[i].to);
    }
    return out;
  };
  const std::vector<std::string> expected{"x One two class=b c id=i", "y a cat alt=a  cat", "z ",
                                          "w (absent) class=d", "v in title=t"};
  for (const std::uint8_t engine : {HREFKIT_ENGINE_SCAN, HREFKIT_ENGINE_DOM}) {
    options.engine = engine;
    std::vector<std::string> found;
    {
      const LinkList list = find_links(page, "https://a.example/", &options);
      for (std::size_t i = 0; i < hrefkit_link_list_size(list.get()); ++i) {
        found.push_back(told(hrefkit_link_list_rows(list.get())[i]));
      }
    }
    CHECK(found == expected);
    found.clear();
    hrefkit_finder* made = nullptr;
    hrefkit_finder_new(&made, nullptr);
    const Finder finder(made);
    struct User {
      std::vector<std::string>& found;
      decltype(told) const& tell;
    } user{found, told};
    const auto take = [](void* to, hrefkit_link const* rows, std::size_t count) {
      auto& out = *static_cast<User*>(to);
      for (std::size_t i = 0; i < count; ++i) out.found.push_back(out.tell(rows[i]));
      return 0;
    };
    hrefkit_finder_run(made, page.data(), page.size(), view("https://a.example/"), &options, take,
                       &user, nullptr);
    CHECK(found == expected);
  }
  // The text content does not have the alt of images.
  options.flags = HREFKIT_TEXT_CONTENT;
  const LinkList content =
      find_links("<a href=x>a<img src=y alt=b></a>", "https://a.example/", &options);
  REQUIRE(hrefkit_link_list_size(content.get()) == 2);
  CHECK(text(hrefkit_link_list_rows(content.get())[0].text) == "a");
  CHECK(text(hrefkit_link_list_rows(content.get())[1].text).empty());
  // Without the options, rows have neither.
  const LinkList plain = find_links(page, "https://a.example/");
  CHECK(hrefkit_link_list_rows(plain.get())[0].text.data == nullptr);
  CHECK(hrefkit_link_list_rows(plain.get())[0].attribute_count == 0);
}

TEST_CASE("C: no link is wanted") {
  hrefkit_find_options options = find_options();
  options.flags = HREFKIT_NO_LINKS;
  const LinkList list = find_links("<base href=/b/><a href=x>", "https://a.example/", &options);
  REQUIRE(list);
  CHECK(hrefkit_link_list_size(list.get()) == 0);
  CHECK(text(hrefkit_link_list_base(list.get())) == "https://a.example/b/");
}

TEST_CASE("C: notes have the number of places that they are about") {
  const std::string page = "<meta charset=utf-8>\n<a href=x>\xFF</a>\xFE";
  const LinkList list = find_links(page, "https://a.example/");
  std::size_t count = 0;
  hrefkit_note const* const notes = hrefkit_link_list_notes(list.get(), &count);
  REQUIRE(count == 1);
  CHECK(text(notes[0].code) == "malformed-bytes");
  CHECK((notes[0].count == 2 && notes[0].line == 2 && notes[0].column == 11));
  CHECK((notes[0].offset == 31 && notes[0].length == 1));
}

TEST_CASE("C: each long call can be stopped") {
  std::string page;
  for (int i = 0; i < 5000; ++i) page += "<a href=x></a>";
  struct Poll {
    int calls = 0;
    int answer = 0;
    int at = 0;
  } poll;
  hrefkit_find_options options = find_options();
  options.poll = [](void* user) {
    auto& state = *static_cast<Poll*>(user);
    return ++state.calls == state.at ? state.answer : 0;
  };
  options.poll_user = &poll;
  hrefkit_rewrite_options rewriting = HREFKIT_REWRITE_OPTIONS_INIT;
  rewriting.find = &options;
  rewriting.form = HREFKIT_FORM_ABSOLUTE;
  hrefkit_change change{};
  change.what = HREFKIT_CHANGE_SET_BASE;
  change.value = view("/b/");
  const hrefkit_view url = view("https://a.example/");
  const auto take = [](void*, hrefkit_link const*, std::size_t) { return 0; };
  hrefkit_finder* made = nullptr;
  hrefkit_finder_new(&made, nullptr);
  const Finder finder(made);
  using Call = std::function<hrefkit_status(hrefkit_error*)>;
  const std::vector<std::pair<std::string, Call>> calls{
      {"links",
       [&](hrefkit_error* error) {
         hrefkit_link_list* list = nullptr;
         const auto status =
             hrefkit_find_links(page.data(), page.size(), url, &options, &list, error);
         hrefkit_link_list_free(list);
         return status;
       }},
      {"finder",
       [&](hrefkit_error* error) {
         return hrefkit_finder_run(made, page.data(), page.size(), url, &options, take, nullptr,
                                   error);
       }},
      {"bases",
       [&](hrefkit_error* error) {
         hrefkit_base_report* report = nullptr;
         const auto status =
             hrefkit_find_bases(page.data(), page.size(), url, &options, &report, error);
         hrefkit_base_report_free(report);
         return status;
       }},
      {"effects",
       [&](hrefkit_error* error) {
         hrefkit_effect_list* list = nullptr;
         const auto status = hrefkit_find_effects(page.data(), page.size(), url, &options, &change,
                                                  1, &list, error);
         hrefkit_effect_list_free(list);
         return status;
       }},
      {"rewrite",
       [&](hrefkit_error* error) {
         hrefkit_rewritten* result = nullptr;
         const auto status =
             hrefkit_rewrite(page.data(), page.size(), url, &rewriting, &result, error);
         hrefkit_rewritten_free(result);
         return status;
       }},
  };
  for (auto const& [name, call] : calls) {
    CAPTURE(name);
    poll = {};
    hrefkit_error error = no_error();
    CHECK(call(&error) == HREFKIT_OK);
    const int all = poll.calls;
    CHECK(all >= 2);
    for (int at = 1; at <= all; ++at) {
      poll = {0, 1, at};
      CHECK(call(&error) == HREFKIT_STOPPED);
      CHECK(poll.calls == at);
      poll = {0, -7, at};
      CHECK(call(&error) == HREFKIT_E_CALLBACK);
      CHECK(error.detail == -7);
    }
    poll = {};
    CHECK(call(&error) == HREFKIT_OK);  // handles can be used on
  }
}

}  // namespace

}  // namespace hrefkit::test
