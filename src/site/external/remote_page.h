// A page of another site, read for the ids that links want. It is read again whenever it has grown
// by much, or seems to have all that is wanted, and no further than that.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "hrefkit/html/content_type.h"
#include "hrefkit/html/find_links.h"
#include "hrefkit/http/fields.h"
#include "hrefkit/net/client.h"
#include "hrefkit/site/external/verdict.h"
#include "hrefkit/text/hash.h"

namespace hrefkit::site {

/// One page, through all requests for it.
class RemotePage final : public net::BodyReader {
 public:
  /// No more ids of a page are kept.
  static constexpr std::size_t max_ids = 10'000;

  /// `fragments` are those that links want, as serialised URLs have them; each passes
  /// `is_wanted_fragment`. `finder` and they must outlive this.
  RemotePage(html::LinkFinder& finder, std::vector<std::string> const& fragments)
      : finder_(finder), fragments_(fragments) {}

  bool begin(net::BodyHead const& head) override;
  bool read(std::string_view bytes) override;
  bool has_enough() override;
  bool is_wall() override;

  /// To be called once, when the page's series has ended.
  void finish(net::Series const& series);

  // After that:

  /// What is known of fragment `number`.
  FragmentAnswer answer(std::size_t number) const;

  /// Hashes of ids of the page, and of others under which it is found (`id_hash`).
  std::vector<std::uint64_t> const& ids() const { return ids_; }

  /// False where fragments of the page are not judged: what it has no ids for is fine.
  bool is_judged() const { return is_judged_; }

  /// Where a page sends its readers, if it does only that; empty where it is not known.
  std::string const& sends_to() const { return sends_to_; }

 private:
  void want(std::string_view fragment, std::size_t number);
  bool may_have_all();
  bool has_all() const { return found_ == wanted_fragments_; }
  void scan(bool is_last);
  void find(std::string_view id);

  html::LinkFinder& finder_;
  std::vector<std::string> const& fragments_;
  std::string url_;
  std::string charset_;
  html::ContentType type_ = html::ContentType::html;
  bool has_begun_ = false;
  bool is_judged_ = false;
  bool is_built_by_script_ = false;
  std::string bytes_;
  std::string buffer_;
  std::size_t scanned_ = 0;   // bytes of the last scan
  std::size_t searched_ = 0;  // bytes in which the needles were looked for
  std::vector<bool> seen_;    // by fragment: the bytes hold a needle of it
  /// The ids under which fragments are found, and the fragments, by their numbers.
  std::unordered_map<std::string, std::vector<std::size_t>, text::SeededHasher> needles_;
  std::vector<bool> is_found_;  // by fragment
  std::size_t found_ = 0;
  std::size_t wanted_fragments_ = 0;
  bool head_sends_on_ = false;
  std::string sends_to_;
  bool is_fixed_ = false;  // a redirect brings a fragment, which counts in place of all
  FragmentAnswer rest_ = FragmentAnswer::not_judged;  // of those that are not found
  std::vector<std::uint64_t> ids_;
};

/// Where the fields of an answer send the readers of the page at `url`; empty where they stay.
std::string sent_on_to(http::Fields const& fields, std::string_view url);

/// The number that stands for an id in the cache: the same on every machine.
std::uint64_t id_hash(std::string_view id);

/// The ids that lead to a fragment's element: as it is written, decoded, and with the prefix that
/// GitHub and others give to ids of users' texts.
std::vector<std::string> ids_of_fragment(std::string_view fragment);

}  // namespace hrefkit::site
