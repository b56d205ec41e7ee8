#include "fleet/deals/stripes.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "croupier/quote.h"
#include "fleet/eligible.h"

namespace croupier::fleet {
namespace {

std::string list(const std::set<std::string>& values) {
  std::string text;
  for (const std::string& value : values) text += (text.empty() ? "" : ", ") + quote(value);
  return text;
}

// Stripes by value: stripe i belongs to the i-th value, and after the last to the first again.
Result<NewSlots> lay_out_by_value(const Fleet& fleet, const Deck& deck, BoundedSpec spec,
                                  std::span<const std::uint32_t> eligible) {
  std::map<std::string, std::vector<std::uint32_t>> by_value;
  for (const std::uint32_t worker : eligible) {
    by_value[stripe_value(fleet, deck, worker)].push_back(worker);
  }
  const auto values = static_cast<std::uint32_t>(by_value.size());
  const std::string& attribute = deck.attributes.front();
  if (values > spec.hand) {
    return error(Code::kInvalidArgument,
                 fmt::format("{} values of {} are more than the {} workers of a hand", values,
                             quote(attribute), spec.hand));
  }
  if (spec.stripes % values != 0) {
    return error(Code::kInvalidArgument,
                 fmt::format("{} stripes cannot be shared evenly by the {} values of {}",
                             spec.stripes, values, quote(attribute)));
  }
  const std::uint32_t each = spec.stripes / values;
  std::size_t fewest = eligible.size();
  for (const auto& [value, workers] : by_value) fewest = std::min(fewest, workers.size());
  const auto usable = static_cast<std::uint32_t>(fewest / each);
  if (usable == 0) {
    return error(Code::kInvalidArgument, fmt::format("a value of {} has {} workers for {} stripes",
                                                     quote(attribute), fewest, each));
  }
  spec.workers = usable * spec.stripes;
  const auto chosen = BoundedDeck::make(spec);
  if (!chosen) return tl::unexpected(chosen.error());
  const std::uint32_t size = chosen->shape().stripe_size;
  NewSlots slots{.workers = {}, .stripe_size = size};
  for (std::uint32_t stripe = 0; stripe < spec.stripes; ++stripe) {
    const auto& workers = std::next(by_value.begin(), stripe % values)->second;
    const auto first = workers.begin() + static_cast<std::ptrdiff_t>(stripe / values) * size;
    slots.workers.insert(slots.workers.end(), first, first + size);
  }
  return slots;
}

}  // namespace

std::string stripe_value(const Fleet& fleet, const Deck& deck, std::uint32_t worker) {
  if (deck.attributes.empty()) return {};
  return dealt_values(fleet.workers[worker], deck).front();
}

Result<NewSlots> lay_out_slots(const Fleet& fleet, const Deck& deck,
                               std::span<const std::uint32_t> eligible) {
  auto spec = std::get<BoundedSpec>(deck.options);
  if (!deck.attributes.empty() && !eligible.empty()) {
    return lay_out_by_value(fleet, deck, spec, eligible);
  }
  spec.workers = static_cast<std::uint32_t>(eligible.size());
  const auto chosen = BoundedDeck::make(spec);
  if (!chosen) return tl::unexpected(chosen.error());
  const BoundedShape& shape = chosen->shape();
  return NewSlots{.workers = {eligible.begin(), eligible.begin() + shape.dealt},
                  .stripe_size = spec.stripes == 0 ? 0 : shape.stripe_size};
}

std::optional<std::string> why_torn(const Fleet& fleet, const Deck& deck,
                                    std::span<const std::uint32_t> slots,
                                    std::uint32_t stripe_size) {
  if (deck.attributes.empty() || stripe_size == 0) return std::nullopt;
  const auto& spec = std::get<BoundedSpec>(deck.options);
  std::vector<std::string> of_stripe;
  std::set<std::string> all;
  for (std::size_t begin = 0; begin < slots.size(); begin += stripe_size) {
    std::set<std::string> values;
    for (const std::uint32_t worker : slots.subspan(begin, stripe_size)) {
      values.insert(stripe_value(fleet, deck, worker));
    }
    if (values.size() > 1) {
      return fmt::format(
          "stripe {} has workers of several values of {}: {}. A worker whose value changed must "
          "get another id, or its old value back; or --assign --anew deals all tenants anew",
          of_stripe.size(), quote(deck.attributes.front()), list(values));
    }
    of_stripe.push_back(*values.begin());
    all.insert(of_stripe.back());
  }
  for (std::size_t first = 0; first < of_stripe.size(); ++first) {
    std::set<std::string> left = all;
    for (std::size_t i = 0; i < spec.hand; ++i)
      left.erase(of_stripe[(first + i) % of_stripe.size()]);
    if (left.empty()) continue;
    return fmt::format("hands from stripe {} on have no worker whose {} is {}", first,
                       quote(deck.attributes.front()), list(left));
  }
  return std::nullopt;
}

}  // namespace croupier::fleet
