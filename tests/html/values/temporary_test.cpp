// Readers of values view them: values that would not outlive them do not compile.
#include <catch2/catch.hpp>
#include <string>
#include <string_view>
#include <type_traits>

#include "hrefkit/html/css_urls.h"
#include "hrefkit/html/metadata_urls.h"
#include "hrefkit/html/script_urls.h"
#include "hrefkit/html/source_text.h"
#include "hrefkit/html/srcset.h"
#include "hrefkit/html/syntax/css_tokenizer.h"
#include "hrefkit/html/url_list.h"

using namespace hrefkit::html;

namespace {

template <class Reader, class... More>
constexpr bool refuses_temporaries = !std::is_constructible_v<Reader, std::string, More...> &&
                                     std::is_constructible_v<Reader, std::string&, More...> &&
                                     std::is_constructible_v<Reader, std::string const&, More...> &&
                                     std::is_constructible_v<Reader, std::string_view, More...> &&
                                     std::is_constructible_v<Reader, char const*, More...>;

static_assert(refuses_temporaries<Srcset>);
static_assert(refuses_temporaries<SpaceList>);
static_assert(refuses_temporaries<CommaList>);
static_assert(refuses_temporaries<CssUrls, CssPlace>);
static_assert(refuses_temporaries<CssTokenizer>);
static_assert(refuses_temporaries<JsonLdUrls>);
static_assert(refuses_temporaries<ImportMapUrls>);
static_assert(refuses_temporaries<ScriptUrls>);
static_assert(refuses_temporaries<ScriptUrls, ScriptGoal>);

template <class Reader>
concept reads_as_temporary = requires(Reader&& reader) {
  std::forward<Reader>(reader).next();
};

static_assert(!reads_as_temporary<CssUrls> && reads_as_temporary<CssUrls&>);
static_assert(!reads_as_temporary<ScriptUrls> && reads_as_temporary<ScriptUrls&>);
static_assert(!reads_as_temporary<JsonLdUrls> && reads_as_temporary<JsonLdUrls&>);
static_assert(!reads_as_temporary<ImportMapUrls> && reads_as_temporary<ImportMapUrls&>);

template <class Text>
concept is_source = requires(Text&& text) {
  source_from_text(std::forward<Text>(text));
};

static_assert(!is_source<std::string> && is_source<std::string const&> && is_source<char const*>);

}  // namespace

TEST_CASE("readers take values that live elsewhere, literals too") {
  std::string value = "a 1x";
  CHECK(Srcset(value).next()->url.in(value) == "a");
  CHECK(SpaceList("a b").next()->end == 1);
}
