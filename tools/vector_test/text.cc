#include "tools/vector_test/text.h"

#include <charconv>
#include <stdexcept>

namespace croupier::vectors {
namespace {

template <typename Number>
Number parse(const std::string& digits, int base) {
  Number number{};
  const char* end = digits.data() + digits.size();
  const auto [stop, failure] = std::from_chars(digits.data(), end, number, base);
  if (failure != std::errc() || stop != end) {
    throw std::runtime_error("'" + digits + "' is not a number of base " + std::to_string(base));
  }
  return number;
}

}  // namespace

std::string from_hex(const std::string& hex) {
  std::string bytes;
  for (std::size_t i = 0; i < hex.size(); i += 2) {
    bytes += static_cast<char>(parse<std::uint8_t>(hex.substr(i, 2), 16));
  }
  return bytes;
}

Key key_from_hex(const std::string& hex) {
  return Key(std::string_view(from_hex(hex)));
}

std::uint64_t to_u64(const nlohmann::json& value) {
  if (!value.is_string()) return value.get<std::uint64_t>();
  return parse<std::uint64_t>(value.get<std::string>(), 10);
}

std::int64_t to_i64(const nlohmann::json& value) {
  if (!value.is_string()) return value.get<std::int64_t>();
  return parse<std::int64_t>(value.get<std::string>(), 10);
}

std::vector<std::uint64_t> to_u64s(const nlohmann::json& array) {
  std::vector<std::uint64_t> numbers;
  for (const auto& value : array) numbers.push_back(to_u64(value));
  return numbers;
}

std::vector<std::uint32_t> to_u32s(const nlohmann::json& array) {
  return array.get<std::vector<std::uint32_t>>();
}

std::vector<std::string> numbered_tenants(std::size_t count) {
  std::vector<std::string> tenants;
  for (std::size_t i = 0; i < count; ++i) tenants.push_back("tenant-" + std::to_string(i));
  return tenants;
}

}  // namespace croupier::vectors
