#include "hrefkit/warc/record.h"

#include <array>

#include "hrefkit/text/ascii.h"

namespace hrefkit::warc {

namespace {

using std::string_view_literals::operator""sv;

/// In the order of the enum.
constexpr std::array names{"warcinfo"sv, "request"sv,  "response"sv,   "revisit"sv,
                           "resource"sv, "metadata"sv, "conversion"sv, "continuation"sv};

}  // namespace

std::string_view name(RecordType type) {
  return type == RecordType::other ? std::string_view() : names[static_cast<std::size_t>(type)];
}

RecordType record_type_from_name(std::string_view name) {
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (text::equals_ignoring_ascii_case(name, names[i])) return static_cast<RecordType>(i);
  }
  return RecordType::other;
}

std::string Record::target_uri() const {
  std::string_view written = field("WARC-Target-URI");
  if (written.starts_with('<') && written.ends_with('>')) {
    written = written.substr(1, written.size() - 2);
  }
  std::string uri;
  for (const char c : written) {
    if (c == ' ') {
      uri += "%20";
    } else {
      uri += c;
    }
  }
  return uri;
}

}  // namespace hrefkit::warc
