import * as z from "zod/mini";
import { endpoint } from "@/lib/contracts/shared/endpoint";
import { Id } from "@/lib/contracts/shared/fields";
import { ChatKey } from "./chat";

const ChatAssignment = z.strictObject({
  contactNumber: ChatKey,
  /** Null for nobody. */
  seller_id: z.nullable(Id),
  /** Who answers it, as far as the caller knows: it is not taken from anybody else. */
  expected_seller_id: z.nullable(Id),
  note: z.optional(
    z.nullable(z.string().check(z.trim(), z.maxLength(500, "Use até 500 caracteres."))),
  ),
});
export type ChatAssignment = z.output<typeof ChatAssignment>;

export const chatAssignments = {
  assign: endpoint({
    method: "POST",
    path: "/api/whatsapp/assign",
    access: "member",
    summary: "Give a conversation to somebody of the account, or to nobody",
    body: ChatAssignment,
    response: z.object({ success: z.literal(true) }),
    errors: ["conversation_taken"],
  }),
};
