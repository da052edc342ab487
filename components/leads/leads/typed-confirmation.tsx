"use client";

import { useId, useState } from "react";
import { FormDialog } from "@/components/shared/forms/form-dialog";
import { Input } from "@/components/ui/input";

interface TypedConfirmationProps {
  question: string;
  /** What has to be typed: digits, which may be written with dots. */
  word: string;
  onConfirm: () => void;
  onClose: () => void;
}

/** Asks for the number of leads to be typed, so that nobody deletes thousands by a slip of the hand. */
export function TypedConfirmation({ question, word, onConfirm, onClose }: TypedConfirmationProps) {
  const [typed, setTyped] = useState("");
  const id = useId();
  const matches = typed.replaceAll(".", "").trim() === word;

  function submit() {
    if (matches) onConfirm();
  }

  return (
    <FormDialog
      title={question}
      description="A exclusão pode ser desfeita por 10 minutos."
      onClose={onClose}
      onSubmit={submit}
      submitLabel="Excluir"
      disabled={!matches}
      danger
    >
      <label htmlFor={id} className="block text-sm">
        Para confirmar, digite <strong className="font-semibold tabular-nums">{word}</strong>
      </label>
      <Input
        id={id}
        value={typed}
        inputMode="numeric"
        autoComplete="off"
        onChange={(event) => setTyped(event.target.value)}
        className="mt-4 mb-2"
      />
    </FormDialog>
  );
}
