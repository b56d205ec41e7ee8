#include "core/placement/bounded/polynomial.h"

#include <algorithm>
#include <bit>

#include "croupier/assert.h"

namespace croupier::placement {

bool PolynomialDeal::is_valid(std::uint32_t stripe, std::uint32_t stripes, std::uint32_t t) {
  if (t == 1 || stripes == 1) return true;
  const auto factors = prime_powers(stripe);
  return !factors.empty() &&
         std::all_of(factors.begin(), factors.end(),
                     [&](const PrimePower& factor) { return factor.size >= stripes; });
}

PolynomialDeal::PolynomialDeal(std::uint32_t hand, std::uint32_t stripe, std::uint32_t t,
                               std::uint32_t stripes)
    : hand_(hand), stripe_(stripe), t_(t), stripes_(stripes) {
  for (std::uint32_t i = 0; i < t_; ++i) {
    capacity_ *= stripe_;
    powers_.emplace_back(capacity_);
  }
  for (const PrimePower& factor : prime_powers(stripe_)) {
    fields_.emplace_back(factor.prime, factor.degree);
  }
  lay_out_digits();
  for (std::uint32_t i = 0; i < stripes_; ++i) {
    std::uint32_t point = 0;
    std::uint32_t place = 1;
    for (const FiniteField& field : fields_) {
      point += i % field.size() * place;
      place *= field.size();
    }
    points_.push_back(point);
  }
  make_tables();
}

void PolynomialDeal::lay_out_digits() {
  std::uint32_t place = 1;
  std::uint32_t shift = 0;
  for (const FiniteField& field : fields_) {
    if (field.prime() == 2) {
      shift = field.degree();
      bits_mask_ = field.size() - 1;
      place = field.size();
      continue;
    }
    const auto width = static_cast<std::uint32_t>(std::bit_width(t_ * (field.prime() - 1)));
    for (std::uint32_t i = 0; i < field.degree(); ++i) {
      digits_.push_back({field.prime(), place, shift, (std::uint64_t{1} << width) - 1});
      place *= field.prime();
      shift += width;
    }
  }
  CROUPIER_ASSERT(shift <= 64);  // as m^t is below 2^63
}

PolynomialDeal::Sum PolynomialDeal::spread(std::uint32_t element) const {
  Sum sum = element & bits_mask_;
  for (const Digit& digit : digits_) {
    sum |= Sum{element / digit.place % digit.prime} << digit.shift;
  }
  return sum;
}

std::uint32_t PolynomialDeal::gather(Sum sum) const {
  auto element = static_cast<std::uint32_t>(sum & bits_mask_);
  for (const Digit& digit : digits_) {
    auto value = static_cast<std::uint32_t>(sum >> digit.shift & digit.mask);
    for (std::uint32_t j = 1; j < t_; ++j) value -= value >= digit.prime ? digit.prime : 0;
    element += value * digit.place;
  }
  return element;
}

void PolynomialDeal::make_tables() {
  for (std::uint32_t c = 0; c < stripe_; ++c) constants_.push_back(spread(c));
  products_.resize(std::size_t{t_ - 1} * stripe_ * stripes_);
  for (std::uint32_t i = 0; i < stripes_; ++i) {
    std::uint32_t power = points_[i];
    for (std::uint32_t j = 1; j < t_; ++j) {
      for (std::uint32_t c = 0; c < stripe_; ++c) {
        products_[(std::size_t{j - 1} * stripe_ + c) * stripes_ + i] = spread(multiply(c, power));
      }
      power = multiply(power, points_[i]);
    }
  }
}

template <typename Operation>
std::uint32_t PolynomialDeal::each_field(std::uint32_t a, std::uint32_t b,
                                         const Operation& operation) const {
  std::uint32_t result = 0;
  std::uint32_t place = 1;
  for (const FiniteField& field : fields_) {
    const std::uint32_t size = field.size();
    result += operation(field, a % size, b % size) * place;
    a /= size;
    b /= size;
    place *= size;
  }
  return result;
}

std::uint32_t PolynomialDeal::subtract(std::uint32_t a, std::uint32_t b) const {
  return each_field(a, b, [](const FiniteField& field, std::uint32_t x, std::uint32_t y) {
    return field.add(x, field.negate(y));
  });
}

std::uint32_t PolynomialDeal::multiply(std::uint32_t a, std::uint32_t b) const {
  return each_field(a, b, [](const FiniteField& field, std::uint32_t x, std::uint32_t y) {
    return field.multiply(x, y);
  });
}

std::uint32_t PolynomialDeal::invert(std::uint32_t a) const {
  return each_field(a, 0, [](const FiniteField& field, std::uint32_t x, std::uint32_t) {
    return field.invert(x);
  });
}

std::uint32_t PolynomialDeal::slot(const std::uint32_t* coefficients, std::uint32_t stripe) const {
  Sum sum = constants_[coefficients[0]];
  for (std::uint32_t j = 1; j < t_; ++j) {
    const std::size_t at = (std::size_t{j - 1} * stripe_ + coefficients[j]) * stripes_ + stripe;
    sum = add(sum, products_[at]);
  }
  return gather(sum);
}

PolynomialDeal::Coefficients PolynomialDeal::coefficients_of(std::uint64_t ordinal) const {
  Coefficients coefficients;
  std::uint64_t quotient = ordinal;
  for (std::uint32_t j = 0; j < t_; ++j) {
    const std::uint64_t higher = powers_[j].quotient(ordinal);
    coefficients[j] = static_cast<std::uint32_t>(quotient - higher * stripe_);
    quotient = higher;
  }
  return coefficients;
}

void PolynomialDeal::deal(std::uint64_t ordinal, std::span<std::uint32_t> hand) const {
  const Coefficients coefficients = coefficients_of(ordinal);
  for (std::uint32_t i = 0; i < hand_; ++i) hand[i] = i * stripe_ + slot(coefficients.data(), i);
}

void PolynomialDeal::deal_from(std::uint64_t ordinal, std::uint32_t first,
                               std::span<std::uint32_t> hand) const {
  const Coefficients coefficients = coefficients_of(ordinal);
  std::uint32_t stripe = first;
  for (std::uint32_t& worker : hand) {
    worker = stripe * stripe_ + slot(coefficients.data(), stripe);
    if (++stripe == stripes_) stripe = 0;
  }
}

// The coefficients through the first t members, by Newton's divided differences.
std::vector<std::uint32_t> PolynomialDeal::interpolate(std::span<const std::uint32_t> hand) const {
  std::vector<std::uint32_t> x, difference;
  for (std::uint32_t i = 0; i < t_; ++i) {
    x.push_back(points_[hand[i] / stripe_]);
    difference.push_back(hand[i] % stripe_);
  }
  for (std::uint32_t level = 1; level < t_; ++level) {
    for (std::uint32_t i = t_ - 1; i >= level; --i) {
      difference[i] = multiply(subtract(difference[i], difference[i - 1]),
                               invert(subtract(x[i], x[i - level])));
    }
  }
  std::vector<std::uint32_t> coefficients(t_, 0);  // Horner: f = f * (X - x[i]) + difference[i]
  for (std::uint32_t i = t_; i-- > 0;) {
    for (std::uint32_t j = t_ - 1; j > 0; --j) {
      coefficients[j] = subtract(coefficients[j - 1], multiply(coefficients[j], x[i]));
    }
    coefficients[0] = subtract(difference[i], multiply(coefficients[0], x[i]));
  }
  return coefficients;
}

std::optional<std::uint64_t> PolynomialDeal::ordinal_of(std::span<const std::uint32_t> hand) const {
  if (hand.size() < t_ || hand.size() > stripes_) return std::nullopt;
  for (std::size_t i = 0; i < hand.size(); ++i) {
    if (hand[i] >= workers()) return std::nullopt;
    if (i > 0 && hand[i] / stripe_ <= hand[i - 1] / stripe_) return std::nullopt;
  }
  const auto coefficients = interpolate(hand);
  for (const std::uint32_t worker : hand) {
    if (slot(coefficients.data(), worker / stripe_) != worker % stripe_) return std::nullopt;
  }
  std::uint64_t ordinal = 0;
  for (std::uint32_t j = t_; j-- > 0;) ordinal = ordinal * stripe_ + coefficients[j];
  return ordinal;
}

}  // namespace croupier::placement
