#include "hrefkit/cli/resolve/batch.h"

#include <array>
#include <new>

#include "hrefkit/cli/format/json_writer.h"
#include "hrefkit/cli/io/line_reader.h"
#include "hrefkit/html/media_type.h"
#include "hrefkit/html/page_base.h"
#include "hrefkit/text/ascii.h"
#include "hrefkit/text/base64.h"
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
    if (token.type == JsonTokenType::scalar && token.text.in(line_) == "null") return {};
    return '"' + name + "\" is not a string";
  }

  std::string_view line_;
  text::JsonReader json_;
  DocumentRequest& request_;
};

}  // namespace

std::string read_request(std::string_view line, DocumentRequest& request) {
  return Reading(line, request).run();
}

namespace {

constexpr std::size_t kept_memory = std::size_t{1} << 20;  // from one document to the next

constexpr std::size_t enough_rows = std::size_t{1} << 20;  // bytes that are written at once

void give_back(std::string& text) {
  if (text.capacity() > kept_memory) std::string().swap(text);
}

}  // namespace

DocumentBatch::DocumentBatch(CommonOptions const& common, html::Engine engine,
                             RowOptions const& rows, Output& output, Messages& messages)
    : common_(common),
      options_(document_options(common)),
      output_(output),
      messages_(messages),
      finder_(engine),
      writer_(rows, false),
      display_(rows.style.display) {}

bool DocumentBatch::run(std::istream& in) {
  LineReader lines(in, max_line);
  while (const auto line = lines.next()) {
    ++line_number_;
    answer_.clear_keeping(kept_memory);
    has_begun_ = false;
    request_ = {};
    if (lines.is_too_long()) {
      refuse("too-large", "is longer than " + std::to_string(max_line) + " bytes");
    } else {
      answer(*line);
    }
    answer_.literal("\n");
    // The program at the other end waits for this answer.
    const std::string_view shown = shown_json(answer_.view(), display_, shown_);
    if (!output_.write(shown) || !output_.flush()) return true;
  }
  if (lines.error()) messages_.error("-", *lines.error());
  return !lines.error();
}

void DocumentBatch::answer(std::string_view line) {
  try {
    if (const std::string fault = read_request(line, request_); !fault.empty()) {
      return refuse("bad-request", fault);
    }
    for (std::string const& key : request_.unknown_keys) {
      messages_.warning(place(), "unknown key '" + key + "'");
    }
    if (read_document()) find_links();
  } catch (std::bad_alloc const&) {  // the others are still answered
    refuse("too-large", "out of memory");
  }
}

/// Finds what the document is read as; false after a refusal.
bool DocumentBatch::read_document() {
  html::EncodingOptions options = encoding_options(common_, {});
  std::string charset;
  if (request_.content_type) {
    // The value of a server's header, where a fault does not keep browsers from reading the page.
    const auto media = html::parse_media_type(*request_.content_type, html::TypeSyntax::browsers);
    const auto type = media ? html::content_type_of(media->essence) : std::nullopt;
    if (!type) {
      refuse("unknown-content-type", "'" + *request_.content_type + "' is not a type that is read");
      return false;
    }
    options.content_type = *type;
    charset = media->charset.value_or("");
    options.transport_charset = charset;
  }
  if (request_.encoding) {
    options.encoding = text::encoding_from_label(*request_.encoding);
    if (!options.encoding) {
      refuse("unknown-encoding", "unknown encoding label '" + *request_.encoding + "'");
      return false;
    }
  }
  notes_.clear();
  return decode(options);
}

/// Reads the text or the bytes of the document as `options` say; false after a refusal.
bool DocumentBatch::decode(html::EncodingOptions const& options) {
  if (request_.base64 && !text::decode_base64(*request_.base64, bytes_)) {
    refuse("invalid-base64", "\"base64\" is not base64");
    return false;
  }
  auto source = request_.html ? html::source_from_decoded(*request_.html, options, buffer_)
                              : html::decode_source(bytes_, options, buffer_, notes_);
  if (!source) {
    refuse("too-large", std::string(message(source.error())));
    return false;
  }
  source_ = std::move(*source);
  return true;
}

void DocumentBatch::find_links() {
  rows_.clear();
  rows_.rows.clear_keeping(kept_memory);
  base_.reset();
  options_.url = *request_.url;
  writer_.begin({}, rows_);
  const auto take_links = [&](html::LinkBlock const& block) {
    html::learn_base(base_, block);
    const bool more = writer_.write(block, [this] { return write_rows(); });
    return more ? html::Flow::go_on : html::Flow::stop;
  };
  const auto take_note = [&](html::Note const& note) { notes_.push_back(note); };
  const auto found =
      finder_.find(source_, options_, {.links = take_links, .notes = take_note, .with_rels = true});
  if (!found) return refuse("invalid-url", "\"url\": " + std::string(message(found.error())));
  for (html::Note const& note : notes_) {
    const html::NoteSeverity level = severity(note.kind);
    if (level == html::NoteSeverity::fault) messages_.warning(place(), note.message);
    if (level == html::NoteSeverity::warning) messages_.warning(place(), note.message);
    if (level == html::NoteSeverity::remark) messages_.note(place(), note.message);
  }
  end_answer();
  give_back(bytes_);
  give_back(buffer_);
}

/// Writes the rows that wait, if they are many: an answer may be far larger than its line. False
/// when the output takes no more.
bool DocumentBatch::write_rows() {
  if (rows_.rows.size() < enough_rows) return true;
  append_rows();
  const bool taken = output_.write(shown_json(answer_.view(), display_, shown_));
  answer_.clear();
  return taken;
}

void DocumentBatch::begin_answer() {
  has_begun_ = true;
  if (!base_) base_ = html::base_without_links(source_, options_);
  JsonWriter json(answer_);
  json.begin_object();
  json.member("url", *request_.url);
  json.member("base", base_->resolver.base());
  json.member("baseSource", name(base_->source));
  json.member("encoding", text::name(source_.encoding.encoding));
  json.key("links");
  answer_.literal("[");
}

/// Moves the rows that wait to the answer.
void DocumentBatch::append_rows() {
  const bool is_first = !has_begun_;
  if (is_first) begin_answer();
  if (!is_first && !rows_.rows.empty()) answer_.literal(",");
  // Each row ends with a line break, which stands nowhere else in it.
  for (std::string_view rest = rows_.rows.view(); !rest.empty();) {
    const std::size_t end = rest.find('\n');
    answer_.append(rest.substr(0, end));
    rest.remove_prefix(end + 1);
    if (!rest.empty()) answer_.literal(",");
  }
  rows_.rows.clear();
}

void DocumentBatch::end_answer() {
  ++counts_.documents;
  counts_.links += rows_.count;
  counts_.unresolvable += rows_.unresolvable;
  append_rows();
  answer_.literal("]}");
}

void DocumentBatch::refuse(std::string_view code, std::string const& complaint) {
  ++counts_.refused;
  messages_.error(place(), complaint);
  answer_.clear();
  JsonWriter json(answer_);
  if (has_begun_) {  // some rows are written already
    answer_.literal("],\"error\":");
    json.string(code);
    return answer_.literal("}");
  }
  json.begin_object();
  json.member_or_null("url",
                      request_.url ? std::optional<std::string_view>(*request_.url) : std::nullopt);
  json.member("error", code);
  json.end_object();
}

std::string DocumentBatch::place() const {
  return "-:" + std::to_string(line_number_);
}

}  // namespace hrefkit::cli
