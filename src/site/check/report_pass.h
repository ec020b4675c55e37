// The second looks at pages with findings.
#pragma once

#include <cstdint>
#include <string>

#include "hrefkit/site/check/check_state.h"

namespace hrefkit::site {

/// Makes the rows of pages in several threads, and gives them in the order of the pages.
class SecondLooks {
 public:
  explicit SecondLooks(CheckState& check) : check_(check) {}

  void run();

 private:
  struct Job;

  SecondLook& second_look(Looks::Lent& worker);
  bool take_job(Job& job, std::uint32_t& next) const;
  void look(Job& job, Looks::Lent& worker);
  bool give(Job& job);
  bool give_long(Job& job);
  bool give_redirects(std::string const& before);

  CheckState& check_;
  bool redirects_given_ = false;
  Looks::Lent long_look_;
};

}  // namespace hrefkit::site
