# Everything third-party, found once, as imported targets. All come from the distribution.

find_package(Threads REQUIRED)
find_package(PkgConfig REQUIRED)
find_package(Boost 1.74 REQUIRED COMPONENTS program_options)
find_package(OpenSSL REQUIRED)
find_package(ZLIB REQUIRED)
find_package(simdjson REQUIRED)
find_package(spdlog REQUIRED)
pkg_check_modules(sodium REQUIRED IMPORTED_TARGET libsodium)
pkg_check_modules(deflate REQUIRED IMPORTED_TARGET libdeflate)

find_library(LMDB_LIBRARY lmdb REQUIRED)
find_path(LMDB_INCLUDE_DIR lmdb.h REQUIRED)
add_library(lmdb UNKNOWN IMPORTED)
set_target_properties(lmdb PROPERTIES
  IMPORTED_LOCATION ${LMDB_LIBRARY} INTERFACE_INCLUDE_DIRECTORIES ${LMDB_INCLUDE_DIR})

find_library(HTTP_PARSER_LIBRARY http_parser REQUIRED)
find_path(HTTP_PARSER_INCLUDE_DIR http_parser.h REQUIRED)
add_library(http_parser UNKNOWN IMPORTED)
set_target_properties(http_parser PROPERTIES
  IMPORTED_LOCATION ${HTTP_PARSER_LIBRARY} INTERFACE_INCLUDE_DIRECTORIES ${HTTP_PARSER_INCLUDE_DIR})

if(LARDER_TESTS)
  find_package(GTest REQUIRED)
endif()
