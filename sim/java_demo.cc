#include "sim/java_demo.h"

#include <algorithm>
#include <array>
#include <charconv>

#include "croupier/deal.h"

namespace croupier::sim {
namespace {

using Hand = std::vector<std::uint32_t>;

Result<void> check_range(std::string_view name, std::uint64_t value, std::uint64_t largest) {
  if (value >= 1 && value <= largest) return {};
  return error(Code::kInvalidArgument, std::string(name) + " " + std::to_string(value) +
                                           " is not between 1 and " + std::to_string(largest));
}

Result<void> check_options(const JavaDemoOptions& options) {
  return check_range("tenants", options.tenants, kMaxJavaDemoTenants)
      .and_then([&] { return check_range("workers", options.workers, kMaxWorkers); })
      .and_then([&] { return check_range("hand", options.hand, options.workers); });
}

struct Exposure {
  bool same_fixed_shard;
  std::uint32_t overlap;
};

void count(const Exposure& exposure, std::uint32_t hand_size, JavaDemoHarm& harm) {
  ++harm.tenants;
  harm.fixed_unavailable += exposure.same_fixed_shard ? 1 : 0;
  harm.shuffle_unavailable += exposure.overlap == hand_size ? 1 : 0;
  ++harm.tenants_by_overlap[exposure.overlap];
}

std::string unavailable_lines(const JavaDemoHarm& harm) {
  std::string text = "fixedUnavailable=" + std::to_string(harm.fixed_unavailable) + "\n";
  text += "shuffleUnavailable=" + std::to_string(harm.shuffle_unavailable) + "\n";
  for (std::size_t overlap = 0; overlap < harm.tenants_by_overlap.size(); ++overlap) {
    const std::uint64_t tenants = harm.tenants_by_overlap[overlap];
    text += "overlap=" + std::to_string(overlap) + " tenants=" + std::to_string(tenants) +
            " percentage=" + java_percentage(tenants, harm.tenants) + "%\n";
  }
  return text;
}

}  // namespace

Result<JavaDemoFigures> run_java_demo(const JavaDemoOptions& options) {
  if (auto checked = check_options(options); !checked) {
    return tl::make_unexpected(std::move(checked.error()));
  }
  Hand hand(options.hand);
  const auto deal = [&](std::string_view tenant) {
    return deal_java_demo(tenant, options.seed, options.workers, hand);
  };
  const auto fixed_shard = [&](std::string_view tenant) {
    return java_demo_fixed_shard(tenant, options.seed, options.workers / options.hand);
  };
  if (auto dealt = deal(options.attacker); !dealt) {
    return tl::make_unexpected(std::move(dealt.error()));
  }
  JavaDemoFigures figures{hand, {}, {}};
  std::sort(figures.poisoned_workers.begin(), figures.poisoned_workers.end());
  std::vector<std::uint8_t> poisoned(options.workers);
  for (const std::uint32_t worker : hand) poisoned[worker] = 1;
  const std::uint32_t poisoned_shard = fixed_shard(options.attacker);
  figures.all.tenants_by_overlap.resize(options.hand + 1);
  figures.innocents.tenants_by_overlap.resize(options.hand + 1);

  for (std::uint32_t i = 0; i < options.tenants; ++i) {
    const std::string tenant = "tenant-" + std::to_string(i);
    if (auto dealt = deal(tenant); !dealt) return tl::make_unexpected(std::move(dealt.error()));
    Exposure exposure{fixed_shard(tenant) == poisoned_shard, 0};
    for (const std::uint32_t worker : hand) exposure.overlap += poisoned[worker];
    count(exposure, options.hand, figures.all);
    if (tenant != options.attacker) count(exposure, options.hand, figures.innocents);
  }
  return figures;
}

std::string java_demo_report(const JavaDemoOptions& options, const JavaDemoFigures& figures) {
  std::string text = "workers=" + std::to_string(options.workers) +
                     ", shardSize=" + std::to_string(options.hand) +
                     ", tenants=" + std::to_string(options.tenants) + "\n";
  std::string separator = "poisonedWorkers=[";
  for (const std::uint32_t worker : figures.poisoned_workers) {
    text += separator + std::to_string(worker);
    separator = ", ";
  }
  return text + "]\n" + unavailable_lines(figures.all);
}

std::string java_demo_innocents_report(const JavaDemoFigures& figures) {
  return "innocents=" + std::to_string(figures.innocents.tenants) + "\n" +
         unavailable_lines(figures.innocents);
}

std::string java_percentage(std::uint64_t part, std::uint64_t whole) {
  constexpr std::size_t kDecimals = 4;
  const double value =
      whole == 0 ? 0.0 : 100.0 * static_cast<double>(part) / static_cast<double>(whole);
  std::array<char, 64> shortest;
  const auto written = std::to_chars(shortest.data(), shortest.data() + shortest.size(), value,
                                     std::chars_format::fixed);
  std::string text(shortest.data(), written.ptr);
  std::size_t point = text.find('.');
  if (point == std::string::npos) {
    point = text.size();
    text += '.';
  }
  text.resize(std::max(text.size(), point + 1 + kDecimals + 1), '0');
  const bool round_up = text[point + 1 + kDecimals] >= '5';
  text.resize(point + 1 + kDecimals);
  if (!round_up) return text;
  for (std::size_t i = text.size(); i-- > 0;) {  // carry
    if (text[i] == '.') continue;
    if (text[i] != '9') {
      ++text[i];
      return text;
    }
    text[i] = '0';
  }
  return "1" + text;
}

}  // namespace croupier::sim
