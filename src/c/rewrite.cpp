// hrefkit_rewriter and hrefkit_rewrite: the rules of the command's `rewrite`, and a callback behind
// them.
#include <stddef.h>
#include <algorithm>
#include <cstdint>
#include <cstring>
#include <functional>
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
#include "hrefkit/html/rewrite.h"
#include "hrefkit/html/source_text.h"
#include "hrefkit/site/rewrite/page_rewriter.h"
#include "hrefkit/site/rewrite_policy.h"
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
  std::size_t uncovered = 0;
  std::string bytes = {};
  std::vector<hrefkit_edit> edits = {};
  std::vector<hrefkit_note> notes = {};
  c::TextArena texts = {};
};

namespace {

constexpr std::uint32_t known_keep = HREFKIT_KEEP_CANONICAL | HREFKIT_KEEP_ALTERNATE |
                                     HREFKIT_KEEP_OG | HREFKIT_KEEP_FRAGMENTS | HREFKIT_KEEP_GUID;

/// The links that stay, but for those of social cards that a caller asks for as links.
site::KeptLinks kept_links(std::uint32_t keep, html::AlsoFind const& also) {
  if ((keep & ~known_keep) != 0) c::fail_argument("keep", "it has an unknown flag");
  const bool is_default = keep == HREFKIT_KEEP_DEFAULT;
  return {.canonical = (keep & HREFKIT_KEEP_CANONICAL) != 0,
          .alternate = (keep & HREFKIT_KEEP_ALTERNATE) != 0,
          .og = (keep & HREFKIT_KEEP_OG) != 0 && (!is_default || !also.meta),
          .fragments = (keep & HREFKIT_KEEP_FRAGMENTS) != 0,
          .guid = (keep & HREFKIT_KEEP_GUID) != 0,
          .own_addresses = !is_default};
}

std::vector<site::UrlPair> pairs_of(hrefkit_pair const* given, std::size_t count,
                                    std::string_view name) {
  std::vector<site::UrlPair> pairs;
  for (hrefkit_pair const& pair : c::array(given, count, name)) {
    pairs.push_back({c::required_text(pair.from, name), c::required_text(pair.to, name)});
  }
  return pairs;
}

site::PageRewriter prepare(hrefkit_rewrite_options const& given, c::FindRequest const& request) {
  const auto rebases = pairs_of(given.rebase, given.rebase_count, "rebase");
  const auto map = pairs_of(given.map, given.map_count, "map");
  site::PageRewriterOptions options{
      .document = request.document,
      .encoding = request.encoding,
      .engine = request.engine,
      .form = c::enumerator<html::UrlForm>(given.form, 4, "form"),
      .keep = kept_links(given.keep, request.document.also),
      .elements = request.elements,
      .no_links = request.kinds == 0,
      .rebases = rebases,
      .map = map,
      .drop_base = c::flag(given.drop_base, "drop_base"),
      .drop_xml_base = c::flag(given.drop_xml_base, "drop_xml_base"),
      .verify = !c::flag(given.no_verify, "no_verify"),
  };
  for (std::size_t i = 0; i < html::link_kind_count; ++i) {
    const auto kind = static_cast<html::LinkKind>(i);
    if (request.wants(kind)) options.kinds.insert(kind);
  }
  if (const auto url = c::optional_text(given.new_url, "new_url")) {
    if (url->empty()) c::fail_url("new_url", url::Error::relative_without_base);
    options.new_url = *url;
  }
  auto rewriter = site::PageRewriter::prepare(options);
  if (rewriter) return *std::move(rewriter);
  site::PageRewriterError const& error = rewriter.error();
  const bool is_reason_alone = error.url && error.message.find(':') == std::string::npos;
  if (is_reason_alone) c::fail_url(error.message, *error.url);
  throw c::Failure{error.url ? HREFKIT_E_URL : HREFKIT_E_ARGUMENT, error.message,
                   error.url ? c::number_of(*error.url) : 0};
}

hrefkit_link row_of(html::LinkTarget const& target, c::Places& places) {
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

}  // namespace

struct hrefkit_rewriter {
  explicit hrefkit_rewriter(hrefkit_rewrite_options const& options)
      : request(options.find),
        rewriter(prepare(options, request)),
        map_url(options.map_url),
        user(options.user),
        has_edits(!c::flag(options.no_edits, "no_edits")) {}

  const c::FindRequest request;  ///< `rewriter` views its texts
  const site::PageRewriter rewriter;
  const hrefkit_map_url map_url;
  void* const user;
  const bool has_edits;
};

namespace {

/// Asks the callback of a rewriter about the links of one page.
class Asker {
 public:
  Asker(hrefkit_rewriter const& rewriter, c::Places& places)
      : rewriter_(rewriter), places_(places), attributes_(rewriter.request, texts_) {
    answer_.standard = rewriter.request.document.standard;
  }

  void operator()(html::LinkTarget& target) {
    hrefkit_link row = row_of(target, places_);
    attributes_.set(row, target.link, target.element);
    buffer_.assign(rewriter_.request.row_size, 0);
    std::memcpy(buffer_.data(), &row, std::min(buffer_.size(), sizeof row));
    if (answer_.page.empty()) answer_.page = target.page;
    answer_.url.reset();
    c::go_on_if(rewriter_.map_url(rewriter_.user,
                                  reinterpret_cast<hrefkit_link const*>(buffer_.data()), &answer_));
    if (!answer_.url) return;
    if (*answer_.url != target.target) target.reason = "function";
    target.target = *std::exchange(answer_.url, std::nullopt);
    // References of a page to itself follow it when it moves, except those that a callback
    // answered.
    target.left_alone = target.target == target.url;
  }

 private:
  hrefkit_rewriter const& rewriter_;
  c::Places& places_;
  LinkAnswer answer_;
  c::TextArena texts_;
  c::AttributeReader attributes_;
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

std::unique_ptr<hrefkit_rewritten> run(hrefkit_rewriter const& rewriter, std::string_view bytes,
                                       std::string_view url) {
  c::FindRequest const& request = rewriter.request;
  std::string buffer;
  html::Notes notes;
  const html::SourceText source = c::read_source(bytes, request, buffer, notes);
  auto result = std::make_unique<hrefkit_rewritten>();
  c::Places places(source, request.unit);
  Asker ask(rewriter, places);
  site::PageRun run;
  run.poll = [&request] { request.poll(); };
  if (rewriter.map_url != nullptr) {
    run.change = [&ask](html::LinkTarget& target) { ask(target); };
  }
  if (rewriter.has_edits) {
    run.edits = [&](html::RewriteEdit const& edit) {
      result->edits.push_back(row_of(edit, places, result->texts));
    };
  }
  auto rewritten = rewriter.rewriter.run(source, url, notes, run);
  if (!rewritten) {
    html::DocumentOptions document = request.document;
    document.url = url;
    fail(rewritten.error(), document, places);
  }
  html::RewrittenPage& page = rewritten->page;
  result->notes = c::note_rows(notes, places, result->texts);
  result->uncovered = rewritten->uncovered;
  result->changed = page.changed && !has_fault(notes);
  if (result->changed) {
    result->bytes = std::move(page.bytes);
  } else {
    result->bytes = bytes;
    result->edits.clear();
  }
  return result;
}

/// Adds a note that names the prefixes below which no link was, as they may be misspelt.
void note_unused(site::PageRewriter const& rewriter, hrefkit_rewritten& page) {
  const auto unused = rewriter.unused_rebases();
  if (unused.empty()) return;
  std::string message = "no link lies under " + url::masked_url(unused.front());
  if (unused.size() > 1) {
    message += " nor under " + std::to_string(unused.size() - 1) + " more of the prefixes";
  }
  hrefkit_note row{};
  row.code = c::view_of("unused-rebase");
  row.message = page.texts.keep_view(message);
  row.line = row.column = 1;
  row.severity = HREFKIT_SEVERITY_REMARK;
  row.count = static_cast<std::uint32_t>(unused.size());
  page.notes.push_back(row);
}

std::unique_ptr<hrefkit_rewriter> make_rewriter(hrefkit_rewrite_options const* options) {
  constexpr std::size_t min_size = offsetof(hrefkit_rewrite_options, rebase);
  const hrefkit_rewrite_options defaults = HREFKIT_REWRITE_OPTIONS_INIT;
  const hrefkit_rewrite_options given =
      c::read_options(options, min_size, defaults, "rewrite options");
  for (const std::uint8_t byte : given.padding2) {
    if (byte != 0) c::fail_argument("padding2", "it is not zero");
  }
  return std::make_unique<hrefkit_rewriter>(given);
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
    const auto rewriter = make_rewriter(options);
    const std::string_view page = c::page_bytes(bytes, size);
    auto rewritten = run(*rewriter, page, c::required_text(url, "url"));
    note_unused(rewriter->rewriter, *rewritten);
    return rewritten;
  });
}

hrefkit_status hrefkit_rewriter_new(const hrefkit_rewrite_options* options, hrefkit_rewriter** out,
                                    hrefkit_error* error) noexcept {
  return c::make_handle(out, error, [&] { return make_rewriter(options); });
}

hrefkit_status hrefkit_rewriter_run(const hrefkit_rewriter* rewriter, const void* bytes,
                                    size_t size, hrefkit_view url, hrefkit_rewritten** out,
                                    hrefkit_error* error) noexcept {
  return c::make_handle(out, error, [&] {
    c::require(rewriter, "rewriter");
    const std::string_view page = c::page_bytes(bytes, size);
    return run(*rewriter, page, c::required_text(url, "url"));
  });
}

size_t hrefkit_rewriter_unused(const hrefkit_rewriter* rewriter, hrefkit_view* prefixes,
                               size_t capacity) noexcept {
  if (rewriter == nullptr) return 0;
  std::size_t count = 0;
  c::guarded(nullptr, [&] {
    const auto unused = rewriter->rewriter.unused_rebases();
    count = unused.size();
    const std::size_t given = prefixes == nullptr ? 0 : std::min(capacity, count);
    for (std::size_t i = 0; i < given; ++i) prefixes[i] = c::view_of(unused[i]);
    return HREFKIT_OK;
  });
  return count;
}

void hrefkit_rewriter_free(hrefkit_rewriter* rewriter) noexcept {
  delete rewriter;
}

size_t hrefkit_rewritten_uncovered(const hrefkit_rewritten* page) noexcept {
  return page == nullptr ? 0 : page->uncovered;
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
