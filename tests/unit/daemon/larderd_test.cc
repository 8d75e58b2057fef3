// Checks the program as an operator meets it: what it says, how it ends, what it refuses to start on.
// Method: larderd itself (its path comes from the build) is started with a directory of its own, asked over a socket
// where needed, and stopped by signals; exit codes are those of daemon/exit_codes.h.
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <arpa/inet.h>
#include <netinet/in.h>
#include <array>
#include <filesystem>
#include <fstream>
#include <regex>
#include <string>
#include <vector>

#include "daemon/exit_codes.h"

namespace larder::daemon {
namespace {

class TestDirectory {
 public:
  TestDirectory() {
    std::string name = (std::filesystem::temp_directory_path() / "larderd-test-XXXXXX").string();
    path_ = mkdtemp(name.data());
  }
  ~TestDirectory() { std::filesystem::remove_all(path_); }
  const std::string& path() const { return path_; }

 private:
  std::string path_;
};

class Program {
 public:
  explicit Program(std::vector<std::string> arguments) {
    std::array<int, 2> ends{};
    EXPECT_EQ(pipe(ends.data()), 0);
    child_ = fork();
    if (child_ == 0) {
      dup2(ends[1], STDERR_FILENO);
      close(ends[0]);
      close(ends[1]);
      std::vector<char*> words{const_cast<char*>(LARDERD_PATH)};
      for (std::string& argument : arguments) words.push_back(argument.data());
      words.push_back(nullptr);
      unsetenv("JOURNAL_STREAM");
      execv(LARDERD_PATH, words.data());
      _exit(127);
    }
    close(ends[1]);
    errors_ = ends[0];
  }
  ~Program() {
    if (child_ > 0) {
      kill(child_, SIGKILL);
      waitpid(child_, nullptr, 0);
    }
    close(errors_);
  }
  Program(const Program&) = delete;
  Program& operator=(const Program&) = delete;

  // The port it listens on; 0 when it ended before.
  int wait_until_listening() {
    const std::regex pattern("listening on (https?)://[^ ]+:([0-9]+)");
    std::smatch match;
    while (!std::regex_search(said_, match, pattern) || said_.back() != '\n') {
      if (!read_more()) return 0;
    }
    return std::stoi(match[2]);
  }
  void signal(int number) const { kill(child_, number); }
  int wait() {
    while (read_more()) {
    }
    int status = 0;
    waitpid(child_, &status, 0);
    child_ = -1;
    return WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
  }
  const std::string& said() const { return said_; }

 private:
  bool read_more() {
    std::array<char, 4096> buffer;
    const ssize_t got = read(errors_, buffer.data(), buffer.size());
    if (got <= 0) return false;
    said_.append(buffer.data(), static_cast<std::size_t>(got));
    return true;
  }

  pid_t child_ = -1;
  int errors_ = -1;
  std::string said_;
};

// Sends a request and returns what comes until the end of the connection.
std::string ask(int port, const std::string& request) {
  const int socket_handle = socket(AF_INET, SOCK_STREAM, 0);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(static_cast<std::uint16_t>(port));
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  EXPECT_EQ(connect(socket_handle, reinterpret_cast<const sockaddr*>(&address), sizeof address), 0);
  EXPECT_EQ(send(socket_handle, request.data(), request.size(), MSG_NOSIGNAL),
            static_cast<ssize_t>(request.size()));
  std::string reply;
  std::array<char, 4096> buffer;
  for (ssize_t got; (got = recv(socket_handle, buffer.data(), buffer.size(), 0)) > 0;) {
    reply.append(buffer.data(), static_cast<std::size_t>(got));
  }
  close(socket_handle);
  return reply;
}

std::string operation(const std::string& name, const std::string& body) {
  return "POST / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nX-Amz-Target: DynamoDB_20120810." +
         name + "\r\nContent-Length: " + std::to_string(body.size()) + "\r\n\r\n" + body;
}

TEST(Larderd, ServesStopsInOrderAndKeepsWhatWasWritten) {
  const TestDirectory directory;
  for (const bool first : {true, false}) {
    Program program({"--data-dir", directory.path() + "/new", "--http-port", "0"});
    const int port = program.wait_until_listening();
    ASSERT_NE(port, 0) << program.said();
    if (first) {
      EXPECT_NE(ask(port, operation("CreateTable",
                                    R"({"TableName":"Music","BillingMode":"PAY_PER_REQUEST","KeySchema":[{)"
                                    R"("AttributeName":"a","KeyType":"HASH"}],"AttributeDefinitions":[{)"
                                    R"("AttributeName":"a","AttributeType":"S"}]})"))
                    .find(" 200 OK"),
                std::string::npos);
      ask(port, operation("PutItem", R"({"TableName":"Music","Item":{"a":{"S":"x"},"n":{"N":"1"}}})"));
    }
    const std::string reply =
        ask(port, operation("GetItem", R"({"TableName":"Music","Key":{"a":{"S":"x"}}})"));
    EXPECT_NE(reply.find(R"("n":{"N":"1"})"), std::string::npos) << reply;
    program.signal(first ? SIGTERM : SIGINT);
    EXPECT_EQ(program.wait(), kExitOk);
    EXPECT_NE(program.said().find("durability commit"), std::string::npos);
    EXPECT_EQ(program.said().find("warning"), std::string::npos) << program.said();
  }
}

TEST(Larderd, WarnsOfWhatIsDangerous) {
  Program program({"--in-memory", "--http-port", "0", "--test-clock", "--http-address", "0.0.0.0"});
  const int port = program.wait_until_listening();
  ASSERT_NE(port, 0) << program.said();
  EXPECT_NE(program.said().find("TEST CLOCK"), std::string::npos);
  EXPECT_NE(program.said().find("listening beyond this machine"), std::string::npos);
  const std::string get = "GET /_larder/clock HTTP/1.0\r\n\r\n";
  EXPECT_NE(ask(port, get).find("now_ms"), std::string::npos);
  program.signal(SIGTERM);
  EXPECT_EQ(program.wait(), kExitOk);
}

TEST(Larderd, HasNoClockToSetWithoutTheOption) {
  Program program({"--in-memory", "--http-port", "0"});
  const int port = program.wait_until_listening();
  EXPECT_NE(ask(port, "GET /_larder/clock HTTP/1.0\r\n\r\n").find(" 404 "), std::string::npos);
}

TEST(Larderd, RefusesWithACodeAndOneLine) {
  const TestDirectory directory;
  std::ofstream(directory.path() + "/file") << "x";
  Program other({"--data-dir", directory.path() + "/used", "--http-port", "0"});
  const int port = other.wait_until_listening();
  ASSERT_NE(port, 0) << other.said();
  struct Row {
    const char* why;
    std::vector<std::string> arguments;
    int code;
    std::string says;
  };
  const Row rows[] = {
      {"wrong option", {"--frob"}, kExitUsage, "frob"},
      {"a second daemon",
       {"--data-dir", directory.path() + "/used", "--http-port", "0"},
       kExitRunning,
       directory.path() + "/used"},
      {"a file for a directory",
       {"--data-dir", directory.path() + "/file", "--http-port", "0"},
       kExitStore,
       directory.path() + "/file"},
      {"port in use", {"--in-memory", "--http-port", std::to_string(port)}, kExitListen, "in use"},
      {"no certificate",
       {"--in-memory", "--http-port", "0", "--tls-certificate", directory.path() + "/no.pem", "--tls-key",
        "k"},
       kExitListen,
       "/no.pem"},
  };
  for (const Row& row : rows) {
    Program program(row.arguments);
    EXPECT_EQ(program.wait(), row.code) << row.why << ": " << program.said();
    EXPECT_NE(program.said().find(row.says), std::string::npos) << row.why << ": " << program.said();
    EXPECT_EQ(program.said().find('\n'), program.said().size() - 1) << row.why << ": " << program.said();
  }
}

TEST(Larderd, ASecondSignalForces) {
  Program program({"--in-memory", "--http-port", "0", "--drain-timeout", "1h"});
  const int port = program.wait_until_listening();
  ASSERT_NE(port, 0);
  // A request that never ends keeps the drain waiting.
  const int socket_handle = socket(AF_INET, SOCK_STREAM, 0);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(static_cast<std::uint16_t>(port));
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  ASSERT_EQ(connect(socket_handle, reinterpret_cast<const sockaddr*>(&address), sizeof address), 0);
  const std::string part =
      "POST / HTTP/1.1\r\nHost: localhost\r\nExpect: 100-continue\r\nContent-Length: 5\r\n\r\n";
  ASSERT_EQ(send(socket_handle, part.data(), part.size(), 0), static_cast<ssize_t>(part.size()));
  char byte;
  ASSERT_EQ(recv(socket_handle, &byte, 1, 0), 1) << "the head has arrived once it is answered";
  program.signal(SIGTERM);
  // A new connection is refused once the first signal was taken.
  while (true) {
    const int probe = socket(AF_INET, SOCK_STREAM, 0);
    const bool refused = connect(probe, reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0;
    close(probe);
    if (refused) break;
  }
  program.signal(SIGTERM);
  EXPECT_EQ(program.wait(), 128 + SIGTERM);
  close(socket_handle);
}

}  // namespace
}  // namespace larder::daemon
