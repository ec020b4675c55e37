// URL standard 4.4: file state, file slash state, file host state.
#include "hrefkit/url/characters/windows_drive_letter.h"
#include "hrefkit/url/living/parser.h"

namespace hrefkit::url {

namespace {

constexpr text::ByteSet file_host_ends{"/\\?#"};

}  // namespace

Parser::State Parser::file() {
  // Step 3.
  parsed_.kind = SchemeKind::file;
  if (at_slash()) {
    if (at('\\')) note(ValidationError::invalid_reverse_solidus);
    ++at_;
    return State::file_slash;
  }
  // Step 5.
  if (!base_is(SchemeKind::file)) {
    begin_host();
    return State::path;
  }
  // Step 4.
  copy_base_authority();
  if (at_end() || at('?') || at('#')) {
    copy_base_path();
    if (at('?')) return State::query;
    copy_base_query();
    return at_end() ? State::done : State::fragment;
  }
  if (starts_with_windows_drive_letter(remaining())) {
    note(ValidationError::file_invalid_windows_drive_letter);
  } else {
    copy_base_path();
    path_writer().shorten();
  }
  return State::path;
}

Parser::State Parser::file_slash() {
  // Step 1.
  if (at_slash()) {
    if (at('\\')) note(ValidationError::invalid_reverse_solidus);
    ++at_;
    return State::file_host;
  }
  // Step 2.
  if (!base_is(SchemeKind::file)) {
    begin_host();
    return State::path;
  }
  copy_base_authority();
  const std::string_view base_path = base_->pathname();
  const std::string_view drive = base_path.substr(1, base_path.find('/', 1) - 1);
  if (!starts_with_windows_drive_letter(remaining()) && is_normalized_windows_drive_letter(drive)) {
    out_ += '/';
    out_ += drive;
  }
  return State::path;
}

Parser::State Parser::file_host() {
  if (base_ != nullptr && out_.size() == start_) {
    // The input has no scheme, so the scheme is the base's.
    copy_base_authority();
    out_.resize(start_ + parsed_.offsets.scheme_end + 1);
  }
  begin_host();
  authority_end_ = find(file_host_ends);
  const std::string_view host = input_.substr(at_, authority_end_ - at_);
  // Step 1.1: what looked like a host is the path's first segment.
  if (is_windows_drive_letter(host)) {
    note(ValidationError::file_invalid_windows_drive_letter_host);
    return State::path;
  }
  // Steps 1.2 and 1.3.
  if (!host.empty() && !write_host(host)) return State::failure;
  const std::uint32_t host_begin = parsed_.offsets.host_begin;
  if (std::string_view(out_).substr(start_ + host_begin) == "localhost") {
    out_.resize(start_ + host_begin);
    end_host();
  }
  at_ = authority_end_;
  return State::path_start;
}

}  // namespace hrefkit::url
