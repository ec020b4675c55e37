// Random URLs, references and setter values: short pieces that parsers trip over, in a row.
#pragma once

#include <random>
#include <string>

namespace hrefkit::test {

/// Up to `longest` random pieces. The same seed gives the same strings everywhere.
std::string random_pieces(std::mt19937& random, unsigned longest);

/// A base URL, one of a few that differ in what references mean.
std::string random_base(std::mt19937& random);

}  // namespace hrefkit::test
