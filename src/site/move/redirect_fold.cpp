#include "hrefkit/site/move/redirect_fold.h"

#include <algorithm>
#include <iterator>

#include "hrefkit/site/check/target_finder.h"

namespace hrefkit::site {

namespace {

/// Folders further down are not joined.
constexpr std::size_t max_depth = 32;

/// The part of `to` before what `from` has below `folder`; empty if it does not end so.
std::string_view target_of_folder(MoveRule const& move, std::string_view folder) {
  const std::string_view rest = std::string_view(move.from).substr(folder.size());
  const std::string_view to = move.to;
  if (rest.empty() || !to.ends_with(rest)) return {};
  const std::string_view target = to.substr(0, to.size() - rest.size());
  return target.ends_with('/') ? target : std::string_view();
}

/// The paths of a sorted list that begin with `folder`.
std::span<std::string const> below_folder(std::span<std::string const> paths,
                                          std::string_view folder) {
  const auto begin = std::lower_bound(paths.begin(), paths.end(), folder);
  auto end = begin;
  // What begins with the folder stands together.
  end = std::partition_point(begin, paths.end(), [&](std::string const& path) {
    return std::string_view(path).substr(0, folder.size()) <= folder;
  });
  return {begin, end};
}

class Folding {
 public:
  Folding(std::span<MoveRule const> moves, FoldedPaths const& paths, std::vector<bool>& joined)
      : moves_(moves), paths_(paths), joined_(joined) {
    joined_.assign(moves.size(), false);
  }

  std::vector<MoveRule> run() {
    std::vector<Range> waiting{{0, moves_.size(), 1, 0}};
    while (!waiting.empty()) {
      const Range range = waiting.back();
      waiting.pop_back();
      if (range.end - range.begin < min_folded || range.depth > max_depth) continue;
      if (!join(range)) add_folders(range, waiting);
    }
    std::vector<MoveRule> rules;
    for (std::size_t i = 0; i < moves_.size(); ++i) {
      if (!joined_[i]) rules.push_back(moves_[i]);
    }
    std::sort(folders_.begin(), folders_.end(), [](MoveRule const& a, MoveRule const& b) {
      return a.from.size() != b.from.size() ? a.from.size() > b.from.size() : a.from < b.from;
    });
    std::move(folders_.begin(), folders_.end(), std::back_inserter(rules));
    return rules;
  }

 private:
  /// The moves below one folder, whose path has `length` bytes.
  struct Range {
    std::size_t begin;
    std::size_t end;
    std::size_t length;
    std::size_t depth;
  };

  bool join(Range const& range) {
    const std::string_view folder =
        std::string_view(moves_[range.begin].from).substr(0, range.length);
    if (!below_folder(paths_.now, folder).empty()) return false;
    MajorityVote votes;
    for (std::size_t i = range.begin; i < range.end; ++i) {
      votes.add(target_of_folder(moves_[i], folder));
    }
    const std::string target = votes.winner();
    if (target.empty() || target == folder) return false;
    std::size_t count = 0;
    for (std::size_t i = range.begin; i < range.end; ++i) {
      if (target_of_folder(moves_[i], folder) == target) ++count;
    }
    if (count < min_folded || 2 * count <= range.end - range.begin) return false;
    for (std::string const& path : below_folder(paths_.left, folder)) {
      if (!paths_.has_new(target + path.substr(folder.size()))) return false;
    }
    for (std::size_t i = range.begin; i < range.end; ++i) {
      joined_[i] = target_of_folder(moves_[i], folder) == target;
    }
    folders_.push_back({std::string(folder), target, true});
    return true;
  }

  /// Adds the folders directly below one.
  void add_folders(Range const& range, std::vector<Range>& waiting) const {
    for (std::size_t begin = range.begin; begin < range.end;) {
      std::string_view from = moves_[begin].from;
      const std::size_t slash = from.find('/', range.length);
      std::size_t end = begin + 1;
      if (slash != from.npos) {
        const std::string_view folder = from.substr(0, slash + 1);
        while (end < range.end && moves_[end].from.starts_with(folder)) ++end;
        waiting.push_back({begin, end, slash + 1, range.depth + 1});
      }
      begin = end;
    }
  }

  std::span<MoveRule const> moves_;
  FoldedPaths const& paths_;
  std::vector<bool>& joined_;
  std::vector<MoveRule> folders_;
};

}  // namespace

std::vector<MoveRule> fold_moves(std::span<MoveRule const> moves, FoldedPaths const& paths,
                                 std::vector<bool>& joined) {
  return Folding(moves, paths, joined).run();
}

}  // namespace hrefkit::site
