// Archives that were made to fill memory pass by.
#include <catch2/catch.hpp>
#include <string>

#include "cli/cli_run.h"
#include "support/run_cost.h"
#include "support/temporary_folder.h"
#include "support/warc_builder.h"

namespace hrefkit::test {

namespace {

constexpr std::size_t mega = std::size_t{1} << 20;

/// A record in one gzip member: `start`, and then `size` equal bytes as the rest of its block.
std::string large_record(TemporaryFolder const& folder, std::string const& fields,
                         std::size_t size) {
  RecordParts parts;
  parts.block = "HTTP/1.1 200 OK\r\n" + fields + "\r\n\r\n";
  std::string head = warc_record(parts);
  const std::string length = "Content-Length: " + std::to_string(parts.block.size());
  head.replace(head.find(length), length.size(),
               "Content-Length: " + std::to_string(parts.block.size() + size));
  head.resize(head.size() - 4);
  folder.write("large.gz", gzip_repeated(head, std::string(mega, ' '), size / mega, "\r\n\r\n"));
  return "large.gz";
}

void check_cost(TemporaryFolder const& folder, std::size_t max_bytes, std::string const& input) {
  folder.write("next.warc", page_record("http://a.example/", "<a href=x>"));
  const RunCost cost = cost_of([&] {
    const CliResult result =
        run_cli({"archive", "-q", "-j", "1", "-o", "rows", input, "next.warc"});
    if (result.exit_code != 0) std::abort();
  });
  CHECK(cost.succeeded());
  CHECK(cost.peak_bytes < max_bytes);
  CHECK(folder.read("rows").ends_with("\"status\":200}\n"));
}

/// The memory that WAT of the page takes.
std::size_t wat_memory(TemporaryFolder const& folder, std::string const& page,
                       std::string const& compress) {
  folder.write("large.warc.gz", gzip(page_record("http://h.example/", page), 1));
  const RunCost cost = cost_of([&] {
    const CliResult result = run_cli({"archive", "-q", "-j", "1", "-f", "wat", "--compress",
                                      compress, "-o", "rows", "large.warc.gz"});
    if (result.exit_code != 0) std::abort();
  });
  CHECK(cost.succeeded());
  return cost.peak_bytes;
}

std::string repeated(std::string const& text, std::size_t count) {
  std::string all;
  all.reserve(text.size() * count);
  for (std::size_t i = 0; i < count; ++i) all += text;
  return all;
}

/// What the command takes besides: buffers, and what waits for the disk.
constexpr std::size_t constant_part = 24 * mega;

}  // namespace

TEST_CASE("a film passes by in little memory") {
  if (!can_measure_cost()) return;
  const TemporaryFolder folder;
  check_cost(folder, 48 * mega, large_record(folder, "Content-Type: video/mp4", 160 * mega));
}

TEST_CASE("a bomb is read up to the limit") {
  if (!can_measure_cost()) return;
  const TemporaryFolder folder;
  check_cost(folder, 400 * mega, large_record(folder, "Content-Type: text/html", 600 * mega));
  const std::string bomb = gzip_repeated({}, std::string(mega, ' '), 200, {});
  folder.write("bomb.warc", page_record("http://b.example/", bomb, {"Content-Encoding: gzip"}));
  check_cost(folder, 240 * mega, "bomb.warc");
}

TEST_CASE("WAT takes less memory than twice the page and a constant") {
  if (!can_measure_cost()) return;
  const TemporaryFolder folder;
  struct Page {
    std::string unit;
    std::string end;  // as often, behind all units
  };
  const Page pages[] = {
      {"<img src=a>", ""},
      {"<a href=x>y</a>", ""},
      {"<a href=x>y", ""},
      {"<a>", ""},
      {"<a href=x>", "</a>"},
      {"<a>", "</a>"},
      {"<p background=a>", ""},
      {"<link href=a>", ""},
      {"<script src=a></script>", ""},
      {"<meta name=a content=b>", ""},
      {"<a href=\"/dir/page.html\">The page</a>\n", ""},
  };
  for (Page const& page : pages) {
    const std::size_t count = 12 * mega / (page.unit.size() + page.end.size());
    const std::string large = repeated(page.unit, count) + repeated(page.end, count);
    for (std::string const compress : {"none", "gzip"}) {
      if (compress == "gzip" && &page != pages) continue;
      CAPTURE(page.unit, page.end, compress);
      CHECK(wat_memory(folder, large, compress) < constant_part + 2 * large.size());
    }
  }
}

TEST_CASE("WAT takes less memory than three times a long value and a constant") {
  if (!can_measure_cost()) return;
  const TemporaryFolder folder;
  struct Value {
    std::string start;
    std::string unit;
    std::string end;
  };
  const Value values[] = {
      {"<a href=\"", "x", "\">y</a>"},
      {"<img src=a alt=\"", "\x01", "\">"},
      {"<meta name=a content='", "\"", "'>"},
  };
  for (Value const& value : values) {
    CAPTURE(value.start);
    const std::string large = value.start + repeated(value.unit, 12 * mega) + value.end;
    CHECK(wat_memory(folder, large, "none") < constant_part + 3 * large.size());
  }
}

}  // namespace hrefkit::test
