// The state machine runs over the bytes of valid UTF-8: every character that it compares with is
// ASCII, and every encode set holds all others. "Pointer" is a byte offset, which may be one
// before the input (it is increased after each run of a state) and at its end (the EOF code point).
//
// FAST: a state that appends a character also consumes the ordinary characters after it.
#include "hrefkit/url/whatwg_2012/parser.h"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <tl/expected.hpp>
#include <utility>

#include "hrefkit/text/ascii.h"
#include "hrefkit/text/span.h"
#include "hrefkit/text/utf8.h"
#include "hrefkit/url/characters/dot_segment.h"
#include "hrefkit/url/characters/scheme.h"
#include "hrefkit/url/characters/url_code_point.h"
#include "hrefkit/url/error.h"
#include "hrefkit/url/host/idna.h"
#include "hrefkit/url/percent_decode.h"
#include "hrefkit/url/percent_encode.h"
#include "hrefkit/url/scheme_syntax.h"
#include "hrefkit/url/standard.h"

namespace hrefkit::url::whatwg_2012 {

namespace {

// Hosts of the URL Standard 2012-12-28 (4.2 and 4.3).

/// Host parser step 1.
tl::expected<std::string, Error> parse_bracketed(std::string_view input) {
  if (!input.ends_with(']')) return tl::make_unexpected(Error::invalid_host);
  const std::optional<Ipv6Address> address = parse_ipv6(input.substr(1, input.size() - 2));
  if (!address) return tl::make_unexpected(Error::invalid_ipv6);
  std::string host = "[";
  append_ipv6(host, *address);
  host += ']';
  return host;
}

/// True when a label of `domain`, in lower case, claims to be Punycode.
bool has_punycode_label(std::string_view domain) {
  return domain.starts_with("xn--") || domain.find(".xn--") != std::string_view::npos;
}

/// "Host parser" and "host serializer" in one: the serialised host of `input` (valid UTF-8). An
/// empty input is an empty host; there are no forbidden code points. Errors: invalid_host for "["
/// without "]", invalid_ipv6, invalid_domain.
tl::expected<std::string, Error> parse_host(std::string_view input) {
  if (input.starts_with('[')) return parse_bracketed(input);
  // Step 2.
  const std::string domain = to_scalar_values(percent_decode(input));
  // Step 3, "IDNA hell". FAST: UTS #46 lowercases plain ASCII and checks nothing of it.
  if (text::is_ascii(domain)) {
    std::string lower = text::to_ascii_lower(domain);
    if (!has_punycode_label(lower)) return lower;
  }
  std::optional<std::string> ascii = unicode_to_ascii(domain, IdnaStrictness::relaxed);
  if (!ascii) return tl::make_unexpected(Error::invalid_domain);
  return *std::move(ascii);
}

/// 5.3 step 2.2.
void append_userinfo(std::string& out, Url const& url) {
  if (url.username.empty() && !url.password) return;
  out += url.username;
  if (url.password) {
    out += ':';
    out += *url.password;
  }
  out += '@';
}

/// 5.3 steps 2.1 to 2.5.
void append_hierarchy(std::string& out, Url const& url) {
  out += "//";
  append_userinfo(out, url);
  out += url.host.value_or("");
  if (!url.port.empty()) {
    out += ':';
    out += url.port;
  }
  out += url.path.empty() ? "/" : url.path;
}

}  // namespace

void append_serialized(std::string& out, Url const& url) {
  out += url.scheme;  // 1
  out += ':';
  if (url.relative) {  // 2
    append_hierarchy(out, url);
  } else {  // 3
    out += url.scheme_data;
  }
  // ERRATUM: 2.6 writes the query of URLs with the relative flag only.
  if (url.query) {
    out += '?';
    out += *url.query;
  }
  if (url.fragment) {  // 4
    out += '#';
    out += *url.fragment;
  }
}

namespace {

/// One run of the algorithm. Every step returns false for "return failure".
class Ipv6Parser {
 public:
  explicit Ipv6Parser(std::string_view input) : input_(input) {}

  bool run() { return leading_colons() && pieces() && finale(); }
  Ipv6Address const& address() const { return address_; }

 private:
  bool at_end() const { return pointer_ == input_.size(); }
  bool at(char c) const { return !at_end() && input_[pointer_] == c; }
  bool at_any(text::ByteSet const& set) const {
    return !at_end() && set.contains(input_[pointer_]);
  }

  bool leading_colons();
  bool pieces();
  bool piece();
  bool ipv4(std::size_t length);
  bool ipv4_number(unsigned& value);
  bool finale();

  std::string_view input_;
  std::size_t pointer_ = 0;
  Ipv6Address address_{};
  std::size_t piece_pointer_ = 0;
  std::optional<std::size_t> compress_pointer_;
};

// Step 6.
bool Ipv6Parser::leading_colons() {
  if (!at(':')) return true;
  if (input_.substr(1, 1) != ":") return false;
  pointer_ += 2;
  compress_pointer_ = ++piece_pointer_;
  return true;
}

// Step 7, "Main".
bool Ipv6Parser::pieces() {
  while (!at_end()) {
    if (piece_pointer_ == 8) return false;  // 7.1
    if (!at(':')) {
      if (!piece()) return false;
      continue;
    }
    if (compress_pointer_) return false;  // 7.2
    ++pointer_;                           // ERRATUM: the text stays on the ":"
    compress_pointer_ = ++piece_pointer_;
  }
  return true;
}

// Steps 7.3 to 7.7.
bool Ipv6Parser::piece() {
  unsigned value = 0;
  std::size_t length = 0;
  while (length < 4 && at_any(text::ascii_hex_digit)) {
    value = value * 0x10 + static_cast<unsigned>(text::hex_value(input_[pointer_]));
    ++pointer_;
    ++length;
  }
  if (at('.')) return ipv4(length);
  if (at(':')) {
    ++pointer_;
    if (at_end()) return false;
  } else if (!at_end()) {
    return false;
  }
  address_[piece_pointer_++] = static_cast<std::uint16_t>(value);
  return true;
}

// 7.5 for ".", then steps 9 to 11. Reads to the end of the input.
bool Ipv6Parser::ipv4(std::size_t length) {
  if (length == 0) return false;
  pointer_ -= length;
  if (piece_pointer_ > 6) return false;  // 9
  int dots_seen = 0;                     // 10
  while (!at_end()) {                    // 11
    unsigned value = 0;
    if (!ipv4_number(value)) return false;
    if (dots_seen < 3 && !at('.')) return false;
    if (dots_seen == 3 && !at_end()) return false;
    if (dots_seen < 3) ++pointer_;  // ERRATUM: the text stays on the "."
    // ERRATUM: "x 0x10".
    address_[piece_pointer_] = static_cast<std::uint16_t>(address_[piece_pointer_] * 0x100 + value);
    if (dots_seen == 1 || dots_seen == 3) ++piece_pointer_;  // ERRATUM: "0 or 2"
    ++dots_seen;
  }
  return dots_seen == 4;  // ERRATUM: the text lets "1.2.3." pass
}

// Steps 11.1 to 11.3.
bool Ipv6Parser::ipv4_number(unsigned& value) {
  if (!at_any(text::ascii_digit)) return false;  // ERRATUM: the text reads no digits as 0
  for (; at_any(text::ascii_digit); ++pointer_) {
    const auto digit = static_cast<unsigned>(text::hex_value(input_[pointer_]));
    value = std::min(value * 10 + digit, 256U);  // FAST: past 255 all are alike
  }
  return value <= 255;
}

// Steps 12 and 13, "Finale".
bool Ipv6Parser::finale() {
  if (!compress_pointer_) return piece_pointer_ == 8;
  std::size_t swaps = piece_pointer_ - *compress_pointer_;
  for (std::size_t to = 7; to != 0 && swaps != 0; --to, --swaps) {
    // ERRATUM: "replace" with the piece at "compress pointer + swaps".
    std::swap(address_[to], address_[*compress_pointer_ + swaps - 1]);
  }
  return true;
}

}  // namespace

std::optional<Ipv6Address> parse_ipv6(std::string_view text) {
  Ipv6Parser parser(text);
  if (!parser.run()) return std::nullopt;
  return parser.address();
}

namespace {

constexpr text::ByteSet skipped{"\t\n\r"};
constexpr text::ByteSet slashes{"/\\"};
constexpr text::ByteSet authority_ends{"/\\?#"};

/// How the machine goes on after a state. "Return failure" is an error beside it.
enum class Next { go_on, terminate, fail };

/// The base of file URLs without a file base. ERRATUM: the scheme state sends them to the relative
/// state, which would take scheme and host from any base or from none.
Url const& empty_file_url() {
  static Url const url = [] {
    Url file;
    file.scheme = "file";
    file.relative = true;
    return file;
  }();
  return url;
}

class Parser {
 public:
  Parser(std::string_view input, Url const* base, text::Encoding encoding, Url& url,
         std::optional<State> state_override)
      : input_(input),
        base_(base),
        encoding_(encoding),
        url_(url),
        overridden_(state_override.has_value()),
        hostname_only_(state_override == State::hostname),
        state_(state_override.value_or(State::scheme_start)) {}

  tl::expected<void, Error> run();

 private:
  /// The code point that a state looks at: one byte of it, or the end of the input.
  struct CodePoint {
    char byte;
    bool is_eof;
    bool is(char c) const { return !is_eof && byte == c; }
    bool in(text::ByteSet const& set) const { return !is_eof && set.contains(byte); }
  };

  CodePoint current() const {
    const bool eof = pointer_ == input_.size();
    return {eof ? '\0' : input_[pointer_], eof};
  }
  std::string_view remaining() const { return input_.substr(pointer_ + 1); }
  void decrease_pointer() { --pointer_; }  // wraps below 0; run() increases it again
  /// The character at the pointer and all after it that are not in `ends`; moves to the last.
  std::string_view read_run(text::ByteSet const& ends);

  Next run_state();
  Next scheme_start_state(CodePoint c);
  Next scheme_state(CodePoint c);
  Next after_scheme();
  Next scheme_data_state(CodePoint c);
  Next no_scheme_state();
  Next relative_state(CodePoint c);
  Next relative_slash();
  Next authority_start_state(CodePoint c);
  Next authority_state(CodePoint c);
  void append_userinfo();
  Next file_host_state(CodePoint c);
  Next host_state(CodePoint c);
  Next port_state(CodePoint c);
  Next relative_path_start_state(CodePoint c);
  Next relative_path_state(CodePoint c);
  void append_segment(bool is_last);
  void remove_last_segment();
  Next query_state(CodePoint c);
  void append_query();
  Next fragment_state(CodePoint c);

  bool set_host();
  Next fail(Error error) {
    error_ = error;
    return Next::fail;
  }
  Next go_to(State state) {
    state_ = state;
    return Next::go_on;
  }
  Next begin_query() {
    url_.query.emplace();
    return go_to(State::query);
  }
  Next begin_fragment() {
    url_.fragment.emplace();
    return go_to(State::fragment);
  }

  std::string_view input_;
  Url const* base_;
  text::Encoding encoding_;
  Url& url_;
  bool overridden_;     ///< a state override is given
  bool hostname_only_;  ///< and it is the hostname state
  State state_;
  std::size_t pointer_ = 0;
  std::string buffer_;
  std::size_t buffer_begin_ = 0;  ///< authority state: where in the input the buffer began
  bool at_flag_ = false;          ///< the @ flag
  bool bracket_flag_ = false;     ///< the [] flag
  Error error_ = Error::relative_without_base;
};

tl::expected<void, Error> Parser::run() {
  for (;; ++pointer_) {
    const Next next = run_state();
    if (next == Next::fail) return tl::make_unexpected(error_);
    if (next == Next::terminate || pointer_ == input_.size()) return {};
  }
}

Next Parser::run_state() {
  const CodePoint c = current();
  switch (state_) {
    case State::scheme_start:
      return scheme_start_state(c);
    case State::scheme:
      return scheme_state(c);
    case State::scheme_data:
      return scheme_data_state(c);
    case State::no_scheme:
      return no_scheme_state();
    case State::relative:
      return relative_state(c);
    case State::authority_start:
      return authority_start_state(c);
    case State::authority:
      return authority_state(c);
    case State::file_host:
      return file_host_state(c);
    case State::host:
    case State::hostname:
      return host_state(c);
    case State::port:
      return port_state(c);
    case State::relative_path_start:
      return relative_path_start_state(c);
    case State::relative_path:
      return relative_path_state(c);
    case State::query:
      return query_state(c);
    case State::fragment:
      return fragment_state(c);
  }
  return Next::terminate;
}

std::string_view Parser::read_run(text::ByteSet const& ends) {
  const std::size_t begin = pointer_;
  while (pointer_ + 1 < input_.size() && !ends.contains(input_[pointer_ + 1])) ++pointer_;
  return input_.substr(begin, pointer_ + 1 - begin);
}

Next Parser::scheme_start_state(CodePoint c) {
  if (c.in(text::ascii_alpha)) {  // 1
    buffer_ += text::to_ascii_lower(c.byte);
    return go_to(State::scheme);
  }
  if (overridden_) return Next::terminate;  // 3
  decrease_pointer();                       // 2
  return go_to(State::no_scheme);
}

Next Parser::scheme_state(CodePoint c) {
  if (c.in(scheme_characters)) {  // 1
    buffer_ += text::to_ascii_lower(c.byte);
    return Next::go_on;
  }
  if (c.is(':')) {  // 2
    url_.scheme = std::exchange(buffer_, {});
    return overridden_ ? Next::terminate : after_scheme();
  }
  if (overridden_) return Next::terminate;  // 4, 5
  buffer_.clear();                          // 3
  pointer_ = 0;
  decrease_pointer();
  return go_to(State::no_scheme);
}

// Scheme state, steps 2.2 to 2.6.
Next Parser::after_scheme() {
  url_.relative = is_server_scheme(url_.scheme, Standard::whatwg_2012);  // 2.2
  if (url_.scheme == "file") {                                           // 2.3
    if (!base_ || base_->scheme != "file") base_ = &empty_file_url();
    return go_to(State::relative);
  }
  if (!url_.relative) return go_to(State::scheme_data);                      // 2.6
  if (base_ && base_->scheme == url_.scheme) return go_to(State::relative);  // 2.4
  return go_to(State::authority_start);                                      // 2.5
}

Next Parser::scheme_data_state(CodePoint c) {
  if (c.is('?')) return begin_query();     // 1
  if (c.is('#')) return begin_fragment();  // 2
  if (c.is_eof || c.in(skipped)) return Next::go_on;
  append_percent_encoded(url_.scheme_data, read_run(skipped | text::ByteSet("?#")),
                         simple_encode_set);  // 3
  return Next::go_on;
}

Next Parser::no_scheme_state() {
  if (!base_ || !is_server_scheme(base_->scheme, Standard::whatwg_2012))
    return fail(Error::relative_without_base);
  decrease_pointer();
  return go_to(State::relative);
}

Next Parser::relative_state(CodePoint c) {
  url_.relative = true;
  url_.scheme = base_->scheme;
  if (c.in(slashes)) return relative_slash();
  url_.host = base_->host;
  url_.port = base_->port;
  url_.path = base_->path;
  if (c.is('?')) return begin_query();
  if (c.is_eof || c.is('#')) {
    url_.query = base_->query;
    return c.is_eof ? Next::go_on : begin_fragment();
  }
  remove_last_segment();
  decrease_pointer();
  return go_to(State::relative_path_start);
}

// Relative state for "/" and "\".
Next Parser::relative_slash() {
  if (!remaining().empty() && slashes.contains(remaining()[0])) {
    ++pointer_;
    return go_to(url_.scheme == "file" ? State::file_host : State::authority_start);
  }
  url_.host = base_->host;
  url_.port = base_->port;
  decrease_pointer();
  return go_to(State::relative_path_start);
}

Next Parser::authority_start_state(CodePoint c) {
  if (c.in(slashes)) return Next::go_on;
  buffer_begin_ = pointer_;
  decrease_pointer();
  return go_to(State::authority);
}

Next Parser::authority_state(CodePoint c) {
  if (c.is('@')) {  // 1
    if (at_flag_) buffer_.insert(0, "%40");
    at_flag_ = true;
    append_userinfo();
    buffer_.clear();
    buffer_begin_ = pointer_ + 1;
    return Next::go_on;
  }
  if (c.is_eof || c.in(authority_ends)) {  // 2
    // ERRATUM: back by the length of the buffer.
    pointer_ = buffer_begin_;
    decrease_pointer();
    buffer_.clear();
    return go_to(State::host);
  }
  if (!c.in(skipped)) buffer_ += read_run(skipped | authority_ends | text::ByteSet("@"));  // 3
  return Next::go_on;
}

// Authority state, step 1.3.
void Parser::append_userinfo() {
  std::string_view text = buffer_;
  if (!url_.password) {
    const std::size_t colon = text.find(':');
    append_percent_encoded(url_.username, text.substr(0, colon), default_encode_set);
    if (colon == std::string_view::npos) return;
    url_.password.emplace();
    text.remove_prefix(colon + 1);
  }
  append_percent_encoded(*url_.password, text, default_encode_set);
}

bool Parser::set_host() {
  auto host = parse_host(buffer_);
  if (!host) {
    error_ = host.error();
    return false;
  }
  url_.host = *std::move(host);
  buffer_.clear();
  return true;
}

Next Parser::file_host_state(CodePoint c) {
  if (c.is_eof || c.in(authority_ends)) {  // 1
    decrease_pointer();
    // 1.1; the buffer goes into the path.
    if (is_windows_drive_letter(buffer_)) return go_to(State::relative_path);
    if (!set_host()) return Next::fail;  // 1.2
    return go_to(State::relative_path_start);
  }
  if (!c.in(skipped)) buffer_ += read_run(skipped | authority_ends);  // 2
  return Next::go_on;
}

// "Host state" and "hostname state".
Next Parser::host_state(CodePoint c) {
  if (c.is(':') && !bracket_flag_) {  // 1
    if (!set_host()) return Next::fail;
    return hostname_only_ ? Next::terminate : go_to(State::port);
  }
  if (c.is_eof || c.in(authority_ends)) {  // 2
    decrease_pointer();
    if (!set_host()) return Next::fail;
    return overridden_ ? Next::terminate : go_to(State::relative_path_start);
  }
  if (c.in(skipped)) return Next::go_on;  // 3
  if (c.is('[')) bracket_flag_ = true;
  if (c.is(']')) bracket_flag_ = false;
  buffer_ += read_run(skipped | authority_ends | text::ByteSet(":[]"));
  return Next::go_on;
}

Next Parser::port_state(CodePoint c) {
  if (c.in(skipped)) return Next::go_on;  // ERRATUM: a failure in the text
  if (c.in(text::ascii_digit)) {          // 1
    buffer_ += c.byte;
    return Next::go_on;
  }
  if (!c.is_eof && !c.in(authority_ends) && !overridden_) return fail(Error::invalid_port);  // 3
  const std::size_t zeros = std::min(buffer_.find_first_not_of('0'), buffer_.size());        // 2.1
  buffer_.erase(0, zeros == buffer_.size() && zeros > 0 ? zeros - 1 : zeros);
  if (buffer_ == default_port(url_.scheme, Standard::whatwg_2012)) buffer_.clear();  // 2.2
  url_.port = std::exchange(buffer_, {});                                            // 2.3
  if (overridden_) return Next::terminate;
  decrease_pointer();
  return go_to(State::relative_path_start);
}

Next Parser::relative_path_start_state(CodePoint c) {
  if (!c.in(slashes)) decrease_pointer();
  return go_to(State::relative_path);
}

Next Parser::relative_path_state(CodePoint c) {
  const bool ends_path = !overridden_ && (c.is('?') || c.is('#'));
  if (c.is_eof || c.in(slashes) || ends_path) {  // 1
    append_segment(!c.in(slashes));
    buffer_.clear();
    if (c.is('?') && ends_path) return begin_query();
    if (c.is('#') && ends_path) return begin_fragment();
    return Next::go_on;
  }
  if (c.is('%') && (remaining().starts_with("2E") || remaining().starts_with("2e"))) {  // 2
    pointer_ += 2;
    buffer_ += '.';
    return Next::go_on;
  }
  if (c.in(skipped)) return Next::go_on;  // 3
  append_percent_encoded(buffer_, read_run(skipped | authority_ends | text::ByteSet("%")),
                         default_encode_set);
  return Next::go_on;
}

// Relative path state, steps 1.1 to 1.4. ERRATUM: the text has the conditions of ".." and "." the
// wrong way round.
void Parser::append_segment(bool is_last) {
  if (buffer_ == "." || buffer_ == "..") {
    if (buffer_ == "..") remove_last_segment();
    if (is_last) url_.path += '/';
    return;
  }
  if (url_.scheme == "file" && url_.path.empty() && is_windows_drive_letter(buffer_)) {
    buffer_[1] = ':';
  }
  url_.path += '/';
  url_.path += buffer_;
}

void Parser::remove_last_segment() {
  if (!url_.path.empty()) url_.path.resize(url_.path.rfind('/'));
}

Next Parser::query_state(CodePoint c) {
  const bool ends_query = !overridden_ && c.is('#');
  if (c.is_eof || ends_query) {  // 1
    append_query();
    return ends_query ? begin_fragment() : Next::go_on;
  }
  if (!c.in(skipped)) buffer_ += read_run(skipped | text::ByteSet("#"));  // 2
  return Next::go_on;
}

// Query state, steps 1.1 to 1.4.
void Parser::append_query() {
  // ERRATUM: step 1.1 makes UTF-8 the encoding of URLs with the relative flag.
  const text::Encoding encoding =
      url_.relative ? text::output_encoding(encoding_) : text::Encoding::utf_8;
  if (encoding != text::Encoding::utf_8) {
    std::string bytes;
    text::append_encoded(bytes, buffer_, encoding,
                         [](char32_t, std::string& out) { out += '\x3F'; });
    buffer_ = std::move(bytes);
  }
  append_percent_encoded(*url_.query, buffer_, query_encode_set);
  buffer_.clear();
}

Next Parser::fragment_state(CodePoint c) {
  if (c.is_eof || c.in(skipped)) return Next::go_on;
  append_percent_encoded(*url_.fragment, read_run(skipped), simple_encode_set);
  return Next::go_on;
}

}  // namespace

tl::expected<Url, Error> parse(std::string_view input, Url const* base, text::Encoding encoding) {
  if (input.size() > text::max_text_bytes) {
    return tl::make_unexpected(Error::too_long);
  }
  std::string storage;
  Url url;
  Parser parser(text::strip_ascii_whitespace(as_scalar_values(input, storage)), base, encoding, url,
                std::nullopt);
  const auto parsed = parser.run();
  if (!parsed) return tl::make_unexpected(parsed.error());
  return url;
}

tl::expected<void, Error> parse_into(Url& url, std::string_view input, State state_override,
                                     text::Encoding encoding) {
  if (input.size() > text::max_text_bytes) {
    return tl::make_unexpected(Error::too_long);
  }
  std::string storage;
  return Parser(as_scalar_values(input, storage), nullptr, encoding, url, state_override).run();
}

tl::expected<Base, Error> Base::parse(std::string_view base) {
  auto url = whatwg_2012::parse(base, nullptr);
  if (!url) return tl::make_unexpected(url.error());
  return Base(*std::move(url));
}

Base::Base(Url url) : url_(std::move(url)) {
  append_serialized(href_, url_);
}

tl::expected<void, Error> append_resolved(std::string& out, std::string_view reference,
                                          Base const* base, text::Encoding encoding) {
  const auto url = whatwg_2012::parse(reference, base ? &base->url() : nullptr, encoding);
  if (!url) return tl::make_unexpected(url.error());
  const std::size_t begin = out.size();
  append_serialized(out, *url);
  if (out.size() - begin > text::max_text_bytes) {
    out.resize(begin);
    return tl::make_unexpected(Error::too_long);
  }
  return {};
}

}  // namespace hrefkit::url::whatwg_2012
