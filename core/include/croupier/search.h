// Hands with a largest overlap that are searched for, one by one: the policy `search`
// (docs/policies/search.md).
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "croupier/key.h"
#include "croupier/result.h"

namespace croupier {

namespace placement {
class FreeHands;
class HandFinder;
}  // namespace placement

struct SearchSpec {
  std::uint32_t workers = 0;      // n: 1 to kMaxWorkers
  std::uint32_t hand = 0;         // k: 1 to 64 and to `workers`
  std::uint32_t max_overlap = 0;  // r: any two hands share at most r workers; 0 to k-1
};

// Attributes over which every hand is spread: the numbers of its members of any two values of an
// attribute differ by at most one. values[a][w] is worker w's value in attribute a, numbered from
// 0.
struct SearchSpread {
  std::vector<std::vector<std::uint32_t>> values;
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

  // The same of hands that are spread; others are refused by import(). kInvalidArgument also for
  // attributes without a value for every worker. A draw costs O(attributes * (k + values)) more for
  // each member. Small decks weigh hands by all that they would take away, spread or not.
  static Result<SearchDeck> make(const SearchSpec& spec, const SearchSpread& spread,
                                 const Key& key);

  // Adds a new hand and fills the span (of the hand's size) with it, ascending. The same key gives
  // the same hands after the same calls. kResourceExhausted: there is no further hand (proven).
  // kUnavailable: none was found within the steps allowed, though there may be one; never where
  // C(n, k) * C(k, r+1) is at most 2^22. Such small decks weigh up to 8 free hands for each that
  // they deal, so that more of them fit: some 0.1 ms a hand. Others: C(k, r+1) look-ups a draw; one
  // to two draws until a sixth of all subsets is taken.
  Result<void> next(std::span<std::uint32_t> hand);

  // Adds a hand from elsewhere, its workers in any order. kInvalidArgument: no such hand, or not
  // spread;
  // kFailedPrecondition: more than r of them are together in a hand already.
  Result<void> import(std::span<const std::uint32_t> hand);

  // Takes a hand away. kInvalidArgument as for import; kNotFound when it was not there, as far as
  // its subsets tell.
  Result<void> release(std::span<const std::uint32_t> hand);

  std::uint64_t size() const { return size_; }  // hands

  // How many random hands next() has looked at so far, dealt or not.
  std::uint64_t draws() const;

  SearchDeck(SearchDeck&&) noexcept;
  SearchDeck& operator=(SearchDeck&&) noexcept;
  ~SearchDeck();

 private:
  SearchDeck(const SearchSpec& spec, const SearchSpread& spread, const Key& key);

  Result<void> read(std::span<const std::uint32_t> hand);

  SearchSpec spec_;
  std::unique_ptr<placement::FreeHands> free_;
  std::unique_ptr<placement::HandFinder> finder_;
  std::vector<std::uint32_t> hand_;  // the one at work; ascending
  std::uint64_t size_ = 0;
};

}  // namespace croupier
