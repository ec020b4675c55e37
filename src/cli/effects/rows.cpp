#include "hrefkit/cli/effects/rows.h"

#include <cstddef>
#include <functional>
#include <optional>

#include "hrefkit/cli/format/printable.h"
#include "hrefkit/cli/format/row_buffer.h"
#include "hrefkit/cli/format/row_sink.h"
#include "hrefkit/html/find_links.h"
#include "hrefkit/html/link_table.h"
#include "hrefkit/text/text.h"
#include "hrefkit/url/url.h"

namespace hrefkit::cli {

namespace {

using html::UrlEffect;

using namespace sgr;

/// Writes the effects on one file.
class EffectsWriter {
 public:
  /// `flush` empties the buffer, also before a row is complete.
  EffectsWriter(RowBuffer& out, FileEffects const& file, bool is_input, RowStyle const& style,
                std::function<void()> const& flush)
      : rows_(out), file_(file), is_input_(is_input), style_(style), flush_(flush) {}

  void write(UrlEffect const& effect, text::LineColumn place) {
    switch (style_.format) {
      case Format::text:
        write_text(effect, place);
        emit_text();
        break;
      case Format::csv:
        write_fields<CsvRow>(effect, place);
        break;
      case Format::json:
      case Format::jsonl:
        write_fields<JsonRow>(effect, place);
        break;
    }
  }

 private:
  void write_file(CsvRow& row) {
    row.text("file"_key, is_input_ ? std::string_view() : std::string_view(file_.file));
  }
  void write_file(JsonRow& row) {
    if (!is_input_) write_file_fields(row, file_.name);
  }

  template <typename Row>
  void write_fields(UrlEffect const& effect, text::LineColumn place) {
    const std::string path = effect.context == 0 ? "" : file_.contexts.path(effect.context);
    Row row(rows_, style_);
    row.begin();
    write_file(row);
    row.text("element"_key, effect.name);
    row.text("attribute"_key, attribute_name(*effect.row));
    row.number("line"_key, place.line);
    row.number("column"_key, place.column);
    row.name("effect"_key, name(effect.effect));
    row.text_or_null("before"_key, effect.before);
    row.flush_above(long_text, flush_);
    row.text_or_null("after"_key, effect.after);
    row.flush_above(long_text, flush_);
    if (effect.too_long) row.json_text("error"_key, code(url::Error::too_long));
    row.flag("changed"_key, effect.changed());
    row.text("raw"_key, effect.raw);
    row.number("index"_key, effect.index);
    row.optional_name("ns"_key, effect.ns == html::Namespace::html ? "" : name(effect.ns));
    row.optional_name("context"_key, path);
    row.names("hazards"_key, effect.hazards, [](html::Hazard hazard) { return name(hazard); });
    row.end();
  }

  void write_text(UrlEffect const& effect, text::LineColumn place) {
    style(bold);
    show(file_.file);
    out_ += ':' + std::to_string(place.line) + ':' + std::to_string(place.column) + ':';
    style(plain);
    out_ += ' ';
    show(effect.name);
    if (!effect.row->attribute.empty()) {
      out_ += '[';
      out_ += attribute_name(*effect.row);
      out_ += ']';
    }
    out_ += ' ';
    show(effect.raw.empty() ? "\"\"" : effect.raw);
    out_ += "  ";
    if (effect.too_long) {
      style(red);
      out_ += code(url::Error::too_long);
      style(plain);
    } else if (effect.changed()) {
      write_changed(effect);
    } else {
      style(dim);
      out_ += "unchanged: ";
      show_url(effect.before);
      style(plain);
    }
    for (html::Hazard hazard : effect.hazards) {
      style(red);
      out_.append("; risky: ").append(message(hazard)).append(" [").append(name(hazard)) += ']';
      style(plain);
    }
    out_ += '\n';
  }

  void write_changed(UrlEffect const& effect) {
    if (effect.stale) {
      out_ += "in an open page: still ";
      show_url(effect.before);
      out_ += "; published so: ";
    } else {
      out_ += effect.effect == html::BaseEffect::reload ? "loaded again: " : "changes: ";
      show_url(effect.before);
      out_ += " -> ";
    }
    show_url(effect.after);
  }

  void show_url(std::optional<std::string> const& url) {
    if (url) {
      show(*url);
    } else {
      out_ += "(unresolvable)";
    }
  }

  /// Writes a very long text in pieces, since it is in memory already.
  void show(std::string_view text) {
    while (text.size() > enough_text) {
      std::size_t end = enough_text;
      while (end > 1 && text::is_continuation_byte(text[end])) --end;
      append_printable(out_, text.substr(0, end), style_.display);
      emit_text();
      text.remove_prefix(end);
    }
    append_printable(out_, text, style_.display);
  }

  void emit_text() {
    rows_.append(out_);
    text::clear_buffer(out_);
    if (rows_.size() > long_text) flush_();
  }

  void style(std::string_view code) {
    if (style_.color) out_ += code;
  }

  static constexpr std::size_t enough_text = std::size_t{1} << 16;
  static constexpr std::size_t long_text = std::size_t{1} << 20;

  RowBuffer& rows_;
  std::string out_;  // text of one row
  FileEffects const& file_;
  bool is_input_;
  RowStyle const& style_;
  std::function<void()> const& flush_;
};

}  // namespace

void FileEffects::visit(Visitor const& visitor) const {
  text::LineCursor cursor(text);
  std::size_t number = 0;
  recorder.report(
      [&](UrlEffect const& effect) { visitor(effect, cursor.at(effect.span.begin), number++); });
}

void EffectCounts::add(UrlEffect const& effect) {
  hazards += effect.hazards.size();
  if (effect.too_long) {
    ++too_long;
  } else if (!effect.changed()) {
    ++unchanged;
  } else if (effect.effect == html::BaseEffect::reload) {
    ++reloaded;
  } else {
    ++(effect.stale ? stale : updated);
  }
}

std::string counted_urls(EffectCounts const& counts) {
  const std::size_t all = counts.all();
  return all == 0 ? "no affected link" : counted(all, "link", "links");
}

std::string summary_details(EffectCounts const& counts) {
  if (counts.all() == 0) return {};
  std::string text = "; " + grouped_number(counts.changed());
  text += counts.changed() == 1 ? " changes when published so" : " change when published so";
  std::string some;
  if (counts.stale != 0) some = grouped_number(counts.stale) + " of them not in an open page";
  if (counts.reloaded != 0) {
    some += (some.empty() ? "" : ", ") + grouped_number(counts.reloaded) + " loaded again";
  }
  if (!some.empty()) text += " (" + some + ')';
  text += ", " + grouped_number(counts.unchanged) + " unchanged";
  if (counts.too_long != 0) text += ", " + grouped_number(counts.too_long) + " too long";
  if (counts.hazards != 0) text += "; " + counted(counts.hazards, "risky change", "risky changes");
  return text;
}

std::string_view outcome(UrlEffect const& effect) {
  if (effect.too_long) return code(url::Error::too_long);
  if (!effect.changed()) return "unchanged";
  if (effect.effect == html::BaseEffect::reload) return "reloaded";
  return effect.stale ? "stale" : "updated";
}

EffectCounts write_effect_rows(RowSink& sink, std::vector<FileEffects> const& files,
                               RowStyle const& style) {
  constexpr std::size_t enough = std::size_t{1} << 16;
  constexpr std::size_t max_kept = std::size_t{4} << 20;
  RowBuffer rows;
  EffectCounts counts;
  const std::function<void()> flush = [&] {
    sink.emit(rows.view());
    rows.clear_keeping(max_kept);
  };
  sink.begin();
  for (std::size_t f = 0; f < files.size(); ++f) {
    EffectsWriter writer(rows, files[f], f == 0, style, flush);
    files[f].visit([&](UrlEffect const& effect, text::LineColumn place, std::size_t) {
      counts.add(effect);
      writer.write(effect, place);
      if (rows.size() >= enough) flush();
    });
  }
  sink.emit(rows.view());
  sink.end();
  return counts;
}

}  // namespace hrefkit::cli
