// A fleet as its file states it, after parsing and checking: what every other room reads.
// Plain data. Positions ("index") always refer to the vectors of the same Fleet.
#pragma once

#include <chrono>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "croupier/deal.h"
#include "croupier/policy.h"
#include "croupier/rules.h"

namespace croupier::fleet {

using Milliseconds = std::chrono::milliseconds;

// Where a value stands in its file; lines and columns count from 1. line 0: not from a file.
struct Place {
  std::string file;
  int line = 0;
  int column = 0;
};

// ---- keys ----
struct KeySource {
  std::string id;    // travels in snapshots
  std::string file;  // as written; relative to the fleet file's folder
  Place place;
};

// ---- workers ----
enum class WorkerState {
  kActive,    // dealt
  kDraining,  // no longer dealt; still serves hands of older versions
};

struct Worker {
  std::string id;
  std::string address;  // "ip:port" or "[ip6]:port"; empty: known, but has no endpoint yet
  std::uint32_t weight = 1;
  WorkerState state = WorkerState::kActive;
  std::map<std::string, std::string> attributes;  // "zone", "version", ...: any name
  Place place;
};

// ---- sizes ----
// `inherit`, `all`, `dedicated` or a number of workers, at least 1. Zero has no meaning.
struct HandSize {
  enum class Kind { kInherit, kAll, kDedicated, kCount };
  Kind kind = Kind::kInherit;
  std::uint32_t count = 0;  // only with kCount
};

// ---- attempts, and who is dealt a hand: the rules of core ----
using croupier::AllDown;
using croupier::Repeat;
using croupier::Unknown;
using Attempts = croupier::AttemptOverrides;  // max: at least 1; try_timeout 0: `unlimited`

// ---- health checks that envoy-config writes ----
struct Health {
  bool enabled = false;
  std::string path = "/";
  Milliseconds interval{1000};
  Milliseconds timeout{500};
  std::uint32_t unhealthy_after = 2;
  std::uint32_t healthy_after = 1;
};

// ---- decks ----
enum class Protocol { kHttp1, kHttp2 };

struct Deck {
  std::string name;  // [a-z0-9_-], 1 to 63 characters: it becomes part of Envoy names
  Policy policy = Policy::kRendezvous;
  std::string key_id;  // empty for policies without a key
  HandSize hand_size;  // kAll or kCount
  Spread spread = Spread::kNone;
  // Of workers, by name, in order: what the deck spreads over, the dimensions of `infima`, the zone
  // of `mimir-ring` and `thanos`, what the stripes of `bounded` are tied to.
  std::vector<std::string> attributes;
  PolicyOptions options;        // as written; numbers of workers are filled in when it is dealt
  std::string deal_file;        // of stored policies; relative to the fleet file's folder
  bool pins_may_break = false;  // of stored policies: pins that break the bound suspend it
  Place options_place;
  Place hand_size_place;
  std::vector<std::uint32_t> workers;  // indices of its workers, active and draining, in the
                                       // order the deck lists them (`all`: file order)
  std::vector<std::uint32_t> spill;    // indices; empty: no spill pool. Never dealt in this deck.
  Unknown unknown = Unknown::kDeal;
  std::string guest = "guest";  // the id under which the shared guest hand is dealt
  Attempts attempts;
  Health health;
  Protocol protocol = Protocol::kHttp1;
  Milliseconds connect_timeout{250};
  Milliseconds request_timeout{15'000};  // 0: no limit
  bool worker_headers = false;  // tell workers tenant, version and position in trusted headers
  Place place;
};

// ---- tenants and groups ----
// What a tenant or group overrides in one deck; absent fields are inherited, field by field.
struct Override {
  HandSize hand_size;               // kInherit when absent
  std::vector<std::uint32_t> hand;  // pinned worker indices, in order; with kDedicated reserved
  Attempts attempts;
  Place place;
};

struct Group {
  std::string id;                         // its members share the hand dealt under this id
  std::map<std::string, Override> decks;  // by deck name
  Place place;
};

struct Tenant {
  std::string id;
  std::optional<std::uint32_t> group;  // index
  std::map<std::string, Override> decks;
  Place place;
};

// ---- routes: first match wins, in file order ----
struct Route {
  std::string host = "*";  // exact, "*.suffix" or "*"
  std::string path_prefix = "/";
  std::string deck;
  std::optional<Repeat> repeat;  // beats the deck's
  Place place;
};

// ---- identity: sources are asked in order, the first that answers names the tenant ----
struct IdentitySource {
  enum class Kind {
    kJwtClaim,     // a claim that Envoy's jwt_authn has verified
    kMtlsUriSan,   // the first URI SAN of a verified client certificate, after `prefix`
    kHeader,       // believed from `trusted` peers only, stripped from all others
    kSni,          // listed tenants only, all others are guests
    kPathSegment,  // listed tenants only, all others are guests
  };
  Kind kind = Kind::kHeader;
  std::string name;    // claim or header name (lower case)
  std::string prefix;  // URI prefix (mTLS) or domain suffix including its dot (SNI) to cut off
  std::uint32_t segment = 0;         // 0-based path segment
  std::vector<std::string> trusted;  // CIDR ranges of direct peers
  // jwt: who issued it and the file with its key set (JWKS); relative to the fleet file's folder.
  std::string issuer;
  std::string jwks_file;
  std::vector<std::string> audiences;
  Place place;
};

// Whether clients may choose ids of this source freely; then unlisted ones are guests.
inline bool is_listed_only(IdentitySource::Kind kind) {
  return kind == IdentitySource::Kind::kSni || kind == IdentitySource::Kind::kPathSegment;
}

enum class Missing { kRefuse, kGuest };

struct Identity {
  std::vector<IdentitySource> sources;
  Missing missing = Missing::kRefuse;
};

// ---- listener that envoy-config writes ----
struct Listener {
  std::string address = "127.0.0.1:10000";
  std::string admin = "127.0.0.1:9901";
  // TLS towards clients; all empty: plain text.
  std::string certificate_file;
  std::string private_key_file;
  std::string client_ca_file;  // set: clients must present a certificate
  std::string access_log;      // file of one JSON line a request; empty: none
};

// ---- risk budget ----
struct RiskRule {
  enum class When { kWorkersFailed, kPoisonTenants };
  std::string deck;  // empty: every deck
  When when = When::kWorkersFailed;
  std::uint32_t count = 1;  // workers failed: 1 or 2; poison tenants: 1
  // Largest shares of the listed tenants, 0 to 1; absent: not limited.
  std::optional<double> touched, degraded, down;
  std::optional<double> keep;  // smallest share of its hand's weight any tenant may be left with
  Place place;
};

struct Fleet {
  std::uint64_t version = 0;  // at least 1; must grow with every change
  std::vector<KeySource> keys;
  std::vector<Worker> workers;
  std::vector<Deck> decks;
  std::vector<Group> groups;
  std::vector<Tenant> tenants;
  std::vector<Route> routes;
  Identity identity;
  Listener listener;
  std::vector<RiskRule> risk_budget;
  bool show_hands = false;  // let Envoy's admin page answer /croupier/hand
};

}  // namespace croupier::fleet
