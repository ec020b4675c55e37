// hrefkit_find_links and hrefkit_finder_run: the first copies what its rows refer to, the second
// hands rows out that refer to the page.
#include "hrefkit/c/links.h"

#include <string_view>

#include "hrefkit/html/context.h"
#include "hrefkit/text/ascii_search.h"

namespace hrefkit::c {

namespace {

/// The document base URL of a page. Mostly its links tell: only where none of them is relative to
/// it, and the text may have a base element, the tree is built.
class PageBase {
 public:
  void look_at(html::LinkBlock const& block) {
    if (is_known_) return;
    for (html::Link const& link : block.links) {
      html::LinkBase const& base = block.bases[link.base];
      // The href of a base element is relative to the fallback, and a refresh to what was in force
      // in its place.
      const bool is_own = base.source != html::BaseSource::xml_base && !link.local &&
                          link.kind != html::LinkKind::base &&
                          link.kind != html::LinkKind::refresh &&
                          block.contexts[link.context].path.empty();
      if (!is_own) continue;
      url_ = base.resolver.base();
      source_ = base.source;
      is_known_ = true;
      return;
    }
  }

  void write(hrefkit_link_list& list, html::SourceText const& source,
             html::DocumentOptions const& document) {
    if (!is_known_) find(source, document);
    list.base = list.texts.keep_view(url_);
    list.base_source = static_cast<hrefkit_base_source>(source_);
  }

 private:
  void find(html::SourceText const& source, html::DocumentOptions const& document) {
    const bool is_markup = source.content_type == html::ContentType::html ||
                           source.content_type == html::ContentType::xml;
    if (is_markup &&
        text::find_ignoring_ascii_case(source.text, "base") != std::string_view::npos) {
      html::Notes ignored;
      const html::ContextTree tree(source, document, ignored);
      html::DocumentBase const& base = tree.contexts().front().base;
      url_ = tree.base_url(base.base).url();
      source_ = base.source;
      return;
    }
    const html::FallbackBase fallback = html::fallback_of_file(document);
    const auto url = url::Resolver({.standard = document.standard}).resolve(fallback.url);
    url_ = url.value_or(fallback.url);
    source_ = fallback.source;
  }

  std::string url_;
  html::BaseSource source_ = html::BaseSource::document;
  bool is_known_ = false;
};

}  // namespace

void list_links(hrefkit_link_list& list, html::SourceText const& source,
                html::DocumentOptions const& document, FindRequest const& request,
                html::Notes notes) {
  RowMaker maker(request, source, list.texts, RowTexts::copies);
  PageBase base;
  const auto take_links = [&](html::LinkBlock const& block) {
    base.look_at(block);
    maker.add(block, list.rows);
  };
  const auto take_note = [&](html::Note const& note) { notes.push_back(note); };
  const auto found = html::find_links(source, document,
                                      {.links = take_links, .notes = take_note, .with_rels = true},
                                      request.engine);
  if (!found) fail(found.error(), document);
  base.write(list, source, document);
  list.encoding = view_of(text::name(source.encoding.encoding));
  list.encoding_source = view_of(html::name(source.encoding.source));
  Places places(source, request.unit);
  list.notes = note_rows(notes, places, list.texts);
}

}  // namespace hrefkit::c

using namespace hrefkit;

hrefkit_status hrefkit_find_links(const void* bytes, size_t size, hrefkit_view url,
                                  const hrefkit_find_options* options, hrefkit_link_list** out,
                                  hrefkit_error* error) noexcept {
  return c::make_handle(out, error, [&] {
    c::FindRequest request(options);
    const std::string_view page = c::page_bytes(bytes, size);
    request.document.url = c::required_text(url, "url");
    std::string buffer;
    html::Notes notes;
    const html::SourceText source = c::read_source(page, request, buffer, notes);
    auto list = std::make_unique<hrefkit_link_list>(request.row_size);
    c::list_links(*list, source, request.document, request, std::move(notes));
    return list;
  });
}

size_t hrefkit_link_list_size(const hrefkit_link_list* list) noexcept {
  return list == nullptr ? 0 : list->rows.size();
}

const hrefkit_link* hrefkit_link_list_rows(const hrefkit_link_list* list) noexcept {
  return list == nullptr ? nullptr : list->rows.data();
}

hrefkit_view hrefkit_link_list_base(const hrefkit_link_list* list) noexcept {
  return list == nullptr ? c::absent_view : list->base;
}

hrefkit_base_source hrefkit_link_list_base_source(const hrefkit_link_list* list) noexcept {
  return list == nullptr ? hrefkit_base_source{HREFKIT_BASE_DOCUMENT} : list->base_source;
}

hrefkit_view hrefkit_link_list_encoding(const hrefkit_link_list* list) noexcept {
  return list == nullptr ? c::absent_view : list->encoding;
}

hrefkit_view hrefkit_link_list_encoding_source(const hrefkit_link_list* list) noexcept {
  return list == nullptr ? c::absent_view : list->encoding_source;
}

const hrefkit_note* hrefkit_link_list_notes(const hrefkit_link_list* list, size_t* count) noexcept {
  const bool has_notes = list != nullptr && !list->notes.empty();
  if (count != nullptr) *count = has_notes ? list->notes.size() : 0;
  return has_notes ? list->notes.data() : nullptr;
}

void hrefkit_link_list_free(hrefkit_link_list* list) noexcept {
  delete list;
}

struct hrefkit_finder {
  c::Busy busy = {};
  html::LinkFinder finder = html::LinkFinder();
  bool is_sound = true;   // false: a run broke off, and its buffers may be in any state
  bool is_freed = false;  // while it ran
  std::string buffer = {};
  c::TextArena texts = {};
};

namespace {

void run(hrefkit_finder& finder, std::string_view page, c::FindRequest const& request,
         hrefkit_take_links take, void* user) {
  html::Notes notes;
  const html::SourceText source = c::read_source(page, request, finder.buffer, notes);
  c::Rows rows(request.row_size);
  c::RowMaker maker(request, source, finder.texts, c::RowTexts::views);
  int answer = 0;
  const auto take_links = [&](html::LinkBlock const& block) {
    rows.clear();
    finder.texts.clear();
    maker.add(block, rows);
    if (rows.size() != 0) answer = take(user, rows.data(), rows.size());
    return answer == 0 ? html::Flow::go_on : html::Flow::stop;
  };
  finder.finder.use(request.engine);
  const auto found =
      finder.finder.find(source, request.document, {.links = take_links, .with_rels = true});
  if (!found) c::fail(found.error(), request.document);
  c::go_on_if(answer);
}

}  // namespace

hrefkit_status hrefkit_finder_new(hrefkit_finder** out, hrefkit_error* error) noexcept {
  return c::make_handle(out, error, [] { return std::make_unique<hrefkit_finder>(); });
}

hrefkit_status hrefkit_finder_run(hrefkit_finder* finder, const void* bytes, size_t size,
                                  hrefkit_view url, const hrefkit_find_options* options,
                                  hrefkit_take_links take, void* user,
                                  hrefkit_error* error) noexcept {
  return c::guarded(error, [&] {
    c::require(finder, "finder");
    c::require(take, "take");
    const c::HandleUse use(*finder);
    c::FindRequest request(options);
    const std::string_view page = c::page_bytes(bytes, size);
    request.document.url = c::required_text(url, "url");
    if (!finder->is_sound) finder->finder = html::LinkFinder();
    try {
      run(*finder, page, request, take, user);
    } catch (std::bad_alloc const&) {
      finder->is_sound = false;
      throw;
    }
    finder->is_sound = true;
    return HREFKIT_OK;
  });
}

void hrefkit_finder_free(hrefkit_finder* finder) noexcept {
  c::free_handle(finder);
}
