"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Controller } from "react-hook-form";
import { notifySuccess } from "@/components/shared/feedback/notify";
import { CheckField } from "@/components/shared/forms/check-field";
import { DateInput } from "@/components/shared/forms/date-input";
import { Field, formFailure, useSchemaForm } from "@/components/shared/forms/form";
import { FormDialog } from "@/components/shared/forms/form-dialog";
import { FormProblem } from "@/components/shared/forms/form-problem";
import { Input } from "@/components/ui/input";
import { NativeSelect } from "@/components/ui/native-select";
import {
  type Billing,
  ManualRecord,
  type ManualRecordForm,
  REQUIRED,
} from "@/lib/contracts/billing/billing";
import { BILLING_STATUSES } from "@/lib/domain/plans/billing";
import { BILLING_PERIODS, PLAN_CATALOGUE } from "@/lib/domain/plans/plan-catalogue";
import { getSaoPauloDay } from "@/lib/domain/time/sao-paulo-day";
import { adminMutations } from "./admin.queries";
import { adminFailure } from "./admin-error";
import { billingStatusLabels } from "./billing-labels";

const labels = {
  stripe_customer_id: "Cliente no Stripe",
  stripe_subscription_id: "Assinatura no Stripe",
  plan: "Plano",
  price: "Preço (R$)",
  status: "Status",
  start_date: "Início da assinatura",
  current_period_end: "Fim do período atual",
} as const;

type Name = keyof typeof labels;

/** Both null for a payment outside the provider. */
const PROVIDER_IDS = ["stripe_customer_id", "stripe_subscription_id"] as const;

interface BillingRecordDialogProps {
  person: { id: number; name: string };
  /** The record to change; without it, a new one is written. */
  record?: Billing | undefined;
  onClose: () => void;
}

/** Creates or changes a record of a subscription at the payment provider, or of a payment outside it. */
export function BillingRecordDialog({ person, record, onClose }: BillingRecordDialogProps) {
  const client = useQueryClient();
  const create = useMutation(adminMutations.createRecord(client));
  const update = useMutation(adminMutations.updateRecord(client));
  const form = useSchemaForm(ManualRecord, toFormValues(record));
  const { errors, isDirty } = form.formState;
  const isOutside = form.watch("stripe_subscription_id") === null;
  const [problem, setProblem] = useState<string | null>(null);
  const title = record ? "Editar registro de cobrança" : "Criar registro de cobrança";

  async function save(body: ManualRecordForm): Promise<string> {
    if (record) {
      await update.mutateAsync({ id: record.id, body });
      return `Registro de cobrança ${record.id} salvo.`;
    }
    const { billing_id } = await create.mutateAsync({ userId: person.id, body });
    return `Registro de cobrança criado! ID: ${billing_id}`;
  }

  const submit = form.handleSubmit(
    async () => {
      setProblem(null);
      try {
        const done = await save(form.getValues());
        onClose();
        notifySuccess(done);
      } catch (error) {
        const fallback = record
          ? "Erro ao salvar registro de cobrança."
          : "Erro ao criar registro de cobrança.";
        setProblem(formFailure(form, adminFailure(fallback))(error as Error));
      }
    },
    (wrong) => {
      const names = Object.keys(labels) as Name[];
      const missing = names.filter((name) => wrong[name]?.message === REQUIRED);
      const list = missing.map((name) => labels[name]).join(", ");
      setProblem(list && `Preencha os campos obrigatórios: ${list}`);
    },
  );

  function setOutside(outside: boolean) {
    for (const name of PROVIDER_IDS) {
      form.setValue(name, outside ? null : (form.formState.defaultValues?.[name] ?? ""), {
        shouldDirty: true,
      });
    }
    form.clearErrors(PROVIDER_IDS);
  }

  const text = (
    name: "price" | (typeof PROVIDER_IDS)[number],
    props: { type?: string; step?: string; min?: string; placeholder?: string; help?: string },
  ) => {
    const { help, ...input } = props;
    return (
      <Field label={labels[name]} help={help} error={errors[name]?.message}>
        {(control) => <Input {...control} {...input} {...form.register(name)} autoComplete="off" />}
      </Field>
    );
  };

  const day = (name: "start_date" | "current_period_end") => (
    <Field label={labels[name]} error={errors[name]?.message}>
      {(control) => (
        <Controller
          name={name}
          control={form.control}
          render={({ field }) => <DateInput {...control} {...field} />}
        />
      )}
    </Field>
  );

  return (
    <FormDialog
      onClose={onClose}
      isDirty={isDirty}
      title={title}
      description={`Uma assinatura de ${person.name} no Stripe, ou o que foi acertado por fora.`}
      onSubmit={submit}
      submitLabel={record ? "Salvar" : create.isPending ? "Criando..." : "Criar registro"}
      isPending={create.isPending || update.isPending}
    >
      <div className="mb-3">
        <CheckField
          label="Acertado por fora do Stripe"
          help="Um pagamento que não é cobrado pelo Stripe: vale até o fim do período."
          checked={isOutside}
          onChange={setOutside}
        />
      </div>
      <div className="grid gap-x-4 gap-y-1 sm:grid-cols-2">
        {!isOutside && (
          <>
            {text("stripe_customer_id", { placeholder: "cus_…" })}
            {text("stripe_subscription_id", {
              placeholder: "sub_…",
              help: "O que o Stripe disser dela substitui o que está aqui.",
            })}
          </>
        )}
        <Field label={labels.plan} error={errors.plan?.message}>
          {(control) => (
            <NativeSelect {...control} {...form.register("plan")}>
              <option value="">Selecione</option>
              {listPlans(record).map(([plan, label]) => (
                <option key={plan} value={plan}>
                  {label}
                </option>
              ))}
            </NativeSelect>
          )}
        </Field>
        {text("price", { type: "number", step: "0.01", min: "0" })}
        <Field label={labels.status} error={errors.status?.message} className="sm:col-span-2">
          {(control) => (
            <NativeSelect {...control} {...form.register("status")}>
              {BILLING_STATUSES.map((status) => (
                <option key={status} value={status}>
                  {billingStatusLabels[status]}
                </option>
              ))}
            </NativeSelect>
          )}
        </Field>
        {day("start_date")}
        {day("current_period_end")}
      </div>
      <div className="pt-2">
        <FormProblem>{problem}</FormProblem>
      </div>
    </FormDialog>
  );
}

function toFormValues(record: Billing | undefined): ManualRecordForm {
  const toDay = (instant: string) => getSaoPauloDay(new Date(instant));
  return {
    stripe_customer_id: record ? record.stripe_customer_id : "",
    stripe_subscription_id: record ? record.stripe_subscription_id : "",
    plan: record?.plan ?? "",
    price: record ? String(record.price) : "",
    status: BILLING_STATUSES.find((status) => status === record?.status) ?? "active",
    start_date: record ? toDay(record.start_date) : "",
    current_period_end: record ? toDay(record.current_period_end) : "",
  };
}

/** Our plans, and the record's own plan if a program wrote another one. */
function listPlans(record: Billing | undefined): [string, string][] {
  const plans: [string, string][] = BILLING_PERIODS.map((plan) => [
    plan,
    PLAN_CATALOGUE[plan].label,
  ]);
  const isKnown = !record || plans.some(([plan]) => plan === record.plan);
  return isKnown ? plans : [...plans, [record.plan, record.plan]];
}
