import * as z from "zod/mini";
import { PLANS } from "@/lib/domain/plan";
import { endpoint } from "./endpoint";
import { Instant } from "./fields";

export const UserProfile = z.object({
  id: z.number(),
  name: z.string(),
  email: z.string(),
  plan: z.enum(PLANS),
  is_active: z.boolean(),
  created_at: Instant,
});
export type UserProfile = z.infer<typeof UserProfile>;

export const users = {
  me: endpoint({
    method: "GET",
    path: "/api/user",
    access: "member",
    summary: "The signed-in user's profile",
    response: z.object({ success: z.boolean(), user: UserProfile }),
  }),
};
