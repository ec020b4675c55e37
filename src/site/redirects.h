// The redirects of a site: the rules of a `_redirects` file, as Netlify, Cloudflare and GitLab read
// it, those of netlify.toml, vercel.json, firebase.json, staticwebapp.config.json and
// wrangler.toml, and those of files of Apache HTTP Server and nginx.
//
//   /old/*      /new/:splat        301
//   /shop id=:id /goods/:id        302!
//   /forum/*                       200
//   /*          /404.html          404
//
// One rule a line: a path, names of query parameters, a target, a status ("301" unless given; with
// "!" the rule also counts where a file has the path), and conditions such as "Country=at". The
// first rule that fits counts. Without a target, a path is served by what the files say, and no
// later rule counts for it.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "hrefkit/site/host.h"
#include "hrefkit/text/span.h"

namespace hrefkit::site {

class PathExpression;

/// The file's name, in the root of the site.
inline constexpr std::string_view redirects_name = "_redirects";

/// Servers refuse a request whose URL is longer: nginx and Apache HTTP Server have about this
/// limit. Rules that add to a path again and again end here.
inline constexpr std::size_t max_target = std::size_t{8} << 10;

/// One rule.
struct Redirect {
  std::string from;  ///< path, as written, with placeholders; or a URL of another host
  std::vector<std::pair<std::string, std::string>> parameters;  ///< of the query: name, value
  std::string to;  ///< path or absolute URL, as written
  std::uint16_t status = 301;
  bool forced = false;       ///< counts where a file has the path, too
  bool conditional = false;  ///< counts for some visitors only
  bool forward = false;      ///< has no target: the files say what serves the path
  bool exact = false;        ///< a slash at the end counts, and `/a/*` does not fit `/a`
  bool early = false;        ///< counts before the files alone, and no later such rule does
  bool last = false;         ///< the path that it shows is that of a file: no rule counts for it
  bool own = false;          ///< the host's: it sends each such path on, whatever lies there
  /// Decides what the rule fits, in place of `from`, which fits that and perhaps more.
  std::shared_ptr<PathExpression const> expression = {};
  text::Span line;    ///< the rule in the file
  text::Span source;  ///< what `from` is read from in a `_redirects` file
  text::Span target;  ///< `to` in the file; the path where no target is written
};

/// Cloudflare reads so many rules before the first one with a placeholder, and from it on.
inline constexpr std::size_t max_static_rules = 2'000;
inline constexpr std::size_t max_dynamic_rules = 100;

/// A rule that the host drops.
struct IgnoredRule {
  text::Span place;
  std::string_view why;  ///< a sentence without its full stop; it lives as long as the program
  std::size_t more = 0;  ///< so many further rules are dropped for the same reason
};

/// The syntax of a file by its name: "netlify.toml", "vercel.json", "firebase.json",
/// "staticwebapp.config.json", "wrangler.toml", "wrangler.json", "wrangler.jsonc". Any other file
/// is read as `_redirects`.
RedirectSyntax redirect_syntax_of(std::string_view file_name);

/// The same for a file with these bytes: ".htaccess" is one of Apache HTTP Server, and ".conf" at
/// the end of a name means that, or one of nginx.
RedirectSyntax redirect_syntax_of(std::string_view file_name, std::string_view bytes);

/// Whether a rule is asked for before or after the files.
enum class RedirectTurn : std::uint8_t { before_files, after_files };

/// What a rule makes of a path.
struct Redirected {
  std::size_t rule = 0;  ///< its place in `rules()`
  std::string to;        ///< the target, placeholders filled in; of more than `max_target`
                         ///< bytes, not all need be there
};

class RedirectIndex;
class Site;
struct SiteOptions;

/// All rules of a file.
class Redirects {
 public:
  Redirects();
  Redirects(Redirects&&) noexcept;
  Redirects& operator=(Redirects&&) noexcept;
  ~Redirects();

  /// Reads the bytes of a file. A line or entry that is not a rule goes to `broken_lines()`.
  /// `origin` is the site's own, such as "https://h.example": a rule whose path is an absolute URL
  /// counts where its host is this one, by http or https.
  explicit Redirects(std::string_view bytes, std::string_view origin = {},
                     RedirectSyntax syntax = RedirectSyntax::redirects);

  /// How many bytes of the file are its byte order mark.
  static std::size_t mark_length(std::string_view bytes);

  std::span<Redirect const> rules() const& { return rules_; }
  std::span<Redirect const> rules() && = delete;
  std::span<text::Span const> broken_lines() const& { return broken_lines_; }
  std::span<text::Span const> broken_lines() && = delete;
  /// The rules that the host of the syntax drops, in the order of the file.
  std::span<IgnoredRule const> ignored_rules() const& { return ignored_rules_; }
  std::span<IgnoredRule const> ignored_rules() && = delete;
  bool empty() const { return rules_.empty(); }

  /// Why the file was not read: it is not TOML or JSON. Empty where it was read.
  std::string_view fault() const& { return fault_; }
  std::string_view fault() && = delete;
  /// Where the fault is.
  std::size_t fault_offset() const { return fault_offset_; }

  /// The first rule that fits `path` (percent-encoded, from its slash on) and `query`. A rule with
  /// conditions leads some visitors on: it counts where no file has the path.
  std::optional<Redirected> apply(std::string_view path, std::string_view query,
                                  RedirectTurn turn) const;

 private:
  std::vector<Redirect> rules_;
  std::unique_ptr<RedirectIndex const> index_;
  std::vector<text::Span> broken_lines_;
  std::vector<IgnoredRule> ignored_rules_;
  std::string fault_;
  std::size_t fault_offset_ = 0;
  bool has_forced_ = false;
  bool ignores_case_ = false;
};

/// The redirects of all files of a site.
class SiteRedirects {
 public:
  /// A file with its rules. Offsets of the rules count in `bytes`.
  struct File {
    std::string name;  ///< below the root; or as it was given, where it lies elsewhere
    std::string path;  ///< by which it was read
    std::string bytes;
    Redirects redirects;
    bool is_in_root = true;
    bool is_of_host = false;  ///< no file: what the host does by itself
  };

  /// What the first rule that fits makes of a path.
  struct Found {
    Redirect const* rule = nullptr;
    std::string to;
  };

  /// Adds a file. The files that were added before are asked before it.
  void add(File file);

  std::span<File const> files() const& { return files_; }
  std::span<File const> files() && = delete;
  bool empty() const { return !has_rules_; }

  /// The rule by which every missing address works, once it was looked for
  /// (TargetFinder::find_catch_all); mostly null.
  Redirect const* catch_all() const { return catch_all_; }
  void set_catch_all(Redirect const* rule) { catch_all_ = rule; }

  /// True where that is no rule of a file.
  bool is_catch_all_of_host() const;

  /// As Redirects::apply. The result views this.
  std::optional<Found> apply(std::string_view path, std::string_view query,
                             RedirectTurn turn) const;

 private:
  std::vector<File> files_;
  Redirect const* catch_all_ = nullptr;  // of one of the files
  bool has_rules_ = false;
};

/// The names by which hosts find such files in the root of a site, in the order in which they are
/// asked, and the file of fields beside them.
inline constexpr std::array<std::string_view, 10> redirect_files{
    redirects_name,  "_headers",       "netlify.toml",
    "vercel.json",   "firebase.json",  "staticwebapp.config.json",
    "wrangler.json", "wrangler.jsonc", "wrangler.toml",
    ".htaccess"};

/// The listeners of `read_redirect_files`.
struct RedirectFileSink {
  /// Called with a file: its name below the root, or as it was given; the path by which it was
  /// read; its bytes; and whether it lies in the root.
  std::function<void(std::string name, std::string path, std::string bytes, bool is_in_root)> file;
  /// Called with a file that cannot be read, and whether it is one of those that were given.
  std::function<void(std::string const& path, std::string const& why, bool is_given)> trouble;
};

/// Reads the files of redirects in the root of a folder, and further `files` (paths), in the order
/// in which they are asked.
void read_redirect_files(Site const& site, std::span<std::string const> files,
                         RedirectFileSink const& sink);

/// The rules of a file that lies in the root of `site`, or is given, as its host reads it.
Redirects read_rules_of(Site const& site, std::string_view name, std::string_view bytes);

/// All redirects of a folder: those in its root, and those of further `files` (paths). What cannot
/// be read goes to `trouble`, unless that is empty.
SiteRedirects read_site_redirects(
    Site const& site, std::span<std::string const> files,
    std::function<void(std::string const& path, std::string const& why, bool is_given)> const&
        trouble = {});

/// Sets what such files say of paths, those in the root and the further `files` (paths): Vercel's
/// and Firebase's `cleanUrls`, `trailingSlash`, and `html_handling` of Cloudflare Workers, whose
/// rules count then unless `host` is another. What cannot be read changes nothing: a check reports
/// it.
void use_host_settings(SiteOptions& options, Host host, std::span<std::string const> files);

/// True when the status sends the visitor to the target, or shows it in place: 2xx and 3xx.
constexpr bool leads_on(Redirect const& rule) {
  return rule.status >= 200 && rule.status < 400;
}

/// True when the target has a placeholder, so that it cannot be looked up by itself.
bool has_placeholder(Redirect const& rule);

}  // namespace hrefkit::site
