// Small readers of what vector files hold.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "croupier/key.h"

namespace croupier::vectors {

// Bytes of lower-case hexadecimal.
std::string from_hex(const std::string& hex);

Key key_from_hex(const std::string& hex);

// A number that JSON holds as a number or, from 2^53 on, as a string of decimal digits.
std::uint64_t to_u64(const nlohmann::json& value);
std::int64_t to_i64(const nlohmann::json& value);
std::vector<std::uint64_t> to_u64s(const nlohmann::json& array);
std::vector<std::uint32_t> to_u32s(const nlohmann::json& array);

// "tenant-0", "tenant-1", ...
std::vector<std::string> numbered_tenants(std::size_t count);

}  // namespace croupier::vectors
