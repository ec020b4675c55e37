#include "hrefkit/cli/io/log_commands.h"

#include <algorithm>

#include "hrefkit/text/text.h"

namespace hrefkit::cli {

namespace {

constexpr std::string_view zero_width_space = "\xE2\x80\x8B";

/// True if `bytes`, the last four bytes read with the latest one lowest, end a line. Some readers
/// split lines at each control character except the tab, at NEL and at Unicode's separators.
bool ends_line(std::uint32_t bytes) {
  const std::uint32_t last = bytes & 0xFF;
  if (last < 0x20) return last != '\t';
  return (bytes & 0xFFFF) == 0xC285 || (bytes & 0xFFFFFF) == 0xE280A8 ||
         (bytes & 0xFFFFFF) == 0xE280A9;
}

/// True for bytes that may come between the start of a line and a command: white space, and all
/// bytes that are not ASCII, since Unicode has more white space.
bool may_precede_command(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return byte <= ' ' || byte >= 0x7F;
}

bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

/// The length of the front of `text`, which is within a line, that holds no part of a command.
std::size_t plain_run(std::string_view text) {
  return text::find_first_that<text::Lanes>(
      text, [](text::Lanes lanes) { return lanes.below_or_high(' ') | lanes.equal('#'); });
}

}  // namespace

void LogCommands::append(std::string& out, std::string_view text, Contents contents) {
  while (!text.empty()) {
    if (!at_line_start_ && hashes_ == 0) {
      const std::size_t plain = std::min(plain_run(text), text.size());
      out.append(text.substr(0, plain));
      if (plain != 0) last_bytes_ = 0;
      text.remove_prefix(plain);
      if (text.empty()) return;
    }
    append(out, text.front(), contents);
    text.remove_prefix(1);
  }
}

void LogCommands::append(std::string& out, char c, Contents contents) {
  std::string_view before;
  if (c == ':' && at_line_start_ && has_colon_ && contents != Contents::annotations) {
    before = zero_width_space;
  }
  if (c == '[' && hashes_ == 2 && contents != Contents::json) before = zero_width_space;
  if (contents == Contents::data) {
    if (!before.empty()) ++kept_;
    before = {};
  }
  const bool is_escaped = contents == Contents::json && c == '#' && hashes_ != 0;
  out.append(before);
  if (is_escaped) {
    out.append("\\u0023");
  } else {
    out.push_back(c);
  }

  last_bytes_ = last_bytes_ << 8 | static_cast<unsigned char>(c);
  if (ends_line(last_bytes_)) {
    at_line_start_ = true;
    has_colon_ = false;
  } else if (at_line_start_ && (has_colon_ || !may_precede_command(c))) {
    at_line_start_ = has_colon_ = c == ':' && !has_colon_;
  }

  if (c == '#') {
    hashes_ = is_escaped ? 0 : std::min(has_letters_ ? 1U : hashes_ + 1, 2U);
    has_letters_ = false;
  } else if (hashes_ == 2 && is_letter(c)) {
    has_letters_ = true;
  } else {
    hashes_ = 0;
    has_letters_ = false;
  }
}

LogFilter::LogFilter(std::ostream& stream) : stream_(stream), target_(stream.rdbuf(this)) {}

LogFilter::~LogFilter() {
  const std::ios::iostate state = stream_.rdstate();  // rdbuf clears it
  stream_.rdbuf(target_);
  stream_.clear(state);
}

LogFilter* LogFilter::of(std::ostream const& stream) {
  return dynamic_cast<LogFilter*>(stream.rdbuf());
}

std::streamsize LogFilter::xsputn(char const* text, std::streamsize size) {
  buffer_.clear();
  commands_.append(buffer_, {text, static_cast<std::size_t>(size)}, contents_);
  const auto filtered = static_cast<std::streamsize>(buffer_.size());
  return target_->sputn(buffer_.data(), filtered) == filtered ? size : 0;
}

LogFilter::int_type LogFilter::overflow(int_type c) {
  if (traits_type::eq_int_type(c, traits_type::eof())) return traits_type::not_eof(c);
  const char byte = traits_type::to_char_type(c);
  return xsputn(&byte, 1) == 1 ? c : traits_type::eof();
}

int LogFilter::sync() {
  return target_->pubsync();
}

}  // namespace hrefkit::cli
