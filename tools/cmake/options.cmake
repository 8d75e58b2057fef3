# The two INTERFACE targets that every target links: how we compile, and what we do not tolerate.

option(LARDER_TESTS "Build the tests" ON)
option(LARDER_FUZZ "Build the libFuzzer targets (clang only)" OFF)
set(LARDER_SANITIZE "" CACHE STRING "Sanitizers, as in -fsanitize=: address,undefined or thread")

find_program(CCACHE ccache)
if(CCACHE)
  set(CMAKE_CXX_COMPILER_LAUNCHER ${CCACHE})
endif()

add_library(larder_options INTERFACE)
target_include_directories(larder_options INTERFACE ${PROJECT_SOURCE_DIR})
target_compile_definitions(larder_options INTERFACE LARDER_VERSION="${PROJECT_VERSION}")
# SSE4.2 carries the CRC32C instruction; every x86-64 machine since 2009 has it.
if(CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64")
  target_compile_options(larder_options INTERFACE -msse4.2)
elseif(CMAKE_SYSTEM_PROCESSOR MATCHES "aarch64")
  target_compile_options(larder_options INTERFACE -march=armv8-a+crc)
endif()
target_compile_options(larder_options INTERFACE -fno-omit-frame-pointer)
if(LARDER_SANITIZE)
  target_compile_options(larder_options INTERFACE -fsanitize=${LARDER_SANITIZE} -fno-sanitize-recover=all)
  target_link_options(larder_options INTERFACE -fsanitize=${LARDER_SANITIZE})
endif()
if(LARDER_FUZZ)
  # Coverage of the libraries too: without it the fuzzer sees only its own entry function.
  target_compile_options(larder_options INTERFACE -fsanitize=fuzzer-no-link)
endif()

# Calls cross folders on every request; the release build inlines through them.
if(CMAKE_BUILD_TYPE STREQUAL "Release" AND CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  set(CMAKE_INTERPROCEDURAL_OPTIMIZATION ON)
  # Inlined that far, g++ 12 supposes sizes of strings that no caller has.
  target_link_options(larder_options INTERFACE -flto=auto -Wno-stringop-overread -Wno-stringop-overflow)
endif()

add_library(larder_warnings INTERFACE)
target_compile_options(larder_warnings INTERFACE
  -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wnon-virtual-dtor -Wold-style-cast -Woverloaded-virtual -Werror)
if(LARDER_SANITIZE AND CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  # g++ 12 sees uninitialised optionals where the sanitizer's own code hides the initialisation.
  target_compile_options(larder_warnings INTERFACE -Wno-maybe-uninitialized)
endif()
