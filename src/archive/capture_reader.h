// The captures of a web archive, one after the other.
//
//   auto source = warc::open_source("crawl.warc.gz");
//   archive::CaptureReader reader(*source, {});
//   while (reader.next()) use(reader.capture());
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <tl/expected.hpp>
#include <utility>
#include <vector>

#include "hrefkit/archive/header_links.h"   // IWYU pragma: export
#include "hrefkit/archive/known_targets.h"  // IWYU pragma: export
#include "hrefkit/archive/mirror_names.h"   // IWYU pragma: export
#include "hrefkit/archive/reversed_host.h"  // IWYU pragma: export
#include "hrefkit/html/content_type.h"
#include "hrefkit/html/document_options.h"
#include "hrefkit/html/encoding.h"
#include "hrefkit/html/note.h"
#include "hrefkit/html/page_base.h"
#include "hrefkit/html/source_text.h"
#include "hrefkit/http/body.h"
#include "hrefkit/http/fields.h"
#include "hrefkit/warc/byte_source.h"
#include "hrefkit/warc/record_reader.h"

namespace hrefkit::archive {

// A record as a capture: the server's response with its HTTP codings undone.

/// A record with its block parsed. Valid until `CaptureReader::next`.
struct Capture {
  warc::Record const* record = nullptr;
  /// Record::target_uri. If that is not valid UTF-8, its non-ASCII bytes are percent-encoded.
  std::string uri = {};
  std::optional<http::ResponseHead> head = {};     ///< of responses and revisits that have one
  std::string media_type = {};                     ///< essence of the computed type; may be empty
  std::string charset = {};                        ///< parameter of Content-Type; may be empty
  std::optional<html::ContentType> document = {};  ///< the parser to use; nullopt: no document
  std::string body = {};  ///< decoded; only of documents, or as `wants_body` says

  /// True for a document that is JavaScript.
  bool is_script() const { return document == html::ContentType::script; }

  /// The HTTP status; 0 for a record without an HTTP head.
  int status() const { return head ? head->status : 0; }

  /// The Content-Type field of the HTTP head as stored, or that of the record if it holds no HTTP
  /// message; empty if there is no such field.
  std::string content_type() const;
};

/// A set of record types.
class RecordTypes {
 public:
  constexpr RecordTypes() = default;
  constexpr RecordTypes(std::initializer_list<warc::RecordType> types) {
    for (const warc::RecordType type : types) add(type);
  }
  constexpr void add(warc::RecordType type) { bits_ |= bit(type); }
  constexpr bool contains(warc::RecordType type) const { return (bits_ & bit(type)) != 0; }

 private:
  static constexpr unsigned bit(warc::RecordType type) { return 1U << static_cast<unsigned>(type); }
  unsigned bits_ = 0;
};

/// A problem found in a record.
struct RecordNote {
  enum class Kind : std::uint8_t {
    damage,  ///< the record, or a part of it, cannot be read
    body,    ///< the body is incomplete or could not be decoded; what could be read is used
    remark,  ///< for information
  };
  Kind kind = Kind::remark;
  warc::RecordPlace place = {};
  std::string_view why = {};  ///< valid during the call
};

/// Which records are read, and how much of each.
struct CaptureOptions {
  /// The record types to return; other records are skipped.
  RecordTypes types = {warc::RecordType::response, warc::RecordType::revisit,
                       warc::RecordType::resource};
  std::size_t max_body = std::size_t{256} << 20;  ///< bytes of a body, stored and decoded
  std::optional<warc::FilePart> part = {};        ///< the part of the file to read; nullopt: all
  bool bodies = true;    ///< false: no body is read, and no capture is a document
  bool scripts = false;  ///< captures whose media type is that of JavaScript are documents, too
  /// Decides whether to read the body of a capture, whose head and types are set, whether it is a
  /// document or not. If empty, the bodies of all documents are read.
  std::function<bool(Capture const&)> wants_body = {};
  /// Decides whether to read a record, whose head was read, as a page although its type is not that
  /// of a document. It is called for revisits, too.
  std::function<bool()> is_page = {};
  /// Receives the notes.
  std::function<void(RecordNote const&)> note = {};
  /// Receives the stored block of each returned record in pieces; an empty piece starts a block.
  std::function<void(warc::Record const& record, std::string_view piece)> block = {};
  /// The same for the part of the block after the HTTP head, or for the whole block if it has none.
  std::function<void(warc::Record const& record, std::string_view piece)> payload = {};
};

/// Reads captures in order and reuses its buffers.
class CaptureReader {
 public:
  /// `source` must outlive this.
  CaptureReader(warc::ByteSource& source, CaptureOptions options);

  /// Reads the next record of the requested types to its end. Damaged records are reported and
  /// skipped. False at the end and on a read error (`ByteSource::error`).
  bool next();

  /// The last capture read; its body may be moved out.
  Capture& capture() { return capture_; }

  /// The record reader below, for what the capture does not hold.
  warc::RecordReader const& records() const { return records_; }

 private:
  std::string_view read();
  void begin_payload();
  void read_block();
  void read_head();
  void look_ahead(std::size_t size);
  bool read_on();
  void find_type();
  void collect();
  bool is_shorter_than_said() const;
  void release_memory();
  void note(RecordNote::Kind kind, std::string_view why) const;
  void note_body(http::BodyNotes const& notes) const;

  CaptureOptions options_;
  warc::RecordReader records_;
  Capture capture_;
  bool in_payload_ = false;
  std::string_view ahead_;  // bytes of the block that were read but not used yet
  std::string kept_;        // owns `ahead_` if it comes from several pieces
  bool is_kept_ = false;    // `ahead_` is a view into `kept_`
  std::string spare_;       // output buffer of the decoders
};

// A capture as a document for html::LinkFinder.
//
//   archive::CapturePage page;  // kept from capture to capture
//   if (page.open(capture)) finder.find(page.source(), page.options(), sink);

/// How captures are read as documents.
struct PageSettings {
  html::DocumentOptions document = {.xml_base = html::XmlBase::automatic};
  html::EncodingFallback fallback = {};
  bool with_map = true;  ///< html::EncodingOptions::with_map: links have places in the body
};

/// Opens one document after another and reuses its buffers.
class CapturePage {
 public:
  explicit CapturePage(PageSettings settings = {}) : settings_(std::move(settings)) {}

  /// Decodes the body of `capture`, which must outlive the page. The document's URL is the
  /// capture's; the fields Content-Type (with charset) and Content-Security-Policy apply. The error
  /// is a sentence, such as for a capture that is not a document.
  tl::expected<void, std::string> open(Capture const& capture);

  html::SourceText const& source() const { return source_; }
  html::DocumentOptions const& options() const { return options_; }
  /// Notes on the encoding.
  html::Notes const& notes() const { return notes_; }

  /// Frees buffers that grew larger than usual pages need.
  void release_memory();

 private:
  PageSettings settings_;
  html::SourceText source_;
  html::DocumentOptions options_;
  html::Notes notes_;
  std::string buffer_;
};

/// The policies of all Content-Security-Policy fields, without white space around each.
std::vector<std::string> content_security_policies(http::Fields const& fields);

// These moved to html/page_base.h; the old names stay for users of archive/page_base.h.
// These moved to html/page_base.h; the old names stay for users of archive/page_base.h.
using html::find_page_base;
using html::own_base;

}  // namespace hrefkit::archive
