"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { CodeInput } from "@/components/second-factor/code-input";
import { secondFactorQueries } from "@/components/second-factor/second-factor.queries";
import { Field } from "@/components/shared/forms/form";
import { PasswordInput } from "@/components/shared/forms/password-input";
import type { AccountProof } from "@/lib/contracts/accounts/account-proof";
import { fieldError } from "@/lib/error-text";

/** The password that is asked for again, and a code where the account has a second factor. */
export function useProof() {
  const { data } = useQuery(secondFactorQueries.state());
  const [password, setPassword] = useState("");
  const [code, setCode] = useState("");
  const asksForCode = data?.enabled ?? false;
  const proof: AccountProof = { current_password: password, ...(asksForCode && { code }) };
  const isGiven = password !== "" && (!asksForCode || code !== "");
  return { proof, isGiven, asksForCode, password, setPassword, code, setCode };
}

interface ProofFieldsProps {
  proof: ReturnType<typeof useProof>;
  error: Error | null;
}

export function ProofFields({ proof, error }: ProofFieldsProps) {
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
    </>
  );
}
