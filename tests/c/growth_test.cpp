// What the C library does with very many links costs what their page allows.
#include <catch2/catch.hpp>
#include <cstdlib>
#include <functional>
#include <string>

#include "c/c_support.h"
#include "support/many_links.h"
#include "support/run_cost.h"

namespace hrefkit::test {

namespace {

constexpr std::size_t count = 100'000;
constexpr char const* address = "https://h.example/d/";

/// True for a call that a page of `many_links` and its options are given to.
using Call = std::function<bool(std::string_view, hrefkit_find_options const&)>;

bool lists_links(std::string_view page, hrefkit_find_options const& options) {
  const LinkList list = find_links(page, address, &options);
  return list != nullptr && hrefkit_link_list_size(list.get()) >= count;
}

bool streams_links(std::string_view page, hrefkit_find_options const& options) {
  hrefkit_finder* made = nullptr;
  hrefkit_finder_new(&made, nullptr);
  const Finder finder(made);
  std::size_t found = 0;
  const auto take = [](void* user, hrefkit_link const*, std::size_t size) {
    *static_cast<std::size_t*>(user) += size;
    return 0;
  };
  return hrefkit_finder_run(finder.get(), page.data(), page.size(), view(address), &options, take,
                            &found, nullptr) == HREFKIT_OK &&
         found >= count;
}

bool finds_bases(std::string_view page, hrefkit_find_options const& options) {
  hrefkit_base_report* report = nullptr;
  const auto status =
      hrefkit_find_bases(page.data(), page.size(), view(address), &options, &report, nullptr);
  const BaseReport owner(report);
  return status == HREFKIT_OK && hrefkit_base_report_size(report) >= 1;
}

bool finds_effects(std::string_view page, hrefkit_find_options const& options) {
  hrefkit_change change{};
  change.what = HREFKIT_CHANGE_NEW_URL;
  change.value = view("https://n.example/q/");
  hrefkit_effect_list* list = nullptr;
  const auto status = hrefkit_find_effects(page.data(), page.size(), view(address), &options,
                                           &change, 1, &list, nullptr);
  return EffectList(list) != nullptr && status == HREFKIT_OK;
}

bool rewrites(std::string_view page, hrefkit_find_options const& options) {
  hrefkit_rewrite_options how = HREFKIT_REWRITE_OPTIONS_INIT;
  how.find = &options;
  how.form = HREFKIT_FORM_ABSOLUTE;
  hrefkit_rewritten* rewritten = nullptr;
  const auto status =
      hrefkit_rewrite(page.data(), page.size(), view(address), &how, &rewritten, nullptr);
  return Rewritten(rewritten) != nullptr && status == HREFKIT_OK;
}

}  // namespace

TEST_CASE("C: very many links cost what their page allows") {
  if (!can_measure_cost()) return;
  struct Row {
    std::string_view name;
    Call call;
  };
  for (ManyLinks const& kind : many_links()) {
    const std::string page = kind.page(count);
    hrefkit_find_options options = find_options();
    if (!kind.content_type.empty()) options.content_type = view(kind.content_type);
    for (Row const& row : std::vector<Row>{{"links", lists_links},
                                           {"finder", streams_links},
                                           {"base", finds_bases},
                                           {"effects", finds_effects},
                                           {"rewrite", rewrites}}) {
      INFO(kind.name << ": " << row.name);
      const RunCost cost = cost_of([&] { std::_Exit(row.call(page, options) ? 0 : 1); });
      CHECK(cost.succeeded());
      CHECK(cost.seconds < allowed_seconds(page.size()));
      // Rows of effects are larger than the links of a page of frames.
      CHECK(cost.peak_bytes < allowed_bytes(page.size()) * (row.name == "effects" ? 2 : 1));
    }
  }
}

TEST_CASE("C: ten thousand prefixes and as many URLs cost what the page allows") {
  if (!can_measure_cost()) return;
  constexpr int rules = 10'000;
  std::vector<std::string> texts;
  std::vector<hrefkit_pair> prefixes;
  std::vector<hrefkit_pair> map;
  std::string page;
  texts.reserve(4 * rules);
  const auto keep = [&](std::string text) { return view(texts.emplace_back(std::move(text))); };
  for (int i = 0; i < rules; ++i) {
    const std::string number = std::to_string(i);
    prefixes.push_back({keep("https://h.example/*/p" + number + "/"), view("https://n.example/")});
    map.push_back({keep("https://h.example/m" + number), view("https://n.example/m")});
    page += "<a href=/x/p" + number + "/y></a><a href=/m" + number + "></a>";
  }
  hrefkit_rewrite_options how = HREFKIT_REWRITE_OPTIONS_INIT;
  how.rebase = prefixes.data();
  how.rebase_count = prefixes.size();
  how.map = map.data();
  how.map_count = map.size();
  const RunCost cost = cost_of([&] {
    hrefkit_rewritten* rewritten = nullptr;
    hrefkit_rewrite(page.data(), page.size(), view(address), &how, &rewritten, nullptr);
    std::size_t edits = 0;
    hrefkit_rewritten_edits(rewritten, &edits);
    std::_Exit(edits == 2 * rules ? 0 : 1);
  });
  CHECK(cost.succeeded());
  CHECK(cost.seconds < allowed_seconds(page.size()) / 4);
}

namespace {

/// Pairs of URLs, with a number in place of "#".
class Pairs {
 public:
  Pairs(std::size_t size, std::string_view from, std::string_view to) {
    texts_.reserve(2 * size);
    for (std::size_t i = 0; i < size; ++i) {
      const hrefkit_view old = keep(from, i);
      pairs_.push_back({old, keep(to, i)});
    }
  }

  hrefkit_pair const* data() const { return pairs_.data(); }
  std::size_t size() const { return pairs_.size(); }

 private:
  hrefkit_view keep(std::string_view pattern, std::size_t number) {
    const std::size_t at = pattern.find('#');
    return view(texts_.emplace_back(std::string(pattern.substr(0, at)) + std::to_string(number) +
                                    std::string(pattern.substr(at + 1))));
  }

  std::vector<std::string> texts_;
  std::vector<hrefkit_pair> pairs_;
};

/// Runs a rewriter over `runs` pages and counts the bytes of the results.
std::size_t run_pages(hrefkit_rewrite_options const& how, std::string_view page, int runs) {
  hrefkit_rewriter* made = nullptr;
  hrefkit_rewriter_new(&how, &made, nullptr);
  const Rewriter rewriter(made);
  std::size_t changed = 0;
  for (int i = 0; i < runs; ++i) {
    hrefkit_rewritten* result = nullptr;
    hrefkit_rewriter_run(rewriter.get(), page.data(), page.size(), view(address), &result, nullptr);
    changed += hrefkit_rewritten_changed(result) == 1 ? 1 : 0;
    hrefkit_rewritten_free(result);
  }
  return changed;
}

}  // namespace

TEST_CASE("C: texts and attributes of very many links cost what their page allows") {
  if (!can_measure_cost()) return;
  const hrefkit_view names[]{view("alt"), view("class"), view("data-none")};
  const auto ignore = [](void*, hrefkit_link const*, hrefkit_answer*) { return 0; };
  for (ManyLinks const& kind : many_links()) {
    const std::string page = kind.page(count);
    hrefkit_find_options options = find_options();
    if (!kind.content_type.empty()) options.content_type = view(kind.content_type);
    options.flags = HREFKIT_TEXT;
    options.element_attributes = names;
    options.element_attribute_count = 3;
    INFO(kind.name);
    const RunCost listed = cost_of([&] { std::_Exit(lists_links(page, options) ? 0 : 1); });
    CHECK(listed.succeeded());
    CHECK(listed.seconds < allowed_seconds(page.size()));
    CHECK(listed.peak_bytes < 2 * allowed_bytes(page.size()));
    hrefkit_rewrite_options how = HREFKIT_REWRITE_OPTIONS_INIT;
    how.find = &options;
    how.map_url = ignore;
    const RunCost cost = cost_of([&] {
      hrefkit_rewritten* result = nullptr;
      const auto status =
          hrefkit_rewrite(page.data(), page.size(), view(address), &how, &result, nullptr);
      std::_Exit(status == HREFKIT_OK ? 0 : 1);
    });
    CHECK(cost.succeeded());
    CHECK(cost.seconds < allowed_seconds(page.size()));
  }
}

TEST_CASE("C: a large map that is prepared once costs nothing for each page") {
  if (!can_measure_cost()) return;
  const Pairs map(100'000, "https://h.example/m#", "https://n.example/m#");
  hrefkit_rewrite_options how = HREFKIT_REWRITE_OPTIONS_INIT;
  how.map = map.data();
  how.map_count = map.size();
  how.no_edits = 1;
  // Parsed for each page, the map would take more than 400 seconds.
  const RunCost cost = cost_of([&] {
    std::_Exit(run_pages(how, "<a href=/m7></a><a href=/m99999></a>", 10'000) == 10'000 ? 0 : 1);
  });
  CHECK(cost.succeeded());
  CHECK(cost.seconds < 3);
}

TEST_CASE("C: eight thousand prefixes cost about what one costs") {
  if (!can_measure_cost()) return;
  const Pairs rebases(8'000, "https://h.example/p#/", "https://n.example/#/");
  hrefkit_rewrite_options how = HREFKIT_REWRITE_OPTIONS_INIT;
  how.rebase = rebases.data();
  how.rebase_count = rebases.size();
  const RunCost prepared =
      cost_of([&] { std::_Exit(run_pages(how, "<a href=/p7/x></a>", 1000) == 1000 ? 0 : 1); });
  CHECK(prepared.succeeded());
  CHECK(prepared.seconds < 1.5);
  std::string page;
  for (std::size_t i = 0; i < 4 * count; ++i) page += "<a href=/p" + std::to_string(i) + "/x></a>";
  how.no_edits = 1;
  const RunCost large = cost_of([&] { std::_Exit(run_pages(how, page, 1) == 1 ? 0 : 1); });
  CHECK(large.succeeded());
  CHECK(large.seconds < allowed_seconds(page.size()));
  CHECK(large.peak_bytes < allowed_bytes(page.size()));
}

}  // namespace hrefkit::test
