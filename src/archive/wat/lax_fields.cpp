#include "hrefkit/archive/wat/lax_fields.h"

#include <algorithm>
#include <array>

#include "hrefkit/text/ascii.h"

namespace hrefkit::archive {

namespace {

constexpr std::size_t max_line = std::size_t{1} << 20;

std::string version_of(std::string_view text) {
  for (std::string_view const version : {"HTTP/1.1", "HTTP/0.9"}) {
    if (text::equals_ignoring_ascii_case(text, version)) return std::string(version);
  }
  return "HTTP/1.0";
}

int status_of(std::string_view text) {
  if (text.starts_with('+')) text.remove_prefix(1);
  const int status = text::parse_decimal<int>(text).value_or(0);
  return status >= 100 && status < 600 ? status : 0;
}

std::string_view without_line_end(std::string_view line) {
  line.remove_suffix(1);
  if (line.size() > 1 && line.ends_with('\r')) line.remove_suffix(1);
  return line;
}

void skip_spaces(std::string_view& text) {
  text.remove_prefix(std::min(text.find_first_not_of(' '), text.size()));
}

std::string_view read_word(std::string_view& text) {
  const std::string_view word = text.substr(0, text.find(' '));
  text.remove_prefix(word.size());
  return word;
}

std::string method_of(std::string_view text) {
  constexpr std::array<std::string_view, 7> methods{"GET",   "HEAD",   "POST",   "PUT",
                                                    "TRACE", "DELETE", "CONNECT"};
  for (std::string_view const method : methods) {
    if (text::equals_ignoring_ascii_case(text, method)) return std::string(method);
  }
  return "UNK";
}

}  // namespace

void LaxLine::clear() {
  line_.clear();
  length_ = 0;
  is_done_ = is_valid_ = false;
}

void LaxLine::read(std::string_view& bytes) {
  while (!bytes.empty() && !is_done_) {
    const char c = bytes[0];
    bytes.remove_prefix(1);
    if (static_cast<unsigned char>(c) > 0x7F) {
      is_done_ = true;
      return;
    }
    ++length_;
    if (line_.size() < max_line) line_ += c;
    is_done_ = is_valid_ = c == '\n';
  }
}

std::optional<std::string_view> LaxLine::line() const {
  if (!is_valid_ || line_.size() == max_line) return std::nullopt;
  return line_;
}

LaxStatus read_lax_status(std::optional<std::string_view> line) {
  LaxStatus result;
  if (!line) return result;
  std::string_view rest = without_line_end(*line);
  skip_spaces(rest);
  result.version = version_of(read_word(rest));
  result.reason = "UNK";
  if (rest.empty()) return result;
  rest.remove_prefix(1);
  result.status = status_of(read_word(rest));
  if (rest.size() > 1) result.reason = rest.substr(1);
  return result;
}

std::optional<LaxRequest> read_lax_request(std::optional<std::string_view> line) {
  LaxRequest result;
  if (!line) return result;
  std::string_view rest = without_line_end(*line);
  skip_spaces(rest);
  result.method = method_of(read_word(rest));
  skip_spaces(rest);
  result.path = read_word(rest);
  if (rest.empty()) return std::nullopt;
  skip_spaces(rest);
  result.version = version_of(read_word(rest));
  return result;
}

namespace {

constexpr std::size_t max_kept = std::size_t{16} << 20;

constexpr bool is_blank(char c) {
  return c == ' ' || c == '\t';
}

constexpr bool is_name_byte(char c) {
  return c > ' ' && c != ':';
}

}  // namespace

void LaxFields::clear() {
  state_ = State::start;
  before_cr_ = State::value;
  is_corrupt_ = false;
  length_ = 0;
  kept_ = count_ = 0;
  name_.clear();
  value_.clear();
}

void LaxFields::read(std::string_view& bytes) {
  std::size_t i = 0;
  for (; i < bytes.size() && state_ != State::done; ++i) {
    if (static_cast<unsigned char>(bytes[i]) > 0x7F) {
      is_corrupt_ = true;
    } else {
      state_ = read_byte(bytes[i]);
    }
  }
  length_ += i;
  bytes.remove_prefix(i);
}

std::string const* LaxFields::find(std::string_view name) const {
  for (LaxField const& field : fields()) {
    if (text::equals_ignoring_ascii_case(field.name, name)) return &field.value;
  }
  return nullptr;
}

LaxFields::State LaxFields::read_byte(char c) {
  switch (state_) {
    case State::start:
      if (is_name_byte(c)) return begin_name(c);
      if (!is_blank(c)) return skip_line();
      is_corrupt_ = true;
      return State::start;
    case State::line:
      return read_line_start(c);
    case State::name:
    case State::after_name:
      return read_in_name(c);
    case State::after_colon:
      if (is_blank(c)) return State::after_colon;
      value_.clear();
      break;
    case State::value:
    case State::value_space:
      if (!is_blank(c)) break;
      if (state_ == State::value) add_to_value(' ');
      return State::value_space;
    case State::value_cr:
      return read_after_cr(c);
    case State::blank_cr:
      if (c != '\n') return skip_line();
      finish_field();
      return State::done;
    case State::skipped_line:
      before_cr_ = State::value;
      return c == '\r' ? State::value_cr : c == '\n' ? State::line : State::skipped_line;
    case State::done:
      return State::done;
  }
  // In a value.
  if (c == '\n') return State::line;
  if (c == '\r') {
    before_cr_ = state_;
    return State::value_cr;
  }
  add_to_value(c);
  return State::value;
}

LaxFields::State LaxFields::read_line_start(char c) {
  if (is_blank(c)) {
    add_to_value(' ');
    return State::value_space;
  }
  if (is_name_byte(c)) {
    finish_field();
    return begin_name(c);
  }
  if (c == '\r') return State::blank_cr;
  if (c != '\n') return skip_line();
  finish_field();
  return State::done;
}

LaxFields::State LaxFields::read_in_name(char c) {
  if (c == ':') return State::after_colon;
  if (is_blank(c)) return State::after_name;
  if (state_ == State::after_name || !is_name_byte(c)) return skip_line();
  name_ += c;
  return State::name;
}

LaxFields::State LaxFields::read_after_cr(char c) {
  if (is_blank(c)) return before_cr_;
  if (c == '\r') return State::value_cr;
  if (c == '\n') return State::line;
  add_to_value(c);
  return State::value;
}

LaxFields::State LaxFields::skip_line() {
  is_corrupt_ = true;
  return State::skipped_line;
}

LaxFields::State LaxFields::begin_name(char c) {
  name_.assign(1, c);
  return State::name;
}

void LaxFields::add_to_value(char c) {
  if (c == ' ' && (value_.empty() || value_.back() == ' ')) return;
  value_ += c;
}

void LaxFields::finish_field() {
  if (name_.empty()) return;
  if (value_.ends_with(' ')) value_.pop_back();
  kept_ += name_.size() + value_.size() + sizeof(LaxField);
  if (kept_ > max_kept) {
    is_corrupt_ = true;
    return;
  }
  if (count_ == fields_.size()) fields_.emplace_back();
  fields_[count_].name = name_;
  fields_[count_].value = value_;
  ++count_;
}

std::string lax_value(std::string_view value) {
  std::string out;
  for (const char c : value) {
    if (static_cast<unsigned char>(c) > 0x7F) continue;
    if (is_blank(c) && (out.empty() || out.back() == ' ')) continue;
    out += c == '\t' ? ' ' : c;
  }
  if (out.ends_with(' ')) out.pop_back();
  return out;
}

}  // namespace hrefkit::archive
