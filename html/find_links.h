// All links of one document: the front door for programs that want every place and every detail.
// (For a few lines that just want rows, see hrefkit.h.)
//
//   std::string buffer;
//   html::Notes notes;
//   auto source = html::decode_source(bytes, {.transport_charset = "koi8-r"}, buffer, notes);
//   html::find_links(*source, {.url = "https://docs.example/"}, {.links = print});
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>
#include <tl/expected.hpp>

#include "hrefkit/html/anchor.h"            // IWYU pragma: export
#include "hrefkit/html/around.h"            // IWYU pragma: export
#include "hrefkit/html/base_url.h"          // IWYU pragma: export
#include "hrefkit/html/document_options.h"  // IWYU pragma: export
#include "hrefkit/html/element_name.h"      // IWYU pragma: export
#include "hrefkit/html/element_view.h"      // IWYU pragma: export
#include "hrefkit/html/extra_attributes.h"  // IWYU pragma: export
#include "hrefkit/html/link.h"              // IWYU pragma: export
#include "hrefkit/html/link_rel.h"          // IWYU pragma: export
#include "hrefkit/html/listener.h"          // IWYU pragma: export
#include "hrefkit/html/namespace.h"         // IWYU pragma: export
#include "hrefkit/html/note.h"              // IWYU pragma: export
#include "hrefkit/html/source_text.h"
#include "hrefkit/html/url_budget.h"  // IWYU pragma: export
#include "hrefkit/html/xml_root.h"    // IWYU pragma: export

namespace hrefkit::html {

/// The program that finds links. All engines find the same links.
enum class Engine : std::uint8_t {
  automatic,  ///< `scan`, and `dom` for the documents that it cannot read
  scan,       ///< like `automatic`, with a note about each document that the scanner could not read
  dom,        ///< the document tree: the slow engine that judges the fast one
};

/// The name used on the command line: "auto", "scan" or "dom".
std::string_view name(Engine engine);

/// The engine of that name, if there is one.
std::optional<Engine> engine_from_name(std::string_view name);

/// Why a document is not searched for links.
enum class FindError : std::uint8_t {
  unusable_url,  ///< the document's address (or its creator's, or container's) is not absolute, or
                 ///< is not a URL
  too_large,     ///< the document's text is larger than 4 GiB
};

/// A message for users.
std::string_view message(FindError error);

/// Finds the links of one document after another. It reuses its buffers, so keep one for each
/// thread. After a move, the source is like a new finder with the same engine.
class LinkFinder {
 public:
  explicit LinkFinder(Engine engine = Engine::automatic);
  ~LinkFinder();
  LinkFinder(LinkFinder&&) noexcept;
  LinkFinder& operator=(LinkFinder&&) noexcept;

  /// Sets the engine of the documents that follow.
  void use(Engine engine) { engine_ = engine; }

  /// Passes the links, anchors and notes of a document, and of the srcdoc documents in it, to
  /// `sink`. A finder must not be used inside its own sink: debug builds assert that.
  tl::expected<void, FindError> find(SourceText const& source, DocumentOptions const& options,
                                     LinkSink const& sink);

 private:
  struct State;
  Engine engine_;
  std::unique_ptr<State> state_;
};

/// The same for one document.
tl::expected<void, FindError> find_links(SourceText const& source, DocumentOptions const& options,
                                         LinkSink const& sink, Engine engine = Engine::automatic);

/// The number of links whose URL differs from the one in browsers, which ignore xml:base
/// (LinkBlock::is_moved_by_xml_base). Reads the document again if it may have xml:base.
std::size_t count_moved_by_xml_base(SourceText const& source, DocumentOptions const& options);

}  // namespace hrefkit::html
