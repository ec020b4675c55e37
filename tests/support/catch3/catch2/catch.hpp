// Catch2 3 under the names of version 2.13, in which the tests are written. It is in the way of the
// compiler only where version 3 is installed (tests/CMakeLists.txt).
#pragma once

#include <catch2/catch_message.hpp>
#include <catch2/catch_template_test_macros.hpp>
#include <catch2/catch_test_case_info.hpp>
#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators_all.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>
#include <catch2/reporters/catch_reporter_event_listener.hpp>
#include <catch2/reporters/catch_reporter_registrars.hpp>
#include <string>

namespace Catch {

using Matchers::EndsWith;
using Matchers::StartsWith;

/// In version 3 `Matchers::Contains` is about elements of ranges.
inline Matchers::StringContainsMatcher Contains(std::string const& part) {
  return Matchers::ContainsSubstring(part);
}

using TestEventListenerBase = EventListenerBase;

}  // namespace Catch
