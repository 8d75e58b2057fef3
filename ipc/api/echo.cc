#include "ipc/api/echo.h"

#include "storage/base/assert.h"

namespace larder::api {

void write_echo(const wire::Node& node, wire::ReplyWriter& reply) {
  switch (node.kind) {
    case wire::NodeKind::kString:
      return reply.string(node.text);
    case wire::NodeKind::kInteger:
      return reply.integer(node.integer);
    case wire::NodeKind::kDouble:
      return reply.real(node.real);
    case wire::NodeKind::kBoolean:
      return reply.boolean(node.boolean);
    case wire::NodeKind::kList:
      reply.begin_list();
      for (const wire::Node& element : node.elements) write_echo(element, reply);
      return reply.end_list();
    case wire::NodeKind::kStructure:
    case wire::NodeKind::kMap:
      reply.begin_structure();
      for (const wire::Member& member : node.members) {
        reply.member(member.name);
        write_echo(member.node, reply);
      }
      return reply.end_structure();
    case wire::NodeKind::kValue:
      return reply.attribute_value(ValueView(node.text));
    case wire::NodeKind::kInvalidValue:
    case wire::NodeKind::kNull:
      break;
  }
  LARDER_ASSERT(false);  // a request that must have failed was let through
}

}  // namespace larder::api
