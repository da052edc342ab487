"use client";

import { useCreditRule } from "@/components/accounts/credits/use-credit-rule";
import { CheckGroup } from "@/components/shared/forms/check-group";
import { Field, showFieldErrors, useSchemaForm } from "@/components/shared/forms/form";
import { FormDialog } from "@/components/shared/forms/form-dialog";
import { FormProblem } from "@/components/shared/forms/form-problem";
import { Input } from "@/components/ui/input";
import { NativeSelect } from "@/components/ui/native-select";
import { RadarSettings } from "@/lib/contracts/radar/radars";
import {
  RADAR_BUDGET_MAX,
  RADAR_CADENCE_LABEL,
  RADAR_NAME_MAX_LENGTH,
  type RadarKind,
  REGISTRY_CHANGES,
  type RegistryChange,
} from "@/lib/domain/radar/radar";
import { errorText } from "@/lib/error-text";
import { AppError } from "@/lib/errors";

const FOLLOWED: Record<RegistryChange, string> = {
  opened: "Abriu",
  reopened: "Reabriu",
  moved: "Mudou para cá",
  contact_changed: "Mudou de telefone ou e-mail",
  closed: "Fechou",
};
const OPTIONS = REGISTRY_CHANGES.map((value) => ({ value, label: FOLLOWED[value], help: null }));

interface RadarFormProps {
  title: string;
  description: string;
  kind: RadarKind;
  settings: RadarSettings;
  submitLabel: string;
  /** The server's errors are shown in the form. */
  onSubmit: (settings: RadarSettings) => Promise<unknown>;
  onClose: () => void;
}

/** The dialog of a radar's settings: its name, what it follows, how often it runs and what it may spend. */
export function RadarForm({ kind, settings, onSubmit, ...dialog }: RadarFormProps) {
  const creditRule = useCreditRule();
  const form = useSchemaForm(RadarSettings, settings);
  const { errors, isDirty, isSubmitting } = form.formState;
  const isRegistry = kind === "registry";
  const submit = form.handleSubmit(async (values) => {
    try {
      await onSubmit(values);
    } catch (error) {
      const fields = error instanceof AppError ? error.fields : undefined;
      const known = Object.entries(fields ?? {}).filter(([field]) => field in settings);
      if (known.length > 0) showFieldErrors(form, Object.fromEntries(known));
      else form.setError("root", { message: Object.values(fields ?? {})[0] ?? errorText(error) });
    }
  });
  return (
    <FormDialog {...dialog} isDirty={isDirty} onSubmit={submit} isPending={isSubmitting}>
      <Field label="Nome do radar" error={errors.name?.message}>
        {(control) => (
          <Input
            {...control}
            {...form.register("name")}
            maxLength={RADAR_NAME_MAX_LENGTH}
            placeholder="Ex.: Padarias em Campinas"
            autoComplete="off"
          />
        )}
      </Field>
      {isRegistry ? (
        <CheckGroup
          legend="Trazer a empresa que"
          options={OPTIONS}
          chosen={form.watch("changes")}
          onChange={(changes) =>
            form.setValue("changes", changes, { shouldDirty: true, shouldValidate: true })
          }
          error={errors.changes?.message}
          className="sm:grid-cols-2"
        />
      ) : (
        <Field label="Buscar de novo" error={errors.cadence?.message}>
          {(control) => (
            <NativeSelect {...control} {...form.register("cadence")}>
              <option value="week">{RADAR_CADENCE_LABEL.week}</option>
              <option value="month">{RADAR_CADENCE_LABEL.month}</option>
            </NativeSelect>
          )}
        </Field>
      )}
      <Field
        label={creditRule ? "No máximo, créditos por vez" : "No máximo, leads novos por vez"}
        help={`${creditRule} O que você já tem ou o radar já trouxe não conta.`.trim()}
        error={errors.credit_budget?.message}
      >
        {(control) => (
          <Input
            {...control}
            {...form.register("credit_budget", { valueAsNumber: true })}
            type="number"
            inputMode="numeric"
            min={1}
            max={RADAR_BUDGET_MAX}
            className="max-w-32"
          />
        )}
      </Field>
      <FormProblem>{errors.root?.message}</FormProblem>
    </FormDialog>
  );
}
