"use client";

import { createContext, use } from "react";
import type { SessionUser } from "@/lib/contracts/auth";

export interface SignedInUser extends SessionUser {
  /** Shows the way to the panel; what is in it the server decides. */
  isAdmin: boolean;
}

/** Who is signed in, as the server's guard found them. */
export const SessionContext = createContext<SignedInUser | null>(null);

export function useSessionUser(): SignedInUser {
  const user = use(SessionContext);
  if (!user) throw new Error("useSessionUser must be used inside the authenticated layout");
  return user;
}
