// What callers do wrong: each function refuses each of it, makes no handle, and can be used on.
// Meant to run under sanitizers and valgrind, too.
#include <catch2/catch.hpp>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "c/c_support.h"

namespace hrefkit::test::misuse {

namespace {

const std::string page = "<base href=/b/><a href=x>t</a>";
const hrefkit_view url = view("https://a.example/");
const hrefkit_view null_with_size{nullptr, 1};
const hrefkit_view huge{"x", SIZE_MAX};
const hrefkit_view names[]{view("a"), absent};
hrefkit_view const* const no_names = nullptr;

int ignore_rows(void*, hrefkit_link const*, std::size_t) {
  return 0;
}

using Options = hrefkit_find_options;
using Wrong = std::pair<char const*, std::function<void(Options&)>>;

/// Wrong options, for each function that takes them.
std::vector<Wrong> const& wrong_options() {
  static const std::vector<Wrong> rows{
      {"struct_size 0", [](Options& o) { o.struct_size = 0; }},
      {"struct_size 31", [](Options& o) { o.struct_size = 31; }},
      {"struct_size huge", [](Options& o) { o.struct_size = UINT32_MAX; }},
      {"row_size 0", [](Options& o) { o.row_size = 0; }},
      {"row_size odd", [](Options& o) { o.row_size = sizeof(hrefkit_link) + 1; }},
      {"row_size between", [](Options& o) { o.row_size = sizeof(hrefkit_link) - 8; }},
      {"row_size huge", [](Options& o) { o.row_size = UINT32_MAX - 7; }},
      {"flags", [](Options& o) { o.flags = 1U << 31; }},
      {"standard", [](Options& o) { o.standard = 4; }},
      {"xml_base", [](Options& o) { o.xml_base = 255; }},
      {"offsets", [](Options& o) { o.offsets = 3; }},
      {"offsets of bytes", [](Options& o) { o.offsets = HREFKIT_OFFSETS_CODE_POINTS; }},
      {"engine", [](Options& o) { o.engine = 3; }},
      {"content_type null", [](Options& o) { o.content_type = null_with_size; }},
      {"content_type huge", [](Options& o) { o.content_type = huge; }},
      {"content_type", [](Options& o) { o.content_type = view("image/png"); }},
      {"content_type empty", [](Options& o) { o.content_type = view(""); }},
      {"encoding null", [](Options& o) { o.encoding = null_with_size; }},
      {"encoding", [](Options& o) { o.encoding = view("utf-99"); }},
      {"encoding empty", [](Options& o) { o.encoding = view(""); }},
      {"fallback", [](Options& o) { o.encoding_fallback = view("x"); }},
      {"fallback null", [](Options& o) { o.encoding_fallback = null_with_size; }},
      {"creator null", [](Options& o) { o.creator = null_with_size; }},
      {"container huge", [](Options& o) { o.container = huge; }},
      {"csp null", [](Options& o) { o.csp_count = 1; }},
      {"csp huge", [](Options& o) { o.csp = names, o.csp_count = SIZE_MAX; }},
      {"csp absent", [](Options& o) { o.csp = names, o.csp_count = 2; }},
      {"kinds", [](Options& o) { o.kinds = std::uint64_t{1} << 63; }},
      {"elements null", [](Options& o) { o.elements = no_names, o.element_count = 1; }},
      {"elements absent", [](Options& o) { o.elements = names, o.element_count = 2; }},
      {"elements huge", [](Options& o) { o.elements = names, o.element_count = SIZE_MAX / 8; }},
      {"attributes null", [](Options& o) { o.attribute_count = 1; }},
      {"attributes", [](Options& o) { o.attributes = names, o.attribute_count = 1; }},
      {"element_attributes null", [](Options& o) { o.element_attribute_count = 1; }},
      {"element_attributes absent",
       [](Options& o) { o.element_attributes = names, o.element_attribute_count = 2; }},
      {"element_attributes huge",
       [](Options& o) { o.element_attributes = names, o.element_attribute_count = SIZE_MAX; }},
  };
  return rows;
}

using Call = std::function<hrefkit_status(Options const*, hrefkit_error*)>;

/// A call that makes a handle: it must make none.
template <class Handle, class Make>
Call makes(Make make, void (*free)(Handle*) noexcept) {
  return [=](Options const* options, hrefkit_error* error) {
    auto* handle = reinterpret_cast<Handle*>(1);
    const hrefkit_status status = make(options, &handle, error);
    if (status == HREFKIT_OK) {
      free(handle);
    } else {
      CHECK(handle == nullptr);
    }
    return status;
  };
}

std::vector<std::pair<char const*, Call>> calls(hrefkit_finder* finder) {
  const auto rewriting = [](Options const* find) {
    hrefkit_rewrite_options how = HREFKIT_REWRITE_OPTIONS_INIT;
    how.find = find;
    return how;
  };
  return {
      {"find_links", makes<hrefkit_link_list>(
                         [](Options const* options, hrefkit_link_list** out, hrefkit_error* error) {
                           return hrefkit_find_links(page.data(), page.size(), url, options, out,
                                                     error);
                         },
                         hrefkit_link_list_free)},
      {"finder_run",
       [finder](Options const* options, hrefkit_error* error) {
         return hrefkit_finder_run(finder, page.data(), page.size(), url, options, ignore_rows,
                                   nullptr, error);
       }},
      {"find_bases",
       makes<hrefkit_base_report>(
           [](Options const* options, hrefkit_base_report** out, hrefkit_error* error) {
             return hrefkit_find_bases(page.data(), page.size(), url, options, out, error);
           },
           hrefkit_base_report_free)},
      {"find_effects",
       makes<hrefkit_effect_list>(
           [](Options const* options, hrefkit_effect_list** out, hrefkit_error* error) {
             return hrefkit_find_effects(page.data(), page.size(), url, options, nullptr, 0, out,
                                         error);
           },
           hrefkit_effect_list_free)},
      {"rewrite",
       makes<hrefkit_rewritten>(
           [rewriting](Options const* options, hrefkit_rewritten** out, hrefkit_error* error) {
             const hrefkit_rewrite_options how = rewriting(options);
             return hrefkit_rewrite(page.data(), page.size(), url, &how, out, error);
           },
           hrefkit_rewritten_free)},
      {"rewriter_new",
       makes<hrefkit_rewriter>(
           [rewriting](Options const* options, hrefkit_rewriter** out, hrefkit_error* error) {
             const hrefkit_rewrite_options how = rewriting(options);
             return hrefkit_rewriter_new(&how, out, error);
           },
           hrefkit_rewriter_free)},
  };
}

TEST_CASE("C: wrong options are refused by every function that reads a page") {
  hrefkit_finder* made = nullptr;
  REQUIRE(hrefkit_finder_new(&made, nullptr) == HREFKIT_OK);
  const Finder finder(made);
  std::size_t count = 0;
  for (auto const& [function, call] : calls(made)) {
    for (auto const& [wrong, change] : wrong_options()) {
      CAPTURE(function);
      CAPTURE(wrong);
      Options options = find_options();
      change(options);
      hrefkit_error error = no_error();
      const hrefkit_status status = call(&options, &error);
      CHECK(status < 0);
      CHECK(error.status == status);
      CHECK(error.message[0] != 0);
      CHECK(call(&options, nullptr) == status);  // without an error
      hrefkit_error of_another_size = no_error();
      of_another_size.struct_size = 8;
      CHECK(call(&options, &of_another_size) == status);
      CHECK(of_another_size.status == HREFKIT_OK);
      const Options right = find_options();
      CHECK(call(&right, &error) == HREFKIT_OK);
      ++count;
    }
    CHECK(call(nullptr, nullptr) == HREFKIT_OK);
  }
  CHECK(count >= 200);
}

TEST_CASE("C: null pointers are refused, and freed") {
  hrefkit_error error = no_error();
  hrefkit_link_list* list = nullptr;
  hrefkit_base_report* report = nullptr;
  hrefkit_effect_list* effects = nullptr;
  hrefkit_rewritten* rewritten = nullptr;
  hrefkit_rewriter* rewriter = nullptr;
  hrefkit_finder* finder = nullptr;
  hrefkit_url* parsed = nullptr;
  hrefkit_resolver* resolver = nullptr;
  hrefkit_archive* archive = nullptr;
  hrefkit_record* record = nullptr;
  hrefkit_buffer buffer{};
  char const* const bytes = page.data();
  const std::size_t size = page.size();
  REQUIRE(hrefkit_finder_new(&finder, nullptr) == HREFKIT_OK);
  REQUIRE(hrefkit_rewriter_new(nullptr, &rewriter, nullptr) == HREFKIT_OK);
  const hrefkit_change changes[]{{9, 0, absent, absent},
                                 {HREFKIT_CHANGE_SET_BASE, 0, absent, absent}};
  const std::vector<hrefkit_status> refused{
      hrefkit_find_links(bytes, size, url, nullptr, nullptr, &error),
      hrefkit_find_links(nullptr, size, url, nullptr, &list, &error),
      hrefkit_find_links(bytes, SIZE_MAX, url, nullptr, &list, &error),
      hrefkit_find_links(bytes, size, absent, nullptr, &list, &error),
      hrefkit_find_links(bytes, size, null_with_size, nullptr, &list, &error),
      hrefkit_find_links(bytes, size, huge, nullptr, &list, &error),
      hrefkit_finder_new(nullptr, &error),
      hrefkit_finder_run(nullptr, bytes, size, url, nullptr, ignore_rows, nullptr, &error),
      hrefkit_finder_run(finder, bytes, size, url, nullptr, nullptr, nullptr, &error),
      hrefkit_finder_run(finder, nullptr, size, url, nullptr, ignore_rows, nullptr, &error),
      hrefkit_finder_run(finder, bytes, size, absent, nullptr, ignore_rows, nullptr, &error),
      hrefkit_find_bases(bytes, size, url, nullptr, nullptr, &error),
      hrefkit_find_bases(nullptr, size, url, nullptr, &report, &error),
      hrefkit_find_bases(bytes, size, absent, nullptr, &report, &error),
      hrefkit_find_effects(bytes, size, url, nullptr, nullptr, 0, nullptr, &error),
      hrefkit_find_effects(bytes, size, url, nullptr, nullptr, 1, &effects, &error),
      hrefkit_find_effects(bytes, size, url, nullptr, changes, 1, &effects, &error),
      hrefkit_find_effects(bytes, size, url, nullptr, changes + 1, 1, &effects, &error),
      hrefkit_find_effects(bytes, size, url, nullptr, changes, SIZE_MAX, &effects, &error),
      hrefkit_rewrite(bytes, size, url, nullptr, nullptr, &error),
      hrefkit_rewrite(nullptr, size, url, nullptr, &rewritten, &error),
      hrefkit_rewrite(bytes, size, absent, nullptr, &rewritten, &error),
      hrefkit_rewriter_new(nullptr, nullptr, &error),
      hrefkit_rewriter_run(nullptr, bytes, size, url, &rewritten, &error),
      hrefkit_rewriter_run(rewriter, nullptr, size, url, &rewritten, &error),
      hrefkit_rewriter_run(rewriter, bytes, SIZE_MAX, url, &rewritten, &error),
      hrefkit_rewriter_run(rewriter, bytes, size, absent, &rewritten, &error),
      hrefkit_rewriter_run(rewriter, bytes, size, url, nullptr, &error),
      hrefkit_answer_set(nullptr, url),
      hrefkit_url_parse(url, nullptr, absent, nullptr, &error),
      hrefkit_url_parse(absent, nullptr, absent, &parsed, &error),
      hrefkit_url_parse(huge, nullptr, absent, &parsed, &error),
      hrefkit_url_set(nullptr, HREFKIT_HREF, url, &error),
      hrefkit_url_copy(nullptr, &parsed, &error),
      hrefkit_resolver_new(url, absent, 0, nullptr, &error),
      hrefkit_resolver_new(absent, absent, 0, &resolver, &error),
      hrefkit_resolver_new(url, absent, 9, &resolver, &error),
      hrefkit_resolver_resolve(nullptr, url, &buffer, &error),
      hrefkit_resolver_relativize(nullptr, url, &buffer, &error),
      hrefkit_check(absent, nullptr, nullptr, &error),
      hrefkit_check(null_with_size, nullptr, nullptr, &error),
      hrefkit_archive_open(absent, nullptr, &archive, &error),
      hrefkit_archive_open(url, nullptr, nullptr, &error),
      hrefkit_archive_next(nullptr, nullptr, &error),
      hrefkit_archive_links(nullptr, nullptr, ignore_rows, nullptr, &error),
      hrefkit_archive_take(nullptr, &record, &error),
      hrefkit_record_capture(nullptr, nullptr, &error),
      hrefkit_record_links(nullptr, nullptr, &list, &error),
  };
  for (std::size_t i = 0; i < refused.size(); ++i) {
    CAPTURE(i);
    CHECK(refused[i] == HREFKIT_E_ARGUMENT);
  }
  CHECK((list == nullptr && report == nullptr && effects == nullptr && rewritten == nullptr));
  CHECK((parsed == nullptr && resolver == nullptr && archive == nullptr && record == nullptr));
  hrefkit_finder_free(finder);
  hrefkit_rewriter_free(rewriter);
  hrefkit_link_list_free(nullptr);
  hrefkit_finder_free(nullptr);
  hrefkit_base_report_free(nullptr);
  hrefkit_effect_list_free(nullptr);
  hrefkit_rewritten_free(nullptr);
  hrefkit_rewriter_free(nullptr);
  hrefkit_url_free(nullptr);
  hrefkit_resolver_free(nullptr);
  hrefkit_archive_free(nullptr);
  hrefkit_record_free(nullptr);
  hrefkit_buffer_free(nullptr);
  CHECK(hrefkit_link_list_size(nullptr) == 0);
  CHECK(hrefkit_row_fields(UINT32_MAX) == nullptr);
  CHECK(std::string(hrefkit_kind_name(255)) == "unknown");
}

}  // namespace

}  // namespace hrefkit::test::misuse
