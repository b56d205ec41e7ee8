#include "demo/load/response_parser.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <string>

namespace croupier::demo {
namespace {

using State = ResponseParser::State;

std::string response(const std::string& headers, const std::string& body,
                     const std::string& status = "200 OK") {
  return "HTTP/1.1 " + status + "\r\n" + headers + "\r\n" + body;
}

TEST(ResponseParserTest, ReadsWhatItShould) {
  const struct {
    const char* name;
    std::string text;
    int status;
    bool keep_alive;
  } rows[] = {
      {"body", response("content-length: 5\r\n", "hello"), 200, true},
      {"empty body", response("Content-Length:0\r\n", ""), 200, true},
      {"error", response("content-length: 2\r\n", "no", "503 Service Unavailable"), 503, true},
      {"no reason", response("content-length: 0\r\n", "", "200"), 200, true},
      {"close", response("content-length: 0\r\nConnection: Close\r\n", ""), 200, false},
      {"no content", response("", "", "204 No Content"), 204, true},
      {"not modified", response("content-length: 9\r\n", "", "304 Not Modified"), 304, true},
      {"interim", response("", "", "100 Continue") + response("content-length: 1\r\n", "x"), 200,
       true},
      {"old", "HTTP/1.0 200 OK\r\ncontent-length: 1\r\n\r\nx", 200, false},
      {"same length twice", response("content-length: 1\r\ncontent-length: 1\r\n", "x"), 200, true},
  };
  for (const auto& row : rows) {
    ResponseParser parser;
    EXPECT_EQ(parser.feed(row.text), State::kDone) << row.name;
    EXPECT_EQ(parser.status(), row.status) << row.name;
    EXPECT_EQ(parser.keep_alive(), row.keep_alive) << row.name;
    // Bytes arrive as they like.
    parser.reset();
    for (std::size_t i = 0; i + 1 < row.text.size(); ++i) {
      ASSERT_EQ(parser.feed(row.text.substr(i, 1)), State::kMore) << row.name << " at " << i;
    }
    EXPECT_EQ(parser.feed(row.text.substr(row.text.size() - 1)), State::kDone) << row.name;
    EXPECT_EQ(parser.status(), row.status) << row.name;
  }
}

TEST(ResponseParserTest, RefusesWhatItCannotCount) {
  const struct {
    const char* name;
    std::string text;
  } rows[] = {
      {"not http", "SSH-2.0-OpenSSH_9.2\r\n\r\n"},
      {"http 2", "HTTP/2.0 200 OK\r\ncontent-length: 0\r\n\r\n"},
      {"status of letters", response("content-length: 0\r\n", "", "2xx OK")},
      {"status too long", response("content-length: 0\r\n", "", "2000 OK")},
      {"status 600", response("content-length: 0\r\n", "", "600 What")},
      {"no length", response("", "")},
      {"chunked", response("transfer-encoding: chunked\r\n", "0\r\n\r\n")},
      {"negative length", response("content-length: -1\r\n", "")},
      {"empty length", response("content-length:\r\n", "")},
      {"huge length", response("content-length: 99999999999999999999\r\n", "")},
      {"body above the limit", response("content-length: 67108865\r\n", "")},
      {"two lengths", response("content-length: 1\r\ncontent-length: 2\r\n", "x")},
      {"length list", response("content-length: 1, 1\r\n", "x")},
      {"line without colon", response("nonsense\r\n", "")},
      {"header without name", response(": x\r\n", "")},
      {"bytes after the end", response("content-length: 1\r\n", "xy")},
      {"switch of protocols", response("", "", "101 Switching Protocols")},
      {"endless head", std::string(ResponseParser::kMaxHeadBytes + 1, 'x')},
      {"large head", response("x: " + std::string(ResponseParser::kMaxHeadBytes, 'x') +
                                  "\r\ncontent-length: 0\r\n",
                              "")},
  };
  for (const auto& row : rows) {
    ResponseParser parser;
    EXPECT_EQ(parser.feed(row.text), State::kBad) << row.name;
    EXPECT_EQ(parser.feed("HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n"), State::kBad) << row.name;
    parser.reset();
    EXPECT_EQ(parser.feed(response("content-length: 1\r\n", "x")), State::kDone) << row.name;
  }
}

TEST(ResponseParserTest, LargeBodyInOnePieceIsCountedWhole) {
  ResponseParser parser;
  EXPECT_EQ(parser.feed(response("content-length: 100000\r\n", std::string(100'000, 'b'))),
            State::kDone);
  parser.reset();
  EXPECT_EQ(parser.feed(response("content-length: 100001\r\n", std::string(100'000, 'b'))),
            State::kMore);
  EXPECT_EQ(parser.feed("bb"), State::kBad);
}

// Random bytes, with pieces of real answers among them, never crash it or make it run wild.
RC_GTEST_PROP(ResponseParserTest, AnyBytesEndInAState, ()) {
  const auto pieces = *rc::gen::container<std::vector<std::string>>(rc::gen::oneOf(
      rc::gen::arbitrary<std::string>(),
      rc::gen::element<std::string>("HTTP/1.1 ", "200", " OK\r\n", "\r\n", "content-length: 3\r\n",
                                    "transfer-encoding: chunked\r\n", "\r\n\r\n", "abc")));
  ResponseParser parser;
  bool bad = false;
  for (const std::string& piece : pieces) {
    const State state = parser.feed(piece);
    RC_ASSERT(!bad || state == State::kBad);
    bad = state == State::kBad;
    if (state == State::kDone) parser.reset();
  }
}

}  // namespace
}  // namespace croupier::demo
