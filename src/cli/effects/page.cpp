#include "hrefkit/cli/effects/page.h"

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>

#include "cli_assets.h"
#include "hrefkit/cli/format/html_page.h"
#include "hrefkit/cli/format/json_writer.h"
#include "hrefkit/cli/format/printable.h"
#include "hrefkit/cli/format/row_buffer.h"
#include "hrefkit/html/base_changes.h"
#include "hrefkit/html/find_links.h"
#include "hrefkit/html/link_table.h"
#include "hrefkit/html/url_list.h"
#include "hrefkit/text/line_index.h"
#include "hrefkit/text/text.h"

namespace hrefkit::cli {

namespace {

using html::no_node;
using html::NodeId;

constexpr std::size_t max_chain = 6;  // elements in one row

}  // namespace

Outline::Outline(html::LiveContexts const& contexts)
    : contexts_(contexts), parents_(contexts.size()), marks_(contexts.size()) {
  for (std::size_t i = 0; i < contexts.size(); ++i) {
    html::Document const& document = contexts[i].document.document();
    parents_[i].reserve(document.size());
    marks_[i].resize(document.size());
    for (NodeId id = 0; id < document.size(); ++id) parents_[i].push_back(document[id].parent);
  }
}

/// The element around another; the frame around a document; {0, no_node} at the top.
Outline::Place Outline::around(Place place) const {
  const NodeId parent = parents_[place.context][place.node];
  if (parent != contexts_[place.context].document.document().root()) return {place.context, parent};
  if (place.context == 0) return {0, no_node};
  return {contexts_[place.context].parent, contexts_[place.context].frame};
}

/// The element as "div#main.note".
std::string Outline::label(Place place) const {
  html::Document const& document = contexts_[place.context].document.document();
  std::string label(document[place.node].name);
  if (const auto id = document.find_attribute(place.node, "id")) {
    label += '#' + std::string(id->value);
  }
  if (const auto classes = document.find_attribute(place.node, "class")) {
    html::SpaceList list(classes->value);
    if (const auto first = list.next()) label += '.' + std::string(first->in(classes->value));
  }
  return label;
}

void Outline::note(html::UrlEffect const& effect) {
  Place place{effect.context, effect.element};
  mark(place).has_effects = true;
  while (!mark(place).noted) {
    mark(place).noted = true;
    place = around(place);
    if (place.node == no_node) return;
    Mark& outer = mark(place);
    outer.has_children = outer.has_child;
    outer.has_child = true;
  }
}

/// True for an element without effects and with one child, so that both share a row.
bool Outline::is_link_of_chain(Place place) {
  return !mark(place).has_effects && !mark(place).has_children;
}

/// Closes the open elements that do not contain `place`, which is open itself, or closes them all.
void Outline::close_until(Place place) {
  while (!open_.empty() && !(open_.back().place == place)) {
    mark(open_.back().place).open = false;
    open_.pop_back();
  }
}

OutlineRow const& Outline::row_of(html::UrlEffect const& effect,
                                  std::function<void(OutlineRow const&)> const& branches) {
  const Place wanted{effect.context, effect.element};
  if (!open_.empty() && open_.back().place == wanted) return row_;
  std::vector<Place> missing;  // from the inside out
  Place place = wanted;
  for (; place.node != no_node && !mark(place).open; place = around(place)) {
    missing.push_back(place);
  }
  close_until(place);
  std::uint32_t level = open_.empty() ? 0 : open_.back().level + 1;
  if (missing.empty()) row_ = {open_.back().level, label(wanted)};
  while (!missing.empty()) {
    row_ = {level, {}};
    for (std::size_t length = 1; !missing.empty(); ++length) {
      const Place next = missing.back();
      missing.pop_back();
      row_.label += (length == 1 ? "" : " > ") + label(next);
      mark(next).open = true;
      open_.push_back({next, level});
      if (length == max_chain || !is_link_of_chain(next)) break;
    }
    ++level;
    if (!missing.empty()) branches(row_);
  }
  return row_;
}

namespace {

bool is_separator(char c) {
  return c == '/' || c == '?' || c == '#';
}

/// True at the border of two components.
bool is_border(std::string_view url, std::size_t place) {
  return place == 0 || place == url.size() || is_separator(url[place]) ||
         is_separator(url[place - 1]);
}

}  // namespace

CommonEnds common_ends(std::string_view a, std::string_view b) {
  const std::size_t shorter = std::min(a.size(), b.size());
  CommonEnds common;
  while (common.prefix < shorter && a[common.prefix] == b[common.prefix]) ++common.prefix;
  while (!is_border(a, common.prefix) || !is_border(b, common.prefix)) --common.prefix;
  while (common.suffix < shorter - common.prefix &&
         a[a.size() - 1 - common.suffix] == b[b.size() - 1 - common.suffix]) {
    ++common.suffix;
  }
  while (!is_border(a, a.size() - common.suffix) || !is_border(b, b.size() - common.suffix)) {
    --common.suffix;
  }
  return common;
}

namespace {

using html::Hazard;
using html::UrlEffect;

constexpr std::array all_hazards{Hazard::fragment_leaves_page, Hazard::empty_leaves_page,
                                 Hazard::stops_resolving, Hazard::origin_changes};

/// The outcome for a URL: its name, a few plain words, and a sentence.
struct OutcomeText {
  std::string_view name;
  std::string_view words;
  std::string_view sentence;
};

constexpr std::array outcome_texts{
    OutcomeText{
        "updated", "changes",
        "Published so, the link leads to the new URL; in a page that is open, too, at once."},
    OutcomeText{"stale", "changes, not in an open page",
                "Published so, browsers use the new URL. A page that is open keeps what it has "
                "loaded, and its frames keep the base URL that they inherited, until it is loaded "
                "again; a script that reads the attribute gets the new URL."},
    OutcomeText{"reloaded", "is loaded again",
                "Moving the element has browsers load it from the new URL."},
    OutcomeText{"unchanged", "unchanged", "The URL is the same before and after."},
    OutcomeText{"too-long", "too long to tell", "The URLs of this page are too long all together."},
};

std::size_t outcome_index(UrlEffect const& effect) {
  const auto found =
      std::find_if(outcome_texts.begin(), outcome_texts.end(),
                   [&](OutcomeText const& entry) { return entry.name == outcome(effect); });
  return static_cast<std::size_t>(found - outcome_texts.begin());
}

/// True for the URL of a base element itself, which has its own sentences.
bool is_base(UrlEffect const& effect) {
  return effect.row->kind == html::LinkKind::base;
}

/// The standard by which URLs were resolved, in plain words.
std::string_view rules_of_urls(std::string_view standard) {
  if (standard == "whatwg") return "as browsers resolve them today (URL Standard)";
  if (standard == "whatwg-2012") return "by the URL Standard of December 2012";
  if (standard == "html5") return "by the W3C&#39;s HTML5 drafts (RFC 3986)";
  return "by &quot;Web addresses in HTML 5&quot; of 2009";
}

/// The elements that the script fills and shows.
constexpr std::string_view effects_body_begin =
    "<div id=\"view\" hidden>\n"
    "<section id=\"hazards\" hidden aria-labelledby=\"hazards-title\">\n"
    "<h2 id=\"hazards-title\">Risky changes</h2>\n<ul id=\"hazard-list\" class=\"hazards\"></ul>\n"
    "</section>\n"
    "<section aria-labelledby=\"urls\">\n"
    "<h2 id=\"urls\">All links</h2>\n";

/// Writes one page.
class EffectsPage {
 public:
  EffectsPage(TextSink const& sink, PageFacts const& facts, std::vector<FileEffects> const& files,
              std::vector<Outline>& outlines)
      : sink_(sink), facts_(facts), files_(files), outlines_(outlines) {}

  EffectCounts write() {
    count();
    out_ = html_page_begin({.style = page_style, .script = effects_script});
    write_data();
    out_ += html_page_end_of_data(result() + " in " + files_.front().file);
    write_header();
    out_ += "<main>\n";
    if (counts_.all() == 0) {
      out_ += "<p class=\"notice\">No link changes: all base URLs stay.</p>\n";
    } else {
      write_tables();
      out_.append(effects_body_begin).append(html_page_list).append("</section>\n");
      out_.append(html_page_keys).append("</div>\n");
    }
    out_.append("</main>\n").append(html_page_end(effects_script));
    sink_(out_);
    return counts_;
  }

 private:
  void count() {
    for (std::size_t f = 0; f < files_.size(); ++f) {
      files_[f].visit([&](UrlEffect const& effect, text::LineColumn, std::size_t) {
        counts_.add(effect);
        outlines_[f].note(effect);
      });
    }
  }

  /// What the change does when the page is published so, in a few words.
  std::string result() const {
    if (counts_.changed() == 0) return "No link changes";
    std::string text =
        grouped_number(counts_.changed()) + " of " + counted(counts_.all(), "link", "links");
    return text += counts_.changed() == 1 ? " changes" : " change";
  }

  /// Writes the buffer once it is large enough.
  void flush() {
    constexpr std::size_t enough = std::size_t{1} << 16;
    if (!data_.empty()) {
      out_ += html_page_data(data_.view());
      data_.clear();
    }
    if (out_.size() < enough) return;
    sink_(out_);
    out_.clear();
  }

  /// Writes the data of long URLs before their row is complete. The last byte stays: the writer
  /// looks at it.
  void flush_long_data() {
    constexpr std::size_t long_data = std::size_t{1} << 20;
    if (data_.size() <= long_data) return;
    sink_(out_);
    out_.clear();
    const std::string_view data = data_.view();
    for (std::size_t at = 0; at + 1 < data.size(); at += long_data) {
      sink_(html_page_data(data.substr(at, std::min(long_data, data.size() - 1 - at))));
    }
    const char last = data.back();
    data_.clear_keeping(long_data);
    data_.append({&last, 1});
  }

  // The data, in arrays that effects.js reads.

  /// The writer adds commas depending on the last byte, so the parts make one text.
  void write_data() {
    JsonWriter json(data_);
    json.begin_object();
    json.key("fates");
    json.begin_array();
    for (OutcomeText const& entry : outcome_texts) {
      json.begin_array();
      json.string(entry.name);
      json.string(entry.words);
      json.string(entry.sentence);
      json.end_array();
    }
    json.end_array();
    json.key("hazards");
    json.begin_array();
    for (const Hazard hazard : all_hazards) {
      json.begin_array();
      json.string(name(hazard));
      json.string(message(hazard));
      json.end_array();
    }
    json.end_array();
    data_.append(",\"files\":[");
    for (std::size_t f = 0; f < files_.size(); ++f) {
      data_.append(f == 0 ? "{\"file\":" : ",{\"file\":");
      text::append_json_string(data_, shown_text(files_[f].file));
      data_.append(",\"rows\":[");
      write_rows(f);
      data_.append("]}");
    }
    data_.append("]}");
    flush();
  }

  void write_rows(std::size_t file) {
    bool is_first = true;
    const auto begin_row = [&] {
      data_.append(is_first ? "\n" : ",\n");
      is_first = false;
    };
    files_[file].visit([&](UrlEffect const& effect, text::LineColumn place, std::size_t) {
      OutlineRow const& row = outlines_[file].row_of(effect, [&](OutlineRow const& branch) {
        begin_row();
        JsonWriter json(data_);
        json.begin_array();
        json.number(branch.level);
        json.string(shown_text(branch.label));
        json.end_array();
      });
      begin_row();
      write_row(effect, place, row);
      flush();
    });
  }

  /// [level, label, attribute, line, column, fate, kind, is_base, hazards, raw, urls]
  void write_row(UrlEffect const& effect, text::LineColumn place, OutlineRow const& row) {
    JsonWriter json(data_);
    json.begin_array();
    json.number(row.level);
    json.string(shown_text(row.label));
    json.string(attribute_name(*effect.row));
    json.number(place.line);
    json.number(place.column);
    json.number(outcome_index(effect));
    json.string(name(effect.row->kind));
    json.boolean(is_base(effect));
    json.begin_array();
    for (std::size_t i = 0; i < all_hazards.size(); ++i) {
      if (has(effect, all_hazards[i])) json.number(i);
    }
    json.end_array();
    json.string(shown_text(effect.raw));
    if (effect.too_long) {
      json.begin_array();
      json.end_array();
    } else {
      write_urls(json, effect);
    }
    json.end_array();
  }

  /// A URL that stays, or null if it does not resolve; for one that changes [common beginning,
  /// middle before, middle after, common end]; if one of the two does not resolve [before, after].
  void write_urls(JsonWriter& json, UrlEffect const& effect) {
    const auto write = [&](std::string_view text) {
      json.string(shown_text(text));
      flush_long_data();
    };
    const auto write_or_null = [&](std::optional<std::string> const& url) {
      if (url) {
        write(*url);
      } else {
        json.null();
      }
    };
    if (!effect.changed()) return write_or_null(effect.before);
    json.begin_array();
    if (effect.before && effect.after) {
      std::string_view before = *effect.before;
      std::string_view after = *effect.after;
      const CommonEnds common = common_ends(before, after);
      write(before.substr(0, common.prefix));
      write(before.substr(common.prefix, before.size() - common.prefix - common.suffix));
      write(after.substr(common.prefix, after.size() - common.prefix - common.suffix));
      write(before.substr(before.size() - common.suffix));
    } else {
      write_or_null(effect.before);
      write_or_null(effect.after);
    }
    json.end_array();
  }

  static bool has(UrlEffect const& effect, Hazard hazard) {
    return std::find(effect.hazards.begin(), effect.hazards.end(), hazard) != effect.hazards.end();
  }

  // The page itself.

  void text(std::string_view input) { append_html_text(out_, input); }

  void code(std::string_view input) {
    out_ += "<code>";
    text(input);
    out_ += "</code>";
  }

  void write_header() {
    HtmlHeader header("hrefkit effects", facts_.date, result() + " in", files_.front().file);
    std::string changes = "<ul class=\"done\">\n";
    for (std::string const& change : facts_.changes) {
      changes += "<li>";
      append_html_text(changes, change);
      changes += "</li>\n";
    }
    changes += "</ul>\n<dl class=\"facts\">\n";
    const auto add_urls = [&](std::string_view name, BeforeAfter const& urls) {
      if (urls.before == urls.after) return header.add_fact(name, urls.before + " (unchanged)");
      changes.append("<div><dt>").append(name).append("</dt><dd>");
      changes.append(before_and_after(urls)).append("</dd></div>\n");
    };
    add_urls("Address", facts_.address);
    add_urls("Base URL", facts_.base);
    header.add_html(changes += "</dl>\n");
    header.add_fact_html("URLs are resolved", rules_of_urls(facts_.standard));
    header.add_fact("Made by", "hrefkit " + facts_.version);
    const auto add = [&header](std::string_view kind, std::size_t number, std::string_view one,
                               std::string_view many) {
      if (number != 0) header.add_number(kind, number, number == 1 ? one : many);
    };
    header.add_number(counts_.hazards == 0 ? "fine" : "error", counts_.hazards,
                      counts_.hazards == 1 ? "risky change" : "risky changes");
    add("note", counts_.changed(), "changes when published so", "change when published so");
    add("same", counts_.stale, "of them not in an open page", "of them not in an open page");
    add("same", counts_.reloaded, "of them is loaded again", "of them are loaded again");
    add("same", counts_.unchanged, "unchanged", "unchanged");
    add("same", counts_.too_long, "too long to tell", "too long to tell");
    out_ += header.text();
  }

  /// Two URLs with their difference marked.
  static std::string before_and_after(BeforeAfter const& urls) {
    std::string out;
    const auto write = [&out](std::string_view url, CommonEnds common) {
      out += "<code>";
      append_html_text(out, url.substr(0, common.prefix));
      out += "<mark>";
      append_html_text(out, url.substr(common.prefix, url.size() - common.prefix - common.suffix));
      out += "</mark>";
      append_html_text(out, url.substr(url.size() - common.suffix));
      out += "</code>";
    };
    const CommonEnds common = common_ends(urls.before, urls.after);
    write(urls.before, common);
    out += " &rarr; ";
    write(urls.after, common);
    return out;
  }

  /// All rows for readers without scripts, after a table of those with hazards.
  void write_tables() {
    out_ += "<noscript>\n";
    if (counts_.hazards != 0) write_table("Risky changes", true);
    write_table("All links", false);
    out_ += "</noscript>\n";
  }

  void write_table(std::string_view title, bool of_hazards) {
    out_.append("<h2>").append(title).append("</h2>\n<table>\n<thead><tr>");
    out_ +=
        "<th scope=\"col\">Element</th><th scope=\"col\">Written as</th><th scope=\"col\">Before"
        "</th><th scope=\"col\">Published so</th><th scope=\"col\">What happens</th></tr></thead>\n"
        "<tbody>\n";
    for (FileEffects const& file : files_) {
      file.visit([&](UrlEffect const& effect, text::LineColumn place, std::size_t) {
        if (of_hazards && effect.hazards.empty()) return;
        write_table_row(file, effect, place);
        flush();
      });
    }
    out_ += "</tbody>\n</table>\n";
  }

  void write_table_row(FileEffects const& file, UrlEffect const& effect, text::LineColumn place) {
    out_ += "<tr><th scope=\"row\">";
    std::string element(effect.name);
    if (!effect.row->attribute.empty()) {
      element.append("[").append(attribute_name(*effect.row)).append("]");
    }
    code(element);
    out_ += ' ';
    if (&file != &files_.front()) text(file.file + ":");
    out_.append(std::to_string(place.line)).append(":").append(std::to_string(place.column));
    out_ += "</th><td>";
    if (effect.raw.empty()) {
      out_ += "(empty)";
    } else {
      code(effect.raw);
    }
    for (auto const* url : {&effect.before, &effect.after}) {
      out_ += "</td><td>";
      if (*url) {
        code(**url);
      } else {
        out_ += effect.too_long ? "too long" : "does not resolve";
      }
    }
    out_.append("</td><td>").append(outcome_texts[outcome_index(effect)].words);
    for (const Hazard hazard : effect.hazards) out_.append("; ").append(message(hazard));
    out_ += "</td></tr>\n";
  }

  TextSink const& sink_;
  std::string out_;
  RowBuffer data_;
  PageFacts const& facts_;
  std::vector<FileEffects> const& files_;
  std::vector<Outline>& outlines_;
  EffectCounts counts_;
};

}  // namespace

EffectCounts write_effect_page(TextSink const& sink, PageFacts const& facts,
                               std::vector<FileEffects> const& files,
                               std::vector<Outline>& outlines) {
  return EffectsPage(sink, facts, files, outlines).write();
}

}  // namespace hrefkit::cli
