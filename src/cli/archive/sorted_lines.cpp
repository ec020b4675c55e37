#include "hrefkit/cli/archive/sorted_lines.h"

#include <algorithm>
#include <cstdio>
#include <queue>
#include <utility>

namespace hrefkit::cli {

namespace {

constexpr std::size_t piece_size = std::size_t{64} << 10;
constexpr std::size_t max_files = 64;  // more are merged into one

}  // namespace

/// The lines of one temporary file, in order.
class SortedLines::Run {
 public:
  explicit Run(File file) : file_(std::move(file)) { std::rewind(file_.get()); }

  /// Goes to the next line; false at the end.
  bool next() {
    begin_ = end_;
    while ((end_ = buffer_.find('\n', begin_)) == std::string::npos) {
      buffer_.erase(0, std::exchange(begin_, 0));
      const std::size_t kept = buffer_.size();
      buffer_.resize(kept + piece_size);
      const std::size_t count = std::fread(buffer_.data() + kept, 1, piece_size, file_.get());
      buffer_.resize(kept + count);
      if (count == 0) {
        if (std::ferror(file_.get()) != 0) fail_at_unnamed_file();
        return false;
      }
    }
    ++end_;
    return true;
  }

  std::string_view line() const { return std::string_view(buffer_).substr(begin_, end_ - begin_); }

 private:
  File file_;
  std::string buffer_;
  std::size_t begin_ = 0;
  std::size_t end_ = 0;
};

void SortedLines::add(std::string_view lines) {
  while (!lines.empty()) {
    const std::size_t length = std::min(lines.find('\n'), lines.size() - 1) + 1;
    if (bytes_.size() + length + lines_.size() * sizeof(Line) > budget_ && !lines_.empty()) {
      write_file();
    }
    lines_.push_back(
        {static_cast<std::uint32_t>(bytes_.size()), static_cast<std::uint32_t>(length)});
    bytes_ += lines.substr(0, length);
    lines.remove_prefix(length);
  }
}

/// Sorts the lines in memory, compared without their LFs, and drops duplicates.
void SortedLines::sort() {
  const auto less = [&](Line a, Line b) {
    return text({a.begin, a.length - 1}) < text({b.begin, b.length - 1});
  };
  std::sort(lines_.begin(), lines_.end(), less);
  const auto same = [&](Line a, Line b) { return text(a) == text(b); };
  lines_.erase(std::unique(lines_.begin(), lines_.end(), same), lines_.end());
}

void SortedLines::write_file() {
  sort();
  File file(std::tmpfile());
  if (!file) fail_at_unnamed_file();
  for (const Line line : lines_) {
    const std::string_view bytes = text(line);
    if (std::fwrite(bytes.data(), 1, bytes.size(), file.get()) != bytes.size())
      fail_at_unnamed_file();
  }
  if (std::fflush(file.get()) != 0) fail_at_unnamed_file();
  files_.push_back(std::move(file));
  lines_.clear();
  bytes_.clear();
  if (files_.size() < max_files) return;
  File all(std::tmpfile());
  if (!all) fail_at_unnamed_file();
  merge_files([&](std::string_view lines) {
    if (std::fwrite(lines.data(), 1, lines.size(), all.get()) != lines.size())
      fail_at_unnamed_file();
    return true;
  });
  if (std::fflush(all.get()) != 0) fail_at_unnamed_file();
  files_.push_back(std::move(all));
}

void SortedLines::merge_files(std::function<bool(std::string_view)> const& write) {
  std::vector<Run> runs;
  for (File& file : files_) runs.emplace_back(std::move(file));
  files_.clear();
  const auto without_end = [](std::string_view line) { return line.substr(0, line.size() - 1); };
  const auto later = [&](std::size_t a, std::size_t b) {
    return without_end(runs[a].line()) > without_end(runs[b].line());
  };
  std::priority_queue<std::size_t, std::vector<std::size_t>, decltype(later)> queue(later);
  for (std::size_t i = 0; i < runs.size(); ++i) {
    if (runs[i].next()) queue.push(i);
  }
  std::string last;
  std::string piece;
  while (!queue.empty()) {
    const std::size_t first = queue.top();
    queue.pop();
    if (runs[first].line() != last) {
      last = runs[first].line();
      piece += last;
    }
    if (runs[first].next()) queue.push(first);
    if (piece.size() < piece_size) continue;
    if (!write(piece)) return;
    piece.clear();
  }
  write(piece);
}

void SortedLines::emit(std::function<bool(std::string_view)> const& write) {
  if (!files_.empty()) {
    if (!lines_.empty()) write_file();
    merge_files(write);
    return;
  }
  sort();
  std::string piece;
  for (const Line line : lines_) {
    piece += text(line);
    if (piece.size() < piece_size) continue;
    if (!write(piece)) return;
    piece.clear();
  }
  write(piece);
  lines_.clear();
  bytes_.clear();
}

}  // namespace hrefkit::cli
