#include "hrefkit/cli/archive/command.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>

#include "hrefkit/cli/options/option_set.h"
#include "hrefkit/text/ascii.h"
#include "hrefkit/text/span.h"

namespace hrefkit::cli {

// The names of values that only `archive` has.

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

namespace {

/// A number of bytes: "1000", "64K", "256M", "2G".
Parsed<std::size_t> parse_size(std::string const& text) {
  constexpr std::uint64_t most = std::uint64_t{4} << 30;
  std::uint64_t size = 0;
  char const* const end = text.data() + text.size();
  const auto [rest, error] = std::from_chars(text.data(), end, size);
  const std::string unit = text::to_ascii_lower(std::string_view(rest, end));
  const int shift = unit.empty() ? 0 : unit == "k" ? 10 : unit == "m" ? 20 : unit == "g" ? 30 : -1;
  const bool is_valid = error == std::errc() && shift >= 0 && size != 0 && size <= most >> shift;
  if (!is_valid) return tl::unexpected("'" + text + "' is not a size from 1 to 4G, such as 256M");
  size <<= shift;
  return static_cast<std::size_t>(std::min<std::uint64_t>(size, text::max_text_bytes));
}

}  // namespace

void add_options(OptionSet& options, ArchiveCommand& command) {
  CommonOptions& common = command.common;
  common.xml_base = html::XmlBase::off;  // as the browsers of the archive's readers
  options.arguments("FILE", common.inputs,
                    "WARC files (plain, gzip, zstd), or - for standard input");
  options.text(OptionId::files_from, common.files_from);
  options.flag(OptionId::null_separated, common.null_separated);
  add_page_options(options, common);
  add_link_options(options, common);
  options.choice(OptionId::engine, command.engine);
  options.parsed(OptionId::max_body, command.max_body, parse_size);
  options.choices_list(OptionId::records, command.records);
  options.choices_list(OptionId::kinds, command.kinds);
  options.list(OptionId::elements, command.elements);
  options.flag(OptionId::missing, command.missing);
  options.texts(OptionId::cdxj, command.indexes);
  options.choice(OptionId::format, command.format);
  options.flag(OptionId::sort, command.sort);
  options.choice(OptionId::compress, command.compress);
  options.choices_list(OptionId::fail_on, command.fail_on);
  add_output_options_without_csv(options, common);
}

}  // namespace hrefkit::cli
