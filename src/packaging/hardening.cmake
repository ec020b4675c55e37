# Flags that make attacks on memory errors harder, for optimised builds. tests/packaging checks them
# in the built program.
#
# All together cost 2 % of the instructions of finding and resolving links, and no time that could be
# measured.
include(CheckCXXCompilerFlag)
include(CheckPIESupported)
check_pie_supported()

# hrefkit_harden(FLAG): adds a flag to optimised builds where the compiler has it for the processor and
# the system.
function(hrefkit_harden flag)
  string(MAKE_C_IDENTIFIER "HREFKIT_HAS${flag}" has)
  set(CMAKE_REQUIRED_FLAGS -Werror)  # clang only warns of what it does not know or use
  check_cxx_compiler_flag(${flag} ${has})
  if(${has})
    target_compile_options(hrefkit_settings INTERFACE $<$<CONFIG:Release,RelWithDebInfo,MinSizeRel>:${flag}>)
  endif()
endfunction()

if(NOT HREFKIT_SANITIZE)  # sanitizers look closer, and do not go with FORTIFY_SOURCE
  set(optimised $<CONFIG:Release,RelWithDebInfo,MinSizeRel>)
  foreach(flag -fstack-protector-strong -fstack-clash-protection -fcf-protection)
    hrefkit_harden(${flag})
  endforeach()

  # Level 3 needs a compiler that can tell sizes at run time.
  set(fortify 2)
  if((CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_GREATER_EQUAL 12) OR
     (CMAKE_CXX_COMPILER_ID MATCHES "Clang" AND CMAKE_CXX_COMPILER_VERSION VERSION_GREATER_EQUAL 14))
    set(fortify 3)
  endif()
  target_compile_options(hrefkit_settings INTERFACE
    $<${optimised}:-U_FORTIFY_SOURCE>
    $<${optimised}:-D_FORTIFY_SOURCE=${fortify}>)

  if(CMAKE_EXECUTABLE_FORMAT STREQUAL "ELF")  # other linkers have no -z
    target_link_options(hrefkit_settings INTERFACE -Wl,-z,relro,-z,now -Wl,-z,noexecstack)
  endif()
endif()

# hrefkit_check_containers(TARGET): the target's containers and views check their indices. In all
# layers that cost 1.6 % of the instructions and 3 % of the time of finding and resolving links. In
# `site` and `cli`, which do not look at each byte, it is below 0.1 %. Debug and sanitized builds have
# it everywhere.
function(hrefkit_check_containers target)
  target_compile_definitions(${target} PRIVATE _GLIBCXX_ASSERTIONS)
endfunction()
if(HREFKIT_SANITIZE)
  target_compile_definitions(hrefkit_settings INTERFACE _GLIBCXX_ASSERTIONS)
else()
  target_compile_definitions(hrefkit_settings INTERFACE $<$<CONFIG:Debug>:_GLIBCXX_ASSERTIONS>)
endif()
