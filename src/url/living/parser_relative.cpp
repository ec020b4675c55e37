// URL standard 4.4: special relative or authority state, relative state, relative slash state.
#include "hrefkit/url/living/parser.h"

namespace hrefkit::url {

Parser::State Parser::special_relative_or_authority() {
  if (at_slashes()) {
    at_ += 2;
    return State::special_authority_ignore_slashes;
  }
  note(ValidationError::special_scheme_missing_following_solidus);
  return State::relative;
}

Parser::State Parser::relative() {
  parsed_.kind = base_->scheme_kind();
  // Steps 3 and 4.
  if (at_slash()) {
    if (at('\\')) note(ValidationError::invalid_reverse_solidus);
    ++at_;
    return State::relative_slash;
  }
  // Step 5.
  copy_base_authority();
  copy_base_path();
  if (at('?')) return State::query;
  if (at_end() || at('#')) {
    copy_base_query();
    return at_end() ? State::done : State::fragment;
  }
  path_writer().shorten();
  return State::path;
}

Parser::State Parser::relative_slash() {
  // Step 3 copies the base's user, host and port; the other steps want its scheme alone.
  copy_base_authority();
  if (!at_slash()) return State::path;
  // Steps 1 and 2.
  if (at('\\')) note(ValidationError::invalid_reverse_solidus);
  ++at_;
  const std::uint32_t after_scheme = parsed_.offsets.scheme_end + 1;
  out_.resize(start_ + after_scheme);
  return is_special(parsed_.kind) ? State::special_authority_ignore_slashes : State::authority;
}

/// Makes the base's scheme, user, host and port this URL's; the path begins after them.
void Parser::copy_base_authority() {
  UrlOffsets const& base = base_->offsets();
  out_.resize(start_);
  out_ += base_->href().substr(0, base.has_host() ? base.path_begin : base.host_end);
  parsed_.offsets = base;
  parsed_.offsets.path_begin = mark();
}

void Parser::copy_base_query() {
  UrlOffsets const& base = base_->offsets();
  if (base.query_begin == base.fragment_begin) return;
  has_query_ = true;
  parsed_.offsets.query_begin = mark();
  out_ += base_->href().substr(base.query_begin, base.fragment_begin - base.query_begin);
}

}  // namespace hrefkit::url
