#include "hrefkit/cli/check/html_report.h"

#include "cli_assets.h"
#include "hrefkit/cli/check/report.h"
#include "hrefkit/cli/format/json_writer.h"
#include "hrefkit/cli/format/printable.h"
#include "hrefkit/url/private_host.h"

namespace hrefkit::cli {

namespace {

constexpr std::string_view head_begin =
    "<!doctype html>\n"
    "<html lang=\"en\">\n"
    "<head>\n"
    "<meta charset=\"utf-8\">\n"
    "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
    "<meta name=\"robots\" content=\"noindex\">\n"
    "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; base-uri 'none'; "
    "form-action 'none'; style-src '";

constexpr std::string_view body =
    "<noscript><p>This report needs its script to show the findings.</p></noscript>\n"
    "<figure id=\"picture\" hidden><figcaption class=\"dim\">A box is a folder with what is in it: "
    "its pages and its findings. Choose one to see its findings alone, and the folders that its "
    "pages link to.</figcaption></figure>\n"
    "<div class=\"controls\">\n"
    "<input id=\"search\" type=\"search\" placeholder=\"Search ( / )\" aria-label=\"Search\">\n"
    "<select id=\"rule\" aria-label=\"Rule\"></select>\n"
    "<select id=\"severity\" aria-label=\"Severity\"></select>\n"
    "</div>\n"
    "<p class=\"dim\" id=\"count\" role=\"status\"></p>\n"
    "<ol id=\"list\"></ol>\n"
    "<button id=\"more\" hidden>Show more</button>\n"
    "<p class=\"dim\">Keys: / search, j and k next and previous, Esc all</p>\n";

/// Names of the rules and severities, in the order of their numbers.
void write_names(JsonWriter& json) {
  json.key("rules");
  json.begin_array();
  for (std::size_t i = 0; i < site::rule_count; ++i) json.string(name(static_cast<site::Rule>(i)));
  json.end_array();
  json.key("severities");
  json.begin_array();
  for (const site::Severity severity : {site::Severity::off, site::Severity::note,
                                        site::Severity::warning, site::Severity::error}) {
    json.string(name(severity));
  }
  json.end_array();
}

void write_folders(JsonWriter& json, site::CheckSummary const& summary) {
  json.key("folders");
  json.begin_array();
  for (site::FolderPages const& folder : summary.folders) {
    json.begin_array();
    json.string(shown_text(folder.path));
    json.number(folder.pages);
    json.end_array();
  }
  json.end_array();
  json.key("links");
  json.begin_array();
  for (site::FolderLinks const& links : summary.folder_links) {
    json.begin_array();
    json.number(links.from);
    json.number(links.to);
    json.number(links.pages);
    json.end_array();
  }
  json.end_array();
}

}  // namespace

std::string_view HtmlReport::beginning() {
  return head_begin;
}

bool HtmlReport::begin() {
  std::string out(head_begin);
  out.append(report_style.hash).append("'; script-src '").append(report_script.hash);
  out.append("'\">\n<title>Broken links</title>\n<style>").append(report_style.text);
  out.append("</style>\n</head>\n<body>\n<script type=\"application/json\" id=\"data\">");
  if (!write_(out)) return false;
  RowBuffer data;
  JsonWriter json(data);
  json.begin_object();
  std::string root = shown_text(options_.root);
  if (!root.ends_with('/')) root += '/';
  json.member("root", root);
  write_names(json);
  json.key("findings");
  json.begin_array();
  return write_data(data);
}

bool HtmlReport::give(site::Finding const& finding) {
  ++count_;
  return groups_.give(finding);
}

std::size_t HtmlReport::file_number(std::string_view file) {
  const auto [known, is_new] = file_numbers_.try_emplace(std::string(file), files_.size());
  if (is_new) files_.push_back(shown_text(file));
  return known->second;
}

/// A group: what report.js reads as a row.
bool HtmlReport::print(FindingGroup const& group) {
  site::Finding const& finding = group.first;
  const std::string_view line = finding.source_line;
  RowBuffer data;
  if (finding.has_answer) keep_answer(finding);
  data.append(printed_++ == 0 ? "\n" : ",\n");
  JsonWriter json(data);
  json.begin_array();
  json.number(static_cast<std::size_t>(finding.rule));
  json.number(static_cast<std::size_t>(finding.severity));
  json.number(file_number(finding.file));
  json.number(finding.line);
  json.number(finding.column);
  json.string(shown_text(finding.message));
  json.string(shown_text(line.substr(0, finding.source_begin)));
  json.string(
      shown_text(line.substr(finding.source_begin, finding.source_end - finding.source_begin)));
  json.string(shown_text(line.substr(finding.source_end)));
  if (group.pages > 1) {
    json.number(group.pages);
    for (FindingPlace const& place : group.more_places) {
      json.number(file_number(place.file));
      json.number(place.line);
      json.number(place.column);
    }
  }
  json.end_array();
  return write_data(data);
}

/// What a server answered: an item of the data's `answers`, by the number of the finding's row.
void HtmlReport::keep_answer(site::Finding const& finding) {
  RowBuffer out;
  JsonWriter json(out);
  json.begin_array();
  json.number(std::size_t{finding.status});
  json.string(finding.reason);
  json.string(shown_text(std::string(finding.final_url.value_or(""))));
  json.string(shown_text(std::string(url::host_of(finding.url.value_or("")))));
  json.end_array();
  answers_ += (answers_.empty() ? "\"" : ",\"") + std::to_string(printed_) + "\":";
  answers_ += out.view();
}

bool HtmlReport::end(site::CheckSummary const& summary) {
  if (!groups_.end()) return false;
  RowBuffer data;
  data.append("],\"files\":");
  JsonWriter files(data);
  files.begin_array();
  for (std::string const& file : files_) files.string(file);
  files.end_array();
  data.append(",");
  if (options_.has_answers) data.append("\"answers\":{" + answers_ + "},");
  RowBuffer rest;
  JsonWriter json(rest);
  json.begin_object();
  write_folders(json, summary);
  json.end_object();
  data.append(rest.view().substr(1));  // the object began with the findings
  if (!write_data(data)) return false;
  std::string out = "</script>\n<h1>";
  out.append(count_ == 0 ? "No findings" : counted(count_, "finding", "findings"));
  out.append("</h1>\n");
  if (const std::string text = incomplete_text(summary); !text.empty()) {
    out.append("<p><strong>").append(text).append(".</strong></p>\n");
  }
  out.append("<p>").append(link_counts(summary)).append(". ");
  if (summary.asked.is_on) out.append(external_counts(summary.asked)).append(". ");
  if (const std::size_t left = groups_.left_out(); left != 0) {
    out.append(counted(left, "finding is", "findings are")).append(" not shown here. ");
  }
  out.append("Checked by hrefkit ").append(options_.version).append(".</p>\n").append(body);
  out.append("<script>").append(report_script.text).append("</script>\n</body>\n</html>\n");
  return write_(out);
}

/// Writes JSON so that no end tag stands in it.
bool HtmlReport::write_data(RowBuffer const& data) {
  std::string out;
  for (const char c : data.view()) {
    if (c == '<') {
      out += "\\u003c";
    } else {
      out += c;
    }
  }
  return write_(out);
}

}  // namespace hrefkit::cli
