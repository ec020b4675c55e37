// Links of feeds and sitemaps.
#include "hrefkit/html/links/link_values.h"

#include <catch2/catch.hpp>
#include <string>

#include "support/links_of.h"

using namespace hrefkit;
using namespace hrefkit::html;
using test::lines_of_xml;

namespace {

using Lines = std::vector<std::string>;

const DocumentOptions feed = test::at("https://a.example/f/feed.xml");

const std::string atom_ns = " xmlns='http://www.w3.org/2005/Atom'";
const std::string sitemap_ns = " xmlns='http://www.sitemaps.org/schemas/sitemap/0.9'";

}  // namespace

TEST_CASE("every row of feeds and sitemaps is found") {
  for (LinkRow const& row : feed_rows()) {
    CAPTURE(row.element, row.attribute);
    const std::string tag = "p:" + std::string(row.element);
    const std::string element = row.attribute.empty()
                                    ? "<" + tag + "> x\n</" + tag + ">"
                                    : "<" + tag + " " + std::string(row.attribute) + "='x'/>";
    const std::string xml =
        "<r xmlns:p='" + std::string(namespace_uri(row.element_ns)) + "'>" + element + "</r>";
    const auto links = test::links_of(source_from_text(xml, ContentType::xml), feed);
    REQUIRE(links.size() == 1);
    CHECK(links[0].element == row.element);
    CHECK(links[0].attribute == row.attribute);
    CHECK(links[0].raw == "x");
    CHECK(links[0].span.in(xml) == "x");
    CHECK(hrefkit::html::name(links[0].kind) == hrefkit::html::name(row.kind));
    CHECK_FALSE(row.source.empty());
  }
}

TEST_CASE("Atom: links by their relation, icons, people; ids are not links") {
  const std::string xml =
      "<feed" + atom_ns +
      "><id>https://a.example/</id><link href='.'/><link rel='self' href='feed.xml'/>"
      "<icon>/i.ico</icon><author><name>x</name><uri>me</uri></author>"
      "<category term='x' scheme='https://a.example/no'/>"
      "<entry><link rel='enclosure' href='a.mp3'/><link rel='icon' href='i.png'/>"
      "<link rel='http://www.iana.org/assignments/relation/enclosure' href='b.mp3'/>"
      "<content type='image/png' src='c.png'/></entry></feed>";
  CHECK(lines_of_xml(xml, feed) == Lines{"link[href] . -> https://a.example/f/",
                                         "link[href] feed.xml -> https://a.example/f/feed.xml",
                                         "icon[] /i.ico -> https://a.example/i.ico",
                                         "uri[] me -> https://a.example/f/me",
                                         "link[href] a.mp3 -> https://a.example/f/a.mp3",
                                         "link[href] i.png -> https://a.example/f/i.png",
                                         "link[href] b.mp3 -> https://a.example/f/b.mp3",
                                         "content[src] c.png -> https://a.example/f/c.png"});
  const auto links = test::links_of(source_from_text(xml, ContentType::xml), feed);
  CHECK(links[1].kind == LinkKind::hyperlink);
  CHECK(links[4].kind == LinkKind::media);
  CHECK(links[5].kind == LinkKind::resource);
  CHECK(links[6].kind == LinkKind::media);
}

TEST_CASE("Atom: xml:base counts for everything, HTML in text included") {
  const std::string xml =
      "<feed" + atom_ns +
      " xml:base='https://b.example/x/'><link href='.'/>"
      "<entry xml:base='e1/'><link href='1'/><content type='html'>&lt;a href='2'&gt;</content>"
      "<summary type='xhtml' xml:base='s/'><div xmlns='http://www.w3.org/1999/xhtml'>"
      "<a href='3'/><base href='https://no.example/'/></div></summary></entry>"
      "<entry><content type='html'>&lt;a href='4'&gt;</content></entry></feed>";
  const auto links = test::links_of(source_from_text(xml, ContentType::xml), feed);
  REQUIRE(links.size() == 6);
  CHECK(links[0].url == "https://b.example/x/");
  CHECK(links[1].url == "https://b.example/x/e1/1");
  CHECK(links[2].url == "https://b.example/x/e1/2");
  CHECK(links[2].base_source == BaseSource::xml_base);
  CHECK(links[2].context == "0");
  CHECK(links[3].url == "https://b.example/x/e1/s/3");
  CHECK(links[5].url == "https://b.example/x/4");
  CHECK(links[5].context == "1");
  DocumentOptions off = feed;
  off.xml_base = XmlBase::off;
  CHECK(lines_of_xml(xml, off)[2] == "a[href] 2 -> https://a.example/f/2");
}

TEST_CASE("RSS 2.0: elements without a namespace; a guid is a link unless it says not") {
  const std::string xml =
      "<rss version='2.0' xmlns:a='http://www.w3.org/2005/Atom'><channel><title>no</title>"
      "<link>/</link><a:link rel='self' href='feed.xml'/><docs>d</docs>"
      "<image><url>i.png</url><link>h</link></image>"
      "<item><link>1</link><guid>g1</guid><guid isPermaLink='true'>g2</guid>"
      "<guid isPermaLink='false'>g3</guid><enclosure url='e.mp3'/><source url='s'>no</source>"
      "<comments>c</comments><category domain='no'>no</category><link/><link> </link></item>"
      "</channel></rss>";
  CHECK(lines_of_xml(xml, feed) ==
        Lines{"link[] / -> https://a.example/",
              "link[href] feed.xml -> https://a.example/f/feed.xml",
              "docs[] d -> https://a.example/f/d", "url[] i.png -> https://a.example/f/i.png",
              "link[] h -> https://a.example/f/h", "link[] 1 -> https://a.example/f/1",
              "guid[] g1 -> https://a.example/f/g1", "guid[] g2 -> https://a.example/f/g2",
              "enclosure[url] e.mp3 -> https://a.example/f/e.mp3",
              "source[url] s -> https://a.example/f/s", "comments[] c -> https://a.example/f/c"});
}

TEST_CASE("RSS 1.0 has a namespace; elements of other documents are not RSS") {
  CHECK(lines_of_xml(
            "<r:RDF xmlns:r='http://www.w3.org/1999/02/22-rdf-syntax-ns#' "
            "xmlns='http://purl.org/rss/1.0/'><item r:about='no'><link>l</link></item></r:RDF>",
            feed) == Lines{"link[] l -> https://a.example/f/l"});
  CHECK(lines_of_xml("<x><link>l</link><url>u</url><guid>g</guid></x>", feed).empty());
  CHECK(lines_of_xml("<project xmlns='urn:x'><url>u</url></project>", feed).empty());
}

TEST_CASE("HTML in the text of feeds is read, and nothing else is taken for HTML") {
  const std::string escaped = "&lt;img srcset='a 1x, b 2x'&gt;";
  const std::string rss =
      "<rss xmlns:c='http://purl.org/rss/1.0/modules/content/'><channel><item><description>" +
      escaped + "</description><c:encoded><![CDATA[<p><a href=d>]]></c:encoded><title>" + escaped +
      "</title></item></channel></rss>";
  CHECK(lines_of_xml(rss, feed) == Lines{"img[srcset] a -> https://a.example/f/a",
                                         "img[srcset] b -> https://a.example/f/b",
                                         "a[href] d -> https://a.example/f/d"});
  const auto atom = [&](std::string const& type) {
    return lines_of_xml(
        "<feed" + atom_ns + "><entry><summary" + type + ">" + escaped + "</summary></entry></feed>",
        feed);
  };
  CHECK(atom(" type='html'").size() == 2);
  CHECK(atom(" type=' HTML '").size() == 2);
  CHECK(atom(" type='text/html'").size() == 2);
  CHECK(atom(" type='text'").empty());
  CHECK(atom("").empty());
  DocumentOptions without = feed;
  without.feed_contents = false;
  CHECK(lines_of_xml(rss, without).empty());
}

TEST_CASE("places in the text of feeds lead to what is written") {
  const std::string xml =
      "<!DOCTYPE rss [<!ENTITY e 'z'>]><rss><channel><link>\n a&amp;b </link><link><![CDATA[ c&d "
      "]]></link><link>x<!-- -->y</link><link>&e;</link>"
      "<description>&lt;a href='u&amp;amp;v'&gt;</description></channel></rss>";
  const auto links = test::links_of(source_from_text(xml, ContentType::xml), feed);
  REQUIRE(links.size() == 5);
  const auto written = [&](std::size_t i) { return std::string(links[i].span.in(xml)); };
  CHECK(links[0].raw == "a&b");
  CHECK(written(0) == "a&amp;b");
  CHECK(links[1].raw == "c&d");
  CHECK(written(1) == "c&d");
  CHECK(links[2].raw == "xy");
  CHECK(written(2) == "x<!-- -->y");
  CHECK(links[3].raw == "z");
  CHECK(written(3) == "&e;");
  CHECK(links[4].raw == "u&v");
  CHECK(written(4) == "u&amp;amp;v");
}

TEST_CASE("sitemaps and their indexes") {
  const std::string xml =
      "<urlset" + sitemap_ns +
      " xmlns:i='http://www.google.com/schemas/sitemap-image/1.1' "
      "xmlns:v='http://www.google.com/schemas/sitemap-video/1.1' "
      "xmlns:x='http://www.w3.org/1999/xhtml'><url><loc>https://a.example/1</loc>"
      "<x:link rel='alternate' hreflang='de' href='https://a.example/de/1'/>"
      "<i:image><i:loc>https://a.example/i.png</i:loc></i:image>"
      "<v:video><v:thumbnail_loc>t.png</v:thumbnail_loc><v:content_loc>v.mp4</v:content_loc>"
      "<v:player_loc>p</v:player_loc></v:video></url></urlset>";
  CHECK(lines_of_xml(xml, feed) ==
        Lines{"loc[] https://a.example/1 -> https://a.example/1",
              "link[href] https://a.example/de/1 -> https://a.example/de/1",
              "loc[] https://a.example/i.png -> https://a.example/i.png",
              "thumbnail_loc[] t.png -> https://a.example/f/t.png",
              "content_loc[] v.mp4 -> https://a.example/f/v.mp4",
              "player_loc[] p -> https://a.example/f/p"});
  CHECK(lines_of_xml(
            "<sitemapindex" + sitemap_ns + "><sitemap><loc>s1.xml</loc></sitemap></sitemapindex>",
            feed) == Lines{"loc[] s1.xml -> https://a.example/f/s1.xml"});
  CHECK(lines_of_xml("<urlset><url><loc>x</loc></url></urlset>", feed).size() == 1);
}

TEST_CASE("links before a fault count, and the fault is noted") {
  const std::string xml = "<urlset" + sitemap_ns + "><url><loc>1</loc></url><url><loc>2</oops>";
  Notes notes;
  CHECK(test::links_of(source_from_text(xml, ContentType::xml), feed, &notes).size() == 2);
  REQUIRE(notes.size() == 1);
  CHECK(notes[0].kind == NoteKind::not_well_formed);
  CHECK(notes[0].span.begin == xml.find("oops"));
}

TEST_CASE("feeds have no anchors") {
  const std::string xml =
      "<feed" + atom_ns +
      "><div xmlns='http://www.w3.org/1999/xhtml' id='x'/><entry id='y'/></feed>";
  std::size_t anchors = 0;
  const auto count = [&](std::span<Anchor const> some) { anchors += some.size(); };
  REQUIRE(find_links(source_from_text(xml, ContentType::xml), feed, {.anchors = count}));
  CHECK(anchors == 0);
}

TEST_CASE("the namespaces of podcasts are known by their URIs, as readers know them") {
  const auto images = [](std::string const& uri, std::string const& element) {
    return lines_of_xml("<rss xmlns:p='" + uri + "'><channel><p:" + element + "/></channel></rss>",
                        feed)
        .size();
  };
  for (const std::string uri :
       {"http://www.itunes.com/dtds/podcast-1.0.dtd", "http://www.itunes.com/DTDs/PodCast-1.0.dtd",
        "https://www.itunes.com/dtds/podcast-1.0.dtd/",
        "http://www.google.com/schemas/play-podcasts/1.0"}) {
    CAPTURE(uri);
    CHECK(images(uri, "image href='i'") == 1);
  }
  CHECK(images("http://podcastindex.org/namespace/1.0/", "person href='h' img='i'") == 2);
  CHECK(images("https://podcastindex.org/namespace/1.0", "images srcset='a 1w, b 2w'") == 2);
  CHECK(images("https://podlove.org/simple-chapters", "chapter href='h' image='i'") == 2);
  CHECK(images("http://search.yahoo.com/mrss", "thumbnail url='i'") == 1);
  CHECK(images("urn:other", "image href='i'") == 0);
}

TEST_CASE("HTML in podcast, Dublin Core and Media RSS elements is read") {
  const auto count = [](std::string const& uri, std::string const& element,
                        std::string const& type) {
    return lines_of_xml("<rss xmlns:p='" + uri + "'><channel><item><p:" + element + type +
                            ">&lt;a href='x'></p:" + element + "></item></channel></rss>",
                        feed)
        .size();
  };
  CHECK(count("http://www.itunes.com/dtds/podcast-1.0.dtd", "summary", "") == 1);
  CHECK(count("http://purl.org/dc/elements/1.1/", "description", "") == 1);
  CHECK(count("http://search.yahoo.com/mrss/", "description", " type='html'") == 1);
  CHECK(count("http://search.yahoo.com/mrss/", "description", "") == 0);
}

TEST_CASE("Atom 0.3: escaped fields are HTML, base64 is not") {
  const auto count = [](std::string const& field) {
    return lines_of_xml("<feed version='0.3' xmlns='http://purl.org/atom/ns#'><entry>" + field +
                            "</entry></feed>",
                        feed)
        .size();
  };
  const auto escaped = [&](std::string const& name, std::string const& attributes) {
    return count("<" + name + attributes + ">&lt;a href='x'></" + name + ">");
  };
  for (const std::string name : {"content", "title", "summary", "tagline", "info", "copyright"}) {
    CAPTURE(name);
    CHECK(escaped(name, " mode='escaped' type='text/html'") == 1);
    CHECK(escaped(name, " mode='escaped'") == 1);
    CHECK(escaped(name, " mode='escaped' type='application/xhtml+xml'") == 1);
    CHECK(escaped(name, " mode='escaped' type='text/plain'") == 0);
    CHECK(escaped(name, " mode='base64' type='text/html'") == 0);
    CHECK(escaped(name, "") == 0);
  }
  CHECK(count("<content type='application/xhtml+xml' mode='xml'>"
              "<div xmlns='http://www.w3.org/1999/xhtml'><a href='x'/></div></content>") == 1);
}

TEST_CASE("a guid names its item where the item has a link") {
  const auto names = [](std::string const& item) {
    const std::string xml =
        "<rss xmlns:a='http://www.w3.org/2005/Atom'><channel>" + item + "</channel></rss>";
    std::string found;
    const auto source = source_from_text(xml, ContentType::xml);
    static_cast<void>(find_links(source, feed, {.links = [&](LinkBlock const& block) {
                                   for (Link const& link : block.links) {
                                     if (link.element != "guid") continue;
                                     found +=
                                         row_of(link).rule == LinkRule::item_name ? "name" : "link";
                                   }
                                 }}));
    return found;
  };
  const std::string link = "<link>https://a.example/1</link>";
  const std::string guid = "<guid>https://a.example/1</guid>";
  CHECK(names("<item>" + link + guid + "</item>") == "name");
  CHECK(names("<item>" + guid + link + "</item>") == "name");
  CHECK(names("<item><a:link href='1'/>" + guid + "</item>") == "name");
  CHECK(names("<item>" + guid + "</item>") == "link");
  CHECK(names("<item><link> </link><a:link rel='self' href='1'/>" + guid + "</item>") == "link");
  CHECK(names(link + "<item>" + guid + "</item>") == "link");
  for (const std::string no : {"false", "FALSE", " False "}) {
    CHECK(names("<item><guid isPermaLink='" + no + "'>https://a.example/1</guid></item>").empty());
  }
  for (const std::string yes : {"true", " TRUE ", ""}) {
    CHECK(names("<item><guid isPermaLink='" + yes + "'>https://a.example/1</guid></item>") ==
          "link");
  }
}

TEST_CASE("the HTML of an item is relative to the link of the item on request") {
  DocumentOptions by_item = feed;
  by_item.feed_base = FeedBase::item;
  const auto url_of = [&](std::string const& xml, DocumentOptions const& options) {
    const auto links = test::links_of(source_from_text(xml, ContentType::xml), options);
    return links.empty() ? std::string() : std::string(links.back().url);
  };
  const std::string html = "&lt;a href='x'>";
  const std::string content = "<description>" + html + "</description>";
  const auto rss = [](std::string const& inner) {
    return "<rss xmlns:a='http://www.w3.org/2005/Atom' "
           "xmlns:c='http://purl.org/rss/1.0/modules/content/' "
           "xmlns:i='http://www.itunes.com/dtds/podcast-1.0.dtd'><channel>" +
           inner + "</channel></rss>";
  };
  const std::string link = "<link>https://b.example/i/</link>";
  const std::string by_link = "https://b.example/i/x";
  const std::string by_feed = "https://a.example/f/x";
  CHECK(url_of(rss("<item>" + link + content + "</item>"), feed) == by_feed);
  struct Case {
    std::string item;
    std::string url;
  };
  const std::string guid = "https://b.example/i/</guid>";
  const std::vector<Case> cases{
      {"<item>" + link + content + "</item>", by_link},
      {"<item>" + link + "<c:encoded>" + html + "</c:encoded></item>", by_link},
      {"<item>" + link + "<i:summary>" + html + "</i:summary></item>", by_link},
      {"<item><link>/i/</link>" + content + "</item>", "https://a.example/i/x"},
      {"<item><a:link rel='alternate' href='https://b.example/i/'/>" + content + "</item>",
       by_link},
      {"<item><a:link rel='self' href='https://b.example/i/'/>" + content + "</item>", by_feed},
      {"<item><guid>" + guid + content + "</item>", by_link},
      {"<item><guid isPermaLink='false'>" + guid + content + "</item>", by_feed},
      {"<item><guid>1</guid>" + content + "</item>", by_feed},
      {"<item xml:base='https://c.example/'>" + link + content + "</item>", "https://c.example/x"},
      {"<item>" + link + "<description xml:base='y/'>" + html + "</description></item>",
       "https://a.example/f/y/x"},
      {link + "<item/>" + content, by_feed},
  };
  for (Case const& each : cases) {
    CAPTURE(each.item);
    CHECK(url_of(rss(each.item), by_item) == each.url);
  }
  DocumentOptions off = by_item;
  off.xml_base = XmlBase::off;
  CHECK(url_of(rss(cases[9].item), off) == by_link);
  const auto atom = [&](std::string const& entry) {
    return "<feed" + atom_ns + "><entry>" + entry + "</entry></feed>";
  };
  const std::string type_html = "<content type='html'>" + html + "</content>";
  const std::string inline_html =
      "<content type='xhtml'><div xmlns='http://www.w3.org/1999/xhtml'><a href='x'/></div>"
      "</content>";
  const std::string page = "<link href='https://b.example/i/'/>";
  CHECK(url_of(atom(page + type_html), by_item) == by_link);
  CHECK(url_of(atom(page + inline_html), by_item) == by_link);
  CHECK(url_of(atom("<link rel='enclosure' href='https://b.example/i/'/>" + type_html), by_item) ==
        by_feed);
  CHECK(
      url_of(atom("<link type='application/json' href='https://no.example/'/>" + page + type_html),
             by_item) == by_link);
  CHECK(url_of(atom("<link xml:base='https://b.example/' href='i/'/>" + type_html), by_item) ==
        by_link);
  const std::string rdf =
      "<r:RDF xmlns:r='http://www.w3.org/1999/02/22-rdf-syntax-ns#' "
      "xmlns='http://purl.org/rss/1.0/'><item>" +
      link + content + "</item></r:RDF>";
  CHECK(url_of(rdf, by_item) == by_link);
  const std::string whole = atom(page + type_html);
  const auto links = test::links_of(source_from_text(whole, ContentType::xml), by_item);
  CHECK(links.back().base_source == BaseSource::item);
  CHECK(links.front().base_source == BaseSource::document);
}
