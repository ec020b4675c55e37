// What becomes of the names in scripts, inline and in files of their own, and of import maps.
#include <algorithm>
#include <catch2/catch.hpp>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

#include "hrefkit/html/content_type.h"
#include "hrefkit/html/rewrite.h"
#include "html/edit/rewrite_laws.h"
#include "support/run_cost.h"

using namespace hrefkit;
using namespace hrefkit::html;
using test::in_form;

namespace {

RewriteOptions options_of(ContentType type, std::string url) {
  RewriteOptions options;
  options.document.url = std::move(url);
  options.document.also = {
      .import_map = true, .import_map_keys = true, .speculation_rules = true, .scripts = true};
  options.encoding.content_type = type;
  options.encoding.transport_charset = "utf-8";
  return options;
}

RewriteOptions script_at(std::string url) {
  return options_of(ContentType::script, std::move(url));
}

RewriteOptions page_at(std::string url) {
  return options_of(ContentType::html, std::move(url));
}

std::string new_text(std::string const& text, RewriteOptions const& options,
                     MapUrl const& map = {}) {
  std::string bytes;
  CHECK(test::broken_law(text, options, map, bytes) == "");
  return bytes;
}

/// Sets the target of URLs that begin with `from`.
MapUrl moved(std::string from, std::string to) {
  return [=](LinkTarget& target) {
    if (target.url.starts_with(from) && !target.url.starts_with(to))
      target.target = to + std::string(target.url.substr(from.size()));
  };
}

struct Change {
  std::string before;
  std::string after;
};

}  // namespace

TEST_CASE("names in a script are written in their form, with the quote that is there") {
  const RewriteOptions options = script_at("https://h.example/assets/a.js");
  for (Change const& row : std::vector<Change>{
           {"import '/assets/b.js'", "import './b.js'"},
           {"import x from \"/b.js\";", "import x from \"../b.js\";"},
           {"export * from '/assets/'", "export * from './'"},
           {"import '/assets/a.js'", "import './a.js'"},
           {"import '/assets/a.js?x'", "import './a.js?x'"},
           {"import '/assets/a.js#x'", "import './a.js#x'"},
           {"import './b.js'", "import './b.js'"},
           {"import 'vue'", "import 'vue'"},
           {"import '#x'", "import '#x'"},
           {"import 'node:fs'", "import 'node:fs'"},
           {"import(`/assets/b.js`)", "import(`./b.js`)"},
           {"import('https://h.example/b.js')", "import('../b.js')"},
           {"import('https://o.example/b.js')", "import('https://o.example/b.js')"},
           {"import('/\\u0061.js')", "import('../a.js')"},
           {"import('/it\\'s.js')", "import('../it\\'s.js')"},
           {"import(`/${x}`)", "import(`/${x}`)"},
           {"import(`/$\\{x}`)", "import(`/$\\{x}`)"},
           {"new URL('/x.png', import.meta.url)", "new URL('../x.png', import.meta.url)"},
           {"new Worker(new URL('/w.js', import.meta.url))",
            "new Worker(new URL('../w.js', import.meta.url))"},
           // The page that runs it is not known: what begins at the root leads there for all.
           {"new Worker('/w.js')", "new Worker('/w.js')"},
           {"new Worker('w.js')", "new Worker('w.js')"},
           {"import 'x'; import '/y.js'; // '/z.js'", "import 'x'; import '../y.js'; // '/z.js'"},
           {"a('/x.js') //# sourceMappingURL=/assets/a.js.map",
            "a('/x.js') //# sourceMappingURL=a.js.map"},
       }) {
    CAPTURE(row.before);
    CHECK(new_text(row.before, options, in_form(UrlForm::relative)) == row.after);
  }
  const RewriteOptions from_root = script_at("https://h.example/assets/a.js");
  CHECK(new_text("import './b.js'; import('../c.js')", from_root,
                 in_form(UrlForm::root_relative)) == "import '/assets/b.js'; import('/c.js')");
  CHECK(new_text("import './b.js'", from_root, in_form(UrlForm::absolute)) ==
        "import 'https://h.example/assets/b.js'");
}

TEST_CASE("the names of a script that moves keep their targets") {
  RewriteOptions options = script_at("https://h.example/assets/a.js");
  options.new_url = "https://h.example/x/y/a.js";
  CHECK(new_text("import './b.js'; import '/c.js'; new Worker('/w.js'); new Worker('w.js')",
                 options) ==
        "import '../../assets/b.js'; import '/c.js'; new Worker('/w.js'); new Worker('w.js')");
  const auto map = moved("https://h.example/", "https://h.example/app/");
  options.new_url = "https://h.example/app/assets/a.js";
  CHECK(new_text("import './b.js'; import '/c.js'; new Worker('/w.js')", options, map) ==
        "import './b.js'; import '/app/c.js'; new Worker('/app/w.js')");
}

TEST_CASE("the lists of Vite stay, and it is told where they lead elsewhere") {
  const std::string list =
      "const "
      "__vite__mapDeps=(i,m=__vite__mapDeps,d=(m.f||(m.f=[\"assets/b.js\",\"assets/c.css\"])))"
      "=>i.map(i=>d[i]);\nimport('./b.js');";
  const auto notes_of = [&](std::string const& to, MapUrl const& map) {
    RewriteOptions options = script_at("https://h.example/assets/a.js");
    options.new_url = to;
    std::string buffer;
    Notes notes;
    const auto source = decode_source(list, options.encoding, buffer, notes);
    const auto page = Rewriter().rewrite(*source, options, map, notes);
    REQUIRE(page);
    const std::string_view bytes = page->changed ? std::string_view(page->bytes) : list;
    CHECK(bytes.substr(0, list.find('\n')) == list.substr(0, list.find('\n')));
    return std::count_if(notes.begin(), notes.end(),
                         [](Note const& note) { return note.kind == NoteKind::script_link; });
  };
  CHECK(notes_of("https://h.example/assets/a.js", moved("https://o.example/", "/x")) == 0);
  // The base before the entries is a string, which stays.
  CHECK(notes_of("https://h.example/app/assets/a.js",
                 moved("https://h.example/", "https://h.example/app/")) == 1);
  CHECK(notes_of("https://h.example/assets/a.js",
                 moved("https://h.example/", "https://h.example/app/")) == 1);
}

TEST_CASE("inline scripts resolve against the base of their place, and keep their targets") {
  RewriteOptions options = page_at("https://h.example/d/p.html");
  options.drop_base = true;
  for (Change const& row : std::vector<Change>{
           {"<base href=/b/><script type=module>import './m.js'; import 'vue'</script>",
            "<script type=module>import '../b/m.js'; import 'vue'</script>"},
           {"<script type=module>import './m.js'</script><base href=/b/>",
            "<script type=module>import './m.js'</script>"},
           {"<base href=/b/><script>new Worker('w.js')</script>",
            "<script>new Worker('../b/w.js')</script>"},
           {"<base href=/b/><script>import('./x.js').then(a=>'</sc')</script>",
            "<script>import('../b/x.js').then(a=>'</sc')</script>"},
           {"<base href=/b/><script>go('./x.js')</script>", "<script>go('./x.js')</script>"},
           {"<iframe srcdoc=\"<base href=/b/><script type=module>import './m.js'</script>\">",
            "<iframe srcdoc=\"<script type=module>import '../b/m.js'</script>\">"},
       }) {
    CAPTURE(row.before);
    CHECK(new_text(row.before, options) == row.after);
  }
}

TEST_CASE("scripts of SVG and XHTML are written with the escapes of their text") {
  RewriteOptions options = options_of(ContentType::xml, "https://h.example/d/p.svg");
  const auto map = moved("https://h.example/d/", "https://h.example/x&y/");
  CHECK(new_text("<svg xmlns='http://www.w3.org/2000/svg'><script type='module'>"
                 "import './m.js?a&amp;b'</script></svg>",
                 options, map) ==
        "<svg xmlns='http://www.w3.org/2000/svg'><script type='module'>"
        "import '../x&amp;y/m.js?a&amp;b'</script></svg>");
  CHECK(new_text("<svg xmlns='http://www.w3.org/2000/svg'><script type='module'><![CDATA["
                 "import './m.js?a&b']]></script></svg>",
                 options, map) ==
        "<svg xmlns='http://www.w3.org/2000/svg'><script type='module'><![CDATA["
        "import '../x&y/m.js?a&b']]></script></svg>");
}

TEST_CASE("import maps change as the specifiers do") {
  const auto map = moved("https://h.example/", "https://h.example/app/");
  RewriteOptions options = page_at("https://h.example/p.html");
  options.new_url = "https://h.example/app/p.html";
  for (
      Change const& row : std::vector<Change>{
          {R"({"imports":{"vue":"/vue.js","./local.js":"./other.js","/root.js":"/r.js"}})",
           R"({"imports":{"vue":"/app/vue.js","./local.js":"./other.js","/app/root.js":"/app/r.js"}})"},
          {R"({"imports":{"lib/":"/lib/"},"scopes":{"/a/":{"x":"/a/x.js"},"b/":{"x":"./y.js"}}})",
           R"({"imports":{"lib/":"/app/lib/"},"scopes":{"/app/a/":{"x":"/app/a/x.js"},"b/":{"x":"./y.js"}}})"},
          {R"({"integrity":{"/m.js":"sha384-x","./n.js":"sha384-y"}})",
           R"({"integrity":{"/app/m.js":"sha384-x","./n.js":"sha384-y"}})"},
          {R"({"imports":{"none":null,"no":"bare","/no/":"/x.js"}})",
           R"({"imports":{"none":null,"no":"bare","/app/no/":"/x.js"}})"},
          {R"(["/m.js"])", R"(["/m.js"])"},
      }) {
    CAPTURE(row.before);
    const std::string begin = "<script type=importmap>";
    CHECK(new_text(begin + row.before + "</script>", options, map) ==
          begin + row.after + "</script>");
  }
  // A specifier and the key that it finds stay the same.
  CHECK(new_text("<script type=importmap>{\"imports\":{\"/a.js\":\"/b.js\"}}</script>"
                 "<script type=module>import '/a.js'</script>",
                 options, map) ==
        "<script type=importmap>{\"imports\":{\"/app/a.js\":\"/app/b.js\"}}</script>"
        "<script type=module>import '/app/a.js'</script>");
}

TEST_CASE("scripts with very many names are rewritten within the law", "[growth]") {
  if (!test::can_measure_cost()) return;
  std::string imports;
  std::string keys;
  for (int i = 0; i < 30'000; ++i) {
    const std::string number = std::to_string(i);
    imports += "import '/a" + number + ".js';\n";
    keys += (i == 0 ? "\"/a" : ",\"/a") + number + ".js\":\"/b" + number + ".js\"";
  }
  const std::string inline_script = "<script type=module>" + imports + "</script>";
  const std::string map = "<script type=importmap>{\"imports\":{" + keys + "}}</script>";
  const auto check = [](std::string const& text, RewriteOptions const& options) {
    const auto cost = test::cost_of([&] {
      if (!rewrite(text, options, in_form(UrlForm::relative))->changed) std::abort();
    });
    CHECK(cost.succeeded());
    CHECK(cost.peak_bytes < test::allowed_bytes(text.size()));
    CHECK(cost.seconds < test::allowed_seconds(text.size()));
  };
  check(imports, script_at("https://h.example/x/a.js"));
  check(inline_script, page_at("https://h.example/x/p.html"));
  check(map + inline_script, page_at("https://h.example/x/p.html"));
}
