#include "hrefkit/cli/effects/rows.h"

#include "hrefkit/cli/format/json_writer.h"

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
  Writer(std::string& out, FileEffects const& file, bool is_input, EffectRowOptions const& options)
      : out_(out), file_(file), is_input_(is_input), options_(options) {}

  void write_json(UrlEffect const& effect, text::LineColumn place) {
    std::string row;
    JsonWriter json(row);
    json.begin_object();
    if (!is_input_) json.member("file", file_.file);
    json.member("element", effect.name);
    json.member("attribute", attribute_name(*effect.row));
    json.member("line", place.line);
    json.member("column", place.column);
    json.member("effect", name(effect.effect));
    json.member_or_null("before", effect.before);
    json.member_or_null("after", effect.after);
    json.member("changed", effect.changed());
    json.member("raw", effect.raw);
    json.member("index", std::size_t{effect.index});
    if (effect.ns != html::Namespace::html) json.member("ns", name(effect.ns));
    if (effect.context != 0) json.member("context", file_.contexts.path(effect.context));
    if (!effect.hazards.empty()) {
      json.key("hazards");
      json.begin_array();
      for (html::Hazard hazard : effect.hazards) json.string(name(hazard));
      json.end_array();
    }
    json.end_object();
    if (options_.display == Display::terminal) {
      append_printable_json(out_, row);
    } else {
      out_ += row;
    }
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

 private:
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

  void show(std::string_view text) { append_printable(out_, text, options_.display); }

  void style(std::string_view code) {
    if (options_.color) out_ += code;
  }

  std::string& out_;
  FileEffects const& file_;
  bool is_input_;
  EffectRowOptions const& options_;
};

std::string_view plural(std::size_t count) {
  return count == 1 ? "" : "s";
}

}  // namespace

void FileEffects::visit(Visitor const& visitor) const {
  text::LineCursor cursor(text);
  std::size_t number = 0;
  recorder.report(
      [&](UrlEffect const& effect) { visitor(effect, cursor.at(effect.span.begin), number++); });
}

void EffectCounts::add(UrlEffect const& effect) {
  hazards += effect.hazards.size();
  if (!effect.changed()) {
    ++unchanged;
  } else if (effect.effect == html::BaseEffect::reload) {
    ++reloaded;
  } else {
    ++(effect.stale ? stale : updated);
  }
}

std::string summary(EffectCounts const& counts) {
  const std::size_t all = counts.updated + counts.stale + counts.reloaded + counts.unchanged;
  if (all == 0) return "no URL of an affected element";
  std::string text = std::to_string(all) + " URL" + std::string(plural(all)) +
                     " of affected elements: " + std::to_string(counts.updated) + " updated, ";
  if (counts.reloaded != 0) text += std::to_string(counts.reloaded) + " reloaded, ";
  return text + std::to_string(counts.stale) + " stale, " + std::to_string(counts.unchanged) +
         " unchanged; " + std::to_string(counts.hazards) + " hazard" +
         std::string(plural(counts.hazards));
}

std::string_view outcome(UrlEffect const& effect) {
  if (!effect.changed()) return "unchanged";
  if (effect.effect == html::BaseEffect::reload) return "reloaded";
  return effect.stale ? "stale" : "updated";
}

EffectCounts write_effect_rows(PieceSink const& sink, std::vector<FileEffects> const& files,
                               EffectRowOptions const& options) {
  constexpr std::size_t enough = std::size_t{1} << 16;
  std::string out;
  EffectCounts counts;
  bool any = false;
  if (options.format == EffectFormat::json) out += '[';
  for (std::size_t f = 0; f < files.size(); ++f) {
    Writer writer(out, files[f], f == 0, options);
    files[f].visit([&](UrlEffect const& effect, text::LineColumn place, std::size_t) {
      counts.add(effect);
      if (options.format == EffectFormat::json && any) out += ",\n";
      any = true;
      if (options.format == EffectFormat::text) {
        writer.write_text(effect, place);
      } else {
        writer.write_json(effect, place);
      }
      if (options.format == EffectFormat::jsonl) out += '\n';
      if (out.size() < enough) return;
      sink(out);
      out.clear();
    });
  }
  if (options.format == EffectFormat::json) out += any ? "\n]\n" : "]\n";
  sink(out);
  return counts;
}

}  // namespace hrefkit::cli
