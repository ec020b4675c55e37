#include "hrefkit/html/metadata_urls.h"

#include <algorithm>
#include <array>
#include <utility>

#include "hrefkit/html/url_list.h"
#include "hrefkit/text/ascii.h"
#include "hrefkit/text/byte_set.h"
#include "hrefkit/url/scheme_syntax.h"

namespace hrefkit::html {

namespace {

using std::string_view_literals::operator""sv;

// The Open Graph protocol (ogp.me): "URL" properties and the structured properties of images,
// videos and audio; Twitter cards: images, players and app URLs; App Links (applinks.org); tiles
// and pinned sites (Microsoft, "Pinned sites metadata"); what Parse.ly, Sailthru, Pinterest, Apple
// and search engines document.
constexpr std::array url_properties{
    "al:android:url"sv,
    "al:ios:url"sv,
    "al:ipad:url"sv,
    "al:iphone:url"sv,
    "al:web:url"sv,
    "al:windows:url"sv,
    "al:windows_phone:url"sv,
    "al:windows_universal:url"sv,
    "identifier-url"sv,
    "msapplication-config"sv,
    "msapplication-square150x150logo"sv,
    "msapplication-square310x310logo"sv,
    "msapplication-square70x70logo"sv,
    "msapplication-starturl"sv,
    "msapplication-tileimage"sv,
    "msapplication-wide310x150logo"sv,
    "og:audio"sv,
    "og:audio:secure_url"sv,
    "og:audio:url"sv,
    "og:image"sv,
    "og:image:secure_url"sv,
    "og:image:url"sv,
    "og:logo"sv,
    "og:see_also"sv,
    "og:url"sv,
    "og:video"sv,
    "og:video:secure_url"sv,
    "og:video:url"sv,
    "parsely-image-url"sv,
    "parsely-link"sv,
    "pinterest:media"sv,
    "sailthru.image.full"sv,
    "sailthru.image.thumb"sv,
    "thumbnail"sv,
    "thumbnailurl"sv,
    "twitter:app:url:googleplay"sv,
    "twitter:app:url:ipad"sv,
    "twitter:app:url:iphone"sv,
    "twitter:image"sv,
    "twitter:image0"sv,
    "twitter:image1"sv,
    "twitter:image2"sv,
    "twitter:image3"sv,
    "twitter:image:src"sv,
    "twitter:player"sv,
    "twitter:player:stream"sv,
    "twitter:url"sv,
    "vr:canonical"sv,
};
static_assert(std::is_sorted(url_properties.begin(), url_properties.end()));

// Pinned sites: jump list tasks, badges and notifications of tiles.
constexpr std::array parameter_properties{
    "msapplication-badge"sv,
    "msapplication-notification"sv,
    "msapplication-task"sv,
};
static_assert(std::is_sorted(parameter_properties.begin(), parameter_properties.end()));

// Properties whose value is a URL or a name: other objects of the graph (the Open Graph protocol),
// Dublin Core, and what pages call an image or an address without a namespace.
constexpr std::array reference_properties{
    "article:author"sv,
    "article:publisher"sv,
    "book:author"sv,
    "dc.identifier"sv,
    "dc.relation"sv,
    "dc.source"sv,
    "dcterms.identifier"sv,
    "dcterms.relation"sv,
    "dcterms.source"sv,
    "image"sv,
    "music:album"sv,
    "music:creator"sv,
    "music:musician"sv,
    "music:song"sv,
    "url"sv,
    "video:actor"sv,
    "video:director"sv,
    "video:series"sv,
    "video:writer"sv,
};
static_assert(std::is_sorted(reference_properties.begin(), reference_properties.end()));

// schema.org: properties that expect a URL and not any other text.
constexpr std::array schema_properties{
    "acquireLicensePage"sv,
    "actionableFeedbackPolicy"sv,
    "archivedAt"sv,
    "benefitsSummaryUrl"sv,
    "codeRepository"sv,
    "contentUrl"sv,
    "correctionsPolicy"sv,
    "discussionUrl"sv,
    "diversityPolicy"sv,
    "documentation"sv,
    "downloadUrl"sv,
    "embedUrl"sv,
    "ethicsPolicy"sv,
    "hasMap"sv,
    "healthPlanMarketingUrl"sv,
    "image"sv,
    "installUrl"sv,
    "isBasedOn"sv,
    "isBasedOnUrl"sv,
    "isPartOf"sv,
    "item"sv,
    "labelDetails"sv,
    "license"sv,
    "logo"sv,
    "mainEntityOfPage"sv,
    "map"sv,
    "maps"sv,
    "masthead"sv,
    "merchantReturnLink"sv,
    "ownershipFundingInfo"sv,
    "paymentUrl"sv,
    "photo"sv,
    "prescribingInfo"sv,
    "publishingPrinciples"sv,
    "relatedLink"sv,
    "replyToUrl"sv,
    "sameAs"sv,
    "screenshot"sv,
    "serviceUrl"sv,
    "significantLink"sv,
    "significantLinks"sv,
    "target"sv,
    "targetUrl"sv,
    "thumbnailUrl"sv,
    "tourBookingPage"sv,
    "trackingUrl"sv,
    "unnamedSourcesPolicy"sv,
    "url"sv,
    "usageInfo"sv,
    "verificationFactCheckingPolicy"sv,
};
static_assert(std::is_sorted(schema_properties.begin(), schema_properties.end()));

// The role of the strings in an object or array; bits of a byte.
constexpr char urls_role = 1;
constexpr char vocabulary_role = 2;  // in a context: no links, however deep
constexpr char object_role = 4;      // the strings are members, whose keys matter
constexpr char name_role = 8;        // the URLs are those of `@id`

template <std::size_t size>
bool contains(std::array<std::string_view, size> const& sorted, std::string_view name) {
  return std::binary_search(sorted.begin(), sorted.end(), name);
}

bool begins_with_http(std::string_view url) {
  url = text::strip_ascii_whitespace(url);
  return text::equals_ignoring_ascii_case(url.substr(0, 5), "http:") ||
         text::equals_ignoring_ascii_case(url.substr(0, 6), "https:");
}

/// `schema:url` and `https://schema.org/url` are `url`.
std::string_view without_vocabulary(std::string_view key) {
  for (std::string_view prefix : {"schema:"sv, "http://schema.org/"sv, "https://schema.org/"sv}) {
    if (key.starts_with(prefix)) return key.substr(prefix.size());
  }
  return key;
}

// HTML Standard, "parse a URL-like import specifier".
bool is_url_like(std::string_view specifier) {
  return specifier.starts_with("/") || specifier.starts_with("./") ||
         specifier.starts_with("../") || url::scheme_length(specifier) != 0;
}

/// True for the template of a URL.
bool is_template(std::string_view value) {
  return value.find('{') != std::string_view::npos;
}

}  // namespace

namespace {

/// The names that Google Scholar and others read: `citation_pdf_url`, `citation_fulltext_html_url`
/// and the like. `term` is in lower case.
bool is_citation_url(std::string_view term) {
  constexpr std::string_view citation = "citation_";
  if (term.starts_with("bepress_")) term.remove_prefix(std::string_view("bepress_").size());
  return (term.starts_with(citation) && term.ends_with("_url")) || term == "eprints.document_url";
}

MetaUrls urls_of_terms(std::string_view terms, std::string_view content) {
  SpaceList list(terms);
  while (const auto range = list.next()) {
    const std::string term = text::to_ascii_lower(range->in(terms));
    if (contains(url_properties, term) || is_citation_url(term)) return MetaUrls::one;
    if (contains(reference_properties, term) && begins_with_http(content)) return MetaUrls::one;
    if (contains(parameter_properties, term)) return MetaUrls::parameters;
  }
  return MetaUrls::none;
}

bool is_url_item(std::string_view itemprop) {
  SpaceList list(itemprop);
  while (const auto range = list.next()) {
    if (contains(schema_properties, without_vocabulary(range->in(itemprop)))) return true;
  }
  return false;
}

}  // namespace

MetaUrls urls_of_meta(MetaNames const& names, std::string_view content) {
  if (is_url_item(names.itemprop)) return MetaUrls::one;
  const MetaUrls urls = urls_of_terms(names.property, content);
  return urls == MetaUrls::none ? urls_of_terms(names.name, content) : urls;
}

bool is_page_address(MetaNames const& names) {
  for (const std::string_view terms : {names.property, names.name}) {
    if (has_item(terms, "og:url") || has_item(terms, "twitter:url")) return true;
  }
  return false;
}

JsonLdUrls::JsonLdUrls(std::string_view json)
    : json_(json), reader_(text::is_json(json) ? json : std::string_view()) {}

std::optional<JsonUrl> JsonLdUrls::next() & {
  while (true) {
    const text::JsonToken token = reader_.next();
    switch (token.type) {
      case text::JsonTokenType::begin_object:
        roles_ += static_cast<char>(value_role() | object_role);
        break;
      case text::JsonTokenType::begin_array:
        roles_ += value_role();
        break;
      case text::JsonTokenType::end_object:
      case text::JsonTokenType::end_array:
        roles_.pop_back();
        break;
      case text::JsonTokenType::key:
        member_role_ = role_of_key(token.text);
        break;
      case text::JsonTokenType::string: {
        const char role = value_role();
        if ((role & urls_role) == 0) break;
        const std::string_view value = text::unescaped_json(token.text.in(json_), unescaped_);
        if (value.empty() || value.starts_with("_:")) break;
        return JsonUrl{token.text, value, (role & name_role) != 0 || is_template(value)};
      }
      case text::JsonTokenType::scalar:
        break;
      case text::JsonTokenType::end:
      case text::JsonTokenType::fault:
        return std::nullopt;
    }
  }
}

/// The role of the next value.
char JsonLdUrls::value_role() const {
  if (roles_.empty()) return 0;
  const char role = roles_.back();
  return (role & object_role) != 0 ? member_role_ : role;
}

char JsonLdUrls::role_of_key(text::Span key) {
  const char around = roles_.back();
  const std::string_view name = text::unescaped_json(key.in(json_), unescaped_);
  if ((around & vocabulary_role) != 0 || name == "@context") return vocabulary_role;
  // JSON-LD 1.1, "value objects", "lists and sets": these are part of the object around them.
  if (name == "@value" || name == "@list" || name == "@set") {
    return static_cast<char>(around & (urls_role | name_role));
  }
  if (name == "@id") return urls_role | name_role;
  if (contains(schema_properties, without_vocabulary(name))) return urls_role;
  return 0;
}

ImportMapUrls::ImportMapUrls(std::string_view json)
    : json_(json), reader_(text::is_json(json) ? json : std::string_view()) {}

std::optional<JsonUrl> ImportMapUrls::next() & {
  while (true) {
    const text::JsonToken token = reader_.next();
    switch (token.type) {
      case text::JsonTokenType::begin_array:
        ++arrays_;
        [[fallthrough]];
      case text::JsonTokenType::begin_object:
        ++depth_;
        break;
      case text::JsonTokenType::end_array:
        --arrays_;
        [[fallthrough]];
      case text::JsonTokenType::end_object:
        --depth_;
        break;
      case text::JsonTokenType::key:
        if (depth_ == 1)
          section_ = section_of(text::unescaped_json(token.text.in(json_), unescaped_));
        [[fallthrough]];
      case text::JsonTokenType::string: {
        if (!is_wanted(token.type)) break;
        const std::string_view value = text::unescaped_json(token.text.in(json_), unescaped_);
        if (is_url_like(value)) return JsonUrl{token.text, value, value.ends_with('/')};
        break;
      }
      case text::JsonTokenType::scalar:
        break;
      case text::JsonTokenType::end:
      case text::JsonTokenType::fault:
        return std::nullopt;
    }
  }
}

// HTML Standard, "parse an import map string".
bool ImportMapUrls::is_wanted(text::JsonTokenType type) const {
  if (arrays_ != 0) return false;
  const bool is_key = type == text::JsonTokenType::key;
  switch (section_) {
    case Section::none:
      return false;
    case Section::imports:
      return !is_key && depth_ == 2;
    case Section::scopes:
      return !is_key && depth_ == 3;
    case Section::integrity:
      return is_key && depth_ == 2;
  }
  return false;
}

ImportMapUrls::Section ImportMapUrls::section_of(std::string_view key) {
  if (key == "imports") return Section::imports;
  if (key == "scopes") return Section::scopes;
  if (key == "integrity") return Section::integrity;
  return Section::none;
}

SpeculationUrls::SpeculationUrls(std::string_view json) : json_(json) {
  if (!text::is_json(json)) return;
  text::JsonReader reader(json);
  if (reader.next().type != text::JsonTokenType::begin_object) return;
  for (auto token = reader.next(); token.type == text::JsonTokenType::key; token = reader.next()) {
    const std::string_view key = text::unescaped_json(token.text.in(json_), unescaped_);
    if (key == "prefetch" || key == "prerender" || key == "prerender_until_script") {
      read_rules(reader);
    } else {
      reader.skip_value();
    }
  }
}

/// Reads the value of a kind of speculation: an array of rules.
void SpeculationUrls::read_rules(text::JsonReader& reader) {
  text::JsonReader value = reader;
  reader.skip_value();
  if (value.next().type != text::JsonTokenType::begin_array) return;
  while (true) {
    text::JsonReader rule = value;
    switch (value.skip_value().type) {
      case text::JsonTokenType::begin_object:
        read_rule(rule);
        break;
      case text::JsonTokenType::end_array:
      case text::JsonTokenType::fault:
      case text::JsonTokenType::end:
        return;
      default:
        break;
    }
  }
}

/// Reads one rule. Its members may come in any order.
void SpeculationUrls::read_rule(text::JsonReader& reader) {
  const std::size_t first = found_.size();
  bool is_of_document = false;
  reader.next();
  for (auto token = reader.next(); token.type == text::JsonTokenType::key; token = reader.next()) {
    const std::string key(text::unescaped_json(token.text.in(json_), unescaped_));
    text::JsonReader value = reader;
    const auto begin = reader.skip_value();
    if (key == "relative_to" && begin.type == text::JsonTokenType::string) {
      is_of_document = text::unescaped_json(begin.text.in(json_), unescaped_) == "document";
    }
    if (key != "urls" || begin.type != text::JsonTokenType::begin_array) continue;
    value.next();
    for (auto item = value.skip_value();
         item.type != text::JsonTokenType::end_array && item.type != text::JsonTokenType::fault;
         item = value.skip_value()) {
      if (item.type == text::JsonTokenType::string) found_.push_back({item.text, false});
    }
  }
  for (std::size_t i = first; i < found_.size(); ++i) found_[i].is_of_document = is_of_document;
}

std::optional<SpeculationUrl> SpeculationUrls::next() & {
  if (next_ == found_.size()) return std::nullopt;
  Found const& found = found_[next_++];
  const std::string_view value = text::unescaped_json(found.span.in(json_), unescaped_);
  return SpeculationUrl{found.span, value, found.is_of_document, is_template(value)};
}

namespace {

constexpr text::ByteSet word_characters = text::ascii_alphanumeric | text::ByteSet("_$");

bool is_relative_specifier(std::string_view text) {
  return text.starts_with('/') || text.starts_with("./") || text.starts_with("../");
}

}  // namespace

/// The place behind the string or template that begins at `begin` with its quote.
std::size_t ModuleImports::skip_string(std::size_t begin) const {
  const char quote = script_[begin];
  for (std::size_t at = begin + 1; at < script_.size(); ++at) {
    if (script_[at] == '\\') {
      ++at;
    } else if (script_[at] == quote) {
      return at + 1;
    } else if (script_[at] == '\n' && quote != '`') {
      return at;
    }
  }
  return script_.size();
}

std::optional<JsonUrl> ModuleImports::next() & {
  while (at_ < script_.size()) {
    const char c = script_[at_];
    if (c == '"' || c == '\'' || c == '`') {
      const std::size_t begin = at_ + 1;
      at_ = skip_string(at_);
      const bool is_ended = at_ > begin && script_[at_ - 1] == c;
      const std::string_view text = script_.substr(begin, is_ended ? at_ - begin - 1 : 0);
      const bool is_import = std::exchange(imports_, false) && c != '`';
      if (is_import && is_relative_specifier(text)) {
        return JsonUrl{text::make_span(begin, begin + text.size()), text, text.ends_with('/')};
      }
    } else if (script_.substr(at_).starts_with("//")) {
      at_ = std::min(script_.find('\n', at_), script_.size());
    } else if (script_.substr(at_).starts_with("/*")) {
      const std::size_t end = script_.find("*/", at_ + 2);
      at_ = end == script_.npos ? script_.size() : end + 2;
    } else if (word_characters.contains(c)) {
      std::size_t end = at_;
      while (end < script_.size() && word_characters.contains(script_[end])) ++end;
      const std::string_view word = script_.substr(at_, end - at_);
      imports_ = word == "import" || word == "from";
      at_ = end;
    } else {
      imports_ &= c == '(' || text::ascii_whitespace.contains(c);
      ++at_;
    }
  }
  return std::nullopt;
}

}  // namespace hrefkit::html
