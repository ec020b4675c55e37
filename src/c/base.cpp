// hrefkit_find_bases.
#include <cstddef>
#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "hrefkit/c/boundary.h"
#include "hrefkit/c/c.h"
#include "hrefkit/c/page.h"
#include "hrefkit/html/base_report.h"
#include "hrefkit/html/find_links.h"
#include "hrefkit/html/source_text.h"
#include "hrefkit/text/text.h"

using namespace hrefkit;

struct hrefkit_base_report {
  std::vector<hrefkit_base_context> contexts = {};
  std::deque<std::vector<hrefkit_base_element>> elements = {};
  std::deque<std::vector<hrefkit_base_scope>> scopes = {};
  c::TextArena texts = {};
};

namespace {

/// Copies the rows of a page into a report.
class Reporter {
 public:
  Reporter(hrefkit_base_report& report, html::SourceText const& source, c::OffsetUnit unit)
      : report_(report), places_(source, unit) {}

  void append(html::ReportedBases const& document) {
    hrefkit_base_context row{};
    row.path = keep(document.path);
    row.address = keep(document.address);
    row.base = keep(document.base);
    row.fallback = keep(document.fallback);
    row.source = static_cast<hrefkit_base_source>(document.source);
    row.fallback_source = static_cast<hrefkit_base_source>(document.fallback_source);
    if (!document.elements.empty()) {
      auto& elements = report_.elements.emplace_back();
      for (html::ReportedBaseElement const& element : document.elements) {
        hrefkit_base_element added{};
        added.href = keep(element.href);
        added.fate = c::view_of(name(element.status));
        places_.set_begin(added, element.begin);
        elements.push_back(added);
      }
      row.elements = elements.data();
      row.element_count = elements.size();
    }
    if (!document.scopes.empty()) {
      auto& scopes = report_.scopes.emplace_back();
      for (html::ReportedBaseScope const& scope : document.scopes) {
        hrefkit_base_scope added{};
        added.element = keep(scope.name);
        added.value = keep(scope.value);
        added.base = keep(scope.base);
        places_.set_begin(added, scope.begin);
        scopes.push_back(added);
      }
      row.scopes = scopes.data();
      row.scope_count = scopes.size();
    }
    report_.contexts.push_back(row);
  }

 private:
  hrefkit_view keep(std::optional<std::string_view> text) {
    return text ? report_.texts.keep_view(*text) : c::absent_view;
  }

  hrefkit_base_report& report_;
  c::Places places_;
};

}  // namespace

hrefkit_status hrefkit_find_bases(const void* bytes, size_t size, hrefkit_view url,
                                  const hrefkit_find_options* options, hrefkit_base_report** out,
                                  hrefkit_error* error) noexcept {
  return c::make_handle(out, error, [&] {
    c::FindRequest request(options);
    const std::string_view page = c::page_bytes(bytes, size);
    request.document.url = c::required_text(url, "url");
    c::check_addresses(request.document);
    std::string buffer;
    html::Notes notes;
    const html::SourceText source = c::read_source(page, request, buffer, notes);
    request.poll();
    const html::BaseReport found(source, request.document, notes);
    request.poll();
    auto report = std::make_unique<hrefkit_base_report>();
    report->contexts.reserve(found.documents().size());
    Reporter reporter(*report, source, request.unit);
    for (html::ReportedBases const& document : found.documents()) reporter.append(document);
    return report;
  });
}

size_t hrefkit_base_report_size(const hrefkit_base_report* report) noexcept {
  return report == nullptr ? 0 : report->contexts.size();
}

const hrefkit_base_context* hrefkit_base_report_at(const hrefkit_base_report* report,
                                                   size_t index) noexcept {
  if (report == nullptr || index >= report->contexts.size()) return nullptr;
  return &report->contexts[index];
}

void hrefkit_base_report_free(hrefkit_base_report* report) noexcept {
  delete report;
}
