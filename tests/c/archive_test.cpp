#include <catch2/catch.hpp>
#include <cstring>
#include <string>
#include <vector>

#include "c/c_support.h"
#include "hrefkit/archive/capture_reader.h"
#include "hrefkit/archive/header_links.h"
#include "hrefkit/html/find_links.h"
#include "support/outside_data.h"
#include "support/temporary_folder.h"

namespace hrefkit::test {

namespace {

constexpr char const* letters = HREFKIT_SOURCE_DIR "/samples/letters.warc.gz";

hrefkit_archive_options archive_options() {
  return HREFKIT_ARCHIVE_OPTIONS_INIT;
}

hrefkit_capture empty_capture() {
  return HREFKIT_CAPTURE_INIT;
}

Archive open(hrefkit_view path, hrefkit_archive_options const* options = nullptr,
             hrefkit_error* error = nullptr) {
  hrefkit_archive* made = nullptr;
  hrefkit_archive_open(path, options, &made, error);
  return Archive(made);
}

int take_rows(void* user, hrefkit_link const* rows, std::size_t count) {
  auto& all = *static_cast<std::vector<std::string>*>(user);
  for (std::size_t i = 0; i < count; ++i)
    all.push_back(text(rows[i].header) + ' ' + row_text(rows[i]));
  return 0;
}

/// Captures as text, each with its rows.
std::vector<std::string> all_of(hrefkit_archive* archive) {
  std::vector<std::string> found;
  hrefkit_capture capture = empty_capture();
  while (hrefkit_archive_next(archive, &capture, nullptr) == HREFKIT_OK) {
    found.push_back(text(capture.uri) + ' ' + text(capture.date) + ' ' +
                    std::to_string(capture.status) + ' ' + text(capture.record_type) + ' ' +
                    text(capture.media_type) + ' ' + std::to_string(capture.record_offset) + '+' +
                    std::to_string(capture.record_length));
    CHECK((capture.body.data != nullptr) == (capture.is_document == 1));
    REQUIRE(hrefkit_archive_links(archive, nullptr, take_rows, &found, nullptr) == HREFKIT_OK);
  }
  return found;
}

/// The same by C++.
std::vector<std::string> wanted(char const* path) {
  std::vector<std::string> found;
  auto source = warc::open_source(path);
  REQUIRE(source);
  archive::CaptureReader reader(*source, {});
  while (reader.next()) {
    archive::Capture const& capture = reader.capture();
    found.push_back(capture.uri + ' ' + std::string(capture.record->field("WARC-Date")) + ' ' +
                    std::to_string(capture.status()) + ' ' +
                    std::string(name(capture.record->type)) + ' ' + capture.media_type + ' ' +
                    std::to_string(capture.record->place.offset) + '+' +
                    std::to_string(capture.record->length));
    const auto resolver = url::Resolver::with_base(capture.uri, {});
    if (!resolver) continue;
    if (capture.head) {
      for (archive::HeaderLink const& link : archive::header_links(*capture.head, capture.uri)) {
        found.push_back(std::string(link.header) + " [] " + link.raw + " -> " +
                        resolver->resolve(link.reference).value_or("(absent)"));
      }
    }
    archive::CapturePage page({.document = {}});
    if (!capture.document || !page.open(capture)) continue;
    const auto take = [&](html::LinkBlock const& block) {
      for (html::Link const& link : block.links) {
        found.push_back("(absent) " + std::string(link.element) + '[' +
                        std::string(link.attribute) + "] " + std::string(link.raw) + " -> " +
                        block.resolve(link).value_or("(absent)"));
      }
    };
    REQUIRE(html::find_links(page.source(), page.options(), {.links = take}));
  }
  return found;
}

TEST_CASE("C: the captures of an archive and their links are those of C++") {
  const std::vector<std::string> rows = wanted(letters);
  CHECK(rows.size() > 5);
  const Archive by_path = open(hrefkit_text(letters));
  REQUIRE(by_path);
  CHECK(all_of(by_path.get()) == rows);
  hrefkit_error error = HREFKIT_ERROR_INIT;
  CHECK(hrefkit_archive_next(by_path.get(), nullptr, &error) == HREFKIT_END);
  CHECK(error.status == HREFKIT_END);
  // By a callback that gives a few bytes at a time.
  std::string bytes = file_bytes(letters);
  std::string_view rest = bytes;
  hrefkit_archive_options options = archive_options();
  options.user = &rest;
  options.read = [](void* user, char* buffer, std::size_t capacity) {
    auto& left = *static_cast<std::string_view*>(user);
    const std::size_t count = std::min({capacity, left.size(), std::size_t{100}});
    std::memcpy(buffer, left.data(), count);
    left.remove_prefix(count);
    return static_cast<std::int64_t>(count);
  };
  const Archive by_callback = open(absent, &options);
  REQUIRE(by_callback);
  CHECK(all_of(by_callback.get()) == rows);
}

TEST_CASE("C: a record outlives its archive") {
  std::vector<Record> records;
  std::vector<std::string> rows;
  {
    const Archive archive = open(hrefkit_text(letters));
    hrefkit_record* record = nullptr;
    CHECK(hrefkit_archive_take(archive.get(), &record, nullptr) == HREFKIT_E_ARGUMENT);
    while (hrefkit_archive_next(archive.get(), nullptr, nullptr) == HREFKIT_OK) {
      REQUIRE(hrefkit_archive_take(archive.get(), &record, nullptr) == HREFKIT_OK);
      records.emplace_back(record);
      CHECK(hrefkit_archive_take(archive.get(), &record, nullptr) == HREFKIT_E_ARGUMENT);
      CHECK(hrefkit_archive_links(archive.get(), nullptr, take_rows, &rows, nullptr) == HREFKIT_OK);
    }
    CHECK(rows.empty());
  }
  for (Record const& record : records) {
    hrefkit_capture capture = empty_capture();
    REQUIRE(hrefkit_record_capture(record.get(), &capture, nullptr) == HREFKIT_OK);
    rows.push_back(text(capture.uri) + ' ' + text(capture.date) + ' ' +
                   std::to_string(capture.status) + ' ' + text(capture.record_type) + ' ' +
                   text(capture.media_type) + ' ' + std::to_string(capture.record_offset) + '+' +
                   std::to_string(capture.record_length));
    hrefkit_link_list* list = nullptr;
    REQUIRE(hrefkit_record_links(record.get(), nullptr, &list, nullptr) == HREFKIT_OK);
    const LinkList links(list);
    take_rows(&rows, hrefkit_link_list_rows(list), hrefkit_link_list_size(list));
  }
  CHECK(rows == wanted(letters));
  hrefkit_record_free(nullptr);
}

TEST_CASE("C: only some records") {
  hrefkit_archive_options options = archive_options();
  options.record_types = HREFKIT_RECORD_WARCINFO;
  const Archive archive = open(hrefkit_text(letters), &options);
  hrefkit_capture capture = empty_capture();
  REQUIRE(hrefkit_archive_next(archive.get(), &capture, nullptr) == HREFKIT_OK);
  CHECK(text(capture.record_type) == "warcinfo");
  CHECK(capture.body.data == nullptr);
}

/// What the callbacks of an archive heard.
struct ArchiveHeard {
  std::vector<std::string> notes = {};
  std::vector<std::uint64_t> damage = {};
  int answer = 0;
};

hrefkit_archive_options listening(ArchiveHeard& heard) {
  hrefkit_archive_options options = archive_options();
  options.user = &heard;
  options.note = [](void* user, hrefkit_view path, hrefkit_view why) {
    static_cast<ArchiveHeard*>(user)->notes.push_back(text(path) + ": " + text(why));
    return static_cast<ArchiveHeard*>(user)->answer;
  };
  options.damage = [](void* user, std::uint64_t offset, hrefkit_view) {
    static_cast<ArchiveHeard*>(user)->damage.push_back(offset);
    return static_cast<ArchiveHeard*>(user)->answer;
  };
  return options;
}

TEST_CASE("C: damage is told with its place, and a callback may stop there") {
  const TemporaryFolder folder;
  std::string bytes = file_bytes(letters);
  const Archive whole = open(hrefkit_text(letters));
  std::vector<std::uint64_t> places;
  hrefkit_capture capture = empty_capture();
  while (hrefkit_archive_next(whole.get(), &capture, nullptr) == HREFKIT_OK) {
    places.push_back(capture.record_offset);
  }
  REQUIRE(places.size() > 2);
  const std::size_t hit = places[1];
  for (std::size_t i = hit + 60; i < hit + 80; ++i) bytes[i] = static_cast<char>(~bytes[i]);
  folder.write("damaged.warc.gz", bytes);
  ArchiveHeard heard;
  hrefkit_archive_options options = listening(heard);
  {
    const Archive archive = open(view("damaged.warc.gz"), &options);
    std::size_t count = 0;
    while (hrefkit_archive_next(archive.get(), nullptr, nullptr) == HREFKIT_OK) ++count;
    CHECK(count == places.size() - 1);
    REQUIRE(heard.damage.size() == 1);
    CHECK(heard.damage[0] == hit);
    REQUIRE(!heard.notes.empty());
    CHECK(heard.notes[0].starts_with("damaged.warc.gz: record at " + std::to_string(hit)));
  }
  for (const int answer : {4, -4}) {
    heard = {.answer = answer};
    const Archive archive = open(view("damaged.warc.gz"), &options);
    std::size_t count = 0;
    std::size_t ended = 0;
    hrefkit_error error = HREFKIT_ERROR_INIT;
    for (hrefkit_status status = HREFKIT_OK; status != HREFKIT_END;) {
      status = hrefkit_archive_next(archive.get(), nullptr, &error);
      if (status == HREFKIT_OK) ++count;
      if (status == (answer > 0 ? HREFKIT_STOPPED : HREFKIT_E_CALLBACK)) ++ended;
      REQUIRE(count + ended < 100);
    }
    CHECK(count == places.size() - 1);  // none is lost by the stop
    CHECK(ended > 0);
  }
}

TEST_CASE("C: what is no archive, and misuse") {
  const TemporaryFolder folder;
  folder.write("page.html", "<a href=x>");
  folder.write("empty", "");
  hrefkit_error error = HREFKIT_ERROR_INIT;
  CHECK(!open(view("no-such"), nullptr, &error));
  CHECK(error.status == HREFKIT_E_IO);
  CHECK(error.detail == ENOENT);
  const Archive page = open(view("page.html"));
  REQUIRE(page);
  CHECK(hrefkit_archive_next(page.get(), nullptr, &error) == HREFKIT_E_FORMAT);
  const Archive empty = open(view("empty"));
  CHECK(hrefkit_archive_next(empty.get(), nullptr, &error) == HREFKIT_END);
  CHECK(!open(absent, nullptr, &error));
  CHECK(error.status == HREFKIT_E_ARGUMENT);
  hrefkit_archive_options options = archive_options();
  options.record_types = 1U << 8;
  CHECK(!open(hrefkit_text(letters), &options, &error));
  CHECK(error.status == HREFKIT_E_ARGUMENT);
  options = archive_options();
  options.read = [](void*, char*, std::size_t) { return std::int64_t{-9}; };
  const Archive failing = open(absent, &options);
  CHECK(hrefkit_archive_next(failing.get(), nullptr, &error) == HREFKIT_E_CALLBACK);
  CHECK(error.detail == -9);
  options.read = [](void*, char*, std::size_t capacity) {
    return static_cast<std::int64_t>(capacity) + 1;
  };
  const Archive lying = open(absent, &options);
  CHECK(hrefkit_archive_next(lying.get(), nullptr, &error) == HREFKIT_E_CALLBACK);
  const Archive archive = open(hrefkit_text(letters));
  hrefkit_capture small = empty_capture();
  small.struct_size = 8;
  CHECK(hrefkit_archive_next(archive.get(), &small, &error) == HREFKIT_E_ARGUMENT);
  hrefkit_find_options decoded = find_options();
  decoded.flags = HREFKIT_DECODED;
  CHECK(hrefkit_archive_links(archive.get(), &decoded, take_rows, nullptr, &error) ==
        HREFKIT_E_ARGUMENT);
  CHECK(hrefkit_archive_links(archive.get(), nullptr, nullptr, nullptr, &error) ==
        HREFKIT_E_ARGUMENT);
  CHECK(hrefkit_archive_next(nullptr, nullptr, &error) == HREFKIT_E_ARGUMENT);
  hrefkit_archive_free(nullptr);
}

TEST_CASE("C: an archive is busy while its callback runs, and may be freed there") {
  hrefkit_archive* archive = open(hrefkit_text(letters)).release();
  int calls = 0;
  struct Nested {
    hrefkit_archive* archive;
    int* calls;
  } nested{archive, &calls};
  const auto take = [](void* user, hrefkit_link const*, std::size_t) {
    auto const& told = *static_cast<Nested*>(user);
    CHECK(hrefkit_archive_next(told.archive, nullptr, nullptr) == HREFKIT_E_BUSY);
    if (++*told.calls == 1) hrefkit_archive_free(told.archive);
    return 1;
  };
  while (calls == 0 && hrefkit_archive_next(archive, nullptr, nullptr) == HREFKIT_OK) {
    hrefkit_archive_links(archive, nullptr, take, &nested, nullptr);
  }
  CHECK(calls == 1);
}

}  // namespace

}  // namespace hrefkit::test
