"use client";

import { Fingerprint } from "lucide-react";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { notifyError } from "@/components/shared/feedback/notify";
import { useHydrated } from "@/components/shared/state/use-hydrated";
import { Button } from "@/components/ui/button";
import { errorText } from "@/lib/error-text";
import { AppError } from "@/lib/errors";

/** Signs in by a passkey, in place of password and code. */
export function PasskeyButton({ label }: { label: string }) {
  const router = useRouter();
  const hydrated = useHydrated();
  const [asking, setAsking] = useState(false);

  async function signIn() {
    setAsking(true);
    try {
      const { signInByPasskey } = await import("./sign-in").catch((cause: unknown) => {
        throw new AppError("unavailable", "", { cause });
      });
      router.replace(await signInByPasskey());
    } catch (error) {
      notifyError(errorText(error));
    } finally {
      setAsking(false);
    }
  }
  return (
    <Button
      variant="outline"
      size="lg"
      className="mt-3 w-full"
      loading={asking}
      disabled={!hydrated}
      onClick={() => void signIn()}
    >
      {!asking && <Fingerprint aria-hidden />}
      {label}
    </Button>
  );
}
