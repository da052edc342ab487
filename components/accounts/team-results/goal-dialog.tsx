"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { notifySuccess } from "@/components/shared/feedback/notify";
import { Field, fieldsFirst } from "@/components/shared/forms/form";
import { FormDialog } from "@/components/shared/forms/form-dialog";
import { Input } from "@/components/ui/input";
import { type Goal, NewGoal } from "@/lib/contracts/insights/team-results";
import { readTypedValue, WRONG_VALUE } from "@/lib/domain/leads/typed-value";
import { formatCents, formatMonth, formatNumber } from "@/lib/format";
import { teamResultsMutations } from "./team-results.queries";

interface GoalDialogProps {
  personId: number;
  name: string;
  month: string;
  goal: Goal;
  onClose: () => void;
}

const FIELDS = [
  { key: "contacted", label: "Contatados", mode: "numeric" },
  { key: "won", label: "Ganhos", mode: "numeric" },
  { key: "won_cents", label: "Valor ganho (R$)", mode: "decimal" },
] as const;
type Typed = Record<keyof Goal, string>;

/** What a person is to achieve each month from the one that is shown on; a field that is left empty is no goal. */
export function GoalDialog({ personId, name, month, goal, onClose }: GoalDialogProps) {
  const [begun] = useState(() => toTyped(goal));
  const [typed, setTyped] = useState(begun);
  const [problems, setProblems] = useState<Record<string, string>>({});
  const save = useMutation({
    ...teamResultsMutations.setGoal(useQueryClient()),
    meta: { failure: fieldsFirst(setProblems) },
  });

  function submit() {
    const value = readTypedValue(typed.won_cents);
    const read = NewGoal.safeParse({
      month,
      contacted: readCount(typed.contacted),
      won: readCount(typed.won),
      won_cents: value === undefined ? Number.NaN : value,
    });
    if (!read.success) {
      const found = read.error.issues.map(({ path, message }) => [String(path[0]), message]);
      const wrong: Record<string, string> = Object.fromEntries(found);
      return setProblems(wrong.won_cents ? { ...wrong, won_cents: WRONG_VALUE } : wrong);
    }
    save.mutate(
      { id: personId, goal: read.data },
      {
        onSuccess: () => {
          notifySuccess(`A meta de ${name} foi salva.`);
          onClose();
        },
      },
    );
  }

  return (
    <FormDialog
      title={`Meta de ${name}`}
      description={`Por mês, de ${formatMonth(month).toLowerCase()} em diante, até você mudar. Em branco: sem meta.`}
      isDirty={FIELDS.some(({ key }) => typed[key] !== begun[key])}
      onClose={onClose}
      onSubmit={submit}
      submitLabel="Salvar meta"
      isPending={save.isPending}
    >
      {FIELDS.map(({ key, label, mode }) => (
        <Field key={key} label={label} error={problems[key]}>
          {(control) => (
            <Input
              {...control}
              value={typed[key]}
              inputMode={mode}
              maxLength={20}
              autoComplete="off"
              onChange={({ target }) => {
                setTyped({ ...typed, [key]: target.value });
                setProblems({ ...problems, [key]: undefined } as Record<string, string>);
              }}
            />
          )}
        </Field>
      ))}
    </FormDialog>
  );
}

function toTyped({ contacted, won, won_cents }: Goal): Typed {
  return {
    contacted: contacted === null ? "" : formatNumber(contacted),
    won: won === null ? "" : formatNumber(won),
    won_cents: won_cents === null ? "" : formatCents(won_cents).replace(/^R\$\s*/, ""),
  };
}

/** "1.200" and "1200"; not a number for anything else. */
function readCount(text: string): number | null {
  const bare = text.trim();
  if (bare === "") return null;
  return /^\d{1,3}(?:\.\d{3})+$|^\d+$/.test(bare) ? Number(bare.replaceAll(".", "")) : Number.NaN;
}
