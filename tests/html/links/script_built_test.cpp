#include "hrefkit/html/script_built.h"

#include <catch2/catch.hpp>
#include <string>

#include "support/run_cost.h"

namespace hrefkit::html {

TEST_CASE("a script builds a page that has a script, one id at most, and no text") {
  const std::string head = "<!DOCTYPE html><meta charset=utf-8><title>t</title>";
  for (std::string const& page : {
           head + "<div id=root></div><script src=/a.js></script>",
           head +
               "<script type=module src=a.js></script><body>\n <!-- app --> <div id=app></div>\n",
           head + "<script>var x = '<p id=a><p id=b>text'</script><app-root></app-root>",
           head + "<style>p { }</style><noscript>turn <b id=a>scripts</b> on</noscript>"
                  "<div id=__next></div><script id='' src=a.js></script>",
           head + "<template>text<p id=a><p id=b></template><script></script>",
           head + "<div id=x name=y></div><a id=></a><script></script>",
           head + "<svg><title>logo</title><style>a</style><path/></svg><script></script>",
           head + "<img src=a.png alt=text><script></script><?php text ?><![CDATA[text]]>",
       }) {
    INFO(page);
    CHECK(is_built_by_script(page));
  }
  for (std::string const& page : {
           head,
           head + "<div id=root></div>",
           head + "<!-- <script src=a.js></script> --><div id=root></div>",
           head + "<template><script src=a.js></script></template>",
           head + "<script src=a.js></script><p>text",
           head + "text<script src=a.js></script>",
           head + "<!-- a -->text<!-- b --><script src=a.js></script>",
           head + "<script src=a.js></script><p>&copy;",
           head + "<script src=a.js></script><textarea>text</textarea>",
           head + "<div id=__next><div id=header></div></div><script src=a.js></script>",
           head + "<a name=a></a><p id=b></p><script src=a.js></script>",
           head + "<svg><text><![CDATA[text]]></text></svg><script src=a.js></script>",
           std::string("<script src=a.js></script>< a"),
       }) {
    INFO(page);
    CHECK_FALSE(is_built_by_script(page));
  }
}

TEST_CASE("whether a script builds a page takes time linear in the page", "[growth]") {
  if (!test::can_measure_cost()) return;
  for (std::string const part :
       {"<div>", "<!--", "<!-- -->", "<template>", "<script>", "<svg>", "<b><p>"}) {
    INFO(part);
    std::string page = "<script></script>";
    while (page.size() < 2'000'000) page += part;
    const auto cost = test::cost_of([&] { static_cast<void>(is_built_by_script(page)); });
    CHECK(cost.succeeded());
    CHECK(cost.seconds < test::allowed_seconds(page.size()));
  }
}

}  // namespace hrefkit::html
