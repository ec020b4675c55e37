#include "hrefkit/cli/archive/part_reader.h"

#include <algorithm>
#include <new>
#include <utility>

#include "hrefkit/cli/format/row_buffer.h"

namespace hrefkit::cli {

namespace {

/// Bytes that warc::begins_package needs.
constexpr std::size_t package_mark = 4;

/// Size of a part in bytes. The rows of a part wait in memory until their turn, so they should fit
/// into the caches; compressed pages have a fifth of their size.
std::uint64_t part_size(warc::Packing packing) {
  constexpr std::uint64_t packed = std::uint64_t{512} << 10;
  return packing == warc::Packing::plain ? 4 * packed : packed;
}

}  // namespace

std::optional<warc::FilePart> ArchivePart::for_reader() const {
  if (!file->shared) return std::nullopt;
  return warc::FilePart{file->packing, end};
}

std::optional<std::uint64_t> ArchivePart::find_start() const {
  if (begin == 0) return 0;
  warc::ByteSource source = file->shared->source();
  source.go_to(begin);
  if (!warc::find_first_record(source, *for_reader())) return std::nullopt;
  return source.offset();
}

bool FileParts::next(ArchivePart& part) {
  if (!file_ && packages_.empty() && next_path_ == paths_.size()) return false;
  if (!file_) open_next();
  part = {.file = file_, .begin = next_begin_};
  next_begin_ += part_size(file_->packing);
  const bool is_last = !file_->shared || next_begin_ >= size_ || file_->is_over;
  if (is_last) {
    file_.reset();
  } else {
    part.end = next_begin_;
  }
  return true;
}

void FileParts::open_next() {
  next_begin_ = size_ = 0;
  ++files_;
  if (!packages_.empty()) return open_member();
  file_ = std::make_shared<ArchiveFile>(paths_[next_path_++]);
  if (file_->path == "-") return;
  const auto shared = warc::SharedFile::open(file_->path);
  if (!shared) return;  // reported when it is read
  // The writer of a named pipe may leave with its first reader; then a second open never returns.
  if (!shared->size()) file_->pipe = *shared;
  if (shared->size().value_or(0) == 0) return;
  if (warc::begins_package(shared->source().peek(package_mark))) {
    return open_package(warc::Package::open(*shared), file_->path);
  }
  cut(*shared);
}

void FileParts::open_package(tl::expected<warc::Package, std::string> package,
                             std::string const& path) {
  if (package && !package->members().empty()) {
    packages_.push_back({std::make_shared<warc::Package const>(*std::move(package)), path});
    return open_member();
  }
  file_ = std::make_shared<ArchiveFile>(path);
  file_->error = !package ? package.error()
                          : "it is a ZIP package without WARC files: none of its names ends in "
                            ".warc, .warc.gz, .warc.zst, .arc, .arc.gz or .wacz";
}

void FileParts::open_member() {
  OpenPackage& outer = packages_.back();
  const auto package = outer.package;
  warc::PackageMember const& member = package->members()[outer.next++];
  const std::string path = outer.path + '/' + member.name;
  if (outer.next == package->members().size()) packages_.pop_back();
  if (member.is_package && member.refusal.empty()) {
    return open_package(package->package(member), path);
  }
  file_ = std::make_shared<ArchiveFile>(path);
  file_->error = member.refusal;
  if (!file_->error.empty()) return;
  file_->member = [package, &member] { return package->source(member); };
  if (const auto stored = package->stored(member)) cut(*stored);
}

/// Lets a large file be read in parts, except zstd files, whose dictionary only a reader from the
/// start sees, and ARC files, whose heads have no mark.
void FileParts::cut(warc::SharedFile const& file) {
  if (!cuts_) return;
  warc::ByteSource source = file.source();
  const auto packing = warc::next_packing(source);
  const std::uint64_t size = file.size().value_or(0);
  if (!packing || *packing == warc::Packing::zstd || size <= part_size(*packing)) return;
  if (warc::other_format(source) == warc::OtherFormat::arc) return;
  size_ = size;
  file_->packing = *packing;
  file_->shared = file;
}

namespace {

constexpr std::size_t member_size = std::size_t{1} << 20;  // bytes of rows in a member

}  // namespace

void PackedRows::add(std::string_view rows, std::string& output) {
  while (!rows.empty()) {
    const std::size_t count = std::min(rows.size(), member_size - rows_.size());
    rows_ += rows.substr(0, count);
    rows.remove_prefix(count);
    if (rows_.size() == member_size) end(output);
  }
}

void PackedRows::end(std::string& output) {
  if (rows_.empty()) return;
  packer_.append_member(output, rows_);
  rows_.clear();
}

using archive::RecordNote;

namespace {

/// Bytes of row memory that a part keeps for its next use. With two threads, all parts together had
/// 84 to 110 MB without this bound, and 61 to 85 MB with it.
constexpr std::size_t kept_rows = std::size_t{1} << 20;

}  // namespace

void PartRows::begin_at(std::optional<std::uint64_t> offset, bool confirmed) {
  clear();
  start = offset;
  is_confirmed = confirmed;
  ends_file = found_any = false;
  format = warc::OtherFormat::unknown;
}

void PartRows::clear() {
  aside.clear();
  rows.clear();
  rows.rows.clear_keeping(kept_rows);
  packed.clear();
  messages.clear();
  message_bytes = captures = damaged = 0;
  error.clear();
}

void PartRows::add_note(RecordNote const& note) {
  if (note.kind == RecordNote::Kind::damage) ++damaged;
  std::string text = "record at " + std::to_string(note.place.offset);
  if (note.place.member_offset != 0) {
    text += ", byte " + std::to_string(note.place.member_offset) + " unpacked";
  }
  text.append(": ").append(note.why);
  message_bytes += text.size() + sizeof(Message);
  messages.push_back({note.kind, std::move(text)});
}

void PartRows::note_no_record() {
  if (reached == 0 || damaged == 0) {
    messages.push_back({RecordNote::Kind::body, "it is empty"});
    return;
  }
  messages.clear();
  damaged = 0;
  error = message(format);
}

void PartRows::note_no_capture() {
  std::string names;
  for (std::size_t i = 0; i < static_cast<std::size_t>(warc::RecordType::other); ++i) {
    const auto type = static_cast<warc::RecordType>(i);
    if (types.contains(type)) names.append(names.empty() ? "" : ", ").append(name(type));
  }
  messages.push_back({RecordNote::Kind::body, "it has no record of these types: " + names});
}

bool PartRows::confirm() {
  ArchiveFile const& file = *place.file;
  const bool is_sound = damaged == 0 && error.empty();
  if (!is_confirmed) is_confirmed = is_sound && start == file.reached && file.has_captures;
  return is_confirmed;
}

bool packs_rows(ArchiveCommand const& command) {
  return command.compress == Compression::gzip && command.format != ArchiveFormat::wat &&
         !packs_at_end(command);
}

bool packs_at_end(ArchiveCommand const& command) {
  return is_sorted_list(command) || command.unique || command.format == ArchiveFormat::json;
}

void PartReader::read(WriterSettings const& settings, PartRows& part, Open const& open,
                      Flush const& flush) {
  try {
    auto source = open();
    if (source) {
      read(settings, part, *source, flush);
    } else {
      part.error = source.error();
    }
  } catch (std::bad_alloc const&) {  // the other files are still read
    part.error = "out of memory";
  }
  part.ends_file |= !part.error.empty();
}

void PartReader::read(WriterSettings const& settings, PartRows& part, warc::ByteSource& source,
                      Flush const& flush) {
  if (*part.start == 0 && warc::begins_package(source.peek(package_mark))) {
    part.error = message(warc::OtherFormat::zip);  // reading a ZIP package begins at its end
    return;
  }
  if (!writer_) writer_ = make_writer(settings);
  const bool packs = packs_rows(settings.command);
  packed_.restart();
  archive::CaptureOptions options = writer_->reading();
  options.note = [&](RecordNote const& note) { part.add_note(note); };
  options.part = part.place.for_reader();
  part.types = options.types;
  if (*part.start != 0) source.go_to(*part.start);
  archive::CaptureReader reader(source, options);
  writer_->begin(part.path(), part.rows, part.is_first);
  bool goes_on = true;
  const auto pause = [&] {
    if (packs) pack(part);
    const bool is_in_doubt = part.damaged != 0 && !part.is_confirmed;
    return goes_on = goes_on && !is_in_doubt && flush();
  };
  while (goes_on && reader.next()) {
    archive::Capture& capture = reader.capture();
    ++part.captures;
    writer_->write(reader, pause, [&](RecordNote::Kind kind, std::string_view why) {
      part.add_note({kind, capture.record->place, why});
    });
    pause();
  }
  if (packs) packed_.end(part.packed);
  if (source.error()) part.error = *source.error();
  part.reached = source.offset();
  part.found_any = reader.records().found_any();
  part.ends_file = goes_on && !reader.records().keeps_to_part();
  if (!part.found_any && *part.start == 0) part.format = warc::other_format(source);
}

void PartReader::pack(PartRows& part) {
  packed_.add(part.rows.rows.view(), part.packed);
  part.rows.rows.clear();
}

}  // namespace hrefkit::cli
