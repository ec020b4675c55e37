/* links FILE URL: every link of a page whose address is URL, by the C library. */
#include <hrefkit/c.h>

#include <stdio.h>
#include <stdlib.h>

/* Reads a file into memory; null where that fails. */
static char *read_file(const char *path, size_t *size) {
  FILE *file = fopen(path, "rb");
  char *bytes = NULL;
  *size = 0;
  for (size_t room = 0; file != NULL;) {
    if (*size == room) {
      char *more = realloc(bytes, room = 2 * room + 4096);
      if (more == NULL) break;
      bytes = more;
    }
    const size_t count = fread(bytes + *size, 1, room - *size, file);
    if (count == 0) break;
    *size += count;
  }
  if (file != NULL) fclose(file);
  return bytes;
}

int main(int argc, char **argv) {
  size_t size = 0;
  char *bytes = argc == 3 ? read_file(argv[1], &size) : NULL;
  if (bytes == NULL) return 2;
  hrefkit_link_list *list = NULL;
  hrefkit_error error = HREFKIT_ERROR_INIT;
  if (hrefkit_find_links(bytes, size, hrefkit_text(argv[2]), NULL, &list, &error) != HREFKIT_OK) {
    fprintf(stderr, "%s\n", error.message);
    free(bytes);
    return 2;
  }
  const hrefkit_link *rows = hrefkit_link_list_rows(list);
  for (size_t i = 0; i < hrefkit_link_list_size(list); ++i) {
    const hrefkit_view url = rows[i].url;
    printf("%s %.*s\n", hrefkit_kind_name(rows[i].kind), (int)url.size, url.data != NULL ? url.data : "");
  }
  hrefkit_link_list_free(list);
  free(bytes);
  return 0;
}
