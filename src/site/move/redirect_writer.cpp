#include "hrefkit/site/move/redirect_writer.h"

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <optional>
#include <unordered_set>
#include <utility>

#include "hrefkit/html/find_links.h"
#include "hrefkit/html/source_text.h"
#include "hrefkit/site/check/target_finder.h"
#include "hrefkit/site/host.h"
#include "hrefkit/site/move/page_addresses.h"
#include "hrefkit/site/move/redirect_fold.h"
#include "hrefkit/site/redirects.h"
#include "hrefkit/site/redirects/host_files.h"
#include "hrefkit/site/snapshot/entry_table.h"
#include "hrefkit/text/hash.h"
#include "hrefkit/text/line_index.h"
#include "hrefkit/text/span.h"
#include "hrefkit/url/percent_decode.h"
#include "hrefkit/url/relativize.h"
#include "hrefkit/url/resolver.h"
#include "hrefkit/url/result.h"
#include "hrefkit/url/url_offsets.h"

namespace hrefkit::site {

namespace {

bool has_json(RedirectFormat format) {
  return format == RedirectFormat::vercel || format == RedirectFormat::firebase ||
         format == RedirectFormat::azure;
}

/// The path of an absolute URL, and its query.
std::string path_of_url(std::string_view url) {
  const std::size_t host = url.find("://");
  const std::size_t path = host == url.npos ? url.npos : url.find('/', host + 3);
  return path == url.npos ? "/" : std::string(url.substr(path));
}

/// A page that moves, by its place in the request.
struct Move {
  std::size_t page = 0;
  MoveRule rule;                        // from its file's address
  EntryId end = no_entry;               // its page in NEW
  std::vector<std::string> paths = {};  // addresses that need a rule
};

class RedirectWriter {
 public:
  explicit RedirectWriter(RedirectRequest const& request)
      : request_(request),
        format_(request.format),
        syntax_(syntax_of(request.format)),
        is_same_host_(url::have_same_origin(request.site.url(0), request.old_site.url(0))) {
    written_.is_led.assign(request.pages.size(), false);
  }

  tl::expected<WrittenRedirects, std::string> run() {
    if (format_ == RedirectFormat::html) return write_stubs();
    existing_ = std::string(request_.existing);
    const std::string empty = request_.existing.empty() ? file_text(format_, {}, "") : existing_;
    if (auto is_read = read(empty); !is_read) return tl::unexpected(is_read.error());
    find_moves();
    if (auto led = lead_existing(); !led) return tl::unexpected(led.error());
    const auto kept_ends = ends_of_existing();
    leave_led_paths();
    std::vector<MoveRule> rules = make_rules(request_.folds);
    auto done = complete(rules);
    if (done && kept_ends != ends_of_existing()) {
      // A rule of a folder stands before one that is there.
      rules = make_rules(false);
      done = complete(rules);
    }
    if (!done) return tl::unexpected(done.error());
    if (auto loop = find_loop()) return tl::unexpected(*std::move(loop));
    if (auto within = check_limits(format_, text_); !within) return tl::unexpected(within.error());
    prove();
    written_.text = std::move(text_);
    return std::move(written_);
  }

 private:
  /// Reads a text as the file of redirects of NEW.
  tl::expected<void, std::string> read(std::string const& text) {
    text_ = text;
    Redirects rules(text_, request_.old_site.origin(), syntax_);
    if (!rules.fault().empty()) return tl::unexpected(std::string(rules.fault()));
    redirects_.emplace();
    redirects_->add(
        {.name = "redirects", .path = {}, .bytes = text_, .redirects = std::move(rules)});
    finder_.emplace(request_.site, *redirects_);
    return {};
  }

  Redirects const& rules() const { return redirects_->files()[0].redirects; }

  /// The address as a rule names it: where the visitor ends.
  std::string target_of(std::string const& url) const {
    const std::string end = served_address(request_.site, url);
    return is_same_host_ ? path_of_url(end) : end;
  }

  void find_moves() {
    for (std::size_t i = 0; i < request_.pages.size(); ++i) {
      LostPage const& page = request_.pages[i];
      if (page.moved.empty()) continue;
      Move move{.page = i, .rule = {path_of_url(page.address), target_of(page.moved)}};
      move.end = request_.site.find(page.moved).entry;
      if (move.rule.from == move.rule.to) continue;
      move.paths = rule_paths(format_, move.rule.from);
      // What NEW has at an address stays.
      if (is_same_host_) {
        std::erase_if(move.paths, [&](std::string const& path) { return is_in_new(path); });
      }
      if (move.paths.empty()) {
        written_.is_led[i] = true;
      } else {
        moves_.push_back(std::move(move));
      }
    }
    std::sort(moves_.begin(), moves_.end(),
              [](Move const& a, Move const& b) { return a.rule.from < b.rule.from; });
    for (std::uint32_t i = 0; i < moves_.size(); ++i) {
      old_addresses_.add(moves_[i].rule.from, i);
    }
  }

  bool is_in_new(std::string_view path) const {
    return request_.site.find_path(path).status == LookupStatus::found;
  }

  /// True for a path or URL that the file leads to the page of a move.
  bool leads(std::string const& path, Move const& move) {
    if (is_same_host_) {
      const TargetPlace end = finder_->find_own(path, "");
      return end.kind == PlaceKind::file && end.entry == move.end;
    }
    for (const RedirectTurn turn : {RedirectTurn::before_files, RedirectTurn::after_files}) {
      const auto found = redirects_->apply(path, "", turn);
      if (!found) continue;
      const Lookup there = request_.site.find(url::without_fragment(found->to));
      return there.status == LookupStatus::found && there.entry == move.end;
    }
    return false;
  }

  std::string place_of(text::Span span) const {
    text::LineCursor cursor(text_);
    return "line " + std::to_string(cursor.at(span.begin).line);
  }

  /// Leads the rules that are there to where their targets went.
  tl::expected<void, std::string> lead_existing() {
    struct Edit {
      text::Span span;
      std::string text;
    };
    std::vector<Edit> edits;
    for (Redirect const& rule : rules().rules()) {
      if (rule.own || rule.to.empty() || has_placeholder(rule)) continue;
      const auto own =
          rule.to.starts_with('/') ? std::optional<std::string>(rule.to) : own_path(rule.to);
      if (!own) continue;
      const std::string path(url::without_query(*own));
      const auto number = old_addresses_.find(path);
      if (!number || (is_same_host_ && is_in_new(path))) continue;
      Move const& move = moves_[*number];
      const std::string to = move.rule.to + own->substr(path.size());
      if (path_of_url(rule.from) == to || rule.from == to) {
        return tl::unexpected(place_of(rule.line) + ": the rule leads from " + rule.from + " to " +
                              rule.to + ", which has moved to " + to +
                              ": that would be a loop; remove the rule");
      }
      auto written = written_target(rule, to);
      if (!written) {
        written_.warnings.push_back(place_of(rule.line) + ": the target of the rule has moved to " +
                                    to + ", which cannot be written there");
        continue;
      }
      const std::string before(rule.target.in(text_));
      if (!edits.empty() && edits.back().span == rule.target) continue;  // of one directive
      written_.warnings.push_back(place_of(rule.line) + ": leads to " + to + " now, since " +
                                  rule.to + " has moved there");
      edits.push_back({rule.target, *std::move(written)});
      ++written_.retargeted;
    }
    if (edits.empty()) return {};
    std::sort(edits.begin(), edits.end(),
              [](Edit const& a, Edit const& b) { return a.span.begin < b.span.begin; });
    std::string text;
    std::size_t at = 0;
    for (Edit const& edit : edits) {
      text.append(text_, at, edit.span.begin - at).append(edit.text);
      at = edit.span.end;
    }
    text.append(text_, at);
    existing_ = text;
    return read(text);
  }

  std::optional<std::string> own_path(std::string const& url) const {
    return url::have_same_origin(url, request_.old_site.url(0))
               ? std::optional<std::string>(path_of_url(url))
               : std::nullopt;
  }

  /// A target as it is written in the place of that of a rule that is there.
  std::optional<std::string> written_target(Redirect const& rule, std::string const& to) const {
    const std::string whole = rule_text(format_, {"/x", to});
    const std::string_view before = rule.target.in(text_);
    if (whole.empty()) return std::nullopt;
    // The format's own rule from "/x" says how the target is written.
    const Redirects read(whole.empty() ? std::string() : file_text(format_, {whole}, ""), {},
                         syntax_);
    if (read.rules().empty()) return std::nullopt;
    const std::string file = file_text(format_, {whole}, "");
    std::string written(read.rules()[0].target.in(file));
    if (format_ == RedirectFormat::nginx && before.find('$') == before.npos) {
      written = to;
    }
    const bool needs_quotes = written.find_first_of(" ;{}'\"") != written.npos;
    const bool has_quotes = rule.target.begin > 0 && (text_[rule.target.begin - 1] == '"');
    if (needs_quotes && !has_quotes) return std::nullopt;
    return written;
  }

  /// Where the rules that are there end.
  std::vector<std::pair<PlaceKind, EntryId>> ends_of_existing() {
    std::vector<std::pair<PlaceKind, EntryId>> ends;
    const Redirects existing(existing_, request_.old_site.origin(), syntax_);
    for (Redirect const& rule : existing.rules()) {
      if (rule.own || !is_page_path(rule)) continue;
      const TargetPlace end = finder_->find_own(rule.from, "");
      ends.emplace_back(end.kind, end.entry);
    }
    return ends;
  }

  /// True for a rule of one path: its path has no placeholder, also as it is known of a pattern.
  static bool is_page_path(Redirect const& rule) {
    return rule.from.starts_with('/') && rule.from.find_first_of(":*") == rule.from.npos;
  }

  /// Leaves out the addresses that the file leads already.
  void leave_led_paths() {
    for (Move& move : moves_) {
      std::erase_if(move.paths, [&](std::string const& path) {
        if (leads(path, move)) return true;
        if (!is_same_host_) return false;
        const TargetPlace end = finder_->find_own(path, "");
        const bool is_led_elsewhere = end.kind == PlaceKind::file && !end.by_catch_all;
        if (is_led_elsewhere) {
          written_.warnings.push_back(path + " is led to " + request_.site.path(end.entry) +
                                      " by a rule that is there, not to " + move.rule.to);
        }
        return is_led_elsewhere;
      });
    }
  }

  /// Paths of URLs of all files of a site, sorted.
  static std::vector<std::string> paths_of(Site const& site) {
    std::vector<std::string> paths;
    EntryTable const& entries = site.entries();
    for (EntryId entry = 1; entry < entries.size(); ++entry) {
      if (!entries.is_folder(entry)) paths.push_back(path_of_url(site.url(entry)));
    }
    std::sort(paths.begin(), paths.end());
    return paths;
  }

  std::vector<MoveRule> make_rules(bool folds) {
    std::vector<MoveRule> moves;
    for (Move const& move : moves_) {
      // A folder keeps what is below it: the whole address of the file.
      const std::string whole = request_.pages[move.page].moved;
      moves.push_back({move.rule.from, is_same_host_ ? path_of_url(whole) : whole});
    }
    std::vector<bool> joined(moves.size(), false);
    std::vector<MoveRule> folders;
    if (folds && has_folder_rules(format_) && moves.size() >= min_folded) {
      std::vector<std::string> now;
      if (is_same_host_) now = paths_of(request_.site);
      std::vector<std::string> left;
      for (std::string& path : paths_of(request_.old_site)) {
        const auto move =
            std::lower_bound(moves.begin(), moves.end(), path,
                             [](MoveRule const& a, std::string const& b) { return a.from < b; });
        if (move == moves.end() || move->from != path) left.push_back(std::move(path));
      }
      const auto has_new = [&](std::string_view path) {
        const Lookup found =
            is_same_host_ ? request_.site.find_path(path) : request_.site.find(path);
        return found.status == LookupStatus::found;
      };
      folders = fold_moves(moves, {left, now, has_new}, joined);
      std::erase_if(folders, [](MoveRule const& rule) { return !rule.is_folder; });
    }
    std::vector<MoveRule> rules;
    for (std::size_t i = 0; i < moves_.size(); ++i) {
      if (joined[i]) continue;
      for (std::string const& path : moves_[i].paths) rules.push_back({path, moves_[i].rule.to});
    }
    std::move(folders.begin(), folders.end(), std::back_inserter(rules));
    return rules;
  }

  /// Adds rules for addresses that the rules of folders do not lead right, and writes the text.
  tl::expected<void, std::string> complete(std::vector<MoveRule>& rules) {
    if (auto merged = merge(rules); !merged) return merged;
    std::vector<MoveRule> more;
    const bool has_folders = !rules.empty() && rules.back().is_folder;
    for (Move const& move : moves_) {
      if (!has_folders) break;
      for (std::string const& path : move.paths) {
        if (!leads(path, move)) more.push_back({path, move.rule.to});
      }
    }
    std::unordered_set<std::string_view, text::SeededHasher> known;
    for (MoveRule const& rule : rules) known.insert(rule.from);
    std::erase_if(more, [&](MoveRule const& rule) { return known.contains(rule.from); });
    if (more.empty()) return {};
    rules.insert(rules.begin(), more.begin(), more.end());
    return merge(rules);
  }

  /// Puts the rules into the file that is there: those of pages and folders before its first rule
  /// with a pattern, so that this does not take their addresses.
  tl::expected<void, std::string> merge(std::vector<MoveRule> const& rules) {
    std::vector<std::string> texts;
    written_.rules = 0;
    written_.folders = 0;
    for (MoveRule const& rule : rules) {
      std::string text = rule_text(format_, rule);
      if (text.empty()) continue;
      texts.push_back(std::move(text));
      ++written_.rules;
      if (rule.is_folder) ++written_.folders;
    }
    const std::string comments = comments_text();
    if (request_.existing.empty()) return read(file_text(format_, texts, comments));
    std::string text = existing_;
    if (has_json(format_)) {
      if (texts.empty()) return read(text);
      auto place = find_rule_list(text, syntax_);
      if (!place) return tl::unexpected(place.error());
      std::string list = place->before;
      for (std::size_t i = 0; i < texts.size(); ++i) list += (i == 0 ? "\n  " : ",\n  ") + texts[i];
      text.insert(place->offset, list + place->after);
      return read(text);
    }
    if (!text.empty() && !text.ends_with('\n')) text += '\n';
    std::string lines;
    for (std::string const& rule : texts) lines += rule;
    text.insert(place_in_lines(text), lines);
    const bool has_comments = text.find(comments) != text.npos;
    if (!has_comments) text += comments;
    return read(text);
  }

  std::size_t place_in_lines(std::string const& text) const {
    if (format_ == RedirectFormat::nginx) return text.size();
    const Redirects existing(text, request_.old_site.origin(), syntax_);
    std::size_t place = text.size();
    for (Redirect const& rule : existing.rules()) {
      if (!rule.own && !is_page_path(rule)) place = std::min<std::size_t>(place, rule.line.begin);
    }
    return place == text.size() ? place : text.rfind('\n', place) + 1;
  }

  /// Lines about pages that are nowhere, for people.
  std::string comments_text() const {
    std::string comments;
    for (LostPage const& page : request_.pages) {
      if (!page.moved.empty()) continue;
      std::string line = path_of_url(page.address) + " has no page in the new site";
      if (!page.similar.empty()) {
        line += "; " + path_of_url(page.similar) + " shares " + std::to_string(page.percent) +
                " % of its text";
      }
      comments += comment_text(format_, line);
    }
    return comments;
  }

  std::optional<std::string> find_loop() {
    if (!is_same_host_) return std::nullopt;
    for (Redirect const& rule : rules().rules()) {
      if (rule.own || !is_page_path(rule) || !leads_on(rule)) continue;
      if (finder_->find_own(rule.from, "").kind != PlaceKind::redirect_loop) continue;
      return place_of(rule.line) + ": the redirects from " + rule.from + " form a loop";
    }
    return std::nullopt;
  }

  void prove() {
    for (Move const& move : moves_) {
      std::string const& path = move.rule.from;
      const bool is_led = move.paths.empty()
                              ? leads(path, move)
                              : std::all_of(move.paths.begin(), move.paths.end(),
                                            [&](auto const& at) { return leads(at, move); });
      written_.is_led[move.page] = is_led || (is_same_host_ && is_in_new(path));
      if (written_.is_led[move.page]) continue;
      written_.warnings.push_back(path + " does not end at " + move.rule.to +
                                  ": the format cannot say it, or a rule that is there leads it");
    }
  }

  // Pages of HTML.

  tl::expected<WrittenRedirects, std::string> write_stubs() {
    for (std::size_t i = 0; i < request_.pages.size(); ++i) {
      LostPage const& page = request_.pages[i];
      if (page.moved.empty()) continue;
      const auto path = request_.old_site.relative_path_of(page.address);
      const bool is_page = path && (path->ends_with(".html") || path->ends_with(".htm"));
      if (is_page && request_.site.entry(*path) != no_entry) {
        written_.is_led[i] = true;
        continue;
      }
      if (!is_page) {
        written_.warnings.push_back(path_of_url(page.address) +
                                    " is no page of HTML, which alone redirects without a host");
        continue;
      }
      add_stub(i, *path);
    }
    written_.rules = written_.stubs.size();
    return std::move(written_);
  }

  void add_stub(std::size_t number, std::string const& path) {
    LostPage const& page = request_.pages[number];
    std::string target = page.moved;
    if (is_same_host_) {
      const auto base = url::Resolver::with_base(page.address, {});
      const auto reference =
          base ? url::find_reference(page.moved, *base, url::ReferenceShape::path) : std::nullopt;
      target = reference.value_or(path_of_url(page.moved));
    }
    for (std::size_t at = target.find('\''); at != target.npos; at = target.find('\'', at)) {
      target.replace(at, 1, "%27");
    }
    const bool is_known = !page.moved.starts_with(default_site_url);
    StubPage stub{path, stub_page(target, is_known ? page.moved : "")};
    // The proof: what the link finder reads.
    std::size_t leads_there = 0;
    html::DocumentOptions options;
    options.url = page.address;
    const html::SourceText source = html::source_from_text(stub.text);
    static_cast<void>(html::find_links(
        source, options, {.links = [&](html::LinkBlock const& block) {
          for (html::Link const& link : block.links) {
            const auto url = block.resolve(link);
            if (url && url::percent_decode(*url) == url::percent_decode(page.moved)) ++leads_there;
          }
        }}));
    written_.is_led[number] = leads_there == (is_known ? 3U : 2U);
    written_.stubs.push_back(std::move(stub));
  }

  RedirectRequest const& request_;
  RedirectFormat format_;
  RedirectSyntax syntax_;
  bool is_same_host_;
  std::string existing_;  // with the targets that moved
  std::string text_;      // that was read last
  std::optional<SiteRedirects> redirects_;
  std::optional<TargetFinder> finder_;
  std::vector<Move> moves_;  // by their old addresses
  PageAddresses old_addresses_;
  WrittenRedirects written_;
};

}  // namespace

tl::expected<WrittenRedirects, std::string> write_redirects(RedirectRequest const& request) {
  return RedirectWriter(request).run();
}

}  // namespace hrefkit::site
