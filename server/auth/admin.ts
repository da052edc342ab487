import { env } from "@/server/env";

/** The administrator is one designated id; ids 1 to 4 are never given to somebody who registers. */
export function isAdminId(userId: number): boolean {
  return userId === env.ADMIN_USER_ID;
}
