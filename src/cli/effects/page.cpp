#include "hrefkit/cli/effects/page.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "cli_assets.h"
#include "hrefkit/cli/format/printable.h"
#include "hrefkit/html/url_list.h"

namespace hrefkit::cli {

namespace {

using html::no_node;
using html::NodeId;

constexpr std::size_t max_chain = 6;  // elements that one row names

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

/// True for an element that matters only for one element in it.
bool Outline::is_link_of_chain(Place place) {
  return !mark(place).has_effects && !mark(place).has_children;
}

/// Forgets the open elements that are not around `place`, which is open itself, or around them all.
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

/// True where one component ends and another begins.
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

using html::BaseEffect;
using html::Hazard;
using html::UrlEffect;

constexpr std::size_t many = 12;  // hazards that are not listed unless opened

constexpr std::array all_hazards{Hazard::fragment_leaves_page, Hazard::empty_leaves_page,
                                 Hazard::stops_resolving, Hazard::origin_changes};

/// The page's words for what becomes of a URL.
std::string_view explanation(UrlEffect const& effect) {
  if (effect.row->kind == html::LinkKind::base) {
    return effect.stale
               ? "Base element: its frozen base URL stands, a read of href gives the other."
               : "Base element: relative to the fallback base URL.";
  }
  switch (effect.effect) {
    case BaseEffect::hyperlink:
      return effect.changed() ? "Hyperlink: resolved again, what is shown is updated."
                              : "Hyperlink: resolved again to the same URL.";
    case BaseEffect::cite:
      return effect.changed() ? "Citation: resolved again, what is shown is updated."
                              : "Citation: resolved again to the same URL.";
    case BaseEffect::none:
      return effect.changed() ? "Not directly affected: what was loaded stays, the next read gives "
                                "the other URL."
                              : "Not directly affected.";
    case BaseEffect::reload:
      return effect.changed() ? "Fetched again: inserting the element loads the other URL."
                              : "Fetched again: inserting the element loads the same URL.";
  }
  return {};
}

/// Writes one page.
class Page {
 public:
  Page(TextSink const& sink, PageFacts const& facts, std::vector<FileEffects> const& files,
       std::vector<Outline>& outlines)
      : sink_(sink), facts_(facts), files_(files), outlines_(outlines) {}

  EffectCounts write() {
    count();
    write_head();
    write_header();
    out_ += "<main>\n";
    write_tiles();
    write_hazards();
    write_tables();
    put("</main>\n<script type=\"module\">", effects_script.text, "</script>\n</body>\n</html>\n");
    sink_(out_);
    return counts_;
  }

 private:
  void count() {
    for (std::size_t f = 0; f < files_.size(); ++f) {
      const EffectCounts others = counts_;
      files_[f].visit([&](UrlEffect const& effect, text::LineColumn, std::size_t) {
        counts_.add(effect);
        outlines_[f].note(effect);
        for (const Hazard hazard : effect.hazards) ++hazards_[static_cast<std::size_t>(hazard)];
      });
      is_empty_.push_back(counts_.all() == others.all());
    }
  }

  /// Writes out what is there, once it is enough.
  void flush() {
    constexpr std::size_t enough = std::size_t{1} << 16;
    if (out_.size() < enough) return;
    sink_(out_);
    out_.clear();
  }

  /// Appends pieces of our own.
  template <typename... Pieces>
  void put(Pieces const&... pieces) {
    (out_.append(std::string_view(pieces)), ...);
  }

  /// Text from input: control and bidirectional characters named, markup escaped.
  void text(std::string_view input) {
    std::string printable;
    append_printable(printable, input, Display::terminal);
    for (const char c : printable) {
      switch (c) {
        case '&':
          out_ += "&amp;";
          break;
        case '<':
          out_ += "&lt;";
          break;
        case '>':
          out_ += "&gt;";
          break;
        case '"':
          out_ += "&quot;";
          break;
        default:
          out_ += c;
      }
    }
  }

  void code(std::string_view input) {
    out_ += "<code>";
    text(input);
    out_ += "</code>";
  }

  /// A URL in a column: it may be broken behind each slash.
  void broken(std::string_view url) {
    while (!url.empty()) {
      const std::size_t slash = url.find('/');
      const std::size_t end = slash == std::string_view::npos ? url.size() : slash + 1;
      text(url.substr(0, end));
      if (slash != std::string_view::npos) out_ += "<wbr>";
      url.remove_prefix(end);
    }
  }

  enum class Breaks : bool { no, at_slashes };

  /// A URL whose differing middle is marked.
  void code(std::string_view url, CommonEnds common, Breaks breaks) {
    const auto write = [&](std::string_view piece) {
      if (breaks == Breaks::no) {
        text(piece);
      } else {
        broken(piece);
      }
    };
    out_ += "<code>";
    write(url.substr(0, common.prefix));
    out_ += "<mark>";
    write(url.substr(common.prefix, url.size() - common.prefix - common.suffix));
    out_ += "</mark>";
    write(url.substr(url.size() - common.suffix));
    out_ += "</code>";
  }

  void write_head() {
    out_ +=
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
        "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src "
        "'unsafe-inline'; script-src '";
    put(effects_script.hash, "'\">\n");
    out_ += "<meta name=\"viewport\" content=\"width=device-width\">\n<title>Base URL changes in ";
    text(files_.front().file);
    out_ += "</title>\n<style>";
    out_ += effects_style.text;
    out_ += "</style>\n</head>\n<body>\n";
  }

  void write_header() {
    out_ += "<header>\n<p class=\"kicker\">hrefkit effects</p>\n<h1>Base URL changes in <code>";
    text(files_.front().file);
    out_ += "</code></h1>\n<ul class=\"done\">\n";
    for (std::string const& change : facts_.changes) {
      out_ += "<li>";
      text(change);
      out_ += "</li>\n";
    }
    out_ += "</ul>\n<dl class=\"facts\">\n";
    write_fact("Address", facts_.address);
    write_fact("Document base URL", facts_.base);
    put("<dt>Standard</dt><dd>", facts_.standard, "</dd>\n</dl>\n</header>\n");
  }

  void write_fact(std::string_view name, BeforeAfter const& urls) {
    put("<dt>", name, "</dt><dd>");
    if (urls.before == urls.after) {
      code(urls.before);
      out_ += " (unchanged)";
    } else {
      const CommonEnds common = common_ends(urls.before, urls.after);
      code(urls.before, common, Breaks::no);
      out_ += " &rarr; ";
      code(urls.after, common, Breaks::no);
    }
    out_ += "</dd>\n";
  }

  void write_tile(std::string_view kind, std::size_t count, std::string_view words) {
    put("<li class=\"", kind, "\"><b>", grouped_number(count), "</b> ", words, "</li>\n");
  }

  void write_tiles() {
    out_ += "<h2 class=\"hidden\">Summary</h2>\n<ul class=\"tiles\">\n";
    write_tile("hazard", counts_.hazards, counts_.hazards == 1 ? "hazard" : "hazards");
    write_tile("updated", counts_.updated, "updated: links and citations that now lead elsewhere");
    write_tile("stale", counts_.stale, "stale: loaded from the old URL, read as the new one");
    if (counts_.reloaded != 0) {
      write_tile("reloaded", counts_.reloaded, "reloaded: fetched again, from the new URL");
    }
    write_tile("unchanged", counts_.unchanged, "unchanged");
    out_ += "</ul>\n";
  }

  void write_hazards() {
    bool any = false;
    for (const Hazard hazard : all_hazards) {
      const std::size_t count = hazards_[static_cast<std::size_t>(hazard)];
      if (count == 0) continue;
      if (!any) out_ += "<section class=\"hazards\">\n<h2>Hazards</h2>\n";
      any = true;
      write_hazard(hazard, count);
    }
    if (any) out_ += "</section>\n";
  }

  static bool has(UrlEffect const& effect, Hazard hazard) {
    return std::find(effect.hazards.begin(), effect.hazards.end(), hazard) != effect.hazards.end();
  }

  void write_hazard(Hazard hazard, std::size_t count) {
    out_ += count > many ? "<details>" : "<details open>";
    put("<summary><span class=\"tag hazard\">", grouped_number(count), " &times; ", name(hazard),
        "</span> ", message(hazard), "</summary>\n<ul>\n");
    for (std::size_t f = 0; f < files_.size(); ++f) {
      files_[f].visit([&](UrlEffect const& effect, text::LineColumn place, std::size_t number) {
        if (has(effect, hazard)) write_hazard_item(anchor(f, number), effect, place);
      });
    }
    out_ += "</ul>\n</details>\n";
  }

  void write_hazard_item(std::string const& row, UrlEffect const& effect, text::LineColumn place) {
    put("<li><a href=\"#", row, "\">line ", grouped_number(place.line), "</a> ");
    write_attribute(effect);
    out_ += ' ';
    write_raw(effect.raw);
    out_ += " &rarr; ";
    write_url(effect.after);
    out_ += "</li>\n";
    flush();
  }

  static std::string anchor(std::size_t file, std::size_t i) {
    std::string anchor = "u";
    anchor += std::to_string(file);
    anchor += '-';
    anchor += std::to_string(i);
    return anchor;
  }

  void write_attribute(UrlEffect const& effect) {
    out_ += "<code>";
    text(effect.name);
    if (!effect.row->attribute.empty()) put("[", attribute_name(*effect.row), "]");
    out_ += "</code>";
  }

  void write_raw(std::string_view raw) {
    if (raw.empty()) {
      out_ += "<span class=\"place\">(empty)</span>";
    } else {
      out_ += "<code>";
      broken(raw);
      out_ += "</code>";
    }
  }

  void write_url(std::optional<std::string> const& url) {
    if (url) {
      out_ += "<code>";
      broken(*url);
      out_ += "</code>";
    } else {
      out_ += "does not resolve";
    }
  }

  void write_tables() {
    out_ +=
        "<section>\n<h2>Every URL of an affected element</h2>\n<fieldset><legend>Show</legend>\n"
        "<label><input type=\"checkbox\" id=\"show-updated\" checked> updated</label>\n"
        "<label><input type=\"checkbox\" id=\"show-stale\" checked> stale</label>\n"
        "<label><input type=\"checkbox\" id=\"show-reloaded\" checked> reloaded</label>\n"
        "<label><input type=\"checkbox\" id=\"show-unchanged\" checked> unchanged</label>\n"
        "</fieldset>\n"
        "<div class=\"controls\" id=\"controls\" hidden>\n"
        "<input id=\"search\" type=\"search\" placeholder=\"Search\" aria-label=\"Search\">\n"
        "<select id=\"kind\" aria-label=\"Kind\"></select>\n"
        "<select id=\"hazard\" aria-label=\"Hazard\"></select>\n"
        "<output id=\"count\" class=\"place\"></output>\n</div>\n";
    for (std::size_t f = 0; f < files_.size(); ++f) {
      if (f != 0 && is_empty_[f]) continue;
      if (f != 0) {
        out_ += "<h2>In <code>";
        text(files_[f].file);
        out_ += "</code></h2>\n";
      }
      write_table(f);
    }
    out_ += "</section>\n";
  }

  void write_table(std::size_t file) {
    if (is_empty_[file]) {
      out_ += "<p class=\"none\">No element with a URL is affected: all base URLs stay.</p>\n";
      return;
    }
    out_ +=
        "<div class=\"frame\">\n<table>\n<caption class=\"hidden\">The document's tree, as far as "
        "it carries URLs</caption>\n<thead><tr><th scope=\"col\">Element</th>"
        "<th scope=\"col\">Written as</th><th scope=\"col\">Resolved</th>"
        "<th scope=\"col\">What happens</th></tr></thead>\n<tbody>\n";
    files_[file].visit([&](UrlEffect const& effect, text::LineColumn place, std::size_t number) {
      OutlineRow const& row = outlines_[file].row_of(
          effect, [this](OutlineRow const& branch) { write_branch(branch); });
      write_row(anchor(file, number), effect, place, row);
      flush();
    });
    out_ += "</tbody>\n</table>\n</div>\n";
  }

  void write_branch(OutlineRow const& row) {
    put("<tr class=\"branch\"><td colspan=\"4\" style=\"--level:", std::to_string(row.level),
        "\"><code>");
    text(row.label);
    out_ += "</code></td></tr>\n";
  }

  void write_row(std::string const& id, UrlEffect const& effect, text::LineColumn place,
                 OutlineRow const& row) {
    put("<tr class=\"", outcome(effect), "\" id=\"", id, "\" data-kind=\"", name(effect.row->kind));
    if (!effect.hazards.empty()) out_ += "\" data-hazards=\"";
    for (std::size_t i = 0; i < effect.hazards.size(); ++i) {
      put(i == 0 ? "" : " ", name(effect.hazards[i]));
    }
    put("\"><th scope=\"row\" style=\"--level:", std::to_string(row.level), "\"><code>");
    text(row.label);
    if (!effect.row->attribute.empty()) {
      put(" [", attribute_name(*effect.row), "]");
    }
    put("</code> <span class=\"place\">", std::to_string(place.line), ":",
        std::to_string(place.column), "</span></th>\n<td data-label=\"Written as\">");
    write_raw(effect.raw);
    out_ += "</td>\n<td class=\"urls\" data-label=\"Resolved\">";
    write_urls(effect);
    put("</td>\n<td class=\"fate\" data-label=\"What happens\"><span class=\"tag ", outcome(effect),
        "\">", outcome(effect), "</span>");
    for (const Hazard hazard : effect.hazards) {
      put("<span class=\"tag hazard\">", name(hazard), "</span>");
    }
    put("<br>", explanation(effect), "</td></tr>\n");
  }

  void write_urls(UrlEffect const& effect) {
    if (!effect.changed()) {
      write_url(effect.before);
      return;
    }
    const bool both = effect.before && effect.after;
    const CommonEnds common = both ? common_ends(*effect.before, *effect.after) : CommonEnds{};
    for (auto const* url : {&effect.before, &effect.after}) {
      out_ += url == &effect.before ? "<div><span>before</span>" : "<div><span>after</span>";
      if (*url && both) {
        code(**url, common, Breaks::at_slashes);
      } else {
        write_url(*url);
      }
      out_ += "</div>";
    }
  }

  TextSink const& sink_;
  std::string out_;
  PageFacts const& facts_;
  std::vector<FileEffects> const& files_;
  std::vector<Outline>& outlines_;
  EffectCounts counts_;
  std::array<std::size_t, all_hazards.size()> hazards_{};  // by hazard
  std::vector<bool> is_empty_;                             // by file: it has no effects
};

}  // namespace

EffectCounts write_effect_page(TextSink const& sink, PageFacts const& facts,
                               std::vector<FileEffects> const& files,
                               std::vector<Outline>& outlines) {
  return Page(sink, facts, files, outlines).write();
}

}  // namespace hrefkit::cli
