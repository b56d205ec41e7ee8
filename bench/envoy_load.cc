// A fixed open-loop load for bench/envoy_cpu.py: PORT REQUESTS_PER_SECOND SECONDS TENANTS. Prints
// one JSON object with what came of it.
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <nlohmann/json.hpp>
#include <string>
#include <thread>

#include "demo/load/generator.h"

int main(int argc, char** argv) {
  using namespace croupier::demo;
  if (argc != 5) {
    std::fprintf(stderr, "usage: %s PORT REQUESTS_PER_SECOND SECONDS TENANTS\n", argv[0]);
    return 2;
  }
  const double rate = std::atof(argv[2]);
  const std::chrono::duration<double> length(std::atof(argv[3]));
  const auto tenants = static_cast<std::size_t>(std::atoll(argv[4]));
  LoadOptions options;
  options.targets = {{"envoy", static_cast<std::uint16_t>(std::atoi(argv[1]))}};
  for (std::size_t i = 0; i < tenants; ++i)
    options.innocents.push_back("tenant-" + std::to_string(i));
  options.per_second = rate / static_cast<double>(tenants);
  auto load = LoadGenerator::start(options);
  if (!load) {
    std::fprintf(stderr, "%s\n", load.error().message.c_str());
    return 1;
  }
  std::this_thread::sleep_for(length);
  const LoadReport report = (*load)->stop();
  MethodTally all;
  for (const StreamTally& tally : report.targets[0].innocents) {
    all.merge(tally.get());
    all.merge(tally.post());
  }
  const nlohmann::json out{{"succeeded", all.succeeded},
                           {"failed", all.failed},
                           {"seconds", std::chrono::duration<double>(report.duration).count()}};
  std::printf("%s\n", out.dump().c_str());
  return 0;
}
