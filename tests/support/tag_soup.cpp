#include "support/tag_soup.h"

#include <array>
#include <string_view>
#include <utility>

namespace hrefkit::test {

namespace {

using namespace std::string_view_literals;

constexpr std::array names{"a"sv,
                           "a"sv,
                           "A"sv,
                           "b"sv,
                           "i"sv,
                           "p"sv,
                           "div"sv,
                           "li"sv,
                           "ul"sv,
                           "table"sv,
                           "tbody"sv,
                           "tr"sv,
                           "td"sv,
                           "th"sv,
                           "caption"sv,
                           "colgroup"sv,
                           "col"sv,
                           "select"sv,
                           "option"sv,
                           "button"sv,
                           "form"sv,
                           "input"sv,
                           "textarea"sv,
                           "title"sv,
                           "style"sv,
                           "script"sv,
                           "noscript"sv,
                           "noframes"sv,
                           "iframe"sv,
                           "xmp"sv,
                           "template"sv,
                           "svg"sv,
                           "math"sv,
                           "mi"sv,
                           "desc"sv,
                           "foreignObject"sv,
                           "annotation-xml"sv,
                           "image"sv,
                           "img"sv,
                           "br"sv,
                           "h1"sv,
                           "frameset"sv,
                           "frame"sv,
                           "html"sv,
                           "head"sv,
                           "body"sv,
                           "base"sv,
                           "link"sv,
                           "meta"sv,
                           "object"sv,
                           "applet"sv,
                           "marquee"sv,
                           "plaintext"sv,
                           "isindex"sv,
                           "menuitem"sv,
                           "font"sv,
                           "source"sv,
                           "area"sv,
                           "q"sv,
                           "x-y"sv,
                           "path"sv,
                           "g"sv,
                           "use"sv,
                           "span"sv,
                           "pre"sv};

constexpr std::array attributes{
    "href"sv,       "HREF"sv,     "src"sv,        "srcset"sv,     "style"sv,      "id"sv,
    "name"sv,       "rel"sv,      "http-equiv"sv, "content"sv,    "type"sv,       "action"sv,
    "ping"sv,       "data"sv,     "cite"sv,       "background"sv, "color"sv,      "encoding"sv,
    "class"sv,      "itemid"sv,   "itemtype"sv,   "archive"sv,    "formaction"sv, "profile"sv,
    "xlink:href"sv, "manifest"sv, "fill"sv,       "clip-path"sv,  "x\0y"sv,       "="sv};

constexpr std::array values{"u"sv,
                            "/a?b=1&amp;c=2"sv,
                            "a&#x26;b"sv,
                            "x.png 1x, y&amp;.png 2x"sv,
                            ""sv,
                            " u "sv,
                            "url(a)"sv,
                            "b:url('c&#39;d')"sv,
                            "stylesheet"sv,
                            "refresh"sv,
                            "5; url=n"sv,
                            "0;URL='m'"sv,
                            "hidden"sv,
                            "text/html"sv,
                            "text/css"sv,
                            "a\0b"sv,
                            "l\r\nm"sv,
                            "&copy=1"sv,
                            "a b"sv,
                            "icon"sv,
                            "a,b"sv,
                            "javascript:x"sv,
                            "http://o.example/d/"sv,
                            "#f"sv,
                            "url(#g)"sv,
                            "url(?é)"sv,
                            "?é"sv,
                            "é"sv};

constexpr std::array raw_texts{"@import 'i';b{c:url(d)}"sv,
                               "<!--<script>"sv,
                               "</scriptx"sv,
                               "<a href=r>"sv,
                               "url(&amp;)"sv,
                               "import('&amp;j');new URL('k\r\n',import.meta.url)"sv,
                               "-->"sv,
                               "a\0\r\nb"sv};

constexpr std::array others{
    "<!-- <a href=c> -->"sv,
    "<!-->"sv,
    "<!--->"sv,
    "<!-- --!>"sv,
    "<!--x"sv,
    "<!DOCTYPE html>"sv,
    "<![CDATA[<a href=d>]]>"sv,
    "<?p <a>"sv,
    "</>"sv,
    "</ x>"sv,
    "<"sv,
    "< a>"sv,
    "]]>"sv,
    "&nbsp;"sv,
    "&#32;"sv,
    "\0"sv,
    "\r\n"sv,
    "--"sv,
    "<a"sv,
    "</"sv,
    "<?marker name='x'>"sv,
    "<?marker name='y'?>"sv,
    "<?start name='x'>"sv,
    "<?end>"sv,
    "<svg><style>a{b:url(x"sv,
    "<svg><style>@import 'x"sv,
    "</q>y)}"sv,
    "<![CDATA[y]]>"sv,
    "</style>"sv,
    "<template for=x>"sv,
    "<template for=y>"sv,
    "<meta http-equiv=Content-Security-Policy content=base-uri>"sv,
    "<meta content=\"base-uri 'self'\" http-equiv=content-security-policy>"sv,
    "<base href=//o.example/>"sv,
    "<base href=/b/>"sv};

/// What random pieces seldom open by themselves.
constexpr std::array beginnings{"<body>"sv,
                                "<svg><desc>"sv,
                                "<svg><g>"sv,
                                "<math><mi>"sv,
                                "<math><annotation-xml encoding=text/html>"sv,
                                "<math><mi><p><svg>"sv,
                                "<table>"sv,
                                "<table><td>"sv,
                                "<table><svg><desc>"sv,
                                "<svg><desc><table>"sv,
                                "<svg><desc><select>"sv,
                                "<object><svg>"sv,
                                "<select>"sv,
                                "<template>"sv,
                                "<template><tr>"sv,
                                "<div><template shadowrootmode=open>"sv};

}  // namespace

std::size_t TagSoup::below(std::size_t limit) {
  if (!choices_.empty()) {
    const auto choice = static_cast<unsigned char>(choices_.front());
    choices_.remove_prefix(1);
    return choice % limit;
  }
  // xorshift64
  state_ ^= state_ << 13;
  state_ ^= state_ >> 7;
  state_ ^= state_ << 17;
  return static_cast<std::size_t>(state_ % limit);
}

std::string TagSoup::document(std::size_t pieces) {
  out_.clear();
  if (below(2) == 0) out_ += any_of(beginnings);
  const std::size_t count = 1 + below(pieces);
  for (std::size_t i = 0; i < count; ++i) append_piece();
  return out_;
}

std::string TagSoup::document(std::string_view choices) {
  TagSoup soup(0);
  soup.choices_ = choices;
  while (!soup.choices_.empty()) soup.append_piece();
  return soup.out_;
}

void TagSoup::append_piece() {
  const std::size_t kind = below(20);
  if (kind < 10) {
    append_start_tag();
  } else if (kind < 16) {
    out_ += "</";
    out_ += any_of(names);
    out_ += below(8) == 0 ? " x>" : ">";
  } else {
    append_text();
  }
}

/// A frame with a document of its own.
void TagSoup::append_frame() {
  constexpr std::array quotes{"\""sv, "'"sv, ""sv};
  const std::string_view quote = any_of(quotes);
  const bool is_coded = below(3) != 0;
  std::string around = std::exchange(out_, {});
  ++depth_;
  for (std::size_t count = below(6); count > 0; --count) append_piece();
  --depth_;
  const std::string content = std::exchange(out_, std::move(around));
  out_ += "<iframe";
  if (below(3) == 0) append_attribute();
  (out_ += " srcdoc=") += quote;
  const std::string_view ends = quote.empty() ? " \t\r\n\f>"sv : quote;
  for (const char c : content) {
    if (c == '&' && is_coded) {
      out_ += "&amp;";
    } else if (c == '<' && is_coded && below(4) == 0) {
      out_ += "&lt;";
    } else if (ends.find(c) != ends.npos) {
      out_ += "&#" + std::to_string(static_cast<unsigned char>(c)) + ';';
    } else {
      out_ += c;
    }
  }
  out_ += quote;
  if (below(3) == 0) append_attribute();
  out_ += any_of(std::array{">"sv, "></iframe>"sv});
}

void TagSoup::append_start_tag() {
  if (depth_ < 3 && below(12) == 0) return append_frame();
  out_ += '<';
  out_ += any_of(names);
  const std::size_t count = below(4);
  for (std::size_t i = 0; i < count; ++i) append_attribute();
  if (below(12) == 0) out_ += " /";
  out_ += '>';
}

void TagSoup::append_attribute() {
  out_ += any_of(std::array{" "sv, " "sv, "\n"sv, "/"sv, "\t "sv});
  out_ += any_of(attributes);
  switch (below(8)) {
    case 0:
      return;
    case 1:
      out_ += "=u";
      return;
    case 2:
      out_ += " = ";
      break;
    default:
      out_ += '=';
  }
  const char quote = below(4) == 0 ? '\'' : '"';
  out_ += quote;
  for (const char c : any_of(values)) out_ += c == quote ? '_' : c;
  out_ += quote;
}

void TagSoup::append_text() {
  const std::size_t kind = below(8);
  if (kind < 3) {
    out_ += "x ";
  } else if (kind < 5) {
    out_ += any_of(raw_texts);
  } else {
    out_ += any_of(others);
  }
}

}  // namespace hrefkit::test
