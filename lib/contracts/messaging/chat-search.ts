import * as z from "zod/mini";
import { endpoint } from "@/lib/contracts/shared/endpoint";
import { Instant, pageSize } from "@/lib/contracts/shared/fields";

export const FoundMessage = z.object({
  id: z.number(),
  /** The conversation, as chats name it. */
  contactNumber: z.string(),
  name: z.string(),
  sender: z.enum(["me", "contact"]),
  /** The part of the text around what was found. */
  excerpt: z.string(),
  timestamp: Instant,
});
export type FoundMessage = z.infer<typeof FoundMessage>;

export const chatSearch = {
  messages: endpoint({
    method: "GET",
    path: "/api/whatsapp/search",
    access: "member",
    sight: "narrowed",
    summary: "My latest messages that hold all of these words",
    query: z.object({
      query: z._default(z.string().check(z.trim(), z.maxLength(200)), ""),
      per_page: z._default(pageSize(100), 50),
    }),
    response: z.object({ data: z.object({ messages: z.array(FoundMessage) }) }),
    rateLimit: { points: 300, windowSeconds: 60 },
  }),
};
