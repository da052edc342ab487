"use client";

import { type FormEvent, useId, useState } from "react";
import { Modal } from "@/components/shared/feedback/modal";
import { Button } from "@/components/ui/button";
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

  function submit(event: FormEvent) {
    event.preventDefault();
    if (matches) onConfirm();
  }

  return (
    <Modal
      title={question}
      description="A exclusão pode ser desfeita por 10 minutos."
      onClose={onClose}
    >
      <form onSubmit={submit} className="space-y-4">
        <label htmlFor={id} className="block text-sm">
          Para confirmar, digite <strong className="font-semibold tabular-nums">{word}</strong>
        </label>
        <Input
          id={id}
          value={typed}
          inputMode="numeric"
          autoComplete="off"
          onChange={(event) => setTyped(event.target.value)}
        />
        <div className="flex justify-end gap-2">
          <Button variant="outline" onClick={onClose}>
            Cancelar
          </Button>
          <Button type="submit" variant="danger" disabled={!matches}>
            Excluir
          </Button>
        </div>
      </form>
    </Modal>
  );
}
