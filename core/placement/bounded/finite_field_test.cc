#include "core/placement/bounded/finite_field.h"

#include <gtest/gtest.h>

#include <set>

namespace croupier::placement {
namespace {

class Fields : public ::testing::TestWithParam<std::pair<std::uint32_t, std::uint32_t>> {};

TEST_P(Fields, AreFields) {
  const FiniteField field(GetParam().first, GetParam().second);
  const std::uint32_t q = field.size();
  for (std::uint32_t a = 0; a < q; ++a) {
    EXPECT_EQ(field.add(a, field.negate(a)), 0u);
    EXPECT_EQ(field.multiply(a, 1), a);
    if (a != 0) {
      EXPECT_EQ(field.multiply(a, field.invert(a)), 1u) << a;
    }
    std::set<std::uint32_t> sums, products;
    for (std::uint32_t b = 0; b < q; ++b) {
      sums.insert(field.add(a, b));
      products.insert(field.multiply(a, b));
      EXPECT_EQ(field.multiply(a, b), field.multiply(b, a));
      const std::uint32_t c = (a * 7 + b * 3 + 1) % q;
      EXPECT_EQ(field.multiply(field.add(a, b), c),
                field.add(field.multiply(a, c), field.multiply(b, c)));
    }
    EXPECT_EQ(sums.size(), q);
    EXPECT_EQ(products.size(), a == 0 ? 1u : q) << "no zero divisors";
  }
}

INSTANTIATE_TEST_SUITE_P(Small, Fields,
                         ::testing::Values(std::pair(2u, 1u), std::pair(2u, 4u), std::pair(2u, 7u),
                                           std::pair(3u, 1u), std::pair(3u, 3u), std::pair(5u, 2u),
                                           std::pair(7u, 2u), std::pair(101u, 1u)));

TEST(FiniteField, TakesTheLeastIrreduciblePolynomial) {
  EXPECT_EQ(FiniteField(2, 2).modulus(), 7u);    // x^2 + x + 1
  EXPECT_EQ(FiniteField(2, 3).modulus(), 11u);   // x^3 + x + 1
  EXPECT_EQ(FiniteField(2, 8).modulus(), 283u);  // x^8 + x^4 + x^3 + x + 1
  EXPECT_EQ(FiniteField(3, 2).modulus(), 10u);   // x^2 + 1
}

TEST(FiniteField, LargeOnes) {
  for (const auto& [prime, degree] :
       {std::pair(2u, 16u), std::pair(3u, 10u), std::pair(251u, 2u), std::pair(65'521u, 1u)}) {
    const FiniteField field(prime, degree);
    for (std::uint32_t a = 1; a < field.size(); a += field.size() / 97) {
      EXPECT_EQ(field.multiply(a, field.invert(a)), 1u);
    }
  }
}

TEST(PrimePowers, Factorise) {
  EXPECT_TRUE(prime_powers(1).empty());
  std::uint32_t checked = 0;
  for (std::uint32_t m = 2; m <= 3000; ++m) {
    std::uint32_t product = 1;
    std::uint32_t last = 1;
    for (const PrimePower& factor : prime_powers(m)) {
      EXPECT_GT(factor.prime, last);
      last = factor.prime;
      product *= factor.size;
      std::uint32_t size = 1;
      for (std::uint32_t i = 0; i < factor.degree; ++i) size *= factor.prime;
      EXPECT_EQ(size, factor.size);
      for (std::uint32_t d = 2; d * d <= factor.prime; ++d) EXPECT_NE(factor.prime % d, 0u);
    }
    EXPECT_EQ(product, m);
    ++checked;
  }
  EXPECT_EQ(checked, 2999u);
}

}  // namespace
}  // namespace croupier::placement
