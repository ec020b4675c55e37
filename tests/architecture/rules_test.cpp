// Each rule on planted files: what breaks it is found, what keeps it is not.
#include "architecture/rules.h"

#include <catch2/catch.hpp>
#include <string>
#include <vector>

namespace hrefkit::test {

namespace {

struct Case {
  std::string path;
  std::string text;
  std::size_t violations;
};

void check_cases(Violations (*rule)(RepositoryFile const&), std::vector<Case> const& cases) {
  for (auto const& [path, text, violations] : cases) {
    CAPTURE(path, text);
    CHECK(rule({path, text}).size() == violations);
    CHECK(check({path, text}).size() >= violations);
  }
}

}  // namespace

TEST_CASE("includes go downward only") {
  check_cases(check_floors,
              {
                  {"src/text/utf8.cpp", "#include \"hrefkit/text/utf8.h\"\n", 0},
                  {"src/text/utf8.cpp", "#include \"hrefkit/url/url.h\"\n", 1},
                  {"src/text/utf8.h", "#include <hrefkit/cli/run.h>\n", 1},
                  {"src/url/living/url.cpp", "#include \"hrefkit/text/utf8.h\"\n", 0},
                  {"src/url/living/url.cpp", "  #  include  \"hrefkit/html/link.h\"\n", 1},
                  {"html/dom.h", "#include \"hrefkit/url/url.h\"\n", 0},
                  {"html/scan/tags.cpp", "#include \"hrefkit/site/walk.h\"\n", 1},
                  {"src/site/walk.cpp", "#include \"hrefkit/html/link.h\"\n", 0},
                  {"src/site/walk.cpp", "#include \"hrefkit/cli/run.h\"\n", 1},
                  {"src/cli/run.cpp", "#include \"hrefkit/site/walk.h\"\n", 0},
                  {"src/cli/run.cpp", "#include \"run.h\"\n", 1},
                  {"src/cli/run.cpp", "#include \"../site/walk.h\"\n", 1},
                  {"src/text/utf8.cpp", "// #include \"hrefkit/url/url.h\"\n", 0},
                  {"tests/text/utf8_test.cpp", "#include \"hrefkit/cli/run.h\"\n", 0},
              });
}

TEST_CASE("a violation tells the file, the line and the reason") {
  const auto found = check_floors({"src/text/utf8.cpp", "\n\n#include \"hrefkit/url/url.h\"\n"});
  REQUIRE(found.size() == 1);
  CHECK(describe(found.front()) ==
        "src/text/utf8.cpp:3: includes hrefkit/url/url.h, which is above it");
}

TEST_CASE("a third-party header stays in its place") {
  check_cases(check_third_party_headers,
              {
                  {"html/parse/gumbo_adapter.cpp", "#include <gumbo.h>\n", 0},
                  {"html/parse/gumbo_adapter.h", "#include <gumbo.h>\n", 1},
                  {"html/dom/dom.cpp", "#include <gumbo.h>\n", 1},
                  {"src/url/host/idna.cpp", "#include <unicode/uidna.h>\n", 0},
                  {"src/url/host/host.cpp", "#include <unicode/uidna.h>\n", 1},
                  {"src/url/host/host.cpp", "#include <unicode/idna.h>\n", 1},
                  {"src/text/encodings/encoding_index.cpp", "#include <unicode/ucnv.h>\n", 0},
                  {"src/text/utf8.cpp", "#include <unicode/ucnv.h>\n", 1},
                  {"src/text/utf8.cpp", "#include <unicode/uchar.h>\n", 1},
                  {"html/parse/xml_adapter.cpp", "#include <libxml/parser.h>\n", 0},
                  {"html/dom/dom.cpp", "#include <libxml/parser.h>\n", 1},
                  {"html/dom/dom.cpp", "#include <expat.h>\n", 1},
                  {"src/site/walk.cpp", "#include <dirent.h>\n", 0},
                  {"src/cli/run.cpp", "#include <dirent.h>\n", 1},
                  {"src/cli/run.cpp", "#include <CLI/CLI.hpp>\n", 0},
                  {"src/site/walk.cpp", "#include <CLI/CLI.hpp>\n", 1},
                  {"src/site/walk.cpp", "#include <boost/filesystem.hpp>\n", 0},
                  {"src/cli/options/config.cpp", "#include <boost/filesystem/path.hpp>\n", 0},
                  {"html/dom/dom.cpp", "#include <boost/filesystem.hpp>\n", 1},
                  {"src/cli/run.cpp", "#include <boost/regex.hpp>\n", 1},
                  {"src/url/url.h", "#include <tl/expected.hpp>\n", 0},
                  {"src/url/url.h", "#include <string>\n#include <hrefkit/url/error.h>\n", 0},
                  {"src/url/url.h", "#include <string.h>\n", 1},
                  {"tests/url/living/url_test.cpp", "#include <catch2/catch.hpp>\n", 0},
                  {"src/url/living/url.cpp", "#include <catch2/catch.hpp>\n", 1},
              });
}

TEST_CASE("one function asks for real paths") {
  check_cases(check_real_paths, {
                                    {"src/site/place.cpp", "fs::canonical(path, error);\n", 0},
                                    {"src/site/walk.cpp", "fs::canonical(path, error);\n", 1},
                                    {"src/cli/run.cpp", "\nfs::weakly_canonical(path);\n", 1},
                                    {"src/cli/run.cpp", "if (is_canonical(link)) return;\n", 0},
                                    {"tests/site/place_test.cpp", "fs::canonical(path);\n", 0},
                                });
}

TEST_CASE("a source file begins with its own header") {
  const std::string own = "#include \"hrefkit/url/host.h\"\n";
  const std::string other = "#include <string>\n";
  const auto count = [](std::string const& path, std::string const& text,
                        std::string const& header) {
    return check_own_header_first({path, text, header}).size();
  };
  const std::string name = "hrefkit/url/host.h";
  CHECK(count("src/url/host.cpp", "// Hosts.\n" + own + other, name) == 0);
  CHECK(count("src/url/host.cpp", other + own, name) == 1);
  CHECK(count("src/url/host.cpp", other, name) == 1);
  CHECK(count("src/url/host.cpp", "", name) == 1);
  CHECK(count("src/url/host.cpp", other, "") == 0);
}

TEST_CASE("a source's own header stands beside it or in the floor's face") {
  const std::vector<std::string> headers{"html/srcset.h", "src/url/host/host.h", "src/cli/run.h"};
  CHECK(find_own_header("html/values/srcset.cpp", headers) == "hrefkit/html/srcset.h");
  CHECK(find_own_header("src/url/host/host.cpp", headers) == "hrefkit/url/host/host.h");
  CHECK(find_own_header("src/cli/run.cpp", headers) == "hrefkit/cli/run.h");
  CHECK(find_own_header("src/cli/main.cpp", headers).empty());
  CHECK(find_own_header("src/url/srcset.cpp", headers).empty());
}

TEST_CASE("a floor is entered by its face") {
  check_cases(check_faces,
              {
                  {"html/values/srcset.cpp", "#include \"hrefkit/html/names/x.h\"\n", 0},
                  {"html/srcset.h", "#include \"hrefkit/html/names/x.h\"\n", 1},
                  {"html/srcset.h", "#include \"hrefkit/html/note.h\"\n", 0},
                  {"html/find_links.cpp", "#include \"hrefkit/html/scan/x.h\"\n", 0},
                  {"src/cli/base/rows.cpp", "#include \"hrefkit/html/dom/x.h\"\n", 1},
                  {"src/cli/base/rows.cpp", "#include \"hrefkit/html/dom.h\"\n", 0},
                  {"src/cli/run.h", "#include \"hrefkit/cli/io/output.h\"\n", 0},
              });
}

TEST_CASE("functions are short") {
  const auto lines = [](std::size_t count) {
    std::string body;
    for (std::size_t i = 0; i < count; ++i) body += "    x();\n";
    return body;
  };
  check_cases(check_functions,
              {
                  {"html/a.cpp", "void f() {\n" + lines(40) + "}\n", 0},
                  {"html/a.cpp", "void f() {\n" + lines(41) + "}\n", 1},
                  {"html/a.cpp", "struct S {\n  void f() const {\n" + lines(41) + "  }\n};\n", 1},
                  {"html/a.cpp", "void f(int a,\n       int b) {\n" + lines(41) + "}\n", 1},
                  {"html/a.cpp", "S::S()\n    : a_(1) {\n" + lines(41) + "}\n", 1},
                  {"html/a.cpp",
                   "struct S {\n  S()\n      : a_(1) {\n    x();\n  }\n" + lines(41) + "};\n", 0},
                  {"html/a.cpp", "struct S {\n" + lines(41) + "};\n", 0},
                  {"tests/a.cpp", "void f() {\n" + lines(41) + "}\n", 0},
              });
}

TEST_CASE("comments are in plain English") {
  const std::string an = "an";
  check_cases(check_plain_words, {
                                     {"html/a.cpp", "// made " + an + "ew\n", 1},
                                     {"README.md", "It is" + std::string(" none.\n"), 1},
                                     {"html/a.cpp", "// this nonempty\n", 0},
                                     {"tests/a.cpp", "// made " + an + "ew\n", 0},
                                 });
}

TEST_CASE("headers are included once") {
  check_cases(check_pragma_once, {
                                     {"html/dom.h", "// A tree.\n#pragma once\n", 0},
                                     {"html/dom.h", "// A tree.\n", 1},
                                     {"html/dom.h", "// #pragma once\n", 1},
                                     {"tests/support/outside_data.h", "\n", 1},
                                     {"html/dom/dom.cpp", "\n", 0},
                                 });
}

TEST_CASE("some words have no place in the repository") {
  const std::string folder = "/wo" + std::string("rk");
  check_cases(check_words, {
                               {"README.md", "Nothing to see.\n", 0},
                               {"README.md", "cd " + folder + "/main\n", 1},
                               {"README.md", folder + "/main\n", 1},
                               {"html/dom/dom.cpp", "// see \"" + folder + "/x\"\n", 1},
                               {"README.md", "https://a.example" + folder + "/x\n", 0},
                               {"html/dom/dom.cpp", "// TO" + std::string("DO\n"), 1},
                               {"html/dom/dom.cpp", "\n// FIX" + std::string("ME\n"), 1},
                               {"samples/run", "ls .libr" + std::string("ary/\n"), 1},
                           });
}

TEST_CASE("the top of the repository holds its few names") {
  CHECK(check_top_level({"CMakeLists.txt", "README.md", "src", "html", "tests", "samples", ".git",
                         "build", "build-clang", "LICENSE", "CMakePresets.json"})
            .empty());
  CHECK(check_top_level({"src", "cmake", "notes.txt"}).size() == 2);
}

}  // namespace hrefkit::test
