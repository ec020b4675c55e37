#include "hrefkit/cli/resolve/packed_rows.h"

#include "hrefkit/cli/io/packed.h"

namespace hrefkit::cli {

std::string pack_rows(FileRows const& rows) {
  Packer out;
  out.text(rows.heading);
  out.text(rows.rows.view());
  out.number(rows.count);
  out.number(rows.unresolvable);
  out.number(rows.listed.size());
  for (UnresolvableLink const& link : rows.listed) {
    out.text(link.place);
    out.text(link.what);
  }
  for (RowMark const& mark : rows.marks) {
    out.number(mark.row_end);
    out.number(mark.url ? 1 : 0);
    out.number(mark.url ? (*mark.url)[0] : 0);
    out.number(mark.url ? (*mark.url)[1] : 0);
  }
  return std::string(out.view());
}

void unpack_rows(std::string_view packed, FileRows& rows) {
  Unpacker in(packed);
  const std::size_t before = rows.rows.size();
  rows.heading += in.text();
  rows.rows.append(in.text());
  rows.count += in.count();
  rows.unresolvable += in.count();
  for (std::uint64_t count = in.number(); count > 0 && !in.at_end(); --count) {
    UnresolvableLink& link = rows.listed.emplace_back();
    link.place = in.text();
    link.what = in.text();
  }
  while (!in.at_end()) {
    RowMark mark{before + in.count(), std::nullopt};
    const bool has_url = in.number() != 0;
    const text::Hash128 hash{in.number(), in.number()};
    if (has_url) mark.url = hash;
    rows.marks.push_back(mark);
  }
}

}  // namespace hrefkit::cli
