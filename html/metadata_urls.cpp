#include "hrefkit/html/metadata_urls.h"

#include <algorithm>
#include <array>
#include <tuple>
#include <utility>

#include "hrefkit/html/syntax/import_map_text.h"
#include "hrefkit/html/url_list.h"
#include "hrefkit/text/ascii.h"
#include "hrefkit/text/json_members.h"

namespace hrefkit::html {

namespace {

// clang-tidy 14 overlooks that tables use it.
using std::string_view_literals::operator""sv;  // NOLINT(misc-unused-using-decls)

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

ImportMapUrls::ImportMapUrls(std::string_view json, bool with_keys) : json_(json) {
  const auto map = parse_import_map(json);
  if (!map) return;
  const auto add = [&](std::vector<ImportMapEntry> const& entries) {
    for (ImportMapEntry const& entry : entries) {
      if (with_keys && is_url_like_specifier(entry.specifier)) found_.push_back(entry.key);
      if (!entry.is_null) found_.push_back(entry.address);
    }
  };
  add(map->imports);
  for (ImportMapScope const& scope : map->scopes) {
    if (with_keys) found_.push_back(scope.key);
    add(scope.imports);
  }
  for (ImportMapIntegrity const& integrity : map->integrity) found_.push_back(integrity.url);
  std::sort(found_.begin(), found_.end(),
            [](text::Span a, text::Span b) { return a.begin < b.begin; });
}

std::optional<JsonUrl> ImportMapUrls::next() & {
  if (next_ == found_.size()) return std::nullopt;
  const text::Span found = found_[next_++];
  const std::string_view value = text::unescaped_json(found.in(json_), unescaped_);
  return JsonUrl{found, value, value.ends_with('/')};
}

namespace {

/// The members that a speculation rule may have.
enum class RuleKey : std::uint8_t {
  eagerness,
  expects_no_vary_search,
  referrer_policy,
  relative_to,
  requires_list,
  source,
  tag,
  target_hint,
  urls,
  where,
};
constexpr std::array rule_keys{"eagerness"sv,
                               "expects_no_vary_search"sv,
                               "referrer_policy"sv,
                               "relative_to"sv,
                               "requires"sv,
                               "source"sv,
                               "tag"sv,
                               "target_hint"sv,
                               "urls"sv,
                               "where"sv};
constexpr std::array eagernesses{"conservative"sv, "eager"sv, "immediate"sv, "moderate"sv};
constexpr std::array referrer_policies{""sv,
                                       "no-referrer"sv,
                                       "no-referrer-when-downgrade"sv,
                                       "origin"sv,
                                       "origin-when-cross-origin"sv,
                                       "same-origin"sv,
                                       "strict-origin"sv,
                                       "strict-origin-when-cross-origin"sv,
                                       "unsafe-url"sv};

/// HTML Standard, "speculation rule tag": null, or printable ASCII.
bool is_tag(text::JsonToken const& begin, std::string_view json) {
  if (begin.type == text::JsonTokenType::scalar) return begin.text.in(json) == "null";
  std::string buffer;
  const std::string_view tag = text::unescaped_json(begin.text.in(json), buffer);
  return begin.type == text::JsonTokenType::string &&
         std::all_of(tag.begin(), tag.end(), [](char c) { return c >= ' ' && c <= '~'; });
}

/// The members of a rule; null where it has none of that key.
class RuleMembers {
 public:
  RuleMembers(std::vector<text::JsonMember> const& members, std::string_view json) : json_(json) {
    for (text::JsonMember const& member : members) {
      const auto* const found = std::find(rule_keys.begin(), rule_keys.end(), member.key);
      has_unknown_ |= found == rule_keys.end();
      if (found == rule_keys.end()) continue;
      by_key_[static_cast<std::size_t>(found - rule_keys.begin())] = &member;
    }
  }

  bool has_unknown() const { return has_unknown_; }
  text::JsonMember const* of(RuleKey key) const { return by_key_[static_cast<std::size_t>(key)]; }
  bool has(RuleKey key) const { return of(key) != nullptr; }

  /// The string that a member is; nullopt for another value, or none.
  std::optional<std::string> string_of(RuleKey key) const {
    text::JsonMember const* const member = of(key);
    if (member == nullptr || member->begin.type != text::JsonTokenType::string) return std::nullopt;
    std::string buffer;
    return std::string(text::unescaped_json(member->begin.text.in(json_), buffer));
  }

  /// True if there is no such member, or its value is one of those strings.
  template <std::size_t count>
  bool may_be(RuleKey key, std::array<std::string_view, count> const& values) const {
    if (!has(key)) return true;
    const auto value = string_of(key);
    return value && std::find(values.begin(), values.end(), *value) != values.end();
  }

  /// Calls `use` with each string of a list. False if the value is no list, or holds another value.
  template <class Use>
  bool for_each_string(RuleKey key, Use use) const {
    text::JsonReader reader = of(key)->value;
    if (reader.next().type != text::JsonTokenType::begin_array) return false;
    while (true) {
      const text::JsonToken item = reader.skip_value();
      if (item.type == text::JsonTokenType::fault) return true;  // behind the last one
      if (item.type != text::JsonTokenType::string || !use(item.text)) return false;
    }
  }

 private:
  std::string_view json_;
  std::array<text::JsonMember const*, rule_keys.size()> by_key_{};
  bool has_unknown_ = false;
};

/// HTML Standard, "parse a speculation rule", without the URLs: true for one of the source "list"
/// that is not null.
bool is_list_rule(RuleMembers const& rule, std::string_view json) {
  if (rule.has_unknown()) return false;
  const bool is_list = rule.has(RuleKey::source) ? rule.string_of(RuleKey::source) == "list"
                                                 : rule.has(RuleKey::urls);
  if (!is_list || rule.has(RuleKey::where) || !rule.has(RuleKey::urls)) return false;
  constexpr std::array bases{"document"sv, "ruleset"sv};
  const bool is_plain = rule.may_be(RuleKey::relative_to, bases) &&
                        rule.may_be(RuleKey::eagerness, eagernesses) &&
                        rule.may_be(RuleKey::referrer_policy, referrer_policies);
  if (!is_plain) return false;
  text::JsonMember const* const tag = rule.of(RuleKey::tag);
  if (tag != nullptr && !is_tag(tag->begin, json)) return false;
  const bool has_strings =
      (!rule.has(RuleKey::expects_no_vary_search) ||
       rule.string_of(RuleKey::expects_no_vary_search)) &&
      (!rule.has(RuleKey::target_hint) || rule.string_of(RuleKey::target_hint));
  if (!has_strings) return false;
  std::string buffer;
  return !rule.has(RuleKey::requires_list) ||
         rule.for_each_string(RuleKey::requires_list, [&](text::Span item) {
           return text::unescaped_json(item.in(json), buffer) ==
                  "anonymous-client-ip-when-cross-origin";
         });
}

}  // namespace

SpeculationUrls::SpeculationUrls(std::string_view json) : json_(json) {
  if (!text::is_json(json)) return;
  const auto set = text::read_json_members(text::JsonReader(json), json);
  if (!set) return;
  const bool has_void_tag =
      std::any_of(set->begin(), set->end(), [&](text::JsonMember const& member) {
        return member.key == "tag" && !is_tag(member.begin, json);
      });
  if (has_void_tag) return;
  for (auto const& [key, key_text, begin, value] : *set) {
    if (key == "prefetch" || key == "prerender" || key == "prerender_until_script") {
      read_rules(value);
    }
  }
}

/// Reads the value of a kind of speculation: an array of rules.
void SpeculationUrls::read_rules(text::JsonReader reader) {
  if (reader.next().type != text::JsonTokenType::begin_array) return;
  while (true) {
    const text::JsonReader rule = reader;
    switch (reader.skip_value().type) {
      case text::JsonTokenType::begin_object:
        read_rule(rule);
        break;
      case text::JsonTokenType::fault:  // behind the last one
        return;
      default:
        break;
    }
  }
}

void SpeculationUrls::read_rule(text::JsonReader const& reader) {
  const auto members = text::read_json_members(reader, json_);
  if (!members) return;
  const RuleMembers rule(*members, json_);
  if (!is_list_rule(rule, json_)) return;
  const std::size_t first = found_.size();
  const bool is_whole = rule.for_each_string(RuleKey::urls, [&](text::Span url) {
    found_.push_back(url);
    return true;
  });
  if (!is_whole) found_.resize(first);
}

std::optional<JsonUrl> SpeculationUrls::next() & {
  if (next_ == found_.size()) return std::nullopt;
  const text::Span found = found_[next_++];
  const std::string_view value = text::unescaped_json(found.in(json_), unescaped_);
  return JsonUrl{found, value, is_template(value)};
}

}  // namespace hrefkit::html
