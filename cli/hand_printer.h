// Hands as a table for people or as JSON lines for programs.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "cli/output.h"

namespace croupier::cli {

// One row: begin(), add() for each member in order, end(). After the last row: finish().
//
// JSON is one object a line: {"tenant": "acme", "hand": [10, 11, 3]}, worker ids as strings. The
// table's columns are as wide as the first kSampleRows rows need, so that any number of rows can
// be printed in bounded memory.
class HandPrinter {
 public:
  enum class Subject { kTenant, kOrdinal };  // what rows begin with

  // `with_deck`: rows name their deck.
  HandPrinter(Output& output, bool json, bool with_deck, Subject subject = Subject::kTenant)
      : output_(output), json_(json), with_deck_(with_deck), subject_(subject) {}

  void begin(std::string_view tenant, std::string_view deck = {});
  void begin(std::uint64_t ordinal);
  void add(std::uint64_t worker);
  void add(std::string_view worker);
  void end(std::string_view note = {});  // `note` follows the hand in the table only

  void finish();

 private:
  static constexpr std::size_t kSampleRows = 1'000;

  using Row = std::array<std::string, 3>;  // tenant, deck, hand

  void separate();
  void print(const Row& row);
  void print_sample();

  Output& output_;
  bool json_;
  bool with_deck_;
  Subject subject_;
  bool first_member_ = true;
  Row row_;
  std::vector<Row> sample_;
  bool sampled_ = false;
  std::size_t tenant_width_ = 0;
  std::size_t deck_width_ = 0;
};

}  // namespace croupier::cli
