// Passes an arriving body to its reader: without its codings, with its computed type, up to a
// limit.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "hrefkit/http/body.h"
#include "hrefkit/http/fields.h"
#include "hrefkit/net/client.h"

namespace hrefkit::net {

/// The essence of a response's Content-Type, in lower case; nullopt where none is valid. As
/// browsers read it: of several the last valid one counts, and white space or "(" ends it.
std::optional<std::string> content_type_essence(http::Fields const& fields);

/// The computed type of a response whose body begins with `bytes`.
std::string type_of_response(http::Fields const& fields, std::string_view bytes);

/// One body. Codings are undone of all that has arrived each time when that has doubled, so the
/// cost stays linear and the reader sees a page before its end.
class BodyFeed {
 public:
  /// All references outlive the feed. The reader gets at most `max_bytes`. With `must_be_coded` a
  /// body without the coding of its head is damaged.
  BodyFeed(BodyReader& reader, std::string_view url, int status, http::Fields const& fields,
           std::size_t max_bytes, bool must_be_coded = true);

  /// The next bytes as they were sent. False: no more are wanted.
  bool add(std::string_view bytes);

  /// The body has ended, or its connection has before (`is_cut`).
  void finish(bool is_cut = false);

  /// True where the reader got everything and never said that it had seen enough.
  bool read_whole() const { return has_begun_ && !is_enough_ && has_finished_; }
  bool was_read() const { return has_begun_; }
  bool is_enough() const { return is_enough_; }

  /// The body has ended too early: asks the reader whether it has seen enough all the same.
  void ask_reader() {
    if (has_begun_ && !is_enough_) is_enough_ = reader_.has_enough();
  }

  /// Whether the reader got the page of a wall.
  bool is_wall() { return has_begun_ && !is_enough_ && reader_.is_wall(); }
  std::string const& type() const { return type_; }
  http::BodyNotes const& notes() const { return notes_; }

 private:
  void decode_front();
  void deliver(std::string_view text);
  void begin(std::string_view front);
  void pass(std::string_view text);

  BodyReader& reader_;
  std::string_view url_;
  int status_;
  http::Fields const& fields_;
  std::size_t max_bytes_;
  bool must_be_coded_;
  bool is_coded_;
  bool waits_for_type_;
  bool has_begun_ = false;
  bool is_refused_ = false;  ///< by the reader's `begin`
  bool is_enough_ = false;
  bool has_finished_ = false;
  std::string raw_;    ///< coded bytes
  std::string text_;   ///< decoded
  std::string spare_;  ///< of the decoders
  std::string front_;  ///< decoded bytes, kept until they show the type
  std::size_t delivered_ = 0;
  std::size_t next_decoding_;
  std::string type_;
  http::BodyNotes notes_;
};

}  // namespace hrefkit::net
