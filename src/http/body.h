// The body of a response without its transfer and content codings.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "hrefkit/http/fields.h"

namespace hrefkit::http {

/// Faults of a body. Several may be true.
struct BodyNotes {
  bool ended_early = false;  ///< it is chunked or compressed, and truncated
  bool damaged = false;      ///< compressed data is damaged; the bytes before the damage are there
  bool wrong_checksum = false;  ///< of compressed data that is complete
  bool over_limit = false;      ///< there is more than the limit
  bool unknown_coding = false;  ///< it has an unsupported coding, and stays as it is
};

/// Undoes the codings of `body` that the fields name, the last one first: those of
/// Transfer-Encoding, then those of Content-Encoding. A body that is not chunked or compressed,
/// whatever the fields say, stays as it is; an unknown coding ends the list of its field. The
/// result has at most `limit` bytes. `spare` is a buffer that callers keep from body to body.
BodyNotes undo_codings(Fields const& fields, std::string& body, std::string& spare,
                       std::size_t limit);

// A body that is read while it arrives.

/// Whether the fields name a Content-Encoding other than identity.
bool has_content_coding(Fields const& fields);

/// How far the front of a body can be decoded.
enum class Front : std::uint8_t {
  decoded,  ///< all that could be decoded is there
  unclear,  ///< more of the body is needed to decide
};

/// Decodes the front of a body: `undo_codings` of the whole body gives a text that begins with it.
/// `text` is replaced by its bytes, at most `limit`. In `notes`, ended_early does not count.
/// Decoding starts over at each call: call it when the body is twice as long.
Front undo_codings_of_front(Fields const& fields, std::string_view body, std::string& text,
                            std::string& spare, std::size_t limit, BodyNotes& notes);

/// The same for the whole body: `undo_codings` without those of Transfer-Encoding.
BodyNotes undo_content_codings(Fields const& fields, std::string& body, std::string& spare,
                               std::size_t limit);

}  // namespace hrefkit::http
