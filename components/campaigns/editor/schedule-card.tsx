import { useWatch } from "react-hook-form";
import { useProFeature } from "@/components/session/use-pro-feature";
import { CheckField } from "@/components/shared/forms/check-field";
import { DateInput, TimeInput } from "@/components/shared/forms/date-input";
import { Field } from "@/components/shared/forms/form";
import { useNow } from "@/components/shared/state/use-now";
import { Card, CardContent, CardHeader, CardTitle } from "@/components/ui/card";
import { NativeSelect } from "@/components/ui/native-select";
import { RECURRENCES } from "@/lib/domain/campaigns/campaign";
import { listOccurrences, parseScheduledTime } from "@/lib/domain/campaigns/recurrence";
import {
  getNextFullHour,
  joinSchedule,
  RECURRENCE_LABEL,
  roundToStep,
  SCHEDULE_STEP_MINUTES,
  splitSchedule,
} from "@/lib/domain/campaigns/schedule-fields";
import { formatWeekdayTime } from "@/lib/format";
import type { CampaignForm } from "./use-campaign-form";

const SHOWN_OCCURRENCES = 10;

interface ScheduleCardProps {
  form: CampaignForm;
  /** A scheduled campaign that is edited stays scheduled. */
  alwaysScheduled: boolean;
}

export function ScheduleCard({ form, alwaysScheduled }: ScheduleCardProps) {
  const { pro, explainPro } = useProFeature();
  const [scheduled, text, recurrence] = useWatch({
    control: form.control,
    name: ["scheduled", "scheduled_datetime", "recurrence_type"],
  });
  const { date, time } = splitSchedule(text);
  const error = form.formState.errors.scheduled_datetime?.message;

  function change(next: string) {
    form.setValue("scheduled_datetime", next, {
      shouldDirty: true,
      shouldValidate: error !== undefined,
    });
  }

  function toggle(on: boolean) {
    form.setValue("scheduled", on, { shouldDirty: true });
    if (!on) form.setValue("recurrence_type", "none");
    change(on ? text || getNextFullHour(new Date()) : "");
    form.clearErrors("scheduled_datetime");
  }

  return (
    <Card aria-label="Agendamento">
      <CardHeader>
        <CardTitle>Agendamento</CardTitle>
      </CardHeader>
      <CardContent>
        {!alwaysScheduled && (
          <CheckField
            label="Agendar prospecção"
            help="Começa sozinha na hora marcada, no horário de Brasília."
            checked={scheduled}
            onChange={toggle}
            pro={{ locked: !pro, onLocked: () => explainPro("Agendamento") }}
          />
        )}
        {scheduled && (
          <div className="mt-3 grid gap-x-4 gap-y-2 sm:grid-cols-3">
            <Field label="Data" error={error}>
              {(control) => (
                <DateInput
                  {...control}
                  value={date}
                  onChange={(day) => change(joinSchedule({ date: day, time }))}
                />
              )}
            </Field>
            <Field
              label="Horário"
              help={`De ${SCHEDULE_STEP_MINUTES} em ${SCHEDULE_STEP_MINUTES} minutos.`}
            >
              {(control) => (
                <TimeInput
                  {...control}
                  stepMinutes={SCHEDULE_STEP_MINUTES}
                  value={time}
                  onChange={(typed) => change(joinSchedule({ date, time: typed }))}
                  onBlur={() => {
                    const rounded = roundToStep(time);
                    if (rounded !== time) change(joinSchedule({ date, time: rounded }));
                  }}
                />
              )}
            </Field>
            <Field label="Repetição">
              {(control) => (
                <NativeSelect {...control} {...form.register("recurrence_type")}>
                  {RECURRENCES.map((each) => (
                    <option key={each} value={each}>
                      {RECURRENCE_LABEL[each]}
                    </option>
                  ))}
                </NativeSelect>
              )}
            </Field>
          </div>
        )}
        {scheduled && recurrence !== "none" && <NextOccurrences text={text} form={form} />}
      </CardContent>
    </Card>
  );
}

function NextOccurrences({ text, form }: { text: string; form: CampaignForm }) {
  const now = useNow();
  const recurrence = useWatch({ control: form.control, name: "recurrence_type" });
  const firstAt = parseScheduledTime(text);
  if (!firstAt) return null;
  const occurrences = listOccurrences({ firstAt, recurrence }, now, SHOWN_OCCURRENCES);
  return (
    <section aria-label="Próximas ocorrências" className="mt-2">
      <h3 className="mb-1.5 font-medium text-sm">Próximas {SHOWN_OCCURRENCES} ocorrências</h3>
      <ol className="flex flex-wrap gap-1.5">
        {occurrences.map((at) => (
          <li key={at.getTime()} className="rounded-md bg-accent px-2 py-1 text-xs tabular-nums">
            {formatWeekdayTime(at)}
          </li>
        ))}
      </ol>
      <p className="mt-1.5 text-[0.8125rem] text-muted-foreground">
        Segue até você parar. Cada ocorrência escolhe os leads na hora.
      </p>
    </section>
  );
}
