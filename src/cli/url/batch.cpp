#include "hrefkit/cli/url/batch.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <cstring>
#include <tl/expected.hpp>
#include <utility>

#include "hrefkit/cli/io/line_reader.h"
#include "hrefkit/text/encoding.h"
#include "hrefkit/text/json.h"
#include "hrefkit/text/text.h"
#include "hrefkit/url/any_url.h"
#include "hrefkit/url/url.h"

namespace hrefkit::cli {

namespace {

using text::JsonToken;
using text::JsonTokenType;

}  // namespace

/// Parses one line.
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
        json_.skip_value();
      }
      if (!fault_.empty()) return fault_;
    }
    // After a fault the reader returns the same fault: the object was closed only if the end is
    // here.
    if (json_.next().type != text::JsonTokenType::end) return not_an_object;
    return has_input ? "" : "has no \"input\" string";
  }

 private:
  /// The text of a key or string token, unescaped.
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
      // Of a part that comes again only the last value counts, as in JSON objects elsewhere: each
      // change reads the URL once.
      std::erase_if(request_.changes_, [&](Change const& change) { return change.part == *part; });
      request_.changes_.push_back({*part, *value});
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

namespace {

/// The text before each value, with the end of the value before.
constexpr std::array<std::string_view, url::url_attribute_names.size()> before_value{
    R"({"href":")",      R"(","origin":")", R"(","protocol":")", R"(","username":")",
    R"(","password":")", R"(","host":")",   R"(","hostname":")", R"(","port":")",
    R"(","pathname":")", R"(","search":")", R"(","hash":")"};
constexpr std::string_view after_values = "\"}";

constexpr std::size_t fixed_length = [] {
  std::size_t length = after_values.size();
  for (std::string_view before : before_value) length += before.size();
  return length;
}();

bool needs_no_escapes(std::string_view text) {
  return text::json_run_length(text) == text.size();
}

/// Copies `text` to `to` and returns where it ends there.
char* copy(char* to, std::string_view text) {
  if (!text.empty()) std::memcpy(to, text.data(), text.size());
  return to + text.size();
}

template <std::size_t... Part>
char* copy_all(char* to, url::UrlAttributeValues const& values, std::index_sequence<Part...>) {
  // The lengths of the keys are constants here.
  ((to = copy(copy(to, before_value[Part]), values[static_cast<url::UrlAttribute>(Part)])), ...);
  return copy(to, after_values);
}

/// FAST: no value needs escapes.
void append_plain(RowBuffer& out, url::UrlAttributeValues const& values) {
  assert(std::all_of(values.begin(), values.end(), needs_no_escapes));
  std::size_t length = fixed_length;
  for (std::string_view value : values) length += value.size();
  copy_all(out.reserve(length), values,
           std::make_index_sequence<url::url_attribute_names.size()>());
  out.advance(length);
}

}  // namespace

void append_answer(RowBuffer& out, url::UrlAttributeValues const& values) {
  // The other parts are pieces of the href.
  if (needs_no_escapes(values[url::UrlAttribute::href]) &&
      needs_no_escapes(values[url::UrlAttribute::origin])) {
    append_plain(out, values);
    return;
  }
  auto before = before_value.begin();
  for (std::string_view value : values) {
    out.append(*before++);
    text::append_json_escaped(out, value);
  }
  out.append(after_values);
}

void append_error_answer(RowBuffer& out, std::string_view code) {
  out.literal("{\"error\":\"");
  out.append(code);
  out.append(after_values);
}

namespace {

constexpr std::size_t write_size = std::size_t{256} * 1024;
constexpr std::size_t max_contexts = 1024;  // bounds memory if every line has another base

/// Appends `text` with its length, so that different lists of texts give different keys.
void append_key(std::string& key, std::optional<std::string_view> text) {
  const std::size_t size = text ? text->size() + 1 : 0;
  key.append(reinterpret_cast<char const*>(&size), sizeof size);
  if (text) key += *text;
}

std::string in_quotes(std::string_view text) {
  std::string quoted = "'";
  quoted += text;
  quoted += '\'';
  return quoted;
}

}  // namespace

UrlBatch::UrlBatch(UrlDefaults defaults, Display display, Output& output, Messages& messages)
    : defaults_(std::move(defaults)), display_(display), output_(output), messages_(messages) {}

bool UrlBatch::run(std::istream& in) {
  LineReader lines(in);
  while (true) {
    if (answers_.size() >= write_size || !lines.has_line()) {
      // Another program may wait for this answer before it sends the next line.
      if (!write_answers() || !output_.flush()) return all_well_;
    }
    const auto line = lines.next();
    if (!line) break;
    ++line_number_;
    answer(*line);
    answers_.literal("\n");
  }
  write_answers();
  if (lines.error()) messages_.error("-", *lines.error());
  return all_well_ && !lines.error();
}

bool UrlBatch::write_answers() {
  const bool is_written = output_.write(shown_json(answers_.view(), display_, shown_));
  answers_.clear();
  return is_written;
}

void UrlBatch::answer(std::string_view line) {
  if (line.size() > text::max_text_bytes) return refuse("is 4 GiB or longer");
  if (const std::string complaint = request_.read(line); !complaint.empty()) {
    return refuse(complaint);
  }
  if (!request_.unknown_keys().empty()) say_unknown_keys();
  Context const& context = context_of(request_);
  if (!context.complaint.empty()) return refuse(context.complaint);
  if (!context.resolver) return append_error_answer(answers_, context.error_code);
  answer(request_, *context.resolver);
}

void UrlBatch::answer(UrlRequest const& request, url::Resolver const& resolver) {
  // FAST: AnyUrl would give the same values.
  if (request.changes().empty() && resolver.options().standard == url::Standard::whatwg) {
    const auto url = resolver.resolve_url(request.input());
    if (!url) return append_error_answer(answers_, code(url.error()));
    return append_answer(answers_, url::attribute_values(*url, storage_));
  }
  answer_changed(request, resolver);
}

void UrlBatch::answer_changed(UrlRequest const& request, url::Resolver const& resolver) {
  const url::Standard standard = resolver.options().standard;
  for (UrlRequest::Change const& change : request.changes()) {
    if (!has_setter(standard, change.part)) {
      return refuse(std::string(name(standard)) + " has no setter " +
                    std::string(name(change.part)));
    }
  }
  auto url = url::AnyUrl::parse(request.input(), resolver);
  if (!url) return append_error_answer(answers_, code(url.error()));
  for (UrlRequest::Change const& change : request.changes()) {
    const auto set = url->set(change.part, change.value);
    if (!set) return append_error_answer(answers_, code(set.error()));
  }
  append_answer(answers_, url->values(storage_));
}

UrlBatch::Context const& UrlBatch::context_of(UrlRequest const& request) {
  key_.clear();
  append_key(key_, request.base());
  append_key(key_, request.encoding());
  append_key(key_, request.standard());
  if (last_context_ != nullptr && last_context_->key == key_) return *last_context_;
  auto found = contexts_.find(key_);
  if (found == contexts_.end()) {
    if (contexts_.size() >= max_contexts) contexts_.clear();
    Context context = make_context(request);
    context.key = key_;
    found = contexts_.emplace(key_, std::move(context)).first;
  }
  last_context_ = &found->second;
  return *last_context_;
}

UrlBatch::Context UrlBatch::make_context(UrlRequest const& request) const {
  Context context;
  const auto encoding =
      request.encoding() ? text::encoding_from_label(*request.encoding()) : defaults_.encoding;
  if (!encoding) {
    context.complaint = "unknown encoding label " + in_quotes(*request.encoding());
    return context;
  }
  const auto standard =
      request.standard() ? url::standard_from_name(*request.standard()) : defaults_.standard;
  if (!standard) {
    context.complaint = "unknown standard " + in_quotes(*request.standard());
    return context;
  }
  std::optional<std::string_view> base = request.base();
  if (!base && defaults_.base) base = *defaults_.base;
  auto resolver =
      url::Resolver::with_optional_base(base, {.standard = *standard, .encoding = *encoding});
  if (resolver) {
    context.resolver = *std::move(resolver);
  } else {
    context.error_code = "invalid-base";
  }
  return context;
}

std::string UrlBatch::place() const {
  std::string place = "-:";
  place += std::to_string(line_number_);
  return place;
}

void UrlBatch::say_unknown_keys() {
  for (std::string const& key : request_.unknown_keys()) {
    if (printed_keys_.add(key)) messages_.warning(place(), "unknown key " + in_quotes(key));
  }
}

void UrlBatch::refuse(std::string_view complaint) {
  all_well_ = false;
  messages_.error(place(), complaint);
  append_error_answer(answers_, "bad-request");
}

}  // namespace hrefkit::cli
