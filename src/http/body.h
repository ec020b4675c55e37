// The body of a response without its transfer and content codings.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "hrefkit/http/fields.h"

namespace hrefkit::http {

/// What was noticed about a body. Several may be true.
struct BodyNotes {
  bool ended_early = false;     ///< it is chunked or compressed, and its end is missing
  bool damaged = false;         ///< compressed data is damaged: what came before it is there
  bool wrong_checksum = false;  ///< that of compressed data, which is all there
  bool over_limit = false;      ///< there is more than the limit
  bool unknown_coding = false;  ///< it has a coding that nobody here knows, and passed as it is
};

/// Undoes the codings of `body` that the fields name, the last one first: those of
/// Transfer-Encoding, then those of Content-Encoding. What is not really chunked or compressed
/// passes as it is; an unknown coding ends the list of its field. The body has no more than `limit`
/// bytes then. `spare` is memory that is used again from body to body.
BodyNotes undo_codings(Fields const& fields, std::string& body, std::string& spare,
                       std::size_t limit);

// A body that is read while it arrives.

/// Whether the fields name a Content-Encoding other than identity.
bool has_content_coding(Fields const& fields);

/// Where the front of a body is, without its codings.
enum class Front : std::uint8_t {
  decoded,  ///< all that could be decoded is there
  unclear,  ///< more of the body is needed to tell
};

/// The front of a body without the codings of Content-Encoding: what `undo_codings` will give for
/// the whole body begins with it. `text` is replaced by its bytes, at most `limit`. In `notes`,
/// ended_early does not count. It begins at the front each time: call it when the body is twice as
/// long.
Front undo_codings_of_front(Fields const& fields, std::string_view body, std::string& text,
                            std::string& spare, std::size_t limit, BodyNotes& notes);

/// The same for the whole body: `undo_codings` without those of Transfer-Encoding.
BodyNotes undo_content_codings(Fields const& fields, std::string& body, std::string& spare,
                               std::size_t limit);

}  // namespace hrefkit::http
