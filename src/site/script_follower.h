// Follows what scripts load (script_graph.h).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "hrefkit/html/document_options.h"
#include "hrefkit/html/link.h"
#include "hrefkit/site/script_graph.h"

namespace hrefkit::site {

/// Scripts by their numbers: those of a folder, a crawl or an archive.
class ScriptSource {
 public:
  /// The URL of a script.
  virtual std::string url_of(std::uint32_t script) const = 0;

  /// The script to which an absolute URL leads, through redirects; nullopt if it leads to none.
  virtual std::optional<std::uint32_t> find_script(std::string_view url) = 0;

  /// Passes the links of a script that runs in `page` to `sink`, which asks for uses. Does nothing
  /// for a script that cannot be read.
  virtual void find_links(std::uint32_t script, html::ScriptPage const& page,
                          html::LinkSink const& sink) = 0;

 protected:
  ~ScriptSource() = default;
};

/// Completes the graph, to which all pages have been added: reads the scripts that they load, and
/// the scripts that these load, and finds the import maps and base URLs with which each runs.
void follow_scripts(ScriptGraph& graph, ScriptSource& scripts);

}  // namespace hrefkit::site
