"use client";

import { useState } from "react";
import { notifyError } from "@/components/shared/feedback/notify";
import { useHydrated } from "@/components/shared/state/use-hydrated";
import { Button } from "@/components/ui/button";
import type { OfferedProvider, SignInProvider } from "@/lib/domain/accounts/sign-in-providers";
import { errorText } from "@/lib/error-text";
import { AppError } from "@/lib/errors";

/** Other ways to sign in, below the form; nothing where the installation offers none. */
export function IssuerButtons({ providers }: { providers: readonly OfferedProvider[] }) {
  const hydrated = useHydrated();
  const [leaving, setLeaving] = useState<SignInProvider>();
  if (providers.length === 0) return null;

  async function leave(provider: SignInProvider) {
    setLeaving(provider);
    try {
      const { leaveForIssuer } = await import("./sign-in").catch((cause: unknown) => {
        throw new AppError("unavailable", "", { cause });
      });
      // The page does not change until the issuer's page is loaded.
      await leaveForIssuer(provider);
    } catch (error) {
      setLeaving(undefined);
      notifyError(errorText(error));
    }
  }

  return (
    <div className="mt-5">
      <p className="flex items-center gap-3 text-muted-foreground text-sm before:h-px before:flex-1 before:bg-border after:h-px after:flex-1 after:bg-border">
        ou
      </p>
      <div className="mt-4 space-y-2.5">
        {providers.map(({ provider, name }) => (
          <Button
            key={provider}
            variant="outline"
            size="lg"
            className="w-full"
            loading={leaving === provider}
            disabled={!hydrated || leaving !== undefined}
            onClick={() => void leave(provider)}
          >
            <span className="truncate">Entrar com {name}</span>
          </Button>
        ))}
      </div>
    </div>
  );
}
