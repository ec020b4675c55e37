/* rewrite() and rewriteAsync(): replace URLs in the links of a page.
 *
 * rewriteAsync() works in the pool, where no function of JavaScript can be called. So the page is
 * rewritten in turns: in the pool the links that have no answer yet are listed, and stay as they
 * are; JavaScript has the function answer them; and the page is rewritten anew. A page is read
 * once more than by rewrite(), and no thread waits for the function. */
#include <stdlib.h>
#include <string.h>

#include "addon.h"

typedef struct change {
  napi_env env;
  napi_value function, receiver;
  hrefkit_error refused; /* an answer that is not a URL */
} change;

enum { callback_threw = -1, answer_refused = -2 };

/* Reads the answer of the function: a string, or null. */
static int take_answer(change* own, napi_value value, hrefkit_answer* answer) {
  arena memory;
  hrefkit_view url;
  hrefkit_status status = HREFKIT_OK;
  arena_begin(&memory);
  bool const is_read = read_text(own->env, value, &memory, &url);
  if (is_read && url.data) status = hrefkit_answer_set(answer, url);
  if (status < 0) {
    own->refused.status = status;
    strcpy(own->refused.message, "the answer of the function is not a URL");
  }
  arena_end(&memory);
  if (!is_read) return callback_threw;
  return status < 0 ? answer_refused : 0;
}

static int map_url(void* user, hrefkit_link const* row, hrefkit_answer* answer) {
  change* const own = user;
  napi_env const env = own->env;
  napi_value values[max_row_values], value;
  napi_handle_scope scope;
  if (!succeeded(env, napi_open_handle_scope(env, &scope))) return callback_threw;
  int result = callback_threw;
  if (row_values(env, HREFKIT_ROW_LINK, row, values) &&
      napi_call_function(env, own->receiver, own->function, row_value_count(HREFKIT_ROW_LINK),
                         values, &value) == napi_ok) {
    result = take_answer(own, value, answer);
  }
  napi_close_handle_scope(env, scope);
  return result;
}

/* ---- rules ---- */

/* The options: [form, drop base, drop xml:base, do not verify, keep, new URL, rebase, no edits] */
static bool read_options(napi_env env, napi_value value, arena* memory,
                         hrefkit_rewrite_options* out) {
  uint64_t numbers[5], no_edits;
  napi_value rebase;
  for (uint32_t i = 0; i < COUNT(numbers); ++i) {
    if (!read_number(env, value, i, &numbers[i])) return false;
  }
  out->form = (uint8_t)numbers[0];
  out->drop_base = (uint8_t)numbers[1];
  out->drop_xml_base = (uint8_t)numbers[2];
  out->no_verify = (uint8_t)numbers[3];
  out->keep = (uint32_t)numbers[4];
  return read_element_text(env, value, 5, memory, &out->new_url) &&
         element(env, value, 6, &rebase) &&
         read_pairs(env, rebase, memory, &out->rebase, &out->rebase_count) &&
         read_number(env, value, 7, &no_edits) && ((out->no_edits = (uint8_t)no_edits), true);
}

/* Rules for pages that are strings, or for bytes: those of one page, or parsed for many. */
typedef struct rules {
  hrefkit_rewriter* rewriter; /* null: of one page */
  hrefkit_find_options find;
  hrefkit_rewrite_options options;
  arena memory; /* of the options */
  size_t uses;  /* in JavaScript's thread: its object, and pages that are being rewritten */
} rules;

static void end_rules(rules* given) {
  if (!given || --given->uses != 0) return;
  hrefkit_rewriter_free(given->rewriter);
  arena_end(&given->memory);
  free(given);
}

/* Who is asked for the links of the page that this thread rewrites. Rules may be used by several
 * threads at once, so that they cannot name it. */
typedef struct asker {
  hrefkit_map_url map;
  void* user;
  job* job; /* null in JavaScript's thread */
} asker;
static _Thread_local asker current;

static int ask_current(void* user, hrefkit_link const* row, hrefkit_answer* answer) {
  (void)user;
  return current.map ? current.map(current.user, row, answer) : 0;
}

static int poll_current(void* user) {
  (void)user;
  return job_poll(current.job);
}

static hrefkit_status run_rules(rules const* own, page const* data, hrefkit_view url, asker ask,
                                hrefkit_rewritten** out, hrefkit_error* error) {
  asker const outer = current;
  current = ask;
  hrefkit_status const status =
      own->rewriter ? hrefkit_rewriter_run(own->rewriter, data->bytes, data->size, url, out, error)
                    : hrefkit_rewrite(data->bytes, data->size, url, &own->options, out, error);
  current = outer;
  return status;
}

/* `value` is [reading, options, pairs, is there a function]. Null after throwing. */
static rules* read_rules(napi_env env, napi_value value, bool decoded) {
  napi_value parts[4];
  bool has_function = false;
  for (uint32_t i = 0; i < COUNT(parts); ++i) {
    if (!element(env, value, i, &parts[i])) return NULL;
  }
  rules* own = malloc(sizeof *own);
  if (!own) {
    throw_memory(env);
    return NULL;
  }
  own->rewriter = NULL;
  own->options = (hrefkit_rewrite_options)HREFKIT_REWRITE_OPTIONS_INIT;
  own->uses = 1;
  arena_begin(&own->memory);
  if (read_reading(env, parts[0], &own->memory, decoded, &own->find) &&
      read_options(env, parts[1], &own->memory, &own->options) &&
      read_pairs(env, parts[2], &own->memory, &own->options.map, &own->options.map_count) &&
      succeeded(env, napi_get_value_bool(env, parts[3], &has_function))) {
    own->find.poll = poll_current;
    own->options.find = &own->find;
    if (has_function) own->options.map_url = ask_current;
    return own;
  }
  end_rules(own);
  return NULL;
}

/* Those of an object that rules() made, or of the array that it takes. Null after throwing. */
static rules* use_rules(napi_env env, napi_value value, bool decoded) {
  napi_valuetype type;
  rules* own = NULL;
  if (!succeeded(env, napi_typeof(env, value, &type))) return NULL;
  if (type != napi_external) return read_rules(env, value, decoded);
  if (!succeeded(env, napi_get_value_external(env, value, (void**)&own))) return NULL;
  ++own->uses;
  return own;
}

static void collect_rules(napi_env env, void* data, void* hint) {
  (void)env;
  (void)hint;
  end_rules(data);
}

/* rules([reading, options, pairs, is there a function], are pages strings) */
static napi_value make_rules(napi_env env, napi_callback_info info) {
  napi_value arguments[2], value;
  bool decoded = false;
  if (!read_arguments(env, info, 2, arguments) ||
      !succeeded(env, napi_get_value_bool(env, arguments[1], &decoded))) {
    return NULL;
  }
  hrefkit_error error = HREFKIT_ERROR_INIT;
  rules* const own = read_rules(env, arguments[0], decoded);
  if (!own) return NULL;
  if (hrefkit_rewriter_new(&own->options, &own->rewriter, &error) < 0) {
    throw_error(env, &error);
  } else {
    arena_end(&own->memory); /* the options are not kept */
    arena_begin(&own->memory);
    if (succeeded(env, napi_create_external(env, own, collect_rules, NULL, &value))) return value;
  }
  end_rules(own);
  return NULL;
}

/* unusedPrefixes(rules): an array of strings */
static napi_value unused_prefixes(napi_env env, napi_callback_info info) {
  napi_value argument, result = NULL;
  rules* own = NULL;
  if (!read_arguments(env, info, 1, &argument) ||
      !succeeded(env, napi_get_value_external(env, argument, (void**)&own))) {
    return NULL;
  }
  size_t const count = hrefkit_rewriter_unused(own->rewriter, NULL, 0);
  hrefkit_view* const prefixes = calloc(count + 1, sizeof *prefixes);
  if (!prefixes) return throw_memory(env);
  size_t const found = hrefkit_rewriter_unused(own->rewriter, prefixes, count);
  bool is_made = succeeded(env, napi_create_array(env, &result));
  for (uint32_t i = 0; is_made && i < count && i < found; ++i) {
    napi_value const value = text_value(env, prefixes[i]);
    is_made = value && set_element(env, result, i, value);
  }
  free(prefixes);
  return is_made ? result : NULL;
}

/* ---- results ---- */

static napi_value page_value(napi_env env, hrefkit_view bytes, bool decoded) {
  napi_value value;
  if (decoded) return text_value(env, (hrefkit_view){bytes.data ? bytes.data : "", bytes.size});
  return succeeded(env, napi_create_buffer_copy(env, bytes.size, bytes.data, NULL, &value)) ? value
                                                                                            : NULL;
}

/* [page, is it changed, edits, notes, number of links below no prefix] */
static napi_value result_value(napi_env env, hrefkit_rewritten const* from, bool decoded) {
  napi_value values[5], result = NULL;
  size_t edit_count = 0, note_count = 0;
  sheet edits, notes;
  memset(&edits, 0, sizeof edits);
  memset(&notes, 0, sizeof notes);
  hrefkit_edit const* const found = hrefkit_rewritten_edits(from, &edit_count);
  sheet_rows(&edits, HREFKIT_ROW_EDIT, found, edit_count);
  hrefkit_note const* const noted = hrefkit_rewritten_notes(from, &note_count);
  sheet_rows(&notes, HREFKIT_ROW_NOTE, noted, note_count);
  bool is_made =
      (values[0] = page_value(env, hrefkit_rewritten_bytes(from), decoded)) &&
      succeeded(env, napi_get_boolean(env, hrefkit_rewritten_changed(from) != 0, &values[1])) &&
      (values[2] = sheet_value(env, &edits)) && (values[3] = sheet_value(env, &notes)) &&
      (values[4] = number_value(env, (double)hrefkit_rewritten_uncovered(from))) &&
      succeeded(env, napi_create_array_with_length(env, COUNT(values), &result));
  for (uint32_t i = 0; is_made && i < COUNT(values); ++i)
    is_made = set_element(env, result, i, values[i]);
  sheet_end(&edits);
  sheet_end(&notes);
  return is_made ? result : NULL;
}

/* rewrite(data, url, rules, function) */
static napi_value rewrite(napi_env env, napi_callback_info info) {
  napi_value arguments[4], value = NULL;
  napi_valuetype function_type;
  arena memory;
  page data = {NULL, 0, false, NULL};
  hrefkit_view url;
  rules* own_rules = NULL;
  hrefkit_error error = HREFKIT_ERROR_INIT;
  hrefkit_rewritten* rewritten = NULL;
  change own = {.env = env};
  own.refused = (hrefkit_error)HREFKIT_ERROR_INIT;
  if (!read_arguments(env, info, 4, arguments) ||
      !succeeded(env, napi_typeof(env, arguments[3], &function_type)) ||
      !succeeded(env, napi_get_undefined(env, &own.receiver))) {
    return NULL;
  }
  bool const is_asking = function_type == napi_function;
  own.function = arguments[3];
  arena_begin(&memory);
  /* The function could detach the buffer of the page. */
  if (read_page(env, arguments[0], is_asking, &data) &&
      read_text(env, arguments[1], &memory, &url) &&
      (own_rules = use_rules(env, arguments[2], data.decoded))) {
    asker const ask = {is_asking ? map_url : NULL, &own, NULL};
    hrefkit_status const status = run_rules(own_rules, &data, url, ask, &rewritten, &error);
    if (status == HREFKIT_E_CALLBACK && error.detail == answer_refused) {
      throw_error(env, &own.refused);
    } else if (status < 0) {
      throw_error(env, &error);
    } else {
      value = result_value(env, rewritten, data.decoded);
      hrefkit_rewritten_free(rewritten);
    }
  }
  end_rules(own_rules);
  page_end(&data);
  arena_end(&memory);
  return value;
}

/* ---- in the pool ---- */

typedef struct rewriting {
  page data;
  arena memory; /* of the URL, and of answers */
  hrefkit_view url;
  rules* rules;
  sheet known; /* what tells links apart; the number of a link is that of its answer */
  sheet asked; /* links that wait for an answer */
  hrefkit_view* answers;
  size_t answer_count, answer_capacity;
  char* key; /* of one link */
  size_t key_capacity;
  bool is_refused, has_no_memory, is_busy;
  struct box* box; /* null after it is collected */
} rewriting;

/* What JavaScript holds: small, since it may be collected late. */
typedef struct box {
  rewriting* own; /* null after the end */
} box;

static void end_rewriting(rewriting* own) {
  if (own->box) own->box->own = NULL;
  end_rules(own->rules);
  page_end(&own->data);
  sheet_end(&own->known);
  sheet_end(&own->asked);
  arena_end(&own->memory);
  free(own->answers);
  free(own->key);
  free(own);
}

static void collect_box(napi_env env, void* data, void* hint) {
  (void)env;
  (void)hint;
  rewriting* const own = ((box*)data)->own;
  if (own) {
    own->box = NULL;
    if (!own->is_busy) end_rewriting(own);
  }
  free(data);
}

/* Null after its end, and while it runs. */
static rewriting* read_box(napi_env env, napi_value value) {
  box* held = NULL;
  if (!succeeded(env, napi_get_value_external(env, value, (void**)&held))) return NULL;
  if (held->own && !held->own->is_busy) return held->own;
  napi_throw_error(env, "HREFKIT_BUSY", "the page is being rewritten, or is so already");
  return NULL;
}

/* The number of a row: rows that a function could tell apart have different ones. 0 without memory.
 */
static uint32_t number_of(rewriting* own, hrefkit_link const* row) {
  hrefkit_view const texts[] = {row->url,  row->raw,     row->element, row->attribute,
                                row->base, row->context, row->rel};
  uint64_t numbers[4 + COUNT(texts)] = {row->offset, row->length, row->index,
                                        row->kind | (uint64_t)row->base_source << 8 |
                                            (uint64_t)row->ns << 16 |
                                            (uint64_t)row->reserved << 24};
  size_t size = sizeof numbers;
  for (size_t i = 0; i < COUNT(texts); ++i) {
    numbers[4 + i] = texts[i].data ? texts[i].size : UINT64_MAX;
    size += texts[i].size;
  }
  if (size > own->key_capacity) {
    char* const larger = realloc(own->key, 2 * size);
    if (!larger) return 0;
    own->key = larger;
    own->key_capacity = 2 * size;
  }
  char* to = own->key;
  memcpy(to, numbers, sizeof numbers);
  to += sizeof numbers;
  for (size_t i = 0; i < COUNT(texts); ++i) {
    if (texts[i].size) memcpy(to, texts[i].data, texts[i].size);
    to += texts[i].size;
  }
  return sheet_number(&own->known, (hrefkit_view){own->key, size});
}

static int list_or_answer(void* user, hrefkit_link const* row, hrefkit_answer* answer) {
  rewriting* const own = user;
  size_t const known = own->known.name_count;
  uint32_t const number = number_of(own, row);
  if (number == 0 || own->known.failed || own->asked.failed) {
    own->has_no_memory = true;
    return 1;
  }
  if (number > known) sheet_rows(&own->asked, HREFKIT_ROW_LINK, row, 1);
  if (number > own->answer_count || !own->answers[number - 1].data) return 0;
  if (hrefkit_answer_set(answer, own->answers[number - 1]) >= 0) return 0;
  own->is_refused = true;
  return 1;
}

typedef struct rewrite_job {
  job base;
  rewriting* source;
  napi_ref holder; /* keeps its object */
  hrefkit_rewritten* rewritten;
} rewrite_job;

static void fail(job* given, hrefkit_status status, char const* message) {
  given->status = given->error.status = status;
  strcpy(given->error.message, message);
}

static void run(job* given) {
  rewrite_job* const own = (rewrite_job*)given;
  rewriting* const source = own->source;
  asker const ask = {list_or_answer, source, given};
  given->status =
      run_rules(source->rules, &source->data, source->url, ask, &own->rewritten, &given->error);
  if (source->has_no_memory) {
    fail(given, HREFKIT_E_MEMORY, "there is not enough memory");
  } else if (source->is_refused) {
    fail(given, HREFKIT_E_URL, "the answer of the function is not a URL");
  } else if (source->asked.size != 0) {
    given->status = HREFKIT_OK; /* whatever the page is without these answers */
  }
}

/* The result; or [cells, text, names] of links, and the answers are to be given next. */
static napi_value finish(napi_env env, job* given) {
  rewrite_job const* const own = (rewrite_job const*)given;
  if (own->source->asked.size != 0) return sheet_value(env, &own->source->asked);
  return result_value(env, own->rewritten, own->source->data.decoded);
}

static void end(napi_env env, job* given) {
  rewrite_job* const own = (rewrite_job*)given;
  rewriting* const source = own->source;
  bool const is_asking = given->status >= 0 && source->asked.size != 0;
  hrefkit_rewritten_free(own->rewritten);
  if (own->holder) napi_delete_reference(env, own->holder);
  sheet_end(&source->asked);
  memset(&source->asked, 0, sizeof source->asked);
  source->is_busy = false;
  if (!is_asking || !source->box) end_rewriting(source);
  free(own);
}

/* Appends the answers of the function: strings, or null. */
static bool take_answers(napi_env env, napi_value value, rewriting* own) {
  uint32_t count = 0;
  if (!succeeded(env, napi_get_array_length(env, value, &count))) return false;
  if (own->answer_count + count > own->answer_capacity) {
    size_t const capacity = 2 * own->answer_capacity + count;
    hrefkit_view* const larger = realloc(own->answers, capacity * sizeof *larger);
    if (!larger) return throw_memory(env) != NULL;
    own->answers = larger;
    own->answer_capacity = capacity;
  }
  for (uint32_t i = 0; i < count; ++i) {
    napi_handle_scope scope;
    if (!succeeded(env, napi_open_handle_scope(env, &scope))) return false;
    bool const is_read =
        read_element_text(env, value, i, &own->memory, &own->answers[own->answer_count]);
    napi_close_handle_scope(env, scope);
    if (!is_read) return false;
    ++own->answer_count;
  }
  return true;
}

/* rewriteOpen(data, url, rules): for rewriteRun */
static napi_value rewrite_open(napi_env env, napi_callback_info info) {
  napi_value arguments[3], value;
  rewriting* const own = calloc(1, sizeof *own);
  box* const held = malloc(sizeof *held);
  if (!own || !held) {
    free(own);
    free(held);
    return throw_memory(env);
  }
  held->own = own;
  own->box = held;
  arena_begin(&own->memory);
  if (read_arguments(env, info, 3, arguments) && read_page(env, arguments[0], true, &own->data) &&
      read_text(env, arguments[1], &own->memory, &own->url) &&
      (own->rules = use_rules(env, arguments[2], own->data.decoded)) &&
      succeeded(env, napi_create_external(env, held, collect_box, NULL, &value))) {
    return value;
  }
  end_rewriting(own);
  free(held);
  return NULL;
}

/* rewriteAnswer(rewriting, answers): those to the next links that were asked for */
static napi_value rewrite_answer(napi_env env, napi_callback_info info) {
  napi_value arguments[2];
  rewriting* source;
  if (read_arguments(env, info, 2, arguments) && (source = read_box(env, arguments[0]))) {
    take_answers(env, arguments[1], source);
  }
  return NULL;
}

/* rewriteRun(rewriting, stop): a promise, see finish */
static napi_value rewrite_run(napi_env env, napi_callback_info info) {
  napi_value arguments[2];
  rewriting* source;
  if (!read_arguments(env, info, 2, arguments) || !(source = read_box(env, arguments[0]))) {
    return NULL;
  }
  rewrite_job* const own = calloc(1, sizeof *own);
  if (!own) return throw_memory(env);
  own->base = (job){.run = run, .finish = finish, .end = end};
  own->source = source;
  source->is_busy = true;
  if (!succeeded(env, napi_create_reference(env, arguments[0], 1, &own->holder)) ||
      !job_read_stop(env, arguments[1], &own->base)) {
    end(env, &own->base);
    return NULL;
  }
  return job_start(env, &own->base, "hrefkit.rewrite");
}

napi_value add_rewrite(napi_env env, napi_value exports) {
  return add_function(env, exports, "rules", make_rules) &&
                 add_function(env, exports, "unusedPrefixes", unused_prefixes) &&
                 add_function(env, exports, "rewrite", rewrite) &&
                 add_function(env, exports, "rewriteOpen", rewrite_open) &&
                 add_function(env, exports, "rewriteAnswer", rewrite_answer) &&
                 add_function(env, exports, "rewriteRun", rewrite_run)
             ? exports
             : NULL;
}
