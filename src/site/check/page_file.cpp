#include "hrefkit/site/check/page_file.h"

#include <algorithm>
#include <span>
#include <utility>

#include "hrefkit/site/crawl/live_site.h"
#include "hrefkit/site/file_rules.h"
#include "hrefkit/site/script_graph.h"
#include "hrefkit/site/text_urls.h"
#include "hrefkit/text/span.h"
#include "hrefkit/text/utf8.h"
#include "hrefkit/url/written_reference.h"

namespace hrefkit::site {

std::optional<text::Encoding> SheetEncodings::find(std::uint32_t sheet) const {
  const auto found = known_.find(sheet);
  return found == known_.end() ? std::nullopt : std::optional(found->second);
}

void SheetEncodings::refer(std::uint32_t sheet, text::Encoding encoding) {
  const bool is_first = referrers_.try_emplace(sheet, encoding).second;
  if (is_first && waiting_.contains(sheet)) ready_.push_back(sheet);
}

void SheetEncodings::wait(std::uint32_t sheet) {
  waiting_.insert(sheet);
  if (referrers_.contains(sheet)) ready_.push_back(sheet);
}

std::vector<std::uint32_t> SheetEncodings::begin_round() {
  std::vector<std::uint32_t> round = std::exchange(ready_, {});
  if (round.empty()) {
    round.assign(waiting_.begin(), waiting_.end());
    waiting_.clear();
  }
  std::sort(round.begin(), round.end());
  for (const std::uint32_t sheet : round) {
    const auto referrer = referrers_.find(sheet);
    known_.emplace(sheet, referrer == referrers_.end() ? text::Encoding::utf_8 : referrer->second);
    waiting_.erase(sheet);
  }
  return round;
}

namespace {

/// Finds out what kind of document the page is.
void find_kind(PageType const& type, PageFile& page) {
  page.options.also.empty_values = true;
  page.is_svg = type.is_svg;
  page.list = type.list;
  page.options.text_urls = find_links_of(type.list);
  page.is_feed = page.is_sitemap = false;
  page.is_script = type.type == html::ContentType::script;
  page.has_ids = type.is_document;
  if (page.has_ids) return;
  const html::Namespace root = html::root_namespace_of(page.source);
  page.is_feed = html::is_feed(root);
  page.is_sitemap = root == html::Namespace::sitemap;
  page.has_ids = root == html::Namespace::html;
}

}  // namespace

tl::expected<void, std::string> open_bytes(PageType const& given, std::string url, PageFile& page) {
  page.waits = false;
  page.ends_early = given.ends_early;
  page.in_scope = given.in_scope;
  const html::ContentType type = given.list == UrlList::none ? given.type : html::ContentType::text;
  const auto charset = text::encoding_from_label(given.charset);
  const bool is_utf_16 = charset == text::Encoding::utf_16le || charset == text::Encoding::utf_16be;
  page.binary =
      binary_content(page.bytes, {.type = type, .is_encoding_known = is_utf_16}).value_or("");
  if (!page.binary.empty()) return {};
  page.notes.clear();
  const bool is_sheet = type == html::ContentType::css && page.sheets != nullptr;
  const auto environment = is_sheet ? page.sheets->find(page.number) : std::nullopt;
  page.decoding = {.content_type = type,
                   .transport_charset = given.charset,
                   .fallback = {.utf_8_if_valid = true},
                   .environment = environment};
  auto source = html::decode_source(page.bytes, page.decoding, page.buffer, page.notes);
  if (!source) return tl::unexpected(std::string(message(source.error())));
  page.source = std::move(*source);
  page.waits = is_sheet && !environment && page.source.malformed &&
               page.source.encoding.source == html::EncodingSource::type_default;
  page.options.url = std::move(url);
  page.head = read_answer_head(given.is_document ? given.head : "");
  page.options.content_security_policies = page.head.policies;
  find_kind(given, page);
  return {};
}

tl::expected<void, std::string> open_page(Site const& site, std::uint32_t number, PageFile& page) {
  const EntryId entry = site.pages()[number];
  page.number = number;
  page.entry = entry;
  if (auto read = site.read_file(entry, page.bytes); !read) return tl::unexpected(read.error());
  PageType type{.type = site.content_type(number),
                .list = site.url_list(number),
                .is_document = site.is_document(number),
                .is_svg = site.is_svg_page(number),
                .charset = site.transport_charset(number)};
  if (site.live() != nullptr) {
    LivePage const& live = site.live()->pages()[number];
    type.ends_early = live.ends_early;
    type.in_scope = live.in_scope;
    type.head = live.head;
  }
  return open_bytes(type, site.url(entry), page);
}

tl::expected<void, html::FindError> find_page_links(html::LinkFinder& finder, PageFile const& page,
                                                    html::LinkSink const& sink) {
  if (page.is_script && page.scripts != nullptr) {
    return find_script_links(finder, page.source, page.options, page.scripts->runs_of(page.number),
                             sink);
  }
  if (!page.head.links.empty()) {
    const html::Flow flow = emit_answer_links(page.head, page.options.url, page.source.text, sink);
    if (flow == html::Flow::stop) return {};
  }
  return finder.find(page.source, page.options, sink);
}

bool depends_on_encoding(html::Link const& link, std::string_view text) {
  if (!text::is_ascii(link.span.in(text))) return true;
  const auto query = url::query_of(link.raw);
  return query && !text::is_ascii(*query);
}

}  // namespace hrefkit::site
