#include "core/placement/recipe_dealers.h"

#include "core/placement/java_demo.h"
#include "core/placement/python_sample.h"

namespace croupier::placement {

Result<void> HmacDealer::deal(const Subject& subject, std::uint32_t size,
                              std::vector<std::uint32_t>& hand, DealScratch& scratch) const {
  if (auto checked = check_size(size); !checked) return checked;
  hand.resize(size);
  return recipe_.deal(subject.id, workers(), hand, scratch.numbers);
}

Result<void> JavaDemoDealer::deal(const Subject& subject, std::uint32_t size,
                                  std::vector<std::uint32_t>& hand, DealScratch& scratch) const {
  if (auto checked = check_size(size); !checked) return checked;
  hand.resize(size);
  fill_java_demo(subject.id, kJavaDemoSeed, workers(), hand, scratch.positions);
  return {};
}

Result<void> PythonSampleDealer::deal(const Subject& subject, std::uint32_t size,
                                      std::vector<std::uint32_t>& hand,
                                      DealScratch& scratch) const {
  if (auto checked = check_size(size); !checked) return checked;
  hand.resize(size);
  fill_python_sample(subject.id, workers(), hand, scratch.positions, scratch.numbers);
  return {};
}

}  // namespace croupier::placement
