// What WAT says of a record's block, learnt while the block passes by.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "hrefkit/archive/sha1.h"
#include "hrefkit/archive/wat/lax_fields.h"
#include "hrefkit/archive/wat/lax_message.h"

namespace hrefkit::archive {

/// How a block is read.
enum class BlockKind : std::uint8_t {
  other,     ///< not at all
  request,   ///< an HTTP request
  response,  ///< an HTTP response
  info,      ///< fields of a warcinfo record
  metadata,  ///< fields of a metadata record
  dns,       ///< the answer of a name server
};

/// One block after another, in any pieces. Of a block only its head is kept.
class RecordBlock {
 public:
  void begin(BlockKind kind);
  void add(std::string_view piece);

  /// After the last piece, once.
  void finish();

  BlockKind kind() const { return kind_; }
  bool is_message() const { return kind_ == BlockKind::request || kind_ == BlockKind::response; }
  bool has_fields() const { return kind_ != BlockKind::other && kind_ != BlockKind::dns; }

  std::uint64_t length() const { return length_; }
  Sha1::Digest const& digest() const { return digest_; }

  /// The first line of a message.
  std::optional<std::string_view> line() const { return line_.line(); }
  LaxFields const& fields() const { return fields_; }
  /// As the reference tells it: of a request without the end of the first line.
  std::uint64_t told_head_length() const;

  /// What follows the head of a message, as far as its Content-Length says, and the rest.
  std::uint64_t entity_length() const { return entity_length_; }
  Sha1::Digest const& entity_digest() const { return entity_digest_; }
  std::uint64_t slop_length() const { return slop_length_; }

  /// The text of a DNS answer; at most 1 MiB.
  std::string_view dns_text() const { return dns_text_; }

 private:
  std::string_view take_fields(std::string_view piece);
  void begin_entity();

  BlockKind kind_ = BlockKind::other;
  Sha1 sha1_;
  Sha1 entity_sha1_;
  Sha1::Digest digest_{};
  Sha1::Digest entity_digest_{};
  std::uint64_t length_ = 0;
  LaxLine line_;
  LaxFields fields_;
  bool in_entity_ = false;
  std::uint64_t entity_limit_ = 0;
  std::uint64_t entity_length_ = 0;
  std::uint64_t slop_length_ = 0;
  std::string dns_text_;
};

}  // namespace hrefkit::archive
