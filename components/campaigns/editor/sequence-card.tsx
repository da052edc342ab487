import { CalendarOff } from "lucide-react";
import { Suspense, useState } from "react";
import type { FieldErrors } from "react-hook-form";
import { useCan } from "@/components/session/session-context";
import { useProFeature } from "@/components/session/use-pro-feature";
import { lateDialog } from "@/components/shared/feedback/late-code";
import { Button } from "@/components/ui/button";
import { Card, CardHeader, CardTitle } from "@/components/ui/card";
import { parseScheduledTime } from "@/lib/domain/campaigns/recurrence";
import type { FollowUpStep } from "@/lib/domain/campaigns/sequence";
import type { CampaignValues } from "./campaign-values";
import type { StepErrors } from "./step-editor";
import { StepsEditor } from "./steps-editor";
import type { CampaignForm } from "./use-campaign-form";

const DaysOffDialog = lateDialog(async () => (await import("./days-off-dialog")).DaysOffDialog);

/** The later messages of a campaign, for people who do not answer the earlier ones. */
export function SequenceCard({ form }: { form: CampaignForm }) {
  const manages = useCan("manager");
  const [daysOff, setDaysOff] = useState(false);
  const { pro, explainPro } = useProFeature();
  const steps = form.watch("steps");
  const { errors, isSubmitted } = form.formState;
  const startsAt = form.watch("scheduled")
    ? (parseScheduledTime(form.watch("scheduled_datetime"))?.toISOString() ?? null)
    : null;

  function change(next: FollowUpStep[]) {
    if (!pro && next.length > steps.length) {
      explainPro("Sequência de mensagens");
      return;
    }
    form.setValue("steps", next, { shouldDirty: true, shouldValidate: isSubmitted });
  }

  return (
    <Card aria-label="Sequência">
      <CardHeader className="flex-wrap pb-3">
        <div className="min-w-0 flex-1 basis-64">
          <CardTitle>
            Sequência
            {!pro && <span className="ml-2 font-normal text-muted-foreground text-xs">PRO</span>}
          </CardTitle>
          <p className="text-pretty text-[0.8125rem] text-muted-foreground">
            Para quem não responder: outra mensagem, dias depois. Ela não sai para quem responde,
            reage, pede para sair, recebe uma mensagem sua ou muda de etapa.
          </p>
        </div>
        {manages && steps.length > 0 && (
          <Button variant="ghost" size="sm" onClick={() => setDaysOff(true)}>
            <CalendarOff aria-hidden />
            Dias sem envio
          </Button>
        )}
      </CardHeader>
      <StepsEditor
        steps={steps}
        onChange={change}
        first={form.watch("messages")[0] ?? ""}
        errors={readErrors(errors.steps, steps)}
        pacing={form.watch("pacing")}
        startsAt={startsAt}
      />
      {daysOff && (
        <Suspense>
          <DaysOffDialog onClose={() => setDaysOff(false)} />
        </Suspense>
      )}
    </Card>
  );
}

function readErrors(
  errors: FieldErrors<CampaignValues>["steps"],
  steps: readonly FollowUpStep[],
): StepErrors[] {
  return steps.map(({ messages }, at) => {
    const step = errors?.[at];
    return {
      messages: messages.map((_text, index) => step?.messages?.[index]?.message),
      all: step?.messages?.message ?? step?.messages?.root?.message,
      wait_days: step?.wait_days?.message,
      window_from: step?.window_from?.message,
      window_to: step?.window_to?.message,
    };
  });
}
