// An archive file without its compression: a sequence of members, each with plain bytes.
//
// A member is what stands between two places at which reading can begin: a gzip member, a zstd
// frame, or, in files that are not compressed, what the reader of records takes for one.
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

/// How the bytes at the front of `bytes` are packed; nothing where they are neither compressed nor
/// begin as a record does. So many bytes are enough:
inline constexpr std::size_t packing_mark = 6;
std::optional<Packing> packing_of(std::string_view bytes);

/// The length of a gzip header that is whole in `bytes`, and whose name and comment have less than
/// `max_text` bytes each; else 0.
std::size_t gzip_header_length(std::string_view bytes, std::size_t max_text);

/// @{ The first bytes of a gzip member of deflated data, and of the skippable frame of zstd that
/// holds a dictionary.
inline constexpr std::string_view gzip_magic{"\x1F\x8B\x08", 3};
inline constexpr std::string_view dictionary_magic{"\x5D\x2A\x4D\x18", 4};
/// @}

class Unpacker {
 public:
  /// `source` must outlive this.
  explicit Unpacker(ByteSource& source);

  enum class Start : std::uint8_t {
    member,   ///< a member begins
    end,      ///< the source has ended
    unknown,  ///< what stands here is not a member
  };

  /// Begins the member at the source's place. Dictionaries of zstd before it are used.
  Start begin();

  Packing packing() const { return packing_; }
  std::uint64_t member_offset() const { return member_offset_; }
  /// Of the last member that was joined to it, or its own.
  std::uint64_t last_member_offset() const { return last_member_offset_; }
  bool is_joined() const { return is_joined_; }

  /// Where the reading of a member stands.
  enum class State : std::uint8_t {
    open,     ///< there may be more
    ended,    ///< it has ended, and its checksum is right
    cut,      ///< the source ended before it
    damaged,  ///< its bytes are not compressed data, or its checksum is wrong
  };
  State state() const { return state_; }

  /// What to tell of a member that is damaged.
  std::string_view why_damaged() const;

  /// Plain bytes that were not taken; more are made where all are taken. Empty where no more can
  /// be had: `state` says why. Valid until the next call of `peek` or `more`.
  std::string_view peek();

  /// Makes more behind them; false where no more can be had.
  bool more();

  void consume(std::size_t count);

  /// Goes on with the member behind this one, which has ended, as if both were one. False where
  /// no member follows, or a record begins in it. Where `line_end_length` is given, it may begin
  /// behind so many bytes of line ends, which this member lacks.
  bool join_next(std::optional<std::uint64_t> line_end_length = {});

  /// How many plain bytes of the member come before the next one.
  std::uint64_t position() const;

  /// Goes back to a place in the member, or to the first behind it to which there is a way.
  void return_to(std::uint64_t position);

  /// Begins the member again, and goes to a place in it; does nothing where the source has no way
  /// to the start of the member.
  void begin_again(std::uint64_t position);

  /// The facts of a gzip member, once it has ended. Members that were joined have none.
  std::optional<GzipMember> gzip_member() const;

  /// Has the dictionary that was found last; null where no frame of zstd was met. The member that
  /// is being read is lost where another use is made of it.
  http::ZstdDecoder* zstd() { return zstd_ ? &*zstd_ : nullptr; }

 private:
  void read_gzip_header();
  void restart_decoder();
  bool use_dictionary();
  bool skip_frame(std::string_view header);
  http::Step step(std::string_view& input);

  ByteSource& source_;
  Packing packing_ = Packing::plain;
  State state_ = State::ended;
  std::uint64_t member_offset_ = 0;
  std::uint64_t last_member_offset_ = 0;
  std::size_t header_length_ = 0;  // of a gzip member
  std::string header_;             // its bytes, where there is more than the fixed ones
  ByteWindow window_;              // plain bytes; its places are positions
  bool is_joined_ = false;         // with the members behind it
  bool filled_room_ = false;       // the decoder may have more without input
  http::Inflater inflater_{http::DeflateFormat::gzip};
  std::optional<http::ZstdDecoder> zstd_;
};

// Where reading can go on after damage.

/// Which places are looked for.
struct Wanted {
  /// That of the file, where it is known: only such places count then.
  std::optional<Packing> packing = {};
  /// Places at this offset of the source or behind do not count.
  std::uint64_t end = std::numeric_limits<std::uint64_t>::max();
  /// A member that begins inside a record counts, too: some tools cut files into members anywhere.
  bool inside_records = false;
  /// Has the dictionary of the file; null without one. A frame that it has begun is lost.
  http::ZstdDecoder* zstd = nullptr;
};

/// Goes to the next place, from where the source stands, at which a record begins: a gzip member or
/// a zstd frame that unpacks to `WARC/`, or, in a plain file, the head of a record. The dictionary
/// before frames of zstd counts as one. Damage may have
/// taken the line end before a head, so it need not begin a line. False, at the end of the source,
/// where there is no such place.
bool find_member(ByteSource& source, Wanted const& wanted);

/// The packing of a file whose start is damaged; the source stays where it is. Records that are
/// not compressed begin lines; in compressed files the text of some stands as it is, too. Nothing
/// where the packing cannot be told from the next bytes.
std::optional<Packing> packing_behind(ByteSource& source);

/// What unpacks the members of a file.
struct Decoders {
  http::Inflater& gzip;
  http::ZstdDecoder* zstd = nullptr;  ///< has the dictionary of the file; null before any frame
};

/// True where the member at the place of the source is packed so, and unpacks to something that no
/// record begins with. A record may begin behind `line_end_length` bytes of line ends, where that
/// is given: the record before lacks them. Some tools cut what they pack into members wherever it
/// suits them. What the decoders have begun is lost.
bool continues_member(ByteSource& source, Packing packing, Decoders decoders,
                      std::optional<std::uint64_t> line_end_length);

}  // namespace hrefkit::warc
