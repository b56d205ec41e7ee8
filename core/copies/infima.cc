// The algorithm is specified in docs/policies/infima.md.
#include "croupier/infima.h"

#include <algorithm>
#include <limits>
#include <numeric>
#include <unordered_map>

#include "core/base/byte_order.h"
#include "core/copies/java_strings.h"
#include "core/placement/java_random.h"
#include "croupier/md5.h"
#include "croupier/quote.h"

namespace croupier::copies {
namespace {

Result<void> check_count(std::size_t count, std::size_t largest, std::string_view of_what) {
  if (count >= 1 && count <= largest) return {};
  return error(Code::kInvalidArgument, "the lattice has " + std::to_string(count) + " " +
                                           std::string(of_what) + "; 1 to " +
                                           std::to_string(largest) + " are possible");
}

Result<void> check_lattice(const InfimaLattice& lattice) {
  const std::size_t dimensions = lattice.dimensions.size();
  for (auto checked : {check_count(dimensions, kInfimaMaxDimensions, "dimensions"),
                       check_count(lattice.sectors.size(), kInfimaMaxSectors, "sectors")}) {
    if (!checked) return checked;
  }
  for (std::size_t i = 0; i < dimensions; ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      if (lattice.dimensions[i] != lattice.dimensions[j]) continue;
      return error(Code::kInvalidArgument,
                   "dimension " + quote(lattice.dimensions[i]) + " is named twice");
    }
  }
  std::size_t endpoints = 0;
  for (const InfimaSector& sector : lattice.sectors) {
    endpoints += sector.endpoints;
    if (sector.coordinate.size() == dimensions) continue;
    return error(Code::kInvalidArgument,
                 "sector " + std::to_string(&sector - lattice.sectors.data()) +
                     ": its coordinate has " + std::to_string(sector.coordinate.size()) +
                     " values, the lattice has " + std::to_string(dimensions) + " dimensions");
  }
  return check_count(endpoints, kInfimaMaxEndpoints, "endpoints");
}

// What was dealt in visit order, in the order of the cells instead.
void sort_visits(std::uint32_t endpoints_per_cell, InfimaHand& hand, InfimaScratch& scratch) {
  const std::size_t visits = scratch.cells.size();
  hand.visits.resize(visits);
  hand.endpoints.resize(scratch.dealt.size());
  std::vector<std::uint32_t>& by_cell = scratch.values;  // no longer needed for values
  by_cell.resize(visits);
  std::iota(by_cell.begin(), by_cell.end(), 0U);
  std::sort(by_cell.begin(), by_cell.end(),
            [&](std::uint32_t a, std::uint32_t b) { return scratch.cells[a] < scratch.cells[b]; });
  for (std::uint32_t group = 0; group < visits; ++group) {
    const std::uint32_t visit = by_cell[group];
    hand.visits[visit] = group;
    std::copy_n(scratch.dealt.begin() + std::ptrdiff_t{visit} * endpoints_per_cell,
                endpoints_per_cell,
                hand.endpoints.begin() + std::ptrdiff_t{group} * endpoints_per_cell);
  }
}

}  // namespace

Result<InfimaSharder> InfimaSharder::make(const InfimaLattice& lattice, std::int64_t seed) {
  if (auto checked = check_lattice(lattice); !checked) {
    return tl::make_unexpected(std::move(checked.error()));
  }
  InfimaSharder sharder;
  sharder.seed_text_ = std::to_string(seed);
  const std::size_t dimensions = lattice.dimensions.size();
  std::vector<std::uint32_t> coordinates(lattice.sectors.size() * dimensions);
  sharder.cells_per_hand_ = std::numeric_limits<std::size_t>::max();
  for (std::size_t i = 0; i < dimensions; ++i) {
    if (auto added = sharder.add_dimension(lattice, i, coordinates); !added) {
      added.error().message.insert(0, "dimension " + quote(lattice.dimensions[i]) + ": ");
      return tl::make_unexpected(std::move(added.error()));
    }
    sharder.cells_per_hand_ =
        std::min(sharder.cells_per_hand_, sharder.dimensions_[i].values.size());
  }
  sharder.add_cells(lattice, coordinates);
  return sharder;
}

// Gathers one dimension's values and writes their ranks into the sectors' `coordinates`.
Result<void> InfimaSharder::add_dimension(const InfimaLattice& lattice, std::size_t number,
                                          std::vector<std::uint32_t>& coordinates) {
  std::vector<std::u16string> values;  // in the order of their first mention
  std::vector<std::uint32_t> mentions;
  std::unordered_map<std::u16string, std::uint32_t> numbers;
  Dimension dimension;
  for (const InfimaSector& sector : lattice.sectors) {
    auto value = to_utf16(sector.coordinate[number]);
    if (!value) {
      value.error().message.insert(
          0, "value of sector " + std::to_string(&sector - lattice.sectors.data()) + ": ");
      return tl::make_unexpected(std::move(value.error()));
    }
    const auto next = static_cast<std::uint32_t>(values.size());
    const auto [known, is_new] = numbers.emplace(*value, next);
    if (is_new) {
      values.push_back(std::move(*value));
      dimension.values.push_back(sector.coordinate[number]);
    }
    mentions.push_back(known->second);
  }
  auto order = java_set_order(values);
  if (!order) return tl::make_unexpected(std::move(order.error()));

  std::vector<std::uint32_t> sorted(values.size());
  std::iota(sorted.begin(), sorted.end(), 0U);
  std::sort(sorted.begin(), sorted.end(),
            [&](std::uint32_t a, std::uint32_t b) { return values[a] < values[b]; });
  std::vector<std::uint32_t> ranks(values.size());
  std::vector<std::string> ranked(values.size());
  for (std::uint32_t rank = 0; rank < sorted.size(); ++rank) {
    ranks[sorted[rank]] = rank;
    ranked[rank] = std::move(dimension.values[sorted[rank]]);
  }
  dimension.values = std::move(ranked);
  for (const std::uint32_t value : *order) dimension.order.push_back(ranks[value]);
  const std::size_t dimensions = lattice.dimensions.size();
  for (std::size_t i = 0; i < mentions.size(); ++i) {
    coordinates[i * dimensions + number] = ranks[mentions[i]];
  }
  dimensions_.push_back(std::move(dimension));
  return {};
}

// Joins the sectors of equal coordinate to cells, in the order of coordinates. What a later sector
// adds to a cell goes in front of what is there.
void InfimaSharder::add_cells(const InfimaLattice& lattice,
                              const std::vector<std::uint32_t>& coordinates) {
  const std::size_t dimensions = dimensions_.size();
  const auto coordinate_of = [&](std::size_t sector) {
    return coordinates.begin() + static_cast<std::ptrdiff_t>(sector * dimensions);
  };
  const auto width = static_cast<std::ptrdiff_t>(dimensions);
  std::vector<std::uint32_t> firsts;  // endpoint numbers at which the sectors begin
  std::uint32_t next = 0;
  for (const InfimaSector& sector : lattice.sectors) {
    firsts.push_back(next);
    next += sector.endpoints;
  }
  std::vector<std::uint32_t> sorted(lattice.sectors.size());
  std::iota(sorted.begin(), sorted.end(), 0U);
  std::sort(sorted.begin(), sorted.end(), [&](std::uint32_t a, std::uint32_t b) {
    const auto left = coordinate_of(a);
    const auto right = coordinate_of(b);
    const auto [x, y] = std::mismatch(left, left + width, right);
    return x == left + width ? a > b : *x < *y;
  });
  for (std::size_t i = 0; i < sorted.size(); ++i) {
    const auto here = coordinate_of(sorted[i]);
    if (i == 0 || !std::equal(here, here + width, coordinate_of(sorted[i - 1]))) {
      first_endpoint_.push_back(static_cast<std::uint32_t>(endpoints_.size()));
      coordinates_.insert(coordinates_.end(), here, here + width);
    }
    const InfimaSector& sector = lattice.sectors[sorted[i]];
    for (std::uint32_t j = 0; j < sector.endpoints; ++j) {
      endpoints_.push_back(firsts[sorted[i]] + j);
    }
  }
  first_endpoint_.push_back(static_cast<std::uint32_t>(endpoints_.size()));
}

// The cell at the coordinate, or cell_count().
std::size_t InfimaSharder::find_cell(const std::vector<std::uint32_t>& coordinate) const {
  std::size_t low = 0;
  std::size_t high = cell_count();
  while (low < high) {
    const std::size_t middle = (low + high) / 2;
    const std::uint32_t* at = coordinates_.data() + middle * coordinate.size();
    const auto [mine, asked] = std::mismatch(at, at + coordinate.size(), coordinate.begin());
    if (asked == coordinate.end()) return middle;
    if (*mine < *asked) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return cell_count();
}

std::string InfimaSharder::describe(const std::vector<std::uint32_t>& coordinate) const {
  std::string text;
  for (std::size_t i = 0; i < coordinate.size(); ++i) {
    text.append(i == 0 ? "" : ", ").append(quote(dimensions_[i].values[coordinate[i]]));
  }
  return "(" + text + ")";
}

Result<InfimaSharder::Cell> InfimaSharder::smallest_cell() const {
  // Cells are sorted: without a hole they count through all coordinates, the last value fastest.
  const auto width = static_cast<std::ptrdiff_t>(dimensions_.size());
  std::vector<std::uint32_t> next(dimensions_.size(), 0);
  std::size_t smallest = 0;
  const auto size_of = [&](std::size_t cell) {
    return first_endpoint_[cell + 1] - first_endpoint_[cell];
  };
  for (std::size_t cell = 0;; ++cell) {
    const auto here = coordinates_.begin() + static_cast<std::ptrdiff_t>(cell) * width;
    if (cell == cell_count() || !std::equal(next.begin(), next.end(), here)) {
      return error(Code::kNotFound, "the lattice has no cell at " + describe(next));
    }
    if (size_of(cell) < size_of(smallest)) smallest = cell;
    std::size_t digit = dimensions_.size();
    while (digit > 0 && ++next[digit - 1] == dimensions_[digit - 1].values.size()) {
      next[--digit] = 0;
    }
    if (digit == 0) break;
  }
  const auto at = coordinates_.begin() + static_cast<std::ptrdiff_t>(smallest) * width;
  return Cell{describe({at, at + width}), size_of(smallest)};
}

Result<void> InfimaSharder::deal(std::string_view identifier, std::uint32_t endpoints_per_cell,
                                 InfimaHand& hand, InfimaScratch& scratch) const {
  if (endpoints_per_cell == 0) {
    return error(Code::kInvalidArgument, "0 endpoints per cell are below 1");
  }
  scratch.message.assign(seed_text_).append(identifier);
  placement::JavaRandom random(load_little_endian64(md5(scratch.message).data()));

  scratch.values.clear();
  for (const Dimension& dimension : dimensions_) {
    const std::size_t start = scratch.values.size();
    scratch.values.insert(scratch.values.end(), dimension.order.begin(), dimension.order.end());
    placement::java_shuffle(std::span(scratch.values).subspan(start), random);
  }

  // The i-th cell dealt from has the i-th value of every dimension's shuffled list.
  scratch.cells.clear();
  scratch.dealt.clear();
  scratch.coordinate.resize(dimensions_.size());
  for (std::size_t i = 0; i < cells_per_hand_; ++i) {
    std::size_t start = 0;
    for (std::size_t j = 0; j < dimensions_.size(); ++j) {
      scratch.coordinate[j] = scratch.values[start + i];
      start += dimensions_[j].order.size();
    }
    const std::size_t cell = find_cell(scratch.coordinate);
    if (cell == cell_count()) {
      return error(Code::kNotFound, "the lattice has no cell at " + describe(scratch.coordinate));
    }
    const std::uint32_t* first = endpoints_.data() + first_endpoint_[cell];
    const std::uint32_t size = first_endpoint_[cell + 1] - first_endpoint_[cell];
    if (endpoints_per_cell > size) {
      return error(Code::kFailedPrecondition, std::to_string(endpoints_per_cell) +
                                                  " endpoints per cell are above " +
                                                  std::to_string(size) + ", all that the cell at " +
                                                  describe(scratch.coordinate) + " has");
    }
    scratch.cell.assign(first, first + size);
    placement::java_shuffle(scratch.cell, random);
    scratch.cells.push_back(static_cast<std::uint32_t>(cell));
    scratch.dealt.insert(scratch.dealt.end(), scratch.cell.begin(),
                         scratch.cell.begin() + endpoints_per_cell);
  }

  sort_visits(endpoints_per_cell, hand, scratch);
  return {};
}

}  // namespace croupier::copies
