// Findings as rows: JSON, JSON Lines, CSV.
#pragma once

#include "hrefkit/cli/check/report.h"
#include "hrefkit/cli/format/row_buffer.h"
#include "hrefkit/cli/format/row_sink.h"

namespace hrefkit::cli {

class RowReport : public Report {
 public:
  RowReport(ReportOptions const& options, WriteText write);
  bool begin() override { return sink_.begin(); }
  bool give(site::Finding const& finding) override;
  bool end(site::CheckSummary const&) override { return sink_.end(); }

 private:
  RowStyle style_;
  RowSink sink_;
  RowBuffer row_;
};

}  // namespace hrefkit::cli
