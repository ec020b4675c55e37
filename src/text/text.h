// What all of hrefkit needs of text, in one header: ASCII and UTF-8, sets of bytes and searches for
// them, ranges of bytes, tables of names, hashes, numbers as text.
#pragma once

#include "hrefkit/text/ascii.h"          // IWYU pragma: export
#include "hrefkit/text/ascii_search.h"   // IWYU pragma: export
#include "hrefkit/text/base64.h"         // IWYU pragma: export
#include "hrefkit/text/byte_scan.h"      // IWYU pragma: export
#include "hrefkit/text/byte_set.h"       // IWYU pragma: export
#include "hrefkit/text/chunked_text.h"   // IWYU pragma: export
#include "hrefkit/text/edit_distance.h"  // IWYU pragma: export
#include "hrefkit/text/enum_table.h"     // IWYU pragma: export
#include "hrefkit/text/hash.h"           // IWYU pragma: export
#include "hrefkit/text/lanes.h"          // IWYU pragma: export
#include "hrefkit/text/large_pages.h"    // IWYU pragma: export
#include "hrefkit/text/little_endian.h"  // IWYU pragma: export
#include "hrefkit/text/number_text.h"    // IWYU pragma: export
#include "hrefkit/text/span.h"           // IWYU pragma: export
#include "hrefkit/text/string_arena.h"   // IWYU pragma: export
#include "hrefkit/text/toml_keys.h"      // IWYU pragma: export
#include "hrefkit/text/utf8.h"           // IWYU pragma: export
