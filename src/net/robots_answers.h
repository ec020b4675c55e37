// What was answered on the way to each robots.txt, for a link that leads there: it is not asked
// twice. 8 MiB are kept; answers past that are not.
#pragma once

#include <cstddef>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "hrefkit/http/fields.h"
#include "hrefkit/net/exchange.h"
#include "hrefkit/text/hash.h"

namespace hrefkit::net {

struct RobotsAnswer {
  std::vector<Header> headers;  ///< of the request
  int status = 0;
  http::Fields fields;
  std::string body;
  Failure failure = Failure::none;
};

class RobotsAnswers {
 public:
  void keep(std::string url, RobotsAnswer answer) {
    std::size_t size = answer.body.size();
    for (std::size_t i = 0; i < answer.fields.size(); ++i) {
      size += answer.fields[i].name.size() + answer.fields[i].value.size();
    }
    if (bytes_ + size > max_bytes) return;
    bytes_ += size;
    answers_.insert_or_assign(std::move(url), std::move(answer));
  }

  /// Null for a URL that was not asked for.
  RobotsAnswer const* find(std::string const& url) const {
    const auto answer = answers_.find(url);
    return answer == answers_.end() ? nullptr : &answer->second;
  }

  /// What is asked again has its reasons.
  void forget(std::string const& url) { answers_.erase(url); }

 private:
  static constexpr std::size_t max_bytes = std::size_t{8} << 20;

  std::unordered_map<std::string, RobotsAnswer, text::SeededHasher> answers_;  ///< by URL
  std::size_t bytes_ = 0;
};

}  // namespace hrefkit::net
