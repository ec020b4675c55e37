#include "hrefkit/url/living/parser.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>

#include "hrefkit/text/ascii.h"
#include "hrefkit/text/utf8.h"
#include "hrefkit/url/characters/dot_segment.h"
#include "hrefkit/url/characters/percent_encode_set.h"
#include "hrefkit/url/characters/scheme.h"
#include "hrefkit/url/characters/url_code_point.h"
#include "hrefkit/url/host/host.h"
#include "hrefkit/url/living/fast_path.h"
#include "hrefkit/url/percent_encode.h"
#include "hrefkit/url/scheme_syntax.h"
#include "hrefkit/url/written_reference.h"

namespace hrefkit::url {

namespace {

bool is_tab_or_newline(char c) {
  return ascii_tab_or_newline.contains(c);
}

/// True when one of the eight bytes of `word` is past ASCII or below 0x0E, as tabs and newlines
/// are.
bool is_suspicious(std::uint64_t word) {
  constexpr std::uint64_t ones = 0x0101010101010101;
  constexpr std::uint64_t high_bits = 0x80 * ones;
  return ((word | (word - 0x0E * ones)) & high_bits) != 0;
}

/// True when nothing in `text` is to be removed or replaced.
bool is_clean(std::string_view text) {
  std::size_t i = 0;
  for (std::uint64_t word = 0; text.size() - i >= sizeof word; i += sizeof word) {
    std::memcpy(&word, text.data() + i, sizeof word);
    if (is_suspicious(word)) break;
  }
  const std::string_view rest = text.substr(i);
  return std::none_of(rest.begin(), rest.end(), is_tab_or_newline) &&
         text::find_invalid_utf8(rest) == rest.size();
}

}  // namespace

ParserInput::ParserInput(std::string_view input, Ends ends, NoteWriter& notes) : text_(input) {
  if (ends == Ends::stripped) strip_ends(notes);
  if (!is_clean(text_)) {
    clean(notes);
  } else if (start_ != 0 && notes.wanted()) {
    map_ = text::SourceMap::starting_at(static_cast<std::uint32_t>(start_));
  }
  notes.set_map(&map_);
}

// Steps 1.2 and 1.3.
void ParserInput::strip_ends(NoteWriter const& notes) {
  const std::string_view stripped = text::strip(text_, c0_control_or_space);
  if (stripped.size() == text_.size()) return;
  start_ = static_cast<std::size_t>(stripped.data() - text_.data());
  notes.add(ValidationError::invalid_url_unit, start_ != 0 ? 0 : stripped.size());
  text_ = stripped;
}

// Steps 2 and 3, and the conversion to scalar values.
void ParserInput::clean(NoteWriter const& notes) {
  const auto tab = std::find_if(text_.begin(), text_.end(), is_tab_or_newline);
  if (tab != text_.end()) {
    notes.add(ValidationError::invalid_url_unit,
              start_ + static_cast<std::size_t>(tab - text_.begin()));
  }
  cleaned_.reserve(text_.size());
  if (notes.wanted()) map_.append_skipped(static_cast<std::uint32_t>(start_));
  for (std::size_t i = 0; i < text_.size();) {
    const text::Utf8Step step = text::decode_utf8(text_, i);
    const auto source_bytes = static_cast<std::uint32_t>(step.length);
    if (is_tab_or_newline(text_[i])) {
      if (notes.wanted()) map_.append_skipped(source_bytes);
    } else {
      const std::size_t before = cleaned_.size();
      text::append_utf8(cleaned_, step.code_point);
      const auto text_bytes = static_cast<std::uint32_t>(cleaned_.size() - before);
      if (notes.wanted()) map_.append_character(text_bytes, source_bytes);
    }
    i += step.length;
  }
  text_ = cleaned_;
}

namespace {

/// What ends a segment.
text::ByteSet segment_ends(SchemeKind kind, PathEnd path_end) {
  constexpr text::ByteSet slash{"/"};
  constexpr text::ByteSet backslash{"\\"};
  constexpr text::ByteSet query_or_fragment{"?#"};
  return slash | (is_special(kind) ? backslash : text::ByteSet()) |
         (path_end == PathEnd::query_or_fragment ? query_or_fragment : text::ByteSet());
}

}  // namespace

// Each iteration appends one segment with its separator.
std::size_t PathWriter::append(std::string_view input, std::size_t offset, PathEnd path_end,
                               NoteWriter const& notes) const {
  const text::ByteSet ends = segment_ends(kind_, path_end);
  for (;; ++offset) {
    std::size_t end = offset;
    while (end < input.size() && !ends.contains(input[end])) ++end;
    const std::string_view segment = input.substr(offset, end - offset);
    note_invalid_url_units(segment, notes.from(offset));
    offset = end;
    const bool followed_by_slash = end < input.size() && is_slash(input[end]);
    if (followed_by_slash && input[end] == '\\') {
      notes.add(ValidationError::invalid_reverse_solidus, end);
    }
    // Steps 1.2 to 1.4.
    const SegmentKind segment_is = segment_kind(segment);
    if (segment_is == SegmentKind::ordinary) {
      append_segment(segment);
    } else {
      if (segment_is == SegmentKind::double_dot) shorten();
      if (!followed_by_slash) out_ += '/';
    }
    if (!followed_by_slash) return end;
  }
}

/// Appends a segment; the first of a file URL's path may be a drive letter.
void PathWriter::append_segment(std::string_view segment) const {
  const bool drive =
      kind_ == SchemeKind::file && is_windows_drive_letter(segment) && path().empty();
  out_ += '/';
  if (drive) {
    out_ += segment[0];
    out_ += ':';
    return;
  }
  append_percent_encoded(out_, segment, path_percent_encode_set);
}

void PathWriter::shorten() const {
  const std::string_view written = path();
  if (kind_ == SchemeKind::file && written.size() == 3 &&
      is_normalized_windows_drive_letter(written.substr(1))) {
    return;
  }
  if (!written.empty()) out_.resize(begin_ + written.rfind('/'));
}

// URL standard 4.4: scheme start state, scheme state, no scheme state.

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

// URL standard 4.4: special relative or authority state, relative state, relative slash state.

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

/// Copies the base's scheme, user, host and port; the path begins after them.
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

namespace {

// URL standard 4.4: path or authority state, special authority slashes state, special authority
// ignore slashes state, authority state, host state, port state.

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

// FAST: The standard handles each "@" in turn, and takes the text before it for credentials; the
// last one decides, and those before it become "%40".
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

/// Writes the username and the password, if one of them is not empty.
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

namespace {

// URL standard 4.4: file state, file slash state, file host state.

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

// URL standard 4.4: path start state, path state, opaque path state.

Parser::State Parser::path_start() {
  // Step 1.
  if (is_special(parsed_.kind)) {
    if (at('\\')) note(ValidationError::invalid_reverse_solidus);
    if (at_slash()) ++at_;
    return State::path;
  }
  // Steps 2 to 4.
  if (at('?')) return State::query;
  if (at('#')) return State::fragment;
  if (at_end()) return State::done;
  if (at('/')) ++at_;
  return State::path;
}

Parser::State Parser::path() {
  if (append_plain_rest()) return State::done;
  at_ = path_writer().append(input_, at_, PathEnd::query_or_fragment, notes_);
  if (at('?')) return State::query;
  return at('#') ? State::fragment : State::done;
}

Parser::State Parser::opaque_path() {
  const std::size_t hash = std::min(input_.find('#', at_), input_.size());
  const std::size_t end = std::min(input_.substr(0, hash).find('?', at_), hash);
  std::string_view path = input_.substr(at_, end - at_);
  note_invalid_url_units(path, notes_.from(at_));
  // Step 3.2: only a space before "?" or "#" is encoded.
  const bool encodes_last_space = path.ends_with(' ') && end < input_.size();
  if (encodes_last_space) path.remove_suffix(1);
  append_percent_encoded(out_, path, c0_control_percent_encode_set);
  if (encodes_last_space) out_ += "%20";
  at_ = end;
  if (at('?')) return State::query;
  return at('#') ? State::fragment : State::done;
}

/// FAST: Copies the rest of the input at once when no byte of it would be changed.
bool Parser::append_plain_rest() {
  if (notes_.wanted()) return false;
  const ReferenceScan scan = scan_reference(input_, at_);
  if (!scan.plain) return false;
  out_ += '/';
  const std::size_t shift = mark() - at_;
  out_ += remaining();
  has_query_ = has_fragment_ = true;
  parsed_.offsets.query_begin = static_cast<std::uint32_t>(scan.path_end + shift);
  parsed_.offsets.fragment_begin = static_cast<std::uint32_t>(scan.fragment_begin + shift);
  return true;
}

PathWriter Parser::path_writer() const {
  return {out_, start_ + parsed_.offsets.path_begin, parsed_.kind};
}

// URL standard 4.4: query state, fragment state.

Parser::State Parser::query() {
  ++at_;
  has_query_ = true;
  parsed_.offsets.query_begin = mark();
  out_ += '?';
  const std::string_view rest = remaining();
  const std::string_view query = rest.substr(0, rest.find('#'));
  note_invalid_url_units(query, notes_.from(at_));
  // Steps 1 and 2.
  const text::Encoding encoding =
      query_takes_document_encoding(parsed_.kind) ? encoding_ : text::Encoding::utf_8;
  append_percent_encoded_query(
      out_, query, encoding,
      is_special(parsed_.kind) ? special_query_percent_encode_set : query_percent_encode_set);
  at_ += query.size();
  return at_end() ? State::done : State::fragment;
}

Parser::State Parser::fragment() {
  ++at_;
  has_fragment_ = true;
  parsed_.offsets.fragment_begin = mark();
  out_ += '#';
  note_invalid_url_units(remaining(), notes_.from(at_));
  append_percent_encoded(out_, remaining(), fragment_percent_encode_set);
  return State::done;
}

tl::expected<ParsedUrl, Error> Parser::run() {
  if (source_.size() > max_size_) return tl::make_unexpected(Error::too_long);
  const ParserInput prepared(source_, Ends::stripped, notes_);
  input_ = prepared.text();
  reserve_room();
  State state = State::scheme_start;
  while (state != State::done && state != State::failure) state = step(state);
  if (state == State::done) finish();
  if (state == State::done && out_.size() - start_ > max_size_) state = fail(Error::too_long);
  if (state == State::done) return parsed_;
  out_.resize(start_);
  return tl::make_unexpected(error_);
}

/// Reserves enough for most URLs: a prefix of the base, the input and a few bytes to encode.
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

/// Sets the offsets of components that are missing, and puts "/." before a path that would look
/// like a host (4.5, step 3).
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
