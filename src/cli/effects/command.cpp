#include "hrefkit/cli/effects/command.h"

#include <CLI/CLI.hpp>
#include <memory>
#include <ostream>

#include "hrefkit/cli/effects/changes.h"
#include "hrefkit/cli/effects/page.h"
#include "hrefkit/cli/effects/rows.h"
#include "hrefkit/cli/exit_code.h"
#include "hrefkit/cli/io/documents.h"
#include "hrefkit/cli/io/messages.h"
#include "hrefkit/cli/io/output.h"

namespace hrefkit::cli {

namespace {

/// A file whose documents can be changed.
struct LiveFile {
  DocumentJob job;
  OpenDocument document;
  std::unique_ptr<html::LiveContexts> contexts;
  std::unique_ptr<html::EffectRecorder> recorder;
  std::unique_ptr<Outline> outline;

  FileEffects effects() const {
    return {to_valid_utf8(job.input.path), *contexts, *recorder, document.source.text};
  }
};

/// Reads the one input; false when it cannot be read, which is said.
bool open_file(LiveFile& file, CommonOptions const& common, bool with_outline,
               Environment const& environment, Messages& messages, bool& failed) {
  Documents documents(common, environment, messages);
  bool open = documents.take(file.job);
  if (open) {
    if (DocumentJob second; documents.take(second)) {
      throw CLI::ValidationError("INPUT", "effects reads one document");
    }
    html::DocumentOptions const& options = file.document.options;
    if (documents.read(file.job, file.document)) {
      html::ContextTree tree(file.document.source.text, options, file.job.notes);
      Documents::place_notes(file.job, file.document);
      file.contexts = std::make_unique<html::LiveContexts>(std::move(tree), options);
      file.recorder = std::make_unique<html::EffectRecorder>(*file.contexts, options.also);
      if (with_outline) file.outline = std::make_unique<Outline>(*file.contexts);
    }
    open = documents.report(file.job);
  }
  failed |= documents.failed();
  return open;
}

/// The options for reading the file of --into.
CommonOptions into_options(EffectsCommand const& command) {
  CommonOptions common = command.common;
  common.inputs = {command.into};
  common.files_from.clear();
  common.url = absolute_url("--into-url", command.into_url,
                            *url::standard_from_name(command.common.standard));
  common.site_url.clear();
  common.creator.clear();
  common.container.clear();
  return common;
}

/// "SEL=VALUE".
XmlBaseChange parse_xml_base(std::string const& given) {
  const std::size_t equals = given.find('=');
  if (equals == std::string::npos || equals == 0) {
    throw CLI::ValidationError("--set-xml-base", "'" + given + "' is not SELECTOR=VALUE");
  }
  return {given.substr(0, equals), given.substr(equals + 1)};
}

void check_usage(EffectsCommand const& command) {
  if (command.move.empty() != command.into.empty()) {
    throw CLI::ValidationError(command.move.empty() ? "--into" : "--move",
                               "--move and --into go together");
  }
  if (command.into.empty() && !command.into_url.empty()) {
    throw CLI::ValidationError("--into-url", "is the address of the file that --into names");
  }
  const bool any = command.set_base || command.remove_base || !command.new_url.empty() ||
                   !command.set_xml_base.empty() || !command.remove_xml_base.empty() ||
                   !command.move.empty();
  if (!any) {
    throw CLI::ValidationError("effects",
                               "no change: give --set-base, --remove-base, --new-url, "
                               "--set-xml-base, --remove-xml-base or --move");
  }
}

/// What is to be done; `document` is how the input was read.
Changes changes_of(EffectsCommand const& command, html::DocumentOptions const& document) {
  Changes changes;
  if (!command.new_url.empty()) {
    changes.new_address = document;
    changes.new_address->url =
        absolute_url("--new-url", command.new_url, document.resolve.standard);
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
    const XmlBaseChange change = parse_xml_base(given);
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

/// One run of the command.
class Run {
 public:
  Run(EffectsCommand const& command, Environment const& environment)
      : command_(command), environment_(environment), messages_(environment, command.common) {
    check_usage(command);
  }

  int run() {
    const bool as_page = command_.format == "html";
    const bool open =
        open_file(input_, command_.common, as_page, environment_, messages_, failed_) &&
        (command_.into.empty() ||
         open_file(into_, into_options(command_), as_page, environment_, messages_, failed_));
    if (!open) return exit_error;
    facts_.changes = described(command_);
    facts_.standard = command_.common.standard;
    facts_.address.before = input_.contexts->main().address();
    facts_.base.before = input_.contexts->main().base().url();
    const auto changed =
        make_changes(changes_of(command_, input_.document.options), *input_.contexts,
                     *input_.recorder, into_.contexts.get(), into_.recorder.get());
    if (!changed) {
      messages_.error(input_.job.input.path, changed.error());
      return exit_error;
    }
    facts_.address.after = input_.contexts->main().address();
    facts_.base.after = input_.contexts->main().base().url();
    const html::BaseElementFate fate = input_.contexts->main().base_fate();
    if (command_.set_base && fate != html::BaseElementFate::used) {
      messages_.warning(input_.job.input.path,
                        "the base element that is set does not count: " + std::string(name(fate)));
    }
    return report();
  }

 private:
  int report() {
    std::vector<FileEffects> files;
    files.push_back(input_.effects());
    if (into_.contexts) files.push_back(into_.effects());
    say_reloaded_frames();
    Output output(command_.common.output, environment_.out);  // not before the inputs are read
    const PieceSink sink = [&](std::string_view piece) { output.write(piece); };
    if (command_.format == "html") {
      std::vector<Outline> outlines{std::move(*input_.outline)};
      if (into_.outline) outlines.push_back(std::move(*into_.outline));
      counts_ = write_effect_page(sink, facts_, files, outlines);
    } else {
      counts_ = write_effect_rows(sink, files, row_options());
    }
    output.finish();
    if (const auto error = output.error()) {
      messages_.error("", *error);
      return exit_error;
    }
    if (command_.format == "text" && !command_.common.quiet) {
      environment_.err << "hrefkit: " << summary(counts_) << '\n';
    }
    if (failed_) return exit_error;
    return command_.fail_on == "hazards" && counts_.hazards != 0 ? exit_findings : exit_clean;
  }

  EffectRowOptions row_options() const {
    EffectRowOptions options;
    if (command_.format == "jsonl") options.format = EffectFormat::jsonl;
    if (command_.format == "json") options.format = EffectFormat::json;
    const bool to_terminal = environment_.out_is_terminal && command_.common.output.empty();
    options.display = to_terminal ? Display::terminal : Display::stream;
    options.color = is_on(command_.common.color, to_terminal && !environment_.no_color);
    return options;
  }

  /// A frame that leaves its document, and comes into another, loads again.
  void say_reloaded_frames() {
    std::size_t gone = 0;
    for (std::size_t i = 0; i < input_.contexts->size(); ++i) {
      if (!input_.contexts->is_shown(i)) ++gone;
    }
    if (gone == 0) return;
    messages_.warning(input_.job.input.path,
                      "frames in the moved element load again: the URLs of " +
                          std::to_string(gone) + (gone == 1 ? " document are" : " documents are") +
                          " not listed");
  }

  EffectsCommand const& command_;
  Environment const& environment_;
  Messages messages_;
  LiveFile into_;  // outlives the input, whose recorder looks into it
  LiveFile input_;
  PageFacts facts_;
  EffectCounts counts_;
  bool failed_ = false;
};

}  // namespace

CLI::App* add_effects_command(CLI::App& app, EffectsCommand& command) {
  CLI::App* sub =
      app.add_subcommand("effects", "Show what a change of base URL does to each URL of a page");
  add_input_options(*sub, command.common);
  sub->add_option("--set-base", command.set_base,
                  "Set the href of the base element, or put one into head")
      ->option_text("HREF");
  sub->add_flag("--remove-base", command.remove_base, "Remove every base element with an href");
  sub->add_option("--new-url", command.new_url, "Give the document another address")
      ->option_text("URL");
  sub->add_option("--set-xml-base", command.set_xml_base,
                  "Set xml:base on the elements that SELECTOR names: #id, .class, element, or an "
                  "index path such as 0.1.2")
      ->option_text("SELECTOR=VALUE");
  sub->add_option("--remove-xml-base", command.remove_xml_base,
                  "Remove xml:base from the elements that SELECTOR names")
      ->option_text("SELECTOR");
  sub->add_option("--move", command.move, "Move the first element that SELECTOR names")
      ->option_text("SELECTOR");
  sub->add_option("--into", command.into, "The file whose body the element moves into")
      ->option_text("FILE");
  sub->add_option("--into-url", command.into_url, "Address of that file")->option_text("URL");
  sub->add_option("--format", command.format, "text, jsonl, json or html [text]")
      ->option_text("FORMAT")
      ->check(CLI::IsMember({"text", "jsonl", "json", "html"}));
  sub->add_option("--fail-on", command.fail_on, "Exit with 1 if there are any: hazards")
      ->option_text("WHAT")
      ->check(CLI::IsMember({"hazards"}));
  add_output_options(*sub, command.common);
  return sub;
}

int run_effects(EffectsCommand const& command, Environment const& environment) {
  return Run(command, environment).run();
}

}  // namespace hrefkit::cli
