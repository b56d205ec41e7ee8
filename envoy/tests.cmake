# Tests of the module. Most drive its own objects through the fake host.
add_subdirectory(fake_host)

# module_test(NAME SOURCES ...): a program around the module and a fake Envoy of its own.
function(module_test name)
  croupier_test(NAME ${name} SOURCES ${ARGN} LIBS croupier_fake_host croupier_envoy)
endfunction()

module_test(envoy_test
            bootstrap_test.cc
            choice_test.cc
            fault_test.cc
            filter_config_test.cc
            filter_test.cc
            hand_cache_test.cc
            headers_test.cc
            hooks_test.cc
            identity_test.cc
            loader_test.cc
            metrics_test.cc
            policy_test.cc
            request_test.cc
            swap_test.cc)
# Programs of their own: one counts allocations, one is about the very first snapshot of a
# process, one plays threads.
module_test(envoy_allocation_test allocation_test.cc)
target_link_libraries(envoy_allocation_test PRIVATE croupier_count_allocations)
module_test(envoy_start_test start_test.cc)
module_test(module_threads_test loader_threads_test.cc module_threads_test.cc)
