// The cases of check_settings.tsv.
#pragma once

#include <fstream>
#include <string>
#include <vector>

namespace hrefkit::test {

/// A wrong value of a setting of a check.
struct WrongSetting {
  std::string name;
  std::string written;  ///< with \r and \n for line ends
  std::string text;
  std::string message;
};

inline std::vector<WrongSetting> wrong_settings() {
  std::ifstream file(HREFKIT_SOURCE_DIR "/tests/support/check_settings.tsv");
  std::vector<WrongSetting> all;
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with('#')) continue;
    const std::size_t first = line.find('\t');
    const std::size_t second = line.find('\t', first + 1);
    WrongSetting wrong{.name = line.substr(0, first),
                       .written = line.substr(first + 1, second - first - 1),
                       .text = {},
                       .message = line.substr(second + 1)};
    for (std::size_t i = 0; i < wrong.written.size(); ++i) {
      const bool is_escape = wrong.written[i] == '\\';
      if (is_escape) ++i;
      wrong.text += !is_escape ? wrong.written[i] : wrong.written[i] == 'r' ? '\r' : '\n';
    }
    all.push_back(wrong);
  }
  return all;
}

}  // namespace hrefkit::test
