// Hands with a largest overlap that are searched for, one by one: the policy `search`
// (docs/policies/search.md).
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "croupier/key.h"
#include "croupier/result.h"

namespace croupier {

namespace placement {
class NumberSet;
class SubsetRanks;
}  // namespace placement

struct SearchSpec {
  std::uint32_t workers = 0;      // n: 1 to kMaxWorkers
  std::uint32_t hand = 0;         // k: 1 to 64 and to `workers`
  std::uint32_t max_overlap = 0;  // r: any two hands share at most r workers; 0 to k-1
};

// All hands of a deck, of which any two share at most r workers: every (r+1)-subset of the workers
// is in one hand at most. Unlike BoundedDeck it needs a record of what was dealt, and takes any
// hands: those of other deals, and pinned ones. Not thread-safe.
//
// Memory: C(n, r+1) bits where that is at most 256 MiB, else up to 27 bytes for each of a hand's
// C(k, r+1) subsets.
class SearchDeck {
 public:
  // kInvalidArgument: a value out of its range; more than 2^63 subsets.
  static Result<SearchDeck> make(const SearchSpec& spec, const Key& key);

  // Adds a new hand and fills the span (of the hand's size) with it, ascending. The same key gives
  // the same hands after the same calls. kResourceExhausted: there is no further hand (proven).
  // kUnavailable: none was found within the steps allowed, though there may be one. Cost: C(k, r+1)
  // look-ups a try; one to two tries until a sixth of all subsets is taken.
  Result<void> next(std::span<std::uint32_t> hand);

  // Adds a hand from elsewhere, its workers in any order. kInvalidArgument: no such hand;
  // kFailedPrecondition: more than r of them are together in a hand already.
  Result<void> import(std::span<const std::uint32_t> hand);

  // Takes a hand away. kInvalidArgument as for import; kNotFound when it was not there, as far as
  // its subsets tell.
  Result<void> release(std::span<const std::uint32_t> hand);

  std::uint64_t size() const { return size_; }  // hands

  SearchDeck(SearchDeck&&) noexcept;
  SearchDeck& operator=(SearchDeck&&) noexcept;
  ~SearchDeck();

 private:
  SearchDeck(const SearchSpec& spec, const Key& key);

  std::uint32_t random_below(std::uint32_t limit);
  std::optional<std::size_t> put(std::uint32_t worker);
  void draw_members(std::size_t size);
  bool fits_with(std::size_t place) const;
  bool draw();
  bool draw_and_scan();
  enum class Found { kHand, kNone, kUnknown };
  Found search_all();
  Found extend();
  void take();
  Result<void> read(std::span<const std::uint32_t> hand);

  SearchSpec spec_;
  std::unique_ptr<placement::SubsetRanks> ranks_;
  std::unique_ptr<placement::NumberSet> taken_;
  std::vector<std::uint32_t> candidate_;  // ascending
  std::array<std::uint64_t, 4> state_{};  // of the generator
  std::uint64_t size_ = 0;
  std::uint32_t first_ = 0;  // no hand is left whose least worker is below
  std::uint64_t steps_ = 0;  // of the search under way
};

}  // namespace croupier
