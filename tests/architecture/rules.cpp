#include "architecture/rules.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>

namespace hrefkit::test {

namespace {

using std::string_view_literals::operator""sv;

constexpr std::size_t longest_function = 40;  // lines between its braces

/// The floors from the bottom: each knows those before it.
struct Floor {
  std::string_view name;
  std::string_view folder;
  std::string_view strangers = {};  // floors before it that stand beside it, with spaces between
};
constexpr std::array floors{
    Floor{"text", "src/text/"},
    Floor{"http", "src/http/"},
    Floor{"warc", "src/warc/"},
    Floor{"url", "src/url/", "http warc"},
    Floor{"html", "html/", "http warc"},
    Floor{"site", "src/site/", "http warc"},
    Floor{"archive", "src/archive/", "site"},
    Floor{"cli", "src/cli/"},
};

/// A header that is not ours and not C++'s, and the files that may include it.
struct ThirdPartyHeader {
  std::string_view name;    // the whole name, or its beginning when it ends in '/'
  std::string_view places;  // beginnings of paths, with spaces between
};
// clang-format off
constexpr std::array third_party_headers{
    ThirdPartyHeader{"CLI/", "src/cli/"},
    ThirdPartyHeader{"arm_neon.h", "src/text/lanes.h src/text/utf8_validity.cpp"},
    ThirdPartyHeader{"boost/filesystem.hpp", "src/site/ src/cli/"},
    ThirdPartyHeader{"boost/filesystem/", "src/site/ src/cli/"},
    ThirdPartyHeader{"brotli/decode.h", "src/http/codings/brotli.cpp"},
    ThirdPartyHeader{"dirent.h", "src/site/"},
    ThirdPartyHeader{"emmintrin.h", "src/text/lanes.h"},
    ThirdPartyHeader{"expat.h", "html/parse/xml_adapter"},
    ThirdPartyHeader{"fcntl.h", "src/site/ src/cli/ src/warc/input/open_source.cpp"},
    ThirdPartyHeader{"fnmatch.h", "src/cli/check/"},
    ThirdPartyHeader{"gumbo.h", "html/parse/gumbo_adapter.cpp"},
    ThirdPartyHeader{"immintrin.h", "src/text/utf8_validity.cpp"},
    ThirdPartyHeader{"isa-l/", "src/http/codings/"},
    ThirdPartyHeader{"libxml/", "html/parse/xml_adapter"},
    ThirdPartyHeader{"malloc.h", "src/text/large_pages.cpp"},
    ThirdPartyHeader{"nettle/", "src/archive/sha1.cpp"},
    ThirdPartyHeader{"rapidjson/", "src/site/ src/cli/"},
    ThirdPartyHeader{"re2/", "src/cli/check/url_patterns.cpp"},
    ThirdPartyHeader{"signal.h", "src/site/writing/ src/cli/"},
    ThirdPartyHeader{"sys/file.h", "src/site/writing/"},
    ThirdPartyHeader{"sys/ioctl.h", "src/cli/main.cpp"},
    ThirdPartyHeader{"sys/mman.h", "src/text/large_pages.cpp"},
    ThirdPartyHeader{"sys/socket.h", "src/cli/io/"},
    ThirdPartyHeader{"sys/stat.h", "src/site/ src/cli/ src/warc/"},
    ThirdPartyHeader{"sys/types.h", "src/site/writing/"},
    ThirdPartyHeader{"sys/uio.h", "src/cli/io/"},
    ThirdPartyHeader{"sys/wait.h", "src/cli/"},
    ThirdPartyHeader{"sys/xattr.h", "src/site/writing/"},
    ThirdPartyHeader{"tl/expected.hpp", "src/ html/"},
    ThirdPartyHeader{"toml++/", "src/cli/options/config.cpp"},
    ThirdPartyHeader{"unicode/bytestream.h", "src/text/case_folding.cpp"},
    ThirdPartyHeader{"unicode/casemap.h", "src/text/case_folding.cpp"},
    ThirdPartyHeader{"unicode/idna.h", "src/url/host/idna.cpp"},
    ThirdPartyHeader{"unicode/normalizer2.h", "src/text/case_folding.cpp"},
    ThirdPartyHeader{"unicode/stringpiece.h", "src/text/case_folding.cpp"},
    ThirdPartyHeader{"unicode/uchar.h", "src/text/case_folding.cpp src/url/host/idna_unicode.cpp"},
    ThirdPartyHeader{"unicode/ucnv.h", "src/text/encoding src/text/encodings/"},
    ThirdPartyHeader{"unicode/uidna.h", "src/url/host/idna.cpp"},
    ThirdPartyHeader{"unicode/unorm2.h", "src/url/host/idna_unicode.cpp"},
    ThirdPartyHeader{"unicode/utf16.h", "src/text/encoding src/text/encodings/"},
    ThirdPartyHeader{"unistd.h", "src/site/ src/cli/ src/warc/input/open_source.cpp"},
    ThirdPartyHeader{"zlib.h", "src/http/codings/"},
    ThirdPartyHeader{"zstd.h", "src/http/codings/zstd.cpp"},
    ThirdPartyHeader{"zstd_errors.h", "src/http/codings/zstd.cpp"},
};
// clang-format on
static_assert(std::is_sorted(third_party_headers.begin(), third_party_headers.end(),
                             [](auto const& a, auto const& b) { return a.name < b.name; }));

/// Words that say that work is not done, or where it was done. In two pieces each: this file is
/// looked through, too.
struct Word {
  std::string_view begin;
  std::string_view end;
  bool is_path = false;  // counts only where it begins a path, not inside a URL
};
constexpr std::array unwanted_words{
    Word{"TO", "DO"},         Word{"FIX", "ME"},      Word{"/wo", "rk/", true},
    Word{"/ro", "ot/", true}, Word{"/tmp/br", "ief"}, Word{".libr", "ary/"},
    Word{".mir", "ror/"},
};

/// Words that international readers stumble over.
constexpr std::array riddles{"anew"sv,      "is none"sv,    "are none"sv,  "what of"sv,
                             "come upon"sv, "comes upon"sv, "is no good"sv};

constexpr std::array top_level{
    "CMakeLists.txt"sv, "CMakePresets.json"sv, "LICENSE"sv, "README.md"sv,
    "html"sv,           "samples"sv,           "src"sv,     "tests"sv};

bool is_cpp(std::string_view path) {
  return path.ends_with(".h") || path.ends_with(".cpp");
}

bool is_source(std::string_view path) {
  return is_cpp(path) && (path.starts_with("src/") || path.starts_with("html/"));
}

/// Calls `visit(number, line)` for each line.
template <typename Visit>
void for_each_line(std::string_view text, Visit visit) {
  for (std::size_t number = 1; !text.empty(); ++number) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    visit(number, text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
}

std::optional<Include> as_include(std::size_t number, std::string_view line) {
  const auto skip_spaces = [&] {
    line.remove_prefix(std::min(line.find_first_not_of(" \t"), line.size()));
  };
  skip_spaces();
  if (!line.starts_with('#')) return std::nullopt;
  line.remove_prefix(1);
  skip_spaces();
  if (!line.starts_with("include")) return std::nullopt;
  line.remove_prefix(7);
  skip_spaces();
  if (line.empty() || (line[0] != '<' && line[0] != '"')) return std::nullopt;
  const bool quoted = line[0] == '"';
  line.remove_prefix(1);
  return Include{number, line.substr(0, line.find(quoted ? '"' : '>')), quoted};
}

/// The floor, from 0, of a path or of a header such as "hrefkit/url/url.h".
std::optional<std::size_t> floor_of_path(std::string_view path) {
  for (std::size_t i = 0; i < floors.size(); ++i) {
    if (path.starts_with(floors[i].folder)) return i;
  }
  return std::nullopt;
}

std::optional<std::size_t> floor_of_header(std::string_view name) {
  constexpr std::string_view prefix = "hrefkit/";
  if (!name.starts_with(prefix)) return std::nullopt;
  name.remove_prefix(prefix.size());
  for (std::size_t i = 0; i < floors.size(); ++i) {
    if (name.substr(0, name.find('/')) == floors[i].name) return i;
  }
  return std::nullopt;
}

ThirdPartyHeader const* find_third_party(std::string_view name) {
  for (ThirdPartyHeader const& header : third_party_headers) {
    if (name == header.name || (header.name.ends_with('/') && name.starts_with(header.name))) {
      return &header;
    }
  }
  return nullptr;
}

bool may_include(std::string_view path, ThirdPartyHeader const& header) {
  for (std::string_view places = header.places; !places.empty();) {
    const std::size_t end = std::min(places.find(' '), places.size());
    if (path.starts_with(places.substr(0, end))) return true;
    places.remove_prefix(std::min(end + 1, places.size()));
  }
  return false;
}

/// True for a file directly in its floor's folder.
bool is_at_root(std::string_view path, std::string_view floor) {
  return path.find('/', floor.size()) == std::string_view::npos;
}

bool begins_path(std::string_view line, std::size_t place) {
  return place == 0 || " \t\"'`(=<:,"sv.find(line[place - 1]) != std::string_view::npos;
}

bool has_word(std::string_view line, Word const& word) {
  const std::string whole = std::string(word.begin) + std::string(word.end);
  for (std::size_t place = line.find(whole); place != std::string_view::npos;
       place = line.find(whole, place + 1)) {
    if (!word.is_path || begins_path(line, place)) return true;
  }
  return false;
}

bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

/// True when the phrase stands in the line as whole words.
bool has_phrase(std::string_view line, std::string_view phrase) {
  for (std::size_t at = line.find(phrase); at != std::string_view::npos;
       at = line.find(phrase, at + 1)) {
    const std::size_t end = at + phrase.size();
    if ((at == 0 || !is_letter(line[at - 1])) && (end == line.size() || !is_letter(line[end]))) {
      return true;
    }
  }
  return false;
}

std::size_t indent_of(std::string_view line) {
  return std::min(line.find_first_not_of(' '), line.size());
}

/// Finds the lines that open functions. By our layout a definition begins at indent 0, or 2 in a
/// class; its brace stands at the end of a line, and its end at the same indent.
class FunctionOpener {
 public:
  /// The line that ends the function that `line` opens; empty for other lines.
  std::string_view take(std::string_view line) {
    const std::size_t indent = indent_of(line);
    const std::string_view code = line.substr(indent);
    if (indent == 0 || indent == 2) begin_ = is_statement(code) ? no_begin : indent;
    if (begin_ == no_begin || !line.ends_with('{')) return {};
    const bool has_parameters = line.find(')') != std::string_view::npos;
    const std::size_t begin = std::exchange(begin_, no_begin);
    if (!has_parameters) return {};
    return begin == 0 ? "}" : "  }";
  }

 private:
  static constexpr std::size_t no_begin = SIZE_MAX;

  static bool is_statement(std::string_view code) {
    constexpr std::array others{"if "sv, "for "sv,   "while "sv, "switch "sv, "} "sv,
                                "do "sv, "const "sv, "else "sv,  "//"sv,      "#"sv};
    return code.empty() || code.ends_with(';') || code.ends_with('}') ||
           std::any_of(others.begin(), others.end(),
                       [&](std::string_view other) { return code.starts_with(other); });
  }

  std::size_t begin_ = no_begin;
};

void append(Violations& all, Violations more) {
  all.insert(all.end(), more.begin(), more.end());
}

}  // namespace

std::vector<Include> includes(std::string_view text) {
  std::vector<Include> found;
  for_each_line(text, [&](std::size_t number, std::string_view line) {
    if (const auto include = as_include(number, line)) found.push_back(*include);
  });
  return found;
}

std::string_view floor_folder(std::string_view path) {
  const auto floor = floor_of_path(path);
  return floor ? floors[*floor].folder : std::string_view();
}

std::string path_of_header(std::string_view header) {
  const auto floor = floor_of_header(header);
  if (!floor) return {};
  const std::string_view below = header.substr(std::string_view("hrefkit/").size());
  return std::string(floors[*floor].folder) +
         std::string(below.substr(floors[*floor].name.size() + 1));
}

std::string describe(Violation const& violation) {
  std::string text = violation.path;
  if (violation.line != 0) text += ":" + std::to_string(violation.line);
  return text + ": " + violation.what;
}

Violations check_floors(RepositoryFile const& file) {
  Violations found;
  const auto own = floor_of_path(file.path);
  if (!own) return found;
  for (Include const& include : includes(file.text)) {
    const std::string name(include.name);
    const auto floor = floor_of_header(include.name);
    if (floor && *floor > *own) {
      found.push_back({file.path, include.line, "includes " + name + ", which is above it"});
    } else if (floor && has_phrase(floors[*own].strangers, floors[*floor].name)) {
      found.push_back({file.path, include.line, "includes " + name + ", which is beside it"});
    } else if (include.quoted && !floor) {
      found.push_back({file.path, include.line, "includes " + name + " without hrefkit/FLOOR/"});
    }
  }
  return found;
}

Violations check_third_party_headers(RepositoryFile const& file) {
  Violations found;
  if (!is_source(file.path)) return found;
  for (Include const& include : includes(file.text)) {
    const bool is_standard = include.name.find_first_of("./") == std::string_view::npos;
    if (include.quoted || is_standard || floor_of_header(include.name)) continue;
    const std::string name(include.name);
    ThirdPartyHeader const* header = find_third_party(include.name);
    if (header == nullptr) {
      found.push_back({file.path, include.line, "includes " + name + ", which has no place yet"});
    } else if (!may_include(file.path, *header)) {
      found.push_back({file.path, include.line,
                       "includes " + name + ", which is for " + std::string(header->places)});
    }
  }
  return found;
}

/// Boost's versions disagree about a slash at the end of a path, so one function asks it.
Violations check_real_paths(RepositoryFile const& file) {
  Violations found;
  if (!is_source(file.path) || file.path == "src/site/place.cpp") return found;
  for_each_line(file.text, [&](std::size_t number, std::string_view line) {
    if (line.find("::canonical(") != line.npos || line.find("weakly_canonical(") != line.npos) {
      found.push_back({file.path, number, "asks Boost for a real path: site::real_path does so"});
    }
  });
  return found;
}

Violations check_faces(RepositoryFile const& file) {
  Violations found;
  const std::string_view own = floor_folder(file.path);
  if (own.empty()) return found;
  const bool is_face = file.path.ends_with(".h") && is_at_root(file.path, own);
  for (Include const& include : includes(file.text)) {
    const std::string path = path_of_header(include.name);
    if (path.empty() || is_at_root(path, floor_folder(path))) continue;
    if (floor_folder(path) != own) {
      found.push_back({file.path, include.line, "includes an inside of another floor, " + path});
    } else if (is_face && own != "src/cli/") {
      found.push_back({file.path, include.line, "is a face and includes an inside, " + path});
    }
  }
  return found;
}

Violations check_own_header_first(RepositoryFile const& file) {
  if (file.own_header.empty() || !is_source(file.path)) return {};
  const std::vector<Include> all = includes(file.text);
  if (!all.empty() && all.front().name == file.own_header) return {};
  return {{file.path, all.empty() ? 0 : all.front().line, "does not begin with its own header"}};
}

Violations check_pragma_once(RepositoryFile const& file) {
  if (!file.path.ends_with(".h")) return {};
  bool found = false;
  for_each_line(file.text,
                [&](std::size_t, std::string_view line) { found |= line == "#pragma once"; });
  if (found) return {};
  return {{file.path, 0, "has no #pragma once"}};
}

Violations check_functions(RepositoryFile const& file) {
  Violations found;
  if (!is_source(file.path)) return found;
  std::size_t begin = 0;      // the line of the definition that is open
  std::string_view end_line;  // the line that closes it
  FunctionOpener opener;
  for_each_line(file.text, [&](std::size_t number, std::string_view line) {
    if (begin == 0) {
      end_line = opener.take(line);
      if (!end_line.empty()) begin = number;
    } else if (line == end_line) {
      const std::size_t lines = number - begin - 1;
      if (lines > longest_function) {
        found.push_back({file.path, begin, "a function of " + std::to_string(lines) + " lines"});
      }
      begin = 0;
    }
  });
  return found;
}

Violations check_plain_words(RepositoryFile const& file) {
  Violations found;
  const bool is_ours = is_source(file.path) || file.path.ends_with(".md");
  if (!is_ours) return found;
  for_each_line(file.text, [&](std::size_t number, std::string_view line) {
    for (std::string_view const words : riddles) {
      if (has_phrase(line, words)) {
        found.push_back({file.path, number, "says '" + std::string(words) + "': say it plainly"});
      }
    }
  });
  return found;
}

std::string find_own_header(std::string_view source, std::span<std::string const> headers) {
  if (!source.ends_with(".cpp")) return {};
  const std::string_view floor = floor_folder(source);
  const std::string beside = std::string(source.substr(0, source.size() - 4)) + ".h";
  const std::string at_root =
      std::string(floor) +
      beside.substr(beside.rfind('/') == std::string::npos ? 0 : beside.rfind('/') + 1);
  for (std::string const& path : {beside, at_root}) {
    if (std::find(headers.begin(), headers.end(), path) == headers.end()) continue;
    return "hrefkit/" + path.substr(path.starts_with("src/") ? 4 : 0);
  }
  return {};
}

Violations check_words(RepositoryFile const& file) {
  Violations found;
  for_each_line(file.text, [&](std::size_t number, std::string_view line) {
    for (Word const& word : unwanted_words) {
      if (!has_word(line, word)) continue;
      found.push_back(
          {file.path, number, "says " + std::string(word.begin) + std::string(word.end)});
    }
  });
  return found;
}

Violations check_top_level(std::vector<std::string> const& names) {
  Violations found;
  for (std::string const& name : names) {
    const bool is_build = name == "build" || name.starts_with("build-");
    if (name.starts_with('.') || is_build || name == "compile_commands.json") continue;
    if (std::find(top_level.begin(), top_level.end(), name) != top_level.end()) continue;
    found.push_back({name, 0, "has no place at the top of the repository"});
  }
  return found;
}

Violations check(RepositoryFile const& file) {
  Violations found;
  if (is_cpp(file.path)) {
    append(found, check_floors(file));
    append(found, check_third_party_headers(file));
    append(found, check_real_paths(file));
    append(found, check_own_header_first(file));
    append(found, check_pragma_once(file));
    append(found, check_faces(file));
    append(found, check_functions(file));
  }
  append(found, check_words(file));
  append(found, check_plain_words(file));
  return found;
}

}  // namespace hrefkit::test
