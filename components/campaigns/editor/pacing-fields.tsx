import type { ReactNode } from "react";
import { Controller } from "react-hook-form";
import { TimeInput } from "@/components/shared/forms/date-input";
import { Field } from "@/components/shared/forms/form";
import { cn } from "@/components/ui/cn";
import { Input } from "@/components/ui/input";
import type { NumberHealth } from "@/lib/contracts/campaigns/campaigns";
import type { CampaignForm } from "./use-campaign-form";

const WEEKDAYS = ["Seg", "Ter", "Qua", "Qui", "Sex", "Sáb", "Dom"];

interface PacingFieldsProps {
  form: CampaignForm;
  installation: NumberHealth | undefined;
}

/** The settings that a campaign may make slower than the installation's. */
export function PacingFields({ form, installation }: PacingFieldsProps) {
  const limits = installation && getLimits(installation);
  return (
    <>
      <p className="mb-3 text-pretty text-muted-foreground text-sm">
        Em branco, vale o ritmo da instalação. Você pode deixar esta campanha mais lenta, nunca mais
        rápida: de cada par vale o valor mais lento.
      </p>
      <div className="grid gap-x-4 gap-y-1 sm:grid-cols-2 lg:grid-cols-3">
        <NumberField
          form={form}
          name="pause_min_seconds"
          label="Pausa mínima (s)"
          help={limits?.pauseMin}
        />
        <NumberField
          form={form}
          name="pause_max_seconds"
          label="Pausa máxima (s)"
          help={limits?.pauseMax}
        />
        <NumberField
          form={form}
          name="hourly_cap"
          label="Máximo por hora"
          help={limits?.hourlyCap}
        />
        <NumberField form={form} name="daily_cap" label="Máximo por dia" help={limits?.dailyCap} />
        <TimeField form={form} name="window_from" label="Enviar a partir de" help={limits?.from} />
        <TimeField form={form} name="window_to" label="Enviar até" help={limits?.to} />
      </div>
      <Weekdays form={form} allowed={installation?.weekdays ?? []} />
    </>
  );
}

interface PacingFieldProps<Name extends string> {
  form: CampaignForm;
  name: Name;
  label: string;
  /** The installation's value. */
  help: ReactNode;
}

function NumberField({
  form,
  name,
  label,
  help,
}: PacingFieldProps<"pause_min_seconds" | "pause_max_seconds" | "hourly_cap" | "daily_cap">) {
  return (
    <Field label={label} help={help} error={form.formState.errors.pacing?.[name]?.message}>
      {(control) => (
        <Controller
          name={`pacing.${name}`}
          control={form.control}
          render={({ field: { value, onChange, ...field } }) => (
            <Input
              {...control}
              {...field}
              inputMode="numeric"
              value={value ?? ""}
              onChange={({ target }) => {
                const typed = target.value.trim();
                if (/^\d{0,4}$/.test(typed)) onChange(typed === "" ? undefined : Number(typed));
              }}
            />
          )}
        />
      )}
    </Field>
  );
}

function TimeField({ form, name, label, help }: PacingFieldProps<"window_from" | "window_to">) {
  return (
    <Field label={label} help={help} error={form.formState.errors.pacing?.[name]?.message}>
      {(control) => (
        <Controller
          name={`pacing.${name}`}
          control={form.control}
          render={({ field: { value, onChange, ...field } }) => (
            <TimeInput
              {...control}
              {...field}
              value={value ?? ""}
              onChange={(time) => onChange(time || undefined)}
            />
          )}
        />
      )}
    </Field>
  );
}

function Weekdays({ form, allowed }: { form: CampaignForm; allowed: readonly number[] }) {
  const error = form.formState.errors.pacing?.weekdays;
  return (
    <Controller
      name="pacing.weekdays"
      control={form.control}
      render={({ field: { value, onChange } }) => {
        const chosen = value ?? allowed;
        return (
          <fieldset className="mt-3">
            <legend className="mb-1.5 font-medium text-sm">Dias da semana</legend>
            <div className="flex flex-wrap gap-x-4 gap-y-1">
              {WEEKDAYS.map((label, at) => {
                const day = at + 1;
                return (
                  <label
                    key={label}
                    className={cn(
                      "flex min-h-8 items-center gap-2 text-sm pointer-coarse:min-h-11",
                      !allowed.includes(day) && "text-muted-foreground",
                    )}
                  >
                    <input
                      type="checkbox"
                      disabled={!allowed.includes(day)}
                      checked={allowed.includes(day) && chosen.includes(day)}
                      onChange={({ target }) => {
                        const next = target.checked
                          ? [...chosen, day].sort()
                          : chosen.filter((each) => each !== day);
                        onChange(next.length === allowed.length ? undefined : next);
                      }}
                      className="size-4"
                    />
                    {label}
                  </label>
                );
              })}
            </div>
            {error && (
              <p className="mt-1 text-[0.8125rem] text-danger-text" role="alert">
                {error.message}
              </p>
            )}
          </fieldset>
        );
      }}
    />
  );
}

function getLimits(installation: NumberHealth) {
  const { pause_min_seconds, pause_max_seconds, hourly_cap, daily_cap } = installation;
  return {
    pauseMin: `Instalação: ${pause_min_seconds} s.`,
    pauseMax: `Instalação: ${pause_max_seconds} s.`,
    hourlyCap: hourly_cap === null ? "Instalação: sem limite." : `Instalação: ${hourly_cap}.`,
    dailyCap: daily_cap === null ? "Instalação: sem limite." : `Instalação: ${daily_cap} hoje.`,
    from: `Instalação: ${installation.window_from}.`,
    to: `Instalação: ${installation.window_to}.`,
  };
}
