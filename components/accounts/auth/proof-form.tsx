"use client";

import { Fingerprint } from "lucide-react";
import { type FormEvent, useState } from "react";
import { CodeInput } from "@/components/accounts/second-factor/code-input";
import { notifyError } from "@/components/shared/feedback/notify";
import { Field } from "@/components/shared/forms/form";
import { PasswordInput } from "@/components/shared/forms/password-input";
import { Button } from "@/components/ui/button";
import type { Proof, SignInStep } from "@/lib/contracts/accounts/identities";
import { errorText, fieldError, isError } from "@/lib/error-text";
import { paths } from "@/lib/paths";
import { authMutations } from "./auth.queries";
import { answerByPasskey } from "./sign-in";
import { SubmitButton } from "./submit-button";

interface ProofFormProps {
  step: SignInStep;
  onProven: (step: SignInStep) => Promise<unknown>;
  /** The sign-in has to begin again, for this reason. */
  onOver: (problem: string) => void;
}

/** The proof that a sign-in by an issuer still needs: the password of the account to open, or a code. */
export function ProofForm({ step, onProven, onOver }: ProofFormProps) {
  const asksForPassword = step.step === "password";
  const [asksForCode, setAsksForCode] = useState(step.step === "code");
  const [password, setPassword] = useState("");
  const [code, setCode] = useState("");
  const [isSending, setSending] = useState(false);
  const [failure, setFailure] = useState<Error | null>(null);

  function submit(event: FormEvent) {
    event.preventDefault();
    void prove(async () => ({
      ...(asksForPassword && { password }),
      ...(asksForCode && { code }),
    }));
  }

  async function prove(give: () => Promise<Proof>) {
    setSending(true);
    setFailure(null);
    try {
      await onProven(await authMutations.prove(await give()));
    } catch (error) {
      setSending(false);
      if (isError(error, "sign_in_over") || isError(error, "issuer_required")) {
        return onOver(errorText(error));
      }
      setFailure(error instanceof Error ? error : null);
      const isFirst = isError(error, "second_factor_required") && !asksForCode;
      if (isError(error, "second_factor_required")) setAsksForCode(true);
      if (!isFirst) notifyError(errorText(error));
    }
  }

  return (
    <form onSubmit={submit} noValidate className="space-y-1" aria-label="Confirmação">
      {asksForPassword && (
        <>
          {/* Password managers file the password under it. */}
          <input
            type="email"
            value={step.email ?? ""}
            readOnly
            hidden
            autoComplete="username"
            aria-hidden
          />
          <div className="relative">
            <Field label="Senha" error={fieldError(failure, "password")}>
              {(control) => (
                <PasswordInput
                  {...control}
                  value={password}
                  onChange={({ target }) => setPassword(target.value)}
                  autoComplete="current-password"
                  autoFocus
                />
              )}
            </Field>
            <a
              href={paths.passwordRecover}
              className="absolute top-0 right-0 rounded text-[0.8125rem] text-muted-foreground underline-offset-4 hover:text-foreground hover:underline"
            >
              Esqueceu a senha?
            </a>
          </div>
        </>
      )}
      {asksForCode && (
        <Field label="Código de verificação" help="Do seu aplicativo, ou um código de recuperação.">
          {(control) => <CodeInput {...control} value={code} onChange={setCode} autoFocus />}
        </Field>
      )}
      <SubmitButton
        label={asksForPassword ? "Ligar e entrar" : "Entrar"}
        sending={isSending}
        sendingLabel="Entrando..."
      />
      {asksForCode && (
        <Button
          variant="outline"
          size="lg"
          className="mt-3 w-full"
          disabled={isSending}
          onClick={() => void prove(async () => ({ passkey: await answerByPasskey() }))}
        >
          <Fingerprint aria-hidden />
          Usar chave de acesso
        </Button>
      )}
    </form>
  );
}
