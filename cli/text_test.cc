// The parts of the command line that read and write text.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <unistd.h>

#include <cstdio>
#include <memory>
#include <nlohmann/json.hpp>

#include "cli/free_text.h"
#include "cli/hand_printer.h"
#include "cli/line_reader.h"
#include "cli/number_option.h"
#include "cli/output.h"

namespace croupier::cli {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

// A file without a name.
class TempFile {
 public:
  explicit TempFile(const std::string& content = {}) : file_(std::tmpfile()) {
    std::fwrite(content.data(), 1, content.size(), file_.get());
    std::rewind(file_.get());
  }

  int descriptor() const { return ::fileno(file_.get()); }

  std::string content() {
    std::rewind(file_.get());
    std::string text;
    for (int c = std::fgetc(file_.get()); c != EOF; c = std::fgetc(file_.get())) {
      text += static_cast<char>(c);
    }
    return text;
  }

 private:
  struct Close {
    void operator()(std::FILE* file) const { std::fclose(file); }
  };
  std::unique_ptr<std::FILE, Close> file_;
};

// ---- lines ----

// Every line, "!" in place of one that is too long.
std::vector<std::string> lines_of(const std::string& content) {
  const TempFile file(content);
  LineReader reader(file.descriptor());
  std::vector<std::string> lines;
  while (true) {
    const auto line = reader.next();
    if (line && !*line) return lines;
    lines.push_back(line ? std::string(**line) : "!");
    EXPECT_EQ(reader.line(), lines.size());
  }
}

TEST(LineReader, KeepsEmptyLinesAndALastLineWithoutNewline) {
  EXPECT_THAT(lines_of(""), ElementsAre());
  EXPECT_THAT(lines_of("\n"), ElementsAre(""));
  EXPECT_THAT(lines_of("a\n\nb"), ElementsAre("a", "", "b"));
  EXPECT_THAT(lines_of("a\r\nb\n"), ElementsAre("a\r", "b"));
}

TEST(LineReader, SkipsALineThatIsTooLongAndGoesOn) {
  const std::string longest(kMaxLineBytes - 1, 'x');
  EXPECT_THAT(lines_of(longest + "\nb\n"), ElementsAre(longest, "b"));
  EXPECT_THAT(lines_of("a\n" + std::string(3 * kMaxLineBytes, 'x') + "\nb"),
              ElementsAre("a", "!", "b"));
  EXPECT_THAT(lines_of(std::string(kMaxLineBytes, 'x')), ElementsAre("!"));
}

TEST(LineReader, FailedReadIsUnavailable) {
  LineReader reader(-1);
  const auto line = reader.next();
  ASSERT_FALSE(line);
  EXPECT_EQ(line.error().code, Code::kUnavailable);
}

TEST(LineReader, GivesBackWhatWasJoined) {
  rc::check([] {
    const auto lines = *rc::gen::container<std::vector<std::string>>(
        rc::gen::container<std::string>(rc::gen::inRange('a', 'f')));
    std::string content;
    for (const std::string& line : lines) content += line + "\n";
    RC_ASSERT(lines_of(content) == lines);
  });
}

// ---- arguments ----

std::vector<std::string> prepare(std::vector<const char*> arguments) {
  return prepare_arguments(static_cast<int>(arguments.size()), arguments.data());
}

TEST(FreeText, UnprotectUndoesProtect) {
  for (const char* text : {"", "a", "++", "[a,b]", "[", "[]", "\x01", "\x01++", "[a"}) {
    EXPECT_EQ(unprotect(protect(text)), text);
  }
  EXPECT_NE(protect("[a,b]"), "[a,b]");
  EXPECT_NE(protect("++"), "++");
}

TEST(FreeText, OptionsWithoutValueGetAnEmptyOne) {
  EXPECT_THAT(prepare({"croupier", "deal", "--key-text=", "a"}),
              ElementsAre("croupier", "deal", "--key-text", "", "a"));
  EXPECT_THAT(prepare({"croupier", "deal", "--key-text=x", "--", "--a="}),
              ElementsAre("croupier", "deal", "--key-text=x", "--", "--a="));
}

TEST(FreeText, OnlyDealIsProtected) {
  EXPECT_THAT(prepare({"croupier", "check", "[a]"}), ElementsAre("croupier", "check", "[a]"));
  EXPECT_THAT(prepare({"croupier", "deal", "[a]"}),
              ElementsAre("croupier", "deal", protect("[a]")));
}

// ---- numbers ----

TEST(Number, IsReadWhole) {
  constexpr std::uint64_t kAll = UINT64_MAX;
  EXPECT_EQ(parse_number("0", kAll), 0U);
  EXPECT_EQ(parse_number("010", kAll), 10U);
  EXPECT_EQ(parse_number("18446744073709551615", kAll), kAll);
  EXPECT_EQ(parse_number("0x5EEDC0DE", kAll), 0x5EEDC0DEU);
  for (const char* text : {"", "-1", "+1", "1.5", "1e3", "0x", "ten", "1 ", " 1", "0x-1"}) {
    const auto number = parse_number(text, kAll);
    ASSERT_FALSE(number) << text;
    EXPECT_THAT(number.error().message, HasSubstr("is not a whole number"));
  }
  for (const char* text :
       {"18446744073709551616", "99999999999999999999999", "0x10000000000000000"}) {
    const auto number = parse_number(text, kAll);
    ASSERT_FALSE(number) << text;
    EXPECT_THAT(number.error().message, HasSubstr("is above 18446744073709551615"));
  }
  EXPECT_FALSE(parse_number("4294967296", UINT32_MAX));
}

// ---- output ----

TEST(Output, ReaderThatLeftIsNoError) {
  int ends[2];
  ASSERT_EQ(::pipe(ends), 0);
  ::close(ends[0]);
  Output output(ends[1]);
  while (!output.closed()) output.append("some text that nobody reads\n");
  EXPECT_TRUE(output.finish());
  ::close(ends[1]);
}

TEST(Output, FailedWriteIsAnError) {
  Output output(-1);
  output.append("x");
  const auto finished = output.finish();
  ASSERT_FALSE(finished);
  EXPECT_EQ(finished.error().code, Code::kUnavailable);
  EXPECT_TRUE(output.closed());
}

TEST(Output, WritesEverythingInOrder) {
  TempFile file;
  Output output(file.descriptor());
  std::string expected;
  for (std::uint64_t i = 0; i < 100'000; ++i) {
    output.append(i);
    output.append("\n");
    expected += std::to_string(i) + "\n";
  }
  ASSERT_TRUE(output.finish());
  EXPECT_EQ(file.content(), expected);
}

TEST(JsonString, ReadsBackAsItWas) {
  for (const std::string text : {"", "plain", "\"", "\\", "a\"b\\c", "ümlaut 日本", "\x01\x1f\n"}) {
    std::string json;
    append_json_string(json, text);
    EXPECT_EQ(nlohmann::json::parse(json).get<std::string>(), text);
  }
}

// ---- hands ----

template <typename Print>
std::string printed(bool json, bool with_deck, Print print) {
  TempFile file;
  Output output(file.descriptor());
  HandPrinter printer(output, json, with_deck);
  print(printer);
  printer.finish();
  EXPECT_TRUE(output.finish());
  return file.content();
}

void print_two(HandPrinter& printer) {
  printer.begin("a\"b", "api");
  printer.add(10U);
  printer.add(std::string_view("w,1"));
  printer.end();
  printer.begin("日本語-tenant", "web");
  printer.add(3U);
  printer.end("the guest hand");
}

TEST(HandPrinter, JsonLines) {
  EXPECT_EQ(printed(true, false, print_two),
            "{\"tenant\": \"a\\\"b\", \"hand\": [10, \"w,1\"]}\n"
            "{\"tenant\": \"日本語-tenant\", \"hand\": [3]}\n");
  EXPECT_THAT(printed(true, true, print_two),
              testing::StartsWith("{\"tenant\": \"a\\\"b\", \"deck\": \"api\", \"hand\": [10, "));
}

TEST(HandPrinter, TableIsAlignedInCharacters) {
  EXPECT_EQ(printed(false, true, print_two),
            "TENANT      DECK  HAND\n"
            "a\"b         api   10, w,1\n"
            "日本語-tenant  web   3 (the guest hand)\n");
  EXPECT_EQ(printed(false, false, [](HandPrinter&) {}), "TENANT  HAND\n");
}

TEST(HandPrinter, TableOfManyRowsHasThemAll) {
  const std::string table = printed(false, false, [](HandPrinter& printer) {
    for (std::uint64_t i = 0; i < 5'000; ++i) {
      printer.begin(std::to_string(i));
      printer.add(i);
      printer.end();
    }
  });
  EXPECT_EQ(std::count(table.begin(), table.end(), '\n'), 5'001);
  EXPECT_THAT(table, HasSubstr("\n4999    4999\n"));
}

}  // namespace
}  // namespace croupier::cli
