// What the documents of one file share: their base URLs and their policies.
#pragma once

#include "hrefkit/html/base/base_table.h"
#include "hrefkit/html/base/csp.h"

namespace hrefkit::html {

/// Base URLs and policies by number.
struct BaseStore {
  BaseStore(url::Standard standard, std::size_t file_bytes)
      : bases(standard, file_bytes), policies(file_bytes) {}

  BaseTable bases;
  PolicyTable policies;
};

}  // namespace hrefkit::html
