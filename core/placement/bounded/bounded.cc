#include "croupier/bounded.h"

#include <algorithm>
#include <bit>
#include <utility>

#include "core/placement/bounded/keyed_order.h"
#include "core/placement/bounded/parity.h"
#include "core/placement/bounded/polynomial.h"
#include "core/placement/bounded/quadruple.h"
#include "core/placement/hand_size.h"
#include "croupier/deal.h"

namespace croupier {
namespace {

using placement::Construction;
using placement::ParityDeal;
using placement::Placed;
using placement::PolynomialDeal;
using placement::QuadrupleDeal;

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
    if (base != 0 && product > (kMaxOrdinals - 1) / base) return 0;
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

// Stripes there are, or would be; more than the hand: elastic hands.
std::uint32_t stripes_of(const BoundedSpec& spec) {
  return std::max(spec.stripes, spec.hand);
}

Candidate choose(const BoundedSpec& spec) {
  using Kind = Candidate::Kind;
  const std::uint32_t k = spec.hand;
  const std::uint32_t t = spec.max_overlap + 1;
  const std::uint32_t stripes = stripes_of(spec);
  const std::uint32_t m = spec.stripe_size != 0 ? spec.stripe_size : spec.workers / stripes;
  Candidate best;
  if (stripes == k) {
    if (t == k) keep_better(best, striped_candidate(Kind::kAll, m, k));
    if (k % 2 == 0 && t + 1 >= k) keep_better(best, striped_candidate(Kind::kParity, m, k - 1));
  }
  // A smaller overlap than was asked for is as good, where larger ones have no or too many hands.
  for (std::uint32_t lower = t; lower >= 1; --lower) {
    const std::uint32_t usable = largest_stripe(m, stripes, lower);
    if (spec.stripe_size != 0 && usable != m) break;  // asked for, and refused with the reason
    if (usable == 0) continue;
    keep_better(best, striped_candidate(Kind::kPolynomial, usable, lower));
    if (hands(m, lower) != 0) break;  // below, there are only fewer
  }
  if (spec.stripes == 0 && spec.stripe_size == 0 && k == 4 && t >= 3 && spec.workers >= 8) {
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
      return std::make_unique<PolynomialDeal>(spec.hand, chosen.stripe, chosen.t, stripes_of(spec));
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
  if (spec.stripes != 0 && (spec.stripes < spec.hand || spec.stripes > spec.workers)) {
    return refuse(number(spec.stripes) + " stripes are not between " + number(spec.hand) +
                  ", the hand, and " + number(spec.workers) + ", the number of workers");
  }
  const std::uint32_t stripes = stripes_of(spec);
  if (std::uint64_t{spec.stripe_size} * stripes > spec.workers) {
    return refuse(number(stripes) + " stripes of " + number(spec.stripe_size) + " workers need " +
                  number(std::uint64_t{spec.stripe_size} * stripes) + ", and there are " +
                  number(spec.workers) + "; a stripe can have " + number(spec.workers / stripes));
  }
  return {};
}

// No construction works: why, and which stripes near the one asked for do.
tl::unexpected<Error> refuse_stripe(const BoundedSpec& spec) {
  const std::uint32_t t = spec.max_overlap + 1;
  const std::uint32_t stripes = stripes_of(spec);
  const std::uint32_t size =
      spec.stripe_size != 0 ? spec.stripe_size : std::max(1U, spec.workers / stripes);
  const auto works = [&](std::uint32_t stripe) {
    return PolynomialDeal::is_valid(stripe, stripes, t) && hands(stripe, t) != 0;
  };
  std::uint32_t below = size;
  while (below > 0 && !works(below)) --below;
  std::uint32_t above = size;
  while (above <= kMaxWorkers / stripes && !works(above)) ++above;
  std::string nearest;
  if (below > 0) nearest = std::to_string(below);
  if (above <= kMaxWorkers / stripes) {
    nearest += (nearest.empty() ? "" : " and ") + std::to_string(above);
  }
  return refuse(
      std::to_string(stripes) + " stripes of " + std::to_string(size) +
      " workers cannot deal hands of " + std::to_string(spec.hand) + " that share at most " +
      std::to_string(spec.max_overlap) +
      ": every prime-power factor of a stripe must be at least " + std::to_string(stripes) +
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
                           .stripes = chosen.stripe == 0 ? 0 : stripes_of(spec),
                           .stripe_size = chosen.stripe,
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

struct BoundedCache::Memory : placement::KeyedOrder::Cache {
  using Cache::Cache;
};

BoundedCache::BoundedCache(const BoundedDeck& deck, std::size_t most_bytes) {
  if (deck.order_) memory_ = std::make_unique<Memory>(*deck.order_, most_bytes);
}
BoundedCache::BoundedCache(BoundedCache&&) noexcept = default;
BoundedCache& BoundedCache::operator=(BoundedCache&&) noexcept = default;
BoundedCache::~BoundedCache() = default;

std::size_t BoundedCache::size_bytes() const {
  return memory_ ? memory_->blocks.size_bytes() + memory_->within.size_bytes() : 0;
}

BoundedDeck::BoundedDeck(BoundedSpec spec, BoundedShape shape,
                         std::unique_ptr<const placement::Construction> construction)
    : spec_(spec), shape_(shape), construction_(std::move(construction)) {
  if (shape_.stripes > spec_.hand) {
    elastic_ = static_cast<const PolynomialDeal*>(construction_.get());
  }
}
BoundedDeck::BoundedDeck(BoundedDeck&&) noexcept = default;
BoundedDeck& BoundedDeck::operator=(BoundedDeck&&) noexcept = default;
BoundedDeck::~BoundedDeck() = default;

std::uint32_t BoundedDeck::largest_hand() const {
  return elastic_ != nullptr ? shape_.stripes : spec_.hand;
}

Result<void> BoundedDeck::check_size(std::size_t size) const {
  if (elastic_ != nullptr) {
    return placement::check_hand_size(size, shape_.stripes, "the number of stripes");
  }
  if (size == spec_.hand) return {};
  return refuse("hand size " + std::to_string(size) + " is not the deck's, " +
                std::to_string(spec_.hand) +
                "; hands of several sizes need more stripes than the deck's hand has members");
}

Placed BoundedDeck::place(std::uint64_t ordinal) const {
  return order_ ? order_->place(ordinal) : Placed{ordinal, ordinal / shape_.block};
}

// Elastic hands begin where the block before ended, so that in each prefix of full blocks all
// stripes are used equally often but for one.
void BoundedDeck::fill(const Placed& placed, std::span<std::uint32_t> hand) const {
  if (elastic_ == nullptr) return construction_->deal(placed.ordinal, hand);
  const std::uint64_t first = placed.block % shape_.stripes * spec_.hand % shape_.stripes;
  elastic_->deal_from(placed.ordinal, static_cast<std::uint32_t>(first), hand);
}

Result<void> BoundedDeck::check_deal(std::uint64_t ordinal, std::size_t size) const {
  if (ordinal >= shape_.capacity) {
    return refuse("ordinal " + std::to_string(ordinal) + " is not below " +
                  std::to_string(shape_.capacity) + ", the number of hands");
  }
  return check_size(size);
}

Result<void> BoundedDeck::deal(std::uint64_t ordinal, std::span<std::uint32_t> hand) const {
  const bool plain = order_ == nullptr && elastic_ == nullptr;
  if (plain && ordinal < shape_.capacity && hand.size() == spec_.hand) {  // the usual case first
    construction_->deal(ordinal, hand);
    return {};
  }
  if (auto checked = check_deal(ordinal, hand.size()); !checked) return checked;
  fill(place(ordinal), hand);
  return {};
}

Result<void> BoundedDeck::deal(std::uint64_t ordinal, std::span<std::uint32_t> hand,
                               BoundedCache& cache) const {
  if (auto checked = check_deal(ordinal, hand.size()); !checked) return checked;
  const bool ours = order_ == nullptr
                        ? cache.memory_ == nullptr
                        : cache.memory_ != nullptr && cache.memory_->of == order_->id();
  if (!ours) return refuse("the cache is of another deck's order");
  fill(order_ ? order_->place(ordinal, *cache.memory_) : place(ordinal), hand);
  return {};
}

std::optional<std::uint64_t> BoundedDeck::ordinal_of(std::span<const std::uint32_t> hand) const {
  if (!check_size(hand.size())) return std::nullopt;
  std::vector<std::uint32_t> sorted(hand.begin(), hand.end());
  std::sort(sorted.begin(), sorted.end());
  auto ordinal = construction_->ordinal_of(sorted);
  if (ordinal && order_) ordinal = order_->from_construction(*ordinal);
  if (!ordinal || elastic_ == nullptr) return ordinal;
  std::vector<std::uint32_t> dealt(hand.size());  // its workers may be of other stripes
  fill(place(*ordinal), dealt);
  std::sort(dealt.begin(), dealt.end());
  return dealt == sorted ? ordinal : std::nullopt;
}

}  // namespace croupier
