// Finding a stored tenant, beside as many dependent random reads of memory of the same size: the
// floor for any table that does not fit the caches.
#include <benchmark/benchmark.h>

#include <cstdio>
#include <cstdlib>
#include <numeric>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "snapshot/tenant_table.h"

namespace {

using croupier::snapshot::TenantEntry;
using croupier::snapshot::TenantTable;

constexpr std::size_t kLookups = 1 << 16;  // ids asked for, in random order

struct Tenants {
  TenantTable table;
  std::size_t size_bytes = 0;
  std::vector<std::string> asked;
};

std::string id_of(std::size_t number) {
  return "tenant-" + std::to_string(number);
}

const Tenants& tenants(std::size_t count) {
  static std::vector<std::pair<std::size_t, Tenants>> made;
  for (const auto& [size, one] : made) {
    if (size == count) return one;
  }
  std::vector<TenantEntry> entries(count);
  for (std::size_t i = 0; i < count; ++i) entries[i].id = id_of(i);
  std::string bytes = TenantTable::build(std::move(entries)).value();
  Tenants one;
  one.size_bytes = bytes.size();
  one.table = TenantTable::open(std::move(bytes), {}).value();
  std::mt19937_64 random(1);
  for (std::size_t i = 0; i < kLookups; ++i) {
    one.asked.push_back(id_of(random() % count));
    if (!one.table.find(one.asked.back())) {
      std::fprintf(stderr, "a stored tenant was not found\n");
      std::exit(1);
    }
  }
  made.emplace_back(count, std::move(one));
  return made.back().second;
}

void BM_FindTenant(benchmark::State& state) {
  const Tenants& stored = tenants(static_cast<std::size_t>(state.range(0)));
  std::size_t at = 0;
  for (auto _ : state) {
    benchmark::DoNotOptimize(stored.table.find(stored.asked[at]));
    at = (at + 1) % kLookups;
  }
  state.counters["table_bytes"] = static_cast<double>(stored.size_bytes);
}

// One read, whose address comes out of the read before: a random cycle through memory as large as
// the table. Reported per read, so the ratio of the two benchmarks is "reads per look-up".
void BM_DependentRandomRead(benchmark::State& state) {
  const std::size_t size_bytes = tenants(static_cast<std::size_t>(state.range(0))).size_bytes;
  std::vector<std::uint64_t> next(size_bytes / sizeof(std::uint64_t));
  std::vector<std::uint64_t> order(next.size());
  std::iota(order.begin(), order.end(), 0);
  std::shuffle(order.begin(), order.end(), std::mt19937_64(2));
  for (std::size_t i = 0; i < order.size(); ++i) next[order[i]] = order[(i + 1) % order.size()];
  std::uint64_t at = 0;
  for (auto _ : state) {
    at = next[at];
    benchmark::DoNotOptimize(at);
  }
}

BENCHMARK(BM_FindTenant)->Arg(200)->Arg(100'000)->Arg(1'000'000);
BENCHMARK(BM_DependentRandomRead)->Arg(200)->Arg(100'000)->Arg(1'000'000);

}  // namespace

BENCHMARK_MAIN();
