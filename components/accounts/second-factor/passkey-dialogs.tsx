"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { notifySuccess } from "@/components/shared/feedback/notify";
import { Field } from "@/components/shared/forms/form";
import { FormDialog } from "@/components/shared/forms/form-dialog";
import { Input } from "@/components/ui/input";
import type { Passkey } from "@/lib/contracts/accounts/passkeys";
import { PASSKEY_NAME_MAX_LENGTH } from "@/lib/domain/accounts/passkeys";
import { deviceName } from "@/lib/domain/accounts/user-agent";
import { fieldError } from "@/lib/error-text";
import { passkeyMutations } from "./passkeys.queries";
import { ProofDialog } from "./proof-dialog";

/** The proof of the user's identity, then the device's own question. */
export function PasskeyForm({ onClose }: { onClose: () => void }) {
  const client = useQueryClient();
  const [name, setName] = useState(() => deviceName(navigator.userAgent));
  return (
    <ProofDialog
      title="Adicionar chave de acesso"
      description="Confirme que é você; depois o aparelho pede a digital, o rosto ou o PIN."
      submitLabel="Continuar"
      isReady={name.trim() !== ""}
      mutation={passkeyMutations.add(client, name)}
      onDone={() => {
        notifySuccess("Chave de acesso adicionada.");
        onClose();
      }}
      onClose={onClose}
    >
      <NameField name={name} onChange={setName} error={undefined} />
    </ProofDialog>
  );
}

interface DialogProps {
  passkey: Passkey;
  onClose: () => void;
}

export function RemovalDialog({ passkey, onClose }: DialogProps) {
  const client = useQueryClient();
  return (
    <ProofDialog
      danger
      title={`Remover a chave ${passkey.name}?`}
      description="Ela não entra mais na sua conta. No aparelho, apague a chave também, para que ele não a ofereça."
      submitLabel="Remover"
      mutation={passkeyMutations.remove(client, passkey.id)}
      onDone={() => {
        notifySuccess("Chave de acesso removida.");
        onClose();
      }}
      onClose={onClose}
    />
  );
}

export function RenameDialog({ passkey, onClose }: DialogProps) {
  const rename = useMutation(passkeyMutations.rename(useQueryClient()));
  const [name, setName] = useState(passkey.name);
  return (
    <FormDialog
      title="Renomear chave de acesso"
      description="Um nome pelo qual você reconheça o aparelho."
      onClose={onClose}
      onSubmit={() => rename.mutate({ id: passkey.id, name }, { onSuccess: onClose })}
      submitLabel="Salvar"
      isPending={rename.isPending}
      disabled={name.trim() === ""}
    >
      <NameField name={name} onChange={setName} error={fieldError(rename.error, "name")} />
    </FormDialog>
  );
}

interface NameFieldProps {
  name: string;
  onChange: (name: string) => void;
  error: string | undefined;
}

function NameField({ name, onChange, error }: NameFieldProps) {
  return (
    <Field label="Nome da chave" error={error}>
      {(control) => (
        <Input
          {...control}
          value={name}
          onChange={({ target }) => onChange(target.value)}
          maxLength={PASSKEY_NAME_MAX_LENGTH}
          autoComplete="off"
        />
      )}
    </Field>
  );
}
