#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <tl/expected.hpp>
#include <utility>
#include <vector>

#include "hrefkit/cli/command.h"
#include "hrefkit/cli/effects/page.h"
#include "hrefkit/cli/effects/rows.h"
#include "hrefkit/cli/environment.h"
#include "hrefkit/cli/exit_code.h"
#include "hrefkit/cli/format/printable.h"
#include "hrefkit/cli/format/row_sink.h"
#include "hrefkit/cli/io/documents.h"
#include "hrefkit/cli/io/messages.h"
#include "hrefkit/cli/io/output.h"
#include "hrefkit/cli/options/option_set.h"
#include "hrefkit/cli/options/options.h"
#include "hrefkit/html/base_changes.h"
#include "hrefkit/html/context.h"
#include "hrefkit/html/find_links.h"
#include "hrefkit/html/selector.h"
#include "hrefkit/html/source_text.h"
#include "hrefkit/site/input.h"
#include "hrefkit/text/line_index.h"
#include "hrefkit/text/text.h"
#include "hrefkit/url/resolver.h"
#include "hrefkit/url/url.h"

namespace hrefkit::cli {

namespace {

/// The formats of `effects`: those of rows, and an HTML page.
enum class EffectsFormat : std::uint8_t { text, json, jsonl, csv, html };

constexpr text::EnumTable<EffectsFormat::html> effects_format_names({
    {EffectsFormat::text, "text"},
    {EffectsFormat::json, "json"},
    {EffectsFormat::jsonl, "jsonl"},
    {EffectsFormat::csv, "csv"},
    {EffectsFormat::html, "html"},
});

/// The findings for which `effects` exits with 1.
enum class EffectsFinding : std::uint8_t { hazards };

constexpr text::EnumTable<EffectsFinding::hazards> effects_finding_names({{EffectsFinding::hazards,
                                                                           "hazards"}});

/// `hrefkit effects`: the effect of a change of base URL on each URL of a document.
struct EffectsCommand final : Command {
  EffectsCommand()
      : Command({"effects", "Show what a change of base URL does to each URL of a page",
                 "hrefkit effects --set-base /archive/ --url https://docs.example/a.html a.html\n"
                 "hrefkit effects --remove-base -f html -o changes.html a.html",
                 "There are risky changes, and --fail-on hazards is given."}) {}

  void add_options(OptionSet& options) override {
    add_document_options(options, common);
    add_link_options(options, common);
    options.text("--set-base", set_base);
    options.flag("--remove-base", remove_base);
    options.text("--new-url", new_url);
    options.texts("--set-xml-base", set_xml_base);
    options.texts("--remove-xml-base", remove_xml_base);
    options.text("--move", move);
    options.text("--into", into);
    options.text("--into-url", into_url);
    options.choice("--format", requested_format, effects_format_names);
    options.choice("--fail-on", fail_on, effects_finding_names);
    options.text("--date", date);
    add_result_options(options, common);
  }

  int run(Environment const& environment) const override;

  std::optional<std::string> set_base;
  bool remove_base = false;
  std::string new_url;
  std::vector<std::string> set_xml_base;
  std::vector<std::string> remove_xml_base;
  std::string move;
  std::string into;
  std::string into_url;
  std::string date;
  std::optional<EffectsFormat> requested_format;  ///< of --format
  EffectsFormat format = EffectsFormat::text;
  std::optional<EffectsFinding> fail_on;
};

/// A file whose documents can be changed.
struct LiveFile {
  DocumentJob job;
  OpenDocument document;
  std::unique_ptr<html::LiveContexts> contexts;
  std::unique_ptr<html::EffectRecorder> recorder;
  std::unique_ptr<Outline> outline;

  FileEffects effects() const {
    return {job.input.path, text::to_valid_utf8(job.input.path), *contexts, *recorder,
            document.source.text};
  }
};

/// Reads files whose documents can be changed.
class Opener {
 public:
  Opener(bool with_outline, Environment const& environment, Messages& messages)
      : with_outline_(with_outline), environment_(environment), messages_(messages) {}

  /// Reads the one input; false when it cannot be read, after a message.
  bool open(LiveFile& file, CommonOptions const& common) {
    Documents documents(common, environment_, messages_);
    bool open = documents.next_document(file.job);
    if (open) {
      if (DocumentJob second; documents.next_document(second)) {
        throw UsageError("effects reads one document; hrefkit resolve and base read folders");
      }
      read(file, documents);
      open = documents.report(file.job);
    }
    counts_.files += documents.counts().files;
    failed_ |= documents.failed();
    return open;
  }

  RunCounts const& counts() const { return counts_; }
  bool failed() const { return failed_; }

 private:
  void read(LiveFile& file, Documents const& documents) const {
    if (!documents.read(file.job, file.document)) return;
    file.document.options.feed_contents = false;  // they are no browsing contexts
    html::DocumentOptions const& options = file.document.options;
    html::ContextTree tree(file.document.source, options, file.job.notes);
    Documents::place_notes(file.job, file.document);
    file.contexts = std::make_unique<html::LiveContexts>(std::move(tree), options);
    file.recorder = std::make_unique<html::EffectRecorder>(*file.contexts, options.also);
    if (with_outline_) file.outline = std::make_unique<Outline>(*file.contexts);
  }

  bool with_outline_;
  Environment const& environment_;
  Messages& messages_;
  RunCounts counts_;
  bool failed_ = false;
};

/// The options for reading the file of --into.
CommonOptions into_options(EffectsCommand const& command) {
  CommonOptions common = command.common;
  common.inputs = {command.into};
  common.url = absolute_url("--into-url", command.into_url, command.common.standard);
  if (!common.url.empty() && site::is_folder(command.into)) {
    throw UsageError("--into-url", "is the address of one document, and --into names a folder");
  }
  common.creator.clear();
  common.container.clear();
  return common;
}

/// "SEL=VALUE".
html::XmlBaseChange parse_xml_base(std::string const& given) {
  const std::size_t equals = html::find_equals_after_selector(given);
  if (equals == std::string::npos || equals == 0) {
    throw UsageError("--set-xml-base", "'" + given + "' is not SELECTOR=VALUE");
  }
  return {given.substr(0, equals), given.substr(equals + 1)};
}

void check_selector(std::string const& option, std::string const& selector) {
  const auto parsed = html::parse_selector(selector);
  if (!parsed) throw UsageError(option, parsed.error().message);
}

void check_selectors(EffectsCommand const& command) {
  for (std::string const& given : command.set_xml_base) {
    check_selector("--set-xml-base", parse_xml_base(given).selector);
  }
  for (std::string const& selector : command.remove_xml_base) {
    check_selector("--remove-xml-base", selector);
  }
  if (!command.move.empty()) check_selector("--move", command.move);
}

/// Refuses a new base URL that no document could use, whatever its address is.
void check_base(std::string const& option, std::string const& value, url::Standard standard) {
  const auto resolver = url::Resolver::with_base("http://site.invalid/a/b", {.standard = standard});
  const auto url = resolver->resolve(value);
  if (!url) {
    throw UsageError(option, "'" + url::masked_url(value) +
                                 "' cannot be a base URL: " + std::string(message(url.error())));
  }
  if (option == "--set-base" && standard == url::Standard::whatwg &&
      html::has_unusable_scheme(*url)) {
    throw UsageError(option, "'" + url::masked_url(value) +
                                 "' cannot be a base URL: browsers ignore data: and javascript: "
                                 "URLs in base elements");
  }
}

/// Refuses changes that contradict each other.
void check_contradictions(EffectsCommand const& command) {
  if (command.set_base && command.remove_base) {
    throw UsageError("--set-base", "contradicts --remove-base: give one of them");
  }
  std::map<std::string, std::string> values;  // by selector
  for (std::string const& given : command.set_xml_base) {
    const html::XmlBaseChange change = parse_xml_base(given);
    check_base("--set-xml-base", *change.value, command.common.standard);
    const auto [known, is_new] = values.emplace(change.selector, *change.value);
    if (!is_new && known->second != *change.value) {
      throw UsageError("--set-xml-base", "gives " + change.selector + " two values: '" +
                                             url::masked_url(known->second) + "' and '" +
                                             url::masked_url(*change.value) + "'");
    }
  }
  for (std::string const& selector : command.remove_xml_base) {
    if (values.contains(selector)) {
      throw UsageError("--remove-xml-base", "contradicts --set-xml-base for " + selector);
    }
  }
}

void check_usage(EffectsCommand const& command) {
  if (command.move.empty() != command.into.empty()) {
    throw UsageError(command.move.empty() ? "--into" : "--move", "--move and --into go together");
  }
  if (command.into.empty() && !command.into_url.empty()) {
    throw UsageError("--into-url", "is the address of the file that --into names");
  }
  const bool any = command.set_base || command.remove_base || !command.new_url.empty() ||
                   !command.set_xml_base.empty() || !command.remove_xml_base.empty() ||
                   !command.move.empty();
  if (!any) {
    throw UsageError("effects",
                     "no change: give --set-base, --remove-base, --new-url, "
                     "--set-xml-base, --remove-xml-base or --move");
  }
  check_selectors(command);
  if (command.set_base) check_base("--set-base", *command.set_base, command.common.standard);
  check_contradictions(command);
}

/// The changes of the options; `document` has the options of the input.
html::BaseChanges changes_of(EffectsCommand const& command, html::DocumentOptions const& document) {
  html::BaseChanges changes;
  if (!command.new_url.empty()) {
    changes.new_address = document;
    changes.new_address->url = absolute_url("--new-url", command.new_url, document.standard);
  }
  changes.remove_base = command.remove_base;
  changes.set_base = command.set_base;
  for (std::string const& given : command.set_xml_base) {
    changes.xml_bases.push_back(parse_xml_base(given));
  }
  for (std::string const& selector : command.remove_xml_base) {
    changes.xml_bases.push_back({selector, std::nullopt});
  }
  changes.move = command.move;
  return changes;
}

/// The changes as sentences.
std::vector<std::string> described(EffectsCommand const& command) {
  std::vector<std::string> sentences;
  if (!command.new_url.empty()) sentences.push_back("The address becomes " + command.new_url);
  if (command.remove_base) sentences.emplace_back("All base elements with an href are removed");
  if (command.set_base) {
    sentences.push_back("The base element's href becomes \"" + *command.set_base + "\"");
  }
  for (std::string const& given : command.set_xml_base) {
    const html::XmlBaseChange change = parse_xml_base(given);
    sentences.push_back("The xml:base of " + change.selector + " becomes \"" + *change.value +
                        "\"");
  }
  for (std::string const& selector : command.remove_xml_base) {
    sentences.push_back("The xml:base of " + selector + " is removed");
  }
  if (!command.move.empty()) {
    sentences.push_back("The element " + command.move + " moves into " + command.into);
  }
  return sentences;
}

/// The format of the rows; the page has none.
Format rows_format(EffectsFormat format) {
  return format == EffectsFormat::html ? Format::text : static_cast<Format>(format);
}

static_assert(static_cast<Format>(EffectsFormat::text) == Format::text);
static_assert(static_cast<Format>(EffectsFormat::json) == Format::json);
static_assert(static_cast<Format>(EffectsFormat::jsonl) == Format::jsonl);
static_assert(static_cast<Format>(EffectsFormat::csv) == Format::csv);

/// One run of the command.
class EffectsRun {
 public:
  EffectsRun(EffectsCommand const& command, Environment const& environment)
      : command_(command),
        environment_(environment),
        messages_(environment, command.common),
        opener_(command.format == EffectsFormat::html, environment, messages_) {
    check_usage(command);
  }

  int run() {
    const CommonOptions into = into_options(command_);
    if (!opener_.open(input_, command_.common)) return keep_output();
    const bool open = command_.into.empty() || opener_.open(into_, into);
    return open && change() ? report() : exit_error;
  }

 private:
  html::LiveDocument const& document() const { return input_.contexts->main(); }

  /// Applies the changes; false, after a message, if that is not possible.
  bool change() {
    facts_.changes = described(command_);
    facts_.standard = name(command_.common.standard);
    facts_.date = command_.date;
    facts_.version = HREFKIT_VERSION;
    facts_.address.before = document().address();
    facts_.base.before = document().base().url();
    const auto changed =
        html::make_base_changes(changes_of(command_, input_.document.options), *input_.contexts,
                                *input_.recorder, into_.contexts.get(), into_.recorder.get());
    if (!changed) {
      messages_.error(input_.job.input.path, changed.error().message);
      return false;
    }
    facts_.address.after = document().address();
    facts_.base.after = document().base().url();
    return true;
  }

  /// Reports that the file of -o stays, as there is nothing to write.
  int keep_output() {
    Output output(command_.common.output, environment_.out);
    output.finish(0);
    messages_.report(output.error());
    return exit_error;
  }

  int report() {
    std::vector<FileEffects> files;
    files.push_back(input_.effects());
    if (into_.contexts) files.push_back(into_.effects());
    report_reloaded_frames();
    if (!command_.date.empty() && command_.format != EffectsFormat::html) {
      messages_.warning("--date", "heads the page of --format html only");
    }
    Output output(command_.common.output, environment_.out,
                  contents_of(rows_format(command_.format)));  // not before the inputs are read
    if (command_.format == EffectsFormat::html) {
      print_page(output, files);
    } else {
      print_rows(output, files);
    }
    output.finish(opener_.counts().files);
    if (messages_.report(output.error())) return exit_error;
    if (counts_.too_long != 0) {
      messages_.warning(input_.job.input.path,
                        "the URLs of this page are too long all together: " +
                            counted(counts_.too_long, "link has", "links have") + " none");
    }
    const bool fails = command_.fail_on && counts_.hazards != 0;
    if (fails) report_hazards(files);
    const std::size_t moved =
        html::count_moved_by_xml_base(input_.document.source, input_.document.options);
    messages_.summary(run_summary(counted_urls(counts_),
                                  summary_details(counts_) + moved_by_xml_base(moved),
                                  opener_.counts()));
    if (opener_.failed()) return exit_error;
    return fails ? exit_findings : exit_clean;
  }

  /// Reports the hazards that made the run fail: the first ones, and their number.
  void report_hazards(std::vector<FileEffects> const& files) {
    constexpr std::size_t max_listed = 10;
    std::size_t listed = 0;
    for (FileEffects const& file : files) {
      file.visit([&](html::UrlEffect const& effect, text::LineColumn place, std::size_t) {
        for (const html::Hazard hazard : effect.hazards) {
          if (listed == max_listed) return;
          ++listed;
          messages_.error(
              file.file + ':' + std::to_string(place.line) + ':' + std::to_string(place.column),
              "'" + url::masked_url(effect.raw).substr(0, 100) +
                  "': " + std::string(message(hazard)) + " [" + std::string(name(hazard)) + ']');
        }
      });
    }
    std::string text = counted(counts_.hazards, "risky change", "risky changes");
    if (listed < counts_.hazards) text += "; the first " + std::to_string(listed) + " are listed";
    messages_.error("--fail-on hazards", text);
  }

  void print_page(Output& output, std::vector<FileEffects> const& files) {
    std::vector<Outline> outlines{std::move(*input_.outline)};
    if (into_.outline) outlines.push_back(std::move(*into_.outline));
    const TextSink sink = [&](std::string_view piece) { output.write(piece); };
    counts_ = write_effect_page(sink, facts_, files, outlines);
  }

  void print_rows(Output& output, std::vector<FileEffects> const& files) {
    const RowStyle style = row_style(rows_format(command_.format), command_.common, environment_);
    RowSink sink(style, effect_columns, [&](std::string_view text) { return output.write(text); });
    counts_ = write_effect_rows(sink, files, style);
  }

  /// Warns of frames that move into another document, which loads them again.
  void report_reloaded_frames() {
    std::size_t gone = 0;
    for (std::size_t i = 0; i < input_.contexts->size(); ++i) {
      if (!input_.contexts->is_shown(i)) ++gone;
    }
    if (gone == 0) return;
    messages_.warning(input_.job.input.path,
                      "frames in the moved element are loaded again: the URLs of " +
                          counted(gone, "document are", "documents are") + " not listed");
  }

  EffectsCommand const& command_;
  Environment const& environment_;
  Messages messages_;
  Opener opener_;
  LiveFile into_;  // must outlive the input, whose recorder refers to it
  LiveFile input_;
  PageFacts facts_;
  EffectCounts counts_;
};

int EffectsCommand::run(Environment const& environment) const {
  EffectsCommand command(*this);
  command.format = chosen_format(requested_format, effects_format_names, common.output);
  return EffectsRun(command, environment).run();
}

}  // namespace

std::unique_ptr<Command> make_effects_command() {
  return std::make_unique<EffectsCommand>();
}

}  // namespace hrefkit::cli
