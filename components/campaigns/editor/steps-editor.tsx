import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useDeferredValue } from "react";
import { campaignQueries } from "@/components/campaigns/activities/campaigns.queries";
import { Button } from "@/components/ui/button";
import type { Pacing } from "@/lib/contracts/campaigns/message-fields";
import { DEFAULT_WAIT_DAYS, type FollowUpStep, MOST_STEPS } from "@/lib/domain/campaigns/sequence";
import { StepEditor, type StepErrors } from "./step-editor";

interface StepsEditorProps {
  steps: readonly FollowUpStep[];
  onChange: (steps: FollowUpStep[]) => void;
  /** The first message. */
  first: string;
  /** By step. */
  errors: readonly StepErrors[];
  pacing: Pacing;
  /** When the first message goes out; null for now. */
  startsAt: string | null;
  /** Set for a running campaign: the people that a change of a step affects, by step. */
  people?: readonly string[];
}

const NO_ERRORS: StepErrors = { messages: [] };
const NEW_STEP: FollowUpStep = { messages: [""], wait_days: DEFAULT_WAIT_DAYS };

/** The later messages of a sequence, in order, with when each would go out. */
export function StepsEditor({
  steps,
  onChange,
  first,
  errors,
  pacing,
  startsAt,
  people,
}: StepsEditorProps) {
  const dates = useStepDates(steps, pacing, startsAt);
  return (
    <>
      {steps.length > 0 && (
        <ol>
          {steps.map((step, at) => (
            <StepEditor
              // biome-ignore lint/suspicious/noArrayIndexKey: a step is its place
              key={at}
              number={at + 2}
              step={step}
              errors={errors[at] ?? NO_ERRORS}
              follows={steps[at - 1]?.messages[0] ?? first}
              date={dates?.[at]}
              people={people?.[at]}
              onChange={(changed) =>
                onChange(steps.map((each, place) => (place === at ? changed : each)))
              }
              onRemove={() => onChange(steps.filter((_each, place) => place !== at))}
            />
          ))}
        </ol>
      )}
      {steps.length < MOST_STEPS - 1 && (
        <div className="border-border border-t px-5 py-3">
          <Button variant="outline" size="sm" onClick={() => onChange([...steps, NEW_STEP])}>
            <Plus aria-hidden />
            Adicionar passo
          </Button>
        </div>
      )}
    </>
  );
}

/** When the steps would go out to somebody who gets the first message then. */
function useStepDates(
  steps: readonly FollowUpStep[],
  pacing: Pacing,
  startsAt: string | null,
): (string | null)[] | undefined {
  const asked = useDeferredValue(
    JSON.stringify({
      steps: steps.map(({ wait_days, window_from, window_to }) => ({
        wait_days,
        window_from,
        window_to,
      })),
      pacing,
      starts_at: startsAt,
    }),
  );
  const fits = steps.length > 0 && steps.every(({ wait_days }) => wait_days >= 1);
  const query = useQuery({
    ...campaignQueries.stepDates(asked),
    enabled: fits,
    placeholderData: keepPreviousData,
  });
  return fits ? query.data?.dates : undefined;
}
