// A bounded memory of a costly function of numbers.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace croupier::placement {

// Remembers images of the numbers below `numbers`, page by page: neighbours share one. A page
// stands at one place only, so that a new one takes the place of the old. Not thread-safe.
class NumberCache {
 public:
  static constexpr std::size_t kPageBytes = 64;

  // Takes at most `most_bytes`; none at all when a page does not fit. Cost: it fills its memory.
  NumberCache(std::uint64_t numbers, std::size_t most_bytes);

  std::size_t size_bytes() const { return pages_.size() * sizeof(Page); }

  // The image of `number`, asked of compute() unless it is remembered. Always the same number has
  // the same image, or answers are wrong.
  template <typename Compute>
  std::uint64_t get(std::uint64_t number, const Compute& compute) {
    if (pages_.empty()) return compute();
    const std::uint64_t index = number / kNumbers;
    Page& page = pages_[index & (pages_.size() - 1)];
    if (page.index != index) page = Page(index);
    std::uint32_t& image = page.images[number % kNumbers];
    if (image != kNone) return image;
    const std::uint64_t computed = compute();
    if (computed < kNone) image = static_cast<std::uint32_t>(computed);
    return computed;
  }

 private:
  static constexpr std::size_t kNumbers = 14;  // of a page, so that it is one line of memory
  static constexpr std::uint32_t kNone = UINT32_MAX;

  struct alignas(64) Page {
    explicit Page(std::uint64_t of = UINT64_MAX) : index(of) { images.fill(kNone); }

    std::uint64_t index;
    std::array<std::uint32_t, kNumbers> images;  // kNone: not known yet
  };

  std::vector<Page> pages_;  // a power of two of them
};

}  // namespace croupier::placement
