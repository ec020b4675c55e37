#include "hrefkit/cli/rewrite/batch.h"

#include <cstddef>
#include <istream>
#include <new>
#include <optional>
#include <string>
#include <string_view>
#include <tl/expected.hpp>
#include <utility>
#include <vector>

#include "hrefkit/cli/exit_code.h"
#include "hrefkit/cli/format/json_writer.h"
#include "hrefkit/cli/format/printable.h"
#include "hrefkit/cli/format/row_buffer.h"
#include "hrefkit/cli/format/row_sink.h"
#include "hrefkit/cli/io/document_request.h"
#include "hrefkit/cli/io/documents.h"
#include "hrefkit/cli/io/line_reader.h"
#include "hrefkit/cli/io/messages.h"
#include "hrefkit/cli/io/output.h"
#include "hrefkit/cli/options/options.h"
#include "hrefkit/cli/rewrite/edit_rows.h"
#include "hrefkit/html/find_links.h"
#include "hrefkit/html/rewrite.h"
#include "hrefkit/html/source_text.h"
#include "hrefkit/site/input.h"
#include "hrefkit/site/rewrite_policy.h"
#include "hrefkit/text/text.h"

namespace hrefkit::cli {

namespace {

/// Maximum length of a line in bytes; longer lines are answered with an error.
constexpr std::size_t max_line = std::size_t{1} << 30;

/// Throws UsageError for options that cannot apply to documents from standard input.
void check_batch(RewriteCommand const& command) {
  CommonOptions const& common = command.common;
  if (!common.inputs.empty() || !common.files_from.empty()) {
    throw UsageError("--batch", "reads standard input and takes no INPUT");
  }
  if (!common.url.empty()) {
    throw UsageError("--batch", "each line has the address of its document in \"url\"");
  }
  const std::pair<bool, char const*> others[] = {
      {!command.output.empty(), "--output"}, {command.copy_assets, "--copy-assets"},
      {command.in_place, "--in-place"},      {!command.backup.empty(), "--backup"},
      {command.dry_run, "--dry-run"},        {command.diff, "--diff"},
      {!command.local.empty(), "--local"},   {!command.move_to.empty(), "--move-to"},
  };
  for (auto const& [is_given, option] : others) {
    if (is_given)
      throw UsageError("--batch", std::string("cannot be used together with ") + option);
  }
  if (command.format && *command.format != Format::jsonl) {
    throw UsageError("--batch", "answers with JSON Lines, in no other format");
  }
}

site::InputOptions no_inputs(RewriteCommand const& command) {
  CommonOptions const& common = command.common;
  site::InputOptions inputs;
  inputs.site_url = folder_url("--site-url", common.site_url, common.standard);
  return inputs;
}

class RewriteBatch {
 public:
  RewriteBatch(RewriteCommand const& command, Environment const& environment)
      : command_(command),
        messages_(environment, command.common),
        settings_(command, no_inputs(command)),
        options_(document_options(command.common)),
        style_(row_style(Format::jsonl, command.common, environment)),
        output_("", environment.out, Contents::json),
        rows_(style_) {
    check_element_names(command.elements, messages_);
  }

  int run(std::istream& in) {
    LineReader lines(in, max_line);
    while (const auto line = lines.next()) {
      ++line_number_;
      request_ = {};
      answer_.clear_keeping(max_kept_memory);
      if (lines.is_too_long()) {
        refuse({"too-large", "is longer than " + std::to_string(max_line) + " bytes"});
      } else {
        answer(*line);
      }
      answer_.literal("\n");
      // Flush each answer: the other program waits for it.
      if (!output_.write(shown_json(answer_.view(), style_.display, shown_)) || !output_.flush()) {
        break;
      }
    }
    if (lines.error()) messages_.error("-", *lines.error());
    return finish(lines.error().has_value());
  }

 private:
  void answer(std::string_view line) {
    try {
      if (const std::string fault = read_request(line, request_); !fault.empty()) {
        return refuse({"bad-request", fault});
      }
      for (std::string const& key : request_.unknown_keys) {
        if (printed_keys_.add(key)) messages_.warning(place(), "unknown key '" + key + "'");
      }
      notes_.clear();
      if (const auto read = document_.read(request_, command_.common, notes_); !read) {
        return refuse(read.error());
      }
      rewrite();
      document_.shrink_buffers(max_kept_memory);
    } catch (std::bad_alloc const&) {  // continue with the next line
      refuse({"too-large", "out of memory"});
    }
  }

  html::RewriteOptions rewrite_options() const {
    site::Input input;
    input.url = *request_.url;
    html::RewriteOptions options = settings_.options(input, options_, document_.source.text);
    options.encoding = document_.encoding();
    return options;
  }

  void rewrite() {
    edits_.clear_keeping(max_kept_memory);
    rows_.begin_document(document_.source, edits_);
    const auto report = [this](html::RewriteEdit const& edit) { rows_.write(edit); };
    auto page = rewriter_.rewrite(
        document_.source, rewrite_options(),
        [this](html::LinkTarget& target) { settings_.policy().apply(target); }, notes_, report);
    for (html::Note const& note : notes_) {
      const bool is_remark = severity(note.kind) == html::NoteSeverity::remark;
      is_remark ? messages_.note(place(), note.message) : messages_.warning(place(), note.message);
    }
    if (!page) return refuse(refusal_of(page.error()));
    links_ += page->links;
    changed_ += page->edits;
    ++documents_;
    append_answer(*page);
  }

  static Refusal refusal_of(html::RewriteFailure const& failure) {
    switch (failure.error) {
      case html::RewriteError::unusable_url:
        return {"invalid-url", failure.message};
      case html::RewriteError::too_large:
        return {"too-large", failure.message};
      case html::RewriteError::not_proved:
        break;
    }
    return {not_proved, failure.message};
  }

  void append_answer(html::RewrittenPage const& page) {
    const std::string_view bytes = page.changed ? page.bytes : document_.source.bytes;
    JsonWriter json(answer_);
    json.begin_object();
    append_id(json, answer_, request_);
    json.member("url", *request_.url);
    if (request_.html) {
      json.member("html", page.changed ? bytes : std::string_view(*request_.html));
    } else {
      base64_.clear();
      text::append_base64(base64_, bytes);
      json.member("base64", base64_);
    }
    json.key("edits");
    answer_.literal("[");
    // Each row ends with a line break, and has no other one.
    for (std::string_view rest = edits_.view(); !rest.empty();) {
      const std::size_t end = rest.find('\n');
      answer_.append(rest.substr(0, end));
      rest.remove_prefix(end + 1);
      if (!rest.empty()) answer_.literal(",");
    }
    answer_.literal("]}");
  }

  void refuse(Refusal const& refusal) {
    ++(refusal.code == not_proved ? unproved_ : refused_);
    messages_.error(place(), refusal.message);
    answer_.clear();
    append_refusal(answer_, request_, refusal);
  }

  int finish(bool failed) {
    output_.finish(documents_ + refused_ + unproved_ + (failed ? 0 : 1));
    if (messages_.report(output_.error())) return exit_error;
    settings_.warn_of_unused(messages_);
    std::string summary = counted(links_, "link", "links") + " in " +
                          counted(documents_, "document", "documents") + "; " +
                          grouped_number(changed_) + " changed";
    const std::size_t others = refused_ + unproved_;
    if (others != 0) {
      summary += "; " + counted(others, "document not rewritten", "documents not rewritten");
    }
    messages_.summary(summary);
    if (failed || refused_ != 0) return exit_error;
    return unproved_ != 0 ? exit_findings : exit_clean;
  }

  std::string place() const { return "-:" + std::to_string(line_number_); }

  static constexpr std::string_view not_proved = "not-proved";

  RewriteCommand const& command_;
  Messages messages_;
  RewriteSettings settings_;
  html::DocumentOptions options_;
  RowStyle style_;
  Output output_;
  EditRows rows_;
  html::Rewriter rewriter_;
  DocumentRequest request_;
  RequestedDocument document_;
  html::Notes notes_;
  RowBuffer edits_;
  RowBuffer answer_;
  std::string base64_;
  std::string shown_;  // an answer on a terminal
  PrintedTexts printed_keys_;
  std::size_t line_number_ = 0;
  std::size_t documents_ = 0;  // answered with a page
  std::size_t refused_ = 0;
  std::size_t unproved_ = 0;
  std::size_t links_ = 0;
  std::size_t changed_ = 0;
};

}  // namespace

int run_rewrite_batch(RewriteCommand const& command, Environment const& environment) {
  check_batch(command);
  return RewriteBatch(command, environment).run(environment.in);
}

}  // namespace hrefkit::cli
