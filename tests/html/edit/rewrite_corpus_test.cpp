// The laws of rewriting on real pages.
#include <algorithm>
#include <catch2/catch.hpp>
#include <filesystem>
#include <string>
#include <vector>

#include "html/edit/rewrite_laws.h"
#include "support/outside_data.h"

using namespace hrefkit;
using namespace hrefkit::html;
namespace fs = std::filesystem;

namespace {

/// Some pages of a corpus, evenly spread.
std::vector<std::string> pages_of(std::string const& folder, std::size_t most) {
  std::vector<std::string> all;
  for (auto const& entry : fs::recursive_directory_iterator(folder)) {
    if (entry.is_regular_file() && entry.path().extension() == ".html") {
      all.push_back(entry.path().native());
    }
  }
  std::sort(all.begin(), all.end());
  std::vector<std::string> some;
  for (std::size_t i = 0; i < all.size(); i += std::max<std::size_t>(1, all.size() / most)) {
    some.push_back(all[i]);
  }
  return some;
}

MapUrl to(UrlForm form) {
  return [form](LinkTarget& target) { target.form = form; };
}

void check(std::string const& page, RewriteOptions const& options, MapUrl const& map,
           std::string& after) {
  CHECK(test::broken_law(page, options, map, after) == "");
  CHECK(test::broken_target(page, after, options) == "");
}

}  // namespace

TEST_CASE("real pages keep their links") {
  constexpr std::size_t pages_a_corpus = 60;
  for (std::string const& folder : test::corpora()) {
    for (std::string const& path : pages_of(folder, pages_a_corpus)) {
      INFO(path);
      const std::string page = test::file_bytes(path);
      RewriteOptions options;
      options.document.url = "https://h.example/docs/" + fs::relative(path, folder).native();
      std::string absolute;
      std::string relative;
      check(page, options, to(UrlForm::absolute), absolute);
      check(absolute, options, to(UrlForm::relative), relative);
      CHECK(test::broken_target(page, relative, options) == "");
      std::string there;
      RewriteOptions moved = options;
      moved.new_url = "https://h.example/elsewhere/page.html";
      check(page, moved, {}, there);
      std::string back;
      std::swap(moved.document.url, moved.new_url);
      check(there, moved, {}, back);
      CHECK(test::broken_target(page, back, options) == "");
      const std::string based = "<base href=\"/other/place/\">" + page;
      std::string without;
      options.drop_base = true;
      check(based, options, {}, without);
    }
  }
}
