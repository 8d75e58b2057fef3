// Goal: no body of a request does harm, and reading and writing agree.
// Method: the first byte chooses the operation, the rest is the body. Laws: a read that succeeds leaves only canonical
// values; the JSON written for such a value reads back as the same bytes; an error has its kind's code; validation
// never does worse than refuse.
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "ipc/wire/json_reader.h"
#include "ipc/wire/json_writer.h"
#include "ipc/wire/names.h"
#include "ipc/wire/operations.h"
#include "ipc/wire/shapes.h"
#include "storage/base/assert.h"
#include "storage/model/value_view.h"

namespace {

using namespace larder;        // NOLINT(google-build-using-namespace)
using namespace larder::wire;  // NOLINT(google-build-using-namespace)

void check_round_trip(std::string_view bytes) {
  LARDER_ASSERT(check_value(bytes).ok());
  std::string json = R"({"Expected":{"x":{"Value":)";
  JsonWriter(json).attribute_value(ValueView(bytes));
  json += "}}}";
  JsonReader reader;
  Body body;
  LARDER_ASSERT(reader.read(json, shapes::kPutItemInput, body).ok());
  const Node* again = body.root().find(names::kExpected)->find("x")->find(names::kValue);
  // An item is one level above its attributes, so as a value in a value it may be one too deep.
  if (again->kind == NodeKind::kInvalidValue) {
    LARDER_ASSERT(again->error->message == "Nesting Levels have exceeded supported limits");
    return;
  }
  LARDER_ASSERT(again->text == bytes);
}

void check_node(const Node& node) {
  if (node.kind == NodeKind::kValue) check_round_trip(node.text);
  if (node.kind == NodeKind::kInvalidValue) LARDER_ASSERT(node.error->code == ErrorCode::kValidation);
  for (const Node& element : node.elements) check_node(element);
  for (const Member& member : node.members) {
    LARDER_ASSERT(node.find(member.name) == &member.node);
    check_node(member.node);
  }
}

const std::vector<const Shape*>& served_shapes() {
  static const std::vector<const Shape*> shapes = [] {
    std::vector<const Shape*> found;
    for (const KnownOperation& operation : known_operations()) {
      if (operation.input != nullptr) found.push_back(operation.input);
    }
    return found;
  }();
  return shapes;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const Shape& shape = *served_shapes()[data[0] % served_shapes().size()];
  const std::string_view text(reinterpret_cast<const char*>(data) + 1, size - 1);
  static JsonReader reader;
  static Body body;
  const Result<void> read = reader.read(text, shape, body);
  if (!read.ok()) {
    LARDER_ASSERT(read.error().code == ErrorCode::kSerialization);
    return 0;
  }
  const Result<void> valid = validate(body.root(), shape);
  LARDER_ASSERT(valid.ok() || valid.error().code == ErrorCode::kValidation);
  check_node(body.root());
  return 0;
}
