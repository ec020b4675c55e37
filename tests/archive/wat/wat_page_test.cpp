#include "hrefkit/archive/wat_page.h"

#include <catch2/catch.hpp>
#include <cstdlib>
#include <string>
#include <string_view>

#include "support/run_cost.h"

namespace hrefkit::archive {

namespace {

constexpr std::string_view address = "http://h.example/dir/page.html";

std::string metadata_of(std::string_view text, std::string_view base = address) {
  const auto resolver = url::Resolver::with_base(base, {});
  WatPageWriter writer;
  text::ChunkedText out;
  writer.append(out, {text, &*resolver, "document", "UTF-8"});
  return out.string();
}

/// The object without the keys that each page has.
std::string head_and_links_of(std::string_view text) {
  const std::string all = metadata_of(text);
  const std::string_view end =
      "\"Base-URL\":\"http://h.example/dir/page.html\",\"Base-Source\":\"document\","
      "\"Encoding\":\"UTF-8\"}";
  REQUIRE(all.ends_with(end));
  std::string inner = all.substr(1, all.size() - 1 - end.size());
  if (inner.ends_with(',')) inner.pop_back();
  return inner;
}

struct PageCase {
  std::string_view page;
  std::string_view metadata;
};

}  // namespace

// All but "resolved" is what the reference extractor gave for these pages.
TEST_CASE("the head and links of pages in WAT") {
  const PageCase page_cases[] = {
      // clang-format off
      {"",
       ""},
      {"text",
       ""},
      {"<title>T</title>",
       "\"Head\":{\"Title\":\"T\"}"},
      {"<head><title>a</title><title> b\n c </title></head>",
       "\"Head\":{\"Title\":\"b c\"}"},
      {"<title>a</title><title>b</title>",
       "\"Head\":{\"Title\":\"a\"}"},
      {"<svg><title>s</title></svg><title></title>",
       "\"Head\":{}"},
      {"<title>x<b>y</b>z</title>",
       "\"Head\":{\"Title\":\"y\"}"},
      {"<title/>x",
       ""},
      {"<html lang=\"en\" xml:lang=de>",
       "\"Head\":{\"Metas\":[{\"name\":\"HTML@/lang\",\"content\":\"en\"},{\"name\":\"HTML@/xml:lang\",\"content\":\"de\"}]}"},
      {"<base href=\"/b/\"><base href=/c/>",
       "\"Head\":{\"Base\":\"/c/\"}"},
      {"<meta charset=utf-8><meta name=d content=\"v&eacute;\"><meta content=x><meta http-equiv=refresh content=\"0;url=x\" property=p rel=r>",
       "\"Head\":{\"Metas\":[{\"name\":\"d\",\"content\":\"v\xC3\xA9\"},{\"rel\":\"r\",\"content\":\"0;url=x\",\"http-equiv\":\"refresh\",\"property\":\"p\"}]}"},
      {"<meta property=og:image content=\"data:image/png,AAAA\">",
       "\"Head\":{\"Metas\":[{\"content\":\"data:image/png,\",\"property\":\"og:image\"}]}"},
      {"<link href=l.css rel=stylesheet type=\"text/css\"><link rel=x>",
       "\"Head\":{\"Link\":[{\"path\":\"LINK@/href\",\"url\":\"l.css\",\"resolved\":\"http://h.example/dir/l.css\",\"rel\":\"stylesheet\",\"type\":\"text/css\"}]}"},
      {"<script src=s.js type=t></script><script>document.write(\"<a href=x>y</a>\")</script>",
       "\"Head\":{\"Scripts\":[{\"path\":\"SCRIPT@/src\",\"url\":\"s.js\",\"resolved\":\"http://h.example/dir/s.js\",\"type\":\"t\"}]}"},
      {"<script src=s.js/>",
       "\"Head\":{\"Scripts\":[{\"path\":\"SCRIPT@/src\",\"url\":\"s.js/\",\"resolved\":\"http://h.example/dir/s.js/\"}]}"},
      {"<script src=s.js />a<a href=x>y</a>",
       "\"Head\":{\"Scripts\":[{\"path\":\"SCRIPT@/src\",\"url\":\"s.js\",\"resolved\":\"http://h.example/dir/s.js\"}]},\"Links\":[{\"path\":\"A@/href\",\"url\":\"x\",\"resolved\":\"http://h.example/dir/x\",\"text\":\"y\"}]"},
      {"<a href=\"x?a=1&amp;b=2\" target=_b alt=l title=\"t\" rel=r hreflang=h type=y>te<b>x</b>t</a>",
       "\"Links\":[{\"path\":\"A@/href\",\"url\":\"x?a=1&b=2\",\"resolved\":\"http://h.example/dir/x?a=1&b=2\",\"target\":\"_b\",\"alt\":\"l\",\"title\":\"t\",\"rel\":\"r\",\"hreflang\":\"h\",\"type\":\"y\",\"text\":\"text\"}]"},
      {"<a name=n>x</a><a name=n/><a href=u/>v</a>",
       "\"Links\":[{\"path\":\"A@/href\",\"url\":\"u/\",\"resolved\":\"http://h.example/dir/u/\",\"text\":\"v\"}]"},
      {"<a href=1><a href=2>x</a>y",
       "\"Links\":[{\"path\":\"A@/href\",\"url\":\"2\",\"resolved\":\"http://h.example/dir/2\",\"text\":\"x\"}]"},
      {"<a href=1>a<a href=2>b</a>c</a>",
       "\"Links\":[{\"path\":\"A@/href\",\"url\":\"2\",\"resolved\":\"http://h.example/dir/2\",\"text\":\"b\"},{\"path\":\"A@/href\",\"url\":\"1\",\"resolved\":\"http://h.example/dir/1\",\"text\":\"abc\"}]"},
      {"<a href>x</a><a href=>y</a><a href=\"\">z</a>",
       "\"Links\":[{\"path\":\"A@/href\",\"url\":\"\",\"resolved\":\"http://h.example/dir/page.html\",\"text\":\"z\"}]"},
      {"<a href=x> a  b\n<p>c</p><td>d</td>&nbsp;e </a>",
       "\"Links\":[{\"path\":\"A@/href\",\"url\":\"x\",\"resolved\":\"http://h.example/dir/x\",\"text\":\"a b c d e\"}]"},
      {"<pre><a href=x> a  b\n c</a></pre>",
       "\"Links\":[{\"path\":\"A@/href\",\"url\":\"x\",\"resolved\":\"http://h.example/dir/x\",\"text\":\"a  b\\n c\"}]"},
      {"<a href=x>&#65;&#x42;&copy;&bogus;&amp</a>",
       "\"Links\":[{\"path\":\"A@/href\",\"url\":\"x\",\"resolved\":\"http://h.example/dir/x\",\"text\":\"AB\xC2\xA9&bogus;&\"}]"},
      {"<a href=\"a&copy=1&amp-b&amp_c&ampd\">x</a>",
       "\"Links\":[{\"path\":\"A@/href\",\"url\":\"a&copy=1&amp-b&amp_c&ampd\",\"resolved\":\"http://h.example/dir/a&copy=1&-b&_c&ampd\",\"text\":\"x\"}]"},
      {"<a href=x>a<!-- c -->b<!-- d --->e--></a>",
       "\"Links\":[{\"path\":\"A@/href\",\"url\":\"x\",\"resolved\":\"http://h.example/dir/x\",\"text\":\"ab\"}]"},
      {"<img src=i.png alt=\"a\" title=t longdesc=l><img alt=n>",
       "\"Links\":[{\"path\":\"IMG@/src\",\"url\":\"i.png\",\"resolved\":\"http://h.example/dir/i.png\",\"alt\":\"a\",\"title\":\"t\"},{\"path\":\"IMG@/longdesc\",\"url\":\"l\",\"resolved\":\"http://h.example/dir/l\"}]"},
      {"<img src=\"data:image/png;base64,AAAA\"><img src=data:,xyz><img src=data:x,yz>",
       "\"Links\":[{\"path\":\"IMG@/src\",\"url\":\"data:image/png;base64,\",\"resolved\":\"data:image/png;base64,\"},{\"path\":\"IMG@/src\",\"url\":\"data:,xyz\",\"resolved\":\"data:,xyz\"},{\"path\":\"IMG@/src\",\"url\":\"data:,\",\"resolved\":\"data:,\"}]"},
      {"<area href=r rel=\"&amp;\"><form action=f method=post target=\"&lt;\"></form><object data=o codebase=c></object><applet codebase=d cdata=e></applet>",
       "\"Links\":[{\"path\":\"AREA@/href\",\"url\":\"r\",\"resolved\":\"http://h.example/dir/r\",\"rel\":\"&amp;\"},{\"path\":\"FORM@/action\",\"url\":\"f\",\"resolved\":\"http://h.example/dir/f\",\"target\":\"&lt;\",\"method\":\"post\"},{\"path\":\"OBJECT@/codebase\",\"url\":\"c\",\"resolved\":\"http://h.example/dir/c\"},{\"path\":\"OBJECT@/data\",\"url\":\"o\",\"resolved\":\"http://h.example/dir/o\"},{\"path\":\"APPLET@/codebase\",\"url\":\"d\",\"resolved\":\"http://h.example/dir/d\"},{\"path\":\"APPLET@/cdata\",\"url\":\"e\",\"resolved\":\"http://h.example/dir/e\"}]"},
      {"<video src=v poster=p></video><audio src=a></audio><track src=t><source src=s><embed src=e><iframe src=i></iframe><frame src=f>",
       "\"Links\":[{\"path\":\"VIDEO@/src\",\"url\":\"v\",\"resolved\":\"http://h.example/dir/v\"},{\"path\":\"VIDEO@/poster\",\"url\":\"p\",\"resolved\":\"http://h.example/dir/p\"},{\"path\":\"AUDIO@/src\",\"url\":\"a\",\"resolved\":\"http://h.example/dir/a\"},{\"path\":\"TRACK@/src\",\"url\":\"t\",\"resolved\":\"http://h.example/dir/t\"},{\"path\":\"SOURCE@/src\",\"url\":\"s\",\"resolved\":\"http://h.example/dir/s\"},{\"path\":\"EMBED@/src\",\"url\":\"e\",\"resolved\":\"http://h.example/dir/e\"},{\"path\":\"IFRAME@/src\",\"url\":\"i\",\"resolved\":\"http://h.example/dir/i\"},{\"path\":\"FRAME@/src\",\"url\":\"f\",\"resolved\":\"http://h.example/dir/f\"}]"},
      {"<q cite=1></q><blockquote cite=2></blockquote><ins cite=3></ins><del cite=4></del><button formaction=b></button><menuitem icon=m>",
       "\"Links\":[{\"path\":\"Q@/cite\",\"url\":\"1\",\"resolved\":\"http://h.example/dir/1\"},{\"path\":\"BLOCKQUOTE@/cite\",\"url\":\"2\",\"resolved\":\"http://h.example/dir/2\"},{\"path\":\"INS@/cite\",\"url\":\"3\",\"resolved\":\"http://h.example/dir/3\"},{\"path\":\"DEL@/cite\",\"url\":\"4\",\"resolved\":\"http://h.example/dir/4\"},{\"path\":\"BUTTON@/formaction\",\"url\":\"b\",\"resolved\":\"http://h.example/dir/b\"},{\"path\":\"MENUITEM@/icon\",\"url\":\"m\",\"resolved\":\"http://h.example/dir/m\"}]"},
      {"<div data-href=a DATA-URI=\"b\"></div><x-y background=c>",
       "\"Links\":[{\"path\":\"DIV@/data-href\",\"url\":\"a\",\"resolved\":\"http://h.example/dir/a\"},{\"path\":\"DIV@/data-uri\",\"url\":\"b\",\"resolved\":\"http://h.example/dir/b\"},{\"path\":\"X-Y@/background\",\"url\":\"c\",\"resolved\":\"http://h.example/dir/c\"}]"},
      {"<stra\xC3\x9F\x65 background=c>",
       "\"Links\":[{\"path\":\"STRASSE@/background\",\"url\":\"c\",\"resolved\":\"http://h.example/dir/c\"}]"},
      {"<div onclick=\"location='abc'\"><div onclick=\"javascript:window.location.href = 'http://x/'\"><input onclick=\"parent.open('abcd',1)\" src=s formaction=f><p onclick=\"location='abc'\"><div onclick=\"location='ab'\">",
       "\"Links\":[{\"path\":\"DIV@/onclick\",\"url\":\"abc\",\"resolved\":\"http://h.example/dir/abc\"},{\"path\":\"DIV@/onclick\",\"url\":\"http://x/\",\"resolved\":\"http://x/\"},{\"path\":\"INPUT@/src\",\"url\":\"s\",\"resolved\":\"http://h.example/dir/s\"},{\"path\":\"INPUT@/formaction\",\"url\":\"f\",\"resolved\":\"http://h.example/dir/f\"},{\"path\":\"INPUT@/onclick\",\"url\":\"abcd\",\"resolved\":\"http://h.example/dir/abcd\"}]"},
      {"<style>a{b:url( \"x y.png\" )}url(u.png) url('v') @import \"i.css\"; @import url(w); @import j.css ; @import 'k' screen;</style>",
       "\"Links\":[{\"path\":\"STYLE/#text\",\"href\":\"u.png\",\"resolved\":\"http://h.example/dir/u.png\"},{\"path\":\"STYLE/#text\",\"href\":\"v\",\"resolved\":\"http://h.example/dir/v\"},{\"path\":\"STYLE/#text\",\"href\":\"w\",\"resolved\":\"http://h.example/dir/w\"},{\"path\":\"STYLE/#text\",\"href\":\"i.css\",\"resolved\":\"http://h.example/dir/i.css\"},{\"path\":\"STYLE/#text\",\"href\":\"j.css\",\"resolved\":\"http://h.example/dir/j.css\"}]"},
      {"<style>url(a)</b>url(b)</style>url(c)",
       "\"Links\":[{\"path\":\"STYLE/#text\",\"href\":\"a\",\"resolved\":\"http://h.example/dir/a\"},{\"path\":\"STYLE/#text\",\"href\":\"b\",\"resolved\":\"http://h.example/dir/b\"}]"},
      {"<style></style><a href=x>y</a>",
       "\"Links\":[{\"path\":\"A@/href\",\"url\":\"x\",\"resolved\":\"http://h.example/dir/x\",\"text\":\"y\"}]"},
      {"<a href=\"unclosed",
       ""},
      {"<a href=x>y",
       ""},
      {"< a href=x>y</a><a\thref=x\n>y</a>",
       "\"Links\":[{\"path\":\"A@/href\",\"url\":\"x\",\"resolved\":\"http://h.example/dir/x\",\"text\":\"y\"}]"},
      {"<<a href=x>y</a>",
       "\"Links\":[{\"path\":\"A@/href\",\"url\":\"x\",\"resolved\":\"http://h.example/dir/x\",\"text\":\"y\"}]"},
      {"<p><<a href=x>y</a>",
       "\"Links\":[{\"path\":\"A@/href\",\"url\":\"x\",\"resolved\":\"http://h.example/dir/x\",\"text\":\"y\"}]"},
      {"<!-- c --><<a href=x>y</a>",
       "\"Links\":[{\"path\":\"A@/href\",\"url\":\"x\",\"resolved\":\"http://h.example/dir/x\",\"text\":\"y\"}]"},
      {"<p>t<<<a href=x>y</a>",
       "\"Links\":[{\"path\":\"A@/href\",\"url\":\"x\",\"resolved\":\"http://h.example/dir/x\",\"text\":\"y\"}]"},
      {"<?xml version=\"1.0\"?><a href=x>y</a>",
       "\"Links\":[{\"path\":\"A@/href\",\"url\":\"x\",\"resolved\":\"http://h.example/dir/x\",\"text\":\"y\"}]"},
      {"<?php echo \"a>b\" ><a href=x>\"<a href=y>z</a>",
       "\"Links\":[{\"path\":\"A@/href\",\"url\":\"y\",\"resolved\":\"http://h.example/dir/y\",\"text\":\"z\"}]"},
      {"<%= a > b %><a href=x>y</a>",
       "\"Links\":[{\"path\":\"A@/href\",\"url\":\"x\",\"resolved\":\"http://h.example/dir/x\",\"text\":\"y\"}]"},
      {"<!DOCTYPE html><a href=x>y</a>",
       "\"Links\":[{\"path\":\"A@/href\",\"url\":\"x\",\"resolved\":\"http://h.example/dir/x\",\"text\":\"y\"}]"},
      {"<!--><a href=x>y</a>",
       "\"Links\":[{\"path\":\"A@/href\",\"url\":\"x\",\"resolved\":\"http://h.example/dir/x\",\"text\":\"y\"}]"},
      {"<!- x><a href=x>y</a>",
       "\"Links\":[{\"path\":\"A@/href\",\"url\":\"x\",\"resolved\":\"http://h.example/dir/x\",\"text\":\"y\"}]"},
      {"<a href=x href=y>z</a>",
       "\"Links\":[{\"path\":\"A@/href\",\"url\":\"x\",\"resolved\":\"http://h.example/dir/x\",\"text\":\"z\"}]"},
      {"<a href = x title = \"a b\">z</a>",
       "\"Links\":[{\"path\":\"A@/href\",\"url\":\"x\",\"resolved\":\"http://h.example/dir/x\",\"title\":\"a b\",\"text\":\"z\"}]"},
      {"<A HREF=X>z</A >",
       "\"Links\":[{\"path\":\"A@/href\",\"url\":\"X\",\"resolved\":\"http://h.example/dir/X\",\"text\":\"z\"}]"},
      {"<a href=x>a</a/><a href=y>b</a>",
       "\"Links\":[{},{\"path\":\"A@/href\",\"url\":\"y\",\"resolved\":\"http://h.example/dir/y\",\"text\":\"b\"}]"},
      {"<a\xE3\x80\x80href=w>x</a><\xE4\xB8\xAD><a href=x>y</a>",
       "\"Links\":[{\"path\":\"A@/href\",\"url\":\"w\",\"resolved\":\"http://h.example/dir/w\",\"text\":\"x\"},{\"path\":\"A@/href\",\"url\":\"x\",\"resolved\":\"http://h.example/dir/x\",\"text\":\"y\"}]"},
      {"\xC2\xA0<a href=x>\xE3\x80\x80""a\xE3\x80\x80\xE3\x80\x80""b</a>",
       "\"Links\":[{\"path\":\"A@/href\",\"url\":\"x\",\"resolved\":\"http://h.example/dir/x\",\"text\":\"a\xE3\x80\x80""b\"}]"},
      // clang-format on
  };
  for (PageCase const& c : page_cases) {
    CAPTURE(c.page);
    CHECK(head_and_links_of(c.page) == c.metadata);
  }
}

TEST_CASE("what leads to the document itself does not follow its base in WAT") {
  const auto resolver =
      url::Resolver::with_base("http://h.example/b/", {.encoding = text::Encoding::windows_1251});
  const auto resolved = [&](std::string_view text) {
    WatPageWriter writer;
    text::ChunkedText json;
    writer.append(json, {text, &*resolver, "base", "windows-1251", "http://h.example/d/p?q#f"});
    const std::string out = json.string();
    const std::string key = "\"resolved\":\"";
    const std::size_t begin = out.find(key) + key.size();
    REQUIRE(begin > key.size());
    return out.substr(begin, out.find('"', begin) - begin);
  };
  const std::string own = "http://h.example/d/p?q";
  for (std::string_view const page :
       {"<form action=''>", "<form action=' \n'>", "<form action='&#32;'>",
        "<button formaction=''></button>", "<INPUT FORMACTION=''>"}) {
    CAPTURE(page);
    CHECK(resolved(page) == own);
  }
  for (std::string_view const page :
       {"<style>a{b:url(#f)}</style>", "<style>a{b:url('#f')}</style>"}) {
    CAPTURE(page);
    CHECK(resolved(page) == own + "#f");
  }
  CHECK(resolved("<form action='#f'>") == "http://h.example/b/#f");
  CHECK(resolved("<a href=''>x</a>") == "http://h.example/b/");
  CHECK(resolved("<a href='#f'>x</a>") == "http://h.example/b/#f");
  CHECK(resolved("<div background=''>") == "http://h.example/b/");
  CHECK(resolved("<style>a{b:url(x#f)}</style>") == "http://h.example/b/x#f");
}

TEST_CASE("texts and data URLs in WAT are cut") {
  std::string text;
  for (int i = 0; i < 130; ++i) text += "\u00E4";
  CHECK(head_and_links_of("<a href=x>" + text + "</a>").find("\"" + text.substr(0, 256) + "\"") !=
        std::string::npos);
  CHECK(head_and_links_of("<title>" + text + "</title>").find("\"" + text.substr(0, 256) + "\"") !=
        std::string::npos);
  // UTF-16 counts, and Java writes "?" for half of a pair.
  const std::string letters(127, 'a');
  CHECK(head_and_links_of("<title>" + letters + "\U0001F600z</title>") ==
        "\"Head\":{\"Title\":\"" + letters + "?\"}");
  CHECK(head_and_links_of("<title>" + letters.substr(1) + "\U0001F600z</title>") ==
        "\"Head\":{\"Title\":\"" + letters.substr(1) + "\U0001F600\"}");
  CHECK(head_and_links_of("<a href=x>a<b>" + letters.substr(1) + "\U0001F600</b>z</a>")
            .ends_with("\"text\":\"" + letters + "?\"}]"));
  const std::string url = "data:" + std::string(140, 'z');
  CHECK(head_and_links_of("<img src=\"" + url + ",q\">") ==
        "\"Links\":[{\"path\":\"IMG@/src\",\"url\":\"" + url.substr(0, 128) + "\",\"resolved\":\"" +
            url.substr(0, 128) + "\"}]");
}

TEST_CASE("numeric references that name no character are the reference extractor's in WAT") {
  const auto title_of = [](std::string const& text) {
    const std::string all = head_and_links_of("<title>" + text + "</title>");
    const std::string begin = "\"Head\":{\"Title\":\"";
    REQUIRE(all.starts_with(begin));
    return all.substr(begin.size(), all.size() - begin.size() - 2);
  };
  CHECK(title_of("a&#0;b") == "a b");
  CHECK(title_of("a&#x00;&#x0;z") == "a z");
  CHECK(title_of("&#55357;&#56832;") == "\U0001F600");
  CHECK(title_of("&#xD83D&#xDE00;x") == "\U0001F600x");
  CHECK(title_of("&#xD83D; &#xDE00;") == "? ?");
  CHECK(title_of("&#xDE00;&#xD83D;x") == "??x");
  CHECK(title_of("&#xD83D;&#xD83D;&#xDE00;&#xDE00;") == "?\U0001F600?");
  CHECK(title_of("?&#xDE00;") == "??");
  CHECK(title_of("&#1114112;&#99999999999;&#xFFFD;") == "\uFFFD\uFFFD\uFFFD");
  CHECK(head_and_links_of("<a href='/a&#0;&#xD83D;&#xDE00;'>x</a>") ==
        "\"Links\":[{\"path\":\"A@/href\",\"url\":\"/a\\u0000\U0001F600\",\"resolved\":"
        "\"http://h.example/a%EF%BF%BD%EF%BF%BD%EF%BF%BD\",\"text\":\"x\"}]");
}

TEST_CASE("a page with a long base URL leaves out what would be too large") {
  const std::string base = "http://h/" + std::string(1'000'000, 'a') + "/";
  std::string page;
  for (int i = 0; i < 1000; ++i) page += "<img src=x>";
  const auto resolver = url::Resolver::with_base(base, {});
  WatPageWriter writer;
  text::ChunkedText out;
  writer.append(out, {page, &*resolver, "document", "UTF-8"});
  CHECK(writer.left_out_urls());
  CHECK(out.size() < 4'000'000);
  out.clear();
  writer.append(out, {"<img src=/x>", &*resolver, "document", "UTF-8"});
  CHECK_FALSE(writer.left_out_urls());
}

TEST_CASE("long values and tags are in WAT as short ones are") {
  const std::string quotes(5'000, '"');
  const std::string escaped = [&] {
    std::string all;
    for (std::size_t i = 0; i < quotes.size(); ++i) all += "\\\"";
    return all;
  }();
  const std::string long_path(300'000, 'p');
  CHECK(head_and_links_of("<a href=a title='" + quotes + "'>x<a href=b>y</a></p>z</a>") ==
        "\"Links\":[{\"path\":\"A@/href\",\"url\":\"b\",\"resolved\":\"http://h.example/dir/b\","
        "\"text\":\"y\"},{\"path\":\"A@/href\",\"url\":\"a\",\"resolved\":"
        "\"http://h.example/dir/a\",\"title\":\"" +
            escaped + "\",\"text\":\"xy z\"}]");
  CHECK(head_and_links_of("<a title='" + quotes + "'>x</a>").empty());
  CHECK(head_and_links_of("<img src=a><a href=/" + long_path + ">x</a>") ==
        "\"Links\":[{\"path\":\"IMG@/src\",\"url\":\"a\",\"resolved\":"
        "\"http://h.example/dir/a\"},{\"path\":\"A@/href\",\"url\":\"/" +
            long_path + "\",\"resolved\":\"http://h.example/" + long_path + "\",\"text\":\"x\"}]");
}

TEST_CASE("WAT of nasty markup takes linear time") {
  const std::size_t size = test::can_measure_cost() ? 2'000'000 : 100'000;
  for (std::string_view const piece :
       {"<a>", "<a href=x> ", "<a href=x>b</p>", "<", "<!--", "<? \"", "<%/*", "url(", "@import (",
        "@import '", "&", "</", "=", "<style>", "<a b=", "--", "\"", "<pre> <a>", "<title>"}) {
    for (std::string_view const begin : {"", "<style>", "<pre>", "<a href=x>"}) {
      std::string page(begin);
      while (page.size() < size) page += piece;
      CAPTURE(begin, piece);
      const test::RunCost cost = test::cost_of([&] {
        if (metadata_of(page).empty()) std::_Exit(1);
      });
      CHECK(cost.succeeded());
      if (test::can_measure_cost()) CHECK(cost.seconds <= test::allowed_seconds(size));
    }
  }
}

}  // namespace hrefkit::archive
