#include "hrefkit/cli/run.h"

#include <ostream>

namespace hrefkit::cli {

int run(std::vector<std::string> const&, std::istream&, std::ostream&, std::ostream& err) {
  err << "hrefkit: no command\n";
  return 2;
}

}  // namespace hrefkit::cli
