#include "hrefkit/site/move/redirect_text.h"

#include <cstddef>
#include <span>
#include <utility>

#include "hrefkit/site/move/page_addresses.h"
#include "hrefkit/site/path_parts.h"
#include "hrefkit/site/redirects.h"
#include "hrefkit/text/byte_set.h"
#include "hrefkit/text/json.h"
#include "hrefkit/text/number_text.h"
#include "hrefkit/text/span.h"
#include "hrefkit/url/percent_decode.h"
#include "hrefkit/url/percent_encode.h"

namespace hrefkit::site {

namespace {

using enum RedirectFormat;

/// What a format is, and its limits. Sources: those of redirects/redirect_lines.cpp and
/// redirects/host_files.cpp, and Cloudflare Docs, "Redirects, Limits"; GitLab Docs, "GitLab Pages
/// redirects, Files and limits"; Microsoft Learn, "Quotas in Azure Static Web Apps"; Vercel Docs,
/// "Limits, Redirects" (read 2026-11-30).
struct FormatRow {
  RedirectFormat value;
  Host host;
  RedirectSyntax syntax;
  std::string_view host_name;
  std::size_t max_rules;    // 0: there is no limit
  std::size_t max_folders;  // of the rules with a *; 0: there is no limit of their own
  std::size_t max_length;   // of a rule
  std::size_t max_bytes;    // of the file
};

constexpr text::EnumTable<html, FormatRow> format_rows({
    {netlify, Host::netlify, RedirectSyntax::redirects, "Netlify", 0, 0, 0, 0},
    {cloudflare, Host::cloudflare_pages, RedirectSyntax::cloudflare, "Cloudflare", max_static_rules,
     max_dynamic_rules, 1'000, 0},
    {vercel, Host::vercel, RedirectSyntax::vercel_json, "Vercel", 2'048, 0, 4'096, 0},
    {firebase, Host::firebase, RedirectSyntax::firebase_json, "Firebase", 0, 0, 0, 0},
    {gitlab, Host::gitlab_pages, RedirectSyntax::gitlab, "GitLab Pages", 1'000, 0, 0,
     std::size_t{64} << 10},
    {azure, Host::azure, RedirectSyntax::azure_json, "Azure Static Web Apps", 0, 0, 0,
     std::size_t{20} << 10},
    {nginx, Host::plain, RedirectSyntax::nginx, "nginx", 0, 0, 0, 0},
    {apache, Host::plain, RedirectSyntax::apache, "Apache", 0, 0, 0, 0},
    {html, Host::plain, RedirectSyntax::redirects, "HTML", 0, 0, 0, 0},
});

bool is_json_format(RedirectFormat format) {
  return format == vercel || format == firebase || format == azure;
}

/// A path or URL with further bytes percent-encoded, which mean something in a format.
std::string encoded_also(std::string_view path, text::ByteSet const& set) {
  std::string encoded;
  const std::size_t scheme = path.find("://");
  const std::size_t begin = scheme == path.npos ? 0 : scheme + 3;
  encoded += path.substr(0, begin);
  url::append_percent_encoded(encoded, path.substr(begin), set);
  return encoded;
}

/// A word between the double quotes of nginx and Apache.
std::string quoted_word(std::string_view text) {
  std::string word = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') word += '\\';
    word += c;
  }
  return word += '"';
}

/// The same for Apache, which leaves a backslash alone unless another one or a quote follows.
std::string apache_word(std::string_view text) {
  std::string word = "\"";
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    const char next = i + 1 < text.size() ? text[i + 1] : '"';
    if (c == '"' || (c == '\\' && (next == '\\' || next == '"'))) word += '\\';
    word += c;
  }
  return word += '"';
}

/// The same for nginx, which knows escapes of controls.
std::string nginx_word(std::string_view text) {
  std::string word = quoted_word(text);
  for (auto const& [control, escape] :
       {std::pair('\n', "\\n"), std::pair('\r', "\\r"), std::pair('\t', "\\t")}) {
    for (std::size_t at = word.find(control); at != word.npos; at = word.find(control, at + 2)) {
      word.replace(at, 1, escape);
    }
  }
  return word;
}

/// An expression that fits `text` alone, for PCRE in a file of lines: controls by their numbers.
std::string line_expression(std::string_view text) {
  std::string expression;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte < 0x20 || byte == 0x7F) {
      constexpr std::string_view digits = "0123456789ABCDEF";
      expression += "\\x";
      expression += digits[byte >> 4];
      expression += digits[byte & 15];
    } else {
      if (byte < 0x80 && !text::ascii_alphanumeric.contains(c) && c != '/' && c != '-' &&
          c != '_' && c != ' ') {
        expression += '\\';
      }
      expression += c;
    }
  }
  return expression;
}

/// The folder of an index page without its slash; empty for another page, and for the root.
std::string_view bare_folder(std::string_view path) {
  const std::string_view name = name_part(path);
  if (!names_index_page(name) || path.size() <= name.size() + 1) return {};
  return path.substr(0, path.size() - name.size() - 1);
}

std::string lines_text(MoveRule const& rule) {
  constexpr text::ByteSet meaning(":*#");
  const std::string end = rule.is_folder ? "*" : "";
  const std::string splat = rule.is_folder ? ":splat" : "";
  return encoded_also(rule.from, meaning) + end + " " + encoded_also(rule.to, meaning) + splat +
         " 301\n";
}

/// In the order of its members.
using ObjectMembers = std::vector<std::pair<std::string_view, std::string>>;

std::string object_text(ObjectMembers const& members) {
  std::string text = "{";
  for (auto const& [name, value] : members) {
    if (text.size() > 1) text += ", ";
    text::append_json_string(text, name);
    text += ": ";
    if (name == "permanent" || name == "type" || name == "statusCode") {
      text += value;
    } else {
      text::append_json_string(text, value);
    }
  }
  return text += "}";
}

constexpr text::ByteSet destination_meaning(":*()[]{}+$\\");

/// A source of path-to-regexp: what means something in it is escaped.
std::string vercel_text(MoveRule const& rule) {
  std::string source;
  for (const char c : rule.from) {
    if (text::ByteSet(":*(){}+?\\.").contains(c) && c != '.') source += '\\';
    source += c;
  }
  std::string to = encoded_also(rule.to, destination_meaning);
  if (rule.is_folder) {
    source += "(.*)";
    to += "$1";
  }
  return object_text({{"source", source}, {"destination", to}, {"permanent", "true"}});
}

/// A glob where none of its characters is in the path, else an expression.
std::string firebase_text(MoveRule const& rule) {
  std::string to = encoded_also(rule.to, destination_meaning);
  const std::string from = rule.from;
  constexpr text::ByteSet plain = text::ascii_alphanumeric | text::ByteSet("/-_.~%");
  if (text::is_made_of(from, plain) && !rule.is_folder) {
    return object_text({{"source", from}, {"destination", to}, {"type", "301"}});
  }
  std::string expression = "^" + line_expression(from);
  if (rule.is_folder) {
    expression += "(.*)";
    to += ":1";
  } else {
    expression += "/?";
  }
  return object_text({{"regex", expression + "$"}, {"destination", to}, {"type", "301"}});
}

/// Routes have a * at their end alone, and none for what it took.
std::string azure_text(MoveRule const& rule) {
  if (rule.is_folder || rule.from.find('*') != rule.from.npos) return {};
  return object_text({{"route", rule.from}, {"redirect", rule.to}, {"statusCode", "301"}});
}

/// nginx compares the decoded path, and knows no escape of `$` in targets.
std::string nginx_text(MoveRule const& rule) {
  const std::string from = url::percent_decode(rule.from);
  const std::string to = encoded_also(rule.to, text::ByteSet("$\"\\;{}'"));
  if (from.find('\0') != from.npos) return {};
  if (rule.is_folder) {
    return "location ^~ " + nginx_word(from) + " { rewrite " +
           quoted_word("^" + line_expression(from) + "(.*)$") + " " + nginx_word(to + "$1") +
           " permanent; }\n";
  }
  return "location = " + nginx_word(from) + " { return 301 " + nginx_word(to + "$is_args$args") +
         "; }\n";
}

/// `Redirect` matches prefixes of paths. That is safe for a file, since no path is below it.
std::string apache_prefix_text(MoveRule const& rule, std::string const& from) {
  if (rule.is_folder) return {};
  return "Redirect permanent " + apache_word(from) + " " + apache_word(rule.to) + "\n";
}

/// Apache compares the decoded path, and encodes the target, in which `$` and `\` mean something.
std::string apache_text(MoveRule const& rule) {
  const std::string from = url::percent_decode(rule.from);
  if (from.find('\0') != from.npos) return {};
  std::string expression = "^";
  const std::string_view folder = bare_folder(from);
  if (rule.is_folder) {
    expression += line_expression(from) + "(.*)$";
  } else if (!folder.empty()) {
    expression += line_expression(folder) + "(?:/(?:" + line_expression(name_part(from)) + ")?)?$";
  } else {
    expression += line_expression(from) + "$";
  }
  std::string to;
  for (const char c : url::percent_decode(rule.to)) {
    if (static_cast<unsigned char>(c) < 0x20) return {};
    // Its query or fragment would begin there; `Redirect` takes a target that is encoded.
    if (c == '?' || c == '#')
      return folder.empty() ? apache_prefix_text(rule, from) : std::string();
    if (c == '$' || c == '\\' || c == '&') to += '\\';
    to += c;
  }
  if (rule.is_folder) to += "$1";
  return "RedirectMatch permanent " + apache_word(expression) + " " + apache_word(to) + "\n";
}

std::string limit_text(std::string_view host, std::size_t count, std::string_view of,
                       std::size_t max) {
  return std::string(host) + " takes " + text::grouped_number(max) + " " + std::string(of) +
         ", and these are " + text::grouped_number(count);
}

}  // namespace

Host host_of(RedirectFormat format) {
  return format_rows[format].host;
}

RedirectSyntax syntax_of(RedirectFormat format) {
  return format_rows[format].syntax;
}

bool has_folder_rules(RedirectFormat format) {
  return format != azure && format != html;
}

std::vector<std::string> rule_paths(RedirectFormat format, std::string_view path) {
  const std::string_view bare = bare_folder(path);
  if (format == html || format == apache || format == azure) return {std::string(path)};
  std::vector<std::string> paths{std::string(path)};
  if (!bare.empty()) {
    // The readers of the others fit a path with and without a slash at its end.
    const bool is_strict = format == cloudflare || format == vercel || format == nginx;
    paths.emplace_back(is_strict ? std::string(bare) + "/" : std::string(bare));
    if (is_strict) paths.emplace_back(bare);
  } else if (names_index_page(name_part(path))) {
    paths.emplace_back("/");
  } else if (format == cloudflare || format == netlify || format == gitlab) {
    // These hosts show page.html at /page.
    for_each_address(path, [&](std::string_view address) {
      if (address.size() < path.size()) paths.emplace_back(address);
    });
  }
  return paths;
}

std::string rule_text(RedirectFormat format, MoveRule const& rule) {
  switch (format) {
    case netlify:
    case cloudflare:
    case gitlab:
      return lines_text(rule);
    case vercel:
      return vercel_text(rule);
    case firebase:
      return firebase_text(rule);
    case azure:
      return azure_text(rule);
    case nginx:
      return nginx_text(rule);
    case apache:
      return apache_text(rule);
    case html:
      break;
  }
  return {};
}

std::string comment_text(RedirectFormat format, std::string_view text) {
  return is_json_format(format) ? std::string() : "# " + std::string(text) + "\n";
}

std::string file_text(RedirectFormat format, std::vector<std::string> const& rules,
                      std::string_view comments) {
  std::string text;
  if (!is_json_format(format)) {
    for (std::string const& rule : rules) text += rule;
    return text.append(comments);
  }
  text = format == firebase ? "{\"hosting\": {\"redirects\": ["
         : format == azure  ? "{\"routes\": ["
                            : "{\"redirects\": [";
  for (std::size_t i = 0; i < rules.size(); ++i) text += (i == 0 ? "\n  " : ",\n  ") + rules[i];
  return text += format == firebase ? "\n]}}\n" : "\n]}\n";
}

tl::expected<void, std::string> check_limits(RedirectFormat format, std::string_view text) {
  FormatRow const& row = format_rows[format];
  if (row.max_bytes != 0 && text.size() > row.max_bytes) {
    return tl::unexpected(
        limit_text(row.host_name, text.size(), "bytes in the file", row.max_bytes));
  }
  const Redirects read(text, {}, row.syntax);
  std::size_t folders = 0;
  std::size_t pages = 0;
  const auto count = [&](text::Span line) {
    const std::string_view written = line.in(text);
    const bool is_folder =
        row.max_folders != 0 && (folders != 0 || written.find('*') != written.npos);
    ++(is_folder ? folders : pages);
    return row.max_length == 0 || written.size() <= row.max_length;
  };
  for (Redirect const& rule : read.rules()) {
    if (rule.own || count(rule.line)) continue;
    return tl::unexpected(
        limit_text(row.host_name, rule.line.length(), "characters in a rule", row.max_length) +
        ": " + rule.from.substr(0, 80));
  }
  for (IgnoredRule const& rule : read.ignored_rules()) pages += 1 + rule.more;
  if (row.max_rules != 0 && pages > row.max_rules) {
    return tl::unexpected(limit_text(
        row.host_name, pages, row.max_folders == 0 ? "rules" : "rules without *", row.max_rules));
  }
  if (row.max_folders != 0 && folders > row.max_folders) {
    return tl::unexpected(limit_text(row.host_name, folders, "rules with *", row.max_folders));
  }
  return {};
}

std::string stub_page(std::string_view target, std::string_view canonical) {
  const auto attribute = [](std::string_view value) {
    std::string written;
    for (const char c : value) {
      if (c == '&') {
        written += "&amp;";
      } else if (c == '"') {
        written += "&quot;";
      } else {
        written += c;
      }
    }
    return written;
  };
  const std::string to = attribute(target);
  std::string page =
      "<!DOCTYPE html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n"
      "<title>This page has moved</title>\n";
  if (!canonical.empty()) {
    page += "<link rel=\"canonical\" href=\"" + attribute(canonical) + "\">\n";
  }
  page += "<meta http-equiv=\"refresh\" content=\"0; url=" + to + "\">\n";
  return page += "<p>This page has moved: <a href=\"" + to + "\">" + to + "</a></p>\n";
}

}  // namespace hrefkit::site
