// rendezvous.json: the hash, the keys, the logarithm and hands of decks with weights and spread.
#include <map>
#include <memory>

#include "core/base/byte_order.h"
#include "core/placement/log2_cost.h"
#include "core/placement/rendezvous.h"
#include "croupier/deal.h"
#include "croupier/hash.h"
#include "tools/vector_test/kinds.h"
#include "tools/vector_test/text.h"

namespace croupier::vectors {
namespace {

using Keys = std::map<std::string, Key>;

DeckSpec read_deck(const Json& row) {
  const std::map<std::string, Spread> spreads = {
      {"none", Spread::kNone}, {"prefer", Spread::kPrefer}, {"balanced", Spread::kBalanced}};
  DeckSpec deck;
  deck.spread = spreads.at(row.at("spread"));
  for (const Json& worker : row.at("workers")) {
    const std::vector<std::string> one{worker.value("spread_value", std::string())};
    deck.workers.push_back(
        {worker.at("id"), worker.value("weight", 1U), worker.value("spread_values", one)});
  }
  return deck;
}

void check_hash(const Json& row, Tally& tally) {
  SipKey key;
  const std::string bytes = from_hex(row["key_hex"]);
  std::copy(bytes.begin(), bytes.end(), key.begin());
  const std::string message = from_hex(row["message_hex"]);
  tally.check(siphash(key, message) == to_u64(row["hash64"]), "hash of " + row.dump());
  tally.check(hex(placement::tenant_key(key, message)) == row["bytes128_hex"].get<std::string>(),
              "128-bit hash of " + row.dump());
}

void check_key(const std::string& name, const Json& row, Tally& tally) {
  const Key key = key_from_hex(row.at("hex"));
  tally.check(key.check_value() == row.at("check_value").get<std::string>(),
              "check value of key " + name);
  tally.check(hex(key.derive(placement::kRendezvousPurpose)) ==
                  row.at("rendezvous_key_hex").get<std::string>(),
              "derived key of key " + name);
}

void check_table(const Json& table, Tally& tally) {
  std::string bytes;
  for (const std::uint64_t entry : placement::kLog2Table) {
    std::array<std::uint8_t, 8> number;
    store_big_endian64(entry, number.data());
    bytes.append(number.begin(), number.end());
  }
  tally.check(hex(sha256(bytes)) == table.at("sha256_of_1025_big_endian_64_bit").get<std::string>(),
              "log2 table");
  for (const auto& [index, value] : table.at("entries").items()) {
    tally.check(placement::kLog2Table.at(std::stoul(index)) == to_u64(value),
                "log2 table entry " + index);
  }
}

void check_case(const Json& row, const DeckSpec& deck, const Key& key, Tally& tally) {
  const auto dealer = make_dealer(deck, key);
  std::vector<std::uint32_t> hand;
  DealScratch scratch;
  const std::string tenant = from_hex(row["tenant_hex"]);
  if (!dealer || !(*dealer)->deal({tenant}, row["k"], hand, scratch)) {
    tally.fail("refused: " + row.dump());
    return;
  }
  Json ids = Json::array();
  for (const std::uint32_t position : hand) ids.push_back(deck.workers[position].id);
  tally.check(ids == row["hand"], "hand of " + row.dump());
}

void check_refusal(const Json& row, const DeckSpec& deck, const Key& key, Tally& tally) {
  const auto dealer = make_dealer(deck, key);
  std::vector<std::uint32_t> hand;
  DealScratch scratch;
  const bool refused = dealer && !(*dealer)->deal({"acme"}, row["k"], hand, scratch);
  tally.check(refused && (*dealer)->largest_hand() == row["largest"], "refusal of " + row.dump());
}

}  // namespace

void run_rendezvous(const Json& file, Tally& tally) {
  Keys keys;
  for (const auto& [name, row] : file.at("keys").items()) {
    check_key(name, row, tally);
    keys.emplace(name, key_from_hex(row.at("hex")));
  }
  std::map<std::string, DeckSpec> decks;
  for (const auto& [name, row] : file.at("decks").items()) decks.emplace(name, read_deck(row));

  for (const Json& row : file.at("siphash")) check_hash(row, tally);
  check_table(file.at("log2_table"), tally);
  for (const Json& row : file.at("costs")) {
    tally.check(placement::log2_cost(to_u64(row["hash"])) == to_u64(row["cost"]),
                "cost of " + row.dump());
  }
  for (const Json& row : file.at("tenant_keys")) {
    const SipKey key = keys.at(row["key"]).derive(placement::kRendezvousPurpose);
    tally.check(hex(placement::tenant_key(key, from_hex(row["tenant_hex"]))) ==
                    row["tenant_key_hex"].get<std::string>(),
                "tenant key of " + row.dump());
  }
  for (const Json& row : file.at("cases")) {
    check_case(row, decks.at(row["deck"]), keys.at(row["key"]), tally);
  }
  for (const Json& row : file.at("refused")) {
    check_refusal(row, decks.at(row["deck"]), keys.begin()->second, tally);
  }
}

}  // namespace croupier::vectors
