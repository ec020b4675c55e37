#include "hrefkit/site/rewrite/page_rewriter.h"

#include <unordered_map>
#include <utility>

#include "hrefkit/html/link_table.h"
#include "hrefkit/text/hash.h"
#include "hrefkit/text/json.h"
#include "hrefkit/text/utf8.h"
#include "hrefkit/url/resolver.h"
#include "hrefkit/url/result.h"

namespace hrefkit::site {

namespace {

using Failure = tl::unexpected<PageRewriterError>;

Failure failed(std::string message, std::optional<url::Error> url = std::nullopt) {
  return Failure(PageRewriterError{std::move(message), url});
}

/// URLs of speculation rules are found so that a note can say what they lose; they are links on
/// request.
bool was_asked_for(html::Link const& link, html::AlsoFind const& also) {
  return also.speculation_rules ||
         html::row_of(link).grammar != html::LinkGrammar::speculation_rules;
}

}  // namespace

tl::expected<PageRewriter, PageRewriterError> PageRewriter::prepare(
    PageRewriterOptions const& options) {
  PageRewriter rewriter;
  rewriter.options_.document = options.document;
  rewriter.options_.encoding = options.encoding;
  rewriter.options_.engine = options.engine;
  rewriter.options_.drop_base = options.drop_base;
  rewriter.options_.drop_xml_base = options.drop_xml_base;
  rewriter.options_.map_xml_base = !options.rebases.empty() || !options.map.empty();
  rewriter.options_.verify = options.verify;
  rewriter.policy_.form = options.form;
  rewriter.policy_.keep = options.keep;
  rewriter.policy_.kinds = options.kinds;
  rewriter.policy_.elements = options.elements;
  if (options.no_links) rewriter.policy_.is_excluded = [](std::string_view) { return true; };
  if (auto added = rewriter.add_rebases(options.rebases); !added) return Failure(added.error());
  if (auto added = rewriter.add_map(options.map); !added) return Failure(added.error());
  if (!options.new_url.empty()) {
    auto url = url::Resolver({options.document.standard}).resolve(options.new_url);
    if (!url) return failed("new_url", url.error());
    rewriter.options_.new_url = *std::move(url);
  }
  return rewriter;
}

tl::expected<void, PageRewriterError> PageRewriter::add_rebases(std::span<UrlPair const> pairs) {
  const url::Resolver alone({options_.document.standard});
  std::unordered_map<std::string, std::string, text::SeededHasher> seen;
  for (UrlPair const& pair : pairs) {
    auto from = alone.resolve(pair.from);
    if (!from) return failed("rebase", from.error());
    auto to = alone.resolve(pair.to);
    if (!to) return failed("rebase", to.error());
    if (!Rebases::can_be_prefix(*from) || !Rebases::can_be_prefix(*to)) {
      return failed("rebase: no URL can lie below one of this scheme",
                    url::Error::relative_without_base);
    }
    const auto [known, is_new] = seen.try_emplace(*from, *to);
    if (!is_new && known->second != *to) return failed("rebase: a prefix is given twice");
    if (is_new) policy_.rebases.add(*std::move(from), *std::move(to));
  }
  return {};
}

tl::expected<void, PageRewriterError> PageRewriter::add_map(std::span<UrlPair const> pairs) {
  if (pairs.empty()) return {};
  std::string lines;
  text::JsonWriter json(lines);
  for (UrlPair const& pair : pairs) {
    json.begin_array();
    json.string(text::to_valid_utf8(pair.from));
    json.string(text::to_valid_utf8(pair.to));
    json.end_array();
    lines += '\n';
  }
  const auto read = policy_.map.read(lines, options_.document.standard);
  if (!read) return failed("map: " + read.error(), url::Error::relative_without_base);
  return {};
}

tl::expected<RewrittenByRules, html::RewriteFailure> PageRewriter::run(
    html::SourceText const& source, std::string_view url, html::Notes& notes,
    PageRun const& run) const {
  html::RewriteOptions options = options_;
  options.document.url = url;
  const auto base = url::Resolver::with_base(url, {.standard = options.document.standard});
  if (!base) {
    return tl::make_unexpected(html::RewriteFailure{html::RewriteError::unusable_url});
  }
  const std::string old_page(base->base());
  // The prefix of a page that moves is in use, also where no link lies below it.
  policy_.rebases.covers(old_page);
  if (options.new_url.empty()) options.new_url = policy_.page_address(old_page);
  options.document.also.meta |= !policy_.keep.og;
  html::find_script_urls(options);
  const bool moves =
      options.drop_base || options.map_xml_base || run.change || options.new_url != old_page;
  if (moves) html::find_page_address(source.text, options);
  RewrittenByRules result;
  const bool counts = !policy_.rebases.empty();
  constexpr std::size_t links_to_poll = 1024;
  std::size_t links = 0;
  const auto map_url = [&](html::LinkTarget& target) {
    if (run.poll && links++ % links_to_poll == 0) run.poll();
    policy_.apply(target);
    if (counts && target.reason != "rebase" && !policy_.rebases.covers(target.url)) {
      ++result.uncovered;
    }
    if (run.change && !target.left_alone && was_asked_for(target.link, options_.document.also)) {
      run.change(target);
    }
  };
  auto page = html::Rewriter().rewrite(source, options, map_url, notes, run.edits);
  if (!page) return tl::make_unexpected(std::move(page.error()));
  result.page = *std::move(page);
  return result;
}

tl::expected<RewrittenByRules, html::RewriteFailure> PageRewriter::run(std::string_view bytes,
                                                                       std::string_view url,
                                                                       html::Notes& notes,
                                                                       PageRun const& run) const {
  std::string buffer;
  const auto source = html::decode_source(bytes, options_.encoding, buffer, notes);
  if (!source) {
    return tl::make_unexpected(html::RewriteFailure{
        html::RewriteError::too_large, std::string(message(html::RewriteError::too_large))});
  }
  return this->run(*source, url, notes, run);
}

std::vector<std::string_view> PageRewriter::unused_rebases() const {
  return policy_.rebases.unused();
}

}  // namespace hrefkit::site
