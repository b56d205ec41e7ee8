// Hands with a proven largest overlap: the policy `bounded` (docs/policies/bounded.md).
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "croupier/key.h"
#include "croupier/result.h"

namespace croupier {

namespace placement {
class Construction;
class KeyedOrder;
class PolynomialDeal;
struct Placed;
}  // namespace placement

inline constexpr std::uint64_t kMaxOrdinals = std::uint64_t{1} << 63;  // no deck has as many hands

struct BoundedSpec {
  std::uint32_t workers = 0;      // of the deck: 1 to kMaxWorkers
  std::uint32_t hand = 0;         // k: 1 to `workers`
  std::uint32_t max_overlap = 0;  // r: any two hands share at most r workers; 0 to k-1
  // Groups of as many workers, e.g. one for each zone: worker v of stripe i is i*stripe_size + v.
  // 0: none; the construction is free to deal any workers together, and may have room for more
  // hands. k: every hand has one worker of each stripe. More than k: hands have one worker of each
  // of k neighbouring stripes (the last one's neighbour is the first), and can be made larger or
  // smaller for some tenants (see deal()).
  std::uint32_t stripes = 0;
  std::uint32_t stripe_size = 0;  // where it is given; 0: as large as can be used
};

// What a spec comes to.
struct BoundedShape {
  std::string_view construction;  // "parity", "polynomial", "quadruple", "all"
  std::uint32_t dealt = 0;  // workers that are dealt: 0 to dealt-1; the deck's others are spares
  std::uint32_t stripes = 0;
  std::uint32_t stripe_size = 0;  // workers of each stripe; 0: not striped
  std::uint32_t max_overlap = 0;  // at most the spec's
  std::uint64_t capacity = 0;     // how many hands there are
  std::uint32_t block = 0;  // with the plain order, so many consecutive ordinals from a multiple of
                            // it use every dealt worker equally often
  // So many tenants at once can fail all their workers and leave every other tenant one at least;
  // UINT32_MAX: any number. Source: placement with any two hands sharing r of k: floor((k-1)/r).
  std::uint32_t poison_survived = 0;
};

class BoundedDeck;

// One thread's bounded memory of one keyed deck's order: a tenant met again, and a tenant whose
// block of hands was met, costs less. Changes no hand. Not thread-safe.
class BoundedCache {
 public:
  static constexpr std::size_t kDefaultBytes = std::size_t{16} << 20;

  // Takes its memory at once: at most `most_bytes`, 64 for each 14 ordinals or 14 blocks of hands
  // remembered (rounded to powers of two, so up to twice that where all of them fit), and nothing
  // for a deck in the plain order. New ordinals take the place of old ones. The deck need not
  // outlive it.
  explicit BoundedCache(const BoundedDeck& deck, std::size_t most_bytes = kDefaultBytes);

  std::size_t size_bytes() const;

  BoundedCache(BoundedCache&&) noexcept;
  BoundedCache& operator=(BoundedCache&&) noexcept;
  ~BoundedCache();

 private:
  friend class BoundedDeck;

  struct Memory;
  std::unique_ptr<Memory> memory_;  // null: of a plain order
};

// Hands by ordinal: a tenant that is given the next free ordinal has a hand that shares at most
// max_overlap workers with the hand of any other ordinal. Immutable; any number of threads.
class BoundedDeck {
 public:
  // Chooses the construction with room for the most hands. kInvalidArgument, with the limit and the
  // nearest spec that works, when there is none. Cost: at most a few seconds and some tens of MB
  // for the largest decks; milliseconds for usual ones.
  static Result<BoundedDeck> make(const BoundedSpec& spec);

  // The same, its ordinals in an order that only the key's holder knows. Any `m` consecutive
  // ordinals (m = shape().block) still load the workers nearly equally: in every prefix two workers
  // differ by at most 64 hands.
  static Result<BoundedDeck> make(const BoundedSpec& spec, const Key& key);

  BoundedDeck(BoundedDeck&&) noexcept;
  BoundedDeck& operator=(BoundedDeck&&) noexcept;
  ~BoundedDeck();

  const BoundedShape& shape() const { return shape_; }

  // The hand sizes that deal() grants: k alone; with more than k stripes 1 to the number of
  // stripes. Two hands of any sizes share at most max_overlap workers, and a tenant's hand(k) is a
  // prefix of its hand(k+1). check_size: kInvalidArgument with the limit.
  std::uint32_t largest_hand() const;
  Result<void> check_size(std::size_t size) const;

  // Fills `hand`, of a size that check_size() grants, with distinct workers; when striped, one of
  // each of neighbouring stripes. kInvalidArgument: an ordinal at or above the capacity, or such a
  // size. Cost: about 10 to 50 ns; with a key about 0.5 us more.
  Result<void> deal(std::uint64_t ordinal, std::span<std::uint32_t> hand) const;

  // The same hand. kInvalidArgument also for a cache that was made for another deck (of another
  // spec or key). Cost with a key: two look-ups in place of two permutations, where the ordinal is
  // remembered.
  Result<void> deal(std::uint64_t ordinal, std::span<std::uint32_t> hand,
                    BoundedCache& cache) const;

  // The ordinal that has this hand, its workers in any order; nothing when it is no hand of the
  // deck.
  std::optional<std::uint64_t> ordinal_of(std::span<const std::uint32_t> hand) const;

 private:
  BoundedDeck(BoundedSpec spec, BoundedShape shape,
              std::unique_ptr<const placement::Construction> construction);

  friend class BoundedCache;

  Result<void> check_deal(std::uint64_t ordinal, std::size_t size) const;
  placement::Placed place(std::uint64_t ordinal) const;
  void fill(const placement::Placed& placed, std::span<std::uint32_t> hand) const;

  BoundedSpec spec_;
  BoundedShape shape_;
  std::unique_ptr<const placement::Construction> construction_;
  const placement::PolynomialDeal* elastic_ = nullptr;  // the construction, if stripes > k
  std::unique_ptr<const placement::KeyedOrder> order_;  // null: the plain order
};

}  // namespace croupier
