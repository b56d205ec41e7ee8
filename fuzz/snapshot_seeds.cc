// Writes the seeds of snapshot_fuzz into the folder that is its argument: good inputs of every
// reader, made from the fleet that the snapshot tests use.
#include <cstdio>
#include <fstream>
#include <string>

#include "snapshot/bytes.h"
#include "snapshot/fleet_segment.h"
#include "snapshot/manifest.h"
#include "snapshot/tenant_table.h"
#include "snapshot/testing.h"

int main(int argc, char** argv) {
  using namespace croupier::snapshot;
  if (argc != 2) return std::fprintf(stderr, "usage: snapshot_seeds FOLDER\n"), 1;
  const auto put = [&](const char* name, char reader, const std::string& bytes) {
    std::ofstream(std::string(argv[1]) + "/" + name, std::ios::binary) << reader << bytes;
  };
  const Contents contents = croupier::snapshot::testing::test_contents();
  const std::string fleet = encode_fleet_segment(contents);
  const std::string tenants = TenantTable::build(contents.tenants, {"gone"}).value();
  const std::string digest(64, 'a');
  const Manifest manifest{.version = 7,
                          .config_digest = "config",
                          .keys = {{"k1", croupier::snapshot::testing::test_key().check_value()}},
                          .deals = {{"api", 3, 12, digest}},
                          .segments = {{SegmentRef::Kind::kFleet, digest, 100},
                                       {SegmentRef::Kind::kTenants, digest, 200}}};
  std::string length;
  append_number(length, static_cast<std::uint32_t>(fleet.size()));
  put("manifest", '\0', encode(manifest));
  put("fleet", '\1', fleet);
  put("tenants", '\2', tenants);
  put("no_tenants", '\2', TenantTable::build({}).value());
  put("snapshot", '\3', length + fleet + tenants);
  put("snapshot_without_tenants", '\3', length + fleet);
}
