"use client";

import { createContext, use } from "react";
import type { SessionUser } from "@/lib/contracts/accounts/auth";
import { type Role, reaches } from "@/lib/domain/accounts/roles";

export interface SignedInUser extends SessionUser {
  /** Only hides what would be refused; the server decides. */
  role: Role;
  /** Only shows the link to the admin panel; the server authorizes its content. */
  isAdmin: boolean;
  /** Whether all leads and conversations of the account are theirs to see; only hides what would be refused. */
  seesAll: boolean;
  /** The address for questions to this installation; null if there is none. */
  supportEmail: string | null;
  /** When the account will be deleted, on its owner's request; null when it stays. */
  deletionAt: string | null;
}

/** The signed-in user, as verified by the server. */
export const SessionContext = createContext<SignedInUser | null>(null);

export function useSessionUser(): SignedInUser {
  const user = use(SessionContext);
  if (!user) throw new Error("useSessionUser must be used inside the authenticated layout");
  return user;
}

/** Whether the user may do what needs at least this role. */
export function useCan(least: Role): boolean {
  return reaches(useSessionUser().role, least);
}
