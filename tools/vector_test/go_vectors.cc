// go_mathrand.json: outputs of Go's math/rand, each list from a generator just seeded.
#include "core/copies/go_rand.h"
#include "croupier/hash.h"
#include "tools/vector_test/kinds.h"
#include "tools/vector_test/text.h"

namespace croupier::vectors {
namespace {

// SHA-256 of the fixed words as the file's notes give it, the words as little-endian bytes.
constexpr const char* kTableDigest =
    "1928503b93a563e491119a5889baba73d1605b90b63634c14a408805797a7c7b";

void check_table(Tally& tally) {
  std::string bytes;
  for (const std::uint64_t word : copies::go_table().fixed) {
    for (int i = 0; i < 8; ++i) bytes += static_cast<char>(word >> (8 * i));
  }
  tally.check(hex(sha256(bytes)) == kTableDigest, "fixed table of 607 words");
}

void check_case(const Json& row, Tally& tally) {
  const std::int64_t seed = to_i64(row.at("seed"));
  const std::string of_seed = " of seed " + row.at("seed").get<std::string>();

  std::vector<std::uint64_t> int63;
  copies::GoRand wide(seed);
  for (std::size_t i = 0; i < row.at("int63").size(); ++i) int63.push_back(wide.int63());
  tally.check(int63 == to_u64s(row["int63"]), "int63" + of_seed);

  std::uint64_t last = 0;
  copies::GoRand far(seed);
  for (int i = 0; i < 2'000; ++i) last = far.uint64();
  tally.check(last == to_u64(row.at("uint64_number_2000")), "uint64 number 2000" + of_seed);

  std::vector<std::uint32_t> uint32;
  copies::GoRand narrow(seed);
  for (std::size_t i = 0; i < row.at("uint32").size(); ++i) uint32.push_back(narrow.uint32());
  tally.check(uint32 == to_u32s(row["uint32"]), "uint32" + of_seed);

  std::vector<std::uint32_t> bounded;
  copies::GoRand bounds(seed);
  for (const std::uint32_t bound : to_u32s(row.at("intn_arguments"))) {
    bounded.push_back(bounds.below(bound));
  }
  tally.check(bounded == to_u32s(row.at("intn_results")), "intn" + of_seed);
}

}  // namespace

void run_go(const Json& file, Tally& tally) {
  check_table(tally);
  for (const Json& row : file.at("cases")) check_case(row, tally);
}

}  // namespace croupier::vectors
