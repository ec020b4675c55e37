#include "hrefkit/cli/io/output_guard.h"

#include <fstream>

#include "hrefkit/cli/options/config.h"
#include "hrefkit/cli/options/usage_error.h"
#include "hrefkit/site/walk.h"

namespace hrefkit::cli {

namespace {

bool begins_with(std::string const& file, std::string_view text) {
  std::ifstream stream(file, std::ios::binary);
  std::string read(text.size(), '\0');
  stream.read(read.data(), static_cast<std::streamsize>(read.size()));
  return stream && read == text;
}

}  // namespace

OutputGuard::OutputGuard(CommonOptions const& common, Environment const& environment)
    : output_(common.output) {
  if (output_.empty()) return;
  target_ = regular_file(output_);
  if (!target_) return;
  standard_input_ = regular_file(environment.in_descriptor);
  std::string const& list = common.files_from;
  if (!list.empty() && target_ == (list == "-" ? standard_input_ : regular_file(list))) {
    refuse("the list of the inputs");
  }
  if (target_ == regular_file(common.config.empty() ? default_config : common.config)) {
    refuse("the configuration file");
  }
}

void OutputGuard::check_inputs(site::InputOptions const& inputs) const {
  if (output_.empty()) return;
  for (std::string const& path : inputs.paths) {
    check_input(path);
    if (site::is_walked(output_, path, inputs.walk.files)) {
      refuse("one of the pages of '" + path + "'");
    }
  }
}

void OutputGuard::check_site(std::string const& site, std::string_view own_beginning) const {
  if (!target_ || !site::is_walked(output_, site)) return;
  if (own_beginning.empty() || !begins_with(output_, own_beginning)) {
    refuse("one of the pages of '" + site + "'");
  }
}

void OutputGuard::check_input(std::string const& path) const {
  if (!target_) return;
  if (target_ == (path == "-" ? standard_input_ : regular_file(path))) {
    refuse("one of the inputs");
  }
}

void OutputGuard::refuse(std::string const& what) const {
  throw UsageError("--output", "'" + output_ + "' is " + what);
}

}  // namespace hrefkit::cli
