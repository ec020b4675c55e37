// The options of `hrefkit rewrite`, and what follows from them before a page is read.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "hrefkit/cli/command.h"
#include "hrefkit/cli/environment.h"
#include "hrefkit/cli/format/row_sink.h"
#include "hrefkit/cli/io/output.h"
#include "hrefkit/cli/options/option_set.h"
#include "hrefkit/cli/options/options.h"
#include "hrefkit/cli/options/url_patterns.h"
#include "hrefkit/html/find_links.h"
#include "hrefkit/html/rewrite.h"
#include "hrefkit/site/input.h"
#include "hrefkit/site/rewrite_policy.h"
#include "hrefkit/site/site.h"

namespace hrefkit::cli {

/// Whether to prove new pages (--verify).
enum class Verify : std::uint8_t { on, off };

/// Links to leave unchanged (--keep).
enum class Keep : std::uint8_t { canonical, alternate, og, fragments, guid, none };

void add_keep_option(OptionSet& options, std::vector<Keep>& keep);

/// `hrefkit rewrite`: changes the URLs of links.
struct RewriteCommand final : Command {
  RewriteCommand();
  void add_options(OptionSet& options) override;
  int run(Environment const& environment) const override;
  std::vector<Destination> outputs() const override { return {{"--output", output}}; }

  std::optional<html::UrlForm> to;
  std::vector<std::string> rebase;
  std::string map;
  bool drop_base = false;
  bool neutral_base = false;
  bool drop_xml_base = false;
  std::string move_to;
  std::vector<Keep> keep;  ///< empty: the defaults, without the own addresses of pages that move
  std::vector<std::string> placeholders;  ///< regular expressions
  std::vector<std::string> leftovers;     ///< hosts
  std::vector<html::LinkKind> kinds;
  std::vector<std::string> elements;
  std::vector<std::string> index;
  std::vector<std::string> extensions;
  std::string local;
  html::Engine engine = html::Engine::automatic;
  std::string output;  ///< a folder, or for one page a file; empty: standard output
  bool copy_assets = false;
  bool in_place = false;
  std::string backup;
  bool dry_run = false;
  bool diff = false;
  std::optional<Format> format;  ///< of the report; nullopt: no report
  Verify verify = Verify::on;
  bool batch = false;  ///< read documents from standard input as JSON Lines
};

/// True if -o names a file for the only page, not a folder: its name has the extension of a page,
/// and no such folder exists.
bool writes_one_file(RewriteCommand const& command, site::InputOptions const& inputs);

/// Sets `common.site_url` for the only input, a folder without an address, to the address that its
/// pages name as their own, if that has the host of an OLD of `rebase`; says what was found.
void take_own_address(CommonOptions& common, std::vector<std::string> const& rebase,
                      Environment const& environment);

// The policy that results from the options.

/// Builds and owns the policy and what it refers to; so it cannot be copied or moved.
class RewriteSettings {
 public:
  /// Throws UsageError for invalid options and files.
  RewriteSettings(RewriteCommand const& command, site::InputOptions const& inputs);
  RewriteSettings(RewriteSettings const&) = delete;
  RewriteSettings& operator=(RewriteSettings const&) = delete;

  site::RewritePolicy const& policy() const { return policy_; }

  /// Where the pages move to.
  site::PageMoves const& pages() const { return pages_; }

  /// Warnings about the options: sentences for the user.
  std::vector<std::string> warnings(site::InputOptions const& inputs) const;

  /// Warns of --exclude-url expressions that matched nothing.
  void warn_of_unused(Messages& messages) const {
    exclusion_.warn_of_unused(command_.common, messages);
  }

  /// How to rewrite a page with the text `text`, but for its encoding.
  html::RewriteOptions options(site::Input const& input, html::DocumentOptions const& document,
                               std::string_view text) const;

  /// The made-up origin, with its slash, of a folder whose URL is unknown; empty if all URLs are
  /// known.
  std::string const& unnamed_origin() const { return unnamed_origin_; }

  /// The URL of the file at `relative` below the input folder `root`: with --local its new file:
  /// URL, else its old one.
  std::string asset_url(site::InputOptions const& inputs, std::string const& root,
                        std::string const& relative) const;

  /// True if the options change URLs of links or pages.
  bool moves() const;

  /// True if the new pages are meant to be opened from files, without a server.
  bool opens_from_files() const;

  /// The URL of the folder of the pages, ending in `/`, for a warning about links that lead out of
  /// it; empty: no such warning.
  std::string_view folder_address() const;

 private:
  bool drops_base() const { return command_.drop_base || local_.has_value(); }
  void check_policies(site::InputOptions const& inputs) const;
  void read_policy();
  void read_keep();
  void read_rebases(site::InputOptions const& inputs);
  void read_map();
  void read_tree(site::InputOptions const& inputs);
  void read_moved_files(site::InputOptions const& inputs);
  void read_local(site::InputOptions const& inputs);

  RewriteCommand const& command_;
  UrlExclusion exclusion_;
  site::RewritePolicy policy_;
  std::optional<site::Site> tree_;
  std::optional<site::Site> names_;  // of the files that the map may move
  std::optional<site::MovedFiles> moved_files_;
  std::optional<site::LocalFiles> local_;
  bool names_no_host_ = false;  // local_ holds the files of one site with an unknown URL
  site::PageMoves pages_{policy_};
  std::string unnamed_origin_;
  std::function<bool(std::string_view)> is_placeholder_;
};

}  // namespace hrefkit::cli
