// The options of `hrefkit rewrite`, and what follows from them before a page is read.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "hrefkit/cli/options/options.h"
#include "hrefkit/html/find_links.h"
#include "hrefkit/html/rewrite.h"

namespace hrefkit::cli {

/// Whether new pages are proved.
enum class Verify : std::uint8_t { on, off };

/// What `rewrite` was asked for.
struct RewriteCommand {
  CommonOptions common;
  std::optional<html::UrlForm> to;
  std::vector<std::string> rebase;
  std::string map;
  bool drop_base = false;
  bool drop_xml_base = false;
  std::string move_to;
  std::vector<std::string> keep;
  std::vector<html::LinkKind> kinds;
  std::vector<std::string> elements;
  std::vector<std::string> exclude;
  std::vector<std::string> index;
  std::vector<std::string> extensions;
  std::string local;
  html::Engine engine = html::Engine::automatic;
  std::string output;  ///< a folder; empty: standard output
  bool copy_assets = false;
  bool in_place = false;
  std::string backup;
  bool dry_run = false;
  bool diff = false;
  std::optional<Format> format;  ///< of the report; nothing: no report
  Verify verify = Verify::on;
};

/// Adds the command's options, which are parsed into `command`.
void add_options(OptionSet& options, RewriteCommand& command);

}  // namespace hrefkit::cli
