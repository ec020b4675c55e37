// The C library's handles and views as tests use them.
#pragma once

#include <cstring>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "hrefkit/c.h"

namespace hrefkit::test {

/// A view of a text that outlives it.
inline hrefkit_view view(std::string_view text) {
  return {text.data() == nullptr ? "" : text.data(), text.size()};
}

inline constexpr hrefkit_view absent{nullptr, 0};

inline std::string text(hrefkit_view view) {
  return view.data == nullptr ? "(absent)" : std::string(view.data, view.size);
}

template <auto Free>
struct Freer {
  template <class Handle>
  void operator()(Handle* handle) const {
    Free(handle);
  }
};

using LinkList = std::unique_ptr<hrefkit_link_list, Freer<hrefkit_link_list_free>>;
using Finder = std::unique_ptr<hrefkit_finder, Freer<hrefkit_finder_free>>;
using BaseReport = std::unique_ptr<hrefkit_base_report, Freer<hrefkit_base_report_free>>;
using Rewritten = std::unique_ptr<hrefkit_rewritten, Freer<hrefkit_rewritten_free>>;
using Rewriter = std::unique_ptr<hrefkit_rewriter, Freer<hrefkit_rewriter_free>>;
using Url = std::unique_ptr<hrefkit_url, Freer<hrefkit_url_free>>;
using Resolver = std::unique_ptr<hrefkit_resolver, Freer<hrefkit_resolver_free>>;
using EffectList = std::unique_ptr<hrefkit_effect_list, Freer<hrefkit_effect_list_free>>;
using Archive = std::unique_ptr<hrefkit_archive, Freer<hrefkit_archive_free>>;
using Record = std::unique_ptr<hrefkit_record, Freer<hrefkit_record_free>>;

inline hrefkit_error no_error() {
  return HREFKIT_ERROR_INIT;
}

inline hrefkit_find_options find_options() {
  return HREFKIT_FIND_OPTIONS_INIT;
}

/// The links of a page; null after a failure, which `error` tells.
inline LinkList find_links(std::string_view page, std::string_view url,
                           hrefkit_find_options const* options = nullptr,
                           hrefkit_error* error = nullptr) {
  hrefkit_link_list* list = nullptr;
  hrefkit_find_links(page.data(), page.size(), view(url), options, &list, error);
  return LinkList(list);
}

/// A row as text: "a[href] raw -> url".
inline std::string row_text(hrefkit_link const& row) {
  return text(row.element) + "[" + text(row.attribute) + "] " + text(row.raw) + " -> " +
         text(row.url);
}

}  // namespace hrefkit::test
