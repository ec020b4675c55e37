#include "hrefkit/url/living/parser.h"

#include <algorithm>
#include <cassert>

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
  switch (state) {
    case State::scheme_start:
      return scheme_start();
    case State::scheme:
      return scheme();
    case State::no_scheme:
      return no_scheme();
    case State::special_relative_or_authority:
      return special_relative_or_authority();
    case State::path_or_authority:
      return path_or_authority();
    case State::relative:
      return relative();
    case State::relative_slash:
      return relative_slash();
    case State::special_authority_slashes:
      return special_authority_slashes();
    case State::special_authority_ignore_slashes:
      return special_authority_ignore_slashes();
    case State::authority:
      return authority();
    case State::host:
      return host();
    case State::port:
      return port();
    case State::file:
      return file();
    case State::file_slash:
      return file_slash();
    case State::file_host:
      return file_host();
    case State::path_start:
      return path_start();
    case State::path:
      return path();
    case State::opaque_path:
      return opaque_path();
    case State::query:
      return query();
    case State::fragment:
      return fragment();
    case State::done:
    case State::failure:
      break;
  }
  assert(false);
  return State::failure;
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
