// Catch2 2.13 and its main function, where no library has them.
#define CATCH_CONFIG_MAIN
#include <catch2/catch.hpp>
