// How damage is handled. A record is damaged if its compressed data or checksum is wrong, or if no
// record or end follows its block. The damage is reported, and the search for the next record
// begins one byte after the start of the damaged record, not where the damage was noticed: damaged
// compressed data or a length that is too large may have swallowed the next records. So only the
// records that are damaged themselves are lost. The next record may begin inside a member, since
// some tools cut members anywhere.
//
// Going back is limited: a file can go back anywhere, a pipe 16 MiB, and the plain bytes of a
// member 4 MiB; beyond that the member is unpacked again from its start, if the source can go
// there. The total of bytes that are read again has a budget (`may_read_again`), so that a hostile
// file takes linear time; past it the search begins where the damage was noticed. Bytes that were
// not searched are mentioned in the report, so a report waits until the next record is found.
//
// An ARC file is read the same way: its heads become the fields of WARC (`warc_fields`). A search
// then begins after the head of the damaged record, whose URL may contain what looks like a head.
#include "hrefkit/warc/record_reader.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <utility>

#include "hrefkit/http/fields.h"
#include "hrefkit/text/ascii.h"
#include "hrefkit/text/utf8.h"
#include "hrefkit/warc/input/arc_head.h"
#include "hrefkit/warc/input/record_head.h"
#include "hrefkit/warc/input/unpacker.h"

namespace hrefkit::warc {

namespace {

using namespace std::string_view_literals;

/// The names in the order of RecordType.
constexpr std::array names{"warcinfo"sv, "request"sv,  "response"sv,   "revisit"sv,
                           "resource"sv, "metadata"sv, "conversion"sv, "continuation"sv};

}  // namespace

std::string_view name(RecordType type) {
  return type == RecordType::other ? std::string_view() : names[static_cast<std::size_t>(type)];
}

RecordType record_type_from_name(std::string_view name) {
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (text::equals_ignoring_ascii_case(name, names[i])) return static_cast<RecordType>(i);
  }
  return RecordType::other;
}

std::string Record::target_uri() const {
  std::string_view written = field("WARC-Target-URI");
  if (written.starts_with('<') && written.ends_with('>')) {
    written = written.substr(1, written.size() - 2);
  }
  std::string uri;
  for (const char c : written) {
    if (c == ' ') {
      uri += "%20";
    } else {
      uri += c;
    }
  }
  return uri;
}

namespace {

constexpr std::uint64_t reread_budget = std::uint64_t{64} << 20;  // bytes
constexpr std::size_t version_mark = 5;                           // "WARC/"

/// The length of the line at the front of `bytes`, of which the first `searched` have no end.
std::optional<std::size_t> line_length(std::string_view bytes, std::size_t searched) {
  const std::size_t end = bytes.find('\n', searched);
  return end == std::string_view::npos ? std::nullopt : std::optional(end + 1);
}

}  // namespace

struct RecordReader::State {
  State(ByteSource& bytes, Damage listener, std::optional<FilePart> part)
      : source(bytes), unpacker(bytes), damage(std::move(listener)) {
    if (!part) return;
    file_packing = part->packing;
    if (part->end != FilePart().end) part_end = part->end;
  }

  bool next();
  bool begin_record();
  void skip_byte_order_mark();
  void find_format();
  bool read_head();
  std::optional<std::string_view> head();
  std::string_view fault_of_head(std::string_view bytes, std::optional<std::size_t> length) const;
  bool begins_next_record();
  std::string_view why_head_is_cut() const;
  std::string_view read();
  RecordEnd finish();
  RecordEnd finish_plain();
  RecordEnd finish_packed();
  RecordEnd end_with_wrong_length();
  bool more(std::optional<std::uint64_t> lacking = {});
  bool skip_line_ends(std::size_t& count);
  bool may_read_again(std::uint64_t bytes);
  void skip_unknown();
  void note_damage(std::string_view why);
  void note_unsearched(std::uint64_t from, std::uint64_t to, std::string_view of);
  void report_damage();
  bool resume_after(std::uint64_t offset);
  void rewind_past_start();
  bool resume_in_member();

  ByteSource& source;
  Unpacker unpacker;
  Damage damage;
  Record record;
  std::optional<Packing> file_packing;          // of the first record
  std::optional<std::uint64_t> doubtful_frame;  // a zstd frame of a record with a wrong length
  std::optional<std::uint64_t> part_end;        // records that begin here or later are not read
  std::uint64_t left = 0;                       // unread bytes of the block
  std::uint64_t reread = 0;                     // bytes that were read again after damage
  std::uint64_t line_end_length = 0;            // bytes after the block
  bool is_open = false;                         // a head was read, but `finish` was not called
  bool in_member = false;                       // a member has begun, and may hold more records
  bool is_arc = false;                          // records have heads of ARC
  std::uint64_t own_head = 1;                   // bytes of this record that no search looks at
  bool shares_member = false;                   // another record has begun in this member
  bool ended_early = false;                     // the block is shorter than its length
  bool at_end = false;
  bool found_any = false;
  bool was_searched = false;  // `find_member` found the next member; it may begin inside a record
  RecordEnd last_end = RecordEnd::whole;

  /// Damage that was not reported yet: the reader may still add to it, or withdraw it.
  struct PendingDamage {
    RecordPlace place;
    std::string why;
  };
  std::optional<PendingDamage> pending;
};

std::optional<Packing> next_packing(ByteSource& source) {
  return packing_of(source.peek(packing_mark));
}

bool find_first_record(ByteSource& source, FilePart const& part) {
  return find_member(source, {.packing = part.packing, .end = part.end});
}

RecordReader::RecordReader(ByteSource& source, Damage damage, std::optional<FilePart> part)
    : state_(std::make_unique<State>(source, std::move(damage), part)) {}
RecordReader::~RecordReader() = default;
RecordReader::RecordReader(RecordReader&&) noexcept = default;
RecordReader& RecordReader::operator=(RecordReader&&) noexcept = default;

bool RecordReader::next() {
  const bool found = state_->next();
  state_->report_damage();
  return found;
}

Record const& RecordReader::record() const {
  return state_->record;
}

std::string_view RecordReader::read() {
  return state_->read();
}

RecordEnd RecordReader::finish() {
  if (!state_->is_open) return state_->last_end;
  const RecordEnd end = state_->finish();
  state_->report_damage();
  return end;
}

std::optional<GzipMember> RecordReader::gzip_member() const {
  if (state_->shares_member || state_->in_member) return std::nullopt;
  return state_->unpacker.gzip_member();
}

std::uint64_t RecordReader::line_end_length() const {
  return state_->line_end_length;
}

bool RecordReader::found_any() const {
  return state_->found_any;
}

bool RecordReader::keeps_to_part() const {
  return state_->part_end.has_value();
}

bool RecordReader::State::next() {
  if (is_open) finish();
  while (!at_end && !source.error()) {
    if (begin_record() && read_head()) return true;
  }
  return false;
}

/// Goes to the start of a record's head; false if no record begins here.
bool RecordReader::State::begin_record() {
  if (!in_member) {
    // Some editors put a byte order mark before the first record.
    const bool is_start = source.offset() == 0 && !found_any;
    constexpr std::string_view mark = text::utf8_byte_order_mark;
    if (is_start && source.peek(mark.size()).starts_with(mark)) source.consume(mark.size());
    while (!source.peek(1).empty() && (source.peek(1)[0] == '\n' || source.peek(1)[0] == '\r')) {
      source.consume(1);
    }
    if (part_end && source.offset() >= *part_end) {
      at_end = true;
      return false;
    }
    switch (unpacker.begin()) {
      case Unpacker::Start::end:
        at_end = true;
        return false;
      case Unpacker::Start::unknown:
        skip_unknown();
        return false;
      case Unpacker::Start::member:
        break;
    }
    if (!file_packing) file_packing = unpacker.packing();
    in_member = true;
    shares_member = false;
    if (is_start) skip_byte_order_mark();
    doubtful_frame.reset();
  }
  std::size_t line_ends = 0;
  if (skip_line_ends(line_ends)) {
    find_format();
    return true;
  }
  in_member = false;
  if (unpacker.state() == Unpacker::State::ended) return false;
  record.place = {unpacker.member_offset(), 0};
  const bool is_cut = unpacker.state() == Unpacker::State::cut;
  found_any |= unpacker.position() == 0;  // the member's content is not known
  note_damage(is_cut ? "the file ends in its compressed data" : unpacker.why_damaged());
  resume_after(unpacker.member_offset());
  return false;
}

/// Skips a byte order mark in the first member: the file was compressed after editing.
void RecordReader::State::skip_byte_order_mark() {
  constexpr std::string_view mark = text::utf8_byte_order_mark;
  while (unpacker.peek().size() < mark.size() && unpacker.more()) {
  }
  if (unpacker.peek().starts_with(mark)) unpacker.consume(mark.size());
}

/// Sets `is_arc` at the first record of a file. Files of both formats may be concatenated.
void RecordReader::State::find_format() {
  if (is_arc == begins_record(unpacker.peek())) {
    while (unpacker.peek().size() < arc_start.size() && unpacker.more()) {
    }
    is_arc = unpacker.peek().starts_with(arc_start);
    unpacker.set_arc(is_arc);
  }
}

/// Reports that no record begins here, and goes to the next one. If the frame before had a wrong
/// length, it may have swallowed the start of this record; if a record is found there, the wrong
/// length was the only damage.
void RecordReader::State::skip_unknown() {
  const std::uint64_t here = source.offset();
  if (!file_packing) file_packing = packing_behind(source);
  record.place = {here, 0};
  own_head = 1;
  note_damage("no record begins here");
  const auto frame = std::exchange(doubtful_frame, std::nullopt);
  resume_after(frame.value_or(here));
  if (frame && !at_end && source.offset() < here) pending.reset();
}

/// Reads the head; if it is damaged, reports that and goes to the next record.
bool RecordReader::State::read_head() {
  record.packing = unpacker.packing();
  const bool is_plain = record.packing == Packing::plain;
  record.place = is_plain ? RecordPlace{source.offset(), 0}
                          : RecordPlace{unpacker.member_offset(), unpacker.position()};
  record.length = 0;
  own_head = 1;
  const auto bytes = head();
  if (!bytes) return false;
  if (is_arc) {
    const ArcHead arc = *parse_arc_head(bytes->substr(0, bytes->size() - 1));
    record.version = "ARC/" + std::to_string(arc.version);
    record.fields.assign(warc_fields(arc));
    own_head = bytes->size();
  } else {
    record.version = bytes->substr(0, bytes->find_first_of("\r\n"));
    record.fields.assign(bytes->substr(bytes->find('\n') + 1));
  }
  record.type = record_type_from_name(record.field("WARC-Type"));
  record.header_length = bytes->size();
  const auto length = text::parse_decimal<std::uint64_t>(record.field("Content-Length"));
  found_any |= length || begins_with_version(*bytes);
  if (!length) {
    note_damage("its head has no valid Content-Length");
    if (!resume_in_member()) resume_after(unpacker.last_member_offset());
    return false;
  }
  record.content_length = *length;
  unpacker.consume(bytes->size());
  left = *length;
  ended_early = false;
  is_open = true;
  return true;
}

/// What is wrong with the head at the front of `bytes`, of which `length` are known; else empty.
std::string_view RecordReader::State::fault_of_head(std::string_view bytes,
                                                    std::optional<std::size_t> length) const {
  if (is_arc) {
    if (length.value_or(bytes.size()) > max_arc_head) return "its head is longer than 64 KiB";
    const bool is_head = !length || parse_arc_head(bytes.substr(0, *length - 1));
    return is_head ? "" : "it does not begin with the head of an ARC record";
  }
  if (!may_begin_record(bytes)) return "it does not begin with WARC/";
  if (length.value_or(bytes.size()) > http::max_head) return "its head is longer than 1 MiB";
  const bool is_cut = length && is_cut_by_record(bytes.substr(0, *length));
  return is_cut ? "its head is cut: another record begins in it" : "";
}

/// The bytes of the head; nullopt after reporting damage.
std::optional<std::string_view> RecordReader::State::head() {
  std::string_view bytes = unpacker.peek();
  std::string_view why;
  std::size_t searched = 0;
  const bool may_be_inside = std::exchange(was_searched, false);
  while (why.empty()) {
    const std::size_t before = std::exchange(searched, bytes.size());
    const auto length = is_arc ? line_length(bytes, before) : http::head_length(bytes, before);
    why = fault_of_head(bytes, length);
    if (!why.empty()) break;
    if (length) {
      return bytes.substr(0, *length);
    }
    if (!more(1)) why = why_head_is_cut();  // 1: of its empty line
    bytes = unpacker.peek();
  }
  const bool may_begin_so = record.packing != Packing::plain && may_begin_record(bytes) &&
                            bytes.size() <= record_start.size();
  found_any |= begins_with_version(bytes) || may_begin_so;
  if (!may_be_inside || (!is_arc && begins_record(bytes))) note_damage(why);
  if (!resume_in_member()) resume_after(unpacker.last_member_offset());
  return std::nullopt;
}

std::string_view RecordReader::State::why_head_is_cut() const {
  using Member = Unpacker::State;
  const bool is_packed = record.packing != Packing::plain;
  if (is_packed && unpacker.state() == Member::damaged) return unpacker.why_damaged();
  if (is_packed && unpacker.state() == Member::ended) {
    return "its compressed member ends in its head";
  }
  return "the file ends in its head";
}

std::string_view RecordReader::State::read() {
  if (left == 0 || !is_open) return {};
  std::string_view piece = unpacker.peek();
  if (piece.empty() && more(left)) piece = unpacker.peek();
  if (piece.empty()) {
    ended_early = true;
    left = 0;
    return {};
  }
  if (piece.size() > left) piece = piece.substr(0, static_cast<std::size_t>(left));
  unpacker.consume(piece.size());
  left -= piece.size();
  return piece;
}

RecordEnd RecordReader::State::finish() {
  while (!read().empty()) {
  }
  is_open = false;
  line_end_length = 0;
  last_end = record.packing == Packing::plain ? finish_plain() : finish_packed();
  return last_end;
}

/// Unpacks more of the member, or of the next one if the record continues there. `lacking` is the
/// `line_end_length` of Unpacker::join_next.
bool RecordReader::State::more(std::optional<std::uint64_t> lacking) {
  return unpacker.more() || (unpacker.join_next(lacking) && unpacker.more());
}

/// Skips line ends and counts LFs; false if the member ends then.
bool RecordReader::State::skip_line_ends(std::size_t& count) {
  while (true) {
    const std::string_view bytes = unpacker.peek();
    if (bytes.empty()) return false;
    const std::size_t text = std::min(bytes.find_first_not_of("\r\n"), bytes.size());
    count += static_cast<std::size_t>(std::count(bytes.begin(), bytes.begin() + text, '\n'));
    unpacker.consume(text);
    line_end_length += text;
    if (text < bytes.size()) return true;
  }
}

/// True if the head of a record, or in a plain file any member, begins here.
bool RecordReader::State::begins_next_record() {
  const bool is_plain = record.packing == Packing::plain;
  if (is_plain && next_packing(source)) return true;
  if (!is_arc) {
    while (!is_plain && unpacker.peek().size() < version_mark && more()) {
    }
    return !is_plain && begins_record(unpacker.peek());
  }
  std::string_view bytes = unpacker.peek();
  while (bytes.size() < max_arc_head && bytes.find('\n') == std::string_view::npos && more()) {
    bytes = unpacker.peek();
  }
  return begins_arc_record(bytes) || begins_record(bytes);
}

/// Checks that two line ends, the end of the file, or another record follow the block.
RecordEnd RecordReader::State::finish_plain() {
  in_member = false;
  record.length = source.offset() - record.place.offset;
  std::size_t line_ends = 0;
  if (!ended_early) {
    const bool more = skip_line_ends(line_ends);
    if (!more || (line_ends >= 2 && !is_arc) || begins_next_record()) return RecordEnd::whole;
    note_damage("no record begins where its block ends");
    // If no record begins inside the block either, its length is too small, and its bytes are
    // right.
    const std::uint64_t end = record.place.offset + record.length;
    return resume_after(record.place.offset) && source.offset() >= end ? RecordEnd::cut
                                                                       : RecordEnd::damaged;
  }
  note_damage("the file ends before its block does");
  resume_after(record.place.offset);
  return at_end ? RecordEnd::cut : RecordEnd::damaged;
}

/// Checks that the end of the member or another record follows the block.
RecordEnd RecordReader::State::finish_packed() {
  using Member = Unpacker::State;
  std::size_t line_ends = 0;
  if (!ended_early && skip_line_ends(line_ends)) {
    if (begins_next_record()) {
      shares_member = true;
      return RecordEnd::whole;
    }
    note_damage("its block is longer than its Content-Length says");
    if (resume_in_member()) return RecordEnd::cut;
    if (unpacker.state() == Member::ended) return end_with_wrong_length();
    resume_after(unpacker.last_member_offset());
    return RecordEnd::damaged;
  }
  in_member = false;
  if (unpacker.state() == Member::ended && !ended_early) {
    if (!shares_member) record.length = source.offset() - record.place.offset;
    return RecordEnd::whole;
  }
  if (unpacker.state() == Member::damaged) {
    note_damage(unpacker.why_damaged());
    const bool is_alone = !shares_member && !unpacker.is_joined();
    if (is_alone || !resume_in_member()) resume_after(unpacker.last_member_offset());
    return RecordEnd::damaged;
  }
  if (!shares_member) record.length = source.offset() - record.place.offset;
  const bool is_cut = unpacker.state() == Member::cut;
  note_damage(is_cut ? "the file ends before it does"
                     : "its block is shorter than its Content-Length says");
  if (is_cut) {
    if (shares_member && resume_in_member()) return RecordEnd::damaged;
    resume_after(unpacker.last_member_offset());
    return at_end ? RecordEnd::cut : RecordEnd::damaged;
  }
  return resume_in_member() ? RecordEnd::damaged : end_with_wrong_length();
}

/// Ends a record whose member is sound but whose block has a wrong length.
RecordEnd RecordReader::State::end_with_wrong_length() {
  if (record.packing == Packing::zstd) doubtful_frame = record.place.offset;
  return RecordEnd::cut;
}

/// Adds to the bytes that are read again; false if that would exceed the budget.
bool RecordReader::State::may_read_again(std::uint64_t bytes) {
  const std::uint64_t read = std::max(source.offset(), unpacker.position());
  if (reread + bytes > reread_budget + read * 4) return false;
  reread += bytes;
  return true;
}

/// Stores damage of the current record until the next one is found. It also removes the bound of a
/// part: see FilePart::end.
void RecordReader::State::note_damage(std::string_view why) {
  report_damage();
  part_end.reset();
  if (!source.error()) pending = {record.place, std::string(why)};
}

/// Adds to the pending damage that bytes were not searched for records.
void RecordReader::State::note_unsearched(std::uint64_t from, std::uint64_t to,
                                          std::string_view of) {
  if (from >= to || !pending) return;
  pending->why += "; " + std::to_string(to - from) + " bytes of ";
  pending->why.append(of).append(" could not be searched for other records");
}

void RecordReader::State::report_damage() {
  if (pending && damage) damage(pending->place, pending->why);
  pending.reset();
}

/// Goes to the next record after the byte at `offset` of the file. False if not all bytes after it
/// could be searched.
bool RecordReader::State::resume_after(std::uint64_t offset) {
  in_member = false;
  const std::uint64_t here = source.offset();
  const bool may_go_back = may_read_again(here > offset ? here - offset : 0);
  const bool is_plain = record.packing == Packing::plain;
  const std::uint64_t first = offset + (is_plain ? own_head : 1);
  source.go_to(may_go_back ? first : std::max(here, first));
  const bool searches_all = source.offset() == first;
  note_unsearched(first, source.offset(), "the file");
  was_searched = find_member(
      source,
      {.packing = file_packing, .is_arc = is_arc, .inside_records = true, .zstd = unpacker.zstd()});
  at_end = !was_searched;
  return searches_all;
}

/// Goes to the byte after the start of this record in its member, or as near to it as possible.
void RecordReader::State::rewind_past_start() {
  const std::uint64_t target = record.place.member_offset + own_head;
  const std::uint64_t here = unpacker.position();
  if (may_read_again(here - record.place.member_offset)) unpacker.return_to(target);
  if (unpacker.position() > target && may_read_again(here)) unpacker.begin_again(target);
  note_unsearched(target, unpacker.position(), "the unpacked member");
}

/// Goes to the next record in the member after the start of this one. False if there is none, or
/// the file is plain.
bool RecordReader::State::resume_in_member() {
  if (record.packing == Packing::plain) return false;
  rewind_past_start();
  while (true) {
    std::string_view bytes = unpacker.peek();
    const std::size_t place = is_arc ? find_arc_record(bytes) : find_record_start(bytes);
    if (place != std::string_view::npos) {
      unpacker.consume(place);
      if (is_arc) return shares_member = in_member = true;
      while (unpacker.peek().size() < http::max_head / 16 && more()) {
      }
      const HeadCheck check = check_record_head(unpacker.peek());
      if (check.is_head) {
        shares_member = in_member = true;
        return true;
      }
      unpacker.consume(check.examined);
      continue;
    }
    unpacker.consume(bytes.size() - (is_arc ? unfinished_arc_head(bytes)
                                            : std::min(bytes.size(), version_mark - 1)));
    if (!more()) {
      unpacker.consume(unpacker.peek().size());
      in_member = false;
      return false;
    }
  }
}

}  // namespace hrefkit::warc
