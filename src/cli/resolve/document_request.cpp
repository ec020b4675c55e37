#include "hrefkit/cli/resolve/document_request.h"

#include <array>

#include "hrefkit/text/json_reader.h"

namespace hrefkit::cli {

namespace {

using text::JsonToken;
using text::JsonTokenType;

constexpr char const* not_an_object = "is not a JSON object";

struct Key {
  std::string_view name;
  std::optional<std::string> DocumentRequest::*value;
};
constexpr std::array keys{
    Key{"url", &DocumentRequest::url},           Key{"contentType", &DocumentRequest::content_type},
    Key{"encoding", &DocumentRequest::encoding}, Key{"html", &DocumentRequest::html},
    Key{"base64", &DocumentRequest::base64},
};

/// The reading of one line.
class Reading {
 public:
  Reading(std::string_view line, DocumentRequest& request)
      : line_(line), json_(line), request_(request) {}

  std::string run() {
    request_ = {};
    if (json_.next().type != JsonTokenType::begin_object) return not_an_object;
    for (JsonToken token = json_.next(); token.type == JsonTokenType::key; token = json_.next()) {
      std::string name;
      text::unescape_json(token.text.in(line_), name);
      if (std::string fault = read_member(name); !fault.empty()) return fault;
    }
    // After a fault the reader gives nothing else: the object was closed only if the end is here.
    if (json_.next().type != JsonTokenType::end) return not_an_object;
    if (!request_.url) return "has no \"url\" string";
    if (request_.html && request_.base64) return "has both \"html\" and \"base64\"";
    if (!request_.html && !request_.base64) return "has neither \"html\" nor \"base64\"";
    return {};
  }

 private:
  std::string read_member(std::string const& name) {
    for (Key const& key : keys) {
      if (key.name == name) return read_string(name, request_.*key.value);
    }
    request_.unknown_keys.push_back(name);
    return skip_value() ? "" : not_an_object;
  }

  std::string read_string(std::string const& name, std::optional<std::string>& value) {
    const JsonToken token = json_.next();
    value.reset();
    if (token.type == JsonTokenType::string) {
      std::string text;
      text::unescape_json(token.text.in(line_), text);
      value = std::move(text);
      return {};
    }
    if (token.type == JsonTokenType::fault) return not_an_object;
    if (token.type == JsonTokenType::scalar && token.text.in(line_) == "null") return {};
    return '"' + name + "\" is not a string";
  }

  bool skip_value() {
    std::size_t depth = 0;
    while (true) {
      const JsonTokenType type = json_.next().type;
      if (type == JsonTokenType::fault || type == JsonTokenType::end) return false;
      if (type == JsonTokenType::begin_object || type == JsonTokenType::begin_array) ++depth;
      if (type == JsonTokenType::end_object || type == JsonTokenType::end_array) --depth;
      if (depth == 0) return true;
    }
  }

  std::string_view line_;
  text::JsonReader json_;
  DocumentRequest& request_;
};

}  // namespace

std::string read_request(std::string_view line, DocumentRequest& request) {
  return Reading(line, request).run();
}

}  // namespace hrefkit::cli
