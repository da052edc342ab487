import type { ReactNode } from "react";
import { readSession } from "@/server/platform/auth/page-session.service";
import { SignedInShell } from "../signed-in-shell";

/** An address without a screen: a signed-in user keeps the menu around the message. */
export default async function MissingLayout({ children }: { children: ReactNode }) {
  const session = await readSession();
  return session ? <SignedInShell user={session.user}>{children}</SignedInShell> : children;
}
