// python_sample.json: hands of CPython's random.sample.
#include "croupier/recipes.h"
#include "tools/vector_test/kinds.h"
#include "tools/vector_test/text.h"

namespace croupier::vectors {

void run_python(const Json& file, Tally& tally) {
  for (const Json& row : file.at("cases")) {
    std::vector<std::uint32_t> hand(row["k"].get<std::size_t>());
    const auto dealt =
        deal_python_sample(row["tenant"].get<std::string>(), row["n"].get<std::uint32_t>(), hand);
    tally.check(dealt && hand == to_u32s(row["hand"]), "hand of " + row.dump());
  }
}

}  // namespace croupier::vectors
