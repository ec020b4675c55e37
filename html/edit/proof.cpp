#include "hrefkit/html/edit/proof.h"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string>
#include <utility>

#include "hrefkit/html/document_options.h"
#include "hrefkit/html/encoding.h"
#include "hrefkit/html/encoding/declared_encoding.h"
#include "hrefkit/html/find_links.h"
#include "hrefkit/html/link.h"
#include "hrefkit/html/listener.h"
#include "hrefkit/html/source_text.h"
#include "hrefkit/text/encoding.h"
#include "hrefkit/text/span.h"
#include "hrefkit/text/utf8.h"

namespace hrefkit::html {

namespace {

RewriteFailure failure(std::string message, std::uint32_t offset = 0) {
  return {RewriteError::not_proved, std::move(message), offset};
}

bool is_fault(Note const& note) {
  return severity(note.kind) == NoteSeverity::fault;
}

/// True for ASCII text in an ASCII-compatible encoding: then it does not matter that the encoding
/// is guessed differently, as after the only non-ASCII bytes, in URLs, were replaced.
bool is_the_same_in_all_encodings(std::string_view bytes, text::Encoding encoding) {
  return has_plain_ascii(encoding) && text::is_ascii(bytes);
}

/// Compares links with the plan one by one.
class Comparison {
 public:
  explicit Comparison(std::span<std::uint64_t const> planned) : planned_(planned) {}

  Flow compare(LinkBlock const& block) {
    for (Link const& link : block.links) {
      if (at_ == planned_.size()) return fail("there is one more link", link);
      const std::uint64_t expected = planned_[at_++];
      if (judged_by(expected) == JudgedBy::raw) {
        if (prints_.of(link, link.raw, JudgedBy::raw) == expected) continue;
        return fail("a link that was to stay as it is has changed", link);
      }
      url_.clear();
      const auto resolved = append_written_url(url_, block, link, link.base);
      if (!resolved) return fail("a link would not resolve any more", link);
      if (prints_.of(link, url_, JudgedBy::url) == expected) continue;
      return fail("a link would lead to " + url_ + ", not to its target", link);
    }
    return Flow::go_on;
  }

  tl::expected<void, RewriteFailure> result() const {
    if (failure_) return tl::make_unexpected(*failure_);
    if (at_ != planned_.size()) {
      return tl::make_unexpected(failure("there would be fewer links than before"));
    }
    return {};
  }

 private:
  Flow fail(std::string message, Link const& link) {
    message += ": ";
    message += link.element;
    if (!link.attribute.empty()) (message += '[').append(link.attribute) += ']';
    message += " '";
    message += link.raw.substr(0, 200);
    message += '\'';
    failure_ = failure(std::move(message), link.span.begin);
    return Flow::stop;
  }

  std::span<std::uint64_t const> planned_;
  const Fingerprints prints_;
  std::size_t at_ = 0;
  std::string url_;
  std::optional<RewriteFailure> failure_;
};

}  // namespace

tl::expected<void, RewriteFailure> prove(std::string_view bytes, RewriteTask const& task,
                                         std::span<std::uint64_t const> planned,
                                         Notes const& notes) {
  std::string buffer;
  Notes decoding;
  const auto source = task.source.is_decoded
                          ? source_from_decoded(bytes, task.options.encoding, buffer)
                          : decode_source(bytes, task.options.encoding, buffer, decoding);
  if (!source) {
    return tl::make_unexpected(
        RewriteFailure{RewriteError::too_large, std::string(message(source.error()))});
  }
  if (source->encoding.encoding != task.source.encoding.encoding &&
      !is_the_same_in_all_encodings(bytes, task.source.encoding.encoding)) {
    return tl::make_unexpected(failure("the encoding would change"));
  }
  DocumentOptions document = task.options.document;
  if (!task.options.new_url.empty()) document.url = task.options.new_url;
  Comparison comparison(planned);
  std::optional<RewriteFailure> fault;
  const auto check_note = [&](Note const& note) {
    if (!is_fault(note) || fault) return;
    fault = failure("the page would not be well-formed: " + note.message, note.span.begin);
  };
  const LinkSink sink{.links = [&](LinkBlock const& block) { return comparison.compare(block); },
                      .notes = check_note};
  if (!task.finder.find(*source, document, sink)) {
    return tl::make_unexpected(failure("the new address is not an absolute URL"));
  }
  const bool was_faulty = std::any_of(notes.begin(), notes.end(), is_fault);
  if (fault && !was_faulty) return tl::make_unexpected(*std::move(fault));
  return comparison.result();
}

}  // namespace hrefkit::html
