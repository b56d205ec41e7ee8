#include <fmt/format.h>

#include "cli/input_json.h"
#include "cli/suspects.h"

namespace croupier::cli {
namespace {

class SuspectsJson : private InputJson {
 public:
  SuspectsJson(const audit::Input& input, const audit::Suspicion& suspicion, Output& output)
      : InputJson(input, output), suspicion_(suspicion) {}

  void print() {
    const Suspects& found = suspicion_.found;
    key("{", "sick");
    workers(suspicion_.sick);
    key(", ", "ranked");
    list(found.ranked, [this](const SuspectGroup& group) { print(group); });
    key(", ", "certain");
    flag(found.certain);
    key(", ", "explanations");
    list(found.explanations, [this](const Explanation& one) { print(one); });
    key(", ", "more_explanations");
    flag(found.more);
    output_.append("}\n");
  }

 private:
  void flag(bool value) { output_.append(value ? "true" : "false"); }

  // A place in a list, from the item that list() gives.
  template <typename Item>
  static std::size_t place(const std::vector<Item>& items, const Item& item) {
    return static_cast<std::size_t>(&item - items.data());
  }

  void print(const SuspectGroup& group) {
    key("{", "hit");
    output_.append(std::uint64_t{group.hit});
    key(", ", "outside");
    output_.append(std::uint64_t{group.outside});
    key(", ", "score");
    output_.append(fmt::format("{}", group.score));
    key(", ", "tenants");
    tenants(suspicion_.tenants[place(suspicion_.found.ranked, group)]);
    output_.append("}");
  }

  void print(const Explanation& one) {
    key("{", "culprits");
    list(suspicion_.culprits[place(suspicion_.found.explanations, one)],
         [this](const auto& twins) { tenants(twins); });
    key(", ", "missing");
    workers(one.missing);
    key(", ", "extra");
    workers(one.extra);
    output_.append("}");
  }

  const audit::Suspicion& suspicion_;
};

}  // namespace

void print_suspects_json(const audit::Input& input, const audit::Suspicion& suspicion,
                         Output& output) {
  SuspectsJson(input, suspicion, output).print();
}

}  // namespace croupier::cli
