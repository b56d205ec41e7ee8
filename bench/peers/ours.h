// Our side of `make bench-peers`: cases that deal hands to the agreed tenants, by name.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace croupier::bench {

inline constexpr std::size_t kTenants = 4'096;  // "tenant-0", ...; the same in every program

using Hand = std::vector<std::uint32_t>;

class Case {
 public:
  virtual ~Case() = default;
  virtual Hand hand(std::size_t tenant) = 0;
  // Deals so many hands, from tenant to tenant round and round. The loop is in here, so that no
  // virtual call is timed.
  virtual void run(std::size_t hands) = 0;
};

// `text` is what a request names; run.py says what there is. Ends the program on any other.
std::unique_ptr<Case> make_case(const std::string& text);

}  // namespace croupier::bench
