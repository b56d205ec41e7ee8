#include "core/placement/recipe_dealers.h"

#include "core/placement/hand_size.h"
#include "core/placement/java_demo.h"
#include "core/placement/python_sample.h"

namespace croupier::placement {
namespace {

constexpr std::string_view kAllWorkers = "the number of workers";

}  // namespace

Result<void> HmacDealer::deal(std::string_view tenant, std::span<std::uint32_t> hand,
                              DealScratch& scratch) const {
  return recipe_.deal(tenant, workers_, hand, scratch.numbers);
}

Result<void> JavaDemoDealer::deal(std::string_view tenant, std::span<std::uint32_t> hand,
                                  DealScratch& scratch) const {
  auto checked = check_hand_size(hand.size(), workers_, kAllWorkers);
  if (checked) fill_java_demo(tenant, kJavaDemoSeed, workers_, hand, scratch.positions);
  return checked;
}

Result<void> PythonSampleDealer::deal(std::string_view tenant, std::span<std::uint32_t> hand,
                                      DealScratch& scratch) const {
  auto checked = check_hand_size(hand.size(), workers_, kAllWorkers);
  if (checked) fill_python_sample(tenant, workers_, hand, scratch.positions, scratch.numbers);
  return checked;
}

}  // namespace croupier::placement
