# What runs on other systems than the one that built it. The command is one file, which needs nothing of the system.
# libhrefkit.so and the modules for Python and Node.js carry their libraries, and need the C library alone, from glibc 2.34
# on. ICU is in both, with the data that src/text and src/url open.
option(HREFKIT_SELF_CONTAINED "Link libraries into the command, libhrefkit.so and modules; needs their .a files (Debian)" OFF)

if(HREFKIT_SELF_CONTAINED)
  if(BUILD_SHARED_LIBS OR HREFKIT_SANITIZE)
    message(FATAL_ERROR "HREFKIT_SELF_CONTAINED goes neither with BUILD_SHARED_LIBS nor with sanitizers")
  endif()
  set(CMAKE_FIND_LIBRARY_SUFFIXES .a)
  set(Boost_USE_STATIC_LIBS ON)
  # No path of the machine is in the objects: the next build, in another folder, gives the same bytes.
  add_compile_options("-ffile-prefix-map=${PROJECT_BINARY_DIR}=build" "-ffile-prefix-map=${PROJECT_SOURCE_DIR}=.")
  # Each function has a section, so that the linker leaves out those that nobody calls.
  add_compile_options(-ffunction-sections -fdata-sections)
  set(data ${PROJECT_BINARY_DIR}/icu_data.o)
  file(GLOB names CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/src/text/encodings/*.cpp)
  add_custom_command(OUTPUT ${data} COMMAND ${PROJECT_SOURCE_DIR}/src/packaging/icu_data ${data}
    DEPENDS ${PROJECT_SOURCE_DIR}/src/packaging/icu_data ${names} VERBATIM)
  set_source_files_properties(${data} PROPERTIES EXTERNAL_OBJECT ON GENERATED ON)
  # Archives, so that their names are hidden as those of the other libraries are.
  add_library(hrefkit_icu_data STATIC ${data})
  set_target_properties(hrefkit_icu_data PROPERTIES LINKER_LANGUAGE C)
  add_library(hrefkit_old_glibc STATIC src/packaging/old_glibc.c)
  set_target_properties(hrefkit_old_glibc PROPERTIES
    POSITION_INDEPENDENT_CODE ON C_VISIBILITY_PRESET hidden C_STANDARD 11)
  # The brotli decoder needs a library that its .pc file names as private.
  find_library(HREFKIT_BROTLI_COMMON brotlicommon REQUIRED)
endif()

# hrefkit_library_from_source(TARGET NAME): an imported target for what src/packaging/library builds.
function(hrefkit_library_from_source target name)
  set(archive ${PROJECT_BINARY_DIR}/lib${name}.a)
  set(packaging ${PROJECT_SOURCE_DIR}/src/packaging)
  add_custom_command(OUTPUT ${archive} COMMAND ${packaging}/library ${name} ${archive}
    DEPENDS ${packaging}/library ${packaging}/debian_source VERBATIM)
  add_custom_target(hrefkit_source_${name} DEPENDS ${archive})
  add_library(${target} STATIC IMPORTED GLOBAL)
  set_target_properties(${target} PROPERTIES IMPORTED_LOCATION ${archive})
  add_dependencies(${target} hrefkit_source_${name})
endfunction()

# hrefkit_carry(TARGET LIBRARIES...): links archives as a whole, since what needs them comes later on the linker's line.
function(hrefkit_carry target)
  target_link_libraries(${target} PRIVATE -Wl,--whole-archive ${ARGN} -Wl,--no-whole-archive)
endfunction()

# hrefkit_carry_libraries(TARGET): a shared library or a module has its libraries inside, where that is asked for.
function(hrefkit_carry_libraries target)
  if(HREFKIT_SELF_CONTAINED)
    hrefkit_carry(${target} hrefkit_icu_data hrefkit_old_glibc ${HREFKIT_BROTLI_COMMON})
    target_link_options(${target} PRIVATE -static-libstdc++ -static-libgcc -Wl,--gc-sections
      -Wl,--exclude-libs,ALL -Wl,-Bsymbolic -Wl,-z,text)
  endif()
endfunction()

# hrefkit_make_static(TARGET): a program is one file without an interpreter, where that is asked for.
function(hrefkit_make_static target)
  if(HREFKIT_SELF_CONTAINED)
    hrefkit_carry(${target} hrefkit_icu_data ${HREFKIT_BROTLI_COMMON})
    # With the property, CMake would link by -pie, which asks for an interpreter.
    set_property(TARGET ${target} PROPERTY POSITION_INDEPENDENT_CODE)
    target_compile_options(${target} PRIVATE -fPIE)
    target_link_options(${target} PRIVATE -static-pie -Wl,--gc-sections -Wl,-z,text)
    # Relocations of OpenSSL's and ICU's tables take 12 KB in place of 900.
    include(CheckLinkerFlag)
    check_linker_flag(CXX -Wl,-z,pack-relative-relocs HREFKIT_HAS_PACKED_RELOCATIONS)
    if(HREFKIT_HAS_PACKED_RELOCATIONS)
      target_link_options(${target} PRIVATE -Wl,-z,pack-relative-relocs)
    endif()
  endif()
endfunction()
