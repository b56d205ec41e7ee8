#include "fleet/rfc3339.h"

#include <algorithm>

namespace croupier::fleet {
namespace {

// Eats fixed parts of a text; the first that does not fit makes it bad.
class Eater {
 public:
  explicit Eater(std::string_view text) : text_(text) {}

  int number(std::size_t digits, int most) {
    int value = 0;
    for (std::size_t i = 0; i < digits; ++i) value = value * 10 + digit();
    bad_ = bad_ || value > most;
    return value;
  }
  bool next_is(std::string_view any_of) const {
    return !text_.empty() && any_of.find(text_.front()) != std::string_view::npos;
  }
  char one(std::string_view any_of) {
    bad_ = bad_ || !next_is(any_of);
    if (bad_) return 0;
    const char eaten = text_.front();
    text_.remove_prefix(1);
    return eaten;
  }
  bool good() const { return !bad_ && text_.empty(); }

 private:
  int digit() { return std::max(one("0123456789") - '0', 0); }

  std::string_view text_;
  bool bad_ = false;
};

}  // namespace

std::optional<std::chrono::sys_seconds> parse_rfc3339(std::string_view text) {
  using namespace std::chrono;
  Eater rest(text);
  const int years = rest.number(4, 9999);
  rest.one("-");
  const int months = rest.number(2, 12);
  rest.one("-");
  const year_month_day date = year(years) / month(static_cast<unsigned>(months)) /
                              day(static_cast<unsigned>(rest.number(2, 31)));
  rest.one("Tt");
  seconds time = hours(rest.number(2, 23));
  rest.one(":");
  time += minutes(rest.number(2, 59));
  rest.one(":");
  time += seconds(rest.number(2, 59));
  if (rest.next_is(".")) {
    rest.one(".");
    do {
      rest.number(1, 9);
    } while (rest.next_is("0123456789"));
  }
  const char zone = rest.one("Zz+-");
  seconds offset{0};
  if (zone == '+' || zone == '-') {
    offset = hours(rest.number(2, 23));
    rest.one(":");
    offset += minutes(rest.number(2, 59));
  }
  if (!rest.good() || !date.ok()) return std::nullopt;
  return sys_days(date) + time - (zone == '-' ? -offset : offset);
}

}  // namespace croupier::fleet
