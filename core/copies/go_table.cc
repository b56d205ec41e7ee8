// The fixed words are the generator's own state, 7.8e12 steps after a start from seed 1 whose words
// hold 20 and 10 bits between the small generator's values. A state so far off is a linear function
// of the first one: with c(x) = x^steps mod x^607 - x^334 - 1 over Z/2^64, the output `steps`
// places on is the sum of c[i] * output[i].
#include "core/copies/go_table.h"

#include <bit>

namespace croupier::copies {
namespace {

constexpr std::uint64_t kSteps = 7'800'000'000'000;
constexpr std::size_t kFeed = kGoLag - kGoTap;

using Polynomial = std::array<std::uint64_t, kGoLag>;  // coefficients, the constant first
using Product = std::array<std::uint64_t, 2 * kGoLag - 1>;

// x^607 = x^334 + 1, from the highest power down.
Polynomial reduced(Product& product) {
  for (std::size_t i = product.size() - 1; i >= kGoLag; --i) {
    product[i - kGoLag] += product[i];
    product[i - kGoTap] += product[i];
  }
  Polynomial result;
  for (std::size_t i = 0; i < kGoLag; ++i) result[i] = product[i];
  return result;
}

Polynomial squared(const Polynomial& a) {
  Product product{};
  for (std::size_t i = 0; i < kGoLag; ++i) {
    product[2 * i] += a[i] * a[i];
    for (std::size_t j = i + 1; j < kGoLag; ++j) product[i + j] += 2 * a[i] * a[j];
  }
  return reduced(product);
}

Polynomial times_x(const Polynomial& a) {
  Product product{};
  for (std::size_t i = 0; i < kGoLag; ++i) product[i + 1] = a[i];
  return reduced(product);
}

Polynomial x_to(std::uint64_t power) {
  Polynomial result{1};
  for (std::uint64_t bit = std::bit_floor(power); bit != 0; bit >>= 1) {
    result = squared(result);
    if ((power & bit) != 0) result = times_x(result);
  }
  return result;
}

// Where the generator stores its output of number `n`, counted from the last one before it starts.
std::size_t place(std::uint64_t n) {
  return (kFeed + kGoLag - n % kGoLag) % kGoLag;
}

std::array<std::uint64_t, kGoLag> start_words() {
  std::array<std::uint64_t, kGoLag> words;
  std::uint32_t x = 1;
  const auto next = [&x] { return std::uint64_t{x = go_multiply(x, kGoMultiplier)}; };
  for (int skipped = 0; skipped < 20; ++skipped) next();
  for (std::uint64_t& word : words) {
    word = next() << 20;
    word ^= next() << 10;
    word ^= next();
  }
  return words;
}

std::array<std::uint64_t, kGoLag> fixed_words() {
  // outputs[i] is the output of number i - 606: the state, oldest first, and what follows it.
  const std::array<std::uint64_t, kGoLag> start = start_words();
  std::array<std::uint64_t, 2 * kGoLag> outputs;
  for (std::size_t i = 0; i < kGoLag; ++i) outputs[i] = start[place(i + 1)];
  for (std::size_t i = kGoLag; i < outputs.size(); ++i) {
    outputs[i] = outputs[i - kGoLag] + outputs[i - kGoTap];
  }
  const Polynomial far = x_to(kSteps);
  std::array<std::uint64_t, kGoLag> words;
  for (std::size_t i = 0; i < kGoLag; ++i) {
    std::uint64_t sum = 0;
    for (std::size_t j = 0; j < kGoLag; ++j) sum += far[j] * outputs[i + j];
    words[place(kSteps + i + 1)] = sum;
  }
  return words;
}

std::array<std::uint32_t, kGoLag> word_powers() {
  std::array<std::uint32_t, kGoLag> powers;
  std::uint32_t power = 1;
  for (int step = 0; step < 21; ++step) power = go_multiply(power, kGoMultiplier);
  for (std::uint32_t& first : powers) {
    first = power;
    for (int step = 0; step < 3; ++step) power = go_multiply(power, kGoMultiplier);
  }
  return powers;
}

}  // namespace

const GoTable& go_table() {
  static const GoTable table{fixed_words(), word_powers()};
  return table;
}

}  // namespace croupier::copies
