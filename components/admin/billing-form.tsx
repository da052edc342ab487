"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { notifyError, notifySuccess } from "@/components/shared/feedback/notify";
import { Field, useSchemaForm } from "@/components/shared/forms/form";
import { Button } from "@/components/ui/button";
import { Input } from "@/components/ui/input";
import { NativeSelect } from "@/components/ui/native-select";
import { NewBilling, type NewBillingForm, REQUIRED } from "@/lib/contracts/billing/billing";
import { BILLING_STATUSES } from "@/lib/domain/plans/billing";
import { BILLING_PERIODS, PLAN_CATALOGUE } from "@/lib/domain/plans/plan-catalogue";
import { adminMutations } from "./admin.queries";
import { showAdminError } from "./admin-error";
import { AdminSection } from "./admin-section";
import { billingStatusLabels } from "./billing-labels";

const EMPTY: NewBillingForm = {
  user_id: "",
  stripe_customer_id: "",
  stripe_subscription_id: "",
  plan: "",
  price: "",
  status: "active",
  start_date: "",
  current_period_end: "",
};

const labels = {
  user_id: "ID do usuário",
  stripe_customer_id: "ID do cliente no Stripe",
  stripe_subscription_id: "ID da assinatura no Stripe",
  plan: "Plano",
  price: "Preço (R$)",
  status: "Status",
  start_date: "Início da assinatura",
  current_period_end: "Fim do período atual",
} as const;

type Name = keyof typeof labels;

export function BillingForm({ className }: { className?: string }) {
  const client = useQueryClient();
  const create = useMutation(adminMutations.createBilling(client));
  const form = useSchemaForm(NewBilling, EMPTY);
  const { errors } = form.formState;

  const submit = form.handleSubmit(
    async () => {
      try {
        const { billing_id } = await create.mutateAsync(form.getValues());
        notifySuccess(`Registro de cobrança criado! ID: ${billing_id}`);
        form.reset(EMPTY);
      } catch (error) {
        showAdminError(form, error, "Erro ao criar registro de cobrança.");
      }
    },
    (wrong) => {
      const names = Object.keys(labels) as Name[];
      const missing = names.filter((name) => wrong[name]?.message === REQUIRED);
      if (missing.length === 0) return;
      notifyError(
        `Preencha os campos obrigatórios: ${missing.map((name) => labels[name]).join(", ")}`,
      );
    },
  );

  const text = (
    name: Name,
    props: { type?: string; inputMode?: "numeric"; step?: string } = {},
  ) => (
    <Field label={labels[name]} error={errors[name]?.message}>
      {(control) => <Input {...control} {...props} {...form.register(name)} autoComplete="off" />}
    </Field>
  );

  return (
    <AdminSection
      title="Criar registro de cobrança"
      description="Para assinaturas acertadas fora do pagamento automático."
      className={className}
    >
      <form onSubmit={submit} noValidate aria-label="Criar registro de cobrança">
        <div className="grid gap-x-4 gap-y-1 sm:grid-cols-2 xl:grid-cols-4">
          {text("user_id", { inputMode: "numeric" })}
          {text("stripe_customer_id")}
          {text("stripe_subscription_id")}
          <Field label={labels.plan} error={errors.plan?.message}>
            {(control) => (
              <NativeSelect {...control} {...form.register("plan")}>
                <option value="">Selecione</option>
                {BILLING_PERIODS.map((period) => (
                  <option key={period} value={period}>
                    {PLAN_CATALOGUE[period].label}
                  </option>
                ))}
              </NativeSelect>
            )}
          </Field>
          {text("price", { type: "number", step: "0.01" })}
          <Field label={labels.status} error={errors.status?.message}>
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
          {text("start_date", { type: "date" })}
          {text("current_period_end", { type: "date" })}
        </div>
        <Button type="submit" loading={create.isPending}>
          {create.isPending ? "Criando..." : "Criar registro"}
        </Button>
      </form>
    </AdminSection>
  );
}
