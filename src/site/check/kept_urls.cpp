#include "hrefkit/site/check/kept_urls.h"

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

#include "hrefkit/html/find_links.h"
#include "hrefkit/html/source_text.h"
#include "hrefkit/html/text_urls.h"
#include "hrefkit/site/check/finding_text.h"
#include "hrefkit/site/check/former_site.h"
#include "hrefkit/site/check/suggestion.h"
#include "hrefkit/site/check/target_finder.h"
#include "hrefkit/site/file.h"
#include "hrefkit/site/file_rules.h"
#include "hrefkit/site/redirects.h"
#include "hrefkit/site/site.h"
#include "hrefkit/site/text_urls.h"
#include "hrefkit/text/ascii.h"
#include "hrefkit/text/line_index.h"
#include "hrefkit/text/utf8.h"
#include "hrefkit/url/url.h"
#include "hrefkit/url/written_reference.h"

namespace hrefkit::site {

namespace {

/// Finds those of one file that are no more.
class KeptUrls {
 public:
  KeptUrls(CheckedSite const& checked, CheckOptions const& options, CheckSummary& summary,
           Emit const& emit)
      : site_(checked.site),
        targets_(checked.site, checked.redirects),
        suggestions_(checked.site, checked.names),
        options_(options),
        summary_(summary),
        emit_(emit) {}

  /// Returns why the file cannot be read, or nothing.
  std::optional<std::string> run() {
    std::optional<text::LineCursor> cursor;
    auto fault =
        file_.read(options_.keep_urls, site_.options().url, [&](UrlFile::Entry const& entry) {
          if (!cursor) cursor.emplace(file_.source().text);
          cursor_ = &*cursor;
          check_url(entry.written, entry.span, entry.element);
          return !stopped_;
        });
    if (fault) return fault;
    if (own_ != 0 || stopped_) return std::nullopt;
    return foreign_ == 0 ? "names no URL"
                         : "names no URL of the site, which begins at " + site_.options().url +
                               ": --site-url sets its address";
  }

  std::size_t foreign() const { return foreign_; }
  bool is_stopped() const { return stopped_; }

 private:
  void check_url(std::string_view written, text::Span span, std::string_view element) {
    if (!base_) base_ = url::Url::parse(site_.options().url);
    const auto parsed = url::Url::parse(written, {.base = *base_ ? &**base_ : nullptr});
    const std::string url = parsed ? std::string(parsed->href()) : std::string();
    const std::string_view asked = url::without_fragment(url);
    const TargetPlace place =
        parsed ? targets_.find(asked) : TargetPlace{.kind = PlaceKind::other_origin};
    if (place.kind == PlaceKind::other_origin || place.kind == PlaceKind::outside_site) {
      ++foreign_;
      return;
    }
    ++own_;
    if (is_kept_place(place.kind) || (options_.is_excluded && options_.is_excluded(url))) return;
    emit(written, span, element, url);
  }

  void emit(std::string_view written, text::Span span, std::string_view element,
            std::string const& url) {
    Finding finding;
    finding.rule = Rule::removed_url;
    finding.severity = options_.severities[Rule::removed_url];
    finding.file = options_.keep_urls;
    finding.element = element;
    const auto to_source = [&](std::uint32_t at) { return file_.source().map.to_source(at); };
    finding.offset = to_source(span.begin);
    finding.length = to_source(span.end) - finding.offset;
    const text::LineColumn at = cursor_->at(span.begin);
    finding.line = at.line;
    finding.column = at.column;
    finding.raw = written;
    finding.url = url;
    finding.base = site_.options().url;
    finding.base_source = "document";
    const auto path = site_.relative_path_of(url);
    const std::string target = text::to_valid_utf8(path.value_or(""));
    if (path) finding.target = target;
    const auto near = path ? suggestions_.for_path(*path) : std::nullopt;
    const std::string suggestion = near ? text::to_valid_utf8(near->path) : "";
    if (near) finding.suggestion = suggestion;
    const std::string message = text::to_valid_utf8(
        sentence({.rule = Rule::removed_url, .raw = written, .suggestion = suggestion}));
    finding.message = message;
    show_line(excerpt_of(file_.source().text, span), finding);
    summary_.count(finding);
    stopped_ = !emit_(finding);
  }

  Site const& site_;
  TargetFinder targets_;
  Suggestions suggestions_;
  CheckOptions const& options_;
  CheckSummary& summary_;
  Emit const& emit_;
  std::optional<url::Result<url::Url>> base_;
  UrlFile file_;
  text::LineCursor* cursor_ = nullptr;
  std::size_t own_ = 0;
  std::size_t foreign_ = 0;
  bool stopped_ = false;
};

}  // namespace

std::optional<std::string> UrlFile::read(std::string const& path, std::string const& base,
                                         OnEntry const& on_entry) {
  if (const auto read = read_file(path, bytes_); !read) return read.error();
  if (const auto kind = binary_content(bytes_, {.type = html::ContentType::xml})) {
    return "is " + std::string(*kind) + ", and no list of URLs";
  }
  const std::string_view start =
      text::strip_ascii_whitespace(std::string_view(bytes_).substr(Redirects::mark_length(bytes_)));
  const bool is_xml = start.starts_with('<');
  html::Notes notes;
  auto source = html::decode_source(
      bytes_, {.content_type = is_xml ? html::ContentType::xml : html::ContentType::css}, buffer_,
      notes);
  if (!source) return std::string(message(source.error()));
  source_ = *std::move(source);
  if (is_xml) return read_sitemap(base, on_entry);
  for (html::TextUrl const& url : find_text_urls_of(UrlList::sitemap)(source_.text)) {
    if (!on_entry({url.span.in(source_.text), url.span, {}})) break;
  }
  return std::nullopt;
}

/// Returns the fault of a sitemap that is not well-formed, with its place.
std::optional<std::string> UrlFile::read_sitemap(std::string const& base,
                                                 OnEntry const& on_entry) const {
  std::optional<std::string> fault;
  html::DocumentOptions options;
  options.url = base;
  const auto found = html::find_links(
      source_, options,
      {.links =
           [&](html::LinkBlock const& block) {
             for (html::Link const& link : block.links) {
               if (link.element != "loc") continue;
               if (!on_entry({link.raw, link.span, link.element})) return html::Flow::stop;
             }
             return html::Flow::go_on;
           },
       .notes =
           [&](html::Note const& note) {
             if (html::severity(note.kind) != html::NoteSeverity::fault || fault) return;
             text::LineCursor cursor(source_.text);
             const text::LineColumn at = cursor.at(note.span.begin);
             fault = std::to_string(at.line) + ":" + std::to_string(at.column) + ": " +
                     note.message + "; URLs from here on are not looked for";
           }});
  if (!found) return std::string(message(found.error()));
  return fault;
}

bool find_removed_urls(CheckedSite const& checked, CheckOptions const& options,
                       CheckSink const& sink, CheckSummary& summary, Emit const& emit) {
  if (options.keep_urls.empty() || options.severities[Rule::removed_url] == Severity::off) {
    return true;
  }
  if (is_folder(options.keep_urls)) {
    if (checked.site.live() != nullptr) {
      summary.failed = true;
      if (sink.trouble) sink.trouble(options.keep_urls, "is a folder: a live site needs a list");
      return true;
    }
    const auto former = FormerSite::read(checked.site, options, sink, options.keep_urls,
                                         FormerSite::Reading::addresses);
    if (former) return find_lost(**former, checked, options, summary, emit);
    summary.failed = true;
    if (sink.trouble) sink.trouble(options.keep_urls, former.error());
    return true;
  }
  KeptUrls urls(checked, options, summary, emit);
  if (const auto trouble = urls.run()) {
    summary.failed = true;
    if (sink.trouble) sink.trouble(options.keep_urls, *trouble);
  } else if (urls.foreign() != 0 && sink.fault) {
    sink.fault(options.keep_urls,
               "URLs of other sites are not looked for: " + std::to_string(urls.foreign()));
  }
  return !urls.is_stopped();
}

}  // namespace hrefkit::site
