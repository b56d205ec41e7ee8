// The algorithm is specified in docs/policies/mimir-ring.md.
#include "croupier/mimir_ring.h"

#include <algorithm>
#include <map>
#include <ranges>
#include <unordered_set>

#include "core/copies/deal_tokens.h"
#include "core/copies/owned_tokens.h"
#include "core/copies/ring_window.h"
#include "core/copies/shard_seed.h"
#include "croupier/ids.h"
#include "croupier/quote.h"

namespace croupier::copies {
namespace {

constexpr std::chrono::sys_seconds kUnknown{};

std::string name_of(const RingInstance& instance) {
  return "instance " + quote(instance.id);
}

Result<void> check_instances(const std::vector<RingInstance>& instances) {
  if (instances.empty()) return error(Code::kInvalidArgument, "the ring has no instances");
  if (instances.size() > kMaxRingMembers) {
    return error(Code::kInvalidArgument, "the ring has " + std::to_string(instances.size()) +
                                             " instances, above the limit of " +
                                             std::to_string(kMaxRingMembers));
  }
  std::unordered_set<std::string_view> ids;
  for (const RingInstance& instance : instances) {
    if (auto checked = check_id(instance.id); !checked) {  // may not be fit to print
      checked.error().message.insert(
          0, "instance at position " + std::to_string(&instance - instances.data()) + ": ");
      return checked;
    }
    if (auto checked = check_id(instance.zone); !checked && !instance.zone.empty()) {
      checked.error().message.insert(0, "zone of " + name_of(instance) + ": ");
      return checked;
    }
    if (!ids.insert(instance.id).second) {
      return error(Code::kInvalidArgument, name_of(instance) + " stands twice in the ring");
    }
  }
  return {};
}

Result<std::vector<OwnedToken>> collect_tokens(const std::vector<RingInstance>& instances) {
  std::size_t count = 0;
  for (const RingInstance& instance : instances) count += instance.tokens.size();
  std::vector<OwnedToken> tokens;
  tokens.reserve(count);
  for (std::uint32_t i = 0; i < instances.size(); ++i) {
    for (const std::uint32_t token : instances[i].tokens) tokens.push_back({token, i});
  }
  return sort_tokens(tokens, [&](std::uint32_t i) { return name_of(instances[i]); }).map([&] {
    return std::move(tokens);
  });
}

}  // namespace

// Outside the look-back a read-only instance holds nothing of the tenant that is still asked for;
// one whose change has no time may hold something.
bool MimirRing::Member::held_in(const RingWindow& window) const {
  if (!read_only) return true;
  return window.looks_back && (read_only_updated <= kUnknown || window.covers(read_only_updated));
}

// Whoever came or changed since the look-back began took over from, or handed over to, the next
// instance on the circle, which is therefore needed too.
bool MimirRing::Member::extends(const RingWindow& window) const {
  return window.covers(registered) || (window.looks_back && read_only) ||
         window.covers(read_only_updated);
}

Result<MimirRing> MimirRing::make(const RingSpec& spec) {
  if (auto checked = check_instances(spec.instances); !checked) {
    return tl::make_unexpected(std::move(checked.error()));
  }
  return collect_tokens(spec.instances).map([&](const std::vector<OwnedToken>& tokens) {
    go_table();  // so that no shard has to wait for it
    MimirRing ring;
    const std::vector<std::uint32_t> zone_of = ring.add_members(spec);
    for (const auto& [token, owner] : tokens) ring.zones_[zone_of[owner]].ring.append(token, owner);
    return ring;
  });
}

// Gives the place in zones_ of each instance's zone.
std::vector<std::uint32_t> MimirRing::add_members(const RingSpec& spec) {
  zone_aware_ = spec.zone_aware;
  const auto zone_name = [&](const RingInstance& instance) {
    return zone_aware_ ? std::string_view(instance.zone) : std::string_view();
  };
  std::map<std::string_view, std::uint32_t> places;
  for (const RingInstance& instance : spec.instances) places.emplace(zone_name(instance), 0);
  for (auto& [name, place] : places) {
    place = static_cast<std::uint32_t>(zones_.size());
    zones_.emplace_back().name = name;
  }

  oldest_registered_ = spec.instances.front().registered;
  std::vector<std::uint32_t> zone_of;
  std::vector<std::size_t> tokens(zones_.size());
  for (const RingInstance& instance : spec.instances) {
    const auto member = static_cast<std::uint32_t>(members_.size());
    members_.push_back({instance.registered, instance.read_only_updated, instance.read_only});
    oldest_registered_ = std::min(oldest_registered_, instance.registered);
    const std::uint32_t place = zone_of.emplace_back(places.at(zone_name(instance)));
    Zone& zone = zones_[place];
    zone.members.push_back(member);
    tokens[place] += instance.tokens.size();
    if (instance.read_only) ++zone.read_only;
    if (instance.tokens.empty()) continue;
    if (instance.read_only) {
      zone.read_only_owners.push_back(member);
    } else {
      ++zone.writable_owners;
    }
  }
  for (std::size_t i = 0; i < zones_.size(); ++i) zones_[i].ring.reserve(tokens[i]);
  return zone_of;
}

Result<void> MimirRing::check_size(std::uint32_t size) const {
  if (size == 0) return error(Code::kInvalidArgument, "hand size 0 is below 1");
  const std::uint64_t zones = zones_.size();
  const std::uint64_t part = (size + zones - 1) / zones;
  for (const Zone& zone : zones_) {
    if (gives(zone, part)) continue;
    const bool too_many = gives_whole(zone) && part > zone.members.size();
    const std::size_t most = too_many ? zone.members.size() : zone.writable_owners;
    std::string message = "hand size " + std::to_string(size);
    if (zone_aware_) {
      message += " takes " + std::to_string(part) + " members of each of " + std::to_string(zones) +
                 " zones, above " + std::to_string(most) + ", all that zone " + quote(zone.name) +
                 " has";
    } else {
      message += " is above " + std::to_string(most) + ", all that the ring has";
    }
    if (!too_many) message += " with tokens and not read-only";
    return error(Code::kInvalidArgument, std::move(message));
  }
  return {};
}

std::uint32_t MimirRing::largest_size() const {
  std::size_t part = members_.size();
  for (const Zone& zone : zones_) part = std::min(part, zone.members.size());
  const auto fits = [&] {
    return std::all_of(zones_.begin(), zones_.end(),
                       [&](const Zone& zone) { return gives(zone, part); });
  };
  while (part > 0 && !fits()) --part;
  return static_cast<std::uint32_t>(part * zones_.size());
}

std::uint32_t MimirRing::writable() const {
  std::uint32_t count = size();
  for (const Zone& zone : zones_) count -= zone.read_only;
  return count;
}

std::span<const std::uint32_t> MimirRing::shard(std::string_view tenant, std::uint32_t size,
                                                RingScratch& scratch) const {
  return select(tenant, size, RingWindow{}, scratch);
}

Result<std::span<const std::uint32_t>> MimirRing::shard_with_lookback(std::string_view tenant,
                                                                      std::uint32_t size,
                                                                      const Lookback& lookback,
                                                                      RingScratch& scratch) const {
  return ring_window(lookback).map(
      [&](const RingWindow& window) { return select(tenant, size, window, scratch); });
}

std::span<const std::uint32_t> MimirRing::select(std::string_view tenant, std::uint32_t size,
                                                 const RingWindow& window,
                                                 RingScratch& scratch) const {
  scratch.start(members_.size());
  if (size == 0) {
    take_held(std::views::iota(0U, this->size()), window, scratch);
  } else if (oldest_registered_ > kUnknown && window.covers(oldest_registered_)) {
    // A ring younger than the look-back: all of it, also what became read-only before.
    for (const std::uint32_t member : std::views::iota(0U, this->size())) scratch.take(member);
  } else {
    // Rounded up, so that zones get the same number. 64 bits, for the sum may pass 2^32.
    const std::uint64_t zones = zones_.size();
    const auto per_zone = static_cast<std::uint32_t>((size + zones - 1) / zones);
    for (const Zone& zone : zones_) select_zone(zone, tenant, per_zone, window, scratch);
  }
  return scratch.hand();
}

void MimirRing::select_zone(const Zone& zone, std::string_view tenant, std::uint32_t size,
                            const RingWindow& window, RingScratch& scratch) const {
  if (zone_aware_ && size >= zone.members.size()) {
    take_held(zone.members, window, scratch);
    return;
  }
  const auto held = [&](std::uint32_t member) { return members_[member].held_in(window); };
  const auto extends = [&](std::uint32_t member) { return members_[member].extends(window); };
  const auto read_only = static_cast<std::size_t>(
      std::count_if(zone.read_only_owners.begin(), zone.read_only_owners.end(), held));
  deal_tokens(zone.ring, shard_seed(tenant, zone.name), size, zone.writable_owners + read_only,
              held, extends, scratch);
}

template <typename Range>
void MimirRing::take_held(const Range& range, const RingWindow& window,
                          RingScratch& scratch) const {
  for (const std::uint32_t member : range) {
    if (members_[member].held_in(window)) scratch.take(member);
  }
}

}  // namespace croupier::copies
