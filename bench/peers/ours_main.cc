// Answers bench/peers/run.py over the protocol that bench/peers/rival.py describes.
#include <time.h>

#include <charconv>
#include <cstdint>
#include <iostream>
#include <map>
#include <memory>
#include <string>
#include <string_view>

#include "bench/peers/ours.h"

namespace croupier::bench {
namespace {

// CPU time of this process: what others do on the machine meanwhile is not in it.
std::int64_t now_ns() {
  timespec now{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return std::int64_t{now.tv_sec} * 1'000'000'000 + now.tv_nsec;
}

void print_hands(Case& dealt, std::size_t hands) {
  for (std::size_t tenant = 0; tenant < hands; ++tenant) {
    const char* gap = "";
    for (const std::uint32_t worker : dealt.hand(tenant)) {
      std::cout << gap << worker;
      gap = " ";
    }
    std::cout << '\n';
  }
}

void print_time(Case& dealt, std::size_t hands) {
  const std::int64_t start = now_ns();
  dealt.run(hands);
  std::cout << static_cast<double>(now_ns() - start) / static_cast<double>(hands) << '\n';
}

int serve() {
  std::map<std::string, std::unique_ptr<Case>> cases;
  std::string verb, text;
  std::size_t hands = 0;
  while (std::cin >> verb >> hands && std::getline(std::cin >> std::ws, text)) {
    std::unique_ptr<Case>& dealt = cases[text];
    if (!dealt) dealt = make_case(text);
    if (verb == "hands") {
      print_hands(*dealt, hands);
    } else if (verb == "time" && hands > 0) {
      print_time(*dealt, hands);
    } else {
      std::cerr << "neither 'hands' nor 'time' of some hands: " << verb << '\n';
      return 1;
    }
    std::cout.flush();
  }
  return 0;
}

}  // namespace
}  // namespace croupier::bench

int main() {
  return croupier::bench::serve();
}
