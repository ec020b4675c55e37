// One record of a web archive as a capture: what a server answered, without its codings.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "hrefkit/html/content_type.h"
#include "hrefkit/http/fields.h"
#include "hrefkit/warc/record_reader.h"

namespace hrefkit::archive {

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
  std::string body = {};                           ///< of a document, without codings

  /// The HTTP status; 0 for a record without an HTTP head.
  int status() const { return head ? head->status : 0; }

  /// The stored value of the Content-Type field of the HTTP head, or of the record where it holds
  /// no HTTP message; empty without that field.
  std::string content_type() const;
};

}  // namespace hrefkit::archive
