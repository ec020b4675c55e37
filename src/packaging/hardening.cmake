# Flags that make attacks on memory errors harder, for optimised builds. tests/packaging checks them
# in the built program.
#
# Together they cost less than can be measured: see _GLIBCXX_ASSERTIONS for the dearest.
include(CheckPIESupported)
check_pie_supported()

if(NOT HREFKIT_SANITIZE)  # sanitizers look closer, and do not go with FORTIFY_SOURCE
  set(optimised $<CONFIG:Release,RelWithDebInfo,MinSizeRel>)
  target_compile_options(hrefkit_settings INTERFACE
    $<${optimised}:-fstack-protector-strong>
    $<${optimised}:-fstack-clash-protection>)
  if(CMAKE_SYSTEM_PROCESSOR MATCHES "^(x86_64|AMD64|i[3-6]86)$")
    target_compile_options(hrefkit_settings INTERFACE $<${optimised}:-fcf-protection>)
  endif()

  # Level 3 needs a compiler that can tell sizes at run time.
  set(fortify 2)
  if((CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_GREATER_EQUAL 12) OR
     (CMAKE_CXX_COMPILER_ID MATCHES "Clang" AND CMAKE_CXX_COMPILER_VERSION VERSION_GREATER_EQUAL 14))
    set(fortify 3)
  endif()
  target_compile_options(hrefkit_settings INTERFACE
    $<${optimised}:-U_FORTIFY_SOURCE>
    $<${optimised}:-D_FORTIFY_SOURCE=${fortify}>)

  target_compile_definitions(hrefkit_settings INTERFACE $<${optimised}:_GLIBCXX_ASSERTIONS>)

  target_link_options(hrefkit_settings INTERFACE -Wl,-z,relro,-z,now -Wl,-z,noexecstack)
endif()
