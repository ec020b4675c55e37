// Links end to end, by stage: the floor (memchr), Gumbo alone, our document tree, finding,
// resolving.
//
//   links_bench [FOLDER] [Google Benchmark's options]
//
// The pages of FOLDER (default: the python3-doc package's) are read into memory first.
#include <benchmark/benchmark.h>
#include <gumbo.h>
#include <time.h>

#include <cstring>
#include <iostream>
#include <string>
#include <vector>

#include "hrefkit/cli/format/link_rows.h"
#include "hrefkit/html/find_links.h"
#include "hrefkit/html/parse/gumbo_adapter.h"
#include "hrefkit/html/source_text.h"
#include "hrefkit/site/file.h"
#include "hrefkit/site/walk.h"

namespace {

using namespace hrefkit;

struct Page {
  std::string bytes;
  std::string url;
};

std::vector<Page> pages;
std::size_t total_bytes = 0;

void read_pages(std::string const& folder) {
  site::Walk walk(folder);
  while (auto step = walk.next()) {
    if (auto const* trouble = std::get_if<site::InputError>(&*step)) {
      std::cerr << trouble->path << ": " << trouble->why << '\n';
      continue;
    }
    std::string const& page = std::get<site::WalkedPage>(*step).path;
    std::string bytes;
    if (!site::read_file(folder + "/" + page, bytes)) continue;
    total_bytes += bytes.size();
    pages.push_back({std::move(bytes), "https://docs.example/" + page});
  }
}

void finish(benchmark::State& state) {
  state.SetBytesProcessed(static_cast<std::int64_t>(total_bytes) * state.iterations());
}

void memchr_floor(benchmark::State& state) {
  for (auto _ : state) {
    std::size_t count = 0;
    for (Page const& page : pages) {
      char const* at = page.bytes.data();
      char const* end = at + page.bytes.size();
      while ((at = static_cast<char const*>(
                  std::memchr(at, '<', static_cast<std::size_t>(end - at)))) != nullptr) {
        ++count;
        ++at;
      }
    }
    benchmark::DoNotOptimize(count);
  }
  finish(state);
}
BENCHMARK(memchr_floor)->Unit(benchmark::kMillisecond);

void gumbo_alone(benchmark::State& state) {
  for (auto _ : state) {
    for (Page const& page : pages) {
      GumboOutput* output =
          gumbo_parse_with_options(&kGumboDefaultOptions, page.bytes.data(), page.bytes.size());
      gumbo_destroy_output(&kGumboDefaultOptions, output);
    }
  }
  finish(state);
}
BENCHMARK(gumbo_alone)->Unit(benchmark::kMillisecond);

void document_tree(benchmark::State& state) {
  for (auto _ : state) {
    for (Page const& page : pages) {
      html::Notes notes;
      benchmark::DoNotOptimize(html::parse_html(page.bytes, false, notes).size());
    }
  }
  finish(state);
}
BENCHMARK(document_tree)->Unit(benchmark::kMillisecond);

/// All of a page but output; `take` gets the blocks of its links.
void find_blocks(Page const& page, html::Listener<html::LinkBlock const&> const& take) {
  static std::string buffer;
  html::Notes notes;
  const auto source = html::decode_source(page.bytes, {}, buffer, notes);
  if (!source) return;
  html::DocumentOptions options;
  options.url = page.url;
  static_cast<void>(html::find_links(*source, options, {.links = take}, html::Engine::dom));
}

void find_links(benchmark::State& state) {
  std::size_t count = 0;
  for (auto _ : state) {
    for (Page const& page : pages) {
      find_blocks(page, [&](html::LinkBlock const& block) { count += block.links.size(); });
    }
  }
  benchmark::DoNotOptimize(count);
  finish(state);
}
BENCHMARK(find_links)->Unit(benchmark::kMillisecond);

/// The processor time that this thread has used, in seconds: unlike the clock's, it does not count
/// what else the machine does.
double thread_seconds() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9;
}

/// Runs `stage` on the links of every page and counts only the time that it takes.
template <typename Stage>
void time_stage(benchmark::State& state, Stage stage) {
  std::size_t links = 0;
  for (auto _ : state) {
    double spent = 0;
    for (Page const& page : pages) {
      find_blocks(page, [&](html::LinkBlock const& block) {
        const double begin = thread_seconds();
        stage(page, block);
        spent += thread_seconds() - begin;
        links += block.links.size();
      });
    }
    state.SetIterationTime(spent);
  }
  finish(state);
  state.counters["ns/link"] = benchmark::Counter(
      static_cast<double>(links) * 1e-9, benchmark::Counter::kIsRate | benchmark::Counter::kInvert);
}

void resolve_alone(benchmark::State& state) {
  std::string url;
  time_stage(state, [&](Page const&, html::LinkBlock const& block) {
    for (html::Link const& link : block.links) {
      url.clear();
      const bool resolved =
          block.bases[link.base].resolver.append_resolved(url, link.raw).has_value();
      benchmark::DoNotOptimize(resolved);
    }
  });
}
BENCHMARK(resolve_alone)->Unit(benchmark::kMillisecond)->UseManualTime()->Iterations(5);

void resolve_and_print(benchmark::State& state) {
  cli::FileRows rows;
  cli::RowOptions options;
  options.style.format = cli::Format::jsonl;
  cli::RowWriter writer(options, false);
  time_stage(state, [&](Page const& page, html::LinkBlock const& block) {
    rows.clear();
    writer.begin(page.url, rows);
    writer.write(block, [] { return true; });
    benchmark::DoNotOptimize(rows.rows.size());
  });
}
BENCHMARK(resolve_and_print)->Unit(benchmark::kMillisecond)->UseManualTime()->Iterations(5);

}  // namespace

int main(int argc, char** argv) {
  benchmark::Initialize(&argc, argv);
  read_pages(argc > 1 ? argv[1] : "/usr/share/doc/python3-doc/html");
  std::cerr << pages.size() << " pages, " << total_bytes / 1000000 << " MB\n";
  if (pages.empty()) return 1;
  benchmark::RunSpecifiedBenchmarks();
  return 0;
}
