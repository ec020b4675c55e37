#include "hrefkit/cli/check/known_findings.h"

#include <boost/filesystem.hpp>

#include "hrefkit/cli/format/printable.h"
#include "hrefkit/cli/io/log_commands.h"
#include "hrefkit/cli/io/output.h"
#include "hrefkit/cli/options/options.h"
#include "hrefkit/site/input.h"

namespace hrefkit::cli {

void KnownFindings::read() {
  if (command_.baseline.empty()) {
    if (command_.update_baseline) throw UsageError("--update-baseline", "needs --baseline FILE");
    return;
  }
  std::string bytes;
  const auto read = site::read_file(command_.baseline, bytes);
  boost::system::error_code error;
  const auto type = boost::filesystem::status(command_.baseline, error).type();
  const bool is_new = type == boost::filesystem::file_not_found;
  if (is_new && command_.update_baseline) return;
  if (is_new) {
    throw UsageError(
        "--baseline",
        command_.baseline + " does not exist; with --update-baseline this run writes it");
  }
  if (!read) throw UsageError("--baseline", command_.baseline + ": " + read.error());
  if (const auto parsed = known_.read(bytes); !parsed) {
    throw UsageError("--baseline", command_.baseline + ": " + parsed.error());
  }
  if (command_.update_baseline) former_ = known_;
}

bool KnownFindings::covers(site::Finding const& finding, std::string_view path) {
  if (command_.update_baseline) updated_.add(finding, path);
  return known_.covers(finding, path);
}

bool KnownFindings::write(Environment const& environment, Messages& messages, bool is_partial,
                          std::size_t inputs_read) {
  // Where only a part of the findings was asked for, or some pages could not be read, what the
  // file knows of the rest stays.
  if (is_partial || !command_.settings.rules.empty()) updated_.add_rest(known_);
  Output file(command_.baseline, environment.out, Contents::json);
  file.write(updated_.text());
  file.finish(inputs_read);
  if (messages.report(file.error())) return false;
  std::string text =
      command_.baseline + " written: " + counted(updated_.size(), "finding", "findings") + " (";
  text += grouped_number(updated_.count_lacking_in(former_)) + " added, ";
  text += grouped_number(former_.count_lacking_in(updated_)) + " removed)";
  messages.summary(text);
  return true;
}

}  // namespace hrefkit::cli
