#include "hrefkit/cli/check/html_report.h"

#include <algorithm>
#include <optional>
#include <span>

#include "cli_assets.h"
#include "hrefkit/cli/check/report.h"
#include "hrefkit/cli/format/html_page.h"
#include "hrefkit/cli/format/json_writer.h"
#include "hrefkit/cli/format/printable.h"
#include "hrefkit/cli/options/suggestion.h"
#include "hrefkit/site/check.h"
#include "hrefkit/site/site.h"
#include "hrefkit/url/url.h"

namespace hrefkit::cli {

namespace {

/// What the script fills and shows: before the list, and behind it.
constexpr std::string_view body_begin =
    "<div id=\"view\" hidden>\n"
    "<div id=\"columns\">\n"
    "<section aria-labelledby=\"findings\">\n"
    "<h2 id=\"findings\" class=\"hidden\">Findings</h2>\n";
constexpr std::string_view body_end =
    "</section>\n"
    "<section id=\"overview\" aria-label=\"Overview\" tabindex=\"-1\" hidden>\n"
    "<div><h2>Worst targets</h2><ol id=\"worst\" class=\"bars\"></ol></div>\n"
    "<div><h2>Findings by rule</h2><ol id=\"rules\" class=\"bars\"></ol></div>\n"
    "</section>\n"
    "</div>\n"
    "<details id=\"map\" hidden><summary><h2>Map of the folders</h2></summary>\n"
    "<p class=\"soft\">A box is a folder with the folders in it, as large as it has pages; the "
    "redder, the closer it is to the worst one. Choose one to see its findings alone.</p>\n"
    "<ul id=\"legend\" class=\"legend\"></ul>\n"
    "<div id=\"boxes\" class=\"boxes\" role=\"group\" aria-label=\"Folders\"></div>\n"
    "</details>\n";

constexpr std::string_view table_begin =
    "<noscript>\n<h2>Findings</h2>\n<table>\n<thead><tr><th scope=\"col\">Leads to</th>"
    "<th scope=\"col\">Rule</th><th scope=\"col\">Message</th><th scope=\"col\">Where</th></tr>"
    "</thead>\n<tbody>\n";

/// Names of the rules and what they mean, and names of the severities, in the order of their
/// numbers.
void write_names(JsonWriter& json) {
  json.key("rules");
  json.begin_array();
  for (std::size_t i = 0; i < site::rule_count; ++i) {
    json.begin_array();
    json.string(name(static_cast<site::Rule>(i)));
    json.string(description(static_cast<site::Rule>(i)));
    json.end_array();
  }
  json.end_array();
  json.key("severities");
  json.begin_array();
  for (const site::Severity severity : {site::Severity::off, site::Severity::note,
                                        site::Severity::warning, site::Severity::error}) {
    json.string(name(severity));
  }
  json.end_array();
}

/// The path below the root; nothing for a file of another folder (--mount).
std::optional<std::string_view> path_below_root(std::string_view root, std::string_view file) {
  if (!file.starts_with(root)) return std::nullopt;
  const bool is_in_it = root.ends_with('/') || file.substr(root.size()).starts_with('/');
  return is_in_it ? std::optional(site::below(root, file)) : std::nullopt;
}

std::string capitalized(std::string_view sentence) {
  std::string text = shown_text(sentence);
  text[0] = text::to_ascii_upper(text[0]);
  return text;
}

/// An address without the host that a folder has where nobody gave one: "./guide/a.html".
std::string own_reference(std::string_view url) {
  std::string reference = "./";
  return reference.append(url.substr(std::string_view(site::default_site_url).size()));
}

/// True where nothing is at the end of the link, as far as the check knows.
bool leads_to_nothing(site::Finding const& finding) {
  using site::Rule;
  constexpr std::array rules{Rule::missing_file,     Rule::missing_index,      Rule::case_mismatch,
                             Rule::redirect_broken,  Rule::redirect_loop,      Rule::removed_url,
                             Rule::server_error,     Rule::local_address,      Rule::outside_site,
                             Rule::external_private, Rule::nothing_checked,    Rule::wrong_site_url,
                             Rule::unresolvable_url, Rule::base_moves_fragment};
  // Of a site that refuses programs, people may see the page.
  const bool is_gone = finding.rule == Rule::external_broken &&
                       (finding.status == 0 || finding.status == 404 || finding.status == 410);
  return is_gone || std::find(rules.begin(), rules.end(), finding.rule) != rules.end();
}

/// Where a browser finds what the finding leads to: a URL of the web, or "./" and a path from the
/// root. Empty for what no browser opens.
std::string reference_to_target(site::Finding const& finding) {
  if (leads_to_nothing(finding)) return {};
  const std::string_view url = finding.url.value_or("");
  if (url.starts_with(site::default_site_url)) return own_reference(url);
  return url.starts_with("https://") || url.starts_with("http://") ? std::string(url) : "";
}

std::string shown_target(site::Finding const& finding) {
  std::string target = site::target_name(finding);
  if (target.starts_with(site::default_site_url)) {
    target.erase(0, std::string_view(site::default_site_url).size() - 1);
  }
  return shown_text(target);
}

/// What the message says beside the card's heading, which is the target, and the sentence of the
/// rule: "did you mean guide/install.html?". May be empty.
std::string_view message_of_card(site::Finding const& finding) {
  const std::string_view message = site::message_beside_reference(finding);
  if (message.starts_with(' ')) {  // the reference is its subject
    const bool is_heading =
        finding.message.substr(1).starts_with(site::target_name(finding) + '\'');
    return is_heading ? message.substr(1) : finding.message;
  }
  if (!finding.target || finding.target->empty() || !message.starts_with(*finding.target)) {
    return message;
  }
  constexpr std::string_view missing_file = " does not exist";
  constexpr std::string_view missing_id = " has no element with the id or name '";
  std::string_view rest = message.substr(finding.target->size());
  if (rest.starts_with(missing_file)) {
    rest.remove_prefix(missing_file.size());
  } else if (rest.starts_with(missing_id)) {
    const std::size_t end = rest.find("'; ");
    rest.remove_prefix(end != std::string_view::npos ? end + 1
                       : rest.ends_with('\'')        ? rest.size()
                                                     : 0);
  }
  if (rest.starts_with("; ")) return rest.substr(2);
  return rest.empty() ? rest : message;
}

}  // namespace

std::string_view HtmlReport::beginning() {
  return html_page_beginning();
}

std::string HtmlReport::name_of_site() const {
  return options_.site_url.empty() ? options_.root : options_.site_url;
}

/// What came of the check, in a few words.
std::string HtmlReport::result(site::CheckSummary const& summary) const {
  if (is_nothing_checked_) return "No link was checked";
  const std::size_t errors = by_severity_[static_cast<std::size_t>(site::Severity::error)];
  const std::string fresh = options_.has_baseline ? "new " : "";
  if (errors == 0) {
    return "No " + fresh + "broken links" + (summary.asked.is_stopped ? " so far" : "");
  }
  if (broken_links_ == 0) return counted(errors, fresh + "error", fresh + "errors");
  std::string text = counted(broken_links_, fresh + "broken link", fresh + "broken links");
  if (const std::size_t others = errors - broken_links_; others != 0) {
    text.append(" and ").append(counted(others, "other error", "other errors"));
  }
  return text;
}

bool HtmlReport::begin() {
  if (!write_(html_page_begin({.style = page_style, .script = report_script}))) return false;
  RowBuffer data;
  JsonWriter json(data);
  json.begin_object();
  std::string root = shown_text(options_.root);
  if (!root.ends_with('/')) root += '/';
  json.member("root", root);
  json.member("pages", options_.pages);
  write_names(json);
  json.key("findings");
  json.begin_array();
  return write_data(data);
}

bool HtmlReport::emit(site::Finding const& finding) {
  ++count_;
  ++by_severity_[static_cast<std::size_t>(finding.severity)];
  if (finding.severity == site::Severity::error && !finding.raw.empty()) ++broken_links_;
  is_nothing_checked_ |= finding.rule == site::Rule::nothing_checked;
  if (const auto path = path_below_root(options_.root, finding.file)) {
    const std::string_view folder = path->substr(0, path->rfind('/') + 1);
    const auto known = folder_counts_.find(folder);
    if (known != folder_counts_.end()) {
      ++known->second;
    } else {
      folder_counts_.emplace(folder, 1);
    }
  }
  return !groups_.has_stopped;
}

std::size_t HtmlReport::file_number(std::string_view file) {
  const auto [known, is_new] = file_numbers_.try_emplace(std::string(file), files_.size());
  if (is_new) files_.emplace_back(file);
  return known->second;
}

/// A group: what report.js reads as a row. Its last member holds what only some findings have; the
/// script shows "status", "reason" and "final" of a link that was asked for in the network.
bool HtmlReport::print(site::FindingGroup const& group) {
  if (group.is_cause) {
    append_html_text(causes_ += "<p class=\"notice\">", capitalized(group.first.message));
    causes_ += "</p>\n";
    return true;
  }
  if (!print_data(group)) return false;
  add_table_row(group);
  return true;
}

bool HtmlReport::print_data(site::FindingGroup const& group) {
  site::Finding const& finding = group.first;
  site::FindingSource const& source = finding.source;
  const bool is_source = source.has_line();
  const std::string_view line = is_source ? source.shown_line : finding.source_line;
  const std::size_t begin = is_source ? source.shown_begin : finding.source_begin;
  const std::size_t end = is_source ? source.shown_end : finding.source_end;
  RowBuffer data;
  data.append(printed_++ == 0 ? "\n" : ",\n");
  JsonWriter json(data);
  json.begin_array();
  json.number(static_cast<std::size_t>(finding.rule));
  json.number(static_cast<std::size_t>(finding.severity));
  json.string(shown_target(finding));
  json.string(shown_text(message_of_card(finding)));
  json.string(shown_text(line.substr(0, begin)));
  json.string(shown_text(line.substr(begin, end - begin)));
  json.string(shown_text(line.substr(end)));
  json.number(group.findings);
  json.number(group.pages);
  json.begin_array();
  const auto write_place = [&](std::string_view file, std::size_t at_line, std::size_t column) {
    json.number(file_number(file));
    json.number(at_line);
    json.number(column);
  };
  if (is_source) {
    write_place(source.file, source.line, source.column);
  } else {
    write_place(finding.file, finding.line, finding.column);
  }
  for (site::FindingPlace const& place : group.more_places) {
    write_place(place.file, place.line, place.column);
  }
  json.end_array();
  if (!write_data(data)) return false;
  data.clear();
  if (const std::string target = shown_text(reference_to_target(finding));
      !target.empty() || finding.has_answer || source.has_file()) {
    data.append(",");
    json.begin_object();
    if (is_source) {
      json.member("built",
                  shown_text(place_text(std::string(finding.file), finding.line, finding.column)));
    } else if (source.has_file()) {
      json.member("source", shown_text(source.file));
    }
    if (!target.empty()) json.member("href", target);
    if (finding.has_answer) {
      if (finding.status != 0) json.member("status", std::size_t{finding.status});
      if (!finding.reason.empty()) json.member("reason", finding.reason);
      if (finding.final_url) json.member("final", shown_text(std::string(*finding.final_url)));
    }
    json.end_object();
  }
  json.end_array();
  return write_data(data);
}

/// The same for readers without scripts.
void HtmlReport::add_table_row(site::FindingGroup const& group) {
  constexpr std::size_t enough = std::size_t{1} << 16;
  site::Finding const& finding = group.first;
  std::string& out = table_rows_;
  out += "<tr><td><code>";
  append_html_text(out, shown_target(finding));
  out.append("</code></td><td class=\"").append(name(finding.severity)).append("\">");
  out.append(name(finding.severity)).append(": ").append(name(finding.rule)).append("</td><td>");
  append_html_text(out, finding.message);
  out += "</td><td>";
  if (group.pages > 1) out.append("on ").append(grouped_number(group.pages)).append(" pages: ");
  const auto add_place = [&](std::string_view file, std::size_t line, std::size_t column) {
    out += "<code>";
    append_html_text(out, file);
    out.append(":").append(std::to_string(line)).append(":").append(std::to_string(column));
    out += "</code>";
  };
  if (finding.source.has_line()) {
    add_place(finding.source.file, finding.source.line, finding.source.column);
    out += ", built: ";
  }
  add_place(finding.file, finding.line, finding.column);
  for (site::FindingPlace const& place : group.more_places) {
    out += ", ";
    add_place(place.file, place.line, place.column);
  }
  const std::size_t places = group.more_places.size() + 1;
  if (group.findings > places) {
    out.append(" and ").append(grouped_number(group.findings - places)).append(" more");
  }
  out += "</td></tr>\n";
  if (out.size() < enough) return;
  if (!tables_aside_.add(out)) not_in_tables_ += group.findings;
  out.clear();
}

bool HtmlReport::write_tables() {
  if (printed_ == 0) return true;
  if (!write_(table_begin)) return false;
  if (!tables_aside_.emit(write_) || !write_(table_rows_)) return false;
  std::string out = "</tbody>\n</table>\n";
  if (not_in_tables_ != 0) {
    out += "<p>There was no room for all findings in this table.</p>\n";
  }
  return write_(out += "</noscript>\n");
}

void HtmlReport::write_files(RowBuffer& data) const {
  const bool is_live = is_web_url(options_.root);
  JsonWriter json(data);
  json.begin_array();
  for (std::string const& file : files_) {
    const auto path = path_below_root(options_.root, file);
    const std::string shown = shown_text(file);
    if (path && shown == file && !is_live) {
      json.string(shown);
      continue;
    }
    json.begin_array();
    json.string(shown);
    // The pages of a live site are named by their URLs.
    json.string(!path ? "" : is_live ? std::string(*path) : url::percent_encode_path(*path));
    json.end_array();
  }
  json.end_array();
}

/// Folders with their pages, the links in these, and the findings.
void HtmlReport::write_folders(RowBuffer& data, site::CheckSummary const& summary) const {
  JsonWriter json(data);
  json.begin_array();
  for (site::FolderPages const& folder : summary.folders) {
    const auto found = folder_counts_.find(folder.path);
    json.begin_array();
    json.string(shown_text(folder.path));
    json.number(folder.pages);
    json.number(folder.links);
    json.number(found == folder_counts_.end() ? 0 : found->second);
    json.end_array();
  }
  json.end_array();
}

std::string HtmlReport::header(site::CheckSummary const& summary) const {
  HtmlHeader header("hrefkit check", options_.date, result(summary) + " in", name_of_site());
  header.add_html(causes_);
  if (const std::string unchecked = unchecked_text(summary); !unchecked.empty()) {
    header.add_remark("(" + unchecked + ")");
  }
  if (!options_.site_url.empty()) header.add_fact("Folder", options_.root);
  header.add_fact("Checked", link_counts(summary));
  if (summary.asked.is_on) header.add_fact("Asked", external_counts(summary.asked));
  header.add_fact("Made by", "hrefkit " + options_.version);
  if (count_ == 0) header.unfold_facts();
  const auto of = [&](site::Severity severity) {
    return by_severity_[static_cast<std::size_t>(severity)];
  };
  const std::size_t errors = of(site::Severity::error);
  const std::size_t warnings = of(site::Severity::warning);
  const std::size_t notes = of(site::Severity::note);
  header.add_number(errors == 0 ? "fine" : "error", errors, errors == 1 ? "error" : "errors");
  header.add_number(warnings == 0 ? "same" : "warning", warnings,
                    warnings == 1 ? "warning" : "warnings");
  if (notes != 0) header.add_number("note", notes, notes == 1 ? "note" : "notes");
  header.add_number("same", summary.pages, summary.pages == 1 ? "page" : "pages");
  header.add_number("same", summary.links, summary.links == 1 ? "link" : "links");
  return header.text();
}

std::string HtmlReport::notices(site::CheckSummary const& summary) const {
  std::string text;
  if (const std::string why = incomplete_text(summary); !why.empty()) {
    text.append("<p class=\"notice\"><strong>").append(why).append(".</strong></p>\n");
  } else if (count_ == 0 && summary.fine != 0) {
    text.append("<p class=\"notice fine\">").append(counted(summary.fine, "link", "links"));
    text.append(summary.fine == 1 ? " was" : " were").append(" checked: no finding");
    text.append(options_.has_baseline ? " is new.</p>\n" : ".</p>\n");
  }
  const std::size_t left = groups_.left_out;
  if (left == 0) return text;
  return text + "<p class=\"notice\">" + counted(left, "finding is", "findings are") +
         " not shown here: the report was cut by <code>--max-findings</code>.</p>\n";
}

bool HtmlReport::end(site::CheckSummary const& summary) {
  if (groups_.has_stopped) return false;
  RowBuffer data;
  data.append("],\n\"files\":");
  write_files(data);
  data.append(",\n\"folders\":");
  write_folders(data, summary);
  data.append("}");
  if (!write_data(data)) return false;
  std::string title = result(summary) + " in " + name_of_site();
  if (const std::string unchecked = unchecked_text(summary);
      !unchecked.empty() && title.starts_with("No ")) {
    title.append(" (").append(unchecked).append(")");
  }
  std::string out = html_page_end_of_data(title);
  out.append(header(summary)).append("<main>\n").append(notices(summary));
  if (!write_(out) || !write_tables()) return false;
  out.clear();
  if (printed_ != 0) {
    out.append(body_begin).append(html_page_list).append(body_end).append(html_page_keys);
    out += "</div>\n";
  }
  return write_(out.append("</main>\n").append(html_page_end(report_script)));
}

bool HtmlReport::write_data(RowBuffer const& data) {
  constexpr std::size_t piece = std::size_t{1} << 16;  // so that long data is not in memory twice
  for (std::string_view rest = data.view(); !rest.empty();) {
    if (!write_(html_page_data(rest.substr(0, piece)))) return false;
    rest.remove_prefix(std::min(piece, rest.size()));
  }
  return true;
}

}  // namespace hrefkit::cli
