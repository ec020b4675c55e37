// A script is read by its grammar (syntax/script_grammar.h), which stops at the few words that may
// begin what names a URL: `import`, `export`, `new`, `navigator`, ... What they begin is found by
// reading a few tokens ahead with a copy of the tokenizer. No such look crosses more than a fixed
// number of operands, so the time stays linear.
//
// Of three things the end is not known when they are found: the type of a worker comes behind its
// first argument, of several source maps the last counts, and whether a text is a module is known
// at its end. A text of an unknown goal is read by the rules of both as far as they agree, and
// read again where they did not.
#include "hrefkit/html/script_urls.h"

#include <algorithm>
#include <utility>

#include "hrefkit/html/syntax/script_grammar.h"
#include "hrefkit/html/syntax/script_tokenizer.h"
#include "hrefkit/html/syntax/source_map_comment.h"
#include "hrefkit/text/ascii.h"
#include "hrefkit/text/byte_search.h"

namespace hrefkit::html {

namespace {

using ScriptType = ScriptTokenType;

bool is_literal(ScriptToken const& token) {
  return token.type == ScriptType::string || token.type == ScriptType::whole_template;
}

bool is_global_object(ScriptWord word) {
  return word == ScriptWord::window_ || word == ScriptWord::self_ ||
         word == ScriptWord::global_this;
}

}  // namespace

/// Reads one script.
class ScriptReader {
 public:
  enum class ModuleSyntax : bool { refused, known };

  ScriptReader(std::string_view script, ScriptReading how, ModuleSyntax module_syntax)
      : script_(script), grammar_(script, how), module_syntax_rule_(module_syntax) {}

  void read();
  void give(ScriptUrls& urls) &&;

  bool has_fault() const { return grammar_.fault().has_value(); }
  bool is_module() const { return module_syntax_.has_value(); }
  bool has_read_html_comment() const { return grammar_.tokens().has_read_html_comment(); }
  bool has_awaited_at_top() const { return grammar_.has_awaited_at_top(); }

 private:
  using Kind = ScriptFrameKind;
  using Word = ScriptWord;
  using Token = ScriptToken;

  /// A literal that is a whole argument or element, and the tokenizer behind what follows it.
  struct Literal {
    text::Span span;
    char quote;
    ScriptTokenizer behind;
    bool is_last;  ///< no comma follows
  };

  std::string_view text_of(Token const& token) const { return token.text.in(script_); }
  bool is_word(Token const& token, std::string_view word) const;
  bool is_member(Token const& token, std::string_view name) const;
  void refuse(Token const& token) { grammar_.fail(grammar_.tokens(), token); }

  bool note_module_syntax(Token const& token);
  void on_import();
  void on_import_meta(Token const& import, ScriptTokenizer ahead);
  void on_import_call(Token const& paren, ScriptTokenizer const& ahead);
  void on_import_declaration();
  void on_export();
  void read_from(ScriptTokenizer ahead);
  bool read_clause(ScriptTokenizer& ahead);
  void read_specifier(ScriptTokenizer ahead, Token const& specifier);
  std::optional<ScriptUrlType> read_attributes(ScriptTokenizer& ahead);

  void on_name();
  void on_new();
  void on_new_url(ScriptTokenizer ahead);
  void on_new_worker(ScriptTokenizer const& ahead, Token const& paren);
  void set_worker_type(ScriptUrlType type);
  void on_navigator(ScriptTokenizer ahead);
  void on_import_scripts(ScriptTokenizer ahead);
  void add_item();
  void on_bracket();
  void on_function();

  std::optional<Literal> read_literal(ScriptTokenizer ahead, ScriptType closing) const;
  bool skip_import_meta_url(ScriptTokenizer& ahead) const;
  void skip_empty_string(ScriptTokenizer& ahead) const;
  ScriptUrlType read_type_option(ScriptTokenizer ahead, bool is_import) const;
  ScriptUrlType type_behind(Literal const& literal, bool is_import) const;
  ScriptUrlType type_named(Token const& value) const;
  void add(Literal const& literal, ScriptForm form, ScriptUrlType type = ScriptUrlType::none);
  void add(text::Span span, char quote, ScriptForm form, ScriptUrlType type);

  std::string_view script_;
  ScriptGrammar grammar_;
  ModuleSyntax module_syntax_rule_;
  std::vector<std::uint32_t> worker_urls_;    ///< those in the first arguments of open workers
  std::vector<std::uint32_t> worker_starts_;  ///< how many of them are before each worker
  std::vector<ScriptUrls::Found> found_;
  std::string value_;
  std::optional<std::uint32_t> module_syntax_;
  std::optional<std::string> vite_base_;
  std::size_t computed_imports_ = 0;
};

void ScriptReader::read() {
  while (true) {
    switch (grammar_.next()) {
      case ScriptEvent::none:
        break;
      case ScriptEvent::over:
        return;
      case ScriptEvent::import_:
        on_import();
        break;
      case ScriptEvent::export_:
        on_export();
        break;
      case ScriptEvent::new_:
        on_new();
        break;
      case ScriptEvent::name:
        on_name();
        break;
      case ScriptEvent::function:
        on_function();
        break;
      case ScriptEvent::bracket:
        on_bracket();
        break;
      case ScriptEvent::preload:  // begins Vite's preload helper
        grammar_.watch_functions(true);
        break;
      case ScriptEvent::list_item:
        add_item();
        break;
      case ScriptEvent::worker_options:
        set_worker_type(read_type_option(grammar_.tokens(), false));
        break;
      case ScriptEvent::worker_end:
        set_worker_type(ScriptUrlType::none);
        break;
    }
  }
}

void ScriptReader::give(ScriptUrls& urls) && {
  if (const auto map = grammar_.tokens().source_map()) {
    const ScriptUrls::Found found{*map, ScriptForm::source_map, ScriptUrlType::none, '\0'};
    const auto place =
        std::upper_bound(found_.begin(), found_.end(), map->begin,
                         [](std::uint32_t at, auto const& url) { return at < url.span.begin; });
    found_.insert(place, found);
  }
  urls.found_ = std::move(found_);
  urls.module_syntax_ = module_syntax_;
  urls.fault_ = grammar_.fault();
  urls.vite_base_ = std::move(vite_base_);
  urls.computed_imports_ = computed_imports_;
}

bool ScriptReader::is_word(Token const& token, std::string_view word) const {
  return token.type == ScriptType::word && text_of(token) == word;
}

bool ScriptReader::is_member(Token const& token, std::string_view name) const {
  return token.type == ScriptType::member && text_of(token) == name;
}

// Modules.

/// False if the script must not have it.
bool ScriptReader::note_module_syntax(Token const& token) {
  if (!module_syntax_) module_syntax_ = token.text.begin;
  if (module_syntax_rule_ == ModuleSyntax::known) return true;
  grammar_.fail(ScriptFaultKind::module_syntax, token.text.begin);
  return false;
}

// 13.3.10, "Import Calls"; 13.3.12, "Meta Properties"; 16.2.2, "Imports".
void ScriptReader::on_import() {
  const Token import = grammar_.word();
  ScriptTokenizer ahead = grammar_.tokens();
  Token next = ahead.next(true);
  if (is_member(next, "meta")) return on_import_meta(import, ahead);
  const bool has_phase = is_member(next, "source") || is_member(next, "defer");
  if (has_phase) next = ahead.next(true);
  if (next.type == ScriptType::open_paren) return on_import_call(next, ahead);
  if (has_phase || next.type == ScriptType::member || !grammar_.may_declare()) {
    return refuse(import);
  }
  if (note_module_syntax(import)) on_import_declaration();
}

void ScriptReader::on_import_meta(Token const& import, ScriptTokenizer ahead) {
  grammar_.skip_to(ahead);
  grammar_.end_operand();
  if (!note_module_syntax(import) || !is_member(ahead.next(true), "resolve")) return;
  Token next = ahead.next(true);
  if (next.type == ScriptType::optional_chain) next = ahead.next(true);
  if (next.type != ScriptType::open_paren) return;
  if (const auto literal = read_literal(ahead, ScriptType::close_paren)) {
    add(*literal, grammar_.is_in_worker() ? ScriptForm::worker_meta_url : ScriptForm::meta_resolve);
  }
}

void ScriptReader::on_import_call(Token const& paren, ScriptTokenizer const& ahead) {
  grammar_.enter(Kind::paren, paren.text.begin, ahead);
  if (const auto literal = read_literal(ahead, ScriptType::close_paren)) {
    add(*literal, ScriptForm::dynamic_import, type_behind(*literal, true));
  } else {
    ++computed_imports_;
  }
}

/// Reads on from behind `import`.
void ScriptReader::on_import_declaration() {
  ScriptTokenizer ahead = grammar_.tokens();
  const Token first = ahead.next(false);
  if (first.type == ScriptType::string) return read_specifier(ahead, first);
  read_from(grammar_.tokens());
}

// 16.2.3, "Exports".
void ScriptReader::on_export() {
  const Token word = grammar_.word();
  if (!grammar_.may_declare()) return refuse(word);
  if (!note_module_syntax(word)) return;
  ScriptTokenizer ahead = grammar_.tokens();
  const Token next = ahead.next(true);
  if (next.type == ScriptType::star) return read_from(ahead);
  if (next.type == ScriptType::open_brace) {
    if (!read_clause(ahead)) return;
    ScriptTokenizer behind = ahead;
    if (is_word(behind.next(true), "from")) return read_from(ahead);
    grammar_.skip_to(ahead);
    grammar_.end_statement();
  } else if (next.word == Word::default_) {
    grammar_.skip_to(ahead);
    grammar_.expect_default_export();
  }
}

/// Reads names, `*` and braces up to the specifier behind `from`.
void ScriptReader::read_from(ScriptTokenizer ahead) {
  bool follows_from = false;
  bool follows_as = false;
  while (true) {
    const Token token = ahead.next(true);
    switch (token.type) {
      case ScriptType::string:
        if (follows_from) return read_specifier(ahead, token);
        if (!follows_as) return grammar_.fail(ahead, token);
        break;
      case ScriptType::open_brace:
        if (!read_clause(ahead)) return;
        break;
      case ScriptType::word:
      case ScriptType::comma:
      case ScriptType::star:
        break;
      default:
        return grammar_.fail(ahead, token);
    }
    follows_as = is_word(token, "as");
    follows_from = is_word(token, "from");
  }
}

/// Skips `{ a as b, "c d" as e }` from behind the brace.
bool ScriptReader::read_clause(ScriptTokenizer& ahead) {
  while (true) {
    const Token token = ahead.next(true);
    switch (token.type) {
      case ScriptType::word:
      case ScriptType::comma:
      case ScriptType::string:
        break;
      case ScriptType::close_brace:
        return true;
      default:
        grammar_.fail(ahead, token);
        return false;
    }
  }
}

/// The end of a declaration, from behind its specifier: attributes (16.2.2, WithClause).
void ScriptReader::read_specifier(ScriptTokenizer ahead, Token const& specifier) {
  grammar_.skip_to(ahead);
  const bool is_new_line = ahead.skip_to_next_line();
  const Token with = ahead.next(true);
  ScriptUrlType type = ScriptUrlType::none;
  if ((with.word == Word::with_ || (is_word(with, "assert") && !is_new_line)) &&
      ahead.next(true).type == ScriptType::open_brace) {
    const auto found = read_attributes(ahead);
    if (!found) return;
    type = *found;
    grammar_.skip_to(ahead);
  }
  grammar_.end_statement();
  add(specifier.text, specifier.quote, ScriptForm::static_import, type);
}

/// Reads `key: "value", ...}` from behind the brace.
std::optional<ScriptUrlType> ScriptReader::read_attributes(ScriptTokenizer& ahead) {
  ScriptUrlType type = ScriptUrlType::none;
  bool is_type = false;
  bool is_value = false;
  while (true) {
    const Token token = ahead.next(true);
    switch (token.type) {
      case ScriptType::word:
      case ScriptType::string:
        if (!is_value) {
          is_type = text_of(token) == "type";
        } else if (is_type) {
          type = type_named(token);
        }
        break;
      case ScriptType::colon:
        is_value = true;
        break;
      case ScriptType::comma:
        is_value = false;
        break;
      case ScriptType::close_brace:
        return type;
      default:
        grammar_.fail(ahead, token);
        return std::nullopt;
    }
  }
}

// Workers and URLs.

/// `window.x` is as `x`; a list of Vite is somewhere behind its name.
void ScriptReader::on_name() {
  const Word name = grammar_.word().word;
  ScriptTokenizer ahead = grammar_.tokens();
  if (name == Word::navigator_) return on_navigator(ahead);
  if (name == Word::import_scripts) return on_import_scripts(ahead);
  if (name == Word::vite_map_deps) return grammar_.watch_brackets(true);
  const Token member = ahead.next(true);
  if (is_member(member, "navigator")) return on_navigator(ahead);
  if (is_member(member, "importScripts")) on_import_scripts(ahead);
}

void ScriptReader::on_new() {
  ScriptTokenizer ahead = grammar_.tokens();
  Token name = ahead.next(false);
  if (name.type != ScriptType::word) return;
  const bool is_global = is_global_object(name.word);
  if (is_global || name.word == Word::navigator_ || name.word == Word::import_scripts) {
    grammar_.skip_to(ahead);  // what follows is made, not called
    grammar_.end_operand();
  }
  if (is_global) {
    name = ahead.next(true);
    if (name.type != ScriptType::member) return;
  } else if (name.word == Word::import_ && is_member(ahead.next(true), "meta")) {
    grammar_.skip_to(ahead);
    grammar_.end_operand();
    note_module_syntax(name);
    return;
  }
  const std::string_view written = text_of(name);
  if (written != "URL" && written != "Worker" && written != "SharedWorker") return;
  const Token paren = ahead.next(true);
  if (paren.type != ScriptType::open_paren) return;
  if (written == "URL") return on_new_url(ahead);
  on_new_worker(ahead, paren);
}

/// Looks for `"u", import.meta.url)`.
/// EXTENSION: an empty string may be added in front of both, as Vite does.
void ScriptReader::on_new_url(ScriptTokenizer ahead) {
  skip_empty_string(ahead);
  auto literal = read_literal(ahead, ScriptType::close_paren);
  if (!literal || literal->is_last) return;
  skip_empty_string(literal->behind);
  if (!skip_import_meta_url(literal->behind)) return;
  add(*literal, grammar_.is_in_worker() ? ScriptForm::worker_meta_url : ScriptForm::meta_url);
}

/// Skips `"" +`.
void ScriptReader::skip_empty_string(ScriptTokenizer& ahead) const {
  ScriptTokenizer behind = ahead;
  const Token empty = behind.next(false);
  if (!is_literal(empty) || !empty.text.empty()) return;
  const Token plus = behind.next(true);
  if (plus.type == ScriptType::other && text_of(plus) == "+") ahead = behind;
}

/// Skips `import.meta.url` as the last argument.
bool ScriptReader::skip_import_meta_url(ScriptTokenizer& ahead) const {
  std::size_t parens = 0;
  Token token = ahead.next(false);
  for (; token.type == ScriptType::open_paren; token = ahead.next(false)) ++parens;
  if (token.word != Word::import_ || !is_member(ahead.next(true), "meta") ||
      !is_member(ahead.next(true), "url")) {
    return false;
  }
  for (token = ahead.next(true); parens > 0 && token.type == ScriptType::close_paren; --parens) {
    token = ahead.next(true);
  }
  if (token.type == ScriptType::comma) token = ahead.next(false);
  return parens == 0 && token.type == ScriptType::close_paren;
}

void ScriptReader::on_new_worker(ScriptTokenizer const& ahead, Token const& paren) {
  if (const auto literal = read_literal(ahead, ScriptType::close_paren)) {
    return add(*literal, ScriptForm::worker, type_behind(*literal, false));
  }
  grammar_.enter(Kind::worker_paren, paren.text.begin, ahead);
  worker_starts_.push_back(static_cast<std::uint32_t>(worker_urls_.size()));
}

/// The first argument of the innermost worker ended: all URLs in it are of this type.
void ScriptReader::set_worker_type(ScriptUrlType type) {
  for (std::size_t i = worker_starts_.back(); i < worker_urls_.size(); ++i) {
    found_[worker_urls_[i]].type = type;
  }
  worker_urls_.resize(worker_starts_.back());
  worker_starts_.pop_back();
}

/// Looks for `.serviceWorker.register("u"` behind `navigator`.
void ScriptReader::on_navigator(ScriptTokenizer ahead) {
  if (!is_member(ahead.next(true), "serviceWorker") || !is_member(ahead.next(true), "register")) {
    return;
  }
  Token next = ahead.next(true);
  if (next.type == ScriptType::optional_chain) next = ahead.next(true);
  if (next.type != ScriptType::open_paren) return;
  if (const auto literal = read_literal(ahead, ScriptType::close_paren)) {
    add(*literal, ScriptForm::service_worker, type_behind(*literal, false));
  }
}

void ScriptReader::on_import_scripts(ScriptTokenizer ahead) {
  Token paren = ahead.next(true);
  if (paren.type == ScriptType::optional_chain) paren = ahead.next(true);
  if (paren.type != ScriptType::open_paren) return;
  grammar_.enter(Kind::list_paren, paren.text.begin, ahead);
  add_item();
}

/// Adds the next argument or element of a list, if it is a literal.
void ScriptReader::add_item() {
  const bool is_vite = grammar_.frame() == Kind::list_bracket;
  const ScriptType closing = is_vite ? ScriptType::close_bracket : ScriptType::close_paren;
  if (const auto literal = read_literal(grammar_.tokens(), closing)) {
    add(*literal, is_vite ? ScriptForm::vite_dep : ScriptForm::import_scripts);
  }
}

// Literals.

/// Reads a literal, perhaps in parentheses, that a comma or the closing bracket follows.
std::optional<ScriptReader::Literal> ScriptReader::read_literal(ScriptTokenizer ahead,
                                                                ScriptType closing) const {
  std::size_t parens = 0;
  Token token = ahead.next(false);
  for (; token.type == ScriptType::open_paren; token = ahead.next(false)) ++parens;
  if (!is_literal(token)) return std::nullopt;
  Token next = ahead.next(true);
  for (; parens > 0 && next.type == ScriptType::close_paren; --parens) next = ahead.next(true);
  if (parens > 0 || (next.type != ScriptType::comma && next.type != closing)) return std::nullopt;
  return Literal{token.text, token.quote, ahead, next.type == closing};
}

/// The value of `type` in an object of plain properties; of an import, in that of its `with`.
ScriptUrlType ScriptReader::read_type_option(ScriptTokenizer ahead, bool is_import) const {
  if (ahead.next(false).type != ScriptType::open_brace) return ScriptUrlType::none;
  while (true) {
    const Token key = ahead.next(true);
    if (key.type != ScriptType::word && key.type != ScriptType::string) break;
    if (ahead.next(true).type != ScriptType::colon) break;
    const Token value = ahead.next(false);
    if (is_import) {
      const bool is_with = text_of(key) == "with" || text_of(key) == "assert";
      if (!is_with || value.type != ScriptType::open_brace) break;
      is_import = false;
      continue;
    }
    if (text_of(key) == "type") {
      return is_literal(value) ? type_named(value) : ScriptUrlType::other;
    }
    if (!is_literal(value) && value.type != ScriptType::word) break;
    if (ahead.next(true).type != ScriptType::comma) break;
  }
  return ScriptUrlType::none;
}

ScriptUrlType ScriptReader::type_behind(Literal const& literal, bool is_import) const {
  return literal.is_last ? ScriptUrlType::none : read_type_option(literal.behind, is_import);
}

ScriptUrlType ScriptReader::type_named(Token const& value) const {
  const std::string_view name = text_of(value);
  if (name == "json") return ScriptUrlType::json;
  if (name == "css") return ScriptUrlType::css;
  return name == "module" ? ScriptUrlType::module : ScriptUrlType::other;
}

void ScriptReader::add(Literal const& literal, ScriptForm form, ScriptUrlType type) {
  add(literal.span, literal.quote, form, type);
}

void ScriptReader::add(text::Span span, char quote, ScriptForm form, ScriptUrlType type) {
  if (quote == '`' && !unescape_script(span.in(script_), quote, value_)) {
    return grammar_.fail(ScriptFaultKind::malformed_escape, span.begin);
  }
  if (form == ScriptForm::worker_meta_url) {
    worker_urls_.push_back(static_cast<std::uint32_t>(found_.size()));
  }
  found_.push_back({span, form, type, quote});
}

// Vite.

/// Looks for the bracket in `m.f=["assets/a.js",...]`, or `__vite__mapDeps.viteFileDeps = [...]`.
void ScriptReader::on_bracket() {
  constexpr std::size_t max_distance = 40;
  const std::size_t end = grammar_.offset();
  std::string_view before = script_.substr(0, end);
  before.remove_prefix(end - std::min(end, max_distance));
  before = text::strip_ascii_whitespace(before);
  if (!before.ends_with('=')) return;
  before.remove_suffix(1);
  before = text::strip_ascii_whitespace(before);
  if (!before.ends_with(".f") && !before.ends_with(".viteFileDeps")) return;
  grammar_.watch_brackets(false);
  grammar_.become(Kind::list_bracket);
  add_item();
}

/// Looks for `(e){return"/site/"+e}` behind `function`.
void ScriptReader::on_function() {
  ScriptTokenizer ahead = grammar_.tokens();
  if (ahead.next(true).type != ScriptType::open_paren) return;
  const Token parameter = ahead.next(true);
  if (parameter.type != ScriptType::word || ahead.next(true).type != ScriptType::close_paren ||
      ahead.next(true).type != ScriptType::open_brace || ahead.next(true).word != Word::return_) {
    return;
  }
  const Token base = ahead.next(false);
  if (!is_literal(base) || text_of(ahead.next(true)) != "+" ||
      !is_word(ahead.next(false), text_of(parameter))) {
    return;
  }
  Token end = ahead.next(true);
  if (end.type == ScriptType::semicolon) end = ahead.next(false);
  if (end.type != ScriptType::close_brace) return;
  grammar_.watch_functions(false);
  if (unescape_script(base.text.in(script_), base.quote, value_)) vite_base_ = value_;
}

std::string_view message(ScriptFaultKind kind) {
  switch (kind) {
    case ScriptFaultKind::unterminated_string:
      return "the string does not end on its line";
    case ScriptFaultKind::unterminated_template:
      return "the template does not end";
    case ScriptFaultKind::unterminated_regular_expression:
      return "the regular expression does not end on its line";
    case ScriptFaultKind::unterminated_comment:
      return "the comment does not end";
    case ScriptFaultKind::malformed_escape:
      return "the escape is malformed";
    case ScriptFaultKind::unexpected_character:
      return "no token begins with this character";
    case ScriptFaultKind::unexpected_token:
      return "this cannot stand here";
    case ScriptFaultKind::unclosed_bracket:
      return "the bracket is not closed";
    case ScriptFaultKind::module_syntax:
      return "only a module may have import and export declarations and import.meta";
  }
  return {};
}

namespace {

/// True if `script` has `word`, and no byte of an ASCII identifier behind it.
bool has_script_word(std::string_view script, std::string_view word) {
  while (true) {
    const std::size_t at = text::find_bytes(script, word);
    if (at == script.npos) return false;
    script.remove_prefix(at + word.size());
    if (script.empty() || !is_script_word_byte(script[0])) return true;
  }
}

/// Reads a script of an unknown goal.
ScriptReader read_as_either(std::string_view script) {
  using ModuleSyntax = ScriptReader::ModuleSyntax;
  ScriptReader reader(script, {}, ModuleSyntax::known);
  reader.read();
  if (!reader.is_module() && !reader.has_fault()) return reader;
  // What was read by the rules of one goal may be another thing by those of the other.
  if (reader.has_read_html_comment()) {
    ScriptReader module(script, {.has_html_comments = false}, ModuleSyntax::known);
    module.read();
    if (module.is_module()) return module;
  } else if (!reader.is_module() && reader.has_awaited_at_top()) {
    ScriptReader classic(script, {.awaits_at_top = false}, ModuleSyntax::known);
    classic.read();
    if (!classic.has_fault()) return classic;
  }
  return reader;
}

ScriptReader read_as(std::string_view script, ScriptGoal goal) {
  using ModuleSyntax = ScriptReader::ModuleSyntax;
  if (goal == ScriptGoal::unknown) return read_as_either(script);
  const bool is_module = goal == ScriptGoal::module;
  ScriptReader reader(script, {.has_html_comments = !is_module, .awaits_at_top = is_module},
                      is_module ? ModuleSyntax::known : ModuleSyntax::refused);
  reader.read();
  return reader;
}

}  // namespace

// FAST: `new URL` and the lists of Vite count only beside `import`; `navigator.serviceWorker` has
// the word `Worker`.
bool may_name_urls(std::string_view script) {
  return has_script_word(script, "import") || has_script_word(script, "export") ||
         has_script_word(script, "Worker") || has_script_word(script, "importScripts") ||
         may_name_source_maps(script);
}

ScriptUrls::ScriptUrls(std::string_view script, ScriptGoal goal)
    : script_(script), is_module_(goal == ScriptGoal::module) {
  if (!may_name_urls(script)) return;
  ScriptReader reader = read_as(script, goal);
  is_module_ = is_module_ || reader.is_module();
  std::move(reader).give(*this);
}

std::optional<ScriptUrl> ScriptUrls::next() & {
  if (next_ == found_.size()) return std::nullopt;
  Found const& found = found_[next_++];
  ScriptUrl url{.span = found.span,
                .value = found.span.in(script_),
                .form = found.form,
                .type = found.type,
                .quote = found.quote};
  const bool has_escapes = url.value.find_first_of("\\\r") != std::string_view::npos;
  if (found.quote != '\0' && has_escapes) {
    unescape_script(found.span.in(script_), found.quote, value_);
    url.value = value_;
  }
  return url;
}

}  // namespace hrefkit::html
