import { headers } from "next/headers";
import { RedirectType, redirect } from "next/navigation";
import type { ReactNode } from "react";
import { AppProviders } from "@/components/shell/app-providers";
import { AppShell } from "@/components/shell/app-shell";
import { loginPath } from "@/lib/paths";
import { readSession } from "@/server/auth/session";

export default async function AppLayout({ children }: { children: ReactNode }) {
  const session = await readSession();
  if (!session) {
    const wanted = (await headers()).get("x-pathname");
    redirect(loginPath(wanted), RedirectType.replace);
  }
  return (
    <AppProviders user={session.user}>
      <AppShell>{children}</AppShell>
    </AppProviders>
  );
}
