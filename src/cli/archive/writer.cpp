#include "hrefkit/cli/archive/writer.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdio>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <tl/expected.hpp>
#include <unordered_set>
#include <utility>
#include <vector>

#include "hrefkit/archive/capture_index.h"
#include "hrefkit/archive/capture_reader.h"
#include "hrefkit/archive/surt.h"
#include "hrefkit/archive/wat_record.h"
#include "hrefkit/cli/format/json_writer.h"
#include "hrefkit/cli/format/link_rows.h"
#include "hrefkit/cli/format/row_buffer.h"
#include "hrefkit/cli/format/row_sink.h"
#include "hrefkit/cli/io/spilled_rows.h"
#include "hrefkit/cli/options/option_set.h"
#include "hrefkit/html/find_links.h"
#include "hrefkit/html/page_base.h"
#include "hrefkit/html/source_text.h"
#include "hrefkit/http/deflate.h"
#include "hrefkit/site/site.h"
#include "hrefkit/text/encoding.h"
#include "hrefkit/text/text.h"
#include "hrefkit/url/resolver.h"
#include "hrefkit/url/url.h"
#include "hrefkit/warc/record_reader.h"

namespace hrefkit::cli {

namespace {

// The links of a capture, for the formats that need them.

/// Opens captures and finds their links.
class PageLinks {
 public:
  explicit PageLinks(WriterSettings const& settings)
      : page_(settings.pages),
        finder_(settings.command.engine),
        with_rels_(is_json(settings.style.format) && has_rows(settings.command.format)) {}

  /// Reads the head of a capture and sets `base` and `headers`. Adds a note if its URI cannot be a
  /// base.
  void open(archive::Capture const& capture, ArchiveWriter::Note const& note);

  /// The base of header links: the document's URL; nullopt if the URI is no absolute URL.
  std::optional<html::LinkBase> const& base() const { return base_; }
  std::vector<archive::HeaderLink> const& headers() const { return headers_; }

  /// Finds the links of a document. False if the capture is no document, or could not be read; a
  /// note says why. The page is open until `close`.
  bool find(archive::Capture& capture, html::Listener<html::LinkBlock const&> links,
            ArchiveWriter::Note const& note);

  archive::CapturePage const& page() const { return page_; }

  /// True if the document is XML of a kind whose links hrefkit does not know.
  bool has_unknown_xml() const { return has_unknown_xml_; }

  /// The document base URL of a page of which no link has it: see html::own_base.
  std::optional<html::LinkBase> page_base() {
    return html::base_without_links(page_.source(), page_.options());
  }

  /// Frees buffers that grew larger than usual pages need.
  void close() { page_.release_memory(); }

 private:
  archive::CapturePage page_;
  html::LinkFinder finder_;
  bool with_rels_;
  bool has_unknown_xml_ = false;
  std::optional<html::LinkBase> base_;
  std::vector<archive::HeaderLink> headers_;
};

/// The records whose links are found: those of --records, or responses, revisits and resources.
archive::CaptureOptions link_records(ArchiveCommand const& command) {
  archive::CaptureOptions options;
  options.max_body = command.max_body;
  if (command.records.empty()) return options;
  options.types = {};
  for (const warc::RecordType type : command.records) options.types.add(type);
  return options;
}

void PageLinks::open(archive::Capture const& capture, ArchiveWriter::Note const& note) {
  base_.reset();
  headers_.clear();
  has_unknown_xml_ = false;
  auto resolver = url::Resolver::with_base(capture.uri, {});
  if (!resolver) {
    return note(archive::RecordNote::Kind::body,
                "its URI is not an absolute URL: no links were looked for");
  }
  base_.emplace(html::LinkBase{.resolver = std::move(*resolver)});
  if (capture.head) headers_ = archive::header_links(*capture.head, capture.uri);
}

bool PageLinks::find(archive::Capture& capture, html::Listener<html::LinkBlock const&> links,
                     ArchiveWriter::Note const& note) {
  using Kind = archive::RecordNote::Kind;
  if (!capture.document) return false;
  if (const auto opened = page_.open(capture); !opened) {
    note(Kind::body, opened.error());
    return false;
  }
  const auto add_note = [&](html::Note const& found) {
    note(html::leaves_out_links(found.kind) ? Kind::body : Kind::remark, found.message);
  };
  for (html::Note const& found : page_.notes()) add_note(found);
  if (page_.source().content_type == html::ContentType::xml) {
    const std::string_view root = html::unknown_xml_root(page_.source().text, true);
    has_unknown_xml_ = !root.empty();
    if (has_unknown_xml_) {
      note(Kind::remark, "it is XML of a kind that is not known (its root element is '" +
                             std::string(root) + "')");
    }
  }
  const auto found =
      finder_.find(page_.source(), page_.options(),
                   {.links = std::move(links), .notes = add_note, .with_rels = with_rels_});
  if (!found) note(Kind::body, message(found.error()));
  return found.has_value();
}

// The formats jsonl, json, text and csv: a row per link.

/// Adds the record's offset and length and the HTTP status to `row`.
template <typename RowType>
void add_record_place(RowType& row, archive::Capture const& capture) {
  const auto unless_0 = [](std::uint64_t number) {
    return number == 0 ? std::nullopt : std::optional(number);
  };
  warc::Record const& record = *capture.record;
  row.number("recordOffset"_key, record.place.offset);
  row.optional_number("recordLength"_key, unless_0(record.length));
  row.optional_number("status"_key, unless_0(static_cast<std::uint64_t>(capture.status())));
}

class ArchiveLinkRows : public ArchiveWriter {
 public:
  explicit ArchiveLinkRows(WriterSettings const& settings);

  archive::CaptureOptions reading() override { return link_records(settings_.command); }
  void begin(std::string_view file, FileRows& rows, bool) override;
  void write(archive::CaptureReader& reader, Pause const& pause, Note const& note) override;

 private:
  template <typename RowType>
  void write_tail(archive::Capture const& capture);

  WriterSettings settings_;
  RowOptions row_options_;
  RowWriter writer_;
  PageLinks links_;
  std::string file_;
  FileRows* rows_ = nullptr;
  RowBuffer tail_;
  RowBuffer short_tail_;  // `tail_` without the URI, past the budget for URLs
};

/// All kinds but base, which fetches nothing.
html::LinkKinds fetched_kinds() {
  html::LinkKinds kinds;
  for (std::size_t i = 0; i < html::link_kind_count; ++i) {
    const auto kind = static_cast<html::LinkKind>(i);
    if (kind != html::LinkKind::base) kinds.insert(kind);
  }
  return kinds;
}

RowOptions row_options(WriterSettings const& settings) {
  RowOptions options{.style = settings.style,
                     .kinds = settings.kinds,
                     .elements = settings.elements,
                     .groups = false,
                     .is_excluded = settings.is_excluded};
  if (settings.known != nullptr) {
    if (options.kinds.empty()) options.kinds = fetched_kinds();
    options.is_wanted = [known = settings.known, keys = archive::SurtKeys()](
                            std::string_view url) mutable { return known->lacks(url, keys); };
  }
  return options;
}

ArchiveLinkRows::ArchiveLinkRows(WriterSettings const& settings)
    : settings_(settings),
      row_options_(row_options(settings)),
      writer_(row_options_, settings.command.unique),
      links_(settings) {}

void ArchiveLinkRows::begin(std::string_view file, FileRows& rows, bool) {
  file_ = file;
  rows_ = &rows;
}

void ArchiveLinkRows::write(archive::CaptureReader& reader, Pause const& pause, Note const& note) {
  archive::Capture& capture = reader.capture();
  links_.open(capture, note);
  if (!links_.base()) return;
  const Format format = settings_.style.format;
  if (format == Format::csv) {
    write_tail<CsvRow>(capture);
  } else {
    write_tail<JsonRow>(capture);
  }
  // Lines and columns are positions in the page, which people find by its URL.
  writer_.begin(format == Format::text ? capture.uri : file_, *rows_,
                {tail_.view(), short_tail_.view()});
  for (archive::HeaderLink const& link : links_.headers()) {
    writer_.write({.header = link.header,
                   .raw = link.raw,
                   .reference = link.reference,
                   .rel = link.rel,
                   .index = link.index,
                   .kind = link.kind},
                  *links_.base());
  }
  if (writer_.left_out_header_urls()) {
    note(archive::RecordNote::Kind::body,
         "the URLs of its HTTP fields are too long in total: some links have none");
  }
  const auto write_block = [&](html::LinkBlock const& block) {
    return writer_.write(block, pause) ? html::Flow::go_on : html::Flow::stop;
  };
  links_.find(capture, write_block, note);
  if (links_.has_unknown_xml()) ++rows_->unknown_xml;
  links_.close();
}

/// Formats the fields that all rows of a capture have.
template <typename RowType>
void ArchiveLinkRows::write_tail(archive::Capture const& capture) {
  const auto write = [&](RowBuffer& buffer, std::string_view uri) {
    buffer.clear();
    RowType tail(buffer, row_options_.style);
    tail.optional_text("uri"_key, uri);
    tail.optional_text("date"_key, text::to_valid_utf8(capture.record->field("WARC-Date")));
    add_record_place(tail, capture);
  };
  write(tail_, capture.uri);
  write(short_tail_, {});
}

// The format wat: a WARC record with metadata for each record.

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
  if (!settings_.command.records.empty()) options.types = {};
  for (const warc::RecordType type : settings_.command.records) options.types.add(type);
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

// The formats edges and hosts: which host links to which, as in graphs of the web.

/// True for a serialised URL that has a host, including an IP address.
bool names_host(std::string_view url) {
  const std::size_t begin = url.find("://");
  const std::size_t end = url.find_first_of("/?#", begin == url.npos ? 0 : begin + 3);
  return begin != url.npos && begin < url.find_first_of("/?#") && end != begin + 3 &&
         begin + 3 < url.size();
}

class ArchiveHostRows : public ArchiveWriter {
 public:
  explicit ArchiveHostRows(WriterSettings const& settings)
      : settings_(settings), links_(settings) {}

  archive::CaptureOptions reading() override { return link_records(settings_.command); }
  void begin(std::string_view file, FileRows& rows, bool) override;
  void write(archive::CaptureReader& reader, Pause const& pause, Note const& note) override;

 private:
  void add_url(bool is_resolved, std::string_view raw);
  void add_block(html::LinkBlock const& block);
  void write_lines(std::string const& source);

  WriterSettings settings_;
  PageLinks links_;
  FileRows* rows_ = nullptr;
  std::unordered_set<std::string, text::SeededHasher> targets_;  // hosts that the capture links to
  std::string url_;
};

void ArchiveHostRows::begin(std::string_view, FileRows& rows, bool) {
  rows_ = &rows;
}

void ArchiveHostRows::write(archive::CaptureReader& reader, Pause const& pause, Note const& note) {
  archive::Capture& capture = reader.capture();
  targets_.clear();
  links_.open(capture, note);
  if (!links_.base()) return;
  for (archive::HeaderLink const& link : links_.headers()) {
    if (!is_selected(settings_.kinds, settings_.elements, link.kind)) continue;
    url_.clear();
    add_url(links_.base()->resolver.append_resolved(url_, link.reference).has_value(), link.raw);
  }
  links_.find(
      capture, [&](html::LinkBlock const& block) { add_block(block); }, note);
  if (links_.has_unknown_xml()) ++rows_->unknown_xml;
  links_.close();
  const std::string_view page = links_.base()->resolver.base();
  const std::string source = archive::reversed_host(page);
  if (!source.empty()) {
    write_lines(source);
  } else if (names_host(page)) {
    ++rows_->left_out;
  }
  pause();
}

void ArchiveHostRows::add_block(html::LinkBlock const& block) {
  for (html::Link const& link : block.links) {
    if (!is_selected(settings_.kinds, settings_.elements, link)) continue;
    url_.clear();
    add_url(block.append_loaded(url_, link).has_value(), link.raw);
  }
}

/// Adds the host of the next link, whose URL is in `url_` if `is_resolved`.
void ArchiveHostRows::add_url(bool is_resolved, std::string_view raw) {
  if (settings_.is_excluded && settings_.is_excluded(is_resolved ? url_ : raw)) return;
  ++rows_->count;
  if (!is_resolved) {
    ++rows_->unresolvable;
    return;
  }
  std::string host = archive::reversed_host(url_);
  if (!host.empty()) {
    targets_.insert(std::move(host));
  } else if (names_host(url_)) {
    ++rows_->left_out;
  }
}

/// Writes the lines of one capture, sorted, so that their order does not depend on the hash.
void ArchiveHostRows::write_lines(std::string const& source) {
  std::vector<std::string_view> targets(targets_.begin(), targets_.end());
  std::sort(targets.begin(), targets.end());
  RowBuffer& out = rows_->rows;
  if (settings_.command.format == ArchiveFormat::hosts) {
    out.append(source);
    out.literal("\n");
  }
  for (const std::string_view target : targets) {
    if (settings_.command.format == ArchiveFormat::edges) {
      if (target == source) continue;
      out.append(source);
      out.literal("\t");
    }
    out.append(target);
    out.literal("\n");
  }
}

// The format pages: a JSON object per capture.

class ArchivePageRows : public ArchiveWriter {
 public:
  explicit ArchivePageRows(WriterSettings const& settings)
      : settings_(settings), links_(settings) {}

  archive::CaptureOptions reading() override { return link_records(settings_.command); }
  void begin(std::string_view file, FileRows& rows, bool) override;
  void write(archive::CaptureReader& reader, Pause const& pause, Note const& note) override;

 private:
  /// The links and the base URL of one document.
  struct Found {
    std::size_t links = 0;
    std::size_t unresolvable = 0;
    bool has_base = false;  ///< `base` comes from a link, not only from the URI
    std::string base;
    std::string_view base_source;
  };

  Found find(archive::Capture& capture, Note const& note);
  static void set_base(html::LinkBase const& base, Found& found);
  void count(html::LinkBlock const& block, Found& found);

  WriterSettings settings_;
  PageLinks links_;
  std::string file_;
  std::string url_;
  FileRows* rows_ = nullptr;
};

void ArchivePageRows::begin(std::string_view file, FileRows& rows, bool) {
  file_ = text::to_valid_utf8(file);
  rows_ = &rows;
}

void ArchivePageRows::set_base(html::LinkBase const& base, Found& found) {
  found.base = base.resolver.base();
  found.base_source = name(base.source);
}

void ArchivePageRows::count(html::LinkBlock const& block, Found& found) {
  html::LinkBase const* const own = found.has_base ? nullptr : html::own_base(block);
  if (own != nullptr) {
    set_base(*own, found);
    found.has_base = true;
  }
  for (html::Link const& link : block.links) {
    if (!is_selected(settings_.kinds, settings_.elements, link)) continue;
    url_.clear();
    const bool is_resolved = block.append_url(url_, link).has_value();
    if (settings_.is_excluded && settings_.is_excluded(is_resolved ? url_ : link.raw)) continue;
    ++found.links;
    if (!is_resolved) ++found.unresolvable;
  }
}

ArchivePageRows::Found ArchivePageRows::find(archive::Capture& capture, Note const& note) {
  Found found;
  links_.open(capture, note);
  if (!links_.base()) return found;
  set_base(*links_.base(), found);
  for (archive::HeaderLink const& link : links_.headers()) {
    if (!is_selected(settings_.kinds, settings_.elements, link.kind)) continue;
    const auto url = links_.base()->resolver.resolve(link.reference);
    if (settings_.is_excluded && settings_.is_excluded(url ? *url : link.raw)) continue;
    ++found.links;
    if (!url) ++found.unresolvable;
  }
  const bool is_page = links_.find(
      capture, [&](html::LinkBlock const& block) { count(block, found); }, note);
  if (is_page && !found.has_base) {
    if (const auto base = links_.page_base()) set_base(*base, found);
  }
  if (links_.has_unknown_xml()) ++rows_->unknown_xml;
  links_.close();
  return found;
}

void ArchivePageRows::write(archive::CaptureReader& reader, Pause const& pause, Note const& note) {
  archive::Capture& capture = reader.capture();
  const Found found = find(capture, note);
  warc::Record const& record = *capture.record;
  rows_->count += found.links;
  rows_->unresolvable += found.unresolvable;
  JsonRow row(rows_->rows, {.format = Format::jsonl});
  row.begin();
  row.text("file"_key, file_);
  row.text("uri"_key, capture.uri);
  if (links_.base()) {
    row.text("url"_key, url::without_fragment(links_.base()->resolver.base()));
  }
  row.optional_text("date"_key, text::to_valid_utf8(record.field("WARC-Date")));
  row.name("type"_key, name(record.type));
  add_record_place(row, capture);
  row.optional_text("mime"_key, text::to_valid_utf8(capture.media_type));
  if (capture.document) {
    html::EncodingChoice const& encoding = links_.page().source().encoding;
    row.name("encoding"_key, text::name(encoding.encoding));
    row.name("encodingSource"_key, html::name(encoding.source));
  }
  row.optional_text("base"_key, found.base);
  row.optional_name("baseSource"_key, found.base_source);
  if (auto const* const to = archive::find_redirect(capture.status(), links_.headers())) {
    const auto url = links_.base()->resolver.resolve(to->reference);
    if (url) row.text("redirect"_key, *url);
  }
  row.number("links"_key, found.links);
  row.number("unresolvable"_key, found.unresolvable);
  row.end();
  pause();
}

// The formats cdxj and cdx: an index line per record, for replay tools and crawlers.

class ArchiveIndexRows : public ArchiveWriter {
 public:
  explicit ArchiveIndexRows(WriterSettings const& settings) : settings_(settings) {}

  archive::CaptureOptions reading() override;
  void begin(std::string_view file, FileRows& rows, bool) override;
  void write(archive::CaptureReader& reader, Pause const& pause, Note const& note) override;

 private:
  void write_json(archive::IndexLine const& line);
  void write_fields(archive::IndexLine const& line);

  WriterSettings settings_;
  std::string file_;  // base name of the archive file
  FileRows* rows_ = nullptr;
  archive::IndexEntry entry_;
};

/// The text, or "-" for an empty field of a CDX line.
std::string_view or_dash(std::string_view text) {
  return text.empty() ? "-" : text;
}

archive::CaptureOptions ArchiveIndexRows::reading() {
  archive::CaptureOptions options;
  options.bodies = false;
  options.payload = [this](warc::Record const& record, std::string_view piece) {
    entry_.add_payload(record, piece);
  };
  options.types.add(warc::RecordType::metadata);
  if (settings_.command.records.empty()) return options;
  options.types = {};
  for (const warc::RecordType type : settings_.command.records) options.types.add(type);
  return options;
}

void ArchiveIndexRows::begin(std::string_view file, FileRows& rows, bool) {
  file_ = text::to_valid_utf8(site::name_part(file));
  rows_ = &rows;
}

void ArchiveIndexRows::write(archive::CaptureReader& reader, Pause const& pause, Note const&) {
  archive::Capture& capture = reader.capture();
  warc::Record const& record = *capture.record;
  const bool is_about_records =
      text::to_ascii_lower(record.field("Content-Type")).starts_with("application/warc-fields");
  const bool may_be =
      record.type == warc::RecordType::resource || record.type == warc::RecordType::metadata;
  if (settings_.command.records.empty() && may_be && is_about_records) return;
  if (capture.uri.empty()) return;
  const archive::IndexLine line = entry_.line(capture);
  if (settings_.command.format == ArchiveFormat::cdxj) {
    write_json(line);
  } else {
    write_fields(line);
  }
  pause();
}

/// Members and white space are those that other indexers write.
void ArchiveIndexRows::write_json(archive::IndexLine const& line) {
  RowBuffer& out = rows_->rows;
  out.append(line.key);
  out.literal(" ");
  out.append(line.time);
  out.literal(" {");
  bool is_first = true;
  const auto append = [&](std::string_view name, std::string_view value) {
    if (!is_first) out.literal(", ");
    is_first = false;
    out.literal("\"");
    out.append(name);
    out.literal("\": ");
    append_ascii_json_string(out, value);
  };
  const auto member = [&](std::string_view name, std::string_view value) {
    if (!value.empty()) append(name, value);
  };
  member("url", line.url);
  if (line.mime) append("mime", *line.mime);
  member("status", line.status);
  member("digest", line.digest);
  member("length", line.length);
  member("offset", line.offset);
  member("filename", file_);
  out.literal("}\n");
}

/// Fields are separated by spaces, so spaces in a field are percent-encoded.
void ArchiveIndexRows::write_fields(archive::IndexLine const& line) {
  const std::string_view digest = std::string_view(line.digest).substr(line.digest.rfind(':') + 1);
  const std::string mime = line.mime.value_or("");
  const std::array<std::string_view, 11> fields{line.key,    line.time,   line.url, mime,
                                                line.status, digest,      "",       "",
                                                line.length, line.offset, file_};
  RowBuffer& out = rows_->rows;
  std::string encoded;
  bool is_first = true;
  for (const std::string_view field : fields) {
    if (!is_first) out.literal(" ");
    is_first = false;
    encoded.clear();
    url::append_percent_encoded(encoded, field, text::c0_control | text::ascii_whitespace);
    out.append(or_dash(encoded));
  }
  out.literal("\n");
}

template <class Writer>
std::unique_ptr<ArchiveWriter> make(WriterSettings const& settings) {
  return std::make_unique<Writer>(settings);
}

struct FormatRow {
  ArchiveFormat value;
  std::string_view name;
  std::unique_ptr<ArchiveWriter> (*make)(WriterSettings const& settings);
};

constexpr text::EnumTable<ArchiveFormat::hosts, FormatRow> formats({
    {ArchiveFormat::jsonl, "jsonl", make<ArchiveLinkRows>},
    {ArchiveFormat::json, "json", make<ArchiveLinkRows>},
    {ArchiveFormat::text, "text", make<ArchiveLinkRows>},
    {ArchiveFormat::csv, "csv", make<ArchiveLinkRows>},
    {ArchiveFormat::pages, "pages", make<ArchivePageRows>},
    {ArchiveFormat::wat, "wat", make<ArchiveWatRows>},
    {ArchiveFormat::cdxj, "cdxj", make<ArchiveIndexRows>},
    {ArchiveFormat::cdx, "cdx", make<ArchiveIndexRows>},
    {ArchiveFormat::edges, "edges", make<ArchiveHostRows>},
    {ArchiveFormat::hosts, "hosts", make<ArchiveHostRows>},
});

}  // namespace

text::EnumNames<ArchiveFormat> archive_format_names() {
  static constexpr auto names = named_values(formats);
  return names;
}

std::unique_ptr<ArchiveWriter> make_writer(WriterSettings const& settings) {
  return formats[settings.command.format].make(settings);
}

Format row_format(ArchiveFormat format) {
  switch (format) {
    case ArchiveFormat::text:
      return Format::text;
    case ArchiveFormat::csv:
      return Format::csv;
    case ArchiveFormat::json:
      return Format::json;
    default:
      return Format::jsonl;
  }
}

std::string header_of(ArchiveFormat format, RowStyle const& style) {
  if (format == ArchiveFormat::cdx) return " CDX N b a m s k r M S V g\n";
  if (format == ArchiveFormat::json) return "[";
  if (format != ArchiveFormat::csv) return "";
  std::string header(style.csv_bom ? text::utf8_byte_order_mark : "");
  for (const std::string_view column : link_columns) header.append(column).append(",");
  return header.append(header_column) + ",uri,date,recordOffset,recordLength,status\n";
}

std::string footer_of(ArchiveFormat format, bool any_rows) {
  if (format != ArchiveFormat::json) return "";
  return any_rows ? "\n]\n" : "]\n";
}

bool finds_links(ArchiveFormat format) {
  return format != ArchiveFormat::cdxj && format != ArchiveFormat::cdx &&
         format != ArchiveFormat::wat;
}

bool is_sorted_list(ArchiveCommand const& command) {
  const bool may_sort = command.format == ArchiveFormat::cdxj ||
                        command.format == ArchiveFormat::cdx ||
                        command.format == ArchiveFormat::edges;
  return command.format == ArchiveFormat::hosts || (may_sort && command.sort);
}

}  // namespace hrefkit::cli
