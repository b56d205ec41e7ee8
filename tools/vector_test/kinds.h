// The kinds of vector file that this program knows, one entry each.
#pragma once

#include <nlohmann/json.hpp>
#include <span>
#include <string_view>

#include "tools/vector_test/tally.h"

namespace croupier::vectors {

using Json = nlohmann::json;

struct Kind {
  std::string_view name;
  bool (*recognises)(const Json& file);
  // Checks every case; throws nlohmann::json::exception where the file lacks a part.
  void (*run)(const Json& file, Tally& tally);
};

std::span<const Kind> kinds();

void run_apf(const Json& file, Tally& tally);
void run_bounded(const Json& file, Tally& tally);
void run_go(const Json& file, Tally& tally);
void run_hmac(const Json& file, Tally& tally);
void run_infima(const Json& file, Tally& tally);
void run_java(const Json& file, Tally& tally);
void run_mimir_queriers(const Json& file, Tally& tally);
void run_mimir_ring(const Json& file, Tally& tally);
void run_python(const Json& file, Tally& tally);
void run_rendezvous(const Json& file, Tally& tally);
void run_thanos(const Json& file, Tally& tally);

}  // namespace croupier::vectors
