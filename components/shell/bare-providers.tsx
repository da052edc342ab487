"use client";

import { MutationCache, QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { configureSession } from "@/components/session/end-session";
import { tellFailure } from "@/components/shared/feedback/tell-failure";
import { AppError } from "@/lib/errors";

const MAX_RETRIES = 2;

configureSession();

/** What every screen of a signed-in user needs to call the server: no event stream and no other parts of the product. */
export function BareProviders({ children }: { children: ReactNode }) {
  const [client] = useState(newQueryClient);
  return <QueryClientProvider client={client}>{children}</QueryClientProvider>;
}

function newQueryClient(): QueryClient {
  return new QueryClient({
    mutationCache: new MutationCache({
      onError: (error, _variables, _before, { meta }) => tellFailure(error, meta),
    }),
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
