#include "hrefkit/cli/format/link_rows.h"

#include <array>
#include <charconv>
#include <cstdint>
#include <span>
#include <tl/expected.hpp>
#include <type_traits>  // IWYU pragma: keep

#include "hrefkit/cli/format/printable.h"
#include "hrefkit/cli/format/row_sink.h"
#include "hrefkit/cli/format/source_fields.h"
#include "hrefkit/cli/io/worker_processes.h"
#include "hrefkit/html/link_table.h"
#include "hrefkit/text/text.h"
#include "hrefkit/url/resolver.h"
#include "hrefkit/url/url.h"

namespace hrefkit::cli {

std::string pack_rows(FileRows const& rows) {
  Packer out;
  out.text(rows.heading);
  out.text(rows.rows.view());
  out.number(rows.count);
  out.number(rows.unresolvable);
  out.number(rows.from_disk_root);
  out.number(rows.moved_by_xml_base);
  out.number(rows.listed.size());
  for (UnresolvableLink const& link : rows.listed) {
    out.text(link.place);
    out.text(link.what);
  }
  for (RowMark const& mark : rows.marks) {
    out.number(mark.row_end);
    out.number(mark.url ? 1 : 0);
    out.number(mark.url ? (*mark.url)[0] : 0);
    out.number(mark.url ? (*mark.url)[1] : 0);
  }
  return std::string(out.view());
}

void unpack_rows(std::string_view packed, FileRows& rows) {
  Unpacker in(packed);
  const std::size_t before = rows.rows.size();
  rows.heading += in.text();
  rows.rows.append(in.text());
  rows.count += in.count();
  rows.unresolvable += in.count();
  rows.from_disk_root += in.count();
  rows.moved_by_xml_base += in.count();
  for (std::uint64_t count = in.number(); count > 0 && !in.at_end(); --count) {
    UnresolvableLink& link = rows.listed.emplace_back();
    link.place = in.text();
    link.what = in.text();
  }
  while (!in.at_end()) {
    RowMark mark{before + in.count(), std::nullopt};
    const bool has_url = in.number() != 0;
    const text::Hash128 hash{in.number(), in.number()};
    if (has_url) mark.url = hash;
    rows.marks.push_back(mark);
  }
}

namespace {

using html::Link;
using html::Namespace;

using namespace sgr;

constexpr std::size_t place_width = 8;  // "line:column" on a terminal

void append_number(std::string& out, std::size_t number) {
  std::array<char, 20> digits;
  const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), number).ptr;
  out.append(digits.data(), end);
}

/// FAST: names are short: where most links have the same one, memcmp takes 1 % of `resolve`.
bool is_same_name(std::string_view a, std::string_view b) {
  if (a.size() != b.size()) return false;
  for (std::size_t i = 0; i < a.size(); ++i) {
    if (a[i] != b[i]) return false;
  }
  return true;
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
  left_out = 0;
  unused = 0;
  unknown_xml = 0;
  computed_imports = 0;
  open_names = 0;
  from_disk_root = 0;
  moved_by_xml_base = 0;
  listed.clear();
}

/// With more bytes of rows, the rest of a block waits until they are emitted.
constexpr std::size_t max_waiting = std::size_t{1} << 20;

struct RowWriter::Row {
  Link const& link;
  html::LinkBase const& base;
  html::LinkContext const& context;
  text::LineColumn place;
  std::size_t offset;
  std::size_t length;
  std::optional<url::Error> error;
  bool reserved;  // an about: URL that leads nowhere
  std::optional<std::string_view> rel;
  std::optional<LoadedUrl> loaded;  // where it is not the row's own URL
  std::optional<std::string_view> text = {};
};

void RowWriter::begin(std::string_view name, FileRows& result, RowTail const& tail) {
  result_ = &result;
  tail_ = tail.fields;
  short_tail_ = tail.short_fields;
  header_budget_ = html::UrlBudget(0);
  cursor_.reset();
  texts_.reset();
  file_.clear();
  name_ = text::to_valid_utf8(name);
  result.heading.clear();
  RowStyle const& style = options_.style;
  switch (style.format) {
    case Format::text:
      line_.clear();
      append_printable(line_, name_, style.display);
      file_.append(line_);
      if (style.display == Display::stream || !options_.groups) break;
      result.heading = style.color ? std::string(bold) + line_ + std::string(plain) : line_;
      result.heading += '\n';
      break;
    case Format::csv:
      CsvRow(file_, style).text("file"_key, name_);
      break;
    case Format::json:
    case Format::jsonl:
      if (options_.names_file) append_file_fields(file_, name, style);
      break;
  }
}

bool RowWriter::write(html::LinkBlock const& block, Emit const& emit) {
  if (!cursor_) cursor_.emplace(block.text);
  for (KindFields& kind : kinds_) kind.base.reset();
  const bool takes_all = options_.kinds.empty() && options_.elements.empty();
  for (Link const& link : block.links) {
    if (!takes_all && !is_selected(options_.kinds, options_.elements, link)) continue;
    const text::Span bytes = block.bytes_of(link);
    html::LinkBase const& base = block.bases[link.base];
    url_.clear();
    auto resolved = block.append_url(url_, link);
    std::optional<LoadedUrl> loaded;
    if (link.loaded_base != link.base) {
      loaded = read_loaded(block, link, resolved.has_value());
    }
    if (!tail_.empty() && block.budget != nullptr) block.budget->count(tail_.size(), link.span);
    if (block.budget != nullptr && block.budget->is_spent()) {
      resolved = tl::make_unexpected(url::Error::too_long);
      loaded.reset();
    }
    if (options_.is_excluded && options_.is_excluded(resolved ? url_ : link.raw)) continue;
    if (options_.is_wanted) {
      const bool loads = loaded ? *loaded == LoadedUrl::another : resolved.has_value();
      if (!loads || !options_.is_wanted(loaded ? loaded_ : url_)) continue;
      if (!html::may_be_used(link)) {
        ++result_->unused;
        continue;
      }
    }
    Row row{link,
            base,
            block.contexts[link.context],
            cursor_->at(link.span.begin),
            bytes.begin,
            bytes.length(),
            std::nullopt,
            resolved && !link.local && url::is_reserved_about_url(url_),
            block.row_rel_of(link),
            loaded};
    if (!resolved) row.error = resolved.error();
    if (text_of_) row.text = text_of_(block, link);
    if (options_.has_texts) row.text = read_text(block, link);
    if (!resolved || row.reserved) {
      ++result_->unresolvable;
      if (options_.list_unresolvable) list_unresolvable(row);
    }
    if (options_.counts_disk_root && link.raw.starts_with('/') && !link.raw.starts_with("//") &&
        url_.starts_with("file:")) {
      ++result_->from_disk_root;
    }
    if (block.is_moved_by_xml_base(link)) ++result_->moved_by_xml_base;
    write_row(row);
    if (result_->bytes() > max_waiting && !emit()) return false;
  }
  return emit();
}

/// The text lives until the next call.
std::optional<std::string_view> RowWriter::read_text(html::LinkBlock const& block,
                                                     Link const& link) {
  if (!texts_) texts_.emplace(block.text, false);
  auto text = html::text_of_link(*texts_, link, block);
  if (!text) return std::nullopt;
  text_ = *std::move(text);
  return text_;
}

/// Reads what a browser loads by the link, where that is not `url_`.
std::optional<RowWriter::LoadedUrl> RowWriter::read_loaded(html::LinkBlock const& block,
                                                           Link const& link, bool resolves) {
  if (link.empty) return std::nullopt;
  loaded_.clear();
  const auto loaded = block.append_loaded(loaded_, link);
  if (!loaded) return resolves ? std::optional(LoadedUrl::none) : std::nullopt;
  return resolves && loaded_ == url_ ? std::nullopt : std::optional(LoadedUrl::another);
}

void RowWriter::write_row(Row const& row) {
  switch (options_.style.format) {
    case Format::text:
      if (options_.style.display == Display::terminal && options_.groups) {
        write_for_terminal(row);
      } else {
        write_text(row);
      }
      break;
    case Format::csv:
      write_fields<CsvRow>(row);
      break;
    case Format::json:
    case Format::jsonl:
      write_fields<JsonRow>(row);
      break;
  }
  end_row();
}

/// Counts a row that was written, whose URL is in `url_`.
void RowWriter::end_row() {
  ++result_->count;
  if (!mark_rows_) return;
  std::optional<text::Hash128> hash;
  if (!url_.empty()) hash = text::hash128(url_, text::process_hash_key());
  result_->marks.push_back({result_->rows.size(), hash});
}

void RowWriter::list_unresolvable(Row const& row) {
  constexpr std::size_t longest = 100;
  if (result_->listed.size() >= max_listed) return;
  std::string raw = url::masked_url(row.link.raw);
  if (raw.size() > longest) raw = text::to_valid_utf8(raw.substr(0, longest)) + "...";
  const std::string what = row.error ? "does not resolve: " + std::string(url::code(*row.error))
                                     : "is reserved and leads nowhere";
  result_->listed.push_back(
      {name_ + ':' + std::to_string(row.place.line) + ':' + std::to_string(row.place.column),
       "'" + raw + "' " + what});
}

/// "   7:13  base[href] /letters/ -> https://docs.example/letters/", below the file's name; the URL
/// has a line of its own where it does not fit.
void RowWriter::write_for_terminal(Row const& row) {
  RowStyle const& style = options_.style;
  TerminalLine line(line_, style);
  std::string place = std::to_string(row.place.line) + ':' + std::to_string(row.place.column);
  if (place.size() < place_width) place.insert(0, place_width - place.size(), ' ');
  line.begin(place_width + 2);
  line.add(place, dim);
  line.add("  ");
  std::string what(row.link.element);
  if (!row.link.attribute.empty()) what.append("[").append(row.link.attribute).append("]");
  if (!what.empty()) line.add(what + ' ');  // URLs of style sheets stand in no element
  line.add(row.link.raw);
  if (row.error) {
    line.add_together(" -> ", "unresolvable: " + std::string(url::code(*row.error)), red);
  } else {
    line.add_together(" -> ", row.reserved ? url_ + " (reserved)" : url_, cyan);
  }
  if (row.loaded) {
    line.add_together(", loaded: ", *row.loaded == LoadedUrl::none ? "nothing" : loaded_, cyan);
  }
  line.end();
  result_->rows.append(line_);
}

void RowWriter::write_text(Row const& row) {
  const Display display = options_.style.display;
  const bool color = options_.style.color;
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
  append_value(row.link.raw);
  out += " -> ";
  if (row.error) {
    if (color) out += red;
    out += "unresolvable: ";
    out += url::code(*row.error);
    if (color) out += plain;
  } else {
    append_value(url_);
    if (row.reserved) out += " (reserved)";
  }
  if (row.loaded) {
    out += ", loaded: ";
    append_value(*row.loaded == LoadedUrl::none ? "nothing" : loaded_);
  }
  out += '\n';
  result_->rows.append(out);
}

/// Appends a value to the line; a long one goes to the rows in pieces, since it is in memory twice
/// already.
void RowWriter::append_value(std::string_view value) {
  constexpr std::size_t max_piece = 65'536;
  while (value.size() > max_piece) {
    std::size_t end = max_piece;
    while (text::is_continuation_byte(value[end]) && end > 1) --end;
    append_printable(line_, value.substr(0, end), options_.style.display);
    result_->rows.append(line_);
    line_.clear();
    value.remove_prefix(end);
  }
  append_printable(line_, value, options_.style.display);
}

template <typename RowType>
std::string_view RowWriter::names_of(Link const& link) {
  const auto first = [](std::string_view name) {
    return name.empty() ? 0U : static_cast<unsigned char>(name.front());
  };
  const std::size_t slot = first(link.element) + 2 * link.element.size() +
                           4 * first(link.attribute) + link.attribute.size();
  Names& names = names_[slot % names_.size()];
  const bool same = is_same_name(names.element, link.element) &&
                    is_same_name(names.attribute, link.attribute) && names.ns == link.ns;
  // A style sheet has no names: its fields are not those of an entry that was never made.
  if (!same || names.fields.empty()) {
    names.element = link.element;
    names.attribute = link.attribute;
    names.ns = link.ns;
    names.fields.clear();
    RowType fields(names.fields, options_.style);
    fields.text("element"_key, link.element);
    fields.text("attribute"_key, link.attribute);
    fields.optional_name("ns"_key, is_foreign(link.ns) ? name(link.ns) : "");
  }
  return names.fields.view();
}

template <typename RowType>
std::string_view RowWriter::kind_and_base_of(Row const& row) {
  // Long ones share a place, so that memory does not hold one for each kind.
  constexpr std::size_t max_kept_base = 4096;
  const std::string_view base = row.base.resolver.base();
  const auto kind = static_cast<std::size_t>(row.link.kind);
  KindFields& kept = kinds_[base.size() > max_kept_base ? 0 : kind];
  if (kept.base != row.link.base || kept.kind != row.link.kind) {
    kept.base = row.link.base;
    kept.kind = row.link.kind;
    kept.fields.clear();
    RowType fields(kept.fields, options_.style);
    fields.name("kind"_key, name(row.link.kind));
    fields.text("base"_key, base);
    fields.name("baseSource"_key, name(row.base.source));
  }
  return kept.fields.view();
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
  const bool is_too_long = row.error == url::Error::too_long;
  if (is_too_long) {
    out.name("kind"_key, name(row.link.kind));
    out.text_or_null("base"_key, std::nullopt);
    out.name("baseSource"_key, name(row.base.source));
  } else {
    out.fields(kind_and_base_of<RowType>(row));
  }
  if (row.error) {
    out.text_or_null("url"_key, std::nullopt);
    out.name("error"_key, url::code(*row.error));
  } else {
    out.text("url"_key, url_);
    out.optional_name("error"_key, "");
    out.json_flag("reserved"_key, row.reserved);
  }
  out.json_text("rel"_key, row.rel);
  out.json_text("text"_key, row.text);
  out.optional_name("context"_key, row.context.path);
  if (row.loaded == LoadedUrl::none) {
    out.text_or_null("loaded"_key, std::nullopt);
  } else {
    out.optional_text("loaded"_key, row.loaded ? loaded_ : std::string_view());
  }
  if (std::is_same_v<RowType, CsvRow> && options_.has_texts) {
    out.text_or_null("text"_key, row.text);
  }
  std::string const& tail = is_too_long ? short_tail_ : tail_;
  if (!tail.empty()) {
    out.optional_name("header"_key, "");
    out.fields(tail);
  }
  if (source_of_) {
    const auto begin = static_cast<std::uint32_t>(row.offset);
    write_source(out,
                 source_of_(row.link, {begin, begin + static_cast<std::uint32_t>(row.length)}));
  }
  out.end();
}

void RowWriter::write(HeaderRow const& header, html::LinkBase const& base) {
  if (!is_selected(options_.kinds, options_.elements, header.kind)) return;
  url_.clear();
  auto resolved = base.resolver.append_resolved(url_, header.reference);
  const std::size_t bytes = url_.size() + base.resolver.base().size() + tail_.size();
  const bool is_too_long = !header_budget_.count(bytes);
  if (is_too_long) resolved = tl::make_unexpected(url::Error::too_long);
  if (options_.is_excluded && options_.is_excluded(resolved ? url_ : header.raw)) return;
  if (options_.is_wanted) {
    if (!resolved || !options_.is_wanted(url_)) return;
    if (!html::may_be_used(header.use)) {
      ++result_->unused;
      return;
    }
  }
  std::optional<url::Error> error;
  if (!resolved) {
    error = resolved.error();
    url_.clear();
    ++result_->unresolvable;
  }
  switch (options_.style.format) {
    case Format::text:
      write_header_text(header, error);
      break;
    case Format::csv:
      write_header<CsvRow>(header, base, error);
      break;
    case Format::json:
    case Format::jsonl:
      write_header<JsonRow>(header, base, error);
      break;
  }
  end_row();
}

/// "FILE: location may.html -> https://docs.example/may.html": it has no place in the body.
void RowWriter::write_header_text(HeaderRow const& header, std::optional<url::Error> error) {
  const Display display = options_.style.display;
  const bool color = options_.style.color;
  std::string& out = line_;
  out.clear();
  if (color) out += bold;
  out.append(file_.view()).append(":");
  if (color) out += plain;
  out.append(" ").append(header.header).append(" ");
  append_printable(out, header.raw, display);
  out += " -> ";
  if (error) {
    if (color) out += red;
    out.append("unresolvable: ").append(url::code(*error));
    if (color) out += plain;
  } else {
    append_printable(out, url_, display);
    if (url::is_reserved_about_url(url_)) out += " (reserved)";
  }
  out += '\n';
  result_->rows.append(out);
}

template <typename RowType>
void RowWriter::write_header(HeaderRow const& header, html::LinkBase const& base,
                             std::optional<url::Error> error) {
  constexpr bool is_csv = std::is_same_v<RowType, CsvRow>;
  const bool is_too_long = error == url::Error::too_long;
  RowType out(result_->rows, options_.style);
  out.begin();
  out.fields(file_.view());
  if constexpr (is_csv) {
    out.optional_number("line"_key, std::nullopt);
    out.optional_number("column"_key, std::nullopt);
    out.optional_number("offset"_key, std::nullopt);
    out.optional_number("length"_key, std::nullopt);
    out.optional_name("element"_key, "");
    out.optional_name("attribute"_key, "");
    out.optional_name("ns"_key, "");
  } else {
    out.name("header"_key, header.header);
  }
  out.number("index"_key, header.index);
  out.text("raw"_key, header.raw);
  out.name("kind"_key, name(header.kind));
  out.text_or_null("base"_key, is_too_long ? std::nullopt : std::optional(base.resolver.base()));
  out.name("baseSource"_key, html::name(base.source));
  if (!error) {
    out.text("url"_key, url_);
    out.optional_name("error"_key, "");
    out.json_flag("reserved"_key, url::is_reserved_about_url(url_));
  } else {
    out.text_or_null("url"_key, std::nullopt);
    out.name("error"_key, url::code(*error));
  }
  if constexpr (is_csv) {
    out.optional_name("context"_key, "");
    out.optional_text("loaded"_key, "");
    if (options_.has_texts) out.optional_text("text"_key, "");
    out.name("header"_key, header.header);
  } else {
    out.optional_text("rel"_key, header.rel);
  }
  std::string const& tail = is_too_long ? short_tail_ : tail_;
  if (!tail.empty()) out.fields(tail);
  out.end();
}

}  // namespace hrefkit::cli
