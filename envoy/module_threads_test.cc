// Worker threads serve streams while the main thread swaps snapshots, retires hosts and flips
// health. Meant to run under ThreadSanitizer and AddressSanitizer as well.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <set>
#include <thread>
#include <vector>

#include "envoy/fake_host/stack.h"
#include "envoy/request.h"

namespace croupier::envoy {
namespace {

using fake::FakeStream;
using fake::fleet_of;
using fake::get_as;
using fake::Stack;

constexpr std::size_t kThreads = 4;
constexpr int kStreamsPerThread = 4000;
constexpr std::uint32_t kHand = 3;

// Version n has the workers n to n+7: each swap brings one and takes one.
snapshot::Contents fleet_at(std::uint64_t version) {
  std::vector<std::uint32_t> workers;
  for (std::uint32_t i = 0; i < 8; ++i) {
    workers.push_back(static_cast<std::uint32_t>(version % 40) + i);
  }
  return fleet_of(version, workers, kHand);
}

struct Tally {
  std::atomic<std::uint64_t> chosen{0};
  std::atomic<std::uint64_t> outside_hand{0};
  std::atomic<std::uint64_t> not_in_cluster{0};
  std::atomic<std::uint64_t> without_host{0};
};

// One stream: request, attempts with the thread's loop run between them, then an answer or none.
void serve_stream(Stack& stack, std::size_t worker, int number, Tally& tally) {
  const std::string tenant = "tenant-" + std::to_string(number % 17);
  FakeStream stream(stack.filter);
  stream.request(get_as(tenant));
  // Publishing is not atomic with the request, so ask the request itself which version it has.
  const auto* request = this_thread().requests.find(stream.filter_state()[kTokenKey]);
  if (request == nullptr) {
    ++tally.without_host;
    return;
  }
  const auto hand = fake::hand_addresses(*request->view->snapshot, tenant);
  for (int attempt = 0; attempt < number % 4 + 1; ++attempt) {
    const AbiClusterHost host = stack.cluster.lb(worker).choose(&stream);
    if (host == nullptr) {
      if (attempt == 0) ++tally.without_host;
      break;
    }
    const std::string address = stack.cluster.address_of(host);
    ++tally.chosen;
    if (address.empty()) {
      ++tally.not_in_cluster;
    } else if (std::find(hand.begin(), hand.end(), address) == hand.end()) {
      ++tally.outside_hand;
    }
    stack.envoy.worker(worker).run();
  }
  if (number % 3 == 0) stream.response_headers();
  if (number % 5 == 0) stream.fail(503, "upstream_reset_before_response_started");
}

TEST(ModuleThreads, EveryChoiceIsInTheHandOfTheRequestsVersionAndInTheCluster) {
  Stack stack(fleet_at(1), kThreads);
  Tally tally;
  std::atomic<std::size_t> running{kThreads};
  std::vector<std::thread> threads;
  for (std::size_t worker = 0; worker < kThreads; ++worker) {
    threads.emplace_back([&, worker] {
      for (int number = 0; number < kStreamsPerThread; ++number) {
        stack.envoy.worker(worker).run();
        serve_stream(stack, worker, number, tally);
      }
      --running;
      // An idle thread still runs its loop, as Envoy's do.
      while (running > 0) {
        if (!stack.envoy.worker(worker).run()) std::this_thread::yield();
      }
    });
  }
  std::uint64_t version = 1;
  while (running > 0) {
    hub().publish(fake::snapshot_of(fleet_at(++version)));
    const auto addresses = stack.cluster.addresses();
    const std::string& victim = addresses[version % addresses.size()];
    stack.cluster.fail(victim);
    hub().retire(std::chrono::steady_clock::now());
    stack.cluster.heal(victim);
    stack.envoy.main().run();
    std::this_thread::yield();
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_GT(version, 3u);
  EXPECT_GT(tally.chosen, kThreads * kStreamsPerThread / 2);
  EXPECT_EQ(tally.outside_hand, 0u);
  EXPECT_EQ(tally.not_in_cluster, 0u);
  EXPECT_EQ(tally.without_host, 0u);
  std::uint32_t in_flight = 0;
  for (const auto& load : hub().view()->endpoints->loads) in_flight += load->outstanding.load();
  EXPECT_EQ(in_flight, 0u);

  // All threads are idle: what nobody needs any more goes.
  hub().publish(fake::snapshot_of(fleet_at(version + 1)));
  stack.envoy.settle();
  stack.retire();
  EXPECT_EQ(stack.cluster.addresses().size(), 8u);
}

}  // namespace
}  // namespace croupier::envoy
