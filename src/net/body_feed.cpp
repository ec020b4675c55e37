#include "hrefkit/net/body_feed.h"

#include <algorithm>
#include <vector>

#include "hrefkit/http/computed_type.h"
#include "hrefkit/text/ascii.h"
#include "hrefkit/text/byte_set.h"

namespace hrefkit::net {

namespace {

constexpr std::size_t first_decoding = 4096;

/// Coded bytes may be a little longer than what they are; much more is an attack.
constexpr std::size_t max_coding_overhead = std::size_t{1} << 20;

/// So many bytes are compared before and after decoding.
constexpr std::size_t sniffed_front = 64;

/// True if decoding has not changed the body: it does not have the coding that its head names, and
/// browsers show an error. `front` and `size` are the beginning and the size before decoding.
bool lacks_coding(std::string_view front, std::size_t size, std::string_view decoded,
                  http::BodyNotes const& notes) {
  return size != 0 && decoded.size() == size && !notes.unknown_coding &&
         decoded.starts_with(front.substr(0, sniffed_front));
}

bool is_token(std::string_view text) {
  return !text.empty() && text::is_made_of(text, text::http_token);
}

}  // namespace

std::optional<std::string> content_type_essence(http::Fields const& fields) {
  std::optional<std::string> essence;
  for (const std::string_view field : fields.all("Content-Type")) {
    for (std::string_view rest = field; !rest.empty();) {
      const std::size_t end = std::min(rest.find(','), rest.size());
      std::string_view type = text::strip_ascii_whitespace(rest.substr(0, end));
      rest.remove_prefix(std::min(end + 1, rest.size()));
      type = type.substr(0, type.find_first_of("; \t("));
      const std::size_t slash = type.find('/');
      if (slash == std::string_view::npos || !is_token(type.substr(0, slash)) ||
          !is_token(type.substr(slash + 1)) || type == "*/*") {
        continue;
      }
      essence = text::to_ascii_lower(type);
    }
  }
  return essence;
}

std::string type_of_response(http::Fields const& fields, std::string_view bytes) {
  const auto supplied = content_type_essence(fields);
  std::optional<std::string_view> view;
  if (supplied) view = *supplied;
  return std::string(http::computed_type(view, bytes, http::sniffing_of(fields)));
}

BodyFeed::BodyFeed(BodyReader& reader, std::string_view url, int status, http::Fields const& fields,
                   std::size_t max_bytes, bool must_be_coded)
    : reader_(reader),
      url_(url),
      status_(status),
      fields_(fields),
      max_bytes_(max_bytes),
      must_be_coded_(must_be_coded),
      is_coded_(http::has_content_coding(fields)),
      waits_for_type_(false),
      next_decoding_(first_decoding) {
  const auto supplied = content_type_essence(fields);
  std::optional<std::string_view> view;
  if (supplied) view = *supplied;
  waits_for_type_ = http::is_sniffed(view);
}

bool BodyFeed::add(std::string_view bytes) {
  if (is_enough_) return false;
  if (!is_coded_) {
    deliver(bytes);
    return !is_enough_;
  }
  raw_ += bytes;
  if (raw_.size() >= next_decoding_) {
    decode_front();
    next_decoding_ = raw_.size() * 2;
  }
  if (raw_.size() > max_bytes_ + max_coding_overhead) {
    notes_.over_limit = true;
    is_enough_ = true;
  }
  return !is_enough_;
}

void BodyFeed::decode_front() {
  http::BodyNotes notes;
  const auto front = http::undo_codings_of_front(fields_, raw_, text_, spare_, max_bytes_, notes);
  if (front == http::Front::unclear) return;
  notes_ = notes;
  notes_.damaged |=
      must_be_coded_ && lacks_coding(raw_, std::min(raw_.size(), max_bytes_), text_, notes);
  deliver(std::string_view(text_).substr(std::min(delivered_, text_.size())));
  if (notes_.damaged || notes_.over_limit) is_enough_ = true;
}

void BodyFeed::finish(bool is_cut) {
  if (has_finished_) return;
  if (!is_enough_ && is_coded_) {
    const std::string front = raw_.substr(0, sniffed_front);
    const std::size_t size = raw_.size();
    notes_ = http::undo_content_codings(fields_, raw_, spare_, max_bytes_);
    // The first bytes alone may not show the coding.
    notes_.damaged |= must_be_coded_ && !is_cut && lacks_coding(front, size, raw_, notes_);
    deliver(std::string_view(raw_).substr(std::min(delivered_, raw_.size())));
    if (notes_.damaged || notes_.over_limit) is_enough_ = true;
  }
  if (!has_begun_ && !is_refused_) begin(front_);
  has_finished_ = true;
}

/// `text` follows what was delivered before.
void BodyFeed::deliver(std::string_view text) {
  if (is_enough_) return;
  const std::size_t room = max_bytes_ - delivered_;
  const bool is_over = text.size() > room;
  text = text.substr(0, room);
  delivered_ += text.size();
  if (has_begun_) {
    pass(text);
  } else if (front_.empty() &&
             (!waits_for_type_ || is_over || text.size() >= http::sniffed_bytes)) {
    begin(text);
  } else {
    front_ += text;
    if (is_over || front_.size() >= http::sniffed_bytes) begin(front_);
  }
  if (is_over) {
    notes_.over_limit = true;
    is_enough_ = true;
  }
}

/// `front` is what has arrived by now.
void BodyFeed::begin(std::string_view front) {
  type_ = type_of_response(fields_, front.substr(0, std::min(front.size(), http::sniffed_bytes)));
  if (!reader_.begin({.url = url_, .status = status_, .fields = fields_, .type = type_})) {
    is_refused_ = true;
    is_enough_ = true;
    return;
  }
  has_begun_ = true;
  pass(front);
  std::string().swap(front_);
}

void BodyFeed::pass(std::string_view text) {
  if (!text.empty() && !reader_.read(text)) is_enough_ = true;
}

}  // namespace hrefkit::net
