#include "snapshot/tenant_table.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <map>

#include "snapshot/bytes.h"

namespace croupier::snapshot {
namespace {

using ::testing::HasSubstr;

constexpr TenantTable::Limits kLimits{.decks = 4, .groups = 3, .workers = 100};

TenantTable table_of(std::vector<TenantEntry> tenants, std::vector<std::string> removed = {}) {
  auto bytes = TenantTable::build(std::move(tenants), std::move(removed));
  EXPECT_TRUE(bytes.has_value()) << bytes.error().message;
  auto table = TenantTable::open(std::move(*bytes), kLimits);
  EXPECT_TRUE(table.has_value()) << table.error().message;
  return std::move(*table);
}

std::vector<TenantEntry> many(std::size_t count) {
  std::vector<TenantEntry> tenants;
  for (std::size_t i = 0; i < count; ++i) {
    TenantEntry tenant{"tenant-" + std::to_string(i), std::nullopt, {}};
    if (i % 3 == 0) tenant.group = static_cast<std::uint32_t>(i % 2);
    if (i % 5 == 0) {
      tenant.overrides.push_back({.deck = static_cast<std::uint32_t>(i % 4),
                                  .hand_size = static_cast<std::uint32_t>(1 + i % 7),
                                  .hand = {},
                                  .attempts = {}});
    }
    tenants.push_back(std::move(tenant));
  }
  return tenants;
}

TEST(TenantTable, FindsEveryTenantAndNoOther) {
  for (const std::size_t count : {0u, 1u, 2u, 7u, 1000u, 20'000u}) {
    const auto tenants = many(count);
    const TenantTable table = table_of(tenants);
    EXPECT_EQ(table.size(), count);
    OverrideEntry entry;
    for (const TenantEntry& tenant : tenants) {
      const auto record = table.find(tenant.id);
      ASSERT_TRUE(record.has_value()) << tenant.id;
      EXPECT_EQ(record->group(), tenant.group);
      EXPECT_FALSE(record->removed());
      for (std::uint32_t deck = 0; deck < kLimits.decks; ++deck) {
        const bool has = !tenant.overrides.empty() && tenant.overrides[0].deck == deck;
        ASSERT_EQ(record->find_override(deck, entry), has);
        if (has) {
          EXPECT_EQ(entry, tenant.overrides[0]);
        }
      }
    }
    for (const char* stranger : {"", "tenant", "tenant-", "tenant-20000", "TENANT-1"}) {
      EXPECT_FALSE(table.find(stranger).has_value()) << stranger;
    }
  }
}

TEST(TenantTable, KeepsEveryKindOfOverride) {
  TenantEntry tenant{"t", 2, {}};
  tenant.overrides.push_back({.deck = 0, .hand_size = kAllWorkers, .hand = {}, .attempts = {}});
  tenant.overrides.push_back({.deck = 1,
                              .hand_size = kInheritSize,
                              .hand = {99, 0, 50},
                              .attempts = {.max = 3,
                                           .try_timeout = std::chrono::milliseconds(1500),
                                           .repeat = Repeat::kAlways,
                                           .all_down = AllDown::kRefuse}});
  tenant.overrides.push_back({.deck = 3, .hand_size = kMaxWorkers, .hand = {}, .attempts = {}});
  const TenantTable table = table_of({tenant});
  std::vector<OverrideEntry> all;
  ASSERT_TRUE(table.find("t")->read_all(all));
  EXPECT_EQ(all, tenant.overrides);
  EXPECT_EQ(table.find("t")->group(), 2u);
}

TEST(TenantTable, TheOrderOfTenantsDoesNotChangeTheBytes) {
  auto tenants = many(500);
  const auto forward = TenantTable::build(tenants);
  std::reverse(tenants.begin(), tenants.end());
  EXPECT_EQ(forward.value(), TenantTable::build(tenants).value());
}

TEST(TenantTable, TombstonesSayThatATenantIsGone) {
  const TenantTable table = table_of(many(3), {"left"});
  EXPECT_EQ(table.size(), 4u);
  EXPECT_TRUE(table.find("left")->removed());
}

TEST(TenantTable, RefusesDuplicatesAndMalformedIds) {
  EXPECT_THAT(TenantTable::build({{"a", {}, {}}, {"b", {}, {}}, {"a", {}, {}}}).error().message,
              HasSubstr("duplicate tenant \"a\""));
  EXPECT_FALSE(TenantTable::build({{"", {}, {}}}).has_value());
  EXPECT_FALSE(TenantTable::build({{"a\nb", {}, {}}}).has_value());
  EXPECT_FALSE(TenantTable::build({{std::string(256, 'x'), {}, {}}}).has_value());
}

TEST(TenantTable, RefusesForeignHeadersWithTheReason) {
  const std::string good = TenantTable::build(many(10)).value();
  const auto message = [](std::string bytes) {
    const auto table = TenantTable::open(std::move(bytes), kLimits);
    return table ? std::string("opened") : table.error().message;
  };
  EXPECT_EQ(message(good), "opened");
  EXPECT_THAT(message(""), HasSubstr("shorter than its header"));
  EXPECT_THAT(message(good.substr(0, good.size() - 1)), HasSubstr("do not fit"));
  EXPECT_THAT(message(good + "x"), HasSubstr("do not fit"));
  std::string changed = good;
  changed[0] = 'X';
  EXPECT_THAT(message(changed), HasSubstr("wrong first bytes"));
  changed = good;
  std::reverse(&changed[8], &changed[12]);
  EXPECT_THAT(message(changed), HasSubstr("another byte order"));
  changed = good;
  changed[12] = 3;
  EXPECT_THAT(message(changed), HasSubstr("format 3"));
}

TEST(TenantTable, RefusesIndicesBeyondTheFleet) {
  const auto open = [](TenantEntry tenant, TenantTable::Limits limits) {
    return TenantTable::open(TenantTable::build({std::move(tenant)}).value(), limits);
  };
  const TenantEntry in_group{"t", 2, {}};
  EXPECT_TRUE(open(in_group, {.decks = 1, .groups = 3, .workers = 1}).has_value());
  EXPECT_THAT(open(in_group, {.decks = 1, .groups = 2, .workers = 1}).error().message,
              HasSubstr("unknown group"));
  const TenantEntry pinned{
      "t", {}, {{.deck = 1, .hand_size = kInheritSize, .hand = {5}, .attempts = {}}}};
  EXPECT_THAT(open(pinned, {.decks = 1, .groups = 0, .workers = 9}).error().message,
              HasSubstr("unknown deck"));
  EXPECT_THAT(open(pinned, {.decks = 2, .groups = 0, .workers = 5}).error().message,
              HasSubstr("unknown worker"));
}

// A table that opens is safe to ask anything, whatever was done to its bytes.
RC_GTEST_PROP(TenantTableLaws, AnyFlippedBitIsRefusedOrHarmless, ()) {
  std::string bytes = TenantTable::build(many(40)).value();
  const auto at = *rc::gen::inRange<std::size_t>(0, bytes.size());
  bytes[at] = static_cast<char>(bytes[at] ^ (1 << *rc::gen::inRange(0, 8)));
  const auto table = TenantTable::open(std::move(bytes), kLimits);
  if (!table) return;
  OverrideEntry entry;
  for (const TenantEntry& tenant : many(50)) {
    const auto record = table->find(tenant.id);
    if (!record) continue;
    for (std::uint32_t deck = 0; deck < kLimits.decks; ++deck) record->find_override(deck, entry);
  }
}

RC_GTEST_PROP(TenantTableLaws, FindsWhatAMapFinds, ()) {
  const auto ids = *rc::gen::container<std::map<std::string, std::uint32_t>>(
      rc::gen::map(rc::gen::inRange(0, 300), [](int n) { return "t" + std::to_string(n); }),
      rc::gen::inRange<std::uint32_t>(0, 3));
  std::vector<TenantEntry> tenants;
  for (const auto& [id, group] : ids) tenants.push_back({id, group, {}});
  const TenantTable table = table_of(tenants);
  for (int n = 0; n < 300; ++n) {
    const std::string id = "t" + std::to_string(n);
    const auto record = table.find(id);
    RC_ASSERT(record.has_value() == ids.contains(id));
    if (record) {
      RC_ASSERT(record->group() == ids.at(id));
    }
  }
}

}  // namespace
}  // namespace croupier::snapshot
