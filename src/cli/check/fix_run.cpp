#include "hrefkit/cli/check/fix_run.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string_view>
#include <tl/expected.hpp>
#include <utility>
#include <vector>

#include "hrefkit/cli/format/printable.h"
#include "hrefkit/cli/format/row_sink.h"
#include "hrefkit/cli/io/log_commands.h"
#include "hrefkit/cli/io/output.h"
#include "hrefkit/cli/options/option_set.h"
#include "hrefkit/cli/options/options.h"
#include "hrefkit/cli/rewrite/unified_diff.h"
#include "hrefkit/html/find_links.h"
#include "hrefkit/html/source_text.h"
#include "hrefkit/site/check_settings.h"
#include "hrefkit/site/fix/fix_writer.h"
#include "hrefkit/site/input.h"
#include "hrefkit/text/encoding.h"

namespace hrefkit::cli {

void check_fix_options(CheckCommand const& command) {
  if (!command.fix) {
    if (command.in_place) throw UsageError("--in-place", "needs --fix");
    if (!command.backup.empty()) throw UsageError("--backup", "needs --fix --in-place");
    return;
  }
  for (const site::Rule rule : *command.fix) {
    if (site::has_fixes(rule)) continue;
    throw UsageError("--fix", "'" + std::string(name(rule)) + "' has no repair; hrefkit help " +
                                  std::string(name(rule)) + " says what to do about it");
  }
  if (command.is_live()) throw UsageError("--fix", "repairs files: give the folder of the site");
  if (command.watch) throw UsageError("--watch", "cannot be used together with --fix");
  if (command.update_baseline) {
    throw UsageError("--update-baseline", "cannot be used together with --fix");
  }
  if (command.format && *command.format != ReportFormat::text) {
    throw UsageError("--format",
                     "is text with --fix: --report FORMAT=FILE writes another report of what is "
                     "left");
  }
  if (command.in_place && !command.common.output.empty()) {
    throw UsageError("--in-place", "cannot be used together with --output");
  }
  if (!command.backup.empty() && !command.in_place) {
    throw UsageError("--backup", "needs --in-place");
  }
  if (!command.settings.sources.empty() && !command.common.output.empty()) {
    throw UsageError("--output", "with --sources the sources are repaired: --in-place writes them");
  }
}

void use_fix_rules(CheckCommand const& command, site::CheckOptions& options) {
  if (!command.fix) return;
  for (const site::Rule rule : *command.fix) {
    if (options.severities[rule] != site::Severity::off) continue;
    const site::Severity usual = default_severity(rule);
    options.severities.set(rule, usual == site::Severity::off ? site::Severity::warning : usual);
  }
}

namespace {

site::FixOptions fix_options(CheckCommand const& command,
                             std::function<bool(site::Finding const&)> is_known) {
  return {.rules = *command.fix,
          // Only --in-place says that they are to be changed, though the next build undoes it.
          .in_generated = command.common.output.empty(),
          .is_wanted = [is_known = std::move(is_known)](site::Finding const& finding) {
            return !is_known(finding);
          }};
}

}  // namespace

FixRun::FixRun(CheckCommand const& command, Environment const& environment, site::Site const& site,
               site::CheckOptions const& options, Messages& messages,
               std::function<bool(site::Finding const&)> is_known)
    : command_(command),
      environment_(environment),
      site_(site),
      messages_(messages),
      fixes_(site::SiteFixes::find(site, options, fix_options(command, std::move(is_known)),
                                   [&messages] { messages.progress(); })),
      repaired_(fixes_.repaired()) {}

bool FixRun::write() {
  if (command_.in_place || !command_.common.output.empty()) {
    failed_ |= !write_files();
    repaired_ = fixes_.repaired();
  } else {
    print_diff();
  }
  return !failed_;
}

bool FixRun::write_files() {
  const RemovalOnSignal removal;
  bool is_written = true;
  const site::FixTrouble trouble = [&](std::string const& path, std::string const& why) {
    messages_.error(path, why);
    is_written = false;
  };
  const site::FixTrouble warning = [&](std::string const& path, std::string const& why) {
    messages_.warning(path, why);
  };
  if (command_.in_place) {
    site::write_in_place(fixes_, command_.backup, trouble, warning);
    return is_written;
  }
  std::string const& folder = command_.common.output;
  if (const auto done = site::write_to_folder(fixes_, folder, trouble, warning); !done) {
    throw UsageError("--output", "'" + folder + "' " + done.error());
  }
  return is_written;
}

void FixRun::print_diff() {
  Output output("", environment_.out, Contents::text);
  const auto print = [&](auto const& files) {
    for (auto const& [file, edits] : files) {
      std::string diff;
      append_diff_of(diff, file, edits);
      if (!output.write(diff)) break;
    }
  };
  if (fixes_.is_in_sources()) {
    print(fixes_.source_edits());
  } else {
    print(fixes_.edits());
  }
  output.finish(1);
  failed_ |= messages_.report(output.error());
}

void FixRun::append_diff_of(std::string& out, site::EntryId entry,
                            site::FileEdits const& edits) const {
  std::string before;
  if (const auto read = site_.read_file(entry, before); !read) return;
  std::string after = before;
  if (!edits.apply(after)) return;
  const RowStyle style = row_style(Format::text, command_.common, environment_);
  const std::string path = site_.file_path(entry);
  const std::string old_name = diff_name("a", path);
  const std::string new_name = diff_name("b", path);
  const DiffOptions options{old_name, new_name, style.color, style.display};
  html::Notes notes;
  std::string before_buffer;
  std::string after_buffer;
  const std::uint32_t page = site_.page_number(entry);
  const html::EncodingOptions decoding{
      .content_type = page == site::no_entry ? html::ContentType::html : site_.content_type(page),
      .fallback = {.utf_8_if_valid = true}};
  const auto old_text = html::decode_source(before, decoding, before_buffer, notes);
  const auto new_text = html::decode_source(after, decoding, after_buffer, notes);
  const bool is_wide =
      old_text && new_text &&
      text::output_encoding(old_text->encoding.encoding) != old_text->encoding.encoding;
  if (is_wide) return append_diff(out, old_text->text, new_text->text, options);  // UTF-16
  append_diff(out, before, after, options);
}

void FixRun::append_diff_of(std::string& out, std::string const& source,
                            site::FileEdits const& edits) const {
  std::string before;
  if (!site::read_file(source, before)) return;
  std::string after = before;
  if (!edits.apply(after)) return;
  const RowStyle style = row_style(Format::text, command_.common, environment_);
  const std::string old_name = diff_name("a", source);
  const std::string new_name = diff_name("b", source);
  append_diff(out, before, after, {old_name, new_name, style.color, style.display});
}

void FixRun::say_left() {
  constexpr std::size_t max_lines = 10;
  auto const& taken_back = fixes_.taken_back();
  const std::size_t shown =
      command_.common.verbose ? taken_back.size() : std::min(max_lines, taken_back.size());
  for (std::size_t i = 0; i < shown; ++i) {
    site::LeftFix const& left = taken_back[i];
    messages_.summary_line("not repaired: " + place_text(left.file, left.line, left.column) + ": " +
                           left.why);
  }
  if (shown != taken_back.size()) {
    messages_.summary_line(
        "not repaired: " + counted(taken_back.size() - shown, "more repair", "more repairs") +
        " that would not help: -v lists them");
  }
  if (const std::size_t count = fixes_.without_source(); count != 0) {
    messages_.summary_line(counted(count, "repair has", "repairs have") +
                           " no sure place in the sources, and " +
                           (count == 1 ? "is left to you" : "are left to you"));
  }
  auto const& generated = fixes_.generated();
  if (generated.empty()) return;
  std::string text = counted(generated.size(), "page", "pages") + " such as " + generated.front() +
                     (generated.size() == 1 ? " is made by a program" : " are made by a program");
  text += command_.common.output.empty() ? ": its next run will undo the repairs"
                                         : ", and left as they are: --in-place repairs them";
  messages_.summary_line(text);
}

void FixRun::say_summary(NewFindings const& left) {
  say_left();
  const std::size_t errors = fixes_.found(site::Severity::error);
  const std::size_t warnings = fixes_.found(site::Severity::warning);
  const std::size_t notes = fixes_.found(site::Severity::note);
  const auto repaired = [](std::size_t before, std::size_t after) {
    return before - std::min(before, after);
  };
  std::string text;
  const auto add = [&](std::size_t before, std::size_t after, char const* one, char const* many,
                       bool is_always_named) {
    const std::size_t gone = repaired(before, after);
    if (before == 0 || (gone == 0 && !is_always_named)) return;
    if (!text.empty()) text += " and ";
    text += grouped_number(gone) + " of " + counted(before, one, many);
  };
  add(errors, left.errors, "error", "errors", true);
  add(warnings, left.warnings, "warning", "warnings", errors == 0);
  add(notes, left.notes, "note", "notes", false);
  if (text.empty()) return messages_.summary_line("nothing to repair");
  text += " repaired";
  const std::size_t pages =
      fixes_.is_in_sources() ? fixes_.source_edits().size() : fixes_.edits().size();
  if (pages != 0) {
    text += fixes_.is_in_sources() ? " in " + counted(pages, "source", "sources")
                                   : " on " + counted(pages, "page", "pages");
  }
  const std::size_t rest = left.errors + left.warnings;
  if (rest != 0) text += "; " + grouped_number(rest) + (rest == 1 ? " needs you" : " need you");
  const bool is_dry = !command_.in_place && command_.common.output.empty();
  if (is_dry && pages != 0) text += "; nothing is written: --in-place or -o DIR writes it";
  messages_.summary_line(text);
}

}  // namespace hrefkit::cli
