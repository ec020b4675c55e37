// Any reference against any base, under every standard: the fast path gives the state machine's
// result or none, what resolves is a fixed point, relativize leads back, failures leave no trace.
#include "fuzz/require.h"
#include "fuzz/url_input.h"
#include "hrefkit/url/living/fast_path.h"
#include "hrefkit/url/living/parser.h"
#include "hrefkit/url/relativize.h"
#include "hrefkit/url/resolver.h"

using namespace hrefkit;
using fuzz::require;

namespace {

constexpr std::string_view kept = "kept ";

void check_fast_path(std::string_view reference, url::Url const& base) {
  // That it has to take notes keeps the state machine from all short cuts.
  std::string slow(kept);
  url::ValidationNotes notes;
  const auto parsed = url::Parser(reference, {.base = &base, .notes = &notes}, slow).run();
  std::string fast(kept);
  if (url::FastBase(base).append_resolved(fast, base.href(), reference)) {
    require(parsed.has_value() && fast == slow, "fast path == state machine");
  } else {
    require(fast == kept, "the fast path leaves no trace");
  }
  fast = kept;
  if (const auto normal = url::append_normal_url(fast, reference)) {
    require(parsed && fast == slow && parsed->offsets == normal->offsets,
            "normal URLs are what the state machine makes of them");
  } else {
    require(fast == kept, "a URL that is not normal leaves no trace");
  }
}

void check_scan(std::string_view reference, std::size_t begin) {
  const url::ReferenceScan vector = url::scan_reference(reference, begin);
  const url::ReferenceScan portable = url::scan_reference_portably(reference, begin);
  require(vector.plain == portable.plain, "vector scan == portable scan");
  if (!vector.plain) return;
  require(vector.path_end == portable.path_end &&
              vector.fragment_begin == portable.fragment_begin && vector.colon == portable.colon,
          "vector scan == portable scan");
}

void check_relativize(std::string_view reference, std::string_view absolute,
                      url::Resolver const& resolver) {
  for (const auto form : {url::ReferenceForm::path_relative, url::ReferenceForm::root_relative,
                          url::ReferenceForm::scheme_relative}) {
    const auto relative = url::relativize(reference, resolver, form);
    require(relative.has_value() && relative->size() <= absolute.size(),
            "relativize gives something no longer");
    require(*relative == absolute || resolver.resolve(*relative) == absolute,
            "relativize leads back");
  }
}

void check_standard(url::Standard standard, text::Encoding encoding, fuzz::UrlInput const& input) {
  const url::ResolveOptions options{.standard = standard, .encoding = encoding};
  const auto with_base = url::Resolver::with_base(input.base, options);
  const url::Resolver resolver = with_base ? *with_base : url::Resolver(options);
  std::string out(kept);
  const bool resolved = resolver.append_resolved(out, input.rest).has_value();
  require(out.starts_with(kept) && (resolved || out == kept), "a failure leaves no trace");
  if (!resolved) return;
  const std::string absolute = out.substr(kept.size());
  if (standard == url::Standard::whatwg) {
    require(resolver.resolve(absolute) == absolute, "an absolute URL resolves to itself");
  }
  check_relativize(input.rest, absolute, resolver);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
  const fuzz::UrlInput input = fuzz::url_input(data, size);
  constexpr text::Encoding encodings[]{text::Encoding::utf_8, text::Encoding::windows_1252,
                                       text::Encoding::shift_jis, text::Encoding::iso_2022_jp};
  const text::Encoding encoding = encodings[input.option / 4 % std::size(encodings)];
  const auto base = url::Url::parse(input.base);
  if (base) check_fast_path(input.rest, *base);
  check_scan(input.rest, input.rest.empty() ? 0 : input.option % input.rest.size());
  check_standard(url::all_standards[input.option % url::all_standards.size()], encoding, input);
  return 0;
}
