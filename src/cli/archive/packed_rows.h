// Rows packed as gzip members.
#pragma once

#include <string>
#include <string_view>

#include "hrefkit/http/deflate.h"

namespace hrefkit::cli {

/// Takes rows in pieces and gives members of gzip. Where they begin depends on the rows alone, so
/// equal rows give equal bytes, whatever the pieces are.
class PackedRows {
 public:
  /// Forgets what was not packed yet.
  void restart() {
    rows_.clear();
    packer_.restart();
  }

  /// Adds rows; `output` grows by the members that are full.
  void add(std::string_view rows, std::string& output);

  /// Packs what is left.
  void end(std::string& output);

 private:
  http::GzipPacker packer_;
  std::string rows_;
};

}  // namespace hrefkit::cli
