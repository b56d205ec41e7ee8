// What a fleet file means once it is read, and warnings.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "files/temp_folder.h"
#include "fleet/known_keys.h"
#include "fleet/load.h"
#include "fleet/network.h"
#include "fleet/plain_types.h"
#include "fleet/test_fleet.h"

namespace croupier::fleet {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

TEST(Parse, ReadsEveryKeyOfTheFullExample) {
  const auto loaded = load(CROUPIER_SOURCE_DIR "/tests/fleets/good/everything.yaml");
  ASSERT_TRUE(loaded.has_value());
  ASSERT_TRUE(loaded->ok()) << text_of(loaded->problems);
  const Fleet& fleet = loaded->fleet;
  EXPECT_EQ(fleet.version, 42u);
  EXPECT_TRUE(fleet.show_hands);
  EXPECT_EQ(fleet.workers[0].weight, 2u);
  EXPECT_EQ(fleet.workers[0].attributes.at("version"), "2024-01");
  EXPECT_EQ(fleet.workers[0].attributes.at("zone"), "a");
  EXPECT_EQ(fleet.workers[5].state, WorkerState::kDraining);
  const Deck& api = fleet.decks[0];
  EXPECT_EQ(api.policy, Policy::kRendezvous);
  EXPECT_EQ(api.workers.size(), 8u);
  EXPECT_THAT(api.spill, ElementsAre(7));
  EXPECT_EQ(api.unknown, Unknown::kGuest);
  EXPECT_EQ(api.guest, "visitors");
  EXPECT_EQ(api.attempts.try_timeout, Milliseconds(250));
  EXPECT_EQ(api.health.path, "/healthz");
  EXPECT_EQ(api.health.unhealthy_after, 3u);
  EXPECT_EQ(api.protocol, Protocol::kHttp2);
  EXPECT_EQ(api.request_timeout, Milliseconds(0));
  EXPECT_TRUE(api.worker_headers);
  EXPECT_THAT(fleet.decks[1].workers, ElementsAre(1, 2, 3));
  EXPECT_THAT(fleet.decks[2].workers, ElementsAre(4)) << "by match";
  EXPECT_EQ(fleet.groups[0].decks.at("api").hand_size.kind, HandSize::Kind::kDedicated);
  EXPECT_EQ(fleet.tenants.size(), 9u) << "five here, four in the tenants file";
  EXPECT_EQ(fleet.routes[0].host, "reports.example.com");
  EXPECT_EQ(fleet.routes[0].repeat, Repeat::kNeverSent);
  ASSERT_EQ(fleet.identity.sources.size(), 5u);
  EXPECT_EQ(fleet.identity.sources[2].name, "x-tenant") << "header names are in lower case";
  EXPECT_EQ(fleet.identity.sources[4].segment, 1u);
  EXPECT_EQ(fleet.listener.client_ca_file, "clients.pem");
  EXPECT_EQ(fleet.risk_budget[0].touched, 1.0);
  EXPECT_EQ(fleet.risk_budget[1].count, 2u);
  EXPECT_EQ(fleet.risk_budget[2].when, RiskRule::When::kPoisonTenants);
}

TEST(Parse, OneDeckWithoutRoutesGetsEverything) {
  const TestFleet test(fleet_text(2, "hand_size: 1"));
  ASSERT_EQ(test.fleet().routes.size(), 1u);
  EXPECT_EQ(test.fleet().routes[0].deck, "api");
  EXPECT_EQ(test.fleet().routes[0].host, "*");
}

struct Warning {
  std::string name, text, message;
};

class Warnings : public testing::TestWithParam<Warning> {};

TEST_P(Warnings, AreGivenAndNothingElse) {
  const Loaded loaded = parse(GetParam().text, "test.yaml", ".");
  EXPECT_TRUE(loaded.ok()) << text_of(loaded.problems);
  ASSERT_EQ(loaded.problems.size(), 1u) << text_of(loaded.problems);
  EXPECT_THAT(format(loaded.problems[0]), HasSubstr(": warning: "));
  EXPECT_THAT(loaded.problems[0].message, HasSubstr(GetParam().message));
}

const std::string kTail = "decks: [{name: api, key: main, hand_size: 1}]\n";
const std::string kHead =
    "version: 1\nkeys: [{id: main, file: f}]\n"
    "workers: [{id: a, address: \"127.0.0.1:1\"}, ";

INSTANTIATE_TEST_SUITE_P(
    Fleets, Warnings,
    testing::Values(
        Warning{"NoAddress", kHead + "{id: b}]\n" + kTail, "worker \"b\" has no address"},
        Warning{"UnusedWorker",
                kHead + "{id: b, address: \"127.0.0.1:2\"}]\n"
                        "decks: [{name: api, key: main, hand_size: 1, workers: [a]}]\n",
                "worker \"b\" is in no deck"},
        Warning{"PinnedDraining",
                kHead + "{id: b, address: \"127.0.0.1:2\", state: draining}]\n" + kTail +
                    "tenants: [{id: t, hand: [b]}]\n",
                "worker \"b\" is draining but pinned"},
        Warning{"HiddenRoute",
                fleet_text(1, "hand_size: 1",
                           "routes: [{path: /a, deck: api}, {host: a.b, path: /a/c, deck: api}]\n"),
                "this route is never reached"},
        Warning{"EmptyGroup", fleet_text(1, "hand_size: 1", "groups: [{id: g}]\n"),
                "group \"g\" has no tenant"},
        Warning{"UnusedKey",
                "version: 1\nkeys: [{id: main, file: f}, {id: old, file: f}]\n"
                "workers: [{id: a, address: \"127.0.0.1:1\"}]\n" +
                    kTail,
                "key \"old\" is used by no deck"},
        Warning{"IgnoredWeight",
                "version: 1\nworkers: [{id: a, address: \"127.0.0.1:1\", weight: 2}]\n"
                "decks: [{name: api, policy: java-demo, hand_size: 1}]\n",
                "weight 2 of worker \"a\" is ignored"},
        Warning{"FreelyChosenIdentity",
                fleet_text(1, "hand_size: 1", "identity: {sources: [{path_segment: 0}]}\n"),
                "share the guest hand"},
        Warning{"ServerNameInCapitals",
                fleet_text(1, "hand_size: 1, unknown: guest",
                           "identity: {sources: [{sni: .example.com}]}\n"
                           "listener: {certificate_file: c, private_key_file: k}\n"
                           "tenants: [{id: acme}, {id: Globex}]\n"),
                "never names 1 of the listed tenants, such as \"Globex\""},
        Warning{"PathSegmentWithASlash",
                fleet_text(1, "hand_size: 1, unknown: guest",
                           "identity: {sources: [{path_segment: 0}]}\n"
                           "tenants: [{id: acme}, {id: a/b}]\n"),
                "never names 1 of the listed tenants, such as \"a/b\""},
        Warning{"NoRoutes",
                "version: 1\nworkers: [{id: a, address: \"127.0.0.1:1\"}]\n"
                "decks: [{name: b, policy: java-demo, hand_size: 1},"
                " {name: c, policy: java-demo, hand_size: 1}]\n",
                "no routes"}),
    [](const auto& row) { return row.param.name; });

TEST(Network, Endpoints) {
  EXPECT_TRUE(parse_endpoint("127.0.0.1:80").has_value());
  EXPECT_EQ(*parse_endpoint("[::1]:80"), *parse_endpoint("[0:0::1]:80"));
  for (const char* bad :
       {"", ":", "127.0.0.1", "127.0.0.1:", "127.0.0.1:+1", "127.0.0.1:080", "::1:80",
        "[127.0.0.1]:80", "[::1%lo]:80", "1.2.3:4", "[::1]", "a:1", "127.0.0.1:99999999999"}) {
    EXPECT_FALSE(parse_endpoint(bad).has_value()) << bad;
  }
}

TEST(PlainTypes, WhatYamlTakesForOtherThanText) {
  for (const char* typed : {"1",
                            "-1",
                            "+1.5",
                            "1e3",
                            "1_000",
                            "0x1F",
                            "0o17",
                            "0b1",
                            "1:30",
                            ".5",
                            ".inf",
                            "-.INF",
                            ".nan",
                            "yes",
                            "No",
                            "TRUE",
                            "off",
                            "2001-12-14",
                            "2001-12-14t21:59:43Z",
                            "=",
                            "<<"}) {
    EXPECT_NE(other_plain_type(typed), "") << typed;
  }
  for (const char* text : {"", "a", "1a", "127.0.0.1:80", "127.0.0.1", "1-2", "w1", "0xyz", "-",
                           ".", "1:", "e3", "y", "nope", "2001-12", "12-14-2001"}) {
    EXPECT_EQ(other_plain_type(text), "") << text;
  }
}

TEST(KnownKeys, TheNearestIsNamed) {
  EXPECT_EQ(nearest_key(kDeckKeys, "hand_sise"), "hand_size");
  EXPECT_EQ(nearest_key(kDeckKeys, "handsize"), "hand_size");
  EXPECT_EQ(nearest_key(kDeckKeys, "celebrity"), "");
  EXPECT_EQ(nearest_key(kDeckKeys, std::string(1'000'000, 'x')), "");
}

TEST(LoadKeys, GivesTheBytesOfEveryFile) {
  files::TempFolder folder;
  folder.write("fleet.key", std::string("with\n\0nul", 9), 0640);
  const Loaded loaded = parse(fleet_text(2, "hand_size: 1"), "test.yaml", folder.path());
  std::vector<Problem> problems;
  const auto keys = load_keys(loaded.fleet, folder.path(), problems);
  EXPECT_TRUE(problems.empty()) << text_of(problems);
  ASSERT_EQ(keys.size(), 1u);
  EXPECT_EQ(keys[0].bytes().size(), 9u) << "every byte, the line end too";
}

TEST(LoadKeys, TellsWhatIsRefusedAtTheKeysPlace) {
  files::TempFolder folder;
  folder.write("fleet.key", "key", 0644);
  const Loaded loaded = parse(fleet_text(2, "hand_size: 1"), "test.yaml", folder.path());
  std::vector<Problem> problems;
  EXPECT_EQ(load_keys(loaded.fleet, folder.path(), problems).size(), 1u);
  ASSERT_EQ(problems.size(), 1u);
  EXPECT_EQ(problems[0].place.line, 2);
  EXPECT_THAT(problems[0].message, HasSubstr("has mode 0644"));
}

TEST(LoadKeys, RefusesAMissingFile) {
  files::TempFolder folder;
  const Loaded loaded = parse(fleet_text(2, "hand_size: 1"), "test.yaml", folder.path());
  std::vector<Problem> problems;
  EXPECT_EQ(load_keys(loaded.fleet, folder.path(), problems).size(), 1u);
  ASSERT_EQ(problems.size(), 1u);
  EXPECT_THAT(problems[0].message, HasSubstr("No such file"));
}

TEST(Load, SaysWhyAFileCannotBeRead) {
  files::TempFolder folder;
  EXPECT_EQ(load(folder.path() + "/none.yaml").error().code, Code::kNotFound);
  EXPECT_EQ(load(folder.path()).error().code, Code::kUnavailable) << "a folder";
}

}  // namespace
}  // namespace croupier::fleet
