// Each allocation of a call fails in turn: the call says so, and the next one has the right answer.
#include <catch2/catch.hpp>
#include <functional>
#include <string>
#include <vector>

#include "c/c_support.h"
#include "c/failing_allocations.h"
#include "support/outside_data.h"

namespace hrefkit::test {

namespace {

constexpr std::string_view sweep_page =
    "<!doctype html><base href='/d/'><a href='x?\xE9' ping='p1 p2' rel=next>t</a>"
    "<a href='http://b\xFC"
    "cher.example/'>i</a><img srcset='a.png 1x, b.png 2x'><svg><image xlink:href='i.svg'/></svg>"
    "<style>@import 's.css'</style><iframe srcdoc='&lt;a href=in&gt;'></iframe>"
    "<div xml:base='/q/'><q cite=c></q>";

/// Runs `call`, which returns a status and adds its answer to a text, with each allocation failing
/// in turn.
void sweep(std::function<hrefkit_status(std::string&)> const& call) {
  std::string wanted;
  const hrefkit_status status = call(wanted);
  REQUIRE(status >= 0);
  int failures = 0;
  for (unsigned long number = 1; number < 100'000; ++number) {
    std::string got;
    got.reserve(1 << 16);  // not one of the call's allocations
    fail_allocation(number);
    const hrefkit_status answer = call(got);
    const bool was_reached = allocations() >= number;
    fail_allocation(0);
    if (!was_reached) {
      CHECK(got == wanted);
      CHECK(failures > 0);
      return;
    }
    if (answer == HREFKIT_E_MEMORY) {
      ++failures;
      continue;
    }
    // Memory that was wanted for speed alone, such as that of another thread.
    if (answer != status || got != wanted) {
      FAIL("allocation " << number << ": status " << answer << ", not " << status << "; " << got);
    }
  }
  FAIL("it does not end");
}

void add_rows(std::string& out, hrefkit_link const* rows, std::size_t count) {
  for (std::size_t i = 0; i < count; ++i) {
    hrefkit_link const& row = rows[i];
    out.append(row.raw.data, row.raw.size).append(" ");
    if (row.url.data != nullptr) out.append(row.url.data, row.url.size);
    out.append("\n");
  }
}

int take_rows_of_sweep(void* user, hrefkit_link const* rows, std::size_t count) {
  add_rows(*static_cast<std::string*>(user), rows, count);
  return 0;
}

TEST_CASE("C: links without memory", "[c_allocation]") {
  for (const std::uint8_t engine : {HREFKIT_ENGINE_SCAN, HREFKIT_ENGINE_DOM}) {
    hrefkit_find_options options = find_options();
    options.engine = engine;
    sweep([&](std::string& out) {
      hrefkit_link_list* list = nullptr;
      const hrefkit_status status =
          hrefkit_find_links(sweep_page.data(), sweep_page.size(), view("https://a.example/"),
                             &options, &list, nullptr);
      if (status != HREFKIT_OK && list != nullptr) return hrefkit_status{HREFKIT_E_INTERNAL};
      add_rows(out, hrefkit_link_list_rows(list), hrefkit_link_list_size(list));
      hrefkit_link_list_free(list);
      return status;
    });
  }
  hrefkit_find_options xml = find_options();
  xml.content_type = view("application/xhtml+xml");
  const std::string_view page =
      "<!DOCTYPE html [<!ENTITY e 'y'>]><html xmlns='http://www.w3.org/1999/xhtml'>"
      "<base href='/d/'/><a href='x&e;'>t</a></html>";
  sweep([&](std::string& out) {
    hrefkit_link_list* list = nullptr;
    const hrefkit_status status = hrefkit_find_links(
        page.data(), page.size(), view("https://a.example/"), &xml, &list, nullptr);
    add_rows(out, hrefkit_link_list_rows(list), hrefkit_link_list_size(list));
    hrefkit_link_list_free(list);
    return status;
  });
}

TEST_CASE("C: a finder is used on after a failure", "[c_allocation]") {
  hrefkit_finder* finder = nullptr;
  REQUIRE(hrefkit_finder_new(&finder, nullptr) == HREFKIT_OK);
  const Finder kept(finder);
  std::string out;
  const auto run = [&](std::string& rows) {
    return hrefkit_finder_run(finder, sweep_page.data(), sweep_page.size(),
                              view("https://a.example/"), nullptr, take_rows_of_sweep, &rows,
                              nullptr);
  };
  for (unsigned long number = 1; number < 100'000; ++number) {
    std::string got;
    got.reserve(1 << 14);
    fail_allocation(number);
    const hrefkit_status status = run(got);
    const bool was_reached = allocations() >= number;
    fail_allocation(0);
    CHECK((status == HREFKIT_OK || status == HREFKIT_E_MEMORY));
    std::string again;
    REQUIRE(run(again) == HREFKIT_OK);
    if (out.empty()) out = again;
    CHECK(again == out);
    if (!was_reached) break;
  }
}

TEST_CASE("C: bases and rewriting without memory", "[c_allocation]") {
  sweep([](std::string& out) {
    hrefkit_base_report* report = nullptr;
    const hrefkit_status status =
        hrefkit_find_bases(sweep_page.data(), sweep_page.size(), view("https://a.example/"),
                           nullptr, &report, nullptr);
    for (std::size_t i = 0; i < hrefkit_base_report_size(report); ++i) {
      const hrefkit_view base = hrefkit_base_report_at(report, i)->base;
      out.append(base.data, base.size).append("\n");
    }
    hrefkit_base_report_free(report);
    return status;
  });
  static const hrefkit_pair rebase{view("https://a.example/d/"), view("https://n.example/e/")};
  static const hrefkit_pair map{view("https://a.example/q/c"), view("/other")};
  sweep([](std::string& out) {
    hrefkit_rewrite_options options = HREFKIT_REWRITE_OPTIONS_INIT;
    options.rebase = &rebase;
    options.rebase_count = 1;
    options.map = &map;
    options.map_count = 1;
    hrefkit_rewritten* page = nullptr;
    const hrefkit_status status = hrefkit_rewrite(
        sweep_page.data(), sweep_page.size(), view("https://a.example/"), &options, &page, nullptr);
    const hrefkit_view bytes = hrefkit_rewritten_bytes(page);
    if (page != nullptr) out.append(bytes.data, bytes.size);
    hrefkit_rewritten_free(page);
    return status;
  });
  sweep([](std::string& out) {
    hrefkit_rewrite_options options = HREFKIT_REWRITE_OPTIONS_INIT;
    options.rebase = &rebase;
    options.rebase_count = 1;
    options.map = &map;
    options.map_count = 1;
    options.no_edits = 1;
    hrefkit_rewriter* rewriter = nullptr;
    hrefkit_status status = hrefkit_rewriter_new(&options, &rewriter, nullptr);
    hrefkit_rewritten* page = nullptr;
    if (status == HREFKIT_OK) {
      status = hrefkit_rewriter_run(rewriter, sweep_page.data(), sweep_page.size(),
                                    view("https://a.example/"), &page, nullptr);
    }
    const hrefkit_view bytes = hrefkit_rewritten_bytes(page);
    if (page != nullptr) out.append(bytes.data, bytes.size);
    hrefkit_rewritten_free(page);
    hrefkit_rewriter_free(rewriter);
    return status;
  });
}

TEST_CASE("C: effects without memory", "[c_allocation]") {
  sweep([](std::string& out) {
    const hrefkit_change changes[] = {
        {HREFKIT_CHANGE_SET_BASE, 0, absent, hrefkit_text("/other/")},
        {HREFKIT_CHANGE_REMOVE_XML_BASE, 0, hrefkit_text("div"), absent}};
    hrefkit_effect_list* list = nullptr;
    const hrefkit_status status =
        hrefkit_find_effects(sweep_page.data(), sweep_page.size(), view("https://a.example/"),
                             nullptr, changes, 2, &list, nullptr);
    std::size_t count = 0;
    hrefkit_effect const* const rows = hrefkit_effect_list_rows(list, &count);
    for (std::size_t i = 0; i < count; ++i) {
      out.append(rows[i].raw.data, rows[i].raw.size).append(" ");
      if (rows[i].after.data != nullptr) out.append(rows[i].after.data, rows[i].after.size);
      out.append("\n");
    }
    hrefkit_effect_list_free(list);
    return status;
  });
}

TEST_CASE("C: URLs without memory", "[c_allocation]") {
  sweep([](std::string& out) {
    hrefkit_url* url = nullptr;
    const hrefkit_status status =
        hrefkit_url_parse(view("https://b\xC3\xBC"
                               "cher.example/a/very/long/path/to/a/file?q#f"),
                          nullptr, absent, &url, nullptr);
    const hrefkit_view href = hrefkit_url_get(url, HREFKIT_HREF);
    if (url != nullptr) out.append(href.data, href.size);
    hrefkit_url_free(url);
    return status;
  });
  hrefkit_resolver* resolver = nullptr;
  REQUIRE(hrefkit_resolver_new(view("https://a.example/d/"), absent, 0, &resolver, nullptr) ==
          HREFKIT_OK);
  const Resolver kept(resolver);
  sweep([&](std::string& out) {
    hrefkit_buffer buffer{};
    const hrefkit_status status = hrefkit_resolver_relativize(
        resolver, view("https://a.example/e/a/very/long/path/to/a/file"), &buffer, nullptr);
    if (status == HREFKIT_OK) out.append(buffer.data, buffer.size);
    hrefkit_buffer_free(&buffer);
    return status;
  });
}

TEST_CASE("C: archives and checks without memory", "[c_allocation]") {
  const std::string bytes = file_bytes(HREFKIT_SOURCE_DIR "/samples/letters.warc.gz");
  sweep([&](std::string& out) {
    struct Reading {
      std::string_view rest;
    } reading{bytes};
    hrefkit_archive_options options = HREFKIT_ARCHIVE_OPTIONS_INIT;
    options.user = &reading;
    options.read = [](void* user, char* buffer, std::size_t capacity) {
      std::string_view& rest = static_cast<Reading*>(user)->rest;
      const std::size_t count = std::min(capacity, rest.size());
      std::memcpy(buffer, rest.data(), count);
      rest.remove_prefix(count);
      return static_cast<std::int64_t>(count);
    };
    hrefkit_archive* archive = nullptr;
    hrefkit_status status = hrefkit_archive_open(absent, &options, &archive, nullptr);
    while (status == HREFKIT_OK) {
      status = hrefkit_archive_next(archive, nullptr, nullptr);
      if (status != HREFKIT_OK) break;
      status = hrefkit_archive_links(archive, nullptr, take_rows_of_sweep, &out, nullptr);
    }
    hrefkit_archive_free(archive);
    return status;
  });
  sweep([](std::string& out) {
    hrefkit_check_options options = HREFKIT_CHECK_OPTIONS_INIT;
    options.user = &out;
    options.finding = [](void* user, hrefkit_finding const* finding) {
      static_cast<std::string*>(user)->append(finding->message.data, finding->message.size);
      return 0;
    };
    hrefkit_check_summary summary = HREFKIT_CHECK_SUMMARY_INIT;
    const hrefkit_status status = hrefkit_check(
        hrefkit_text(HREFKIT_SOURCE_DIR "/samples/broken-site"), &options, &summary, nullptr);
    // A page that was not read is told, and the others are.
    return summary.failed == 1 ? hrefkit_status{HREFKIT_E_MEMORY} : status;
  });
}

}  // namespace

}  // namespace hrefkit::test
