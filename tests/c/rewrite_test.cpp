#include <algorithm>
#include <catch2/catch.hpp>
#include <functional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "c/c_support.h"

namespace hrefkit::test {

namespace {

hrefkit_rewrite_options rewrite_options() {
  return HREFKIT_REWRITE_OPTIONS_INIT;
}

Rewritten rewrite(std::string_view page, std::string_view url,
                  hrefkit_rewrite_options const* options = nullptr,
                  hrefkit_error* error = nullptr) {
  hrefkit_rewritten* made = nullptr;
  hrefkit_rewrite(page.data(), page.size(), view(url), options, &made, error);
  return Rewritten(made);
}

std::string bytes_of(Rewritten const& page) {
  return text(hrefkit_rewritten_bytes(page.get()));
}

TEST_CASE("C: rewriting by prefixes, a map and forms") {
  const std::string page =
      "<a href='/old/x'>t</a>\n<a href=https://a.example/one>u</a><link rel=canonical href=/old/c>";
  hrefkit_rewrite_options options = rewrite_options();
  const hrefkit_pair rebase{view("https://a.example/old/"), view("https://b.example/new/")};
  const hrefkit_pair map{view("https://a.example/one"), view("https://c.example/\"two\"\\")};
  options.rebase = &rebase;
  options.rebase_count = 1;
  options.map = &map;
  options.map_count = 1;
  const Rewritten result = rewrite(page, "https://a.example/", &options);
  REQUIRE(result);
  CHECK(hrefkit_rewritten_changed(result.get()) == 1);
  CHECK(bytes_of(result) ==
        "<a href='https://b.example/new/x'>t</a>\n<a href=https://c.example/%22two%22/>u</a>"
        "<link rel=canonical href=/old/c>");
  std::size_t count = 0;
  hrefkit_edit const* const edits = hrefkit_rewritten_edits(result.get(), &count);
  REQUIRE(count == 2);
  CHECK((edits[0].offset == 9 && edits[0].length == 6 && edits[0].line == 1));
  CHECK(edits[0].column == 10);
  CHECK(text(edits[0].raw) == "/old/x");
  CHECK(text(edits[0].value) == "https://b.example/new/x");
  CHECK(text(edits[0].before) == "https://a.example/old/x");
  CHECK(text(edits[0].after) == "https://b.example/new/x");
  CHECK(text(edits[0].reason) == "rebase");
  CHECK(text(edits[0].element) == "a");
  CHECK(text(edits[0].attribute) == "href");
  CHECK(edits[0].context.size == 0);
  CHECK(edits[0].kind == HREFKIT_KIND_HYPERLINK);
  CHECK(edits[1].line == 2);
  CHECK(text(edits[1].reason) == "map");
  options.keep = 0;
  CHECK(bytes_of(rewrite(page, "https://a.example/", &options)).find("new/c") != std::string::npos);
  options = rewrite_options();
  options.form = HREFKIT_FORM_RELATIVE;
  CHECK(bytes_of(rewrite("<a href=https://a.example/d/x>", "https://a.example/d/", &options)) ==
        "<a href=x>");
}

TEST_CASE("C: a page that moves, and base elements that go") {
  hrefkit_rewrite_options options = rewrite_options();
  options.new_url = view("https://a.example/d/e/");
  CHECK(bytes_of(rewrite("<a href=x>", "https://a.example/d/", &options)) == "<a href=../x>");
  options = rewrite_options();
  options.drop_base = 1;
  options.drop_xml_base = 1;
  const std::string page = "<base href=/d/><a href=x><p xml:base=/e/><a href=y>";
  // As in browsers, xml:base does not count in HTML unless the options say so.
  CHECK(bytes_of(rewrite(page, "https://a.example/", &options)) == "<a href=d/x><p><a href=d/y>");
  hrefkit_find_options reading = HREFKIT_FIND_OPTIONS_INIT;
  reading.xml_base = HREFKIT_XML_BASE_ON;
  options.find = &reading;
  CHECK(bytes_of(rewrite(page, "https://a.example/", &options)) == "<a href=d/x><p><a href=e/y>");
}

TEST_CASE("C: a page that stays is given as it was") {
  const std::string page = "<a href=x>\xE9";
  const Rewritten result = rewrite(page, "https://a.example/");
  REQUIRE(result);
  CHECK(hrefkit_rewritten_changed(result.get()) == 0);
  CHECK(bytes_of(result) == page);
  std::size_t count = 7;
  CHECK(hrefkit_rewritten_edits(result.get(), &count) == nullptr);
  CHECK(count == 0);
  hrefkit_note const* const notes = hrefkit_rewritten_notes(result.get(), &count);
  REQUIRE(count == 1);
  CHECK(text(notes[0].code) == "undeclared-encoding");
  CHECK(hrefkit_rewritten_bytes(nullptr).data == nullptr);
  CHECK(hrefkit_rewritten_changed(nullptr) == 0);
  CHECK(hrefkit_rewritten_edits(nullptr, nullptr) == nullptr);
  CHECK(hrefkit_rewritten_notes(nullptr, &count) == nullptr);
  hrefkit_rewritten_free(nullptr);
}

TEST_CASE("C: text that is decoded already is rewritten as text") {
  const std::string page =
      "<meta charset=koi8-r><a href='?\xD1\x8F'>\xD1\x8F</a><iframe srcdoc='&lt;a "
      "href=\xD1\x8F&gt;'>";
  hrefkit_find_options find = find_options();
  find.flags = HREFKIT_DECODED;
  find.offsets = HREFKIT_OFFSETS_CODE_POINTS;
  hrefkit_rewrite_options options = rewrite_options();
  options.find = &find;
  options.form = HREFKIT_FORM_ABSOLUTE;
  hrefkit_error error = HREFKIT_ERROR_INIT;
  const Rewritten result = rewrite(page, "https://a.example/", &options, &error);
  CAPTURE(error.message);
  REQUIRE(result);
  // The query is in the page's encoding, the rest in UTF-8.
  CHECK(bytes_of(result) ==
        "<meta charset=koi8-r><a href='https://a.example/?%D1'>\xD1\x8F</a><iframe srcdoc='&lt;a "
        "href=https://a.example/%D1%8F&gt;'>");
  std::size_t count = 0;
  hrefkit_edit const* const edits = hrefkit_rewritten_edits(result.get(), &count);
  REQUIRE(count == 2);
  CHECK((edits[0].offset == 30 && edits[0].length == 2));
}

/// Answers all links, and remembers what it was asked.
struct Mapper {
  std::function<int(hrefkit_link const&, hrefkit_answer*)> answer;
  std::vector<std::string> asked = {};
};

int keep_urls(void* user, hrefkit_link const* row, hrefkit_answer*) {
  static_cast<std::vector<std::string>*>(user)->push_back(text(row->raw));
  return 0;
}

TEST_CASE(
    "C: what scripts load is written; speculation rules are noted, and no callback is asked") {
  const std::string map = "<script type=importmap>{\"imports\":{\"a\":\"./a.js\"}}</script>";
  const std::string new_map =
      "<script type=importmap>{\"imports\":{\"a\":\"../old/a.js\"}}</script>";
  const std::string rules =
      "<script type=speculationrules>{\"prefetch\":[{\"urls\":[\"x\"]}]}</script>";
  const std::string module = "<script type=module>import a from './m.js'</script>";
  const std::string new_module = "<script type=module>import a from '../old/m.js'</script>";
  struct Case {
    std::string script, after, asked;
    bool is_noted;
  };
  for (Case const& c : {Case{map, new_map, "./a.js", false}, Case{rules, rules, "", true},
                        Case{module, new_module, "./m.js", false}}) {
    INFO(c.script);
    std::vector<std::string> asked;
    hrefkit_rewrite_options options = rewrite_options();
    options.new_url = view("https://a.example/new/");
    options.map_url = keep_urls;
    options.user = &asked;
    const Rewritten result = rewrite("<a href=y>" + c.script, "https://a.example/old/", &options);
    REQUIRE(result);
    CHECK(bytes_of(result) == "<a href=../old/y>" + c.after);
    std::vector<std::string> codes;
    std::size_t count = 0;
    hrefkit_note const* const notes = hrefkit_rewritten_notes(result.get(), &count);
    for (std::size_t i = 0; i < count; ++i) codes.push_back(text(notes[i].code));
    CHECK((std::find(codes.begin(), codes.end(), "script-link") != codes.end()) == c.is_noted);
    std::set<std::string> wanted{"y"};
    if (!c.asked.empty()) wanted.insert(c.asked);
    CHECK(std::set<std::string>(asked.begin(), asked.end()) == wanted);
  }
}

int map_url(void* user, hrefkit_link const* row, hrefkit_answer* answer) {
  Mapper& mapper = *static_cast<Mapper*>(user);
  mapper.asked.push_back(row_text(*row) + " base " + text(row->base) + ' ' +
                         std::to_string(row->base_source) + " context " + text(row->context) +
                         " at " + std::to_string(row->line) + ':' + std::to_string(row->column) +
                         ' ' + std::to_string(row->offset) + '+' + std::to_string(row->length));
  return mapper.answer(*row, answer);
}

TEST_CASE("C: a callback says where links lead") {
  const std::string page =
      "<base href=/d/><link rel=canonical href=c><a href=x>\n<iframe srcdoc='&lt;a href=y&gt;'>";
  Mapper mapper{[](hrefkit_link const& row, hrefkit_answer* answer) {
    if (text(row.element) != "a") return 0;
    CHECK(hrefkit_answer_set(answer, view("http://[")) == HREFKIT_E_URL);
    CHECK(hrefkit_answer_set(answer, absent) == HREFKIT_E_ARGUMENT);
    CHECK(hrefkit_answer_set(nullptr, view("x")) == HREFKIT_E_ARGUMENT);
    CHECK(find_links("<a href=x>", "https://other.example/"));  // it may call the library
    const std::string url = "/n?" + text(row.raw);
    return static_cast<int>(hrefkit_answer_set(answer, view(url)));
  }};
  hrefkit_rewrite_options options = rewrite_options();
  options.map_url = map_url;
  options.user = &mapper;
  const Rewritten result = rewrite(page, "https://a.example/p", &options);
  REQUIRE(result);
  CHECK(bytes_of(result) ==
        "<base href=/d/><link rel=canonical href=c><a href=../n?x>\n"
        "<iframe srcdoc='&lt;a href=../n?y&gt;'>");
  const std::string all = [&] {
    std::string joined;
    for (std::string const& asked : mapper.asked) joined += asked + '\n';
    return joined;
  }();
  CAPTURE(all);
  CHECK(all.find("a[href] x -> https://a.example/d/x base https://a.example/d/ 1 context  at 1:51 "
                 "50+1\n") != std::string::npos);
  CHECK(all.find("a[href] y -> https://a.example/d/y base https://a.example/d/") !=
        std::string::npos);
  CHECK(all.find("context 0 at 2:") != std::string::npos);
  CHECK(all.find("canonical") == std::string::npos);
}

TEST_CASE("C: a callback that stops or fails leaves no page") {
  hrefkit_rewrite_options options = rewrite_options();
  options.map_url = map_url;
  hrefkit_error error = HREFKIT_ERROR_INIT;
  for (const int answer : {3, -3}) {
    Mapper mapper{[&](hrefkit_link const&, hrefkit_answer*) { return answer; }};
    options.user = &mapper;
    CHECK(!rewrite("<a href=x><a href=y>", "https://a.example/", &options, &error));
    CHECK(error.status == (answer > 0 ? HREFKIT_STOPPED : HREFKIT_E_CALLBACK));
    CHECK(error.detail == (answer < 0 ? answer : 0));
    CHECK(mapper.asked.size() == 1);
  }
}

TEST_CASE("C: what cannot be proved is not written") {
  Mapper mapper{[](hrefkit_link const&, hrefkit_answer* answer) {
    return static_cast<int>(hrefkit_answer_set(answer, view("https://n.example/")));
  }};
  hrefkit_rewrite_options options = rewrite_options();
  options.map_url = map_url;
  options.user = &mapper;
  const std::string entity =
      "<!DOCTYPE html [<!ENTITY e \"<a xmlns='http://www.w3.org/1999/xhtml' href='/x'/>\">]>"
      "<html xmlns='http://www.w3.org/1999/xhtml'>&e;</html>";
  hrefkit_find_options find = find_options();
  find.content_type = view("application/xhtml+xml");
  options.find = &find;
  hrefkit_error error = HREFKIT_ERROR_INIT;
  CHECK(!rewrite(entity, "https://a.example/", &options, &error));
  CHECK(error.status == HREFKIT_E_NOT_PROVED);
  CHECK(error.message[0] != 0);
}

TEST_CASE("C: rewriting that is refused") {
  using Change = std::function<void(hrefkit_rewrite_options&)>;
  static const hrefkit_pair relative{view("x"), view("y")};
  static const hrefkit_pair mail{view("mailto:a"), view("https://b/")};
  static const hrefkit_pair twice[] = {{view("https://a/"), view("https://b/")},
                                       {view("https://a/"), view("https://c/")}};
  static const hrefkit_pair null_pair{absent, view("https://b/")};
  // Keys and values without a scheme, as they are forgotten.
  static const hrefkit_pair bare_key{view("old.example"), view("https://new.example")};
  static const hrefkit_pair path_key{view("/old/"), view("https://new.example")};
  static const hrefkit_pair bare_value{view("https://old.example"), view("new.example")};
  static const hrefkit_pair mail_value{view("https://old.example"), view("mailto:a")};
  const std::vector<std::pair<hrefkit_status, Change>> cases{
      {HREFKIT_E_ARGUMENT, [](auto& options) { options.form = 4; }},
      {HREFKIT_E_ARGUMENT, [](auto& options) { options.keep = 32; }},
      {HREFKIT_E_ARGUMENT, [](auto& options) { options.drop_base = 2; }},
      {HREFKIT_E_ARGUMENT, [](auto& options) { options.no_verify = 2; }},
      {HREFKIT_E_ARGUMENT, [](auto& options) { options.struct_size = 16; }},
      {HREFKIT_E_ARGUMENT, [](auto& options) { options.map_count = 1; }},
      {HREFKIT_E_ARGUMENT,
       [](auto& options) {
         options.rebase = twice;
         options.rebase_count = 2;
       }},
      {HREFKIT_E_ARGUMENT,
       [](auto& options) {
         options.rebase = &null_pair;
         options.rebase_count = 1;
       }},
      {HREFKIT_E_URL,
       [](auto& options) {
         options.rebase = &mail;
         options.rebase_count = 1;
       }},
      {HREFKIT_E_URL,
       [](auto& options) {
         options.rebase = &bare_key;
         options.rebase_count = 1;
       }},
      {HREFKIT_E_URL,
       [](auto& options) {
         options.rebase = &path_key;
         options.rebase_count = 1;
       }},
      {HREFKIT_E_URL,
       [](auto& options) {
         options.rebase = &bare_value;
         options.rebase_count = 1;
       }},
      {HREFKIT_E_URL,
       [](auto& options) {
         options.rebase = &mail_value;
         options.rebase_count = 1;
       }},
      {HREFKIT_E_URL,
       [](auto& options) {
         options.map = &relative;
         options.map_count = 1;
       }},
      {HREFKIT_E_URL, [](auto& options) { options.new_url = view("x"); }},
      {HREFKIT_E_URL, [](auto& options) { options.new_url = view(""); }},
      {HREFKIT_E_ARGUMENT, [](auto& options) { options.no_edits = 2; }},
      {HREFKIT_E_ARGUMENT, [](auto& options) { options.padding2[6] = 1; }},
  };
  for (std::size_t i = 0; i < cases.size(); ++i) {
    CAPTURE(i);
    hrefkit_rewrite_options options = rewrite_options();
    cases[i].second(options);
    hrefkit_error error = HREFKIT_ERROR_INIT;
    CHECK(!rewrite("<a href=x>", "https://a.example/", &options, &error));
    CHECK(error.status == cases[i].first);
    hrefkit_rewriter* rewriter = nullptr;
    CHECK(hrefkit_rewriter_new(&options, &rewriter, &error) == cases[i].first);
    CHECK(rewriter == nullptr);
  }
  hrefkit_error error = HREFKIT_ERROR_INIT;
  CHECK(!rewrite("", "x", nullptr, &error));
  CHECK(error.status == HREFKIT_E_URL);
}

Rewriter prepare(hrefkit_rewrite_options const& options) {
  hrefkit_rewriter* made = nullptr;
  hrefkit_rewriter_new(&options, &made, nullptr);
  return Rewriter(made);
}

Rewritten run(Rewriter const& rewriter, std::string_view page, std::string_view url,
              hrefkit_error* error = nullptr) {
  hrefkit_rewritten* made = nullptr;
  hrefkit_rewriter_run(rewriter.get(), page.data(), page.size(), view(url), &made, error);
  return Rewritten(made);
}

std::vector<std::string> note_codes(Rewritten const& page) {
  std::size_t count = 0;
  hrefkit_note const* const notes = hrefkit_rewritten_notes(page.get(), &count);
  std::vector<std::string> codes;
  for (std::size_t i = 0; i < count; ++i) codes.push_back(text(notes[i].code));
  return codes;
}

TEST_CASE("C: a prepared rewriter gives what one call gives, and keeps nothing of its options") {
  hrefkit_find_options find = find_options();
  hrefkit_rewrite_options options = rewrite_options();
  Rewriter rewriter;
  const std::vector<std::pair<std::string, std::string>> pages{
      {"<meta charset=utf-8><a href=/o/x><a href=y>", "https://a.example/"},
      {"<meta charset=utf-8><base href=/o/><a href=x><img src=y>", "https://a.example/d/"},
      {"<meta charset=utf-8><a href=../o/x><a href=https://a.example/one>",
       "https://a.example/o/p"},
      {"<meta charset=utf-8>", "https://b.example/"},
  };
  std::vector<std::string> expected;
  {
    std::string from = "https://a.example/o/";
    std::string to = "https://n.example/";
    std::string one = "https://a.example/one";
    std::string two = "two";
    std::string element = "a";
    std::string type = "text/html;charset=koi8-r";
    const hrefkit_pair rebase{view(from), view(to)};
    const hrefkit_pair map{view(one), view(two)};
    const hrefkit_view elements[]{view(element)};
    find.content_type = view(type);
    find.elements = elements;
    find.element_count = 1;
    options.find = &find;
    options.rebase = &rebase;
    options.rebase_count = 1;
    options.map = &map;
    options.map_count = 1;
    rewriter = prepare(options);
    for (auto const& [page, url] : pages)
      expected.push_back(bytes_of(rewrite(page, url, &options)));
    for (std::string* const text : {&from, &to, &one, &two, &element, &type}) {
      std::fill(text->begin(), text->end(), '!');
    }
  }
  REQUIRE(rewriter);
  CHECK(expected[0] == "<meta charset=utf-8><a href=https://n.example/x><a href=y>");
  for (int again = 0; again < 2; ++again) {
    for (std::size_t i = 0; i < pages.size(); ++i) {
      CAPTURE(i);
      const Rewritten result = run(rewriter, pages[i].first, pages[i].second);
      REQUIRE(result);
      CHECK(bytes_of(result) == expected[i]);
    }
  }
  Rewritten last = run(rewriter, pages[0].first, pages[0].second);
  rewriter.reset();
  CHECK(bytes_of(last) == expected[0]);  // it does not need the rewriter
  std::size_t count = 0;
  hrefkit_edit const* const edits = hrefkit_rewritten_edits(last.get(), &count);
  REQUIRE(count == 1);
  CHECK(text(edits[0].after) == "https://n.example/x");
}

TEST_CASE("C: a run of a rewriter that is refused") {
  const Rewriter rewriter = prepare(rewrite_options());
  REQUIRE(rewriter);
  hrefkit_error error = HREFKIT_ERROR_INIT;
  CHECK(!run(rewriter, "<a href=x>", "x", &error));
  CHECK(error.status == HREFKIT_E_URL);
  CHECK(!run(Rewriter(), "<a href=x>", "https://a.example/", &error));
  CHECK(error.status == HREFKIT_E_ARGUMENT);
  hrefkit_rewritten* made = nullptr;
  CHECK(hrefkit_rewriter_run(rewriter.get(), nullptr, 1, view("https://a/"), &made, nullptr) ==
        HREFKIT_E_ARGUMENT);
  CHECK(hrefkit_rewriter_run(rewriter.get(), "", 0, absent, &made, nullptr) == HREFKIT_E_ARGUMENT);
  CHECK(hrefkit_rewriter_run(rewriter.get(), "", 0, view("https://a/"), nullptr, nullptr) ==
        HREFKIT_E_ARGUMENT);
  CHECK(hrefkit_rewriter_new(nullptr, nullptr, nullptr) == HREFKIT_E_ARGUMENT);
  hrefkit_rewriter* by_default = nullptr;
  CHECK(hrefkit_rewriter_new(nullptr, &by_default, nullptr) == HREFKIT_OK);
  hrefkit_rewriter_free(by_default);
  hrefkit_rewriter_free(nullptr);
  CHECK(hrefkit_rewriter_unused(nullptr, nullptr, 0) == 0);
  CHECK(hrefkit_rewritten_uncovered(nullptr) == 0);
}

TEST_CASE("C: a rewriter asks its callback about each page") {
  Mapper mapper{[](hrefkit_link const& row, hrefkit_answer* answer) {
    return text(row.raw) == "x" ? static_cast<int>(hrefkit_answer_set(answer, view("y"))) : 0;
  }};
  hrefkit_rewrite_options options = rewrite_options();
  options.map_url = map_url;
  options.user = &mapper;
  const Rewriter rewriter = prepare(options);
  REQUIRE(rewriter);
  // An answer is relative to the page of its run.
  for (std::string const url : {"https://a.example/", "https://b.example/c/"}) {
    const Rewritten result = run(rewriter, "<a href=x>", url);
    std::size_t count = 0;
    hrefkit_edit const* const edits = hrefkit_rewritten_edits(result.get(), &count);
    REQUIRE(count == 1);
    CHECK(text(edits[0].after) == url + "y");
  }
}

TEST_CASE("C: bytes without edits") {
  hrefkit_rewrite_options options = rewrite_options();
  options.form = HREFKIT_FORM_ABSOLUTE;
  options.no_edits = 1;
  const Rewritten result = rewrite("<a href=x>", "https://a.example/", &options);
  CHECK(bytes_of(result) == "<a href=https://a.example/x>");
  CHECK(hrefkit_rewritten_changed(result.get()) == 1);
  std::size_t count = 7;
  CHECK(hrefkit_rewritten_edits(result.get(), &count) == nullptr);
  CHECK(count == 0);
  // A caller that does not know the option.
  options.struct_size = offsetof(hrefkit_rewrite_options, no_edits);
  const Rewritten with_edits = rewrite("<a href=x>", "https://a.example/", &options);
  CHECK(hrefkit_rewritten_edits(with_edits.get(), &count) != nullptr);
}

TEST_CASE("C: prefixes below which nothing lies") {
  struct Case {
    std::string page;
    std::vector<std::string> notes;
    std::size_t uncovered;
    std::size_t unused;
  };
  const hrefkit_pair rebases[]{{view("https://old.example/"), view("https://new.example/")},
                               {view("https://a.example/d/"), view("https://n.example/d/")}};
  hrefkit_rewrite_options options = rewrite_options();
  options.rebase = rebases;
  options.rebase_count = 2;
  const std::string start = "<meta charset=utf-8>";
  const std::vector<Case> cases{
      {start + "<a href=https://old.example/x><a href=/d/>", {}, 0, 0},
      {start + "<a href=https://old.example/x><a href=/e/>", {"unused-rebase"}, 1, 1},
      {start + "<a href=https://other.example/x><a href=/e/>", {"unused-rebase"}, 2, 2},
      {start, {"unused-rebase"}, 0, 2},
      // Links that stay, lie there nevertheless.
      {start + "<link rel=canonical href=https://old.example/x><a href=/d>",
       {"unused-rebase"},
       1,
       1},
  };
  for (Case const& row : cases) {
    CAPTURE(row.page);
    const Rewritten result = rewrite(row.page, "https://a.example/", &options);
    CHECK(note_codes(result) == row.notes);
    CHECK(hrefkit_rewritten_uncovered(result.get()) == row.uncovered);
    const Rewriter rewriter = prepare(options);
    CHECK(note_codes(run(rewriter, row.page, "https://a.example/")).empty());
    CHECK(hrefkit_rewriter_unused(rewriter.get(), nullptr, 0) == row.unused);
  }
  // Of a prepared one, all runs count, and the addresses of pages.
  const Rewriter rewriter = prepare(options);
  run(rewriter, start, "https://a.example/d/page");
  hrefkit_view unused[3] = {absent, absent, absent};
  REQUIRE(hrefkit_rewriter_unused(rewriter.get(), unused, 3) == 1);
  CHECK(text(unused[0]) == "https://old.example/");
  CHECK(unused[1].data == nullptr);
  run(rewriter, start + "<a href=https://old.example/>", "https://a.example/");
  CHECK(hrefkit_rewriter_unused(rewriter.get(), unused, 3) == 0);
}

}  // namespace

}  // namespace hrefkit::test
