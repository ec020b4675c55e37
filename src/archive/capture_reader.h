// The captures of a web archive, one after the other.
//
//   auto source = warc::open_source("crawl.warc.gz");
//   archive::CaptureReader reader(*source, {});
//   while (reader.next()) use(reader.capture());
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <tl/expected.hpp>
#include <utility>
#include <vector>

#include "hrefkit/html/base_url.h"
#include "hrefkit/html/content_type.h"
#include "hrefkit/html/document_options.h"
#include "hrefkit/html/encoding.h"
#include "hrefkit/html/note.h"
#include "hrefkit/html/page_base.h"
#include "hrefkit/html/source_text.h"
#include "hrefkit/http/body.h"
#include "hrefkit/http/fields.h"
#include "hrefkit/warc/record_reader.h"

namespace hrefkit::archive {

// One record of a web archive as a capture: what a server answered, without its codings.

/// A record and what was made of its block. All of it is valid until the next capture is read.
struct Capture {
  warc::Record const* record = nullptr;
  /// Record::target_uri in UTF-8: where that is not UTF-8, its bytes outside of ASCII are
  /// percent-encoded.
  std::string uri = {};
  std::optional<http::ResponseHead> head = {};     ///< of a response or a revisit, where it has one
  std::string media_type = {};                     ///< essence of the computed type; may be empty
  std::string charset = {};                        ///< of the Content-Type; empty: none
  std::optional<html::ContentType> document = {};  ///< which parser it is for; nothing: no document
  std::string body = {};  ///< of a document, or one that was asked for; without codings

  /// The HTTP status; 0 for a record without an HTTP head.
  int status() const { return head ? head->status : 0; }

  /// The stored value of the Content-Type field of the HTTP head, or of the record where it holds
  /// no HTTP message; empty without that field.
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

/// What was noticed about a record.
struct RecordNote {
  enum class Kind : std::uint8_t {
    damage,  ///< the record, or a part of it, is lost
    body,    ///< the body is not all there, or could not be decoded: it gives what it has
    remark,  ///< worth knowing
  };
  Kind kind = Kind::remark;
  warc::RecordPlace place = {};
  std::string_view why = {};
};

/// What is read.
struct CaptureOptions {
  /// The records that are wanted; the others are passed by.
  RecordTypes types = {warc::RecordType::response, warc::RecordType::revisit,
                       warc::RecordType::resource};
  std::size_t max_body = std::size_t{256} << 20;  ///< more bytes of a body are not read
  std::optional<warc::FilePart> part = {};        ///< the part of a file that is read; nothing: all
  bool bodies = true;  ///< false: no body is wanted, and none is a document
  /// Says whether the body of a capture is wanted, whose head and type are known, be it a document
  /// or not. Empty: those of all documents are.
  std::function<bool(Capture const&)> wants_body = {};
  /// Says whether a record whose head was read is a page although its type is not that of a
  /// document. It is asked about revisits, too.
  std::function<bool()> is_page = {};
  /// Is told what was noticed.
  std::function<void(RecordNote const&)> note = {};
  /// Is given the block of each record that is wanted, piece by piece, as it is stored; an empty
  /// piece comes first.
  std::function<void(warc::Record const& record, std::string_view piece)> block = {};
  /// The same for what follows the HTTP head in the block, or for all of the block without a head.
  std::function<void(warc::Record const& record, std::string_view piece)> payload = {};
};

/// Reads captures in order. It uses its memory again.
class CaptureReader {
 public:
  /// `source` must outlive this.
  CaptureReader(warc::ByteSource& source, CaptureOptions options);

  /// Reads the next record of a wanted type to its end. Records that may be wrong are left out, and
  /// told. False at the end, and where the source cannot be read: `ByteSource::error` tells.
  bool next();

  /// The capture that was read; its body may be moved out of it.
  Capture& capture() { return capture_; }

  /// The reader of its records, for what the capture does not tell.
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
  std::string_view ahead_;  // bytes of the block that were read, and not used
  std::string kept_;        // holds them where several pieces have them
  bool is_kept_ = false;    // they are there
  std::string spare_;       // a body with a coding less, or more
};

// A capture as a document whose links can be found.
//
//   archive::CapturePage page;  // kept from capture to capture
//   if (page.open(capture)) finder.find(page.source(), page.options(), sink);

/// How captures are read as documents.
struct PageSettings {
  html::DocumentOptions document = {.xml_base = html::XmlBase::off};
  html::EncodingFallback fallback = {};
  bool with_map = true;  ///< whether places in the bodies are asked for: html::EncodingOptions
};

/// One document after another; memory is used again.
class CapturePage {
 public:
  explicit CapturePage(PageSettings settings = {}) : settings_(std::move(settings)) {}

  /// Decodes the body of a capture that is a document, which must outlive the page. The URI is the
  /// document's address; header charset, Content-Type and Content-Security-Policy count. Says why
  /// where there is no such document.
  tl::expected<void, std::string> open(Capture const& capture);

  html::SourceText const& source() const { return source_; }
  html::DocumentOptions const& options() const { return options_; }
  /// What was noticed about the encoding.
  html::Notes const& notes() const { return notes_; }

  /// Gives memory back that usual pages do not need.
  void release_memory();

 private:
  PageSettings settings_;
  html::SourceText source_;
  html::DocumentOptions options_;
  html::Notes notes_;
  std::string buffer_;
};

/// The values of the Content-Security-Policy fields, one a policy.
std::vector<std::string> content_security_policies(http::Fields const& fields);

using html::find_page_base;
using html::own_base;

}  // namespace hrefkit::archive
