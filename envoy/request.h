// One request's state, from the filter that dealt its hand to the cluster that chooses its workers.
// Lives on the thread that serves the request and is found there by a token in filter state.
#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "croupier/router.h"
#include "envoy/hand_cache.h"
#include "envoy/view.h"
#include "snapshot/snapshot.h"

namespace croupier::envoy {

inline constexpr char kTokenKey[] = "croupier.request";
inline constexpr std::uint32_t kMaxRequestsPerThread = 1u << 20;

struct Request {
  std::shared_ptr<const View> view;  // the version it started with; let go when it is answered
  std::uint32_t deck = 0;            // in that view's snapshot
  std::uint64_t version = 0;
  snapshot::Hand hand;
  AttemptLog log;
  std::uint32_t limit = 1;  // attempts
  bool repeatable = false;  // after an attempt may have reached a worker
  std::string method;       // for the reason of a failure
  Outcome last = Outcome::kMember;
  Choice choice;                     // of the latest attempt
  std::shared_ptr<WorkerLoad> open;  // the worker of the attempt in flight

  // Ends the attempt in flight, if there is one.
  void end_attempt(bool failed, std::int64_t now_ms);

  // Makes it as new, keeping the memory.
  void reset();
};

// Why a request of ours got no answer from a worker, e.g. "hand exhausted 4 of 4".
std::string failure_reason(const Request& request);

// Whether its whole hand was used up.
bool hand_exhausted(const Request& request);

class RequestTable {
 public:
  struct Token {
    std::array<char, 12> bytes;
    std::string_view view() const { return {bytes.data(), bytes.size()}; }
  };
  struct Slot {
    Request* request;
    std::uint32_t index;
    Token token;
  };

  // A fresh request, or nothing when this thread has kMaxRequestsPerThread already.
  std::optional<Slot> acquire();
  void release(std::uint32_t index);

  // The living request that a token names; null for any other bytes.
  Request* find(std::string_view token);

  // For the policy door, which is given a hash instead of the token: `hash` is the token's.
  void remember_hash(const Token& token, std::uint64_t hash);
  Request* find_hash(std::uint64_t hash);

  std::size_t living() const { return entries_.size() - free_.size(); }

 private:
  struct Entry {
    Request request;
    std::uint32_t generation = 0;
    bool living = false;
    std::optional<std::uint64_t> hash;
  };
  std::deque<Entry> entries_;  // stable addresses
  std::vector<std::uint32_t> free_;
  std::unordered_map<std::uint64_t, std::uint32_t> by_hash_;
  std::uint64_t salt_ = 0;  // differs between threads: a token never crosses
};

// The state of the calling thread.
struct ThreadState {
  RequestTable requests;
  std::uint32_t rotation = 0;

  // The view in service. No lock unless it changed since the last call.
  const std::shared_ptr<const View>& view();

  // Deals a hand of the view that view() gave last; see Snapshot::deal.
  snapshot::Admission deal(std::uint32_t deck, const snapshot::Caller& caller,
                           snapshot::Hand& hand) {
    return hands_.deal(*view_->snapshot, generation_, deck, caller, hand);
  }

 private:
  std::shared_ptr<const View> view_;
  std::uint64_t generation_ = 0;
  HandCache hands_;
};

ThreadState& this_thread();

std::int64_t steady_now_ms();

}  // namespace croupier::envoy
