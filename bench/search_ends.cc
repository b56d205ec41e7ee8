// How many hands `search` deals: until small decks are full, over many keys, and how fast out of
// 2,048 workers up to 60 million. Prints the tables of docs/policies/search.md.
#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include "croupier/search.h"

namespace croupier {
namespace {

SearchDeck deck_of(const SearchSpec& spec, int key) {
  return SearchDeck::make(spec, Key("bench " + std::to_string(key))).value();
}

[[noreturn]] void fail(const SearchDeck& deck, const Error& why) {
  std::fprintf(stderr, "after %llu hands: %s\n", static_cast<unsigned long long>(deck.size()),
               why.message.c_str());
  std::exit(1);
}

double seconds_since(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

void print_until_full(const SearchSpec& spec, int keys) {
  const auto start = std::chrono::steady_clock::now();
  std::vector<std::uint64_t> ends;
  std::uint64_t hands = 0;
  std::vector<std::uint32_t> hand(spec.hand);
  for (int key = 0; key < keys; ++key) {
    SearchDeck deck = deck_of(spec, key);
    for (;;) {
      const auto dealt = deck.next(hand);
      if (dealt) continue;
      if (dealt.error().code != Code::kResourceExhausted) fail(deck, dealt.error());
      break;
    }
    ends.push_back(deck.size());
    hands += deck.size();
  }
  const double seconds = seconds_since(start);
  std::sort(ends.begin(), ends.end());
  std::printf(
      "%u, %u, %u: %d keys, full at %llu / %llu / %llu hands, %.0f us a hand\n", spec.workers,
      spec.hand, spec.max_overlap, keys, static_cast<unsigned long long>(ends.front()),
      static_cast<unsigned long long>(ends[ends.size() / 2]),
      static_cast<unsigned long long>(ends.back()), 1e6 * seconds / static_cast<double>(hands));
}

void print_large() {
  constexpr std::uint64_t kStep = 10'000'000;
  SearchDeck deck = deck_of({2'048, 4, 2}, 0);
  std::vector<std::uint32_t> hand(4);
  for (const std::uint64_t end : {kStep, 3 * kStep, 6 * kStep}) {
    const std::uint64_t first = deck.size();
    const std::uint64_t draws = deck.draws();
    const auto start = std::chrono::steady_clock::now();
    while (deck.size() < end) {
      if (const auto dealt = deck.next(hand); !dealt) fail(deck, dealt.error());
    }
    const double seconds = seconds_since(start);
    const auto hands = static_cast<double>(end - first);
    std::printf(
        "2048, 4, 2: hands %llu to %llu million in %.1f s, %.2f million/s, %.2f draws each\n",
        static_cast<unsigned long long>(first / 1'000'000),
        static_cast<unsigned long long>(end / 1'000'000), seconds, hands / seconds / 1e6,
        static_cast<double>(deck.draws() - draws) / hands);
  }
}

}  // namespace
}  // namespace croupier

int main() {
  std::printf("n, k, r: hands until full (least / median / most over keys)\n");
  croupier::print_until_full({20, 4, 2}, 500);
  croupier::print_until_full({64, 4, 1}, 50);
  croupier::print_until_full({64, 4, 2}, 20);
  croupier::print_large();
}
