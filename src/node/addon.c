/* The module: its exports, and the errors of JavaScript. */
#include "addon.h"

#include <stdlib.h>
#include <string.h>

environment* environment_of(napi_env env) {
  environment* own = NULL;
  return succeeded(env, napi_get_instance_data(env, (void**)&own)) ? own : NULL;
}

void* environment_scratch(environment* own, size_t size) {
  if (size <= own->scratch_size) return own->scratch;
  void* const larger = malloc(size);
  if (!larger) return NULL;
  free(own->scratch);
  own->scratch = larger;
  own->scratch_size = size;
  return larger;
}

bool succeeded(napi_env env, napi_status status) {
  if (status == napi_ok) return true;
  bool is_pending = false;
  napi_extended_error_info const* info = NULL;
  napi_get_last_error_info(env, &info);
  char const* message = info && info->error_message ? info->error_message : "Node-API failed";
  if (napi_is_exception_pending(env, &is_pending) == napi_ok && !is_pending) {
    napi_throw_error(env, "HREFKIT_INTERNAL", message);
  }
  return false;
}

napi_value error_value(napi_env env, hrefkit_error const* error) {
  environment* const own = environment_of(env);
  napi_value function, receiver, result;
  napi_value arguments[5];
  char const* reason = error->status == HREFKIT_E_URL && error->detail > 0 && error->detail < 256
                           ? hrefkit_url_error_code((hrefkit_url_error)error->detail)
                           : "";
  if (!own || !succeeded(env, napi_get_reference_value(env, own->make_error, &function)) ||
      !succeeded(env, napi_get_undefined(env, &receiver)) ||
      !(arguments[0] = text_value(env, hrefkit_text(hrefkit_status_name(error->status)))) ||
      !(arguments[1] = text_value(env, hrefkit_text(error->message))) ||
      !(arguments[2] = text_value(env, hrefkit_text(reason))) ||
      !(arguments[3] = number_value(env, (double)error->detail)) ||
      !(arguments[4] = number_value(env, (double)error->offset)) ||
      !succeeded(
          env, napi_call_function(env, receiver, function, COUNT(arguments), arguments, &result))) {
    return NULL;
  }
  return result;
}

napi_value throw_error(napi_env env, hrefkit_error const* error) {
  bool is_pending = false;
  if (napi_is_exception_pending(env, &is_pending) != napi_ok || is_pending) return NULL;
  napi_value value = error_value(env, error);
  if (value) napi_throw(env, value);
  return NULL;
}

napi_value throw_memory(napi_env env) {
  hrefkit_error error = HREFKIT_ERROR_INIT;
  error.status = HREFKIT_E_MEMORY;
  strcpy(error.message, "there is not enough memory");
  return throw_error(env, &error);
}

bool throw_type(napi_env env, char const* message) {
  napi_throw_type_error(env, "ERR_INVALID_ARG_TYPE", message);
  return false;
}

bool add_function(napi_env env, napi_value exports, char const* name, napi_callback function) {
  napi_value value;
  return succeeded(env,
                   napi_create_function(env, name, NAPI_AUTO_LENGTH, function, NULL, &value)) &&
         succeeded(env, napi_set_named_property(env, exports, name, value));
}

/* setup(makeError): makeError(status, message, reason, detail, offset) makes the errors. */
static napi_value setup(napi_env env, napi_callback_info info) {
  napi_value function;
  environment* const own = environment_of(env);
  if (!own || !read_arguments(env, info, 1, &function)) return NULL;
  if (own->make_error) napi_delete_reference(env, own->make_error);
  own->make_error = NULL;
  succeeded(env, napi_create_reference(env, function, 1, &own->make_error));
  return NULL;
}

static void end_environment(napi_env env, void* data, void* hint) {
  (void)env; /* its references end with it */
  (void)hint;
  free(((environment*)data)->scratch);
  free(data);
}

typedef char const* (*name_of)(uint8_t);

static char const* standard_name(uint8_t value) {
  static char const* const names[] = {"whatwg", "whatwg-2012", "html5", "web-address"};
  return value < COUNT(names) ? names[value] : "unknown";
}

static char const* xml_base_name(uint8_t value) {
  static char const* const names[] = {"on", "namespaced", "off", "auto"};
  return value < COUNT(names) ? names[value] : "unknown";
}

static char const* form_name(uint8_t value) {
  static char const* const names[] = {"as-written", "absolute", "relative", "root-relative"};
  return value < COUNT(names) ? names[value] : "unknown";
}

static char const* severity_name(uint8_t value) {
  static char const* const names[] = {"fault", "warning", "remark"};
  return value < COUNT(names) ? names[value] : "unknown";
}

/* exports.NAME: the names of an enumeration from its value `first` on. Names after it are
 * "unknown". */
static bool add_names(napi_env env, napi_value exports, char const* name, name_of function,
                      unsigned max) {
  napi_value list;
  if (!succeeded(env, napi_create_array(env, &list))) return false;
  for (unsigned i = 0; i < max; ++i) {
    char const* text = function((uint8_t)i);
    napi_value value = text_value(env, hrefkit_text(text));
    if (!value || !set_element(env, list, i, value)) return false;
  }
  return succeeded(env, napi_set_named_property(env, exports, name, list));
}

static unsigned count_names(name_of function) {
  unsigned count = 0;
  while (count < 64 && strcmp(function((uint8_t)count), "unknown") != 0) ++count;
  return count;
}

NAPI_MODULE_INIT() {
  environment* own = calloc(1, sizeof *own);
  if (!own) {
    napi_throw_error(env, "HREFKIT_MEMORY", "there is not enough memory");
    return NULL;
  }
  if (!succeeded(env, napi_set_instance_data(env, own, end_environment, NULL))) {
    free(own);
    return NULL;
  }
  napi_value version = text_value(env, hrefkit_text(hrefkit_version()));
  if (!version || !succeeded(env, napi_set_named_property(env, exports, "version", version)) ||
      !add_names(env, exports, "kinds", hrefkit_kind_name, count_names(hrefkit_kind_name)) ||
      !add_names(env, exports, "baseSources", hrefkit_base_source_name,
                 count_names(hrefkit_base_source_name)) ||
      !add_names(env, exports, "namespaces", hrefkit_ns_name, count_names(hrefkit_ns_name)) ||
      !add_names(env, exports, "urlErrors", hrefkit_url_error_code, 256) ||
      !add_names(env, exports, "standards", standard_name, count_names(standard_name)) ||
      !add_names(env, exports, "xmlBases", xml_base_name, count_names(xml_base_name)) ||
      !add_names(env, exports, "forms", form_name, count_names(form_name)) ||
      !add_names(env, exports, "severities", severity_name, count_names(severity_name)) ||
      !add_function(env, exports, "setup", setup) || !add_rows(env, exports) ||
      !add_jobs(env, exports) || !add_links(env, exports) || !add_bases(env, exports) ||
      !add_rewrite(env, exports) || !add_effects(env, exports) || !add_check(env, exports) ||
      !add_archive(env, exports) || !add_urls(env, exports)) {
    return NULL;
  }
  return exports;
}
