#include "hrefkit/cli/url/request.h"

#include "hrefkit/text/json_reader.h"

namespace hrefkit::cli {

namespace {

using text::JsonToken;
using text::JsonTokenType;

constexpr char const* not_an_object = "is not a JSON object";

}  // namespace

/// The reading of one line.
class UrlRequest::Reading {
 public:
  Reading(UrlRequest& request, std::string_view line)
      : request_(request), line_(line), json_(line) {}

  std::string run() {
    if (json_.next().type != text::JsonTokenType::begin_object) return not_an_object;
    bool has_input = false;
    for (text::JsonToken token = json_.next(); token.type == text::JsonTokenType::key;
         token = json_.next()) {
      const std::string_view key = text_of(token);
      std::optional<std::string_view> input;
      if (key == "input") {
        read_string(key, input);
        has_input = input.has_value();
        request_.input_ = input.value_or("");
      } else if (key == "base") {
        read_string(key, request_.base_);
      } else if (key == "encoding") {
        read_string(key, request_.encoding_);
      } else if (key == "standard") {
        read_string(key, request_.standard_);
      } else if (key == "set") {
        read_changes();
      } else {
        request_.unknown_keys_.emplace_back(key);
        skip_value(json_.next());
      }
      if (!fault_.empty()) return fault_;
    }
    // After a fault the reader gives nothing else: the object was closed only if the end is here.
    if (json_.next().type != text::JsonTokenType::end) return not_an_object;
    return has_input ? "" : "has no \"input\" string";
  }

 private:
  /// The text of a key or string token, without escapes.
  std::string_view text_of(text::JsonToken const& token) {
    const std::string_view raw = token.text.in(line_);
    if (raw.find('\\') == std::string_view::npos) return raw;
    if (request_.used_ == request_.unescaped_.size()) request_.unescaped_.emplace_back();
    std::string& text = request_.unescaped_[request_.used_++];
    text::unescape_json(raw, text);
    return text;
  }

  void fail(std::string_view key, char const* what) {
    fault_ = '"' + std::string(key) + "\" " + what;
  }

  void read_string(std::string_view key, std::optional<std::string_view>& value) {
    const text::JsonToken token = json_.next();
    value.reset();
    if (token.type == text::JsonTokenType::string) {
      value = text_of(token);
    } else if (token.type == text::JsonTokenType::fault) {
      fault_ = not_an_object;
    } else if (!is_null(token)) {
      fail(key, "is not a string");
    }
  }

  bool is_null(text::JsonToken const& token) const {
    return token.type == text::JsonTokenType::scalar && token.text.in(line_) == "null";
  }

  void read_changes() {
    request_.changes_.clear();
    const text::JsonToken begin = json_.next();
    if (is_null(begin)) return;
    if (begin.type != text::JsonTokenType::begin_object) return fail("set", "is not an object");
    for (text::JsonToken token = json_.next(); token.type == text::JsonTokenType::key;
         token = json_.next()) {
      const std::string_view key = text_of(token);
      const auto part = url::url_attribute_from_name(key);
      if (!part) return fail(key, "is not a part of a URL");
      std::optional<std::string_view> value;
      read_string(key, value);
      if (!fault_.empty()) return;
      if (!value) return fail(key, "is not a string");
      request_.changes_.push_back({*part, *value});
    }
  }

  void skip_value(text::JsonToken token) {
    std::size_t depth = 0;
    while (token.type != text::JsonTokenType::fault) {
      if (token.type == text::JsonTokenType::begin_object ||
          token.type == text::JsonTokenType::begin_array) {
        ++depth;
      } else if (token.type == text::JsonTokenType::end_object ||
                 token.type == text::JsonTokenType::end_array) {
        --depth;
      }
      if (depth == 0) return;
      token = json_.next();
    }
  }

  UrlRequest& request_;
  std::string_view line_;
  text::JsonReader json_;
  std::string fault_;
};

void UrlRequest::clear() {
  input_ = {};
  base_.reset();
  encoding_.reset();
  standard_.reset();
  changes_.clear();
  unknown_keys_.clear();
  used_ = 0;
}

std::string UrlRequest::read(std::string_view line) {
  clear();
  return Reading(*this, line).run();
}

}  // namespace hrefkit::cli
