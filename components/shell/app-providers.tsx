"use client";

import type { ReactNode } from "react";
import { SessionContext, type SignedInUser } from "@/components/session/session-context";
import { AskedProof } from "./asked-proof";
import { BareProviders } from "./bare-providers";
import { StreamProvider } from "./stream-provider";
import { UpgradeProvider } from "./upgrade-provider";

export function AppProviders({ user, children }: { user: SignedInUser; children: ReactNode }) {
  return (
    <SessionContext value={user}>
      <BareProviders>
        <StreamProvider>
          <UpgradeProvider>{children}</UpgradeProvider>
          <AskedProof />
        </StreamProvider>
      </BareProviders>
    </SessionContext>
  );
}
