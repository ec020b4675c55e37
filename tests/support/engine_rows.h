// The results of an engine for a document, as lines that can be compared.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "hrefkit/html/find_elements.h"
#include "hrefkit/html/find_links.h"
#include "hrefkit/html/link_table.h"
#include "hrefkit/html/links/dom_links.h"
#include "hrefkit/html/scan/scan_links.h"

namespace hrefkit::test {

/// Links with all their fields and the base that they refer to, then anchors.
class EngineRows {
 public:
  void take(html::LinkBlock const& block) {
    // An element may have all links of a text, and each look for one of them reads them all.
    const bool is_large = block.text.size() > 4'096;
    for (html::Link const& link : block.links) {
      html::LinkBase const& base = block.bases[link.base];
      std::string row;
      row.reserve(250);
      const auto add = [&row](auto const&... parts) { (row.append(parts), ...); };
      add(html::name(link.ns), " ", link.element, "[", link.attribute, "] ", link.raw, " @",
          std::to_string(link.span.begin), "-", std::to_string(link.span.end), " #",
          std::to_string(link.index), " ", html::name(link.kind), " base ", base.resolver.base(),
          " ", html::name(base.source), " ", std::to_string(base.declared.begin), "-",
          std::to_string(base.declared.end), " in '", block.contexts[link.context].path,
          "' queries in ", text::name(text::output_encoding(base.resolver.options().encoding)),
          link.local ? " local" : "", link.empty ? " empty" : "", link.is_import ? " import" : "",
          around(link), is_large || is_found_again(block, link) ? "" : " is not found by its tag");
      html::LinkBase const& loaded = block.bases[link.loaded_base];
      if (&loaded != &base) {
        add(" loaded from ", loaded.resolver.base(), " ", html::name(loaded.source), " queries in ",
            text::name(text::output_encoding(loaded.resolver.options().encoding)));
      }
      if (link.rel) add(" rel ", *link.rel);
      add(" use ", use_of(link), attributes_of(block, link));
      rows.push_back(std::move(row));
    }
  }

  void take(std::span<html::Anchor const> anchors) {
    for (html::Anchor const& anchor : anchors) {
      anchor_rows.push_back(
          "anchor " + std::string(anchor.name) + " @" + std::to_string(anchor.span.begin) + '-' +
          std::to_string(anchor.span.end) + (anchor.is_id ? " id of " : " name of ") +
          std::string(anchor.element) + (anchor.shares_element ? " too" : "") +
          (anchor.ignored ? " ignored" : ""));
    }
  }

  /// The attributes of the link's element, of those that documents of tests have. A text does not
  /// show all those of html and body, which may have several tags.
  static std::string attributes_of(html::LinkBlock const& block, html::Link const& link) {
    const bool has_one_tag =
        link.ns != html::Namespace::html || (link.element != "html" && link.element != "body");
    std::string row;
    if (!has_one_tag) return row;
    const html::ElementView element = block.element_of(link);
    for (const std::string_view name : {"type", "rel", "method", "id", "href", "viewBox", "viewbox",
                                        "xlink:href", "http-equiv"}) {
      if (const auto value = element.attribute(name)) {
        row.append(" ").append(name).append("=").append(*value);
      }
    }
    return row;
  }

  /// False for a link that is not the same when it is found by its tag.
  static bool is_found_again(html::LinkBlock const& block, html::Link const& link) {
    if (!html::is_found_by_tag(link, block)) return true;
    bool is_found = false;
    const auto compare = [&](html::LinkBlock const& again) {
      for (html::Link const& other : again.links) {
        is_found |= other.span == link.span && other.raw == link.raw && other.row == link.row &&
                    other.element == link.element && other.attribute == link.attribute &&
                    other.index == link.index && other.kind == link.kind &&
                    other.empty == link.empty && other.rel == link.rel &&
                    other.element_key == link.element_key;
      }
    };
    for (const bool empty_values : {false, true}) {  // as the document was read, or not
      html::find_tag_links(block.text, std::array{link.element_key}, block.bases[link.base],
                           {.empty_values = empty_values}, {.links = compare, .with_rels = true});
    }
    return is_found;
  }

  /// Only a scanner knows the owners of all buttons.
  static std::string around(html::Link const& link) {
    std::string row;
    for (const auto& [what, name] : {std::pair(html::Around::ignored, " ignored"),
                                     std::pair(html::Around::noscript, " in noscript"),
                                     std::pair(html::Around::shadow_tree, " in a shadow tree"),
                                     std::pair(html::Around::upgraded, " upgraded")}) {
      if (link.around.has(what)) row += name;
    }
    return row;
  }

  /// Only a tree knows all parents, or a scanner that is asked for surroundings.
  std::string use_of(html::Link const& link) const {
    const html::LinkCondition condition = html::row_of(link).condition;
    const bool is_by_parent =
        condition == html::LinkCondition::in_picture || condition == html::LinkCondition::in_media;
    const html::LinkUse use = link.use;
    if (is_by_parent && use != html::LinkUse::dropped_candidate) {
      if (!with_surroundings) return "by parent";
      const bool is_used = use == html::LinkUse::used;  // else unknown, or by the other parent
      return is_used == (condition == html::LinkCondition::in_picture) &&
                     use != html::LinkUse::unknown
                 ? "in picture"
                 : "elsewhere";
    }
    return std::to_string(static_cast<int>(use));
  }

  bool with_surroundings = false;
  std::vector<std::string> rows = {};
  std::vector<std::string> anchor_rows = {};

  bool operator==(EngineRows const&) const = default;
};

/// A sink that fills rows, which must outlive it.
inline html::LinkSink sink_of(EngineRows& rows) {
  return {.links = [&rows](html::LinkBlock const& block) { rows.take(block); },
          .anchors = [&rows](std::span<html::Anchor const> anchors) { rows.take(anchors); },
          .with_rels = true,
          .with_uses = true,
          .with_surroundings = rows.with_surroundings};
}

/// By the document tree.
inline EngineRows dom_rows(html::SourceText const& source, html::DocumentOptions const& options,
                           bool with_surroundings = false) {
  EngineRows rows{.with_surroundings = with_surroundings};
  if (!html::find_links(source, options, sink_of(rows), html::Engine::dom)) {
    rows.rows.emplace_back("the document's address is not a URL");
  }
  return rows;
}

/// By the scan engine; nullopt if it cannot read the document.
inline std::optional<EngineRows> scan_rows(html::SourceText const& source,
                                           html::DocumentOptions const& options,
                                           bool with_surroundings = false) {
  static html::scan::LinkScanner scanner;
  EngineRows rows{.with_surroundings = with_surroundings};
  const auto base = html::file_base(options, source.encoding.encoding);
  html::UrlBudget budget(source.text.size());
  const auto status = scanner.scan(source, nullptr, options, base.value(), sink_of(rows), budget);
  if (status == html::scan::ScanStatus::given_up) return std::nullopt;
  return rows;
}

inline EngineRows dom_rows(std::string_view text, html::DocumentOptions const& options) {
  return dom_rows(html::source_from_text(text), options);
}

inline std::optional<EngineRows> scan_rows(std::string_view text,
                                           html::DocumentOptions const& options) {
  return scan_rows(html::source_from_text(text), options);
}

}  // namespace hrefkit::test
