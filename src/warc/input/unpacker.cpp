#include "hrefkit/warc/input/unpacker.h"

#include <algorithm>

#include "hrefkit/text/little_endian.h"
#include "hrefkit/warc/input/member_search.h"

namespace hrefkit::warc {

namespace {

constexpr std::size_t piece_size = std::size_t{128} << 10;
constexpr std::size_t kept_plain = std::size_t{4} << 20;  // bytes to which there is a way back
constexpr std::size_t largest_dictionary = std::size_t{64} << 20;

constexpr std::size_t fixed_gzip_header = 10;
constexpr std::size_t longest_gzip_header = std::size_t{256} << 10;

}  // namespace

std::optional<Packing> packing_of(std::string_view bytes) {
  if (bytes.starts_with(gzip_magic)) return Packing::gzip;
  if (bytes.starts_with(http::zstd_magic) || http::begins_skippable_frame(bytes))
    return Packing::zstd;
  if (bytes.starts_with("WARC/")) return Packing::plain;
  return std::nullopt;
}

std::size_t gzip_header_length(std::string_view bytes, std::size_t longest_text) {
  if (bytes.size() < fixed_gzip_header) return 0;
  const auto flags = static_cast<unsigned char>(bytes[3]);
  std::size_t length = fixed_gzip_header;
  if ((flags & 4) != 0) {  // extra field
    if (bytes.size() < length + 2) return 0;
    length += 2 + static_cast<unsigned char>(bytes[10]) +
              std::size_t{256} * static_cast<unsigned char>(bytes[11]);
  }
  for (const int flag : {8, 16}) {  // name, comment
    if ((flags & flag) == 0) continue;
    if (length > bytes.size()) return 0;
    const std::size_t text = bytes.substr(length, longest_text).find('\0');
    if (text == std::string_view::npos) return 0;
    length += text + 1;
  }
  if ((flags & 2) != 0) length += 2;
  return length <= bytes.size() ? length : 0;
}

Unpacker::Unpacker(ByteSource& source) : source_(source), window_(kept_plain, piece_size) {}

Unpacker::Start Unpacker::begin() {
  while (true) {
    const std::string_view bytes = source_.peek(18);
    if (bytes.empty()) return Start::end;
    const auto packing = packing_of(bytes);
    if (!packing) return Start::unknown;
    packing_ = *packing;
    if (!http::begins_skippable_frame(bytes)) break;
    if (!skip_frame(bytes)) return Start::unknown;
  }
  member_offset_ = last_member_offset_ = source_.offset();
  window_.restart(0);
  is_joined_ = false;
  if (packing_ == Packing::gzip) read_gzip_header();
  restart_decoder();
  return Start::member;
}

void Unpacker::restart_decoder() {
  filled_room_ = false;
  state_ = State::open;
  if (packing_ == Packing::gzip) inflater_.restart(http::DeflateFormat::gzip);
  if (packing_ != Packing::zstd) return;
  if (!zstd_) zstd_.emplace();
  zstd_->restart();
}

bool Unpacker::join_next(std::optional<std::uint64_t> line_end_length) {
  if (packing_ == Packing::plain || state_ != State::ended) return false;
  while (packing_ == Packing::zstd && http::begins_skippable_frame(source_.peek(8))) {
    const std::string_view header = source_.buffered();
    if (header.starts_with(dictionary_magic) || !skip_frame(header)) return false;
  }
  if (!continues_member(source_, packing_, {inflater_, zstd()}, line_end_length)) return false;
  is_joined_ = true;
  last_member_offset_ = source_.offset();
  restart_decoder();
  return true;
}

/// Leaves the header where it is: the decoder reads it, too.
void Unpacker::read_gzip_header() {
  header_length_ = 0;
  std::size_t looked_at = packing_mark;
  while (header_length_ == 0 && looked_at < longest_gzip_header) {
    looked_at = std::max(2 * looked_at, source_.buffered().size());
    const std::string_view bytes = source_.peek(looked_at);
    header_length_ = gzip_header_length(bytes, longest_gzip_header);
    if (bytes.size() < looked_at) break;
  }
  const bool is_fixed = header_length_ <= fixed_gzip_header;
  header_ = source_.buffered().substr(0, is_fixed ? 0 : header_length_);
}

/// Passes by a frame that holds no data, and uses the dictionary in it.
bool Unpacker::skip_frame(std::string_view header) {
  if (header.size() < 8) return false;
  const bool is_dictionary = header.starts_with(dictionary_magic);
  const std::uint64_t end = source_.offset() + 8 + text::little_endian(header.substr(4));
  if (is_dictionary && !use_dictionary()) return false;
  while (source_.offset() < end) {
    const std::string_view bytes = source_.peek(1);
    if (bytes.empty()) return false;
    source_.take(
        static_cast<std::size_t>(std::min<std::uint64_t>(bytes.size(), end - source_.offset())));
  }
  return true;
}

/// The dictionary in the frame at the source's place; it may be a compressed frame itself.
bool Unpacker::use_dictionary() {
  const std::size_t size = text::little_endian(source_.peek(8).substr(4));
  if (size > largest_dictionary) return false;
  std::string_view content = source_.peek(8 + size);
  if (content.size() < 8 + size) return false;
  content = content.substr(8, size);
  zstd_.emplace();
  std::string plain;
  if (content.starts_with(http::zstd_magic)) {
    for (http::Step step; step.progress != http::Progress::ended;) {
      const std::size_t end = plain.size();
      if (end > largest_dictionary) return false;
      plain.resize(end + piece_size);
      step = zstd_->run(content, {plain.data() + end, piece_size});
      plain.resize(end + step.made);
      const bool stuck = step.made == 0 && content.empty();
      if (step.progress == http::Progress::damaged) return false;
      if (stuck && step.progress != http::Progress::ended) return false;
    }
    content = plain;
  }
  return zstd_->set_dictionary(content);
}

std::string_view Unpacker::peek() {
  if (packing_ == Packing::plain) {
    const std::string_view bytes = source_.peek(1);
    state_ = bytes.empty() ? State::ended : State::open;
    return bytes;
  }
  if (window_.rest().empty()) more();
  return window_.rest();
}

bool Unpacker::more() {
  if (packing_ == Packing::plain) return source_.fill();
  while (state_ == State::open) {
    if (!filled_room_ && source_.buffered().empty() && !source_.fill()) {
      state_ = State::cut;
      return false;
    }
    std::string_view input = source_.buffered();
    const http::Step made = step(input);
    source_.go_on_at(input.data());
    window_.add(made.made);
    filled_room_ = window_.is_full();
    if (made.progress == http::Progress::ended) state_ = State::ended;
    if (made.progress == http::Progress::damaged) state_ = State::damaged;
    if (made.made != 0) return true;
  }
  return false;
}

http::Step Unpacker::step(std::string_view& input) {
  const std::span<char> room = window_.room();
  return packing_ == Packing::gzip ? inflater_.run(input, room) : zstd_->run(input, room);
}

std::string_view Unpacker::why_damaged() const {
  if (packing_ == Packing::zstd && zstd_ && zstd_->window_is_too_large()) {
    return "it needs more than 128 MiB of memory, or is damaged: unpack it by zstd -d --long=31";
  }
  if (packing_ == Packing::zstd && zstd_ && zstd_->lacks_dictionary()) {
    return "it needs a dictionary of zstd that does not stand before it in the file";
  }
  return "its compressed data is damaged";
}

void Unpacker::take(std::size_t count) {
  if (packing_ == Packing::plain) return source_.take(count);
  window_.take(count);
}

std::uint64_t Unpacker::position() const {
  return packing_ == Packing::plain ? source_.offset() - member_offset_ : window_.place();
}

void Unpacker::return_to(std::uint64_t position) {
  if (packing_ == Packing::plain) {
    source_.go_to(member_offset_ + position);
  } else {
    window_.go_to(std::max(position, window_.first_place()));
  }
}

void Unpacker::begin_again(std::uint64_t position) {
  if (!source_.has_way_to(member_offset_) || !source_.go_to(member_offset_)) return;
  begin();
  while (this->position() < position) {
    const std::size_t count = peek().size();
    if (count == 0 && !join_next(0)) return;
    take(static_cast<std::size_t>(std::min<std::uint64_t>(count, position - this->position())));
  }
}

std::optional<GzipMember> Unpacker::gzip_member() const {
  const std::string_view taken = source_.taken();
  const bool is_one = packing_ == Packing::gzip && !is_joined_;
  if (!is_one || state_ != State::ended || taken.size() < 8) return std::nullopt;
  GzipMember member;
  member.length = source_.offset() - member_offset_;
  member.plain_length = window_.end_place();
  member.crc = text::little_endian(taken.substr(taken.size() - 8, 4));
  member.header_length = header_length_;
  member.header = header_;
  return member;
}

}  // namespace hrefkit::warc
