#include "audit/input.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <optional>
#include <utility>

#include "audit/csv.h"
#include "croupier/deal.h"
#include "croupier/quote.h"

namespace croupier::audit {
namespace {

// One file after the other; each takes a line and gives what is wrong with it, or nothing.
class Reader {
 public:
  explicit Reader(Input& input) : input_(input) {}

  Result<void> read_all(const InputFiles& files) {
    workers_listed_ = !files.workers.empty();
    auto done = read(files.workers, &Reader::take_worker);
    if (done) done = read(files.hands, &Reader::take_hand);
    if (!done) return done;
    auto placement = builder_.build(input_.workers.size());
    if (!placement) return tl::unexpected(std::move(placement.error()));
    input_.placement = std::move(*placement);
    if (!files.weights.empty()) input_.weights.assign(input_.tenants.size(), 1.0);
    weighed_.resize(input_.weights.size());
    done = read(files.weights, &Reader::take_weight);
    if (done) done = read(files.depends, &Reader::take_dependency);
    return done;
  }

 private:
  using Problem = std::optional<std::string>;

  Result<void> read(const std::string& path, Problem (Reader::*take)(const Fields&)) {
    if (path.empty()) return {};
    auto csv = Csv::read(path);
    if (!csv) return tl::unexpected(std::move(csv.error()));
    for (;;) {
      const auto fields = csv->next();
      if (!fields) return tl::unexpected(fields.error());
      if (*fields == nullptr) break;
      if (const Problem problem = (this->*take)(**fields)) return csv->refuse(*problem);
    }
    input_.bytes.push_back(std::move(*csv).take_bytes());
    return {};
  }

  Problem take_worker(const Fields& fields) {
    if (fields.size() != 2) return wrong_count(fields, "worker,zone");
    const std::uint32_t worker = input_.workers.size();
    if (const Problem problem = add_new(input_.workers, "worker", fields[0])) return problem;
    if (worker == kMaxWorkers) return too_many_workers();
    WorkerSets& zones = input_.zones;
    const std::uint32_t zone = zones.names.find_or_add(fields[1]);
    zones.workers.resize(zones.names.size());
    zones.workers[zone].push_back(worker);
    return std::nullopt;
  }

  Problem take_hand(const Fields& fields) {
    if (fields.size() < 2) return "tenant " + quote(fields[0]) + " has no worker";
    if (input_.tenants.size() == kMaxTenants) {
      return "more than " + std::to_string(kMaxTenants) + " tenants";
    }
    if (const Problem problem = add_new(input_.tenants, "tenant", fields[0])) return problem;
    if (const Problem problem = find_members(fields, !workers_listed_)) return problem;
    const auto added = builder_.add(members_);
    if (added) return std::nullopt;
    return "tenant " + quote(fields[0]) + ": " + added.error().message;
  }

  Problem take_weight(const Fields& fields) {
    if (fields.size() != 2) return wrong_count(fields, "tenant,weight");
    const auto tenant = input_.tenants.find(fields[0]);
    if (!tenant) return "tenant " + quote(fields[0]) + " has no hand";
    if (weighed_[*tenant]) return "tenant " + quote(fields[0]) + " stands twice";
    weighed_[*tenant] = true;
    const char* end = fields[1].data() + fields[1].size();
    double weight = 0;
    const auto parsed = std::from_chars(fields[1].data(), end, weight);
    const bool number = parsed.ec != std::errc::invalid_argument && parsed.ptr == end;
    if (!number || std::isnan(weight)) return "weight " + quote(fields[1]) + " is no number";
    if (parsed.ec == std::errc::result_out_of_range || std::isinf(weight)) {
      return "weight " + quote(fields[1]) + " is out of the range of numbers";
    }
    if (std::signbit(weight)) return "weight " + quote(fields[1]) + " is negative";
    total_weight_ += weight;
    if (!std::isfinite(total_weight_)) return "the sum of weights is out of the range of numbers";
    input_.weights[*tenant] = weight;
    return std::nullopt;
  }

  Problem take_dependency(const Fields& fields) {
    if (fields.size() < 2) return "dependency " + quote(fields[0]) + " has no worker";
    WorkerSets& sets = input_.dependencies;
    if (const Problem problem = add_new(sets.names, "dependency", fields[0])) return problem;
    if (const Problem problem = find_members(fields, false)) return problem;
    sets.workers.push_back(members_);
    return std::nullopt;
  }

  // Fills members_ with the workers of all fields but the first.
  Problem find_members(const Fields& fields, bool add_unknown) {
    members_.clear();
    for (std::size_t i = 1; i < fields.size(); ++i) {
      const auto known =
          add_unknown ? input_.workers.find_or_add(fields[i]) : input_.workers.find(fields[i]);
      if (!known) return "worker " + quote(fields[i]) + " is not known";
      if (*known == kMaxWorkers) return too_many_workers();
      members_.push_back(*known);
    }
    if (const auto twice = find_twice())
      return "worker " + quote(input_.workers.id(*twice)) + " stands twice";
    return std::nullopt;
  }

  std::optional<std::uint32_t> find_twice() {
    last_line_.resize(input_.workers.size());
    ++this_line_;
    for (const std::uint32_t member : members_) {
      if (std::exchange(last_line_[member], this_line_) == this_line_) return member;
    }
    return std::nullopt;
  }

  // Every line adds one, so the line of the first is its number, from 1.
  static Problem add_new(IdTable& table, const char* kind, std::string_view id) {
    const std::uint32_t next = table.size();
    const std::uint32_t number = table.find_or_add(id);
    if (number == next) return std::nullopt;
    return std::string(kind) + " " + quote(id) + " stands twice, first on line " +
           std::to_string(number + 1U);
  }

  static Problem wrong_count(const Fields& fields, const char* wanted) {
    return std::to_string(fields.size()) + " fields, not 2: " + wanted;
  }
  static Problem too_many_workers() {
    return "more than " + std::to_string(kMaxWorkers) + " workers";
  }

  Input& input_;
  PlacementBuilder builder_;
  bool workers_listed_ = false;
  std::vector<std::uint32_t> members_;
  std::vector<std::uint64_t> last_line_;  // by worker: that named it last
  std::uint64_t this_line_ = 0;           // hands and dependencies
  std::vector<bool> weighed_;
  double total_weight_ = 0;
};

}  // namespace

Result<std::unique_ptr<Input>> read_input(const InputFiles& files) {
  auto input = std::make_unique<Input>();
  const auto done = Reader(*input).read_all(files);
  if (!done) return tl::unexpected(done.error());
  return input;
}

}  // namespace croupier::audit
