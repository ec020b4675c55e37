// Reads a script as far as grammar decides what its tokens are, and stops where it may name a URL.
//
// The grammar has to know where a "/" divides and where it begins a regular expression, as all else
// depends on that: a quote in `/"/` begins no string. The standard leaves the answer to the
// grammar: `a / b` divides, `if (a) /b/` does not, and behind a "}" it depends on what the "{"
// began.
//
// So two things are followed. `ScriptState` says what may come next: a statement, an operand, or,
// behind one, an operator. The innermost `ScriptFrame` says what its closing bracket ends. Together
// they decide the places that need grammar:
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
// next statement begins, whatever it belongs to. Programs that are not valid may pass: a fault is
// certain, no fault is no proof.
#pragma once

#include <concepts>  // IWYU pragma: keep
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "hrefkit/html/script_urls.h"
#include "hrefkit/html/syntax/script_search.h"
#include "hrefkit/html/syntax/script_tokenizer.h"

namespace hrefkit::html {

/// What may come next. Behind those from `bound` on an operator may come.
enum class ScriptState : std::uint8_t {
  key,                   ///< the name of a property or of a member of a class
  head,                  ///< what is before the body of a function or class
  control,               ///< the "(" of `if`, `while`, ...
  for_control,           ///< the "(" of `for`
  binding,               ///< the name or pattern of a variable
  last_exact = binding,  ///< in the states up to here each token counts
  statement,
  expression,      ///< an operand
  for_start,       ///< behind `for (`: an operand or a declaration
  default_export,  ///< behind `export default`: an operand, or a declaration of a function or class
  arrow,           ///< behind `=>`: an operand, or a "{" that begins a body
  bound,  ///< behind the name of a variable: no operator but "=", so that a "/" begins a regular
          ///< expression on a new line
  arrow_end,  ///< behind the body of an arrow function: no operator
  operand,    ///< behind an operand
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
  bracket,
  control_paren,
  for_paren,
  parameters,
  computed_key,
  substitution,  ///< in a template
  conditional,   ///< from the "?" to the ":"
  // So do these, and each argument or element of theirs is an event.
  list_paren,
  list_bracket,
  worker_paren,  ///< of the first argument alone
};

/// One of the open brackets, innermost last.
struct ScriptFrame {
  std::uint32_t offset = 0;  ///< of the opening bracket
  ScriptFrameKind kind = ScriptFrameKind::program;
  std::uint16_t bits = 0;  ///< what else is known of it (script_grammar.cpp)
};

/// Where the grammar stops. The tokenizer is behind what is named here.
enum class ScriptEvent : std::uint8_t {
  none,
  over,            ///< the end or a fault
  import_,         ///< `import`, which is no name of a property
  export_,         ///< the same of `export`
  new_,            ///< `new`
  name,            ///< `importScripts`, `navigator`, `window`, `self`, `globalThis`,
                   ///< `__vite__mapDeps`
  function,        ///< `function`, where these are watched
  bracket,         ///< a "[" of an array, where these are watched
  preload,         ///< the string "modulepreload"
  list_item,       ///< an argument or element of a list begins, but for the first
  worker_options,  ///< the first argument of a worker ended with a comma
  worker_end,      ///< or with the ")"
};

/// How a text is read.
struct ScriptReading {
  bool has_html_comments = true;  ///< as in classic scripts
  bool awaits_at_top = true;      ///< `await` outside of functions is an operator, as in modules
};

/// Follows the grammar of one script. Takes linear time, and 8 bytes for each open bracket.
class ScriptGrammar {
 public:
  /// `script` is UTF-8 of at most 4 GiB; it must outlive this.
  ScriptGrammar(std::string_view script, ScriptReading how);
  template <std::same_as<std::string> Temporary>
  ScriptGrammar(Temporary&&, ScriptReading) = delete;  // the text would not outlive this

  /// Reads on to the next event.
  ScriptEvent next();

  /// The word of an event.
  ScriptToken const& word() const { return word_; }

  /// To look ahead, copy it.
  ScriptTokenizer const& tokens() const { return tokens_; }

  /// The kind of the innermost frame.
  ScriptFrameKind frame() const { return top_.kind; }

  /// Where the bracket of the innermost frame is.
  std::uint32_t offset() const { return top_.offset; }

  /// True in the first argument of a worker.
  bool is_in_worker() const;

  /// True where an import or export declaration may stand.
  bool may_declare() const {
    return state_ == ScriptState::statement && top_.kind == ScriptFrameKind::program;
  }

  // What was read by looking ahead.

  /// Goes on behind what `tokens` has read.
  void skip_to(ScriptTokenizer const& tokens) { tokens_ = tokens; }

  /// The same, in the bracket at `offset`, which was read.
  void enter(ScriptFrameKind kind, std::uint32_t offset, ScriptTokenizer const& tokens);

  /// The innermost frame is of another kind.
  void become(ScriptFrameKind kind);

  /// What was read ended a statement, an operand, or was `export default`.
  void end_statement();
  void end_operand() { state_ = ScriptState::operand; }
  void expect_default_export() { state_ = ScriptState::default_export; }

  void watch_functions(bool watch) { watches_functions_ = watch; }
  void watch_brackets(bool watch) { watches_brackets_ = watch; }

  // How it ended.

  void fail(ScriptFaultKind kind, std::uint32_t offset);
  void fail(ScriptTokenizer const& tokens, ScriptToken const& token);
  std::optional<ScriptFault> const& fault() const { return fault_; }

  /// True if `await` was read as an operator only since it is one at the top.
  bool has_awaited_at_top() const { return has_awaited_at_top_; }

 private:
  using State = ScriptState;
  using Kind = ScriptFrameKind;
  using Word = ScriptWord;
  using Token = ScriptToken;

  bool follows_operand() const { return state_ >= State::bound; }
  void refuse(std::uint32_t offset) { fail(ScriptFaultKind::unexpected_token, offset); }
  void set(unsigned bits);
  void clear(unsigned bits);

  void step();
  void skip_plain();
  void on_token(Token const& token);

  void push(Kind kind, std::uint32_t offset);
  void pop();
  void leave_arrow();
  void begin_statement();
  bool begin_after_operand(Token const& token);

  void on_operand(Token const& token);
  void on_string(Token const& token);
  void on_word(Token const& token);
  void on_keyword(Token const& token);
  void on_name();
  void on_key(Token const& token);
  void on_head_word(Token const& token);
  void on_open_paren(std::uint32_t offset);
  void on_close_paren(std::uint32_t offset);
  void on_open_bracket(std::uint32_t offset);
  void on_close_bracket(std::uint32_t offset);
  void on_open_brace(std::uint32_t offset);
  void on_replaced_head(std::uint32_t offset);
  void on_close_brace(std::uint32_t offset);
  void on_template_part(Token const& token);
  void on_semicolon(std::uint32_t offset);
  void on_comma();
  void on_colon(std::uint32_t offset);
  void on_arrow();
  void on_star(Token const& token);
  void on_update(Token const& token);
  void on_end(Token const& token);

  void on_async(Token const& token);
  void on_let();
  void on_jump();
  void on_return();
  void on_yield();
  void on_await();
  void on_function(Token const& token, bool is_async, bool is_declaration);
  void on_class(Token const& token);

  std::string_view script_;
  ScriptTokenizer tokens_;
  ScriptSearch search_;
  State state_ = State::statement;
  ScriptEvent event_ = ScriptEvent::none;
  bool awaits_at_top_;
  bool is_async_arrow_ = false;  ///< `async x` or `async (...)` was read, and `=>` comes next
  bool has_awaited_at_top_ = false;
  bool watches_functions_ = false;
  bool watches_brackets_ = false;
  ScriptFrame top_;
  std::vector<ScriptFrame> outer_;  ///< the frames around `top_`, innermost last
  ScriptToken word_;
  std::optional<ScriptFault> fault_;
};

}  // namespace hrefkit::html
