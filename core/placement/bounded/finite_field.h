// GF(p^e) for sizes up to 65,536: what hands with a proven overlap are made of.
#pragma once

#include <cstdint>
#include <vector>

namespace croupier::placement {

// Elements are the numbers 0 to size-1: the base-p digits of a number are the coefficients of a
// polynomial, the lowest first, modulo the least monic irreducible polynomial of degree e (least as
// a number whose base-p digits are its coefficients). 0 is zero and 1 is one. Immutable.
class FiniteField {
 public:
  // `prime` must be one and prime^degree at most 65,536.
  FiniteField(std::uint32_t prime, std::uint32_t degree);

  std::uint32_t prime() const { return prime_; }
  std::uint32_t degree() const { return degree_; }
  std::uint32_t size() const { return size_; }
  // The polynomial as a number, e.g. 11 for x^3 + x + 1 over GF(2); the prime itself for degree 1.
  std::uint32_t modulus() const { return modulus_; }

  std::uint32_t add(std::uint32_t a, std::uint32_t b) const;
  std::uint32_t negate(std::uint32_t a) const;
  std::uint32_t multiply(std::uint32_t a, std::uint32_t b) const;
  std::uint32_t invert(std::uint32_t a) const;  // of anything but 0

 private:
  std::uint32_t prime_;
  std::uint32_t degree_;
  std::uint32_t size_;
  std::uint32_t modulus_;
};

struct PrimePower {
  std::uint32_t prime;
  std::uint32_t degree;
  std::uint32_t size;  // prime^degree
};

// The prime-power factors of m >= 1, the least prime first; none for 1.
std::vector<PrimePower> prime_powers(std::uint32_t m);

}  // namespace croupier::placement
