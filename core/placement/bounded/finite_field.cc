#include "core/placement/bounded/finite_field.h"

#include <array>

namespace croupier::placement {
namespace {

constexpr std::size_t kMaxDegree = 16;  // 2^16 elements

// Coefficients, the lowest first.
using Polynomial = std::array<std::uint32_t, 2 * kMaxDegree + 1>;

Polynomial digits(std::uint32_t number, std::uint32_t prime) {
  Polynomial polynomial{};
  for (std::size_t i = 0; number > 0; ++i, number /= prime) polynomial[i] = number % prime;
  return polynomial;
}

std::uint32_t to_number(const Polynomial& polynomial, std::uint32_t prime, std::uint32_t degree) {
  std::uint32_t number = 0;
  for (std::uint32_t i = degree; i-- > 0;) number = number * prime + polynomial[i];
  return number;
}

std::uint32_t power(std::uint32_t base, std::uint32_t exponent) {
  std::uint32_t result = 1;
  for (std::uint32_t i = 0; i < exponent; ++i) result *= base;
  return result;
}

// Takes multiples of the monic polynomial `divisor` of degree `degree` off the rest, from `top`
// down.
void reduce(Polynomial& rest, std::size_t top, const Polynomial& divisor, std::size_t degree,
            std::uint32_t prime) {
  for (std::size_t i = top + 1; i-- > degree;) {
    const std::uint32_t times = rest[i];
    if (times == 0) continue;
    for (std::size_t j = 0; j <= degree; ++j) {
      const std::uint64_t taken = std::uint64_t{times} * divisor[j] % prime;
      rest[i - degree + j] =
          static_cast<std::uint32_t>((rest[i - degree + j] + prime - taken) % prime);
    }
  }
}

bool divides(std::uint32_t divisor, std::uint32_t degree, std::uint32_t number, std::uint32_t top,
             std::uint32_t prime) {
  Polynomial rest = digits(number, prime);
  reduce(rest, top, digits(divisor, prime), degree, prime);
  return to_number(rest, prime, degree) == 0;
}

// By trial division: a reducible polynomial has a monic factor of at most half its degree.
bool is_irreducible(std::uint32_t number, std::uint32_t prime, std::uint32_t degree) {
  for (std::uint32_t d = 1; d <= degree / 2; ++d) {
    const std::uint32_t first = power(prime, d);
    for (std::uint32_t low = 0; low < first; ++low) {
      if (divides(first + low, d, number, degree, prime)) return false;
    }
  }
  return true;
}

std::uint32_t least_irreducible(std::uint32_t prime, std::uint32_t degree) {
  std::uint32_t number = power(prime, degree);
  while (!is_irreducible(number, prime, degree)) ++number;
  return number;
}

}  // namespace

FiniteField::FiniteField(std::uint32_t prime, std::uint32_t degree)
    : prime_(prime),
      degree_(degree),
      size_(power(prime, degree)),
      modulus_(degree == 1 ? prime : least_irreducible(prime, degree)) {}

std::uint32_t FiniteField::add(std::uint32_t a, std::uint32_t b) const {
  if (prime_ == 2) return a ^ b;
  if (degree_ == 1) return (a + b) % prime_;
  std::uint32_t sum = 0;
  for (std::uint32_t place = 1; place < size_; place *= prime_) {
    sum += (a / place % prime_ + b / place % prime_) % prime_ * place;
  }
  return sum;
}

std::uint32_t FiniteField::negate(std::uint32_t a) const {
  std::uint32_t negative = 0;
  for (std::uint32_t place = 1; place < size_; place *= prime_) {
    negative += (prime_ - a / place % prime_) % prime_ * place;
  }
  return negative;
}

std::uint32_t FiniteField::multiply(std::uint32_t a, std::uint32_t b) const {
  if (degree_ == 1) return static_cast<std::uint32_t>(std::uint64_t{a} * b % prime_);
  const Polynomial left = digits(a, prime_);
  const Polynomial right = digits(b, prime_);
  Polynomial product{};
  for (std::uint32_t i = 0; i < degree_; ++i) {
    for (std::uint32_t j = 0; j < degree_; ++j) {
      product[i + j] =
          static_cast<std::uint32_t>((product[i + j] + std::uint64_t{left[i]} * right[j]) % prime_);
    }
  }
  reduce(product, 2 * degree_ - 2, digits(modulus_, prime_), degree_, prime_);
  return to_number(product, prime_, degree_);
}

std::uint32_t FiniteField::invert(std::uint32_t a) const {
  std::uint32_t result = 1;  // a^(size - 2)
  std::uint32_t square = a;
  for (std::uint32_t exponent = size_ - 2; exponent > 0; exponent /= 2) {
    if (exponent % 2 == 1) result = multiply(result, square);
    square = multiply(square, square);
  }
  return result;
}

std::vector<PrimePower> prime_powers(std::uint32_t m) {
  std::vector<PrimePower> factors;
  for (std::uint32_t prime = 2; m > 1; ++prime) {
    if (std::uint64_t{prime} * prime > m) prime = m;
    PrimePower factor{prime, 0, 1};
    for (; m % prime == 0; m /= prime) {
      ++factor.degree;
      factor.size *= prime;
    }
    if (factor.degree > 0) factors.push_back(factor);
  }
  return factors;
}

}  // namespace croupier::placement
