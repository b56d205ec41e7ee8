set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
set(CMAKE_CXX_VISIBILITY_PRESET hidden)
set(CMAKE_RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/bin)
set(CMAKE_LIBRARY_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/lib)

# Every target of ours links this: include root, warnings as errors, sanitizers.
add_library(croupier_options INTERFACE)
target_include_directories(croupier_options INTERFACE ${PROJECT_SOURCE_DIR}
                                                      ${PROJECT_SOURCE_DIR}/core/include)
target_compile_options(
  croupier_options INTERFACE -Wall -Wextra -Wpedantic -Werror -Wshadow -Wconversion
                             -Wno-sign-conversion -Wnon-virtual-dtor -fno-omit-frame-pointer)
if(CROUPIER_SANITIZE)
  target_compile_options(croupier_options INTERFACE -fsanitize=${CROUPIER_SANITIZE}
                                                    -fno-sanitize-recover=all)
  target_link_options(croupier_options INTERFACE -fsanitize=${CROUPIER_SANITIZE})
endif()

# Line numbers for backtraces, without the bulk of full debug information.
string(REPLACE "-g" "-g1" CMAKE_CXX_FLAGS_RELWITHDEBINFO "${CMAKE_CXX_FLAGS_RELWITHDEBINFO}")

find_program(MOLD mold)
if(MOLD)
  add_link_options(-fuse-ld=mold)
endif()

find_program(CCACHE ccache)
if(CCACHE)
  # One cache for all clones: paths below the source folder are hashed as relative ones.
  set(CMAKE_CXX_COMPILER_LAUNCHER ${CMAKE_COMMAND} -E env CCACHE_BASEDIR=${PROJECT_SOURCE_DIR}
                                  CCACHE_NOHASHDIR=1 ${CCACHE})
endif()

# croupier_test(NAME room_thing_test SOURCES ... LIBS ...): a GoogleTest program run by ctest.
function(croupier_test)
  cmake_parse_arguments(T "" "NAME" "SOURCES;LIBS" ${ARGN})
  add_executable(${T_NAME} ${T_SOURCES})
  target_link_libraries(${T_NAME} PRIVATE croupier_options ${T_LIBS} rapidcheck GTest::gmock
                                          GTest::gtest_main)
  target_compile_definitions(${T_NAME} PRIVATE CROUPIER_SOURCE_DIR="${PROJECT_SOURCE_DIR}")
  add_test(NAME ${T_NAME} COMMAND ${T_NAME})
  # Fixed seeds: a failure is the same failure next time.
  set_tests_properties(${T_NAME} PROPERTIES ENVIRONMENT "RC_PARAMS=seed=20"
                                                TIMEOUT 300
                                                FAIL_REGULAR_EXPRESSION "SKIPPED")
endfunction()
