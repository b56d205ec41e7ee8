# Run in an empty folder for what they find:
#   snapshot_fuzz -max_len=65536 -rss_limit_mb=512 -timeout=10 FOUND fuzz/corpus/snapshot
#   module_fuzz -max_len=1024 -rss_limit_mb=1024 -timeout=10 FOUND fuzz/corpus/module
target_compile_options(croupier_snapshot PRIVATE -fsanitize=fuzzer-no-link)
target_compile_options(croupier_envoy PRIVATE -fsanitize=fuzzer-no-link)

add_executable(snapshot_fuzz snapshot_fuzz.cc)
target_link_libraries(snapshot_fuzz PRIVATE croupier_snapshot)
target_link_options(snapshot_fuzz PRIVATE -fsanitize=fuzzer)

add_executable(module_fuzz module_fuzz.cc)
target_link_libraries(module_fuzz PRIVATE croupier_fake_host croupier_envoy)
target_link_options(module_fuzz PRIVATE -fsanitize=fuzzer)

# Makes fuzz/corpus/snapshot anew when the formats change: snapshot_seeds fuzz/corpus/snapshot
add_executable(snapshot_seeds EXCLUDE_FROM_ALL snapshot_seeds.cc)
target_link_libraries(snapshot_seeds PRIVATE croupier_snapshot)
