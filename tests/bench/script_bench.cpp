// The URLs of scripts by stage: the filter, and reading whole scripts.
//
//   script_bench FILE... [Google Benchmark's options]
//
// A comment with the word `import` is put behind each file, so that the filter lets all pass. All
// figures are one thread's processor time.
#include <benchmark/benchmark.h>

#include <cstring>
#include <fstream>
#include <iostream>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

#include "hrefkit/html/script_urls.h"

namespace {

using namespace hrefkit;

std::vector<std::string> scripts;

/// Runs `stage` on all scripts, again and again.
template <class Stage>
void measure(benchmark::State& state, Stage stage) {
  std::size_t bytes = 0;
  for (auto _ : state) {
    for (std::string const& script : scripts) {
      stage(script);
      bytes += script.size();
    }
  }
  state.SetBytesProcessed(static_cast<std::int64_t>(bytes));
}

void floor_memchr(benchmark::State& state) {
  measure(state, [](std::string const& script) {
    std::size_t count = 0;
    for (std::size_t at = script.find('('); at != script.npos; at = script.find('(', at + 1))
      ++count;
    benchmark::DoNotOptimize(count);
  });
}
BENCHMARK(floor_memchr)->Unit(benchmark::kMillisecond);

void filter(benchmark::State& state) {
  measure(state, [](std::string const& script) {
    benchmark::DoNotOptimize(
        html::may_name_urls(std::string_view(script).substr(0, script.size() - 10)));
  });
}
BENCHMARK(filter)->Unit(benchmark::kMillisecond);

void find(benchmark::State& state) {
  measure(state, [](std::string const& script) {
    html::ScriptUrls urls(script);
    std::size_t count = 0;
    while (urls.next()) ++count;
    benchmark::DoNotOptimize(count);
  });
}
BENCHMARK(find)->Unit(benchmark::kMillisecond);

}  // namespace

int main(int argc, char** argv) {
  benchmark::Initialize(&argc, argv);
  for (int i = 1; i < argc; ++i) {
    std::ifstream file(argv[i], std::ios::binary);
    scripts.emplace_back(std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>());
    scripts.back() += "\n//import\n";
  }
  if (scripts.empty()) {
    std::cerr << "usage: script_bench FILE...\n";
    return 2;
  }
  benchmark::RunSpecifiedBenchmarks();
  return 0;
}
