// Hands spread over several attributes at once. Specified in docs/formats/rendezvous.md, section 7.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "croupier/deal.h"

namespace croupier::placement {

// The combinations of values ("cells") that a deck's workers have. A hand is dealt cell by cell:
// which ones, and in which order, depends on the key and the cells' sizes only. Immutable.
class Lattice {
 public:
  // Cells in ascending order of their values, with the number of their workers, at least 1.
  Lattice(const std::vector<std::vector<std::string>>& cells, std::vector<std::uint32_t> sizes);

  // The largest hand in which any two values of each attribute differ by at most one, whatever the
  // key is: product of the numbers of values, times the size of the smallest cell; 1 where a
  // combination of values has no worker.
  std::uint32_t largest_balanced() const { return largest_balanced_; }
  // What limits it: the combination without worker, or the smallest cell.
  std::string limit() const;

  // Fills scratch.cells with the cell of each of `size` members. Only for kBalanced is `size`
  // limited to largest_balanced(), else to the number of workers.
  // Cost: balanced O(values log values + size * attributes); prefer that, and one look at every
  // cell for each member.
  void deal(const SipKey& tenant_key, Spread spread, std::uint32_t size,
            DealScratch& scratch) const;

 private:
  struct Attribute {
    std::uint32_t first = 0;  // of its values, among those of all attributes
    std::uint32_t values = 0;
    std::uint32_t shifts = 1;  // how many rotations against the attributes before meet new cells
  };

  std::size_t cells() const { return sizes_.size(); }
  std::uint32_t value(std::size_t cell, std::size_t attribute) const {
    return cell_values_[cell * attributes_.size() + attribute];
  }
  void read_values(const std::vector<std::vector<std::string>>& cells);
  void measure();
  std::vector<std::uint32_t> combination(std::size_t number) const;
  void order_values(const SipKey& tenant_key, DealScratch& scratch) const;
  void deal_balanced(std::uint32_t size, DealScratch& scratch) const;
  void deal_greedily(DealScratch& scratch) const;
  bool is_before(std::size_t a, std::size_t b, const DealScratch& scratch) const;

  std::vector<Attribute> attributes_;
  std::vector<std::string> values_;         // of all attributes, each attribute's ascending
  std::vector<std::string> messages_;       // that are hashed, of each of them
  std::vector<std::uint32_t> cell_values_;  // for each cell and attribute a place in values_
  std::vector<std::uint32_t> sizes_;        // of the cells
  std::size_t limit_ = 0;                   // number of the combination that limits
  bool full_ = false;                       // every combination has a cell
  std::uint64_t period_ = 1;                // members between two rotations
  std::uint32_t largest_balanced_ = 1;
};

}  // namespace croupier::placement
