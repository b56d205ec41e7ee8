#include "core/placement/lattice.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include "croupier/hash.h"
#include "croupier/quote.h"

namespace croupier::placement {

Lattice::Lattice(const std::vector<std::vector<std::string>>& cells,
                 std::vector<std::uint32_t> sizes)
    : sizes_(std::move(sizes)) {
  read_values(cells);
  measure();
}

// The first attribute's values are hashed as a single attribute's are.
void Lattice::read_values(const std::vector<std::vector<std::string>>& cells) {
  const std::size_t count = cells.front().size();
  cell_values_.resize(cells.size() * count);
  for (std::size_t a = 0; a < count; ++a) {
    std::vector<std::string> values;
    for (const auto& cell : cells) values.push_back(cell[a]);
    std::sort(values.begin(), values.end());
    values.erase(std::unique(values.begin(), values.end()), values.end());
    const auto first = static_cast<std::uint32_t>(values_.size());
    for (std::size_t c = 0; c < cells.size(); ++c) {
      const auto at = std::lower_bound(values.begin(), values.end(), cells[c][a]);
      cell_values_[c * count + a] = first + static_cast<std::uint32_t>(at - values.begin());
    }
    const std::string prefix = a == 0 ? "s" : std::string{'t', static_cast<char>(a)};
    for (const std::string& value : values) messages_.push_back(prefix + value);
    attributes_.push_back({first, static_cast<std::uint32_t>(values.size())});
    values_.insert(values_.end(), values.begin(), values.end());
  }
}

// The number-th combination of values in ascending order, as places in values_.
std::vector<std::uint32_t> Lattice::combination(std::size_t number) const {
  std::vector<std::uint32_t> places(attributes_.size());
  for (std::size_t a = attributes_.size(); a-- > 0; number /= attributes_[a].values) {
    places[a] = attributes_[a].first + static_cast<std::uint32_t>(number % attributes_[a].values);
  }
  return places;
}

void Lattice::measure() {
  std::uint64_t combinations = 1;
  for (const Attribute& attribute : attributes_) {
    combinations = std::min<std::uint64_t>(combinations * attribute.values, kMaxWorkers + 1);
  }
  full_ = combinations == cells();
  if (!full_) {  // the first combination that is not the cell of its number
    const auto is_cell = [&](std::size_t number) {
      const auto places = combination(number);
      return std::equal(
          places.begin(), places.end(),
          cell_values_.begin() + static_cast<std::ptrdiff_t>(number * attributes_.size()));
    };
    while (limit_ < cells() && is_cell(limit_)) ++limit_;
    return;
  }
  limit_ =
      static_cast<std::size_t>(std::min_element(sizes_.begin(), sizes_.end()) - sizes_.begin());
  largest_balanced_ = static_cast<std::uint32_t>(cells()) * sizes_[limit_];
  for (Attribute& attribute : attributes_) {
    attribute.shifts = static_cast<std::uint32_t>(std::gcd(period_, attribute.values));
    period_ = std::lcm(period_, std::uint64_t{attribute.values});
  }
}

std::string Lattice::limit() const {
  std::string names;
  for (const std::uint32_t place : combination(limit_)) {
    names.append(names.empty() ? "" : " and ").append(quote(values_[place]));
  }
  if (!full_) return "no worker has " + names;
  return "only " + std::to_string(sizes_[limit_]) + " have " + names;
}

void Lattice::deal(const SipKey& tenant_key, Spread spread, std::uint32_t size,
                   DealScratch& scratch) const {
  order_values(tenant_key, scratch);
  scratch.cells.resize(size);
  if (spread == Spread::kBalanced && full_) {
    deal_balanced(size, scratch);
  } else {
    deal_greedily(scratch);
  }
}

// Fills positions with each attribute's values in keyed order, and ranks with the inverse.
void Lattice::order_values(const SipKey& tenant_key, DealScratch& scratch) const {
  auto& hashes = scratch.numbers;
  hashes.clear();
  for (const std::string& message : messages_) hashes.push_back(siphash(tenant_key, message));
  auto& order = scratch.positions;
  order.resize(values_.size());
  std::iota(order.begin(), order.end(), 0U);
  scratch.ranks.resize(values_.size());
  for (const Attribute& attribute : attributes_) {
    const auto begin = order.begin() + attribute.first;
    std::sort(begin, begin + attribute.values, [&](std::uint32_t a, std::uint32_t b) {
      return hashes[a] != hashes[b] ? hashes[a] > hashes[b] : a < b;
    });
    for (std::uint32_t rank = 0; rank < attribute.values; ++rank) {
      scratch.ranks[begin[rank]] = rank;
    }
  }
}

// Every attribute goes round its values. After each period, when all are back where they began, the
// later ones are turned against the first, so that in the end each cell was met once.
void Lattice::deal_balanced(std::uint32_t size, DealScratch& scratch) const {
  for (std::uint32_t member = 0; member < size; ++member) {
    std::uint64_t turn = member / period_;
    std::size_t cell = 0;
    for (const Attribute& attribute : attributes_) {
      const std::uint64_t shift = turn % attribute.shifts;
      turn /= attribute.shifts;
      const std::uint64_t rank = (member + shift) % attribute.values;
      const std::uint32_t place = scratch.positions[attribute.first + rank];
      cell = cell * attribute.values + (place - attribute.first);
    }
    scratch.cells[member] = static_cast<std::uint32_t>(cell);
  }
}

void Lattice::deal_greedily(DealScratch& scratch) const {
  scratch.counts.assign(values_.size(), 0);
  scratch.taken.assign(cells(), 0);
  for (std::uint32_t& member : scratch.cells) {
    std::size_t best = cells();
    for (std::size_t cell = 0; cell < cells(); ++cell) {
      if (scratch.taken[cell] == sizes_[cell]) continue;
      if (best == cells() || is_before(cell, best, scratch)) best = cell;
    }
    ++scratch.taken[best];
    for (std::size_t a = 0; a < attributes_.size(); ++a) ++scratch.counts[value(best, a)];
    member = static_cast<std::uint32_t>(best);
  }
}

bool Lattice::is_before(std::size_t a, std::size_t b, const DealScratch& scratch) const {
  for (std::size_t i = 0; i < attributes_.size(); ++i) {
    const std::uint32_t of_a = scratch.counts[value(a, i)];
    const std::uint32_t of_b = scratch.counts[value(b, i)];
    if (of_a != of_b) return of_a < of_b;
  }
  if (scratch.taken[a] != scratch.taken[b]) return scratch.taken[a] < scratch.taken[b];
  for (std::size_t i = 0; i < attributes_.size(); ++i) {
    const std::uint32_t of_a = scratch.ranks[value(a, i)];
    const std::uint32_t of_b = scratch.ranks[value(b, i)];
    if (of_a != of_b) return of_a < of_b;
  }
  return false;
}

}  // namespace croupier::placement
