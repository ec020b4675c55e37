#include "hrefkit/html/base/base_scopes.h"

#include <catch2/catch.hpp>

#include "hrefkit/html/base/base_table.h"
#include "hrefkit/html/context.h"

using namespace hrefkit;
using namespace hrefkit::html;

namespace {

struct File {
  explicit File(std::string markup, ContentType type = ContentType::xml) : text(std::move(markup)) {
    DocumentOptions options;
    options.url = "https://example.com/";
    tree = std::make_unique<ContextTree>(source_from_text(text, type), options, notes);
  }

  std::vector<BaseScope> const& scopes() const { return tree->contexts()[0].scopes; }
  std::string base(std::size_t scope) const {
    return std::string(tree->base_url(scopes().at(scope).base).url());
  }

  std::string text;
  Notes notes;
  std::unique_ptr<ContextTree> tree;
};

/// `depth` elements in each other, each with an xml:base that adds to that around it.
std::string nested(std::size_t depth) {
  std::string text;
  for (std::size_t i = 0; i < depth; ++i) text += "<a xml:base='a/'>";
  for (std::size_t i = 0; i < depth; ++i) text += "</a>";
  return text;
}

}  // namespace

// XML Base, second edition, 4.2 and 4.3.
TEST_CASE("a scope is relative to the scope around it; an unusable one leaves that in force") {
  const File file(
      "<r xml:base='r/'><a xml:base='a/'/><b xml:base='http://['><c xml:base='c'/></b></r>");
  REQUIRE(file.scopes().size() == 4);
  CHECK(file.base(0) == "https://example.com/r/");
  CHECK(file.base(1) == "https://example.com/r/a/");
  CHECK_FALSE(file.scopes()[2].usable);
  CHECK(file.base(2) == "https://example.com/r/");
  CHECK(file.base(3) == "https://example.com/r/c");
  REQUIRE(file.notes.size() == 1);
  CHECK(file.notes[0].kind == NoteKind::unusable_base);
  CHECK(file.notes[0].span.in(file.text) == "http://[");
}

TEST_CASE("equal base URLs are kept once") {
  std::string text = "<r>";
  for (int i = 0; i < 1'000; ++i) text += "<a xml:base='/long/path/'/>";
  const File file(text + "</r>");
  REQUIRE(file.scopes().size() == 1'000);
  CHECK(file.scopes().front().base == file.scopes().back().base);
  CHECK(file.tree->store().bases.kept_bytes() < 100);
}

TEST_CASE("nested scopes past the budget are not followed, which is noted once") {
  for (const std::size_t depth : {10'000U, 20'000U, 40'000U}) {
    const File file(nested(depth));
    REQUIRE(file.scopes().size() == depth);
    CHECK(file.base(1'000).size() == 20 + 2 * 1'001);
    CHECK_FALSE(file.scopes().back().usable);
    CHECK(file.notes.size() == 1);
    CHECK(file.tree->store().bases.kept_bytes() <=
          BaseTable::free_bytes + BaseTable::bytes_per_file_byte * file.text.size());
  }
  CHECK(File(nested(1'000)).notes.empty());
}
