#include <utility>

#include "core/copies/copy_dealers.h"
#include "core/copies/ring_window.h"

namespace croupier::copies {

MadeDealer RingDealer::make(const std::vector<DeckWorker>& workers,
                            const MimirRingOptions& options) {
  if (options.instances.size() != workers.size()) {
    return error(Code::kInvalidArgument, std::to_string(options.instances.size()) +
                                             " ring instances for " +
                                             std::to_string(workers.size()) + " workers");
  }
  if (options.zone_aware) {
    if (auto checked = check_values(workers, 1, "a zone"); !checked) {
      return tl::make_unexpected(std::move(checked.error()));
    }
  }
  if (auto window = ring_window(options.lookback); !window) {
    return tl::make_unexpected(std::move(window.error()));
  }
  RingSpec spec{options.zone_aware, options.instances};
  for (std::size_t i = 0; i < workers.size(); ++i) {
    spec.instances[i].id = workers[i].id;
    spec.instances[i].zone = options.zone_aware ? workers[i].values[0] : std::string();
  }
  auto ring = MimirRing::make(spec);
  if (!ring) return tl::make_unexpected(std::move(ring.error()));
  if (ring->writable() == 0) {
    return error(Code::kInvalidArgument, "all instances of the ring are read-only");
  }
  return std::unique_ptr<const Dealer>(new RingDealer(std::move(*ring), options.lookback));
}

Result<void> RingDealer::check_size(std::uint32_t size) const {
  if (size == ring_.size()) return {};
  auto checked = ring_.check_size(size);
  if (!checked && size != 0) {
    checked.error().message += "; the largest hand is " + std::to_string(largest_);
  }
  return checked;
}

Result<void> RingDealer::deal(const Subject& subject, std::uint32_t size,
                              std::vector<std::uint32_t>& hand, DealScratch& scratch) const {
  if (auto checked = check_size(size); !checked) return checked;
  const std::uint32_t asked = size == ring_.size() ? 0 : size;
  auto shard = ring_.shard_with_lookback(subject.id, asked, lookback_, scratch.ring);
  if (!shard) return tl::make_unexpected(std::move(shard.error()));
  hand.assign(shard->begin(), shard->end());
  return {};
}

}  // namespace croupier::copies
