import { cookies, headers } from "next/headers";
import type { ReactNode } from "react";
import { creditQueries } from "@/components/accounts/credits/credits.queries";
import { campaignQueries } from "@/components/campaigns/activities/campaigns.queries";
import { unreadQuery } from "@/components/messaging/chat/unread.queries";
import type { SignedInUser } from "@/components/session/session-context";
import { teamQuery } from "@/components/session/team.queries";
import { userQueries } from "@/components/session/users.queries";
import { AppProviders } from "@/components/shell/app-providers";
import { AppShell } from "@/components/shell/app-shell";
import { COLLAPSED, SIDEBAR_COOKIE } from "@/components/shell/sidebar-cookie";
import { PageData } from "./page-data";

/** In the names of browsers on phones. */
const PHONE = /\bMobi/;

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
    <AppProviders
      user={user}
      onPhone={PHONE.test((await headers()).get("user-agent") ?? "")}
      renderedAt={Date.now()}
    >
      <PageData
        read={(client) => [
          client.prefetchQuery(userQueries.me()),
          client.prefetchQuery(teamQuery()),
          client.prefetchQuery(unreadQuery()),
          client.prefetchQuery(campaignQueries.activities()),
          client.prefetchQuery(creditQueries.status()),
        ]}
      >
        <AppShell collapsed={sidebar === COLLAPSED}>{children}</AppShell>
      </PageData>
    </AppProviders>
  );
}
