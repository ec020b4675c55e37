// The law of effects: the effects of a change equal the difference between the links of the page
// before and after it.
#include <catch2/catch.hpp>
#include <map>
#include <optional>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "hrefkit/html/base_changes.h"
#include "hrefkit/html/find_links.h"
#include "hrefkit/html/source_text.h"
#include "support/links_of.h"

namespace hrefkit::html {

namespace {

/// What a page has where the changes are made.
struct Holes {
  std::string url = "https://docs.example/d/page.html";
  std::optional<std::string> base = {};      ///< href of the base element of the page
  bool has_other_bases = true;               ///< the page may have others
  std::optional<std::string> xml_base = {};  ///< of the element #t
};

/// Random pages with frames in frames. The same seed gives the same page, but for its holes.
class Page {
 public:
  Page(std::uint32_t seed, Holes holes) : random_(seed), holes_(std::move(holes)) {}

  std::string text() {
    // All choices are made whatever the holes are.
    const bool early = below(2) == 0;
    std::string text = "<!doctype html><html><head>";
    const std::string before = early ? links(0) : "";
    const std::string meta = below(4) == 0 ? policy() : "";
    const std::string own = holes_.base ? "<base href=\"" + *holes_.base + "\">" : "";
    const std::string second = below(3) == 0 ? "<base href=/second/>" : "";
    text += own_base_first_ ? own + before + meta : before + meta + own;
    if (holes_.has_other_bases) text += second;
    text += "</head><body>" + links(0) + "<div id=t";
    if (holes_.xml_base) text += " xml:base=\"" + *holes_.xml_base + "\"";
    return text + ">" + links(0) + "</div>" + links(0) + "</body></html>";
  }

  /// The base element comes first, as one that is inserted does.
  Page& with_first_base() {
    own_base_first_ = true;
    return *this;
  }

 private:
  std::size_t below(std::size_t limit) {
    return std::uniform_int_distribution<std::size_t>(0, limit - 1)(random_);
  }
  std::string policy() {
    static constexpr std::array values{"base-uri 'self'", "base-uri https://docs.example",
                                       "base-uri *", "base-uri 'none'"};
    return "<meta http-equiv=content-security-policy content=\"" +
           std::string(values[below(values.size())]) + "\">";
  }
  std::string links(int depth) {
    std::string text;
    for (std::size_t left = below(5); left > 0; --left) text += link(depth);
    return text;
  }
  std::string link(int depth) {
    const std::string raw = "x" + std::to_string(next_++);
    switch (below(12)) {
      case 0:
        return "<img srcset='" + raw + " 1x, /" + raw + " 2x'>";
      case 1:
        return "<q cite=../" + raw + ">q</q>";
      case 2:
        return "<style>a{b:url(" + raw + ")}</style>";
      case 3:
        return "<a href='#" + raw + "'>f</a>";
      case 4:
        return "<a href=https://o.example/" + raw + ">o</a>";
      case 5:
        return "<p xml:base='s/'><a href=" + raw + ">x</a></p>";
      case 6:
      case 7:
      case 8:
        return depth < 3 ? frame(depth) : "";
      case 9:
        return "<script src='?" + raw + "'></script>";
      default:
        return "<a href=" + raw + ">x</a>";
    }
  }
  std::string frame(int depth) {
    static constexpr std::array bases{"",
                                      "",
                                      "<base href=in/>",
                                      "<base href=https://o.example/f/>",
                                      "<base href=/r/>",
                                      "<base href=''>",
                                      "<base href='http://['>",
                                      "<base href=data:x>",
                                      "<base target=x><base href=../up/>"};
    std::string document = below(2) == 0 ? links(depth + 1) : "";
    document += bases[below(bases.size())] + links(depth + 1);
    std::string escaped;
    for (const char c : document) {
      escaped += c == '&' ? "&amp;" : c == '"' ? "&quot;" : std::string(1, c);
    }
    return "<iframe srcdoc=\"" + escaped + "\"></iframe>";
  }

  std::mt19937 random_;
  Holes holes_;
  bool own_base_first_ = false;
  int next_ = 0;
};

DocumentOptions options_of(Holes const& holes, url::Standard standard) {
  DocumentOptions options;
  options.url = holes.url;
  options.standard = standard;
  return options;
}

/// A URL with what identifies its link: "context element[attribute] raw index".
using Row = std::pair<std::string, std::optional<std::string>>;

std::string key(std::string_view context, std::string_view element, std::string_view attribute,
                std::string_view raw, std::size_t index) {
  return std::string(context) + " " + std::string(element) + "[" + std::string(attribute) + "] " +
         std::string(raw) + " " + std::to_string(index);
}

/// The links of the page, but for the base elements of the page itself.
std::map<std::string, std::optional<std::string>> resolve(std::string const& text,
                                                          DocumentOptions const& options) {
  std::map<std::string, std::optional<std::string>> rows;
  const auto add = [&](LinkBlock const& block) {
    for (Link const& link : block.links) {
      std::string const& context = block.contexts[link.context].path;
      if (context.empty() && link.kind == LinkKind::base) continue;
      const auto url = block.resolve(link);
      rows[key(context, link.element, link.attribute, link.raw, link.index)] =
          url ? std::optional(*url) : std::nullopt;
    }
  };
  REQUIRE(find_links(source_from_text(text), options, {.links = add}));
  return rows;
}

/// An edit: the holes before and after, and the same as changes.
struct Edit {
  std::string_view name;
  Holes before, after;
  bool makes_base = false;  ///< it inserts a base element
};

BaseChanges changes_of(Edit const& edit, DocumentOptions const& options) {
  BaseChanges changes;
  if (edit.after.url != edit.before.url) {
    changes.new_address = options;
    changes.new_address->url = edit.after.url;
  }
  changes.remove_base = edit.before.has_other_bases && !edit.after.has_other_bases;
  if (edit.after.base != edit.before.base && !changes.remove_base) {
    changes.set_base = edit.after.base;
  }
  if (edit.after.xml_base != edit.before.xml_base) {
    changes.xml_bases.push_back({"#t", edit.after.xml_base});
  }
  return changes;
}

std::vector<Edit> edits() {
  const std::string moved = "https://new.example/n/page.html";
  return {
      {"set", {.base = "/b/"}, {.base = "/c/"}},
      {"set to another origin", {.base = "b/"}, {.base = "https://c.example/"}},
      {"set to the same", {.base = "b/"}, {.base = "/d/b/"}},
      {"make", {.has_other_bases = false}, {.base = "sub/", .has_other_bases = false}, true},
      {"remove", {.base = "/b/"}, {.has_other_bases = false}},
      {"new URL", {}, {.url = moved}},
      {"new URL, relative base", {.base = "b/"}, {.url = moved, .base = "b/"}},
      {"new URL, absolute base",
       {.base = "https://c.example/"},
       {.url = moved, .base = "https://c.example/"}},
      {"new URL and set", {.base = "b/"}, {.url = moved, .base = "c/"}},
      {"new URL and remove", {.base = "b/"}, {.url = moved, .has_other_bases = false}},
      {"set xml:base", {.base = "b/"}, {.base = "b/", .xml_base = "x/"}},
      {"change xml:base", {.xml_base = "/x/"}, {.xml_base = "y/"}},
      {"remove xml:base", {.xml_base = "/x/"}, {}},
      {"all", {.base = "b/", .xml_base = "x/"}, {.url = moved, .base = "c/", .xml_base = "y/"}},
  };
}

}  // namespace

TEST_CASE("effects equal the difference between the links before and after a change") {
  std::size_t in_frames = 0;
  for (const url::Standard standard : {url::Standard::whatwg, url::Standard::html5}) {
    for (Edit const& edit : edits()) {
      for (std::uint32_t seed = 0; seed < 150; ++seed) {
        Page before(seed, edit.before);
        Page after(seed, edit.after);
        if (edit.makes_base) after.with_first_base();
        const std::string text = before.text();
        const std::string new_text = after.text();
        CAPTURE(edit.name, seed, url::name(standard), text, new_text);
        const DocumentOptions options = options_of(edit.before, standard);
        const auto old_urls = resolve(text, options);
        const auto new_urls = resolve(new_text, options_of(edit.after, standard));
        REQUIRE(old_urls.size() == new_urls.size());

        Notes notes;
        const SourceText source = source_from_text(text);
        LiveContexts contexts(ContextTree(source, options, notes), options);
        EffectRecorder recorder(contexts, {});
        const auto made = make_base_changes(changes_of(edit, options), contexts, recorder);
        if (!made && made.error().error == BaseChangeError::unused_base) continue;  // by a policy
        REQUIRE(made);
        std::map<std::string, std::pair<std::optional<std::string>, std::optional<std::string>>>
            effects;
        recorder.report([&](UrlEffect const& effect) {
          const std::string context = contexts.path(effect.context);
          if (context.empty() && effect.kind == LinkKind::base) return;
          const std::string row =
              key(context, effect.name, attribute_name(*effect.row), effect.raw, effect.index);
          effects[row] = {effect.before, effect.after};
          in_frames += context.empty() ? 0 : 1;
          // A page that is open keeps what frames inherited, under the standard that freezes it.
          if (!context.empty() && standard == url::Standard::whatwg) {
            CHECK(effect.effect == BaseEffect::none);
            if (effect.kind != LinkKind::base) CHECK(effect.stale == effect.changed());
          }
        });
        for (auto const& [row, url] : old_urls) {
          INFO(row);
          const auto now = new_urls.find(row);
          REQUIRE(now != new_urls.end());
          const auto effect = effects.find(row);
          if (effect == effects.end()) {
            CHECK(url == now->second);
          } else {
            CHECK(effect->second.first == url);
            CHECK(effect->second.second == now->second);
          }
        }
        for (auto const& [row, urls] : effects) CHECK(old_urls.contains(row));
      }
    }
  }
  CHECK(in_frames > 1000);
}

}  // namespace hrefkit::html
