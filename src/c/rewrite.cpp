// hrefkit_rewrite: the rules of the command's `rewrite`, and a callback behind them.
#include <stddef.h>
#include <algorithm>
#include <cstdint>
#include <cstring>
#include <map>
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
#include "hrefkit/c/rows.h"
#include "hrefkit/html/find_links.h"
#include "hrefkit/html/link_table.h"
#include "hrefkit/html/rewrite.h"
#include "hrefkit/html/source_text.h"
#include "hrefkit/site/rewrite_policy.h"
#include "hrefkit/text/json.h"
#include "hrefkit/text/text.h"
#include "hrefkit/url/resolver.h"
#include "hrefkit/url/url.h"

using namespace hrefkit;

namespace {

/// The target of a link.
struct LinkAnswer : hrefkit_answer {
  LinkAnswer() : hrefkit_answer{To::link} {}

  std::string page;  ///< the base of references
  url::Standard standard = url::Standard::whatwg;
  std::optional<std::string> url;  ///< absolute
};

}  // namespace

struct hrefkit_rewritten {
  bool changed = false;
  std::string bytes = {};
  std::vector<hrefkit_edit> edits = {};
  std::vector<hrefkit_note> notes = {};
  c::TextArena texts = {};
};

namespace {

constexpr std::uint32_t known_keep = HREFKIT_KEEP_CANONICAL | HREFKIT_KEEP_ALTERNATE |
                                     HREFKIT_KEEP_OG | HREFKIT_KEEP_FRAGMENTS | HREFKIT_KEEP_GUID;

/// The rules of a call.
class Rules {
 public:
  Rules(hrefkit_rewrite_options const& options, c::FindRequest const& request,
        std::string const& url)
      : request_(request), map_url_(options.map_url), user_(options.user) {
    auto base = url::Resolver::with_base(url, {.standard = request.document.standard});
    if (!base) c::fail_url("url", base.error());
    policy_.form = c::enumerator<html::UrlForm>(options.form, 4, "form");
    if ((options.keep & ~known_keep) != 0) c::fail_argument("keep", "it has an unknown flag");
    policy_.keep = {.canonical = (options.keep & HREFKIT_KEEP_CANONICAL) != 0,
                    .alternate = (options.keep & HREFKIT_KEEP_ALTERNATE) != 0,
                    .og = (options.keep & HREFKIT_KEEP_OG) != 0 &&
                          (options.keep != HREFKIT_KEEP_DEFAULT || !request.document.also.meta),
                    .fragments = (options.keep & HREFKIT_KEEP_FRAGMENTS) != 0,
                    .guid = (options.keep & HREFKIT_KEEP_GUID) != 0,
                    .own_addresses = options.keep != HREFKIT_KEEP_DEFAULT};
    for (std::size_t i = 0; i < html::link_kind_count; ++i) {
      const auto kind = static_cast<html::LinkKind>(i);
      if (request.wants(kind)) policy_.kinds.insert(kind);
    }
    policy_.elements = request.elements;
    read_rebases(c::array(options.rebase, options.rebase_count, "rebase"), *base);
    read_map(c::array(options.map, options.map_count, "map"));
    old_page_ = base->base();
    if (const auto given = c::optional_text(options.new_url, "new_url")) {
      const auto resolved = url::Resolver({request.document.standard}).resolve(*given);
      if (!resolved) c::fail_url("new_url", resolved.error());
      page_ = *resolved;
    } else {
      page_ = policy_.page_address(old_page_);
    }
    answer_.page = page_;
    answer_.standard = request.document.standard;
    moves_ = options.drop_base != 0 || options.rebase_count != 0 || options.map_count != 0 ||
             map_url_ != nullptr || page_ != old_page_;
  }

  std::string const& page() const { return page_; }

  /// True if a rule or a callback may change targets.
  bool moves() const { return moves_; }

  bool keeps_social_cards() const { return policy_.keep.og; }

  /// Sets the target of a link.
  void apply(html::LinkTarget& target, c::Places& places) {
    policy_.apply(target);
    if (map_url_ == nullptr || target.left_alone || !was_asked_for(target.link)) return;
    hrefkit_link const row = row_of(target, places);
    buffer_.assign(request_.row_size, 0);
    std::memcpy(buffer_.data(), &row, sizeof row);
    answer_.url.reset();
    c::go_on_if(map_url_(user_, reinterpret_cast<hrefkit_link const*>(buffer_.data()), &answer_));
    if (!answer_.url) return;
    if (*answer_.url != target.target) target.reason = "function";
    target.target = *std::exchange(answer_.url, std::nullopt);
    // References of a page to itself follow it when it moves, except those that a callback
    // answered.
    target.left_alone = target.target == target.url;
  }

 private:
  void read_rebases(std::span<hrefkit_pair const> pairs, url::Resolver const& base) {
    std::map<std::string, std::string> seen;
    for (hrefkit_pair const& pair : pairs) {
      std::string from = prefix_of(pair.from, base);
      std::string to = prefix_of(pair.to, base);
      const auto [known, is_new] = seen.try_emplace(from, to);
      if (!is_new && known->second != to) c::fail_argument("rebase", "a prefix is given twice");
      if (is_new) policy_.rebases.add(std::move(from), std::move(to));
    }
  }

  static std::string prefix_of(hrefkit_view given, url::Resolver const& base) {
    const auto url = base.resolve(c::required_text(given, "rebase"));
    if (!url) c::fail_url("rebase", url.error());
    if (!site::Rebases::can_be_prefix(*url)) {
      throw c::Failure{HREFKIT_E_URL, "rebase: no URL can lie below one of this scheme"};
    }
    return *url;
  }

  void read_map(std::span<hrefkit_pair const> pairs) {
    std::string lines;
    text::JsonWriter json(lines);
    for (hrefkit_pair const& pair : pairs) {
      json.begin_array();
      json.string(text::to_valid_utf8(c::required_text(pair.from, "map")));
      json.string(text::to_valid_utf8(c::required_text(pair.to, "map")));
      json.end_array();
      lines += '\n';
    }
    if (lines.empty()) return;
    if (const auto read = policy_.map.read(lines, request_.document.standard); !read) {
      throw c::Failure{HREFKIT_E_URL, "map: " + read.error()};
    }
  }

  /// URLs of speculation rules are found so that a note can say what they lose; they are links on
  /// request.
  bool was_asked_for(html::Link const& link) const {
    return html::row_of(link).grammar != html::LinkGrammar::speculation_rules ||
           request_.document.also.speculation_rules;
  }

  static hrefkit_link row_of(html::LinkTarget const& target, c::Places& places) {
    html::Link const& link = target.link;
    hrefkit_link row{};
    row.url = c::view_of(target.target);
    row.raw = c::view_of(link.raw);
    row.element = c::view_of(link.element);
    row.attribute = c::view_of(link.attribute);
    row.context = c::view_of(target.context);
    if (target.base != nullptr) {
      row.base = c::view_of(target.base->resolver.base());
      row.base_source = static_cast<hrefkit_base_source>(target.base->source);
    }
    if (link.element == "link") row.rel = c::view_of(target.rel);
    places.set(row, link.span);
    row.index = link.index;
    row.kind = static_cast<hrefkit_kind>(link.kind);
    row.ns = c::ns_of(link.ns);
    row.reserved = !link.local && url::is_reserved_about_url(target.target) ? 1 : 0;
    return row;
  }

  c::FindRequest const& request_;
  site::RewritePolicy policy_;
  hrefkit_map_url map_url_;
  void* user_;
  std::string old_page_;
  std::string page_;
  bool moves_ = false;
  LinkAnswer answer_;
  std::string buffer_;  // a row of the caller's size
};

hrefkit_edit row_of(html::RewriteEdit const& edit, c::Places& places, c::TextArena& texts) {
  hrefkit_edit row{};
  places.set(row, edit.place);
  row.raw = texts.keep_view(edit.raw);
  row.value = texts.keep_view(edit.value);
  if (!edit.before.empty()) row.before = texts.keep_view(edit.before);
  if (!edit.after.empty()) row.after = texts.keep_view(edit.after);
  row.reason = texts.keep_view(edit.reason);
  row.element = texts.keep_view(edit.link.element);
  row.attribute = texts.keep_view(edit.link.attribute);
  row.context = texts.keep_view(edit.context);
  row.index = edit.link.index;
  row.kind = static_cast<hrefkit_kind>(edit.link.kind);
  return row;
}

[[noreturn]] void fail(html::RewriteFailure const& failure, html::DocumentOptions const& document,
                       c::Places& places) {
  switch (failure.error) {
    case html::RewriteError::unusable_url:
      c::fail(html::FindError::unusable_url, document);
    case html::RewriteError::too_large:
      throw c::Failure{HREFKIT_E_TOO_LARGE, failure.message};
    case html::RewriteError::not_proved:
      break;
  }
  throw c::Failure{HREFKIT_E_NOT_PROVED, failure.message, 0, places.input_offset(failure.offset)};
}

std::unique_ptr<hrefkit_rewritten> rewrite(std::string_view bytes,
                                           hrefkit_rewrite_options const& given,
                                           c::FindRequest const& request) {
  Rules rules(given, request, request.document.url);
  std::string buffer;
  html::Notes notes;
  const html::SourceText source = c::read_source(bytes, request, buffer, notes);
  html::RewriteOptions options;
  options.document = request.document;
  options.encoding = request.encoding;
  options.new_url = rules.page();
  options.drop_base = c::flag(given.drop_base, "drop_base");
  options.drop_xml_base = c::flag(given.drop_xml_base, "drop_xml_base");
  options.map_xml_base = given.rebase_count != 0 || given.map_count != 0;
  options.verify = !c::flag(given.no_verify, "no_verify");
  options.engine = request.engine;
  options.document.also.meta |= !rules.keeps_social_cards();
  html::find_script_urls(options);
  if (rules.moves()) html::find_page_address(source.text, options);
  auto result = std::make_unique<hrefkit_rewritten>();
  c::Places places(source, request.unit);
  const auto map_url = [&](html::LinkTarget& target) { rules.apply(target, places); };
  const auto append_edit = [&](html::RewriteEdit const& edit) {
    result->edits.push_back(row_of(edit, places, result->texts));
  };
  auto page = html::Rewriter().rewrite(source, options, map_url, notes, append_edit);
  if (!page) fail(page.error(), options.document, places);
  result->notes = c::note_rows(notes, places, result->texts);
  result->changed = page->changed && !has_fault(notes);
  if (result->changed) {
    result->bytes = std::move(page->bytes);
  } else {
    result->bytes = bytes;
    result->edits.clear();
  }
  return result;
}

template <class Row>
Row const* rows_of(std::vector<Row> const* rows, std::size_t* count) {
  const bool has_rows = rows != nullptr && !rows->empty();
  if (count != nullptr) *count = has_rows ? rows->size() : 0;
  return has_rows ? rows->data() : nullptr;
}

}  // namespace

hrefkit_status hrefkit_answer_set(hrefkit_answer* answer, hrefkit_view url) noexcept {
  return c::guarded(nullptr, [&] {
    c::require(answer, "answer");
    if (answer->to != hrefkit_answer::To::link)
      c::fail_argument("answer", "it is that of a fetcher");
    auto* const link_answer = static_cast<LinkAnswer*>(answer);
    const auto base =
        url::Resolver::with_base(link_answer->page, {.standard = link_answer->standard});
    if (!base) return HREFKIT_E_URL;
    auto resolved = base->resolve(c::required_text(url, "url"));
    if (!resolved) return HREFKIT_E_URL;
    link_answer->url = *std::move(resolved);
    return HREFKIT_OK;
  });
}

hrefkit_status hrefkit_rewrite(const void* bytes, size_t size, hrefkit_view url,
                               const hrefkit_rewrite_options* options, hrefkit_rewritten** out,
                               hrefkit_error* error) noexcept {
  return c::make_handle(out, error, [&] {
    constexpr std::size_t min_size = offsetof(hrefkit_rewrite_options, rebase);
    const hrefkit_rewrite_options defaults = HREFKIT_REWRITE_OPTIONS_INIT;
    const hrefkit_rewrite_options given =
        c::read_options(options, min_size, defaults, "rewrite options");
    c::FindRequest request(given.find);
    const std::string_view page = c::page_bytes(bytes, size);
    request.document.url = c::required_text(url, "url");
    return rewrite(page, given, request);
  });
}

hrefkit_view hrefkit_rewritten_bytes(const hrefkit_rewritten* page) noexcept {
  return page == nullptr ? c::absent_view : c::view_of(page->bytes);
}

int hrefkit_rewritten_changed(const hrefkit_rewritten* page) noexcept {
  return page != nullptr && page->changed ? 1 : 0;
}

const hrefkit_edit* hrefkit_rewritten_edits(const hrefkit_rewritten* page, size_t* count) noexcept {
  return rows_of(page == nullptr ? nullptr : &page->edits, count);
}

const hrefkit_note* hrefkit_rewritten_notes(const hrefkit_rewritten* page, size_t* count) noexcept {
  return rows_of(page == nullptr ? nullptr : &page->notes, count);
}

void hrefkit_rewritten_free(hrefkit_rewritten* page) noexcept {
  delete page;
}
