#include "hrefkit/site/check/page_rows.h"

namespace hrefkit::site {

void PageRows::clear() {
  rows_.clear();
  texts_.clear();
}

PageRows::Piece PageRows::keep(std::string_view text) {
  const Piece piece{static_cast<std::uint32_t>(texts_.size()),
                    static_cast<std::uint32_t>(text.size())};
  texts_ += text;
  return piece;
}

std::string_view PageRows::view(Piece piece) const {
  return std::string_view(texts_).substr(piece.begin, piece.size);
}

void PageRows::add(Finding const& finding) {
  Row& row = rows_.emplace_back();
  row.finding = finding;
  row.file = keep(finding.file);
  row.element = keep(finding.element);
  row.attribute = keep(finding.attribute);
  row.raw = keep(finding.raw);
  row.url = keep(finding.url.value_or(""));
  row.base = keep(finding.base);
  row.base_source = keep(finding.base_source);
  row.target = keep(finding.target.value_or(""));
  row.suggestion = keep(finding.suggestion.value_or(""));
  row.message = keep(finding.message);
  row.context = keep(finding.context);
  row.source_line = keep(finding.source_line);
}

Finding PageRows::at(std::size_t number) const {
  Row const& row = rows_[number];
  Finding finding = row.finding;
  finding.file = view(row.file);
  finding.element = view(row.element);
  finding.attribute = view(row.attribute);
  finding.raw = view(row.raw);
  if (finding.url) finding.url = view(row.url);
  finding.base = view(row.base);
  finding.base_source = view(row.base_source);
  if (finding.target) finding.target = view(row.target);
  if (finding.suggestion) finding.suggestion = view(row.suggestion);
  finding.message = view(row.message);
  finding.context = view(row.context);
  finding.source_line = view(row.source_line);
  return finding;
}

}  // namespace hrefkit::site
