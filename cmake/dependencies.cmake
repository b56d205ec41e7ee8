find_package(GTest REQUIRED)
find_package(fmt REQUIRED)
find_package(spdlog REQUIRED)
find_package(nlohmann_json REQUIRED)
find_package(yaml-cpp REQUIRED)
find_package(CLI11 REQUIRED)
find_package(benchmark REQUIRED)
find_package(CURL REQUIRED)
find_package(Threads REQUIRED)

# Static, so that libcroupier.so carries all it needs into Envoy.
find_library(SODIUM_ARCHIVE libsodium.a REQUIRED)
find_path(SODIUM_INCLUDE sodium.h REQUIRED)
add_library(sodium STATIC IMPORTED)
set_target_properties(sodium PROPERTIES IMPORTED_LOCATION ${SODIUM_ARCHIVE}
                                        INTERFACE_INCLUDE_DIRECTORIES ${SODIUM_INCLUDE})

find_library(RAPIDCHECK_LIBRARY rapidcheck REQUIRED)
find_path(RAPIDCHECK_INCLUDE rapidcheck.h REQUIRED)
add_library(rapidcheck UNKNOWN IMPORTED)
set_target_properties(rapidcheck PROPERTIES IMPORTED_LOCATION ${RAPIDCHECK_LIBRARY}
                                            INTERFACE_INCLUDE_DIRECTORIES ${RAPIDCHECK_INCLUDE})
