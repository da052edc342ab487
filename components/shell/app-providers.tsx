"use client";

import type { ReactNode } from "react";
import { SessionContext, type SignedInUser } from "@/components/session/session-context";
import { OnPhone } from "@/components/shared/state/use-media-query";
import { AskedProof } from "./asked-proof";
import { BareProviders } from "./bare-providers";
import { StreamProvider } from "./stream-provider";
import { UpgradeProvider } from "./upgrade-provider";

interface Props {
  user: SignedInUser;
  onPhone: boolean;
  children: ReactNode;
}

export function AppProviders({ user, onPhone, children }: Props) {
  return (
    <SessionContext value={user}>
      <OnPhone value={onPhone}>
        <BareProviders>
          <StreamProvider>
            <UpgradeProvider>{children}</UpgradeProvider>
            <AskedProof />
          </StreamProvider>
        </BareProviders>
      </OnPhone>
    </SessionContext>
  );
}
