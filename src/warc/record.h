// One record of a web archive: ISO 28500.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "hrefkit/http/fields.h"
#include "hrefkit/warc/packing.h"

namespace hrefkit::warc {

/// What a record holds.
enum class RecordType : std::uint8_t {
  warcinfo,
  request,
  response,
  revisit,
  resource,
  metadata,
  conversion,
  continuation,
  other,  ///< a type that the standard does not have
};

/// The name in the field WARC-Type, such as "response"; "" for `other`.
std::string_view name(RecordType type);

/// The type of that name, in any ASCII case.
RecordType record_type_from_name(std::string_view name);

/// Where a record begins.
struct RecordPlace {
  /// In the file: at its compressed member, if it has one.
  std::uint64_t offset = 0;
  /// Among the unpacked bytes of its member; 0 where it is the first there, and in plain files.
  std::uint64_t member_offset = 0;
};

/// The head of a record and its place.
struct Record {
  std::string version = {};  ///< as stored, such as "WARC/1.0"
  http::Fields fields = {};
  RecordType type = RecordType::other;
  std::uint64_t content_length = 0;  ///< bytes of the block, as the head says
  std::uint64_t header_length = 0;   ///< bytes of the head with its empty line
  Packing packing = Packing::plain;
  RecordPlace place = {};
  /// What an index says: the length of the compressed member, or of head and block in plain files.
  /// Known once the record was read to its end; 0 where several records share one member.
  std::uint64_t length = 0;

  /// The value of a field, or an empty text.
  std::string_view field(std::string_view wanted) const& {
    return fields.first(wanted).value_or(std::string_view());
  }
  std::string_view field(std::string_view wanted) const&& = delete;

  /// WARC-Target-URI without the angle brackets of old writers, with %20 for each space.
  std::string target_uri() const;
};

}  // namespace hrefkit::warc
