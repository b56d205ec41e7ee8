#include "core/placement/search/keyed_random.h"

#include <bit>

#include "core/base/byte_order.h"
#include "core/base/uint128.h"

namespace croupier::placement {

KeyedRandom::KeyedRandom(const Key& key) {
  const SipKey low = key.derive("croupier search low 1");
  const SipKey high = key.derive("croupier search high 1");
  state_ = {load_big_endian64(low.data()), load_big_endian64(low.data() + 8),
            load_big_endian64(high.data()), load_big_endian64(high.data() + 8)};
}

std::uint32_t KeyedRandom::below(std::uint32_t limit) {
  const std::uint64_t result = std::rotl(state_[1] * 5, 7) * 9;
  const std::uint64_t shifted = state_[1] << 17;
  state_[2] ^= state_[0];
  state_[3] ^= state_[1];
  state_[1] ^= state_[2];
  state_[0] ^= state_[3];
  state_[2] ^= shifted;
  state_[3] = std::rotl(state_[3], 45);
  return static_cast<std::uint32_t>(multiply_wide(result, limit) >> 64);
}

}  // namespace croupier::placement
