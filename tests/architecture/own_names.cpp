#include "architecture/own_names.h"

#include <algorithm>
#include <map>
#include <sstream>
#include <vector>

#include "architecture/standard_names.h"

namespace hrefkit::test {

namespace {

bool is_name_start(char c) {
  return c == '_' || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

bool is_name_part(char c) {
  return is_name_start(c) || (c >= '0' && c <= '9');
}

/// The names and keywords of `code`, in its order.
std::vector<std::string> words_of(std::string_view code) {
  std::vector<std::string> found;
  for (std::size_t i = 0; i < code.size(); ++i) {
    if (!is_name_start(code[i]) || (i > 0 && is_name_part(code[i - 1]))) continue;
    std::size_t end = i;
    while (end < code.size() && is_name_part(code[end])) ++end;
    found.emplace_back(code.substr(i, end - i));
    i = end;
  }
  return found;
}

/// The text without what stands between < and >.
std::string without_arguments(std::string_view text) {
  std::string kept;
  int depth = 0;
  for (const char c : text) {
    if (c == '<') ++depth;
    if (depth == 0) kept += c;
    if (c == '>' && depth > 0) --depth;
  }
  return kept;
}

/// Takes one declaration, up to the first of "=({;".
void take_declaration(std::string const& text, DeclaredNames& declared) {
  const std::size_t end = std::min(text.find_first_of("=({;"), text.size());
  std::string head = without_arguments(text.substr(0, end));
  head.resize(std::min(head.find(" : "), head.size()));  // what a type is made from
  std::vector<std::string> heads = words_of(head);
  std::erase(heads, "template");
  if (heads.empty() || heads[0] == "namespace" || heads.back() == "extern") return;
  if (std::find(heads.begin(), heads.end(), "operator") != heads.end()) {
    declared.has_operator = true;
  } else if ((heads[0] == "struct" || heads[0] == "class") && text.substr(end) == ";") {
    declared.forward.insert(heads.back());
  } else {
    declared.names.insert(heads.back());
  }
}

/// The names of a macro, or of the values of an enum without scope, which stand after it.
void take_values(std::string_view code, DeclaredNames& declared) {
  for (std::string& word : words_of(code)) declared.names.insert(std::move(word));
}

std::set<std::string> used_names(std::string_view code) {
  std::set<std::string> used;
  std::istringstream lines{std::string(code)};
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with("#include")) continue;
    for (std::string& word : words_of(line)) used.insert(std::move(word));
  }
  return used;
}

/// True when a name of `names` is in `others`.
bool share(std::set<std::string> const& names, std::set<std::string> const& others) {
  return std::any_of(names.begin(), names.end(),
                     [&](std::string const& name) { return others.contains(name); });
}

bool is_own_code(std::string_view path) {
  return (path.ends_with(".h") || path.ends_with(".cpp")) && !floor_folder(path).empty();
}

}  // namespace

DeclaredNames declared_names(std::string_view text) {
  DeclaredNames declared;
  std::istringstream lines(code_of(text));
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with("#define ")) take_values(line.substr(8, line.find('(') - 8), declared);
    if (line.empty() || !is_name_start(line[0])) continue;
    std::string declaration = line;
    while (declaration.find_first_of("=({;") == std::string::npos && std::getline(lines, line)) {
      declaration += ' ' + line;
    }
    take_declaration(declaration, declared);
    if (!declaration.starts_with("enum ") || declaration.starts_with("enum class ")) continue;
    while (declaration.find('}') == std::string::npos && std::getline(lines, line)) {
      declaration += line;
    }
    take_values(declaration.substr(declaration.find('{')), declared);
  }
  return declared;
}

Violations check_idle_own_includes(std::span<RepositoryFile const> files) {
  std::map<std::string_view, DeclaredNames> headers;
  std::set<std::string> forward;
  for (RepositoryFile const& file : files) {
    if (!is_own_code(file.path) || !file.path.ends_with(".h")) continue;
    DeclaredNames declared = declared_names(file.text);
    forward.insert(declared.forward.begin(), declared.forward.end());
    headers.emplace(file.path, std::move(declared));
  }
  Violations violations;
  for (RepositoryFile const& file : files) {
    if (!is_own_code(file.path)) continue;
    const std::set<std::string> used = used_names(code_of(file.text));
    for (Include const& include : includes(file.text)) {
      const auto header = headers.find(path_of_header(include.name));
      if (header == headers.end() || include.name == file.own_header) continue;
      auto const& [names, only_named, has_operator] = header->second;
      const bool completes = file.path.ends_with(".cpp") && share(names, forward);
      if (names.empty() || has_operator || completes || share(names, used)) continue;
      violations.push_back(
          {file.path, include.line,
           "uses no name of " + std::string(include.name) + ", which it includes"});
    }
  }
  return violations;
}

}  // namespace hrefkit::test
