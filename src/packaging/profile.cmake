# Compiles the command by a profile of itself, for releases: what training runs often is laid out and inlined for speed.
#
#   cmake -S . -B build -DHREFKIT_PGO=generate && cmake --build build --target hrefkit
#   src/packaging/train build
#   cmake -S . -B build -DHREFKIT_PGO=use && cmake --build build
#
# The profile is in build/profile, by the objects' paths below the build folder, so that it can be moved to another one. Two
# builds by one profile give the same bytes; two trainings give two profiles.
set(HREFKIT_PGO "" CACHE STRING "Compile by a profile (GCC): generate makes one while programs run, use compiles by it")
set_property(CACHE HREFKIT_PGO PROPERTY STRINGS "" generate use)

if(HREFKIT_PGO)
  if(NOT CMAKE_CXX_COMPILER_ID STREQUAL "GNU" OR CMAKE_CXX_COMPILER_VERSION VERSION_LESS 12 OR HREFKIT_SANITIZE)
    message(FATAL_ERROR "HREFKIT_PGO needs GCC 12 or later, and goes with no sanitizers")
  endif()
  set(profile ${PROJECT_BINARY_DIR}/profile)
  set(shared_options -fprofile-prefix-path=${PROJECT_BINARY_DIR} -fprofile-update=atomic)
  if(HREFKIT_PGO STREQUAL "generate")
    target_compile_options(hrefkit_settings INTERFACE -fprofile-generate=${profile} ${shared_options})
    target_link_options(hrefkit_settings INTERFACE -fprofile-generate)
  elseif(HREFKIT_PGO STREQUAL "use")
    if(NOT EXISTS ${profile})
      message(FATAL_ERROR "HREFKIT_PGO=use: there is no ${profile}; build with HREFKIT_PGO=generate and run src/packaging/train")
    endif()
    # What training never runs is compiled as ever, and not for size. Sources of other programs have no profile.
    target_compile_options(hrefkit_settings INTERFACE -fprofile-use=${profile} ${shared_options}
      -fprofile-partial-training -Wno-missing-profile)
  else()
    message(FATAL_ERROR "HREFKIT_PGO is ${HREFKIT_PGO}, and not generate or use")
  endif()
endif()
