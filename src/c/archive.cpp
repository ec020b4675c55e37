// hrefkit_archive and hrefkit_record: the captures of a web archive.
#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <new>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <tl/expected.hpp>
#include <utility>
#include <vector>

#include "hrefkit/archive/capture_reader.h"
#include "hrefkit/c/boundary.h"
#include "hrefkit/c/c.h"
#include "hrefkit/c/page.h"
#include "hrefkit/c/rows.h"
#include "hrefkit/html/find_links.h"
#include "hrefkit/html/source_text.h"
#include "hrefkit/http/fields.h"
#include "hrefkit/text/text.h"
#include "hrefkit/url/resolver.h"
#include "hrefkit/url/url.h"
#include "hrefkit/warc/record_reader.h"

using namespace hrefkit;

namespace {

using archive::RecordNote;

/// Bytes that a callback reads.
class CallbackReader : public warc::ByteReader {
 public:
  /// `failure` gets the value with which the callback fails.
  CallbackReader(hrefkit_read callback, void* user, std::int64_t& failure)
      : read_(callback), user_(user), failure_(failure) {}

  tl::expected<std::size_t, std::string> read(std::span<char> room) override {
    const std::int64_t count = read_(user_, room.data(), room.size());
    if (count >= 0 && static_cast<std::uint64_t>(count) <= room.size()) {
      return static_cast<std::size_t>(count);
    }
    failure_ = count < 0 ? count : std::numeric_limits<std::int64_t>::min();
    return tl::unexpected(std::string("the callback failed"));
  }

 private:
  hrefkit_read read_;
  void* user_;
  std::int64_t& failure_;
};

/// The data of the current record.
struct Kept {
  archive::Capture capture = {};
  warc::Record record = {};
  std::string date = {};
};

hrefkit_capture capture_of(archive::Capture const& capture, warc::Record const& record,
                           std::string_view date) {
  hrefkit_capture row{};
  row.status = capture.status();
  row.uri = c::view_of(capture.uri);
  row.date = c::view_of(date);
  row.record_type = c::view_of(name(record.type));
  row.media_type = c::view_of(capture.media_type);
  row.charset = c::view_of(capture.charset);
  if (capture.document) row.body = c::view_of(capture.body);
  row.record_offset = record.place.offset;
  row.record_length = record.length;
  row.is_document = capture.document ? 1 : 0;
  return row;
}

void write_capture(hrefkit_capture* to, hrefkit_capture const& capture) {
  c::write_struct(to, capture, sizeof(hrefkit_capture), "capture");
}

/// Finds the links of captures.
class CaptureLinks {
 public:
  explicit CaptureLinks(hrefkit_find_options const* options) : request_(options) {
    if (request_.is_decoded) c::fail_argument("flags", "the bodies of records are bytes");
    html::XmlBase& xml_base = request_.document.xml_base;
    if (xml_base == html::XmlBase::unspecified) xml_base = html::XmlBase::automatic;
  }

  c::FindRequest const& request() const { return request_; }
  html::SourceText const& source() const { return source_; }
  html::DocumentOptions const& document() const { return request_.document; }

  /// Adds the rows of the HTTP fields. False where the record's URI is no base URL.
  bool add_headers(archive::Capture const& capture, c::Rows& rows, c::TextArena& texts) const {
    auto resolver = url::Resolver::with_base(capture.uri, {});
    if (!resolver) return false;
    const html::LinkBase base{.resolver = std::move(*resolver)};
    if (!capture.head || !request_.elements.empty()) return true;
    html::UrlBudget budget(0);
    for (archive::HeaderLink const& link : archive::header_links(*capture.head, capture.uri)) {
      if (request_.wants(link.kind)) rows.add() = c::header_row(link, base, budget, texts);
    }
    return true;
  }

  /// Reads the body of a capture that is a document.
  void open(archive::Capture const& capture, std::string& buffer, html::Notes& notes) {
    request_.charset = capture.charset;
    request_.encoding.content_type = *capture.document;
    request_.encoding.transport_charset = request_.charset;
    request_.document.url = capture.uri;
    if (capture.head) {
      for (std::string& policy : archive::content_security_policies(capture.head->fields)) {
        request_.document.content_security_policies.push_back(std::move(policy));
      }
    }
    source_ = c::read_source(capture.body, request_, buffer, notes);
  }

 private:
  c::FindRequest request_;
  html::SourceText source_;
};

constexpr std::uint32_t known_types = (1U << static_cast<unsigned>(warc::RecordType::other)) - 1;
constexpr std::size_t min_archive_options = offsetof(hrefkit_archive_options, note);

archive::RecordTypes types_of(std::uint32_t bits) {
  if ((bits & ~known_types) != 0) c::fail_argument("record_types", "it has an unknown type");
  if (bits == 0) return archive::CaptureOptions().types;
  archive::RecordTypes types;
  for (unsigned i = 0; i < static_cast<unsigned>(warc::RecordType::other); ++i) {
    if ((bits >> i & 1) != 0) types.add(static_cast<warc::RecordType>(i));
  }
  return types;
}

}  // namespace

struct hrefkit_archive {
  c::Busy busy = {};
  bool is_freed = false;  // during a call that used it
  std::string path = {};  // empty: the bytes come from `read`
  hrefkit_archive_options options = {};
  std::int64_t read_failure = 0;
  int answer = 0;  // of the callback that stopped the call
  std::optional<warc::ByteSource> source = {};
  std::optional<archive::CaptureReader> reader = {};
  bool has_capture = false;
  bool is_pending = false;  // the capture was read but not passed on: a callback stopped the call
  bool has_damage = false;
  std::string date = {};
  html::LinkFinder finder = html::LinkFinder();
  std::string buffer = {};
  c::TextArena texts = {};

  void report(RecordNote const& note) {
    const bool is_damage = note.kind == RecordNote::Kind::damage;
    has_damage |= is_damage;
    const std::string why = text::to_valid_utf8(note.why);
    if (is_damage && options.damage != nullptr && answer == 0) {
      answer = options.damage(options.user, note.place.offset, c::view_of(why));
    }
    if (options.note == nullptr || answer != 0) return;
    std::string text = "record at " + std::to_string(note.place.offset);
    if (note.place.member_offset != 0) {
      text += ", byte " + std::to_string(note.place.member_offset) + " unpacked";
    }
    text.append(": ").append(why);
    answer = options.note(options.user, c::view_of(path), c::view_of(text));
  }
};

struct hrefkit_record {
  Kept kept;
};

namespace {

/// Throws if the source could not be read to its end.
void check_source(hrefkit_archive& archive) {
  if (archive.read_failure != 0) {
    throw c::Failure{HREFKIT_E_CALLBACK, "the callback that reads failed", archive.read_failure};
  }
  if (archive.source->error()) c::fail_io(*archive.source->error());
  // A source without any record is not an archive, unless it is empty, or unpacks to nothing.
  if (archive.reader->records().found_any() || !archive.has_damage) return;
  throw c::Failure{HREFKIT_E_FORMAT, std::string(message(warc::other_format(*archive.source)))};
}

void read_links(hrefkit_archive& archive, CaptureLinks& links, hrefkit_take_links on_rows,
                void* user) {
  archive::Capture const& capture = archive.reader->capture();
  const auto note = [&](RecordNote::Kind kind, std::string_view why) {
    archive.report({kind, capture.record->place, why});
    c::go_on_if(std::exchange(archive.answer, 0));
  };
  archive.texts.clear();
  c::Rows rows(links.request().row_size);
  if (!links.add_headers(capture, rows, archive.texts)) {
    note(RecordNote::Kind::body, "its URI is not an absolute URL: no links were looked for");
    return;
  }
  if (rows.size() != 0) c::go_on_if(on_rows(user, rows.data(), rows.size()));
  if (!capture.document) return;
  html::Notes notes;
  links.open(capture, archive.buffer, notes);
  for (html::Note const& found : notes) note(RecordNote::Kind::remark, found.message);
  c::RowStream stream(links.request(), links.source(), archive.texts, on_rows, user);
  const auto emit_rows = [&](html::LinkBlock const& block) { return stream(block); };
  const auto append_note = [&](html::Note const& found) { notes.push_back(found); };
  notes.clear();
  archive.finder.use(links.request().engine);
  const auto found = archive.finder.find(links.source(), links.document(),
                                         {.links = emit_rows,
                                          .notes = append_note,
                                          .with_places = links.request().with_texts,
                                          .with_rels = true});
  c::go_on_if(stream.answer());
  for (html::Note const& each : notes) note(RecordNote::Kind::remark, each.message);
  if (!found) note(RecordNote::Kind::body, message(found.error()));
}

}  // namespace

hrefkit_status hrefkit_archive_open(hrefkit_view path, const hrefkit_archive_options* options,
                                    hrefkit_archive** out, hrefkit_error* error) noexcept {
  return c::make_handle(out, error, [&] {
    const hrefkit_archive_options defaults = HREFKIT_ARCHIVE_OPTIONS_INIT;
    auto archive = std::make_unique<hrefkit_archive>();
    archive->options = c::read_options(options, min_archive_options, defaults, "archive options");
    archive::CaptureOptions reading;
    reading.types = types_of(archive->options.record_types);
    if (archive->options.max_body != 0) {
      if (archive->options.max_body > PTRDIFF_MAX) c::fail_argument("max_body", "it is too large");
      reading.max_body = static_cast<std::size_t>(archive->options.max_body);
    }
    reading.note = [handle = archive.get()](RecordNote const& note) { handle->report(note); };
    if (const auto name = c::optional_text(path, "path")) {
      archive->path = *name;
      errno = 0;
      auto source = warc::open_source(archive->path);
      if (!source) c::fail_io(source.error());
      archive->source.emplace(std::move(*source));
    } else {
      c::require(archive->options.read, "path and read");
      archive->source.emplace(std::make_unique<CallbackReader>(
          archive->options.read, archive->options.user, archive->read_failure));
    }
    archive->reader.emplace(*archive->source, std::move(reading));
    return archive;
  });
}

hrefkit_status hrefkit_archive_next(hrefkit_archive* archive, hrefkit_capture* capture,
                                    hrefkit_error* error) noexcept {
  return c::guarded(error, [&] {
    c::require(archive, "archive");
    const c::HandleUse use(*archive);
    if (capture != nullptr) {
      c::check_struct(capture, capture->struct_size, sizeof(hrefkit_capture), c::max_struct_size,
                      "capture");
    }
    archive->has_capture = false;
    if (!std::exchange(archive->is_pending, false)) {
      errno = 0;
      const bool is_read = archive->reader->next();
      if (const int answer = std::exchange(archive->answer, 0); answer != 0) {
        archive->is_pending = is_read;
        throw c::CallbackEnd{answer};
      }
      if (!is_read) {
        check_source(*archive);
        return c::report(error, HREFKIT_END, "there is no further record");
      }
    }
    archive::Capture const& read = archive->reader->capture();
    archive->date = text::to_valid_utf8(read.record->field("WARC-Date"));
    archive->has_capture = true;
    if (capture != nullptr) write_capture(capture, capture_of(read, *read.record, archive->date));
    return hrefkit_status{HREFKIT_OK};
  });
}

hrefkit_status hrefkit_archive_links(hrefkit_archive* archive, const hrefkit_find_options* options,
                                     hrefkit_take_links take, void* user,
                                     hrefkit_error* error) noexcept {
  return c::guarded(error, [&] {
    c::require(archive, "archive");
    c::require(take, "take");
    const c::HandleUse use(*archive);
    CaptureLinks links(options);
    if (!archive->has_capture) return HREFKIT_OK;
    try {
      read_links(*archive, links, take, user);
    } catch (std::bad_alloc const&) {
      archive->finder = html::LinkFinder();
      throw;
    }
    return HREFKIT_OK;
  });
}

void hrefkit_archive_free(hrefkit_archive* archive) noexcept {
  c::free_handle(archive);
}

hrefkit_status hrefkit_archive_take(hrefkit_archive* archive, hrefkit_record** out,
                                    hrefkit_error* error) noexcept {
  return c::make_handle(out, error, [&] {
    c::require(archive, "archive");
    const c::HandleUse use(*archive);
    if (!archive->has_capture) c::fail_argument("archive", "no record was read");
    auto record = std::make_unique<hrefkit_record>();
    archive::Capture& read = archive->reader->capture();
    record->kept.record = *read.record;
    record->kept.date = archive->date;
    record->kept.capture = std::exchange(read, archive::Capture{});
    record->kept.capture.record = &record->kept.record;
    archive->has_capture = false;
    return record;
  });
}

hrefkit_status hrefkit_record_capture(const hrefkit_record* record, hrefkit_capture* capture,
                                      hrefkit_error* error) noexcept {
  return c::guarded(error, [&] {
    c::require(record, "record");
    c::require(capture, "capture");
    Kept const& kept = record->kept;
    write_capture(capture, capture_of(kept.capture, kept.record, kept.date));
    return HREFKIT_OK;
  });
}

hrefkit_status hrefkit_record_links(const hrefkit_record* record,
                                    const hrefkit_find_options* options, hrefkit_link_list** out,
                                    hrefkit_error* error) noexcept {
  return c::make_handle(out, error, [&] {
    c::require(record, "record");
    archive::Capture const& capture = record->kept.capture;
    CaptureLinks links(options);
    auto list = std::make_unique<hrefkit_link_list>(links.request().row_size);
    if (!links.add_headers(capture, list->rows, list->texts) || !capture.document) {
      list->base = list->texts.keep_view(capture.uri);
      return list;
    }
    std::string buffer;
    html::Notes notes;
    links.open(capture, buffer, notes);
    c::list_links(*list, links.source(), links.document(), links.request(), std::move(notes));
    return list;
  });
}

void hrefkit_record_free(hrefkit_record* record) noexcept {
  delete record;
}
