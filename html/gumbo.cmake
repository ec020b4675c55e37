# Gumbo for hrefkit_html: that of the system, or with HREFKIT_FETCH_GUMBO the sources of the maintained fork, which are
# compiled into the library. Then its users need no Gumbo, and see nothing of it. hrefkit_gumbo_alone is for programs of the
# tests that use Gumbo themselves.
option(HREFKIT_FETCH_GUMBO "Compile Gumbo's sources, from the network, into hrefkit instead of linking the system's" OFF)
add_library(hrefkit_gumbo_alone INTERFACE)

if(NOT HREFKIT_FETCH_GUMBO)
  pkg_check_modules(GUMBO IMPORTED_TARGET gumbo)
  if(NOT GUMBO_FOUND)
    message(FATAL_ERROR "hrefkit needs Gumbo, of which pkg-config knows nothing here. Install it (libgumbo-dev on "
      "Debian), or let CMake fetch and compile the sources of its maintained fork: -DHREFKIT_FETCH_GUMBO=ON")
  endif()
  target_link_libraries(hrefkit_html PRIVATE PkgConfig::GUMBO)
  target_link_libraries(hrefkit_gumbo_alone INTERFACE PkgConfig::GUMBO)
  set_property(GLOBAL PROPERTY HREFKIT_HAS_SYSTEM_GUMBO ON)
  set_property(GLOBAL PROPERTY HREFKIT_GUMBO_VERSION ${GUMBO_VERSION})
  return()
endif()

# The version of Debian 13. Homebrew's formula and Chimera Linux's package have the same hash.
# FETCHCONTENT_SOURCE_DIR_GUMBO names a folder of sources to take in its place.
include(FetchContent)
if(POLICY CMP0135)
  cmake_policy(SET CMP0135 NEW)
endif()
FetchContent_Declare(gumbo
  URL https://codeberg.org/gumbo-parser/gumbo-parser/archive/0.13.0.tar.gz
  URL_HASH SHA256=7ad2ee259f35e8951233e4c9ad80968fb880f20d8202cb9c48f0b65f67d38e61
  SOURCE_SUBDIR none)  # it has no CMakeLists.txt; one of a later version would not be read
FetchContent_MakeAvailable(gumbo)

add_library(hrefkit_gumbo OBJECT)
foreach(source attribute char_ref error parser string_buffer string_piece tag tokenizer utf8 util vector)
  target_sources(hrefkit_gumbo PRIVATE ${gumbo_SOURCE_DIR}/src/${source}.c)
endforeach()
set_target_properties(hrefkit_gumbo PROPERTIES
  C_STANDARD 99
  C_EXTENSIONS ON  # strings.h
  C_VISIBILITY_PRESET hidden
  POSITION_INDEPENDENT_CODE ON)
target_link_libraries(hrefkit_gumbo PRIVATE hrefkit_settings)
target_compile_options(hrefkit_gumbo PRIVATE -w)  # its warnings are not ours
target_sources(hrefkit_html PRIVATE $<TARGET_OBJECTS:hrefkit_gumbo>)
target_include_directories(hrefkit_html SYSTEM PRIVATE ${gumbo_SOURCE_DIR}/src)
get_target_property(hrefkit_html_type hrefkit_html TYPE)
if(hrefkit_html_type STREQUAL SHARED_LIBRARY)  # which shows nothing of Gumbo
  target_sources(hrefkit_gumbo_alone INTERFACE $<TARGET_OBJECTS:hrefkit_gumbo>)
endif()
target_include_directories(hrefkit_gumbo_alone SYSTEM INTERFACE ${gumbo_SOURCE_DIR}/src)
set_property(GLOBAL PROPERTY HREFKIT_GUMBO_VERSION 0.13.0)
set_property(GLOBAL PROPERTY HREFKIT_HAS_SYSTEM_GUMBO OFF)
set_property(GLOBAL PROPERTY HREFKIT_GUMBO_LICENSE ${gumbo_SOURCE_DIR}/doc/COPYING)
