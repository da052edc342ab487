import * as z from "zod/mini";
import { endpoint } from "@/lib/contracts/shared/endpoint";
import { Id, Instant } from "@/lib/contracts/shared/fields";
import { ChatKey } from "./chat";

const Note = z.string().check(z.trim(), z.maxLength(500, "Use até 500 caracteres."));

const ChatAssignment = z.strictObject({
  contactNumber: ChatKey,
  /** Null for nobody. */
  seller_id: z.nullable(Id),
  /** Who answers it, as far as the caller knows: it is not taken from anybody else. */
  expected_seller_id: z.nullable(Id),
  note: z.optional(z.nullable(Note)),
});
export type ChatAssignment = z.output<typeof ChatAssignment>;

/** The form: an empty choice is nobody. */
export const PassOnForm = z.object({ seller_id: z.string().check(z.maxLength(10)), note: Note });

const Name = z.nullable(z.string());

const PastAssignment = z.object({
  id: z.number(),
  from: Name,
  to: Name.check(z.describe("Who answers it since, by name; null for nobody.")),
  by: Name,
  /** `claimed` by the first answer, `taken` by whoever answers since, `given` by somebody else, `turn`: by nobody, when it was their turn. */
  reason: z.enum(["claimed", "taken", "given", "turn"]),
  note: z.nullable(z.string()),
  /** Whether it was given to the caller by somebody else. */
  to_me: z.boolean(),
  created_at: Instant,
});

export const chatAssignments = {
  list: endpoint({
    method: "GET",
    path: "/api/whatsapp/assignments/{number}",
    access: "member",
    sight: "narrowed",
    summary: "Who answered a conversation and from when on, the latest first, at most 20",
    params: z.object({ number: ChatKey }),
    response: z.object({ assignments: z.array(PastAssignment) }),
  }),
  assign: endpoint({
    method: "POST",
    path: "/api/whatsapp/assign",
    access: "member",
    sight: "narrowed",
    summary: "Give a conversation to somebody of the account, or to nobody",
    body: ChatAssignment,
    response: z.object({ success: z.literal(true) }),
    errors: ["conversation_taken"],
    rateLimit: { points: 60, windowSeconds: 60 },
  }),
};
