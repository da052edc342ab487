import { headers } from "next/headers";
import { RedirectType, redirect } from "next/navigation";
import type { ReactNode } from "react";
import { loginPath, paths } from "@/lib/paths";
import { readSession } from "@/server/platform/auth/page-session.service";
import { SignedInShell } from "../signed-in-shell";

export default async function AppLayout({ children }: { children: ReactNode }) {
  const session = await readSession();
  if (!session) {
    const wanted = (await headers()).get("x-pathname");
    redirect(loginPath(wanted), RedirectType.replace);
  }
  if (session.lacksFactor) redirect(paths.protection, RedirectType.replace);
  return <SignedInShell user={session.user}>{children}</SignedInShell>;
}
