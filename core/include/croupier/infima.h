// Amazon Route 53 Infima's SimpleSignatureShuffleSharder: hands from a lattice whose dimensions
// fail independently. docs/policies/infima.md gives the algorithm. Source: awslabs/route53-infima,
// commit cabce497698e, on Java 8 or later.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "croupier/result.h"

namespace croupier::copies {

inline constexpr std::size_t kInfimaMaxDimensions = 16;
inline constexpr std::size_t kInfimaMaxSectors = 65'536;
inline constexpr std::uint32_t kInfimaMaxEndpoints = 65'536;  // per lattice

// One call that adds endpoints to a cell. Endpoints are numbers: those of the first sector are 0,
// 1, ..., and each sector goes on where the one before it ended.
struct InfimaSector {
  std::vector<std::string> coordinate;  // one value a dimension, UTF-8
  std::uint32_t endpoints = 0;
};

struct InfimaLattice {
  std::vector<std::string> dimensions;  // distinct names, 1 to kInfimaMaxDimensions
  std::vector<InfimaSector> sectors;    // in the order of the calls, which the hands depend on
};

// One tenant's hand. Grown by the first deals and used again by later ones.
struct InfimaHand {
  // Endpoint numbers in the library's order: cell by cell in the order of coordinates, compared
  // dimension by dimension as UTF-16; inside a cell in dealt order.
  std::vector<std::uint32_t> endpoints;
  // The order in which the cells were dealt from: visits[i] says which group of endpoints, each
  // `endpoints_per_cell` long, was the i-th to be dealt.
  std::vector<std::uint32_t> visits;
};

// Working memory of one thread's deals, so that dealing does not allocate once it is warm.
struct InfimaScratch {
  std::string message;
  std::vector<std::uint32_t> values;  // every dimension's shuffled values, one after another
  std::vector<std::uint32_t> coordinate;
  std::vector<std::uint32_t> cell;
  std::vector<std::uint32_t> dealt;  // in visit order
  std::vector<std::uint32_t> cells;  // numbers of the visited cells, in visit order
};

// Immutable: one object serves all threads, each with a scratch of its own.
class InfimaSharder {
 public:
  // Errors (kInvalidArgument): no or too many dimensions, sectors or endpoints, a dimension that is
  // named twice, a coordinate of another length, a value that is no UTF-8, values that crowd one
  // bucket of Java's hash set (docs/policies/infima.md).
  static Result<InfimaSharder> make(const InfimaLattice& lattice, std::int64_t seed);

  // How many cells a hand is dealt from: the smallest number of values of any dimension.
  std::size_t cells_per_hand() const { return cells_per_hand_; }

  // The cell with the fewest endpoints, the first by coordinate of several, for what every
  // identifier can be dealt. kNotFound, with the first coordinate without a cell, where the lattice
  // has not one for each combination of values: any of these may be drawn. Cost: O(cells).
  struct Cell {
    std::string name;  // its coordinate, for messages: ("a", "v1")
    std::uint32_t endpoints = 0;
  };
  Result<Cell> smallest_cell() const;

  // The hand of an identifier (any bytes), cells_per_hand() * endpoints_per_cell endpoints. Which
  // error it gives, if any, may depend on the identifier: kNotFound where the lattice has no cell
  // at a coordinate drawn, kFailedPrecondition where a cell drawn has fewer endpoints than asked
  // for; kInvalidArgument if endpoints_per_cell is 0. `hand` is undefined then. Cost: one MD5, and
  // time linear in the size of the cells drawn, whatever endpoints_per_cell is.
  Result<void> deal(std::string_view identifier, std::uint32_t endpoints_per_cell, InfimaHand& hand,
                    InfimaScratch& scratch) const;

 private:
  // Values are numbers here: their rank in the dimension, by UTF-16, so that cells sorted by
  // coordinate stand in the library's order.
  struct Dimension {
    std::vector<std::string> values;   // by rank
    std::vector<std::uint32_t> order;  // ranks, as Java's hash set iterates
  };

  InfimaSharder() = default;
  Result<void> add_dimension(const InfimaLattice& lattice, std::size_t number,
                             std::vector<std::uint32_t>& coordinates);
  void add_cells(const InfimaLattice& lattice, const std::vector<std::uint32_t>& coordinates);
  std::size_t cell_count() const { return first_endpoint_.size() - 1; }
  std::size_t find_cell(const std::vector<std::uint32_t>& coordinate) const;
  std::string describe(const std::vector<std::uint32_t>& coordinate) const;

  std::string seed_text_;
  std::vector<Dimension> dimensions_;
  std::vector<std::uint32_t> coordinates_;     // of the cells, sorted, one after another
  std::vector<std::uint32_t> first_endpoint_;  // into endpoints_, per cell, and the end
  std::vector<std::uint32_t> endpoints_;
  std::size_t cells_per_hand_ = 0;
};

}  // namespace croupier::copies
