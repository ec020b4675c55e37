// URL standard 4.4: path or authority state, special authority slashes state, special authority
// ignore slashes state, authority state, host state, port state.
#include <algorithm>
#include <optional>

#include "hrefkit/text/ascii.h"
#include "hrefkit/url/characters/percent_encode_set.h"
#include "hrefkit/url/characters/port.h"
#include "hrefkit/url/characters/scheme.h"
#include "hrefkit/url/host/host.h"
#include "hrefkit/url/host/ipv4.h"
#include "hrefkit/url/living/parser.h"
#include "hrefkit/url/percent_encode.h"

namespace hrefkit::url {

namespace {

constexpr text::ByteSet authority_ends{"/?#"};
constexpr text::ByteSet special_authority_ends{"/\\?#"};

}  // namespace

Parser::State Parser::path_or_authority() {
  if (!at('/')) return State::path;
  ++at_;
  return State::authority;
}

Parser::State Parser::special_authority_slashes() {
  if (at_slashes()) {
    at_ += 2;
  } else {
    note(ValidationError::special_scheme_missing_following_solidus);
  }
  return State::special_authority_ignore_slashes;
}

Parser::State Parser::special_authority_ignore_slashes() {
  for (; at_slash(); ++at_) note(ValidationError::special_scheme_missing_following_solidus);
  return State::authority;
}

// FAST: The standard meets each "@" in turn and takes what stands before it for credentials; the
// last one decides, and the ones before it are written as "%40".
Parser::State Parser::authority() {
  begin_host();
  if (copy_plain_domain()) return State::path_start;
  authority_end_ = find(is_special(parsed_.kind) ? special_authority_ends : authority_ends);
  const std::string_view authority = input_.substr(at_, authority_end_ - at_);
  const std::size_t at_sign = authority.rfind('@');
  if (at_sign == std::string_view::npos) return State::host;
  for (std::size_t i = 0; i <= at_sign && notes_.wanted(); ++i) {
    if (authority[i] == '@') notes_.add(ValidationError::invalid_credentials, at_ + i);
  }
  write_credentials(authority.substr(0, at_sign));
  at_ += at_sign + 1;
  // Step 2.1.
  if (at_ < authority_end_) return State::host;
  note(ValidationError::host_missing);
  return fail(Error::missing_host);
}

Parser::State Parser::host() {
  const std::string_view rest = input_.substr(at_, authority_end_ - at_);
  const std::size_t colon = find_port_colon(rest);
  const std::string_view text = rest.substr(0, colon);
  // Steps 2.1 and 3.1.
  if (text.empty() && (colon != std::string_view::npos || is_special(parsed_.kind))) {
    note(ValidationError::host_missing);
    return fail(Error::missing_host);
  }
  if (!write_host(text)) return State::failure;
  if (colon == std::string_view::npos) {
    at_ = authority_end_;
    return State::path_start;
  }
  at_ += colon + 1;
  return State::port;
}

Parser::State Parser::port() {
  const std::string_view digits = input_.substr(at_, authority_end_ - at_);
  const std::size_t bad = find_non_digit(digits);
  if (bad != digits.size()) {
    notes_.add(ValidationError::port_invalid, at_ + bad);
    return fail(Error::invalid_port);
  }
  if (!digits.empty()) {
    const std::optional<std::uint16_t> port = parse_port(digits);
    if (!port) {
      note(ValidationError::port_out_of_range);
      return fail(Error::invalid_port);
    }
    if (port != default_port(parsed_.kind)) write_port(*port);
  }
  at_ = authority_end_;
  return State::path_start;
}

/// FAST: An authority that is only an ordinary domain is copied in lower case.
bool Parser::copy_plain_domain() {
  if (notes_.wanted() || !is_special(parsed_.kind)) return false;
  constexpr text::ByteSet domain_bytes = plain_domain_bytes | text::ascii_upper;
  std::size_t end = at_;
  while (end < input_.size() && domain_bytes.contains(input_[end])) ++end;
  const std::string_view domain = input_.substr(at_, end - at_);
  const bool whole = end == input_.size() || special_authority_ends.contains(input_[end]);
  if (!whole || domain.empty() || ends_in_a_number(domain)) return false;
  const std::size_t begin = out_.size();
  out_ += domain;
  std::transform(domain.begin(), domain.end(), out_.begin() + static_cast<std::ptrdiff_t>(begin),
                 [](char c) { return text::to_ascii_lower(c); });
  end_host();
  at_ = end;
  return true;
}

void Parser::begin_host() {
  out_ += "//";
  parsed_.offsets.username_end = mark();
  parsed_.offsets.host_begin = mark();
  end_host();
}

void Parser::end_host() {
  parsed_.offsets.host_end = mark();
  parsed_.offsets.path_begin = mark();
}

/// Writes the username and the password; nothing when both are empty.
void Parser::write_credentials(std::string_view userinfo) {
  const std::size_t colon = userinfo.find(':');
  const std::string_view username = userinfo.substr(0, colon);
  const std::string_view password =
      colon == std::string_view::npos ? std::string_view() : userinfo.substr(colon + 1);
  if (username.empty() && password.empty()) return;
  append_percent_encoded(out_, username, userinfo_percent_encode_set);
  parsed_.offsets.username_end = mark();
  if (!password.empty()) {
    out_ += ':';
    append_percent_encoded(out_, password, userinfo_percent_encode_set);
  }
  out_ += '@';
  parsed_.offsets.host_begin = mark();
}

bool Parser::write_host(std::string_view text) {
  const HostSyntax syntax = is_special(parsed_.kind) ? HostSyntax::domain : HostSyntax::opaque;
  const auto written = append_host(out_, text, syntax, notes_.from(at_));
  if (!written) fail(written.error());
  end_host();
  return written.has_value();
}

void Parser::write_port(std::uint16_t port) {
  out_ += ':';
  out_ += std::to_string(port);
  parsed_.offsets.path_begin = mark();
}

}  // namespace hrefkit::url
