#include "tools/vector_test/kinds.h"

#include <array>

namespace croupier::vectors {
namespace {

bool has_all(const Json& file, std::initializer_list<const char*> names) {
  for (const char* name : names) {
    if (!file.contains(name)) return false;
  }
  return true;
}

bool has_algorithm_part(const Json& file, const char* part) {
  return file.contains("algorithm") && file["algorithm"].contains(part);
}

constexpr std::array kKinds = {
    Kind{"bounded",
         [](const Json& file) {
           return file.contains("format") && file["format"] == "croupier bounded vectors 1";
         },
         run_bounded},
    Kind{"apf", [](const Json& file) { return has_all(file, {"squish", "parameters", "deals"}); },
         run_apf},
    Kind{"hmac",
         [](const Json& file) {
           return has_all(file, {"keys_hex", "resize_churn"}) && has_algorithm_part(file, "blocks");
         },
         run_hmac},
    Kind{"go-mathrand",
         [](const Json& file) {
           return file.contains("cases") && !file["cases"].empty() &&
                  file["cases"].front().contains("uint64_number_2000");
         },
         run_go},
    Kind{"infima", [](const Json& file) { return has_all(file, {"lattices", "cases"}); },
         run_infima},
    Kind{"java-demo",
         [](const Json& file) {
           return has_all(file, {"java_random"}) && has_algorithm_part(file, "7_shuffle");
         },
         run_java},
    Kind{"mimir-queriers",
         [](const Json& file) { return has_all(file, {"querier_sets", "scenarios"}); },
         run_mimir_queriers},
    Kind{"mimir-ring",
         [](const Json& file) {
           return has_all(file, {"rings", "partition_rings", "shuffle_shard"});
         },
         run_mimir_ring},
    Kind{"python-sample", [](const Json& file) { return has_algorithm_part(file, "bounded_draw"); },
         run_python},
    Kind{"rendezvous",
         [](const Json& file) {
           return file.contains("format") && file["format"] == "croupier rendezvous vectors 1";
         },
         run_rendezvous},
    Kind{"thanos",
         [](const Json& file) {
           return has_all(file, {"rings", "cases"}) && file["rings"].is_array() &&
                  !file["rings"].empty() && file["rings"][0].contains("hashring");
         },
         run_thanos},
};

}  // namespace

std::span<const Kind> kinds() {
  return kKinds;
}

}  // namespace croupier::vectors
