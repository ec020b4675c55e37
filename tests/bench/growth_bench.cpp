// How the time to find, resolve and print links grows with nasty markup: each kind at 1, 10 and
// 100 MB, by the engine that is used without options. Where growth is linear, the MB/s of a kind
// are the same for all sizes.
//
//   growth_bench [Google Benchmark's options]
#include <benchmark/benchmark.h>

#include <string>
#include <string_view>

#include "hrefkit/cli/link_rows.h"
#include "hrefkit/html/find_links.h"

namespace {

using namespace hrefkit;

/// A document that begins with `head`, goes on with `piece` again and again, in which each `#`
/// becomes a number of its own, and ends with `tail`.
struct Kind {
  std::string_view name;
  std::string_view head;
  std::string_view piece;
  std::string_view tail = "";
};

constexpr Kind kinds[]{
    {"plain links", "", "<p><a href=a?b>text</a>\n"},
    {"nested blocks", "", "<div>"},
    {"nested formatting", "", "<b>"},
    {"nested links", "", "<a href=x>"},
    {"nested formatting in blocks", "", "<p><b><i>"},
    {"nested formatting, never the same", "", "<font color=#>"},
    {"unmatched end tags", "<div>", "</p></b></x>"},
    {"attributes of different names", "<a href=x", " a#=b", ">"},
    {"attributes of one name", "<a href=x", " a=b", ">"},
    {"attributes without a value", "<a href=x", " a#", ">"},
    {"attributes, cut off", "", "<a href=x "},
    {"unclosed quote, one", "<a href=\"", "x>"},
    {"unclosed quotes", "", "<a href=\"x' b='"},
    {"`<`", "", "<"},
    {"`</`", "", "</"},
    {"`<!`", "", "<!"},
    {"`&` in text", "", "&"},
    {"`&` in a value", "<a href='", "&", "'>"},
    {"references in a value", "<a href='", "&amp;", "'>"},
    {"references without end", "<a href='", "&#x1", "'>"},
    {"comments", "", "<!-- x -->"},
    {"comments that do not end", "", "<!--"},
    {"dashes in a comment", "<!--", "--!"},
    {"script with comments", "<script>", "<!--<script>"},
    {"script with end tags", "<script>", "</scriptx"},
    {"style with URLs", "<style>", "a{b:url(c)}", "</style>"},
    {"style without end", "<style>", "url('"},
    {"style attributes", "", "<p style=\"a:url('b')\">"},
    {"srcset", "<img srcset='", "a.png 1x, ", "'>"},
    {"srcset in parentheses", "<img srcset='", "a ((,", "'>"},
    {"ping", "<a ping='", "x ", "'>"},
    {"base elements", "", "<base href=x>"},
    {"nested templates", "", "<template>"},
    {"templates and tables", "", "<template><tr>"},
    {"nested svg", "", "<svg>"},
    {"svg in html in svg", "", "<svg><desc>"},
    {"svg paths", "<svg>", "<path d='M0,0'/>"},
    {"svg links", "<svg>", "<a xlink:href=x>"},
    {"math in annotations", "", "<math><annotation-xml encoding=text/html>"},
    {"nested tables", "", "<table><tr><td>"},
    {"table foster parents", "<table>", "<a href=x>"},
    {"nested selects", "", "<select><option>"},
    {"nested framesets", "<frameset>", "<frameset><frame src=x>"},
    {"forms", "", "<form action=x><div></form>"},
    {"html attributes", "", "<html a#=b>"},
    {"one line of a URL", "<a href=", "x", ">"},
    {"dots in a URL", "<a href=", "../", ">"},
    {"spaces in a URL", "<a href='", " \n", "'>"},
    {"NUL", "<a href='", {"\0<\0", 3}, "'>"},
};

std::string document_of(Kind const& kind, std::size_t size) {
  std::string text(kind.head);
  text.reserve(size + 100);
  std::size_t number = 0;
  while (text.size() < size) {
    const std::size_t hole = kind.piece.find('#');
    if (hole == kind.piece.npos || kind.piece.find("&#") != kind.piece.npos) {
      text += kind.piece;
      continue;
    }
    text += kind.piece.substr(0, hole);
    text += std::to_string(number++);
    text += kind.piece.substr(hole + 1);
  }
  text += kind.tail;
  return text;
}

void grow(benchmark::State& state, Kind const& kind) {
  const std::string text = document_of(kind, static_cast<std::size_t>(state.range(0)) * 1'000'000);
  html::DocumentOptions options;
  options.url = "https://docs.example/a/b";
  cli::RowOptions row_options;
  row_options.format = cli::Format::jsonl;
  html::LinkFinder finder;
  cli::FileRows rows;
  cli::RowWriter writer(row_options, false);
  std::size_t links = 0;
  for (auto _ : state) {
    html::Notes notes;
    links = 0;
    rows.clear();
    writer.begin(options.url, rows);
    finder.find(
        text, nullptr, options,
        [&](html::LinkBlock const& block) {
          links += block.links.size();
          writer.write(block);
          rows.rows.clear();
        },
        notes);
  }
  state.counters["links"] = static_cast<double>(links);
  state.SetBytesProcessed(static_cast<std::int64_t>(text.size()) * state.iterations());
}

}  // namespace

int main(int argc, char** argv) {
  benchmark::Initialize(&argc, argv);
  for (Kind const& kind : kinds) {
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
