"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { LeadInputs, showDuplicate } from "@/components/leads/leads/lead-inputs";
import { getStageChoice } from "@/components/leads/leads/stage-choice";
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
import { ChatLeadForm } from "@/lib/contracts/leads/lead-form";
import type { Lead } from "@/lib/contracts/leads/leads";
import { formatKeptNumber } from "@/lib/domain/phone/phone";
import { formatPhone } from "@/lib/domain/phone/telephone";
import { errorText, INVALID_WHATSAPP_TEXT, isError } from "@/lib/error-text";
import { formatCnpj } from "@/lib/format";
import { leadPath } from "@/lib/paths";

const NAMES = [
  ...(["name", "status", "whatsapp", "email", "phone", "website"] as const),
  ...([
    "contact_name",
    "contact_role",
    "address",
    "cnpj",
    "cnae",
    "proprietario",
    "obs",
    "ai_obs",
  ] as const),
];

interface LeadEditDialogProps {
  lead: Lead;
  /** The conversation's, under which the lead is shown. */
  number: string | null;
  onClose: () => void;
}

export function LeadEditDialog({ lead, number, onClose }: LeadEditDialogProps) {
  const update = useMutation({
    ...chatLeadMutations.update(useQueryClient(), number),
    meta: { failureTitle: "Erro ao atualizar lead", failure },
  });
  const form = useSchemaForm(ChatLeadForm, toFormValues(lead), { keepsStored: true });
  const { isDirty } = form.formState;
  const [existingId, setExistingId] = useState<number | undefined>();

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

  function failure(error: Error): string | null {
    if (isError(error, "lead_exists")) {
      setExistingId(error.existingId);
      showDuplicate(form, error.fields);
      return null;
    }
    if (isError(error, "invalid_input") && showFieldErrors(form, error.fields)) return null;
    if (!isError(error, "invalid_whatsapp_number")) return errorText(error);
    form.setError("whatsapp", { message: INVALID_WHATSAPP_TEXT }, { shouldFocus: true });
    return null;
  }

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
          names={NAMES}
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

function toFormValues(lead: Lead): ChatLeadForm {
  return {
    name: lead.name,
    status: getStageChoice(lead),
    whatsapp: formatKeptNumber(lead.whatsapp),
    email: lead.email ?? "",
    phone: formatPhone(lead.phone),
    website: lead.website ?? "",
    address: lead.address ?? "",
    cnpj: formatCnpj(lead.cnpj ?? ""),
    cnae: lead.cnae ?? "",
    proprietario: lead.proprietario ?? "",
    contact_name: lead.contact_name ?? "",
    contact_role: lead.contact_role ?? "",
    obs: lead.obs ?? "",
    ai_obs: lead.ai_obs ?? "",
  };
}
