#include "hrefkit/site/redirects/host_files.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <utility>

#define TOML_EXCEPTIONS 0
#define TOML_ENABLE_FORMATTERS 0
#include <toml++/toml.h>

#include "hrefkit/text/byte_set.h"
#include "hrefkit/text/json.h"
#include "hrefkit/text/toml_keys.h"
#include "hrefkit/text/utf8.h"
#include "hrefkit/url/percent_encode.h"

namespace hrefkit::site {

namespace {

using text::make_span;
using text::Span;

constexpr std::uint16_t moved = 301;
constexpr std::uint16_t shown_in_place = 200;

/// A function or a service of the host answers, whatever the files are.
constexpr char const* host_service = "/__/";

/// Patterns are written out for each alternative in braces, as far as that; and those of a file to
/// no more bytes than that.
constexpr std::size_t max_alternatives = 64;
constexpr std::size_t max_written_out = 256 * 1024;

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
    if (!read_value(reader_.next(), value, 0)) return std::nullopt;
    if (reader_.next().type != text::JsonTokenType::end) return std::nullopt;
    return value;
  }

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

  static JsonValue& add_child(JsonValue& parent) {
    if (parent.values == nullptr) parent.values = std::make_unique<std::vector<JsonValue>>();
    return parent.values->emplace_back();
  }

  bool read_items(JsonValue& array, int depth) {
    text::JsonToken token = reader_.next();
    for (; token.type != text::JsonTokenType::end_array; token = reader_.next()) {
      if (!read_value(token, add_child(array), depth + 1)) return false;
    }
    array.span.end = token.text.end;
    return true;
  }

  bool read_members(JsonValue& object, int depth) {
    text::JsonToken token = reader_.next();
    for (; token.type != text::JsonTokenType::end_object; token = reader_.next()) {
      if (token.type != text::JsonTokenType::key) return false;
      JsonValue& value = add_child(object);
      value.key = token.text;
      if (!read_value(reader_.next(), value, depth + 1)) return false;
    }
    object.span.end = token.text.end;
    return true;
  }

  std::string_view json_;
  text::JsonReader reader_;
};

std::optional<bool> bool_member(JsonValue const& object, std::string_view name) {
  JsonValue const* const found = object.member(name);
  if (found == nullptr) return std::nullopt;
  const std::string value = found->text(found->span);
  if (value != "true" && value != "false") return std::nullopt;
  return value == "true";
}

// Patterns.

constexpr text::ByteSet name_bytes = text::ascii_alphanumeric | text::ByteSet("_");

/// The end of the name that follows a `:` or `$` at `at`; `at + 1` if none does.
std::size_t end_of_name(std::string_view text, std::size_t at) {
  std::size_t end = at + 1;
  while (end < text.size() && name_bytes.contains(text[end])) ++end;
  return end;
}

/// A pattern in the syntax of `_redirects`, and the names by which targets mean its parts.
class PatternMaker {
 public:
  /// A character of the pattern's text. A letter that follows a placeholder is no part of its name.
  void add_text(char c) { add_literal(c, ends_with_name_ ? name_bytes : text::ByteSet()); }

  /// A character that means itself, whatever it means elsewhere.
  void add_escaped(char c) { add_literal(c, name_bytes | text::ByteSet(":*")); }

  /// A part that one name of a path has, and one that may hold slashes: only one of these can be
  /// the splat.
  void add(std::string name, bool matches_slashes) {
    if (matches_slashes && splat_.empty() && !has_splat_) {
      from_ += '*';
      ends_with_name_ = false;
      has_splat_ = true;
      splat_ = std::move(name);
      return;
    }
    from_ += ":" + placeholder(name);
    ends_with_name_ = true;
    names_.insert(std::move(name));
  }

  /// A part that no target means.
  void add_unnamed(bool matches_slashes) { add(std::to_string(++unnamed_), matches_slashes); }

  std::string const& from() const { return from_; }

  /// `target` with the placeholders of `_redirects`: `:path*`, `:path` and `$1` are replaced.
  std::string target(std::string_view written) const {
    std::string made;
    for (std::size_t at = 0; at < written.size();) {
      const bool is_mark = written[at] == ':' || written[at] == '$';
      std::size_t end = is_mark ? end_of_name(written, at) : at + 1;
      const std::string name(written.substr(at + 1, end - at - 1));
      if (!is_part(name)) {
        made += written[at++];
        continue;
      }
      if (end < written.size() && (written[end] == '*' || written[end] == '+')) ++end;
      made += ":" + (name == splat_ ? std::string("splat") : placeholder(name));
      at = end;
    }
    return made;
  }

 private:
  /// Placeholders begin with a letter.
  static std::string placeholder(std::string const& name) { return "p_" + name; }

  bool is_part(std::string const& name) const {
    if (name.empty()) return false;
    return name == splat_ || names_.contains(name);
  }

  /// Bytes of `encoded` are percent-encoded, which patterns undo once they know their parts.
  void add_literal(char c, text::ByteSet const& encoded) {
    url::append_percent_encoded(from_, std::string_view(&c, 1), encoded);
    ends_with_name_ = false;
  }

  std::string from_;
  std::string splat_;
  std::set<std::string> names_;
  bool has_splat_ = false;
  bool ends_with_name_ = false;  // from_ does, with that of a placeholder
  int unnamed_ = 0;
};

/// The end of the group that opens at `at`, behind its closing bracket; npos where it has none.
std::size_t end_of_group(std::string_view text, std::size_t at) {
  int depth = 0;
  for (std::size_t i = at; i < text.size(); ++i) {
    if (text[i] == '\\') {
      ++i;
    } else if (text[i] == '(') {
      ++depth;
    } else if (text[i] == ')' && --depth == 0) {
      return i + 1;
    }
  }
  return std::string_view::npos;
}

/// The text before the first character that means something in a regular expression, and `rest` if
/// more follows.
std::string literal_beginning(std::string_view expression, std::string_view rest) {
  if (expression.starts_with('^')) expression.remove_prefix(1);
  const std::size_t end = std::min(expression.find_first_of("([.*+?\\^$"), expression.size());
  std::string beginning(expression.substr(0, end));
  if (end < expression.size()) beginning += rest;
  return beginning;
}

bool may_match_slash(std::string_view expression) {
  return expression.find('.') != std::string_view::npos ||
         expression.find('/') != std::string_view::npos ||
         expression.find("[^") != std::string_view::npos;
}

/// A pattern of path-to-regexp, as Vercel and Firebase have it: `:name`, `:name*`,
/// `:name(expression)`, `(expression)`. With `globs`, `*`, `**` and groups such as `!(a|b)` as
/// well.
class PatternReader {
 public:
  PatternReader(std::string_view source, bool globs) : source_(source), globs_(globs) {}

  /// Nothing if a group has no end.
  std::optional<PatternMaker> read() {
    while (at_ < source_.size()) {
      if (!read_part()) return std::nullopt;
    }
    return std::move(pattern_);
  }

 private:
  bool is(std::size_t at, text::ByteSet const& set) const {
    return at < source_.size() && set.contains(source_[at]);
  }

  bool read_part() {
    if (source_[at_] == ':') {
      const std::size_t end = end_of_name(source_, at_);
      if (end > at_ + 1) {
        std::string name(source_.substr(at_ + 1, end - at_ - 1));
        at_ = end;
        return read_named(std::move(name));
      }
    }
    const bool is_group = source_[at_] == '(';
    const bool is_glob_group =
        globs_ && is(at_, text::ByteSet("!?+*@")) && is(at_ + 1, text::ByteSet("("));
    if (is_group || is_glob_group) {
      if (is_glob_group) ++at_;
      const auto group = read_group();
      if (!group) return false;
      const bool is_repeated = read_modifier();
      pattern_.add_unnamed(is_glob_group || is_repeated || may_match_slash(*group));
      return true;
    }
    if (globs_ && source_[at_] == '*') {
      const bool is_double = source_.substr(at_).starts_with("**");
      pattern_.add_unnamed(is_double);
      at_ += is_double ? 2 : 1;
      return true;
    }
    if (source_[at_] == '\\' && at_ + 1 < source_.size()) {
      pattern_.add_escaped(source_[at_ + 1]);
      at_ += 2;
      return true;
    }
    pattern_.add_text(source_[at_++]);
    return true;
  }

  bool read_named(std::string name) {
    std::string_view expression;
    if (is(at_, text::ByteSet("("))) {
      const auto group = read_group();
      if (!group) return false;
      expression = *group;
    }
    const bool is_repeated = read_modifier();
    pattern_.add(std::move(name), is_repeated || may_match_slash(expression));
    return true;
  }

  std::optional<std::string_view> read_group() {
    const std::size_t end = end_of_group(source_, at_);
    if (end == std::string_view::npos) return std::nullopt;
    const std::string_view group = source_.substr(at_, end - at_);
    at_ = end;
    return group;
  }

  /// True after a mark by which a part may take several names, or none.
  bool read_modifier() {
    if (!is(at_, text::ByteSet("*+?"))) return false;
    ++at_;
    return true;
  }

  std::string_view source_;
  bool globs_;
  std::size_t at_ = 0;
  PatternMaker pattern_;
};

/// Writes out `{a,b}` and `@(a|b)`: one pattern for each alternative. `max_bytes` are left for
/// them.
std::vector<std::string> alternatives(std::string const& source, std::size_t& max_bytes) {
  std::vector<std::string> done;
  std::vector<std::string> open{source};
  while (!open.empty()) {
    const std::string pattern = std::move(open.back());
    open.pop_back();
    const std::size_t brace = pattern.find('{');
    const std::size_t group = pattern.find("@(");
    const bool is_brace = brace < group;
    const std::size_t begin = std::min(brace, group);
    const std::size_t end =
        begin == std::string::npos ? std::string::npos : pattern.find(is_brace ? '}' : ')', begin);
    if (end == std::string::npos) {
      done.push_back(pattern);
      continue;
    }
    const std::size_t inner = begin + (is_brace ? 1 : 2);
    std::string_view list = std::string_view(pattern).substr(inner, end - inner);
    const char separator = is_brace ? ',' : '|';
    const auto count =
        static_cast<std::size_t>(std::count(list.begin(), list.end(), separator)) + 1;
    if (done.size() + open.size() + count > max_alternatives ||
        count > max_bytes / pattern.size()) {
      done.push_back(pattern);
      continue;
    }
    max_bytes -= count * pattern.size();
    while (true) {
      const std::size_t comma = std::min(list.find(separator), list.size());
      open.push_back(pattern.substr(0, begin) + std::string(list.substr(0, comma)) +
                     pattern.substr(end + 1));
      if (comma == list.size()) break;
      list.remove_prefix(comma + 1);
    }
  }
  std::reverse(done.begin(), done.end());
  return done;
}

// The three files.

/// A rule of vercel.json or firebase.json: redirects count before the files, rewrites after them.
Redirect make_rule(std::string from, std::string to, bool is_rewrite, JsonValue const& item) {
  Redirect rule;
  rule.from = std::move(from);
  rule.to = std::move(to);
  rule.status = is_rewrite ? shown_in_place : moved;
  rule.forced = !is_rewrite;
  JsonValue const* const destination = item.member("destination");
  rule.line = item.span;
  rule.target = destination == nullptr ? item.span : destination->span;
  return rule;
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

/// Vercel: "redirects" count before the files, "rewrites" after them.
class VercelReader {
 public:
  HostFile read(JsonValue const& root) {
    file_.settings = {bool_member(root, "cleanUrls"), bool_member(root, "trailingSlash")};
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
  void read_list(JsonValue const* list, bool is_rewrite) {
    read_entries(list, file_.broken_lines,
                 [&](JsonValue const& item) { read_item(item, is_rewrite); });
  }

  void read_item(JsonValue const& item, bool is_rewrite) {
    const auto source = item.string_member("source");
    const auto destination = item.string_member("destination");
    const auto pattern = source ? PatternReader(*source, false).read() : std::nullopt;
    if (!pattern || !destination) return file_.broken_lines.push_back(item.span);
    Redirect rule = make_rule(pattern->from(), pattern->target(*destination), is_rewrite, item);
    rule.conditional = item.member("has") != nullptr || item.member("missing") != nullptr;
    file_.rules.push_back(std::move(rule));
  }

  /// The older form has regular expressions: what they fit is answered by someone.
  void read_routes(JsonValue const* routes) {
    if (routes == nullptr) return;
    for (JsonValue const& item : routes->items()) {
      const auto source = item.string_member("src");
      if (!source || !item.member("dest")) continue;
      file_.rules.push_back(make_rule(literal_beginning(*source, "*"), host_service, true, item));
    }
  }

  HostFile file_;
};

/// Firebase Hosting: "redirects" count before the files, "rewrites" after them.
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
    file_.settings = {bool_member(site, "cleanUrls"), bool_member(site, "trailingSlash")};
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
    if ((!source && !expression) || (!destination && !is_rewrite)) {
      return file_.broken_lines.push_back(item.span);
    }
    if (!source) source = literal_beginning(*expression, "**");
    if (!source->starts_with('/')) source->insert(0, "/");
    for (std::string const& alternative : alternatives(*source, max_written_out_)) {
      const auto pattern = PatternReader(alternative, true).read();
      if (!pattern) return file_.broken_lines.push_back(item.span);
      std::string to =
          destination && !expression ? pattern->target(*destination) : std::string(host_service);
      file_.rules.push_back(make_rule(pattern->from(), std::move(to), is_rewrite, item));
    }
  }

  HostFile file_;
  std::size_t max_written_out_ = max_written_out;
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

HostFile read_toml(std::string_view bytes) {
  HostFile file;
  if (text::line_of_long_key(bytes)) {
    file.fault = "a key has too many parts";
    return file;
  }
  const toml::parse_result parsed = toml::parse(bytes);
  if (!parsed) {
    file.fault = "it is not TOML: " + std::string(parsed.error().description());
    return file;
  }
  return NetlifyReader(bytes).read(parsed.table());
}

}  // namespace

HostFile read_host_file(std::string_view bytes, RedirectSyntax syntax) {
  if (syntax == RedirectSyntax::netlify_toml) return read_toml(bytes);
  const auto root = JsonTreeReader(bytes).read();
  if (!root) {
    HostFile file;
    file.fault = "it is not JSON";
    return file;
  }
  return syntax == RedirectSyntax::vercel_json ? VercelReader().read(*root)
                                               : FirebaseReader().read(*root);
}

}  // namespace hrefkit::site
