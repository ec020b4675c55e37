// What turns captures into a format. Each thread has its own.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "hrefkit/archive/capture_reader.h"
#include "hrefkit/archive/header_links.h"
#include "hrefkit/archive/sha1.h"
#include "hrefkit/cli/archive/command.h"
#include "hrefkit/cli/format/link_rows.h"
#include "hrefkit/cli/format/row_sink.h"
#include "hrefkit/html/base_url.h"
#include "hrefkit/html/find_links.h"
#include "hrefkit/text/enum_table.h"
#include "hrefkit/text/hash.h"

namespace hrefkit::cli {

class KnownTargets;

/// What a writer needs to know.
struct WriterSettings {
  ArchiveCommand const& command;
  archive::PageSettings pages = {};
  /// Tells whether a link is left out: see RowOptions.
  std::function<bool(std::string_view url)> is_excluded = {};
  KnownTargets const* known = nullptr;  ///< links to these are left out; null: none are
  RowStyle style = {};                  ///< of the formats with a row a link
};

/// Writes one format.
class ArchiveWriter {
 public:
  /// Is called between blocks of links: what is there may be given away. False where no more is
  /// wanted.
  using Pause = std::function<bool()>;
  /// Says what was noticed about the capture.
  using Note = std::function<void(archive::RecordNote::Kind, std::string_view why)>;

  virtual ~ArchiveWriter() = default;

  /// What of an archive is read for the format.
  virtual archive::CaptureOptions reading() = 0;

  /// Begins a file, or a part of it that is not the first; its output goes to `rows`, which must
  /// outlive it.
  virtual void begin(std::string_view file, FileRows& rows, bool is_first) = 0;

  /// Writes the capture that `reader` has read.
  virtual void write(archive::CaptureReader& reader, Pause const& pause, Note const& note) = 0;
};

/// All formats by their names, for --format.
text::EnumNames<ArchiveFormat> archive_format_names();

/// A writer for the command's format.
std::unique_ptr<ArchiveWriter> make_writer(WriterSettings const& settings);

/// What stands before all lines of the format, and behind them.
std::string header_of(ArchiveFormat format, RowStyle const& style);
std::string footer_of(ArchiveFormat format, bool any_rows);

/// The form of the rows of a format that has a row a link.
Format row_format(ArchiveFormat format);

/// True where the format counts links.
bool finds_links(ArchiveFormat format);

/// True where the lines of all files make one sorted list without doubles.
bool is_sorted_list(ArchiveCommand const& command);

// The links of a capture, for the formats that show them.

/// The records whose links are found: those of --records, or responses, revisits and resources.
archive::CaptureOptions link_records(ArchiveCommand const& command);

/// Opens captures and finds their links.
class PageLinks {
 public:
  explicit PageLinks(WriterSettings const& settings)
      : page_(settings.pages),
        finder_(settings.command.engine),
        with_rels_(is_json(settings.style.format) && has_rows(settings.command.format)) {}

  /// Reads the head of a capture. `base` and `headers` are its own then. Tells where its URI cannot
  /// be a base.
  void open(archive::Capture const& capture, ArchiveWriter::Note const& note);

  /// The base of header links: the document's address; nothing where that is no URL.
  std::optional<html::LinkBase> const& base() const { return base_; }
  std::vector<archive::HeaderLink> const& headers() const { return headers_; }

  /// Finds the links of the document, if it is one; false where it is no document, or could not be
  /// read, which is told. Its page is open until `close`.
  bool find(archive::Capture& capture, html::Listener<html::LinkBlock const&> links,
            ArchiveWriter::Note const& note);

  archive::CapturePage const& page() const { return page_; }

  /// True where the document is XML of a kind whose links are not known.
  bool has_unknown_xml() const { return has_unknown_xml_; }

  /// The document base URL of a page whose links do not tell it: html::own_base.
  std::optional<html::LinkBase> page_base() {
    return html::base_without_links(page_.source(), page_.options());
  }

  /// Gives memory back that usual pages do not need.
  void close() { page_.release_memory(); }

 private:
  archive::CapturePage page_;
  html::LinkFinder finder_;
  bool with_rels_;
  bool has_unknown_xml_ = false;
  std::optional<html::LinkBase> base_;
  std::vector<archive::HeaderLink> headers_;
};

// The formats edges and hosts: which host links to which, as graphs of the web have it.

/// The host of a URL with its labels in reverse order: "org.example" for
/// "https://www.example.org/". A leading "www" is left out where two labels remain. Empty for URLs
/// without a host, for IP addresses, for names of one label and for names that DNS does not have.
/// `url` is serialised.
std::string reversed_host(std::string_view url);

class ArchiveHostRows : public ArchiveWriter {
 public:
  explicit ArchiveHostRows(WriterSettings const& settings)
      : settings_(settings), links_(settings) {}

  archive::CaptureOptions reading() override { return link_records(settings_.command); }
  void begin(std::string_view file, FileRows& rows, bool) override;
  void write(archive::CaptureReader& reader, Pause const& pause, Note const& note) override;

 private:
  void take_url(bool is_resolved, std::string_view raw);
  void take_block(html::LinkBlock const& block);
  void write_lines(std::string const& source);

  WriterSettings settings_;
  PageLinks links_;
  FileRows* rows_ = nullptr;
  std::unordered_set<std::string, text::SeededHasher> targets_;  // of one capture
  std::string url_;
};

// The format pages: an object a capture.

class ArchivePageRows : public ArchiveWriter {
 public:
  explicit ArchivePageRows(WriterSettings const& settings)
      : settings_(settings), links_(settings) {}

  archive::CaptureOptions reading() override { return link_records(settings_.command); }
  void begin(std::string_view file, FileRows& rows, bool) override;
  void write(archive::CaptureReader& reader, Pause const& pause, Note const& note) override;

 private:
  /// What is counted and found in one document.
  struct Found {
    std::size_t links = 0;
    std::size_t unresolvable = 0;
    bool has_base = false;  ///< a link told it, not only the address
    std::string base;
    std::string_view base_source;
  };

  Found find(archive::Capture& capture, Note const& note);
  static void take_base(html::LinkBase const& base, Found& found);
  void count(html::LinkBlock const& block, Found& found);

  WriterSettings settings_;
  PageLinks links_;
  std::string file_;
  std::string url_;
  FileRows* rows_ = nullptr;
};

// The formats cdxj and cdx: a line a record, for replays and crawlers.

class ArchiveIndexRows : public ArchiveWriter {
 public:
  explicit ArchiveIndexRows(WriterSettings const& settings) : settings_(settings) {}

  archive::CaptureOptions reading() override;
  void begin(std::string_view file, FileRows& rows, bool) override;
  void write(archive::CaptureReader& reader, Pause const& pause, Note const& note) override;

 private:
  struct Line;
  void begin_payload(warc::Record const& record);
  void add_payload(std::string_view piece);
  void write_json(Line const& line);
  void write_fields(Line const& line);

  WriterSettings settings_;
  std::string file_;  // its name without folders
  FileRows* rows_ = nullptr;
  archive::Sha1 sha1_;
  bool digests_ = false;          // the payload of the record that is read
  bool in_request_head_ = false;  // as far as the record is read
  std::string request_head_;      // of the request that is read
};

}  // namespace hrefkit::cli
