import * as z from "zod/mini";
import { endpoint } from "@/lib/contracts/shared/endpoint";
import { Instant } from "@/lib/contracts/shared/fields";

export const ActiveSession = z.object({
  id: z.string(),
  kind: z.enum(["browser", "api"]),
  user_agent: z.nullable(z.string()),
  ip: z.nullable(z.string()),
  created_at: Instant,
  last_seen_at: Instant,
  /** True for the session that makes this request. */
  current: z.boolean(),
});
export type ActiveSession = z.infer<typeof ActiveSession>;

export const sessions = {
  list: endpoint({
    method: "GET",
    path: "/api/sessions",
    access: "member",
    scope: "session",
    summary: "Where the signed-in user is logged in, last used first",
    response: z.object({ sessions: z.array(ActiveSession) }),
  }),
  end: endpoint({
    method: "DELETE",
    path: "/api/sessions/{id}",
    access: "member",
    scope: "session",
    summary: "End one of the signed-in user's sessions at once",
    params: z.object({ id: z.uuid("Sessão inválida.").check(z.maxLength(36)) }),
    response: z.object({ success: z.boolean() }),
  }),
};
