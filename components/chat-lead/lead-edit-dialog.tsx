"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useId } from "react";
import { chatLeadMutations } from "@/components/chat/chat-lead.queries";
import { LEAD_STATUS_LABEL } from "@/components/leads/lead-labels";
import { WriteNote } from "@/components/leads/write-note";
import { Modal } from "@/components/shared/feedback/modal";
import { notifyError, notifySuccess } from "@/components/shared/feedback/notify";
import {
  Field,
  RequiredNote,
  showFieldErrors,
  useSchemaForm,
} from "@/components/shared/forms/form";
import { WhatsappField } from "@/components/shared/forms/whatsapp-field";
import { Button } from "@/components/ui/button";
import { Input } from "@/components/ui/input";
import { NativeSelect } from "@/components/ui/native-select";
import { Textarea } from "@/components/ui/textarea";
import { ChatLeadForm } from "@/lib/contracts/leads/lead-form";
import type { Lead } from "@/lib/contracts/leads/leads";
import type { LeadStatus } from "@/lib/domain/leads/lead-status";
import { formatKeptNumber, formatPhone } from "@/lib/domain/phone/phone";
import { errorText, INVALID_WHATSAPP_TEXT, isError } from "@/lib/error-text";
import { formatCnpj } from "@/lib/format";

const CHOICES: readonly LeadStatus[] = ["pending", "contacted", "answered"];

interface LeadEditDialogProps {
  lead: Lead;
  /** The conversation's, under which the lead is shown. */
  number: string | null;
  onClose: () => void;
}

export function LeadEditDialog({ lead, number, onClose }: LeadEditDialogProps) {
  const formId = useId();
  const update = useMutation(chatLeadMutations.update(useQueryClient(), number));
  const form = useSchemaForm(ChatLeadForm, toFormValues(lead));
  const { errors, isSubmitting, isDirty } = form.formState;
  // A status that a campaign gave stays unless the person chooses another.
  const statuses = CHOICES.includes(lead.status) ? CHOICES : [lead.status, ...CHOICES];

  const submit = form.handleSubmit(async (values) => {
    try {
      await update.mutateAsync({ lead, values });
      notifySuccess("Lead atualizado com sucesso!");
      onClose();
    } catch (error) {
      if (isError(error, "invalid_input")) showFieldErrors(form, error.fields);
      if (isError(error, "invalid_whatsapp_number")) {
        form.setError("whatsapp", { message: INVALID_WHATSAPP_TEXT }, { shouldFocus: true });
        notifyError("Erro ao atualizar lead");
      } else notifyError("Erro ao atualizar lead", { description: errorText(error) });
    }
  });

  return (
    <Modal
      title="Editar Lead"
      description="Altere os dados desta empresa."
      onClose={onClose}
      isDirty={isDirty}
      footer={
        <Button type="submit" form={formId} size="lg" className="w-full" loading={isSubmitting}>
          Salvar
        </Button>
      }
    >
      <form id={formId} onSubmit={submit} noValidate aria-label="Editar Lead">
        <RequiredNote />
        <div className="grid gap-x-4 gap-y-1 sm:grid-cols-2">
          <Field required label="Nome" error={errors.name?.message}>
            {(control) => <Input {...control} {...form.register("name")} />}
          </Field>
          <Field label="Status" error={errors.status?.message}>
            {(control) => (
              <NativeSelect {...control} {...form.register("status")}>
                {statuses.map((status) => (
                  <option key={status} value={status}>
                    {LEAD_STATUS_LABEL[status]}
                  </option>
                ))}
              </NativeSelect>
            )}
          </Field>
          <WhatsappField form={form} name="whatsapp" />
          <Field label="E-mail" error={errors.email?.message}>
            {(control) => <Input {...control} {...form.register("email")} type="email" />}
          </Field>
          <Field label="Telefone" error={errors.phone?.message}>
            {(control) => <Input {...control} {...form.register("phone")} inputMode="tel" />}
          </Field>
          <Field label="Site" error={errors.website?.message}>
            {(control) => <Input {...control} {...form.register("website")} inputMode="url" />}
          </Field>
          <Field label="Endereço" error={errors.address?.message} className="sm:col-span-2">
            {(control) => <Input {...control} {...form.register("address")} />}
          </Field>
          <Field label="CNPJ" error={errors.cnpj?.message}>
            {(control) => <Input {...control} {...form.register("cnpj")} />}
          </Field>
          <Field label="CNAE" error={errors.cnae?.message}>
            {(control) => <Input {...control} {...form.register("cnae")} />}
          </Field>
          <Field label="Proprietário" error={errors.proprietario?.message}>
            {(control) => <Input {...control} {...form.register("proprietario")} />}
          </Field>
          <Field label="Observações" error={errors.obs?.message} className="sm:col-span-2">
            {(control) => <Textarea {...control} {...form.register("obs")} rows={3} />}
          </Field>
          <Field label="Observações da IA" error={errors.ai_obs?.message} className="sm:col-span-2">
            {(control) => <Textarea {...control} {...form.register("ai_obs")} rows={4} />}
          </Field>
          <WriteNote
            leadId={lead.id}
            read={() => form.getValues("ai_obs") ?? ""}
            onWrite={(text) =>
              form.setValue("ai_obs", text, { shouldDirty: true, shouldValidate: true })
            }
          />
        </div>
      </form>
    </Modal>
  );
}

function toFormValues(lead: Lead): ChatLeadForm {
  return {
    name: lead.name,
    status: lead.status,
    whatsapp: formatKeptNumber(lead.whatsapp),
    email: lead.email ?? "",
    phone: formatPhone(lead.phone),
    website: lead.website ?? "",
    address: lead.address ?? "",
    cnpj: formatCnpj(lead.cnpj ?? ""),
    cnae: lead.cnae ?? "",
    proprietario: lead.proprietario ?? "",
    obs: lead.obs ?? "",
    ai_obs: lead.ai_obs ?? "",
  };
}
