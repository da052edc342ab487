"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import {
  OwnValueFields,
  type TypedOwn,
  useTypedOwn,
} from "@/components/leads/own-fields/typed-own";
import { notifySuccess } from "@/components/shared/feedback/notify";
import {
  pickChanged,
  RequiredNote,
  showFieldErrors,
  useSchemaForm,
} from "@/components/shared/forms/form";
import { FormDialog } from "@/components/shared/forms/form-dialog";
import { Button } from "@/components/ui/button";
import { LEAD_FORM_NAMES, LeadForm } from "@/lib/contracts/leads/lead-form";
import type { ListedLead } from "@/lib/contracts/leads/leads";
import type { OwnValues } from "@/lib/domain/leads/own-fields";
import { whatsappErrorText } from "@/lib/error-text";
import { LeadInputs, leadFailure, writeLead } from "./lead-inputs";
import { leadMutations } from "./leads.queries";
import { useStages } from "./stages.queries";
import { WriteNote } from "./write-note";

const TITLE = "Gerenciar Lead";
const PLACEHOLDERS = {
  whatsapp: "(11) 98765-4321",
  website: "empresa.com.br",
  contact_name: "Opcional",
  contact_role: "Opcional",
  cnpj: "Opcional",
  cnae: "Opcional",
  proprietario: "Opcional",
};

interface LeadFormDialogProps {
  /** Null creates a lead. */
  lead: ListedLead | null;
  onClose: () => void;
  onOpenExisting: (leadId: number) => void;
}

export function LeadFormDialog({ lead, onClose, onOpenExisting }: LeadFormDialogProps) {
  const [existingId, setExistingId] = useState<number | undefined>();
  const first = useStages()[0];
  const status = !lead && first && { status: String(first.id) };
  const written = { ...writeLead(lead, LEAD_FORM_NAMES), ...status };
  const form = useSchemaForm(LeadForm, written, { keepsStored: true });
  const { isDirty } = form.formState;
  const own = useTypedOwn(lead?.own ?? NO_VALUES);
  const save = useMutation({
    ...leadMutations.save(useQueryClient()),
    meta: { failure: leadFailure(form, setExistingId, showProblems, whatsappErrorText) },
    onSuccess: () =>
      notifySuccess(lead ? "Lead atualizado com sucesso!" : "Lead criado com sucesso!"),
  });

  const submit = form.handleSubmit((values) => {
    const given = own.check();
    if (given === null) return focusFault();
    save.mutate(
      lead
        ? { id: lead.id, values: pickChanged(form, values), own: given }
        : { id: undefined, values, own: given },
      { onSuccess: onClose },
    );
  }, own.check);

  function showProblems(fields: Record<string, string>): boolean {
    const isOwn = ([name]: [string, string]) => name.startsWith("own.");
    const all = Object.entries(fields);
    own.showProblems(Object.fromEntries(all.filter(isOwn)));
    const others = all.filter((entry) => !isOwn(entry));
    const areShown = showFieldErrors(form, Object.fromEntries(others)) || others.length === 0;
    if (all.some(isOwn)) focusFault();
    return all.length > 0 && areShown;
  }

  const openExisting = existingId !== undefined && (
    <Button variant="outline" size="sm" className="mb-3" onClick={() => onOpenExisting(existingId)}>
      Abrir lead existente
    </Button>
  );
  return (
    <FormDialog
      title={TITLE}
      description={lead ? "Altere os dados desta empresa." : "Cadastre uma empresa à mão."}
      onClose={onClose}
      isDirty={isDirty || own.isDirty}
      onSubmit={submit}
      submitLabel="Enviar"
      isPending={save.isPending}
      isLong
    >
      <RequiredNote />
      <div className="grid gap-x-4 gap-y-1 sm:grid-cols-2">
        <LeadInputs
          form={form}
          names={LEAD_FORM_NAMES}
          required={["name", "whatsapp", "website", "address", "obs"]}
          placeholders={PLACEHOLDERS}
          duplicateAction={openExisting}
        />
        {lead && (
          <WriteNote
            leadId={lead.id}
            read={() => form.getValues("ai_obs") ?? ""}
            onWrite={(text) =>
              form.setValue("ai_obs", text, { shouldDirty: true, shouldValidate: true })
            }
          />
        )}
      </div>
      <OwnPart own={own} hasValues={lead !== null && Object.keys(lead.own).length > 0} />
    </FormDialog>
  );
}

const NO_VALUES: OwnValues = {};

/** Folded at first where the lead has no value of them. */
function OwnPart({ own, hasValues }: { own: TypedOwn; hasValues: boolean }) {
  const [open, setOpen] = useState(hasValues);
  if (own.fields.length === 0) return null;
  const isWrong = Object.keys(own.problems).length > 0;
  return (
    <details
      open={open || isWrong}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
      className="pb-2"
    >
      <summary className="w-fit cursor-pointer rounded font-medium text-sm">
        Campos da conta
      </summary>
      <div className="mt-2">
        <OwnValueFields own={own} />
      </div>
    </details>
  );
}

/** The first field that says what is wrong with it. */
function focusFault(): void {
  requestAnimationFrame(() =>
    document.querySelector<HTMLElement>(`[aria-label="${TITLE}"] [aria-invalid=true]`)?.focus(),
  );
}
