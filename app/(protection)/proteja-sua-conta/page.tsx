import type { Metadata } from "next";
import { RedirectType, redirect } from "next/navigation";
import { ProtectionScreen } from "@/components/accounts/protection/protection-screen";
import { BareProviders } from "@/components/shell/bare-providers";
import { loginPath, paths } from "@/lib/paths";
import { readSession } from "@/server/platform/auth/page-session.service";

export const metadata: Metadata = { title: "Proteja sua conta" };

export default async function Page() {
  const session = await readSession();
  if (!session) redirect(loginPath(null), RedirectType.replace);
  if (!session.lacksFactor) redirect(paths.dashboard, RedirectType.replace);
  return (
    <BareProviders>
      <ProtectionScreen email={session.user.email} />
    </BareProviders>
  );
}
