// A script is read as tokens, by an automaton with a stack of open brackets. It has to know where a
// "/" divides and where it begins a regular expression, as all else depends on that: a quote in
// `/"/` begins no string. The standard leaves the answer to the grammar: `a / b` divides, `if (a)
// /b/` does not, and behind a "}" it depends on what the "{" began.
//
// So two things are followed. `State` says what may come next: a statement, an operand, or, behind
// one, an operator. The innermost `Frame` says what its closing bracket ends. Together they decide
// the places that need grammar, each exactly:
//
//   {          a block at the start of a statement, an object where an operand may stand, the body
//              of a function or class behind its head. Behind an operand it can only be a block,
//              before which a semicolon was left out (ECMA-262, 12.10.1)
//   function   a declaration at the start of a statement, else an expression; so is class
//   :          of a conditional expression if one is open (which is a frame, too), of a property in
//              an object, else behind a label or case: a statement begins
//   a word behind an operand   begins a statement, or the next member of a class
//   await, yield   operators in functions of their kind, else names: the frames know
//
// Expressions need no precedence, and statements no nesting: behind `if (a)`, `else` or `do` the
// next statement begins, whatever it belongs to. What is no valid program is not always told: a
// fault is certain, no fault is no proof.
//
// What names a URL is rare. It is found at its first word (`import`, `new`, `navigator`, ...) by
// reading a few tokens ahead with a copy of the tokenizer. No such look crosses more than a fixed
// number of operands, so the time stays linear.
//
// Measured on the minified bundles of tests/judge/script_urls.mjs, one core: see tests/bench.
#include "hrefkit/html/script_urls.h"

#include <algorithm>
#include <utility>

#include "hrefkit/html/syntax/script_tokenizer.h"
#include "hrefkit/text/byte_search.h"

namespace hrefkit::html {

namespace {

using ScriptType = ScriptTokenType;
using ScriptHtmlComments = ScriptTokenizer::HtmlComments;

/// What may come next. Behind those from `bound` on an operator may come.
enum class ScriptState : std::uint8_t {
  statement,       ///< a statement
  expression,      ///< an operand
  for_start,       ///< behind `for (`: an operand or a declaration
  default_export,  ///< behind `export default`: an operand, or a declaration of a function or class
  binding,         ///< the name or pattern of a variable
  arrow,           ///< behind `=>`: an operand, or a "{" that begins a body
  control,         ///< the "(" of `if`, `while`, ...
  for_control,     ///< the "(" of `for`
  head,            ///< what is before the body of a function or class
  key,             ///< the name of a property or of a member of a class
  bound,           ///< behind the name of a variable: no operator but "=", so a "/" begins a
                   ///< regular expression on a new line
  arrow_end,       ///< behind the body of an arrow function: no operator
  operand,         ///< behind an operand
};

/// What a bracket, or what else can be open, is part of.
enum class ScriptFrameKind : std::uint8_t {
  // These hold statements.
  program,
  block,
  static_block,
  function_body,
  function_expression_body,
  arrow_body,
  method_body,
  last_statements = method_body,
  // These hold members.
  object,
  class_body,
  class_expression_body,
  // These come before a body.
  function_head,
  function_expression_head,
  method_head,
  class_head,
  class_expression_head,
  // These hold expressions.
  paren,
  scripts_paren,  ///< of `importScripts`
  worker_paren,   ///< the first argument of `new Worker`
  control_paren,
  for_paren,
  parameters,
  bracket,
  vite_bracket,  ///< of the list in `__vite__mapDeps`
  computed_key,
  substitution,  ///< in a template
  conditional,   ///< from the "?" to the ":"
};

// What else a frame knows, as a set of bits.

constexpr unsigned awaits = 1;        ///< `await` is an operator
constexpr unsigned yields = 2;        ///< so is `yield`
constexpr unsigned outer_awaits = 4;  ///< the same outside of an arrow function without braces
constexpr unsigned outer_yields = 8;
constexpr unsigned declares = 16;       ///< a comma is behind a variable
constexpr unsigned follows_async = 32;  ///< a parenthesis behind `async`
constexpr unsigned in_worker = 64;      ///< in the first argument of `new Worker`
constexpr unsigned key_is_async = 128;  ///< of a member
constexpr unsigned key_is_generator = 256;
constexpr unsigned key_was_async = 512;  ///< the last word of a member was `async`
constexpr unsigned key_was_static = 1024;
constexpr unsigned key_bits = key_is_async | key_is_generator | key_was_async | key_was_static;

struct ScriptFrame {
  std::uint32_t offset = 0;  ///< of the opening bracket
  ScriptFrameKind kind = ScriptFrameKind::program;
  std::uint16_t bits = 0;
};

bool holds_statements(ScriptFrameKind kind) {
  return kind <= ScriptFrameKind::last_statements;
}

bool holds_class_members(ScriptFrameKind kind) {
  return kind == ScriptFrameKind::class_body || kind == ScriptFrameKind::class_expression_body;
}

bool is_function_head(ScriptFrameKind kind) {
  return kind == ScriptFrameKind::function_head ||
         kind == ScriptFrameKind::function_expression_head || kind == ScriptFrameKind::method_head;
}

bool is_class_head(ScriptFrameKind kind) {
  return kind == ScriptFrameKind::class_head || kind == ScriptFrameKind::class_expression_head;
}

/// The body behind a head.
ScriptFrameKind body_of(ScriptFrameKind head) {
  switch (head) {
    case ScriptFrameKind::function_head:
      return ScriptFrameKind::function_body;
    case ScriptFrameKind::method_head:
      return ScriptFrameKind::method_body;
    case ScriptFrameKind::class_head:
      return ScriptFrameKind::class_body;
    case ScriptFrameKind::class_expression_head:
      return ScriptFrameKind::class_expression_body;
    default:
      return ScriptFrameKind::function_expression_body;
  }
}

bool is_literal(ScriptToken const& token) {
  return token.type == ScriptType::string || token.type == ScriptType::whole_template;
}

bool is_global_object(ScriptWord word) {
  return word == ScriptWord::window_ || word == ScriptWord::self_ ||
         word == ScriptWord::global_this;
}

/// How a text is read.
struct ScriptReading {
  bool has_html_comments;
  bool awaits_at_top;  ///< `await` outside of functions is an operator
  bool refuses_module_syntax;
};

}  // namespace

/// Reads one script.
class ScriptReader {
 public:
  ScriptReader(std::string_view script, ScriptReading how);

  void read();
  void give(ScriptUrls& urls) &&;

  bool has_fault() const { return fault_.has_value(); }
  bool is_module() const { return module_syntax_.has_value(); }
  bool has_read_html_comment() const { return tokens_.has_read_html_comment(); }
  bool has_awaited_at_top() const { return has_awaited_at_top_; }

 private:
  using State = ScriptState;
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

  bool follows_operand() const { return state_ >= State::bound; }
  std::string_view text_of(Token const& token) const { return token.text.in(script_); }
  bool is_word(Token const& token, std::string_view word) const;
  bool is_member(Token const& token, std::string_view name) const;

  void step(Token const& token);
  void fail(ScriptFaultKind kind, std::uint32_t offset);
  void refuse(Token const& token) { fail(ScriptFaultKind::unexpected_token, token.text.begin); }

  void push(Kind kind, std::uint32_t offset);
  void pop();
  void leave_arrow();
  void begin_statement();
  bool begin_after_operand(Token const& token);

  void on_operand(Token const& token);
  void on_member(Token const& token);
  void on_word(Token const& token);
  void on_keyword(Token const& token);
  void on_name();
  void on_key(Token const& token);
  void on_head_word(Token const& token);
  void on_open_paren(Token const& token);
  void on_close_paren(Token const& token);
  void on_open_bracket(Token const& token);
  void on_close_bracket(Token const& token);
  void on_open_brace(Token const& token);
  void on_close_brace(Token const& token);
  void on_template_part(Token const& token);
  void on_semicolon(Token const& token);
  void on_comma(Token const& token);
  void on_colon(Token const& token);
  void on_arrow(Token const& token);
  void on_star(Token const& token);
  void on_update(Token const& token);
  void on_end(Token const& token);

  void on_async(Token const& token);
  void on_let(Token const& token);
  void on_jump();
  void on_return();
  void on_yield();
  void on_await();
  void on_function(Token const& token, bool is_async, bool is_declaration);
  void on_class(Token const& token);

  bool note_module_syntax(Token const& token);
  void on_import(Token const& token);
  void on_import_meta(Token const& import);
  void read_import_call(Token const& paren);
  void read_import_declaration();
  void on_export(Token const& token);
  bool read_clause();
  void read_from();
  void read_specifier(ScriptTokenizer const& behind, Token const& specifier);
  ScriptUrlType read_attributes(ScriptTokenizer& tokens, Token const& brace, bool& valid);

  void on_new();
  void on_new_url(ScriptTokenizer ahead);
  void on_new_worker(ScriptTokenizer const& ahead, Token const& paren);
  void end_worker_argument();
  void set_worker_type(ScriptUrlType type);
  void on_navigator(ScriptTokenizer ahead);
  void on_import_scripts(ScriptTokenizer ahead);
  void on_global_object();
  void find_list_literal(ScriptForm form);
  void find_vite_list(Token const& member);
  void find_vite_base();

  std::optional<Literal> read_literal(ScriptTokenizer ahead, ScriptType closing) const;
  bool skip_import_meta_url(ScriptTokenizer& ahead) const;
  ScriptUrlType read_type_option(ScriptTokenizer ahead, bool is_import) const;
  ScriptUrlType type_named(Token const& value) const;
  void add(text::Span span, char quote, ScriptForm form, ScriptUrlType type);

  std::string_view script_;
  ScriptTokenizer tokens_;
  ScriptReading how_;
  State state_ = State::statement;
  bool is_over_ = false;
  bool is_async_arrow_ = false;  ///< `async x` or `async (...)` was read, and `=>` comes next
  bool has_awaited_at_top_ = false;
  bool vite_list_may_come_ = false;
  bool vite_helper_may_come_ = false;
  std::uint32_t vite_list_ = 0;  ///< where the "[" of the list is
  ScriptFrame top_;
  std::vector<ScriptFrame> outer_;            ///< the frames around `top_`, innermost last
  std::vector<std::uint32_t> worker_urls_;    ///< those in the first arguments of open workers
  std::vector<std::uint32_t> worker_starts_;  ///< how many of them are before each worker
  std::vector<ScriptUrls::Found> found_;
  std::string value_;
  std::optional<std::uint32_t> module_syntax_;
  std::optional<ScriptFault> fault_;
  std::optional<std::string> vite_base_;
  std::size_t computed_imports_ = 0;
};

ScriptReader::ScriptReader(std::string_view script, ScriptReading how)
    : script_(script),
      tokens_(script, how.has_html_comments ? ScriptHtmlComments::known : ScriptHtmlComments::none),
      how_(how) {
  if (how.awaits_at_top) top_.bits = awaits | outer_awaits;
}

void ScriptReader::read() {
  while (!is_over_) step(tokens_.next(state_ == State::operand));
}

void ScriptReader::give(ScriptUrls& urls) && {
  if (const auto map = tokens_.source_map()) {
    const ScriptUrls::Found found{*map, ScriptForm::source_map, ScriptUrlType::none, '\0'};
    const auto place =
        std::upper_bound(found_.begin(), found_.end(), map->begin,
                         [](std::uint32_t at, auto const& url) { return at < url.span.begin; });
    found_.insert(place, found);
  }
  urls.found_ = std::move(found_);
  urls.module_syntax_ = module_syntax_;
  urls.fault_ = fault_;
  urls.vite_base_ = std::move(vite_base_);
  urls.computed_imports_ = computed_imports_;
}

bool ScriptReader::is_word(Token const& token, std::string_view word) const {
  return token.type == ScriptType::word && text_of(token) == word;
}

bool ScriptReader::is_member(Token const& token, std::string_view name) const {
  return token.type == ScriptType::member && text_of(token) == name;
}

void ScriptReader::step(Token const& token) {
  switch (token.type) {
    case ScriptType::word:
      return on_word(token);
    case ScriptType::member:
      return on_member(token);
    case ScriptType::string:
      // Vite's preload helper begins with this string.
      if (token.text.length() == 13 && text_of(token) == "modulepreload") {
        vite_helper_may_come_ = true;
      }
      return on_operand(token);
    case ScriptType::private_name:
    case ScriptType::number:
    case ScriptType::regular_expression:
      return on_operand(token);
    case ScriptType::whole_template:
      state_ = State::operand;
      return;
    case ScriptType::template_head:
    case ScriptType::template_tail:
      return on_template_part(token);
    case ScriptType::open_paren:
      return on_open_paren(token);
    case ScriptType::close_paren:
      return on_close_paren(token);
    case ScriptType::open_bracket:
      return on_open_bracket(token);
    case ScriptType::close_bracket:
      return on_close_bracket(token);
    case ScriptType::open_brace:
      return on_open_brace(token);
    case ScriptType::close_brace:
      return on_close_brace(token);
    case ScriptType::semicolon:
      return on_semicolon(token);
    case ScriptType::comma:
      return on_comma(token);
    case ScriptType::colon:
      return on_colon(token);
    case ScriptType::question:
      push(Kind::conditional, token.text.begin);
      state_ = State::expression;
      return;
    case ScriptType::optional_chain:
      state_ = State::operand;
      return;
    case ScriptType::arrow:
      return on_arrow(token);
    case ScriptType::star:
      return on_star(token);
    case ScriptType::update:
      return on_update(token);
    case ScriptType::assign:
    case ScriptType::ellipsis:
    case ScriptType::other:
      state_ = State::expression;
      return;
    case ScriptType::end:
    case ScriptType::fault:
      return on_end(token);
  }
}

void ScriptReader::on_end(Token const& token) {
  is_over_ = true;
  if (const auto fault = tokens_.fault()) {
    if (!fault_) fault_ = fault;
  } else if (token.type == ScriptType::end && !outer_.empty()) {
    fail(ScriptFaultKind::unclosed_bracket, top_.offset);
  }
}

void ScriptReader::fail(ScriptFaultKind kind, std::uint32_t offset) {
  is_over_ = true;
  if (!fault_) fault_ = ScriptFault{kind, offset};
}

// Frames.

void ScriptReader::push(Kind kind, std::uint32_t offset) {
  outer_.push_back(top_);
  const unsigned operators = top_.bits & (awaits | yields);
  const unsigned bits = operators | operators << 2 | (top_.bits & in_worker);
  top_ = {offset, kind, static_cast<std::uint16_t>(bits)};
}

void ScriptReader::pop() {
  top_ = outer_.back();
  outer_.pop_back();
}

/// Ends an arrow function without braces, in which other words are operators.
void ScriptReader::leave_arrow() {
  const unsigned operators = top_.bits >> 2 & (awaits | yields);
  top_.bits = static_cast<std::uint16_t>((top_.bits & ~(awaits | yields)) | operators);
}

void ScriptReader::begin_statement() {
  leave_arrow();
  top_.bits = static_cast<std::uint16_t>(top_.bits & ~declares);
  state_ = State::statement;
}

/// Before what cannot follow an operand a semicolon was left out (12.10.1, rule 1). True if `token`
/// was the first of a member of a class.
bool ScriptReader::begin_after_operand(Token const& token) {
  if (holds_statements(top_.kind)) {
    begin_statement();
  } else if (holds_class_members(top_.kind)) {
    leave_arrow();
    state_ = State::key;
    top_.bits = static_cast<std::uint16_t>(top_.bits & ~key_bits);
    on_key(token);
    return true;
  }
  return false;
}

// Operands.

void ScriptReader::on_operand(Token const& token) {
  if (state_ == State::key) return on_key(token);
  if (follows_operand() && begin_after_operand(token)) return;
  state_ = State::operand;
}

void ScriptReader::on_member(Token const& token) {
  state_ = State::operand;
  if (vite_list_may_come_) find_vite_list(token);
}

void ScriptReader::on_name() {
  state_ = state_ == State::binding ? State::bound : State::operand;
}

void ScriptReader::on_word(Token const& token) {
  if (state_ == State::key) return on_key(token);
  if (state_ == State::head) return on_head_word(token);
  if (follows_operand()) {
    if (token.word == Word::in_ || token.word == Word::instanceof_ ||
        (token.word == Word::of_ && top_.kind == Kind::for_paren)) {
      state_ = State::expression;
      return;
    }
    if (begin_after_operand(token)) return;
  }
  if (token.word == Word::none) return on_name();
  on_keyword(token);
}

void ScriptReader::on_keyword(Token const& token) {
  switch (token.word) {
    case Word::async_:
      return on_async(token);
    case Word::await_:
      return on_await();
    case Word::break_:
    case Word::continue_:
      return on_jump();
    case Word::catch_:
    case Word::if_:
    case Word::switch_:
    case Word::while_:
    case Word::with_:
      state_ = State::control;
      return;
    case Word::for_:
      state_ = State::for_control;
      return;
    case Word::class_:
      return on_class(token);
    case Word::const_:
    case Word::var_:
      top_.bits |= declares;
      state_ = State::binding;
      return;
    case Word::debugger_:
    case Word::do_:
    case Word::else_:
    case Word::finally_:
    case Word::try_:
      return begin_statement();
    case Word::export_:
      return on_export(token);
    case Word::function_:
      return on_function(token, false,
                         state_ == State::statement || state_ == State::default_export);
    case Word::import_:
      return on_import(token);
    case Word::let_:
      return on_let(token);
    case Word::new_:
      return on_new();
    case Word::return_:
      return on_return();
    case Word::yield_:
      return on_yield();
    case Word::case_:
    case Word::default_:
    case Word::delete_:
    case Word::extends_:
    case Word::in_:
    case Word::instanceof_:
    case Word::throw_:
    case Word::typeof_:
    case Word::void_:
      state_ = State::expression;
      return;
    case Word::import_scripts:
      on_name();
      return on_import_scripts(tokens_);
    case Word::navigator_:
      on_name();
      return on_navigator(tokens_);
    case Word::global_this:
    case Word::self_:
    case Word::window_:
      on_name();
      return on_global_object();
    case Word::vite_map_deps:
      vite_list_may_come_ = true;
      return on_name();
    case Word::none:
    case Word::of_:
    case Word::static_:
      return on_name();
  }
}

/// `async` begins a function or an arrow function, or is a name.
void ScriptReader::on_async(Token const& token) {
  const bool begins_statement = state_ == State::statement || state_ == State::default_export;
  on_name();
  ScriptTokenizer ahead = tokens_;
  if (ahead.skip_to_next_line()) return;
  const Token next = ahead.next(true);
  if (next.type == ScriptType::open_paren) {
    tokens_ = ahead;
    push(Kind::paren, next.text.begin);
    top_.bits |= follows_async;
    state_ = State::expression;
  } else if (next.word == Word::function_) {
    tokens_ = ahead;
    on_function(token, true, begins_statement);
  } else if (next.type == ScriptType::word) {
    ScriptTokenizer behind = ahead;
    if (behind.next(true).type != ScriptType::arrow) return;
    tokens_ = ahead;
    is_async_arrow_ = true;
  }
}

/// `let` declares, or is a name in sloppy code.
void ScriptReader::on_let(Token const&) {
  const bool may_declare = state_ == State::statement || state_ == State::for_start;
  on_name();
  if (!may_declare) return;
  ScriptTokenizer ahead = tokens_;
  const Token next = ahead.next(true);
  const bool declares_next =
      next.type == ScriptType::open_bracket || next.type == ScriptType::open_brace ||
      (next.type == ScriptType::word && next.word != Word::in_ && next.word != Word::instanceof_);
  if (!declares_next) return;
  top_.bits |= declares;
  state_ = State::binding;
}

/// `break` and `continue`: a label must be on the same line (12.10.1, "restricted productions").
void ScriptReader::on_jump() {
  begin_statement();
  if (tokens_.skip_to_next_line()) return;
  ScriptTokenizer ahead = tokens_;
  if (ahead.next(false).type == ScriptType::word) tokens_ = ahead;
}

/// So must the value of `return`.
void ScriptReader::on_return() {
  if (tokens_.skip_to_next_line()) {
    begin_statement();
  } else {
    state_ = State::expression;
  }
}

/// And that of `yield`.
void ScriptReader::on_yield() {
  if ((top_.bits & yields) == 0) return on_name();
  state_ = tokens_.skip_to_next_line() ? State::bound : State::expression;
}

void ScriptReader::on_await() {
  if (state_ == State::for_control) return;
  if ((top_.bits & awaits) == 0) return on_name();
  has_awaited_at_top_ |= how_.awaits_at_top;
  state_ = State::expression;
}

// Functions and classes.

void ScriptReader::on_function(Token const& token, bool is_async, bool is_declaration) {
  if (vite_helper_may_come_) find_vite_base();
  push(is_declaration ? Kind::function_head : Kind::function_expression_head, token.text.begin);
  top_.bits =
      static_cast<std::uint16_t>((top_.bits & in_worker) | (is_async ? awaits | outer_awaits : 0));
  state_ = State::head;
}

void ScriptReader::on_class(Token const& token) {
  const bool is_declaration = state_ == State::statement || state_ == State::default_export;
  push(is_declaration ? Kind::class_head : Kind::class_expression_head, token.text.begin);
  state_ = State::head;
}

void ScriptReader::on_head_word(Token const& token) {
  if (token.word == Word::extends_ && is_class_head(top_.kind)) state_ = State::expression;
}

/// A word, string, number or private name where a property or member is named.
void ScriptReader::on_key(Token const& token) {
  unsigned bits = top_.bits;
  if ((bits & key_was_async) != 0 && !token.follows_newline) bits |= key_is_async;
  bits &= ~(key_was_async | key_was_static);
  if (token.word == Word::async_) bits |= key_was_async;
  if (token.word == Word::static_) bits |= key_was_static;
  top_.bits = static_cast<std::uint16_t>(bits);
}

// Brackets.

void ScriptReader::on_open_paren(Token const& token) {
  Kind kind = Kind::paren;
  State inside = State::expression;
  switch (state_) {
    case State::key: {  // a method
      const unsigned bits = top_.bits;
      push(Kind::method_head, token.text.begin);
      top_.bits = static_cast<std::uint16_t>(
          (bits & in_worker) | ((bits & key_is_async) != 0 ? awaits | outer_awaits : 0) |
          ((bits & key_is_generator) != 0 ? yields | outer_yields : 0));
      kind = Kind::parameters;
      break;
    }
    case State::head:
      if (!is_function_head(top_.kind)) return refuse(token);
      kind = Kind::parameters;
      break;
    case State::control:
      kind = Kind::control_paren;
      break;
    case State::for_control:
      kind = Kind::for_paren;
      inside = State::for_start;
      break;
    default:
      break;
  }
  push(kind, token.text.begin);
  state_ = inside;
}

void ScriptReader::on_close_paren(Token const& token) {
  const Kind kind = top_.kind;
  if ((top_.bits & follows_async) != 0) {
    ScriptTokenizer ahead = tokens_;
    is_async_arrow_ = ahead.next(true).type == ScriptType::arrow;
  }
  switch (kind) {
    case Kind::worker_paren:
      set_worker_type(ScriptUrlType::none);
      [[fallthrough]];
    case Kind::paren:
    case Kind::scripts_paren:
      pop();
      state_ = State::operand;
      return;
    case Kind::control_paren:
    case Kind::for_paren:
      pop();
      return begin_statement();
    case Kind::parameters:
      pop();
      state_ = State::head;
      return;
    default:
      return refuse(token);
  }
}

void ScriptReader::on_open_bracket(Token const& token) {
  if (state_ == State::arrow_end && holds_class_members(top_.kind)) {
    begin_after_operand(token);
  }
  if (state_ == State::key) {
    on_key(token);
    push(Kind::computed_key, token.text.begin);
    state_ = State::expression;
    return;
  }
  const bool is_vite_list = vite_list_ == token.text.begin && vite_list_ != 0;
  push(is_vite_list ? Kind::vite_bracket : Kind::bracket, token.text.begin);
  state_ = State::expression;
  if (is_vite_list) find_list_literal(ScriptForm::vite_dep);
}

void ScriptReader::on_close_bracket(Token const& token) {
  switch (top_.kind) {
    case Kind::bracket:
    case Kind::vite_bracket:
      pop();
      state_ = State::operand;
      return;
    case Kind::computed_key:
      pop();
      state_ = State::key;
      return;
    default:
      return refuse(token);
  }
}

void ScriptReader::on_open_brace(Token const& token) {
  switch (state_) {
    case State::bound:
    case State::arrow_end:
    case State::operand:
      if (is_class_head(top_.kind)) break;
      if (!holds_statements(top_.kind)) return refuse(token);
      begin_statement();
      [[fallthrough]];
    case State::statement:
    case State::control:  // behind `catch`
      push(Kind::block, token.text.begin);
      state_ = State::statement;
      return;
    case State::arrow:
      push(Kind::arrow_body, token.text.begin);
      state_ = State::statement;
      return;
    case State::key:
      if (!holds_class_members(top_.kind) || (top_.bits & key_was_static) == 0) {
        return refuse(token);
      }
      push(Kind::static_block, token.text.begin);
      state_ = State::statement;
      return;
    case State::head:
      break;
    default:
      push(Kind::object, token.text.begin);
      state_ = State::key;
      return;
  }
  state_ = is_class_head(top_.kind) ? State::key : State::statement;
  top_.kind = body_of(top_.kind);
  top_.offset = token.text.begin;
}

void ScriptReader::on_close_brace(Token const& token) {
  switch (top_.kind) {
    case Kind::block:
    case Kind::function_body:
    case Kind::class_body:
      pop();
      return begin_statement();
    case Kind::function_expression_body:
    case Kind::class_expression_body:
    case Kind::object:
      pop();
      state_ = State::operand;
      return;
    case Kind::arrow_body:
      pop();
      leave_arrow();
      state_ = State::arrow_end;
      return;
    case Kind::method_body:
    case Kind::static_block:
      pop();
      top_.bits = static_cast<std::uint16_t>(top_.bits & ~key_bits);
      state_ = State::key;
      return;
    case Kind::substitution:
      pop();
      return on_template_part(tokens_.next_template_part());
    default:
      return refuse(token);
  }
}

void ScriptReader::on_template_part(Token const& token) {
  if (token.type == ScriptType::template_head) {
    push(Kind::substitution, token.text.begin);
    state_ = State::expression;
  } else if (token.type == ScriptType::template_tail) {
    state_ = State::operand;
  } else {
    on_end(token);
  }
}

// Punctuators.

void ScriptReader::on_semicolon(Token const& token) {
  if (holds_statements(top_.kind)) {
    begin_statement();
  } else if (top_.kind == Kind::for_paren) {
    begin_statement();
    state_ = State::expression;
  } else if (holds_class_members(top_.kind)) {
    leave_arrow();
    top_.bits = static_cast<std::uint16_t>(top_.bits & ~key_bits);
    state_ = State::key;
  } else {
    refuse(token);
  }
}

void ScriptReader::on_comma(Token const&) {
  leave_arrow();
  switch (top_.kind) {
    case Kind::object:
      top_.bits = static_cast<std::uint16_t>(top_.bits & ~key_bits);
      state_ = State::key;
      return;
    case Kind::worker_paren:
      end_worker_argument();
      break;
    case Kind::scripts_paren:
      find_list_literal(ScriptForm::import_scripts);
      break;
    case Kind::vite_bracket:
      find_list_literal(ScriptForm::vite_dep);
      break;
    default:
      break;
  }
  state_ = (top_.bits & declares) != 0 ? State::binding : State::expression;
}

void ScriptReader::on_colon(Token const& token) {
  if (top_.kind == Kind::conditional) {
    pop();
    state_ = State::expression;
  } else if (top_.kind == Kind::object && state_ == State::key) {
    state_ = State::expression;
  } else if (holds_statements(top_.kind)) {
    begin_statement();
  } else {
    refuse(token);
  }
}

void ScriptReader::on_arrow(Token const&) {
  const bool is_async = std::exchange(is_async_arrow_, false);
  const unsigned bits = top_.bits & ~(awaits | yields);
  top_.bits = static_cast<std::uint16_t>(bits | (is_async ? awaits : 0));
  state_ = State::arrow;
}

void ScriptReader::on_star(Token const& token) {
  if (state_ == State::arrow_end && holds_class_members(top_.kind)) begin_after_operand(token);
  if (state_ == State::key) {
    on_key(token);
    top_.bits |= key_is_generator;
  } else if (state_ == State::head) {
    top_.bits |= yields | outer_yields;
  } else {
    state_ = State::expression;
  }
}

/// A postfix operator is on the line of its operand.
void ScriptReader::on_update(Token const& token) {
  if (follows_operand() && !token.follows_newline) return;
  if (follows_operand() && holds_statements(top_.kind)) begin_statement();
  state_ = State::expression;
}

// Modules.

/// False if the script must not have it.
bool ScriptReader::note_module_syntax(Token const& token) {
  if (!module_syntax_) module_syntax_ = token.text.begin;
  if (how_.refuses_module_syntax) fail(ScriptFaultKind::module_syntax, token.text.begin);
  return !how_.refuses_module_syntax;
}

// 13.3.10, "Import Calls"; 13.3.12, "Meta Properties"; 16.2.2, "Imports".
void ScriptReader::on_import(Token const& token) {
  const bool may_declare = state_ == State::statement && top_.kind == Kind::program;
  ScriptTokenizer ahead = tokens_;
  Token next = ahead.next(true);
  if (is_member(next, "meta")) {
    tokens_ = ahead;
    return on_import_meta(token);
  }
  if (is_member(next, "source") || is_member(next, "defer")) next = ahead.next(true);
  if (next.type == ScriptType::open_paren) {
    tokens_ = ahead;
    return read_import_call(next);
  }
  if (!may_declare || next.type == ScriptType::member) return refuse(token);
  if (note_module_syntax(token)) read_import_declaration();
}

void ScriptReader::on_import_meta(Token const& import) {
  state_ = State::operand;
  if (!note_module_syntax(import)) return;
  ScriptTokenizer ahead = tokens_;
  if (!is_member(ahead.next(true), "resolve")) return;
  Token next = ahead.next(true);
  if (next.type == ScriptType::optional_chain) next = ahead.next(true);
  if (next.type != ScriptType::open_paren) return;
  if (const auto literal = read_literal(ahead, ScriptType::close_paren)) {
    const bool is_worker = (top_.bits & in_worker) != 0;
    add(literal->span, literal->quote,
        is_worker ? ScriptForm::worker_meta_url : ScriptForm::meta_resolve, ScriptUrlType::none);
  }
}

void ScriptReader::read_import_call(Token const& paren) {
  push(Kind::paren, paren.text.begin);
  state_ = State::expression;
  if (const auto literal = read_literal(tokens_, ScriptType::close_paren)) {
    const ScriptUrlType type =
        literal->is_last ? ScriptUrlType::none : read_type_option(literal->behind, true);
    add(literal->span, literal->quote, ScriptForm::dynamic_import, type);
  } else {
    ++computed_imports_;
  }
}

/// Reads on from behind `import`.
void ScriptReader::read_import_declaration() {
  ScriptTokenizer ahead = tokens_;
  const Token first = ahead.next(false);
  if (first.type == ScriptType::string) return read_specifier(ahead, first);
  read_from();
}

/// Reads names, `*` and braces up to the specifier behind `from`.
void ScriptReader::read_from() {
  bool follows_from = false;
  bool follows_as = false;
  while (true) {
    const Token token = tokens_.next(true);
    switch (token.type) {
      case ScriptType::string:
        if (follows_from) return read_specifier(tokens_, token);
        if (!follows_as) return refuse(token);
        break;
      case ScriptType::open_brace:
        if (!read_clause()) return;
        break;
      case ScriptType::word:
      case ScriptType::comma:
      case ScriptType::star:
        break;
      case ScriptType::fault:
        return on_end(token);
      default:
        return refuse(token);
    }
    follows_as = is_word(token, "as");
    follows_from = is_word(token, "from");
  }
}

/// Skips `{ a as b, "c d" as e }` from behind the brace.
bool ScriptReader::read_clause() {
  while (true) {
    const Token token = tokens_.next(true);
    switch (token.type) {
      case ScriptType::word:
      case ScriptType::comma:
      case ScriptType::string:
        break;
      case ScriptType::close_brace:
        return true;
      case ScriptType::fault:
        on_end(token);
        return false;
      default:
        refuse(token);
        return false;
    }
  }
}

/// The end of a declaration: its specifier and attributes (16.2.2, WithClause).
void ScriptReader::read_specifier(ScriptTokenizer const& behind, Token const& specifier) {
  tokens_ = behind;
  ScriptTokenizer ahead = behind;
  const bool is_new_line = ahead.skip_to_next_line();
  const Token with = ahead.next(true);
  ScriptUrlType type = ScriptUrlType::none;
  bool valid = true;
  if (with.word == Word::with_ || (is_word(with, "assert") && !is_new_line)) {
    const Token brace = ahead.next(true);
    if (brace.type == ScriptType::open_brace) {
      type = read_attributes(ahead, brace, valid);
      if (valid) tokens_ = ahead;
    }
  }
  if (!valid) return;
  begin_statement();
  add(specifier.text, specifier.quote, ScriptForm::static_import, type);
}

/// Reads `key: "value", ...}` from behind the brace.
ScriptUrlType ScriptReader::read_attributes(ScriptTokenizer& tokens, Token const&, bool& valid) {
  ScriptUrlType type = ScriptUrlType::none;
  bool is_type = false;
  while (true) {
    const Token token = tokens.next(true);
    switch (token.type) {
      case ScriptType::word:
        is_type = text_of(token) == "type";
        break;
      case ScriptType::string:
        if (is_type) {
          type = type_named(token);
          is_type = false;
        } else {
          is_type = text_of(token) == "type";
        }
        break;
      case ScriptType::colon:
      case ScriptType::comma:
        break;
      case ScriptType::close_brace:
        return type;
      case ScriptType::fault:
        on_end(token);
        fault_ = tokens.fault();
        valid = false;
        return type;
      default:
        refuse(token);
        valid = false;
        return type;
    }
  }
}

// 16.2.3, "Exports".
void ScriptReader::on_export(Token const& token) {
  if (state_ != State::statement || top_.kind != Kind::program) return refuse(token);
  if (!note_module_syntax(token)) return;
  ScriptTokenizer ahead = tokens_;
  const Token next = ahead.next(true);
  if (next.type == ScriptType::star) {
    read_from();
  } else if (next.type == ScriptType::open_brace) {
    tokens_ = ahead;
    if (!read_clause()) return;
    ahead = tokens_;
    if (is_word(ahead.next(true), "from")) {
      read_from();
    } else {
      begin_statement();
    }
  } else if (next.word == Word::default_) {
    tokens_ = ahead;
    state_ = State::default_export;
  } else {
    state_ = State::statement;
  }
}

// Workers and URLs.

void ScriptReader::on_new() {
  state_ = State::expression;
  ScriptTokenizer ahead = tokens_;
  Token name = ahead.next(false);
  if (name.type != ScriptType::word) return;
  if (is_global_object(name.word)) {
    name = ahead.next(true);
    if (name.type != ScriptType::member) return;
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
  const auto skip_empty = [this](ScriptTokenizer& tokens) {
    ScriptTokenizer behind = tokens;
    const Token empty = behind.next(false);
    if (!is_literal(empty) || !empty.text.empty()) return;
    const Token plus = behind.next(true);
    if (plus.type == ScriptType::other && text_of(plus) == "+") tokens = behind;
  };
  skip_empty(ahead);
  auto literal = read_literal(ahead, ScriptType::close_paren);
  if (!literal || literal->is_last) return;
  skip_empty(literal->behind);
  if (!skip_import_meta_url(literal->behind)) return;
  const bool is_worker = (top_.bits & in_worker) != 0;
  add(literal->span, literal->quote, is_worker ? ScriptForm::worker_meta_url : ScriptForm::meta_url,
      ScriptUrlType::none);
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
  tokens_ = ahead;
  push(Kind::paren, paren.text.begin);
  state_ = State::expression;
  if (const auto literal = read_literal(tokens_, ScriptType::close_paren)) {
    const ScriptUrlType type =
        literal->is_last ? ScriptUrlType::none : read_type_option(literal->behind, false);
    return add(literal->span, literal->quote, ScriptForm::worker, type);
  }
  top_.kind = Kind::worker_paren;
  top_.bits |= in_worker;
  worker_starts_.push_back(static_cast<std::uint32_t>(worker_urls_.size()));
}

/// The comma behind the first argument of a worker: the options come.
void ScriptReader::end_worker_argument() {
  set_worker_type(read_type_option(tokens_, false));
  top_.kind = Kind::paren;
  if ((outer_.back().bits & in_worker) == 0) {
    top_.bits = static_cast<std::uint16_t>(top_.bits & ~in_worker);
  }
}

/// Ends the first argument of the innermost worker, in which all URLs are of this type.
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
    const ScriptUrlType type =
        literal->is_last ? ScriptUrlType::none : read_type_option(literal->behind, false);
    add(literal->span, literal->quote, ScriptForm::service_worker, type);
  }
}

void ScriptReader::on_global_object() {
  ScriptTokenizer ahead = tokens_;
  const Token name = ahead.next(true);
  if (is_member(name, "navigator")) return on_navigator(ahead);
  if (is_member(name, "importScripts")) on_import_scripts(ahead);
}

void ScriptReader::on_import_scripts(ScriptTokenizer ahead) {
  Token paren = ahead.next(true);
  if (paren.type == ScriptType::optional_chain) paren = ahead.next(true);
  if (paren.type != ScriptType::open_paren) return;
  tokens_ = ahead;
  push(Kind::scripts_paren, paren.text.begin);
  state_ = State::expression;
  find_list_literal(ScriptForm::import_scripts);
}

/// A literal that is the next argument or element of a list.
void ScriptReader::find_list_literal(ScriptForm form) {
  const ScriptType closing =
      form == ScriptForm::vite_dep ? ScriptType::close_bracket : ScriptType::close_paren;
  if (const auto literal = read_literal(tokens_, closing)) {
    add(literal->span, literal->quote, form, ScriptUrlType::none);
  }
}

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

ScriptUrlType ScriptReader::type_named(Token const& value) const {
  const std::string_view name = text_of(value);
  if (name == "json") return ScriptUrlType::json;
  if (name == "css") return ScriptUrlType::css;
  return name == "module" ? ScriptUrlType::module : ScriptUrlType::other;
}

void ScriptReader::add(text::Span span, char quote, ScriptForm form, ScriptUrlType type) {
  if (quote == '`' && !unescape_script(span.in(script_), quote, value_)) {
    return fail(ScriptFaultKind::malformed_escape, span.begin);
  }
  if (form == ScriptForm::worker_meta_url) {
    worker_urls_.push_back(static_cast<std::uint32_t>(found_.size()));
  }
  found_.push_back({span, form, type, quote});
}

// Vite.

/// Looks for `=["assets/a.js",...]` behind `m.f` or `__vite__mapDeps.viteFileDeps`.
void ScriptReader::find_vite_list(Token const& member) {
  const std::string_view name = text_of(member);
  if (name != "f" && name != "viteFileDeps") return;
  ScriptTokenizer ahead = tokens_;
  if (ahead.next(true).type != ScriptType::assign) return;
  const Token bracket = ahead.next(false);
  if (bracket.type != ScriptType::open_bracket) return;
  vite_list_ = bracket.text.begin;
  vite_list_may_come_ = false;
}

/// Looks for `(e){return"/site/"+e}` behind `function`.
void ScriptReader::find_vite_base() {
  ScriptTokenizer ahead = tokens_;
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
  vite_helper_may_come_ = false;
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

}  // namespace

// FAST: `new URL` and the lists of Vite count only beside `import`; `navigator.serviceWorker` has
// the word `Worker`.
bool may_name_urls(std::string_view script) {
  return has_script_word(script, "import") || has_script_word(script, "export") ||
         has_script_word(script, "Worker") || has_script_word(script, "importScripts") ||
         text::find_bytes(script, "sourceMappingURL=") != script.npos;
}

ScriptUrls::ScriptUrls(std::string_view script, ScriptGoal goal)
    : script_(script), is_module_(goal == ScriptGoal::module) {
  if (!may_name_urls(script)) return;
  const bool is_module = goal == ScriptGoal::module;
  const bool is_classic = goal == ScriptGoal::classic;
  ScriptReader reader(script, {.has_html_comments = !is_module,
                               .awaits_at_top = !is_classic,
                               .refuses_module_syntax = is_classic});
  reader.read();
  if (goal == ScriptGoal::unknown && (reader.is_module() || reader.has_fault())) {
    // What was read by the rules of one goal may be another thing by those of the other.
    if (reader.has_read_html_comment()) {
      ScriptReader again(
          script,
          {.has_html_comments = false, .awaits_at_top = true, .refuses_module_syntax = false});
      again.read();
      if (again.is_module()) reader = std::move(again);
    } else if (!reader.is_module() && reader.has_awaited_at_top()) {
      ScriptReader again(
          script,
          {.has_html_comments = true, .awaits_at_top = false, .refuses_module_syntax = false});
      again.read();
      if (!again.has_fault()) reader = std::move(again);
    }
  }
  is_module_ = is_module || reader.is_module();
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
