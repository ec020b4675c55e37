// The surroundings of a link in its document, for programs that judge links.
//
//   const auto print = [](html::LinkBlock const& block) {
//     for (html::Link const& link : block.links) {
//       if (!link.around.has(html::Around::ignored)) ...
//     }
//   };
//   html::find_links(source, options, {.links = print, .with_surroundings = true});
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace hrefkit::html {

/// The attributes that have an element ignored, with what it holds.
inline constexpr std::array<std::string_view, 2> ignore_attributes{"data-hrefkit-ignore",
                                                                   "data-proofer-ignore"};

/// The surroundings of a link. A document in a frame inherits `ignored` and `upgraded` from the
/// frame, and nothing else.
enum class Around : std::uint8_t {
  /// The element or an ancestor has one of `ignore_attributes`, or is the first element after a
  /// comment `hrefkit-ignore`, or lies between `hrefkit-ignore-start` and `-end`.
  ignored = 1,
  noscript = 2,  ///< inside a noscript element
  /// For LinkKind::form: the form owner submits data in a request body (`sends_data`). Only the
  /// scanner knows the owner of a button outside of forms; in a tree, any such form counts.
  post_form = 4,
  shadow_tree = 8,
  /// A policy makes browsers load http URLs by https (`upgrades_requests`).
  upgraded = 16,
};

/// A set of Around flags.
struct Surroundings {
  std::uint8_t bits = 0;

  constexpr bool has(Around what) const { return (bits & static_cast<std::uint8_t>(what)) != 0; }
  constexpr void add(Around what, bool is_so = true) {
    if (is_so) bits |= static_cast<std::uint8_t>(what);
  }

  bool operator==(Surroundings const&) const = default;
};

/// What a comment tells hrefkit to ignore.
enum class IgnoreWord : std::uint8_t {
  none,
  element,     ///< `hrefkit-ignore`: the next element, with what it holds
  part_start,  ///< `hrefkit-ignore-start`: all up to the comment that ends the part
  part_end,    ///< `hrefkit-ignore-end`
};

/// A comment, as far as it has something ignored.
struct IgnoreComment {
  IgnoreWord word = IgnoreWord::none;
  std::uint32_t end = 0;  ///< the offset past it
};

/// The prefix of comments for hrefkit: `<!-- hrefkit-ignore -->`.
inline constexpr std::string_view directive_prefix = "hrefkit-";

/// True where the markup at the front of `rest` is a comment with a directive for hrefkit.
bool is_directive(std::string_view rest);

/// Reads the comment whose `<!--` is at `begin`.
IgnoreComment read_ignore_comment(std::string_view text, std::uint32_t begin);

/// False for the text of a document in which nothing is ignored.
bool mentions_ignore(std::string_view text);

/// False for the text of a document without `source` elements, whose links are the only ones that
/// depend on the parent element (LinkUse::unknown).
bool mentions_source(std::string_view text);

/// True for the value of `method` or `formmethod` of a form that sends its data in the body of a
/// request (HTML Standard 4.10.19.6, "form submission attributes").
bool sends_data(std::string_view method);

}  // namespace hrefkit::html
