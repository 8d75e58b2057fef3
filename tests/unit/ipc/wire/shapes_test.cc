// Goal: the table of shapes is complete: each operation that is served has one, each shape can be walked, and an
// operation that is not served is told from one that does not exist.
// Method: walks everything reachable from known_operations().
#include "ipc/wire/shapes.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>

#include "ipc/wire/operations.h"

namespace larder::wire {
namespace {

void walk(const Shape& shape, std::set<const Shape*>& seen) {
  if (!seen.insert(&shape).second) return;
  EXPECT_FALSE(shape.name.empty());
  EXPECT_EQ(shape.element != nullptr, shape.kind == ShapeKind::kList || shape.kind == ShapeKind::kMap)
      << shape.name;
  EXPECT_TRUE(shape.pattern.empty() || shape.pattern == kNamePattern);
  EXPECT_TRUE(shape.max < 0 || shape.min <= shape.max);
  if (shape.element != nullptr) walk(*shape.element, seen);
  if (shape.key != nullptr) walk(*shape.key, seen);
  for (const ShapeMember& member : shape.members) {
    ASSERT_NE(member.shape, nullptr) << member.name;
    EXPECT_EQ(shape.find(member.name), &member);
    EXPECT_FALSE(member.required && member.served != Served::kYes) << member.name;
    walk(*member.shape, seen);
  }
  EXPECT_EQ(shape.find("Nonsense"), nullptr);
}

TEST(Shapes, EveryServedOperationHasAWholeShape) {
  std::set<const Shape*> seen;
  std::size_t served = 0;
  for (const KnownOperation& operation : known_operations()) {
    if (operation.input == nullptr) continue;
    ++served;
    EXPECT_EQ(operation.input->kind, ShapeKind::kStructure);
    EXPECT_TRUE(operation.input->name.starts_with(operation.name)) << operation.name;
    walk(*operation.input, seen);
  }
  EXPECT_EQ(served, 20u);
  EXPECT_EQ(known_operations().size(), 57u);
}

TEST(Shapes, UnknownOperations) {
  EXPECT_EQ(unknown_operation("Nonsense").message, "");
  EXPECT_EQ(unknown_operation("ExecuteStatement").message,
            "Larder does not serve the operation ExecuteStatement");
  EXPECT_EQ(unknown_operation("ExecuteStatement").code, ErrorCode::kUnknownOperation);
}

}  // namespace
}  // namespace larder::wire
