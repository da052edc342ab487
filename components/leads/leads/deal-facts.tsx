"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Pencil } from "lucide-react";
import { type FormEvent, useState } from "react";
import { SellerSelect } from "@/components/leads/sellers/seller-select";
import { useTeam } from "@/components/session/team.queries";
import { useDirtyForm } from "@/components/shared/feedback/use-close-question";
import { DateInput } from "@/components/shared/forms/date-input";
import { Field } from "@/components/shared/forms/form";
import { Fact } from "@/components/shared/layout/fact";
import { Button } from "@/components/ui/button";
import { Input } from "@/components/ui/input";
import type { Lead } from "@/lib/contracts/leads/leads";
import { readTypedValue, WRONG_VALUE } from "@/lib/domain/leads/typed-value";
import { formatCents, formatDay } from "@/lib/format";
import { leadMutations } from "./leads.queries";
import { stageQueries, useStages } from "./stages.queries";

/** The value of the deal, its expected date and who deals with it, changed in place; and why it was lost. */
export function DealFacts({ lead }: { lead: Lead }) {
  const [editing, setEditing] = useState(false);
  const isLost = useStages().some(({ id, meaning }) => id === lead.stage_id && meaning === "lost");
  const reasons = useQuery({ ...stageQueries.lossReasons(), enabled: isLost });
  const reason = reasons.data?.find(({ id }) => id === lead.loss_reason_id)?.name;
  const { isTeam } = useTeam();
  if (editing) return <DealForm lead={lead} onDone={() => setEditing(false)} />;
  return (
    <div className="flex items-start gap-2">
      <dl className="grid flex-1 grid-cols-[8rem_1fr] items-baseline gap-x-3 gap-y-2.5 text-sm">
        <Fact label="Valor">{lead.value_cents !== null && formatCents(lead.value_cents)}</Fact>
        <Fact label="Previsão">{lead.expected_close && formatDay(lead.expected_close)}</Fact>
        {isTeam && (
          <Fact label="Vendedor">
            <SellerSelect lead={lead} />
          </Fact>
        )}
        {isLost && <Fact label="Motivo da perda">{reason}</Fact>}
      </dl>
      <Button
        variant="ghost"
        size="icon"
        aria-label="Editar negócio"
        onClick={() => setEditing(true)}
      >
        <Pencil aria-hidden />
      </Button>
    </div>
  );
}

function DealForm({ lead, onDone }: { lead: Lead; onDone: () => void }) {
  const [value, setValue] = useState(
    lead.value_cents === null ? "" : formatCents(lead.value_cents).replace(/^R\$\s*/, ""),
  );
  const [day, setDay] = useState(lead.expected_close ?? "");
  const [problem, setProblem] = useState<string>();
  const [begun] = useState({ value, day });
  useDirtyForm(value !== begun.value || day !== begun.day);
  const save = useMutation({ ...leadMutations.change(useQueryClient()), onSuccess: onDone });

  function submit(event: FormEvent) {
    event.preventDefault();
    const value_cents = readTypedValue(value);
    if (value_cents === undefined) return setProblem(WRONG_VALUE);
    save.mutate({ id: lead.id, change: { value_cents, expected_close: day || null } });
  }

  return (
    <form onSubmit={submit} noValidate aria-label="Negócio" className="rounded-lg bg-muted p-3">
      <div className="grid gap-x-3 sm:grid-cols-2">
        <Field label="Valor (R$)" error={problem}>
          {(control) => (
            <Input
              {...control}
              value={value}
              inputMode="decimal"
              maxLength={20}
              autoComplete="off"
              autoFocus
              onChange={({ target }) => {
                setValue(target.value);
                setProblem(undefined);
              }}
            />
          )}
        </Field>
        <Field label="Previsão de fechamento">
          {(control) => <DateInput {...control} value={day} onChange={setDay} />}
        </Field>
      </div>
      <div className="flex justify-end gap-2">
        <Button variant="ghost" size="sm" onClick={onDone}>
          Cancelar
        </Button>
        <Button type="submit" size="sm" loading={save.isPending}>
          Salvar
        </Button>
      </div>
    </form>
  );
}
