#include "hrefkit/url/validation_error.h"

#include <array>

namespace hrefkit::url {

namespace {

constexpr std::array<std::string_view, 30> names{
    "domain-to-ASCII",
    "domain-percent-encoded",
    "host-invalid-code-point",
    "IPv4-empty-part",
    "IPv4-too-few-parts",
    "IPv4-too-many-parts",
    "IPv4-non-numeric-part",
    "IPv4-non-decimal-part",
    "IPv4-out-of-range-part",
    "IPv6-unclosed",
    "IPv6-invalid-compression",
    "IPv6-too-many-pieces",
    "IPv6-multiple-compression",
    "IPv6-invalid-code-point",
    "IPv6-too-few-pieces",
    "IPv6-piece-leading-zero",
    "IPv4-in-IPv6-too-many-pieces",
    "IPv4-in-IPv6-invalid-code-point",
    "IPv4-in-IPv6-out-of-range-part",
    "IPv4-in-IPv6-too-few-parts",
    "invalid-URL-unit",
    "special-scheme-missing-following-solidus",
    "missing-scheme-non-relative-URL",
    "invalid-reverse-solidus",
    "invalid-credentials",
    "host-missing",
    "port-out-of-range",
    "port-invalid",
    "file-invalid-Windows-drive-letter",
    "file-invalid-Windows-drive-letter-host",
};
static_assert(names.size() ==
              static_cast<std::size_t>(ValidationError::file_invalid_windows_drive_letter_host) +
                  1);

}  // namespace

std::string_view name(ValidationError error) {
  return names[static_cast<std::size_t>(error)];
}

NoteWriter NoteWriter::from(std::size_t offset) const {
  NoteWriter writer = *this;
  writer.start_ += offset;
  return writer;
}

void NoteWriter::push(ValidationError error, std::size_t offset) const {
  const auto place = static_cast<std::uint32_t>(start_ + offset);
  sink_->push_back({error, map_ == nullptr ? place : map_->to_source(place)});
}

}  // namespace hrefkit::url
