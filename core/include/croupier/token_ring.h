// What the copies of dskit's rings share: tokens on a circle, a look back in time, working memory.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace croupier::copies {

inline constexpr std::uint32_t kMaxRingMembers = 65'536;             // per ring
inline constexpr std::size_t kMaxRingTokens = std::size_t{1} << 26;  // per ring
inline constexpr std::chrono::seconds kMaxLookback{9'223'372'036};   // Go's longest Duration
inline constexpr std::chrono::sys_seconds kMaxRingTime{std::chrono::seconds{253'402'300'799}};

// A shard with look-back also holds who belonged to it at any time since now - period, as far as
// the ring's timestamps tell. Whole seconds: of finer times, pass the floor of now - period plus
// the period as `now`. Range: period 0 (none) to kMaxLookback, now 1970-01-01 to kMaxRingTime.
struct Lookback {
  std::chrono::seconds period{0};
  std::chrono::sys_seconds now{};
};

// Sorted tokens and the member that owns each. Members are positions in the ring's spec.
class TokenRing {
 public:
  void reserve(std::size_t tokens);
  // Precondition: `token` is above all tokens so far.
  void append(std::uint32_t token, std::uint32_t owner);

  std::size_t size() const { return tokens_.size(); }
  std::uint32_t owner(std::size_t index) const { return owners_[index]; }
  std::size_t next(std::size_t index) const { return index + 1 == size() ? 0 : index + 1; }
  // The index of the first token above `key`, or of the lowest token where none is.
  // Precondition: not empty. Cost: O(log size).
  std::size_t above(std::uint32_t key) const;

 private:
  std::vector<std::uint32_t> tokens_;
  std::vector<std::uint32_t> owners_;
};

// Working memory of one thread's shards, for any number of rings; does not grow once it has served
// the largest of them.
class RingScratch {
 public:
  // Starts an empty hand over `members` members.
  void start(std::size_t members);
  bool holds(std::uint32_t member) const { return marks_[member] == mark_; }
  void take(std::uint32_t member) {
    marks_[member] = mark_;
    hand_.push_back(member);
  }
  const std::vector<std::uint32_t>& hand() const { return hand_; }

 private:
  std::vector<std::uint32_t> hand_;
  std::vector<std::uint64_t> marks_;  // by member: the mark of the last hand that took it
  std::uint64_t mark_ = 0;
};

}  // namespace croupier::copies
