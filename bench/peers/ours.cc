#include "bench/peers/ours.h"

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <iterator>
#include <random>
#include <set>
#include <span>
#include <sstream>
#include <utility>

#include "bench/peers/ours_records.h"
#include "croupier/apf.h"
#include "croupier/bounded.h"
#include "croupier/deal.h"
#include "croupier/mimir_ring.h"
#include "croupier/search.h"

namespace croupier::bench {
namespace {

constexpr std::string_view kFlowSchema = "peers";
const Key kKey(std::string_view("a key for benchmarks"));

const std::vector<std::string>& tenants() {
  static const std::vector<std::string> ids = [] {
    std::vector<std::string> made;
    for (std::size_t i = 0; i < kTenants; ++i) made.push_back("tenant-" + std::to_string(i));
    return made;
  }();
  return ids;
}

// What a case's words say: a policy, a number of workers or a ring file, a hand size, and options.
struct Request {
  std::string policy;
  std::string deck;
  std::uint32_t hand = 0;
  std::set<std::string> options;

  std::uint32_t workers() const { return static_cast<std::uint32_t>(std::stoul(deck)); }
  bool has(const std::string& option) const { return options.contains(option); }
};

// `Deal` gives the hand of a tenant's number as a span that is valid until the next call.
template <typename Deal>
class CaseOf final : public Case {
 public:
  explicit CaseOf(Deal deal) : deal_(std::move(deal)) {}

  Hand hand(std::size_t tenant) override {
    const std::span<const std::uint32_t> dealt = deal_(tenant);
    return {dealt.begin(), dealt.end()};
  }

  void run(std::size_t hands) override {
    for (; hands > 0; --hands) {
      const std::uint32_t* dealt = deal_(next_++ % kTenants).data();
      asm volatile("" : : "r"(dealt) : "memory");  // the hand counts as read
    }
  }

 private:
  Deal deal_;
  std::size_t next_ = 0;
};

template <typename Deal>
std::unique_ptr<Case> case_of(Deal deal) {
  return std::make_unique<CaseOf<Deal>>(std::move(deal));
}

[[noreturn]] void refuse(const std::string& why) {
  std::cerr << why << '\n';
  std::exit(1);
}

// By the hash of each flow, which is computed before.
std::unique_ptr<Case> apf_hashes(const Request& request) {
  std::vector<std::uint64_t> hashes;
  for (const std::string& id : tenants()) {
    hashes.push_back(copies::apf_flow_hash(kFlowSchema, id));
  }
  return case_of([dealer = copies::ApfDealer::make(request.workers(), request.hand).value(),
                  hand = Hand(request.hand), hashes](std::size_t tenant) mutable {
    dealer.deal(hashes[tenant], hand);
    return std::span<const std::uint32_t>(hand);
  });
}

std::unique_ptr<Case> apf_flows(const Request& request) {
  return case_of([dealer = copies::ApfDealer::make(request.workers(), request.hand).value(),
                  hand = Hand(request.hand), &ids = tenants()](std::size_t tenant) mutable {
    dealer.deal_flow(kFlowSchema, ids[tenant], hand);
    return std::span<const std::uint32_t>(hand);
  });
}

// Policies that need no record, by id.
std::unique_ptr<Case> by_id(const Request& request) {
  const auto policy = find_policy(request.policy);
  if (!policy) refuse("no case " + request.policy);
  DeckSpec deck;
  deck.policy = *policy;
  for (std::uint32_t i = 0; i < request.workers(); ++i) {
    deck.workers.push_back({"worker-" + std::to_string(i)});
  }
  return case_of([dealer = make_dealer(deck, kKey).value(), size = request.hand, hand = Hand(),
                  scratch = DealScratch(), &ids = tenants()](std::size_t tenant) mutable {
    if (!dealer->deal({ids[tenant]}, size, hand, scratch)) std::abort();
    return std::span<const std::uint32_t>(hand);
  });
}

// Tenants are numbered as they came; with `random` they are any of the deck's ordinals, so that no
// branch learns them.
std::unique_ptr<Case> bounded(const Request& request) {
  BoundedSpec spec{request.workers(), request.hand, request.hand - 2};
  if (request.has("striped")) spec.stripes = request.hand;
  auto deck = request.has("keyed") ? BoundedDeck::make(spec, kKey).value()
                                   : BoundedDeck::make(spec).value();
  std::mt19937_64 random(1);
  std::vector<std::uint64_t> ordinals;
  for (std::size_t i = 0; i < kTenants; ++i) {
    ordinals.push_back(request.has("random") ? random() % deck.shape().capacity : i);
  }
  if (!request.has("recorded")) {
    return case_of(
        [deck = std::move(deck), hand = Hand(request.hand), ordinals](std::size_t tenant) mutable {
          if (!deck.deal(ordinals[tenant], hand)) std::abort();
          return std::span<const std::uint32_t>(hand);
        });
  }
  std::vector<snapshot::TenantEntry> entries;
  for (std::size_t i = 0; i < kTenants; ++i) {
    entries.emplace_back().id = tenants()[i];
    entries.back().overrides.emplace_back().ordinal = ordinals[i];
  }
  return case_of([deck = std::move(deck), hand = Hand(request.hand),
                  records = Records(std::move(entries), request.workers()),
                  &ids = tenants()](std::size_t tenant) mutable {
    if (!deck.deal(*records.find(ids[tenant]).ordinal, hand)) std::abort();
    return std::span<const std::uint32_t>(hand);
  });
}

// Tenants are dealt to in turn, from the first on, each time into an empty deck.
class Searcher {
 public:
  Searcher(std::uint32_t workers, std::uint32_t hand)
      : spec_{workers, hand, hand - 2}, deck_(SearchDeck::make(spec_, kKey).value()), hand_(hand) {}

  std::span<const std::uint32_t> operator()(std::size_t tenant) {
    if (tenant == 0) deck_ = SearchDeck::make(spec_, kKey).value();
    if (!deck_.next(hand_)) std::abort();
    return hand_;
  }

 private:
  SearchSpec spec_;
  SearchDeck deck_;
  Hand hand_;
};

std::unique_ptr<Case> search(const Request& request) {
  Searcher searcher(request.workers(), request.hand);
  if (!request.has("recorded")) return case_of(std::move(searcher));
  std::vector<snapshot::TenantEntry> entries;
  for (std::size_t i = 0; i < kTenants; ++i) {
    const auto hand = searcher(i);
    entries.emplace_back().id = tenants()[i];
    snapshot::OverrideEntry& record = entries.back().overrides.emplace_back();
    record.hand.assign(hand.begin(), hand.end());
    record.recorded = true;
  }
  return case_of([records = Records(std::move(entries), request.workers()),
                  &ids = tenants()](std::size_t tenant) mutable {
    return std::span<const std::uint32_t>(records.find(ids[tenant]).hand);
  });
}

// A line per instance: its zone, or '-', and its tokens.
copies::RingSpec read_ring(const std::string& path) {
  copies::RingSpec spec;
  std::ifstream file(path);
  for (std::string line; std::getline(file, line);) {
    std::istringstream words(line);
    copies::RingInstance instance;
    words >> instance.zone;
    instance.tokens.assign(std::istream_iterator<std::uint32_t>(words), {});
    instance.id = "instance-" + std::to_string(spec.instances.size());
    spec.zone_aware = instance.zone != "-";
    spec.instances.push_back(std::move(instance));
  }
  return spec;
}

std::unique_ptr<Case> mimir_ring(const Request& request) {
  auto ring = copies::MimirRing::make(read_ring(request.deck));
  if (!ring) refuse(request.deck + ": " + ring.error().message);
  return case_of([ring = std::move(*ring), size = request.hand, scratch = copies::RingScratch(),
                  &ids = tenants()](std::size_t tenant) mutable {
    return ring.shard(ids[tenant], size, scratch);
  });
}

}  // namespace

std::unique_ptr<Case> make_case(const std::string& text) {
  Request request;
  std::istringstream words(text);
  if (!(words >> request.policy >> request.deck >> request.hand)) refuse("no case '" + text + "'");
  request.options = {std::istream_iterator<std::string>(words), {}};
  if (request.policy == "apf") return apf_hashes(request);
  if (request.policy == "apf-flow") return apf_flows(request);
  if (request.policy == "bounded") return bounded(request);
  if (request.policy == "search") return search(request);
  if (request.policy == "mimir-ring") return mimir_ring(request);
  return by_id(request);
}

}  // namespace croupier::bench
