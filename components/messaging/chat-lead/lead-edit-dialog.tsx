"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { LeadInputs, leadFailure, writeLead } from "@/components/leads/leads/lead-inputs";
import { WriteNote } from "@/components/leads/leads/write-note";
import { chatLeadMutations } from "@/components/messaging/chat/chat-lead.queries";
import { notifySuccess } from "@/components/shared/feedback/notify";
import {
  pickChanged,
  RequiredNote,
  showFieldErrors,
  useSchemaForm,
} from "@/components/shared/forms/form";
import { FormDialog } from "@/components/shared/forms/form-dialog";
import { Button } from "@/components/ui/button";
import Link from "@/components/ui/link";
import { CHAT_LEAD_FORM_NAMES, ChatLeadForm } from "@/lib/contracts/leads/lead-form";
import type { Lead } from "@/lib/contracts/leads/leads";
import { errorText } from "@/lib/error-text";
import { leadPath } from "@/lib/paths";

interface LeadEditDialogProps {
  lead: Lead;
  /** The conversation's, under which the lead is shown. */
  number: string | null;
  onClose: () => void;
}

export function LeadEditDialog({ lead, number, onClose }: LeadEditDialogProps) {
  const form = useSchemaForm(ChatLeadForm, writeLead(lead, CHAT_LEAD_FORM_NAMES), {
    keepsStored: true,
  });
  const { isDirty } = form.formState;
  const [existingId, setExistingId] = useState<number | undefined>();
  const showProblems = (fields: Record<string, string>) => showFieldErrors(form, fields);
  const update = useMutation({
    ...chatLeadMutations.update(useQueryClient(), number),
    meta: {
      failureTitle: "Erro ao atualizar lead",
      failure: leadFailure(form, setExistingId, showProblems, errorText),
    },
  });

  const submit = form.handleSubmit((values) =>
    update.mutate(
      { lead, values: pickChanged(form, values) },
      {
        onSuccess: () => {
          notifySuccess("Lead atualizado com sucesso!");
          onClose();
        },
      },
    ),
  );

  return (
    <FormDialog
      title="Editar Lead"
      description="Altere os dados desta empresa."
      onClose={onClose}
      isDirty={isDirty}
      onSubmit={submit}
      submitLabel="Salvar"
      isPending={update.isPending}
      isLong
    >
      <RequiredNote />
      <div className="grid gap-x-4 gap-y-1 sm:grid-cols-2">
        <LeadInputs
          form={form}
          names={CHAT_LEAD_FORM_NAMES}
          required={["name"]}
          duplicateAction={
            existingId !== undefined && (
              <Button asChild variant="outline" size="sm" className="mb-3">
                <Link href={leadPath(existingId)}>Abrir lead existente</Link>
              </Button>
            )
          }
        />
        <WriteNote
          leadId={lead.id}
          read={() => form.getValues("ai_obs") ?? ""}
          onWrite={(text) =>
            form.setValue("ai_obs", text, { shouldDirty: true, shouldValidate: true })
          }
        />
      </div>
    </FormDialog>
  );
}
