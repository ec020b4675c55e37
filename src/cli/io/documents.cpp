#include "hrefkit/cli/io/documents.h"

#include <algorithm>
#include <thread>

#include "hrefkit/site/file.h"
#include "hrefkit/text/line_index.h"

namespace hrefkit::cli {

namespace {

site::InputOptions checked_inputs(CommonOptions const& options, Environment const& environment,
                                  OutputGuard const& guard) {
  site::InputOptions inputs = input_options(options, environment.in);
  guard.check_inputs(inputs.paths);
  return inputs;
}

}  // namespace

Documents::Documents(CommonOptions const& options, Environment const& environment,
                     Messages& messages)
    : environment_(environment),
      common_(options),
      messages_(messages),
      document_(document_options(options)),
      guard_(options, environment),
      inputs_(checked_inputs(options, environment, guard_)) {}

void Documents::report(site::Trouble const& trouble) {
  switch (trouble.kind) {
    case site::Trouble::Kind::unreadable:
    case site::Trouble::Kind::empty:
      messages_.error(trouble.path, trouble.why);
      failed_ = true;
      break;
    case site::Trouble::Kind::loop:
      messages_.warning(trouble.path, trouble.why);
      break;
    case site::Trouble::Kind::outside:
      messages_.warning(trouble.path, trouble.why + " without --follow-outside");
      break;
    case site::Trouble::Kind::elsewhere:
      messages_.note(trouble.path, trouble.why);
      break;
  }
}

std::size_t Documents::threads() const {
  if (inputs_.is_single()) return 1;
  return common_.jobs != 0 ? common_.jobs : std::max(1U, std::thread::hardware_concurrency());
}

bool Documents::take(DocumentJob& job) {
  auto step = inputs_.next();
  if (!step) return false;
  job.error.clear();
  job.trouble.reset();
  if (auto* trouble = std::get_if<site::Trouble>(&*step)) {
    job.trouble = std::move(*trouble);
    return true;
  }
  job.input = std::move(std::get<site::Input>(*step));
  guard_.check_input(job.input.path);
  if (job.input.path == "-") {
    const auto read = site::read_stream(environment_.in, job.standard_input);
    if (!read) job.error = read.error();
  }
  return true;
}

bool Documents::take_document(DocumentJob& job) {
  while (take(job)) {
    if (!job.trouble) return true;
    report(*job.trouble);
  }
  return false;
}

bool Documents::read(DocumentJob& job, OpenDocument& document) const {
  job.notes.clear();
  if (job.trouble) return false;
  if (job.input.path == "-") {
    document.bytes.swap(job.standard_input);
  } else if (const auto read = site::read_file(job.input.path, document.bytes); !read) {
    job.error = read.error();
  }
  if (!job.error.empty()) return false;
  const html::EncodingOptions encoding = encoding_options(common_, job.input);
  auto source = html::decode_source(document.bytes, encoding, document.buffer, job.notes);
  if (!source) {
    job.error = message(source.error());
    return false;
  }
  document.source = std::move(*source);
  document.options = document_;
  document.options.url = job.input.url;
  return true;
}

void Documents::place_notes(DocumentJob& job, OpenDocument const& document) {
  job.note_places.clear();
  if (job.notes.empty()) return;
  text::LineCursor cursor(document.source.text);
  for (html::Note const& note : job.notes) {
    std::string& place = job.note_places.emplace_back(job.input.path);
    if (note.span == text::Span{} && note.kind != html::NoteKind::not_well_formed) continue;
    const text::LineColumn at = cursor.at(note.span.begin);
    place += ':' + std::to_string(at.line) + ':' + std::to_string(at.column);
  }
}

bool Documents::report(DocumentJob const& job) {
  if (job.trouble) {
    report(*job.trouble);
    return false;
  }
  messages_.progress();
  if (!job.error.empty()) {
    messages_.error(job.input.path, job.error);
    failed_ = true;
    return false;
  }
  for (std::size_t i = 0; i < job.notes.size(); ++i) {
    html::Note const& note = job.notes[i];
    switch (severity(note.kind)) {
      case html::NoteSeverity::fault:
        messages_.error(job.note_places[i], note.message);
        failed_ = true;
        break;
      case html::NoteSeverity::warning:
        messages_.warning(job.note_places[i], note.message);
        break;
      case html::NoteSeverity::remark:
        messages_.note(job.note_places[i], note.message);
        break;
    }
  }
  return true;
}

}  // namespace hrefkit::cli
