#include "core/copies/go_match.h"

#include <gtest/gtest.h>

namespace croupier::copies {
namespace {

struct Row {
  const char* pattern;
  const char* name;
  bool matches;
};

// What Go 1.26 on Linux says; a malformed pattern counts as no match.
TEST(GoMatch, SaysWhatGoSays) {
  const Row rows[] = {
      {"", "", true},
      {"", "a", false},
      {"abc", "abc", true},
      {"abc", "abcd", false},
      {"*", "", true},
      {"*", "abc", true},
      {"*", "a/b", false},
      {"**", "abc", true},
      {"a*", "a", true},
      {"a*", "ab/c", false},
      {"a*/b", "abc/b", true},
      {"a*/b", "a/c/b", false},
      {"a*b*c", "axbxxbc", true},
      {"a*b?c*x", "abxbbxdbxebxczzx", true},
      {"a*b?c*x", "abxbbxdbxebxczzy", false},
      {"prefix-tenant-*", "prefix-tenant-", true},
      {"big-?", "big-22", false},
      {"?", "\xC3\xA9", true},
      {"??", "\xC3\xA9", false},
      {"?", "\xFF", true},
      {"?", "/", false},
      {"[a-c]x", "bx", true},
      {"[^a-c]x", "bx", false},
      {"[^a]", "\xE2\x98\xBA", true},
      {"[\xCE\xB1-\xCF\x89]", "\xCE\xBB", true},
      {"[^a]", "/", true},  // a class takes the separator
      {"[\\]a]", "]", true},
      {"[\\-x]", "-", true},
      {"[x-]", "x", false},  // malformed from here on
      {"[]a]", "]", false},
      {"[a", "a", false},
      {"[", "[", false},
      {"[-]", "-", false},
      {"[a-", "a", false},
      {"a[", "ab", false},
      {"\\", "\\", false},
      {"a\\", "a", false},
      {"*[", "x", false},
      {"\\*", "*", true},  // escapes
      {"\\*", "x", false},
      {"\\a", "a", true},
      {"[a*]b", "*b", true},  // a star inside a class is none
      {"*[^a]*b", "x/b",
       false},  // the star takes nothing, [^a] takes x, and then `/` is in the way
  };
  for (const Row& row : rows) {
    EXPECT_EQ(go_match(row.pattern, row.name), row.matches) << row.pattern << " on " << row.name;
  }
}

}  // namespace
}  // namespace croupier::copies
