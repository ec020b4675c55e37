// What an engine finds in a document, as lines that can be compared.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "hrefkit/html/anchor.h"
#include "hrefkit/html/context.h"
#include "hrefkit/html/find_links.h"
#include "hrefkit/html/link.h"
#include "hrefkit/html/scan/scan_links.h"

namespace hrefkit::test {

/// Links with all their fields and the base that they refer to, then anchors.
class EngineRows {
 public:
  void take(html::LinkBlock const& block) {
    for (html::Link const& link : block.links) {
      html::LinkBase const& base = block.bases[link.base];
      std::string row;
      row += std::string(html::name(link.ns)) + ' ' + std::string(link.element) + '[' +
             std::string(link.attribute) + "] " + std::string(link.raw) + " @" +
             std::to_string(link.span.begin) + '-' + std::to_string(link.span.end) + " #" +
             std::to_string(link.index) + ' ' + std::string(html::name(link.kind)) + " base " +
             std::string(base.resolver.base()) + ' ' + std::string(html::name(base.source)) + ' ' +
             std::to_string(base.declared.begin) + '-' + std::to_string(base.declared.end) +
             " in '" + block.contexts[link.context].path + '\'';
      rows.push_back(std::move(row));
    }
  }

  void take(std::span<html::Anchor const> anchors) {
    for (html::Anchor const& anchor : anchors) {
      anchor_rows.push_back("anchor " + std::string(anchor.name) + " @" +
                            std::to_string(anchor.span.begin) + '-' +
                            std::to_string(anchor.span.end));
    }
  }

  std::vector<std::string> rows;
  std::vector<std::string> anchor_rows;

  bool operator==(EngineRows const&) const = default;
};

/// By the document tree.
inline EngineRows dom_rows(std::string_view text, html::DocumentOptions const& options) {
  EngineRows rows;
  html::Notes notes;
  html::find_links(
      text, nullptr, options, [&](html::LinkBlock const& block) { rows.take(block); }, notes,
      [&](std::span<html::Anchor const> anchors) { rows.take(anchors); });
  return rows;
}

/// By the scan engine; nothing where it gave the document up.
inline std::optional<EngineRows> scan_rows(std::string_view text,
                                           html::DocumentOptions const& options) {
  static html::scan::LinkScanner scanner;
  EngineRows rows;
  const auto status = scanner.scan(
      text, nullptr, options, [&](html::LinkBlock const& block) { rows.take(block); },
      [&](std::span<html::Anchor const> anchors) { rows.take(anchors); });
  if (status == html::scan::ScanStatus::given_up) return std::nullopt;
  return rows;
}

}  // namespace hrefkit::test
