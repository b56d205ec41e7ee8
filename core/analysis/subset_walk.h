// Visits the subsets of hands that more than one hand holds, and counts who holds each.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "croupier/overlap.h"
#include "croupier/placement.h"

namespace croupier::analysis {

// The largest hands whose subsets are visited: of at most kMaxSubsetHand members, and of no more
// subsets than all hands together have members to compare with.
std::uint32_t subset_limit(const Placement& placement);

// Walks the tree of ascending subsets depth first. A node is a path, the subset, with the hands
// that hold it, each with its tail: the members above the path's last that other hands of the
// node's parent have as well. Every worker of a tail makes a child, unless one hand alone has it.
// Where two hands are left, what they share is counted without going on.
//
// Counts are modulo 2^32: sums may wrap around, but what they lead to, numbers of tenants, fits.
class SubsetWalk {
 public:
  explicit SubsetWalk(const Placement& placement);

  // Adds the subsets whose smallest member is `worker`.
  void walk(std::uint32_t worker);

  // Row by row as in Overlaps: N_j for j >= 2, without tenants of the same hand.
  std::vector<std::uint32_t>& rows() { return rows_; }
  // Of each hand: tenants of others that lie inside it. Empty where all hands are of one size.
  std::vector<std::uint32_t>& inside() { return inside_; }

 private:
  // A hand of the worker at work.
  struct Local {
    std::uint32_t hand, tenants, size;
    std::size_t row;  // where it begins
  };

  struct Entry {
    std::uint32_t local;
    std::uint32_t begin, end;  // of its tail, never empty, in the tails of the parent's level
  };

  struct Child {
    std::uint32_t worker;
    std::uint32_t begin;  // of its entries
    std::uint32_t end;
  };

  // The node at work whose path has a certain length.
  struct Level {
    std::vector<std::uint32_t> tails;  // of its hands, pruned
    std::vector<Child> children;
    std::vector<Entry> entries;  // of its children
  };

  // What a node's hands say of a worker in their tails.
  struct Seen {
    std::uint32_t tenants = 0;
    std::uint32_t hands = 0;
  };

  void gather(std::uint32_t worker, Level& level);
  void add_single(std::uint32_t worker, std::uint32_t tenants);
  void visit(std::span<const Entry> entries, const std::uint32_t* tails, std::uint32_t depth);
  void meet(const Entry& a, const Entry& b, const std::uint32_t* tails, std::uint32_t depth);
  void see(std::span<const Entry> entries, const std::uint32_t* tails, std::uint32_t depth,
           Level& level);
  void count(std::span<const Entry> entries, const std::uint32_t* tails, std::uint32_t depth,
             Level& level);

  std::uint32_t* row_of(const Local& local) { return rows_.data() + local.row; }
  std::uint32_t* counts_of(std::uint32_t local) {
    return counts_.data() + std::size_t{local} * stride_;
  }

  const Placement& placement_;
  const std::uint32_t limit_;
  const std::uint32_t stride_;
  const bool sizes_differ_;
  std::vector<std::uint32_t> rows_, inside_;
  std::vector<Local> locals_;
  std::vector<std::uint32_t> counts_;             // a row for each local
  std::array<Level, kMaxSubsetHand + 1> levels_;  // by the length of the path
  std::vector<Seen> seen_;                        // by worker; zero between nodes
  std::vector<std::uint32_t> ends_;               // ditto: tenants whose hand ends with it
  std::vector<std::uint32_t> cursors_;            // by worker: where its next entry goes
};

}  // namespace croupier::analysis
