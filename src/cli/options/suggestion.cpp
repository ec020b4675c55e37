#include "hrefkit/cli/options/suggestion.h"

#include <algorithm>
#include <array>
#include <boost/filesystem/operations.hpp>
#include <cstddef>
#include <optional>
#include <tl/expected.hpp>

#include "hrefkit/site/check.h"
#include "hrefkit/site/input.h"
#include "hrefkit/text/text.h"
#include "hrefkit/url/resolver.h"
#include "hrefkit/url/url.h"
#include "hrefkit/warc/record_reader.h"

namespace hrefkit::cli {

bool has_word(std::string_view list, std::string_view word) {
  for (std::size_t at = list.find(word); at != list.npos; at = list.find(word, at + 1)) {
    const std::size_t end = at + word.size();
    if ((at == 0 || list[at - 1] == ' ') && (end == list.size() || list[end] == ' ')) return true;
  }
  return false;
}

std::string shell_word(std::string_view text) {
  constexpr std::string_view safe_in_a_shell =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~:/@%+,=";
  if (text.find_first_not_of(safe_in_a_shell) == std::string_view::npos) return std::string(text);
  std::string quoted = "'";
  for (const char c : text) {
    if (c == '\'') {
      quoted += "'\\''";
    } else {
      quoted += c;
    }
  }
  return quoted + "'";
}

std::string_view reading_command(std::string_view path) {
  return warc::is_archive_name(path) ? "archive" : "resolve";
}

std::string web_archive_reader(std::string_view command) {
  struct Hint {
    std::string_view command;
    std::string_view text;
  };
  constexpr std::array hints{
      Hint{"check",
           "; --missing lists the links to what it lacks, --extract DIR writes a folder to check"},
      Hint{"compare", "; --extract DIR writes a folder to compare"},
      Hint{"rewrite",
           "; --extract DIR writes a folder of its pages, with links that lead to its files"},
  };
  std::string hint = "hrefkit archive reads it";
  for (Hint const& each : hints) {
    if (each.command == command) hint += each.text;
  }
  return hint;
}

bool is_web_url(std::string_view word) {
  const std::string start = text::to_ascii_lower(word.substr(0, 8));
  return start.starts_with("http://") || start.starts_with("https://");
}

namespace {

/// A host and a port without a scheme before them.
struct WrittenAddress {
  std::string_view rest;  ///< all but the slashes before the host
  std::string_view host;
  std::string_view port;  ///< with the colon; empty without one
};

WrittenAddress written_address(std::string_view value) {
  if (value.starts_with("//")) value.remove_prefix(2);
  const std::string_view authority = value.substr(0, value.find_first_of("/?#"));
  const std::size_t end =
      authority.starts_with('[') ? authority.find(']') + 1 : authority.find(':');
  const std::string_view host = authority.substr(0, end);
  return {value, host, authority.substr(host.size())};
}

bool is_port(std::string_view port) {
  return port.size() > 1 && port.front() == ':' &&
         port.find_first_not_of("0123456789", 1) == port.npos;
}

bool is_ip_address(std::string_view host) {
  return url::parse_ip_address(host).has_value();
}

/// True for a name of this machine, or an address: it hardly has a certificate.
bool is_local_host(std::string_view host) {
  return host == "localhost" || host.ends_with(".localhost") || is_ip_address(host);
}

/// True for a host that is no name of a file or folder.
bool is_clearly_host(WrittenAddress const& address) {
  constexpr std::array<std::string_view, 8> domains{".com", ".org", ".net", ".edu",
                                                    ".gov", ".io",  ".dev", ".app"};
  const std::string_view host = address.host;
  return is_local_host(host) || host.starts_with("www.") || is_port(address.port) ||
         std::any_of(domains.begin(), domains.end(),
                     [&](std::string_view domain) { return host.ends_with(domain); });
}

}  // namespace

std::string url_with_scheme(std::string_view value) {
  const WrittenAddress address = written_address(value);
  const std::string_view host = address.host;
  const bool is_local = is_local_host(host);
  const bool is_domain = host.find('.', 1) != host.npos && !host.ends_with('.') &&
                         host.find_first_of("@%\\ ") == host.npos &&
                         site::find_file_type(host) == nullptr;
  if (!is_local && !is_domain) return {};
  if (!address.port.empty() && !is_port(address.port)) return {};
  const auto url =
      url::Resolver({}).resolve((is_local ? "http://" : "https://") + std::string(address.rest));
  return url ? *url : std::string();
}

std::string meant_url(std::string const& path) {
  boost::system::error_code error;
  const bool is_meant =
      is_clearly_host(written_address(path)) && !boost::filesystem::exists(path, error);
  return is_meant ? url_with_scheme(path) : std::string();
}

std::string network_hint(std::string const& input) {
  std::string hint = "; ";
  std::string url = input;
  if (!is_web_url(input)) {
    url = meant_url(input);
    if (url.empty()) return {};
    hint += "did you mean " + url::masked_url(url) + "? ";
  }
  const std::string word = shell_word(url::masked_url(url));
  const std::string_view path = std::string_view(url).substr(0, url.find_first_of("?#"));
  if (warc::is_archive_name(path)) return hint + "curl -s " + word + " | hrefkit archive -";
  return hint + "hrefkit check " + word + " crawls it; for its links: curl -s " + word +
         " | hrefkit resolve --url " + word + " -";
}

namespace {

struct OtherCommand {
  std::string_view word;
  std::string_view command;
};

// clang-format off
constexpr std::array command_words{
    OtherCommand{"links", "resolve"},   OtherCommand{"list", "resolve"},
    OtherCommand{"ls", "resolve"},      OtherCommand{"extract", "resolve"},
    OtherCommand{"find", "resolve"},    OtherCommand{"get", "resolve"},
    OtherCommand{"show", "resolve"},    OtherCommand{"dump", "resolve"},
    OtherCommand{"scan", "check"},      OtherCommand{"crawl", "check"},
    OtherCommand{"lint", "check"},      OtherCommand{"validate", "check"},
    OtherCommand{"verify", "check"},    OtherCommand{"test", "check"},
    OtherCommand{"audit", "check"},     OtherCommand{"convert", "rewrite"},
    OtherCommand{"replace", "rewrite"}, OtherCommand{"relink", "rewrite"},
    OtherCommand{"edit", "rewrite"},    OtherCommand{"change", "rewrite"},
    OtherCommand{"migrate", "rewrite"}, OtherCommand{"warc", "archive"},
    OtherCommand{"wacz", "archive"},    OtherCommand{"diff", "compare"},
    OtherCommand{"parse", "url"},       OtherCommand{"explain", "help RULE"},
    OtherCommand{"rule", "help RULE"},  OtherCommand{"man", "help COMMAND"},
    OtherCommand{"manual", "help COMMAND"}, OtherCommand{"usage", "help COMMAND"},
};

// Words of lychee, html-proofer, linkinator, linkchecker, htmltest, wget, muffet, hyperlink,
// broken-link-checker, curl and linters, as their own help pages list them.
constexpr std::array option_words{
    // What is so without an option.
    OtherOption{"--recursive --recurse -r -R", "",
                "leave it out: folders are read with all folders in them, and a URL is crawled", "check"},
    OtherOption{"--recursive --recurse -r -R", "",
                "leave it out: folders are read with all folders in them"},
    OtherOption{"--offline --no-network --no-external --disable-external --skip-external "
                "--exclude-external --no-check-external", "",
                "leave it out: no other site is asked without --external check"},
    OtherOption{"--include-fragments --check-fragments --check-anchors --anchors "
                "--check-internal-hash --check-external-hash", "",
                "leave it out: fragments are always checked"},
    OtherOption{"--exclude-all-private --exclude-private --exclude-loopback --exclude-link-local", "",
                "leave it out: private addresses are refused without --allow-private"},
    OtherOption{"--exclude-mail --exclude-mailto --ignore-empty-mailto", "",
                "leave it out: mail addresses are not asked"},
    OtherOption{"--include-mail", "",
                "no mail server is asked; the rule suspicious-url finds addresses without @"},
    OtherOption{"--include-verbatim", "",
                "leave it out: links in code and pre count, and text there is no link"},
    OtherOption{"--check-css", "", "leave it out: style sheets are read"},
    OtherOption{"--check-sri", "", "leave it out: see the rule integrity-mismatch"},
    OtherOption{"--allow-hash-href", "", "leave it out: # is the top of the page"},
    OtherOption{"--allow-missing-href", "", "leave it out: an element without href is no link"},
    OtherOption{"--ignore-empty-alt --empty-alt-ignore --ignore-missing-alt --alt-ignore", "",
                "leave it out: only links are checked, not alt texts"},
    OtherOption{"--check-favicon --check-html", "", "only links are checked"},
    OtherOption{"--location --follow-redirects -L", "",
                "leave it out: up to --max-redirects redirects are followed", "check"},
    OtherOption{"--no-parent", "",
                "leave it out: a crawl stays below the folder of its start unless --scope says more",
                "check"},
    OtherOption{"--spider", "", "leave it out: no page is stored", "check"},
    OtherOption{"--no-cache", "", "leave it out: answers are kept only with --cache", "check"},
    OtherOption{"--no-ignore", "", "leave it out: .gitignore is not read"},
    OtherOption{"--port --serve --server", "", "leave it out: a folder is checked without a server",
                "check"},
    OtherOption{"--skip-missing", "",
                "an input that is not there is an error, and the others are still read"},

    // Inputs.
    OtherOption{"--url --input --start-url", "", "the folder or the URL is named without an option",
                "check"},
    OtherOption{"--dir --directory --folder --path --file --files --input", "",
                "files and folders are named without an option, a list of them by --files-from"},
    OtherOption{"--input-file --stdin --from-file --filelist", "--files-from"},
    OtherOption{"--markdown --include-wikilinks", "",
                "--format markdown is a report in Markdown; of pages in Markdown, check the HTML made "
                "from them", "check"},
    OtherOption{"--root-url --base-url --baseurl --base-path", "--base"},
    OtherOption{"--base", "--set-base"},
    OtherOption{"--root-url --base-url --baseurl --base --base-path --path-prefix "
                "--internal-domains", "--site-url"},
    OtherOption{"--root-dir --root-path --server-root --docroot", "--root"},
    OtherOption{"--index-files --directory-index-file --directory-index --index-file", "--index"},
    OtherOption{"--clean-urls --pretty-urls --assume-extension --fallback-extensions",
                "--extensions html"},
    OtherOption{"--default-extension", "--ext =html"},
    OtherOption{"--remap --swap-urls --url-swap --url-rewrite-search --url-rewrite-replace", "",
                "--site-url names the address of the folder, --mount serves another folder below it",
                "check"},
    OtherOption{"--remap --swap-urls --url-swap --url-rewrite-search --url-rewrite-replace",
                "--rebase"},

    // Which links and files.
    OtherOption{"--exclude --ignore --skip --ignore-url --ignore-urls --url-ignore --skip-url "
                "--reject-regex --exclude-domains --ignore-domains", "--exclude-url"},
    OtherOption{"--exclude --ignore --skip --ignore-files --file-ignore --exclude-dir --exclude-dirs "
                "--exclude-directories --reject", "--exclude-path"},
    OtherOption{"--exclude-file --ignore-file", "",
                "URLs to ignore stand in .hrefkitignore, a REGEX on each line", "check"},
    OtherOption{"--include --glob --include-directories", "--include-path"},
    OtherOption{"--glob --include-directories", "--include"},
    OtherOption{"--scheme", "--include-url ^https:"},
    OtherOption{"--domains --accept-regex", "--include-url"},
    OtherOption{"--swap-attributes", "--attribute"},
    OtherOption{"--check-opengraph --check-og", "--also meta"},
    OtherOption{"--dump --list-links --links-only", "", "hrefkit resolve prints the links"},

    // Rules.
    OtherOption{"--checks --select", "--rules"},
    OtherOption{"--list-rules --explain", "",
                "hrefkit help rules lists the rules, hrefkit help RULE explains one"},
    OtherOption{"--require-https --enforce-https --check-img-http", "",
                "that is always so on a site of https: see the rules mixed-content and "
                "insecure-own-url"},
    OtherOption{"--external-only --exclude-internal", "",
                "give --external check, and for --rules those that begin with external-", "check"},
    OtherOption{"--no-fragments --ignore-fragments --no-check-anchors",
                "--severity missing-fragment=off"},
    OtherOption{"--directory-listing", "--severity missing-index=off"},
    OtherOption{"--disable --no-warnings --ignore-warnings", "--severity RULE=off"},
    OtherOption{"--strict --fail-on-warning --fail-on-warnings --warnings-as-errors",
                "--fail-on warning", {}, "check"},
    OtherOption{"--exit-zero --no-fail", "--fail-on none", {}, "check"},
    OtherOption{"--empty", "--allow-empty"},

    // Network.
    OtherOption{"--check-extern --check-external --span-hosts", "--external check"},
    OtherOption{"--accepted-status-codes --status-code --status-codes", "--accept"},
    OtherOption{"--http-status-ignore --ignore-status-codes", "--accept 200-299,CODES"},
    OtherOption{"--only-4xx", "--accept 100-399,500-599"},
    OtherOption{"--max-concurrency --concurrency --max-connections --requests", "--connections"},
    OtherOption{"--max-connections-per-host --host-concurrency --host-requests", "--per-host"},
    OtherOption{"--rate-limit --limit-rate --wait --host-request-interval", "--delay MS"},
    OtherOption{"--max-retries --tries --retry --retry-errors --retry-errors-count "
                "--retry-errors-jitter", "--retries"},
    OtherOption{"--retry-wait-time --waitretry", "--retry-wait"},
    OtherOption{"--max-redirect --max-redirections", "--max-redirects"},
    OtherOption{"--max-response-body-size", "--max-body"},
    OtherOption{"--max-time", "--timeout"},
    OtherOption{"--one-page-only", "--depth 0"},
    OtherOption{"--max-depth --level --recursion-level", "--depth"},
    OtherOption{"--get", "--method get"},
    OtherOption{"--no-check-certificate --allow-insecure-certs --skip-tls-verification "
                "--no-verify-ssl", "--insecure"},
    OtherOption{"--cacert --ca-certificate", "--ca-file"},
    OtherOption{"--basic-auth --auth --user --password --http-user --http-password",
                "--header 'Authorization: Basic ...'"},
    OtherOption{"--token --bearer", "--header 'Authorization: Bearer ...'"},
    OtherOption{"--github-token", "--header 'https://api.github.com/ Authorization: Bearer ...'"},
    OtherOption{"--cookie --cookies --cookiefile --cookie-file --load-cookies", "--cookie-jar"},
    OtherOption{"--agent --useragent", "--user-agent"},
    OtherOption{"--http-proxy --proxy-server", "--proxy"},
    OtherOption{"--dns-resolver", "--resolve"},
    OtherOption{"--no-robots --ignore-robots", "--robots off"},
    OtherOption{"--follow-robots-txt", "--robots on"},
    OtherOption{"--follow-sitemap-xml --sitemap", "--sitemaps on"},
    OtherOption{"--max-cache-age --timeframe", "--max-age"},
    OtherOption{"--storage-dir --cache-dir", "--cache FILE"},
    OtherOption{"--archive", "--suggest archive"},
    OtherOption{"--typhoeus --typhoeus-config --hydra", "",
                "--timeout, --header and --connections say how hosts are asked", "check"},

    // Changes.
    OtherOption{"--dry --dryrun --no-act", "--dry-run"},
    OtherOption{"--inplace", "--in-place"},
    OtherOption{"-n", "--dry-run", {}, "rewrite"},
    OtherOption{"-i", "--in-place", {}, "rewrite"},
    OtherOption{"-k --convert-links", "--local"},
    OtherOption{"-k", "--insecure"},
    OtherOption{"--mirror", "",
                "no page is stored: wget --mirror, then hrefkit rewrite --local makes it open from files"},
    OtherOption{"--page-requisites", "--copy-assets"},
    OtherOption{"--backup-converted -K", "--backup .orig"},
    OtherOption{"--from", "--rebase"},
    OtherOption{"--absolute", "--to absolute"},
    OtherOption{"--relative", "--to relative"},

    // Output and running.
    OtherOption{"--threads --parallel --workers --concurrency --max-concurrency", "--jobs"},
    OtherOption{"--out --output-file", "--output"},
    OtherOption{"--output-dir --directory-prefix", "--extract"},
    OtherOption{"--output-dir --directory-prefix", "--output"},
    OtherOption{"--file-output", "--report FORMAT=FILE"},
    OtherOption{"--output-format", "--format"},
    OtherOption{"--mode", "", "--format chooses the form of the report", "check"},
    OtherOption{"--github-actions", "--format github"},
    OtherOption{"--silent --no-verbose", "--quiet"},
    OtherOption{"--debug --verbosity", "--verbose"},
    OtherOption{"--log-level", "", "--quiet prints less, --verbose more"},
    OtherOption{"--no-status", "--no-progress"},
    OtherOption{"--no-color --no-colour --no-colors", "--color never"},
    OtherOption{"--conf --config-file", "--config"},
    OtherOption{"--help-all", "--help"},
};
// clang-format on

}  // namespace

std::string meant_command(std::string_view word, std::span<std::string const> commands) {
  const auto found = std::find_if(command_words.begin(), command_words.end(),
                                  [&](OtherCommand const& other) { return other.word == word; });
  return found != command_words.end() ? std::string(found->command) : site::closest(word, commands);
}

std::span<OtherOption const> other_options() {
  return option_words;
}

}  // namespace hrefkit::cli
