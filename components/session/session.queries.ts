import { call } from "@/lib/api/client";
import { auth } from "@/lib/contracts/accounts/auth";

/** Ends the session on the server and removes its cookie. Never rejects, because the user leaves either way. */
export async function requestLogout(): Promise<void> {
  await call(auth.logout, {}).catch(() => undefined);
}
