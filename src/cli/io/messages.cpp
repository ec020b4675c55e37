#include "hrefkit/cli/io/messages.h"

#include <algorithm>
#include <ostream>
#include <string>
#include <utility>

#include "hrefkit/cli/format/printable.h"
#include "hrefkit/url/url.h"

namespace hrefkit::cli {

namespace {

constexpr std::chrono::milliseconds progress_interval{100};
constexpr std::string_view clear_line = "\r\x1B[K";

}  // namespace

Messages::Messages(Environment const& environment, CommonOptions const& options)
    : err_(environment.err),
      display_(environment.err_is_terminal ? Display::terminal : Display::stream),
      color_(is_on(options.color, (environment.err_is_terminal && !environment.no_color) ||
                                      environment.force_color)),
      quiet_(options.quiet),
      verbose_(options.verbose),
      unasked_config_(options.unasked_config),
      unasked_names_(options.unasked_names),
      rows_share_terminal_(environment.out_is_terminal && options.output.empty()),
      show_progress_(!options.no_progress &&
                     is_on(options.progress, environment.err_is_terminal && !environment.is_dumb &&
                                                 !rows_share_terminal_ && !options.quiet)),
      started_(std::chrono::steady_clock::now()),
      last_shown_(started_) {}

Messages::~Messages() {
  const std::lock_guard lock(mutex_);
  clear_progress();
}

void Messages::error(std::string_view subject, std::string_view text) {
  say(Severity::error, subject, text);
}

bool Messages::report(std::optional<std::string> const& failure) {
  if (failure) error("", *failure);
  return failure.has_value();
}

void Messages::warning(std::string_view subject, std::string_view text) {
  if (quiet_) return;
  ++warnings_;
  say(Severity::warning, subject, text);
}

void Messages::warn_of_commands(std::size_t commands) {
  if (commands == 0) return;
  warning("standard output", "contains " + counted(commands, "command", "commands") +
                                 " for this CI runner (\"##[\" or a leading \"::\"), as bytes of "
                                 "pages are not changed: -o FILE keeps them out of its log");
}

void Messages::warn_of_format(std::string_view file) {
  warning(file, "its extension chooses no format, so the file has text: --format chooses one");
}

void Messages::note(std::string_view subject, std::string_view text) {
  if (verbose_) say(Severity::note, subject, text);
}

void Messages::summary_line(std::string_view text) {
  if (!quiet_) print("hrefkit: ", text);
}

void Messages::summary(std::string_view text) {
  std::string line(text);
  if (!unasked_config_.empty()) line += "; options from " + unasked_config_;
  summary_line(line);
}

void Messages::summary() {
  if (!unasked_config_.empty()) summary_line("options from " + unasked_config_);
}

void Messages::name_asking_options() {
  if (unasked_names_.empty()) return;
  unasked_config_ += ", which changes how hosts are asked (";
  for (std::string const& name : unasked_names_) {
    if (&name != &unasked_names_.front()) unasked_config_ += ", ";
    unasked_config_ += name;
  }
  unasked_config_ += ')';
  unasked_names_.clear();
}

void Messages::say(Severity severity, std::string_view subject, std::string_view text) {
  std::string line = "hrefkit: ";
  if (!subject.empty()) {
    append_printable(line, shown_message(url::masked_url(subject)), display_);
    line += ": ";
  }
  if (color_) line += severity == Severity::error ? sgr::red : sgr::yellow;
  if (severity == Severity::error) line += "error: ";
  if (severity == Severity::warning) line += "warning: ";
  if (severity == Severity::note) line += "note: ";
  if (color_) line += sgr::plain;
  print(std::move(line), text);
}

void Messages::print(std::string line, std::string_view text) {
  append_printable(line, shown_message(text), display_);
  line += '\n';
  const std::lock_guard lock(mutex_);
  clear_progress();
  err_ << line << std::flush;
}

void Messages::lines(std::string_view text) {
  const std::lock_guard lock(mutex_);
  clear_progress();
  err_ << text << std::flush;
}

void Messages::progress() {
  if (!show_progress_) return;
  const std::lock_guard lock(mutex_);
  ++files_;
  const auto now = std::chrono::steady_clock::now();
  if (now - last_shown_ >= progress_interval) show_progress(now);
}

void Messages::progress(std::string_view text) {
  if (!show_progress_) return;
  const std::lock_guard lock(mutex_);
  const auto now = std::chrono::steady_clock::now();
  if (now - last_shown_ < progress_interval) return;
  last_shown_ = now;
  progress_shown_ = true;
  std::string line(clear_line);
  append_printable(line, text, Display::terminal);
  err_ << line << std::flush;
}

/// "1,204 of 5,000 files, 320 files/s".
void Messages::show_progress(std::chrono::steady_clock::time_point now) {
  last_shown_ = now;
  progress_shown_ = true;
  const std::chrono::duration<double> seconds = now - started_;
  const auto rate = static_cast<std::size_t>(static_cast<double>(files_) / seconds.count());
  std::string line(clear_line);
  line += grouped_number(files_);
  if (expected_files_ != 0) line += " of " + grouped_number(std::max(files_, expected_files_));
  line += std::max(files_, expected_files_) == 1 ? " file, " : " files, ";
  line += grouped_number(rate) + " files/s";
  err_ << line << std::flush;
}

void Messages::before_rows() {
  if (!show_progress_ || !rows_share_terminal_) return;
  const std::lock_guard lock(mutex_);
  clear_progress();
}

void Messages::clear_progress() {
  if (progress_shown_) err_ << clear_line << std::flush;
  progress_shown_ = false;
}

bool PrintedTexts::add(std::string_view text) {
  return texts_.size() < max_texts && texts_.emplace(text).second;
}

}  // namespace hrefkit::cli
