"use client";

import type { ReactNode } from "react";
import { SessionContext, type SignedInUser } from "@/components/session/session-context";
import { OnPhone } from "@/components/shared/state/use-media-query";
import { RenderedAt } from "@/components/shared/state/use-now";
import { AskedProof } from "./asked-proof";
import { BareProviders } from "./bare-providers";
import { StreamProvider } from "./stream-provider";
import { UpgradeProvider } from "./upgrade-provider";

interface Props {
  user: SignedInUser;
  onPhone: boolean;
  /** In milliseconds. */
  renderedAt: number;
  children: ReactNode;
}

export function AppProviders({ user, onPhone, renderedAt, children }: Props) {
  return (
    <SessionContext value={user}>
      <OnPhone value={onPhone}>
        <RenderedAt value={renderedAt}>
          <BareProviders>
            <StreamProvider>
              <UpgradeProvider>{children}</UpgradeProvider>
              <AskedProof />
            </StreamProvider>
          </BareProviders>
        </RenderedAt>
      </OnPhone>
    </SessionContext>
  );
}
