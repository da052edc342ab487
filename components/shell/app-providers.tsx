"use client";

import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { configureSession } from "@/components/session/end-session";
import { SessionContext, type SignedInUser } from "@/components/session/session-context";
import { AppError } from "@/lib/errors";
import { StreamProvider } from "./stream-provider";
import { UpgradeProvider } from "./upgrade-provider";

const MAX_RETRIES = 2;

configureSession();

export function AppProviders({ user, children }: { user: SignedInUser; children: ReactNode }) {
  const [client] = useState(newQueryClient);
  return (
    <SessionContext value={user}>
      <QueryClientProvider client={client}>
        <StreamProvider>
          <UpgradeProvider>{children}</UpgradeProvider>
        </StreamProvider>
      </QueryClientProvider>
    </SessionContext>
  );
}

function newQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 30_000,
        retry: (failures, error) =>
          failures < MAX_RETRIES && !(error instanceof AppError && error.status < 500),
      },
      // Without a connection a save fails at once and says so, instead of waiting unseen.
      mutations: { networkMode: "always" },
    },
  });
}
