// Drives the module through the fake host; the input is a program of actions on hosts, snapshots
// and streams, in any order, with garbage where Envoy or a client could hand in garbage. Whatever
// happens, a chosen host is in the cluster and in the request's hand, and no request is given a
// host twice.
#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "croupier/assert.h"
#include "envoy/fake_host/calls.h"
#include "envoy/fake_host/fake_policy.h"
#include "envoy/fake_host/stack.h"
#include "envoy/request.h"
#include "snapshot/bytes.h"

namespace {

using namespace croupier;
using namespace croupier::envoy;
using fake::FakeStream;

constexpr char kFilter[] = R"({"deck": "api", "missing": "guest", "door": "policy", "identity": [
    {"filter_state": "claim"}, {"header": "x-tenant", "trusted": ["127.0.0.0/8"]},
    {"sni_suffix": ".example.com"}, {"path_segment": 0}]})";

constexpr std::array<const char*, 8> kCallbacks{
    "lb_get_host",        "lb_get_host_health", "lb_context_get_filter_state_bytes",
    "http_get_headers",   "http_set_header",    "http_set_filter_state_bytes",
    "http_send_response", "lb_get_hosts_count"};

// Fleets that differ in all that a swap can change.
std::vector<std::shared_ptr<const snapshot::Snapshot>> make_snapshots() {
  auto plain = fake::fleet_of(1, {0, 1, 2, 3, 4, 5}, 3);
  auto moved = fake::fleet_of(2, {3, 4, 5, 6, 7, 8, 9}, 4);
  moved.workers[2].address = "";                 // registered, without endpoint
  moved.workers[3].address = "no-such-address";  // refused by Envoy
  auto spill = fake::fleet_of(3, {0, 9}, 2);
  spill.workers.push_back({.id = "spare", .address = "127.0.0.1:9999"});
  spill.decks[0].members.push_back(2);
  spill.decks[0].spill = {2};
  spill.decks[0].attempts.all_down = AllDown::kRefuse;
  auto renamed = fake::fleet_of(4, {0, 1}, 1);
  renamed.decks[0].name = "renamed";
  auto closed = fake::fleet_of(5, {1, 2, 3}, 3);
  closed.decks[0].unknown = Unknown::kRefuse;
  closed.decks[0].worker_headers = true;
  closed.tenants = {{"t1", std::nullopt, {{.deck = 0, .hand = {2, 0}, .attempts = {}}}},
                    {"t2", std::nullopt, {}}};
  std::vector<std::shared_ptr<const snapshot::Snapshot>> snapshots;
  for (auto* fleet : {&plain, &moved, &spill, &renamed, &closed}) {
    snapshots.push_back(fake::snapshot_of(*fleet));
  }
  return snapshots;
}

// One stream of the program and what it was given so far.
struct Client {
  explicit Client(const fake::FakeFilter& filter) : stream(filter) {}
  FakeStream stream;
  bool requested = false;
  std::string token;  // as the module left it, whatever is made of it later
  std::set<std::string> given;
};

class Program {
 public:
  explicit Program(std::string_view bytes) : input_(bytes) {
    hub().publish(snapshots()[0]);
    make_cluster();
  }

  void run() {
    while (input_.left() > 0) step(input_.byte());
  }

 private:
  static constexpr std::size_t kClients = 6;

  static const std::vector<std::shared_ptr<const snapshot::Snapshot>>& snapshots() {
    static const auto made = make_snapshots();
    return made;
  }

  std::string text() {
    const std::size_t length = input_.byte();
    return std::string(input_.take(std::min(length, input_.left())));
  }
  Client& client() {
    auto& slot = clients_[input_.byte() % kClients];
    if (!slot) slot = std::make_unique<Client>(filter_);
    return *slot;
  }
  std::string some_address() {
    const auto addresses = cluster_->addresses();
    return addresses.empty() ? std::string() : addresses[input_.byte() % addresses.size()];
  }

  void make_cluster() {
    cluster_.reset();
    cluster_ = std::make_unique<fake::FakeCluster>(envoy_, fake::kDeckConfig);
    cluster_->server_initialized();
    envoy_.settle();
  }

  void choose(Client& client) {
    const AbiClusterHost host = cluster_->lb(0).choose(&client.stream);
    if (host == nullptr) return;
    check(client, cluster_->address_of(host));
  }

  void check(Client& client, const std::string& address) {
    CROUPIER_ASSERT(!address.empty());  // in the cluster
    const Request* request = this_thread().requests.find(client.token);
    CROUPIER_ASSERT(request != nullptr && request->view != nullptr);
    const snapshot::Snapshot& snapshot = *request->view->snapshot;
    std::vector<std::uint32_t> allowed = request->hand.workers;
    const auto& spill = snapshot.decks()[request->deck].spill;
    allowed.insert(allowed.end(), spill.begin(), spill.end());
    CROUPIER_ASSERT(std::any_of(allowed.begin(), allowed.end(), [&](std::uint32_t worker) {
      return snapshot.workers()[worker].address == address;
    }));
    CROUPIER_ASSERT(client.given.insert(address).second);
  }

  void request(Client& client) {
    constexpr std::array<const char*, 4> kMethods{"GET", "POST", "", "M-SEARCH"};
    if (std::exchange(client.requested, true)) return;  // once a stream, as in Envoy
    fake::HeaderList headers{{":method", kMethods[input_.byte() % kMethods.size()]},
                             {":path", "/" + text()},
                             {"x-tenant", "t" + std::to_string(input_.byte() % 8)}};
    for (int count = input_.byte() % 4; count > 0; --count) headers.emplace_back(text(), text());
    client.stream.sni = text();
    client.stream.filter_state().erase(kTokenKey);
    client.stream.request(std::move(headers));
    const auto& state = client.stream.filter_state();
    if (const auto at = state.find(kTokenKey); at != state.end()) client.token = at->second;
  }

  void garbage_config() {
    const std::string config = text();
    const fake::FakeFilter filter(config);
    const fake::FakeRoute route(config);
    const fake::FakeCluster cluster(envoy_, config);
    const fake::FakePolicy policy(config);
    if (!filter.accepted()) return;
    FakeStream stream(filter);
    stream.route = route.accepted() ? &route : nullptr;
    stream.request(fake::get_as("t1"));
    stream.choose(*cluster_);
  }

  void ask_policy(Client& client) {
    std::vector<std::string> healthy = cluster_->addresses();
    if (!healthy.empty()) healthy.resize(input_.byte() % (healthy.size() + 1));
    policy_.set_healthy(std::move(healthy), /*tell=*/input_.byte() % 2 == 0);
    const std::string address = policy_.choose(&client.stream);
    if (!address.empty()) check(client, address);
  }

  void change_hosts(std::uint8_t how) {
    auto& lb = cluster_->lb(0);
    auto hosts = lb.hosts();
    if (hosts.empty()) return;
    switch (how % 6) {
      case 0:
        return cluster_->fail(some_address());
      case 1:
        return cluster_->heal(some_address());
      case 2:
        return cluster_->set_health(some_address(), AbiHostHealth::kDegraded);
      case 3:  // the list moved, and the module has not heard of it
        std::rotate(hosts.begin(), hosts.begin() + 1, hosts.end());
        return lb.shift(std::move(hosts));
      case 4:
        hosts.pop_back();
        return lb.shift(std::move(hosts));
      default:
        return cluster_->republish(input_.byte() % 3, input_.byte() % 3);
    }
  }

  void change_fleet(std::uint8_t how) {
    switch (how % 5) {
      case 0:
      case 1:
        return hub().publish(snapshots()[input_.byte() % snapshots().size()]);
      case 2:
        return hub().retire(std::chrono::steady_clock::now());
      case 3:
        return hub().retire(std::chrono::steady_clock::now() + 2 * kMaxViewAge);
      default:
        return make_cluster();
    }
  }

  void disturb_stream(Client& client) {
    switch (input_.byte() % 4) {
      case 0:
        client.stream.filter_state()[kTokenKey] = text();
        return;
      case 1:
        client.stream.filter_state()["claim"] = text();
        return;
      case 2: {
        const fake::FailingCallback failing(kCallbacks[input_.byte() % kCallbacks.size()]);
        return request(client);
      }
      default: {
        const fake::FailingCallback failing(kCallbacks[input_.byte() % kCallbacks.size()]);
        return choose(client);
      }
    }
  }

  void step(std::uint8_t action) {
    switch (action % 13) {
      case 0:
      case 1:
        return request(client());
      case 2:
      case 3:
        return choose(client());
      case 4:
        return client().stream.response_headers();
      case 5:
        return client().stream.fail(400u + input_.byte(), text());
      case 6:
        return clients_[input_.byte() % kClients].reset();
      case 7:
        return change_hosts(input_.byte());
      case 8:
        return change_fleet(input_.byte());
      case 9:
        return envoy_.settle();
      case 10:
        return disturb_stream(client());
      case 11:
        return input_.byte() % 2 == 0 ? garbage_config() : ask_policy(client());
      default: {
        FakeStream attempt(upstream_, client().stream);
        attempt.request({});
      }
    }
  }

  snapshot::ByteReader input_;
  fake::FakeEnvoy envoy_;
  fake::FakeFilter filter_{kFilter};
  fake::FakeFilter upstream_{"", "upstream"};
  fake::FakePolicy policy_{fake::kDeckConfig};
  std::unique_ptr<fake::FakeCluster> cluster_;
  std::array<std::unique_ptr<Client>, kClients> clients_;
};

}  // namespace

// The module keeps its latest view from input to input, which looks like a leak and would be
// searched for after each. Tests under AddressSanitizer look for leaks.
extern "C" const char* __asan_default_options() {
  return "detect_leaks=0";
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  Program({reinterpret_cast<const char*>(data), size}).run();
  CROUPIER_ASSERT(this_thread().requests.living() == 0);
  return 0;
}
