// The format wat: a WARC record with metadata for each record, as Common Crawl has them.
//
//   WARC/1.0 ... {"Container":{...},"Envelope":{...,"Payload-Metadata":{...}}}
//
// The length precedes each record, so its JSON is buffered before it is written: up to 10 times the
// size of the page, 4 MiB of it in memory and the rest in a temporary file.

#include "hrefkit/cli/archive/writer.h"

#include <cstdio>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "hrefkit/archive/capture_reader.h"
#include "hrefkit/archive/wat_record.h"
#include "hrefkit/cli/archive/command.h"
#include "hrefkit/cli/archive/page_links.h"
#include "hrefkit/cli/format/row_buffer.h"
#include "hrefkit/cli/io/spilled_rows.h"
#include "hrefkit/html/find_links.h"
#include "hrefkit/html/page_base.h"
#include "hrefkit/html/source_text.h"
#include "hrefkit/http/deflate.h"
#include "hrefkit/site/site.h"
#include "hrefkit/text/encoding.h"
#include "hrefkit/text/text.h"
#include "hrefkit/warc/record_reader.h"

namespace hrefkit::cli {

namespace {

/// With --compress gzip each record is a gzip member of its own.
class ArchiveWatRows : public ArchiveWriter {
 public:
  explicit ArchiveWatRows(WriterSettings const& settings);
  ~ArchiveWatRows() override;

  archive::CaptureOptions reading() override;
  void begin(std::string_view file, FileRows& rows, bool is_first) override;
  void write(archive::CaptureReader& reader, Pause const& pause, Note const& note) override;

 private:
  void describe_page(archive::Capture const& capture, Note const& note);
  void flush(Pause const& pause);

  class ChunksAside;

  WriterSettings settings_;
  archive::CapturePage page_;
  html::LinkFinder finder_;
  archive::WatRecord record_;
  std::unique_ptr<ChunksAside> aside_;
  archive::WatPageWriter page_writer_;
  http::GzipPacker packer_;
  std::string file_;  // base name of the archive file
  bool wrote_info_ = false;
  FileRows* rows_ = nullptr;
  text::ChunkedText html_;
  text::ChunkedText json_;
  text::ChunkedText out_;
  std::string packed_;
};

using Kind = archive::RecordNote::Kind;

/// True for HTML and XHTML, the only documents that WAT describes.
bool is_html(archive::Capture const& capture) {
  return capture.media_type == "text/html" || capture.media_type == "application/xhtml+xml";
}

/// Bytes of a record's JSON that are kept in memory; more go to a temporary file. The JSON must be
/// complete before it is written, because its length precedes it, and it may be 10 times as long as
/// the page.
constexpr std::size_t max_json_in_memory = std::size_t{4} << 20;

/// Stores the chunks of one record's JSON.
class ArchiveWatRows::ChunksAside : public text::ChunkStore {
 public:
  /// If there is no disk, or it is full, the chunk stays in memory.
  std::optional<std::size_t> add(std::string_view chunk) override {
    if (chunk.size() <= memory_left_) {
      memory_left_ -= chunk.size();
      return std::nullopt;
    }
    if (is_refused_) return std::nullopt;
    if (!file_) file_.reset(std::tmpfile());
    Place place{.size = chunk.size()};
    is_refused_ = !file_ || std::fseek(file_.get(), 0, SEEK_END) != 0 ||
                  std::fgetpos(file_.get(), &place.begin) != 0 ||
                  std::fwrite(chunk.data(), 1, chunk.size(), file_.get()) != chunk.size() ||
                  std::fflush(file_.get()) != 0;
    if (is_refused_) return std::nullopt;
    places_.push_back(place);
    return places_.size() - 1;
  }

  /// Throws std::system_error.
  void read(std::size_t number, std::string& chunk) const override {
    Place const& place = places_[number];
    chunk.resize(place.size);
    if (std::fsetpos(file_.get(), &place.begin) != 0 ||
        std::fread(chunk.data(), 1, chunk.size(), file_.get()) != chunk.size()) {
      fail_at_unnamed_file();
    }
  }

  /// Drops all chunks.
  void clear() {
    file_.reset();
    places_.clear();
    memory_left_ = max_json_in_memory;
    is_refused_ = false;
  }

 private:
  struct Place {
    std::fpos_t begin = {};
    std::size_t size = 0;
  };

  UnnamedFile file_;
  std::vector<Place> places_;
  std::size_t memory_left_ = max_json_in_memory;
  bool is_refused_ = false;
};

ArchiveWatRows::ArchiveWatRows(WriterSettings const& settings)
    : settings_(settings),
      page_(settings.pages),
      finder_(settings.command.engine),
      aside_(std::make_unique<ChunksAside>()),
      page_writer_(aside_.get()) {}

ArchiveWatRows::~ArchiveWatRows() = default;

archive::CaptureOptions ArchiveWatRows::reading() {
  archive::CaptureOptions options;
  options.max_body = settings_.command.max_body;
  options.types = {};
  for (std::size_t i = 0; i <= static_cast<std::size_t>(warc::RecordType::other); ++i) {
    options.types.add(static_cast<warc::RecordType>(i));
  }
  select_records(settings_.command, options);
  options.is_page = [this] { return record_.is_page(); };
  options.block = [this](warc::Record const& record, std::string_view piece) {
    if (piece.empty()) {
      record_.begin(record);
    } else {
      record_.add(piece);
    }
  };
  return options;
}

void ArchiveWatRows::begin(std::string_view file, FileRows& rows, bool is_first) {
  file_ = text::to_valid_utf8(site::name_part(file));
  wrote_info_ = !is_first;
  rows_ = &rows;
  out_.clear();
  aside_->clear();
  packed_.clear();
  packer_.restart();
}

void ArchiveWatRows::write(archive::CaptureReader& reader, Pause const& pause, Note const& note) {
  archive::Capture const& capture = reader.capture();
  warc::Record const& record = *capture.record;
  record_.finish();
  if (!wrote_info_) {
    archive::append_wat_info(out_.tail(), file_, record);
    flush(pause);
    wrote_info_ = true;
  }
  html_.clear();
  const bool is_page = record_.is_page() || is_html(capture);
  const bool has_body = record.type != warc::RecordType::revisit || !capture.body.empty();
  if (capture.document && is_page && has_body) describe_page(capture, note);
  if (html_.empty() && record_.is_page()) html_.tail() = "{}";
  json_.clear();
  record_.append_json(json_, record,
                      {file_, reader.records().gzip_member(), reader.records().line_end_length()},
                      html_);
  archive::append_wat_record(out_, record, file_, json_);
  flush(pause);
  aside_->clear();
}

void ArchiveWatRows::describe_page(archive::Capture const& capture, Note const& note) {
  if (const auto opened = page_.open(capture); !opened) {
    note(Kind::body, opened.error());
    return;
  }
  for (html::Note const& found : page_.notes()) note(Kind::remark, found.message);
  const auto base = html::find_page_base(finder_, page_.source(), page_.options());
  archive::WatPage page{.text = page_.source().text,
                        .encoding = text::name(page_.source().encoding.encoding),
                        .address = page_.options().url};
  if (base) {
    page.resolver = &base->resolver;
    page.base_source = name(base->source);
  } else {
    note(Kind::body, "its URI is not an absolute URL: its links were not resolved");
  }
  page_writer_.append(html_, page);
  if (page_writer_.left_out_urls()) {
    note(Kind::body, "its resolved URLs are too large: some were left out");
  }
  page_.release_memory();
}

/// Moves the record in `out_` to the rows, with --compress gzip as a member of its own.
void ArchiveWatRows::flush(Pause const& pause) {
  const bool packs = settings_.command.compress == Compression::gzip;
  out_.drain([&](std::string_view chunk, bool is_last) {
    if (packs) {
      packer_.add(packed_, chunk, is_last);
      rows_->rows.append(packed_);
      text::clear_buffer(packed_);
    } else {
      rows_->rows.append(chunk);
    }
    pause();
  });
}

}  // namespace

std::unique_ptr<ArchiveWriter> make_wat_writer(WriterSettings const& settings) {
  return std::make_unique<ArchiveWatRows>(settings);
}

}  // namespace hrefkit::cli
