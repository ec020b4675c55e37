#include "hrefkit/cli/resolve/rows.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>

#include "hrefkit/cli/format/json_string.h"
#include "hrefkit/text/ascii.h"
#include "hrefkit/text/utf8.h"
#include "hrefkit/url/error.h"

namespace hrefkit::cli {

namespace {

using html::Link;
using html::Namespace;

constexpr std::string_view csv_header =
    "file,line,column,offset,length,element,attribute,ns,index,raw,kind,base,baseSource,url,error,"
    "context\n";

constexpr std::string_view bold = "\x1B[1m";
constexpr std::string_view red = "\x1B[31m";
constexpr std::string_view plain = "\x1B[0m";

void append_number(std::string& out, std::size_t number) {
  std::array<char, 20> digits;
  const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), number).ptr;
  out.append(digits.data(), end);
}

/// RFC 4180: quoted where it must be.
void append_csv_field(std::string& out, std::string_view text, Display display) {
  std::string printable;
  if (display == Display::terminal) {
    append_printable(printable, text, display);
    text = printable;
  }
  if (text.find_first_of(",\"\r\n") == std::string_view::npos) {
    out += text;
    return;
  }
  out += '"';
  for (const char c : text) {
    if (c == '"') out += '"';
    out += c;
  }
  out += '"';
}

/// about: URLs that name something but lead nowhere (HTML Standard 2.4.1, whatever the fragment).
bool is_reserved(std::string_view url) {
  url = url.substr(0, url.find('#'));
  return url == "about:legacy-compat" || url == "about:srcdoc";
}

bool is_foreign(Namespace ns) {
  return ns == Namespace::svg || ns == Namespace::mathml;
}

}  // namespace

std::optional<Format> format_from_name(std::string_view name) {
  if (name == "text") return Format::text;
  if (name == "json") return Format::json;
  if (name == "jsonl") return Format::jsonl;
  if (name == "csv") return Format::csv;
  return std::nullopt;
}

std::string_view rows_begin(Format format) {
  if (format == Format::csv) return csv_header;
  return format == Format::json ? "[" : "";
}

std::string_view rows_between(Format format) {
  return format == Format::json ? ",\n" : "";
}

std::string_view rows_end(Format format, bool any_rows) {
  if (format != Format::json) return "";
  return any_rows ? "\n]\n" : "]\n";
}

void FileRows::clear() {
  rows.clear();
  marks.clear();
  count = 0;
  unresolvable = 0;
}

struct RowWriter::Row {
  Link const& link;
  html::LinkBase const& base;
  html::LinkContext const& context;
  text::LineColumn place;
  std::size_t offset;
  std::size_t length;
  std::optional<url::Error> error;
};

void RowWriter::begin(std::string_view name, FileRows& result) {
  result_ = &result;
  cursor_.reset();
  file_.clear();
  const std::string valid = to_valid_utf8(name);
  switch (options_.format) {
    case Format::text:
      append_printable(file_, valid, options_.display);
      break;
    case Format::csv:
      append_csv_field(file_, valid, options_.display);
      break;
    case Format::json:
    case Format::jsonl:
      append_json_string(file_, valid);
      break;
  }
}

bool RowWriter::is_wanted(Link const& link) const {
  auto const& [format, display, color, kinds, elements] = options_;
  if (!kinds.empty() && std::find(kinds.begin(), kinds.end(), link.kind) == kinds.end()) {
    return false;
  }
  return elements.empty() ||
         std::any_of(elements.begin(), elements.end(), [&](std::string const& element) {
           return text::equals_ignoring_ascii_case(element, link.element);
         });
}

void RowWriter::write(html::LinkBlock const& block) {
  if (!cursor_) cursor_.emplace(block.text);
  base_ = nullptr;
  for (JsonNames& names : json_names_) names.element = {};
  for (Link const& link : block.links) {
    if (!is_wanted(link)) continue;
    const std::size_t offset =
        block.map == nullptr ? link.span.begin : block.map->to_source(link.span.begin);
    const std::size_t end =
        block.map == nullptr ? link.span.end : block.map->to_source(link.span.end);
    html::LinkBase const& base = block.bases[link.base];
    url_.clear();
    const auto resolved = base.resolver.append_resolved(url_, link.raw);
    Row row{link,
            base,
            block.contexts[link.context],
            cursor_->at(link.span.begin),
            offset,
            end - offset,
            std::nullopt};
    if (!resolved) row.error = resolved.error();
    if (!resolved || is_reserved(url_)) ++result_->unresolvable;
    write_row(row);
  }
}

void RowWriter::write_row(Row const& row) {
  switch (options_.format) {
    case Format::text:
      write_text(row);
      break;
    case Format::csv:
      write_csv(row);
      break;
    case Format::json:
    case Format::jsonl:
      write_json(row);
      break;
  }
  ++result_->count;
  if (!mark_rows_) return;
  std::optional<text::Hash128> hash;
  if (!url_.empty()) hash = text::hash128(url_, text::process_hash_key());
  result_->marks.push_back({result_->rows.size(), hash});
}

void RowWriter::write_text(Row const& row) {
  std::string& out = line_;
  out.clear();
  if (options_.color) out += bold;
  out += file_;
  out += ':';
  append_number(out, row.place.line);
  out += ':';
  append_number(out, row.place.column);
  out += ':';
  if (options_.color) out += plain;
  out += ' ';
  append_printable(out, row.link.element, options_.display);
  if (!row.link.attribute.empty()) {
    out += '[';
    append_printable(out, row.link.attribute, options_.display);
    out += ']';
  }
  out += ' ';
  append_printable(out, row.link.raw, options_.display);
  out += " -> ";
  if (row.error) {
    if (options_.color) out += red;
    out += "unresolvable: ";
    out += url::code(*row.error);
    if (options_.color) out += plain;
  } else {
    append_printable(out, url_, options_.display);
    if (is_reserved(url_)) out += " (reserved)";
  }
  out += '\n';
  result_->rows.append(out);
}

std::string_view RowWriter::json_names_of(Link const& link) {
  const auto address = reinterpret_cast<std::uintptr_t>(link.element.data()) / 4 +
                       reinterpret_cast<std::uintptr_t>(link.attribute.data()) / 2;
  JsonNames& names = json_names_[address % json_names_.size()];
  const bool same = names.element.data() == link.element.data() &&
                    names.element.size() == link.element.size() &&
                    names.attribute.data() == link.attribute.data() &&
                    names.attribute.size() == link.attribute.size() && names.ns == link.ns;
  if (same) return names.json;
  names.element = link.element;
  names.attribute = link.attribute;
  names.ns = link.ns;
  names.json = ",\"element\":";
  append_json_string(names.json, link.element);
  names.json += ",\"attribute\":";
  append_json_string(names.json, link.attribute);
  if (is_foreign(link.ns)) {
    names.json += ",\"ns\":\"";
    names.json += name(link.ns);
    names.json += '"';
  }
  names.json += ",\"index\":";
  return names.json;
}

void RowWriter::write_json(Row const& row) {
  RowBuffer& out = result_->rows;
  const std::size_t begin = out.size();
  if (options_.format == Format::json) out.append(rows_between(Format::json));
  out.literal("{\"file\":");
  out.append(file_);
  out.literal(",\"line\":");
  out.number(row.place.line);
  out.literal(",\"column\":");
  out.number(row.place.column);
  out.literal(",\"offset\":");
  out.number(row.offset);
  out.literal(",\"length\":");
  out.number(row.length);
  out.append(json_names_of(row.link));
  out.number(row.link.index);
  out.literal(",\"raw\":");
  append_json_string(out, row.link.raw);
  out.literal(",\"kind\":\"");
  out.append(name(row.link.kind));
  if (base_ != &row.base) {
    base_ = &row.base;
    base_json_ = "\",\"base\":";
    append_json_string(base_json_, row.base.resolver.base());
    base_json_ += ",\"baseSource\":\"";
    base_json_ += name(row.base.source);
    base_json_ += "\",\"url\":";
  }
  out.append(base_json_);
  if (row.error) {
    out.literal("null,\"error\":\"");
    out.append(url::code(*row.error));
    out.literal("\"");
  } else {
    append_json_string(out, url_);
    if (is_reserved(url_)) out.literal(",\"reserved\":true");
  }
  if (!row.context.path.empty()) {
    out.literal(",\"context\":\"");
    out.append(row.context.path);
    out.literal("\"");
  }
  out.literal("}");
  if (options_.format == Format::jsonl) out.literal("\n");
  if (options_.display == Display::terminal) {
    line_.clear();
    append_printable_json(line_, out.view().substr(begin));
    out.truncate(begin);
    out.append(line_);
  }
}

void RowWriter::write_csv(Row const& row) {
  std::string& out = line_;
  out.clear();
  out += file_;
  for (const std::size_t number : {row.place.line, row.place.column, row.offset, row.length}) {
    out += ',';
    append_number(out, number);
  }
  for (const std::string_view text :
       {row.link.element, row.link.attribute, is_foreign(row.link.ns) ? name(row.link.ns) : ""}) {
    out += ',';
    append_csv_field(out, text, options_.display);
  }
  out += ',';
  append_number(out, row.link.index);
  for (const std::string_view text :
       {row.link.raw, name(row.link.kind), row.base.resolver.base(), name(row.base.source),
        std::string_view(url_), row.error ? url::code(*row.error) : std::string_view(),
        std::string_view(row.context.path)}) {
    out += ',';
    append_csv_field(out, text, options_.display);
  }
  out += '\n';
  result_->rows.append(out);
}

}  // namespace hrefkit::cli
