"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { Modal } from "@/components/shared/feedback/modal";
import { notifyError, notifySuccess } from "@/components/shared/feedback/notify";
import { Field } from "@/components/shared/forms/form";
import { PasswordInput } from "@/components/shared/forms/password-input";
import { Button } from "@/components/ui/button";
import { errorText, fieldError } from "@/lib/error-text";
import { CodeInput } from "./code-input";
import { secondFactorMutations } from "./second-factor.queries";

const ACTS = {
  renew: {
    title: "Gerar novos códigos?",
    description: "Os códigos de recuperação de antes deixam de valer.",
    label: "Gerar novos códigos",
  },
  disable: {
    title: "Desligar a verificação em duas etapas?",
    description: "Entrar volta a pedir só a senha, e os códigos de recuperação deixam de valer.",
    label: "Desligar",
  },
} as const;

interface ProofDialogProps {
  act: keyof typeof ACTS;
  onCodes: (codes: readonly string[]) => void;
  onClose: () => void;
}

/** Asks for the password and a code before what would let somebody else in. */
export function ProofDialog({ act, onCodes, onClose }: ProofDialogProps) {
  const client = useQueryClient();
  const renew = useMutation(secondFactorMutations.renewCodes(client));
  const disable = useMutation(secondFactorMutations.disable(client));
  const [current_password, setPassword] = useState("");
  const [code, setCode] = useState("");
  const { title, description, label } = ACTS[act];
  const { error, isPending } = act === "renew" ? renew : disable;
  const onError = (failure: Error) => notifyError(errorText(failure));

  function submit(event: FormEvent) {
    event.preventDefault();
    const proof = { current_password, code };
    if (act === "renew") {
      renew.mutate(proof, { onSuccess: ({ recovery_codes }) => onCodes(recovery_codes), onError });
    } else {
      disable.mutate(proof, {
        onSuccess: () => {
          notifySuccess("Verificação em duas etapas desligada.");
          onClose();
        },
        onError,
      });
    }
  }
  return (
    <Modal title={title} description={description} onClose={onClose}>
      <form onSubmit={submit} noValidate>
        <Field label="Senha atual" error={fieldError(error, "current_password")}>
          {(control) => (
            <PasswordInput
              {...control}
              value={current_password}
              onChange={({ target }) => setPassword(target.value)}
              autoComplete="current-password"
            />
          )}
        </Field>
        <Field label="Código do aplicativo ou de recuperação" error={fieldError(error, "code")}>
          {(control) => <CodeInput {...control} value={code} onChange={setCode} />}
        </Field>
        <div className="mt-2 flex flex-wrap justify-end gap-2">
          <Button variant="outline" onClick={onClose}>
            Cancelar
          </Button>
          <Button
            type="submit"
            variant={act === "disable" ? "danger" : "primary"}
            loading={isPending}
            disabled={current_password === "" || code === ""}
          >
            {label}
          </Button>
        </div>
      </form>
    </Modal>
  );
}
