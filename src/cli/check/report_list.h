// A report that is one JSON document with a list of findings, an item a line.
#pragma once

#include <string>
#include <string_view>
#include <utility>

#include "hrefkit/cli/check/report.h"
#include "hrefkit/cli/format/json_writer.h"
#include "hrefkit/cli/format/row_buffer.h"

namespace hrefkit::cli {

/// Writes the document around the items, which a class below writes.
class JsonListReport : public Report {
 public:
  /// `head` is all that comes before the first item, `tail` what comes behind the last.
  JsonListReport(ReportOptions const& options, WriteText write, std::string head, std::string tail)
      : options_(options),
        write_(std::move(write)),
        head_(std::move(head)),
        tail_(std::move(tail)) {}

  bool begin() override { return write_(head_); }

  bool emit(site::Finding const& finding) override {
    RowBuffer out;
    out.append(std::exchange(any_, true) ? ",\n" : "\n");
    JsonWriter json(out);
    json.begin_object();
    write_members(json, finding);
    json.end_object();
    return write_(shown_json(out.view(), options_.style.display, shown_));
  }

  bool end(site::CheckSummary const&) override { return write_((any_ ? "\n" : "") + tail_ + "\n"); }

 protected:
  /// Writes the members of the item for a finding.
  virtual void write_members(JsonWriter& json, site::Finding const& finding) = 0;

  ReportOptions const& options() const { return options_; }
  ReportPaths& paths() { return paths_; }

 private:
  ReportOptions options_;
  WriteText write_;
  std::string head_;
  std::string tail_;
  std::string shown_;
  ReportPaths paths_;
  bool any_ = false;
};

}  // namespace hrefkit::cli
