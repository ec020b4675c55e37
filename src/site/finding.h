// What a check finds: rules, how much they matter, and rows.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>  // IWYU pragma: keep

namespace hrefkit::site {

// What can be wrong with a link or a page. Each rule once: RULE(enumerator, name used in output,
// severity unless another is given, a sentence that explains it).
// clang-format off
#define HREFKIT_RULES(RULE) \
  RULE(missing_file, "missing-file", error, "The link leads to a file that does not exist.") \
  RULE(missing_index, "missing-index", error, "The link leads to a folder that has no index file.") \
  RULE(missing_fragment, "missing-fragment", error, "The page exists, but no element has the id or name that the fragment asks for.") \
  RULE(case_mismatch, "case-mismatch", error, "The path differs from an existing file in letter case only; most servers do not find it.") \
  RULE(unresolvable_url, "unresolvable-url", error, "The reference is not a URL.") \
  RULE(outside_site, "outside-site", error, "The link leads to the host of the site, but outside of the path of the site: a prefix is missing.") \
  RULE(redirect_broken, "redirect-broken", error, "A redirect leads to a file that does not exist.") \
  RULE(redirect_loop, "redirect-loop", error, "Redirects form a loop, or are more than 20.") \
  RULE(base_moves_fragment, "base-moves-fragment", error, "The fragment is in this page, but the base URL leads the link to another address.") \
  RULE(insecure_own_url, "insecure-own-url", error, "The site is served by https, but the link to it says http.") \
  RULE(not_well_formed, "not-well-formed", error, "XML or JSON that is not well-formed: programs read none of it, or only what comes before the error.") \
  RULE(local_address, "local-address", error, "The link leads to localhost, a private network, a file: URL or a drive letter, which visitors cannot reach. A note where nothing is loaded from there, and a reader may follow it.") \
  RULE(removed_url, "removed-url", error, "A URL of the list of --keep-urls, or of the site before the change of --since, has neither a file nor a redirect.") \
  RULE(integrity_mismatch, "integrity-mismatch", error, "The integrity attribute does not match the file: browsers do not load it.") \
  RULE(wrong_type, "wrong-type", error, "A page of HTML is served where the element needs a picture, a script or another file that is no page.") \
  RULE(not_from_files, "not-from-files", error, "The link works on a server, but not where the folder is opened from files.") \
  RULE(base_ignored, "base-ignored", warning, "Browsers ignore a base element: it is the second one, or its URL cannot be a base.") \
  RULE(duplicate_id, "duplicate-id", warning, "A link leads to an id that several elements have.") \
  RULE(empty_link, "empty-link", warning, "The attribute is empty where HTML wants a URL.") \
  RULE(mixed_content, "mixed-content", warning, "A page served by https loads something by http.") \
  RULE(undeclared_encoding, "undeclared-encoding", warning, "The URL depends on the page's encoding, which is not declared.") \
  RULE(loaded_before_base, "loaded-before-base", warning, "The link stands before the base element: browsers load another file than the one to which the link leads in the end, or one of two files, of which one is missing.") \
  RULE(relative_in_404, "relative-in-404", warning, "The reference is relative to the page, but hosts show 404.html at every missing address.") \
  RULE(id_lost, "id-lost", warning, "An id to which links led before the change of --since is gone from its page.") \
  RULE(suspicious_url, "suspicious-url", warning, "The URL is valid, but probably a mistake: a misspelled scheme, the host http or https, a mail address without @.") \
  RULE(nothing_checked, "nothing-checked", warning, "The pages have links, but none of them could be checked.") \
  RULE(wrong_site_url, "wrong-site-url", warning, "The pages name another address as their own than the one for which they are checked.") \
  RULE(catch_all, "catch-all", warning, "Every address has an answer, so that no link can be found missing: links work by a rule for all addresses, or by a server that answers all.") \
  RULE(redirect_ignored, "redirect-ignored", warning, "The host does not apply a line of its file of redirects or headers.") \
  RULE(redirected_link, "redirected-link", off, "The link works by a redirect only.") \
  RULE(double_slash, "double-slash", off, "The path has a double slash, which some hosts do not find.") \
  RULE(relative_in_feed, "relative-in-feed", off, "The content of a feed has a relative reference, which many feed readers resolve against the wrong address.") \
  RULE(hreflang_no_return, "hreflang-no-return", off, "The page in another language does not name this page back, or is none that search engines show, or the value of hreflang is not one that they know.") \
  RULE(canonical_broken, "canonical-broken", off, "The canonical address of the page is missing, redirects, is not indexed, names another one itself, or contradicts what else the page or its folder says.") \
  RULE(sitemap_not_indexable, "sitemap-not-indexable", off, "A sitemap names a URL that search engines do not show, or that it may not name.") \
  RULE(island_page, "island-page", off, "Pages link to this page, but no path of links leads from the start page to it.") \
  RULE(orphan_page, "orphan-page", warning, "No other page links to this page.") \
  RULE(orphan_file, "orphan-file", warning, "No page, style sheet, feed or manifest links to this file.") \
  RULE(external_broken, "external-broken", error, "The link leads to another site, which answers that it does not have the page, or does not answer.") \
  RULE(external_tls, "external-tls", error, "The other site has no valid certificate: browsers show a warning in its place.") \
  RULE(external_fragment, "external-fragment", warning, "The page of the other site exists, but no element has the id or name that the fragment asks for.") \
  RULE(external_timeout, "external-timeout", warning, "The other site has not answered in time.") \
  RULE(external_soft_404, "external-soft-404", warning, "The other site redirects to its home page, or to a page that says that nothing was found.") \
  RULE(external_redirected, "external-redirected", note, "The page of the other site has moved permanently.") \
  RULE(external_blocked, "external-blocked", note, "The other site does not tell programs whether it has the page.") \
  RULE(external_private, "external-private", note, "The link leads to an address in a private network, which is not checked.") \
  RULE(server_error, "server-error", error, "The server of the site fails to answer.") \
  RULE(redirected, "redirected", note, "The page of the site has moved permanently.") \
  RULE(external, "external", note, "The link leads to another site.")
// clang-format on

/// What can be wrong with a link or a page. `external` is not a fault: it lists links to other
/// sites, where that is asked for.
enum class Rule : std::uint8_t {
#define HREFKIT_RULE(rule, name, severity, description) rule,
  HREFKIT_RULES(HREFKIT_RULE)
#undef HREFKIT_RULE
};
inline constexpr std::size_t rule_count = static_cast<std::size_t>(Rule::external) + 1;

/// How much a finding matters.
enum class Severity : std::uint8_t { off, note, warning, error };

/// The name used in output, such as "missing-file".
std::string_view name(Rule rule);
std::string_view name(Severity severity);

/// The rule of that name, if there is one.
std::optional<Rule> rule_from_name(std::string_view name);
std::optional<Severity> severity_from_name(std::string_view name);

/// The rules about what pages say of each other, whose group has the name "consistency".
inline constexpr std::array consistency_rules{Rule::hreflang_no_return, Rule::canonical_broken,
                                              Rule::sitemap_not_indexable, Rule::island_page};
inline constexpr std::string_view consistency_group = "consistency";

/// The severity that a rule has unless the options set another.
Severity default_severity(Rule rule);

/// A sentence that explains the rule.
std::string_view description(Rule rule);

/// What users are told about a rule besides its meaning; code in it is between backquotes.
struct RuleAdvice {
  std::string_view example;       ///< what the rule finds
  std::string_view repair;        ///< what to do about a finding, in sentences
  std::string_view silence = {};  ///< a way to silence the rule besides those for every rule
};

/// The advice on a rule. It lives as long as the program.
RuleAdvice const& advice_on(Rule rule);

/// The severity of each rule.
class Severities {
 public:
  Severities();
  Severity operator[](Rule rule) const { return of_[static_cast<std::size_t>(rule)]; }
  void set(Rule rule, Severity severity) { of_[static_cast<std::size_t>(rule)] = severity; }

 private:
  std::array<Severity, rule_count> of_;
};

/// What the place to which a reference leads depends on.
enum class ReferenceForm : std::uint8_t {
  from_page,  ///< on the path of its page: "a.html"
  from_root,  ///< on the host of its page: "/docs/a.html"
  from_host,  ///< on neither: "https://h.example/docs/a.html"
};

/// Why many findings are there: with one option they would not be.
struct Cause {
  Rule rule = Rule::missing_file;  ///< of a finding that it has
  std::string option = {};         ///< to be typed: "--extensions html"
  // A sentence: `before`, "12 links", ` one` or ` many`, `after`.
  std::string before = {};
  std::string one = {};
  std::string many = {};
  std::string after = {};
  std::string alone = {};  ///< the sentence where it has no link
};

/// What the cause is, and the option, for people: "12 links begin with /docs/, and what follows it
/// is in this folder: run again with --site-url https://h.example/docs/".
std::string message(Cause const& cause, std::size_t links);

/// A place in a text, from 1.
struct FindingPosition {
  std::size_t line = 1;
  std::size_t column = 1;       ///< in code points
  std::size_t byte_column = 1;  ///< in bytes of UTF-8
};

/// Where a finding can be repaired: a place in a file that its author edits
/// (CheckOptions::sources).
struct FindingSource {
  std::string_view file = {};  ///< from the working folder; empty: the place is not known
  std::size_t line = 0;        ///< from 1; 0: only the file is known
  std::size_t column = 0;      ///< from 1, in code points
  std::size_t offset = 0;      ///< bytes of the file
  std::size_t length = 0;
  std::string_view shown_line = {};  ///< the line of the file, at most a few hundred bytes of it
  std::size_t shown_begin = 0;       ///< of the reference in `shown_line`, in bytes
  std::size_t shown_end = 0;
  FindingPosition begin = {};  ///< the same place as `offset` and `length`
  FindingPosition end = {};
  std::string_view written = {};  ///< what stands there
  bool is_of_page = false;        ///< the file made this page and no other: no template, no menu
  /// What repairs the finding there, in place of `length` bytes; empty where that is not sure. Only
  /// with CheckOptions::finds_fixes.
  std::string_view fix = {};

  bool has_fix() const { return !fix.empty(); }
  bool has_file() const { return !file.empty(); }
  bool has_line() const { return line != 0; }
};

/// A replacement of some bytes of a page.
struct FixEdit {
  std::size_t offset = 0;
  std::string before = {};  ///< the bytes that stand there
  std::string after = {};
};

/// What repairs a finding, where there is one safe answer (CheckOptions::finds_fixes).
struct FindingFix {
  std::size_t offset = 0;  ///< of what is replaced, in bytes of the file
  std::size_t length = 0;
  FindingPosition begin = {};   ///< the same place in the text
  FindingPosition end = {};     ///< behind its last character
  std::string_view value = {};  ///< what is written there, with the escapes of the place; UTF-8
  std::string_view url = {};    ///< where the link then leads, absolute; empty: there is no fix
  /// The same in bytes, and the other attributes of the element that name the URL. Not kept with a
  /// finding: they live during the call that gets it.
  std::span<FixEdit const> edits = {};
  bool is_in_generated = false;  ///< the page says that a program made it

  bool is_there() const { return !url.empty(); }
};

/// One finding. All text but the names of files is valid UTF-8; views are valid during the call
/// that gets it.
struct Finding {
  Rule rule = Rule::missing_file;
  Severity severity = Severity::error;
  std::string_view file;  ///< the root as given, and the path below it: the bytes of the names
  std::size_t line = 1;   ///< both from 1; columns in code points
  std::size_t column = 1;
  std::size_t offset = 0;    ///< bytes of the file
  std::size_t length = 0;    ///< of the URL as written
  std::string_view element;  ///< empty where no element is concerned
  std::string_view attribute;
  std::uint32_t index = 0;
  std::string_view raw;
  std::optional<std::string_view> url = {};  ///< resolved; nothing when it does not resolve
  std::string_view base;
  std::string_view base_source;
  std::optional<std::string_view> target = {};      ///< the path below the root that was looked for
  std::optional<std::string_view> suggestion = {};  ///< the nearest existing path or id
  std::string_view message;                         ///< a sentence
  std::string_view context;                         ///< index path of the frames, "0.3"
  std::string_view source_line;  ///< the line of the file, at most a few hundred bytes of it
  std::size_t source_begin = 0;  ///< where the URL stands in `source_line`, in bytes
  std::size_t source_end = 0;
  // What a server answered; only where the network was asked.
  bool has_answer = false;
  std::uint16_t status = 0;  ///< of HTTP, the last one; 0: there was none
  std::string_view reason;   ///< one word, such as "dns"; empty where the address is fine
  std::optional<std::string_view> final_url = {};  ///< where redirects lead
  ReferenceForm form = ReferenceForm::from_page;   ///< of a link
  bool needs_content = false;                      ///< a page is no use to its element
  static constexpr std::uint32_t no_cause = std::numeric_limits<std::uint32_t>::max();
  std::uint32_t cause = no_cause;  ///< its number in CheckSummary::causes
  FindingSource source = {};       ///< only with CheckOptions::sources
  std::size_t byte_column = 0;     ///< as `column`, in bytes of UTF-8; 0: not known
  FindingPosition end = {};        ///< behind the URL; of no meaning where `byte_column` is 0
  FindingFix fix = {};
  std::string_view text = {};  ///< of the link; only with PageOptions::texts
};

/// Calls `action` with each text of a finding that it has, as a reference to its view. A new member
/// of Finding does not compile before it has its name here.
template <class SomeFinding, class Action>
void for_each_text(SomeFinding& finding, Action action) {
  auto& [rule, severity, file, line, column, offset, length, element, attribute, index, raw, url,
         base, base_source, target, suggestion, message, context, source_line, source_begin,
         source_end, has_answer, status, reason, final_url, form, needs_content, cause, source,
         byte_column, end, fix, text] = finding;
  const auto visit = [&action](auto&... members) {
    const auto visit_one = [&action](auto& member) {
      using Member = std::remove_cvref_t<decltype(member)>;
      if constexpr (std::is_same_v<Member, std::string_view>) action(member);
      if constexpr (std::is_same_v<Member, std::optional<std::string_view>>) {
        if (member) action(*member);
      }
      if constexpr (std::is_same_v<Member, FindingSource>) {
        action(member.file);
        action(member.shown_line);
        action(member.written);
        action(member.fix);
      }
      if constexpr (std::is_same_v<Member, FindingFix>) {
        action(member.value);
        action(member.url);
      }
    };
    (visit_one(members), ...);
  };
  visit(rule, severity, file, line, column, offset, length, element, attribute, index, raw, url,
        base, base_source, target, suggestion, message, context, source_line, source_begin,
        source_end, has_answer, status, reason, final_url, form, needs_content, cause, source,
        byte_column, end, fix, text);
}

}  // namespace hrefkit::site
