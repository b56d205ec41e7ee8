// The keys that the parser knows are those that the published schema describes.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <set>
#include <string>

#include "files/files.h"
#include "fleet/known_keys.h"

namespace croupier::fleet {
namespace {

using Names = std::set<std::string>;

nlohmann::json read_schema() {
  const auto text = files::read_file(CROUPIER_SOURCE_DIR "/fleet/fleet.schema.json", 1u << 20);
  EXPECT_TRUE(text.has_value());
  return nlohmann::json::parse(*text);
}

Names properties_of(const nlohmann::json& definition) {
  Names names;
  for (const auto& [name, schema] : definition.at("properties").items()) names.insert(name);
  return names;
}

TEST(Schema, HasTheParsersKeysAndNoOthers) {
  const nlohmann::json schema = read_schema();
  Names tables;
  for (const KeyTable* table : all_key_tables()) {
    const std::string name(table->name);
    tables.insert(name);
    SCOPED_TRACE(name);
    const nlohmann::json& definition = name == "fleet" ? schema : schema.at("$defs").at(name);
    EXPECT_EQ(properties_of(definition), Names(table->keys.begin(), table->keys.end()));
    EXPECT_EQ(definition.at("additionalProperties"), false);
  }
  for (const auto& [name, definition] : schema.at("$defs").items()) {
    if (!definition.contains("additionalProperties")) continue;
    if (definition.at("additionalProperties") != false) continue;
    EXPECT_TRUE(tables.contains(name)) << name << " is unknown to the parser";
  }
}

}  // namespace
}  // namespace croupier::fleet
