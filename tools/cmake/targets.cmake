# One way to make each kind of target.

# larder_library(storage_base SOURCES a.cc b.cc LINKS larder::x PRIVATE_LINKS lmdb)
# makes the static library larder_storage_base with the alias larder::storage_base.
function(larder_library name)
  cmake_parse_arguments(ARG "" "" "SOURCES;LINKS;PRIVATE_LINKS" ${ARGN})
  add_library(larder_${name} STATIC ${ARG_SOURCES})
  add_library(larder::${name} ALIAS larder_${name})
  target_link_libraries(larder_${name} PUBLIC larder_options ${ARG_LINKS} PRIVATE larder_warnings ${ARG_PRIVATE_LINKS})
endfunction()

function(larder_executable name)
  cmake_parse_arguments(ARG "" "" "SOURCES;LINKS" ${ARGN})
  add_executable(${name} ${ARG_SOURCES})
  target_link_libraries(${name} PRIVATE larder_options larder_warnings ${ARG_LINKS})
endfunction()

# larder_test(storage_model LABEL unit SOURCES x_test.cc LINKS larder::storage_model)
# makes one GoogleTest program <label>_<name>, one CTest entry of that name.
function(larder_test name)
  cmake_parse_arguments(ARG "" "LABEL;TIMEOUT" "SOURCES;LINKS" ${ARGN})
  if(NOT ARG_TIMEOUT)
    set(ARG_TIMEOUT 300)
  endif()
  set(target ${ARG_LABEL}_${name})
  larder_executable(${target} SOURCES ${ARG_SOURCES} LINKS ${ARG_LINKS} GTest::gtest GTest::gmock GTest::gtest_main)
  add_test(NAME ${target} COMMAND ${target})
  set_tests_properties(${target} PROPERTIES LABELS ${ARG_LABEL} TIMEOUT ${ARG_TIMEOUT})
endfunction()

# All fuzz targets, and nothing else.
add_custom_target(fuzz_targets)

# larder_fuzz(number SOURCES fuzz_number.cc LINKS ...): a libFuzzer target; CTest gives it ten seconds.
function(larder_fuzz name)
  cmake_parse_arguments(ARG "" "" "SOURCES;LINKS" ${ARGN})
  if(NOT LARDER_FUZZ)
    return()
  endif()
  larder_executable(fuzz_${name} SOURCES ${ARG_SOURCES} LINKS ${ARG_LINKS})
  target_compile_options(fuzz_${name} PRIVATE -fsanitize=fuzzer)
  target_link_options(fuzz_${name} PRIVATE -fsanitize=fuzzer)
  add_dependencies(fuzz_targets fuzz_${name})
  add_test(NAME fuzz_${name} COMMAND fuzz_${name} -max_total_time=10 -print_final_stats=1)
  set_tests_properties(fuzz_${name} PROPERTIES LABELS fuzz TIMEOUT 120)
endfunction()
