// The published Java experiment: one attacker takes its whole hand down; who else goes with it,
// under fixed shards and under shuffle sharding? (docs/policies/java-demo.md)
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "croupier/recipes.h"
#include "croupier/result.h"

namespace croupier::sim {

inline constexpr std::uint32_t kMaxJavaDemoTenants = 100'000'000;

// The defaults are the published experiment.
struct JavaDemoOptions {
  std::uint64_t seed = kJavaDemoSeed;
  std::uint32_t tenants = 100'000;        // "tenant-0", "tenant-1", ...; 1 to kMaxJavaDemoTenants
  std::uint32_t workers = 20;             // 1 to kMaxWorkers
  std::uint32_t hand = 4;                 // 1 to workers; there are workers / hand fixed shards
  std::string attacker = "tenant-31415";  // need not be one of the tenants
};

// What one set of tenants suffers.
struct JavaDemoHarm {
  std::uint64_t tenants = 0;
  std::uint64_t fixed_unavailable = 0;            // in the attacker's fixed shard
  std::uint64_t shuffle_unavailable = 0;          // with the attacker's whole hand
  std::vector<std::uint64_t> tenants_by_overlap;  // index: workers shared, 0 to the hand size
};

struct JavaDemoFigures {
  std::vector<std::uint32_t> poisoned_workers;  // ascending
  JavaDemoHarm all;        // as published: the attacker, if it is a tenant, is counted too
  JavaDemoHarm innocents;  // without it; equal to `all` if it is none
};

// Runs the experiment. kInvalidArgument names an option out of range. Cost: tenants * workers.
Result<JavaDemoFigures> run_java_demo(const JavaDemoOptions& options);

// The lines that the published program prints (nine for a hand of 4), each ended by a newline.
std::string java_demo_report(const JavaDemoOptions& options, const JavaDemoFigures& figures);

// The same figures for the innocents alone, headed by "innocents=<count>".
std::string java_demo_innocents_report(const JavaDemoFigures& figures);

// 100 * part / whole with 4 decimals as Java's %.4f writes it: the shortest decimal form of the
// double, rounded half up. 0 of 0 is "0.0000".
std::string java_percentage(std::uint64_t part, std::uint64_t whole);

}  // namespace croupier::sim
