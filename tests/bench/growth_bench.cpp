// How the time to find, resolve and print links grows with nasty markup: each kind at 1, 10 and
// 100 MB, by the engine that is used without options. Where growth is linear, the MB/s of a kind
// are the same for all sizes.
//
//   growth_bench [Google Benchmark's options]
#include <benchmark/benchmark.h>

#include <string>
#include <string_view>

#include "hrefkit/cli/format/link_rows.h"
#include "hrefkit/html/find_links.h"
#include "support/nasty_markup.h"

namespace {

using namespace hrefkit;

void grow(benchmark::State& state, test::NastyMarkup const& kind) {
  const std::string text = kind.document(static_cast<std::size_t>(state.range(0)) * 1'000'000);
  html::DocumentOptions options;
  options.url = "https://docs.example/a/b";
  cli::RowOptions row_options;
  row_options.style.format = cli::Format::jsonl;
  html::LinkFinder finder;
  cli::FileRows rows;
  cli::RowWriter writer(row_options, false);
  std::size_t links = 0;
  for (auto _ : state) {
    links = 0;
    rows.clear();
    writer.begin(options.url, rows);
    const auto take = [&](html::LinkBlock const& block) {
      links += block.links.size();
      writer.write(block, [&] {
        rows.rows.clear();
        return true;
      });
      rows.rows.clear();
    };
    static_cast<void>(finder.find(html::source_from_text(text), options, {.links = take}));
  }
  state.counters["links"] = static_cast<double>(links);
  state.SetBytesProcessed(static_cast<std::int64_t>(text.size()) * state.iterations());
}

}  // namespace

int main(int argc, char** argv) {
  benchmark::Initialize(&argc, argv);
  for (test::NastyMarkup const& kind : test::nasty_markup()) {
    benchmark::RegisterBenchmark(std::string(kind.name).c_str(), grow, kind)
        ->Arg(1)
        ->Arg(10)
        ->Arg(100)
        ->MinTime(0.1)
        ->Unit(benchmark::kMillisecond);
  }
  benchmark::RunSpecifiedBenchmarks();
  return 0;
}
