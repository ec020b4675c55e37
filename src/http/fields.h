// The fields of a message, as they were stored: HTTP heads and the heads of WARC records.
//
//   auto fields = http::Fields::parse("Link: <a>;\r\n rel=next\r\nLINK: <b>\r\n");
//   fields.first("link")   // "<a>; rel=next"
//   fields.joined("link")  // "<a>; rel=next, <b>"
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace hrefkit::http {

/// One field. Both are bytes as stored, without white space around them; a value that was folded
/// over several lines has one space in place of each line break. The views live as long as the
/// Fields that they are from.
struct Field {
  std::string_view name;
  std::string_view value;
};

/// Separates the values of several fields that are read as one.
inline constexpr std::string_view value_separator = ", ";

/// The fields of one message, in order. It owns its bytes.
class Fields {
 public:
  /// Parses lines `name: value`, ended by CRLF, LF or CR, up to an empty line or the end. A line
  /// that begins with a space or a tab continues the line before it. A line without a colon is
  /// ignored, and so are its continuations. `lines` has less than 4 GiB.
  static Fields parse(std::string_view lines);

  /// The same into this object, whose memory is used again.
  void assign(std::string_view lines);

  void clear();
  std::size_t size() const { return places_.size(); }
  bool empty() const { return places_.empty(); }
  Field operator[](std::size_t index) const;

  /// The value of the first field of that name, in any ASCII case; nullopt without one.
  std::optional<std::string_view> first(std::string_view name) const;

  /// The values of all fields of that name, in order.
  std::vector<std::string_view> all(std::string_view name) const;

  /// The same joined by `value_separator`, as Fetch's "get" does; nullopt without such a field.
  std::optional<std::string> joined(std::string_view name) const;

 private:
  struct Place {
    std::uint32_t name;
    std::uint32_t name_length;
    std::uint32_t value;
    std::uint32_t value_length;
  };

  bool add(std::string_view line);
  void fold(std::string_view line);
  std::uint32_t keep(std::string_view text);

  std::string bytes_;
  std::vector<Place> places_;
};

// The head of an HTTP response: its status line and its fields.

/// A head may not be longer, in bytes.
inline constexpr std::size_t max_head = std::size_t{1} << 20;

/// The length of the head at the front of `bytes`, with its empty line; nullopt where there is no
/// empty line yet. Lines end with LF and up to two CR before it: a conversion of line ends makes CR
/// CR LF. The first `searched` bytes are known to have no empty line.
std::optional<std::size_t> head_length(std::string_view bytes, std::size_t searched = 0);

/// The head of a response.
struct ResponseHead {
  std::string version = {};  ///< as stored, such as "HTTP/1.1"
  int status = 0;            ///< 100 to 999; 0 where the status line has no such number
  std::string reason = {};   ///< as stored; may be empty
  Fields fields = {};
};

/// The bytes to skip before "HTTP", in any case, at the front of `bytes`: up to four, such as the
/// line ends after the body before it (Chromium's LocateStartOfStatusLine). 0 where there is no
/// such status line.
std::size_t length_before_status_line(std::string_view bytes);

/// True where `bytes` begin as a status line does: "HTTP" with or without a version, "ICY ", or
/// another protocol with its version and a status.
bool is_response(std::string_view bytes);

/// Parses the head in `bytes`, which end with its empty line or where the record ends. nullopt
/// where they do not begin as a response does.
std::optional<ResponseHead> parse_response_head(std::string_view bytes);

// The value of a Link field: RFC 8288, section 3 and appendix B.
//
//   for (auto const& link : http::parse_link_header("</a.css>; rel=stylesheet, <b>; rel=next")) ...

/// One link of a Link field.
struct LinkValue {
  std::string_view target =
      {};                ///< as stored, between the angle brackets, without white space around
  std::string rel = {};  ///< the first rel parameter, unquoted; empty without one
  /// The first imagesrcset parameter, which is the HTML Standard's, unquoted; empty without one.
  std::string image_srcset = {};
  std::optional<std::string> anchor = {};  ///< the first anchor parameter, unquoted
  std::string hreflang = {};  ///< the first hreflang parameter, unquoted; empty without one
};

/// The links in the value of one Link field, or of several joined by commas, in order. What does
/// not begin with '<' is skipped; reading ends where a link has no '>'. The targets view `value`.
std::vector<LinkValue> parse_link_header(std::string_view value);

}  // namespace hrefkit::http
