// The polynomial deal: any hand size and any largest overlap, from evaluations of polynomials.
#pragma once

#include <array>
#include <vector>

#include "core/placement/bounded/construction.h"
#include "core/placement/bounded/finite_field.h"
#include "croupier/divisor.h"

namespace croupier::placement {

// Stripes of m workers; worker i*m + v is slot v of stripe i. An ordinal's t base-m digits, the
// lowest first, are the coefficients of a polynomial f over a ring of m elements, and stripe i
// holds slot f(i). Two polynomials of degree below t agree in at most t-1 places, so two hands
// share at most t-1 workers. The constant coefficient alone moves all slots: each m ordinals use
// every worker once.
//
// The ring is the product of the fields of m's prime-power factors; element number = the fields'
// elements as mixed-radix digits, the least prime lowest. The places must differ by units, so every
// prime-power factor must be at least the number of stripes (with t = 1 any m will do).
//
// A hand may use any of the stripes, not only the first `hand` of them (elastic hands): the bound
// holds between hands of all sizes.
// Source: Reed-Solomon codes; Singleton's bound is met.
class PolynomialDeal final : public Construction {
 public:
  // Needs 1 <= t <= hand <= stripes, m^t below 2^63, and is_valid(m, stripes, t).
  PolynomialDeal(std::uint32_t hand, std::uint32_t stripe, std::uint32_t t, std::uint32_t stripes);

  static bool is_valid(std::uint32_t stripe, std::uint32_t stripes, std::uint32_t t);

  void deal(std::uint64_t ordinal, std::span<std::uint32_t> hand) const override;
  std::optional<std::uint64_t> ordinal_of(std::span<const std::uint32_t> hand) const override;
  std::uint64_t capacity() const override { return capacity_; }
  std::uint32_t block() const override { return stripe_; }
  std::uint32_t workers() const override { return stripes_ * stripe_; }

  // The ordinal's workers in the stripes from `first` on, after the last one the first again.
  void deal_from(std::uint64_t ordinal, std::uint32_t first, std::span<std::uint32_t> hand) const;

 private:
  // A digit of the ring's element numbers that is added modulo an odd prime, and where a Sum has
  // it.
  struct Digit {
    std::uint32_t prime;
    std::uint32_t place;  // in the element's number
    std::uint32_t shift;
    std::uint64_t mask;
  };
  // Elements under addition: the bits that are added without carry (the power of two among the
  // factors) lowest, above them each Digit with room for t elements, which are reduced once at the
  // end.
  using Sum = std::uint64_t;

  void lay_out_digits();
  Sum spread(std::uint32_t element) const;
  std::uint32_t gather(Sum sum) const;
  Sum add(Sum a, Sum b) const {
    return ((a & ~bits_mask_) + (b & ~bits_mask_)) | ((a ^ b) & bits_mask_);
  }

  std::uint32_t subtract(std::uint32_t a, std::uint32_t b) const;
  std::uint32_t multiply(std::uint32_t a, std::uint32_t b) const;
  std::uint32_t invert(std::uint32_t a) const;
  template <typename Operation>
  std::uint32_t each_field(std::uint32_t a, std::uint32_t b, const Operation& operation) const;

  static constexpr std::size_t kMaxCoefficients = 63;                // m^t < 2^63
  using Coefficients = std::array<std::uint32_t, kMaxCoefficients>;  // the first t_ count
  Coefficients coefficients_of(std::uint64_t ordinal) const;
  std::uint32_t slot(const std::uint32_t* coefficients, std::uint32_t stripe) const;
  void make_tables();
  std::vector<std::uint32_t> interpolate(std::span<const std::uint32_t> hand) const;

  std::uint32_t hand_;
  std::uint32_t stripe_;
  std::uint32_t t_;
  std::uint32_t stripes_;
  std::uint64_t capacity_ = 1;
  std::vector<ShortDivisor> powers_;  // by m, m^2, ..., m^t: no digit waits for another's quotient
  std::vector<FiniteField> fields_;
  std::vector<std::uint32_t> points_;  // by stripe: the place where it is evaluated
  std::vector<Digit> digits_;
  std::uint64_t bits_mask_ = 0;
  std::vector<Sum> constants_;  // by element
  // products_[((j-1)*m + c)*stripes + i] = c * points_[i]^j, for j = 1 to t-1.
  std::vector<Sum> products_;
};

}  // namespace croupier::placement
