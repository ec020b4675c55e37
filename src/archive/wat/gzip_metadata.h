// The part of a WAT record about a gzip member.
#pragma once

#include <string>

#include "hrefkit/warc/record_reader.h"

namespace hrefkit::archive {

/// Appends "Gzip-Metadata". Lengths are those of the reference extractor, which leaves out the
/// parts of an extra field that it cannot read.
void append_gzip_metadata(std::string& out, warc::GzipMember const& member);

}  // namespace hrefkit::archive
