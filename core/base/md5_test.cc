#include "croupier/md5.h"

#include <gtest/gtest.h>

#include <string>

#include "croupier/hash.h"

namespace croupier {
namespace {

struct Row {
  std::string text;
  const char* digest;
};

// The test suite of RFC 1321, appendix A.5.
TEST(Md5, MatchesTheRfc) {
  const Row rows[] = {
      {"", "d41d8cd98f00b204e9800998ecf8427e"},
      {"a", "0cc175b9c0f1b6a831c399e269772661"},
      {"abc", "900150983cd24fb0d6963f7d28e17f72"},
      {"message digest", "f96b697d7cb7938d525a2f31aaf161d0"},
      {"abcdefghijklmnopqrstuvwxyz", "c3fcd3d76192e4007dfb496cca67e13b"},
      {"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789",
       "d174ab98d277d9f5a5611c2c9f419d9f"},
      {"12345678901234567890123456789012345678901234567890123456789012345678901234567890",
       "57edf4a22be3c955ac49da2e2107b67a"},
  };
  for (const Row& row : rows) EXPECT_EQ(hex(md5(row.text)), row.digest) << row.text;
}

// Around the lengths at which the padding needs one block more; digests by CPython's hashlib.
TEST(Md5, PadsAnyLength) {
  const Row rows[] = {
      {std::string(55, 'x'), "04364420e25c512fd958a70738aa8f72"},
      {std::string(56, 'x'), "668a72d5ba17f08e62dabcafad6db14b"},
      {std::string(57, 'x'), "693037871c4a9d3d8685018905cb530a"},
      {std::string(63, 'x'), "7dc2ca208106a2f703567bdff99d8981"},
      {std::string(64, 'x'), "c1bb4f81d892b2d57947682aeb252456"},
      {std::string(65, 'x'), "1bc932052302d074bdec39795fe00cf6"},
      {std::string(119, 'x'), "ab347a5f68c8a443cfcddc633f12c24f"},
      {std::string(120, 'x'), "fb98667f98096de92620b64f46e1c5b5"},
      {std::string(1'000'000, 'x'), "ec78dbd963d2fc01e51176ed4dec299e"},
  };
  for (const Row& row : rows) EXPECT_EQ(hex(md5(row.text)), row.digest) << row.text.size();
}

TEST(Md5, TakesBytesInPieces) {
  std::string text;
  for (int i = 0; i < 200; ++i) text += static_cast<char>(i);
  const std::string_view whole = text;
  for (std::size_t cut = 0; cut <= text.size(); ++cut) {
    Md5 hash;
    hash.update(whole.substr(0, cut));
    hash.update({});
    hash.update(whole.substr(cut));
    EXPECT_EQ(hash.finish(), md5(text)) << cut;
  }
}

}  // namespace
}  // namespace croupier
