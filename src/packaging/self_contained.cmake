# Modules that carry their libraries: ICU with the data that it is asked for, the others, libstdc++ and libgcc. They need
# the C library alone, from glibc 2.34 on.
option(HREFKIT_SELF_CONTAINED "Link the libraries into modules; needs their .a files (Debian: libicu-dev and the others have them)" OFF)

if(HREFKIT_SELF_CONTAINED)
  set(CMAKE_FIND_LIBRARY_SUFFIXES .a .so)
  set(HREFKIT_ISAL OFF)  # Debian has no .a of it
endif()

# hrefkit_carry_libraries(TARGET): makes that of a module or a program, where HREFKIT_SELF_CONTAINED is set. Other
# targets do not link then.
function(hrefkit_carry_libraries target)
  if(NOT HREFKIT_SELF_CONTAINED)
    return()
  endif()
  enable_language(C)
  set(source_dir ${PROJECT_SOURCE_DIR}/src/packaging)
  set(data ${PROJECT_BINARY_DIR}/icu_data.o)
  if(NOT TARGET hrefkit_carried)
    file(GLOB names ${PROJECT_SOURCE_DIR}/src/text/encodings/*.cpp)
    add_custom_command(OUTPUT ${data} COMMAND ${source_dir}/icu_data ${data}
      DEPENDS ${source_dir}/icu_data ${names} VERBATIM)
    # An archive, so that its names are hidden as those of the others are.
    add_library(hrefkit_carried STATIC ${source_dir}/self_contained.c ${data})
    set_source_files_properties(${data} PROPERTIES EXTERNAL_OBJECT ON GENERATED ON)
    set_target_properties(hrefkit_carried PROPERTIES
      POSITION_INDEPENDENT_CODE ON C_VISIBILITY_PRESET hidden C_STANDARD 11)
  endif()
  # Whole, since what needs them comes later on the linker's line. The brotli decoder stands on a library that its .pc
  # file names as private.
  find_library(HREFKIT_BROTLI_COMMON brotlicommon)
  target_link_libraries(${target} PRIVATE
    -Wl,--whole-archive hrefkit_carried ${HREFKIT_BROTLI_COMMON} -Wl,--no-whole-archive)
  target_link_options(${target} PRIVATE -static-libstdc++ -static-libgcc -Wl,--gc-sections
    -Wl,--exclude-libs,ALL -Wl,-Bsymbolic -Wl,-z,text)
endfunction()
