#include "architecture/standard_names.h"

#include <algorithm>
#include <array>
#include <functional>
#include <vector>

namespace hrefkit::test {

namespace {

/// A header, and names that it declares, with spaces around each.
struct HeaderNames {
  std::string_view header;
  std::string_view names;
};

constexpr std::array table{
    HeaderNames{
        "algorithm",
        " sort stable_sort find find_if any_of all_of none_of min max clamp copy lower_bound "
        "upper_bound equal_range fill count count_if reverse rotate binary_search is_sorted "
        "adjacent_find unique equal mismatch search for_each transform max_element "
        "min_element partition_point find_first_of nth_element inplace_merge merge "
        "lexicographical_compare stable_partition partition remove_if copy_n fill_n "
        "swap_ranges push_heap pop_heap replace find_if_not ranges "},
    HeaderNames{"array", " array to_array "},
    HeaderNames{"atomic", " atomic "},
    HeaderNames{
        "bit",
        " countr_zero countl_zero popcount bit_width bit_ceil bit_floor has_single_bit rotl "
        "bit_cast endian "},
    HeaderNames{"charconv", " from_chars to_chars from_chars_result errc "},
    HeaderNames{"chrono", " chrono "},
    HeaderNames{"condition_variable", " condition_variable "},
    HeaderNames{"cstdint",
                " uint8_t uint16_t uint32_t uint64_t uintmax_t uintptr_t int8_t int16_t int32_t "
                "int64_t "},
    HeaderNames{"cstdlib", " getenv malloc realloc free abort strtol strtoul strtoull "},
    HeaderNames{"cstring", " memcpy memchr memcmp memmove memset strlen strcmp strerror "},
    HeaderNames{"deque", " deque "},
    HeaderNames{"exception",
                " exception exception_ptr current_exception rethrow_exception set_terminate "},
    HeaderNames{"filesystem", " filesystem "},
    HeaderNames{"fstream", " ifstream ofstream "},
    HeaderNames{"functional", " function less greater hash not_fn ref cref invoke "},
    HeaderNames{"iterator", " back_inserter make_move_iterator istreambuf_iterator next prev "},
    HeaderNames{"limits", " numeric_limits "},
    HeaderNames{"map", " map multimap "},
    HeaderNames{"memory", " unique_ptr shared_ptr make_unique make_shared addressof align "},
    HeaderNames{"mutex", " mutex lock_guard scoped_lock unique_lock call_once once_flag "},
    HeaderNames{"new", " bad_alloc "},
    HeaderNames{"numeric", " accumulate iota "},
    HeaderNames{"optional", " optional nullopt nullopt_t "},
    HeaderNames{"queue", " queue priority_queue "},
    HeaderNames{"set", " set multiset "},
    HeaderNames{"span", " span "},
    HeaderNames{"sstream", " ostringstream istringstream stringstream "},
    HeaderNames{"stdexcept", " runtime_error logic_error invalid_argument out_of_range "},
    HeaderNames{"string", " string u16string u32string to_string getline stoi stoul stoull hash "},
    HeaderNames{"string_view", " string_view u16string_view u32string_view hash "},
    HeaderNames{"system_error", " error_code system_category generic_category system_error errc "},
    HeaderNames{"thread", " thread this_thread "},
    HeaderNames{"tuple", " tuple tie make_tuple "},
    HeaderNames{"unordered_map", " unordered_map "},
    HeaderNames{"unordered_set", " unordered_set "},
    HeaderNames{"utility",
                " move pair swap exchange forward make_pair as_const index_sequence "
                "make_index_sequence "},
    HeaderNames{"variant", " variant visit get_if holds_alternative monostate "},
    HeaderNames{"vector", " vector "},
};

/// Headers that bring another one by the standard, or in each library that there is.
constexpr std::array<std::pair<std::string_view, std::string_view>, 18> brought{{
    {"algorithm", "utility"},
    {"array", "utility"},
    {"deque", "utility"},
    {"filesystem", "string"},
    {"fstream", "string"},
    {"iostream", "string"},
    {"map", "utility"},
    {"memory", "utility"},
    {"mutex", "chrono"},
    {"optional", "utility"},
    {"string", "string_view"},
    {"string", "utility"},
    {"thread", "chrono"},
    {"tl/expected.hpp", "utility"},
    {"unordered_map", "utility"},
    {"variant", "utility"},
    {"vector", "utility"},
    {"functional", "utility"},
}};

bool is_word(char c) {
  return c == '_' || (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

/// Our own code by path, for the headers that it includes.
using Tree = std::map<std::string_view, RepositoryFile const*>;

/// The headers of others that `file` includes, itself or by our own headers.
std::set<std::string_view> included_by(RepositoryFile const& file, Tree const& tree) {
  std::set<std::string_view> headers;
  std::set<RepositoryFile const*> seen{&file};
  std::vector<RepositoryFile const*> open{&file};
  while (!open.empty()) {
    RepositoryFile const& next = *open.back();
    open.pop_back();
    for (Include const& include : includes(next.text)) {
      const auto own = tree.find(path_of_header(include.name));
      if (own == tree.end()) {
        headers.insert(include.name);
      } else if (seen.insert(own->second).second) {
        open.push_back(own->second);
      }
    }
  }
  for (auto const& [header, more] : brought) {
    if (headers.contains(header)) headers.insert(more);
  }
  return headers;
}

/// True for a header whose names all stand in namespace std and in the table.
bool is_told_by_names(std::string_view header) {
  const bool is_of_c = header == "cstring" || header == "cstdlib";
  return !is_of_c && std::any_of(table.begin(), table.end(),
                                 [&](HeaderNames const& row) { return row.header == header; });
}

}  // namespace

std::string code_of(std::string_view text) {
  std::string code(text);
  char quote = 0;
  for (std::size_t i = 0; i < code.size(); ++i) {
    const char c = code[i];
    if (quote != 0) {
      if (c == '\\') code[i++] = ' ';
      if (c == quote || c == '\n') quote = 0;
      if (i < code.size() && code[i] != '\n') code[i] = ' ';
    } else if (c == '"' || (c == '\'' && (i == 0 || !is_word(code[i - 1])))) {
      quote = c;
    } else if (c == '/' && i + 1 < code.size() && code[i + 1] == '/') {
      while (i < code.size() && code[i] != '\n') code[i++] = ' ';
    }
  }
  return code;
}

std::set<std::string_view> headers_of(std::string_view name) {
  const std::string word = " " + std::string(name) + " ";
  std::set<std::string_view> headers;
  for (HeaderNames const& row : table) {
    if (row.names.find(word) != std::string_view::npos) headers.insert(row.header);
  }
  return headers;
}

std::map<std::string, std::size_t> standard_names(std::string_view text) {
  constexpr std::string_view prefix = "std::";
  std::map<std::string, std::size_t> names;
  const std::string code = code_of(text);
  for (std::size_t at = code.find(prefix); at != std::string::npos;
       at = code.find(prefix, at + 1)) {
    const std::size_t begin = at + prefix.size();
    std::size_t end = begin;
    while (end < code.size() && is_word(code[end])) ++end;
    const auto line =
        std::count(code.begin(), code.begin() + static_cast<std::ptrdiff_t>(at), '\n');
    if (at == 0 || !is_word(code[at - 1])) {
      names.emplace(code.substr(begin, end - begin), static_cast<std::size_t>(line) + 1);
    }
  }
  return names;
}

Violations check_idle_includes(std::span<RepositoryFile const> files) {
  Violations violations;
  for (RepositoryFile const& file : files) {
    if (!file.path.ends_with(".cpp") || floor_folder(file.path).empty()) continue;
    std::set<std::string_view> wanted;
    const auto names = standard_names(file.text);
    for (auto const& [name, line] : names) wanted.merge(headers_of(name));
    for (Include const& include : includes(file.text)) {
      if (!is_told_by_names(include.name) || wanted.contains(include.name)) continue;
      violations.push_back(
          {file.path, include.line,
           "uses nothing of <" + std::string(include.name) + ">, which it includes"});
    }
  }
  return violations;
}

Violations check_standard_names(std::span<RepositoryFile const> files) {
  Tree tree;
  for (RepositoryFile const& file : files) {
    const bool is_code = file.path.ends_with(".h") || file.path.ends_with(".cpp");
    if (is_code && !floor_folder(file.path).empty()) tree.emplace(file.path, &file);
  }
  Violations violations;
  for (auto const& [path, file] : tree) {
    const std::set<std::string_view> included = included_by(*file, tree);
    for (auto const& [name, line] : standard_names(file->text)) {
      const std::set<std::string_view> wanted = headers_of(name);
      const bool is_there = std::any_of(wanted.begin(), wanted.end(), [&](std::string_view header) {
        return included.contains(header);
      });
      if (wanted.empty() || is_there) continue;
      violations.push_back(
          {file->path, line,
           "uses std::" + name + " without including <" + std::string(*wanted.begin()) + ">"});
    }
  }
  return violations;
}

}  // namespace hrefkit::test
