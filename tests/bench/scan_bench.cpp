// The scan engine by stage, beside the machine's floor: memchr for `<`, finding, resolving,
// printing.
//
//   scan_bench [FOLDER...] [Google Benchmark's options]
//
// The pages of the folders (default: those of the cppreference, python3 and postgresql packages)
// are read and decoded first. All figures are one thread's.
#include <benchmark/benchmark.h>

#include <cstring>
#include <filesystem>
#include <iostream>
#include <string>
#include <vector>

#include "hrefkit/cli/format/link_rows.h"
#include "hrefkit/html/scan/scan_links.h"
#include "hrefkit/html/source_text.h"
#include "hrefkit/site/file.h"
#include "hrefkit/site/walk.h"

namespace {

using namespace hrefkit;

struct Page {
  std::string text;
  text::Encoding encoding = text::Encoding::utf_8;
  html::DocumentOptions options;
};

std::vector<Page> pages;
std::size_t total_bytes = 0;

void read_pages(std::string const& folder) {
  site::Walk walk(folder);
  std::string buffer;
  while (auto step = walk.next()) {
    if (auto const* trouble = std::get_if<site::InputError>(&*step)) {
      std::cerr << trouble->path << ": " << trouble->why << '\n';
      continue;
    }
    std::string const& path = std::get<site::WalkedPage>(*step).path;
    std::string bytes;
    if (!site::read_file(folder + "/" + path, bytes)) continue;
    html::Notes notes;
    const auto source = html::decode_source(bytes, {}, buffer, notes);
    if (!source) continue;
    Page& page = pages.emplace_back();
    page.text = source->text;
    page.options.url = "https://docs.example/" + path;
    page.encoding = source->encoding.encoding;
    total_bytes += page.text.size();
  }
}

/// Runs `stage` on all pages, again and again.
template <class Stage>
void measure(benchmark::State& state, Stage stage) {
  for (auto _ : state) {
    for (Page const& page : pages) stage(page);
  }
  state.SetBytesProcessed(static_cast<std::int64_t>(total_bytes) * state.iterations());
}

void memchr_floor(benchmark::State& state) {
  measure(state, [](Page const& page) {
    std::size_t count = 0;
    char const* at = page.text.data();
    char const* const end = at + page.text.size();
    while ((at = static_cast<char const*>(
                std::memchr(at, '<', static_cast<std::size_t>(end - at)))) != nullptr) {
      ++count;
      ++at;
    }
    benchmark::DoNotOptimize(count);
  });
}
BENCHMARK(memchr_floor)->Unit(benchmark::kMillisecond);

void scan_pages(benchmark::State& state, bool with_anchors,
                std::function<void(Page const&, html::LinkBlock const&)> const& use) {
  html::scan::LinkScanner scanner;
  std::size_t links = 0;
  std::size_t anchors = 0;
  std::size_t given_up = 0;
  measure(state, [&](Page const& page) {
    const auto take_links = [&](html::LinkBlock const& block) {
      links += block.links.size();
      use(page, block);
    };
    html::LinkSink sink{.links = take_links};
    if (with_anchors) {
      sink.anchors = [&](std::span<html::Anchor const> found) { anchors += found.size(); };
    }
    const auto source = html::source_from_text(page.text, html::ContentType::html, page.encoding);
    const auto base = html::file_base(page.options, page.encoding);
    html::UrlBudget budget(page.text.size());
    const auto status = scanner.scan(source, nullptr, page.options, base.value(), sink, budget);
    given_up += status == html::scan::ScanStatus::given_up;
  });
  const auto runs = static_cast<double>(state.iterations());
  state.counters["links"] = static_cast<double>(links) / runs;
  state.counters["anchors"] = static_cast<double>(anchors) / runs;
  state.counters["given_up"] = static_cast<double>(given_up) / runs;
}

void find(benchmark::State& state) {
  scan_pages(state, false, [](Page const&, html::LinkBlock const&) {});
}
BENCHMARK(find)->Unit(benchmark::kMillisecond);

void find_with_anchors(benchmark::State& state) {
  scan_pages(state, true, [](Page const&, html::LinkBlock const&) {});
}
BENCHMARK(find_with_anchors)->Unit(benchmark::kMillisecond);

void find_and_resolve(benchmark::State& state) {
  std::string url;
  scan_pages(state, false, [&](Page const&, html::LinkBlock const& block) {
    for (html::Link const& link : block.links) {
      url.clear();
      const bool resolved =
          block.bases[link.base].resolver.append_resolved(url, link.raw).has_value();
      benchmark::DoNotOptimize(resolved);
    }
  });
}
BENCHMARK(find_and_resolve)->Unit(benchmark::kMillisecond);

void find_resolve_and_print(benchmark::State& state) {
  cli::FileRows rows;
  cli::RowOptions options;
  options.style.format = cli::Format::jsonl;
  Page const* current = nullptr;
  cli::RowWriter writer(options, false);
  scan_pages(state, false, [&](Page const& page, html::LinkBlock const& block) {
    if (current != &page) {
      current = &page;
      rows.clear();
      writer.begin(page.options.url, rows);
    }
    writer.write(block, [] { return true; });
    benchmark::DoNotOptimize(rows.rows.size());
  });
}
BENCHMARK(find_resolve_and_print)->Unit(benchmark::kMillisecond);

}  // namespace

int main(int argc, char** argv) {
  benchmark::Initialize(&argc, argv);
  std::vector<std::string> folders(argv + 1, argv + argc);
  if (folders.empty()) {
    folders = {"/usr/share/cppreference/doc/html", "/usr/share/doc/python3-doc/html",
               "/usr/share/doc/postgresql-doc-15/html"};
  }
  for (std::string const& folder : folders) {
    if (std::filesystem::is_directory(folder)) read_pages(folder);
  }
  std::cerr << pages.size() << " pages, " << total_bytes / 1000000 << " MB\n";
  if (pages.empty()) return 1;
  benchmark::RunSpecifiedBenchmarks();
  return 0;
}
