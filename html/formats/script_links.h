// The links of a script file.
#pragma once

#include <cstddef>
#include <optional>

#include "hrefkit/html/formats/link_writer.h"
#include "hrefkit/html/link.h"
#include "hrefkit/html/listener.h"
#include "hrefkit/html/script_urls.h"

namespace hrefkit::html {

/// The URLs of a script that was read, one after the other.
class ScriptUrlReader {
 public:
  /// The next URL, valid until the next call; nullopt after the last.
  virtual std::optional<ScriptUrl> next() = 0;

 protected:
  ~ScriptUrlReader() = default;
};

/// Emits what the script names (script_urls.h). The base URL is the script's own URL, but for what
/// is relative to the page or worker that runs it, which DocumentOptions::script_page describes.
Flow emit_script_links(LinkSource const& source);

/// The same for a script that was read before, with what is to be known of it.
Flow emit_script_links(LinkSource const& source, ScriptUrlReader& urls,
                       std::optional<ScriptFacts> const& facts);

}  // namespace hrefkit::html
