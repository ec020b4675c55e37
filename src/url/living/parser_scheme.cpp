// URL standard 4.4: scheme start state, scheme state, no scheme state.
#include <algorithm>

#include "hrefkit/text/ascii.h"
#include "hrefkit/url/living/parser.h"
#include "hrefkit/url/scheme_syntax.h"

namespace hrefkit::url {

Parser::State Parser::scheme_start() {
  return !at_end() && text::ascii_alpha.contains(input_[at_]) ? State::scheme : State::no_scheme;
}

Parser::State Parser::scheme() {
  std::size_t end = at_ + 1;
  while (end < input_.size() && scheme_characters.contains(input_[end])) ++end;
  // Step 3: start over.
  if (end == input_.size() || input_[end] != ':') return State::no_scheme;
  // Step 2.2.
  const std::string_view written = input_.substr(0, end + 1);
  out_ += written;
  std::transform(written.begin(), written.end(), out_.begin() + static_cast<std::ptrdiff_t>(start_),
                 [](char c) { return text::to_ascii_lower(c); });
  at_ = end + 1;
  const std::string_view scheme = std::string_view(out_).substr(start_, end);
  parsed_.kind = scheme_kind(scheme);
  const std::uint32_t after = mark();
  parsed_.offsets.scheme_end = after - 1;
  parsed_.offsets.username_end = after;
  parsed_.offsets.host_begin = after;
  end_host();
  // Steps 2.5 to 2.9.
  if (parsed_.kind == SchemeKind::file) {
    if (!at_slashes()) note(ValidationError::special_scheme_missing_following_solidus);
    return State::file;
  }
  if (is_special(parsed_.kind)) {
    return base_is(parsed_.kind) ? State::special_relative_or_authority
                                 : State::special_authority_slashes;
  }
  if (!at('/')) return State::opaque_path;
  ++at_;
  return State::path_or_authority;
}

Parser::State Parser::no_scheme() {
  // Step 1.
  const bool opaque_base = base_ != nullptr && base_->has_opaque_path();
  if (base_ == nullptr || (opaque_base && !at('#'))) {
    note(ValidationError::missing_scheme_non_relative_url);
    return fail(Error::relative_without_base);
  }
  // Step 2.
  parsed_.kind = base_->scheme_kind();
  if (opaque_base) {
    copy_base_authority();
    copy_base_path();
    copy_base_query();
    return State::fragment;
  }
  // Steps 3 and 4.
  return base_is(SchemeKind::file) ? State::file : State::relative;
}

}  // namespace hrefkit::url
