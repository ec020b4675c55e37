// All links of one file, by whichever engine.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "hrefkit/html/anchor.h"
#include "hrefkit/html/context.h"
#include "hrefkit/html/link.h"
#include "hrefkit/html/note.h"
#include "hrefkit/html/scan/scan_links.h"
#include "hrefkit/text/source_map.h"

namespace hrefkit::html {

/// What finds links. All give the same answers.
enum class Engine : std::uint8_t {
  automatic,  ///< `scan`, and `dom` for the documents that it gives up
  scan,       ///< the same, with a note for each document given up
  dom,        ///< the document tree
};

/// The engine of that name: "auto", "scan" or "dom".
std::optional<Engine> engine_from_name(std::string_view name);

/// Finds the links of one file after another. Its buffers are used again, so keep one for each
/// thread.
class LinkFinder {
 public:
  explicit LinkFinder(Engine engine = Engine::automatic) : engine_(engine) {}

  void use(Engine engine) { engine_ = engine; }

  /// Hands the links of a document, and of the srcdoc documents in it, to `sink`: in source order,
  /// each place in the source once. `text` is the file's text (valid UTF-8, at most 4 GiB), `map`
  /// leads from it to the file's bytes (null where they are the same). What there is to say goes to
  /// `notes`. `anchors`, unless it is empty, takes the anchors of the file's own document.
  void find(std::string_view text, text::SourceMap const* map, DocumentOptions const& options,
            LinkSink const& sink, Notes& notes, AnchorSink const& anchors = {});

 private:
  Engine engine_;
  scan::LinkScanner scanner_;
};

/// The same for one file, by the document tree.
void find_links(std::string_view text, text::SourceMap const* map, DocumentOptions const& options,
                LinkSink const& sink, Notes& notes, AnchorSink const& anchors = {});

}  // namespace hrefkit::html
