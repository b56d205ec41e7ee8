#include "audit/suspects.h"

#include <iterator>
#include <set>
#include <span>
#include <utility>

#include "audit/csv.h"
#include "croupier/quote.h"

namespace croupier::audit {
namespace {

using Numbers = std::vector<std::uint32_t>;

Result<Numbers> find_workers(const Input& input, std::string_view names) {
  const auto fields = split_names(names);
  if (!fields) return tl::unexpected(fields.error());
  Numbers workers;
  std::vector<bool> named(input.workers.size());
  for (const std::string_view name : *fields) {
    const auto worker = input.workers.find(name);
    if (!worker) return error(Code::kInvalidArgument, quote(name) + " is no worker");
    if (named[*worker]) return error(Code::kInvalidArgument, quote(name) + " stands twice");
    named[*worker] = true;
    workers.push_back(*worker);
  }
  return workers;
}

// The tenants of each list of hands, which share none, ascending; in one pass.
std::vector<Numbers> tenants_of_each(const Placement& placement,
                                     const std::vector<std::span<const std::uint32_t>>& lists) {
  std::vector<std::size_t> list_of(placement.hands(), lists.size());
  for (std::size_t i = 0; i < lists.size(); ++i) {
    for (const std::uint32_t hand : lists[i]) list_of[hand] = i;
  }
  std::vector<Numbers> tenants(lists.size());
  for (std::uint32_t tenant = 0; tenant < placement.tenants(); ++tenant) {
    const std::size_t list = list_of[placement.hand_of(tenant)];
    if (list < lists.size()) tenants[list].push_back(tenant);
  }
  return tenants;
}

void name_groups(const Placement& placement, Suspicion& suspicion) {
  std::vector<std::span<const std::uint32_t>> groups;
  for (const SuspectGroup& group : suspicion.found.ranked) groups.emplace_back(group.hands);
  suspicion.tenants = tenants_of_each(placement, groups);
}

void name_culprits(const Placement& placement, Suspicion& suspicion) {
  std::set<std::uint32_t> hands;
  for (const Explanation& one : suspicion.found.explanations) {
    hands.insert(one.hands.begin(), one.hands.end());
  }
  std::vector<std::span<const std::uint32_t>> lists;
  for (const std::uint32_t& hand : hands) lists.emplace_back(&hand, 1);
  const auto tenants = tenants_of_each(placement, lists);
  for (const Explanation& one : suspicion.found.explanations) {
    auto& culprits = suspicion.culprits.emplace_back();
    for (const std::uint32_t hand : one.hands) {
      culprits.push_back(tenants[std::distance(hands.begin(), hands.find(hand))]);
    }
  }
}

}  // namespace

Result<Suspicion> suspects(const Input& input, std::string_view names,
                           const SuspectOptions& options) {
  auto sick = find_workers(input, names);
  if (!sick) return tl::unexpected(std::move(sick.error()));
  auto found = find_suspects(input.placement, *sick, options);
  if (!found) return tl::unexpected(std::move(found.error()));
  Suspicion suspicion{std::move(*sick), std::move(*found), {}, {}};
  name_groups(input.placement, suspicion);
  name_culprits(input.placement, suspicion);
  return suspicion;
}

}  // namespace croupier::audit
