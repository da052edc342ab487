"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import { CircleCheck, Fingerprint } from "lucide-react";
import { useEffect, useState } from "react";
import { Field } from "@/components/shared/forms/form";
import { PasswordInput } from "@/components/shared/forms/password-input";
import { Button } from "@/components/ui/button";
import type { AccountProof } from "@/lib/contracts/accounts/account-proof";
import type { PasskeyAnswer } from "@/lib/contracts/accounts/passkey-answer";
import { fieldError } from "@/lib/error-text";
import { CodeInput } from "./code-input";
import { passkeyMutations } from "./passkeys.queries";
import { secondFactorQueries } from "./second-factor.queries";

/** The password, required again, and a code if the account has a second factor; or a passkey for both. */
export function useProof() {
  const { data } = useQuery(secondFactorQueries.state());
  const [password, setPassword] = useState("");
  const [code, setCode] = useState("");
  const [passkey, setPasskey] = useState<PasskeyAnswer | null>(null);
  const asksForCode = data?.enabled ?? false;
  const proof: AccountProof = passkey
    ? { passkey }
    : { current_password: password, ...(asksForCode && { code }) };
  const isGiven = passkey !== null || (password !== "" && (!asksForCode || code !== ""));
  return {
    proof,
    isGiven,
    asksForCode,
    password,
    setPassword,
    code,
    setCode,
    passkey,
    setPasskey,
    hasPasskeys: (data?.passkeys ?? 0) > 0,
  };
}

interface ProofFieldsProps {
  proof: ReturnType<typeof useProof>;
  error: Error | null;
}

export function ProofFields({ proof, error }: ProofFieldsProps) {
  const { passkey, setPasskey } = proof;
  const prove = useMutation(passkeyMutations.prove());
  // An answer counts once: after any error the next try needs another.
  useEffect(() => {
    if (error) setPasskey(null);
  }, [error, setPasskey]);

  if (passkey) {
    return (
      <p role="status" className="mb-4 flex items-center gap-2 text-sm">
        <CircleCheck className="size-4 shrink-0 text-success-text" aria-hidden />
        Confirmado com a chave de acesso.
      </p>
    );
  }
  return (
    <>
      <Field label="Senha atual" error={fieldError(error, "current_password")}>
        {(control) => (
          <PasswordInput
            {...control}
            value={proof.password}
            onChange={({ target }) => proof.setPassword(target.value)}
            autoComplete="current-password"
          />
        )}
      </Field>
      {(proof.asksForCode || fieldError(error, "code")) && (
        <Field label="Código do aplicativo ou de recuperação" error={fieldError(error, "code")}>
          {(control) => <CodeInput {...control} value={proof.code} onChange={proof.setCode} />}
        </Field>
      )}
      {proof.hasPasskeys && (
        <Button
          variant="outline"
          className="mb-4"
          loading={prove.isPending}
          onClick={() => prove.mutate(undefined, { onSuccess: setPasskey })}
        >
          <Fingerprint aria-hidden />
          Usar chave de acesso
        </Button>
      )}
    </>
  );
}
