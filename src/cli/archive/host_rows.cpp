#include "hrefkit/cli/archive/host_rows.h"

#include <algorithm>
#include <vector>

#include "hrefkit/cli/resolve/selection.h"
#include "hrefkit/text/ascii.h"
#include "hrefkit/text/byte_set.h"

namespace hrefkit::cli {

namespace {

constexpr std::size_t longest_host = 253;
constexpr std::size_t longest_label = 63;

/// A label that DNS may have, or one with underscores inside.
bool is_label(std::string_view label) {
  constexpr text::ByteSet ends = text::ascii_alphanumeric;
  constexpr text::ByteSet inside = ends | text::ByteSet("-_");
  if (label.empty() || label.size() > longest_label) return false;
  if (!ends.contains(label.front()) || !ends.contains(label.back())) return false;
  return text::is_made_of(label, inside);
}

/// The host in a serialised URL, without user and port.
std::string_view host_in(std::string_view url) {
  const std::size_t begin = url.find("://");
  if (begin == std::string_view::npos || begin > url.find_first_of("/?#")) return {};
  std::string_view host = url.substr(begin + 3);
  host = host.substr(0, host.find_first_of("/?#"));
  host = host.substr(host.rfind('@') + 1);
  if (host.starts_with('[')) return {};
  return host.substr(0, host.find(':'));
}

}  // namespace

std::string reversed_host(std::string_view url) {
  std::string_view host = host_in(url);
  if (host.ends_with('.')) host.remove_suffix(1);
  if (host.empty() || host.size() > longest_host) return {};
  std::vector<std::string_view> labels;
  for (std::string_view rest = host;;) {
    const std::size_t end = std::min(rest.find('.'), rest.size());
    labels.push_back(rest.substr(0, end));
    if (!is_label(labels.back())) return {};
    if (end == rest.size()) break;
    rest.remove_prefix(end + 1);
  }
  if (labels.size() < 2 || text::is_made_of(labels.back(), text::ascii_digit)) return {};
  if (labels.size() > 2 && labels.front() == "www") labels.erase(labels.begin());
  std::string reversed;
  for (auto label = labels.rbegin(); label != labels.rend(); ++label) {
    if (!reversed.empty()) reversed += '.';
    reversed += text::to_ascii_lower(*label);
  }
  return reversed;
}

void ArchiveHostRows::begin(std::string_view, FileRows& rows, bool) {
  rows_ = &rows;
}

void ArchiveHostRows::write(archive::CaptureReader& reader, Pause const& pause, Note const& note) {
  archive::Capture& capture = reader.capture();
  targets_.clear();
  links_.open(capture, note);
  if (!links_.base()) return;
  auto const& command = settings_.command;
  for (archive::HeaderLink const& link : links_.headers()) {
    if (!is_selected(command.kinds, link.kind) || !command.elements.empty()) continue;
    url_.clear();
    take_url(links_.base()->resolver.append_resolved(url_, link.reference).has_value());
  }
  links_.find(
      capture, [&](html::LinkBlock const& block) { take_block(block); }, note);
  links_.close();
  const std::string source = reversed_host(links_.base()->resolver.base());
  if (!source.empty()) write_lines(source);  // its links count all the same
  pause();
}

void ArchiveHostRows::take_block(html::LinkBlock const& block) {
  ArchiveCommand const& command = settings_.command;
  for (html::Link const& link : block.links) {
    if (!is_selected(command.kinds, command.elements, link)) continue;
    url_.clear();
    take_url(block.append_loaded(url_, link).has_value());
  }
}

/// Takes the URL of the next link, if it has one.
void ArchiveHostRows::take_url(bool is_resolved) {
  ++rows_->count;
  if (!is_resolved) {
    ++rows_->unresolvable;
    return;
  }
  std::string host = reversed_host(url_);
  if (!host.empty()) targets_.insert(std::move(host));
}

/// The lines of one capture are sorted: their order must not depend on the hash.
void ArchiveHostRows::write_lines(std::string const& source) {
  std::vector<std::string_view> targets(targets_.begin(), targets_.end());
  std::sort(targets.begin(), targets.end());
  RowBuffer& out = rows_->rows;
  if (settings_.command.format == ArchiveFormat::hosts) {
    out.append(source);
    out.literal("\n");
  }
  for (const std::string_view target : targets) {
    if (settings_.command.format == ArchiveFormat::edges) {
      if (target == source) continue;
      out.append(source);
      out.literal("\t");
    }
    out.append(target);
    out.literal("\n");
  }
}

}  // namespace hrefkit::cli
