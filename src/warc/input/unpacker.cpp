#include "hrefkit/warc/input/unpacker.h"

#include <algorithm>
#include <array>
#include <span>

#include "hrefkit/http/deflate.h"
#include "hrefkit/http/zstd.h"
#include "hrefkit/text/byte_search.h"
#include "hrefkit/text/little_endian.h"
#include "hrefkit/warc/input/arc_head.h"
#include "hrefkit/warc/input/record_head.h"

namespace hrefkit::warc {

namespace {

using namespace std::string_view_literals;

/// Bytes to read for checking whether a member begins: more than a zstd block (128 KiB), which is
/// decoded as a whole.
constexpr std::size_t inspected_size = std::size_t{160} << 10;
/// Maximum of compressed bytes, and of plain bytes of blank lines, before the first record of a
/// member.
constexpr std::size_t max_start = 4096;

/// Bytes before the content of a skippable zstd frame: magic number and size (RFC 8878 section
/// 3.1.2).
constexpr std::size_t frame_header = 8;

/// The first plain bytes of a member.
struct Beginning {
  bool is_sound = false;            ///< there are plain bytes, and no damage before them
  bool is_record = false;           ///< a record begins, maybe after blank lines
  bool is_text = false;             ///< neither a record nor blank lines alone
  std::size_t line_end_length = 0;  ///< bytes of blank lines
};

/// With `is_arc`, more is unpacked: up to the end of the first line.
template <typename Decoder>
Beginning beginning_of(Decoder& decoder, std::string_view bytes, bool is_arc = false) {
  std::array<char, max_start> plain{};
  std::string_view start;
  Beginning beginning;
  const std::size_t wanted = is_arc ? plain.size() : record_start.size();
  for (std::size_t size = 0; start.size() < wanted && size < plain.size();) {
    const std::size_t room = std::min(wanted - start.size(), plain.size() - size);
    const http::Step step = decoder.run(bytes, {plain.data() + size, room});
    size += step.made;
    beginning.is_sound = size != 0 && step.progress != http::Progress::damaged;
    start = std::string_view(plain.data(), size);
    beginning.line_end_length = std::min(start.find_first_not_of("\r\n"), size);
    start.remove_prefix(beginning.line_end_length);
    if (step.progress != http::Progress::going || (step.made == 0 && bytes.empty())) break;
  }
  beginning.is_record = begins_record(start) || (is_arc && begins_arc_record(start));
  beginning.is_text = !beginning.is_record && start.size() >= record_start.size();
  return beginning;
}

/// True for a frame that holds a zstd dictionary, which may be compressed itself. A concatenation
/// of files has one before the records of each file.
bool begins_dictionary(std::string_view bytes) {
  if (!bytes.starts_with(dictionary_magic) || bytes.size() < frame_header) return false;
  const std::string_view content = bytes.substr(frame_header);
  return content.starts_with("\x37\xA4\x30\xEC"sv) || content.starts_with(http::zstd_magic);
}

/// The search of `find_member`.
class Search {
 public:
  Search(ByteSource& source, MemberSearch const& search)
      : source_(source),
        packing_(search.packing),
        end_(search.end),
        is_arc_(search.is_arc),
        inside_records_(search.inside_records),
        zstd_(search.zstd) {}

  bool run() {
    if (is_arc_ && packing_ == Packing::plain) return find_arc();
    while (source_.offset() < end_) {
      const std::string_view bytes = source_.peek(max_mark);
      const std::size_t place = next_place(bytes);
      if (place == std::string_view::npos) {
        // A mark may begin in the last bytes in memory.
        const std::size_t kept = std::min(bytes.size(), max_mark - 1);
        source_.consume(bytes.size() - kept);
        if (!source_.fill()) {
          source_.consume(kept);
          return false;
        }
        continue;
      }
      source_.consume(place);
      if (source_.offset() >= end_) break;
      const HeadCheck check = check_member(source_.peek(inspected_size));
      if (check.is_head) return true;
      source_.consume(check.examined);
    }
    return false;
  }

 private:
  static constexpr std::size_t max_mark = 5;  // "WARC/"

  /// Goes to the next head of ARC.
  bool find_arc() {
    while (true) {
      const std::string_view bytes = source_.peek(2 * max_arc_head);
      const std::size_t place = find_arc_record(bytes);
      const bool is_found = place != std::string_view::npos;
      const bool is_last = bytes.size() < 2 * max_arc_head;
      const std::size_t kept = is_last ? 0 : unfinished_arc_head(bytes);
      source_.consume(is_found ? place : bytes.size() - kept);
      if (is_found || is_last) return is_found;
    }
  }

  /// The magic bytes of a packing, and the result of the last search for them, so that each byte is
  /// searched only once.
  struct Mark {
    Packing packing;
    std::string_view bytes;
    std::uint64_t searched = 0;  // no such mark begins before this offset and after the source's
    bool is_found = false;       // one begins at `searched`
  };

  std::size_t next_place(std::string_view bytes) {
    std::size_t first = std::string_view::npos;
    const std::uint64_t here = source_.offset();
    for (Mark& mark : marks_) {
      if (packing_ && *packing_ != mark.packing) continue;
      if (mark.searched < here || !mark.is_found) search(mark, bytes, here);
      if (mark.is_found) first = std::min(first, static_cast<std::size_t>(mark.searched - here));
    }
    return first;
  }

  static void search(Mark& mark, std::string_view bytes, std::uint64_t here) {
    const auto skipped = static_cast<std::size_t>(
        std::min<std::uint64_t>(std::max(mark.searched, here) - here, bytes.size()));
    const std::string_view searched = bytes.substr(skipped);
    const bool is_plain = mark.packing == Packing::plain;
    const std::size_t place =
        is_plain ? find_record_start(searched) : text::find_bytes(searched, mark.bytes);
    mark.is_found = place != std::string_view::npos;
    const std::size_t tail = std::min(bytes.size(), mark.bytes.size() - 1);
    mark.searched =
        std::max(mark.searched, here + (mark.is_found ? skipped + place : bytes.size() - tail));
  }

  HeadCheck check_member(std::string_view bytes) {
    const auto packing = packing_of(bytes);
    if (packing == Packing::plain) return check_record_head(bytes);
    if (packing == Packing::gzip) {
      const std::size_t header = gzip_header_length(bytes, max_start);
      if (header == 0) return {};
      inflater_.restart(http::DeflateFormat::gzip);
      return check(beginning_of(inflater_, bytes.substr(0, header + max_start)));
    }
    if (bytes.starts_with(dictionary_magic)) return {.is_head = begins_dictionary(bytes)};
    http::ZstdDecoder& decoder = zstd();
    decoder.restart();
    return check(beginning_of(decoder, bytes));
  }

  HeadCheck check(Beginning const& beginning) const {
    const bool is_inside = inside_records_ && beginning.is_sound && beginning.is_text;
    return {.is_head = beginning.is_record || is_inside};
  }

  http::ZstdDecoder& zstd() {
    if (zstd_ != nullptr) return *zstd_;
    if (!own_zstd_) own_zstd_.emplace();
    return *own_zstd_;
  }

  ByteSource& source_;
  std::optional<Packing> packing_;
  std::uint64_t end_;
  bool is_arc_;
  bool inside_records_;
  std::array<Mark, 4> marks_{{{Packing::gzip, gzip_magic},
                              {Packing::zstd, http::zstd_magic},
                              {Packing::zstd, dictionary_magic},
                              {Packing::plain, record_start}}};
  http::Inflater inflater_{http::DeflateFormat::gzip};
  http::ZstdDecoder* zstd_;
  std::optional<http::ZstdDecoder> own_zstd_;
};

}  // namespace

bool find_member(ByteSource& source, MemberSearch const& search) {
  return Search(source, search).run();
}

std::optional<Packing> packing_behind(ByteSource& source) {
  constexpr std::uint64_t searched = std::uint64_t{4} << 20;
  const std::uint64_t start = source.offset();
  std::uint64_t first = start + searched;
  std::optional<Packing> packing;
  for (const Packing candidate : {Packing::gzip, Packing::zstd, Packing::plain}) {
    while (find_member(source, {.packing = candidate, .end = first})) {
      if (candidate != Packing::plain || source.consumed().ends_with('\n')) {
        first = source.offset();
        packing = candidate;
        break;
      }
      source.consume(1);
    }
    source.go_to(start);
  }
  return packing;
}

bool continues_member(ByteSource& source, Packing packing, Decoders decoders,
                      std::optional<std::uint64_t> line_end_length) {
  const std::string_view bytes = source.peek(inspected_size);
  if (packing_of(bytes) != packing) return false;
  Beginning beginning;
  if (packing == Packing::gzip) {
    decoders.gzip.restart(http::DeflateFormat::gzip);
    beginning = beginning_of(decoders.gzip, bytes, decoders.is_arc);
  } else {
    if (decoders.zstd == nullptr || !bytes.starts_with(http::zstd_magic)) return false;
    decoders.zstd->restart();
    beginning = beginning_of(*decoders.zstd, bytes, decoders.is_arc);
  }
  const bool begins_behind = line_end_length && beginning.line_end_length >= *line_end_length;
  return beginning.is_sound && (!beginning.is_record || begins_behind);
}

namespace {

constexpr std::size_t piece_size = std::size_t{128} << 10;
constexpr std::size_t kept_plain = std::size_t{4} << 20;  // consumed bytes that are kept
constexpr std::size_t max_dictionary = std::size_t{64} << 20;

constexpr std::size_t fixed_gzip_header = 10;  // RFC 1952 section 2.3
constexpr std::size_t max_gzip_header = std::size_t{256} << 10;

}  // namespace

std::optional<Packing> packing_of(std::string_view bytes) {
  if (bytes.starts_with(gzip_magic)) return Packing::gzip;
  if (bytes.starts_with(http::zstd_magic) || http::begins_skippable_frame(bytes))
    return Packing::zstd;
  if (begins_record(bytes) || bytes.starts_with(arc_start)) return Packing::plain;
  return std::nullopt;
}

std::size_t gzip_header_length(std::string_view bytes, std::size_t max_text) {
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
    const std::size_t text = bytes.substr(length, max_text).find('\0');
    if (text == std::string_view::npos) return 0;
    length += text + 1;
  }
  if ((flags & 2) != 0) length += 2;
  return length <= bytes.size() ? length : 0;
}

Unpacker::Unpacker(ByteSource& source) : source_(source), window_(kept_plain, piece_size) {}

Unpacker::Start Unpacker::begin() {
  while (true) {
    std::string_view bytes = source_.peek(packing_mark);
    if (bytes.empty()) return Start::end;
    auto packing = packing_of(bytes);
    if (!packing && is_arc_ && begins_arc_record(source_.peek(max_arc_head))) {
      packing = Packing::plain;
    }
    if (!packing) return Start::unknown;
    packing_ = *packing;
    bytes = source_.buffered();
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
  while (packing_ == Packing::zstd && http::begins_skippable_frame(source_.peek(frame_header))) {
    const std::string_view header = source_.buffered();
    if (header.starts_with(dictionary_magic) || !skip_frame(header)) return false;
  }
  const Decoders decoders{inflater_, zstd(), is_arc_};
  if (!continues_member(source_, packing_, decoders, line_end_length)) return false;
  is_joined_ = true;
  last_member_offset_ = source_.offset();
  restart_decoder();
  return true;
}

/// Copies the header without consuming it: the decoder reads it, too.
void Unpacker::read_gzip_header() {
  header_length_ = 0;
  std::size_t inspected = packing_mark;
  while (header_length_ == 0 && inspected < max_gzip_header) {
    inspected = std::max(2 * inspected, source_.buffered().size());
    const std::string_view bytes = source_.peek(inspected);
    header_length_ = gzip_header_length(bytes, max_gzip_header);
    if (bytes.size() < inspected) break;
  }
  const bool is_fixed = header_length_ <= fixed_gzip_header;
  header_ = source_.buffered().substr(0, is_fixed ? 0 : header_length_);
}

/// Skips a skippable frame, and loads the dictionary in it if it has one.
bool Unpacker::skip_frame(std::string_view header) {
  if (header.size() < frame_header) return false;
  const bool is_dictionary = header.starts_with(dictionary_magic);
  const std::uint64_t end = source_.offset() + frame_header + text::little_endian(header.substr(4));
  if (is_dictionary && !load_dictionary()) return false;
  while (source_.offset() < end) {
    const std::string_view bytes = source_.peek(1);
    if (bytes.empty()) return false;
    source_.consume(
        static_cast<std::size_t>(std::min<std::uint64_t>(bytes.size(), end - source_.offset())));
  }
  return true;
}

/// Loads the dictionary in the frame at the source's offset; it may be a compressed frame itself.
bool Unpacker::load_dictionary() {
  const std::size_t size = text::little_endian(source_.peek(frame_header).substr(4));
  if (size > max_dictionary) return false;
  std::string_view content = source_.peek(frame_header + size);
  if (content.size() < frame_header + size) return false;
  content = content.substr(frame_header, size);
  zstd_.emplace();
  std::string plain;
  if (content.starts_with(http::zstd_magic)) {
    for (http::Step step; step.progress != http::Progress::ended;) {
      const std::size_t end = plain.size();
      if (end > max_dictionary) return false;
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

void Unpacker::consume(std::size_t count) {
  if (packing_ == Packing::plain) return source_.consume(count);
  window_.consume(count);
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
    consume(static_cast<std::size_t>(std::min<std::uint64_t>(count, position - this->position())));
  }
}

std::optional<GzipMember> Unpacker::gzip_member() const {
  const std::string_view consumed = source_.consumed();
  const bool is_one = packing_ == Packing::gzip && !is_joined_;
  if (!is_one || state_ != State::ended || consumed.size() < 8) return std::nullopt;
  GzipMember member;
  member.length = source_.offset() - member_offset_;
  member.plain_length = window_.end_place();
  member.crc = text::little_endian(consumed.substr(consumed.size() - 8, 4));
  member.header_length = header_length_;
  member.header = header_;
  return member;
}

}  // namespace hrefkit::warc
