// Writes URLs as JSON objects.
#pragma once

#include <string_view>

#include "hrefkit/cli/format/row_buffer.h"
#include "hrefkit/url/url_attribute.h"

namespace hrefkit::cli {

/// Appends {"href":...,"origin":..., ... ,"hash":...}.
void append_answer(RowBuffer& out, url::UrlAttributeValues const& values);

/// Appends {"error":CODE}. `code` needs no escapes.
void append_error_answer(RowBuffer& out, std::string_view code);

}  // namespace hrefkit::cli
