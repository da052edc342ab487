"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Controller } from "react-hook-form";
import { notifySuccess } from "@/components/shared/feedback/notify";
import { Field, formFailure, pickChanged, useSchemaForm } from "@/components/shared/forms/form";
import { FormDialog } from "@/components/shared/forms/form-dialog";
import { PhoneInput } from "@/components/shared/forms/phone-input";
import { DUPLICATE, WhatsappField } from "@/components/shared/forms/whatsapp-field";
import { Input } from "@/components/ui/input";
import { ContactForm, type LeadContact } from "@/lib/contracts/leads/lead-contacts";
import { formatKeptNumber } from "@/lib/domain/phone/phone";
import { maskTelephone } from "@/lib/domain/phone/phone-mask";
import { formatPhone } from "@/lib/domain/phone/telephone";
import { isError, whatsappErrorText } from "@/lib/error-text";
import { contactMutations } from "./lead-contacts.queries";

interface ContactDialogProps {
  leadId: number;
  /** Null adds one. */
  contact: LeadContact | null;
  onClose: () => void;
}

export function ContactDialog({ leadId, contact, onClose }: ContactDialogProps) {
  const save = useMutation({
    ...contactMutations.save(useQueryClient(), leadId),
    meta: { failure },
  });
  const form = useSchemaForm(ContactForm, toFormValues(contact), { keepsStored: true });
  const { errors, isDirty } = form.formState;
  const title = contact ? "Editar contato" : "Novo contato";

  const submit = form.handleSubmit((values) =>
    save.mutate(
      { id: contact?.id, values: contact ? pickChanged(form, values) : values },
      {
        onSuccess: () => {
          notifySuccess(contact ? "Contato alterado." : "Contato adicionado.");
          onClose();
        },
      },
    ),
  );

  function failure(error: Error): string | null {
    const duplicate = isError(error, "conflict") && error.fields?.["whatsapp"];
    if (!duplicate) return formFailure(form, whatsappErrorText)(error);
    form.setError("whatsapp", { type: DUPLICATE, message: duplicate }, { shouldFocus: true });
    return null;
  }

  return (
    <FormDialog
      title={title}
      description="Informe um nome, um número ou um e-mail."
      onClose={onClose}
      isDirty={isDirty}
      onSubmit={submit}
      submitLabel="Salvar"
      isPending={save.isPending}
      isLong
    >
      <div className="grid gap-x-4 gap-y-1 sm:grid-cols-2">
        <Field label="Nome" error={errors.name?.message}>
          {(control) => <Input {...control} {...form.register("name")} />}
        </Field>
        <Field label="Cargo" error={errors.role?.message}>
          {(control) => (
            <Input {...control} {...form.register("role")} placeholder="Compras, financeiro…" />
          )}
        </Field>
        <WhatsappField form={form} name="whatsapp" placeholder="(11) 98765-4321" />
        <Field label="Telefone" error={errors.phone?.message}>
          {(control) => (
            <Controller
              name="phone"
              control={form.control}
              render={({ field: { ref, ...field } }) => (
                <PhoneInput {...control} {...field} mask={maskTelephone} inputRef={ref} />
              )}
            />
          )}
        </Field>
        <Field label="E-mail" error={errors.email?.message} className="sm:col-span-2">
          {(control) => <Input {...control} {...form.register("email")} inputMode="email" />}
        </Field>
      </div>
    </FormDialog>
  );
}

function toFormValues(contact: LeadContact | null): ContactForm {
  return {
    name: contact?.name ?? "",
    role: contact?.role ?? "",
    whatsapp: formatKeptNumber(contact?.whatsapp),
    phone: formatPhone(contact?.phone),
    email: contact?.email ?? "",
  };
}
