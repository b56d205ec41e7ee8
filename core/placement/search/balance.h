// Hands that are spread evenly over the values of attributes.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace croupier::placement {

// Hands of k in which the numbers of members of any two values of an attribute differ by at most
// one, in every attribute: of V values k mod V have one member more than the others. Not
// thread-safe.
class Balance {
 public:
  // values[a][w]: the value of worker w in attribute a, numbered from 0. Without attributes all
  // hands are balanced.
  Balance(std::vector<std::vector<std::uint32_t>> values, std::uint32_t hand);

  bool is_asked() const { return !attributes_.empty(); }

  // The first attribute of which the members have too many of some value to be a part of a balanced
  // hand; a whole hand of which nothing is found is balanced. Cost: O(attributes * (members +
  // values)).
  std::optional<std::size_t> find_excess(std::span<const std::uint32_t> members);
  bool allows(std::span<const std::uint32_t> members) {
    return attributes_.empty() || !find_excess(members);
  }

 private:
  struct Attribute {
    std::vector<std::uint32_t> values;  // by worker
    std::vector<std::uint32_t> counts;  // by value; scratch
    std::uint32_t base = 0;             // members of every value
    std::uint32_t extra = 0;            // values that have one more
  };
  static bool exceeds(Attribute& attribute, std::span<const std::uint32_t> members);

  std::vector<Attribute> attributes_;
};

}  // namespace croupier::placement
