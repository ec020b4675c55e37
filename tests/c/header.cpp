// The header alone, as C++17: it is compiled with -Wpadded and what else may be said of it.
#include <hrefkit/c.h>

#include <cstddef>
#include <type_traits>

static_assert(sizeof(hrefkit_error) == 256);
static_assert(offsetof(hrefkit_find_options, encoding) == 32);
static_assert(std::is_trivially_copyable_v<hrefkit_link> && sizeof(hrefkit_link) % 8 == 0);
static_assert(noexcept(hrefkit_link_list_free(nullptr)));

int main() {
  const hrefkit_find_options find = HREFKIT_FIND_OPTIONS_INIT;
  const hrefkit_rewrite_options rewrite = HREFKIT_REWRITE_OPTIONS_INIT;
  const hrefkit_check_options check = HREFKIT_CHECK_OPTIONS_INIT;
  const hrefkit_archive_options archive = HREFKIT_ARCHIVE_OPTIONS_INIT;
  const bool fits = find.row_size == sizeof(hrefkit_link) && rewrite.keep == HREFKIT_KEEP_DEFAULT &&
                    check.finding_size == sizeof(hrefkit_finding) && archive.record_types == 0;
  return fits && hrefkit_version_number() == HREFKIT_VERSION_NUMBER ? 0 : 1;
}
