"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { notifySuccess } from "@/components/shared/feedback/notify";
import { Field } from "@/components/shared/forms/form";
import { Button } from "@/components/ui/button";
import { fieldError } from "@/lib/error-text";
import { CodeInput } from "./code-input";
import { ProofFields, useProof } from "./proof-fields";
import { secondFactorMutations } from "./second-factor.queries";

/** The proof of the user's identity, then the app, then a first code from it. */
export function SetUpSteps({ onCodes }: { onCodes: (codes: readonly string[]) => void }) {
  const setUp = useMutation(secondFactorMutations.setUp());
  const proof = useProof();
  if (setUp.data) return <Confirmation app={setUp.data} onCodes={onCodes} />;

  function submit(event: FormEvent) {
    event.preventDefault();
    setUp.mutate(proof.proof);
  }
  return (
    <form onSubmit={submit} noValidate aria-label="Ligar a verificação" className="max-w-sm">
      <ProofFields proof={proof} error={setUp.error} />
      <Button type="submit" loading={setUp.isPending} disabled={!proof.isGiven}>
        Ligar a verificação
      </Button>
    </form>
  );
}

interface ConfirmationProps {
  app: { secret: string; address: string; image: string };
  onCodes: (codes: readonly string[]) => void;
}

function Confirmation({ app, onCodes }: ConfirmationProps) {
  const confirm = useMutation(secondFactorMutations.confirm(useQueryClient()));
  const [code, setCode] = useState("");

  function submit(event: FormEvent) {
    event.preventDefault();
    confirm.mutate(code, {
      onSuccess: ({ recovery_codes }) => {
        notifySuccess("Verificação em duas etapas ligada. As outras sessões foram encerradas.");
        onCodes(recovery_codes);
      },
    });
  }
  return (
    <div className="grid gap-6 sm:grid-cols-[12rem_minmax(0,1fr)]">
      {/* biome-ignore lint/performance/noImgElement: a data URL needs no optimisation */}
      <img
        src={app.image}
        alt="QR code para o aplicativo de verificação"
        width={192}
        height={192}
        className="rounded-lg border border-border bg-white"
      />
      <div className="min-w-0">
        <p className="text-pretty text-sm">
          Leia o código com o aplicativo, ou{" "}
          <a href={app.address} className="text-primary-text underline underline-offset-4">
            abra-o neste celular
          </a>
          . Se preferir, digite a chave:
        </p>
        <code className="mt-2 mb-4 block break-all rounded-md bg-muted px-2 py-1.5 text-sm tabular-nums">
          {app.secret.replace(/(.{4})(?=.)/g, "$1 ")}
        </code>
        <form onSubmit={submit} noValidate aria-label="Confirmar o código" className="max-w-xs">
          <Field label="Código do aplicativo" error={fieldError(confirm.error, "code")}>
            {(control) => <CodeInput {...control} value={code} onChange={setCode} autoFocus />}
          </Field>
          <Button type="submit" loading={confirm.isPending} disabled={code === ""}>
            Confirmar
          </Button>
        </form>
      </div>
    </div>
  );
}
