"use client";

import { createContext, use } from "react";
import type { SessionUser } from "@/lib/contracts/auth";

/** Who is signed in, as the server's guard found them. */
export const SessionContext = createContext<SessionUser | null>(null);

export function useSessionUser(): SessionUser {
  const user = use(SessionContext);
  if (!user) throw new Error("useSessionUser must be used inside the authenticated layout");
  return user;
}
