"use client";

import { useQuery } from "@tanstack/react-query";
import { useDeferredValue, useState } from "react";
import { Modal } from "@/components/shared/feedback/modal";
import { Field } from "@/components/shared/forms/form";
import { Input } from "@/components/ui/input";
import { registryQueries } from "./registry.queries";

interface ActivityPickerProps {
  onPick: (code: string) => void;
  onClose: () => void;
}

/** Finds an activity (CNAE) by words of its description. */
export function ActivityPicker({ onPick, onClose }: ActivityPickerProps) {
  const [typed, setTyped] = useState("");
  const search = useDeferredValue(typed.trim());
  const found = useQuery(registryQueries.activities(search));
  return (
    <Modal
      title="Escolher CNAE"
      description="Procure a atividade pela descrição ou pelo começo do código."
      onClose={onClose}
    >
      <Field
        label="Atividade"
        error={found.isError ? "Não foi possível carregar as atividades." : undefined}
      >
        {(control) => (
          <Input
            {...control}
            autoFocus
            value={typed}
            maxLength={100}
            placeholder="Ex.: padaria"
            autoComplete="off"
            onChange={(event) => setTyped(event.target.value)}
          />
        )}
      </Field>
      <ul aria-label="Atividades" className="max-h-80 overflow-y-auto">
        {found.data?.map(({ codigo, descricao }) => (
          <li key={codigo}>
            <button
              type="button"
              onClick={() => onPick(codigo)}
              className="flex min-h-10 w-full items-baseline gap-3 rounded-md px-2 py-2 text-left text-sm hover:bg-accent"
            >
              <span className="shrink-0 text-muted-foreground tabular-nums">{codigo}</span>
              <span className="min-w-0">{descricao}</span>
            </button>
          </li>
        ))}
      </ul>
      {found.data?.length === 0 && (
        <p className="px-2 py-3 text-muted-foreground text-sm">Nenhuma atividade encontrada.</p>
      )}
    </Modal>
  );
}
