#include "hrefkit/cli/url/batch.h"

#include <utility>

#include "hrefkit/cli/io/line_reader.h"
#include "hrefkit/cli/url/answer.h"
#include "hrefkit/text/encoding.h"
#include "hrefkit/text/span.h"
#include "hrefkit/url/any_url.h"
#include "hrefkit/url/standard.h"

namespace hrefkit::cli {

namespace {

constexpr std::size_t write_size = 256 * 1024;
constexpr std::size_t most_contexts = 1024;  // bounds memory when every line has another base

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
    if (contexts_.size() >= most_contexts) contexts_.clear();
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
    messages_.warning(place(), "unknown key " + in_quotes(key));
  }
}

void UrlBatch::refuse(std::string_view complaint) {
  all_well_ = false;
  messages_.error(place(), complaint);
  append_error_answer(answers_, "bad-request");
}

}  // namespace hrefkit::cli
