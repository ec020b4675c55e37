#include "hrefkit/cli/check/page_lists.h"

#include <array>
#include <functional>
#include <iosfwd>
#include <optional>
#include <span>
#include <string_view>
#include <utility>

#include "hrefkit/cli/format/json_writer.h"
#include "hrefkit/cli/format/row_buffer.h"
#include "hrefkit/cli/format/row_sink.h"
#include "hrefkit/cli/io/log_commands.h"
#include "hrefkit/cli/io/output.h"
#include "hrefkit/cli/options/options.h"
#include "hrefkit/text/text.h"

namespace hrefkit::cli {

namespace {

constexpr std::array<std::string_view, 18> page_columns{
    "url",       "file",   "status",  "type",       "title",    "lang",
    "depth",     "in",     "out",     "external",   "findings", "canonical",
    "indexable", "robots", "sitemap", "alternates", "redirect", "bytes"};

constexpr std::array<std::string_view, 7> edge_columns{"from", "to",    "kind", "rel",
                                                       "text", "place", "count"};

template <typename Row, typename Key, typename Number>
void write_number(Row& row, Key key, std::optional<Number> number) {
  if (number) return row.number(key, *number);
  row.text_or_null(key, std::nullopt);
}

void write_file_name(JsonRow& row, site::PageRow const& page) {
  if (!page.file) return row.text_or_null("file"_key, std::nullopt);
  write_file_fields(row, *page.file);
}

void write_file_name(CsvRow& row, site::PageRow const& page) {
  row.field(text::to_valid_utf8(page.file.value_or("")));
}

template <typename Row>
void write_page(Row& row, site::PageRow const& page) {
  row.begin();
  row.text("url"_key, page.url);
  write_file_name(row, page);
  write_number(row, "status"_key, page.status);
  row.text_or_null("type"_key, page.type);
  row.text_or_null("title"_key, page.title);
  row.text_or_null("lang"_key, page.lang);
  write_number(row, "depth"_key, page.depth);
  row.number("in"_key, page.in);
  row.number("out"_key, page.out);
  row.number("external"_key, page.external);
  row.number("findings"_key, page.findings);
  row.text_or_null("canonical"_key, page.canonical);
  row.flag("indexable"_key, page.indexable);
  row.text_or_null("robots"_key, page.robots);
  row.flag("sitemap"_key, page.sitemap);
  row.nested("alternates"_key, [&page](JsonWriter& json) {
    json.begin_array();
    for (site::PageAlternate const& each : page.alternates) {
      json.begin_object();
      json.member("hreflang", each.hreflang);
      json.member("url", each.url);
      json.end_object();
    }
    json.end_array();
  });
  row.text_or_null("redirect"_key, page.redirect);
  write_number(row, "bytes"_key, page.bytes);
  row.end();
}

template <typename Row>
void write_edge(Row& row, site::PageEdge const& edge) {
  row.begin();
  row.text("from"_key, edge.from);
  row.text("to"_key, edge.to);
  row.name("kind"_key, edge.kind);
  row.text("rel"_key, edge.rel);
  row.text_or_null("text"_key, edge.text);
  row.text_or_null("place"_key, edge.place);
  row.number("count"_key, edge.count);
  row.end();
}

}  // namespace

/// One file of rows.
struct PageLists::File {
  File(RowStyle row_style, std::string name, std::ostream& standard,
       std::span<std::string_view const> columns)
      : style(row_style),
        output(std::move(name), standard, is_json(style.format) ? Contents::json : Contents::text),
        sink(style, columns, [this](std::string_view text) { return output.write(text); }) {
    sink.begin();
  }

  /// Emits the rows that wait if they are many. False when the output takes no more.
  bool emit(std::size_t max_waiting) {
    if (rows.size() <= max_waiting) return true;
    const bool goes_on = sink.emit(rows.view());
    rows.clear();
    return goes_on;
  }

  template <typename Write>
  bool add(Write const& write) {
    if (style.format == Format::csv) {
      CsvRow row(rows, style);
      write(row);
    } else {
      JsonRow row(rows, style);
      write(row);
    }
    return emit(flush_size);
  }

  void finish(std::size_t inputs_read) {
    emit(0);
    sink.end();
    output.finish(inputs_read);
  }

  RowStyle style;
  Output output;
  RowSink sink;
  RowBuffer rows;
};

PageLists::PageLists(CheckCommand const& command, Environment const& environment)
    : pages_(open(command, environment, command.pages, page_columns)),
      edges_(open(command, environment, command.graph, edge_columns)) {}

PageLists::~PageLists() = default;

std::unique_ptr<PageLists::File> PageLists::open(CheckCommand const& command,
                                                 Environment const& environment,
                                                 std::string const& name,
                                                 std::span<std::string_view const> columns) {
  if (name.empty()) return nullptr;
  CommonOptions common = command.common;
  common.output = name;
  const Format format = name.ends_with(".csv") ? Format::csv : Format::jsonl;
  return std::make_unique<File>(row_style(format, common, environment), name, environment.out,
                                columns);
}

bool PageLists::has_error() const {
  return (pages_ && pages_->output.error()) || (edges_ && edges_->output.error());
}

void PageLists::add_to(site::CheckSink& sink) {
  if (pages_) {
    sink.page = [this](site::PageRow const& page) {
      return pages_->add([&](auto& row) { write_page(row, page); });
    };
  }
  if (edges_) {
    sink.edge = [this](site::PageEdge const& edge) {
      return edges_->add([&](auto& row) { write_edge(row, edge); });
    };
  }
}

void PageLists::end(site::CheckSummary const& summary, std::size_t inputs_read,
                    Messages& messages) {
  for (File* const file : {pages_.get(), edges_.get()}) {
    if (file == nullptr) continue;
    if (!summary.asked.is_stopped) {
      file->finish(summary.has_listed_pages ? inputs_read : 0);
      continue;
    }
    file->emit(0);
    file->sink.end();
    if (const std::string name = file->output.finish_incomplete(); !name.empty()) {
      messages.warning(name, "has the incomplete list");
    }
  }
}

void PageLists::finish_empty() {
  for (File* const file : {pages_.get(), edges_.get()}) {
    if (file != nullptr) file->output.finish(0);
  }
}

bool PageLists::report_errors(Messages& messages) const {
  bool has_error = false;
  for (File const* const file : {pages_.get(), edges_.get()}) {
    if (file != nullptr) has_error |= messages.report(file->output.error());
  }
  return has_error;
}

}  // namespace hrefkit::cli
