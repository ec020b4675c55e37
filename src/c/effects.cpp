// hrefkit_find_effects.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <tl/expected.hpp>
#include <utility>
#include <vector>

#include "hrefkit/c/boundary.h"
#include "hrefkit/c/c.h"
#include "hrefkit/c/page.h"
#include "hrefkit/html/base_changes.h"
#include "hrefkit/html/context.h"
#include "hrefkit/html/find_links.h"
#include "hrefkit/html/link_table.h"
#include "hrefkit/html/source_text.h"
#include "hrefkit/text/text.h"
#include "hrefkit/url/resolver.h"
#include "hrefkit/url/url.h"

using namespace hrefkit;

struct hrefkit_effect_list {
  std::vector<hrefkit_effect> rows = {};
  c::TextArena texts = {};
};

namespace {

/// Refuses a value that no base element and no xml:base could use, whatever the address of its
/// document is.
void check_base(std::string_view value, url::Standard standard, std::uint32_t what) {
  const auto resolver = url::Resolver::with_base("http://site.invalid/a/b", {.standard = standard});
  const auto url = resolver->resolve(value);
  if (!url) c::fail_url("value", url.error());
  if (what == HREFKIT_CHANGE_SET_BASE && standard == url::Standard::whatwg &&
      html::has_unusable_scheme(*url)) {
    throw c::Failure{HREFKIT_E_URL,
                     "value: browsers ignore data: and javascript: URLs in base elements"};
  }
}

/// Sets a value that may be set once.
void set_once(std::optional<std::string>& to, std::string_view value) {
  if (to && *to != value) c::fail_argument("changes", "they contradict each other");
  to = value;
}

html::BaseChanges changes_of(std::span<hrefkit_change const> given,
                             html::DocumentOptions const& document) {
  html::BaseChanges changes;
  std::optional<std::string> new_url;
  for (hrefkit_change const& change : given) {
    switch (change.what) {
      case HREFKIT_CHANGE_SET_BASE: {
        const std::string_view value = c::required_text(change.value, "value");
        check_base(value, document.standard, change.what);
        set_once(changes.set_base, value);
        break;
      }
      case HREFKIT_CHANGE_REMOVE_BASE:
        changes.remove_base = true;
        break;
      case HREFKIT_CHANGE_NEW_URL: {
        const auto url = url::Resolver({.standard = document.standard})
                             .resolve(c::required_text(change.value, "value"));
        if (!url) c::fail_url("value", url.error());
        set_once(new_url, *url);
        break;
      }
      case HREFKIT_CHANGE_SET_XML_BASE: {
        const std::string_view value = c::required_text(change.value, "value");
        check_base(value, document.standard, change.what);
        changes.xml_bases.push_back(
            {std::string(c::required_text(change.selector, "selector")), std::string(value)});
        break;
      }
      case HREFKIT_CHANGE_REMOVE_XML_BASE:
        changes.xml_bases.push_back(
            {std::string(c::required_text(change.selector, "selector")), std::nullopt});
        break;
      default:
        c::fail_argument("what", "it has no such value");
    }
  }
  if (changes.set_base && changes.remove_base) {
    c::fail_argument("changes", "they contradict each other");
  }
  if (new_url) {
    changes.new_address = document;
    changes.new_address->url = *std::move(new_url);
  }
  return changes;
}

[[noreturn]] void fail(html::BaseChangeFailure const& failure) {
  switch (failure.error) {
    case html::BaseChangeError::contradiction:
      throw c::Failure{HREFKIT_E_ARGUMENT, failure.message};
    case html::BaseChangeError::unused_base:
      throw c::Failure{HREFKIT_E_URL, failure.message};
    default:
      throw c::Failure{HREFKIT_E_SELECTOR, failure.message};
  }
}

/// `context` is already in `texts`: the rows of a document share it.
hrefkit_effect row_of(html::UrlEffect const& effect, hrefkit_view context, c::Places& places,
                      c::TextArena& texts) {
  hrefkit_effect row{};
  row.element = texts.keep_view(effect.name);
  row.attribute = texts.keep_view(attribute_name(*effect.row));
  row.raw = texts.keep_view(effect.raw);
  row.effect = c::view_of(name(effect.effect));
  if (effect.before) row.before = texts.keep_view(*effect.before);
  if (effect.after) row.after = texts.keep_view(*effect.after);
  std::string hazards;
  for (const html::Hazard hazard : effect.hazards) {
    if (!hazards.empty()) hazards += ' ';
    hazards += name(hazard);
  }
  row.hazards = texts.keep_view(hazards);
  places.set(row, effect.span);
  row.index = effect.index;
  row.kind = static_cast<hrefkit_kind>(effect.kind);
  row.changed = effect.changed() ? 1 : 0;
  row.stale = effect.stale ? 1 : 0;
  row.context = context;
  return row;
}

std::unique_ptr<hrefkit_effect_list> find_effects(std::string_view bytes, c::FindRequest& request,
                                                  std::span<hrefkit_change const> given) {
  request.document.feed_contents = false;  // they are no browsing contexts
  c::check_addresses(request.document);
  const html::BaseChanges changes = changes_of(given, request.document);
  std::string buffer;
  html::Notes notes;
  const html::SourceText source = c::read_source(bytes, request, buffer, notes);
  request.poll();
  html::LiveContexts contexts(html::ContextTree(source, request.document, notes), request.document);
  request.poll();
  html::EffectRecorder recorder(contexts, request.document.also);
  if (const auto made = html::make_base_changes(changes, contexts, recorder); !made) {
    fail(made.error());
  }
  request.poll();
  auto list = std::make_unique<hrefkit_effect_list>();
  c::Places places(source, request.unit);
  std::uint32_t last_context = 0;
  hrefkit_view path = c::view_of({});
  recorder.report([&](html::UrlEffect const& effect) {
    constexpr std::size_t rows_to_poll = 1024;
    if (list->rows.size() % rows_to_poll == 0) request.poll();
    if (effect.context != last_context) {
      last_context = effect.context;
      path = list->texts.keep_view(contexts.path(effect.context));
    }
    list->rows.push_back(row_of(effect, path, places, list->texts));
  });
  return list;
}

}  // namespace

hrefkit_status hrefkit_find_effects(const void* bytes, size_t size, hrefkit_view url,
                                    const hrefkit_find_options* options,
                                    const hrefkit_change* changes, size_t count,
                                    hrefkit_effect_list** out, hrefkit_error* error) noexcept {
  return c::make_handle(out, error, [&] {
    c::FindRequest request(options);
    const std::string_view page = c::page_bytes(bytes, size);
    request.document.url = c::required_text(url, "url");
    return find_effects(page, request, c::array(changes, count, "changes"));
  });
}

const hrefkit_effect* hrefkit_effect_list_rows(const hrefkit_effect_list* list,
                                               size_t* count) noexcept {
  const bool has_rows = list != nullptr && !list->rows.empty();
  if (count != nullptr) *count = has_rows ? list->rows.size() : 0;
  return has_rows ? list->rows.data() : nullptr;
}

void hrefkit_effect_list_free(hrefkit_effect_list* list) noexcept {
  delete list;
}
