// The part of a WAT record about a gzip member.
#pragma once

#include <string>

#include "hrefkit/warc/record_reader.h"

namespace hrefkit::archive {

/// Appends "Gzip-Metadata". Lengths are those of the reference extractor, which does not count the
/// subfields of the extra field that it cannot parse.
void append_gzip_metadata(std::string& out, warc::GzipMember const& member);

}  // namespace hrefkit::archive
