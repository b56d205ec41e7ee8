// Exact analysis of ten million tenants: CPU time, memory, and what two threads save.
//
// audit_bench [TENANTS WORKERS HAND]
#include <sys/resource.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <random>
#include <utility>
#include <vector>

#include "audit/count_overlaps.h"
#include "croupier/failures.h"
#include "croupier/load.h"
#include "croupier/overlap.h"
#include "croupier/sharing.h"

namespace croupier {
namespace {

struct Shape {
  std::uint32_t tenants = 10'000'000;
  std::uint32_t workers = 2'048;
  std::uint32_t hand = 4;
};

double seconds_of(clockid_t clock) {
  timespec now{};
  ::clock_gettime(clock, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

struct Watch {
  double cpu = seconds_of(CLOCK_PROCESS_CPUTIME_ID);
  double wall = seconds_of(CLOCK_MONOTONIC);

  void print(const char* what) const {
    rusage usage{};
    ::getrusage(RUSAGE_SELF, &usage);
    std::printf("%-44s %8.3f s CPU %8.3f s wall, peak %5.2f GB\n", what,
                seconds_of(CLOCK_PROCESS_CPUTIME_ID) - cpu, seconds_of(CLOCK_MONOTONIC) - wall,
                1e-6 * static_cast<double>(usage.ru_maxrss));
    std::fflush(stdout);
  }
};

[[noreturn]] void give_up(const char* what) {
  std::fprintf(stderr, "audit_bench: %s\n", what);
  std::exit(1);
}

Placement random_placement(const Shape& shape) {
  std::mt19937_64 random(1);
  PlacementBuilder builder;
  std::vector<std::uint32_t> hand;
  const Watch watch;
  for (std::uint32_t tenant = 0; tenant < shape.tenants; ++tenant) {
    do {
      hand.clear();
      for (std::uint32_t i = 0; i < shape.hand; ++i) {
        hand.push_back(static_cast<std::uint32_t>(random() % shape.workers));
      }
    } while (!builder.add(hand));
  }
  watch.print("random hands");
  const Watch building;
  auto placement = builder.build(shape.workers);
  if (!placement) give_up(placement.error().message.c_str());
  building.print("packed and indexed");
  return std::move(*placement);
}

Overlaps count_overlaps(const Placement& placement, std::uint32_t threads) {
  auto overlaps = audit::count_overlaps(placement, threads);
  if (!overlaps) give_up(overlaps.error().message.c_str());
  return std::move(*overlaps);
}

// A sample of tenants, each compared with all others.
void check(const Placement& placement, const Overlaps& overlaps) {
  std::vector<std::uint8_t> held(placement.workers());
  for (std::uint32_t tenant = 0; tenant < placement.tenants(); tenant += placement.tenants() / 7) {
    const std::uint32_t own = placement.hand_of(tenant);
    for (const std::uint32_t worker : placement.members(own)) held[worker] = 1;
    std::vector<std::uint32_t> row(placement.size(own) + 1U);
    for (std::uint32_t other = 0; other < placement.tenants(); ++other) {
      std::uint32_t shared = 0;
      for (const std::uint32_t worker : placement.members(placement.hand_of(other))) {
        shared += held[worker];
      }
      if (other != tenant) ++row[shared];
    }
    if (!std::ranges::equal(row, overlaps.exactly(own))) give_up("a tenant's row is wrong");
    for (const std::uint32_t worker : placement.members(own)) held[worker] = 0;
  }
}

// The median of so many rounds, in CPU seconds.
template <typename Round>
double median_of(int rounds, const Round& round) {
  std::vector<double> seconds;
  for (int i = 0; i < rounds; ++i) {
    const Watch watch;
    round(i);
    seconds.push_back(seconds_of(CLOCK_PROCESS_CPUTIME_ID) - watch.cpu);
  }
  std::sort(seconds.begin(), seconds.end());
  return seconds[seconds.size() / 2];
}

void bench_failures(const Placement& placement) {
  std::uint64_t touched = 0;
  const double attacker = median_of(101, [&](int round) {
    const std::vector<std::uint32_t> poison{placement.tenants() / 101 *
                                            static_cast<std::uint32_t>(round)};
    touched += count_failed(placement, workers_of(placement, poison), poison).touched;
  });
  std::printf("one attacker                                 %8.3f ms CPU\n", 1e3 * attacker);
  std::vector<std::uint32_t> failed;
  for (std::uint32_t worker = 0; worker < placement.workers(); worker += 16) {
    failed.push_back(worker);
  }
  const double set =
      median_of(21, [&](int) { touched += count_failed(placement, failed).touched; });
  std::printf("failure of a sixteenth of the workers        %8.3f ns CPU a tenant\n",
              1e9 * set / placement.tenants());
  if (touched == 0) give_up("nobody was touched");
}

int run(const Shape& shape) {
  const Placement placement = random_placement(shape);
  for (int round = 0; round < 3; ++round) {
    const Watch one;
    const Overlaps overlaps = count_overlaps(placement, 1);
    one.print("overlap of all pairs, one thread");
    if (round == 0) check(placement, overlaps);
    const Watch two;
    if (count_overlaps(placement, 2).pairs() != overlaps.pairs()) give_up("two threads differ");
    two.print("overlap of all pairs, two threads");
  }
  bench_failures(placement);
  const Watch load;
  const double ratio = count_load(placement).max_over_mean;
  load.print("load of all workers");
  std::printf("  max / mean %.4f\n", ratio);
  return 0;
}

}  // namespace
}  // namespace croupier

int main(int argc, char** argv) {
  croupier::Shape shape;
  if (argc == 4) {
    shape = {static_cast<std::uint32_t>(std::strtoul(argv[1], nullptr, 10)),
             static_cast<std::uint32_t>(std::strtoul(argv[2], nullptr, 10)),
             static_cast<std::uint32_t>(std::strtoul(argv[3], nullptr, 10))};
  }
  return croupier::run(shape);
}
