#include "envoy/deck_config.h"

#include "files/json_fields.h"

namespace croupier::envoy {

Result<std::string> parse_deck_config(std::string_view bytes) {
  const auto json = files::parse_json(bytes);
  if (!json) return error(Code::kInvalidArgument, "deck config is not JSON");
  files::Problem problem;
  files::Fields fields(*json, "deck config", problem);
  std::string deck = fields.text("deck");
  fields.done();
  if (deck.empty()) problem.note("deck config: \"deck\" is empty");
  if (!problem.empty()) return error(Code::kInvalidArgument, problem.what());
  return deck;
}

}  // namespace croupier::envoy
