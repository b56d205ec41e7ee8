// Keyed, weighted rendezvous hashing with spread. Specified in docs/formats/rendezvous.md.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/placement/lattice.h"
#include "croupier/deal.h"

namespace croupier::placement {

inline constexpr std::string_view kRendezvousPurpose = "croupier rendezvous v1";

// The key under which one tenant's workers are hashed: SipHash-2-4-128 of the tenant.
SipKey tenant_key(const SipKey& key, std::string_view tenant);

class RendezvousDealer final : public Dealer {
 public:
  // Precondition: `spec` passed make_dealer's checks.
  RendezvousDealer(const DeckSpec& spec, const Key& key);

  // Cost: one SipHash per worker, then O(workers + k log workers); with
  // several attributes that of Lattice::deal().
  Result<void> deal(const Subject& subject, std::uint32_t size, std::vector<std::uint32_t>& hand,
                    DealScratch& scratch) const override;
  std::uint32_t largest_hand() const override { return largest_hand_; }
  Result<void> check_size(std::uint32_t size) const override;

 private:
  // The workers of one spread value, or of one cell of the lattice: `begin` to `end` in the order
  // of deck_positions_.
  struct Group {
    std::string message;  // 's', then the (first) value
    std::uint32_t begin;
    std::uint32_t end;

    std::uint32_t size() const { return end - begin; }
  };

  void add_workers(const DeckSpec& spec);
  void group_workers(const DeckSpec& spec);
  void count_rounds();
  void score(const SipKey& tenant_key, DealScratch& scratch) const;
  void order_groups(const SipKey& tenant_key, DealScratch& scratch) const;
  void order_group(const Group& group, std::uint32_t rounds, DealScratch& scratch) const;
  void take_rounds(std::span<std::uint32_t> hand, DealScratch& scratch) const;
  void take_cells(std::span<std::uint32_t> hand, DealScratch& scratch) const;

  SipKey key_;
  Spread spread_;
  // Workers by spread values, then id; `Candidate::worker` is a place in this order. One value's
  // workers are thus in the order of their ids, and the deck's own order leaves no trace.
  std::vector<std::uint32_t> deck_positions_;
  std::vector<std::uint32_t> weights_;
  std::string messages_;  // 'w', then the id, of every worker
  std::vector<std::uint32_t> message_ends_;
  std::vector<Group> groups_;                     // by values; a single one without spread
  std::optional<Lattice> lattice_;                // with several attributes
  std::vector<std::uint32_t> dealt_after_round_;  // members in hand after each whole round
  bool equal_weights_ = true;
  std::uint32_t largest_hand_ = 0;
};

}  // namespace croupier::placement
