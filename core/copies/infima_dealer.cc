#include <utility>

#include "core/copies/copy_dealers.h"

namespace croupier::copies {

MadeDealer LatticeDealer::make(const std::vector<DeckWorker>& workers,
                               const InfimaOptions& options) {
  auto checked = check_values(workers, options.dimensions.size(), "the lattice's dimensions");
  if (!checked) return tl::make_unexpected(std::move(checked.error()));
  InfimaLattice lattice{options.dimensions, {}};
  for (const DeckWorker& worker : workers) lattice.sectors.push_back({worker.values, 1});
  auto sharder = InfimaSharder::make(lattice, options.seed);
  if (!sharder) return tl::make_unexpected(std::move(sharder.error()));
  auto smallest = sharder->smallest_cell();
  if (!smallest) {
    return error(Code::kInvalidArgument,
                 smallest.error().message + ", which some tenant's hand would need");
  }
  return std::unique_ptr<const Dealer>(
      new LatticeDealer(std::move(*sharder), std::move(*smallest)));
}

Result<void> LatticeDealer::check_size(std::uint32_t size) const {
  const std::uint32_t rest = size % cells();
  if (size > 0 && size <= largest_hand() && rest == 0) return {};
  std::string message = "hand size " + std::to_string(size);
  if (size > largest_hand()) {
    message += " is above " + std::to_string(largest_hand()) + ": a hand has " +
               std::to_string(cells()) + " cells, and the cell at " + smallest_.name + " has " +
               std::to_string(smallest_.endpoints) + " workers";
    return error(Code::kInvalidArgument, std::move(message));
  }
  if (size == 0) {
    message += " is below 1";
  } else {
    message += " is no multiple of " + std::to_string(cells()) + ", the cells of a hand";
  }
  const std::uint32_t above = size - rest + cells();
  const std::string below = rest == size ? "" : std::to_string(size - rest) + " or ";
  return error(Code::kInvalidArgument, message + "; nearest: " + below + std::to_string(above));
}

Result<void> LatticeDealer::deal(const Subject& subject, std::uint32_t size,
                                 std::vector<std::uint32_t>& hand, DealScratch& scratch) const {
  if (auto checked = check_size(size); !checked) return checked;
  InfimaHand& dealt = scratch.infima_hand;
  auto done = sharder_.deal(subject.id, size / cells(), dealt, scratch.infima);
  if (!done) return done;
  hand.assign(dealt.endpoints.begin(), dealt.endpoints.end());
  return {};
}

}  // namespace croupier::copies
