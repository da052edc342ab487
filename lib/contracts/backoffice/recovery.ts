import * as z from "zod/mini";
import { endpoint, NOT_SIGNED_IN } from "@/lib/contracts/shared/endpoint";
import { Instant } from "@/lib/contracts/shared/fields";

/** A database that was restored or copied. Nothing is done on it until it is confirmed. */
const HeldCopy = z.object({
  /** 'moved': the database is on another server; 'older': it is at an earlier state than the last known one. */
  because: z.enum(["moved", "older"]),
  held_since: Instant,
  /** Later events are not in the copy; null when no worker ever ran on it. */
  known_until: z.nullable(Instant),
});

/** A number whose conversations since the backup are not read yet. */
const RecoveringNumber = z.object({
  user_id: z.number(),
  email: z.string(),
  number: z.nullable(z.string()),
  /** It is read once the phone is connected. */
  connected: z.boolean(),
  missing_since: Instant,
});

export const Recovery = z.object({
  copy: z.nullable(HeldCopy),
  /** At most 100 of them, the first accounts first. */
  numbers: z.array(RecoveringNumber),
});
export type Recovery = z.infer<typeof Recovery>;

export const recovery = {
  read: endpoint({
    method: "GET",
    path: "/api/admin/recovery",
    access: "admin",
    unauthenticated: NOT_SIGNED_IN,
    summary: "Whether the database is a restored copy that waits, and which numbers still recover",
    response: Recovery,
  }),
  confirm: endpoint({
    method: "POST",
    path: "/api/admin/recovery/confirm",
    access: "admin",
    unauthenticated: NOT_SIGNED_IN,
    summary:
      "Say that this copy is the system now: it works on, first contacts after what is missing was read",
    response: Recovery,
  }),
};
