// croupier-demo-worker: a small HTTP server that a request can kill.
#include <signal.h>
#include <sys/prctl.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <cstdint>
#include <cstdio>
#include <string>

#include "demo/worker/app.h"
#include "http/server.h"

namespace {

// "127.0.0.1:8080" to its two parts; false when it is not of that form.
bool split(const std::string& listen, std::string& address, std::uint16_t& port) {
  const std::size_t colon = listen.rfind(':');
  if (colon == std::string::npos) return false;
  address = listen.substr(0, colon);
  return CLI::detail::lexical_cast(listen.substr(colon + 1), port);
}

}  // namespace

int main(int argc, char** argv) {
  CLI::App options{"A demo worker: answers with its id, dies of GET /poison."};
  std::string listen = "127.0.0.1:0";
  std::string id = "w1";
  bool outlive_parent = false;
  options.add_option("--listen", listen, "address and port; port 0: the system chooses");
  options.add_option("--id", id, "sent back in the header x-worker");
  options.add_flag("--outlive-parent", outlive_parent, "do not end with the parent process");
  CLI11_PARSE(options, argc, argv);

  // Nobody should be left with workers whose supervisor was killed.
  const pid_t parent = getppid();
  if (!outlive_parent) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent) return 1;  // it ended before the line above
  }

  sigset_t ends;
  sigemptyset(&ends);
  sigaddset(&ends, SIGINT);
  sigaddset(&ends, SIGTERM);
  sigprocmask(SIG_BLOCK, &ends, nullptr);  // the server's thread inherits it

  croupier::http::ServerOptions server_options;
  if (!split(listen, server_options.address, server_options.port)) {
    std::fprintf(stderr, "croupier-demo-worker: --listen %s is not ADDRESS:PORT\n", listen.c_str());
    return 2;
  }
  croupier::demo::WorkerApp app(id, [] { kill(getpid(), SIGKILL); });
  auto server = croupier::http::Server::start(
      server_options, [&app](const auto& request) { return app.handle(request); });
  if (!server) {
    std::fprintf(stderr, "croupier-demo-worker: %s\n", server.error().message.c_str());
    return 1;
  }
  std::printf("%u\n", static_cast<unsigned>((*server)->port()));
  std::fflush(stdout);

  int signal = 0;
  sigwait(&ends, &signal);
  (*server)->stop();
  return 0;
}
