// Runs every command on nasty documents of growing size, and compares memory and time with the aim
// (run_cost.h). Prints one line a run, and last how many were over.
//
//   growth_check HREFKIT [BYTES [KIND]]
//
// BYTES is the smallest size, 1000000 unless given; with KIND, only documents in whose name it is.
#include <fcntl.h>
#include <sys/resource.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>
#include <vector>

#include "support/nasty_markup.h"
#include "support/nasty_xml.h"
#include "support/run_cost.h"

namespace {

using namespace hrefkit::test;

struct Document {
  std::string kind;
  std::string file;
  std::string archive;  ///< a WARC file with the document
  std::size_t size;
};

/// The program, the command's words, and the file that they are for. Ends this process.
[[noreturn]] void execute(std::string const& program, std::vector<std::string> words,
                          std::string const& file) {
  words.insert(words.begin(), program);
  words.push_back(file);
  const rlimit seconds{200, 200};  // of processor time; then a signal ends the command
  ::setrlimit(RLIMIT_CPU, &seconds);
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
  std::string const& file = words.front() == "archive" ? document.archive : document.file;
  const RunCost cost = cost_of([&] { execute(program, words, file); });
  // 1: findings; 2: not well-formed, with a note.
  const bool ended = cost.exit_code >= 0 && cost.exit_code <= 2;
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

std::vector<std::vector<std::string>> commands(std::string const& folder) {
  const std::string url = "https://docs.example/d/page";
  return {{"resolve"},
          {"resolve", "--engine", "dom"},
          {"base"},
          {"effects", "--url", url, "--set-base", "/other/"},
          {"check", "--root", folder},
          {"check", "--root", folder, "-f", "html"},
          {"rewrite", "--url", url, "--to", "absolute"},
          {"rewrite", "--url", url, "--to", "relative", "--index", "index.html"},
          {"rewrite", "--url", url, "--drop-base"},
          {"rewrite", "--url", url, "--drop-xml-base"},
          {"rewrite", "--url", url, "--rebase", "https://docs.example=https://new.example"},
          {"rewrite", "--url", url, "--move-to", "https://docs.example/e/page"},
          {"archive"},
          {"archive", "-f", "wat"}};
}

std::size_t check_all(std::string const& program, Document const& document) {
  std::size_t over = 0;
  const std::string folder = std::filesystem::path(document.file).parent_path();
  for (std::vector<std::string> const& words : commands(folder)) {
    over += check(program, words, document) ? 0 : 1;
  }
  return over;
}

std::string warc_of(std::string const& text, std::string const& type) {
  const std::string body = "HTTP/1.1 200 OK\r\nContent-Type: " + type + "\r\n\r\n" + text;
  return "WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: https://docs.example/d/page\r\n"
         "WARC-Date: 2024-01-01T00:00:00Z\r\n"
         "WARC-Record-ID: <urn:uuid:7d444840-9dc0-11d1-b245-5ffdce74fad2>\r\n"
         "Content-Type: application/http; msgtype=response\r\nContent-Length: " +
         std::to_string(body.size()) + "\r\n\r\n" + body + "\r\n\r\n";
}

void write(std::string const& file, std::string const& bytes) {
  std::ofstream(file, std::ios::binary | std::ios::trunc) << bytes;
}

/// Writes the one document of the folder: some commands read all pages of a root.
Document write(std::filesystem::path const& folder, std::string_view kind, bool is_xml,
               std::string const& text) {
  std::filesystem::remove_all(folder);
  std::filesystem::create_directory(folder);
  Document document{.kind = std::string(kind),
                    .file = folder / (is_xml ? "nasty.xml" : "nasty.html"),
                    .archive = folder / "nasty.warc",
                    .size = text.size()};
  write(document.file, text);
  write(document.archive, warc_of(text, is_xml ? "application/xml" : "text/html"));
  return document;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 2) {
    std::fprintf(stderr, "usage: growth_check HREFKIT [BYTES [KIND]]\n");
    return 2;
  }
  const std::string program = argv[1];
  const std::size_t smallest = argc > 2 ? std::strtoull(argv[2], nullptr, 10) : 1'000'000;
  const std::string_view wanted = argc > 3 ? argv[3] : "";
  const auto is_wanted = [&](std::string_view kind) { return kind.find(wanted) != kind.npos; };
  std::string name = (std::filesystem::temp_directory_path() / "growth-XXXXXX").native();
  if (::mkdtemp(name.data()) == nullptr) return 2;
  std::size_t over = 0;
  for (const std::size_t size : {smallest, 2 * smallest, 4 * smallest}) {
    for (NastyXml const& kind : nasty_xml()) {
      if (!is_wanted(kind.name)) continue;
      over += check_all(program, write(name, kind.name, true, kind.document(size)));
    }
    for (NastyMarkup const& kind : nasty_markup()) {
      if (!is_wanted(kind.name)) continue;
      over += check_all(program, write(name, kind.name, false, kind.document(size)));
    }
  }
  std::filesystem::remove_all(name);
  std::printf("%zu runs over the aim\n", over);
  return over == 0 ? 0 : 1;
}
