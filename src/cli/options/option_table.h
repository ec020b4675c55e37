// The table of all options, with a row for each, and the way of an option from a word to its
// effect.
//
// An option has three places. Its row is here: spelling, name of the value, group and text of the
// help, and whether `.hrefkit.toml` may give it. Its variable is a member of the command's struct.
// Its binding, a line of the command's `add_options`, names row, variable and parser:
//
//   options.number("--jobs", common.jobs, 1, max_jobs);    // a parser of OptionSet
//   options.parsed("--max-body", max_body, site::parse_size);    // one of the command
//   options.list({"--index", "Link to index files ..."}, index);  // a help text of its own
//
// A name that has no row does not compile. The options of `check` that the libraries have, too, are
// bound by the table of its settings (site/check_settings.h). So a new option is a row here and a
// variable, a binding and a use in the command; the help, the manual, completion and the
// configuration follow.
//
// What happens to `hrefkit resolve --jobs 4 public`:
//
// 1. `CommandLine::parse` (command_line.cpp) puts the command first, has it bind its options to an
//    `OptionSet`, and passes the words to CLI11, which splits them into options and values.
// 2. The binding's reader (option_set.h) parses the values of its option, all of them before it
//    stores any. A wrong one is wrong usage: "--jobs: '0' is not a whole number from 1 to 1024".
// 3. `configure` (config.h) passes the keys of the file of --config, or of `.hrefkit.toml`, to the
//    same readers, each with the line and column of its value. The command line wins.
// 4. `Command::run` reads the variable, here `thread_count(common)`.
//
// Rules about two options (`--cdxj` needs `--missing`) belong to the command's run, which throws
// UsageError before it reads an input.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace hrefkit::cli {

enum class OptionGroup : std::uint8_t {
  input,
  reading,
  selection,
  changes,
  network,
  output,
  running
};

/// In the order of the help: what most people need comes first.
inline constexpr std::array all_option_groups{
    OptionGroup::changes, OptionGroup::input,   OptionGroup::selection, OptionGroup::output,
    OptionGroup::reading, OptionGroup::network, OptionGroup::running};

/// The group's title in the help.
std::string_view title(OptionGroup group);

/// The values of an option that are allowed in a configuration that nobody named (read unasked):
/// see config.h.
enum class ImplicitConfig : std::uint8_t {
  allowed,         ///< any value
  named,           ///< any value; the summary of a run that asks hosts names the option
  in_folder,       ///< a relative path that stays in the configuration's folder
  maps_in_folder,  ///< NAME=PATH with such a path
  offline,         ///< any value but `check`, which uses the network
  refused,         ///< no value: the option writes, reads other places, uses the network or waits
};

/// What an option of `check` needs to have an effect. Without it, the command prints a warning if
/// the option is on the command line; not for a configuration, which serves several commands and
/// inputs.
enum class RequiredMode : std::uint8_t {
  nothing,
  requests,  ///< a live site, or --external check
  foreign,   ///< --external check
  crawl,     ///< a live site
  cache,     ///< --cache
};

/// One option.
struct OptionRow {
  std::string_view names;  ///< "-o,--output"
  std::string_view value;  ///< the name of its value in the help, "FILE"; empty for a flag
  OptionGroup group;
  ImplicitConfig unasked;
  std::string_view help;  ///< names of values and the default are appended if known
  RequiredMode needs = RequiredMode::nothing;
  std::string_view main = {};  ///< the commands whose -h shows it: the ten that matter there

  /// "output", its key in a configuration.
  constexpr std::string_view key() const { return names.substr(names.find("--") + 2); }
};

namespace option_rows {

using Group = OptionGroup;
using enum ImplicitConfig;
using enum RequiredMode;

/// In each group, the options of the program, then those of each command.
// clang-format off
inline constexpr std::array table{
    OptionRow{"--files-from", "FILE", Group::input, in_folder,
              "Read more inputs from FILE, one a line; - is standard input; empty lines and "
              "lines that start with # are skipped"},
    OptionRow{"-0,--null", "", Group::input, allowed,
              "Split the --files-from list at NUL bytes, as find -print0 writes it"},
    OptionRow{"--url", "URL", Group::input, allowed,
              "Address of the input document",
              nothing, "resolve base effects"},
    OptionRow{"--site-url", "URL", Group::input, allowed,
              "Address of the root folder; a file's address is this URL plus its path below the "
              "root [file: URLs]",
              nothing, "resolve check rewrite compare base"},
    OptionRow{"--new-site-url", "URL", Group::input, allowed,
              "Address of the root folder after the move [that of --site-url, by the plan]",
              nothing, "compare"},
    OptionRow{"--root", "DIR", Group::input, in_folder,
              "Folder that has the address --site-url [the input folder; the working folder for "
              "single files]"},
    OptionRow{"--index", "NAME,...", Group::input, allowed,
              "Names of the index files of folders, in order of preference [index.html,index.htm]"},
    OptionRow{"--extensions", "EXT,...", Group::input, allowed,
              "Extensions that the server adds, such as html; a link to page finds page.html",
              nothing, "check"},
    OptionRow{"--host", "NAME", Group::input, allowed,
              "Find files, redirect and publish as this host does; --index and --extensions win",
              nothing, "check"},
    OptionRow{"--mount", "/PATH=DIR", Group::input, maps_in_folder,
              "Serve the folder DIR below /PATH of the site"},
    OptionRow{"--redirects", "FILE", Group::input, in_folder,
              "Read more redirects from FILE: netlify.toml, vercel.json, firebase.json, "
              "staticwebapp.config.json, wrangler.toml or .jsonc, .htaccess, .conf of Apache or nginx, "
              "or lines as in _redirects"},
    OptionRow{"--keep-urls", "FILE", Group::input, in_folder,
              "Report the URLs of FILE, a sitemap or a list, or of the site in a folder, that no longer "
              "have a file or a redirect"},
    OptionRow{"--since", "DIR", Group::selection, in_folder,
              "Report only what has been broken since the site was as in DIR, and what is gone"},
    OptionRow{"--sources", "DIR", Group::input, in_folder,
              "Name the place of a finding in DIR, from whose files a generator made the site"},
    OptionRow{"--ext", "EXT=TYPE", Group::input, allowed,
              "Read files with the extension EXT as TYPE, a media type or a known extension: "
              "php=html; =html reads files without an extension"},
    OptionRow{"--include", "GLOB", Group::input, allowed,
              "In folders, read only files whose path below the folder matches GLOB; at most 1,000"},
    OptionRow{"--exclude", "GLOB", Group::input, allowed,
              "Same as --exclude-path"},
    OptionRow{"--exclude-path", "GLOB", Group::input, allowed,
              "In folders, skip files and folders that match GLOB; at most 1,000",
              nothing, "resolve check base compare"},
    OptionRow{"--hidden", "", Group::input, allowed,
              "Include hidden files and folders"},
    OptionRow{"--follow-outside", "", Group::input, refused,
              "Follow symbolic links that lead out of the folder"},
    OptionRow{"--content-type", "TYPE", Group::input, allowed,
              "Media type of the inputs, as in a Content-Type header"},
    OptionRow{"--encoding", "LABEL", Group::input, allowed,
              "Encoding of the inputs; overrides what they declare, except a byte order mark",
              nothing, "url"},
    OptionRow{"--encoding-fallback", "LABEL", Group::input, allowed,
              "Encoding of documents that declare none; auto means UTF-8 if all bytes are valid "
              "[windows-1252]"},
    OptionRow{"--batch", "", Group::input, refused,
              "Answer each JSON line of standard input with a line",
              nothing, "url"},
    OptionRow{"--standard", "NAME", Group::reading, allowed,
              "Standard to parse URLs by",
              nothing, "url"},
    OptionRow{"--xml-base", "WHEN", Group::reading, allowed,
              "Which xml:base attributes apply; auto: not those in HTML, XHTML and SVG, as in browsers",
              nothing, "base"},
    OptionRow{"--feed-base", "WHAT", Group::reading, allowed,
              "Resolve HTML in the items of feeds against the feed, or the link of its item, as readers do"},
    OptionRow{"--base", "URL", Group::reading, allowed,
              "Base URL of relative references",
              nothing, "url"},
    OptionRow{"--compare", "", Group::reading, allowed,
              "Parse by all standards and show the first difference",
              nothing, "url"},
    OptionRow{"--creator", "URL", Group::reading, allowed,
              "Base URL of the document that created an about:blank input"},
    OptionRow{"--container", "URL", Group::reading, allowed,
              "Base URL of the document that contains an about:srcdoc input"},
    OptionRow{"--scripting", "", Group::reading, allowed,
              "Parse <noscript> as if scripting were enabled"},
    OptionRow{"--engine", "NAME", Group::reading, allowed,
              "Parser to use (same results)"},
    OptionRow{"--isolate", "", Group::reading, allowed,
              "Read each document in its own process, so that a crash affects only that document"},
    OptionRow{"--kinds", "KIND,...", Group::selection, allowed,
              "Only links of these kinds",
              nothing, "resolve archive compare"},
    OptionRow{"--elements", "NAME,...", Group::selection, allowed,
              "Only links of these elements",
              nothing, "resolve"},
    OptionRow{"--also", "WHAT,...", Group::selection, allowed,
              "Include URLs in social cards, JSON-LD, import maps or speculation rules"},
    OptionRow{"--attribute", "ELEMENT[NAME]=GRAMMAR", Group::selection, allowed,
              "Read this attribute as links, too: img[data-src]=url; ELEMENT may be *, GRAMMAR is "
              "url, srcset, css, list or refresh; at most 1,000"},
    OptionRow{"--templates", "", Group::selection, allowed,
              "Include links in template content"},
    OptionRow{"--unique", "", Group::selection, allowed,
              "Print each URL once, at its first occurrence",
              nothing, "resolve archive"},
    OptionRow{"--records", "TYPE,...", Group::selection, allowed,
              "Only records of these types",
              nothing, "archive"},
    OptionRow{"--max-body", "SIZE", Group::selection, allowed,
              "Maximum decoded body size; suffixes K, M, G [256M]", requests},
    OptionRow{"--missing", "", Group::selection, allowed,
              "Only links that browsers fetch or follow to what is not in the archive",
              nothing, "archive"},
    OptionRow{"--page", "URL", Group::selection, allowed,
              "Only this page and what it loads; needs --extract",
              nothing, "archive"},
    OptionRow{"--cdxj", "FILE", Group::selection, in_folder,
              "CDXJ index of the archive, for --missing [made from the inputs]"},
    OptionRow{"--include-path", "GLOB", Group::selection, allowed,
              "Report only pages whose path below the folder matches GLOB; at most 1,000"},
    OptionRow{"--exclude-url", "REGEX", Group::selection, allowed,
              "Ignore links whose URL matches REGEX",
              nothing, "resolve check compare archive"},
    OptionRow{"--rules", "RULE,...", Group::selection, allowed,
              "Only these rules"},
    OptionRow{"--severity", "RULE=LEVEL", Group::selection, allowed,
              "Report RULE as error, warning, note or off; a note never fails; consistency is a group of "
              "rules about hreflang, canonical, sitemaps and islands",
              nothing, "check"},
    OptionRow{"--external", "WHAT", Group::selection, offline,
              "Links to other sites; check requests them over the network",
              nothing, "check"},
    OptionRow{"--include-url", "REGEX", Group::selection, allowed,
              "Request only links to other sites whose URL matches REGEX", foreign},
    OptionRow{"--suggest", "WHERE", Group::selection, allowed,
              "For a broken link to another site, suggest a copy in an archive", foreign},
    OptionRow{"--orphans", "", Group::selection, allowed,
              "Report pages and files that no link leads to"},
    OptionRow{"--start", "URL", Group::selection, allowed,
              "Count clicks from this page; may be given several times [the root of the site]"},
    OptionRow{"--as-files", "", Group::selection, allowed,
              "Report what does not work where the folder is opened without a server"},
    OptionRow{"--allow-empty", "", Group::selection, allowed,
              "Accept that there is no page to check, which is an error otherwise"},
    OptionRow{"--baseline", "FILE", Group::selection, in_folder,
              "Report only findings that FILE does not list",
              nothing, "check"},
    OptionRow{"--update-baseline", "", Group::selection, refused,
              "Write the findings of this run to the --baseline file"},
    OptionRow{"--fix", "", Group::changes, refused,
              "Repair the findings that have one safe answer, and print the changes as a unified "
              "diff; --in-place or -o DIR writes them. --fix=RULE,... repairs those of these rules "
              "alone"},
    OptionRow{"--set-base", "HREF", Group::changes, allowed,
              "Set the href of the base element; it is added if there is none",
              nothing, "effects"},
    OptionRow{"--remove-base", "", Group::changes, allowed,
              "Remove all base elements that have an href",
              nothing, "effects"},
    OptionRow{"--new-url", "URL", Group::changes, allowed,
              "Change the address of the document",
              nothing, "effects"},
    OptionRow{"--set-xml-base", "SELECTOR=VALUE", Group::changes, allowed,
              "Set xml:base on elements that match SELECTOR: a CSS selector (types, ids, "
              "classes, attributes, descendants, children) or an index path such as 0.1.2"},
    OptionRow{"--remove-xml-base", "SELECTOR", Group::changes, allowed,
              "Remove xml:base from elements that match SELECTOR"},
    OptionRow{"--to", "FORM", Group::changes, allowed,
              "Form to write references in; external links can only become absolute",
              nothing, "rewrite"},
    OptionRow{"--rebase", "OLD=NEW", Group::changes, allowed,
              "Replace the URL prefix OLD by NEW; pages below OLD move as well; in OLD, * is one path "
              "segment",
              nothing, "rewrite compare"},
    OptionRow{"--map", "FILE", Group::changes, in_folder,
              "Replace single URLs; each line of FILE is OLD, a tab or comma and NEW, or "
              "JSON",
              nothing, "compare"},
    OptionRow{"--placeholder", "REGEX", Group::changes, allowed,
              "Leave values unchanged that REGEX matches, such as %name%; those with template code stay "
              "anyway"},
    OptionRow{"--drop-base", "", Group::changes, allowed,
              "Remove base elements; every link keeps its target",
              nothing, "rewrite"},
    OptionRow{"--neutral-base", "", Group::changes, allowed,
              "Leave <base href=\"\"> in place of a base element that is dropped, for scripts that "
              "ask for one"},
    OptionRow{"--drop-xml-base", "", Group::changes, allowed,
              "Remove xml:base attributes; every link keeps its target"},
    OptionRow{"--move-to", "URL", Group::changes, allowed,
              "Change the address of the page; every link keeps its target"},
    OptionRow{"--keep", "WHAT,...", Group::changes, allowed,
              "Links to leave unchanged; by default canonical, alternate, og and guid, but what names "
              "the address of a page that moves moves along",
              nothing, "rewrite"},
    OptionRow{"--local", "DIR", Group::changes, in_folder,
              "Link to files in DIR where they exist; DIR is a mirror of sites",
              nothing, "rewrite compare"},
    OptionRow{"--move", "SELECTOR", Group::changes, allowed,
              "Move the first element that matches SELECTOR",
              nothing, "effects"},
    OptionRow{"--into", "FILE", Group::changes, in_folder,
              "Move the element into the body of FILE",
              nothing, "effects"},
    OptionRow{"--into-url", "URL", Group::changes, allowed,
              "Address of the --into file"},
    OptionRow{"--set", "PART=VALUE", Group::changes, allowed,
              "Set a part as the setter of the URL API does: href, protocol, username, password, "
              "host, hostname, port, pathname, search, hash",
              nothing, "url"},
    OptionRow{"--method", "NAME", Group::network, allowed,
              "Request method; auto is HEAD, or GET if a fragment is searched for or HEAD fails",
              requests},
    OptionRow{"--accept", "CODES", Group::network, named,
              "HTTP status codes to accept, a list of codes and ranges [200-299]; 'PREFIX CODES' is for "
              "URLs that begin with PREFIX", requests},
    OptionRow{"--timeout", "S", Group::network, allowed,
              "Seconds for one request, from name resolution to the last byte [20]",
              requests},
    OptionRow{"--connect-timeout", "S", Group::network, allowed,
              "Seconds for a connection [10]", requests},
    OptionRow{"--retries", "N", Group::network, named,
              "Repeat a request at most N times after a time-out, a connection error or a "
              "status such as 429 and 503 [2]", requests},
    OptionRow{"--retry-wait", "S", Group::network, allowed,
              "Seconds before the first retry, doubled for each further one up to 30 [1]",
              requests},
    OptionRow{"--max-wait", "S", Group::network, allowed,
              "Wait at most S seconds when a server answers with Retry-After [60]", requests},
    OptionRow{"--max-redirects", "N", Group::network, allowed,
              "Follow at most N redirects in a row [20]", requests},
    OptionRow{"--connections", "N", Group::network, allowed,
              "Send at most N requests at the same time [64]", requests},
    OptionRow{"--per-host", "N", Group::network, named,
              "Send at most N requests to one host at the same time [4]", requests},
    OptionRow{"--delay", "MS", Group::network, named,
              "Milliseconds between the starts of two requests to one host [100, to this machine 0]",
              requests},
    OptionRow{"--robots", "WHEN", Group::network, named,
              "Obey robots.txt; auto obeys it in a crawl that begins at a public address", requests},
    OptionRow{"--header", "HEADER", Group::network, refused,
              "Send a header; HEADER is 'NAME: VALUE', or 'PREFIX NAME: VALUE' for URLs that begin with "
              "PREFIX; may be given several times", requests},
    OptionRow{"--user-agent", "TEXT", Group::network, named,
              "Value of the header User-Agent [hrefkit/VERSION, and where a server refuses that, "
              "Mozilla/5.0 (compatible; hrefkit/VERSION)]",
              requests},
    OptionRow{"--cookie-jar", "FILE", Group::network, refused,
              "Send the cookies of FILE, which has Netscape's format and is not changed", requests},
    OptionRow{"--proxy", "URL", Group::network, refused,
              "Proxy for all requests, or none [that of the environment]", requests},
    OptionRow{"--ca-file", "FILE", Group::network, refused,
              "Certificates of the authorities to trust, in PEM [those of the system]", requests},
    OptionRow{"--insecure", "", Group::network, refused,
              "Accept every certificate", requests},
    OptionRow{"--resolve", "HOST:PORT:ADDRESS,...", Group::network, refused,
              "Connect to ADDRESS for HOST and PORT; may be given several times", requests},
    OptionRow{"--allow-private", "CIDR,...", Group::network, refused,
              "Allow requests to these private addresses, such as 127.0.0.0/8,fd00::/8, or to all of "
              "them",
              requests},
    OptionRow{"--cache", "FILE", Group::network, refused,
              "Store responses in FILE for later runs", foreign},
    OptionRow{"--max-age", "TIME", Group::network, allowed,
              "Repeat a request if the cached response is older than TIME; suffixes s, m, h, d, w "
              "[1d]",
              cache},
    OptionRow{"--scope", "PREFIX", Group::network, allowed,
              "Crawl pages whose URL begins with PREFIX [the folder of the start]; may be given "
              "several times", crawl},
    OptionRow{"--depth", "N", Group::network, allowed,
              "Read pages up to N links from the start [all]", crawl},
    OptionRow{"--max-pages", "N", Group::network, allowed,
              "Read at most N pages, sitemaps and feeds in a crawl [50000]; of style sheets and "
              "manifests N, or 50000 if that is more", crawl},
    OptionRow{"--max-queries", "N", Group::network, allowed,
              "Request at most N different queries of one path in a crawl [100]", crawl},
    OptionRow{"--sitemaps", "WHEN", Group::network, allowed,
              "Read the sitemaps of the site in a crawl", crawl},
    OptionRow{"-f,--format", "FORMAT", Group::output, allowed,
              "Format of the results [by the extension of -o, else text]",
              nothing, "resolve check archive compare base effects url"},
    OptionRow{"-o,--output", "FILE", Group::output, refused,
              "Write the results to FILE; it is replaced only at the end, if an input was read",
              nothing, "resolve check rewrite archive compare base effects url"},
    OptionRow{"--write-redirects", "FORMAT", Group::output, refused,
              "Write redirects from the addresses of pages that moved; they go to standard output, or to -o",
              nothing, "compare"},
    OptionRow{"--no-fold", "", Group::output, allowed,
              "Write a redirect for each page, and none for whole folders"},
    OptionRow{"--extract", "DIR", Group::output, refused,
              "Write captures into DIR, to be opened in a browser; DIR is a new or empty folder",
              nothing, "archive"},
    OptionRow{"--report", "FORMAT=FILE", Group::output, refused,
              "Write a further report of the run to FILE; may be given several times"},
    OptionRow{"--pages", "FILE", Group::output, refused,
              "Write a row for each page to FILE, which ends in .csv or .jsonl: its title, clicks from the "
              "start, links, and whether search engines show it"},
    OptionRow{"--graph", "FILE", Group::output, refused,
              "Write a row for each link between pages to FILE, which ends in .csv or .jsonl; --also "
              "external adds those to other sites"},
    OptionRow{"--text", "", Group::output, allowed,
              "Add the text of each link"},
    OptionRow{"--max-findings", "N", Group::output, allowed,
              "Show at most N findings in text, github, markdown and html, and count the others"},
    OptionRow{"--date", "TEXT", Group::output, allowed,
              "Print TEXT, such as a date, at the top of the html page, to tell two reports apart"},
    OptionRow{"--copy-assets", "", Group::output, refused,
              "Copy all other files to the -o folder, too",
              nothing, "rewrite"},
    OptionRow{"--in-place", "", Group::output, refused,
              "Replace the input files",
              nothing, "rewrite"},
    OptionRow{"--backup", "SUFFIX", Group::output, refused,
              "Keep each replaced file as its name plus SUFFIX; do not replace it if that file "
              "exists",
              nothing, "rewrite"},
    OptionRow{"--dry-run", "", Group::output, allowed,
              "Report the changes and write no page",
              nothing, "rewrite"},
    OptionRow{"--diff", "", Group::output, allowed,
              "Print the changes as a unified diff; write pages only with -o or --in-place"},
    OptionRow{"--verify", "WHEN", Group::output, allowed,
              "Parse each new page again and keep the old one unless every link leads where it "
              "should"},
    OptionRow{"--report-leftovers", "HOST", Group::output, allowed,
              "Report each place of the new pages, scripts and comments included, and of the text files "
              "that --copy-assets copies, that still names HOST"},
    OptionRow{"--csv-guard", "", Group::output, allowed,
              "In CSV, put ' before values that a spreadsheet would take for formulas"},
    OptionRow{"--csv-bom", "", Group::output, allowed,
              "Start CSV with a byte order mark, so that Excel reads it as UTF-8"},
    OptionRow{"--sort", "", Group::output, allowed,
              "Sort the lines and remove duplicates"},
    OptionRow{"--compress", "HOW", Group::output, allowed,
              "Compression of the results",
              nothing, "archive"},
    OptionRow{"--fail-on", "WHAT", Group::output, allowed,
              "Exit code 1 if any WHAT occurred",
              nothing, "resolve check effects archive"},
    OptionRow{"--watch", "", Group::running, refused,
              "Check again whenever a file changes, until interrupted"},
    OptionRow{"-j,--jobs", "N", Group::running, allowed,
              "Number of files to process in parallel [one per processor]"},
    OptionRow{"-q,--quiet", "", Group::running, allowed,
              "Print only errors, no warnings and no summary"},
    OptionRow{"-v,--verbose", "", Group::running, allowed,
              "Also print notes and each skipped file"},
    OptionRow{"--progress", "WHEN", Group::running, allowed,
              "Show progress on standard error"},
    OptionRow{"--no-progress", "", Group::running, allowed,
              "Same as --progress never"},
    OptionRow{"--color", "WHEN", Group::running, allowed,
              "Use colours"},
    OptionRow{"-c,--config", "FILE", Group::running, refused,
              "Read options from FILE instead of .hrefkit.toml; a file named here may set every "
              "option"},
    OptionRow{"--generate", "WHAT", Group::output, refused,
              "Print a manual page, a shell completion script or the page of the rules of check"},
};
// clang-format on

/// Keys are unique.
static_assert([] {
  // Clang limits the steps of compile-time evaluation, so compute each key only once.
  std::array<std::string_view, table.size()> keys;
  std::transform(table.begin(), table.end(), keys.begin(), [](auto& row) { return row.key(); });
  std::sort(keys.begin(), keys.end());
  return std::adjacent_find(keys.begin(), keys.end()) == keys.end();
}());

/// No option with a path may be `allowed` in a configuration that is read unasked.
static_assert(std::all_of(table.begin(), table.end(), [](OptionRow const& row) {
  const auto names = [&row](std::string_view what) { return row.value.find(what) != what.npos; };
  const bool is_path = names("FILE") || names("DIR") || names("PATH");
  return !is_path || (row.unasked != allowed && row.unasked != offline);
}));

}  // namespace option_rows

/// The row of an option in one command. It is found by its long name at compile time; a name
/// without a row does not compile.
struct Option {
  OptionRow row;  // not a base class: clang 14 crashes on its consteval constructors

  // NOLINTNEXTLINE(google-explicit-constructor): a name stands for its row
  consteval Option(char const* name) : row(find(name)) {}

  /// The same with a help text of the command's own.
  consteval Option(char const* name, std::string_view own_help) : row(find(name)) {
    row.help = own_help;
  }

  /// The same with a name for its value, too.
  consteval Option(char const* name, std::string_view own_value, std::string_view own_help)
      : row(find(name)) {
    row.value = own_value;
    row.help = own_help;
  }

 private:
  static consteval OptionRow const& find(std::string_view name) {
    for (OptionRow const& row : option_rows::table) {
      if (name.starts_with("--") && name.substr(2) == row.key()) return row;
    }
    throw "there is no such option";  // not a constant expression: a compile error
  }
};

/// The row of the option with this long name ("output" for --output); null for an unknown name.
OptionRow const* find_row(std::string_view key);

/// The rule for the key `key` in a configuration that is read unasked: that of the option with this
/// long name ("output", of --output). Keys without an option are refused.
ImplicitConfig unasked_rule(std::string_view key);

/// True for an option, as written on a command line, whose value is the next word: "--format", "-j"
/// (but not "--format=csv" nor "-j2").
bool takes_next_word(std::string_view word);

}  // namespace hrefkit::cli
