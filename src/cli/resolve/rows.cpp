#include "hrefkit/cli/resolve/rows.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>

#include "hrefkit/cli/format/csv_row.h"
#include "hrefkit/cli/format/json_row.h"
#include "hrefkit/text/ascii.h"
#include "hrefkit/text/utf8.h"
#include "hrefkit/url/about_url.h"
#include "hrefkit/url/error.h"

namespace hrefkit::cli {

namespace {

using html::Link;
using html::Namespace;

constexpr std::string_view bold = "\x1B[1m";
constexpr std::string_view red = "\x1B[31m";
constexpr std::string_view plain = "\x1B[0m";

void append_number(std::string& out, std::size_t number) {
  std::array<char, 20> digits;
  const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), number).ptr;
  out.append(digits.data(), end);
}

bool is_foreign(Namespace ns) {
  return ns == Namespace::svg || ns == Namespace::mathml;
}

}  // namespace

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
  bool reserved;  // an about: URL that leads nowhere
};

void RowWriter::begin(std::string_view name, FileRows& result) {
  result_ = &result;
  cursor_.reset();
  file_.clear();
  const std::string valid = to_valid_utf8(name);
  switch (options_.style.format) {
    case Format::text:
      line_.clear();
      append_printable(line_, valid, options_.style.display);
      file_.append(line_);
      break;
    case Format::csv:
      CsvRow(file_, options_.style).text("file"_key, valid);
      break;
    case Format::json:
    case Format::jsonl:
      JsonRow(file_, options_.style).text("file"_key, valid);
      break;
  }
}

bool RowWriter::is_wanted(Link const& link) const {
  auto const& [style, kinds, elements] = options_;
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
  for (Names& names : names_) names.element = {};
  for (Link const& link : block.links) {
    if (!is_wanted(link)) continue;
    const text::Span bytes = block.bytes_of(link);
    html::LinkBase const& base = block.bases[link.base];
    url_.clear();
    const auto resolved = base.resolver.append_resolved(url_, link.raw);
    Row row{link,
            base,
            block.contexts[link.context],
            cursor_->at(link.span.begin),
            bytes.begin,
            bytes.length(),
            std::nullopt,
            resolved && !link.local && url::is_reserved_about_url(url_)};
    if (!resolved) row.error = resolved.error();
    if (!resolved || row.reserved) ++result_->unresolvable;
    write_row(row);
  }
}

void RowWriter::write_row(Row const& row) {
  switch (options_.style.format) {
    case Format::text:
      write_text(row);
      break;
    case Format::csv:
      write_fields<CsvRow>(row);
      break;
    case Format::json:
    case Format::jsonl:
      write_fields<JsonRow>(row);
      break;
  }
  ++result_->count;
  if (!mark_rows_) return;
  std::optional<text::Hash128> hash;
  if (!url_.empty()) hash = text::hash128(url_, text::process_hash_key());
  result_->marks.push_back({result_->rows.size(), hash});
}

void RowWriter::write_text(Row const& row) {
  auto const [format, display, color] = options_.style;
  std::string& out = line_;
  out.clear();
  if (color) out += bold;
  out += file_.view();
  out += ':';
  append_number(out, row.place.line);
  out += ':';
  append_number(out, row.place.column);
  out += ':';
  if (color) out += plain;
  out += ' ';
  append_printable(out, row.link.element, display);
  if (!row.link.attribute.empty()) {
    out += '[';
    append_printable(out, row.link.attribute, display);
    out += ']';
  }
  // A style sheet has neither element nor attribute.
  if (!row.link.element.empty() || !row.link.attribute.empty()) out += ' ';
  append_printable(out, row.link.raw, display);
  out += " -> ";
  if (row.error) {
    if (color) out += red;
    out += "unresolvable: ";
    out += url::code(*row.error);
    if (color) out += plain;
  } else {
    append_printable(out, url_, display);
    if (row.reserved) out += " (reserved)";
  }
  out += '\n';
  result_->rows.append(out);
}

template <typename RowType>
std::string_view RowWriter::names_of(Link const& link) {
  const auto address = reinterpret_cast<std::uintptr_t>(link.element.data()) / 4 +
                       reinterpret_cast<std::uintptr_t>(link.attribute.data()) / 2;
  Names& names = names_[address % names_.size()];
  const bool same = names.element.data() == link.element.data() &&
                    names.element.size() == link.element.size() &&
                    names.attribute.data() == link.attribute.data() &&
                    names.attribute.size() == link.attribute.size() && names.ns == link.ns;
  if (same) return names.fields.view();
  names.element = link.element;
  names.attribute = link.attribute;
  names.ns = link.ns;
  names.fields.clear();
  RowType fields(names.fields, options_.style);
  fields.text("element"_key, link.element);
  fields.text("attribute"_key, link.attribute);
  fields.optional_name("ns"_key, is_foreign(link.ns) ? name(link.ns) : "");
  return names.fields.view();
}

template <typename RowType>
std::string_view RowWriter::base_of(html::LinkBase const& base) {
  if (base_ != &base) {
    base_ = &base;
    base_fields_.clear();
    RowType fields(base_fields_, options_.style);
    fields.text("base"_key, base.resolver.base());
    fields.name("baseSource"_key, name(base.source));
  }
  return base_fields_.view();
}

template <typename RowType>
void RowWriter::write_fields(Row const& row) {
  RowType out(result_->rows, options_.style);
  out.begin();
  out.fields(file_.view());
  out.number("line"_key, row.place.line);
  out.number("column"_key, row.place.column);
  out.number("offset"_key, row.offset);
  out.number("length"_key, row.length);
  out.fields(names_of<RowType>(row.link));
  out.number("index"_key, row.link.index);
  out.text("raw"_key, row.link.raw);
  out.name("kind"_key, name(row.link.kind));
  out.fields(base_of<RowType>(row.base));
  if (row.error) {
    out.text_or_null("url"_key, std::nullopt);
    out.name("error"_key, url::code(*row.error));
  } else {
    out.text("url"_key, url_);
    out.optional_name("error"_key, "");
    out.json_flag("reserved"_key, row.reserved);
  }
  out.optional_name("context"_key, row.context.path);
  out.end();
}

}  // namespace hrefkit::cli
