#include "support/nasty_markup.h"

#include <array>

namespace hrefkit::test {

namespace {

constexpr std::array kinds{
    NastyMarkup{"plain links", "", "<p><a href=a?b>text</a>\n"},
    NastyMarkup{"nested blocks", "", "<div>"},
    NastyMarkup{"nested formatting", "", "<b>"},
    NastyMarkup{"nested links", "", "<a href=x>"},
    NastyMarkup{"nested formatting in blocks", "", "<p><b><i>"},
    NastyMarkup{"nested formatting, never the same", "", "<font color=#>"},
    NastyMarkup{"unmatched end tags", "<div>", "</p></b></x>"},
    NastyMarkup{"attributes of different names", "<a href=x", " a#=b", ">"},
    NastyMarkup{"attributes of one name", "<a href=x", " a=b", ">"},
    NastyMarkup{"attributes without a value", "<a href=x", " a#", ">"},
    NastyMarkup{"attributes, cut off", "", "<a href=x "},
    NastyMarkup{"unclosed quote, one", "<a href=\"", "x>"},
    NastyMarkup{"unclosed quotes", "", "<a href=\"x' b='"},
    NastyMarkup{"`<`", "", "<"},
    NastyMarkup{"`</`", "", "</"},
    NastyMarkup{"`<!`", "", "<!"},
    NastyMarkup{"`&` in text", "", "&"},
    NastyMarkup{"`&` in a value", "<a href='", "&", "'>"},
    NastyMarkup{"references in a value", "<a href='", "&amp;", "'>"},
    NastyMarkup{"references without end", "<a href='", "&#x1", "'>"},
    NastyMarkup{"comments", "", "<!-- x -->"},
    NastyMarkup{"comments that do not end", "", "<!--"},
    NastyMarkup{"dashes in a comment", "<!--", "--!"},
    NastyMarkup{"script with comments", "<script>", "<!--<script>"},
    NastyMarkup{"script with end tags", "<script>", "</scriptx"},
    NastyMarkup{"style with URLs", "<style>", "a{b:url(c)}", "</style>"},
    NastyMarkup{"style without end", "<style>", "url('"},
    NastyMarkup{"style attributes", "", "<p style=\"a:url('b')\">"},
    NastyMarkup{"srcset", "<img srcset='", "a.png 1x, ", "'>"},
    NastyMarkup{"candidates of a preload with a hash",
                "<link rel=preload as=image integrity=sha256-x imagesrcset='", "a.png 1x, ", "'>"},
    NastyMarkup{"srcset in parentheses", "<img srcset='", "a ((,", "'>"},
    NastyMarkup{"ping", "<a ping='", "x ", "'>"},
    NastyMarkup{"base elements", "", "<base href=x>"},
    NastyMarkup{"a base element with hrefs", "<base", " href=x", ">"},
    NastyMarkup{"a link with attributes", "<link href=x imagesrcset='a,b,c' rel=icon", " a#", ">"},
    NastyMarkup{"nested templates", "", "<template>"},
    NastyMarkup{"templates and tables", "", "<template><tr>"},
    NastyMarkup{"nested svg", "", "<svg>"},
    NastyMarkup{"svg in html in svg", "", "<svg><desc>"},
    NastyMarkup{"svg paths", "<svg>", "<path d='M0,0'/>"},
    NastyMarkup{"svg links", "<svg>", "<a xlink:href=x>"},
    NastyMarkup{"math in annotations", "", "<math><annotation-xml encoding=text/html>"},
    NastyMarkup{"nested tables", "", "<table><tr><td>"},
    NastyMarkup{"table foster parents", "<table>", "<a href=x>"},
    NastyMarkup{"nested selects", "", "<select><option>"},
    NastyMarkup{"nested framesets", "<frameset>", "<frameset><frame src=x>"},
    NastyMarkup{"forms", "", "<form action=x><div></form>"},
    NastyMarkup{"html attributes", "", "<html a#=b>"},
    NastyMarkup{"one line of a URL", "<a href=", "x", ">"},
    NastyMarkup{"dots in a URL", "<a href=", "../", ">"},
    NastyMarkup{"spaces in a URL", "<a href='", " \n", "'>"},
    NastyMarkup{"ignored elements", "", "<p data-hrefkit-ignore><a href=x>x</a></p>"},
    NastyMarkup{"nested in an ignored element", "<div data-hrefkit-ignore><a href=x>x</a>",
                "<span><ul><li></li></ul>"},
    NastyMarkup{"comments for hrefkit", "<a href=x>", "<!--hrefkit-ignore--!>"},
    NastyMarkup{"shadow roots", "", "<div><template shadowrootmode=open><a href=x></a></template>"},
    NastyMarkup{"templates and their markers", "<p>",
                "<i><?marker name='#'></i><template for=#><a href=x></a></template>"},
    NastyMarkup{"base elements that templates remove", "<p>",
                "<?start name='x'><base href=x><?end><template for=x></template><img src=x>"},
    NastyMarkup{"policies", "",
                "<meta http-equiv=content-security-policy content='img-src *'><img src=x>"},
    NastyMarkup{"documents in frames, with a base each", "",
                "<iframe srcdoc=\"<base href=b#/><a href=x>\"></iframe>"},
    NastyMarkup{"NUL", "<a href='", {"\0<\0", 3}, "'>"},
};

}  // namespace

std::span<NastyMarkup const> nasty_markup() {
  return kinds;
}

std::string NastyMarkup::document(std::size_t size) const {
  std::string text(head);
  text.reserve(size + 100);
  std::size_t number = 0;
  while (text.size() < size) {
    const std::size_t hole = piece.find('#');
    if (hole == piece.npos || piece.find("&#") != piece.npos) {
      text += piece;
      continue;
    }
    text += piece.substr(0, hole);
    text += std::to_string(number++);
    text += piece.substr(hole + 1);
  }
  text += tail;
  return text;
}

}  // namespace hrefkit::test
