/* A plain C11 program over the header alone: each area once, with the values that only C can pass. It
 * runs its calls as often as it is told, and prints how much memory the last 90 % of them took:
 *
 *   c_program [COUNT]
 */
#include <hrefkit/c.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int faults = 0;

#define CHECK(condition)                                                      \
  do {                                                                        \
    if (!(condition)) {                                                       \
      ++faults;                                                               \
      fprintf(stderr, "%s:%d: not so: %s\n", __FILE__, __LINE__, #condition); \
    }                                                                         \
  } while (0)

static int equals(hrefkit_view view, const char *text) {
  return view.data != NULL && view.size == strlen(text) && memcmp(view.data, text, view.size) == 0;
}

static int count_rows(void *user, const hrefkit_link *rows, size_t count) {
  (void)rows;
  *(size_t *)user += count;
  return 0;
}

static int map_all(void *user, const hrefkit_link *row, hrefkit_answer *answer) {
  (void)user;
  (void)row;
  return hrefkit_answer_set(answer, hrefkit_text("https://n.example/"));
}

static const char page[] =
    "<!doctype html><base href=/d/><a href='x' rel=next>t</a><img srcset='a 1x, b 2x'>"
    "<iframe srcdoc='&lt;a href=in&gt;'></iframe>";

static void find(void) {
  const hrefkit_view url = hrefkit_text("https://a.example/");
  hrefkit_error error = HREFKIT_ERROR_INIT;
  hrefkit_find_options options = HREFKIT_FIND_OPTIONS_INIT;
  hrefkit_link_list *list = NULL;
  CHECK(hrefkit_find_links(page, sizeof page - 1, url, &options, &list, &error) == HREFKIT_OK);
  CHECK(hrefkit_link_list_size(list) == 5);
  const hrefkit_link *rows = hrefkit_link_list_rows(list);
  CHECK(rows != NULL && equals(rows[1].url, "https://a.example/d/x") && equals(rows[1].rel, "next"));
  hrefkit_link_list_free(list);
  CHECK(hrefkit_find_links(page, sizeof page - 1, hrefkit_text("x"), NULL, &list, &error) ==
        HREFKIT_E_URL);
  CHECK(list == NULL && error.status == HREFKIT_E_URL && error.message[0] != 0);
  hrefkit_base_report *report = NULL;
  CHECK(hrefkit_find_bases(page, sizeof page - 1, url, NULL, &report, &error) == HREFKIT_OK);
  CHECK(hrefkit_base_report_size(report) == 2);
  hrefkit_base_report_free(report);
}

static void rewrite(void) {
  hrefkit_rewrite_options options = HREFKIT_REWRITE_OPTIONS_INIT;
  hrefkit_rewritten *rewritten = NULL;
  options.map_url = map_all;
  CHECK(hrefkit_rewrite("<a href=x>", 10, hrefkit_text("https://a.example/"), &options, &rewritten,
                        NULL) == HREFKIT_OK);
  CHECK(equals(hrefkit_rewritten_bytes(rewritten), "<a href=https://n.example/>"));
  hrefkit_rewritten_free(rewritten);
}

static void urls(void) {
  hrefkit_url *url = NULL;
  const hrefkit_view absent = {NULL, 0};
  CHECK(hrefkit_url_parse(hrefkit_text("https://a.example/x"), NULL, absent, &url, NULL) ==
        HREFKIT_OK);
  CHECK(equals(hrefkit_url_get(url, HREFKIT_ORIGIN), "https://a.example"));
  CHECK(hrefkit_url_get(url, (hrefkit_part)99).data == NULL);
  CHECK(hrefkit_url_set(url, (hrefkit_part)99, hrefkit_text("x"), NULL) == HREFKIT_E_ARGUMENT);
  hrefkit_url_free(url);
  hrefkit_resolver *resolver = NULL;
  hrefkit_buffer buffer = {NULL, 0, 0};
  CHECK(hrefkit_resolver_new(hrefkit_text("https://a.example/"), absent, HREFKIT_STANDARD_WHATWG,
                             &resolver, NULL) == HREFKIT_OK);
  CHECK(hrefkit_resolver_resolve(resolver, hrefkit_text("y"), &buffer, NULL) == HREFKIT_OK);
  CHECK(strcmp(buffer.data, "https://a.example/y") == 0);
  hrefkit_buffer_free(&buffer);
  hrefkit_resolver_free(resolver);
}

/* The bytes of memory that are in use, in KiB; 0 where the system does not tell. */
static long memory(void) {
  FILE *file = fopen("/proc/self/statm", "r");
  long all = 0, resident = 0;
  if (file == NULL) return 0;
  if (fscanf(file, "%ld %ld", &all, &resident) != 2) resident = 0;
  fclose(file);
  return resident * 4;
}

int main(int argc, char **argv) {
  const long count = argc > 1 ? atol(argv[1]) : 10;
  long before = 0;
  hrefkit_finder *finder = NULL;
  CHECK(hrefkit_finder_new(&finder, NULL) == HREFKIT_OK);
  for (long i = 0; i < count; ++i) {
    size_t rows = 0;
    if (i == count / 10) before = memory();
    find();
    rewrite();
    urls();
    CHECK(hrefkit_finder_run(finder, page, sizeof page - 1, hrefkit_text("https://a.example/"), NULL,
                             count_rows, &rows, NULL) == HREFKIT_OK);
    CHECK(rows == 5);
  }
  hrefkit_finder_free(finder);
  const long grown = memory() - before;
  printf("%ld calls of each, %ld KiB more\n", count, grown);
  if (count >= 1000) CHECK(grown < 1024);
  return faults == 0 ? 0 : 1;
}
