// larder-compatibility: prints the tables of COMPATIBILITY.md from the request shapes that the server decodes
// by, so that the document cannot say anything else. tests/lint/check_compatibility.py compares, or with
// --write replaces.

#include <cstdio>
#include <string>
#include <unordered_set>

#include "ipc/wire/operations.h"
#include "ipc/wire/shapes.h"

namespace larder {
namespace {

using wire::Served;
using wire::Shape;
using wire::ShapeKind;

void print_members(const Shape& shape, const std::string& path, std::unordered_set<const Shape*>& seen);

// Lists and maps add their brackets to the path and go on with what they hold.
void print_below(const Shape& shape, const std::string& path, std::unordered_set<const Shape*>& seen) {
  if (shape.kind == ShapeKind::kList && shape.element != nullptr)
    return print_below(*shape.element, path + "[]", seen);
  if (shape.kind == ShapeKind::kMap && shape.element != nullptr)
    return print_below(*shape.element, path + "{}", seen);
  if (shape.kind == ShapeKind::kStructure) print_members(shape, path, seen);
}

const char* served_word(Served served) {
  switch (served) {
    case Served::kYes:
      return "served";
    case Served::kRefused:
      return "refused by name";
    case Served::kRefusedUnlessDisabled:
      return "refused by name, unless it says disabled";
  }
  return "";
}

void print_members(const Shape& shape, const std::string& path, std::unordered_set<const Shape*>& seen) {
  if (!seen.insert(&shape).second) return;
  for (const wire::ShapeMember& member : shape.members) {
    const std::string name = path.empty() ? std::string(member.name) : path + "." + std::string(member.name);
    std::printf("| `%s` | %s%s |\n", name.c_str(), served_word(member.served),
                member.required ? ", required" : "");
    if (member.served == Served::kYes) print_below(*member.shape, name, seen);
  }
  seen.erase(&shape);
}

void print_operations() {
  std::puts("### Operations\n\n| operation | |\n| --- | --- |");
  for (const wire::KnownOperation& operation : wire::known_operations()) {
    std::printf("| %.*s | %s |\n", static_cast<int>(operation.name.size()), operation.name.data(),
                operation.input != nullptr ? "served" : "refused: UnknownOperationException");
  }
}

void print_parameters() {
  for (const wire::KnownOperation& operation : wire::known_operations()) {
    if (operation.input == nullptr || operation.input->members.empty()) continue;
    std::printf("\n### %.*s\n\n| parameter | |\n| --- | --- |\n", static_cast<int>(operation.name.size()),
                operation.name.data());
    std::unordered_set<const Shape*> seen;
    print_members(*operation.input, "", seen);
  }
}

}  // namespace
}  // namespace larder

int main() {
  larder::print_operations();
  larder::print_parameters();
  return 0;
}
