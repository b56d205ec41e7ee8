// The chance that elephants cover a mouse's hand, as a Markov chain over the number of its queues
// that none of them has hit yet. Nothing is ever subtracted, so no digits cancel.
#include <array>
#include <string>

#include "croupier/apf.h"

namespace croupier::copies {
namespace {

using Row = std::array<long double, kApfMaxHand + 1>;
using Matrix = std::array<Row, kApfMaxHand + 1>;  // [bare queues before][bare queues after]

// from * (from - 1) * ..., `factors` of them; 0 where the factors reach 0.
std::uint64_t falling(std::uint64_t from, std::uint64_t factors) {
  std::uint64_t product = 1;
  for (std::uint64_t i = 0; i < factors; ++i) {
    if (i >= from) return 0;
    product *= from - i;
  }
  return product;
}

// C(bare, hits) * C(queues - bare, hand - hits) / C(queues, hand): one elephant hits `hits` of the
// `bare` queues. Written over queues!/(queues - hand)!, which is at most queues^hand <= 2^60, both
// sides of the fraction are whole numbers that 64 bits hold, so that only the division rounds.
long double hit_chance(std::uint64_t queues, std::uint64_t hand, std::uint64_t bare,
                       std::uint64_t hits) {
  if (hits > hand) return 0;
  const std::uint64_t elsewhere = falling(queues - bare, hand - hits);
  if (elsewhere == 0) return 0;
  // C(bare, hits) * hand!/(hand - hits)! = bare!/(bare - hits)! * C(hand, hits)
  const std::uint64_t choices = falling(bare, hits) / falling(hits, hits);
  const std::uint64_t ways = choices * falling(hand, hits) * elsewhere;
  return static_cast<long double>(ways) / static_cast<long double>(falling(queues, hand));
}

Matrix one_elephant(std::uint64_t queues, std::uint64_t hand) {
  Matrix chances{};
  for (std::uint64_t bare = 0; bare <= hand; ++bare) {
    for (std::uint64_t hits = 0; hits <= bare; ++hits) {
      chances[bare][bare - hits] = hit_chance(queues, hand, bare, hits);
    }
  }
  return chances;
}

Row advance(const Row& row, const Matrix& chances, std::size_t hand) {
  Row next{};
  for (std::size_t bare = 0; bare <= hand; ++bare) {
    for (std::size_t left = 0; left <= bare; ++left) next[left] += row[bare] * chances[bare][left];
  }
  return next;
}

}  // namespace

Result<double> apf_squish(std::int64_t queues, std::int64_t hand, std::int64_t elephants) {
  if (auto checked = check_apf(queues, hand); !checked) {
    return tl::make_unexpected(std::move(checked.error()));
  }
  if (elephants < 0 || elephants > kApfMaxElephants) {
    return error(Code::kInvalidArgument, std::to_string(elephants) +
                                             " elephants are not between 0 and " +
                                             std::to_string(kApfMaxElephants));
  }
  const auto size = static_cast<std::size_t>(hand);
  Matrix chances = one_elephant(static_cast<std::uint64_t>(queues), size);
  Row row{};
  row[size] = 1;  // all bare
  for (auto left = static_cast<std::uint64_t>(elephants); left != 0; left >>= 1) {
    if ((left & 1) != 0) row = advance(row, chances, size);
    Matrix squared{};  // one step stands for twice as many elephants
    for (std::size_t bare = 0; bare <= size; ++bare) {
      squared[bare] = advance(chances[bare], chances, size);
    }
    chances = squared;
  }
  return static_cast<double>(row[0]);
}

}  // namespace croupier::copies
