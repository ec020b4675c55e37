// What a script names, kept when its text is gone: its links are found for one page after another
// that runs it, and the script is read once.
//
//   KeptScript script(source.text);
//   script.find_links({.url = "https://h.example/a.js", .script_page = first}, sink);
//   script.find_links({.url = "https://h.example/a.js", .script_page = second}, sink);
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <tl/expected.hpp>
#include <vector>

#include "hrefkit/html/document_options.h"
#include "hrefkit/html/find_links.h"
#include "hrefkit/html/link.h"
#include "hrefkit/html/script_urls.h"
#include "hrefkit/text/span.h"

namespace hrefkit::html {

/// The names in one script. It takes 20 bytes for each, and the bytes of the name.
class KeptScript {
 public:
  /// Reads `text` (UTF-8, at most 4 GiB), which need not outlive this.
  explicit KeptScript(std::string_view text);

  /// True if the script names nothing.
  bool empty() const { return names_.empty(); }

  /// True if it may depend on the page or worker that runs the script where one of the names leads:
  /// on its import maps, or its base URL.
  bool depends_on_page() const { return depends_on_page_; }

  /// ScriptUrls::computed_imports.
  std::size_t computed_imports() const { return computed_imports_; }

  /// Passes the links to `sink`, as LinkFinder does for the text. The blocks have no text, and the
  /// links no places: the sink must not ask for these.
  tl::expected<void, FindError> find_links(DocumentOptions const& options,
                                           LinkSink const& sink) const;

 private:
  class Reader;

  /// A ScriptUrl, with the place of its value in `values_`.
  struct Name {
    text::Span span;
    text::Span value;
    ScriptForm form;
    ScriptUrlType type;
    char quote;
  };

  std::size_t size_;  // of the text
  std::vector<Name> names_;
  std::string values_;
  std::optional<std::string> vite_base_;
  std::size_t computed_imports_ = 0;
  bool depends_on_page_ = false;
};

}  // namespace hrefkit::html
