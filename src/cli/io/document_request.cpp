#include "hrefkit/cli/io/document_request.h"

#include <array>
#include <utility>

#include "hrefkit/cli/io/line_reader.h"
#include "hrefkit/html/source_text.h"
#include "hrefkit/text/encoding.h"
#include "hrefkit/text/json.h"
#include "hrefkit/text/text.h"

namespace hrefkit::cli {

namespace {

using text::JsonToken;
using text::JsonTokenType;

struct Key {
  std::string_view name;
  std::optional<std::string> DocumentRequest::*value;
};
constexpr std::array keys{
    Key{"url", &DocumentRequest::url},           Key{"contentType", &DocumentRequest::content_type},
    Key{"encoding", &DocumentRequest::encoding}, Key{"html", &DocumentRequest::html},
    Key{"base64", &DocumentRequest::base64},
};

/// Parses one line.
class RequestReading {
 public:
  RequestReading(std::string_view line, DocumentRequest& request)
      : line_(line), json_(line), request_(request) {}

  std::string run() {
    request_ = {};
    if (json_.next().type != JsonTokenType::begin_object) return not_an_object;
    for (JsonToken token = json_.next(); token.type == JsonTokenType::key; token = json_.next()) {
      std::string name;
      text::unescape_json(token.text.in(line_), name);
      if (std::string fault = read_member(name); !fault.empty()) return fault;
    }
    // After a fault the reader returns the same fault: the object was closed only if the end is
    // here.
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
    if (name == "id") return read_id();
    if (name == "text") return read_text();
    request_.unknown_keys.push_back(name);
    return json_.skip_value().type == JsonTokenType::fault ? not_an_object : "";
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
    if (is_scalar(token, "null")) return {};
    return '"' + name + "\" is not a string";
  }

  std::string read_text() {
    const JsonToken token = json_.next();
    if (token.type == JsonTokenType::fault) return not_an_object;
    request_.text = is_scalar(token, "true");
    const bool is_flag = request_.text || is_scalar(token, "false") || is_scalar(token, "null");
    return is_flag ? "" : "\"text\" is not true or false";
  }

  /// Reads a value of any type, as written.
  std::string read_id() {
    JsonToken token = json_.next();
    const std::size_t begin = begin_of(token);
    std::size_t depth = 0;
    while (true) {
      if (token.type == JsonTokenType::fault) return not_an_object;
      const bool opens =
          token.type == JsonTokenType::begin_object || token.type == JsonTokenType::begin_array;
      const bool closes =
          token.type == JsonTokenType::end_object || token.type == JsonTokenType::end_array;
      if (opens) ++depth;
      if (closes) --depth;
      if (depth == 0) break;
      token = json_.next();
    }
    request_.id = line_.substr(begin, token.text.end + quote(token) - begin);
    return {};
  }

  /// The size of the quotes around a token, whose text does not include them.
  static std::size_t quote(JsonToken const& token) {
    return token.type == JsonTokenType::string ? 1 : 0;
  }

  static std::size_t begin_of(JsonToken const& token) { return token.text.begin - quote(token); }

  bool is_scalar(JsonToken const& token, std::string_view text) const {
    return token.type == JsonTokenType::scalar && token.text.in(line_) == text;
  }

  std::string_view line_;
  text::JsonReader json_;
  DocumentRequest& request_;
};

}  // namespace

std::string read_request(std::string_view line, DocumentRequest& request) {
  return RequestReading(line, request).run();
}

tl::expected<void, Refusal> RequestedDocument::read(DocumentRequest const& request,
                                                    CommonOptions const& common,
                                                    html::Notes& notes) {
  const auto refused = [](std::string_view code, std::string message) {
    return tl::unexpected(Refusal{code, std::move(message)});
  };
  options_ = encoding_options(common, {});
  if (request.content_type) {
    // The value of a server's header, in which browsers tolerate faults.
    const auto media = html::parse_media_type(*request.content_type, html::TypeSyntax::browsers);
    const auto type = media ? html::content_type_of(media->essence) : std::nullopt;
    if (!type) {
      return refused("unknown-content-type",
                     "'" + *request.content_type + "' is not a type that is read");
    }
    options_.content_type = *type;
    charset_ = media->charset.value_or("");
    options_.transport_charset = charset_;
  }
  if (request.encoding) {
    options_.encoding = text::encoding_from_label(*request.encoding);
    if (!options_.encoding) {
      return refused("unknown-encoding", "unknown encoding label '" + *request.encoding + "'");
    }
  }
  if (request.base64 && !text::decode_base64(*request.base64, bytes_)) {
    return refused("invalid-base64", "\"base64\" is not base64");
  }
  auto decoded = request.html ? html::source_from_decoded(*request.html, options_, buffer_)
                              : html::decode_source(bytes_, options_, buffer_, notes);
  if (!decoded) return refused("too-large", std::string(message(decoded.error())));
  source = std::move(*decoded);
  return {};
}

void RequestedDocument::shrink_buffers(std::size_t kept) {
  for (std::string* const text : {&bytes_, &buffer_}) {
    if (text->capacity() > kept) std::string().swap(*text);
  }
}

void append_id(JsonWriter& json, RowBuffer& out, DocumentRequest const& request) {
  if (request.id.empty()) return;
  json.key("id");
  out.append(request.id);
}

void append_refusal(RowBuffer& out, DocumentRequest const& request, Refusal const& refusal) {
  JsonWriter json(out);
  json.begin_object();
  append_id(json, out, request);
  json.member_or_null("url",
                      request.url ? std::optional<std::string_view>(*request.url) : std::nullopt);
  json.member("error", refusal.code);
  json.member("message", std::string_view(refusal.message));
  json.end_object();
}

}  // namespace hrefkit::cli
