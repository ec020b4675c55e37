// A document that is read in a process of its own: its rows come from there in parts, then what is
// said of it.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>

#include "hrefkit/cli/io/documents.h"

namespace hrefkit::cli {

/// What a command does with the rows of its job on their way.
struct IsolatedRows {
  std::function<std::size_t()> bytes;            ///< how many bytes of rows there are
  std::function<std::string()> pack;             ///< the rows as bytes; they are cleared then
  std::function<void(std::string_view)> unpack;  ///< adds what was packed to the rows
  std::function<bool()> give_part;  ///< hands over the rows so far; false when no more is wanted
};

/// Runs `read` in a worker process: it fills the rows and the findings of `job`, and calls its
/// argument after each part, until that returns false. Here `job` then has the findings, and the
/// rows that were not given yet; the error where the worker failed.
void read_isolated(DocumentJob& job, IsolatedRows const& rows,
                   std::function<void(std::function<bool()> const& give_part)> const& read);

}  // namespace hrefkit::cli
