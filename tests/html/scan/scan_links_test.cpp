// The law of the engines: what scan takes, it reads as the document tree is read.
#include "hrefkit/html/scan/scan_links.h"

#include <catch2/catch.hpp>
#include <string>

#include "hrefkit/html/context.h"
#include "hrefkit/html/find_links.h"
#include "hrefkit/html/source_text.h"
#include "support/engine_rows.h"
#include "support/links_of.h"
#include "support/nasty_markup.h"
#include "support/outside_data.h"
#include "support/tag_soup.h"

using namespace hrefkit;

namespace {

/// The document base URL of a document that scan takes is that of its tree.
void check_base(html::SourceText const& source, html::DocumentOptions const& options) {
  const text::Encoding encoding = source.encoding.encoding;
  const auto fallback = html::file_base(options, encoding);
  REQUIRE(fallback);
  const auto base = html::scan::LinkScanner().find_base(source, options, *fallback);
  html::Notes notes;
  html::ContextTree tree(source, options, notes);
  html::DocumentBase const& judged = tree.contexts().front().base;
  REQUIRE(base);
  CHECK(base->base.resolver.base() == tree.base_url(judged.base, encoding).resolver.base());
  CHECK(base->base.source == judged.source);
}

/// True when scan took the document; it must then agree with the tree.
bool check_same(std::string_view text, html::DocumentOptions const& given,
                text::Encoding encoding = text::Encoding::utf_8) {
  html::DocumentOptions options = given;
  options.also.scripts = true;
  const auto source = html::source_from_text(text, html::ContentType::html, encoding);
  const auto scanned = test::scan_rows(source, options);
  if (!scanned) return false;
  const test::EngineRows judged = test::dom_rows(source, options);
  INFO(text.substr(0, 4000));
  CHECK(judged.rows == scanned->rows);
  CHECK(judged.anchor_rows == scanned->anchor_rows);
  check_base(source, options);
  if (text.size() > 4'096) return true;  // small texts show the rest
  options.also.import_map = options.also.import_map_keys = options.also.speculation_rules = true;
  for (const bool with_scripts : {true, false}) {
    options.also.scripts = with_scripts;
    const auto data = test::scan_rows(source, options);
    if (data) CHECK(test::dom_rows(source, options).rows == data->rows);
  }
  options = given;
  options.also.scripts = true;
  if (const auto around = test::scan_rows(source, options, true)) {
    CHECK(test::dom_rows(source, options, true) == *around);
  }
  return true;
}

}  // namespace

TEST_CASE("both engines agree on tricky documents, cut off anywhere") {
  for (const std::string_view text :
       {"<base href=/b/><a href=x><base href=/c/><a href='y&amp;z'>",
        "<a href=x><script type=ImportMap>{\"imports\":{\"a\":\"/b\"}}</script><a href=y>",
        "<a href=x><script src=z type=' "
        "speculationrules'>{\"prefetch\":[{\"urls\":[\"x\"]}]}</script>",
        "<base href=/b/><table><tr><base href=/c/><td><base href=/d/><a href=x></table><a href=y>",
        "<table><td></table><base href=/b/><div><table><td><p><base href=/c/></table><a href=x>",
        "<meta http-equiv=refresh content='0;url=r'><link rel=stylesheet href=1><link rel=icon "
        "href=2><style>a{b:url(3)}</style><body background=4><img src=5 srcset='6, 7 2x' "
        "style='a:url(8?\xC3\xA9)'><a href=9><svg><image href=10 /><use href=11 "
        "/><style>a{b:url(12)}</style></svg><base style='a:url(13)' href=/b/><img src=14><body "
        "background=15>",
        "<script>import('a')</script><script type=module>import 'b'; import('&amp;c')\r\nimport "
        "'d'//# sourceMappingURL=e\n</script><script language=x>import('f')</script>"
        "<script><!-- "
        "import('g')\nimport('h')</script><svg><script>import('&#105;')</script></svg>",
        "<img src=''><link href=' '><iframe src><input src='\t'><a href=''><table background>",
        "<a href=1><svg><a href=2 xlink:href=3><image href=4 /></a></svg><image src=5>",
        "<html id=h manifest=m><head profile='p q'><link rel=icon href=i><html id=g "
        "style='a:url(1)'>",
        "<body background=1 style=\"b:url('2')\"><body background=3 id=x><body id=y>",
        "<style>@import 'a'; b{c:url(d\\65)}</style><style type=text/plain>url(x)</style>",
        "<svg><desc><<![CDATA[y]]><a href=1></a></desc></svg><math><mi><<![CDATA[ ]]><a href=2></a>"
        "<<![CDATA[]]><a href=3>",
        "<svg><style><![CDATA[\r\na{b:url(&#99;)}]]> c{d:url(&#99;)}<!--url(x)--><?url(y)> < e{f:"
        "url(<![CDATA[g]]>h)}</style><style>ur<!-- -->l('i')<!DOCTYPE html></></style></svg>",
        "<svg><style>a{b:url(&#99;)}</style><style>x</style></svg><p style='x:url(y&#41;'>",
        "<style>/*#sourceMappingURL=a*/b{c:url(d)}</style><style>/*#sourceMappingURL=e*/</style>"
        "<svg><style>/*#sourceMappingURL=&#102;*/<![CDATA[/*#sourceMappingURL=g*/]]></style>",
        "<meta http-equiv=Refresh content='1; url=a&amp;b'><meta content='1;url=c' "
        "http-equiv=refres>",
        "<img srcset='a.png 1x, b&amp;.png 2x,' src=c itemtype=' d  e ' itemid=f>",
        "<form action=''><form action=1></form><form action=' '><input formaction=2 src=3>",
        "<object archive=' a b ' data=c><applet archive='a, b' code=d></applet></object>",
        "<template><a href=1 id=t><base href=/t/></template><table><td "
        "background=2><td></table><td "
        "background=3>",
        "<select id=1><select id=2><a href=3></select><select id=4><option id=5></select>",
        "<noscript><a href=1></noscript><textarea><a href=2></textarea><script src=3><a "
        "href=4></script>",
        "<!-- <a href=0> --><!--><a href=1><!--a--!><a href=2></><a href=3><?p><a href=4>",
        "<a HREF=1 href=2><a x href><a href =\t'3' /><a/href=4/><a href=5 \r\nid='6\r\n7' name=8>",
        "<frameset><frame src=1 longdesc=2><a href=3></frameset><noframes><a href=4></noframes>",
        "<math altimg=1 href=2><mi href=3>x</mi><mglyph src=4></math><q cite=5><ins cite=6>",
        "<p style='background:url(\"a\")'><p style='a:image-set(\"b\" 1x)'><p style='a:b(\"c\")'>",
        "<form action=/a title='a>b' METHOD=&#112;ost method=get id=x><button formaction=b "
        "type=submit type=reset /formmethod=post><link type='a\r\nb&#0;'rel=\"x\"href=c>",
        "<svg viewbox='0' viewBox=1 xlink:href=d><a href=2 XLINK:HREF=3 ID='&lt;'><style id=s>a{b:"
        "url(c)}</style></a></svg><style type=text/css id='&#115;'>a{b:url(c)}</style><math "
        "viewbox=2 href=1>",
        "<iframe id=f srcdoc=\"<form method='a>b' action=1><link id=&quot;a&amp;quot; "
        "rel=next href=x><iframe srcdoc='<a type=&amp;#65; href=y>'></iframe>\" src=z>",
        "<p><b id=1 style=a:url(x)><p></b><a id=2 href=3><table><a id=4 href=5></table>",
        "\xC3\xA9<a href='\xC3\xA9'><a href=\"a\0b\"><a name=1 id=2>"}) {
    const std::string document(text);
    for (std::size_t length = 0; length <= document.size(); ++length) {
      for (const std::size_t padding : {0U, 100U}) {
        const std::string cut = document.substr(0, length) + std::string(padding, ' ');
        check_same(cut, test::at(test::page));
      }
    }
    CHECK(test::scan_rows(document, test::at(test::page)).has_value());
  }
}

TEST_CASE("both engines agree on tag soup") {
  html::DocumentOptions options = test::at(test::page);
  std::size_t scanned = 0;
  std::size_t framed = 0;
  constexpr std::size_t documents = 20'000;
  for (std::size_t seed = 0; seed < documents; ++seed) {
    options.scripting = seed % 2 == 1;
    // Long ends let the scanner take its fast ways, which look at many bytes at once.
    std::string text = test::TagSoup(seed).document(seed % 3 == 0 ? 40 : 12);
    if (seed % 4 < 2) text += std::string(100, ' ');
    const bool is_legacy = seed % 5 == 0;
    const bool is_scanned =
        check_same(text, options, is_legacy ? text::Encoding::windows_1252 : text::Encoding::utf_8);
    scanned += is_scanned ? 1 : 0;
    framed += is_scanned && text.find("srcdoc=") != text.npos ? 1 : 0;
  }
  CHECK(scanned > documents / 2);
  CHECK(framed > documents / 10);
}

TEST_CASE("both engines agree on nasty markup of all sizes") {
  for (test::NastyMarkup const& kind : test::nasty_markup()) {
    CAPTURE(kind.name);
    for (const std::size_t size : {1'000U, 30'000U}) {
      // The scanner leaves templates with markers to the tree.
      const bool is_for_tree = kind.piece.find("<template for") != kind.piece.npos;
      CHECK(check_same(kind.document(size) + "<a href=end>", test::at(test::page)) != is_for_tree);
    }
  }
}

TEST_CASE("both engines agree on real pages, and scan takes nearly all of them") {
  std::size_t pages = 0;
  std::size_t scanned = 0;
  std::string buffer;
  for (test::CorpusPage const& page : test::corpus_pages(100)) {
    const std::string bytes = test::file_bytes(page.path);
    html::Notes notes;
    const auto source = html::decode_source(bytes, {}, buffer, notes);
    REQUIRE(source);
    INFO(page.path);
    ++pages;
    scanned += check_same(source->text, test::at(test::page));
  }
  CHECK(scanned * 100 >= pages * 99);
}

TEST_CASE("documents with many links, which are read twice, give the same links") {
  const auto repeated = [](std::string_view piece, int count) {
    std::string text;
    for (int i = 0; i < count; ++i) text += piece;
    return text;
  };
  for (const std::string& text :
       {repeated("<a href='x&amp;y' id=i><p style='a:url(b)'><img srcset='c 1x, d 2x'>\n", 50'000),
        "<style>" + repeated("a{b:url(c)} d{e:url('\\66')}\n", 100'000) + "</style><a href=x id=y>",
        "<x-A style='&amp;" + repeated("a:url(&amp;b);", 140'000) + "'><a href=x id=y>",
        "<img srcset='" + repeated("a&amp; 1x,", 140'000) +
            "'><a href=x><style>a{b:url(c)}</style>",
        repeated("<i id=&amp;>", 140'000) + "<a name=x href=y>",
        repeated("<a href=x>", 140'000) + "<svg><style>a{b:url(c)}</style></svg><a href=y>",
        repeated(
            "<base href=b/><iframe srcdoc='<a href=&amp;x><base href=c/><map name=m>'></iframe>",
            50'000),
        "<iframe style='a:url(&amp;b)' srcdoc=\"<p><iframe srcdoc='" +
            repeated("<a href=&amp;amp;x><img src=&amp;y srcset=\'a&amp;, b 2x\'>", 40'000) +
            "'></iframe><base href=c/><a href=&amp;z>\" src=x longdesc=y><a href=&amp;>",
        repeated("<a href=&amp;x>", 140'000) + "<iframe srcdoc=\"<base href=b/><a href=y>\">"}) {
    const std::string document = text + "<base href=/late/><a name=n>";
    CHECK(check_same(document, test::at(test::page)));
  }
}

TEST_CASE("a document that is given up late is given up before anything is handed out") {
  std::string text;
  for (int i = 0; i < 140'000; ++i) text += "<a href=x>";
  CHECK_FALSE(check_same(text + "<svg><style>a{b:url(c<q>d)}</style></svg><a href=y>",
                         test::at(test::page)));
}

TEST_CASE("documents that are listed because they nest too deep are scanned as they are listed") {
  for (const std::string_view piece :
       {"<svg><a href=1 id=2>", "<svg><desc><a href=1>", "<math><mi><b id=x><area href=1>",
        "<template><tr><a href=1>", "<table><tr><td><a href=1><img src=x>",
        "<object data=1><select><marquee background=2>", "<svg><desc><table><td><form action=x>",
        "<math><annotation-xml encoding=text/html><a href=1>",
        "<applet codebase=1><html id=1><html id=2 manifest=3>"}) {
    CAPTURE(piece);
    std::string text = "<body id=1 background=2><p>";
    for (int i = 0; i < 600; ++i) text += piece;
    const std::string_view end = "<a href=2><base href=/b/><body id=3 background=4><a href=3 id=x>";
    html::Notes notes;
    const html::ContextTree tree(html::source_from_text(text += end), test::at(test::page), notes);
    REQUIRE(notes.size() == 1);
    CHECK(notes.front().kind == html::NoteKind::nesting_flattened);
    CHECK(check_same(text, test::at(test::page)));
  }
}

TEST_CASE("where a few elements do not tell, the page is scanned with all of them") {
  for (const std::string_view text :
       {"<a href=1><svg></div><a href=2>", "<span><svg><path></span></path></svg><a href=1>",
        "<div> <template shadowrootmode=open><a href=1></a></template></div><a href=2>",
        "<p><b></p><div> <template shadowrootmode=open><a href=1></template></div><a href=2>",
        "<b><b><b><b><svg></div></svg></b></b></b><template shadowrootmode=open><a href=1>",
        "<table><svg></p><input type=hidden><td background=1><font color=2><a href=3>"}) {
    CAPTURE(text);
    CHECK(test::scan_rows(text, test::at(test::page)).has_value());
    CHECK(check_same(text, test::at(test::page)));
  }
}

TEST_CASE("documents in frames are scanned, with bases of their own") {
  html::DocumentOptions html5 = test::at(test::page);
  html5.standard = url::Standard::html5;
  html::DocumentOptions policy = test::at(test::page);
  policy.content_security_policies = {"base-uri 'self'"};
  const std::string block =
      "<meta content='img-src *, base-uri' http-equiv=content-SECURITY-policy>";
  const std::string self =
      "<meta http-equiv=content-security-policy content='base-uri &#39;self&#39;'>";
  std::string deep = "<a href=x>";
  for (int i = 0; i < 40; ++i) {
    std::string escaped;
    for (const char c : deep)
      escaped += c == '"' ? "&quot;" : c == '&' ? "&amp;" : std::string(1, c);
    if (escaped.size() < 2'000'000) deep = "<a href=y><iframe srcdoc=\"" + escaped + "\"></iframe>";
  }
  for (const std::string& text : std::vector<std::string>{
           "<iframe></iframe><iframe srcdoc='<a href=x>' src=y></iframe><a href=z>",
           "<base href=/b/><iframe srcdoc='<a href=x?\xC3\xA9>'></iframe><base href=/c/>",
           "<iframe srcdoc='<a href=x>'></iframe><base href=/b/><iframe srcdoc='<img src=y>'>",
           "<iframe srcdoc='<img src=x><base href=/b/><img src=y><a href=#f><p style=a:url(#g)>'>",
           "<base href=/b/><iframe srcdoc='<base href=c/><iframe srcdoc=&quot;<base href=d/><a "
           "href=x>&quot;></iframe><a href=y>'></iframe><a href=z>",
           "<base href=data:,><iframe srcdoc='<base href=//o.example/><a href=x>'></iframe>",
           block + "<base href=/b/><a href=x>",
           "<base href=/b/>" + block + "<a href=x>",
           block + "<base href=/b/><iframe srcdoc='<base href=/c/><a href=x>'></iframe><a href=y>",
           "<base href=/b/><iframe srcdoc='<base href=/c/><a href=x>'></iframe>" + block,
           "<iframe srcdoc='<base href=/c/><a href=x>'></iframe><p>" + block + "<base href=/b/>",
           "<head><noscript>" + block + "</noscript><base href=/b/><a href=x>",
           "<head><template>" + block + "</template></head>" + block + "<base href=/b/><a href=x>",
           self + "<base href=//o.example/>" + block + "<base href=/b/><a href=x>",
           "<iframe srcdoc=\"" + block + "<base href=/c/><a href=x>\"></iframe><base href=/b/>",
           "<template><iframe srcdoc='<a href=x>'></template><iframe srcdoc='<a href=y>'>",
           "<div><template shadowrootmode=open><iframe srcdoc='<a href=#x>'></iframe></template>",
           "<svg><iframe srcdoc='<a href=x>'/></svg><svg><desc><iframe srcdoc='<a href=y>'>",
           "<table><tr><td><iframe srcdoc='<a href=x>'></iframe></td></tr></table>",
           "<table><caption><iframe srcdoc='<a href=x>'></iframe></table><iframe srcdoc=&lt;area>",
           "<iframe srcdoc='&lt;a href=&quot;x&amp;amp;y&quot;&gt;\r\n&#0;&notit;<a href=z>'>",
           "<iframe src=1 srcdoc='<style>a{b:url(2)}</style><svg><style>a{b:url(3)}</style>' "
           "style='a:url(4)' id=5><a id=6 href=7>",
           "<iframe srcdoc='<svg></div><a href=x></svg>'></iframe><a href=y>",
           "<iframe srcdoc='' srcdoc='<a href=x>'></iframe><iframe srcdoc><a href=y>",
           deep}) {
    for (html::DocumentOptions const& options : {test::at(test::page), html5, policy}) {
      for (const text::Encoding encoding : {text::Encoding::utf_8, text::Encoding::windows_1252}) {
        CHECK(check_same(text, options, encoding));
      }
    }
  }
}

TEST_CASE("what needs the tree is given up, and nothing of it handed out") {
  for (const std::string_view text :
       {"<a href=1 xml:base=/x/>", "<a href=1><iframe srcdoc='<a href=2 xml:base=/x/>'>",
        "<table><td><iframe></iframe></td><iframe srcdoc='<a href=1>'></iframe></table>",
        "<a href=1><p><frameset>", "<a href=1><select><button><selectedcontent></select>",
        "<table><td><base href=/1/></td><base href=/2/></table>", "<a href=1><template FOR=x>",
        "<svg><style>url(<b>x)</style></svg>", "<svg><style>url(x</q>y)</style></svg>"}) {
    CAPTURE(text);
    CHECK_FALSE(test::scan_rows(text, test::at(test::page)).has_value());
  }
  for (const std::string_view text :
       {"<?marker name=\"x\"><a href=1>", "<?php for ?><a href=1>", "<template for><a href=1>",
        "<template for=\"\"></template><svg><template for=x></template></svg>"}) {
    CAPTURE(text);
    CHECK(test::scan_rows(text, test::at(test::page)).has_value());
  }
  html::DocumentOptions templates = test::at(test::page);
  templates.templates = true;
  CHECK_FALSE(test::scan_rows("<a href=1>", templates).has_value());
  html::DocumentOptions other = test::at(test::page);
  for (const html::XmlBase ignored : {html::XmlBase::off, html::XmlBase::automatic}) {
    other.xml_base = ignored;
    CHECK(test::scan_rows("<a href=1 xml:base=/x/>", other).has_value());
  }
}

TEST_CASE("scan knows the parent of a source element right behind the tag of a picture") {
  const auto uses_of = [](std::string_view text, html::Engine engine) {
    std::string uses;
    const auto take = [&](html::LinkBlock const& block) {
      for (html::Link const& link : block.links) {
        const html::LinkUse use = link.use;
        uses += use == html::LinkUse::used ? 'u' : use == html::LinkUse::not_used ? '-' : '?';
      }
    };
    const html::LinkSink sink{.links = take, .with_uses = true};
    REQUIRE(html::find_links(html::source_from_text(text), {.url = "https://h.example/"}, sink,
                             engine));
    return uses;
  };
  struct ParentCase {
    std::string_view text;
    std::string_view scanned;
    std::string_view judged;
  };
  constexpr ParentCase cases[] = {
      {"<div><picture> a <source srcset=x src=y>\n<SOURCE srcset=x><img src=z></picture>", "u-uu",
       "u-uu"},
      {"<div><picture><p></p><source srcset=x></picture>", "?", "u"},
      {"<div><picture><div><source srcset=x></picture>", "?", "-"},
      {"<div><picture><!-- --><source srcset=x></picture>", "?", "u"},
      {"<div><!-- <picture> --><source srcset=x>", "?", "-"},
      {"<div><img alt='<picture>'><source srcset=x>", "?", "-"},
      {"<div><video><source srcset=x src=y></video>", "??", "-u"},
      {"<svg><picture /><source srcset=x></svg>", "", ""},
      {"<body><source srcset=x src=y>", "??", "??"},
  };
  for (ParentCase const& tried : cases) {
    CAPTURE(tried.text);
    CHECK(uses_of(tried.text, html::Engine::scan) == tried.scanned);
    CHECK(uses_of(tried.text, html::Engine::dom) == tried.judged);
  }
}

TEST_CASE("anchors come with the links, whichever engine reads the document") {
  for (const std::string_view text :
       {"<p id=1><a name='&amp;'><template><p id=2></template><p ID=3>",
        "<p id=1><a name='&amp;'><iframe srcdoc='<p id=2>'></iframe><p ID=3>"}) {
    for (const html::Engine engine :
         {html::Engine::automatic, html::Engine::scan, html::Engine::dom}) {
      std::string names;
      const auto take = [&](std::span<html::Anchor const> anchors) {
        for (html::Anchor const& anchor : anchors) names += std::string(anchor.name) + ' ';
      };
      REQUIRE(html::find_links(html::source_from_text(text), test::at(test::page),
                               {.anchors = take}, engine));
      CHECK(names == "1 & 3 ");
    }
  }
}
