#include "hrefkit/archive/wat/lax_fields.h"

#include "hrefkit/text/ascii.h"

namespace hrefkit::archive {

namespace {

constexpr std::size_t most_kept = std::size_t{16} << 20;

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

void LaxFields::take(std::string_view& bytes) {
  std::size_t i = 0;
  for (; i < bytes.size() && state_ != State::done; ++i) {
    if (static_cast<unsigned char>(bytes[i]) > 0x7F) {
      is_corrupt_ = true;
    } else {
      state_ = take_byte(bytes[i]);
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

LaxFields::State LaxFields::take_byte(char c) {
  switch (state_) {
    case State::start:
      if (is_name_byte(c)) return begin_name(c);
      if (!is_blank(c)) return skip_line();
      is_corrupt_ = true;
      return State::start;
    case State::line:
      return take_line_start(c);
    case State::name:
    case State::after_name:
      return take_in_name(c);
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
      return take_after_cr(c);
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

LaxFields::State LaxFields::take_line_start(char c) {
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

LaxFields::State LaxFields::take_in_name(char c) {
  if (c == ':') return State::after_colon;
  if (is_blank(c)) return State::after_name;
  if (state_ == State::after_name || !is_name_byte(c)) return skip_line();
  name_ += c;
  return State::name;
}

LaxFields::State LaxFields::take_after_cr(char c) {
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
  if (kept_ > most_kept) {
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
