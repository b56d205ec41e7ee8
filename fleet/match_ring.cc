#include "fleet/match_ring.h"

#include <fmt/format.h>

#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>

#include "croupier/quote.h"

namespace croupier::fleet {
namespace {

// A list of names for a message, of which the first few are kept.
class Named {
 public:
  void add(const std::string& name) {
    if (++count_ > kShown) return;
    text_ += (count_ > 1 ? ", " : "") + name;
  }
  std::size_t count() const { return count_; }
  std::string text() const { return text_ + (count_ > kShown ? ", ..." : ""); }

 private:
  static constexpr std::size_t kShown = 5;

  std::size_t count_ = 0;
  std::string text_;
};

}  // namespace

Result<MimirRingOptions> match_ring(const Fleet& fleet, const Deck& deck,
                                    const MimirRingOptions& page,
                                    const std::vector<std::uint32_t>& dealt) {
  std::unordered_map<std::string_view, const copies::RingInstance*> instances;
  for (const auto& instance : page.instances) instances.emplace(instance.id, &instance);
  std::unordered_set<std::string_view> members;  // of the deck, dealt or not
  for (const std::uint32_t worker : deck.workers) members.insert(fleet.workers[worker].id);

  MimirRingOptions matched{{}, page.zone_aware, page.lookback};
  Named missing, strange, withheld, zones;
  for (const std::uint32_t index : dealt) {
    const Worker& worker = fleet.workers[index];
    const auto found = instances.find(worker.id);
    if (found == instances.end()) {
      missing.add(quote(worker.id));
      continue;
    }
    const copies::RingInstance& instance = *found->second;
    const auto zone = worker.attributes.find("zone");
    const std::string own = zone == worker.attributes.end() ? std::string() : zone->second;
    if (page.zone_aware && instance.zone != own) {
      zones.add(
          fmt::format("{} ({}, page {})", quote(worker.id), quote(own), quote(instance.zone)));
    }
    matched.instances.push_back(instance);
    instances.erase(found);
  }
  for (const auto& instance : page.instances) {  // in its order, so that messages are stable
    if (!instances.contains(instance.id)) continue;
    (members.contains(instance.id) ? withheld : strange).add(quote(instance.id));
  }
  std::string problems;
  const auto tell = [&](const Named& named, std::string_view what) {
    if (named.count() == 0) return;
    problems +=
        fmt::format("{}{} {}: {}", problems.empty() ? "" : "; ", named.count(), what, named.text());
  };
  tell(missing, "workers are not in the ring page");
  tell(strange, "instances of the ring page are no workers of the deck");
  tell(withheld,
       "instances of the ring page are not dealt here (draining, spill pool or dedicated), though "
       "the ring deals them");
  tell(zones, "workers are in another zone than the ring page says");
  if (problems.empty()) return matched;
  return error(Code::kFailedPrecondition, std::move(problems));
}

}  // namespace croupier::fleet
