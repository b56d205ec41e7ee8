// All hands of one deck's listed tenants, equal ones once: the input of every risk figure.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "fleet/resolve.h"

namespace croupier::fleet {

// A hand as a set. Hands are numbered from 0, in the order of the first tenant that has each.
class HandTable {
 public:
  // Resolves every listed tenant in `deck`, which must have a dealer. Errors as resolve_listed's.
  static Result<HandTable> build(const Fleet& fleet, const DealtDeck& deck);

  std::uint32_t hands() const { return static_cast<std::uint32_t>(counts_.size()); }
  std::uint64_t tenants() const { return tenants_; }

  // The workers that can fail: those the deck deals from and those in pinned hands. Below, workers
  // are numbered by their place in this list, which ascends in the fleet's numbers.
  std::span<const std::uint32_t> workers() const { return workers_; }
  std::uint32_t weight(std::uint32_t worker) const { return weights_[worker]; }

  // The members of a hand, ascending.
  std::span<const std::uint32_t> members(std::uint32_t hand) const {
    return std::span(members_).subspan(begins_[hand], begins_[hand + 1] - begins_[hand]);
  }
  std::uint64_t count(std::uint32_t hand) const { return counts_[hand]; }  // tenants that have it
  std::uint64_t hand_weight(std::uint32_t hand) const { return hand_weights_[hand]; }
  std::uint32_t first_tenant(std::uint32_t hand) const { return first_tenants_[hand]; }

  // The hands that hold a worker, ascending.
  std::span<const std::uint32_t> hands_of(std::uint32_t worker) const {
    return std::span(holders_).subspan(holder_begins_[worker],
                                       holder_begins_[worker + 1] - holder_begins_[worker]);
  }

 private:
  void index_workers(const Fleet& fleet, const DealtDeck& deck);
  void index_holders();

  std::uint64_t tenants_ = 0;
  std::vector<std::uint32_t> workers_, weights_;
  std::vector<std::size_t> begins_ = {0};
  std::vector<std::uint32_t> members_;
  std::vector<std::uint64_t> counts_, hand_weights_;
  std::vector<std::uint32_t> first_tenants_;
  std::vector<std::size_t> holder_begins_;
  std::vector<std::uint32_t> holders_;
};

}  // namespace croupier::fleet
