#include "support/nasty_xml.h"

#include <array>

namespace hrefkit::test {

namespace {

/// `piece` again and again, in which each `@` becomes a number of its own.
std::string repeated(std::string_view piece, std::size_t size) {
  std::string text;
  const std::size_t hole = piece.find('@');
  for (std::size_t number = 0; text.size() < size; ++number) {
    if (hole == std::string_view::npos) {
      text += piece;
      continue;
    }
    text += piece.substr(0, hole);
    text += std::to_string(number);
    text += piece.substr(hole + 1);
  }
  return text;
}

/// A document type with `declarations`, and an element around `content`.
std::string with_type(std::string const& declarations, std::string const& content) {
  return "<!DOCTYPE a [" + declarations + "]><a>" + content + "</a>";
}

constexpr std::array kinds{
    NastyXml{"a long default value",
             [](std::size_t size) {
               return with_type("<!ATTLIST b href CDATA '" + std::string(size / 2, 'x') + "'>",
                                repeated("<b/>", size / 2));
             }},
    NastyXml{"many default values",
             [](std::size_t size) {
               return with_type("<!ATTLIST b" + repeated(" a@ CDATA ''", size / 2) + ">",
                                repeated("<b/>", size / 2));
             }},
    NastyXml{"some default values",
             [](std::size_t size) {
               return with_type("<!ATTLIST b" + repeated(" a@ CDATA 'x'", 1000) + ">",
                                repeated("<b/>", size));
             }},
    NastyXml{"many declared attributes",
             [](std::size_t size) {
               return with_type("<!ATTLIST b" + repeated(" a@ CDATA ''", size) + ">", "");
             }},
    NastyXml{"many declared attributes without a value",
             [](std::size_t size) {
               return with_type(
                   "<!ATTLIST b" + repeated(" a@ NMTOKEN #IMPLIED", size / 2) + ">",
                   "<b" + repeated(" a@=''", size / 4) + "/>" + repeated("<b/>", size / 4));
             }},
    NastyXml{"a default value in an entity",
             [](std::size_t size) {
               return with_type("<!ENTITY e '" + std::string(size / 4, 'x') + "'>" + "<!ATTLIST b" +
                                    repeated(" a@ CDATA '&e;'", size / 4) + ">",
                                repeated("<b/>", size / 2));
             }},
    NastyXml{"default namespaces",
             [](std::size_t size) {
               return with_type("<!ATTLIST b" + repeated(" xmlns:a@ CDATA 'u'", size / 2) + ">",
                                repeated("<b/>", size / 2));
             }},
    NastyXml{"a long namespace",
             [](std::size_t size) {
               return "<r xmlns='" + std::string(size / 2, 'u') + "'>" +
                      repeated("<a/>", size / 2) + "</r>";
             }},
    NastyXml{"a long namespace of a prefix",
             [](std::size_t size) {
               return "<r xmlns:p='" + std::string(size / 2, 'u') + "'>" +
                      repeated("<p:a p:b=''/>", size / 2) + "</r>";
             }},
    NastyXml{"many prefixes",
             [](std::size_t size) {
               return "<r" + repeated(" xmlns:p@='u'", size / 2) + ">" +
                      repeated("<p@:a/>", size / 2) + "</r>";
             }},
    NastyXml{"nested namespaces",
             [](std::size_t size) { return repeated("<a xmlns='u@'>", size); }},
    NastyXml{"prefixes that are not declared",
             [](std::size_t size) { return with_type("", repeated("<p@:a p@:b=''/>", size)); }},
    NastyXml{"entities in great number",
             [](std::size_t size) { return with_type(repeated("<!ENTITY e@ ''>", size), ""); }},
    NastyXml{"entities with elements",
             [](std::size_t size) {
               return with_type("<!ENTITY e '" + repeated("<b/>", size / 8) + "'>",
                                repeated("&e;", size / 2));
             }},
    NastyXml{"entities with links",
             [](std::size_t size) {
               return with_type("<!ENTITY e '" + repeated("<b href=\"x\"/>", 200) + "'>",
                                repeated("&e;", size));
             }},
    NastyXml{"entities in values",
             [](std::size_t size) {
               return with_type("<!ENTITY e '" + std::string(size / 2, 'x') + "'>",
                                repeated("<b href='&e;'/>", size / 2));
             }},
    NastyXml{"entities in text",
             [](std::size_t size) {
               return with_type("<!ENTITY e '" + std::string(200, 'x') + "'>",
                                "<style>" + repeated("&e;", size) + "</style>");
             }},
    NastyXml{"declarations in parameter entities",
             [](std::size_t size) {
               return with_type("<!ENTITY % p '<!ATTLIST b" + repeated(" a@ CDATA \"\"", 1000) +
                                    ">'>" + repeated("%p;", size / 2),
                                repeated("<b/>", size / 2));
             }},
    NastyXml{"nested elements", [](std::size_t size) { return repeated("<a>", size); }},
    NastyXml{"many attributes",
             [](std::size_t size) { return "<a" + repeated(" a@=''", size) + "/>"; }},
    NastyXml{"many attributes with a prefix",
             [](std::size_t size) {
               return "<a xmlns:p='u' xmlns:q='u'" + repeated(" p:a@=''", size / 2) +
                      repeated(" q:a@=''", size / 2) + "/>";
             }},
    NastyXml{"references in text",
             [](std::size_t size) { return "<style>" + repeated("&lt;", size) + "</style>"; }},
    NastyXml{"references in a value",
             [](std::size_t size) { return "<a href='" + repeated("&lt;", size) + "'/>"; }},
    NastyXml{"elements", [](std::size_t size) { return with_type("", repeated("<b/>", size)); }},
    NastyXml{"links",
             [](std::size_t size) {
               return "<html xmlns='http://www.w3.org/1999/xhtml'>" +
                      repeated("<a href='x'/>", size) + "</html>";
             }},
    NastyXml{"HTML in a feed",
             [](std::size_t size) {
               return "<rss>" + repeated("<description>&lt;a></description>", size) + "</rss>";
             }},
    NastyXml{"HTML in a feed in nested bases",
             [](std::size_t size) {
               return "<feed>" + repeated("<entry xml:base='a@/'>", size / 2) +
                      repeated("<title type='html'>&lt;a></title>", size / 2);
             }},
    NastyXml{"a sitemap",
             [](std::size_t size) {
               return "<urlset>" + repeated("<loc>&amp;</loc>", size) + "</urlset>";
             }},
    NastyXml{"style sheet instructions",
             [](std::size_t size) {
               return repeated("<?xml-stylesheet href='&amp;'?>", size) + "<a/>";
             }},
    NastyXml{"comments",
             [](std::size_t size) { return with_type("", repeated("<!--x-->", size)); }},
};

}  // namespace

std::span<NastyXml const> nasty_xml() {
  return kinds;
}

}  // namespace hrefkit::test
