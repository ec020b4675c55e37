#include "hrefkit/cli/url/comparison.h"

#include <algorithm>

#include "hrefkit/cli/format/json_string.h"
#include "hrefkit/cli/url/answer.h"
#include "hrefkit/cli/url/reader.h"

namespace hrefkit::cli {

namespace {

using url::Error;
using url::Standard;

constexpr std::size_t standard_width = 13;
constexpr std::size_t section_width = 30;

/// Where each standard says what it does at a step: section and state, or step of the algorithm.
/// In the order of UrlStep; the columns in that of `all_standards`.
struct StepRow {
  UrlStep step;
  std::string_view name;
  std::array<std::string_view, url::all_standards.size()> sections;
};

constexpr std::array step_table{
    StepRow{UrlStep::reference,
            "reference",
            {"4.4, no scheme state", "5.2, no scheme state", "2.6.2, RFC 3986's grammar",
             "2, RFC 3986's grammar"}},
    StepRow{UrlStep::scheme,
            "scheme",
            {"4.4, scheme state", "5.2, scheme state", "2.6.3 step 9, RFC 3986 5.2.2",
             "3 step 9, RFC 3986 5.2.2"}},
    StepRow{UrlStep::credentials,
            "credentials",
            {"4.4, authority state", "5.2, authority state", "2.6.3, as written", "3, as written"}},
    StepRow{
        UrlStep::host,
        "host",
        {"3.5, host parser", "4.2, host parser", "2.6.3 step 6, IDNA2003", "3 step 6, IDNA2003"}},
    StepRow{UrlStep::port,
            "port",
            {"4.4, port state", "5.2, port state", "2.6.3, as written", "3, as written"}},
    StepRow{UrlStep::path,
            "path",
            {"4.4, path states", "5.2, relative path state", "2.6.3 step 7, RFC 3986 5.2.4",
             "3 step 7, RFC 3986 5.2.4"}},
    StepRow{UrlStep::query,
            "query",
            {"4.4, query state", "5.2, query state", "2.6.3 step 8", "3 step 8"}},
    StepRow{UrlStep::fragment,
            "fragment",
            {"4.4, fragment state", "5.2, fragment state", "2.6.3, as written", "3, as written"}},
};

static_assert([] {
  for (std::size_t i = 0; i < step_table.size(); ++i) {
    if (step_table[i].step != static_cast<UrlStep>(i)) return false;
  }
  return true;
}());

/// The step that an error ends.
UrlStep step_of(Error error) {
  switch (error) {
    case Error::relative_without_base:
    case Error::no_grammar_match:
    case Error::too_long:
      return UrlStep::reference;
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

/// Takes what stands before the first of `marks` off `rest`.
std::string_view take_until(std::string_view& rest, std::string_view marks) {
  const std::size_t end = std::min(rest.find_first_of(marks), rest.size());
  const std::string_view taken = rest.substr(0, end);
  rest.remove_prefix(end);
  return taken;
}

/// What a serialised URL has for a step, its delimiters included. The API's parts would not do:
/// they hide an empty query, and HTML5's have no path for mailto:.
std::string_view piece_at(std::string_view href, UrlStep step) {
  std::string_view rest = href;
  const std::string_view scheme = take_until(rest, ":");
  rest.remove_prefix(std::min<std::size_t>(rest.size(), 1));
  std::string_view authority;
  if (rest.starts_with("//")) {
    rest.remove_prefix(2);
    authority = take_until(rest, "/?#");
  }
  const std::size_t at = authority.rfind('@');
  const std::size_t host_begin = at == std::string_view::npos ? 0 : at + 1;
  std::string_view port = authority.substr(host_begin);
  const std::size_t bracket = port.rfind(']');
  const std::string_view after_address = port.substr(bracket == port.npos ? 0 : bracket);
  const std::size_t colon = after_address.find(':');
  port = colon == port.npos ? std::string_view() : after_address.substr(colon);
  const std::string_view path = take_until(rest, "?#");
  const std::string_view query = take_until(rest, "#");
  switch (step) {
    case UrlStep::reference:
      return {};
    case UrlStep::scheme:
      return scheme;
    case UrlStep::credentials:
      return authority.substr(0, host_begin);
    case UrlStep::host:
      return authority.substr(host_begin, authority.size() - host_begin - port.size());
    case UrlStep::port:
      return port;
    case UrlStep::path:
      return path;
    case UrlStep::query:
      return query;
    case UrlStep::fragment:
      return rest;
  }
  return {};
}

UrlComparison::Result resolve(std::string_view input, std::optional<std::string_view> base,
                              url::ResolveOptions options) {
  const auto reader = UrlReader::make(base, options);
  if (!reader) return tl::unexpected(reader.error());
  const auto url = reader->read(input);
  if (!url) return tl::unexpected(url.error());
  return components(*url);
}

}  // namespace

std::string_view name(UrlStep step) {
  return step_table[static_cast<std::size_t>(step)].name;
}

UrlComparison::UrlComparison(std::string_view input, std::optional<std::string_view> base,
                             text::Encoding encoding)
    : input_(input), base_(base) {
  for (std::size_t i = 0; i < results_.size(); ++i) {
    results_[i] = resolve(input, base, {.standard = url::all_standards[i], .encoding = encoding});
  }
  for (StepRow const& row : step_table) {
    if (part_at(row.step)) differences_.push_back(row.step);
  }
}

bool UrlComparison::any_url() const {
  return std::any_of(results_.begin(), results_.end(),
                     [](Result const& result) { return result.has_value(); });
}

/// What a standard says at a step: a piece of its URL, or, where it fails, whether it does so
/// before, here or later.
UrlComparison::Saying UrlComparison::saying(Result const& result, UrlStep step) {
  if (result) return {Saying::piece, std::string(piece_at(result->href, step))};
  const UrlStep failed = step_of(result.error());
  if (failed < step) return {Saying::failed_before, ""};
  if (failed == step) return {Saying::failure, std::string(message(result.error()))};
  return {Saying::fails_later, std::string(message(result.error()))};
}

/// True when a step is one standard's failure and not another's, or gives two pieces.
bool UrlComparison::part_at(UrlStep step) const {
  std::optional<std::string> piece;
  bool some_fail = false;
  bool some_go_on = false;
  for (Result const& result : results_) {
    const Saying said = saying(result, step);
    if (said.kind == Saying::failure) some_fail = true;
    if (said.kind == Saying::fails_later) some_go_on = true;
    if (said.kind != Saying::piece) continue;
    some_go_on = true;
    if (piece && *piece != said.text) return true;
    piece = said.text;
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
      append_printable(out, results_[i]->href, display);
    } else {
      out += "error: ";
      out += code(results_[i].error());
    }
    out += '\n';
  }
  if (differences_.empty()) {
    out += any_url() ? "All agree.\n" : "All refuse it.\n";
    return;
  }
  out += "They part at the ";
  out += name(differences_.front());
  out += ":\n";
  append_first_difference(out, display);
  if (differences_.size() == 1) return;
  out += "They also differ in:";
  for (std::size_t i = 1; i < differences_.size(); ++i) {
    out += i == 1 ? " " : ", ";
    out += name(differences_[i]);
  }
  out += '\n';
}

void UrlComparison::append_first_difference(std::string& out, Display display) const {
  StepRow const& row = step_table[static_cast<std::size_t>(differences_.front())];
  for (std::size_t i = 0; i < results_.size(); ++i) {
    const Saying said = saying(results_[i], row.step);
    if (said.kind == Saying::failed_before) continue;
    out += "  ";
    append_padded(out, name(url::all_standards[i]), standard_width);
    append_padded(out, row.sections[i], section_width);
    if (said.kind == Saying::fails_later) out += "passes, but later ";
    append_printable(out, said.text.empty() ? "(nothing)" : said.text, display);
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
  for (std::size_t i = 0; i < results_.size(); ++i) {
    out.literal(",\"");
    out.append(name(url::all_standards[i]));
    out.literal("\":");
    if (results_[i]) {
      append_answer(out, url::attribute_values(*results_[i]));
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
