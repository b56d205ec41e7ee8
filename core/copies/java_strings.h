// java.lang.String and java.util.HashSet<String>, as far as copied deals depend on their order.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "croupier/result.h"

namespace croupier::copies {

// UTF-8 as the UTF-16 code units that Java compares and hashes. kInvalidArgument, with the byte
// offset, for bytes that are no UTF-8.
Result<std::u16string> to_utf16(std::string_view text);

// String.hashCode.
std::uint32_t java_hash(std::u16string_view text);

// Positions of `values`, which must be distinct, in the order in which a HashSet of Java 8 or later
// iterates after they were added in the order given. kInvalidArgument once eight values share a
// bucket: from there on Java rebuilds buckets by rules that are not reproduced here.
// Cost: a sort of the values.
Result<std::vector<std::uint32_t>> java_set_order(std::span<const std::u16string> values);

}  // namespace croupier::copies
