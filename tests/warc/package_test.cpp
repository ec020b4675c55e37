#include "hrefkit/warc/package.h"

#include <catch2/catch.hpp>
#include <string>
#include <vector>

#include "support/temporary_folder.h"
#include "support/warc_builder.h"
#include "support/zip_builder.h"

namespace hrefkit::test {

namespace {

tl::expected<warc::Package, std::string> open_package(std::string const& bytes) {
  const TemporaryFolder folder;
  folder.write("p.wacz", bytes);
  return warc::Package::open(*warc::SharedFile::open("p.wacz"));
}

/// Names and bytes of all members, or what is wrong.
std::string contents(std::string const& bytes) {
  const auto package = open_package(bytes);
  if (!package) return package.error();
  std::string all;
  for (warc::PackageMember const& member : package->members()) {
    all += member.name + ":";
    if (!member.refusal.empty()) {
      all += member.refusal + ";";
      continue;
    }
    warc::ByteSource source = package->source(member);
    for (auto piece = source.peek(1); !piece.empty(); piece = source.peek(1)) {
      all += piece;
      source.consume(piece.size());
    }
    all += source.error().value_or("") + ";";
  }
  return all;
}

}  // namespace

TEST_CASE("the WARC files of a package are found, whatever its form is") {
  const std::string large(300000, 'x');
  const std::vector<ZipFile> files{{"archive/a.warc", "first"},
                                   {"archive/", ""},
                                   {"pages/pages.jsonl", "{}"},
                                   {"archive/b.WARC.gz", "second"},
                                   {"archive/c.warc.zst", "third", true},
                                   {"d.warc", large, true},
                                   {".warc", "a name alone"}};
  const std::string expected =
      "archive/a.warc:first;archive/b.WARC.gz:second;"
      "archive/c.warc.zst:third;d.warc:" +
      large + ";";
  CHECK(contents(zip_archive(files)) == expected);
  CHECK(contents(zip_archive(files, ZipNumbers::large)) == expected);
  CHECK(contents(zip_archive(files, ZipNumbers::small, "a PK\x05\x06 comment")) == expected);
  CHECK(contents(zip_archive({})).empty());
}

TEST_CASE("a package is not believed where it does not fit the file") {
  struct Case {
    std::string why;
    std::string bytes;
    std::string contents;
  };
  const ZipFile good{"a.warc", "some bytes"};
  const std::string sound = zip_archive({good});
  const std::string cut = "it is a ZIP package without a directory at its end: it may be cut";
  const std::string wrong =
      "a.warc:the directory of the ZIP package is wrong about its place or size;";
  std::string broken_entry = sound;
  broken_entry[sound.find("PK\x01\x02") + 1] = 'X';
  const std::vector<Case> cases{
      {"cut", sound.substr(0, sound.size() - 5), cut},
      {"the beginning alone", sound.substr(0, 4), cut},
      {"a broken directory", broken_entry, "the directory of the ZIP package is damaged"},
      {"a place that is no entry",
       zip_archive({{.name = "a.warc", .bytes = "x", .place_error = 1}}), wrong},
      {"a place behind the end", zip_archive({{.name = "a.warc", .place_error = 99999}}), wrong},
      {"stored, of another size", zip_archive({{.name = "a.warc", .bytes = "x", .size_error = 1}}),
       wrong},
      {"encrypted", zip_archive({{.name = "a.warc", .bytes = "x", .flags = 1}}),
       "a.warc:it is encrypted in its package;"},
      {"another method", zip_archive({{.name = "a.warc", .bytes = "x", .method = 12}}),
       "a.warc:it is packed in its package by method 12, which is not read: unpack the package "
       "first;"},
  };
  for (Case const& c : cases) {
    INFO(c.why);
    CHECK(contents(c.bytes) == c.contents);
  }
}

TEST_CASE("a member that is not where the directory says costs no other") {
  const std::string bytes = zip_archive({{.name = "a.warc", .bytes = "one"},
                                         {.name = "b.warc", .bytes = "two", .place_error = 1},
                                         {.name = "c.warc", .bytes = "three"}});
  CHECK(contents(bytes) ==
        "a.warc:one;b.warc:the directory of the ZIP package is wrong about its place or size;"
        "c.warc:three;");
}

TEST_CASE("an unpacked member has the size that the directory tells") {
  for (const std::int64_t error : {-1, 1, 1000000}) {
    const std::string packed = zip_archive({{.name = "a.warc",
                                             .bytes = std::string(200000, 'x'),
                                             .is_deflated = true,
                                             .size_error = error}});
    CHECK(contents(packed).find("its compressed data in the package is damaged;") !=
          std::string::npos);
  }
  std::string damaged = zip_archive({{"a.warc", "some bytes of text", true}});
  damaged[30 + 6 + 4] = '\xFF';
  CHECK(contents(damaged) == "a.warc:its compressed data in the package is damaged;");
}

TEST_CASE("members that share bytes are refused: a small package would be large") {
  const std::string one = zip_archive({{"a.warc", std::string(1000, 'x'), true}});
  const std::size_t directory = one.find("PK\x01\x02");
  const std::size_t end = one.find("PK\x05\x06");
  const std::string entry = one.substr(directory, end - directory);
  std::string bomb = one.substr(0, end) + entry + one.substr(end);
  std::string size;
  append_little_endian(size, 2 * entry.size(), 4);
  bomb.replace(bomb.size() - 10, 4, size);
  CHECK(contents(bomb) == "files in the ZIP package overlap: it was made to harm, and is not read");
}

TEST_CASE("names of archives") {
  for (char const* const name :
       {"a.warc", "x/A.WARC", "a.warc.gz", "a.warc.zst", "a.wacz", "a.arc", "a.ARC.gz"}) {
    CHECK(warc::is_archive_name(name));
  }
  for (char const* const name : {"", ".warc", ".arc", "a.gz", "a.warc.bz2", "awarc", "a.zip"}) {
    CHECK_FALSE(warc::is_archive_name(name));
  }
}

}  // namespace hrefkit::test
