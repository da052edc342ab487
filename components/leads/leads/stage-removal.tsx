"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { notifySuccess } from "@/components/shared/feedback/notify";
import { Field } from "@/components/shared/forms/form";
import { Button } from "@/components/ui/button";
import { NativeSelect } from "@/components/ui/native-select";
import type { Stage } from "@/lib/contracts/leads/stages";
import { countOf } from "@/lib/format";
import { stageMutations } from "./stages.queries";

interface StageRemovalProps {
  stage: Stage;
  others: readonly Stage[];
  onDone: () => void;
}

/** Asks where the leads of a stage go, and removes it. */
export function StageRemoval({ stage, others, onDone }: StageRemovalProps) {
  const likely = others.find(({ meaning }) => meaning === stage.meaning) ?? others[0];
  const [target, setTarget] = useState(String(likely?.id ?? ""));
  const remove = useMutation({
    ...stageMutations.remove(useQueryClient()),
    onSuccess: ({ moved }) => {
      notifySuccess(`Etapa removida: ${countOf(moved, "lead movido", "leads movidos")}.`);
      onDone();
    },
  });
  return (
    <div>
      <p className="mb-4 text-sm">
        Remover <strong className="font-semibold">{stage.name}</strong>, que tem{" "}
        {countOf(stage.leads, "lead", "leads")}?
      </p>
      <Field label="Para onde vão os leads">
        {(control) => (
          <NativeSelect
            {...control}
            value={target}
            onChange={({ target: { value } }) => setTarget(value)}
          >
            {others.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </NativeSelect>
        )}
      </Field>
      <div className="flex justify-end gap-2 pt-2">
        <Button variant="outline" onClick={onDone}>
          Cancelar
        </Button>
        <Button
          variant="danger"
          loading={remove.isPending}
          onClick={() => remove.mutate({ id: stage.id, moveTo: Number(target) })}
        >
          Remover etapa
        </Button>
      </div>
    </div>
  );
}
