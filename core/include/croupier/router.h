// From a hand to the worker of the next attempt. Pure: the caller says which workers exist, which
// look healthy and what time it is.
#pragma once

#include <array>
#include <atomic>
#include <chrono>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <string_view>

#include "croupier/rules.h"

namespace croupier {

// Attempts of one request, at most; larger hands are tried in part.
inline constexpr std::uint32_t kMaxAttempts = 16;

// For so long after an attempt at it failed, a worker comes behind the other members: failing fast
// must not look like being idle. It is an order only; it never takes a worker out of a hand.
inline constexpr std::chrono::milliseconds kFailurePenalty{1000};

// What all threads of a router know of one worker. Lives as long as the worker is registered, over
// any number of snapshots. All members are safe to use from any thread.
struct alignas(64) WorkerLoad {
  std::atomic<std::uint32_t> outstanding{0};  // attempts in flight, long streams included
  std::atomic<std::int64_t> failed_at_ms{std::numeric_limits<std::int64_t>::min() / 2};

  void begin() { outstanding.fetch_add(1, std::memory_order_relaxed); }
  void end() { outstanding.fetch_sub(1, std::memory_order_relaxed); }
  void failed(std::int64_t now_ms) { failed_at_ms.store(now_ms, std::memory_order_relaxed); }
};

enum class WorkerHealth : std::uint8_t {
  kHealthy,
  kUnhealthy,
  kAbsent,  // registered, but has no endpoint to send to
};

// The attempts one request has made so far. Fixed size; no allocation.
struct AttemptLog {
  std::array<std::uint32_t, kMaxAttempts> tried{};  // worker numbers, in order
  std::uint32_t count = 0;
  bool probed = false;   // an attempt at a member that looked down was made
  bool spilled = false;  // an attempt left the hand, by the declared spill pool

  bool has_tried(std::uint32_t worker) const;
  void add(std::uint32_t worker);  // count must be below kMaxAttempts
};

// How many attempts a request may make: the rule's number, but never more than members (plus one
// where a spill pool is declared) and never more than kMaxAttempts. At least 1.
std::uint32_t attempt_limit(const AttemptRules& rules, std::size_t hand_size, bool has_spill);

enum class Outcome : std::uint8_t {
  kMember,     // an untried, healthy member of the hand
  kProbe,      // an untried member that looks down (AllDown::kProbe)
  kSpill,      // a worker of the spill pool: the hand has nobody left
  kExhausted,  // nobody left: every member was tried, looks down or is absent
  kSpent,      // the attempt limit is reached though members are left
};

struct Choice {
  Outcome outcome = Outcome::kExhausted;
  std::uint32_t worker = 0;    // valid for kMember, kProbe and kSpill
  std::uint32_t position = 0;  // of the worker in the hand, or in the spill pool
};

// How a caller lets choose() see workers, by their number in the snapshot.
template <typename W>
concept WorkerView = requires(const W& view, std::uint32_t worker) {
  { view.health(worker) } -> std::same_as<WorkerHealth>;
  { view.load(worker) } -> std::same_as<const WorkerLoad&>;
};

struct ChoiceInput {
  std::span<const std::uint32_t> hand;
  std::span<const std::uint32_t> spill;  // empty: no spill pool
  AttemptRules rules;
  std::int64_t now_ms = 0;     // any steady clock
  std::uint32_t rotation = 0;  // grows by one per choice of this thread; breaks ties
};

// The worker of the next attempt: among the untried healthy members the one that has not failed
// lately, has the fewest attempts in flight, and comes first in the rotation. Does not record the
// attempt (AttemptLog::add does). Cost: O(hand) health and load reads, no allocation, no lock.
template <WorkerView W>
Choice choose(const ChoiceInput& input, const AttemptLog& log, const W& workers) {
  if (log.count >= attempt_limit(input.rules, input.hand.size(), !input.spill.empty())) {
    bool untried = false;
    for (const std::uint32_t worker : input.hand) untried = untried || !log.has_tried(worker);
    return {untried ? Outcome::kSpent : Outcome::kExhausted, 0, 0};
  }
  const auto best = [&](std::span<const std::uint32_t> members, WorkerHealth health) {
    struct Rank {
      bool failed_lately;
      std::uint32_t outstanding;
    };
    std::size_t found = members.size();
    Rank least{};
    for (std::size_t step = 0; step < members.size(); ++step) {
      const std::size_t at = (step + input.rotation) % members.size();
      const std::uint32_t worker = members[at];
      if (workers.health(worker) != health || log.has_tried(worker)) continue;
      const WorkerLoad& load = workers.load(worker);
      const std::int64_t since = input.now_ms - load.failed_at_ms.load(std::memory_order_relaxed);
      const Rank rank{since < kFailurePenalty.count(),
                      load.outstanding.load(std::memory_order_relaxed)};
      const bool better = found == members.size() || (rank.failed_lately != least.failed_lately
                                                          ? !rank.failed_lately
                                                          : rank.outstanding < least.outstanding);
      if (!better) continue;
      found = at;
      least = rank;
    }
    return found;
  };
  const auto chosen = [](Outcome outcome, std::span<const std::uint32_t> members, std::size_t at) {
    return Choice{outcome, members[at], static_cast<std::uint32_t>(at)};
  };

  const std::size_t member = best(input.hand, WorkerHealth::kHealthy);
  if (member != input.hand.size()) return chosen(Outcome::kMember, input.hand, member);
  const std::size_t spill = best(input.spill, WorkerHealth::kHealthy);
  if (spill != input.spill.size() && !log.spilled) {
    return chosen(Outcome::kSpill, input.spill, spill);
  }
  if (input.rules.all_down == AllDown::kProbe && !log.probed) {
    const std::size_t probe = best(input.hand, WorkerHealth::kUnhealthy);
    if (probe != input.hand.size()) return chosen(Outcome::kProbe, input.hand, probe);
  }
  return {Outcome::kExhausted, 0, 0};
}

// Whether an attempt that may have reached a worker may be repeated for this HTTP method (upper
// case, as received).
bool may_repeat(Repeat rule, std::string_view method);

}  // namespace croupier
