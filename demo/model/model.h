// What placement alone says about an attack: who is touched, who is down, what else is lost.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace croupier::demo {

using WorkerSet = std::vector<std::uint32_t>;  // distinct worker numbers, in any order

// The workers that each tenant's requests may reach through one listener.
struct Layout {
  std::size_t workers = 0;
  std::vector<WorkerSet> innocents;
  WorkerSet attacker;
};

struct Attack {
  double poison_per_second = 5;    // requests, each of which kills the worker that reads it
  std::size_t attempts = 4;        // workers that one request may visit
  double restart_seconds = 2;      // from a death to the successor
  double requests_per_second = 5;  // of each innocent
  double post_share = 0.2;
};

enum class Reach {
  kCertain,   // one poison request alone kills the attacker's whole hand: `down` is exact
  kPossible,  // the attacker kills faster than workers return: `down` is an upper bound
  kNone,      // it cannot hold its hand down: nobody need be down
};

struct Prediction {
  Reach reach = Reach::kNone;
  std::vector<std::size_t> overlap;  // of each innocent: workers shared with the attacker
  std::vector<bool> down;            // of each innocent: shares every worker it has
  std::size_t touched = 0;           // innocents with an overlap above 0
  std::size_t down_count = 0;
  double least_success = 0;  // share of all innocents' requests: those of tenants not down
  std::size_t most_deaths = 0;
};

// Formulas: with m the size of the attacker's hand, reach is certain when attempts >= m, else
// possible when attempts * poison_per_second * restart_seconds >= m, else none. A tenant is down
// when its overlap is its whole hand (unless reach is none). least_success = 1 - down / innocents.
// most_deaths = m * (floor(seconds / restart_seconds) + 1), and no more than the poison requests
// have attempts: each death of a worker is at least a restart after the one before.
Prediction predict(const Layout& layout, const Attack& attack, double seconds);

// How many POSTs of innocents that are not down are lost on dying workers (a POST that was sent is
// not repeated): the sum over workers w of deaths(w) * rate(w) * in_flight. rate(w) is the rate of
// POSTs at w as it dies: of each tenant that holds w and is not down, its own rate divided by the
// members then alive, which are those outside the attacker's hand and w itself. `in_flight` is how
// long one POST is under way; the mean latency seen by clients is an upper estimate.
double expected_lost_posts(const Layout& layout, const Prediction& prediction, const Attack& attack,
                           const std::vector<std::uint64_t>& deaths,
                           std::chrono::duration<double> in_flight);

// Fixed shards of equal size: tenant number t belongs to shard t mod shards, whose workers are
// numbers [shard * size, (shard + 1) * size) with size = workers / shards.
WorkerSet fixed_shard(std::size_t tenant, std::size_t workers, std::size_t shards);

}  // namespace croupier::demo
