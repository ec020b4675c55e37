#include "hrefkit/site/redirects/server_files.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "hrefkit/site/redirects.h"
#include "hrefkit/site/redirects/path_expression.h"
#include "hrefkit/site/redirects/path_patterns.h"
#include "hrefkit/site/redirects/redirect_index.h"
#include "hrefkit/text/ascii.h"
#include "hrefkit/text/byte_set.h"
#include "hrefkit/text/span.h"
#include "hrefkit/url/percent_encode.h"

namespace hrefkit::site {

namespace {

using text::make_span;
using text::Span;

constexpr std::uint16_t moved_permanently = 301;
constexpr std::uint16_t moved_for_now = 302;
constexpr std::uint16_t status_gone = 410;

/// What a server encodes in a target.
constexpr text::ByteSet not_in_urls =
    text::c0_control | text::ByteSet::range(0x7F, 0xFF) | text::ByteSet(" \"<>^`{}");

/// A word as the server has it, and its place.
struct ServerWord {
  std::string text;
  Span place;  ///< between its quotes
};

/// A decoded path as a path of a `_redirects` file, which fits it alone.
std::string literal_path(std::string_view decoded) {
  std::string path;
  url::append_percent_encoded(path, url::percent_encode_path(decoded), text::ByteSet(":*[]\\^|"));
  return path;
}

/// Converts an expression for decoded paths into one for percent-encoded paths, which patterns
/// compare. Character classes are not changed.
std::string encoded_expression(std::string_view expression) {
  std::string encoded;
  const auto add_literal = [&](char c, bool was_escaped) {
    const std::string normal =
        c == '/' ? "/" : normal_name(url::percent_encode_path(std::string_view(&c, 1)));
    if (normal.size() > 1) {
      encoded += "(?:" + normal + ")";
    } else {
      if (was_escaped) encoded += '\\';
      encoded += c;
    }
  };
  constexpr text::ByteSet meaning("^$.|?*+(){}");
  for (std::size_t i = 0; i < expression.size(); ++i) {
    const char c = expression[i];
    const bool has_next = i + 1 < expression.size();
    if (c == '[') {
      std::size_t end = i + 1;
      if (end < expression.size() && expression[end] == '^') ++end;
      if (end < expression.size() && expression[end] == ']') ++end;
      for (; end < expression.size() && expression[end] != ']'; ++end) {
        if (expression[end] == '\\') ++end;
      }
      end = std::min(end + 1, expression.size());
      encoded += expression.substr(i, end - i);
      i = end - 1;
    } else if (c == '\\' && has_next && expression[i + 1] == 'x' && i + 3 < expression.size() &&
               text::hex_value(expression[i + 2]) >= 0 && text::hex_value(expression[i + 3]) >= 0) {
      add_literal(static_cast<char>(text::hex_value(expression[i + 2]) * 16 +
                                    text::hex_value(expression[i + 3])),
                  true);
      i += 3;
    } else if (c == '\\' && has_next) {
      const char next = expression[++i];
      if (text::ascii_alphanumeric.contains(next)) {
        encoded.append({c, next});
      } else {
        add_literal(next, true);
      }
    } else if (meaning.contains(c)) {
      encoded += c;
    } else {
      add_literal(c, false);
    }
  }
  return encoded;
}

bool is_url_or_path(std::string_view text) {
  return text.starts_with('/') || text.starts_with("http://") || text.starts_with("https://");
}

// Apache HTTP Server 2.4: "mod_alias"; server/util.c (ap_getword_conf, ap_pregsub) and
// modules/mappers/mod_alias.c (November 2026). Directives of one context are asked in their order,
// before the files. `Redirect` is for all that is below its path; the target of `RedirectMatch` is
// percent-encoded by the server.

/// One line after the other; a backslash at the end of one joins it with the next.
class ApacheReader {
 public:
  explicit ApacheReader(std::string_view bytes) : bytes_(bytes) {}

  HostFile read() {
    for (std::size_t at = 0; at < bytes_.size();) {
      std::size_t end = std::min(bytes_.find('\n', at), bytes_.size());
      while (end < bytes_.size() && end > at && bytes_[end - 1] == '\\') {
        end = std::min(bytes_.find('\n', end + 1), bytes_.size());
      }
      read_line(make_span(at, end));
      at = end + 1;
    }
    return std::move(file_);
  }

 private:
  /// The next word, as ap_getword_conf reads it.
  std::optional<ServerWord> next_word(std::size_t& at, std::size_t end) const {
    while (at < end && (text::ascii_whitespace.contains(bytes_[at]) ||
                        (bytes_[at] == '\\' && at + 1 < end && bytes_[at + 1] == '\n'))) {
      ++at;
    }
    if (at >= end) return std::nullopt;
    const char quote = bytes_[at] == '"' || bytes_[at] == '\'' ? bytes_[at] : '\0';
    ServerWord word;
    std::size_t i = at + (quote != 0 ? 1 : 0);
    const std::size_t begin = i;
    for (; i < end; ++i) {
      const char c = bytes_[i];
      if (quote != 0 ? c == quote : text::ascii_whitespace.contains(c)) break;
      if (c == '\\' && i + 1 < end &&
          (bytes_[i + 1] == '\\' || (quote != 0 && bytes_[i + 1] == quote))) {
        ++i;
      }
      word.text += bytes_[i];
    }
    word.place = make_span(begin, i);
    at = std::min(i + (quote != 0 ? 1 : 0), end);
    return word;
  }

  void read_line(Span line) {
    std::size_t at = line.begin;
    const auto name = next_word(at, line.end);
    if (!name || name->text.starts_with('#')) return;
    std::string directive = text::to_ascii_lower(name->text);
    if (directive.starts_with('<')) return read_section(directive);
    const bool is_match = directive == "redirectmatch";
    const bool is_permanent = directive == "redirectpermanent";
    if (!is_match && !is_permanent && directive != "redirect" && directive != "redirecttemp") {
      return;
    }
    std::vector<ServerWord> words;
    while (auto word = next_word(at, line.end)) words.push_back(*std::move(word));
    Redirect rule;
    rule.line = make_span(name->place.begin, std::max<std::size_t>(line.begin, line.end));
    while (rule.line.end > rule.line.begin &&
           text::ascii_whitespace.contains(bytes_[rule.line.end - 1])) {
      --rule.line.end;
    }
    rule.status = is_permanent ? moved_permanently : moved_for_now;
    rule.forced = true;
    rule.conditional = depth_of_condition_ != 0;
    std::size_t first = 0;
    if (!words.empty() && (is_match || directive == "redirect")) {
      if (const auto status = read_status_word(words[0].text)) {
        rule.status = *status;
        first = 1;
      }
    }
    const bool is_redirect = rule.status >= 300 && rule.status < 400;
    if (words.size() != first + (is_redirect ? 2 : 1)) {
      return file_.broken_lines.push_back(rule.line);
    }
    rule.source = words[first].place;
    rule.target = is_redirect ? words[first + 1].place : words[first].place;
    const std::string to = is_redirect ? words[first + 1].text : std::string();
    if (is_redirect && !is_url_or_path(to)) return file_.broken_lines.push_back(rule.line);
    is_match ? add_match(std::move(rule), words[first].text, to)
             : add_prefix(std::move(rule), words[first].text, to);
  }

  static std::optional<std::uint16_t> read_status_word(std::string const& word) {
    if (word == "permanent") return moved_permanently;
    if (word == "temp") return moved_for_now;
    if (word == "seeother") return std::uint16_t{303};
    if (word == "gone") return status_gone;
    const auto status = text::parse_decimal<std::uint16_t>(word);
    return status && *status >= 100 && *status <= 999 ? status : std::nullopt;
  }

  /// Sections such as IfModule count for everybody.
  void read_section(std::string_view directive) {
    constexpr std::array<std::string_view, 8> conditions{
        "if", "else", "elseif", "files", "filesmatch", "limit", "location", "locationmatch"};
    const bool is_end = directive.starts_with("</");
    std::string_view name = directive.substr(is_end ? 2 : 1);
    if (name.ends_with('>')) name.remove_suffix(1);
    if (std::find(conditions.begin(), conditions.end(), name) == conditions.end()) return;
    if (!is_end) ++depth_of_condition_;
    if (is_end && depth_of_condition_ > 0) --depth_of_condition_;
  }

  void add_prefix(Redirect rule, std::string_view path, std::string const& to) {
    if (!path.starts_with('/')) return file_.broken_lines.push_back(rule.line);
    rule.exact = true;
    rule.from = literal_path(path);
    rule.to = to;
    Redirect below = rule;
    below.from += below.from.ends_with('/') ? "*" : "/*";
    if (!to.empty()) below.to += rule.from.ends_with('/') ? ":splat" : "/:splat";
    file_.rules.push_back(std::move(rule));
    file_.rules.push_back(std::move(below));
  }

  void add_match(Redirect rule, std::string const& expression, std::string_view to) {
    std::string target;
    const std::size_t scheme = to.find("://");
    const std::size_t host = scheme == to.npos ? 0 : scheme + 3;
    for (std::size_t i = 0; i < to.size(); ++i) {
      const char c = to[i];
      const bool is_group = c == '$' && i + 1 < to.size() && text::ascii_digit.contains(to[i + 1]);
      if (is_group || i < host) {
        target += c;
        continue;
      }
      const bool is_escape = c == '\\' && i + 1 < to.size();
      const char literal = is_escape ? to[++i] : c;
      url::append_percent_encoded(target, std::string_view(&literal, 1),
                                  not_in_urls | text::ByteSet(is_escape ? "%$:" : "%$"));
    }
    compiler_.set(rule, read_regular_expression(encoded_expression(expression), true), target);
    file_.rules.push_back(std::move(rule));
  }

  std::string_view bytes_;
  HostFile file_;
  PatternCompiler compiler_;
  std::size_t depth_of_condition_ = 0;
};

// nginx: "ngx_http_core_module, location", "ngx_http_rewrite_module", "ngx_http_map_module";
// src/core/ngx_conf_file.c (November 2026). Exact locations count before prefixes with `^~`, these
// before expressions, and these before other prefixes, of which the longest counts.

class NginxReader {
 public:
  explicit NginxReader(std::string_view bytes) : bytes_(bytes) {}

  HostFile read() {
    std::vector<ServerWord> words;
    std::size_t begin = 0;
    while (auto token = next_token()) {
      if (words.empty()) begin = token->place.begin;
      if (token->text == ";" && is_mark_) {
        read_directive(words, make_span(begin, token->place.end));
        words.clear();
      } else if (token->text == "{" && is_mark_) {
        open_block(words);
        words.clear();
      } else if (token->text == "}" && is_mark_) {
        if (!blocks_.empty()) blocks_.pop_back();
        words.clear();
      } else {
        words.push_back(*std::move(token));
      }
    }
    std::stable_sort(found_.begin(), found_.end(), [](Found const& a, Found const& b) {
      return a.turn != b.turn ? a.turn < b.turn : a.length > b.length;
    });
    for (Found& found : found_) file_.rules.push_back(std::move(found.rule));
    return std::move(file_);
  }

 private:
  /// When nginx asks for a rule.
  enum class Turn : std::uint8_t { server, exact, strong_prefix, expression, prefix };

  struct Found {
    Redirect rule;
    Turn turn = Turn::server;
    std::size_t length = 0;  // of a prefix
  };

  struct Block {
    enum class Kind : std::uint8_t {
      other,
      exact,
      strong_prefix,
      expression,
      prefix,
      map,
      condition
    };
    Kind kind = Kind::other;
    std::string path = {};
    bool ignores_case = false;
    bool is_conditional = false;
    bool is_decided = false;  // a rule before has answered
  };

  std::optional<ServerWord> next_token() {
    while (at_ < bytes_.size()) {
      if (text::ascii_whitespace.contains(bytes_[at_])) {
        ++at_;
      } else if (bytes_[at_] == '#') {
        at_ = std::min(bytes_.find('\n', at_), bytes_.size());
      } else {
        break;
      }
    }
    if (at_ == bytes_.size()) return std::nullopt;
    const char first = bytes_[at_];
    is_mark_ = text::ByteSet("{};").contains(first);
    if (is_mark_) {
      ++at_;
      return ServerWord{std::string(1, first), make_span(at_ - 1, at_)};
    }
    const char quote = first == '"' || first == '\'' ? first : '\0';
    if (quote != 0) ++at_;
    ServerWord word;
    const std::size_t begin = at_;
    for (; at_ < bytes_.size(); ++at_) {
      const char c = bytes_[at_];
      if (quote != 0 ? c == quote
                     : text::ascii_whitespace.contains(c) || c == ';' ||
                           (c == '{' && !word.text.ends_with('$'))) {
        break;
      }
      if (c == '\\' && at_ + 1 < bytes_.size()) {
        append_escape(bytes_[++at_], word.text);
      } else {
        word.text += c;
      }
    }
    word.place = make_span(begin, at_);
    if (quote != 0 && at_ < bytes_.size()) ++at_;
    return word;
  }

  static void append_escape(char c, std::string& text) {
    if (c == 't' || c == 'r' || c == 'n') {
      text += c == 't' ? '\t' : c == 'r' ? '\r' : '\n';
      return;
    }
    // Others keep their backslash, which expressions need.
    if (c != '"' && c != '\'' && c != '\\') text += '\\';
    text += c;
  }

  void open_block(std::vector<ServerWord> const& words) {
    using enum Block::Kind;
    // Deeper ones are no configuration of nginx.
    constexpr std::size_t max_blocks = 64;
    Block block;
    block.is_conditional = !blocks_.empty() && blocks_.back().is_conditional;
    if (!words.empty() && blocks_.size() < max_blocks) {
      std::string const& name = words[0].text;
      if (name == "location" && words.size() == 2) {
        block.kind = prefix;
        block.path = words[1].text;
      } else if (name == "location" && words.size() == 3) {
        std::string const& how = words[1].text;
        block.kind = how == "=" ? exact : how == "^~" ? strong_prefix : expression;
        block.path = words[2].text;
        block.ignores_case = how == "~*";
      } else if (name == "map" && words.size() == 3) {
        const bool is_path = words[1].text == "$uri" || words[1].text == "$request_uri";
        block.kind = is_path ? map : other;
        block.path = words[1].text;
      } else if (name == "if") {
        block.is_conditional = true;
        block.kind = condition;
        if (!blocks_.empty() && blocks_.back().kind != other) block = {blocks_.back()};
        block.is_conditional = true;
      }
    }
    blocks_.push_back(std::move(block));
  }

  void read_directive(std::vector<ServerWord> const& words, Span line) {
    if (words.empty()) return;
    Block* const block = blocks_.empty() ? nullptr : &blocks_.back();
    if (block != nullptr && block->kind == Block::Kind::map) return read_map_entry(words, line);
    if (words[0].text == "return") return read_return(words, line, block);
    if (words[0].text == "rewrite") return read_rewrite(words, line, block);
  }

  Redirect rule_at(Span line, Block const* block) const {
    Redirect rule;
    rule.line = line;
    rule.source = line;
    rule.target = line;
    rule.forced = true;
    rule.conditional = block != nullptr && block->is_conditional;
    return rule;
  }

  void read_return(std::vector<ServerWord> const& words, Span line, Block* block) {
    using enum Block::Kind;
    if (block == nullptr || block->kind == other || block->kind == condition) return;
    if (words.size() < 2 || words.size() > 3) return file_.broken_lines.push_back(line);
    Redirect rule = rule_at(line, block);
    ServerWord const* target = words.size() == 3 ? &words[2] : nullptr;
    if (const auto status = text::parse_decimal<std::uint16_t>(words[1].text)) {
      rule.status = *status;
    } else {
      rule.status = moved_for_now;
      target = &words[1];
    }
    const bool is_redirect = rule.status >= 300 && rule.status < 400;
    if (is_redirect && target == nullptr) return file_.broken_lines.push_back(line);
    if (!is_redirect && rule.status < 400) return;  // a text
    std::string to;
    if (is_redirect) {
      rule.target = target->place;
      to = without_variables(target->text);
    }
    block->is_decided = true;
    add(std::move(rule), *block, to);
  }

  void add(Redirect rule, Block const& block, std::string const& to) {
    using enum Block::Kind;
    const bool names_path = to.find("$request_uri") != to.npos || to.find("$uri") != to.npos;
    const std::string known = with_group(to);
    const std::size_t length = block.path.size();
    if (block.kind == expression) {
      compiler_.set(rule,
                    read_regular_expression(
                        (block.ignores_case ? "(?i)" : "") + encoded_expression(block.path), true),
                    to);
      return found_.push_back({std::move(rule), Turn::expression, 0});
    }
    const Turn turn = block.kind == exact           ? Turn::exact
                      : block.kind == strong_prefix ? Turn::strong_prefix
                                                    : Turn::prefix;
    if (names_path) {
      const std::string rest = turn == Turn::exact ? ")$" : ".*)$";
      compiler_.set(
          rule,
          read_regular_expression("^(" + quoted_expression(literal_path(block.path)) + rest, true),
          known);
    } else {
      rule.from = literal_path(block.path) + (turn == Turn::exact ? "" : "*");
      rule.exact = true;
      rule.to = to;
    }
    found_.push_back({std::move(rule), turn, length});
  }

  /// `rewrite EXPRESSION TARGET permanent;` in a location or for the whole server.
  void read_rewrite(std::vector<ServerWord> const& words, Span line, Block const* block) {
    if (words.size() < 3 || words.size() > 4) return file_.broken_lines.push_back(line);
    const std::string flag = words.size() == 4 ? words[3].text : "";
    std::string const& to = words[2].text;
    const bool is_url = to.starts_with("http://") || to.starts_with("https://");
    if (flag != "permanent" && flag != "redirect" && !is_url) return;
    if (block != nullptr && block->is_decided) return;
    Redirect rule = rule_at(line, block);
    rule.status = flag == "permanent" ? moved_permanently : moved_for_now;
    rule.target = words[2].place;
    compiler_.set(rule, read_regular_expression(encoded_expression(words[1].text), true),
                  without_variables(to));
    found_.push_back({std::move(rule), turn_of(block), block == nullptr ? 0 : block->path.size()});
  }

  static Turn turn_of(Block const* block) {
    using enum Block::Kind;
    if (block == nullptr) return Turn::server;
    switch (block->kind) {
      case exact:
        return Turn::exact;
      case strong_prefix:
        return Turn::strong_prefix;
      case expression:
        return Turn::expression;
      case prefix:
        return Turn::prefix;
      default:
        return Turn::server;
    }
  }

  /// `/old /new;` in a map of paths, whose values are taken for targets.
  void read_map_entry(std::vector<ServerWord> const& words, Span line) {
    if (words.size() != 2 || words[0].text == "default" || !is_url_or_path(words[1].text)) return;
    Redirect rule = rule_at(line, nullptr);
    rule.target = words[1].place;
    rule.source = words[0].place;
    const std::string to = without_variables(words[1].text);
    std::string const& key = words[0].text;
    if (key.starts_with('~')) {
      const bool ignores_case = key.starts_with("~*");
      compiler_.set(
          rule,
          read_regular_expression(
              (ignores_case ? "(?i)" : "") + encoded_expression(key.substr(ignores_case ? 2 : 1)),
              true),
          to);
    } else if (key.starts_with('/')) {
      const bool is_encoded = blocks_.back().path == "$request_uri";
      rule.from = is_encoded ? key : literal_path(key);
      rule.exact = true;
      rule.to = to;
    } else {
      return;
    }
    found_.push_back({std::move(rule), Turn::server, 0});
  }

  /// A target without the query that a visitor brings, which is passed on anyway, and without the
  /// own host. A service of the host answers where other variables say what it is.
  static std::string without_variables(std::string_view target) {
    std::string to(target);
    constexpr std::array<std::string_view, 5> query{"$is_args$args", "?$args", "?$query_string",
                                                    "${is_args}${args}", "$is_args$query_string"};
    for (const std::string_view part : query) {
      if (to.ends_with(part)) to.resize(to.size() - part.size());
    }
    for (const std::string_view scheme : {"$scheme://", "https://", "http://"}) {
      for (const std::string_view host : {"$host", "$http_host", "$server_name"}) {
        const std::string own = std::string(scheme).append(host);
        if (to.starts_with(own + "/") || to.starts_with(own + "$")) to.erase(0, own.size());
      }
    }
    for (std::size_t at = to.find('$'); at != to.npos; at = to.find('$', at + 1)) {
      const std::string_view rest = std::string_view(to).substr(at + 1);
      const bool is_group = !rest.empty() && text::ascii_digit.contains(rest[0]);
      const bool is_path = rest.starts_with("request_uri") || rest == "uri";
      if (!is_group && !is_path) return std::string(host_service);
    }
    return to;
  }

  static std::string with_group(std::string to) {
    for (const std::string_view name : {"$request_uri", "$uri"}) {
      const std::size_t at = to.find(name);
      if (at != to.npos) to.replace(at, name.size(), "$1");
    }
    return to;
  }

  std::string_view bytes_;
  std::size_t at_ = 0;
  bool is_mark_ = false;  // the last token is one of the signs between words
  std::vector<Block> blocks_;
  std::vector<Found> found_;
  HostFile file_;
  PatternCompiler compiler_;
};

}  // namespace

RedirectSyntax server_syntax_of(std::string_view bytes) {
  while (!bytes.empty()) {
    std::string_view line = bytes.substr(0, bytes.find('\n'));
    bytes.remove_prefix(std::min(line.size() + 1, bytes.size()));
    line = text::strip_ascii_whitespace(line);
    if (line.empty() || line.starts_with('#')) continue;
    return line.ends_with(';') || line.ends_with('{') || line.ends_with('}')
               ? RedirectSyntax::nginx
               : RedirectSyntax::apache;
  }
  return RedirectSyntax::apache;
}

HostFile read_server_file(std::string_view bytes, RedirectSyntax syntax) {
  const std::size_t mark = Redirects::mark_length(bytes);
  // Blanks in place of a byte order mark keep the places of what follows.
  std::string text(bytes);
  std::fill_n(text.begin(), mark, ' ');
  return syntax == RedirectSyntax::apache ? ApacheReader(text).read() : NginxReader(text).read();
}

}  // namespace hrefkit::site
