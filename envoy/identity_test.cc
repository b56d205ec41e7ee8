#include "envoy/identity.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>

namespace croupier::envoy {
namespace {

using ::testing::HasSubstr;

struct Facts final : RequestFacts {
  std::map<std::string, std::string, std::less<>> state;
  std::map<std::string, std::string, std::less<>> headers;
  std::string path_text = "/";
  std::string sni_text;
  std::string san;
  std::string peer = "10.1.2.3:999";

  static std::string_view find(const auto& map, std::string_view key) {
    const auto at = map.find(key);
    return at == map.end() ? std::string_view() : at->second;
  }
  std::string_view filter_state(std::string_view key) const override { return find(state, key); }
  std::string_view header(std::string_view name) const override { return find(headers, name); }
  std::string_view path() const override { return path_text; }
  std::string_view sni() const override { return sni_text; }
  std::string_view verified_uri_san() const override { return san; }
  std::string_view peer_address() const override { return peer; }
};

std::vector<IdentitySource> sources_of(const char* json) {
  files::Problem problem;
  auto sources = parse_identity(files::parse_json(json).value(), problem);
  EXPECT_TRUE(problem.empty()) << problem.what();
  return sources;
}

std::string problem_of(const char* json) {
  files::Problem problem;
  parse_identity(files::parse_json(json).value(), problem);
  return problem.what();
}

TEST(ParseAddress, ReadsWhatEnvoyWrites) {
  EXPECT_EQ(parse_address("127.0.0.1:5"), parse_ip("127.0.0.1"));
  EXPECT_EQ(parse_address("127.0.0.1"), parse_ip("127.0.0.1"));
  EXPECT_EQ(parse_address("[::1]:443"), parse_ip("::1"));
  EXPECT_EQ(parse_address("::1"), parse_ip("::1"));
}

TEST(ParseAddress, RefusesWhatIsNoAddress) {
  for (const char* text :
       {"", ":", "[", "[::1", "[]:1", "/var/run/socket", "host:80", "1.2.3:80", "1.2.3.4.5:80"}) {
    EXPECT_FALSE(parse_address(text).has_value()) << text;
  }
  EXPECT_FALSE(parse_address(std::string(100'000, '1')).has_value());
}

TEST(Identify, EverySourceCanAnswer) {
  struct Row {
    const char* sources;
    const char* tenant;
    bool listed_only;
  };
  Facts facts;
  facts.state["jwt.tenant"] = "from-claim";
  facts.headers["x-tenant"] = "from-header";
  facts.path_text = "/v1/from-path/x?y=z/w";
  facts.sni_text = "from-sni.example.com";
  facts.san = "spiffe://mesh/from-san";
  for (const Row& row : std::initializer_list<Row>{
           {R"([{"filter_state": "jwt.tenant"}])", "from-claim", false},
           {R"([{"uri_san_prefix": "spiffe://mesh/"}])", "from-san", false},
           {R"([{"header": "x-tenant", "trusted": ["10.0.0.0/8"]}])", "from-header", false},
           {R"([{"sni_suffix": ".example.com"}])", "from-sni", true},
           {R"([{"path_segment": 1}])", "from-path", true},
       }) {
    const auto sources = sources_of(row.sources);
    const Identity identity = identify(sources, facts);
    EXPECT_EQ(identity.state, Identity::State::kNamed) << row.sources;
    EXPECT_EQ(identity.tenant, row.tenant);
    EXPECT_EQ(identity.listed_only, row.listed_only) << row.sources;
    EXPECT_EQ(identity.source, 0);
  }
}

TEST(Identify, ASourceThatHasNothingLeavesTheWordToTheNext) {
  const auto sources = sources_of(R"([
      {"filter_state": "jwt.tenant"},
      {"uri_san_prefix": "spiffe://mesh/"},
      {"header": "x-tenant", "trusted": ["10.0.0.0/8"]},
      {"sni_suffix": ".example.com"},
      {"path_segment": 3}])");
  Facts facts;
  facts.san = "spiffe://other/acme";    // another prefix
  facts.sni_text = "acme.example.org";  // another suffix
  facts.headers["x-tenant"] = "acme";
  facts.peer = "192.0.2.1:5";  // not trusted
  facts.path_text = "/a/b/c";  // too short
  EXPECT_EQ(identify(sources, facts).state, Identity::State::kNone);
  facts.peer = "10.0.0.1:5";
  EXPECT_EQ(identify(sources, facts).source, 2);
  facts.state["jwt.tenant"] = "claimed";
  EXPECT_EQ(identify(sources, facts).tenant, "claimed");
}

TEST(Identify, AMalformedAnswerIsNotHealedByALaterSource) {
  const auto sources = sources_of(R"([{"filter_state": "claim"}, {"path_segment": 0}])");
  Facts facts;
  facts.path_text = "/acme";
  for (const std::string& bad :
       {std::string("a\nb"), std::string(256, 'x'), std::string("\xFF"), std::string("a\0b", 3)}) {
    facts.state["claim"] = bad;
    const Identity identity = identify(sources, facts);
    EXPECT_EQ(identity.state, Identity::State::kMalformed);
    EXPECT_EQ(identity.source, 0);
  }
}

TEST(Identify, PathSegmentsArePercentDecoded) {
  const auto sources = sources_of(R"([{"path_segment": 0}])");
  Facts facts;
  for (const auto& [path, tenant] : std::initializer_list<std::pair<const char*, const char*>>{
           {"/a%20b/x", "a b"},
           {"/%e7%a7%9F", "\u79df"},
           {"/100%25", "100%"},
       }) {
    facts.path_text = path;
    const Identity identity = identify(sources, facts);
    EXPECT_EQ(identity.state, Identity::State::kNamed) << path;
    EXPECT_EQ(identity.tenant, tenant);
  }
  for (const char* path : {"/%", "/%2", "/%zz", "/%+1", "/a%00b", "/%FF", "/%0A"}) {
    facts.path_text = path;
    EXPECT_EQ(identify(sources, facts).state, Identity::State::kMalformed) << path;
  }
}

TEST(Identify, PathSegmentsEndAtSlashQueryAndFragment) {
  struct Row {
    const char* path;
    std::uint32_t segment;
    const char* tenant;  // empty: none
  };
  for (const Row& row : std::initializer_list<Row>{{"/acme", 0, "acme"},
                                                   {"/acme/", 0, "acme"},
                                                   {"/acme?x=/y", 0, "acme"},
                                                   {"/acme#x", 0, "acme"},
                                                   {"/a/acme/b", 1, "acme"},
                                                   {"//acme", 1, "acme"},
                                                   {"//acme", 0, ""},
                                                   {"/", 0, ""},
                                                   {"", 0, ""},
                                                   {"*", 0, ""},
                                                   {"?a=/b", 0, ""},
                                                   {"/acme", 1, ""},
                                                   {"/acme", 64, ""}}) {
    Facts facts;
    facts.path_text = row.path;
    IdentitySource source;
    source.kind = IdentitySource::Kind::kPathSegment;
    source.segment = row.segment;
    EXPECT_EQ(identify({source}, facts).tenant, row.tenant) << row.path << " " << row.segment;
  }
}

TEST(ParseIdentity, SaysWhatIsWrong) {
  struct Row {
    const char* json;
    const char* message;
  };
  for (const Row& row : std::initializer_list<Row>{
           {R"([7])", "identity[0] is not an object"},
           {R"([{}])", "path_segment"},
           {R"([{"path_segment": -1}])", "identity[0].path_segment"},
           {R"([{"path_segment": 65}])", "a whole number from 0 to 64"},
           {R"([{"path_segment": 1, "sni_suffix": ".x"}])", "unknown key \"path_segment\""},
           {R"([{"filter_state": 4}])", "identity[0].filter_state is not a string"},
           {R"([{"header": "X-Tenant", "trusted": []}])", "a lower-case header name"},
           {R"([{"header": "", "trusted": []}])", "a lower-case header name"},
           {R"([{"header": "x-tenant"}])", "trusted"},
           {R"([{"header": "x-tenant", "trusted": [1]}])", "\"\" is not an address range"},
           {R"([{"path_segment": 0}, {"header": "a", "trusted": ["::/200"]}])",
            "identity[1].trusted: \"::/200\" is not"},
       }) {
    EXPECT_THAT(problem_of(row.json), HasSubstr(row.message)) << row.json;
  }
}

}  // namespace
}  // namespace croupier::envoy
