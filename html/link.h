// The one interface between what finds links and what uses them.
//
// Bytes become text (encoding), text becomes links (a DOM walk or a scanner), and links go in
// blocks, in source order, to a consumer: a printer, a rewriter, a checker. Consumers know nothing
// of how the links were found:
//
//   void print(LinkBlock const& block) {
//     for (Link const& link : block.links) {
//       auto url = block.bases[link.base].resolver.resolve(link.raw);
//       ...
//     }
//   }
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "hrefkit/html/base_url.h"
#include "hrefkit/html/namespace.h"
#include "hrefkit/text/source_map.h"
#include "hrefkit/text/span.h"
#include "hrefkit/url/resolver.h"

namespace hrefkit::html {

/// What a link is for.
enum class LinkKind : std::uint8_t {
  hyperlink,
  stylesheet,
  script,
  image,
  media,
  frame,
  object,
  form,
  cite,
  ping,
  refresh,
  base,
  css,
  resource,  ///< every other thing that a page fetches: icons, manifests, preloads
  metadata,
};

inline constexpr std::size_t link_kind_count = static_cast<std::size_t>(LinkKind::metadata) + 1;

/// The name used in output, such as "hyperlink".
std::string_view name(LinkKind kind);

/// The kind of that name, if there is one.
std::optional<LinkKind> link_kind_from_name(std::string_view name);

/// A base URL that is in force for some links, ready to resolve them. Many may share one resolver.
struct LinkBase {
  url::Resolver const& resolver;  ///< lives as long as the block that has the base
  BaseSource source = BaseSource::document;
  /// The value of the attribute that declared it, in the text of the file; empty for the others.
  text::Span declared = {};
};

/// A document in the tree of browsing contexts of one file.
struct LinkContext {
  std::string path;  ///< index path of the frame elements, "0.3"; empty for the file's own document
};

/// One place in the source that names a URL. Views live as long as the block that holds the link.
struct Link {
  std::string_view element;    ///< the DOM's local name
  std::string_view attribute;  ///< the DOM's name ("xlink:href"); empty for a style element's text
  std::string_view raw;        ///< the value as the DOM has it, or its one candidate; UTF-8
  text::Span span;             ///< the URL as written, in the text of the file
  std::uint32_t index = 0;     ///< counts the candidates of one value
  std::uint32_t base = 0;      ///< which of the block's bases
  std::uint32_t context = 0;   ///< which of the block's contexts
  Namespace ns = Namespace::html;
  LinkKind kind = LinkKind::hyperlink;
};

/// Some consecutive links of one file, with what they refer to.
struct LinkBlock {
  std::span<Link const> links;
  std::span<LinkBase const> bases;
  std::span<LinkContext const> contexts;
  std::string_view text;                 ///< the file's text in UTF-8, in which spans count
  text::SourceMap const* map = nullptr;  ///< from offsets in `text` to offsets in the file's bytes
};

/// Takes the blocks of one file, in source order; nothing of a block may be kept after the call.
using LinkSink = std::function<void(LinkBlock const&)>;

}  // namespace hrefkit::html
