// What a script names is relative to one of four URLs (ScriptBase):
//
//   import "./a.js"            its own, "https://h.example/assets/main.js"
//   importScripts("b.js")      that of the worker in which it runs
//   new Worker("w.js")         the base URL of the page, or the URL of the worker, in which it runs
//   __vite__mapDeps            what Vite's preload helper puts before the entries of this list, or
//                              the root of the application (vite_root)
//
// A file does not tell who runs it. Where the caller does not know either, what depends on it has
// no URL (Error::page_base), and bare names have none (Error::bare_specifier).
#include "hrefkit/html/formats/script_links.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "hrefkit/html/document_options.h"
#include "hrefkit/html/import_map.h"
#include "hrefkit/html/link.h"
#include "hrefkit/html/link_table.h"
#include "hrefkit/html/links/link_values.h"
#include "hrefkit/html/namespace.h"
#include "hrefkit/html/script_urls.h"
#include "hrefkit/html/source_text.h"
#include "hrefkit/html/syntax/import_map_text.h"
#include "hrefkit/url/resolver.h"
#include "hrefkit/url/url_offsets.h"

namespace hrefkit::html {

namespace {

/// The folder against which Vite resolves an entry such as "assets/b.js", which is relative to the
/// root of the application: the nearest folder around the chunk at `url` under which the entry's
/// first folder leads to the chunk. Of "/app/assets/a.js" that is "/app/". Empty where there is
/// none.
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

/// The ways in which the script runs, and which of the block's bases makes URLs of its names in
/// each of them.
class ScriptBases {
 public:
  /// `vite_base`: what a preload helper of Vite puts before entries; or empty.
  ScriptBases(LinkSource const& source, LinkWriter& writer, std::string_view vite_base)
      : source_(source),
        page_(source.options.script_page),
        writer_(writer),
        by_maps_(page_.other_maps.size()),
        by_runner_(page_.other_runners.size() + 1) {
    if (!vite_base.ends_with('/')) return;  // the entry would not be the end of the path
    const auto own = url::Resolver::with_base(source.options.url, source.base.resolver.options());
    if (own) helper_root_ = own->resolve(vite_base).value_or("");
  }

  /// How many of these ways differ for links of the row.
  std::size_t ways_of(LinkRow const& row) const {
    if (row.is_specifier) return by_maps_.size() + 1;
    const bool has_runner = row.base == ScriptBase::worker || row.base == ScriptBase::page;
    return has_runner ? by_runner_.size() : 1;
  }

  /// Sets what is needed to resolve `link`, whose row is `row`, in one of its ways. Returns the
  /// base, if it is not the script's own.
  std::optional<std::uint32_t> prepare(Link& link, LinkRow const& row, std::size_t way) {
    if (row.is_specifier) {
      link.reference = Reference::specifier;
      return way == 0 ? std::nullopt : number_with_maps(way - 1);
    }
    switch (row.base) {
      case ScriptBase::own:
        break;
      case ScriptBase::worker:
        if (runner(way).is_worker) return number_of_runner(way);
        break;
      case ScriptBase::page:
        if (runner(way).base.empty()) link.reference = Reference::unknown_page;
        return number_of_runner(way);
      case ScriptBase::vite:
        return begins_with_dots(link.raw) ? std::nullopt : number_of_root(link);
    }
    return std::nullopt;
  }

 private:
  using Number = std::optional<std::uint32_t>;

  ScriptRunner runner(std::size_t way) const {
    return way == 0 ? ScriptRunner{page_.base, page_.is_worker} : page_.other_runners[way - 1];
  }

  Number number_of_runner(std::size_t way) {
    std::optional<Number>& known = by_runner_[way];
    const std::string_view base = runner(way).base;
    if (!known) known = base.empty() ? Number() : writer_.add_base(base);
    return *known;
  }

  Number number_with_maps(std::size_t maps) {
    static const ImportMaps no_maps;
    std::optional<Number>& known = by_maps_[maps];
    ImportMaps const* const own = page_.other_maps[maps];
    if (!known) known = writer_.add_base(source_.options.url, own == nullptr ? &no_maps : own);
    return *known;
  }

  /// The root of the application that has an entry of Vite's list.
  Number number_of_root(Link& link) {
    std::string_view root = helper_root_;
    if (root.empty()) root = vite_root(source_.options.url, link.raw);
    if (root.empty()) root = page_.site_root;
    if (root.empty()) link.reference = Reference::unknown_page;
    if (root.empty()) return std::nullopt;
    const auto [known, is_new] = by_root_.try_emplace(std::string(root));
    if (is_new) known->second = writer_.add_base(root);
    return known->second;
  }

  LinkSource const& source_;
  ScriptPage const& page_;
  LinkWriter& writer_;
  std::string helper_root_;  // what the preload helper of Vite puts before entries, as a URL
  std::vector<std::optional<Number>> by_maps_;    // nullopt: not asked for yet
  std::vector<std::optional<Number>> by_runner_;  // the same
  std::map<std::string, Number, std::less<>> by_root_;
};

class ScriptTextReader final : public ScriptUrlReader {
 public:
  explicit ScriptTextReader(ScriptUrls& urls) : urls_(urls) {}
  std::optional<ScriptUrl> next() override { return urls_.next(); }

 private:
  ScriptUrls& urls_;
};

/// What is to be known of a script of `size` bytes. It has views of `urls`.
std::optional<ScriptFacts> script_facts(ScriptUrls const& urls, ScriptPage const& page,
                                        std::size_t size) {
  auto facts = facts_of(urls, page.goal == ScriptGoal::classic || page.is_classic_too);
  if (urls.vite_base() && !facts) facts.emplace();
  if (!facts) return facts;
  facts->text = text::make_span(0, size);
  if (urls.vite_base()) facts->vite_base = *urls.vite_base();
  return facts;
}

}  // namespace

Flow emit_script_links(LinkSource const& source) {
  const std::string_view text = source.source.text;
  if (!may_name_urls(text)) return Flow::go_on;
  ScriptPage const& page = source.options.script_page;
  ScriptUrls urls(text, page.goal);
  ScriptTextReader reader(urls);
  return emit_script_links(source, reader, script_facts(urls, page, text.size()));
}

Flow emit_script_links(LinkSource const& source, ScriptUrlReader& urls,
                       std::optional<ScriptFacts> const& facts) {
  ScriptPage const& page = source.options.script_page;
  LinkWriter writer(source);
  writer.set_import_maps(page.import_maps);
  if (facts && emit(source.sink, *facts) == Flow::stop) return Flow::stop;
  const bool has_own_base = facts && !facts->vite_base.empty();
  ScriptBases bases(source, writer, has_own_base ? facts->vite_base : page.vite_base);
  const text::Span whole = text::make_span(0, source.source.text.size());
  for (std::uint32_t index = 0; const auto url = urls.next(); ++index) {
    LinkRow const& row = row_of(*url);
    const Link link{.raw = url->value,
                    .span = url->span,
                    .index = index,
                    .ns = Namespace::none,
                    .kind = row.kind,
                    .use = use_of(*url),
                    .row = &row};
    const std::size_t ways = bases.ways_of(row);
    for (std::size_t way = 0; way < ways; ++way) {
      Link each = link;
      const auto base = bases.prepare(each, row, way);
      const Flow flow =
          writer.add(each, RelativeTo::element, LinkGrammar::module_script, whole, base);
      if (flow == Flow::stop) return Flow::stop;
    }
  }
  return writer.finish();
}

}  // namespace hrefkit::html
