# Run in an empty folder for what it finds:
#   fleet_fuzz -max_len=65536 -rss_limit_mb=512 -timeout=10 -dict=fuzz/fleet.dict
#              FOUND fuzz/corpus/fleet
add_executable(fleet_fuzz fleet_fuzz.cc)
target_link_libraries(fleet_fuzz PRIVATE croupier_fleet)
target_link_options(fleet_fuzz PRIVATE -fsanitize=fuzzer)

#   deals_fuzz -max_len=65536 -rss_limit_mb=512 -timeout=10 FOUND fuzz/corpus/deals
add_executable(deals_fuzz deals_fuzz.cc)
target_link_libraries(deals_fuzz PRIVATE croupier_fleet)
target_link_options(deals_fuzz PRIVATE -fsanitize=fuzzer)
target_compile_options(croupier_fleet PRIVATE -fsanitize=fuzzer-no-link)
