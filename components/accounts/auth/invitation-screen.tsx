"use client";

import { CircleAlert } from "lucide-react";
import { useSearchParams } from "next/navigation";
import { useCallback, useEffect, useState } from "react";
import { ErrorState } from "@/components/shared/feedback/error-state";
import { Skeleton } from "@/components/ui/skeleton";
import type { Invitation } from "@/lib/contracts/accounts/team";
import { errorText, isError } from "@/lib/error-text";
import { INVITATION_PARAMETER } from "@/lib/paths";
import { AuthLayout } from "./auth-layout";
import { invitationCalls } from "./invitation.queries";
import { JoinForm } from "./join-form";
import { BackToLogin } from "./recovery-screen";

/** What a mailed invitation offers; null when it opens nothing. */
type Shown =
  | { kind: "loading" | "over" }
  | { kind: "failed"; error: unknown }
  | ({ kind: "open" } & Invitation);

/** Where somebody who was invited chooses a password and joins the account. */
export function InvitationScreen() {
  const token = useSearchParams().get(INVITATION_PARAMETER) ?? "";
  const [shown, setShown] = useState<Shown>({ kind: "loading" });

  const read = useCallback(async () => {
    if (!token) return setShown({ kind: "over" });
    setShown({ kind: "loading" });
    try {
      setShown({ kind: "open", ...(await invitationCalls.read(token)) });
    } catch (error) {
      setShown(isError(error, "invalid_input") ? { kind: "over" } : { kind: "failed", error });
    }
  }, [token]);
  useEffect(() => void read(), [read]);

  return (
    <AuthLayout title="Entre na equipe" description={describeInviter(shown)}>
      {shown.kind === "loading" && (
        <div className="space-y-4" aria-busy>
          <Skeleton className="h-20 w-full" />
          <Skeleton className="h-10 w-full" />
          <Skeleton className="h-10 w-full" />
        </div>
      )}
      {shown.kind === "failed" && (
        <ErrorState title={errorText(shown.error)} onRetry={() => void read()} />
      )}
      {shown.kind === "over" && (
        <p
          role="alert"
          className="flex items-start gap-2.5 rounded-lg bg-danger-soft px-3.5 py-3 text-danger-text text-sm"
        >
          <CircleAlert className="mt-0.5 size-4 shrink-0" aria-hidden />
          Este convite não vale mais: ele venceu, foi cancelado ou já foi usado. Peça outro a quem
          convidou você.
        </p>
      )}
      {shown.kind === "open" && (
        <JoinForm token={token} invitation={shown} onOver={() => setShown({ kind: "over" })} />
      )}
      <BackToLogin />
    </AuthLayout>
  );
}

function describeInviter(shown: Shown): string {
  if (shown.kind !== "open") return "Com o convite que você recebeu por e-mail.";
  const { invited_by, business_name } = shown;
  return `${invited_by} convidou você para a equipe ${business_name ? `de ${business_name} ` : ""}no Garimpo.`;
}
