#include "support/many_links.h"

#include <array>

namespace hrefkit::test {

std::string ManyLinks::page(std::size_t count) const {
  const std::size_t mark = repeated.find('#');
  std::string text(begin);
  for (std::size_t i = 0; i * links < count; ++i) {
    text += repeated.substr(0, mark);
    if (mark == repeated.npos) continue;
    text += std::to_string(i);
    text += repeated.substr(mark + 1);
  }
  return text += end;
}

std::span<ManyLinks const> many_links() {
  // clang-format off
  static constexpr std::array kinds{
      ManyLinks{"anchors", "", "", "<a href=#>\n", 1, ""},
      ManyLinks{"anchors in one line", "", "<p>", "<a href=/x>", 1, ""},
      ManyLinks{"base elements", "", "", "<base href=/#/>", 1, "<a href=x>"},
      ManyLinks{"xml:base", "", "", "<p xml:base=/#/><a href=x></a></p>", 1, ""},
      ManyLinks{"xml:base in XHTML", "application/xhtml+xml", "<html xmlns='http://www.w3.org/1999/xhtml'><body>", "<p xml:base='/#/'><a href='x'/></p>", 1, "</body></html>"},
      ManyLinks{"a style sheet", "text/css", "", "a{b:url(#)}", 1, ""},
      ManyLinks{"a style element", "", "<style>", "a{b:url(#)}", 1, "</style>"},
      ManyLinks{"a srcset", "", "<img srcset='", "# 2x, ", 1, "'>"},
      ManyLinks{"frames", "", "<base href=/b/>", "<iframe srcdoc='<a href=#><img src=y>'></iframe>", 2, ""},
      ManyLinks{"frames with bases", "", "<base href=/b/>", "<iframe srcdoc='<base href=#/><a href=x>'></iframe>", 2, ""},
      ManyLinks{"frames in frames", "", "", "<iframe srcdoc='<iframe srcdoc=\"<a href=#>\"></iframe>'></iframe>", 1, ""},
      ManyLinks{"links before the base", "", "", "<img src=#>", 1, "<base href=/b/>"},
      ManyLinks{"template code", "", "<base href=/b/>", "<a href='{{ x# }}'>", 1, ""},
      ManyLinks{"links that do not resolve", "", "", "<a href='http://[#'>", 1, ""},
      ManyLinks{"a script", "text/javascript", "", "import'./#';", 1, ""},
      ManyLinks{"a script of workers", "text/javascript", "", "new Worker('#');", 1, ""},
      ManyLinks{"an inline script", "", "<base href=/b/><script type=module>", "import'./#';", 1, "</script>"},
      ManyLinks{"inline scripts", "", "", "<script>import('./#')</script>", 1, ""},
      ManyLinks{"an import map", "", "<script type=importmap>{\"imports\":{\"a/\":\"/a/\"}}</script><script type=module>", "import'a/#';", 1, "</script>"},
      ManyLinks{"import maps", "", "", "<script type=importmap>{\"imports\":{\"a\":\"/#\"}}</script><script>import('a')</script>", 1, ""},
  };
  // clang-format on
  return kinds;
}

}  // namespace hrefkit::test
