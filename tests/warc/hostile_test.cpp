// Archives that were made to take long end soon.
#include <catch2/catch.hpp>
#include <string>

#include "support/run_cost.h"
#include "support/warc_builder.h"
#include "warc/read_records.h"

namespace hrefkit::test {

namespace {

std::string repeated(std::string const& text, std::size_t size) {
  std::string all;
  while (all.size() < size) all += text;
  return all;
}

}  // namespace

TEST_CASE("reading again after damage is bounded") {
  if (!can_measure_cost()) return;
  constexpr std::size_t size = 4'000'000;
  const std::string lying = "WARC/1.0\r\nWARC-Type: response\r\nContent-Length: 99999999\r\n\r\n";
  const std::string fields = "WARC/1.0\r\n" + repeated("A: WARC/1.0\r\n", 200'000);
  const std::string nested = gzip(gzip(gzip(lying, 0), 0), 0);
  for (std::string const& bytes : {
           repeated(lying, size),
           gzip(repeated(lying, size)),
           repeated("WARC/1.0\n", size),
           repeated("WARC/1.0\nA:\n", size),
           repeated(fields, size),
           gzip(repeated(fields, size)),
           repeated("\x1F\x8B\x08", size),
           repeated("\x1F\x8B\x08\x08zzzzzzzzzzzzzzzz", size),
           repeated("\x28\xB5\x2F\xFD", size),
           repeated(nested.substr(0, nested.size() - 6), size),
           repeated(gzip(""), size),
           "WARC/1.0\r\n" + std::string(size, 'a'),
           lying + repeated("\x1F\x8B\x08", size),
       }) {
    const RunCost cost = cost_of([&] {
      read_archive(bytes);
      read_archive(bytes, Way::pipe);
    });
    INFO(bytes.substr(0, 60));
    CHECK(cost.succeeded());
    CHECK(cost.seconds < 2 * allowed_seconds(bytes.size()));
    CHECK(cost.peak_bytes < allowed_bytes(size));
  }
}

}  // namespace hrefkit::test
