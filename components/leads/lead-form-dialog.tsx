"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useId, useState } from "react";
import { Modal } from "@/components/shared/feedback/modal";
import { notifyError, notifySuccess } from "@/components/shared/feedback/notify";
import { RequiredNote, showFieldErrors, useSchemaForm } from "@/components/shared/forms/form";
import { DUPLICATE } from "@/components/shared/forms/whatsapp-field";
import { Button } from "@/components/ui/button";
import { LeadForm } from "@/lib/contracts/leads/lead-form";
import type { Lead } from "@/lib/contracts/leads/leads";
import { formatKeptNumber } from "@/lib/domain/phone/phone";
import { INVALID_WHATSAPP_TEXT, isError, whatsappErrorText } from "@/lib/error-text";
import { formatCnpj } from "@/lib/format";
import { LeadInputs } from "./lead-inputs";
import { leadMutations } from "./leads.queries";
import { getStageChoice } from "./stage-choice";
import { useStages } from "./stages.queries";
import { WriteNote } from "./write-note";

const NAMES = [
  ...(["name", "whatsapp", "website", "email", "address", "obs"] as const),
  ...(["contact_name", "contact_role", "status", "cnpj", "cnae"] as const),
  ...(["proprietario", "ai_obs"] as const),
];
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
  lead: Lead | null;
  onClose: () => void;
  onOpenExisting: (leadId: number) => void;
}

export function LeadFormDialog({ lead, onClose, onOpenExisting }: LeadFormDialogProps) {
  const save = useMutation({
    ...leadMutations.save(useQueryClient()),
    onSuccess: () =>
      notifySuccess(lead ? "Lead atualizado com sucesso!" : "Lead criado com sucesso!"),
  });
  const formId = useId();
  const [existingId, setExistingId] = useState<number | undefined>();
  const first = useStages()[0];
  const form = useSchemaForm(LeadForm, toFormValues(lead, first ? String(first.id) : ""));
  const { isSubmitting, isDirty } = form.formState;

  const submit = form.handleSubmit(async (values) => {
    try {
      await save.mutateAsync({ id: lead?.id, values });
      onClose();
    } catch (error) {
      if (isError(error, "lead_exists")) {
        setExistingId(error.existingId);
        return showDuplicate(error.fields);
      }
      if (isError(error, "invalid_input")) showFieldErrors(form, error.fields);
      if (isError(error, "invalid_whatsapp_number")) {
        form.setError("whatsapp", { message: INVALID_WHATSAPP_TEXT }, { shouldFocus: true });
      }
      notifyError(whatsappErrorText(error));
    }
  });

  function showDuplicate(fields: Record<string, string> = {}) {
    const name = fields["cnpj"] ? "cnpj" : "whatsapp";
    form.setError(name, { type: DUPLICATE, message: fields[name] }, { shouldFocus: true });
  }

  const openExisting = existingId !== undefined && (
    <Button variant="outline" size="sm" className="mb-3" onClick={() => onOpenExisting(existingId)}>
      Abrir lead existente
    </Button>
  );
  return (
    <Modal
      title="Gerenciar Lead"
      description={lead ? "Altere os dados desta empresa." : "Cadastre uma empresa à mão."}
      onClose={onClose}
      isDirty={isDirty}
      footer={
        <Button type="submit" form={formId} size="lg" className="w-full" loading={isSubmitting}>
          Enviar
        </Button>
      }
    >
      <form id={formId} onSubmit={submit} noValidate aria-label="Gerenciar Lead">
        <RequiredNote />
        <div className="grid gap-x-4 gap-y-1 sm:grid-cols-2">
          <LeadInputs
            form={form}
            names={NAMES}
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
      </form>
    </Modal>
  );
}

function toFormValues(lead: Lead | null, firstStage: string): LeadForm {
  return {
    name: lead?.name ?? "",
    website: lead?.website ?? "",
    whatsapp: formatKeptNumber(lead?.whatsapp),
    email: lead?.email ?? "",
    address: lead?.address ?? "",
    obs: lead?.obs ?? "",
    status: lead ? getStageChoice(lead) : firstStage,
    cnpj: formatCnpj(lead?.cnpj ?? ""),
    cnae: lead?.cnae ?? "",
    proprietario: lead?.proprietario ?? "",
    contact_name: lead?.contact_name ?? "",
    contact_role: lead?.contact_role ?? "",
    ai_obs: lead?.ai_obs ?? "",
  };
}
