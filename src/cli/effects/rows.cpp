#include "hrefkit/cli/effects/rows.h"

#include "hrefkit/cli/format/csv_row.h"
#include "hrefkit/cli/format/json_row.h"

namespace hrefkit::cli {

namespace {

using html::UrlEffect;

constexpr std::string_view bold = "\x1B[1m";
constexpr std::string_view dim = "\x1B[2m";
constexpr std::string_view red = "\x1B[31m";
constexpr std::string_view plain = "\x1B[0m";

/// Writes the effects on one file.
class Writer {
 public:
  Writer(RowBuffer& out, FileEffects const& file, bool is_input, RowStyle const& style)
      : rows_(out), file_(file), is_input_(is_input), style_(style) {}

  void write(std::size_t i) {
    switch (style_.format) {
      case Format::text:
        out_.clear();
        write_text(i);
        rows_.append(out_);
        break;
      case Format::csv:
        write_fields<CsvRow>(i);
        break;
      case Format::json:
      case Format::jsonl:
        write_fields<JsonRow>(i);
        break;
    }
  }

 private:
  template <typename Row>
  void write_fields(std::size_t i) {
    UrlEffect const& effect = file_.effects[i];
    Row row(rows_, style_);
    row.begin();
    row.optional_text("file"_key, is_input_ ? std::string_view() : file_.file);
    row.text("element"_key, effect.name);
    row.text("attribute"_key, attribute_name(*effect.row));
    row.number("line"_key, file_.places[i].line);
    row.number("column"_key, file_.places[i].column);
    row.name("effect"_key, name(effect.effect));
    row.text_or_null("before"_key, effect.before);
    row.text_or_null("after"_key, effect.after);
    row.flag("changed"_key, effect.changed());
    row.text("raw"_key, effect.raw);
    row.number("index"_key, effect.index);
    row.optional_name("ns"_key, effect.ns == html::Namespace::html ? "" : name(effect.ns));
    row.optional_name("context"_key,
                      effect.context == 0 ? "" : std::string_view(path_of(effect.context)));
    row.names("hazards"_key, effect.hazards, [](html::Hazard hazard) { return name(hazard); });
    row.end();
  }

  std::string const& path_of(std::uint32_t context) const { return file_.contexts[context].path; }

  void write_text(std::size_t i) {
    UrlEffect const& effect = file_.effects[i];
    style(bold);
    show(file_.file);
    out_ += ':' + std::to_string(file_.places[i].line) + ':' +
            std::to_string(file_.places[i].column) + ':';
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
    if (effect.changed()) {
      write_changed(effect);
    } else {
      style(dim);
      out_ += "unchanged: ";
      show_url(effect.before);
      style(plain);
    }
    for (html::Hazard hazard : effect.hazards) {
      style(red);
      out_ += " [" + std::string(name(hazard)) + ']';
      style(plain);
    }
    out_ += '\n';
  }

  void write_changed(UrlEffect const& effect) {
    out_ += outcome(effect);
    out_ += ": ";
    show_url(effect.before);
    out_ += " -> ";
    if (effect.stale) out_ += "(when read again) ";
    show_url(effect.after);
  }

  void show_url(std::optional<std::string> const& url) {
    if (url) {
      show(*url);
    } else {
      out_ += "(unresolvable)";
    }
  }

  void show(std::string_view text) { append_printable(out_, text, style_.display); }

  void style(std::string_view code) {
    if (style_.color) out_ += code;
  }

  RowBuffer& rows_;
  std::string out_;  // the text of one row
  FileEffects const& file_;
  bool is_input_;
  RowStyle const& style_;
};

std::string_view plural(std::size_t count) {
  return count == 1 ? "" : "s";
}

}  // namespace

EffectCounts count_effects(std::vector<FileEffects> const& files) {
  EffectCounts counts;
  for (FileEffects const& file : files) {
    for (UrlEffect const& effect : file.effects) {
      ++(!effect.changed() ? counts.unchanged : effect.stale ? counts.stale : counts.updated);
      counts.hazards += effect.hazards.size();
    }
  }
  return counts;
}

std::string summary(EffectCounts const& counts) {
  const std::size_t all = counts.updated + counts.stale + counts.unchanged;
  if (all == 0) return "no URLs of affected elements";
  return std::to_string(all) + " URL" + std::string(plural(all)) +
         " of affected elements: " + std::to_string(counts.updated) + " updated, " +
         std::to_string(counts.stale) + " stale, " + std::to_string(counts.unchanged) +
         " unchanged; " + std::to_string(counts.hazards) + " hazard" +
         std::string(plural(counts.hazards));
}

std::string_view outcome(UrlEffect const& effect) {
  if (!effect.changed()) return "unchanged";
  return effect.stale ? "stale" : "updated";
}

void append_effect_rows(RowBuffer& out, std::vector<FileEffects> const& files,
                        RowStyle const& style) {
  for (std::size_t f = 0; f < files.size(); ++f) {
    Writer writer(out, files[f], f == 0, style);
    for (std::size_t i = 0; i < files[f].effects.size(); ++i) writer.write(i);
  }
}

}  // namespace hrefkit::cli
