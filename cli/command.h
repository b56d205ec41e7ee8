// What the commands share: exit statuses and how each enters the program.
#pragma once

#include <CLI/CLI.hpp>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "croupier/result.h"

namespace croupier::cli {

// Exit statuses of every command.
inline constexpr int kFine = 0;
inline constexpr int kProblems = 1;    // the input was read, and something is wrong with it
inline constexpr int kCannotRead = 2;  // wrong usage, or an input that could not be read

// Prints `text` to standard output; gives `status`, or what report() gives when it could not be
// written.
int print(std::string_view text, int status = kFine);

// Prints "croupier: message" to stderr and gives the exit status of the error's code.
int report(const Error& error);

// Each adds its command to the program; the callback that it leaves sets `status`.
void add_deal(CLI::App& program, int& status);
void add_check(CLI::App& program, int& status);
void add_explain(CLI::App& program, int& status);
void add_snapshot(CLI::App& program, int& status);
void add_envoy_config(CLI::App& program, int& status);
void add_audit(CLI::App& program, int& status);
void add_suspects(CLI::App& program, int& status);
void add_simulate(CLI::App& program, int& status);

}  // namespace croupier::cli
