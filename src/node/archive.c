/* The captures of a web archive. They are read in other threads, some at a time; each capture has a
 * record of its own, which ends with its object.
 *
 * A stream is asked for its next piece when all bytes of the last one are read, so that no more
 * than one piece is in memory. */
#include <stdlib.h>
#include <string.h>

#include "addon.h"

enum { max_batch = 64, max_batch_bytes = 1 << 20 };

typedef struct damage {
  uint64_t offset;
  char* why;
} damage;

typedef struct reader {
  hrefkit_archive* archive; /* null before it is opened, and after it is closed */
  arena memory;
  hrefkit_view path; /* absent: `data` is the archive, or the last piece of a stream */
  page data;
  size_t read; /* bytes of it */
  bool is_stream, is_end;
  bool is_asking; /* JavaScript is to give the next piece */
  bool fails;     /* there is none */
  job* job;       /* the one that reads */
  hrefkit_archive_options options;
  damage* notes; /* of this batch */
  size_t note_count, note_capacity;
  bool is_busy, is_closed, is_collected, has_no_memory;
} reader;

static void forget_notes(reader* own) {
  for (size_t i = 0; i < own->note_count; ++i) free(own->notes[i].why);
  own->note_count = 0;
}

static void close_reader(reader* own) {
  hrefkit_archive_free(own->archive);
  own->archive = NULL;
  page_end(&own->data);
  own->data = (page){NULL, 0, false, NULL};
  own->is_closed = true;
}

static void free_reader(reader* own) {
  close_reader(own);
  forget_notes(own);
  free(own->notes);
  arena_end(&own->memory);
  free(own);
}

static void collect_reader(napi_env env, void* data, void* hint) {
  (void)env;
  (void)hint;
  reader* const own = data;
  own->is_collected = true;
  if (!own->is_busy) free_reader(own);
}

/* In JavaScript's thread: has the function call archiveFeed. */
static void ask_for_bytes(napi_env env, napi_value function, job* given);

/* In the reading thread. False where the stream has failed. */
static bool find_bytes(reader* own) {
  while (own->is_stream && !own->is_end && own->read == own->data.size) {
    page_end(&own->data);
    own->data = (page){0};
    own->read = 0;
    if (own->fails || !job_ask(own->job, ask_for_bytes) || own->fails) return false;
  }
  return true;
}

static int64_t read_bytes(void* user, char* buffer, size_t capacity) {
  reader* const own = user;
  if (!find_bytes(own)) return -1;
  size_t const left = own->data.size - own->read;
  size_t const size = left < capacity ? left : capacity;
  if (size) memcpy(buffer, (char const*)own->data.bytes + own->read, size);
  own->read += size;
  return (int64_t)size;
}

static int take_damage(void* user, uint64_t record_offset, hrefkit_view why) {
  reader* const own = user;
  if (own->note_count == own->note_capacity) {
    size_t const larger = own->note_capacity ? own->note_capacity * 2 : 8;
    damage* const grown = realloc(own->notes, larger * sizeof *grown);
    if (!grown) {
      own->has_no_memory = true;
      return 1;
    }
    own->notes = grown;
    own->note_capacity = larger;
  }
  char* const copy = malloc(why.size + 1);
  if (!copy) {
    own->has_no_memory = true;
    return 1;
  }
  if (why.size) memcpy(copy, why.data, why.size);
  copy[why.size] = 0;
  own->notes[own->note_count++] = (damage){record_offset, copy};
  return 0;
}

/* ---- reading ---- */

typedef struct read_job {
  job base;
  reader* source;
  napi_ref holder; /* keeps the reader's object */
  hrefkit_record* records[max_batch];
  size_t count;
  bool is_end;
  hrefkit_status failure; /* after the records of this batch */
} read_job;

static void answer(reader* own) {
  own->is_asking = false;
  job_answered(own->job);
}

static void ask_for_bytes(napi_env env, napi_value function, job* given) {
  reader* const own = ((read_job*)given)->source;
  napi_value receiver;
  own->is_asking = true;
  /* Closed meanwhile, or the environment ends. */
  if (own->is_closed || !succeeded(env, napi_get_undefined(env, &receiver)) ||
      napi_call_function(env, receiver, function, 0, NULL, NULL) != napi_ok) {
    own->fails = true;
    answer(own);
  }
}

/* archiveFeed(reader, bytes): the next piece of the stream; null: its end; undefined: it failed.
 * What nobody asked for does not count. */
static napi_value archive_feed(napi_env env, napi_callback_info info) {
  napi_value arguments[2];
  napi_valuetype type;
  reader* own = NULL;
  if (!read_arguments(env, info, 2, arguments) ||
      !succeeded(env, napi_get_value_external(env, arguments[0], (void**)&own)) ||
      !succeeded(env, napi_typeof(env, arguments[1], &type)) || !own->is_asking) {
    return NULL;
  }
  if (type == napi_null) {
    own->is_end = true;
  } else if (type == napi_undefined) {
    own->fails = true;
  } else if (!read_page(env, arguments[1], true, &own->data)) {
    return NULL; /* it may be called again */
  }
  answer(own);
  return NULL;
}

static hrefkit_status open_archive(reader* own, hrefkit_error* error) {
  if (own->archive) return HREFKIT_OK;
  return hrefkit_archive_open(own->path, &own->options, &own->archive, error);
}

static void run(job* given) {
  read_job* const own = (read_job*)given;
  own->source->job = given;
  hrefkit_status status = open_archive(own->source, &given->error);
  size_t bytes = 0;
  while (status == HREFKIT_OK && own->count < max_batch && bytes < max_batch_bytes) {
    hrefkit_capture capture = HREFKIT_CAPTURE_INIT;
    status = hrefkit_archive_next(own->source->archive, &capture, &given->error);
    if (status != HREFKIT_OK) break;
    bytes += capture.body.size;
    status = hrefkit_archive_take(own->source->archive, &own->records[own->count], &given->error);
    if (status == HREFKIT_OK) ++own->count;
  }
  if (own->source->has_no_memory) {
    status = HREFKIT_E_MEMORY;
    given->error.status = status;
    strcpy(given->error.message, "there is not enough memory");
  }
  own->is_end = status != HREFKIT_OK;
  own->failure = status < 0 ? status : HREFKIT_OK;
}

typedef struct record_box {
  hrefkit_record* record;
  int64_t size;
} record_box;

static void collect_record(napi_env env, void* data, void* hint) {
  (void)hint;
  record_box* const own = data;
  int64_t total;
  napi_adjust_external_memory(env, -own->size, &total);
  hrefkit_record_free(own->record);
  free(own);
}

/* The record as an object, which owns it. Where that fails, it is freed. */
static napi_value record_value(napi_env env, hrefkit_record* record,
                               hrefkit_capture const* capture) {
  napi_value value;
  int64_t total;
  record_box* const own = malloc(sizeof *own);
  if (!own) {
    hrefkit_record_free(record);
    return throw_memory(env);
  }
  own->record = record;
  own->size = (int64_t)(capture->body.size + capture->uri.size + 1024);
  if (!succeeded(env, napi_create_external(env, own, collect_record, NULL, &value))) {
    hrefkit_record_free(record);
    free(own);
    return NULL;
  }
  napi_adjust_external_memory(env, own->size, &total);
  return value;
}

/* [record, is there a body, the values of the row] */
static napi_value capture_value(napi_env env, hrefkit_record* record) {
  hrefkit_capture capture = HREFKIT_CAPTURE_INIT;
  hrefkit_error error = HREFKIT_ERROR_INIT;
  napi_value values[2 + max_row_values], result;
  size_t const count = 2 + row_value_count(HREFKIT_ROW_CAPTURE);
  if (hrefkit_record_capture(record, &capture, &error) < 0) {
    hrefkit_record_free(record);
    return throw_error(env, &error);
  }
  if (!(values[0] = record_value(env, record, &capture)) ||
      !succeeded(env, napi_get_boolean(env, capture.body.data != NULL, &values[1])) ||
      !row_values(env, HREFKIT_ROW_CAPTURE, &capture, values + 2) ||
      !succeeded(env, napi_create_array_with_length(env, count, &result))) {
    return NULL;
  }
  for (uint32_t i = 0; i < count; ++i) {
    if (!set_element(env, result, i, values[i])) return NULL;
  }
  return result;
}

/* [offset, why, ...] */
static napi_value notes_value(napi_env env, reader const* from) {
  napi_value result;
  if (!succeeded(env, napi_create_array(env, &result))) return NULL;
  for (uint32_t i = 0; i < from->note_count; ++i) {
    napi_value const offset = number_value(env, (double)from->notes[i].offset);
    napi_value const why = text_value(env, hrefkit_text(from->notes[i].why));
    if (!offset || !why || !set_element(env, result, 2 * i, offset) ||
        !set_element(env, result, 2 * i + 1, why)) {
      return NULL;
    }
  }
  return result;
}

/* [captures, notes, is this the end, an error or null] */
static napi_value finish(napi_env env, job* given) {
  read_job* const own = (read_job*)given;
  napi_value values[4], result;
  if (!succeeded(env, napi_create_array_with_length(env, own->count, &values[0]))) return NULL;
  for (uint32_t i = 0; i < own->count; ++i) {
    hrefkit_record* const record = own->records[i];
    own->records[i] = NULL;
    napi_value const value = capture_value(env, record);
    if (!value || !set_element(env, values[0], i, value)) return NULL;
  }
  if (!(values[1] = notes_value(env, own->source)) ||
      !succeeded(env, napi_get_boolean(env, own->is_end, &values[2]))) {
    return NULL;
  }
  if (own->failure < 0) {
    if (!(values[3] = error_value(env, &given->error))) return NULL;
  } else if (!succeeded(env, napi_get_null(env, &values[3]))) {
    return NULL;
  }
  if (!succeeded(env, napi_create_array_with_length(env, COUNT(values), &result))) return NULL;
  for (uint32_t i = 0; i < COUNT(values); ++i) {
    if (!set_element(env, result, i, values[i])) return NULL;
  }
  return result;
}

static void end(napi_env env, job* given) {
  read_job* const own = (read_job*)given;
  reader* const source = own->source;
  for (size_t i = 0; i < own->count; ++i) hrefkit_record_free(own->records[i]);
  forget_notes(source);
  source->is_busy = false;
  if (source->is_closed || own->is_end) close_reader(source);
  if (own->holder) napi_delete_reference(env, own->holder);
  if (source->is_collected) free_reader(source);
  free(own);
}

/* archiveRead(reader, function): a promise of some captures. One call at a time. The function is
 * called for bytes of a stream. */
static napi_value archive_read(napi_env env, napi_callback_info info) {
  napi_value arguments[2];
  reader* source = NULL;
  if (!read_arguments(env, info, 2, arguments) ||
      !succeeded(env, napi_get_value_external(env, arguments[0], (void**)&source))) {
    return NULL;
  }
  if (source->is_busy || source->is_closed) {
    napi_throw_error(env, "HREFKIT_BUSY", "the archive is closed, or being read");
    return NULL;
  }
  read_job* const own = calloc(1, sizeof *own);
  if (!own) return throw_memory(env);
  own->base = (job){.run = run, .finish = finish, .end = end};
  own->source = source;
  source->is_busy = true;
  if (!succeeded(env, napi_create_reference(env, arguments[0], 1, &own->holder))) {
    end(env, &own->base);
    return NULL;
  }
  return source->is_stream ? job_start_thread(env, &own->base, "hrefkit.archive", arguments[1])
                           : job_start(env, &own->base, "hrefkit.archive");
}

/* archiveOpen(path, bytes, or undefined for a stream; record types, max body): a reader; the file
 * is opened by the first read */
static napi_value archive_open(napi_env env, napi_callback_info info) {
  napi_value arguments[3], value;
  napi_valuetype type;
  double types, max_body;
  reader* const own = calloc(1, sizeof *own);
  if (!own) return throw_memory(env);
  arena_begin(&own->memory);
  own->options = (hrefkit_archive_options)HREFKIT_ARCHIVE_OPTIONS_INIT;
  if (read_arguments(env, info, 3, arguments) &&
      succeeded(env, napi_typeof(env, arguments[0], &type)) &&
      succeeded(env, napi_get_value_double(env, arguments[1], &types)) &&
      succeeded(env, napi_get_value_double(env, arguments[2], &max_body)) &&
      (type != napi_object ? read_text(env, arguments[0], &own->memory, &own->path)
                           : read_page(env, arguments[0], true, &own->data))) {
    own->is_stream = type == napi_undefined;
    own->options.record_types = (uint32_t)types;
    own->options.max_body = (uint64_t)max_body;
    own->options.damage = take_damage;
    own->options.user = own;
    if (type != napi_string) own->options.read = read_bytes;
    if (succeeded(env, napi_create_external(env, own, collect_reader, NULL, &value))) return value;
  }
  free_reader(own);
  return NULL;
}

/* archiveClose(reader): when a call that reads ends */
static napi_value archive_close(napi_env env, napi_callback_info info) {
  napi_value value;
  reader* own = NULL;
  if (!read_arguments(env, info, 1, &value) ||
      !succeeded(env, napi_get_value_external(env, value, (void**)&own))) {
    return NULL;
  }
  own->is_closed = true;
  if (own->is_asking) {
    own->fails = true;
    answer(own);
  }
  if (!own->is_busy) close_reader(own);
  return NULL;
}

/* ---- captures ---- */

static hrefkit_record* read_record(napi_env env, napi_value value) {
  record_box* own = NULL;
  return succeeded(env, napi_get_value_external(env, value, (void**)&own)) ? own->record : NULL;
}

/* captureBody(record): a Buffer */
static napi_value capture_body(napi_env env, napi_callback_info info) {
  napi_value value, result;
  hrefkit_capture capture = HREFKIT_CAPTURE_INIT;
  hrefkit_error error = HREFKIT_ERROR_INIT;
  hrefkit_record const* record;
  if (!read_arguments(env, info, 1, &value) || !(record = read_record(env, value))) return NULL;
  if (hrefkit_record_capture(record, &capture, &error) < 0) return throw_error(env, &error);
  return succeeded(
             env, napi_create_buffer_copy(env, capture.body.size, capture.body.data, NULL, &result))
             ? result
             : NULL;
}

/* captureLinks(record, reading) */
static napi_value capture_links(napi_env env, napi_callback_info info) {
  napi_value arguments[2], value = NULL;
  arena memory;
  hrefkit_find_options options;
  hrefkit_error error = HREFKIT_ERROR_INIT;
  hrefkit_link_list* list = NULL;
  hrefkit_record const* record;
  arena_begin(&memory);
  if (read_arguments(env, info, 2, arguments) && (record = read_record(env, arguments[0])) &&
      read_reading(env, arguments[1], &memory, false, &options)) {
    if (hrefkit_record_links(record, &options, &list, &error) < 0) {
      throw_error(env, &error);
    } else {
      value = links_value(env, list);
    }
  }
  arena_end(&memory);
  return value;
}

napi_value add_archive(napi_env env, napi_value exports) {
  return add_function(env, exports, "archiveOpen", archive_open) &&
                 add_function(env, exports, "archiveRead", archive_read) &&
                 add_function(env, exports, "archiveFeed", archive_feed) &&
                 add_function(env, exports, "archiveClose", archive_close) &&
                 add_function(env, exports, "captureBody", capture_body) &&
                 add_function(env, exports, "captureLinks", capture_links)
             ? exports
             : NULL;
}
