#include "hrefkit/warc/input/member_search.h"

#include <algorithm>
#include <array>

#include "hrefkit/http/deflate.h"
#include "hrefkit/http/zstd.h"
#include "hrefkit/text/byte_search.h"
#include "hrefkit/warc/input/record_head.h"
#include "hrefkit/warc/input/unpacker.h"

namespace hrefkit::warc {

namespace {

using std::string_view_literals::operator""sv;

/// Bytes behind a place that may be one: a block of zstd is made plain as a whole.
constexpr std::size_t looked_at = std::size_t{160} << 10;
/// Bytes of compressed data, and of blank lines made from it, before a record begins for sure.
constexpr std::size_t longest_start = 4096;

/// What a member begins with when it is unpacked.
struct Beginning {
  bool is_sound = false;            ///< there is something, and no damage before it
  bool is_record = false;           ///< maybe behind blank lines
  bool is_text = false;             ///< neither a record nor blank lines alone
  std::size_t line_end_length = 0;  ///< bytes of those lines
};

template <typename Decoder>
Beginning beginning_of(Decoder& decoder, std::string_view bytes) {
  std::array<char, longest_start> plain{};
  std::string_view start;
  Beginning beginning;
  for (std::size_t size = 0; start.size() < record_start.size() && size < plain.size();) {
    const std::size_t room = std::min(record_start.size() - start.size(), plain.size() - size);
    const http::Step step = decoder.run(bytes, {plain.data() + size, room});
    size += step.made;
    beginning.is_sound = size != 0 && step.progress != http::Progress::damaged;
    start = std::string_view(plain.data(), size);
    beginning.line_end_length = std::min(start.find_first_not_of("\r\n"), size);
    start.remove_prefix(beginning.line_end_length);
    if (step.progress != http::Progress::going || (step.made == 0 && bytes.empty())) break;
  }
  beginning.is_record = start.starts_with(record_start);
  beginning.is_text = !beginning.is_record && start.size() >= record_start.size();
  return beginning;
}

/// True for a frame that holds a dictionary of zstd, which may be compressed itself. Files that
/// were put together have one before the records of each.
bool begins_dictionary(std::string_view bytes) {
  constexpr std::size_t header = 8;  // the magic number and the length
  if (!bytes.starts_with(dictionary_magic) || bytes.size() < header) return false;
  const std::string_view content = bytes.substr(header);
  return content.starts_with("\x37\xA4\x30\xEC"sv) || content.starts_with(http::zstd_magic);
}

/// Looks for places of one file.
class Search {
 public:
  Search(ByteSource& source, Wanted const& wanted)
      : source_(source),
        packing_(wanted.packing),
        end_(wanted.end),
        inside_records_(wanted.inside_records),
        zstd_(wanted.zstd) {}

  bool run() {
    while (source_.offset() < end_) {
      const std::string_view bytes = source_.peek(longest_mark);
      const std::size_t place = next_place(bytes);
      if (place == std::string_view::npos) {
        // A mark may have its first bytes at the end of what is in memory.
        const std::size_t kept = std::min(bytes.size(), longest_mark - 1);
        source_.take(bytes.size() - kept);
        if (!source_.fill()) {
          source_.take(kept);
          return false;
        }
        continue;
      }
      source_.take(place);
      if (source_.offset() >= end_) break;
      const HeadCheck check = check_member(source_.peek(looked_at));
      if (check.is_head) return true;
      source_.take(check.examined);
    }
    return false;
  }

 private:
  static constexpr std::size_t longest_mark = 5;  // "WARC/"

  /// What a place of one packing begins with. Where the next one stands is kept, so that each byte
  /// is searched once for each mark.
  struct Mark {
    Packing packing;
    std::string_view bytes;
    std::uint64_t searched = 0;  // no such mark begins before this offset and behind `source_`
    bool is_found = false;       // one begins there
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
    const std::size_t place = text::find_bytes(bytes.substr(skipped), mark.bytes);
    mark.is_found = place != std::string_view::npos;
    const std::size_t tail = std::min(bytes.size(), mark.bytes.size() - 1);
    mark.searched =
        std::max(mark.searched, here + (mark.is_found ? skipped + place : bytes.size() - tail));
  }

  HeadCheck check_member(std::string_view bytes) {
    const auto packing = packing_of(bytes);
    if (packing == Packing::plain) return check_record_head(bytes);
    if (packing == Packing::gzip) {
      const std::size_t header = gzip_header_length(bytes, longest_start);
      if (header == 0) return {};
      inflater_.restart(http::DeflateFormat::gzip);
      return check(beginning_of(inflater_, bytes.substr(0, header + longest_start)));
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

std::size_t find_record_start(std::string_view bytes) {
  return text::find_bytes(bytes, record_start);
}

bool find_member(ByteSource& source, Wanted const& wanted) {
  return Search(source, wanted).run();
}

std::optional<Packing> packing_behind(ByteSource& source) {
  constexpr std::uint64_t searched = std::uint64_t{4} << 20;
  const std::uint64_t start = source.offset();
  std::uint64_t first = start + searched;
  std::optional<Packing> packing;
  for (const Packing wanted : {Packing::gzip, Packing::zstd, Packing::plain}) {
    while (find_member(source, {.packing = wanted, .end = first})) {
      if (wanted != Packing::plain || source.taken().ends_with('\n')) {
        first = source.offset();
        packing = wanted;
        break;
      }
      source.take(1);
    }
    source.go_to(start);
  }
  return packing;
}

bool continues_member(ByteSource& source, Packing packing, Decoders decoders,
                      std::optional<std::uint64_t> line_end_length) {
  const std::string_view bytes = source.peek(looked_at);
  if (packing_of(bytes) != packing) return false;
  Beginning beginning;
  if (packing == Packing::gzip) {
    decoders.gzip.restart(http::DeflateFormat::gzip);
    beginning = beginning_of(decoders.gzip, bytes);
  } else {
    if (decoders.zstd == nullptr || !bytes.starts_with(http::zstd_magic)) return false;
    decoders.zstd->restart();
    beginning = beginning_of(*decoders.zstd, bytes);
  }
  const bool begins_behind = line_end_length && beginning.line_end_length >= *line_end_length;
  return beginning.is_sound && (!beginning.is_record || begins_behind);
}

}  // namespace hrefkit::warc
