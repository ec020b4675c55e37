// hrefkit_find_links and hrefkit_finder_run: the rows of the first own their texts, those of the
// second refer to the page.
#include <stddef.h>
#include <memory>
#include <new>
#include <optional>
#include <string>
#include <string_view>
#include <tl/expected.hpp>
#include <utility>
#include <vector>

#include "hrefkit/c/boundary.h"
#include "hrefkit/c/c.h"
#include "hrefkit/c/page.h"
#include "hrefkit/c/rows.h"
#include "hrefkit/html/find_links.h"
#include "hrefkit/html/page_base.h"
#include "hrefkit/html/source_text.h"
#include "hrefkit/text/encoding.h"
#include "hrefkit/text/text.h"
#include "hrefkit/url/resolver.h"

namespace hrefkit::c {

void list_links(hrefkit_link_list& list, html::SourceText const& source,
                html::DocumentOptions const& document, FindRequest const& request,
                html::Notes notes) {
  RowMaker maker(request, source, list.texts, RowTexts::copies);
  std::optional<html::LinkBase> base;
  const auto append_rows = [&](html::LinkBlock const& block) {
    html::learn_base(base, block);
    maker.add(block, list.rows);
  };
  const auto append_note = [&](html::Note const& note) { notes.push_back(note); };
  const auto found = html::find_links(source, document,
                                      {.links = append_rows,
                                       .notes = append_note,
                                       .with_places = request.with_texts,
                                       .with_rels = true},
                                      request.engine);
  if (!found) fail(found.error(), document);
  if (!base) base = html::base_without_links(source, document);
  list.base = list.texts.keep_view(base->resolver.base());
  list.base_source = static_cast<hrefkit_base_source>(base->source);
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
    request.document.also.scripts = true;
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
  bool is_sound = true;   // false: a run was interrupted, and its buffers are in an unknown state
  bool is_freed = false;  // during a run
  std::string buffer = {};
  c::TextArena texts = {};
};

namespace {

void run(hrefkit_finder& finder, std::string_view page, c::FindRequest const& request,
         hrefkit_take_links on_rows, void* user) {
  html::Notes notes;
  const html::SourceText source = c::read_source(page, request, finder.buffer, notes);
  c::RowStream stream(request, source, finder.texts, on_rows, user);
  const auto emit_rows = [&](html::LinkBlock const& block) { return stream(block); };
  finder.finder.use(request.engine);
  const auto found = finder.finder.find(
      source, request.document,
      {.links = emit_rows, .with_places = request.with_texts, .with_rels = true});
  if (!found) c::fail(found.error(), request.document);
  c::go_on_if(stream.answer());
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
    request.document.also.scripts = true;
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
