// Unpacks an archive file: a sequence of members, each with plain bytes.
//
// A member is the unit at which reading can begin: a gzip member, a zstd frame, or in plain files a
// record.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>

#include "hrefkit/http/deflate.h"
#include "hrefkit/http/zstd.h"
#include "hrefkit/warc/byte_source.h"
#include "hrefkit/warc/byte_window.h"
#include "hrefkit/warc/record_reader.h"

namespace hrefkit::warc {

/// The packing of data that begins with `bytes`, of which `packing_mark` bytes are enough; nullopt
/// if it is neither compressed nor begins with `WARC/` or as an ARC file.
inline constexpr std::size_t packing_mark = 11;
std::optional<Packing> packing_of(std::string_view bytes);

/// The length of the gzip header at the front of `bytes`; 0 if it is incomplete, or if its name or
/// comment has `max_text` bytes or more.
std::size_t gzip_header_length(std::string_view bytes, std::size_t max_text);

/// @{ The magic bytes of a gzip member of deflated data, and of the skippable zstd frame that holds
/// a dictionary (its format is described at iipc.github.io/warc-specifications, "WARC/zstd").
inline constexpr std::string_view gzip_magic{"\x1F\x8B\x08", 3};
inline constexpr std::string_view dictionary_magic{"\x5D\x2A\x4D\x18", 4};
/// @}

/// Reads the plain bytes of one member after another.
class Unpacker {
 public:
  /// `source` must outlive this.
  explicit Unpacker(ByteSource& source);

  enum class Start : std::uint8_t {
    member,   ///< a member begins
    end,      ///< the source has ended
    unknown,  ///< no member begins here
  };

  /// Sets whether the heads of plain records are those of ARC, and where members end a record.
  void set_arc(bool is_arc) { is_arc_ = is_arc; }

  /// Begins the member at the source's offset. Zstd dictionaries before it are loaded.
  Start begin();

  Packing packing() const { return packing_; }
  std::uint64_t member_offset() const { return member_offset_; }
  /// The offset of the last member that `join_next` joined to it, or its own.
  std::uint64_t last_member_offset() const { return last_member_offset_; }
  bool is_joined() const { return is_joined_; }

  /// The state of reading a member.
  enum class State : std::uint8_t {
    open,     ///< there may be more bytes
    ended,    ///< it has ended, and its checksum is right
    cut,      ///< the source ended before the member
    damaged,  ///< its bytes are not compressed data, or its checksum is wrong
  };
  State state() const { return state_; }

  /// A sentence for the user, if the state is `damaged`.
  std::string_view why_damaged() const;

  /// Plain bytes that were not consumed yet; unpacks more if there are none. Empty if there are no
  /// more: `state` says why. Valid until the next call of `peek` or `more`.
  std::string_view peek();

  /// Unpacks more bytes after them; false if there are no more.
  bool more();

  void consume(std::size_t count);

  /// Continues with the member after this one, which has ended, as if both were one: some tools cut
  /// a record into several members. False if no member follows, or if a record begins at its start.
  /// With `line_end_length`, a record may begin after at least that many bytes of line ends, which
  /// end the current record.
  bool join_next(std::optional<std::uint64_t> line_end_length = {});

  /// The offset of the next byte among the member's plain bytes.
  std::uint64_t position() const;

  /// Goes back to `position`, or to the first byte after it that is still in memory.
  void return_to(std::uint64_t position);

  /// Unpacks the member again from its start up to `position`; does nothing if the source cannot go
  /// back there.
  void begin_again(std::uint64_t position);

  /// The facts of a gzip member that has ended; nullopt for joined members.
  std::optional<GzipMember> gzip_member() const;

  /// The decoder with the last dictionary; null before the first zstd frame. Using it aborts the
  /// member that is being read.
  http::ZstdDecoder* zstd() { return zstd_ ? &*zstd_ : nullptr; }

 private:
  void read_gzip_header();
  void restart_decoder();
  bool load_dictionary();
  bool skip_frame(std::string_view header);
  http::Step step(std::string_view& input);

  ByteSource& source_;
  Packing packing_ = Packing::plain;
  State state_ = State::ended;
  std::uint64_t member_offset_ = 0;
  std::uint64_t last_member_offset_ = 0;
  std::size_t header_length_ = 0;  // of a gzip member
  std::string header_;             // its bytes, if it has optional fields
  ByteWindow window_;              // plain bytes of packed members
  bool is_arc_ = false;
  bool is_joined_ = false;    // `join_next` succeeded
  bool filled_room_ = false;  // the decoder may have more output without input
  http::Inflater inflater_{http::DeflateFormat::gzip};
  std::optional<http::ZstdDecoder> zstd_;
};

// Finding members after damage.

/// What `find_member` looks for.
struct MemberSearch {
  /// If set, only members of this packing are found.
  std::optional<Packing> packing = {};
  /// Members at this offset of the source or after it are not found.
  std::uint64_t end = std::numeric_limits<std::uint64_t>::max();
  /// Plain records have heads of ARC.
  bool is_arc = false;
  /// Also find members that begin inside a record: some tools cut files into members anywhere.
  bool inside_records = false;
  /// A decoder with the dictionary of the file, or null. A frame that it has begun is aborted.
  http::ZstdDecoder* zstd = nullptr;
};

/// Goes to the next offset at which a record begins: a gzip member or zstd frame that unpacks to
/// `WARC/`, a zstd dictionary, or in a plain file the head of a record. The head need not begin a
/// line, because damage may have removed the line end before it. If there is none, goes to the end
/// and returns false.
bool find_member(ByteSource& source, MemberSearch const& search);

/// The packing of a file whose start is damaged, by the first member in the next 4 MiB; nullopt if
/// there is none. The source's offset does not change. A plain record must begin a line, because
/// compressed files may contain stored (uncompressed) text of records.
std::optional<Packing> packing_behind(ByteSource& source);

/// The decoders for the members of a file, and the format of its records.
struct Decoders {
  http::Inflater& gzip;
  http::ZstdDecoder* zstd = nullptr;  ///< with the dictionary of the file; null before any frame
  bool is_arc = false;
};

/// True if a member with this packing begins at the source's offset and continues the record before
/// it: it does not unpack to the start of a record. With `line_end_length`, a record may begin
/// after at least that many bytes of line ends. Aborts what the decoders have begun.
bool continues_member(ByteSource& source, Packing packing, Decoders decoders,
                      std::optional<std::uint64_t> line_end_length);

}  // namespace hrefkit::warc
