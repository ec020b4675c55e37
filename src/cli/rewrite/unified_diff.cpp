#include "hrefkit/cli/rewrite/unified_diff.h"

#include <algorithm>
#include <cstddef>
#include <vector>

#include "hrefkit/cli/format/printable.h"
#include "hrefkit/text/text.h"

namespace hrefkit::cli {

namespace {

constexpr std::size_t context_lines = 3;
/// After a difference, equal lines are searched in this number of lines.
constexpr std::size_t window = 64;

using namespace sgr;

using Lines = std::vector<std::string_view>;

Lines split(std::string_view text) {
  Lines lines;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size() - 1) + 1;
    lines.push_back(text.substr(0, end));
    text.remove_prefix(end);
  }
  return lines;
}

/// Appends a line as `append_printable` does, but keeps its tabs.
void append_shown(std::string& out, std::string_view line, Display display) {
  if (display == Display::stream) {
    out += line;
    return;
  }
  while (true) {
    const std::size_t tab = std::min(line.find('\t'), line.size());
    append_printable(out, line.substr(0, tab), display);
    if (tab == line.size()) return;
    out += '\t';
    line.remove_prefix(tab + 1);
  }
}

/// A name in the format of git and patch: quoted and escaped if it has control characters, quotes
/// or backslashes; followed by a tab if it has a space.
std::string header_name(std::string_view name) {
  constexpr text::ByteSet escaped = text::c0_control | text::ByteSet("\"\\\x7F");
  constexpr std::string_view named = "\aa\bb\tt\nn\vv\ff\rr\"\"\\\\";
  if (std::none_of(name.begin(), name.end(), [&](char c) { return escaped.contains(c); })) {
    return std::string(name) + (name.find(' ') == std::string_view::npos ? "" : "\t");
  }
  std::string quoted("\"");
  for (const char c : name) {
    if (!escaped.contains(c)) {
      quoted += c;
      continue;
    }
    quoted += '\\';
    std::size_t at = 0;
    while (at < named.size() && named[at] != c) at += 2;
    if (at < named.size()) {
      quoted += named[at + 1];
    } else {
      for (const int shift : {6, 3, 0}) quoted += static_cast<char>('0' + ((c >> shift) & 7));
    }
  }
  return quoted + '"';
}

void append_header(std::string& out, std::string_view mark, std::string_view name,
                   DiffOptions const& options) {
  if (options.color) out += bold;
  out += mark;
  append_shown(out, header_name(name), options.display);
  if (options.color) out += plain;
  out += '\n';
}

/// Lines that are replaced: from the old text and from the new one.
struct Change {
  std::size_t old_begin;
  std::size_t old_end;
  std::size_t new_begin;
  std::size_t new_end;
};

/// The change that begins at two different lines. It ends at the nearest pair of equal lines within
/// the window, else at the end of the texts.
Change change_at(Lines const& old_lines, Lines const& new_lines, std::size_t i, std::size_t j) {
  const std::size_t old_left = old_lines.size() - i;
  const std::size_t new_left = new_lines.size() - j;
  for (std::size_t sum = 1; sum <= window; ++sum) {
    for (std::size_t di = std::min(sum, old_left) + 1; di-- > 0;) {
      const std::size_t dj = sum - di;
      if (dj > new_left) break;
      const bool at_ends = di == old_left && dj == new_left;
      const bool equal = di < old_left && dj < new_left && old_lines[i + di] == new_lines[j + dj];
      if (at_ends || equal) return {i, i + di, j, j + dj};
    }
  }
  return {i, old_lines.size(), j, new_lines.size()};
}

std::vector<Change> changes_of(Lines const& old_lines, Lines const& new_lines) {
  std::vector<Change> changes;
  std::size_t i = 0;
  std::size_t j = 0;
  while (i < old_lines.size() || j < new_lines.size()) {
    if (i < old_lines.size() && j < new_lines.size() && old_lines[i] == new_lines[j]) {
      ++i;
      ++j;
      continue;
    }
    const Change change = change_at(old_lines, new_lines, i, j);
    const bool joins = !changes.empty() && changes.back().old_end == i;
    if (joins) {
      changes.back().old_end = change.old_end;
      changes.back().new_end = change.new_end;
    } else {
      changes.push_back(change);
    }
    i = change.old_end;
    j = change.new_end;
  }
  return changes;
}

/// Writes the hunks of one file.
class HunkWriter {
 public:
  HunkWriter(std::string& out, Lines const& old_lines, Lines const& new_lines,
             DiffOptions const& options)
      : out_(out), old_lines_(old_lines), new_lines_(new_lines), options_(options) {}

  /// Writes the changes from `first` up to `last`, not included, as one hunk.
  void write(std::vector<Change> const& changes, std::size_t first, std::size_t last) {
    const std::size_t before = std::min(context_lines, changes[first].old_begin);
    const std::size_t after =
        std::min(context_lines, old_lines_.size() - changes[last - 1].old_end);
    const std::size_t old_begin = changes[first].old_begin - before;
    const std::size_t new_begin = changes[first].new_begin - before;
    const std::size_t old_count = changes[last - 1].old_end + after - old_begin;
    const std::size_t new_count = changes[last - 1].new_end + after - new_begin;
    colored(cyan,
            "@@ -" + range(old_begin, old_count) + " +" + range(new_begin, new_count) + " @@\n");
    std::size_t at = old_begin;
    for (std::size_t i = first; i < last; ++i) {
      for (; at < changes[i].old_begin; ++at) line(' ', {}, old_lines_[at]);
      for (; at < changes[i].old_end; ++at) line('-', red, old_lines_[at]);
      for (std::size_t n = changes[i].new_begin; n < changes[i].new_end; ++n) {
        line('+', green, new_lines_[n]);
      }
    }
    for (const std::size_t end = at + after; at < end; ++at) line(' ', {}, old_lines_[at]);
  }

 private:
  static std::string range(std::size_t begin, std::size_t count) {
    const std::size_t first = count == 0 ? begin : begin + 1;
    std::string text = std::to_string(first);
    if (count != 1) text.append(",").append(std::to_string(count));
    return text;
  }

  void colored(std::string_view color, std::string_view text) {
    const bool is_colored = options_.color && !color.empty();
    const bool has_newline = text.ends_with('\n');
    if (is_colored) out_ += color;
    append_shown(out_, text.substr(0, text.size() - (has_newline ? 1 : 0)), options_.display);
    if (is_colored) out_ += plain;
    out_ += '\n';
  }

  void line(char mark, std::string_view color, std::string_view text) {
    colored(color, std::string(1, mark).append(text));
    if (!text.ends_with('\n')) out_ += "\\ No newline at end of file\n";
  }

  std::string& out_;
  Lines const& old_lines_;
  Lines const& new_lines_;
  DiffOptions const& options_;
};

}  // namespace

std::string diff_name(std::string_view side, std::string_view path) {
  std::string name(side);
  while (!path.empty()) {
    const std::size_t end = std::min(path.find('/'), path.size());
    const std::string_view part = path.substr(0, end);
    path.remove_prefix(std::min(end + 1, path.size()));
    if (!part.empty() && part != ".") name.append("/").append(part);
  }
  return name;
}

void append_diff(std::string& out, std::string_view before, std::string_view after,
                 DiffOptions const& options) {
  const Lines old_lines = split(before);
  const Lines new_lines = split(after);
  const std::vector<Change> changes = changes_of(old_lines, new_lines);
  if (changes.empty()) return;
  append_header(out, "--- ", options.old_name, options);
  append_header(out, "+++ ", options.new_name, options);
  HunkWriter writer(out, old_lines, new_lines, options);
  for (std::size_t first = 0; first < changes.size();) {
    std::size_t last = first + 1;
    while (last < changes.size() &&
           changes[last].old_begin - changes[last - 1].old_end <= 2 * context_lines) {
      ++last;
    }
    writer.write(changes, first, last);
    first = last;
  }
}

}  // namespace hrefkit::cli
