import { call } from "@/lib/api/client";
import { auth } from "@/lib/contracts/auth";

/** Ends the session on the server and takes back its cookie. Never fails: the page leaves either way. */
export async function requestLogout(): Promise<void> {
  await call(auth.logout, {}).catch(() => undefined);
}
