// A fake Envoy with one cluster and one filter of the module over one deck, serving a snapshot.
#pragma once

#include <chrono>
#include <cstddef>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "envoy/fake_host/fake_cluster.h"
#include "envoy/fake_host/fake_envoy.h"
#include "envoy/fake_host/fake_stream.h"
#include "envoy/fake_host/fleet.h"
#include "envoy/hub.h"
#include "envoy/metrics.h"

namespace croupier::envoy::fake {

inline constexpr char kDeckConfig[] = R"({"deck": "api"})";
inline constexpr char kFilterConfig[] = R"({"deck": "api", "missing": "refuse",
    "identity": [{"header": "x-tenant", "trusted": ["127.0.0.0/8"]}]})";

inline HeaderList get_as(const std::string& tenant) {
  return {{":method", "GET"}, {":path", "/"}, {"x-tenant", tenant}};
}

class Stack {
 public:
  explicit Stack(snapshot::Contents fleet, std::size_t workers = 1,
                 std::string_view filter_config = kFilterConfig)
      : envoy(workers),
        snapshot(put_into_service(std::move(fleet))),
        cluster(envoy, kDeckConfig),
        filter(filter_config) {
    cluster.server_initialized();
    envoy.settle();
  }

  // Puts a version into service and lets every thread hear of it.
  void publish(snapshot::Contents fleet) {
    snapshot = put_into_service(std::move(fleet));
    envoy.settle();
  }
  // What the timer does `later`: removes endpoints that nobody needs any more.
  void retire(std::chrono::minutes later = std::chrono::minutes(0)) {
    hub().retire(std::chrono::steady_clock::now() + later);
    envoy.settle();
  }
  std::vector<std::string> hand(const std::string& tenant) const {
    return hand_addresses(*snapshot, tenant);
  }

  FakeEnvoy envoy;
  std::shared_ptr<const snapshot::Snapshot> snapshot;
  FakeCluster cluster;
  FakeFilter filter;

 private:
  static std::shared_ptr<const snapshot::Snapshot> put_into_service(snapshot::Contents fleet) {
    auto made = snapshot_of(std::move(fleet));
    hub().publish(made);
    return made;
  }
};

// What the module has counted since it was made, without the zeros: "requests" or
// "refused/no_identity" to the number.
class Counts {
 public:
  Counts() {
    for (std::size_t i = 0; i < kCounters; ++i) before_[i] = metrics().total(Counter{i});
  }
  std::map<std::string, std::uint64_t> grown() const {
    std::map<std::string, std::uint64_t> grown;
    for (std::size_t i = 0; i < kCounters; ++i) {
      const std::uint64_t more = metrics().total(Counter{i}) - before_[i];
      if (more == 0) continue;
      const CounterName& name = kCounterNames[i];
      grown[name.reason == nullptr ? name.name : std::string(name.name) + "/" + name.reason] = more;
    }
    return grown;
  }

 private:
  std::array<std::uint64_t, kCounters> before_{};
};

}  // namespace croupier::envoy::fake
