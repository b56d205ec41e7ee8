// What croupier-demo is asked to do.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace croupier::demo {

// The constants of the experiment.
inline constexpr std::size_t kWorkers = 20;  // per listener
inline constexpr std::size_t kShards = 5;
inline constexpr std::size_t kHandSize = 4;
inline constexpr std::size_t kAttempts = 4;
inline constexpr std::size_t kInnocents = 199;
inline constexpr const char* kPoisonTenant = "tenant-poison";
inline constexpr std::chrono::seconds kRestartDelay{2};
inline constexpr std::chrono::milliseconds kHealthInterval{500};
inline constexpr std::chrono::milliseconds kHealthTimeout{250};
inline constexpr std::chrono::milliseconds kConnectTimeout{250};

enum class Router {
  kCroupier,    // as the product does
  kAllWorkers,  // deals every tenant all workers: what the check must catch
  kLiving,      // deals from the living workers only, anew at each death: likewise
};

struct Options {
  std::string envoy;
  std::string module_folder;
  std::string croupier;  // the command-line tool
  std::string worker;    // croupier-demo-worker
  std::chrono::seconds duration{45};
  std::uint64_t seed = 1;
  double requests_per_second = 2;  // of each tenant, through each listener
  Router router = Router::kCroupier;
  std::vector<std::string> listeners{"pool", "fixed", "croupier"};
  bool in_turns = false;
  bool json = false;
  bool check = false;
  bool stay = false;

  bool has(const std::string& listener) const;
};

// Reads the command line; on --help or a mistake prints and ends the process.
Options parse_options(int argc, char** argv);

}  // namespace croupier::demo
