// The names of values that only `archive` has.
#include <array>

#include "hrefkit/cli/archive/command.h"
#include "hrefkit/cli/options/choice.h"

namespace hrefkit::cli {

template <>
std::span<Choice<ArchiveFormat> const> choices<ArchiveFormat>() {
  static constexpr std::array<Choice<ArchiveFormat>, 7> table{{{ArchiveFormat::jsonl, "jsonl"},
                                                               {ArchiveFormat::pages, "pages"},
                                                               {ArchiveFormat::wat, "wat"},
                                                               {ArchiveFormat::cdxj, "cdxj"},
                                                               {ArchiveFormat::cdx, "cdx"},
                                                               {ArchiveFormat::edges, "edges"},
                                                               {ArchiveFormat::hosts, "hosts"}}};
  return table;
}

template <>
std::span<Choice<Compression> const> choices<Compression>() {
  static constexpr std::array<Choice<Compression>, 2> table{
      {{Compression::none, "none"}, {Compression::gzip, "gzip"}}};
  return table;
}

template <>
std::span<Choice<ArchiveFinding> const> choices<ArchiveFinding>() {
  static constexpr std::array<Choice<ArchiveFinding>, 3> table{
      {{ArchiveFinding::damaged, "damaged"},
       {ArchiveFinding::unresolvable, "unresolvable"},
       {ArchiveFinding::none, "none"}}};
  return table;
}

template <>
std::span<Choice<warc::RecordType> const> choices<warc::RecordType>() {
  return named_choices<warc::RecordType::continuation>();  // all but `other`
}

}  // namespace hrefkit::cli
