#include "hrefkit/cli/archive/file_parts.h"

namespace hrefkit::cli {

namespace {

/// Bytes of a file that a part has. The rows of a part wait in memory while those before it are
/// written, so they should fit into the caches: pages take a fifth of their size in gzip.
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
  if (!file_ && next_path_ == paths_.size()) return false;
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

/// A dictionary of zstd stands before all other members, so these files have one part.
void FileParts::open_next() {
  file_ = std::make_shared<ArchiveFile>(paths_[next_path_++]);
  next_begin_ = size_ = 0;
  if (!cuts_ || file_->path == "-") return;
  const auto shared = warc::SharedFile::open(file_->path);
  if (!shared) return;  // told when it is read
  // Who writes to a named pipe leaves it with its first reader, and a second one waits for ever.
  if (!shared->size()) file_->pipe = *shared;
  size_ = shared->size().value_or(0);
  if (size_ == 0) return;
  warc::ByteSource source = shared->source();
  const auto packing = warc::next_packing(source);
  if (!packing || *packing == warc::Packing::zstd || size_ <= part_size(*packing)) return;
  file_->packing = *packing;
  file_->shared = *shared;
}

}  // namespace hrefkit::cli
