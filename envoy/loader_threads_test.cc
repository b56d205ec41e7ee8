// The bootstrap extension follows a folder that is written all the while, its loader's thread
// reads, and worker threads serve. Meant to run under ThreadSanitizer as well.
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <thread>
#include <vector>

#include "envoy/fake_host/fake_bootstrap.h"
#include "envoy/fake_host/snapshot_folder.h"
#include "envoy/fake_host/stack.h"
#include "envoy/request.h"

namespace croupier::envoy {
namespace {

constexpr std::uint64_t kVersions = 40;
constexpr std::size_t kThreads = 2;

// Every other version changes workers; the ones between change tenants alone.
snapshot::Contents fleet_at(std::uint64_t version) {
  std::vector<std::uint32_t> workers;
  for (std::uint32_t i = 0; i < 6; ++i)
    workers.push_back(static_cast<std::uint32_t>(version / 2) + i);
  auto fleet = fake::fleet_of(version, workers, 3);
  for (std::uint64_t i = 0; i < 20 + version; ++i) {
    fleet.tenants.push_back({"listed-" + std::to_string(i), std::nullopt, {}});
  }
  return fleet;
}

struct Tally {
  std::atomic<std::uint64_t> inside{0};
  std::atomic<std::uint64_t> outside{0};
};

void serve_stream(const fake::FakeFilter& filter, fake::FakeCluster& cluster, std::size_t worker,
                  const std::string& tenant, Tally& tally) {
  fake::FakeStream stream(filter);
  stream.request(fake::get_as(tenant));
  const auto* request = this_thread().requests.find(stream.filter_state()[kTokenKey]);
  const AbiClusterHost host = cluster.lb(worker).choose(&stream);
  const auto hand = request == nullptr ? std::vector<std::string>()
                                       : fake::hand_addresses(*request->view->snapshot, tenant);
  const bool inside = std::find(hand.begin(), hand.end(), cluster.address_of(host)) != hand.end();
  ++(inside ? tally.inside : tally.outside);
  stream.response_headers();
}

TEST(ModuleThreads, TheLoaderReadsWhatIsWrittenWhileThreadsServe) {
  const fake::SnapshotFolder folder;
  folder.write(fleet_at(1));
  fake::FakeEnvoy envoy(kThreads);
  fake::FakeBootstrap bootstrap(envoy, folder.config());
  bootstrap.wait_for_event();
  bootstrap.server_initialized();
  fake::FakeCluster cluster(envoy, fake::kDeckConfig);
  const fake::FakeFilter filter(fake::kFilterConfig);
  cluster.server_initialized();
  envoy.settle();

  std::atomic<bool> stop{false};
  Tally tally;
  std::vector<std::thread> threads;
  for (std::size_t worker = 0; worker < kThreads; ++worker) {
    threads.emplace_back([&, worker] {
      for (int number = 0; !stop; ++number) {
        envoy.worker(worker).run();
        serve_stream(filter, cluster, worker, "listed-" + std::to_string(number % 70), tally);
      }
    });
  }
  std::thread writer([&] {
    for (std::uint64_t version = 2; version <= kVersions; ++version) {
      if (version % 7 == 0) folder.spoil_manifest("{");
      folder.write(fleet_at(version));
    }
  });
  while (hub().view()->snapshot->version() < kVersions) {
    bootstrap.file_changed(folder.path() + "/manifest.json");
    bootstrap.fire_timer();
    bootstrap.get("/croupier/status");
    envoy.main().run();
    std::this_thread::yield();
  }
  writer.join();
  stop = true;
  for (std::thread& thread : threads) thread.join();
  EXPECT_GT(tally.inside, 100u);
  EXPECT_EQ(tally.outside, 0u);
}

}  // namespace
}  // namespace croupier::envoy
