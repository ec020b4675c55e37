#include "hrefkit/cli/archive/part_reader.h"

#include <sys/stat.h>

#include <catch2/catch.hpp>
#include <cstdint>
#include <fstream>
#include <string>
#include <thread>
#include <vector>

#include "cli/cli_run.h"
#include "support/temporary_folder.h"
#include "support/warc_builder.h"

namespace hrefkit::test {

namespace {

/// Letters that gzip can hardly make shorter.
std::string noise(std::size_t size) {
  std::string text;
  std::uint32_t state = 1;
  while (text.size() < size) {
    state = state * 1664525 + 1013904223;
    text += static_cast<char>('0' + (state >> 24) % 64);
  }
  return text;
}

/// Pages with a link each; every one takes about 80 KB of the file.
std::string pages(int count, bool packs) {
  const std::string filler = "<!--" + noise(packs ? 100'000 : 80'000) + "-->";
  std::string bytes;
  for (int i = 0; i < count; ++i) {
    const std::string number = std::to_string(i);
    const std::string page =
        page_record("http://a.example/" + number, filler + "<a href=link" + number + ">" + number);
    bytes += packs ? gzip(page, 1) : page;
  }
  return bytes;
}

/// A capture of a file that is an archive itself.
std::string capture_of(std::string const& archive) {
  RecordParts parts;
  parts.type = "resource";
  parts.content_type = "application/warc";
  parts.block = archive;
  return warc_record(parts);
}

void check_same_for_any_jobs(std::string const& bytes) {
  const TemporaryFolder folder;
  folder.write("a.warc", bytes);
  for (char const* format : {"jsonl", "wat", "cdxj", "pages", "hosts"}) {
    CAPTURE(format);
    const auto run = [&](char const* jobs) {
      return run_cli({"archive", "-j", jobs, "--format", format, "a.warc"});
    };
    const CliResult one = run("1");
    for (char const* jobs : {"2", "5"}) {
      const CliResult several = run(jobs);
      CHECK(several.exit_code == one.exit_code);
      CHECK(several.err == one.err);
      CHECK((several.out == one.out));  // large
    }
  }
}

}  // namespace

TEST_CASE("files are cut in order; small ones and pipes are not") {
  const TemporaryFolder folder;
  folder.write("plain", pages(60, false));
  folder.write("packed", pages(15, true));
  folder.write("small", page_record("http://a.example/", "<a href=x>"));
  folder.write("text", std::string(10'000'000, 'x'));
  cli::FileParts files({"plain", "small", "none", "packed", "text", "-"}, true);
  std::string found;
  std::uint64_t end = 0;
  for (cli::ArchivePart part; files.next(part); part = {}) {
    if (part.begin == 0) {
      found += part.file->path + (part.file->shared ? " in parts;" : ";");
    } else {
      CHECK(part.begin == end);
    }
    end = part.end;
    const auto start = part.find_start();
    REQUIRE(start);
    CHECK(*start >= part.begin);
    CHECK(*start < part.end);
    if (part.begin == 0) CHECK(*start == 0);
  }
  CHECK(found == "plain in parts;small;none;packed in parts;text;-;");
  cli::FileParts whole({"plain"}, false);
  cli::ArchivePart part;
  CHECK(whole.next(part));
  CHECK(part.end == cli::ArchivePart::no_end);
  CHECK_FALSE(whole.next(part));
}

TEST_CASE("a file that is over is cut no more") {
  const TemporaryFolder folder;
  folder.write("plain", pages(80, false));
  cli::FileParts files({"plain"}, true);
  cli::ArchivePart part;
  CHECK(files.next(part));
  part.file->is_over = true;
  CHECK(files.next(part));
  CHECK_FALSE(files.next(part));
}

TEST_CASE("the output does not depend on the number of threads") {
  const bool packs = GENERATE(false, true);
  const std::string many = pages(packs ? 30 : 90, packs);
  SECTION("sound") {
    check_same_for_any_jobs(many);
  }
  SECTION("damaged in the middle") {
    std::string bytes = many;
    bytes.replace(bytes.size() / 2, 5000, 5000, '\0');
    check_same_for_any_jobs(bytes);
  }
  SECTION("cut") {
    check_same_for_any_jobs(many.substr(0, many.size() - 5000));
  }
  SECTION("an archive in an archive, whose records look like those of the outer one") {
    const std::string inner = capture_of(many);
    check_same_for_any_jobs(packs ? gzip(inner, 0) + many : inner + many);
  }
  SECTION("empty lines as long as several parts") {
    check_same_for_any_jobs(many + std::string(9'000'000, '\n') + many);
  }
  SECTION("no captures in the first parts") {
    RecordParts parts;
    parts.type = "request";
    parts.block = noise(5'000'000);
    const std::string request = warc_record(parts);
    check_same_for_any_jobs((packs ? gzip(request) : request) + many);
  }
}

TEST_CASE("a file that cannot be read to its end ends alone") {
  const TemporaryFolder folder;
  folder.write("a.warc", pages(90, false));
  folder.write("b.warc", "WARC/\r\n" + noise(9'000'000));
  const CliResult one = run_cli({"archive", "-j", "1", "b.warc", "a.warc", "none"});
  const CliResult two = run_cli({"archive", "-j", "3", "b.warc", "a.warc", "none"});
  CHECK(one.exit_code == 2);
  CHECK(two.exit_code == 2);
  CHECK(two.err == one.err);
  CHECK((two.out == one.out));
  CHECK(two.err.find("b.warc: error: it is not a WARC file") != std::string::npos);
}

TEST_CASE("a named pipe is opened once: its writer is gone after that") {
  const TemporaryFolder folder;
  REQUIRE(::mkfifo("pipe", 0600) == 0);
  CHECK(run_cli({"archive", "--missing", "pipe"}).exit_code == 2);
  const std::string bytes = pages(2, true);
  std::thread writer([&] { std::ofstream("pipe", std::ios::binary) << bytes; });
  cli::FileParts parts({"pipe"}, true);
  cli::ArchivePart part;
  REQUIRE(parts.next(part));
  REQUIRE(part.file->pipe);
  warc::ByteSource source = part.file->pipe->source();
  while (source.fill()) {
  }
  writer.join();
  CHECK((source.buffered() == bytes));
}

}  // namespace hrefkit::test
