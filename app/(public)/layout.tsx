import { RedirectType, redirect } from "next/navigation";
import type { ReactNode } from "react";
import { paths } from "@/lib/paths";
import { readSession } from "@/server/platform/auth/page-session.service";

export default async function PublicLayout({ children }: { children: ReactNode }) {
  if (await readSession()) redirect(paths.dashboard, RedirectType.replace);
  return children;
}
