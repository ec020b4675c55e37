#include "hrefkit/cli/url/comparison.h"

#include <algorithm>

#include "hrefkit/cli/format/json_string.h"
#include "hrefkit/cli/url/answer.h"
#include "hrefkit/url/resolver.h"
#include "hrefkit/url/url_offsets.h"

namespace hrefkit::cli {

namespace {

using url::Error;
using url::Standard;

constexpr std::size_t standard_width = 13;
constexpr std::size_t section_width = 30;

/// The place in each standard that defines a step: section and state, or step of the algorithm. The
/// rows are in the order of UrlStep, the columns in that of `all_standards`.
struct StepRow {
  UrlStep step;
  std::string_view name;   ///< in JSON
  std::string_view title;  ///< in text
  std::array<std::string_view, url::all_standards.size()> sections;
};

constexpr std::array step_table{
    StepRow{UrlStep::reference,
            "reference",
            "syntax of the reference",
            {"4.4, no scheme state", "5.2, no scheme state", "2.6.2, RFC 3986's grammar",
             "2, RFC 3986's grammar"}},
    StepRow{UrlStep::scheme,
            "scheme",
            "scheme",
            {"4.4, scheme state", "5.2, scheme state", "2.6.3 steps 9 and 10", "3 steps 9 and 10"}},
    StepRow{UrlStep::credentials,
            "credentials",
            "credentials",
            {"4.4, authority state", "5.2, authority state", "2.6.3, as written", "3, as written"}},
    StepRow{
        UrlStep::host,
        "host",
        "host parser",
        {"3.5, host parser", "4.2, host parser", "2.6.3 step 6, IDNA2003", "3 step 6, IDNA2003"}},
    StepRow{UrlStep::port,
            "port",
            "port",
            {"4.4, port state", "5.2, port state", "2.6.3, as written", "3, as written"}},
    StepRow{UrlStep::path,
            "path",
            "path",
            {"4.4, path states", "5.2, relative path state", "2.6.3 step 7, RFC 3986 5.2.4",
             "3 step 7, RFC 3986 5.2.4"}},
    StepRow{UrlStep::query,
            "query",
            "query",
            {"4.4, query state", "5.2, query state", "2.6.3 step 8", "3 step 8"}},
    StepRow{UrlStep::fragment,
            "fragment",
            "fragment",
            {"4.4, fragment state", "5.2, fragment state", "2.6.3, as written", "3, as written"}},
};

static_assert([] {
  for (std::size_t i = 0; i < step_table.size(); ++i) {
    if (step_table[i].step != static_cast<UrlStep>(i)) return false;
  }
  return true;
}());

/// The step at which an error occurs.
UrlStep step_of(Error error) {
  switch (error) {
    case Error::relative_without_base:
    case Error::no_grammar_match:
    case Error::too_long:
    case Error::empty:
      return UrlStep::reference;
    case Error::scheme_restriction:
      return UrlStep::scheme;
    case Error::missing_host:
    case Error::invalid_host:
    case Error::invalid_domain:
    case Error::invalid_ipv4:
    case Error::invalid_ipv6:
      return UrlStep::host;
    case Error::invalid_port:
      return UrlStep::port;
  }
  return UrlStep::reference;
}

void append_padded(std::string& out, std::string_view text, std::size_t width) {
  out += text;
  out.append(width > text.size() ? width - text.size() : 1, ' ');
}

/// The piece of a serialised URL that a step decides, its delimiters included. The API's attributes
/// would hide differences: they hide an empty query, and HTML5's have no path for mailto:.
std::string_view piece_at(std::string_view href, UrlStep step) {
  const url::UrlOffsets at = url::find_offsets(href);
  const auto between = [href](std::size_t begin, std::size_t end) {
    return href.substr(begin, end - begin);
  };
  switch (step) {
    case UrlStep::reference:
      return {};
    case UrlStep::scheme:
      return between(0, at.scheme_end);
    case UrlStep::credentials:
      return at.has_host() ? between(at.scheme_end + 3, at.host_begin) : std::string_view();
    case UrlStep::host:
      return between(at.host_begin, at.host_end);
    case UrlStep::port:
      return between(at.host_end, at.path_begin);
    case UrlStep::path:
      return between(at.path_begin, at.query_begin);
    case UrlStep::query:
      return between(at.query_begin, at.fragment_begin);
    case UrlStep::fragment:
      return href.substr(at.fragment_begin);
  }
  return {};
}

UrlComparison::Result resolve(std::string_view input, std::optional<std::string_view> base,
                              url::ResolveOptions options) {
  const auto resolver = url::Resolver::with_optional_base(base, options);
  if (!resolver) return tl::unexpected(resolver.error());
  return url::AnyUrl::parse(input, *resolver);
}

std::string_view title(UrlStep step) {
  return step_table[static_cast<std::size_t>(step)].title;
}

}  // namespace

std::string_view name(UrlStep step) {
  return step_table[static_cast<std::size_t>(step)].name;
}

UrlComparison::UrlComparison(std::string_view input, std::optional<std::string_view> base,
                             text::Encoding encoding)
    : input_(input), base_(base) {
  for (Standard standard : url::all_standards) {
    results_.push_back(resolve(input, base, {.standard = standard, .encoding = encoding}));
  }
  for (StepRow const& row : step_table) {
    if (differ_at(row.step)) differences_.push_back(row.step);
  }
}

bool UrlComparison::any_url() const {
  return std::any_of(results_.begin(), results_.end(),
                     [](Result const& result) { return result.has_value(); });
}

/// The outcome of a step under one standard: a piece of its URL, or, where the standard fails,
/// whether it fails before, at or after the step.
UrlComparison::Outcome UrlComparison::outcome(Result const& result, UrlStep step) {
  if (result) return {Outcome::piece, std::string(piece_at(result->href(), step))};
  const UrlStep failed = step_of(result.error());
  if (failed < step) return {Outcome::failed_before, ""};
  if (failed == step) return {Outcome::failure, std::string(message(result.error()))};
  return {Outcome::fails_later, std::string(message(result.error()))};
}

/// True when one standard fails at the step and another passes it, or when two pieces differ.
bool UrlComparison::differ_at(UrlStep step) const {
  std::optional<std::string> piece;
  bool some_fail = false;
  bool some_go_on = false;
  for (Result const& result : results_) {
    const Outcome found = outcome(result, step);
    if (found.kind == Outcome::failure) some_fail = true;
    if (found.kind == Outcome::fails_later) some_go_on = true;
    if (found.kind != Outcome::piece) continue;
    some_go_on = true;
    if (piece && *piece != found.text) return true;
    piece = found.text;
  }
  return some_fail && some_go_on;
}

void UrlComparison::append_text(std::string& out, Display display) const {
  append_padded(out, "input", standard_width);
  append_printable(out, input_, display);
  out += '\n';
  if (base_) {
    append_padded(out, "base", standard_width);
    append_printable(out, *base_, display);
    out += '\n';
  }
  for (std::size_t i = 0; i < results_.size(); ++i) {
    append_padded(out, name(url::all_standards[i]), standard_width);
    if (results_[i]) {
      append_printable(out, results_[i]->href(), display);
    } else {
      out += "error: ";
      out += code(results_[i].error());
    }
    out += '\n';
  }
  if (differences_.empty()) {
    out += any_url() ? "No difference.\n" : "No difference: it is an error under every standard.\n";
    return;
  }
  append_first_difference(out, display);
  if (differences_.size() == 1) return;
  out += "Other differences:";
  for (std::size_t i = 1; i < differences_.size(); ++i) {
    out += i == 1 ? " " : ", ";
    out += title(differences_[i]);
  }
  out += '\n';
}

void UrlComparison::append_first_difference(std::string& out, Display display) const {
  StepRow const& row = step_table[static_cast<std::size_t>(differences_.front())];
  out += "First difference: ";
  out += row.title;
  out += '\n';
  for (std::size_t i = 0; i < results_.size(); ++i) {
    const Outcome found = outcome(results_[i], row.step);
    if (found.kind == Outcome::failed_before) continue;
    out += "  ";
    append_padded(out, name(url::all_standards[i]), standard_width);
    append_padded(out, row.sections[i], section_width);
    if (found.kind == Outcome::fails_later) out += "passes, fails later: ";
    append_printable(out, found.text.empty() ? "(nothing)" : found.text, display);
    out += '\n';
  }
}

void UrlComparison::append_json(RowBuffer& out) const {
  out.literal("{\"input\":");
  append_json_string(out, input_);
  if (base_) {
    out.literal(",\"base\":");
    append_json_string(out, *base_);
  }
  std::string storage;
  for (std::size_t i = 0; i < results_.size(); ++i) {
    out.literal(",\"");
    out.append(name(url::all_standards[i]));
    out.literal("\":");
    if (results_[i]) {
      append_answer(out, results_[i]->values(storage));
    } else {
      append_error_answer(out, code(results_[i].error()));
    }
  }
  out.literal(",\"differences\":[");
  for (UrlStep step : differences_) {
    if (step != differences_.front()) out.literal(",");
    append_json_string(out, name(step));
  }
  out.literal("]}");
}

}  // namespace hrefkit::cli
