#include <catch2/catch.hpp>
#include <string>
#include <vector>

#include "c/c_support.h"

namespace hrefkit::test {

namespace {

using Changes = std::vector<hrefkit_change>;

EffectList find_effects(std::string_view page, Changes const& changes,
                        hrefkit_find_options const* options = nullptr,
                        hrefkit_error* error = nullptr) {
  hrefkit_effect_list* list = nullptr;
  hrefkit_find_effects(page.data(), page.size(), view("https://a.example/d/p"), options,
                       changes.data(), changes.size(), &list, error);
  return EffectList(list);
}

hrefkit_change change(std::uint32_t what, char const* selector, char const* value) {
  return {what, 0, hrefkit_text(selector), hrefkit_text(value)};
}

std::vector<std::string> rows_of(EffectList const& list) {
  std::vector<std::string> rows;
  std::size_t count = 0;
  hrefkit_effect const* const first = hrefkit_effect_list_rows(list.get(), &count);
  for (std::size_t i = 0; i < count; ++i) {
    hrefkit_effect const& row = first[i];
    rows.push_back(text(row.element) + '[' + text(row.attribute) + "] " + text(row.raw) + ' ' +
                   text(row.effect) + ' ' + text(row.before) + " => " + text(row.after) + " [" +
                   text(row.hazards) + "] " + (row.changed == 1 ? "changed" : "same") +
                   (row.stale == 1 ? " stale " : " ") + std::to_string(row.offset) + '+' +
                   std::to_string(row.length) + ' ' + std::to_string(row.line) + ':' +
                   std::to_string(row.column));
  }
  return rows;
}

using Rows = std::vector<std::string>;

TEST_CASE("C: effects in frames have their context") {
  const EffectList list = find_effects(
      "<a href=p></a><iframe srcdoc=\"<a href=q></a><iframe srcdoc='<a href=r>'></iframe>\">"
      "</iframe><iframe srcdoc='<a href=s>'></iframe>",
      {change(HREFKIT_CHANGE_SET_BASE, nullptr, "/e/")});
  std::size_t count = 0;
  hrefkit_effect const* const rows = hrefkit_effect_list_rows(list.get(), &count);
  std::vector<std::string> found;
  for (std::size_t i = 0; i < count; ++i) {
    found.push_back(text(rows[i].context) + ' ' + text(rows[i].effect) + ' ' +
                    text(rows[i].before) + ' ' + text(rows[i].after) +
                    (rows[i].stale == 1 ? " stale" : ""));
  }
  CHECK(found == Rows{" hyperlink https://a.example/d/p https://a.example/e/p",
                      "0 none https://a.example/d/q https://a.example/e/q stale",
                      "0.0 none https://a.example/d/r https://a.example/e/r stale",
                      "1 none https://a.example/d/s https://a.example/e/s stale"});
}

TEST_CASE("C: what another base does") {
  const std::string page =
      "<!doctype html><head></head>\n<a href='#f'>t</a><img src=i.png><q cite=/c></q>";
  CHECK(
      rows_of(find_effects(page, {change(HREFKIT_CHANGE_SET_BASE, nullptr, "/e/")})) ==
      Rows{"a[href] #f hyperlink https://a.example/d/p#f => https://a.example/e/#f "
           "[fragment-leaves-page] changed 38+2 2:10",
           "img[src] i.png none https://a.example/d/i.png => https://a.example/e/i.png [] changed "
           "stale 56+5 2:28",
           "q[cite] /c cite https://a.example/c => https://a.example/c [] same 70+2 2:42"});
  CHECK(rows_of(find_effects("<base href=/e/><a href=x>",
                             {change(HREFKIT_CHANGE_REMOVE_BASE, nullptr, nullptr)}))
            .front()
            .starts_with("a[href] x hyperlink https://a.example/e/x => https://a.example/d/x"));
  CHECK(rows_of(find_effects("<a href=x>",
                             {change(HREFKIT_CHANGE_NEW_URL, nullptr, "https://b.example/")}))
            .front()
            .starts_with("a[href] x hyperlink https://a.example/d/x => https://b.example/x "
                         "[origin-changes] changed"));
  const Rows xml =
      rows_of(find_effects("<p id=one xml:base=/o/><a href=x></a></p><p id=two><a href=y></a></p>",
                           {change(HREFKIT_CHANGE_REMOVE_XML_BASE, "#one", nullptr),
                            change(HREFKIT_CHANGE_SET_XML_BASE, "#two", "/t/")}));
  REQUIRE(xml.size() == 2);
  CHECK(xml[0].starts_with("a[href] x hyperlink https://a.example/o/x => https://a.example/d/x"));
  CHECK(xml[1].starts_with("a[href] y hyperlink https://a.example/d/y => https://a.example/t/y"));
  CHECK(rows_of(find_effects(page, {})).empty());
  CHECK(hrefkit_effect_list_rows(nullptr, nullptr) == nullptr);
  hrefkit_effect_list_free(nullptr);
}

TEST_CASE("C: changes that are refused") {
  const auto status = [](Changes const& changes) {
    hrefkit_error error = HREFKIT_ERROR_INIT;
    CHECK(!find_effects("<p id=x><a href=y>", changes, nullptr, &error));
    CHECK(error.message[0] != 0);
    return error.status;
  };
  CHECK(status({change(HREFKIT_CHANGE_SET_XML_BASE, "#none", "/x/")}) == HREFKIT_E_SELECTOR);
  CHECK(status({change(HREFKIT_CHANGE_SET_XML_BASE, "[", "/x/")}) == HREFKIT_E_SELECTOR);
  CHECK(status({change(HREFKIT_CHANGE_SET_XML_BASE, nullptr, "/x/")}) == HREFKIT_E_ARGUMENT);
  CHECK(status({change(HREFKIT_CHANGE_SET_XML_BASE, "#x", "http://[")}) == HREFKIT_E_URL);
  CHECK(status({change(HREFKIT_CHANGE_SET_XML_BASE, "#x", "/x/"),
                change(HREFKIT_CHANGE_REMOVE_XML_BASE, "p", nullptr)}) == HREFKIT_E_ARGUMENT);
  CHECK(status({change(HREFKIT_CHANGE_SET_BASE, nullptr, nullptr)}) == HREFKIT_E_ARGUMENT);
  CHECK(status({change(HREFKIT_CHANGE_SET_BASE, nullptr, "data:x")}) == HREFKIT_E_URL);
  CHECK(status({change(HREFKIT_CHANGE_SET_BASE, nullptr, "/a/"),
                change(HREFKIT_CHANGE_SET_BASE, nullptr, "/b/")}) == HREFKIT_E_ARGUMENT);
  CHECK(status({change(HREFKIT_CHANGE_SET_BASE, nullptr, "/a/"),
                change(HREFKIT_CHANGE_REMOVE_BASE, nullptr, nullptr)}) == HREFKIT_E_ARGUMENT);
  CHECK(status({change(HREFKIT_CHANGE_NEW_URL, nullptr, "x")}) == HREFKIT_E_URL);
  CHECK(status({change(5, nullptr, nullptr)}) == HREFKIT_E_ARGUMENT);
  hrefkit_effect_list* list = nullptr;
  hrefkit_error error = HREFKIT_ERROR_INIT;
  CHECK(hrefkit_find_effects("", 0, view("https://a/"), nullptr, nullptr, 1, &list, &error) ==
        HREFKIT_E_ARGUMENT);
  CHECK(hrefkit_find_effects("", 0, view("x"), nullptr, nullptr, 0, &list, &error) ==
        HREFKIT_E_URL);
}

}  // namespace

}  // namespace hrefkit::test
