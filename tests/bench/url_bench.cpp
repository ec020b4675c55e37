// How long a URL takes: parsing absolute URLs and resolving references against prepared bases.
//
//   HREFKIT_LINKS=links.tsv url_bench
//
// The file has a base URL, a tab and a reference on each line, as links stand in pages: lines of
// one page follow each other, and a base is prepared once for them. Without a file a few built-in
// links are used. Figures are per link.
#include <benchmark/benchmark.h>

#include <cstdlib>
#include <fstream>
#include <iostream>
#include <string>
#include <string_view>
#include <vector>

#include "hrefkit/url/living/parser.h"
#include "hrefkit/url/relativize.h"
#include "hrefkit/url/resolver.h"
#include "hrefkit/url/url.h"

namespace hrefkit::url {

void read_links_once();

namespace {

/// The links of one page.
struct Page {
  std::string base;
  std::vector<std::string> references;
};

struct Links {
  std::vector<Page> pages;
  std::vector<std::string> absolute;  ///< every reference, resolved
};

void add_link(Links& links, std::string_view line) {
  const std::size_t tab = line.find('\t');
  if (tab == std::string_view::npos) return;
  const std::string_view base = line.substr(0, tab);
  if (links.pages.empty() || links.pages.back().base != base) {
    links.pages.push_back({std::string(base), {}});
  }
  links.pages.back().references.emplace_back(line.substr(tab + 1));
}

Links read_links() {
  Links links;
  if (char const* path = std::getenv("HREFKIT_LINKS")) {
    std::ifstream file(path);
    for (std::string line; std::getline(file, line);) add_link(links, line);
    if (links.pages.empty()) std::cerr << path << ": no links\n";
  } else {
    for (std::string_view line :
         {"https://docs.example/a/b.html\t../c/d.html#e", "https://docs.example/a/b.html\t#top",
          "https://docs.example/a/b.html\tx.html", "https://docs.example/a/b.html\t/style.css",
          "https://docs.example/a/b.html\thttps://other.example/page?q=1"}) {
      add_link(links, line);
    }
  }
  for (Page const& page : links.pages) {
    const auto resolver = Resolver::with_base(page.base, {});
    if (!resolver) continue;
    for (std::string const& reference : page.references) {
      if (auto url = resolver->resolve(reference)) links.absolute.push_back(*std::move(url));
    }
  }
  return links;
}

Links const& links() {
  static const Links read = read_links();
  return read;
}

/// Reports the time of one of `count` links.
void count_links(benchmark::State& state, std::size_t count) {
  const auto all = static_cast<double>(count) * static_cast<double>(state.iterations());
  state.counters["per_link"] =
      benchmark::Counter(all, benchmark::Counter::kIsRate | benchmark::Counter::kInvert);
  state.counters["links"] = static_cast<double>(count);
}

/// Calls `resolve` with each page's prepared base and each of its references.
template <class Resolve>
void for_each_link(Standard standard, Resolve resolve) {
  for (Page const& page : links().pages) {
    const auto resolver = Resolver::with_base(page.base, {.standard = standard});
    if (!resolver) continue;
    for (std::string const& reference : page.references) resolve(*resolver, reference);
  }
}

void resolve_links(benchmark::State& state, Standard standard) {
  std::string out;
  std::size_t count = 0;
  for (auto _ : state) {
    count = 0;
    for_each_link(standard, [&](Resolver const& resolver, std::string const& reference) {
      out.clear();
      benchmark::DoNotOptimize(resolver.append_resolved(out, reference));
      ++count;
    });
  }
  count_links(state, count);
}

/// The state machine alone, as it serves what the fast path does not take.
void resolve_by_state_machine(benchmark::State& state) {
  std::string out;
  std::size_t count = 0;
  for (auto _ : state) {
    count = 0;
    for (Page const& page : links().pages) {
      const auto base = Url::parse(page.base);
      if (!base) continue;
      const ParseOptions options{.base = &*base};
      for (std::string const& reference : page.references) {
        out.clear();
        benchmark::DoNotOptimize(Parser(reference, options, out).run());
        ++count;
      }
    }
  }
  count_links(state, count);
}

void parse_absolute(benchmark::State& state) {
  for (auto _ : state) {
    for (std::string const& url : links().absolute) benchmark::DoNotOptimize(Url::parse(url));
  }
  count_links(state, links().absolute.size());
}

void parse_by_state_machine(benchmark::State& state) {
  for (auto _ : state) {
    for (std::string const& url : links().absolute) {
      std::string out;
      benchmark::DoNotOptimize(Parser(url, {}, out).run());
    }
  }
  count_links(state, links().absolute.size());
}

void relativize_links(benchmark::State& state) {
  std::size_t count = 0;
  for (auto _ : state) {
    count = 0;
    for_each_link(Standard::whatwg, [&](Resolver const& resolver, std::string const& reference) {
      benchmark::DoNotOptimize(relativize(reference, resolver));
      ++count;
    });
  }
  count_links(state, count);
}

BENCHMARK_CAPTURE(resolve_links, whatwg, Standard::whatwg)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(resolve_links, whatwg_2012, Standard::whatwg_2012)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(resolve_links, html5, Standard::html5)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(resolve_links, web_address, Standard::web_address)->Unit(benchmark::kMillisecond);
BENCHMARK(resolve_by_state_machine)->Unit(benchmark::kMillisecond);
BENCHMARK(parse_absolute)->Unit(benchmark::kMillisecond);
BENCHMARK(parse_by_state_machine)->Unit(benchmark::kMillisecond);
BENCHMARK(relativize_links)->Unit(benchmark::kMillisecond);

}  // namespace

void read_links_once() {
  benchmark::DoNotOptimize(links());
}

}  // namespace hrefkit::url

int main(int count, char** arguments) {
  hrefkit::url::read_links_once();  // before anything is timed
  benchmark::Initialize(&count, arguments);
  if (benchmark::ReportUnrecognizedArguments(count, arguments)) return 1;
  benchmark::RunSpecifiedBenchmarks();
}
