// Eight threads: handles of their own, and one that all use.
#include <atomic>
#include <catch2/catch.hpp>
#include <string>
#include <thread>
#include <vector>

#include "c/c_support.h"
#include "support/outside_data.h"

namespace hrefkit::test {

namespace {

constexpr int thread_count = 8;

/// Runs `work` in eight threads at once; how many of its calls said that something is wrong.
template <class Work>
int run_threads(Work work) {
  std::atomic<int> faults = 0;
  std::vector<std::thread> threads;
  for (int i = 0; i < thread_count; ++i) threads.emplace_back([&] { faults += work() ? 0 : 1; });
  for (std::thread& thread : threads) thread.join();
  return faults;
}

TEST_CASE("C: threads have the same answers") {
  const std::string page = file_bytes(HREFKIT_SOURCE_DIR "/samples/site/index.html");
  const std::string url = "https://docs.example/";
  const LinkList shared = find_links(page, url);
  REQUIRE(shared);
  CHECK(run_threads([&] {
          for (int i = 0; i < 200; ++i) {
            const LinkList list = find_links(page, url);
            if (hrefkit_link_list_size(list.get()) != hrefkit_link_list_size(shared.get()))
              return false;
            for (std::size_t row = 0; row < hrefkit_link_list_size(list.get()); ++row) {
              if (row_text(hrefkit_link_list_rows(list.get())[row]) !=
                  row_text(hrefkit_link_list_rows(shared.get())[row]))
                return false;
            }
          }
          return true;
        }) == 0);
}

TEST_CASE("C: one resolver and one URL for all threads") {
  hrefkit_resolver* resolver = nullptr;
  REQUIRE(hrefkit_resolver_new(view("https://a.example/d/"), absent, 0, &resolver, nullptr) ==
          HREFKIT_OK);
  const Resolver kept(resolver);
  hrefkit_url* url = nullptr;
  REQUIRE(hrefkit_url_parse(view("https://b\xC3\xBC"
                                 "cher.example/"),
                            nullptr, absent, &url, nullptr) == HREFKIT_OK);
  const Url kept_url(url);
  CHECK(run_threads([&] {
          hrefkit_buffer buffer{};
          bool is_right = true;
          for (int i = 0; i < 2000 && is_right; ++i) {
            const std::string reference = "../x/" + std::to_string(i);
            is_right =
                hrefkit_resolver_resolve(resolver, view(reference), &buffer, nullptr) ==
                    HREFKIT_OK &&
                buffer.data == "https://a.example/x/" + std::to_string(i) &&
                text(hrefkit_url_get(url, HREFKIT_ORIGIN)) == "https://xn--bcher-kva.example";
          }
          hrefkit_buffer_free(&buffer);
          return is_right;
        }) == 0);
}

TEST_CASE("C: two threads cannot run one finder") {
  hrefkit_finder* finder = nullptr;
  REQUIRE(hrefkit_finder_new(&finder, nullptr) == HREFKIT_OK);
  const Finder kept(finder);
  struct Other {
    hrefkit_finder* finder;
    hrefkit_status status = HREFKIT_OK;
  } other{finder};
  const auto take = [](void* user, hrefkit_link const*, std::size_t) {
    std::thread([user] {
      auto& told = *static_cast<Other*>(user);
      told.status = hrefkit_finder_run(
          told.finder, "", 0, view("https://a/"), nullptr,
          [](void*, hrefkit_link const*, std::size_t) { return 0; }, nullptr, nullptr);
    }).join();
    return 0;
  };
  REQUIRE(hrefkit_finder_run(finder, "<a href=x>", 10, view("https://a/"), nullptr, take, &other,
                             nullptr) == HREFKIT_OK);
  CHECK(other.status == HREFKIT_E_BUSY);
}

TEST_CASE("C: one rewriter for all threads") {
  const hrefkit_pair rebase{view("https://old.example/"), view("https://new.example/")};
  const hrefkit_pair map{view("https://a.example/one"), view("https://a.example/two")};
  hrefkit_rewrite_options options = HREFKIT_REWRITE_OPTIONS_INIT;
  options.rebase = &rebase;
  options.rebase_count = 1;
  options.map = &map;
  options.map_count = 1;
  hrefkit_rewriter* made = nullptr;
  REQUIRE(hrefkit_rewriter_new(&options, &made, nullptr) == HREFKIT_OK);
  const Rewriter rewriter(made);
  CHECK(run_threads([&] {
          bool is_right = true;
          for (int i = 0; i < 500 && is_right; ++i) {
            const std::string page =
                "<a href=/one><a href=https://old.example/" + std::to_string(i) + ">";
            hrefkit_rewritten* result = nullptr;
            hrefkit_rewriter_run(rewriter.get(), page.data(), page.size(),
                                 view("https://a.example/"), &result, nullptr);
            const Rewritten kept(result);
            is_right = text(hrefkit_rewritten_bytes(result)) ==
                       "<a href=/two><a href=https://new.example/" + std::to_string(i) + ">";
          }
          return is_right;
        }) == 0);
  CHECK(hrefkit_rewriter_unused(rewriter.get(), nullptr, 0) == 0);
}

}  // namespace

}  // namespace hrefkit::test
