#include "audit/questions.h"

#include <algorithm>
#include <iterator>
#include <string>
#include <utility>

#include "audit/csv.h"
#include "croupier/quote.h"
#include "croupier/sharing.h"

namespace croupier::audit {
namespace {

using Numbers = std::vector<std::uint32_t>;

void sort_once(Numbers& numbers) {
  std::sort(numbers.begin(), numbers.end());
  numbers.erase(std::unique(numbers.begin(), numbers.end()), numbers.end());
}

Result<std::uint32_t> find_tenant(const Input& input, std::string_view name) {
  if (const auto tenant = input.tenants.find(name)) return *tenant;
  return error(Code::kInvalidArgument, quote(name) + " is no tenant");
}

// What a name stands for, in every sense it has.
std::vector<Numbers> senses(const Input& input, std::string_view name) {
  std::vector<Numbers> found;
  if (const auto worker = input.workers.find(name)) found.push_back({*worker});
  for (const WorkerSets* sets : {&input.zones, &input.dependencies}) {
    const auto set = sets->names.find(name);
    if (!set) continue;
    found.push_back(sets->workers[*set]);
    sort_once(found.back());
  }
  return found;
}

Answer answer(const Input& input, Numbers failed, const Numbers& poison) {
  Answer answer{std::move(failed), {}, {}};
  answer.counts = count_failed(input.placement, answer.failed, poison);
  const Numbers down = croupier::tenants_of(input.placement, answer.counts.down_hands);
  std::set_difference(down.begin(), down.end(), poison.begin(), poison.end(),
                      std::back_inserter(answer.down_tenants));
  return answer;
}

}  // namespace

Result<Answer> fail(const Input& input, std::string_view names) {
  const auto fields = split_names(names);
  if (!fields) return tl::unexpected(fields.error());
  Numbers failed;
  for (const std::string_view name : *fields) {
    const auto found = senses(input, name);
    if (found.empty()) {
      return error(Code::kInvalidArgument, quote(name) + " is no worker, zone or dependency");
    }
    if (std::count(found.begin(), found.end(), found[0]) != std::ssize(found)) {
      return error(Code::kInvalidArgument,
                   quote(name) +
                       " names several things, a worker, a zone or a dependency, and they "
                       "are not the same workers");
    }
    failed.insert(failed.end(), found[0].begin(), found[0].end());
  }
  sort_once(failed);
  return answer(input, std::move(failed), {});
}

Result<Answer> poison(const Input& input, std::string_view names) {
  const auto fields = split_names(names);
  if (!fields) return tl::unexpected(fields.error());
  Numbers tenants;
  for (const std::string_view name : *fields) {
    const auto tenant = find_tenant(input, name);
    if (!tenant) return tl::unexpected(tenant.error());
    tenants.push_back(*tenant);
  }
  sort_once(tenants);
  return answer(input, workers_of(input.placement, tenants), tenants);
}

Result<Sharing> who_shares(const Input& input, std::string_view tenant) {
  return find_tenant(input, tenant).map([&input](std::uint32_t number) {
    return Sharing{number, tenants_sharing(input.placement, number)};
  });
}

Result<Holders> tenants_of(const Input& input, std::string_view worker) {
  const auto number = input.workers.find(worker);
  if (!number) return error(Code::kInvalidArgument, quote(worker) + " is no worker");
  return Holders{*number, croupier::tenants_of(input.placement, input.placement.hands_of(*number))};
}

Result<Overlap> overlap(const Input& input, std::string_view names) {
  const auto fields = split_names(names);
  if (!fields) return tl::unexpected(fields.error());
  if (fields->size() != 2) {
    return error(Code::kInvalidArgument,
                 "names " + std::to_string(fields->size()) + " tenants, not 2");
  }
  const auto one = find_tenant(input, (*fields)[0]);
  if (!one) return tl::unexpected(one.error());
  const auto other = find_tenant(input, (*fields)[1]);
  if (!other) return tl::unexpected(other.error());
  Overlap overlap{*one, *other, {}};
  const Placement& placement = input.placement;
  std::ranges::set_intersection(placement.members(placement.hand_of(*one)),
                                placement.members(placement.hand_of(*other)),
                                std::back_inserter(overlap.shared));
  return overlap;
}

}  // namespace croupier::audit
