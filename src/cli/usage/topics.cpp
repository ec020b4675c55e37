#include "hrefkit/cli/usage/topics.h"

#include <algorithm>
#include <array>
#include <vector>

#include "hrefkit/cli/options/option_set.h"
#include "hrefkit/cli/options/option_table.h"
#include "hrefkit/cli/options/options.h"
#include "hrefkit/cli/usage/help.h"
#include "hrefkit/cli/usage/rule_help.h"
#include "hrefkit/site/host.h"
#include "hrefkit/site/site.h"
#include "hrefkit/text/text.h"

namespace hrefkit::cli {

namespace {

/// A line a rule, however long it is: lists of rules are searched with grep.
std::string rules_topic(CommandOutline const& /*program*/, std::size_t width) {
  return "The rules of hrefkit check, with their severities:\n\n" + rules_list() + '\n' +
         wrapped(
             "'hrefkit help RULE' has an example, the repair and how to silence a rule. --severity "
             "RULE=LEVEL changes a severity; --rules RULE,... checks these rules only, also those "
             "that are off.",
             0, width);
}

/// The options of check with that need, without their details.
std::vector<HelpEntry> options_with(CommandOutline const& program, RequiredMode needs) {
  std::vector<HelpEntry> entries;
  for (CommandOutline const& command : program.commands) {
    if (command.name != "check") continue;
    for (OptionOutline const& option : command.options) {
      if (option.needs != needs) continue;
      entries.push_back({joined(option.names) + (option.value.empty() ? "" : ' ' + option.value),
                         std::string(first_clause(option.help))});
    }
  }
  return entries;
}

std::string crawl_topic(CommandOutline const& program, std::size_t width) {
  std::string out = wrapped(
      "'hrefkit check URL' crawls a live site: it reads the page at URL, the sitemaps, and each "
      "page below the folder of URL that links lead to. Other pages of the site, pictures and "
      "files "
      "are asked for and not followed; other sites are asked with --external check only. No page "
      "is "
      "stored. A crawl that begins at a public address obeys robots.txt. Options for folders, such "
      "as --host and --site-url, are refused.",
      0, width);
  out +=
      "\nExamples:\n"
      "  hrefkit check http://localhost:3000/\n"
      "  hrefkit check --scope https://h.example/docs/ https://h.example/docs/start\n"
      "  hrefkit check --max-pages 500 --external check https://docs.example/\n"
      "\nHow far it goes:\n";
  append_entries(out, options_with(program, RequiredMode::crawl), width);
  out += "\nHow hosts are asked, with --external check, too:\n";
  append_entries(out, options_with(program, RequiredMode::requests), width);
  return out;
}

/// What `host` does with paths.
std::string answers_of(site::Host host) {
  site::SiteOptions options;
  site::use_host(host, options);
  site::HostRules const& rules = options.rules;
  using site::RedirectSyntax;
  using site::SameName;
  using site::SlashAfterPage;
  struct Answer {
    bool is_given;
    std::string text;
  };
  const Answer answers[] = {
      {true, "the index of a folder is " + joined(options.index, " or ")},
      {!options.extensions.empty(), "/page is page." + joined(options.extensions, " or page.")},
      {rules.slash_after_page == SlashAfterPage::redirect, "/page/ redirects to /page"},
      {rules.slash_after_page == SlashAfterPage::served, "/page/ is the same page"},
      {rules.same_name == SameName::page, "a page wins over a folder of its name"},
      {rules.same_name == SameName::folder && !options.extensions.empty(),
       "a folder wins over a page of its name"},
      {rules.adds_slash, "/folder redirects to /folder/"},
      {!rules.adds_slash, "/folder is the index, without a redirect"},
      {rules.drops_slash, "/folder/ redirects to /folder"},
      {rules.pages_end_in_slash, "/page redirects to /page/"},
      {rules.drops_extension, "/page.html redirects to /page"},
      {rules.drops_index, "/folder/index.html redirects to /folder/"},
      {rules.hides_underscores, "names that begin with _ are not published without .nojekyll"},
      {rules.redirects == RedirectSyntax::cloudflare, "_redirects wins over files"},
      {rules.redirects == RedirectSyntax::gitlab, "_redirects is read as there"},
      {rules.may_ignore_case, "letter case may not count: such links are warnings"},
  };
  std::string text(description(host));
  for (Answer const& answer : answers) {
    if (answer.is_given) text.append(text.ends_with(':') ? " " : "; ").append(answer.text);
  }
  return text;
}

std::string hosts_topic(CommandOutline const& /*program*/, std::size_t width) {
  std::vector<HelpEntry> entries;
  for (auto const& row : text::names_up_to<site::Host::s3>()) {
    entries.push_back({std::string(row.name), answers_of(row.value) + '.'});
  }
  std::string out = wrapped(
      "'hrefkit check --host NAME public' finds files and redirects as a host does:", 0, width);
  out += '\n';
  append_entries(out, entries, width);
  out += '\n';
  return out + wrapped(
                   "--index and --extensions win over the host. _redirects, netlify.toml, "
                   "vercel.json, firebase.json, staticwebapp.config.json and wrangler.toml (.json, "
                   ".jsonc) in the folder count "
                   "for every host.",
                   0, width);
}

/// The commands that have a format, "check, effects".
std::string owners_of(std::string_view format, CommandOutline const& program) {
  std::vector<std::string> owners;
  for (CommandOutline const& command : program.commands) {
    OptionOutline const* const option = command.find("--format");
    if (option == nullptr) continue;
    auto const& choices = option->choices;
    if (std::find(choices.begin(), choices.end(), format) == choices.end()) continue;
    owners.push_back(command.name);
  }
  return owners.size() == program.commands.size() ? "every command" : joined(owners);
}

std::string formats_topic(CommandOutline const& program, std::size_t width) {
  std::vector<HelpEntry> entries;
  for (FormatText const& format : format_texts()) {
    std::string text(format.meaning);
    if (!format.extension.empty()) text.append("; -o FILE").append(format.extension);
    entries.push_back(
        {std::string(format.name), text + " (" + owners_of(format.name, program) + ")"});
  }
  std::string out = "The formats of --format (-f):\n\n";
  append_entries(out, entries, width);
  out += '\n';
  return out +
         wrapped(
             "Without --format the extension of the file of -o decides, and text is the rest. "
             "check writes several reports of one run: -o report.html --report sarif=FILE.",
             0, width);
}

constexpr std::array all_topics{
    Topic{"rules", "The rules of check, with what each finds", rules_topic},
    Topic{"crawl", "Checking a live site from its URL", crawl_topic},
    Topic{"hosts", "What GitHub Pages, Netlify and others do with paths (--host)", hosts_topic},
    Topic{"formats", "The formats of results and reports (--format)", formats_topic},
};

}  // namespace

std::span<Topic const> topics() {
  return all_topics;
}

Topic const* find_topic(std::string_view name) {
  const auto found = std::find_if(all_topics.begin(), all_topics.end(),
                                  [&](Topic const& topic) { return topic.name == name; });
  return found == all_topics.end() ? nullptr : &*found;
}

}  // namespace hrefkit::cli
