import { cookies, headers } from "next/headers";
import { RedirectType, redirect } from "next/navigation";
import type { ReactNode } from "react";
import { AppProviders } from "@/components/shell/app-providers";
import { AppShell } from "@/components/shell/app-shell";
import { COLLAPSED, SIDEBAR_COOKIE } from "@/components/shell/sidebar-cookie";
import { loginPath } from "@/lib/paths";
import { readSession } from "@/server/auth/page-session.service";

export default async function AppLayout({ children }: { children: ReactNode }) {
  const session = await readSession();
  if (!session) {
    const wanted = (await headers()).get("x-pathname");
    redirect(loginPath(wanted), RedirectType.replace);
  }
  const sidebar = (await cookies()).get(SIDEBAR_COOKIE)?.value;
  return (
    <AppProviders user={session.user}>
      <AppShell collapsed={sidebar === COLLAPSED}>{children}</AppShell>
    </AppProviders>
  );
}
