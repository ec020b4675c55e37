#include "hrefkit/url/living/parser.h"

#include <algorithm>
#include <array>
#include <cstddef>

#include "hrefkit/url/living/parser_input.h"

namespace hrefkit::url {

tl::expected<ParsedUrl, Error> Parser::run() {
  if (source_.size() > longest_) return tl::make_unexpected(Error::too_long);
  const ParserInput prepared(source_, Ends::stripped, notes_);
  input_ = prepared.text();
  reserve_room();
  State state = State::scheme_start;
  while (state != State::done && state != State::failure) state = step(state);
  if (state == State::done) finish();
  if (state == State::done && out_.size() - start_ > longest_) state = fail(Error::too_long);
  if (state == State::done) return parsed_;
  out_.resize(start_);
  return tl::make_unexpected(error_);
}

/// Makes room for the usual: a base's beginning, the input and a few bytes to encode.
void Parser::reserve_room() {
  const std::size_t base = base_ == nullptr ? 0 : base_->href().size();
  const std::size_t wanted = start_ + base + input_.size() + 16;
  if (out_.capacity() < wanted) out_.reserve(std::max(wanted, 2 * out_.capacity()));
}

Parser::State Parser::step(State state) {
  using Step = State (Parser::*)();
  // By State.
  static constexpr std::array<Step, static_cast<std::size_t>(State::done)> steps{
      &Parser::scheme_start,
      &Parser::scheme,
      &Parser::no_scheme,
      &Parser::special_relative_or_authority,
      &Parser::path_or_authority,
      &Parser::relative,
      &Parser::relative_slash,
      &Parser::special_authority_slashes,
      &Parser::special_authority_ignore_slashes,
      &Parser::authority,
      &Parser::host,
      &Parser::port,
      &Parser::file,
      &Parser::file_slash,
      &Parser::file_host,
      &Parser::path_start,
      &Parser::path,
      &Parser::opaque_path,
      &Parser::query,
      &Parser::fragment};
  return (this->*steps[static_cast<std::size_t>(state)])();
}

std::size_t Parser::find(text::ByteSet const& set) const {
  std::size_t i = at_;
  while (i < input_.size() && !set.contains(input_[i])) ++i;
  return i;
}

Parser::State Parser::fail(Error error) {
  error_ = error;
  return State::failure;
}

/// Closes the record's gaps and puts "/." before a path that would look like a host (4.5, step 3).
void Parser::finish() {
  UrlOffsets& offsets = parsed_.offsets;
  if (!has_fragment_) offsets.fragment_begin = mark();
  if (!has_query_) offsets.query_begin = offsets.fragment_begin;
  if (offsets.has_host() || !written_path().starts_with("//")) return;
  out_.insert(start_ + offsets.path_begin, "/.");
  offsets.path_begin += 2;
  offsets.query_begin += 2;
  offsets.fragment_begin += 2;
}

}  // namespace hrefkit::url
