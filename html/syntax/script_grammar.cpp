#include "hrefkit/html/syntax/script_grammar.h"

#include <utility>

#include "hrefkit/text/span.h"

namespace hrefkit::html {

namespace {

using ScriptType = ScriptTokenType;

// What a frame knows, as a set of bits.

constexpr unsigned awaits = 1;        ///< `await` is an operator
constexpr unsigned yields = 2;        ///< so is `yield`
constexpr unsigned outer_awaits = 4;  ///< the same outside of an arrow function without braces
constexpr unsigned outer_yields = 8;
constexpr unsigned operators = awaits | yields;
constexpr unsigned declares = 16;       ///< a comma is behind a variable
constexpr unsigned has_commas = 32;     ///< a comma changes more than the state
constexpr unsigned follows_async = 64;  ///< a parenthesis behind `async`
constexpr unsigned in_worker = 128;     ///< in the first argument of `new Worker`
constexpr unsigned key_is_async = 256;  ///< of a member
constexpr unsigned key_is_generator = 512;
constexpr unsigned key_was_async = 1024;  ///< the last word of a member was `async`
constexpr unsigned key_was_static = 2048;
constexpr unsigned key_bits = key_is_async | key_is_generator | key_was_async | key_was_static;

bool holds_statements(ScriptFrameKind kind) {
  return kind <= ScriptFrameKind::last_statements;
}

bool holds_class_members(ScriptFrameKind kind) {
  return kind == ScriptFrameKind::class_body || kind == ScriptFrameKind::class_expression_body;
}

bool is_class_head(ScriptFrameKind kind) {
  return kind == ScriptFrameKind::class_head || kind == ScriptFrameKind::class_expression_head;
}

bool is_function_head(ScriptFrameKind kind) {
  return kind >= ScriptFrameKind::function_head && kind <= ScriptFrameKind::method_head;
}

/// True where a comma begins a key or an item.
bool is_list(ScriptFrameKind kind) {
  return kind == ScriptFrameKind::object || kind >= ScriptFrameKind::list_paren;
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

}  // namespace

ScriptGrammar::ScriptGrammar(std::string_view script, ScriptReading how)
    : script_(script),
      tokens_(script, how.has_html_comments ? ScriptTokenizer::HtmlComments::known
                                            : ScriptTokenizer::HtmlComments::none),
      search_(script),
      awaits_at_top_(how.awaits_at_top) {
  if (awaits_at_top_) top_.bits = awaits | outer_awaits;
}

ScriptEvent ScriptGrammar::next() {
  event_ = fault_ ? ScriptEvent::over : ScriptEvent::none;
  while (event_ == ScriptEvent::none) step();
  return event_;
}

/// FAST: skips a run that changes nothing but the state.
inline void ScriptGrammar::skip_plain() {
  using enum ScriptTokenizer::PlainEnd;
  const ScriptTokenizer::PlainEnd end = tokens_.skip_plain(search_, (top_.bits & has_commas) != 0);
  if (end == update) [[unlikely]] {
    if (!follows_operand()) state_ = State::expression;
    return;
  }
  const State behind = end == operand ? State::operand : State::expression;
  state_ = end == nothing ? state_ : behind;
}

inline void ScriptGrammar::step() {
  if (state_ > State::last_exact) {
    skip_plain();
    if (tokens_.is_at_keyword()) return on_word(tokens_.take_keyword());
  } else if (state_ == State::key && top_.kind == Kind::object && tokens_.skip_key()) {
    state_ = State::expression;
    return;
  }
  switch (tokens_.peek()) {
    case ScriptByte::open_paren:
      return on_open_paren(tokens_.take_byte());
    case ScriptByte::close_paren:
      return on_close_paren(tokens_.take_byte());
    case ScriptByte::open_bracket:
      return on_open_bracket(tokens_.take_byte());
    case ScriptByte::close_bracket:
      return on_close_bracket(tokens_.take_byte());
    case ScriptByte::open_brace:
      return on_open_brace(tokens_.take_byte());
    case ScriptByte::close_brace:
      return on_close_brace(tokens_.take_byte());
    case ScriptByte::semicolon:
      return on_semicolon(tokens_.take_byte());
    case ScriptByte::comma:
      tokens_.take_byte();
      return on_comma();
    case ScriptByte::colon:
      return on_colon(tokens_.take_byte());
    default:
      return on_token(tokens_.next(state_ == State::operand));
  }
}

void ScriptGrammar::on_token(Token const& token) {
  const std::uint32_t offset = token.text.begin;
  switch (token.type) {
    case ScriptType::word:
      return on_word(token);
    case ScriptType::string:
      return on_string(token);
    case ScriptType::private_name:
    case ScriptType::number:
    case ScriptType::regular_expression:
      return on_operand(token);
    case ScriptType::member:
    case ScriptType::whole_template:
    case ScriptType::optional_chain:
      state_ = State::operand;
      return;
    case ScriptType::template_head:
    case ScriptType::template_tail:
      return on_template_part(token);
    case ScriptType::open_paren:
      return on_open_paren(offset);
    case ScriptType::close_paren:
      return on_close_paren(offset);
    case ScriptType::open_bracket:
      return on_open_bracket(offset);
    case ScriptType::close_bracket:
      return on_close_bracket(offset);
    case ScriptType::open_brace:
      return on_open_brace(offset);
    case ScriptType::close_brace:
      return on_close_brace(offset);
    case ScriptType::semicolon:
      return on_semicolon(offset);
    case ScriptType::comma:
      return on_comma();
    case ScriptType::colon:
      return on_colon(offset);
    case ScriptType::question:
      push(Kind::conditional, offset);
      state_ = State::expression;
      return;
    case ScriptType::arrow:
      return on_arrow();
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

void ScriptGrammar::on_end(Token const& token) {
  if (token.type == ScriptType::end && !outer_.empty()) {
    return fail(ScriptFaultKind::unclosed_bracket, top_.offset);
  }
  if (!fault_) fault_ = tokens_.fault();
  event_ = ScriptEvent::over;
}

void ScriptGrammar::fail(ScriptFaultKind kind, std::uint32_t offset) {
  if (!fault_) fault_ = ScriptFault{kind, offset};
  event_ = ScriptEvent::over;
}

/// Reports `token` as unexpected, or as malformed.
void ScriptGrammar::fail(ScriptTokenizer const& tokens, Token const& token) {
  if (token.type == ScriptType::fault && !fault_) fault_ = tokens.fault();
  refuse(token.text.begin);
}

// Frames.

inline void ScriptGrammar::set(unsigned bits) {
  top_.bits = static_cast<std::uint16_t>(top_.bits | bits);
}

inline void ScriptGrammar::clear(unsigned bits) {
  top_.bits = static_cast<std::uint16_t>(top_.bits & ~bits);
}

inline void ScriptGrammar::push(Kind kind, std::uint32_t offset) {
  outer_.push_back(top_);
  const unsigned inherited = top_.bits & operators;
  const unsigned bits =
      inherited | inherited << 2 | (top_.bits & in_worker) | (is_list(kind) ? has_commas : 0);
  top_ = {offset, kind, static_cast<std::uint16_t>(bits)};
}

inline void ScriptGrammar::pop() {
  top_ = outer_.back();
  outer_.pop_back();
}

/// Ends an arrow function without braces, in which other words are operators.
inline void ScriptGrammar::leave_arrow() {
  top_.bits = static_cast<std::uint16_t>((top_.bits & ~operators) | (top_.bits >> 2 & operators));
}

inline void ScriptGrammar::begin_statement() {
  leave_arrow();
  clear(declares | has_commas);
  state_ = State::statement;
}

void ScriptGrammar::enter(Kind kind, std::uint32_t offset, ScriptTokenizer const& tokens) {
  tokens_ = tokens;
  push(kind, offset);
  if (kind == Kind::worker_paren) set(in_worker);
  state_ = State::expression;
}

void ScriptGrammar::become(Kind kind) {
  top_.kind = kind;
  if (is_list(kind)) set(has_commas);
}

void ScriptGrammar::end_statement() {
  begin_statement();
}

bool ScriptGrammar::is_in_worker() const {
  return (top_.bits & in_worker) != 0;
}

/// Before what cannot follow an operand a semicolon was left out (12.10.1, rule 1). True if `token`
/// was the first of a member of a class.
bool ScriptGrammar::begin_after_operand(Token const& token) {
  if (holds_statements(top_.kind)) {
    begin_statement();
  } else if (holds_class_members(top_.kind)) {
    leave_arrow();
    clear(key_bits);
    state_ = State::key;
    on_key(token);
    return true;
  }
  return false;
}

// Operands and words.

void ScriptGrammar::on_operand(Token const& token) {
  if (state_ == State::key) return on_key(token);
  if (follows_operand() && token.follows_newline && begin_after_operand(token)) return;
  state_ = State::operand;
}

void ScriptGrammar::on_string(Token const& token) {
  on_operand(token);
  constexpr std::string_view preload = "modulepreload";
  if (token.text.length() == preload.size() && tokens_.text_of(token) == preload) {
    event_ = ScriptEvent::preload;
  }
}

void ScriptGrammar::on_name() {
  state_ = state_ == State::binding ? State::bound : State::operand;
}

void ScriptGrammar::on_word(Token const& token) {
  if (state_ == State::key) return on_key(token);
  if (state_ == State::head) return on_head_word(token);
  if (follows_operand()) {
    if (token.word == Word::in_ || token.word == Word::instanceof_ ||
        (token.word == Word::of_ && top_.kind == Kind::for_paren)) {
      state_ = State::expression;
      return;
    }
    if (token.follows_newline && begin_after_operand(token)) return;
  }
  if (token.word == Word::none) return on_name();
  on_keyword(token);
}

void ScriptGrammar::on_keyword(Token const& token) {
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
      set(declares | has_commas);
      state_ = State::binding;
      return;
    case Word::debugger_:
    case Word::do_:
    case Word::else_:
    case Word::finally_:
    case Word::try_:
      return begin_statement();
    case Word::function_:
      return on_function(token, false,
                         state_ == State::statement || state_ == State::default_export);
    case Word::let_:
      return on_let();
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
    case Word::export_:
    case Word::import_:
      word_ = token;
      event_ = token.word == Word::import_ ? ScriptEvent::import_ : ScriptEvent::export_;
      return;
    case Word::new_:
      state_ = State::expression;
      event_ = ScriptEvent::new_;
      return;
    case Word::import_scripts:
    case Word::navigator_:
    case Word::global_this:
    case Word::self_:
    case Word::window_:
    case Word::vite_map_deps:
      word_ = token;
      event_ = ScriptEvent::name;
      return on_name();
    case Word::none:
    case Word::of_:
    case Word::static_:
      return on_name();
  }
}

/// `async` begins a function or an arrow function, or is a name.
void ScriptGrammar::on_async(Token const& token) {
  const bool begins_statement = state_ == State::statement || state_ == State::default_export;
  on_name();
  ScriptTokenizer ahead = tokens_;
  if (ahead.skip_to_next_line()) return;
  const Token next = ahead.next(true);
  if (next.type == ScriptType::open_paren) {
    enter(Kind::paren, next.text.begin, ahead);
    set(follows_async);
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
void ScriptGrammar::on_let() {
  const bool may_declare = state_ == State::statement || state_ == State::for_start;
  on_name();
  if (!may_declare) return;
  ScriptTokenizer ahead = tokens_;
  const Token next = ahead.next(true);
  const bool is_declared =
      next.type == ScriptType::open_bracket || next.type == ScriptType::open_brace ||
      (next.type == ScriptType::word && next.word != Word::in_ && next.word != Word::instanceof_);
  if (!is_declared) return;
  set(declares | has_commas);
  state_ = State::binding;
}

/// `break` and `continue`: a label must be on the same line (12.10.1, "restricted productions").
void ScriptGrammar::on_jump() {
  begin_statement();
  if (tokens_.skip_to_next_line()) return;
  ScriptTokenizer ahead = tokens_;
  if (ahead.next(false).type == ScriptType::word) tokens_ = ahead;
}

/// So must the value of `return`.
void ScriptGrammar::on_return() {
  if (tokens_.skip_to_next_line()) {
    begin_statement();
  } else {
    state_ = State::expression;
  }
}

/// And that of `yield`.
void ScriptGrammar::on_yield() {
  if ((top_.bits & yields) == 0) return on_name();
  state_ = tokens_.skip_to_next_line() ? State::bound : State::expression;
}

void ScriptGrammar::on_await() {
  if (state_ == State::for_control) return;
  if ((top_.bits & awaits) == 0) return on_name();
  has_awaited_at_top_ |= awaits_at_top_;
  state_ = State::expression;
}

// Functions and classes.

void ScriptGrammar::on_function(Token const& token, bool is_async, bool is_declaration) {
  if (watches_functions_) event_ = ScriptEvent::function;
  push(is_declaration ? Kind::function_head : Kind::function_expression_head, token.text.begin);
  clear(operators | operators << 2);
  if (is_async) set(awaits | outer_awaits);
  state_ = State::head;
}

void ScriptGrammar::on_class(Token const& token) {
  const bool is_declaration = state_ == State::statement || state_ == State::default_export;
  push(is_declaration ? Kind::class_head : Kind::class_expression_head, token.text.begin);
  state_ = State::head;
}

void ScriptGrammar::on_head_word(Token const& token) {
  if (token.word == Word::extends_ && is_class_head(top_.kind)) state_ = State::expression;
}

/// A word, string, number or private name where a property or member is named.
void ScriptGrammar::on_key(Token const& token) {
  const bool is_async = (top_.bits & key_was_async) != 0 && !token.follows_newline;
  clear(key_was_async | key_was_static);
  if (is_async) set(key_is_async);
  if (token.word == Word::async_) set(key_was_async);
  if (token.word == Word::static_) set(key_was_static);
}

// Brackets.

void ScriptGrammar::on_open_paren(std::uint32_t offset) {
  Kind kind = Kind::paren;
  State inside = State::expression;
  switch (state_) {
    case State::key: {  // a method
      const unsigned bits = top_.bits;
      push(Kind::method_head, offset);
      clear(operators | operators << 2);
      if ((bits & key_is_async) != 0) set(awaits | outer_awaits);
      if ((bits & key_is_generator) != 0) set(yields | outer_yields);
      kind = Kind::parameters;
      break;
    }
    case State::head:
      if (!is_function_head(top_.kind)) return refuse(offset);
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
  push(kind, offset);
  state_ = inside;
}

void ScriptGrammar::on_close_paren(std::uint32_t offset) {
  switch (top_.kind) {
    case Kind::worker_paren:
      event_ = ScriptEvent::worker_end;
      break;
    case Kind::paren:
      if ((top_.bits & follows_async) != 0) {
        ScriptTokenizer ahead = tokens_;
        is_async_arrow_ = ahead.next(true).type == ScriptType::arrow;
      }
      break;
    case Kind::list_paren:
      break;
    case Kind::control_paren:
    case Kind::for_paren:
      pop();
      return begin_statement();
    case Kind::parameters:
      pop();
      state_ = State::head;
      return;
    default:
      return refuse(offset);
  }
  pop();
  state_ = State::operand;
}

void ScriptGrammar::on_open_bracket(std::uint32_t offset) {
  const Token token{.text = text::make_span(offset, offset + 1)};
  if (state_ == State::arrow_end && holds_class_members(top_.kind)) begin_after_operand(token);
  if (state_ == State::key) {
    on_key(token);
    push(Kind::computed_key, offset);
  } else {
    push(Kind::bracket, offset);
    if (watches_brackets_) event_ = ScriptEvent::bracket;
  }
  state_ = State::expression;
}

void ScriptGrammar::on_close_bracket(std::uint32_t offset) {
  const Kind kind = top_.kind;
  if (kind != Kind::bracket && kind != Kind::list_bracket && kind != Kind::computed_key) {
    return refuse(offset);
  }
  pop();
  state_ = kind == Kind::computed_key ? State::key : State::operand;
}

void ScriptGrammar::on_open_brace(std::uint32_t offset) {
  switch (state_) {
    case State::bound:
    case State::arrow_end:
    case State::operand:
      if (is_class_head(top_.kind)) return on_replaced_head(offset);
      if (!holds_statements(top_.kind)) return refuse(offset);
      begin_statement();
      [[fallthrough]];
    case State::statement:
    case State::control:  // behind `catch`
      push(Kind::block, offset);
      state_ = State::statement;
      return;
    case State::arrow:
      push(Kind::arrow_body, offset);
      state_ = State::statement;
      return;
    case State::key:
      if (!holds_class_members(top_.kind) || (top_.bits & key_was_static) == 0) {
        return refuse(offset);
      }
      push(Kind::static_block, offset);
      state_ = State::statement;
      return;
    case State::head:
      return on_replaced_head(offset);
    default:
      push(Kind::object, offset);
      state_ = State::key;
      return;
  }
}

/// The body of a function or class has the frame of its head.
void ScriptGrammar::on_replaced_head(std::uint32_t offset) {
  state_ = is_class_head(top_.kind) ? State::key : State::statement;
  top_.kind = body_of(top_.kind);
  top_.offset = offset;
}

void ScriptGrammar::on_close_brace(std::uint32_t offset) {
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
      clear(key_bits);
      state_ = State::key;
      return;
    case Kind::substitution:
      pop();
      return on_template_part(tokens_.next_template_part());
    default:
      return refuse(offset);
  }
}

void ScriptGrammar::on_template_part(Token const& token) {
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

void ScriptGrammar::on_semicolon(std::uint32_t offset) {
  if (holds_statements(top_.kind)) {
    begin_statement();
  } else if (top_.kind == Kind::for_paren) {
    begin_statement();
    state_ = State::expression;
  } else if (holds_class_members(top_.kind)) {
    leave_arrow();
    clear(key_bits);
    state_ = State::key;
  } else {
    refuse(offset);
  }
}

void ScriptGrammar::on_comma() {
  leave_arrow();
  state_ = (top_.bits & declares) != 0 ? State::binding : State::expression;
  switch (top_.kind) {
    case Kind::object:
      clear(key_bits);
      state_ = State::key;
      return;
    case Kind::list_paren:
    case Kind::list_bracket:
      event_ = ScriptEvent::list_item;
      return;
    case Kind::worker_paren:
      event_ = ScriptEvent::worker_options;
      top_.kind = Kind::paren;
      if ((outer_.back().bits & in_worker) == 0) clear(in_worker);
      break;
    default:
      break;
  }
  if (state_ == State::expression) clear(has_commas);
}

void ScriptGrammar::on_colon(std::uint32_t offset) {
  if (top_.kind == Kind::conditional) {
    pop();
    state_ = State::expression;
  } else if (top_.kind == Kind::object && state_ == State::key) {
    state_ = State::expression;
  } else if (holds_statements(top_.kind)) {
    begin_statement();
  } else {
    refuse(offset);
  }
}

void ScriptGrammar::on_arrow() {
  const bool is_async = std::exchange(is_async_arrow_, false);
  clear(operators);
  set((is_async ? awaits : 0) | has_commas);
  state_ = State::arrow;
}

void ScriptGrammar::on_star(Token const& token) {
  if (state_ == State::arrow_end && holds_class_members(top_.kind)) begin_after_operand(token);
  if (state_ == State::key) {
    on_key(token);
    set(key_is_generator);
  } else if (state_ == State::head) {
    set(yields | outer_yields);
  } else {
    state_ = State::expression;
  }
}

/// A postfix operator is on the line of its operand.
void ScriptGrammar::on_update(Token const& token) {
  if (follows_operand() && !token.follows_newline) return;
  if (follows_operand() && holds_statements(top_.kind)) begin_statement();
  state_ = State::expression;
}

}  // namespace hrefkit::html
