#include "hrefkit/archive/wat/record_block.h"

#include <algorithm>
#include <cstddef>

#include "hrefkit/text/ascii.h"

namespace hrefkit::archive {

namespace {

constexpr std::size_t most_dns_text = std::size_t{1} << 20;

/// Content-Length as Java's Long.parseLong reads it; nothing for what is no number, or negative.
std::optional<std::uint64_t> content_length(LaxFields const& fields) {
  std::string const* const value = fields.find("content-length");
  if (value == nullptr) return std::nullopt;
  std::string_view text = *value;
  if (text.starts_with('+')) text.remove_prefix(1);
  const auto length = text::parse_decimal<std::int64_t>(text);
  if (!length || *length < 0) return std::nullopt;
  return static_cast<std::uint64_t>(*length);
}

}  // namespace

void RecordBlock::begin(BlockKind kind) {
  kind_ = kind;
  sha1_.restart();
  entity_sha1_.restart();
  length_ = entity_length_ = slop_length_ = 0;
  line_.clear();
  fields_.clear();
  in_entity_ = false;
  dns_text_.clear();
}

void RecordBlock::add(std::string_view piece) {
  length_ += piece.size();
  if (kind_ == BlockKind::dns) {
    dns_text_ += piece.substr(0, most_dns_text - std::min(most_dns_text, dns_text_.size()));
  }
  const std::string_view entity = has_fields() ? take_fields(piece) : std::string_view();
  Sha1::add_to_both(sha1_, piece, entity_sha1_, is_message() ? entity : std::string_view());
}

/// Takes what is not read yet of the head, and gives the part of the piece that is the entity's.
std::string_view RecordBlock::take_fields(std::string_view piece) {
  if (is_message()) line_.take(piece);
  fields_.take(piece);
  if (piece.empty()) return {};
  if (!in_entity_) begin_entity();
  const std::size_t count = static_cast<std::size_t>(
      std::min<std::uint64_t>(piece.size(), entity_limit_ - entity_length_));
  entity_length_ += count;
  slop_length_ += piece.size() - count;
  return piece.substr(0, count);
}

void RecordBlock::begin_entity() {
  in_entity_ = true;
  entity_limit_ = UINT64_MAX;
  if (kind_ == BlockKind::response) entity_limit_ = content_length(fields_).value_or(UINT64_MAX);
}

std::uint64_t RecordBlock::told_head_length() const {
  const std::uint64_t length = line_.length() + fields_.length();
  const auto line = line_.line();
  if (kind_ != BlockKind::request || !line) return length;
  return length - (line->ends_with("\r\n") ? 2 : 1);
}

void RecordBlock::finish() {
  digest_ = sha1_.finish();
  entity_digest_ = entity_sha1_.finish();
}

}  // namespace hrefkit::archive
