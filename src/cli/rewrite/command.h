// The options of `hrefkit rewrite`, and what follows from them before a page is read.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "hrefkit/cli/command.h"
#include "hrefkit/cli/options/url_patterns.h"
#include "hrefkit/html/find_links.h"
#include "hrefkit/html/rewrite.h"
#include "hrefkit/site/rewrite_policy.h"
#include "hrefkit/site/site.h"

namespace hrefkit::cli {

/// Whether new pages are proved.
enum class Verify : std::uint8_t { on, off };

/// Links that stay as they are.
enum class Keep : std::uint8_t { canonical, alternate, og, fragments, none };

/// `hrefkit rewrite`: changes the URLs of links.
struct RewriteCommand final : Command {
  RewriteCommand();
  void add_options(OptionSet& options) override;
  int run(Environment const& environment) const override;

  std::optional<html::UrlForm> to;
  std::vector<std::string> rebase;
  std::string map;
  bool drop_base = false;
  bool neutral_base = false;
  bool drop_xml_base = false;
  std::string move_to;
  std::vector<Keep> keep{Keep::canonical, Keep::alternate, Keep::og};
  std::vector<std::string> placeholders;  ///< regular expressions
  std::vector<std::string> leftovers;     ///< hosts
  std::vector<html::LinkKind> kinds;
  std::vector<std::string> elements;
  std::vector<std::string> index;
  std::vector<std::string> extensions;
  std::string local;
  html::Engine engine = html::Engine::automatic;
  std::string output;  ///< a folder, or a file for one page; empty: standard output
  bool copy_assets = false;
  bool in_place = false;
  std::string backup;
  bool dry_run = false;
  bool diff = false;
  std::optional<Format> format;  ///< of the report; nothing: no report
  Verify verify = Verify::on;
  bool batch = false;  ///< documents come from standard input, as JSON Lines
};

/// True where -o names the file of the one page, not a folder: its name ends as that of a page, and
/// there is no folder of that name.
bool writes_one_file(RewriteCommand const& command, site::InputOptions const& inputs);

// What the options of `rewrite` come to.

/// The policy, with what it refers to. It stays where it was made.
class RewriteSettings {
 public:
  /// Throws UsageError for options that cannot be followed.
  RewriteSettings(RewriteCommand const& command, site::InputOptions const& inputs);
  RewriteSettings(RewriteSettings const&) = delete;
  RewriteSettings& operator=(RewriteSettings const&) = delete;

  site::RewritePolicy const& policy() const { return policy_; }

  /// The address that an input has, and the one that it will have.
  struct Addresses {
    std::string before;
    std::string after;
  };
  Addresses addresses_of(site::Input const& input) const;

  /// Where the file at `path`, which is at `relative` below its input folder, goes below the folder
  /// of the output.
  std::string output_path(std::string const& path, std::string const& relative) const;

  /// What is not sure about the options: sentences for people.
  std::vector<std::string> warnings(site::InputOptions const& inputs) const;

  /// Warns of expressions of URLs that have matched nothing.
  void warn_of_unused(Messages& messages) const {
    exclusion_.warn_of_unused(command_.common, messages);
  }

  bool drops_base() const { return command_.drop_base || local_.has_value(); }

  /// Tells whether a value holds a placeholder; empty: none does.
  std::function<bool(std::string_view)> const& is_placeholder() const { return is_placeholder_; }

  /// The origin, with its slash, of an address that stands for one that nobody gave; empty: all
  /// addresses were given.
  std::string const& unnamed_origin() const { return unnamed_origin_; }

  /// True where links may lead elsewhere than before, or be read at another address.
  bool moves() const;

  /// True where files are spelt out that a server gives for folders, so that pages do without one.
  bool opens_from_files() const;

  /// The address of the folder of the pages, ending in `/`, where no link should lead out of it.
  std::string_view folder_address() const;

 private:
  void check_policies(site::InputOptions const& inputs) const;
  void read_policy();
  void read_keep();
  void read_rebases(site::InputOptions const& inputs);
  void read_map();
  void read_tree(site::InputOptions const& inputs);
  void read_local(site::InputOptions const& inputs);

  RewriteCommand const& command_;
  UrlExclusion exclusion_;
  site::RewritePolicy policy_;
  std::optional<site::Site> tree_;
  std::optional<site::LocalFiles> local_;
  bool names_no_host_ = false;  // the files of local_ are those of a site without an address
  std::string move_to_;
  std::string unnamed_origin_;
  std::function<bool(std::string_view)> is_placeholder_;
  bool has_addresses_ = false;  // --url or --site-url is given
};

}  // namespace hrefkit::cli
