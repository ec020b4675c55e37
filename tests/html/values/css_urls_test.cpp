#include "hrefkit/html/css_urls.h"

#include <catch2/catch.hpp>
#include <random>
#include <string>
#include <vector>

using namespace hrefkit::html;
using namespace std::string_literals;
using namespace std::string_view_literals;

namespace {

struct CssFound {
  std::string written;
  std::string value;
  bool is_import;
  bool operator==(CssFound const&) const = default;
};

std::ostream& operator<<(std::ostream& out, CssFound const& found) {
  return out << '[' << found.written << '|' << found.value << (found.is_import ? "|import]" : "]");
}

std::vector<CssFound> find(std::string_view css, CssPlace place = CssPlace::style_sheet) {
  std::vector<CssFound> all;
  CssUrls urls(css, place);
  std::uint32_t previous_end = 0;
  while (const auto url = urls.next()) {
    REQUIRE(url->span.begin >= previous_end);
    REQUIRE(url->span.end > url->span.begin);
    REQUIRE(url->span.end <= css.size());
    previous_end = url->span.end;
    all.push_back(
        {std::string(url->span.in(css)), std::string(url->value), url->use == CssUse::import});
  }
  REQUIRE_FALSE(urls.next());
  return all;
}

CssFound plain(std::string_view url) {
  return {std::string(url), std::string(url), false};
}
CssFound imported(std::string_view url) {
  return {std::string(url), std::string(url), true};
}

struct Case {
  std::string_view css;
  std::vector<CssFound> found;
};

void check(std::vector<Case> const& cases, CssPlace place = CssPlace::style_sheet) {
  for (Case const& c : cases) {
    CAPTURE(c.css);
    CHECK(find(c.css, place) == c.found);
  }
}

}  // namespace

// Each was tried in Chromium 156.
TEST_CASE("declarations that CSS drops have no URLs (CSS Syntax 5.5.6)") {
  const std::vector<Case> cases{
      {"background:url(x)!ie", {}},
      {"background:url(x) ! ie;color:red", {}},
      {"background:url(x)!important", {plain("x")}},
      {"background:url(x) ! IMPORTANT ;b:url(y)", {plain("x"), plain("y")}},
      {"background:url(x)!important!ie", {}},
      {"background:url(x),url(y)!ie;b:url(z)", {plain("z")}},
      {"b:url(w);background:url(x),url(y)!ie;b:url(z)", {plain("w"), plain("z")}},
      {"background:image-set('x' 1x)!ie;b:url(z)", {plain("z")}},
      {"background:f(url(x)!ie)", {plain("x")}},
      {"*background:url(x);b:url(y)", {plain("y")}},
      {"_background:url(x);b:url(y)", {plain("y")}},
      {"+background:url(x)", {}},
      {"//background:url(x);b:url(y)", {plain("y")}},
      {"#background:url(x)", {}},
      {"1a:url(x)", {}},
      {"background url(x)", {}},
      {"background;url(x);b:url(y)", {plain("y")}},
      {"background:url(x)\\9;background:url(y)\\0", {}},
      {"list-style:url(x)\\9;--a:url(y)\\9", {plain("x"), plain("y")}},
      {"-webkit-mask:url(x);--a:url(y);\\62 :url(z)", {plain("x"), plain("y"), plain("z")}},
      {"\xC3\xA9:url(x)", {plain("x")}},
      {"/**/b/**/:/**/url(x)", {plain("x")}},
      {";;b:url(x)", {plain("x")}},
  };
  check(cases, CssPlace::declarations);
  for (Case const& c : cases) {
    for (std::string const& rule : {"a{" + std::string(c.css) + "}c{d:url(end)}",
                                    "@media all{a{" + std::string(c.css) + "}c{d:url(end)}}",
                                    "a{&:hover{" + std::string(c.css) + "}d:url(end)}",
                                    "*{b:url(end);*{" + std::string(c.css) + "}}"}) {
      CAPTURE(rule);
      const bool is_first = rule.starts_with('*');
      std::vector<CssFound> found = c.found;
      found.insert(is_first ? found.begin() : found.end(), plain("end"));
      CHECK(find(rule) == found);
    }
  }
}

TEST_CASE("unquoted url tokens (CSS Syntax 4.3.6)") {
  check({
      {"a{b:url(x)}", {plain("x")}},
      {"a{b:url( \n x\t)}", {plain("x")}},
      {"a{b:URL(x) uRl(y)}", {plain("x"), plain("y")}},
      {"url(x", {plain("x")}},
      {"url(x  ", {plain("x")}},
      {"url(", {}},
      {"url()", {}},
      {"url( )", {}},
      {"url(a;b{c}d[e],f!g/*h*/@i)", {plain("a;b{c}d[e],f!g/*h*/@i")}},
      {"url(x y) url(z)", {plain("z")}},
      {"url(x'y) url(z)", {plain("z")}},
      {"url(x\"y) url(z)", {plain("z")}},
      {"url(x(y) url(z)", {plain("z")}},
      {"url(x\x01y) url(z)", {plain("z")}},
      {"url(x\x7Fy) url(z)", {plain("z")}},
      {"url(x\vy) url(z)", {plain("z")}},
      {"url(x \\) url(y) url(z)", {plain("z")}},  // the remnants step over escapes
      {"url(x \\\n) url(y)", {plain("y")}},
      {"url(x\\\ny) url(z)", {plain("z")}},
      {"url(data:image/png;base64,AA==)", {plain("data:image/png;base64,AA==")}},
      {"url(\xC3\xA9)", {plain("\xC3\xA9")}},
      {"url(x)url(y)", {plain("x"), plain("y")}},
      {"url(/**/x)", {plain("/**/x")}},
      {"url/**/(x)", {}},
      {"url (x)", {}},
  });
}

TEST_CASE("escapes (4.3.7) in URLs and in names") {
  check({
      {"url(a\\)b)", {{"a\\)b", "a)b", false}}},
      {"url(a\\ b)", {{"a\\ b", "a b", false}}},
      {"url(a\\20 b)", {{"a\\20 b", "a b", false}}},
      {"url(a\\20\r\nb)", {{"a\\20\r\nb", "a b", false}}},
      {"url(a\\20 )", {{"a\\20 ", "a ", false}}},
      {"url(a\\20  )", {{"a\\20 ", "a ", false}}},
      {"url(a\\000020b)", {{"a\\000020b", "a b", false}}},
      {"url(a\\0000201)", {{"a\\0000201", "a 1", false}}},
      {"url(\\0)", {{"\\0", "\xEF\xBF\xBD", false}}},
      {"url(\\D800)", {{"\\D800", "\xEF\xBF\xBD", false}}},
      {"url(\\110000)", {{"\\110000", "\xEF\xBF\xBD", false}}},
      {"url(\\1F600)", {{"\\1F600", "\xF0\x9F\x98\x80", false}}},
      {"url(\\\xC3\xA9)", {{"\\\xC3\xA9", "\xC3\xA9", false}}},
      {"url(a\\", {{"a\\", "a\xEF\xBF\xBD", false}}},
      {"url(a\0b)"sv,
       {{"a\0b"s,
         "a\xEF\xBF\xBD"s
         "b",
         false}}},
      {"u\\72l(x)", {plain("x")}},
      {"\\75 rl(x)", {plain("x")}},
      {"\\55\\52\\4C(x)", {plain("x")}},
      {"\\url(x)", {plain("x")}},
      {"ur\\6c (x)", {plain("x")}},
      {"ur\\6c  (x)", {}},
      {"u\\r\\l(x)", {plain("x")}},
      {"u\\\nrl(x)", {}},
      {"\"url(x)\\\"url(y)\"", {}},
      {"@\\69mport 'x';", {imported("x")}},
      {"@IMPORT 'x'", {imported("x")}},
      {"@imp\\ort 'x'", {imported("x")}},
      {"image\\2dset('x' 1x)", {plain("x")}},
  });
}

TEST_CASE("quoted URLs (4.3.4, 4.3.5)") {
  check({
      {"url('x')", {plain("x")}},
      {"url(\"x\")", {plain("x")}},
      {"url( \n 'x y' )", {plain("x y")}},
      {"url('x", {plain("x")}},
      {"url('x'", {plain("x")}},
      {"url('x\\'y\"z')", {{"x\\'y\"z", "x'y\"z", false}}},
      {"url('x\\\ny')", {{"x\\\ny", "xy", false}}},
      {"url('x\\\r\ny')", {{"x\\\r\ny", "xy", false}}},
      {"url('x\\\fy')", {{"x\\\fy", "xy", false}}},
      {"url('x\\", {plain("x")}},
      {"url('\\66oo')", {{"\\66oo", "foo", false}}},
      {"url('x\ny') url(z)", {}},  // a bad string, then idents, and a string that eats the rest
      {"url('x\ny) url(z)", {plain("z")}},
      {"url('x\ry) url(z)", {plain("z")}},
      {"url('x\fy) url(z)", {plain("z")}},
      {"url('')", {}},
      {"url('\\\n')", {}},
      {"url('x' 'y')", {plain("x")}},
      {"url('x' crossorigin(anonymous))", {plain("x")}},
      {"url('a)b')", {plain("a)b")}},
      {"url('/*x*/')", {plain("/*x*/")}},
  });
}

TEST_CASE("what only looks like a URL") {
  check({
      {"/* url(x) */ url(y)", {plain("y")}},
      {"/* url(x)", {}},
      {"/*/ url(x) */ url(y)", {plain("y")}},
      {"'url(x)' url(y)", {plain("y")}},
      {"'\nurl(y)", {plain("y")}},
      {"a:'x'", {}},
      {"xurl(x)", {}},
      {"-url(x)", {}},
      {"--url(x)", {}},
      {"1url(x)", {}},
      {"1e3url(x)", {}},
      {"1e3 url(x)", {plain("x")}},
      {"1.5em/url(x)", {plain("x")}},
      {"+.5url(x)", {}},
      {"1%url(x)", {plain("x")}},
      {"#url(x)", {}},
      {"@url(x)", {}},
      {"-->url(x)", {plain("x")}},
      {"<!--url(x)", {plain("x")}},
      {"1-->url(x)", {plain("x")}},
      {"\xC3\xA9url(x)", {}},
      {"!url(x)", {plain("x")}},
      {"src('x')", {}},
      {"foo('x')", {}},
      {"format('woff') local('x')", {}},
      {"url-prefix(x)", {}},
      {"", {}},
      {"(((", {}},
      {"]})", {}},
  });
}

TEST_CASE("import rules") {
  check({
      {"@import 'x';", {imported("x")}},
      {"@import \"x\"", {imported("x")}},
      {"@import url(x);", {imported("x")}},
      {"@import url('x') print;", {imported("x")}},
      {"@import/**/'x' layer(a) supports(b:url(y)) c;", {imported("x")}},
      {"@import'x';@import\n\n'y';", {imported("x"), imported("y")}},
      {"<!-- @import 'x'; -->@import 'y';", {imported("x"), imported("y")}},
      {"@charset 'utf-8';@import 'x';", {imported("x")}},
      {"@import a 'x';", {}},
      {"@import;'x'", {}},
      {"@import ('x');", {}},
      {"@import foo('x');", {}},
      {"@import url(x y);", {}},
      {"@import '';", {}},
      {"@import 'x\ny';", {}},
      {"@import 'x' 'y';", {imported("x")}},
      {"@importx 'x';", {}},
      {"import 'x';", {}},
      {"@media a{@import 'x';}", {}},
      {"@media a{@import url(x);}", {plain("x")}},
      {"a @import 'x';", {}},
      {"a @import 'x';{}@import 'y';", {imported("y")}},
      {"a;@import 'x';", {}},
      {"}@import 'x';", {}},
      {"@a [;] ; @import 'x';", {imported("x")}},
      {"@a {;} @import 'x';", {imported("x")}},
      {"@a (;{}@import 'x';", {}},
      {"(})@import 'x';", {}},
  });
}

// The answers are those of Chromium 156.
TEST_CASE("an @import behind another rule is no link (CSS Cascade 5, 2)") {
  check({
      {"a{}@import 'x';", {}},
      {"a{}@import url(x);b{c:url(y)}", {plain("y")}},
      {"@media a{b{c:d}}@import 'x';", {}},
      {"@font-face{}@import 'x';", {}},
      {"@supports(a:b){}@import 'x';", {}},
      {"@namespace p 'x';@import 'y';", {}},
      {"@layer a{}@import 'x';", {}},
      {"@layer a;@layer b;@import 'x';", {imported("x")}},
      {"@import 'w';@layer a;@import 'x';", {imported("w")}},
      {"@import 'w';@charset 'x';@import 'x';", {imported("w"), imported("x")}},
      {"<!--a{}-->@import 'x';", {}},
  });
}

// The answers are those of Chromium.
TEST_CASE("an @import with a block is no link, and leaves the next one valid") {
  check({
      {"@import 'x' {}@import 'y';", {imported("y")}},
      {"@import 'x' {a:b;c{}} ; @import 'y';", {}},
      {"@import 'x' ({};{}); @import 'y';", {imported("x"), imported("y")}},
      {"@import 'x' } {} ; @import 'y';", {}},
      {"@import 'x' ]; @import 'y';", {imported("x"), imported("y")}},
      {"@import 'x' ( ]; {} ) {}; @import 'y';", {}},
      {"@import url(x) f({) ;} ); @import 'y';", {imported("x"), imported("y")}},
      {"@import url(x) {}", {}},
      {"@import url(x", {imported("x")}},
  });
}

TEST_CASE("rules that are not valid leave the @import behind them valid") {
  check({
      {"{}@import 'x';", {imported("x")}},
      {"a;b{}@import 'x';", {imported("x")}},
      {"}a{}@import 'x';", {imported("x")}},
      {"@media;@import 'x';", {imported("x")}},
      {"@foo{}@import 'x';", {imported("x")}},
      {"@viewport{}@import 'x';", {imported("x")}},
      {"@tailwind base;@import 'x';", {imported("x")}},
      {"@import 'w';@foo;@import 'x';", {imported("w"), imported("x")}},
  });
}

TEST_CASE("empty URLs are found where they are asked for") {
  CssUrls urls("@import '';a{b:url( );c:url('x');d:image-set('' 1x)}", CssPlace::style_sheet,
               EmptyUrls::found);
  std::vector<std::string> found;
  while (const auto url = urls.next()) found.emplace_back(url->value);
  CHECK(found == std::vector<std::string>{"", "", "x", ""});
}

TEST_CASE("of several source maps the last counts, where they are asked for (ECMA-426, 11.1)") {
  const auto found_in = [](std::string_view css) {
    CssUrls urls(css, CssPlace::style_sheet, EmptyUrls::left_out, SourceMaps::found);
    std::string found;
    while (const auto url = urls.next()) {
      found += url->use == CssUse::source_map ? "map " : "url ";
      found += url->value;
      found += '@' + std::to_string(url->span.begin) + ' ';
    }
    return found;
  };
  CHECK(found_in("a{b:url(c)}\n/*# sourceMappingURL=a.map */") == "url c@8 map a.map@33 ");
  CHECK(found_in("/*#sourceMappingURL=a*//*@ sourceMappingURL=b\n*/a{b:url(c)}") ==
        "map b@44 url c@56 ");
  CHECK(found_in("a{b:url(c);/*# sourceMappingURL=a */d:url(e)") == "url c@8 map a@32 url e@42 ");
  CHECK(found_in("a{}/*# sourceMappingURL=a*/") == "map a@24 ");
  CHECK(found_in("a{b:'/*# sourceMappingURL=a */'}") == "");
  CHECK(found_in("a{b:url(/*#sourceMappingURL=a*/)}") == "url /*#sourceMappingURL=a*/@8 ");
  for (std::string_view none :
       {"/* # sourceMappingURL=a */", "//# sourceMappingURL=a", "/*# sourceMappingURL=a",
        "/*# sourceMappingURL=a b */", "/*# sourceMappingURL= */", "/*# sourceMappingURL=a *"}) {
    CHECK(found_in(none) == "");
  }
  CHECK(find("/*# sourceMappingURL=a */").empty());
}

TEST_CASE("declarations hold URLs but no rules") {
  check(
      {
          {"background:url(x)", {plain("x")}},
          {"@import 'x';", {}},
          {"@import url(x);", {plain("x")}},
          {"a:{};@import 'x'", {}},
          {"background:image-set('x' 1x)", {plain("x")}},
          {"color:red", {}},
      },
      CssPlace::declarations);
}

TEST_CASE("strings directly in image-set (CSS Images 4)") {
  check({
      {"image-set('x' 1x, \"y\" 2x)", {plain("x"), plain("y")}},
      {"-webkit-image-set(url(x) 1x, 'y' 2x)", {plain("x"), plain("y")}},
      {"IMAGE-SET('x')", {plain("x")}},
      {"image-set('x' type('image/png') 1x)", {plain("x")}},
      {"image-set(linear-gradient('x'))", {}},
      {"image-set(('x'))", {}},
      {"image-set(url('x') 'y')", {plain("x"), plain("y")}},
      {"image-set() 'x'", {}},
      {"image-set(]'x'", {plain("x")}},
      {"-moz-image-set('x')", {}},
  });
}

TEST_CASE("namespaces and document patterns are no links") {
  check({
      {"@namespace url(x); a{b:url(y)}", {plain("y")}},
      {"@namespace p url('x');", {}},
      {"@NameSpace url(x)", {}},
      {"@document url(x), url('y') {a{b:url(z)}} c{d:url(w)}", {plain("z"), plain("w")}},
      {"@-moz-document url(x){}", {}},
      {"@media a{@-moz-document url(x){b{c:url(y)}}}", {plain("y")}},
      {"@media a{@namespace url(x) } b{c:url(y)}", {plain("y")}},
      {"@namespace (;url(x);) url(y); url(z)", {plain("z")}},
  });
}

TEST_CASE("custom properties and fonts hold URLs as well") {
  check({
      {":root{--a:url(x);--b:{c:url('y')}}", {plain("x"), plain("y")}},
      {"@font-face{src:local('a'),url(b.woff)format('woff')}", {plain("b.woff")}},
  });
}

TEST_CASE("conditions only ask about declarations, and hold no links") {
  check({
      {"@supports (a:url(x)){b{c:url(y)}} d{e:url(z)}", {plain("y"), plain("z")}},
      {"@supports (a:url(')')) or (not (b:url(x))){@SUPPORTS (c:url(y)){d{e:url(z)}}}",
       {plain("z")}},
      {"@import url(x) supports(a:url('y')) b; @import 'z';", {imported("x"), imported("z")}},
      {"@import 'x' supports(a:(url(y)) url(z", {imported("x")}},
      {"@container style(--a:url(x)) and (b){c{d:url(y)}}", {plain("y")}},
      {"a{b:if(supports(b:url(x)):url(y);else:url(z))}", {plain("y"), plain("z")}},
      {"a{b:if(style(--c:image-set('x' 1x)):image-set('y' 1x))}", {plain("y")}},
      {"a{@supports (b:url(x)){c:url(y)} d:url(z)}", {plain("y"), plain("z")}},
      {"@supports a;b{c:url(x)}", {plain("x")}},
      {"supports(url(x)) url(y)", {plain("y")}},
  });
}

TEST_CASE("random text: ranges rise, stay inside, and a comment before it changes nothing") {
  std::mt19937 random(4);
  const std::string_view pieces[] = {
      "url(",    "URL(",       "x",   ")",   "'", "\"",         "\\",       " ", "\n",
      "@import", "@namespace", ";",   "{",   "}", "image-set(", "(",        "]", "/*",
      "*/",      "\\75 ",      "rl(", "1e3", "-", "-->",        "\xC3\xA9", ",", "#"};
  for (int round = 0; round < 20000; ++round) {
    std::string css;
    for (auto i = random() % 14; i > 0; --i) css += pieces[random() % std::size(pieces)];
    CAPTURE(css);
    const auto alone = find(css);
    auto commented = find("/* ' url( */" + css);
    CHECK(alone == commented);
  }
}

TEST_CASE("the value of a found URL, quoted again, is found again") {
  std::mt19937 random(5);
  const std::string_view pieces[] = {"a", "\\", "20", " ", "\\)", "\xC3\xA9", "\\0", "f", "\\\""};
  for (int round = 0; round < 5000; ++round) {
    std::string css = "url(";
    for (auto i = random() % 8; i > 0; --i) css += pieces[random() % std::size(pieces)];
    css += ')';
    for (CssFound const& first : find(css)) {
      std::string quoted = "url(\"";
      for (char c : first.value) {
        if (c == '\n' || c == '\f') {
          quoted += c == '\n' ? "\\a " : "\\c ";
        } else {
          if (c == '"' || c == '\\') quoted += '\\';
          quoted += c;
        }
      }
      const auto again = find(quoted + "\")");
      CAPTURE(css, quoted);
      REQUIRE(again.size() == 1);
      CHECK(again[0].value == first.value);
    }
  }
}

TEST_CASE("long and deep text takes linear time") {
  constexpr std::size_t size = 2'000'000;
  CHECK(find(std::string(size, '(')).empty());
  CHECK(find("@import" + std::string(size, '\\')).empty());
  CHECK(find("url(" + std::string(size, 'x')).size() == 1);
  CHECK(find(std::string(size, '\'')).empty());
  std::string comments;
  std::string escapes;
  for (std::size_t i = 0; i < size / 4; ++i) {
    comments += "/*/(";
    escapes += "\\75(";
  }
  CHECK(find(comments).empty());
  CHECK(find(escapes).empty());
}
