"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { ErrorState } from "@/components/shared/feedback/error-state";
import { notifySuccess } from "@/components/shared/feedback/notify";
import { Button } from "@/components/ui/button";
import { Card, CardContent, CardHeader, CardTitle } from "@/components/ui/card";
import { Skeleton } from "@/components/ui/skeleton";
import { countOf, formatDateTime } from "@/lib/format";
import { ProofDialog } from "./proof-dialog";
import { RecoveryCodes } from "./recovery-codes";
import { secondFactorMutations, secondFactorQueries } from "./second-factor.queries";
import { SetUpSteps } from "./set-up-steps";

const FEW_CODES = 3;

/** A code of an app in addition to the password: off, being set up, or on. */
export function SecondFactorCard() {
  const state = useQuery(secondFactorQueries.state());
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  return (
    <Card aria-label="Verificação em duas etapas">
      <CardHeader>
        <CardTitle>Verificação em duas etapas</CardTitle>
      </CardHeader>
      <CardContent>
        <p className="mb-4 text-pretty text-muted-foreground text-sm">
          Além da senha, entrar pede um código de seis dígitos de um aplicativo no seu celular, como
          Google Authenticator, Microsoft Authenticator ou Aegis. Quem descobrir a senha não entra.
        </p>
        {codes ? (
          <RecoveryCodes codes={codes} onDone={() => setCodes(null)} />
        ) : state.isError ? (
          <ErrorState
            title="Não foi possível carregar a verificação"
            onRetry={state.refetch}
            retrying={state.isFetching}
          />
        ) : state.data ? (
          state.data.enabled ? (
            <Enabled state={state.data} onCodes={setCodes} />
          ) : (
            <SetUpSteps onCodes={setCodes} />
          )
        ) : (
          <Skeleton className="h-24 w-full" />
        )}
      </CardContent>
    </Card>
  );
}

interface EnabledProps {
  state: { enabled_at: string | null; recovery_codes_left: number };
  onCodes: (codes: readonly string[]) => void;
}

function Enabled({ state: { enabled_at, recovery_codes_left }, onCodes }: EnabledProps) {
  const client = useQueryClient();
  const [asking, setAsking] = useState<"renew" | "disable" | null>(null);
  const close = () => setAsking(null);
  return (
    <>
      <p className="text-sm">
        <strong className="font-semibold">Ligada</strong>
        {enabled_at && ` desde ${formatDateTime(enabled_at)}`}.{" "}
        {recovery_codes_left === 0
          ? "Não restam códigos de recuperação: sem o celular, você não entra."
          : `${countOf(recovery_codes_left, "código de recuperação restante", "códigos de recuperação restantes")}.`}
      </p>
      {recovery_codes_left > 0 && recovery_codes_left <= FEW_CODES && (
        <p className="mt-1 text-muted-foreground text-sm">Restam poucos: gere novos códigos.</p>
      )}
      <div className="mt-4 flex flex-wrap gap-2">
        <Button variant="outline" onClick={() => setAsking("renew")}>
          Gerar novos códigos
        </Button>
        <Button variant="outline" onClick={() => setAsking("disable")}>
          Desligar
        </Button>
      </div>
      {asking === "renew" && (
        <ProofDialog
          title="Gerar novos códigos?"
          description="Os códigos de recuperação de antes deixam de valer."
          submitLabel="Gerar novos códigos"
          mutation={secondFactorMutations.renewCodes(client)}
          onDone={({ recovery_codes }) => {
            close();
            onCodes(recovery_codes);
          }}
          onClose={close}
        />
      )}
      {asking === "disable" && (
        <ProofDialog
          danger
          title="Desligar a verificação em duas etapas?"
          description="Entrar volta a pedir só a senha, e os códigos de recuperação deixam de valer."
          submitLabel="Desligar"
          mutation={secondFactorMutations.disable(client)}
          onDone={() => {
            notifySuccess("Verificação em duas etapas desligada.");
            close();
          }}
          onClose={close}
        />
      )}
    </>
  );
}
