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
#include "hrefkit/html/context.h"
#include "hrefkit/html/dom.h"
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

/// Copies the contexts of a page into a report.
class Reporter {
 public:
  Reporter(hrefkit_base_report& report, html::ContextTree const& tree,
           html::SourceText const& source, c::FindRequest const& request)
      : report_(report),
        tree_(tree),
        request_(request),
        places_(source, request.unit),
        budget_(source.text.size()) {}

  void run() {
    report_.contexts.reserve(tree_.contexts().size());
    for (index_ = 0; index_ < tree_.contexts().size(); ++index_) {
      report_.contexts.push_back(row_of(tree_.contexts()[index_]));
    }
  }

 private:
  hrefkit_base_context row_of(html::Context const& context) {
    hrefkit_base_context row{};
    row.path = report_.texts.keep_view(tree_.path(index_));
    row.address = report_.texts.keep_view(context.address);
    row.base = url_of(context.base.base);
    row.fallback = url_of(context.base.fallback);
    row.source = static_cast<hrefkit_base_source>(context.base.source);
    row.fallback_source = static_cast<hrefkit_base_source>(context.base.fallback_source);
    if (!context.base.elements.empty()) {
      auto& elements = report_.elements.emplace_back();
      for (html::BaseElement const& element : context.base.elements) {
        elements.push_back(row_of(context, element));
      }
      row.elements = elements.data();
      row.element_count = elements.size();
    }
    if (!context.scopes.empty()) {
      auto& scopes = report_.scopes.emplace_back();
      for (html::BaseScope const& scope : context.scopes) scopes.push_back(row_of(context, scope));
      row.scopes = scopes.data();
      row.scope_count = scopes.size();
    }
    return row;
  }

  hrefkit_base_element row_of(html::Context const& context, html::BaseElement const& element) {
    hrefkit_base_element row{};
    const auto href = context.document.find_attribute(element.node, "href");
    if (href) row.href = report_.texts.keep_view(href->value);
    row.fate = c::view_of(name(element.status));
    set_place(row, context, element.node);
    return row;
  }

  hrefkit_base_scope row_of(html::Context const& context, html::BaseScope const& scope) {
    hrefkit_base_scope row{};
    row.element = report_.texts.keep_view(context.document[scope.element].name);
    const auto value = find_xml_base(context.document, scope.element, request_.document.xml_base);
    if (value) row.value = report_.texts.keep_view(value->value);
    if (scope.usable) row.base = url_of(scope.base);
    set_place(row, context, scope.element);
    return row;
  }

  template <class Row>
  void set_place(Row& row, html::Context const& context, html::NodeId node) {
    places_.set_begin(row, tree_.to_file(index_, context.document[node].source.begin));
  }

  hrefkit_view url_of(html::BaseId base) {
    const std::string_view url = tree_.base_url(base).url();
    return budget_.count(url.size()) ? report_.texts.keep_view(url) : c::absent_view;
  }

  hrefkit_base_report& report_;
  html::ContextTree const& tree_;
  c::FindRequest const& request_;
  c::Places places_;
  html::UrlBudget budget_;
  std::size_t index_ = 0;
};

}  // namespace

hrefkit_status hrefkit_find_bases(const void* bytes, size_t size, hrefkit_view url,
                                  const hrefkit_find_options* options, hrefkit_base_report** out,
                                  hrefkit_error* error) noexcept {
  return c::make_handle(out, error, [&] {
    c::FindRequest request(options);
    const std::string_view page = c::page_bytes(bytes, size);
    request.document.url = c::required_text(url, "url");
    request.document.blank_frames = true;
    request.document.feed_contents = false;  // they are no browsing contexts
    c::check_addresses(request.document);
    std::string buffer;
    html::Notes notes;
    const html::SourceText source = c::read_source(page, request, buffer, notes);
    request.poll();
    const html::ContextTree tree(source, request.document, notes);
    request.poll();
    auto report = std::make_unique<hrefkit_base_report>();
    Reporter(*report, tree, source, request).run();
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
