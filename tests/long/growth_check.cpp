// Runs the command on nasty documents of growing size, and compares memory and time with the aim
// (run_cost.h). Prints one line a run, and last how many were over.
//
//   growth_check HREFKIT [BYTES]      the smallest size; 1000000 unless given
#include <fcntl.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "support/nasty_markup.h"
#include "support/nasty_xml.h"
#include "support/run_cost.h"

namespace {

using namespace hrefkit::test;

struct Document {
  std::string kind;
  std::string file;
  std::size_t size;
};

/// The program, the command's words, and the file that they are for. Ends this process.
[[noreturn]] void execute(std::string const& program, std::vector<std::string> words,
                          std::string const& file) {
  words.insert(words.begin(), program);
  words.insert(words.end(), {"-q", file});
  std::vector<char*> arguments;
  for (std::string& word : words) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  const int null = ::open("/dev/null", O_WRONLY);
  ::dup2(null, STDOUT_FILENO);
  ::dup2(null, STDERR_FILENO);
  ::execv(program.c_str(), arguments.data());
  ::_exit(127);
}

/// Runs one command on one document; false when it is over the aim or ended by a signal.
bool check(std::string const& program, std::vector<std::string> const& words,
           Document const& document) {
  const RunCost cost = cost_of([&] { execute(program, words, document.file); });
  const bool ended = cost.exit_code == 0 || cost.exit_code == 2;  // 2: not well-formed, with a note
  const bool good = ended && cost.peak_bytes <= allowed_bytes(document.size) &&
                    cost.seconds <= allowed_seconds(document.size);
  std::string command;
  for (std::string const& word : words) command += word + ' ';
  std::printf("%s %-22s %-42s %9zu bytes %7.2f s %6zu MB, exit %d\n", good ? "    " : "OVER",
              command.c_str(), document.kind.c_str(), document.size, cost.seconds,
              cost.peak_bytes >> 20, cost.exit_code);
  std::fflush(stdout);
  return good;
}

std::size_t check_all(std::string const& program, Document const& document) {
  std::size_t over = 0;
  for (std::vector<std::string> const& words :
       {std::vector<std::string>{"resolve"}, {"resolve", "--engine", "dom"}, {"base"}}) {
    over += check(program, words, document) ? 0 : 1;
  }
  return over;
}

Document write(std::filesystem::path const& folder, std::string_view kind, char const* extension,
               std::string const& text) {
  const std::string file = (folder / ("nasty" + std::string(extension))).native();
  std::ofstream(file, std::ios::binary | std::ios::trunc) << text;
  return {std::string(kind), file, text.size()};
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 2) {
    std::fprintf(stderr, "usage: growth_check HREFKIT [BYTES]\n");
    return 2;
  }
  const std::string program = argv[1];
  const std::size_t smallest = argc > 2 ? std::strtoull(argv[2], nullptr, 10) : 1'000'000;
  std::string name = (std::filesystem::temp_directory_path() / "growth-XXXXXX").native();
  if (::mkdtemp(name.data()) == nullptr) return 2;
  std::size_t over = 0;
  for (const std::size_t size : {smallest, 2 * smallest, 4 * smallest}) {
    for (NastyXml const& kind : nasty_xml()) {
      over += check_all(program, write(name, kind.name, ".xml", kind.document(size)));
    }
    for (NastyMarkup const& kind : nasty_markup()) {
      over += check_all(program, write(name, kind.name, ".html", kind.document(size)));
    }
  }
  std::filesystem::remove_all(name);
  std::printf("%zu runs over the aim\n", over);
  return over == 0 ? 0 : 1;
}
