// application/x-www-form-urlencoded: parsing and serialising name-value pairs.
//
// The living URL standard (section 5) knows UTF-8 parsing only; the encodings, "_charset_" and
// isindex are those of the URL Standard 2012-12-28 (6).
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "hrefkit/text/encoding.h"

namespace hrefkit::url {

/// A name-value pair, both valid UTF-8.
struct FormEntry {
  std::string name = {};
  std::string value = {};

  bool operator==(FormEntry const&) const = default;
};

/// How form data is parsed. The defaults are the living standard's.
struct FormParseOptions {
  text::Encoding encoding = text::Encoding::utf_8;  ///< of the percent-decoded bytes
  bool use_charset = false;  ///< an entry "_charset_" names the encoding of all entries
  bool isindex = false;      ///< a first entry without "=" is a value without a name
};

/// The "application/x-www-form-urlencoded parser". Any bytes are legal.
std::vector<FormEntry> parse_form_urlencoded(std::string_view input,
                                             FormParseOptions const& options = {});

/// The "application/x-www-form-urlencoded serializer": pure ASCII. What the encoding lacks is
/// written as "&#N;", percent-encoded.
std::string serialize_form_urlencoded(std::span<FormEntry const> entries,
                                      text::Encoding encoding = text::Encoding::utf_8);

}  // namespace hrefkit::url
