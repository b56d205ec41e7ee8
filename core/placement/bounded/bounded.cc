#include "croupier/bounded.h"

#include <algorithm>
#include <bit>
#include <utility>

#include "core/placement/bounded/keyed_order.h"
#include "core/placement/bounded/parity.h"
#include "core/placement/bounded/polynomial.h"
#include "core/placement/bounded/quadruple.h"
#include "croupier/deal.h"

namespace croupier {
namespace {

using placement::Construction;
using placement::ParityDeal;
using placement::PolynomialDeal;
using placement::QuadrupleDeal;

constexpr std::uint64_t kMostHands = std::uint64_t{1} << 63;

// One way to fulfil a spec, before anything is built.
struct Candidate {
  enum class Kind { kNone, kAll, kParity, kPolynomial, kQuadruple } kind = Kind::kNone;
  std::uint32_t stripe = 0;
  std::uint32_t t = 0;  // any t workers are together in one hand at most
  std::uint64_t capacity = 0;
};

// base^exponent; 0 when it is 2^63 or more.
std::uint64_t hands(std::uint32_t base, std::uint32_t exponent) {
  std::uint64_t product = 1;
  for (std::uint32_t i = 0; i < exponent; ++i) {
    if (base != 0 && product > (kMostHands - 1) / base) return 0;
    product *= base;
  }
  return product;
}

void keep_better(Candidate& best, const Candidate& other) {
  if (other.capacity > best.capacity) best = other;
}

Candidate striped_candidate(Candidate::Kind kind, std::uint32_t stripe, std::uint32_t t) {
  return {kind, stripe, t, hands(stripe, t)};
}

// The largest stripe up to `most` that the polynomial deal can use; 0: none.
std::uint32_t largest_stripe(std::uint32_t most, std::uint32_t hand, std::uint32_t t) {
  while (most > 0 && !PolynomialDeal::is_valid(most, hand, t)) --most;
  return most;
}

Candidate choose(const BoundedSpec& spec) {
  using Kind = Candidate::Kind;
  const std::uint32_t k = spec.hand;
  const std::uint32_t t = spec.max_overlap + 1;
  const std::uint32_t m = spec.stripe != 0 ? spec.stripe : spec.workers / k;
  Candidate best;
  if (t == k) keep_better(best, striped_candidate(Kind::kAll, m, k));
  if (k % 2 == 0 && t + 1 >= k) keep_better(best, striped_candidate(Kind::kParity, m, k - 1));
  // A smaller overlap than was asked for is as good, where larger ones have no or too many hands.
  for (std::uint32_t lower = t; lower >= 1; --lower) {
    const std::uint32_t usable = largest_stripe(m, k, lower);
    if (spec.stripe != 0 && usable != m) break;  // asked for, and refused with the reason
    if (usable == 0) continue;
    keep_better(best, striped_candidate(Kind::kPolynomial, usable, lower));
    if (hands(m, lower) != 0) break;  // below, there are only fewer
  }
  if (!spec.striped && spec.stripe == 0 && k == 4 && t >= 3 && spec.workers >= 8) {
    const QuadrupleDeal quadruple(static_cast<std::uint32_t>(std::bit_width(spec.workers)) - 1);
    keep_better(best, {Kind::kQuadruple, 0, 3, quadruple.capacity()});
  }
  return best;
}

std::unique_ptr<const Construction> build(const Candidate& chosen, const BoundedSpec& spec) {
  switch (chosen.kind) {
    case Candidate::Kind::kAll:
      return std::make_unique<ParityDeal>(spec.hand, chosen.stripe, /*sum_rule=*/false);
    case Candidate::Kind::kParity:
      return std::make_unique<ParityDeal>(spec.hand, chosen.stripe, /*sum_rule=*/true);
    case Candidate::Kind::kPolynomial:
      return std::make_unique<PolynomialDeal>(spec.hand, chosen.stripe, chosen.t, spec.hand);
    case Candidate::Kind::kQuadruple:
      return std::make_unique<QuadrupleDeal>(
          static_cast<std::uint32_t>(std::bit_width(spec.workers)) - 1);
    case Candidate::Kind::kNone:
      break;
  }
  return nullptr;
}

std::string_view name_of(Candidate::Kind kind) {
  switch (kind) {
    case Candidate::Kind::kAll:
      return "all";
    case Candidate::Kind::kParity:
      return "parity";
    case Candidate::Kind::kPolynomial:
      return "polynomial";
    case Candidate::Kind::kQuadruple:
      return "quadruple";
    case Candidate::Kind::kNone:
      break;
  }
  return "none";
}

tl::unexpected<Error> refuse(std::string message) {
  return error(Code::kInvalidArgument, std::move(message));
}

Result<void> check(const BoundedSpec& spec) {
  const auto number = [](std::uint64_t value) { return std::to_string(value); };
  if (spec.workers < 1 || spec.workers > kMaxWorkers) {
    return refuse(number(spec.workers) + " workers are not between 1 and " + number(kMaxWorkers));
  }
  if (spec.hand < 1 || spec.hand > spec.workers) {
    return refuse("hand " + number(spec.hand) + " is not between 1 and " + number(spec.workers) +
                  ", the number of workers");
  }
  if (spec.max_overlap >= spec.hand) {
    return refuse("largest overlap " + number(spec.max_overlap) + " is not between 0 and " +
                  number(spec.hand - 1) + ", one less than the hand");
  }
  if (std::uint64_t{spec.stripe} * spec.hand > spec.workers) {
    return refuse(number(spec.hand) + " stripes of " + number(spec.stripe) + " workers need " +
                  number(std::uint64_t{spec.stripe} * spec.hand) + ", and there are " +
                  number(spec.workers) + "; a stripe can have " + number(spec.workers / spec.hand));
  }
  return {};
}

// The stripe that was asked for does not work: why, and which near it do.
tl::unexpected<Error> refuse_stripe(const BoundedSpec& spec) {
  const std::uint32_t t = spec.max_overlap + 1;
  const auto works = [&](std::uint32_t stripe) {
    return PolynomialDeal::is_valid(stripe, spec.hand, t) && hands(stripe, t) != 0;
  };
  std::uint32_t below = spec.stripe;
  while (below > 0 && !works(below)) --below;
  std::uint32_t above = spec.stripe;
  while (above <= kMaxWorkers / spec.hand && !works(above)) ++above;
  std::string nearest;
  if (below > 0) nearest = std::to_string(below);
  if (above <= kMaxWorkers / spec.hand) {
    nearest += (nearest.empty() ? "" : " and ") + std::to_string(above);
  }
  return refuse(
      "stripes of " + std::to_string(spec.stripe) + " workers cannot deal hands of " +
      std::to_string(spec.hand) + " that share at most " + std::to_string(spec.max_overlap) +
      ": every prime-power factor of a stripe must be at least " + std::to_string(spec.hand) +
      (nearest.empty() ? "; no stripe can" : "; the nearest stripes that can: " + nearest));
}

std::uint32_t poison_survived(std::uint32_t hand, std::uint32_t overlap) {
  return overlap == 0 ? UINT32_MAX : (hand - 1) / overlap;
}

}  // namespace

Result<BoundedDeck> BoundedDeck::make(const BoundedSpec& spec) {
  if (auto checked = check(spec); !checked) return tl::unexpected(std::move(checked.error()));
  const Candidate chosen = choose(spec);
  if (chosen.capacity == 0) return refuse_stripe(spec);
  auto construction = build(chosen, spec);
  const std::uint32_t overlap = chosen.t - 1;
  const BoundedShape shape{.construction = name_of(chosen.kind),
                           .dealt = construction->workers(),
                           .stripe = chosen.stripe,
                           .max_overlap = overlap,
                           .capacity = construction->capacity(),
                           .block = construction->block(),
                           .poison_survived = poison_survived(spec.hand, overlap)};
  return BoundedDeck(spec, shape, std::move(construction));
}

Result<BoundedDeck> BoundedDeck::make(const BoundedSpec& spec, const Key& key) {
  auto deck = make(spec);
  if (deck) {
    deck->order_ =
        std::make_unique<placement::KeyedOrder>(key, deck->shape_.capacity, deck->shape_.block);
  }
  return deck;
}

BoundedDeck::BoundedDeck(BoundedSpec spec, BoundedShape shape,
                         std::unique_ptr<const placement::Construction> construction)
    : spec_(spec), shape_(shape), construction_(std::move(construction)) {}
BoundedDeck::BoundedDeck(BoundedDeck&&) noexcept = default;
BoundedDeck& BoundedDeck::operator=(BoundedDeck&&) noexcept = default;
BoundedDeck::~BoundedDeck() = default;

Result<void> BoundedDeck::deal(std::uint64_t ordinal, std::span<std::uint32_t> hand) const {
  if (ordinal >= shape_.capacity) {
    return refuse("ordinal " + std::to_string(ordinal) + " is not below " +
                  std::to_string(shape_.capacity) + ", the number of hands");
  }
  if (hand.size() != spec_.hand) {
    return refuse("room for " + std::to_string(hand.size()) + " workers, not for a hand of " +
                  std::to_string(spec_.hand));
  }
  construction_->deal(order_ ? order_->to_construction(ordinal) : ordinal, hand);
  return {};
}

std::optional<std::uint64_t> BoundedDeck::ordinal_of(std::span<const std::uint32_t> hand) const {
  if (hand.size() != spec_.hand) return std::nullopt;
  std::vector<std::uint32_t> sorted(hand.begin(), hand.end());
  std::sort(sorted.begin(), sorted.end());
  const auto ordinal = construction_->ordinal_of(sorted);
  if (!ordinal || !order_) return ordinal;
  return order_->from_construction(*ordinal);
}

}  // namespace croupier
