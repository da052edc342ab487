import { cookies } from "next/headers";
import type { ReactNode } from "react";
import type { SignedInUser } from "@/components/session/session-context";
import { AppProviders } from "@/components/shell/app-providers";
import { AppShell } from "@/components/shell/app-shell";
import { COLLAPSED, SIDEBAR_COOKIE } from "@/components/shell/sidebar-cookie";

/** The frame around every screen of a signed-in user. */
export async function SignedInShell({
  user,
  children,
}: {
  user: SignedInUser;
  children: ReactNode;
}) {
  const sidebar = (await cookies()).get(SIDEBAR_COOKIE)?.value;
  return (
    <AppProviders user={user}>
      <AppShell collapsed={sidebar === COLLAPSED}>{children}</AppShell>
    </AppProviders>
  );
}
