#include "hrefkit/cli/options/suggestion.h"

#include <algorithm>
#include <array>
#include <cstddef>

#include "hrefkit/text/ascii.h"
#include "hrefkit/text/edit_distance.h"
#include "hrefkit/url/masked_url.h"
#include "hrefkit/warc/package.h"

namespace hrefkit::cli {

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

bool is_web_url(std::string_view word) {
  const std::string start = text::to_ascii_lower(word.substr(0, 8));
  return start.starts_with("http://") || start.starts_with("https://");
}

std::string fetch_command(std::string_view url) {
  const std::string word = shell_word(url::masked_url(url));
  return "curl -s " + word + " | hrefkit resolve --url " + word + " -";
}

std::string network_hint(std::string_view input) {
  if (!is_web_url(input)) return {};
  return "; hrefkit does not use the network: " + fetch_command(input);
}

namespace {

constexpr std::size_t max_word = 64;  // longer words are not typing errors

/// The name that begins with the word and a hyphen, if only one does: "github-pages" for "github".
std::string only_one_begun(std::string_view word, std::span<std::string const> known) {
  std::string found;
  for (std::string const& candidate : known) {
    const bool is_begun = !word.empty() && candidate.size() > word.size() &&
                          candidate.starts_with(word) && candidate[word.size()] == '-';
    if (!is_begun) continue;
    if (!found.empty()) return {};
    found = candidate;
  }
  return found;
}

}  // namespace

std::string closest(std::string_view word, std::span<std::string const> known) {
  if (word.size() > max_word) return {};
  std::string best;
  std::size_t limit = word.size() / 3;
  for (std::string const& candidate : known) {
    const std::size_t changes = text::edit_distance(word, candidate, limit);
    if (changes > limit) continue;
    best = candidate;
    if (changes == 0) break;
    limit = changes - 1;
  }
  return best.empty() ? only_one_begun(word, known) : best;
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
    OtherCommand{"parse", "url"},
};

constexpr std::string_view folders_are_walked = "folders are read with all folders in them";
constexpr std::string_view no_network = "no other site is asked without --external check";
constexpr std::string_view fragments_count = "fragments count";
constexpr std::string_view private_stays = "private addresses are refused without --allow-private";

constexpr std::array option_words{
    OtherOption{"--ignore", "--exclude-url"},    OtherOption{"--ignore", "--exclude-path"},
    OtherOption{"--skip", "--exclude-url"},      OtherOption{"--skip", "--exclude-path"},
    OtherOption{"--ignore-url", "--exclude-url"}, OtherOption{"--ignore-urls", "--exclude-url"},
    OtherOption{"--skip-url", "--exclude-url"},  OtherOption{"--ignore-files", "--exclude-path"},
    OtherOption{"--exclude-dir", "--exclude-path"},
    OtherOption{"--recursive", "", folders_are_walked},
    OtherOption{"-r", "", folders_are_walked},   OtherOption{"-R", "", folders_are_walked},
    OtherOption{"--offline", "", no_network},    OtherOption{"--no-network", "", no_network},
    OtherOption{"--include-fragments", "", fragments_count},
    OtherOption{"--check-fragments", "", fragments_count},
    OtherOption{"--check-anchors", "", fragments_count},
    OtherOption{"--anchors", "", fragments_count},
    OtherOption{"--dry", "--dry-run"},           OtherOption{"--dryrun", "--dry-run"},
    OtherOption{"--no-act", "--dry-run"},        OtherOption{"-n", "--dry-run"},
    OtherOption{"--inplace", "--in-place"},      OtherOption{"-i", "--in-place"},
    OtherOption{"--threads", "--jobs"},          OtherOption{"--parallel", "--jobs"},
    OtherOption{"--workers", "--jobs"},          OtherOption{"--concurrency", "--jobs"},
    OtherOption{"--root-url", "--site-url"},     OtherOption{"--base-url", "--base"},
    OtherOption{"--base-url", "--site-url"},     OtherOption{"--baseurl", "--site-url"},
    OtherOption{"--root-dir", "--root"},         OtherOption{"--out", "--output"},
    OtherOption{"--output-file", "--output"},    OtherOption{"--silent", "--quiet"},
    OtherOption{"--debug", "--verbose"},
    // lychee, linkchecker, html-proofer, wget, curl
    OtherOption{"--check-extern", "--external"}, OtherOption{"--check-external", "--external"},
    OtherOption{"--no-external", "", no_network}, OtherOption{"--disable-external", "", no_network},
    OtherOption{"--exclude-all-private", "", private_stays},
    OtherOption{"--exclude-private", "", private_stays},
    OtherOption{"--exclude-loopback", "", private_stays},
    OtherOption{"--exclude-link-local", "", private_stays},
    OtherOption{"--ignore-status-codes", "--accept"},
    OtherOption{"--max-concurrency", "--connections"}, OtherOption{"--max-concurrency", "--jobs"},
    OtherOption{"--max-retries", "--retries"},   OtherOption{"--tries", "--retries"},
    OtherOption{"--max-depth", "--depth"},       OtherOption{"--level", "--depth"},
    OtherOption{"--recursion-level", "--depth"}, OtherOption{"--no-check-certificate", "--insecure"},
    OtherOption{"-k", "--local"},                OtherOption{"-k", "--insecure"},
    OtherOption{"--convert-links", "--local"},   OtherOption{"--basic-auth", "--header"},
    OtherOption{"--auth", "--header"},           OtherOption{"--include", "--include-path"},
    OtherOption{"--base", "--set-base"},         OtherOption{"--base", "--site-url"},
    OtherOption{"--from", "--rebase"},           OtherOption{"--absolute", "--to"},
    OtherOption{"--relative", "--to"},           OtherOption{"--output-format", "--format"},
    OtherOption{"--output-dir", "--extract"},    OtherOption{"--output-dir", "--output"},
    OtherOption{"--empty", "--allow-empty"},
    OtherOption{"--mode", "--color"},            OtherOption{"--no-color", "--color"},
    OtherOption{"--no-colour", "--color"},       OtherOption{"--help-all", "--help"},
};

struct OtherValue {
  std::string_view word;
  std::string_view value;
};

constexpr std::array value_words{
    OtherValue{"md", "markdown"},
    OtherValue{"warn", "warning"},
};
// clang-format on

}  // namespace

std::string meant_command(std::string_view word, std::span<std::string const> commands) {
  const auto found = std::find_if(command_words.begin(), command_words.end(),
                                  [&](OtherCommand const& other) { return other.word == word; });
  const bool is_known = found != command_words.end() && std::find(commands.begin(), commands.end(),
                                                                  found->command) != commands.end();
  return is_known ? std::string(found->command) : closest(word, commands);
}

std::span<OtherOption const> other_options() {
  return option_words;
}

std::string_view usual_value(std::string_view word) {
  for (OtherValue const& other : value_words) {
    if (other.word == word) return other.value;
  }
  return word;
}

std::string did_you_mean(std::string_view word, std::span<std::string const> known) {
  const std::string meant = closest(word, known);
  return meant.empty() ? "" : "; did you mean " + meant + "?";
}

}  // namespace hrefkit::cli
