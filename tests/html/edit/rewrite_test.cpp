// Single pages and what exactly becomes of them.
#include "hrefkit/html/rewrite.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "html/edit/rewrite_laws.h"
#include "support/run_cost.h"

using namespace hrefkit;
using namespace hrefkit::html;
using test::in_form;

namespace {

RewriteOptions at(std::string url) {
  RewriteOptions options;
  options.document.url = std::move(url);
  options.encoding.transport_charset = "utf-8";
  return options;
}

std::string after(std::string const& page, RewriteOptions const& options, MapUrl const& map = {}) {
  std::string bytes;
  CHECK(test::broken_law(page, options, map, bytes) == "");
  return bytes;
}

struct Row {
  std::string before;
  std::string after;
};

}  // namespace

TEST_CASE("a base with which references do not resolve is dropped only where none needs it") {
  RewriteOptions options = at("https://h.example/p/q.html");
  options.drop_base = true;
  options.drop_xml_base = true;
  options.document.standard = url::Standard::whatwg;
  const auto notes_of = [&](std::string const& page) {
    std::string buffer;
    Notes notes;
    const auto source = decode_source(page, options.encoding, buffer, notes);
    CHECK(Rewriter().rewrite(*source, options, in_form(UrlForm::absolute), notes));
    return std::count_if(notes.begin(), notes.end(),
                         [](Note const& note) { return note.kind == NoteKind::needed_base; });
  };
  for (std::string const base :
       {"<base href=about:blank>", "<base href=mailto:x>", "<base href='about:blank?q#f'>"}) {
    for (std::string const& page :
         {base + "<a href=x>", base + "<img src=/x>", base + "<a href=#f>", base + "<a href>",
          base + "<iframe srcdoc='<a href=x>'></iframe>"}) {
      CAPTURE(page);
      CHECK(after(page, options) == page);
      CHECK(after(page, options, in_form(UrlForm::absolute)) == page);
      CHECK(notes_of(page) == 1);
    }
    for (std::string const rest :
         {"<a href=https://o.example/>", "<img src>", "<a href=mailto:y>", ""}) {
      CAPTURE(base, rest);
      CHECK(after(base + rest, options) == rest);
      CHECK(notes_of(base + rest) == 0);
    }
  }
  options.document.xml_base = XmlBase::on;
  const std::string scope = "<p xml:base=about:blank><a href=x></a></p><a href=y>";
  CHECK(after(scope, options) == scope);
  CHECK(notes_of(scope) == 1);
}

TEST_CASE("a neutral base is no link more") {
  RewriteOptions options = at("https://h.example/p/q.html");
  options.new_url = "https://h.example/n.html";
  options.drop_base = true;
  options.neutral_base = true;
  options.document.xml_base = XmlBase::on;
  for (Row const& row : std::vector<Row>{
           {"<base href=/d/><p xml:base=e/><a href=x></a></p><a href=y>",
            "<base href=\"\"><p xml:base=e/><a href=../d/e/x></a></p><a href=d/y>"},
           {"<base href><p xml:base=e/><a href=x></a></p><a href=y>",
            "<base href><p xml:base=e/><a href=../p/e/x></a></p><a href=p/y>"},
           {"<base href=/d/><iframe srcdoc='<base href=/e/><a href=x>'></iframe><a href=y>",
            "<base href=\"\"><iframe srcdoc='<base href=\"\"><a href=e/x>'></iframe><a "
            "href=d/y>"}}) {
    CHECK(after(row.before, options) == row.after);
  }
}

TEST_CASE("a dropped base leaves each link its target") {
  RewriteOptions options = at("https://h.example/p/q.html");
  options.drop_base = true;
  for (Row const& row : std::vector<Row>{
           {"<base href=/d/><a href=x>", "<a href=../d/x>"},
           {"<base href='/d/'><a href='./x'>", "<a href='../d/x'>"},
           {"<iframe srcdoc=<base&#32;href=/d/&#62; name=n></iframe><a href=x>",
            "<iframe srcdoc=\"\" name=n></iframe><a href=x>"},
           {"<iframe srcdoc='<iframe srcdoc=<base&#38;#32;href=/d/&#38;#62; "
            "name=n></iframe>'></iframe>",
            "<iframe srcdoc='<iframe srcdoc=\"\" name=n></iframe>'></iframe>"},
           {"<base href=sub/><a href='./x'>", "<a href='./sub/x'>"},
           {"<base href=/d/ target=_top><a href=x>", "<base target=_top><a href=../d/x>"},
           {"<base target=_top\nhref='/d/'><a href=x>", "<base target=_top><a href=../d/x>"},
           {"<base href='/d/'target=a><a href=x>", "<base target=a><a href=../d/x>"},
           {"<base href=/d/ href=/e/ target=a>", "<base target=a>"},
           {"<base href=/d/ HREF='/e/'href href=x target=a><a href=x>",
            "<base target=a><a href=../d/x>"},
           {"<base href=\"/d/\"href=/e/ target=a href><a href=x>",
            "<base target=a><a href=../d/x>"},
           {"<base target=a href='/d/'/><a href=x>", "<base target=a /><a href=../d/x>"},
           {"<base target=a href=/d/\nhref='/e/'/><a href=x>", "<base target=a\n/><a href=../d/x>"},
           {"<base target='a' href='/d/'/><a href=x>", "<base target='a'/><a href=../d/x>"},
           {"<base target href='/d/'/><a href=x>", "<base target/><a href=../d/x>"},
           {"<base href=/d/ href=/e/><a href=x>", "<a href=../d/x>"},
           {"<base href=/d/><base href=/e/><base target=t><a href=x>",
            "<base target=t><a href=../d/x>"},
           {"<base href=javascript:x><a href=x>", "<a href=x>"},
           {"<base href=/d/page><a href='#f'><a href=''>",
            "<a href='../d/page#f'><a "
            "href='../d/page'>"},
           {"<base href=q.html><a href='#f'><a href=''>", "<a href='#f'><a href=''>"},
           {"<base href=https://cdn.example/><a href=x><a href=/p/y>",
            "<a href=https://cdn.example/x><a href=https://cdn.example/p/y>"},
           {"<base href=/d/><a href=//h.example/x><a href=/y>",
            "<a href=//h.example/x><a href=/y>"},
           {"<base href=/d/><img src=''><a href='javascript:x'>",
            "<img src=''><a href='javascript:x'>"},
           {"<base href=/d/><template><base href=/t/><a href=x></template>",
            "<template><base href=/t/><a href=x></template>"},
           {"<svg><base href=/s/></svg><base href=/d/><a href=x>",
            "<svg><base href=/s/></svg><a href=../d/x>"},
           {"<!-- <base href=/c/> --><base href=/d/><a href=x>",
            "<!-- <base href=/c/> --><a href=../d/x>"},
           {"<base href=/d/><p itemscope itemtype=t itemid=i>",
            "<p itemscope itemtype=t itemid=../d/i>"},
           {"<base href=/d/><style>a{b:url(#f)}</style><svg><use href='#g'/>",
            "<style>a{b:url(#f)}</style><svg><use href='#g'/>"},
           {"<base href=/d/><script>'x.html'</script><a href=x href=y>",
            "<script>'x.html'</script><a href=../d/x href=y>"},
       }) {
    INFO(row.before);
    CHECK(after(row.before, options) == row.after);
  }
}

TEST_CASE("a target that does not parse leaves the link and is counted") {
  const std::string page = "<a href=a><a href=b><a href='http://['>";
  const auto rewritten = rewrite(page, at("https://h.example/"), [](LinkTarget& target) {
    target.target = target.url.ends_with('a') ? "http://[" : "https://h.example/c";
  });
  REQUIRE(rewritten);
  CHECK(rewritten->bytes == "<a href=a><a href=c><a href='http://['>");
  CHECK(rewritten->links == 3);
  CHECK(rewritten->edits == 1);
  CHECK(rewritten->unresolvable == 1);
  CHECK(rewritten->unusable_targets == 1);
}

TEST_CASE("new values are written for their place") {
  const auto map = [](LinkTarget& target) {
    if (target.url == "https://h.example/x")
      target.target = "https://n.example/it's(1),?a&lt=1&lt;";
  };
  const RewriteOptions options = at("https://h.example/");
  const std::string url = "https://n.example/it's(1),?a&lt=1&amp;lt;";
  for (Row const& row : std::vector<Row>{
           {"<a href=x>", "<a href=\"" + url + "\">"},
           {"<a href=\"x\">", "<a href=\"" + url + "\">"},
           {"<a href='x'>", "<a href='https://n.example/it&#39;s(1),?a&lt=1&amp;lt;'>"},
           {"<a ping='y x z'>", "<a ping='y https://n.example/it&#39;s(1),?a&lt=1&amp;lt; z'>"},
           {"<img srcset=\"x 1x, y 2x\">", "<img srcset=\"" + url + " 1x, y 2x\">"},
           {"<applet archive=\"x, y\">",
            "<applet archive=\"https://n.example/it's(1)%2C?a&lt=1&amp;lt;, y\">"},
           {"<p style=\"a:url(x)\">",
            "<p style=\"a:url('https://n.example/it\\'s(1),?a&lt=1&amp;lt;')\">"},
           {"<p style='a:url(x)'>",
            "<p style='a:url(\"https://n.example/it&#39;s(1),?a&lt=1&amp;"
            "lt;\")'>"},
           // Rows of a report tell all that changes: an unquoted value with a part that stays gets
           // no quotes.
           {"<p style=a:url(x)>",
            "<p style=a:url(&#39;https://n.example/it\\&#39;s(1),?a&amp;lt&#61;1&amp;lt;&#39;)>"},
           {"<p style=a:'\"';b:url(x)>",
            "<p style=a:'\"';b:url(&#39;https://n.example/"
            "it\\&#39;s(1),?a&amp;lt&#61;1&amp;lt;&#39;)>"},
           {"<p style=a:\"\";b:url(x)>",
            "<p style=a:\"\";b:url(&#39;https://n.example/"
            "it\\&#39;s(1),?a&amp;lt&#61;1&amp;lt;&#39;)>"},
           {"<style>a{b:url( x )}</style>",
            "<style>a{b:url( \"https://n.example/it's(1),?a&lt=1&lt;\" )}</style>"},
           {"<style>@import 'x';</style>",
            "<style>@import 'https://n.example/it\\'s(1),?a&lt=1&lt;';</style>"},
           {"<meta http-equiv=refresh content=\"1;url='x'\">",
            "<meta http-equiv=refresh content=\"1;url='https://n.example/it%27s(1),?a&lt=1&amp;lt;'"
            "\">"},
           {"<iframe srcdoc='<a href=x>'></iframe>",
            "<iframe srcdoc='<a href=\"https://n.example/it&#39;s(1),?a&lt=1&amp;amp;lt;\">'>"
            "</iframe>"},
       }) {
    INFO(row.before);
    CHECK(after(row.before, options, map) == row.after);
  }
}

TEST_CASE("a long value with both quotes is looked at once") {
  if (!test::can_measure_cost()) {
    WARN("SKIPPED: sanitizers need memory and time for themselves");
    return;
  }
  std::string page = "<p style=";
  for (int i = 0; i < 240'000; ++i) page += "a:url(/d/x);";
  page += "b:\"'\">";
  const auto map = [](LinkTarget& target) { target.target = "https://h.example/n(')/x"; };
  const auto cost =
      test::cost_of([&] { static_cast<void>(html::rewrite(page, at("https://h.example/"), map)); });
  CHECK(cost.succeeded());
  CHECK(cost.seconds < test::allowed_seconds(page.size()));
}

TEST_CASE("a character reference without a semicolon ends before a new value") {
  const RewriteOptions options = at("https://h.example/p");
  for (Row const& row : std::vector<Row>{
           {"<p style='a:url(&quot/x&quot)'>", "<p style='a:url(&quot;https://h.example/x&quot)'>"},
           {"<p style='a:url(&#34/x&#34)'>", "<p style='a:url(&#34https://h.example/x&#34)'>"},
           {"<iframe srcdoc=\"<a href=&quot,x&quot>\"></iframe>",
            "<iframe srcdoc=\"<a href=&quot;https://h.example/,x&quot>\"></iframe>"},
           {"<iframe srcdoc=\"<a href=&#x27/x&#x27>\"></iframe>",
            "<iframe srcdoc=\"<a href=&#x27https://h.example/x&#x27>\"></iframe>"},
           {"<svg><style>a{b:url(&quot/x&quot)}</style></svg>",
            "<svg><style>a{b:url(&quothttps://h.example/x&quot)}</style></svg>"},
       }) {
    INFO(row.before);
    CHECK(after(row.before, options, in_form(UrlForm::absolute)) == row.after);
  }
  const auto to_digit = [](LinkTarget& target) { target.target = "https://h.example/1"; };
  CHECK(after("<p style='a:url(&#34?x&#34)'>", at("https://h.example/"), to_digit) ==
        "<p style='a:url(&#34;1&#34)'>");
}

TEST_CASE("older standards leave fragments as they are, except what the encoding lacks") {
  RewriteOptions options = at("https://h.example/p");
  options.encoding.transport_charset = "shift_jis";
  for (const auto standard : {hrefkit::url::Standard::html5, hrefkit::url::Standard::web_address}) {
    options.document.standard = standard;
    CHECK(after("<a href='x#&eacute;\x93\xFA'><p style=\"a:url('x#&yen;')\">", options,
                in_form(UrlForm::absolute)) ==
          "<a href='https://h.example/x#%C3%A9\x93\xFA'>"
          "<p style=\"a:url('https://h.example/x#%C2%A5')\">");
  }
}

TEST_CASE("in ISO-2022-JP no escape sequence follows another one") {
  RewriteOptions options = at("https://h.example/p");
  options.encoding.transport_charset = "iso-2022-jp";
  options.document.standard = hrefkit::url::Standard::html5;
  CHECK(after("<a href='x#\x1B$BI=\x1B(B'>", options, in_form(UrlForm::absolute)) ==
        "<a href='https://h.example/x#\x1B$BI=\x1B(B'>");
}

TEST_CASE("a refresh does not take the start of a URL for its own syntax") {
  const RewriteOptions options = at("https://h.example/");
  CHECK(after("<meta http-equiv=refresh content='0 /;x'><meta http-equiv=refresh content='0;/,x'>"
              "<meta http-equiv=refresh content='0;/url=x'>",
              options, in_form(UrlForm::relative)) ==
        "<meta http-equiv=refresh content='0 ./;x'><meta http-equiv=refresh content='0;./,x'>"
        "<meta http-equiv=refresh content='0;./url=x'>");
}

TEST_CASE("values that are not there are written") {
  const RewriteOptions options = at("https://h.example/p");
  CHECK(after("<a href><a href=><a href= ><a href=''>", options, in_form(UrlForm::absolute)) ==
        "<a href=\"https://h.example/p\"><a href=\"https://h.example/p\"><a href= "
        "\"https://h.example/p\"><a href='https://h.example/p'>");
}

TEST_CASE("forms change what is of the page's own origin, and keep what has the form") {
  const RewriteOptions options = at("https://h.example/a/b/p.html?q");
  const std::string page =
      "<a href='https://h.example/a/x'><a href='/a/b/c:d'><a href=y><a href='?z'><a href='#f'>"
      "<a href='//o.example/'><a href='HTTPS://o.example/'><a href='/a/b/'><a "
      "href='/a/b/p.html?q'>";
  CHECK(after(page, options, in_form(UrlForm::relative)) ==
        "<a href='../x'><a href='./c:d'><a href=y><a href='?z'><a href='#f'><a "
        "href='//o.example/'><a href='HTTPS://o.example/'><a href='./'><a href='p.html?q'>");
  CHECK(after(page, options, in_form(UrlForm::root_relative)) ==
        "<a href='/a/x'><a href='/a/b/c:d'><a href=/a/b/y><a href='/a/b/p.html?z'><a href='#f'><a "
        "href='//o.example/'><a href='HTTPS://o.example/'><a href='/a/b/'><a "
        "href='/a/b/p.html?q'>");
  CHECK(after("<a href='#f'><a href='//o.example/x'><a href='HTTPS://O.example/'>", options,
              in_form(UrlForm::absolute)) ==
        "<a href='https://h.example/a/b/p.html?q#f'><a href='https://o.example/x'><a "
        "href='HTTPS://O.example/'>");
}

TEST_CASE("no fragment is written alone where it would lead elsewhere") {
  const RewriteOptions options = at("https://h.example/d/p.html");
  const auto relative = in_form(UrlForm::relative);
  CHECK(after("<base href=/b/><svg><use href='/b/#x'/></svg>", options, relative) ==
        "<base href=../b/><svg><use href='./#x'/></svg>");
  CHECK(after("<iframe srcdoc=\"<p style='filter:url(/d/p.html#g)'>\"></iframe>", options,
              relative) == "<iframe srcdoc=\"<p style='filter:url(p.html#g)'>\"></iframe>");
  CHECK(after("<a style='filter:url(/d/p.html#g)' href='/d/p.html#g'>", options, relative) ==
        "<a style='filter:url(p.html#g)' href='#g'>");
  RewriteOptions sheet = at("https://h.example/d/s.css");
  sheet.encoding.content_type = ContentType::css;
  CHECK(after("a{filter:url(/d/s.css#g);b:url(#h)}", sheet, relative) ==
        "a{filter:url(s.css#g);b:url(#h)}");
}

TEST_CASE("a page that moves takes what is its own along") {
  RewriteOptions options = at("https://h.example/a/p.html");
  options.new_url = "https://h.example/x/y/q.html";
  CHECK(after("<a href=s><a href='#f'><a href='p.html#g'><a href=/r><a href=https://h.example/a/s>",
              options) ==
        "<a href=../../a/s><a href='#f'><a href='#g'><a href=/r><a "
        "href=https://h.example/a/s>");
  CHECK(after("<base href=d/><a href=s>", options) == "<base href=../../a/d/><a href=s>");
  options.file_stays = true;
  CHECK(after("<a href=s><a href='#f'><a href='p.html#g'><a href=/r><a href=https://h.example/a/s>",
              options) ==
        "<a href=/a/s><a href='#f'><a href='#g'><a href=/r><a href=https://h.example/a/s>");
  CHECK(after("<base href=d/><a href=s>", options) == "<base href=/a/d/><a href=s>");
  CHECK(after("<base href=d/><a href=s>", options, in_form(UrlForm::relative)) ==
        "<base href=/a/d/><a href=s>");
  options.new_url = "https://n.example/q.html";
  CHECK(after("<a href=s><a href=/r><a href='p.html#g'>", options) ==
        "<a href=https://h.example/a/s><a href=https://h.example/r><a href='#g'>");
}

TEST_CASE("documents in frames keep their targets when a base around them goes") {
  RewriteOptions options = at("https://h.example/p/q.html");
  options.drop_base = true;
  CHECK(after("<base href=/d/><iframe srcdoc=\"<base href=e/><a href=x>\"></iframe>", options) ==
        "<iframe srcdoc=\"<a href=../d/e/x>\"></iframe>");
  options.drop_base = false;
  options.new_url = "https://h.example/n.html";
  CHECK(after("<base href=d/><iframe srcdoc=\"<base href=e/><a href=x>\"></iframe>", options) ==
        "<base href=p/d/><iframe srcdoc=\"<base href=e/><a href=x>\"></iframe>");
}

TEST_CASE("a dropped xml:base leaves each link its target") {
  RewriteOptions options = at("https://h.example/p.html");
  options.document.xml_base = XmlBase::on;
  options.drop_xml_base = true;
  CHECK(after("<div xml:base=\"a/\"><a href=x xml:base='b/'></div><a href=y>", options) ==
        "<div><a href=a/b/x></div><a href=y>");
  CHECK(after("<template><b xml:base=t/></b></template><i xml:base=''></i><p xml:base='http://['>"
              "<b xml:base=a/><a href=x></b></p>",
              options) ==
        "<template><b xml:base=t/></b></template><i></i><p>"
        "<b><a href=a/x></b></p>");
}

TEST_CASE("without further options, links in HTML, XHTML and SVG ignore xml:base, as in browsers") {
  constexpr std::string_view page = "https://h.example/p.";
  const auto absolute = [&](std::string_view extension, std::string const& text,
                            RewriteOptions options) {
    options.document.url = std::string(page) + std::string(extension);
    if (extension != "html") options.encoding.content_type = ContentType::xml;
    const auto rewritten =
        rewrite(text, options, [](LinkTarget& target) { target.form = UrlForm::absolute; });
    REQUIRE(rewritten);
    return rewritten->changed ? rewritten->bytes : text;
  };
  const std::string xhtml = "<html xmlns='http://www.w3.org/1999/xhtml' xml:base='q/'>";
  const std::string svg = "<svg xmlns='http://www.w3.org/2000/svg' xml:base='q/'>";
  const std::string atom = "<feed xmlns='http://www.w3.org/2005/Atom' xml:base='q/'>";
  const std::string in_feed = "<entry><content type='html'>&lt;a xml:base='r/' href='x'></content>";
  CHECK(absolute("html", "<p xml:base=q/><a href=x>", {}) ==
        "<p xml:base=q/><a href=https://h.example/x>");
  CHECK(absolute("xhtml", xhtml + "<a href='x'/></html>", {}) ==
        xhtml + "<a href='https://h.example/x'/></html>");
  CHECK(absolute("svg", svg + "<a href='x'/></svg>", {}) ==
        svg + "<a href='https://h.example/x'/></svg>");
  CHECK(absolute("xml", atom + "<link href='x'/>" + in_feed + "</entry></feed>", {}) ==
        atom + "<link href='https://h.example/q/x'/>" +
            "<entry><content type='html'>&lt;a xml:base='r/' href='https://h.example/q/x'>"
            "</content></entry></feed>");
  // The attribute goes all the same, and no link moves.
  RewriteOptions drops;
  drops.drop_xml_base = true;
  CHECK(absolute("html", "<p xml:base=q/><a href=x>", drops) == "<p><a href=https://h.example/x>");
  drops.document.xml_base = XmlBase::off;
  CHECK(absolute("svg", svg + "<a href='x'/></svg>", drops) ==
        "<svg xmlns='http://www.w3.org/2000/svg'><a href='https://h.example/x'/></svg>");
}

TEST_CASE("an xml:base counts again when a base goes against which nothing resolves") {
  RewriteOptions options = at("https://h.example/p.html");
  options.document.xml_base = XmlBase::on;
  options.drop_base = true;
  CHECK(after("<base href=a:b><p xml:base=q/><a href=https://h.example/x>", options,
              in_form(UrlForm::relative)) == "<p xml:base=q/><a href=../x>");
}

TEST_CASE("an xml:base is found however it is written, and with its duplicates") {
  RewriteOptions options = at("https://h.example/p.html");
  options.document.xml_base = XmlBase::on;
  options.drop_xml_base = true;
  for (Row const& row : std::vector<Row>{
           {"<div XML:Base='/q/'><a href=x></div>", "<div><a href=q/x></div>"},
           {"<div xml:base=/q/ xml:base=/w/ id=i><a href=x></div>", "<div id=i><a href=q/x></div>"},
           {"<div xml:base='/q/'XML:BASE='/w/' id=i xml:base><a href=x></div>",
            "<div id=i><a href=q/x></div>"},
           {"<svg><a href=x xml:base='/q/'/></svg>", "<svg><a href=q/x /></svg>"},
           {"<div xml:base><a href=x></div>", "<div><a href=x></div>"},
           {"<iframe srcdoc=\"<div x&#109;l:base='/q/'><a href=x></div>\"></iframe>",
            "<iframe srcdoc=\"<div><a href=q/x></div>\"></iframe>"},
       }) {
    INFO(row.before);
    CHECK(after(row.before, options) == row.after);
  }
}

TEST_CASE("XML is written by its own rules") {
  RewriteOptions options = at("https://h.example/a/p.xhtml");
  options.encoding.content_type = ContentType::xml;
  const std::string html = "<html xmlns='http://www.w3.org/1999/xhtml'>";
  CHECK(after(html + "<a href='/x?a&amp;b'/><style><![CDATA[a{b:url(/y?a&b)}]]></style><style>"
                     "a{b:url('/z?a&amp;b')}</style></html>",
              options, in_form(UrlForm::absolute)) ==
        html +
            "<a href='https://h.example/x?a&amp;b'/><style><![CDATA[a{b:url("
            "https://h.example/y?a&b)}]]></style><style>a{b:url('https://h.example/z?a&amp;b')}"
            "</style></html>");
  CHECK(after("<!DOCTYPE html [<!ENTITY e '/e?a&#38;amp;b'><!ATTLIST a href CDATA '/given'>]>" +
                  html + "<a href='&e;'/><a /></html>",
              options, in_form(UrlForm::relative)) ==
        "<!DOCTYPE html [<!ENTITY e '/e?a&#38;amp;b'><!ATTLIST a href CDATA '/given'>]>" + html +
            "<a href='../e?a&amp;b'/><a href=\"../given\" /></html>");
}

TEST_CASE("a link that comes from an entity keeps its form where it leads to its target") {
  RewriteOptions options = at("https://h.example/p.xhtml");
  options.encoding.content_type = ContentType::xml;
  const std::string start =
      "<!DOCTYPE html [<!ENTITY e \"<a xmlns='http://www.w3.org/1999/xhtml' href='/x'/>\">]>"
      "<html xmlns='http://www.w3.org/1999/xhtml'>&e;&e;<a href='";
  const std::string page = start + "/y'/></html>";
  CHECK(after(page, options, in_form(UrlForm::absolute)) ==
        start + "https://h.example/y'/></html>");
  std::string buffer;
  Notes notes;
  const auto source = decode_source(page, options.encoding, buffer, notes);
  REQUIRE(Rewriter().rewrite(*source, options, in_form(UrlForm::absolute), notes));
  REQUIRE(notes.size() == 1);
  CHECK(notes[0].kind == NoteKind::entity_link);
  CHECK(notes[0].span.in(source->text) == "&e;");
}

TEST_CASE("what is loaded before the base element keeps its URL, or what is loaded") {
  RewriteOptions options = at("https://h.example/d/q.html");
  options.drop_base = true;
  const auto rewritten = [&](std::string const& page) {
    std::string buffer;
    Notes notes;
    const auto source = decode_source(page, options.encoding, buffer, notes);
    const auto result = Rewriter().rewrite(*source, options, {}, notes);
    std::string kinds;
    for (Note const& note : notes) kinds.append(" ").append(name(note.kind));
    return result.value().bytes + kinds;
  };
  CHECK(rewritten("<img src=i><img src=k><a href=x><base href=/b/><a href=y>") ==
        "<img src=../b/i><img src=../b/k><a href=../b/x><a href=../b/y> loaded-change");
  CHECK(rewritten("<img src=/i><a href=x><base href=/b/><img src=j>") ==
        "<img src=/i><a href=../b/x><img src=../b/j>");
  CHECK(rewritten("<meta http-equiv=refresh content='0;url=r'><base href=/b/><a href=x>") ==
        "<meta http-equiv=refresh content='0;url=r'><a href=../b/x>");
  options.keep_loaded = true;
  CHECK(rewritten("<img src=i><a href=x><base href=/b/><img src=j>") ==
        "<img src=i><a href=../b/x><img src=../b/j>");
  CHECK(rewritten(
            "<style>a{b:url(i)}</style><base href=/b/><iframe srcdoc='<img src=j>'></iframe>") ==
        "<style>a{b:url(i)}</style><iframe srcdoc='<img src=../b/j>'></iframe>");
}

TEST_CASE("empty values that HTML does not fetch stay as they are") {
  RewriteOptions options = at("https://h.example/d/q.html");
  const std::string page = "<img src=' '><link rel=stylesheet href=''><video poster></video>";
  CHECK(after(page, options, in_form(UrlForm::absolute)) == page);
}

TEST_CASE("a URL in an SVG style sheet is written over the tags in it") {
  RewriteOptions options = at("https://h.example/d/q.html");
  for (std::string const written : {"x</q>y", "x<![CDATA[y]]>", "<![CDATA[x]]>y", "x<!-- c -->y"}) {
    const std::string page = "<svg><style>a{b:url(" + written + "z)}</style></svg><p>";
    const auto result = rewrite(page, options, in_form(UrlForm::absolute));
    REQUIRE(result);
    CHECK_THAT(result->bytes, Catch::Contains("https://h.example/d/xyz"));
  }
}

TEST_CASE("a URL in an SVG style sheet is not written over elements in it") {
  RewriteOptions options = at("https://h.example/d/q.html");
  const std::string page = "<svg><style>a{b:url(x<a href=y></a>y)}</style></svg>";
  CHECK(after(page, options, in_form(UrlForm::absolute)) ==
        "<svg><style>a{b:url(x<a href=https://h.example/d/y></a>y)}</style></svg>");
  const auto moved = rewrite("<base href=/b/>" + page, options,
                             [](LinkTarget& target) { target.target = "https://n.example/1"; });
  REQUIRE_FALSE(moved);
  CHECK(moved.error().error == RewriteError::not_proved);
  CHECK_THAT(moved.error().message, Catch::Contains("cannot be written in its place"));
}

TEST_CASE("what tells the items of RSS apart stays, except whole URLs") {
  RewriteOptions options = at("https://h.example/d/feed.rss");
  options.encoding.content_type = ContentType::xml;
  const std::string ids = "<rss><channel><item><guid>12345</guid><guid>tag:h.example,1:2</guid>";
  const auto map = [](LinkTarget& target) {
    target.form = UrlForm::absolute;
    if (target.url == "https://h.example/d/1") target.target = "https://n.example/1";
  };
  CHECK(after(ids + "<guid>https://h.example/d/1</guid><link>1</link></item></channel></rss>",
              options, map) ==
        ids +
            "<guid>https://n.example/1</guid><link>https://n.example/1</link></item></channel>"
            "</rss>");
  options.new_url = "https://n.example/feed.rss";
  CHECK(after(ids + "</item></channel></rss>", options) == ids + "</item></channel></rss>");
}

TEST_CASE("CDATA sections and comments around a URL stay") {
  RewriteOptions options = at("https://h.example/p.xhtml");
  options.encoding.content_type = ContentType::xml;
  const std::string html = "<html xmlns='http://www.w3.org/1999/xhtml'>";
  for (Row const& row : std::vector<Row>{
           {"<style>a{b:url(<![CDATA[/x?a&b]]>)}</style>",
            "<style>a{b:url(<![CDATA[x?a&b]]>)}</style>"},
           {"<style>a{b:url(/x<![CDATA[?a&b]]>)}</style>",
            "<style>a{b:url(x?a&amp;b<![CDATA[]]>)}</style>"},
           {"<style>a{b:url(<![CDATA[/x]]>?a&amp;b)}</style>",
            "<style>a{b:url(<![CDATA[x?a&b]]>)}</style>"},
           {"<style>a{b:url(/x<![CDATA[]]>&amp;y)}</style>", "<style>a{b:url(x&amp;y)}</style>"},
           {"<style>a{b:url(<!--<![CDATA[-->/x<!--c-->)}</style>",
            "<style>a{b:url(<!--<![CDATA[-->x<!--c-->)}</style>"},
           {"<style>/*<![CDATA[*/a{b:url(/x?a&b)}/*]]>*/a{b:url(/x?a&amp;b)}</style>",
            "<style>/*<![CDATA[*/a{b:url(x?a&b)}/*]]>*/a{b:url(x?a&amp;b)}</style>"},
       }) {
    INFO(row.before);
    CHECK(after(html + row.before + "</html>", options, in_form(UrlForm::relative)) ==
          html + row.after + "</html>");
  }
  CHECK(
      after(
          "<svg><style>a{b:url(/x<!--c-->)}</style><style><![CDATA[a{b:url(/y?a&lt;b)}]]></style>",
          at("https://h.example/p.html"), in_form(UrlForm::relative)) ==
      "<svg><style>a{b:url(x<!--c-->)}</style><style><![CDATA[a{b:url(y?a&lt;b)}]]></style>");
}

TEST_CASE("the queries of a page keep their bytes") {
  RewriteOptions options = at("https://h.example/a/p.html");
  options.encoding.transport_charset = "windows-1252";
  CHECK(after("<a href='x?q=\xE9'>", options, in_form(UrlForm::absolute)) ==
        "<a href='https://h.example/a/x?q=%E9'>");
}

TEST_CASE("a page may lose the bytes by which its encoding was guessed") {
  RewriteOptions options;
  options.document.url = "https://h.example/";
  options.encoding.fallback.utf_8_if_valid = true;
  CHECK(after("<a href='/\xE9'>", options, in_form(UrlForm::relative)) == "<a href='%C3%A9'>");
}

TEST_CASE("a page whose result leads elsewhere is not rewritten") {
  RewriteOptions options = at("https://h.example/");
  const auto unusable = html::rewrite("<a href=x>", at("relative"), {});
  REQUIRE(!unusable);
  CHECK(unusable.error().error == RewriteError::unusable_url);
  options.encoding.content_type = ContentType::xml;
  const auto brought = html::rewrite(
      "<!DOCTYPE html [<!ENTITY e \"<a xmlns='http://www.w3.org/1999/xhtml' href='/x'/>\">]>"
      "<html xmlns='http://www.w3.org/1999/xhtml'>&e;</html>",
      options, [](LinkTarget& target) { target.target = "https://n.example/"; });
  REQUIRE(!brought);
  CHECK(brought.error().error == RewriteError::not_proved);
}
