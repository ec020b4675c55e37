// What WAT says of a gzip member.
#pragma once

#include <string>

#include "hrefkit/warc/record_reader.h"

namespace hrefkit::archive {

/// Appends "Gzip-Metadata". Lengths are those of the reference extractor, which leaves out what it
/// cannot read of an extra field.
void append_gzip_metadata(std::string& out, warc::GzipMember const& member);

}  // namespace hrefkit::archive
