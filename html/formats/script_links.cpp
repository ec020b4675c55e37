// What a script names is relative to one of four URLs (ScriptBase):
//
//   import "./a.js"            its own, "https://h.example/assets/main.js"
//   importScripts("b.js")      that of the worker in which it runs
//   new Worker("w.js")         the base URL of the page, or the URL of the worker, in which it runs
//   __vite__mapDeps            what Vite's preload helper puts before the entries of this list
//
// A file does not tell who runs it. Where the caller does not know either, what depends on it has
// no URL (Error::page_base), and bare names have none (Error::bare_specifier).
#include "hrefkit/html/formats/script_links.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "hrefkit/html/document_options.h"
#include "hrefkit/html/import_map.h"
#include "hrefkit/html/link.h"
#include "hrefkit/html/link_table.h"
#include "hrefkit/html/links/link_values.h"
#include "hrefkit/html/namespace.h"
#include "hrefkit/html/script_urls.h"
#include "hrefkit/html/source_text.h"
#include "hrefkit/html/syntax/import_map_text.h"
#include "hrefkit/url/url_offsets.h"

namespace hrefkit::html {

std::string_view vite_root(std::string_view url, std::string_view entry) {
  const std::size_t path = url::find_offsets(url).path_begin;
  const std::size_t slash = entry.find('/');
  if (slash == entry.npos) return {};
  const std::string folder = "/" + std::string(entry.substr(0, slash + 1));
  const std::size_t end = url.find_first_of("?#");
  const std::size_t found = url.substr(0, end).rfind(folder);
  if (found == url.npos || found < path) return {};
  return url.substr(0, found + 1);
}

namespace {

/// Which of the block's bases, and what else, makes URLs of the names in a script.
class ScriptBases {
 public:
  explicit ScriptBases(LinkSource const& source, LinkWriter& writer)
      : source_(source), page_(source.options.script_page), writer_(writer) {}

  /// Sets what is needed to resolve `link`, whose row is `row`. Returns the base, if it is not the
  /// script's own.
  std::optional<std::uint32_t> prepare(Link& link, LinkRow const& row) {
    if (row.is_specifier) link.reference = Reference::specifier;
    switch (row.base) {
      case ScriptBase::own:
        break;
      case ScriptBase::worker:
        if (page_.is_worker && !page_.base.empty()) return number_of(page_.base);
        break;
      case ScriptBase::page:
        if (page_.base.empty()) link.reference = Reference::unknown_page;
        if (!page_.base.empty()) return number_of(page_.base);
        break;
      case ScriptBase::vite:
        if (begins_with_dots(link.raw)) break;
        return number_of(vite_root(source_.options.url, link.raw));
    }
    return std::nullopt;
  }

 private:
  /// The number of a base; nullopt for an empty or unusable one.
  std::optional<std::uint32_t> number_of(std::string_view base) {
    if (base.empty()) return std::nullopt;
    const auto [known, is_new] = numbers_.try_emplace(std::string(base));
    if (is_new) known->second = writer_.add_base(base);
    return known->second;
  }

  LinkSource const& source_;
  ScriptPage const& page_;
  LinkWriter& writer_;
  std::map<std::string, std::optional<std::uint32_t>, std::less<>> numbers_;
};

}  // namespace

Flow emit_script_links(LinkSource const& source) {
  const std::string_view text = source.source.text;
  if (!may_name_urls(text)) return Flow::go_on;
  ScriptPage const& page = source.options.script_page;
  LinkWriter writer(source);
  writer.set_import_maps(page.import_maps);
  ScriptBases bases(source, writer);
  ScriptUrls urls(text, page.goal);
  if (auto facts = facts_of(urls, page.goal == ScriptGoal::classic)) {
    facts->text = text::make_span(0, text.size());
    if (emit(source.sink, *facts) == Flow::stop) return Flow::stop;
  }
  const std::string_view vite_base =
      page.vite_base.empty() && urls.vite_base() ? *urls.vite_base() : page.vite_base;
  const text::Span whole = text::make_span(0, text.size());
  std::string joined;
  for (std::uint32_t index = 0; const auto url = urls.next(); ++index) {
    LinkRow const& row = row_of(*url);
    Link link{.raw = url->value,
              .span = url->span,
              .index = index,
              .ns = Namespace::none,
              .kind = row.kind,
              .use = use_of(*url),
              .row = &row};
    const bool is_below =
        row.base == ScriptBase::vite && !vite_base.empty() && !begins_with_dots(url->value);
    if (is_below) link.raw = joined.assign(vite_base).append(url->value);
    const auto base = is_below ? std::nullopt : bases.prepare(link, row);
    const Flow flow =
        writer.add(link, RelativeTo::element, LinkGrammar::module_script, whole, base);
    if (flow == Flow::stop) return Flow::stop;
  }
  return writer.finish();
}

}  // namespace hrefkit::html
