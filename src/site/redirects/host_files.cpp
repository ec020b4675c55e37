#include "hrefkit/site/redirects/host_files.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <utility>

#define TOML_EXCEPTIONS 0
#define TOML_ENABLE_FORMATTERS 0
#include <toml++/toml.h>

#include "hrefkit/site/redirects/path_expression.h"
#include "hrefkit/site/redirects/path_patterns.h"
#include "hrefkit/site/redirects/redirect_index.h"
#include "hrefkit/text/ascii.h"
#include "hrefkit/text/byte_set.h"
#include "hrefkit/text/json.h"
#include "hrefkit/text/toml_keys.h"
#include "hrefkit/text/utf8.h"

namespace hrefkit::site {

namespace {

using text::make_span;
using text::Span;

constexpr std::uint16_t moved = 301;
constexpr std::uint16_t shown_in_place = 200;

// JSON as a tree: its members come in any order.

/// A value with its place. It is small, and reads its text on demand: a file may be made of nothing
/// but digits and commas. Nesting is bounded by `max_depth`.
struct JsonValue {
  enum class Type : std::uint8_t { scalar, string, object, array };

  /// The first member called `name`, or null.
  JsonValue const* member(std::string_view name) const;
  std::optional<std::string> string_member(std::string_view name) const;
  /// Those of an array, else none.
  std::span<JsonValue const> items() const { return values_of(Type::array); }
  /// What `part` of the file is, unescaped.
  std::string text(Span part) const {
    std::string unescaped;
    text::unescape_json(part.in({json, part.end}), unescaped);
    return unescaped;
  }

  std::span<JsonValue const> values_of(Type wanted) const {
    if (type != wanted || values == nullptr) return {};
    return *values;
  }

  char const* json = nullptr;  ///< the file
  Span key = {};               ///< of a member, between its quotes
  Span span = {};              ///< of a string between its quotes; of others, up to their end
  std::unique_ptr<std::vector<JsonValue>> values = {};  ///< of an array or object that has some
  Type type = Type::scalar;
};

JsonValue const* JsonValue::member(std::string_view name) const {
  std::string buffer;
  for (JsonValue const& value : values_of(Type::object)) {
    if (text::unescaped_json(value.key.in({json, value.key.end}), buffer) == name) return &value;
  }
  return nullptr;
}

std::optional<std::string> JsonValue::string_member(std::string_view name) const {
  JsonValue const* const found = member(name);
  if (found == nullptr || found->type != Type::string) return std::nullopt;
  return text(found->span);
}

constexpr int max_depth = 64;

class JsonTreeReader {
 public:
  explicit JsonTreeReader(std::string_view json) : json_(json), reader_(json) {}

  /// The whole text; nothing where it is not JSON.
  std::optional<JsonValue> read() {
    JsonValue value;
    if (!read_value(next(), value, 0)) return std::nullopt;
    if (next().type != text::JsonTokenType::end) return std::nullopt;
    return value;
  }

  /// Where the last token begins: the fault, once `read` has failed.
  std::size_t offset() const { return offset_; }

 private:
  bool read_value(text::JsonToken const& token, JsonValue& value, int depth) {
    using enum text::JsonTokenType;
    if (depth > max_depth) return false;
    value.json = json_.data();
    value.span = token.text;
    switch (token.type) {
      case string:
        value.type = JsonValue::Type::string;
        return true;
      case scalar:
        return true;
      case begin_array:
        value.type = JsonValue::Type::array;
        return read_items(value, depth);
      case begin_object:
        value.type = JsonValue::Type::object;
        return read_members(value, depth);
      default:
        return false;
    }
  }

  text::JsonToken next() {
    const text::JsonToken token = reader_.next();
    offset_ = token.text.begin;
    return token;
  }

  static JsonValue& add_child(JsonValue& parent) {
    if (parent.values == nullptr) parent.values = std::make_unique<std::vector<JsonValue>>();
    return parent.values->emplace_back();
  }

  bool read_items(JsonValue& array, int depth) {
    text::JsonToken token = next();
    for (; token.type != text::JsonTokenType::end_array; token = next()) {
      if (!read_value(token, add_child(array), depth + 1)) return false;
    }
    array.span.end = token.text.end;
    return true;
  }

  bool read_members(JsonValue& object, int depth) {
    text::JsonToken token = next();
    for (; token.type != text::JsonTokenType::end_object; token = next()) {
      if (token.type != text::JsonTokenType::key) return false;
      JsonValue& value = add_child(object);
      value.key = token.text;
      if (!read_value(next(), value, depth + 1)) return false;
    }
    object.span.end = token.text.end;
    return true;
  }

  std::string_view json_;
  text::JsonReader reader_;
  std::size_t offset_ = 0;
};

std::optional<bool> bool_member(JsonValue const& object, std::string_view name) {
  JsonValue const* const found = object.member(name);
  if (found == nullptr) return std::nullopt;
  const std::string value = found->text(found->span);
  if (value != "true" && value != "false") return std::nullopt;
  return value == "true";
}

/// A number from 100 to 999.
std::optional<std::uint16_t> status_member(JsonValue const& object, std::string_view name) {
  JsonValue const* const found = object.member(name);
  if (found == nullptr || found->type != JsonValue::Type::scalar) return std::nullopt;
  const auto status = text::parse_decimal<std::uint16_t>(found->text(found->span));
  return status && *status >= 100 && *status <= 999 ? status : std::nullopt;
}

/// The place of a member, else of the whole.
Span place_of(JsonValue const& item, std::string_view name) {
  JsonValue const* const member = item.member(name);
  return member == nullptr ? item.span : member->span;
}

/// Calls `read` for each entry of a list, if there is one. Among values that are no objects, the
/// first is the broken one for its neighbours, too: a list of digits has one for each two bytes.
template <typename Read>
void read_entries(JsonValue const* list, std::vector<Span>& broken, Read read) {
  if (list == nullptr) return;
  bool is_first = true;
  for (JsonValue const& item : list->items()) {
    const bool is_entry = item.type == JsonValue::Type::object;
    if (is_entry) read(item);
    if (!is_entry && is_first) broken.push_back(item.span);
    is_first = is_entry;
  }
}

// The four files.

/// Vercel: vercel/vercel, packages/routing-utils/src/superstatic.ts, index.ts and schemas.ts
/// (November 2026). `cleanUrls` and `trailingSlash` send each path on before anything else, then
/// "redirects" count, the files, and "rewrites". Sources are strict about the slash at their end.
class VercelReader {
 public:
  HostFile read(JsonValue const& root) {
    file_.settings.clean_urls = bool_member(root, "cleanUrls");
    file_.settings.trailing_slash = bool_member(root, "trailingSlash");
    add_own_rules();
    read_list(root.member("redirects"), false);
    JsonValue const* const rewrites = root.member("rewrites");
    if (rewrites != nullptr && rewrites->type == JsonValue::Type::object) {
      for (char const* part : {"beforeFiles", "afterFiles", "fallback"}) {
        read_list(rewrites->member(part), true);
      }
    } else {
      read_list(rewrites, true);
    }
    read_routes(root.member("routes"));
    return std::move(file_);
  }

 private:
  static constexpr std::size_t max_rules = 2'048;  // of a list
  static constexpr std::uint16_t permanent = 308;
  static constexpr std::uint16_t temporary = 307;

  void add_own_rules() {
    auto const& slash = file_.settings.trailing_slash;
    if (file_.settings.clean_urls.value_or(false)) {
      const std::string end = slash.value_or(false) ? "/" : "";
      add_own_rule("/index(?:\\.html)?/?", "/");
      add_own_rule("/(.+)/index(?:\\.html)?/?", "/$1" + end);
      add_own_rule("/(.+)\\.html/?", "/$1" + end);
    }
    if (slash && *slash) {
      add_own_rule("/((?:[^/]+/)*[^/.]+)", "/$1/");
      add_own_rule("/((?:[^/]+/)*[^/]+\\.\\w+)/", "/$1");
    }
    if (slash && !*slash) add_own_rule("/(.+)/", "/$1");
  }

  void add_own_rule(char const* expression, std::string const& to) {
    PatternParts pattern = read_regular_expression(expression, false);
    pattern.from = "/*";
    pattern.exact.exclusions.push_back({0, "/\\.well-known(?:/|$)"});
    Redirect rule;
    rule.status = permanent;
    rule.forced = true;
    rule.own = true;
    compiler_.set(rule, std::move(pattern), to);
    file_.rules.push_back(std::move(rule));
  }

  void read_list(JsonValue const* list, bool is_rewrite) {
    std::size_t count = 0;
    std::size_t row = 0;  // from 1: of the rules over the limit
    read_entries(list, file_.broken_lines, [&](JsonValue const& item) {
      if (++count <= max_rules) return read_item(item, is_rewrite);
      if (row == 0) {
        file_.ignored_rules.push_back({item.span, "Vercel takes 2,048 rules in a list"});
        row = file_.ignored_rules.size();
      } else {
        ++file_.ignored_rules[row - 1].more;
      }
    });
  }

  void read_item(JsonValue const& item, bool is_rewrite) {
    const auto source = item.string_member("source");
    auto destination = item.string_member("destination");
    JsonValue const* const service = item.member("destination");
    if (service != nullptr && service->type == JsonValue::Type::object) destination = host_service;
    auto pattern = source ? read_path_pattern(*source) : std::nullopt;
    if (!pattern || !destination) return file_.broken_lines.push_back(item.span);
    Redirect rule;
    rule.status = is_rewrite ? shown_in_place : permanent;
    if (!is_rewrite && !bool_member(item, "permanent").value_or(true)) rule.status = temporary;
    rule.status = status_member(item, "statusCode").value_or(rule.status);
    rule.forced = !is_rewrite;
    rule.exact = pattern->exact.expression.empty();
    rule.conditional = item.member("has") != nullptr || item.member("missing") != nullptr;
    rule.line = item.span;
    rule.target = place_of(item, "destination");
    compiler_.set(rule, std::move(*pattern), *destination);
    file_.rules.push_back(std::move(rule));
  }

  /// The older form, which has regular expressions: vercel/vercel, packages/routing-utils/src/
  /// {types,schemas}.ts, and Vercel Docs, "Project configuration, routes" (November 2026). Files
  /// count at the entry `{"handle": "filesystem"}`, or at the end. A `dest` may be a function,
  /// whose files are not those of the site: what such a route fits is answered by someone.
  void read_routes(JsonValue const* routes) {
    if (routes == nullptr) return;
    bool is_before_files = true;
    for (JsonValue const& item : routes->items()) {
      if (const auto phase = item.string_member("handle")) {
        if (*phase != "filesystem") break;  // of answers, not of paths
        is_before_files = false;
      } else {
        read_route(item, is_before_files);
      }
    }
  }

  void read_route(JsonValue const& item, bool is_before_files) {
    auto source = item.string_member("src");
    if (!source) source = item.string_member("source");
    const bool has_target = item.member("dest") != nullptr || item.member("destination") != nullptr;
    const auto status = status_member(item, "status");
    JsonValue const* const headers = item.member("headers");
    const auto location = headers != nullptr ? headers->string_member("Location") : std::nullopt;
    const bool redirects = status && *status >= 300 && *status < 400 && location;
    const bool fails = status && *status >= 400;
    const bool goes_on = bool_member(item, "continue").value_or(false);
    if (!source || goes_on || !(has_target || redirects || fails)) return;
    Redirect rule;
    rule.status = status && (redirects || fails) ? *status : shown_in_place;
    rule.forced = is_before_files;
    rule.conditional = item.member("has") != nullptr || item.member("missing") != nullptr ||
                       item.member("methods") != nullptr;
    rule.line = item.span;
    rule.target = redirects ? place_of(*headers, "Location") : place_of(item, "dest");
    const std::string_view answer = fails ? std::string_view() : std::string_view(host_service);
    compiler_.set(rule, read_regular_expression(*source, false),
                  redirects ? std::string_view(*location) : answer);
    file_.rules.push_back(std::move(rule));
  }

  HostFile file_;
  PatternCompiler compiler_;
};

/// Firebase Hosting: firebase/superstatic, src/superstatic.js, src/middleware/{redirects,rewrites,
/// files}.js and src/utils/{patterns.js,slasher.ts} (November 2026), with minimatch 6. "redirects"
/// count before the files, "rewrites" after them. That `**` leaves out names with a leading dot, as
/// it does there, is not documented: here it fits them.
class FirebaseReader {
 public:
  HostFile read(JsonValue const& root) {
    JsonValue const* const hosting = root.member("hosting");
    if (hosting == nullptr) return {};
    if (hosting->type == JsonValue::Type::array) {
      // Several sites: the folder does not show which of them it is.
      for (JsonValue const& site : hosting->items()) read_site(site);
    } else {
      read_site(*hosting);
    }
    return std::move(file_);
  }

 private:
  void read_site(JsonValue const& site) {
    file_.settings = {bool_member(site, "cleanUrls"), bool_member(site, "trailingSlash"),
                      SlashAfterPage::missing, SameName::folder};
    for (auto const& [list, is_rewrite] : {std::pair("redirects", false), {"rewrites", true}}) {
      read_entries(
          site.member(list), file_.broken_lines,
          [&, rewrites = is_rewrite](JsonValue const& item) { read_item(item, rewrites); });
    }
  }

  void read_item(JsonValue const& item, bool is_rewrite) {
    auto source = item.string_member("source");
    if (!source) source = item.string_member("glob");
    const auto expression = item.string_member("regex");
    const auto destination = item.string_member("destination");
    std::optional<PatternParts> pattern;
    if (source) pattern = read_glob(*source);
    if (!source && expression) pattern = read_regular_expression(*expression, true);
    if (!pattern || (!destination && !is_rewrite)) return file_.broken_lines.push_back(item.span);
    Redirect rule;
    rule.status = is_rewrite ? shown_in_place : status_member(item, "type").value_or(moved);
    rule.forced = !is_rewrite;
    rule.last = true;
    rule.line = item.span;
    rule.target = place_of(item, "destination");
    compiler_.set(rule, std::move(*pattern),
                  destination ? *destination : std::string(host_service));
    file_.rules.push_back(std::move(rule));
  }

  HostFile file_;
  PatternCompiler compiler_;
};

/// Azure Static Web Apps: Microsoft Learn, "Configure Azure Static Web Apps", and
/// Azure/static-web-apps-cli, src/msha/routes-engine and src/msha/middlewares (November 2026). The
/// first route that fits counts, before the files, whatever it says; `navigationFallback` and the
/// override of 404 count after them. Roles are for some visitors: the others get to log in.
class AzureReader {
 public:
  HostFile read(JsonValue const& root, std::size_t file_size) {
    if (file_size > max_bytes) {
      file_.ignored_rules.push_back({make_span(0, 0), "Azure takes no file of more than 20 KB"});
      return std::move(file_);
    }
    const auto slash = root.string_member("trailingSlash");
    if (slash && (*slash == "always" || *slash == "never")) {
      file_.settings.clean_urls = true;
      file_.settings.trailing_slash = *slash == "always";
    }
    read_entries(root.member("routes"), file_.broken_lines,
                 [&](JsonValue const& item) { read_route(item); });
    if (JsonValue const* const fallback = root.member("navigationFallback"))
      read_fallback(*fallback);
    JsonValue const* const overrides = root.member("responseOverrides");
    if (overrides == nullptr) return std::move(file_);
    if (JsonValue const* const missing = overrides->member("404")) read_override(*missing);
    return std::move(file_);
  }

 private:
  static constexpr std::size_t max_bytes = std::size_t{20} << 10;
  static constexpr std::uint16_t found = 302;

  void read_route(JsonValue const& item) {
    const auto route = item.string_member("route");
    if (!route) return file_.broken_lines.push_back(item.span);
    auto pattern = read_azure_route(*route);
    if (!pattern) return ignore(item.member("route")->span);
    JsonValue const* const methods = item.member("methods");
    if (methods != nullptr && !methods->items().empty() && !has_get(*methods)) return;
    Redirect rule;
    const auto redirect = item.string_member("redirect");
    const auto rewrite = item.string_member("rewrite");
    const auto status = status_member(item, "statusCode");
    if (redirect) {
      rule.to = *redirect;
      rule.status = status == moved ? moved : found;
    } else {
      rule.to = rewrite ? with_slash(*rewrite) : std::string();
      rule.status = status && *status >= 400 ? *status : shown_in_place;
      rule.forward = !rewrite && rule.status == shown_in_place;
    }
    rule.forced = true;
    rule.early = true;
    rule.last = true;
    rule.line = item.span;
    rule.target = place_of(item, redirect ? "redirect" : "rewrite");
    add(std::move(rule), std::move(*pattern));
  }

  static bool has_get(JsonValue const& methods) {
    auto const& items = methods.items();
    return std::any_of(items.begin(), items.end(), [](JsonValue const& method) {
      return text::equals_ignoring_ascii_case(method.text(method.span), "GET");
    });
  }

  void read_fallback(JsonValue const& fallback) {
    const auto rewrite = fallback.string_member("rewrite");
    if (!rewrite) return file_.broken_lines.push_back(fallback.span);
    PatternParts pattern{"/*", {.expression = ".*"}};
    std::string excluded;
    if (JsonValue const* const list = fallback.member("exclude")) {
      for (JsonValue const& item : list->items()) {
        const auto route = item.type == JsonValue::Type::string
                               ? read_azure_route(item.text(item.span))
                               : std::nullopt;
        if (!route) {
          ignore(item.span);
          continue;
        }
        excluded += (excluded.empty() ? "" : "|") + route->exact.expression;
      }
    }
    if (!excluded.empty()) pattern.exact.exclusions = {{0, "(?:" + excluded + ")$"}};
    Redirect rule;
    rule.to = with_slash(*rewrite);
    rule.status = shown_in_place;
    rule.last = true;
    rule.line = fallback.span;
    rule.target = place_of(fallback, "rewrite");
    add(std::move(rule), std::move(pattern));
  }

  /// What is shown, or where the visitor is sent, for paths of nothing.
  void read_override(JsonValue const& item) {
    const auto redirect = item.string_member("redirect");
    const auto rewrite = item.string_member("rewrite");
    if (!redirect && !rewrite) return;
    Redirect rule;
    rule.to = redirect ? *redirect : with_slash(*rewrite);
    rule.status = status_member(item, "statusCode").value_or(redirect ? found : 404);
    rule.last = true;
    rule.line = item.span;
    rule.target = place_of(item, redirect ? "redirect" : "rewrite");
    add(std::move(rule), {"/*"});
  }

  static std::string with_slash(std::string const& path) {
    return path.starts_with('/') || path.find("://") != path.npos ? path : "/" + path;
  }

  void ignore(Span place) {
    file_.ignored_rules.push_back(
        {place, "Azure takes a * at the end of a route, or before extensions as in *.{png,jpg}"});
  }

  void add(Redirect rule, PatternParts pattern) {
    std::string to = std::move(rule.to);
    rule.to.clear();
    compiler_.set(rule, std::move(pattern), {});
    rule.to = std::move(to);
    file_.rules.push_back(std::move(rule));
  }

  HostFile file_;
  PatternCompiler compiler_;
};

/// Places of TOML are lines and columns in code points. A line may be long and hold many places, so
/// the offsets of some code points are kept.
class TomlPlaces {
 public:
  explicit TomlPlaces(std::string_view toml) : toml_(toml) {
    lines_.push_back(0);
    std::size_t count = 0;
    for (std::size_t at = 0; at < toml.size(); ++at) {
      if (text::is_continuation_byte(toml[at])) continue;
      if (count++ % step == 0) offsets_.push_back(at);
      if (toml[at] == '\n') lines_.push_back(count);
    }
  }

  Span span_of(toml::source_region const& region) const {
    return make_span(offset_of(region.begin), offset_of(region.end));
  }

  /// Of a string, between its quotes.
  Span span_of_text(toml::source_region const& region) const {
    const Span whole = span_of(region);
    const std::string_view text = whole.in(toml_);
    const std::size_t quotes = text.starts_with("\"\"\"") || text.starts_with("'''") ? 3 : 1;
    if (text.size() < 2 * quotes) return whole;
    return make_span(whole.begin + quotes, whole.end - quotes);
  }

 private:
  std::size_t offset_of(toml::source_position const& place) const {
    if (place.line == 0 || place.line > lines_.size()) return 0;
    const std::size_t columns = place.column == 0 ? 0 : place.column - 1;
    const std::size_t point = lines_[place.line - 1] + columns;
    if (point / step >= offsets_.size()) return toml_.size();
    std::size_t at = offsets_[point / step];
    for (std::size_t left = point % step; left > 0 && at < toml_.size(); --left) {
      ++at;
      while (at < toml_.size() && text::is_continuation_byte(toml_[at])) ++at;
    }
    return at;
  }

  static constexpr std::size_t step = 256;

  std::string_view toml_;
  std::vector<std::size_t> lines_;    // numbers of the code points that begin them
  std::vector<std::size_t> offsets_;  // of each code point whose number is a multiple of step
};

/// Netlify: `[[redirects]]`, whose patterns are those of `_redirects`.
class NetlifyReader {
 public:
  explicit NetlifyReader(std::string_view toml) : places_(toml) {}

  HostFile read(toml::table const& root) {
    toml::array const* const list = root["redirects"].as_array();
    if (list == nullptr) return {};
    for (toml::node const& item : *list) {
      if (toml::table const* const table = item.as_table(); table != nullptr) read_item(*table);
    }
    return std::move(file_);
  }

 private:
  void read_item(toml::table const& item) {
    const auto from = item["from"].value<std::string>();
    const auto to = item["to"].value<std::string>();
    const Span place = places_.span_of(item.source());
    if (!from || !from->starts_with('/')) return file_.broken_lines.push_back(place);
    Redirect rule;
    rule.from = *from;
    rule.status = static_cast<std::uint16_t>(item["status"].value_or(int{moved}));
    rule.forced = item["force"].value_or(false);
    rule.conditional = item["conditions"].is_table();
    rule.line = place;
    rule.target = place;
    if (to) {
      rule.to = *to;
      rule.target = places_.span_of_text(item["to"].node()->source());
    } else {  // the files say what serves the path
      if (!from->ends_with("/*")) return file_.broken_lines.push_back(place);
      rule.to = from->substr(0, from->size() - 1) + ":splat";
      rule.forward = true;
    }
    if (toml::table const* const query = item["query"].as_table(); query != nullptr) {
      for (auto const& [name, value] : *query) {
        rule.parameters.emplace_back(std::string(name.str()), value.value_or(std::string()));
      }
    }
    file_.rules.push_back(std::move(rule));
  }

  TomlPlaces places_;
  HostFile file_;
};

/// Cloudflare Workers: Cloudflare Docs, "Static Assets" ("HTML handling", "Single Page
/// Application"), and cloudflare/workers-sdk, packages/workers-shared/asset-worker/src/handler.ts
/// (November 2026). Files come first; `not_found_handling` or the Worker's script answers for what
/// is missing.
struct WorkerSettings {
  bool has_assets = false;
  bool has_script = false;
  std::string html_handling = {};
  std::string not_found_handling = {};
  Span place = {};  ///< of what answers for what is missing

  HostFile file() const {
    HostFile file;
    if (!has_assets) return file;
    file.settings.html_handling =
        html_handling == "force-trailing-slash"  ? HtmlHandling::force_trailing_slash
        : html_handling == "drop-trailing-slash" ? HtmlHandling::drop_trailing_slash
        : html_handling == "none"                ? HtmlHandling::none
                                                 : HtmlHandling::auto_trailing_slash;
    const bool is_application = not_found_handling == "single-page-application";
    if (!has_script && !is_application) return file;
    Redirect rule;
    rule.status = shown_in_place;
    rule.last = is_application;
    rule.line = rule.target = place;
    const std::string to(is_application ? "/index.html" : host_service);
    PatternCompiler().set(rule, {"/*", {.expression = ".*"}}, to);
    file.rules.push_back(std::move(rule));
    return file;
  }
};

HostFile read_worker(JsonValue const& root) {
  WorkerSettings settings{.has_script = root.member("main") != nullptr};
  if (JsonValue const* const assets = root.member("assets")) {
    settings.has_assets = true;
    settings.html_handling = assets->string_member("html_handling").value_or("");
    settings.not_found_handling = assets->string_member("not_found_handling").value_or("");
    settings.place = place_of(*assets, "not_found_handling");
  }
  return settings.file();
}

HostFile read_worker(toml::table const& root) {
  return WorkerSettings{root["assets"].is_table(), root.contains("main"),
                        root["assets"]["html_handling"].value_or(std::string()),
                        root["assets"]["not_found_handling"].value_or(std::string())}
      .file();
}

/// JSON with comments and commas at the end of lists, as JSON: spaces stand for them.
std::string without_comments(std::string_view jsonc) {
  std::string json(jsonc);
  const auto blank = [&](std::size_t begin, std::size_t end) {
    for (; begin < end; ++begin) {
      if (json[begin] != '\n') json[begin] = ' ';
    }
  };
  std::size_t comma = json.npos;  // behind it only space so far
  for (std::size_t at = 0; at < json.size(); ++at) {
    const char c = json[at];
    if (c == '"') {
      comma = json.npos;
      for (++at; at < json.size() && json[at] != '"'; ++at) at += json[at] == '\\' ? 1 : 0;
    } else if (c == '/' && at + 1 < json.size() && (json[at + 1] == '/' || json[at + 1] == '*')) {
      const bool is_line = json[at + 1] == '/';
      const std::size_t end = json.find(is_line ? "\n" : "*/", at + 2);
      const std::size_t stop = end == json.npos ? json.size() : is_line ? end : end + 2;
      blank(at, stop);
      at = stop - 1;
    } else if (c == ',') {
      comma = at;
    } else if (!text::ascii_whitespace.contains(c)) {
      if ((c == ']' || c == '}') && comma != json.npos) json[comma] = ' ';
      comma = json.npos;
    }
  }
  return json;
}

HostFile read_toml(std::string_view bytes, RedirectSyntax syntax) {
  HostFile file;
  if (text::line_of_long_key(bytes)) {
    file.fault = "a key has too many parts";
    return file;
  }
  const toml::parse_result parsed = toml::parse(bytes);
  if (!parsed) {
    file.fault = "it is not TOML: " + std::string(parsed.error().description());
    file.fault_offset = TomlPlaces(bytes).span_of(parsed.error().source()).begin;
    return file;
  }
  if (syntax == RedirectSyntax::wrangler) return read_worker(parsed.table());
  return NetlifyReader(bytes).read(parsed.table());
}

HostFile read_json(std::string_view bytes, RedirectSyntax syntax) {
  JsonTreeReader reader(bytes);
  const auto root = reader.read();
  if (!root) {
    HostFile file;
    file.fault = "it is not JSON";
    file.fault_offset = reader.offset();
    return file;
  }
  if (syntax == RedirectSyntax::vercel_json) return VercelReader().read(*root);
  if (syntax == RedirectSyntax::wrangler) return read_worker(*root);
  if (syntax == RedirectSyntax::azure_json) return AzureReader().read(*root, bytes.size());
  return FirebaseReader().read(*root);
}

}  // namespace

tl::expected<RuleList, std::string> find_rule_list(std::string_view bytes, RedirectSyntax syntax) {
  const std::size_t mark = Redirects::mark_length(bytes);
  const auto root = JsonTreeReader(bytes.substr(mark)).read();
  if (!root || root->type != JsonValue::Type::object) {
    return tl::unexpected<std::string>("it is no object of JSON");
  }
  JsonValue const* parent = &*root;
  const bool is_firebase = syntax == RedirectSyntax::firebase_json;
  const std::string name = syntax == RedirectSyntax::azure_json ? "routes" : "redirects";
  RuleList place;
  if (is_firebase) {
    JsonValue const* const hosting = root->member("hosting");
    if (hosting != nullptr && hosting->type != JsonValue::Type::object) {
      return tl::unexpected<std::string>("it has several sites in \"hosting\"");
    }
    if (hosting == nullptr) {
      place.before = "\"hosting\": {";
      place.after = "}";
    } else {
      parent = hosting;
    }
  }
  JsonValue const* const list = place.before.empty() ? parent->member(name) : nullptr;
  if (list != nullptr && list->type != JsonValue::Type::array) {
    return tl::unexpected("its \"" + name + "\" is no list");
  }
  if (list != nullptr) {
    place.offset = mark + list->span.begin + 1;
    place.after = list->items().empty() ? "\n" : ",";
    return place;
  }
  place.offset = mark + parent->span.begin + 1;
  place.before = "\n" + place.before + "\"" + name + "\": [";
  place.after = "\n]" + place.after;
  const bool is_empty = parent->values == nullptr || parent->values->empty();
  place.after += is_empty ? "\n" : ",";
  return place;
}

HostFile read_host_file(std::string_view bytes, RedirectSyntax syntax) {
  const std::size_t mark = Redirects::mark_length(bytes);
  bytes.remove_prefix(mark);
  const bool is_wrangler = syntax == RedirectSyntax::wrangler;
  const std::string_view start = text::strip_ascii_whitespace(bytes);
  const bool is_object = start.starts_with('{') || start.starts_with('/');
  const bool is_toml = syntax == RedirectSyntax::netlify_toml || (is_wrangler && !is_object);
  HostFile file = is_toml       ? read_toml(bytes, syntax)
                  : is_wrangler ? read_json(without_comments(bytes), syntax)
                                : read_json(bytes, syntax);
  const auto shift = [mark](Span& span) { span = make_span(span.begin + mark, span.end + mark); };
  for (Redirect& rule : file.rules) {
    shift(rule.line);
    shift(rule.target);
  }
  std::for_each(file.broken_lines.begin(), file.broken_lines.end(), shift);
  for (IgnoredRule& rule : file.ignored_rules) shift(rule.place);
  file.fault_offset += mark;
  return file;
}

}  // namespace hrefkit::site
