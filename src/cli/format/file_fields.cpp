#include "hrefkit/cli/format/file_fields.h"

#include <string>

#include "hrefkit/cli/format/json_row.h"
#include "hrefkit/text/utf8.h"
#include "hrefkit/url/percent_encode.h"

namespace hrefkit::cli {

void append_file_fields(RowBuffer& out, std::string_view name, RowStyle const& style) {
  JsonRow row(out, style);
  const std::string valid = text::to_valid_utf8(name);
  row.text("file"_key, valid);
  if (valid != name) row.text("fileBytes"_key, url::percent_encode_path(name));
}

}  // namespace hrefkit::cli
