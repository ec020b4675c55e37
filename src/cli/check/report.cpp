#include "hrefkit/cli/check/report.h"

#include <array>
#include <optional>
#include <span>
#include <utility>

#include "hrefkit/cli/format/printable.h"
#include "hrefkit/cli/options/suggestion.h"

namespace hrefkit::cli {

std::string const& ReportPaths::relative(std::string_view file) {
  if (file_ == file) return path_;
  file_ = file;
  // A page of a live site has its URL.
  path_ = is_web_url(file_) ? file_ : here_.relative(file_).value_or(file_);
  return path_;
}

std::string ReportPaths::readable(std::string_view file) {
  return text::to_valid_utf8(relative(file));
}

std::string place_text(std::string file, std::size_t line, std::size_t column) {
  for (const std::size_t number : {line, column}) file.append(":").append(std::to_string(number));
  return file;
}

ReaderPlace reader_place(site::Finding const& finding) {
  site::FindingSource const& source = finding.source;
  if (source.has_file()) return {source.file, source.line, source.column, true};
  return {finding.file, finding.line, finding.column};
}

std::string place_text(std::string file, ReaderPlace const& place) {
  return place.line == 0 ? file : place_text(std::move(file), place.line, place.column);
}

std::string built_text(site::FindingGroup const& group, ReportPaths& paths,
                       std::string (*shown)(std::string place)) {
  site::Finding const& first = group.first;
  if (!first.source.has_file() || group.pages > 1) return {};
  return "; built: " +
         shown(place_text(shown_text(paths.readable(first.file)), first.line, first.column));
}

std::string_view fix_value(site::Finding const& finding) {
  if (finding.source.has_file()) return finding.source.fix;
  return finding.fix.is_there() ? finding.fix.value : std::string_view();
}

std::string left_out_text(std::size_t findings) {
  if (findings == 0) return {};
  return "and " + counted(findings, "more finding", "more findings");
}

std::string extent_of(site::FindingGroup const& group) {
  if (group.is_cause) return {};
  if (group.pages > 1) return "on " + grouped_number(group.pages) + " pages";
  return group.findings > 1 ? grouped_number(group.findings) + " times" : "";
}

std::string extent_text(site::FindingGroup const& group, ReportPaths& paths,
                        std::string (*shown)(std::string place)) {
  std::string text = extent_of(group);
  if (text.empty()) return text;
  text.insert(0, " (");
  if (group.pages > 1) {
    const auto place = [&](std::string_view file, std::size_t line, std::size_t column) {
      return shown(place_text(shown_text(paths.readable(file)), line, column));
    };
    site::Finding const& first = group.first;
    const bool are_sources = !group.more_places.empty() && group.more_places[0].is_source;
    if (are_sources && first.source.has_line()) {
      text.append(": ").append(place(first.source.file, first.source.line, first.source.column));
    } else {
      text.append(": ").append(place(first.file, first.line, first.column));
    }
    for (site::FindingPlace const& more : group.more_places) {
      text.append(", ").append(place(more.file, more.line, more.column));
    }
    if (const std::size_t more = group.unnamed_pages(); more != 0) {
      text.append(" and ").append(grouped_number(more)).append(" more");
    }
  }
  return text.append(")");
}

std::string pages_and_links(site::CheckSummary const& summary) {
  return counted(summary.pages, "page", "pages") + ", " + counted(summary.links, "link", "links");
}

std::string link_counts(site::CheckSummary const& summary) {
  std::string text = counted(summary.pages, "page", "pages") + ", ";
  if (summary.other_files != 0) {
    text += counted(summary.other_files, "other file", "other files") + ", ";
  }
  text += counted(summary.links, "link", "links") + ": " + grouped_number(summary.fine) +
          " fine, " + grouped_number(summary.found) + " with findings, " +
          grouped_number(summary.external) + " to other sites";
  const bool is_checked = summary.external == 0 || summary.asked.is_on;
  if (!is_checked) text += ", not checked (--external check asks them)";
  const std::string skipped = site::skipped_links(summary);
  if (!skipped.empty()) text += (is_checked ? ", " : "; ") + skipped;
  if (summary.ignored != 0) text += ", " + grouped_number(summary.ignored) + " ignored";
  if (summary.left_to_scripts != 0) {
    text += ", " + counted(summary.left_to_scripts, "fragment", "fragments") +
            " of pages that scripts build not judged";
  }
  if (summary.computed_imports != 0) {
    text += "; " + counted(summary.computed_imports, "import has a computed name",
                           "imports have computed names");
  }
  if (summary.webpack_scripts != 0) {
    text +=
        "; " + counted(summary.webpack_scripts, "script of webpack computes the names of others",
                       "scripts of webpack compute the names of others");
  }
  if (summary.unknown_orphans != 0) {
    text += "; " + counted(summary.unknown_orphans, "file may be an orphan: scripts may use it",
                           "files may be orphans: scripts may use them");
  }
  return text;
}

namespace {

/// Where a crawl was stopped, `counts.not_asked` has the rest of the site, too.
std::size_t addresses_not_asked(site::ExternalCounts const& counts) {
  return counts.addresses - counts.fine - counts.broken - counts.tls - counts.timed_out -
         counts.redirected - counts.blocked;
}

}  // namespace

std::string external_counts(site::ExternalCounts const& counts) {
  std::string text = counted(counts.links, "link", "links") + " to other sites, " +
                     counted(counts.addresses, "address", "addresses") + ", " +
                     counted(counts.hosts, "host", "hosts");
  struct Part {
    std::size_t number;
    char const* what;
  };
  char const* before = ": ";
  for (const Part part :
       {Part{counts.fine, "fine"}, Part{counts.broken, "broken"}, Part{counts.tls, "TLS"},
        Part{counts.timed_out, "timed out"}, Part{counts.redirected, "redirected"},
        Part{counts.blocked, "blocked"}, Part{addresses_not_asked(counts), "not asked"}}) {
    text.append(before).append(grouped_number(part.number)).append(" ").append(part.what);
    before = ", ";
  }
  text.append("; ").append(counted(counts.requests, "request", "requests"));
  return text.append(", ").append(grouped_number(counts.cached)).append(" cached");
}

std::string unchecked_text(site::CheckSummary const& summary) {
  std::string text;
  const auto add = [&text](std::size_t number, std::string_view one, std::string_view many) {
    if (number != 0) text.append(text.empty() ? "" : ", ").append(counted(number, one, many));
  };
  if (summary.asked.is_on) {
    add(addresses_not_asked(summary.asked), "address of other sites was not asked",
        "addresses of other sites were not asked");
  } else {
    add(summary.external, "link to another site was not checked",
        "links to other sites were not checked");
  }
  add(summary.not_judged[static_cast<std::size_t>(site::SkipReason::not_asked)],
      "link of the site was not asked", "links of the site were not asked");
  add(summary.ignored, "link was ignored", "links were ignored");
  if (summary.failed) text.append(text.empty() ? "" : ", ").append("some pages cannot be read");
  return text;
}

std::string incomplete_text(site::CheckSummary const& summary) {
  site::ExternalCounts const& asked = summary.asked;
  if (asked.is_stopped) {
    return "incomplete: the check was interrupted, and " +
           counted(asked.not_asked, "address was", "addresses were") + " not asked";
  }
  if (asked.has_no_network) {
    return "incomplete: without a network, " + counted(asked.links, "link", "links") +
           " to other sites " + (asked.links == 1 ? "was" : "were") + " not checked";
  }
  if (!summary.failed) return {};
  return summary.files_read == 0 ? "no page was checked" : "incomplete: not all could be checked";
}

std::string finding_counts(NewFindings const& findings) {
  std::string text = counted(findings.errors, "error", "errors") + ", " +
                     counted(findings.warnings, "warning", "warnings");
  if (findings.folded != 0) {
    text += " (" + grouped_number(findings.folded) + " of them shown as causes: -v lists them)";
  }
  if (findings.known != 0) text += ", " + grouped_number(findings.known) + " in the baseline";
  if (findings.on_files != 0) {
    text += ", " + counted(findings.on_files, "warning", "warnings") + " about files";
  }
  if (findings.on_options != 0) {
    text += ", " + counted(findings.on_options, "warning", "warnings") + " about the options";
  }
  return text;
}

}  // namespace hrefkit::cli
