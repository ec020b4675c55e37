#include "hrefkit/html/kept_script.h"

#include "hrefkit/html/formats/link_writer.h"
#include "hrefkit/html/formats/script_links.h"
#include "hrefkit/html/link_table.h"
#include "hrefkit/html/links/dom_links.h"
#include "hrefkit/html/links/link_values.h"
#include "hrefkit/html/listener.h"
#include "hrefkit/html/source_text.h"
#include "hrefkit/html/url_budget.h"
#include "hrefkit/text/encoding.h"

namespace hrefkit::html {

class KeptScript::Reader final : public ScriptUrlReader {
 public:
  explicit Reader(KeptScript const& script) : script_(script) {}

  std::optional<ScriptUrl> next() override {
    if (next_ == script_.names_.size()) return std::nullopt;
    Name const& name = script_.names_[next_++];
    return ScriptUrl{.span = name.span,
                     .value = name.value.in(script_.values_),
                     .form = name.form,
                     .type = name.type,
                     .quote = name.quote};
  }

 private:
  KeptScript const& script_;
  std::size_t next_ = 0;
};

KeptScript::KeptScript(std::string_view text) : size_(text.size()) {
  if (!may_name_urls(text)) return;
  ScriptUrls urls(text);
  vite_base_ = urls.vite_base();
  computed_imports_ = urls.computed_imports();
  while (const auto url = urls.next()) {
    const std::size_t begin = values_.size();
    values_ += url->value;
    names_.push_back({.span = url->span,
                      .value = text::make_span(begin, values_.size()),
                      .form = url->form,
                      .type = url->type,
                      .quote = url->quote});
    depends_on_page_ |= html::depends_on_page(row_of(*url));
  }
  names_.shrink_to_fit();
  values_.shrink_to_fit();
}

tl::expected<void, FindError> KeptScript::find_links(DocumentOptions const& options,
                                                     LinkSink const& sink) const {
  const auto base = file_base(options, text::Encoding::utf_8);
  if (!base) return tl::make_unexpected(FindError::unusable_url);
  const SourceText no_text{.content_type = ContentType::script};
  UrlBudget budget(size_);
  Reader reader(*this);
  std::optional<ScriptFacts> facts;
  if (vite_base_) facts = ScriptFacts{.vite_base = *vite_base_};
  emit_script_links({no_text, nullptr, options, *base, sink, budget}, reader, facts);
  return {};
}

}  // namespace hrefkit::html
