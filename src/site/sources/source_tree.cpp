#include "hrefkit/site/sources/source_tree.h"

#include <algorithm>
#include <array>
#include <boost/filesystem.hpp>
#include <cstddef>
#include <optional>
#include <set>
#include <tl/expected.hpp>
#include <utility>

#include "hrefkit/site/path_parts.h"
#include "hrefkit/site/place.h"
#include "hrefkit/text/ascii.h"

namespace hrefkit::site {

namespace {

namespace fs = boost::filesystem;

struct KindRow {
  std::string_view extension;
  SourceKind kind;
};

// clang-format off
constexpr auto kind_rows = std::to_array<KindRow>({
    {"md", SourceKind::markdown},      {"markdown", SourceKind::markdown}, {"mdx", SourceKind::markdown},
    {"mkd", SourceKind::markdown},     {"mdown", SourceKind::markdown},    {"qmd", SourceKind::markdown},
    {"mdoc", SourceKind::markdown},    {"rmd", SourceKind::markdown},      {"myst", SourceKind::markdown},
    {"rst", SourceKind::rst},          {"rest", SourceKind::rst},          {"txt", SourceKind::rst},
    {"adoc", SourceKind::asciidoc},    {"asciidoc", SourceKind::asciidoc}, {"asc", SourceKind::asciidoc},
    {"ipynb", SourceKind::notebook},
    {"html", SourceKind::markup},      {"htm", SourceKind::markup},        {"xhtml", SourceKind::markup},
    {"njk", SourceKind::markup},       {"liquid", SourceKind::markup},     {"hbs", SourceKind::markup},
    {"handlebars", SourceKind::markup},{"mustache", SourceKind::markup},   {"ejs", SourceKind::markup},
    {"webc", SourceKind::markup},      {"astro", SourceKind::markup},      {"vue", SourceKind::markup},
    {"svelte", SourceKind::markup},    {"jsx", SourceKind::markup},        {"tsx", SourceKind::markup},
    {"j2", SourceKind::markup},        {"jinja", SourceKind::markup},      {"jinja2", SourceKind::markup},
    {"tmpl", SourceKind::markup},      {"tpl", SourceKind::markup},        {"gohtml", SourceKind::markup},
    {"twig", SourceKind::markup},      {"erb", SourceKind::markup},        {"eex", SourceKind::markup},
    {"mako", SourceKind::markup},      {"php", SourceKind::markup},        {"xml", SourceKind::markup},
    {"svg", SourceKind::markup},       {"tera", SourceKind::markup},
    {"pug", SourceKind::script},       {"haml", SourceKind::script},       {"slim", SourceKind::script},
    {"yml", SourceKind::data},         {"yaml", SourceKind::data},         {"toml", SourceKind::data},
    {"json", SourceKind::data},        {"json5", SourceKind::data},        {"jsonc", SourceKind::data},
    {"ini", SourceKind::data},         {"cfg", SourceKind::data},
    {"js", SourceKind::script},        {"mjs", SourceKind::script},        {"cjs", SourceKind::script},
    {"ts", SourceKind::script},        {"mts", SourceKind::script},        {"cts", SourceKind::script},
    {"py", SourceKind::script},        {"rb", SourceKind::script},
    {"css", SourceKind::sheet},        {"scss", SourceKind::sheet},        {"sass", SourceKind::sheet},
    {"less", SourceKind::sheet},
});

/// Folders in which programs keep what nobody writes.
struct KeptFolder {
  std::string_view name;  // the last names of its path
  std::string_view why;   // whose it is, and where and when that was read
};

constexpr auto kept_folders = std::to_array<KeptFolder>({
    {".git", "git (gitrepository-layout(5), 2026-11-30)"},
    {".hg", "Mercurial (hg help files, 2026-11-30)"},
    {".svn", "Subversion (svnbook, 2026-11-30)"},
    {"node_modules", "npm (docs.npmjs.com, folders, 2026-11-30)"},
    {".docusaurus", "Docusaurus: generated files (docusaurus.io/docs/cli, 2026-11-30)"},
    {".vitepress/cache", "VitePress: cacheDir (vitepress.dev/reference/site-config, 2026-11-30)"},
    {".astro", "Astro: generated types and content (docs.astro.build, 2026-11-30)"},
    {".jekyll-cache", "Jekyll: cache_dir (jekyllrb.com/docs/configuration, 2026-11-30)"},
    {".sass-cache", "Sass (sass-lang.com, 2026-11-30)"},
    {".cache", "Gatsby, Eleventy Fetch and others (2026-11-30)"},
    {"resources/_gen", "Hugo: processed resources (gohugo.io, directory structure, 2026-11-30)"},
    {"__pycache__", "Python (PEP 3147, 2026-11-30)"},
    {".venv", "Python (docs.python.org, venv, 2026-11-30)"},
    {".tox", "tox (tox.wiki, 2026-11-30)"},
    {".nox", "nox (nox.thea.codes, 2026-11-30)"},
    {".next", "Next.js: distDir (nextjs.org, 2026-11-30)"},
    {".nuxt", "Nuxt: buildDir (nuxt.com, 2026-11-30)"},
});
// clang-format on

/// True for a folder whose path below that of the user ends with one of the names.
bool is_kept_folder(std::string_view path) {
  return std::any_of(kept_folders.begin(), kept_folders.end(), [path](KeptFolder const& folder) {
    if (!path.ends_with(folder.name)) return false;
    const std::string_view before = path.substr(0, path.size() - folder.name.size());
    return before.empty() || before.ends_with('/');
  });
}

/// Lists one folder of the user.
class FolderLister {
 public:
  FolderLister(std::string given, std::string real, std::string const& build,
               SourceReport const& report)
      : given_(std::move(given)), real_(std::move(real)), build_(build), report_(report) {}

  /// Appends the files, and notes their absolute paths in `known`.
  void list(std::set<std::string>& known, std::vector<SourceFile>& files) {
    std::vector<std::string> waiting{""};
    while (!waiting.empty()) {
      const std::string folder = std::move(waiting.back());
      waiting.pop_back();
      std::vector<std::string> folders;
      for (auto& [name, is_folder] : names_in(folder)) {
        const std::string path = folder.empty() ? name : join_path(folder, name);
        if (is_folder) {
          if (!is_kept_folder(path) && !is_build(path)) folders.push_back(path);
          continue;
        }
        const SourceKind kind = source_kind_of(name);
        if (!known.insert(real_ + '/' + path).second) continue;
        files.push_back({join_path(given_, path), path, kind});
      }
      waiting.insert(waiting.end(), folders.rbegin(), folders.rend());
    }
  }

 private:
  /// The names in a folder, sorted, and which of them are folders.
  std::vector<std::pair<std::string, bool>> names_in(std::string const& folder) {
    std::vector<std::pair<std::string, bool>> names;
    const std::string path = folder.empty() ? given_ : join_path(given_, folder);
    boost::system::error_code error;
    fs::directory_iterator entry(path, error);
    for (; !error && entry != fs::directory_iterator(); entry.increment(error)) {
      const fs::file_type type = entry->symlink_status(error).type();
      if (error) break;
      const bool is_folder = type == fs::directory_file;
      const bool is_file = type == fs::regular_file ||
                           (type == fs::symlink_file && fs::is_regular_file(entry->path(), error));
      error.clear();
      if (is_folder || is_file) names.emplace_back(entry->path().filename().string(), is_folder);
    }
    if (error) report_(path, "cannot be listed: " + error.message());
    std::sort(names.begin(), names.end());
    return names;
  }

  bool is_build(std::string const& path) const { return real_ + '/' + path == build_; }

  std::string given_;
  std::string real_;
  std::string const& build_;
  SourceReport const& report_;
};

}  // namespace

SourceKind source_kind_of(std::string_view name) {
  const std::size_t dot = name.rfind('.');
  if (dot == std::string_view::npos) return SourceKind::none;
  const std::string extension = text::to_ascii_lower(name.substr(dot + 1));
  const auto found = std::find_if(kind_rows.begin(), kind_rows.end(),
                                  [&](KindRow const& row) { return row.extension == extension; });
  return found == kind_rows.end() ? SourceKind::none : found->kind;
}

bool makes_pages(SourceKind kind) {
  switch (kind) {
    case SourceKind::markdown:
    case SourceKind::rst:
    case SourceKind::asciidoc:
    case SourceKind::notebook:
    case SourceKind::markup:
      return true;
    case SourceKind::none:
    case SourceKind::data:
    case SourceKind::script:
    case SourceKind::sheet:
      break;
  }
  return false;
}

SourceTree SourceTree::read(std::span<std::string const> folders, std::string const& build,
                            SourceReport const& report) {
  SourceTree tree;
  const std::string real_build =
      build.empty() ? std::string() : real_path(build).value_or(absolute_path(build));
  const Place here(".");
  std::set<std::string> known;
  for (std::string const& folder : folders) {
    const auto real = real_path(folder);
    if (!real) continue;  // see fault_of_source_folders
    if (!real_build.empty() && path_below(*real, real_build)) {
      report(folder, *real == real_build
                         ? "is the folder that is checked: none of its files is a source"
                         : "lies in the folder that is checked: none of its files is a source");
      continue;
    }
    const bool is_known =
        std::any_of(tree.folders_.begin(), tree.folders_.end(),
                    [&](std::string const& other) { return path_below(*real, other).has_value(); });
    if (is_known) report(folder, "lies in another folder of --sources: its files count once");
    tree.folders_.push_back(*real);
    std::string given = here.relative(folder).value_or(folder);
    if (given.empty()) given = ".";
    const std::size_t before = tree.files_.size();
    FolderLister(given, *real, real_build, report).list(known, tree.files_);
    if (given == ".") {  // as people name such files
      for (std::size_t i = before; i < tree.files_.size(); ++i) {
        tree.files_[i].path = tree.files_[i].name;
      }
    }
    const bool has_text =
        std::any_of(tree.files_.begin() + static_cast<std::ptrdiff_t>(before), tree.files_.end(),
                    [](SourceFile const& file) { return file.kind != SourceKind::none; });
    if (!has_text && !is_known) report(folder, "has no file that is a source of pages");
  }
  return tree;
}

}  // namespace hrefkit::site
