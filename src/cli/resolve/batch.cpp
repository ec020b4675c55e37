#include "hrefkit/cli/resolve/batch.h"

#include <new>
#include <tl/expected.hpp>
#include <vector>

#include "hrefkit/cli/format/json_writer.h"
#include "hrefkit/cli/format/row_buffer.h"
#include "hrefkit/cli/format/row_sink.h"
#include "hrefkit/cli/io/line_reader.h"
#include "hrefkit/html/find_links.h"
#include "hrefkit/html/page_base.h"
#include "hrefkit/html/source_text.h"
#include "hrefkit/text/encoding.h"
#include "hrefkit/url/resolver.h"

namespace hrefkit::cli {

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
    answer_.clear_keeping(max_kept_memory);
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
      if (printed_keys_.add(key)) messages_.warning(place(), "unknown key '" + key + "'");
    }
    notes_.clear();
    if (const auto read = document_.read(request_, common_, notes_); !read) {
      return refuse(read.error().code, read.error().message);
    }
    find_links();
  } catch (std::bad_alloc const&) {  // the others are still answered
    refuse("too-large", "out of memory");
  }
}

void DocumentBatch::find_links() {
  rows_.clear();
  rows_.rows.clear_keeping(max_kept_memory);
  base_.reset();
  options_.url = *request_.url;
  texts_ = html::PageTexts(options_.scripting);
  writer_.begin({}, rows_);
  const bool has_texts = request_.text && document_.source.content_type == html::ContentType::html;
  if (has_texts) {
    writer_.use_texts(
        [this](auto const& block, auto const& link) { return texts_.find(block, link); });
  } else {
    writer_.use_texts({});
  }
  const auto write_links = [&](html::LinkBlock const& block) {
    html::learn_base(base_, block);
    const bool more = writer_.write(block, [this] { return write_rows(); });
    return more ? html::Flow::go_on : html::Flow::stop;
  };
  const auto append_note = [&](html::Note const& note) { notes_.push_back(note); };
  const auto found = finder_.find(
      document_.source, options_,
      {.links = write_links, .notes = append_note, .with_places = has_texts, .with_rels = true});
  if (!found) return refuse("invalid-url", "\"url\": " + std::string(message(found.error())));
  for (html::Note const& note : notes_) {
    const html::NoteSeverity level = severity(note.kind);
    if (level == html::NoteSeverity::fault) messages_.warning(place(), note.message);
    if (level == html::NoteSeverity::warning) messages_.warning(place(), note.message);
    if (level == html::NoteSeverity::remark) messages_.note(place(), note.message);
  }
  end_answer();
  document_.shrink_buffers(max_kept_memory);
}

/// Writes the rows that wait, if they are many: an answer may be far larger than its line. False
/// when the output takes no more.
bool DocumentBatch::write_rows() {
  if (rows_.rows.size() < flush_size) return true;
  append_rows();
  const bool more = output_.write(shown_json(answer_.view(), display_, shown_));
  answer_.clear();
  return more;
}

void DocumentBatch::begin_answer() {
  has_begun_ = true;
  if (!base_) base_ = html::base_without_links(document_.source, options_);
  JsonWriter json(answer_);
  json.begin_object();
  append_id(json, answer_, request_);
  json.member("url", *request_.url);
  json.member("base", base_->resolver.base());
  json.member("baseSource", name(base_->source));
  json.member("encoding", text::name(document_.source.encoding.encoding));
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
  counts_.moved_by_xml_base += rows_.moved_by_xml_base;
  append_rows();
  answer_.literal("]}");
}

void DocumentBatch::refuse(std::string_view code, std::string const& complaint) {
  ++counts_.refused;
  messages_.error(place(), complaint);
  answer_.clear();
  if (has_begun_) {  // some rows are written already
    JsonWriter json(answer_);
    answer_.literal("],\"error\":");
    json.string(code);
    json.member("message", complaint);
    return json.end_object();
  }
  append_refusal(answer_, request_, {code, complaint});
}

std::string DocumentBatch::place() const {
  return "-:" + std::to_string(line_number_);
}

}  // namespace hrefkit::cli
