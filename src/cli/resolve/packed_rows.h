// The rows of a file, or a part of them, as bytes and back: a worker process hands them over.
#pragma once

#include <string>
#include <string_view>

#include "hrefkit/cli/resolve/rows.h"

namespace hrefkit::cli {

std::string pack_rows(FileRows const& rows);

/// Adds what was packed to `rows`.
void unpack_rows(std::string_view packed, FileRows& rows);

}  // namespace hrefkit::cli
