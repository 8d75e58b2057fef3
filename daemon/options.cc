#include "daemon/options.h"

#include <algorithm>
#include <boost/program_options.hpp>
#include <fstream>
#include <map>
#include <set>
#include <sstream>

#include "daemon/exit_codes.h"
#include "daemon/option_table.h"

namespace larder::daemon {
namespace {

constexpr std::size_t kConfigBytesMax = 1 << 20;

namespace po = boost::program_options;

constexpr std::string_view kVariablePrefix = "LARDER_";
constexpr unsigned kHelpColumns = 100;

// Values by option name, from one source.
using Values = std::map<std::string, std::vector<std::string>, std::less<>>;

const OptionRow* find_row(std::string_view name) {
  const auto table = option_table();
  const auto row = std::ranges::find(table, name, &OptionRow::name);
  return row == table.end() ? nullptr : &*row;
}

// What the library has to know: every option takes strings; the table checks them.
po::options_description describe() {
  po::options_description description;
  for (const OptionRow& row : option_table()) {
    auto* value = po::value<std::vector<std::string>>();
    if (row.kind == OptionKind::kFlag) value->implicit_value({"true"}, "true");
    description.add_options()(std::string(row.name).c_str(), value, "");
  }
  return description;
}

Error refusal(std::string text) {
  return validation_error(std::move(text));
}

Result<Values> collect(const po::parsed_options& parsed, const std::string& source) {
  Values values;
  for (const po::option& option : parsed.options) {
    if (option.string_key.empty()) {
      return refusal(source + ": '" + option.value.front() + "' belongs to no option");
    }
    std::vector<std::string>& list = values[option.string_key];
    const OptionRow* row = find_row(option.string_key);
    if (!list.empty() && row->kind != OptionKind::kList) {
      return refusal(source + ": " + option.string_key + " is given more than once");
    }
    if (option.value.empty()) {
      list.emplace_back("true");  // a flag
    } else {
      list.insert(list.end(), option.value.begin(), option.value.end());
    }
  }
  return values;
}

Result<Values> from_command_line(const std::vector<std::string>& arguments) {
  const po::options_description description = describe();
  const int style = po::command_line_style::allow_long | po::command_line_style::long_allow_adjacent |
                    po::command_line_style::long_allow_next;
  // The library would take the word behind a flag for its value.
  std::vector<std::string> words = arguments;
  for (std::string& word : words) {
    const OptionRow* row = word.starts_with("--") ? find_row(std::string_view(word).substr(2)) : nullptr;
    if (row != nullptr && row->kind == OptionKind::kFlag) word += "=true";
  }
  try {
    // Words that belong to no option are kept, so that collect() can name them.
    po::parsed_options parsed = po::command_line_parser(words).options(description).style(style).run();
    return collect(parsed, "command line");
  } catch (const po::error& error) {
    return refusal(std::string("command line: ") + error.what());
  }
}

std::string variable_name(std::string_view option) {
  std::string name(kVariablePrefix);
  for (const char c : option)
    name += c == '-' ? '_' : static_cast<char>(c >= 'a' && c <= 'z' ? c - 'a' + 'A' : c);
  return name;
}

Values from_variables(const Variables& variables, std::vector<std::string>* warnings) {
  Values values;
  for (const auto& [name, value] : variables) {
    if (!name.starts_with(kVariablePrefix)) continue;
    const auto table = option_table();
    const auto row =
        std::ranges::find(table, name, [](const OptionRow& each) { return variable_name(each.name); });
    if (row == table.end() || row->place == Place::kCommandLine) {
      // LARDER_SEED and its like are for our tests; a daemon started by one must not stumble.
      warnings->push_back("the variable " + name + " is no option of larderd");
      continue;
    }
    std::vector<std::string>& list = values[std::string(row->name)];
    if (row->kind != OptionKind::kList) {
      list.push_back(value);
      continue;
    }
    for (std::size_t start = 0; start <= value.size();) {
      const std::size_t end = std::min(value.find(',', start), value.size());
      list.push_back(value.substr(start, end - start));
      start = end + 1;
    }
  }
  return values;
}

Result<Values> from_file(const std::string& path) {
  std::ifstream file(path);
  // A directory opens like a file, and only reading it fails; a device may never end.
  std::string text(kConfigBytesMax + 1, '\0');
  if (file) file.read(text.data(), static_cast<std::streamsize>(text.size()));
  if (!file.eof() && !file.good()) return refusal("the configuration file " + path + " cannot be read");
  text.resize(static_cast<std::size_t>(file.gcount()));
  if (text.size() > kConfigBytesMax)
    return refusal("the configuration file " + path + " is larger than 1 MB");
  std::istringstream lines(text);
  try {
    LARDER_TRY(Values values, collect(po::parse_config_file(lines, describe()), path));
    for (const auto& [name, value] : values) {
      if (find_row(name)->place != Place::kAnywhere) {
        return refusal(path + ": " + name + " cannot be given in a configuration file");
      }
    }
    return values;
  } catch (const po::error& error) {
    return refusal(path + ": " + error.what());
  }
}

// Sets what no earlier source has set.
Result<void> apply(const Values& values, const std::string& source, std::set<std::string, std::less<>>* done,
                   Options* options) {
  for (const auto& [name, list] : values) {
    if (!done->insert(name).second) continue;
    for (const std::string& value : list) {
      const Result<void> set = find_row(name)->set(*options, value);
      if (!set.ok()) return refusal(source + ": " + name + ": " + set.error().message);
    }
  }
  return {};
}

Result<void> check_together(const Options& options) {
  if (options.help || options.version) return {};
  if (options.tls_certificate.empty() != options.tls_key.empty()) {
    return refusal("tls-certificate and tls-key need each other");
  }
  if (options.data_dir.empty() && !options.in_memory) {
    return refusal("give --data-dir DIR, or --in-memory for a temporary store (--help says more)");
  }
  return {};
}

}  // namespace

Result<Options> parse_options(const std::vector<std::string>& arguments, const Variables& variables) {
  Options options;
  std::set<std::string, std::less<>> done;
  LARDER_TRY(const Values command_line, from_command_line(arguments));
  LARDER_TRY_DO(apply(command_line, "command line", &done, &options));
  if (options.help || options.version) return options;
  LARDER_TRY_DO(apply(from_variables(variables, &options.warnings), "environment", &done, &options));
  if (!options.config.empty()) {
    LARDER_TRY(const Values file, from_file(options.config));
    LARDER_TRY_DO(apply(file, options.config, &done, &options));
  }
  LARDER_TRY_DO(check_together(options));
  return options;
}

std::string help_text() {
  std::string text =
      "larderd " LARDER_VERSION
      ": a durable table server for one machine that speaks DynamoDB over HTTP.\n\n"
      "  larderd --data-dir /srv/larder               serve that directory at http://127.0.0.1:8000\n"
      "  larderd --in-memory --http-port 0            a throw-away store on any free port, which it says\n"
      "  larderd --config /etc/larder.conf            options from a file, `name = value` per line\n"
      "  LARDER_DATA_DIR=/srv/larder larderd          each option is a variable too\n"
      "  aws dynamodb list-tables --endpoint-url http://127.0.0.1:8000     a client\n\n"
      "The command line wins over variables, variables over the file. SIGTERM or SIGINT stops in order: "
      "requests\n"
      "under way are answered; a second signal ends at once.\n";
  const auto table = option_table();
  for (std::size_t i = 0; i < table.size(); ++i) {
    const OptionRow& row = table[i];
    if (i == 0 || table[i - 1].group != row.group)
      text.append("\n").append(group_title(row.group)).append(":\n");
    std::string left = "  --" + std::string(row.name);
    if (!row.argument.empty()) left.append(" ").append(row.argument);
    constexpr std::size_t kColumn = 29;
    left.resize(std::max(left.size() + 1, kColumn), ' ');
    std::string help(row.help);
    if (!row.default_text.empty()) help.append(" [").append(row.default_text).append("]");
    // Wrapped at words, so that the columns stay.
    std::string line = left;
    for (std::size_t start = 0; start < help.size();) {
      const std::size_t end = std::min(help.find(' ', start), help.size());
      if (line.size() + (end - start) > kHelpColumns) {
        text.append(line).append("\n");
        line.assign(kColumn, ' ');
      }
      line.append(help, start, end - start).append(" ");
      start = end + 1;
    }
    line.resize(line.find_last_not_of(' ') + 1);
    text.append(line).append("\n");
  }
  text.append("\nExit codes:\n");
  for (const ExitCode& row : kExitCodes) {
    std::string code = "  " + std::to_string(row.code);
    code.resize(7, ' ');
    text.append(code).append(row.meaning).append("\n");
  }
  return text;
}

}  // namespace larder::daemon
