#include "hrefkit/cli/io/documents.h"

#include <algorithm>
#include <numeric>
#include <string_view>
#include <tl/expected.hpp>
#include <utility>
#include <variant>
#include <vector>

#include "hrefkit/cli/format/printable.h"
#include "hrefkit/cli/options/suggestion.h"
#include "hrefkit/cli/options/url_patterns.h"
#include "hrefkit/html/find_links.h"
#include "hrefkit/html/source_text.h"
#include "hrefkit/site/input.h"
#include "hrefkit/site/site.h"
#include "hrefkit/text/encoding.h"
#include "hrefkit/text/line_index.h"
#include "hrefkit/text/text.h"
#include "hrefkit/warc/record_reader.h"

namespace hrefkit::cli {

namespace {

std::string_view words(SkipReason reason, bool is_one) {
  switch (reason) {
    case SkipReason::binary:
      return "binary";
    case SkipReason::unknown_type:
      return "unknown type";
    case SkipReason::hidden:
      return "hidden";
    case SkipReason::excluded:
      return "excluded";
    case SkipReason::lock_file:
      return is_one ? "lock file" : "lock files";
    case SkipReason::dangling_link:
      return is_one ? "dangling link" : "dangling links";
  }
  return {};
}

}  // namespace

void RunCounts::add(site::InputError const& read_error) {
  using Kind = site::InputError::Kind;
  const bool is_folder = read_error.path.ends_with('/');
  switch (read_error.kind) {
    case Kind::unreadable:
    case Kind::no_address:
    case Kind::empty:
      ++not_read;
      break;
    case Kind::dangling:
      return skip(SkipReason::dangling_link);
    case Kind::lock_file:
      return skip(SkipReason::lock_file);
    case Kind::unknown:
      return skip(SkipReason::unknown_type);
    case Kind::hidden:
      if (!is_folder) skip(SkipReason::hidden);
      break;
    case Kind::excluded:
      if (!is_folder) skip(SkipReason::excluded);
      break;
    case Kind::loop:
    case Kind::outside:
    case Kind::elsewhere:
      break;
  }
}

std::string moved_by_xml_base(std::size_t links) {
  if (links == 0) return {};
  return "; " + counted(links, "link is", "links are") +
         " moved by xml:base, which browsers ignore in HTML, XHTML and SVG (--xml-base off)";
}

std::string run_summary(std::string const& found, std::string const& details,
                        RunCounts const& counts) {
  std::string text = found + " in " + counted(counts.files, "file", "files") + details;
  const std::size_t skipped =
      std::accumulate(counts.skipped.begin(), counts.skipped.end(), std::size_t{0});
  if (skipped != 0) {
    text += "; " + counted(skipped, "file skipped (", "files skipped (");
    std::string_view separator;
    for (std::size_t i = 0; i < skip_reason_count; ++i) {
      const std::size_t count = counts.skipped[i];
      if (count == 0) continue;
      const std::string_view what = words(static_cast<SkipReason>(i), count == 1);
      text.append(separator).append(grouped_number(count)).append(" ").append(what);
      separator = ", ";
    }
    text += ')';
  }
  if (counts.not_read != 0) {
    text += "; " + counted(counts.not_read, "input not read", "inputs not read");
  }
  return text;
}

void check_element_names(std::span<std::string const> names, Messages& messages) {
  const auto known = html::element_names();
  for (std::string const& name : names) {
    if (html::is_element_name(name)) continue;
    const std::vector<std::string> all(known.begin(), known.end());
    messages.warning("--elements", "no element that is known is called '" + name + "'" +
                                       did_you_mean(text::to_ascii_lower(name), all));
  }
}

namespace {

site::InputOptions checked_inputs(CommonOptions const& options, Environment const& environment,
                                  OutputGuard const& guard) {
  site::InputOptions inputs = input_options(options, environment.in);
  guard.check_inputs(inputs);
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
      input_options_(checked_inputs(options, environment, guard_)),
      inputs_(input_options_) {
  warn_of_options();
  expect_files();
}

/// Warns of options that are valid, but hardly mean what the user wants.
void Documents::warn_of_options() {
  warn_of_patterns(common_, messages_);
  if (!input_options_.root.empty() && input_options_.site_url.empty()) {
    messages_.warning("--root", "does nothing without --site-url");
  }
  auto const& paths = input_options_.paths;
  const bool has_folder = std::any_of(paths.begin(), paths.end(), site::is_folder);
  if (paths.size() > 1 && has_folder && !input_options_.site_url.empty() &&
      input_options_.root.empty()) {
    messages_.warning("--site-url",
                      "each input folder is the root of its own pages; --root DIR is one root for "
                      "all inputs");
  }
}

void Documents::warn_of_unused() const {
  site::FileRules const& rules = input_options_.walk.files;
  warn_of_unused_globs("--include", common_.include, rules.unused_includes(), 0, messages_);
  const std::vector<std::size_t> unused = rules.unused_excludes();
  warn_of_unused_globs("--exclude", common_.exclude, unused, 0, messages_);
  warn_of_unused_globs("--exclude-path", common_.exclude_path, unused, common_.exclude.size(),
                       messages_);
}

/// Counts the files first, for the line of progress: that is much faster than reading them.
void Documents::expect_files() {
  if (!messages_.shows_progress()) return;
  std::size_t count = 0;
  site::InputSequence inputs(input_options_);
  while (const auto step = inputs.next()) {
    if (std::holds_alternative<site::Input>(*step)) ++count;
  }
  messages_.expect_files(count);
}

void Documents::report(site::InputError const& read_error) {
  using Kind = site::InputError::Kind;
  counts_.add(read_error);
  switch (read_error.kind) {
    case Kind::unreadable:
    case Kind::empty:
      messages_.error(read_error.path, read_error.why + network_hint(read_error.path));
      failed_ = true;
      break;
    case Kind::no_address:
      messages_.error(read_error.path, read_error.why +
                                           ", so --site-url gives it no address; --root DIR names "
                                           "the folder that --site-url stands for");
      failed_ = true;
      break;
    case Kind::loop:
      messages_.warning(read_error.path, read_error.why);
      break;
    case Kind::dangling:
    case Kind::lock_file:
      messages_.warning(read_error.path, read_error.why + "; skipped");
      break;
    case Kind::outside:
      messages_.warning(read_error.path, read_error.why + " without --follow-outside");
      break;
    case Kind::elsewhere:
      messages_.note(read_error.path, read_error.why);
      break;
    case Kind::hidden:
      messages_.note(read_error.path, read_error.why + "; skipped without --hidden");
      break;
    case Kind::excluded:
      messages_.note(read_error.path, read_error.why + " by --exclude or --include; skipped");
      break;
    case Kind::unknown:
      messages_.note(read_error.path, read_error.why + "; skipped without --ext");
      break;
  }
}

std::size_t Documents::threads() const {
  return inputs_.is_single() ? 1 : thread_count(common_);
}

bool Documents::next_job(DocumentJob& job) {
  auto step = inputs_.next();
  if (!step) return false;
  job.error.clear();
  job.skipped.clear();
  job.warnings.clear();
  job.read_error.reset();
  if (auto* read_error = std::get_if<site::InputError>(&*step)) {
    job.read_error = std::move(*read_error);
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

bool Documents::next_document(DocumentJob& job) {
  while (next_job(job)) {
    if (!job.read_error) return true;
    report(*job.read_error);
  }
  return false;
}

bool Documents::read(DocumentJob& job, OpenDocument& document) const {
  job.notes.clear();
  if (job.read_error) return false;
  if (job.input.path == "-") {
    document.bytes.swap(job.standard_input);
  } else if (const auto read = site::read_input(job.input, document.bytes); !read) {
    job.error = read.error();
  }
  if (!job.error.empty() || !is_text(job, document)) return false;
  const html::EncodingOptions encoding = encoding_options(common_, job.input);
  auto source = html::decode_source(document.bytes, encoding, document.buffer, job.notes);
  if (!source) {
    job.error = message(source.error());
    return false;
  }
  document.source = std::move(*source);
  document.options = document_;
  document.options.url = job.input.url;
  document.options.text_urls = job.input.text_urls;
  warn_of_document(job, document);
  return true;
}

/// False for bytes that are not text, unless the user gave their type.
bool Documents::is_text(DocumentJob& job, OpenDocument const& document) const {
  if (common_.content_type) return true;
  // By its name: the bytes of a compressed file do not show its content.
  if (warc::is_archive_name(job.input.path) || document.bytes.starts_with("WARC/1.") ||
      document.bytes.starts_with("filedesc://")) {
    // One that lies in a folder is left out; one that the user names cannot be left out silently.
    (job.input.is_named ? job.error : job.skipped) =
        "is a web archive: " + web_archive_reader(common_.command_name);
    return false;
  }
  const bool names_encoding = common_.encoding || common_.encoding_fallback.utf_8_if_valid ||
                              common_.encoding_fallback.encoding != text::Encoding::windows_1252;
  const auto binary = site::binary_content(
      document.bytes, {.type = job.input.content_type, .is_encoding_known = names_encoding});
  if (!binary) return true;
  job.skipped = "is " + std::string(*binary);
  return false;
}

void Documents::warn_of_document(DocumentJob& job, OpenDocument const& document) const {
  const bool is_xml = document.source.content_type == html::ContentType::xml;
  const bool is_guess = !job.input.is_type_known && !common_.content_type;
  if (is_xml || is_guess) {
    const std::string root(html::unknown_xml_root(document.source.text, is_xml));
    const std::string what = "is XML of a kind that is not known (its root element is '" + root;
    if (!root.empty() && is_xml) {
      job.warnings.push_back(what + "'): only links of XHTML, SVG and MathML elements are found");
    } else if (!root.empty()) {
      job.warnings.push_back(what + "') and is read as HTML: its own links are not found");
      return;
    }
  }
  if (is_guess) {
    job.warnings.push_back(
        site::is_page_source(job.input.path)
            ? "Markdown and other sources of pages are not read, only the HTML in them: build the "
              "site first, then give the built pages"
            : "its name does not tell its type, so it is read as HTML; --ext EXT=TYPE or "
              "--content-type TYPE names the type");
  }
  if (!is_xml) return;
  // In folders, SVG without a namespace is mostly a font for old browsers, which has no links.
  const auto root = html::find_root_without_namespace(document.source.text);
  if (root && (job.input.is_named || root->element != "svg")) {
    job.warnings.push_back("the root element '" + std::string(root->element) +
                           "' has no namespace, so browsers ignore its links: xmlns=\"" +
                           std::string(root->missing) + "\" is missing");
  }
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
  if (job.read_error) {
    report(*job.read_error);
    return false;
  }
  messages_.progress();
  if (!job.error.empty()) {
    messages_.error(job.input.path, job.error);
    ++counts_.not_read;
    failed_ = true;
    return false;
  }
  if (!job.skipped.empty()) {
    messages_.warning(job.input.path, job.skipped + "; skipped");
    counts_.skip(SkipReason::binary);
    return false;
  }
  ++counts_.files;
  for (std::string const& warning : job.warnings) messages_.warning(job.input.path, warning);
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
